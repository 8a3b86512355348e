# mypy: disable-error-code="override, assignment, misc"
# Written by scripts/write_stubs.py from the registry of operators: do not edit.
from collections.abc import Sequence
from typing import Any, Literal

from ..ndarray.ndarray import NDArray
from ..symbol.symbol import Symbol
from ..ndarray.numpy.multiarray import ndarray
from ..symbol.numpy.symbol import _Symbol

class NDArrayMethods:
    def __add__(self, other: Any) -> NDArray:
        """Return ``self.__add__(other)``: element by element, shapes broadcast, the data type kept."""
    __and__: None
    def __div__(self, other: Any) -> NDArray:
        """Return ``self.__div__(other)``: element by element, shapes broadcast, the data type kept."""
    def __eq__(self, other: Any) -> NDArray:
        """Return ``self.__eq__(other)``: element by element, shapes broadcast, the data type kept."""
    __floordiv__: None
    def __ge__(self, other: Any) -> NDArray:
        """Return ``self.__ge__(other)``: element by element, shapes broadcast, the data type kept."""
    def __gt__(self, other: Any) -> NDArray:
        """Return ``self.__gt__(other)``: element by element, shapes broadcast, the data type kept."""
    def __iadd__(self, other: Any) -> NDArray:
        """Return ``self.__iadd__(other)``: element by element, shapes broadcast, the data type kept."""
    def __idiv__(self, other: Any) -> NDArray:
        """Return ``self.__idiv__(other)``: element by element, shapes broadcast, the data type kept."""
    def __imod__(self, other: Any) -> NDArray:
        """Return ``self.__imod__(other)``: element by element, shapes broadcast, the data type kept."""
    def __imul__(self, other: Any) -> NDArray:
        """Return ``self.__imul__(other)``: element by element, shapes broadcast, the data type kept."""
    __invert__: None
    def __isub__(self, other: Any) -> NDArray:
        """Return ``self.__isub__(other)``: element by element, shapes broadcast, the data type kept."""
    def __itruediv__(self, other: Any) -> NDArray:
        """Return ``self.__idiv__(other)``: element by element, shapes broadcast, the data type kept."""
    def __le__(self, other: Any) -> NDArray:
        """Return ``self.__le__(other)``: element by element, shapes broadcast, the data type kept."""
    def __lt__(self, other: Any) -> NDArray:
        """Return ``self.__lt__(other)``: element by element, shapes broadcast, the data type kept."""
    __matmul__: None
    def __mod__(self, other: Any) -> NDArray:
        """Return ``self.__mod__(other)``: element by element, shapes broadcast, the data type kept."""
    def __mul__(self, other: Any) -> NDArray:
        """Return ``self.__mul__(other)``: element by element, shapes broadcast, the data type kept."""
    def __ne__(self, other: Any) -> NDArray:
        """Return ``self.__ne__(other)``: element by element, shapes broadcast, the data type kept."""
    __or__: None
    def __pow__(self, other: Any) -> NDArray:
        """Return ``self.__pow__(other)``: element by element, shapes broadcast, the data type kept."""
    def __radd__(self, other: Any) -> NDArray:
        """Return ``self.__radd__(other)``: element by element, shapes broadcast, the data type kept."""
    def __rdiv__(self, other: Any) -> NDArray:
        """Return ``self.__rdiv__(other)``: element by element, shapes broadcast, the data type kept."""
    def __rmod__(self, other: Any) -> NDArray:
        """Return ``self.__rmod__(other)``: element by element, shapes broadcast, the data type kept."""
    def __rmul__(self, other: Any) -> NDArray:
        """Return ``self.__rmul__(other)``: element by element, shapes broadcast, the data type kept."""
    def __rpow__(self, other: Any) -> NDArray:
        """Return ``self.__rpow__(other)``: element by element, shapes broadcast, the data type kept."""
    def __rsub__(self, other: Any) -> NDArray:
        """Return ``self.__rsub__(other)``: element by element, shapes broadcast, the data type kept."""
    def __rtruediv__(self, other: Any) -> NDArray:
        """Return ``self.__rdiv__(other)``: element by element, shapes broadcast, the data type kept."""
    def __sub__(self, other: Any) -> NDArray:
        """Return ``self.__sub__(other)``: element by element, shapes broadcast, the data type kept."""
    def __truediv__(self, other: Any) -> NDArray:
        """Return ``self.__div__(other)``: element by element, shapes broadcast, the data type kept."""
    __xor__: None
    def abs(self, out: Any = ..., name: str | None = ...) -> NDArray:
        """Return ``|x|`` for every element x."""
    def arccos(self, out: Any = ..., name: str | None = ...) -> NDArray:
        """Return ``the angle in [0, pi] whose cosine is x`` for every element x."""
    def arccosh(self, out: Any = ..., name: str | None = ...) -> NDArray:
        """Return ``the inverse of cosh at x`` for every element x."""
    def arcsin(self, out: Any = ..., name: str | None = ...) -> NDArray:
        """Return ``the angle in [-pi/2, pi/2] whose sine is x`` for every element x."""
    def arcsinh(self, out: Any = ..., name: str | None = ...) -> NDArray:
        """Return ``the inverse of sinh at x`` for every element x."""
    def arctan(self, out: Any = ..., name: str | None = ...) -> NDArray:
        """Return ``the angle in (-pi/2, pi/2) whose tangent is x`` for every element x."""
    def arctanh(self, out: Any = ..., name: str | None = ...) -> NDArray:
        """Return ``the inverse of tanh at x`` for every element x."""
    def argmax(
        self,
        axis: int | None = ...,
        keepdims: bool | Literal[0, 1] = ...,
        out: Any = ...,
        name: str | None = ...,
    ) -> NDArray:
        """Return where the greatest element is along ``axis`` (of the flattened array if None); of ties, the first."""
    def argmax_channel(self, out: Any = ..., name: str | None = ...) -> NDArray:
        """Return where the greatest element is along axis 1, in the data type of ``data``. It has no gradient."""
    def argmin(
        self,
        axis: int | None = ...,
        keepdims: bool | Literal[0, 1] = ...,
        out: Any = ...,
        name: str | None = ...,
    ) -> NDArray:
        """Return where the least element is along ``axis`` (of the flattened array if None); of ties, the first."""
    def argsort(
        self,
        axis: int | None = ...,
        is_ascend: bool | Literal[0, 1] = ...,
        dtype: Any = ...,
        out: Any = ...,
        name: str | None = ...,
    ) -> NDArray:
        """Return the positions, of type ``dtype``, that sort ``data`` along ``axis`` (or flattened). No gradient passes."""
    def broadcast_axes(
        self,
        axis: int | Sequence[int] = ...,
        size: int | Sequence[int] = ...,
        out: Any = ...,
        name: str | None = ...,
    ) -> NDArray:
        """Return ``data`` with axes of length 1 repeated to the lengths in ``size``."""
    def cbrt(self, out: Any = ..., name: str | None = ...) -> NDArray:
        """Return ``the cube root of x`` for every element x."""
    def ceil(self, out: Any = ..., name: str | None = ...) -> NDArray:
        """Return ``the least integer not below x`` for every element x."""
    def clip(self, a_min: float = ..., a_max: float = ..., out: Any = ..., name: str | None = ...) -> NDArray:
        """Return ``data`` with values below ``a_min`` raised to it and those above ``a_max`` lowered to that."""
    def cos(self, out: Any = ..., name: str | None = ...) -> NDArray:
        """Return ``cos(x), x in radians`` for every element x."""
    def cosh(self, out: Any = ..., name: str | None = ...) -> NDArray:
        """Return ``(e ** x + e ** -x) / 2`` for every element x."""
    def degrees(self, out: Any = ..., name: str | None = ...) -> NDArray:
        """Return ``x * 180 / pi`` for every element x."""
    def depth_to_space(self, block_size: int = ..., out: Any = ..., name: str | None = ...) -> NDArray:
        """Return ``(N, C, H, W)`` as ``(N, C / b**2, H * b, W * b)``, channels laid out in blocks of b x b pixels."""
    def diag(self, k: int = ..., axis1: int = ..., axis2: int = ..., out: Any = ..., name: str | None = ...) -> NDArray:
        """Return diagonal ``k`` of the matrices in ``axis1`` and ``axis2``, as last axis; of a vector, the matrix with it."""
    def exp(self, out: Any = ..., name: str | None = ...) -> NDArray:
        """Return ``e ** x`` for every element x."""
    def expm1(self, out: Any = ..., name: str | None = ...) -> NDArray:
        """Return ``e ** x - 1`` for every element x."""
    def fix(self, out: Any = ..., name: str | None = ...) -> NDArray:
        """Return ``x rounded towards zero`` for every element x."""
    def flip(self, axis: int | Sequence[int] = ..., out: Any = ..., name: str | None = ...) -> NDArray:
        """Return ``data`` with the order of its elements reversed along the axes ``axis``."""
    def floor(self, out: Any = ..., name: str | None = ...) -> NDArray:
        """Return ``the greatest integer not above x`` for every element x."""
    def log(self, out: Any = ..., name: str | None = ...) -> NDArray:
        """Return ``the natural logarithm of x`` for every element x."""
    def log10(self, out: Any = ..., name: str | None = ...) -> NDArray:
        """Return ``the logarithm of x to base 10`` for every element x."""
    def log1p(self, out: Any = ..., name: str | None = ...) -> NDArray:
        """Return ``log(1 + x)`` for every element x."""
    def log2(self, out: Any = ..., name: str | None = ...) -> NDArray:
        """Return ``the logarithm of x to base 2`` for every element x."""
    def log_softmax(
        self,
        axis: int = ...,
        temperature: float | None = ...,
        dtype: Literal['float16', 'float32', 'float64'] | None = ...,
        use_length: bool | Literal[0, 1] | None = ...,
        out: Any = ...,
        name: str | None = ...,
    ) -> NDArray:
        """Return the logarithm of ``softmax(data / temperature)`` along ``axis``. ``use_length`` must be false."""
    def max(
        self,
        axis: int | Sequence[int] | None = ...,
        keepdims: bool | Literal[0, 1] = ...,
        exclude: bool | Literal[0, 1] = ...,
        out: Any = ...,
        name: str | None = ...,
    ) -> NDArray:
        """Return the greatest element over ``axis``."""
    def mean(
        self,
        axis: int | Sequence[int] | None = ...,
        keepdims: bool | Literal[0, 1] = ...,
        exclude: bool | Literal[0, 1] = ...,
        out: Any = ...,
        name: str | None = ...,
    ) -> NDArray:
        """Return the mean over ``axis``."""
    def min(
        self,
        axis: int | Sequence[int] | None = ...,
        keepdims: bool | Literal[0, 1] = ...,
        exclude: bool | Literal[0, 1] = ...,
        out: Any = ...,
        name: str | None = ...,
    ) -> NDArray:
        """Return the least element over ``axis``."""
    def nanprod(
        self,
        axis: int | Sequence[int] | None = ...,
        keepdims: bool | Literal[0, 1] = ...,
        exclude: bool | Literal[0, 1] = ...,
        out: Any = ...,
        name: str | None = ...,
    ) -> NDArray:
        """Return the product of what is not NaN over ``axis``."""
    def nansum(
        self,
        axis: int | Sequence[int] | None = ...,
        keepdims: bool | Literal[0, 1] = ...,
        exclude: bool | Literal[0, 1] = ...,
        out: Any = ...,
        name: str | None = ...,
    ) -> NDArray:
        """Return the sum of what is not NaN over ``axis``."""
    def norm(
        self,
        ord: int = ...,
        axis: int | Sequence[int] | None = ...,
        out_dtype: Any | None = ...,
        keepdims: bool | Literal[0, 1] = ...,
        out: Any = ...,
        name: str | None = ...,
    ) -> NDArray:
        """Return the sum of magnitudes (``ord=1``) or the root of the sum of squares (``ord=2``) over ``axis``."""
    def one_hot(
        self,
        depth: int = ...,
        on_value: float = ...,
        off_value: float = ...,
        dtype: Any = ...,
        out: Any = ...,
        name: str | None = ...,
    ) -> NDArray:
        """Return an array with a new last axis of length ``depth``: ``on_value`` at the index, ``off_value`` elsewhere."""
    def ones_like(self, out: Any = ..., name: str | None = ...) -> NDArray:
        """Return 1 for every element x."""
    def pad(
        self,
        mode: Literal['constant', 'edge', 'reflect'] = ...,
        pad_width: int | Sequence[int] = ...,
        constant_value: float = ...,
        out: Any = ...,
        name: str | None = ...,
    ) -> NDArray:
        """Return ``data``, of shape ``(N, C, H, W)`` or ``(N, C, D, H, W)``, with padding around its space."""
    def pick(
        self,
        index: NDArray | None = ...,
        axis: int | None = ...,
        keepdims: bool | Literal[0, 1] = ...,
        mode: Literal['clip', 'wrap'] = ...,
        out: Any = ...,
        name: str | None = ...,
    ) -> NDArray:
        """Return one element along ``axis`` for every index: ``data[i, index[i]]`` for the last axis of a matrix."""
    def prod(
        self,
        axis: int | Sequence[int] | None = ...,
        keepdims: bool | Literal[0, 1] = ...,
        exclude: bool | Literal[0, 1] = ...,
        out: Any = ...,
        name: str | None = ...,
    ) -> NDArray:
        """Return the product over ``axis``."""
    def radians(self, out: Any = ..., name: str | None = ...) -> NDArray:
        """Return ``x * pi / 180`` for every element x."""
    def rcbrt(self, out: Any = ..., name: str | None = ...) -> NDArray:
        """Return ``1 / the cube root of x`` for every element x."""
    def reciprocal(self, out: Any = ..., name: str | None = ...) -> NDArray:
        """Return ``1 / x`` for every element x."""
    def relu(self, out: Any = ..., name: str | None = ...) -> NDArray:
        """Return ``max(x, 0)`` for every element x."""
    def repeat(self, repeats: int = ..., axis: int | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
        """Return every element ``repeats`` times in a row, along ``axis`` or of the flattened array where it is None."""
    def reshape_like(
        self,
        rhs: NDArray | None = ...,
        lhs_begin: int | None = ...,
        lhs_end: int | None = ...,
        rhs_begin: int | None = ...,
        rhs_end: int | None = ...,
        out: Any = ...,
        name: str | None = ...,
    ) -> NDArray:
        """Return ``lhs`` with its axes ``lhs_begin ... lhs_end - 1`` in place of ``rhs``'s ``rhs_begin ... rhs_end - 1``."""
    def rint(self, out: Any = ..., name: str | None = ...) -> NDArray:
        """Return ``the integer nearest to x, of two the lower`` for every element x."""
    def rsqrt(self, out: Any = ..., name: str | None = ...) -> NDArray:
        """Return ``1 / sqrt(x)`` for every element x."""
    def shape_array(self, out: Any = ..., name: str | None = ...) -> NDArray:
        """Return the shape of ``data`` as a vector of int64."""
    def sigmoid(self, out: Any = ..., name: str | None = ...) -> NDArray:
        """Return ``1 / (1 + e ** -x)`` for every element x."""
    def sign(self, out: Any = ..., name: str | None = ...) -> NDArray:
        """Return ``-1, 0 or 1 by the sign of x`` for every element x."""
    def sin(self, out: Any = ..., name: str | None = ...) -> NDArray:
        """Return ``sin(x), x in radians`` for every element x."""
    def sinh(self, out: Any = ..., name: str | None = ...) -> NDArray:
        """Return ``(e ** x - e ** -x) / 2`` for every element x."""
    def size_array(self, out: Any = ..., name: str | None = ...) -> NDArray:
        """Return the number of elements of ``data`` as one int64, shape (1,)."""
    def slice(
        self,
        begin: int | Sequence[int | None] = ...,
        end: int | Sequence[int | None] = ...,
        step: int | Sequence[int | None] | None = ...,
        out: Any = ...,
        name: str | None = ...,
    ) -> NDArray:
        """Return ``data[begin[0]:end[0]:step[0], ...]``, read as Python reads slices; None leaves a limit open."""
    def slice_axis(
        self,
        axis: int = ...,
        begin: int = ...,
        end: int | None = ...,
        out: Any = ...,
        name: str | None = ...,
    ) -> NDArray:
        """Return the part of ``data`` from ``begin`` to below ``end`` (None: to the end) along one axis."""
    def slice_like(
        self,
        shape_like: NDArray | None = ...,
        axes: int | Sequence[int] | None = ...,
        out: Any = ...,
        name: str | None = ...,
    ) -> NDArray:
        """Return the first part of ``data``, as long as ``shape_like`` along ``axes`` (all for (), none for None)."""
    def softmax(
        self,
        length: NDArray | None = ...,
        axis: int = ...,
        temperature: float | None = ...,
        dtype: Literal['float16', 'float32', 'float64'] | None = ...,
        use_length: bool | Literal[0, 1] | None = ...,
        out: Any = ...,
        name: str | None = ...,
    ) -> NDArray:
        """Return ``exp(x/t) / sum(exp(x/t))`` along an axis, t the temperature: positive numbers whose sum is 1."""
    def softmin(
        self,
        axis: int = ...,
        temperature: float | None = ...,
        dtype: Literal['float16', 'float32', 'float64'] | None = ...,
        use_length: bool | Literal[0, 1] | None = ...,
        out: Any = ...,
        name: str | None = ...,
    ) -> NDArray:
        """Return ``softmax(-data / temperature)`` along ``axis``. ``use_length`` must be false."""
    def sort(
        self,
        axis: int | None = ...,
        is_ascend: bool | Literal[0, 1] = ...,
        out: Any = ...,
        name: str | None = ...,
    ) -> NDArray:
        """Return ``data`` sorted along ``axis``, or flattened and sorted where it is None."""
    def space_to_depth(self, block_size: int = ..., out: Any = ..., name: str | None = ...) -> NDArray:
        """Return ``(N, C, H, W)`` as ``(N, C * b**2, H / b, W / b)``: the inverse of ``depth_to_space``."""
    def split(
        self,
        num_outputs: int = ...,
        axis: int = ...,
        squeeze_axis: bool | Literal[0, 1] = ...,
        out: Any = ...,
        name: str | None = ...,
    ) -> Any:
        """Return ``data`` cut into ``num_outputs`` equal parts along ``axis``, without that axis if ``squeeze_axis``."""
    def sqrt(self, out: Any = ..., name: str | None = ...) -> NDArray:
        """Return ``sqrt(x)`` for every element x."""
    def square(self, out: Any = ..., name: str | None = ...) -> NDArray:
        """Return ``x * x`` for every element x."""
    def sum(
        self,
        axis: int | Sequence[int] | None = ...,
        keepdims: bool | Literal[0, 1] = ...,
        exclude: bool | Literal[0, 1] = ...,
        out: Any = ...,
        name: str | None = ...,
    ) -> NDArray:
        """Return the sum over ``axis``."""
    def swapaxes(self, dim1: int = ..., dim2: int = ..., out: Any = ..., name: str | None = ...) -> NDArray:
        """Return ``data`` with two axes exchanged."""
    def take(
        self,
        indices: NDArray | None = ...,
        axis: int = ...,
        mode: Literal['clip', 'raise', 'wrap'] = ...,
        out: Any = ...,
        name: str | None = ...,
    ) -> NDArray:
        """Return the slices of ``a`` at ``indices`` along ``axis``, which makes way for the axes of ``indices``."""
    def tan(self, out: Any = ..., name: str | None = ...) -> NDArray:
        """Return ``tan(x), x in radians`` for every element x."""
    def tanh(self, out: Any = ..., name: str | None = ...) -> NDArray:
        """Return ``sinh(x) / cosh(x)`` for every element x."""
    def tile(self, reps: int | Sequence[int] | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
        """Return ``data`` laid out ``reps[i]`` times along axis i; missing axes are added in front, as NumPy does."""
    def topk(
        self,
        axis: int | None = ...,
        k: int = ...,
        ret_typ: Literal['both', 'indices', 'mask', 'value'] = ...,
        is_ascend: bool | Literal[0, 1] = ...,
        dtype: Any = ...,
        out: Any = ...,
        name: str | None = ...,
    ) -> NDArray:
        """Return the ``k`` greatest elements along ``axis`` (least, if ``is_ascend``), best first; k < 1 means all."""
    def transpose(self, axes: int | Sequence[int] = ..., out: Any = ..., name: str | None = ...) -> NDArray:
        """Return ``data`` with its axes in the order ``axes``, reversed where that is empty."""
    def trunc(self, out: Any = ..., name: str | None = ...) -> NDArray:
        """Return ``x without its fraction`` for every element x."""
    def zeros_like(self, out: Any = ..., name: str | None = ...) -> NDArray:
        """Return 0 for every element x."""
class NumpyArrayMethods(NDArray):
    @property
    def T(self) -> ndarray:
        """The array with its axes reversed."""
    def __add__(self, other: Any) -> ndarray:
        """Return ``self.__add__(other)``: element by element, shapes broadcast, the data type kept."""
    def __and__(self, other: Any) -> ndarray:
        """Return ``mx.np.bitwise_and(self, other)``."""
    def __ceil__(self) -> ndarray:
        ...
    def __complex__(self) -> complex:
        ...
    def __div__(self, other: Any) -> ndarray:
        """Return ``self.__div__(other)``: element by element, shapes broadcast, the data type kept."""
    def __eq__(self, other: Any) -> ndarray:
        """Return ``self.__eq__(other)``: element by element, shapes broadcast, the data type kept."""
    def __floor__(self) -> ndarray:
        ...
    def __floordiv__(self, other: Any) -> ndarray:
        """Return ``floor_divide`` of the array and the other operand."""
    def __format__(self, spec: Any) -> str:
        ...
    def __ge__(self, other: Any) -> ndarray:
        """Return ``self.__ge__(other)``: element by element, shapes broadcast, the data type kept."""
    def __gt__(self, other: Any) -> ndarray:
        """Return ``self.__gt__(other)``: element by element, shapes broadcast, the data type kept."""
    def __iadd__(self, other: Any) -> ndarray:
        """Return ``self.__iadd__(other)``: element by element, shapes broadcast, the data type kept."""
    def __iand__(self, other: Any) -> ndarray:
        """Write ``mx.np.bitwise_and(self, other)`` into this array."""
    def __idiv__(self, other: Any) -> ndarray:
        """Return ``self.__idiv__(other)``: element by element, shapes broadcast, the data type kept."""
    def __ifloordiv__(self, other: Any) -> ndarray:
        """Write ``floor_divide`` of both into the array."""
    def __ilshift__(self, other: Any) -> ndarray:
        """Write ``bitwise_left_shift`` of both into the array."""
    def __imod__(self, other: Any) -> ndarray:
        """Return ``self.__imod__(other)``: element by element, shapes broadcast, the data type kept."""
    def __imul__(self, other: Any) -> ndarray:
        """Return ``self.__imul__(other)``: element by element, shapes broadcast, the data type kept."""
    def __invert__(self) -> ndarray:
        ...
    def __ior__(self, other: Any) -> ndarray:
        """Write ``mx.np.bitwise_or(self, other)`` into this array."""
    def __ipow__(self, other: Any) -> ndarray:
        """Write ``self ** other`` into this array with MXNet 2's interface; 1.9.1 gives a new one."""
    def __irshift__(self, other: Any) -> ndarray:
        """Write ``bitwise_right_shift`` of both into the array."""
    def __isub__(self, other: Any) -> ndarray:
        """Return ``self.__isub__(other)``: element by element, shapes broadcast, the data type kept."""
    def __itruediv__(self, other: Any) -> ndarray:
        """Return ``self.__idiv__(other)``: element by element, shapes broadcast, the data type kept."""
    def __ixor__(self, other: Any) -> ndarray:
        """Write ``mx.np.bitwise_xor(self, other)`` into this array."""
    def __le__(self, other: Any) -> ndarray:
        """Return ``self.__le__(other)``: element by element, shapes broadcast, the data type kept."""
    def __lshift__(self, other: Any) -> ndarray:
        """Return ``bitwise_left_shift`` of the array and the other operand."""
    def __lt__(self, other: Any) -> ndarray:
        """Return ``self.__lt__(other)``: element by element, shapes broadcast, the data type kept."""
    def __mod__(self, other: Any) -> ndarray:
        """Return ``self.__mod__(other)``: element by element, shapes broadcast, the data type kept."""
    def __mul__(self, other: Any) -> ndarray:
        """Return ``self.__mul__(other)``: element by element, shapes broadcast, the data type kept."""
    def __ne__(self, other: Any) -> ndarray:
        """Return ``self.__ne__(other)``: element by element, shapes broadcast, the data type kept."""
    def __neg__(self) -> ndarray:
        """Return ``-self``: that of MXNet 2 keeps the type of integers, which a product with -1.0 has not there."""
    def __or__(self, other: Any) -> ndarray:
        """Return ``mx.np.bitwise_or(self, other)``."""
    def __pos__(self) -> ndarray:
        ...
    def __pow__(self, other: Any) -> ndarray:
        """Return ``self.__pow__(other)``: element by element, shapes broadcast, the data type kept."""
    def __radd__(self, other: Any) -> ndarray:
        """Return ``self.__radd__(other)``: element by element, shapes broadcast, the data type kept."""
    def __rand__(self, other: Any) -> ndarray:
        """Return ``bitwise_and`` of the array and the other operand."""
    def __rdiv__(self, other: Any) -> ndarray:
        """Return ``self.__rdiv__(other)``: element by element, shapes broadcast, the data type kept."""
    def __rfloordiv__(self, other: Any) -> ndarray:
        """Return ``floor_divide`` of the array and the other operand."""
    def __rlshift__(self, other: Any) -> ndarray:
        """Return ``bitwise_left_shift`` of the array and the other operand."""
    def __rmod__(self, other: Any) -> ndarray:
        """Return ``self.__rmod__(other)``: element by element, shapes broadcast, the data type kept."""
    def __rmul__(self, other: Any) -> ndarray:
        """Return ``self.__rmul__(other)``: element by element, shapes broadcast, the data type kept."""
    def __ror__(self, other: Any) -> ndarray:
        """Return ``bitwise_or`` of the array and the other operand."""
    def __rpow__(self, other: Any) -> ndarray:
        """Return ``self.__rpow__(other)``: element by element, shapes broadcast, the data type kept."""
    def __rrshift__(self, other: Any) -> ndarray:
        """Return ``bitwise_right_shift`` of the array and the other operand."""
    def __rshift__(self, other: Any) -> ndarray:
        """Return ``bitwise_right_shift`` of the array and the other operand."""
    def __rsub__(self, other: Any) -> ndarray:
        """Return ``self.__rsub__(other)``: element by element, shapes broadcast, the data type kept."""
    def __rtruediv__(self, other: Any) -> ndarray:
        """Return ``self.__rdiv__(other)``: element by element, shapes broadcast, the data type kept."""
    def __rxor__(self, other: Any) -> ndarray:
        """Return ``bitwise_xor`` of the array and the other operand."""
    def __sub__(self, other: Any) -> ndarray:
        """Return ``self.__sub__(other)``: element by element, shapes broadcast, the data type kept."""
    def __truediv__(self, other: Any) -> ndarray:
        """Return ``self.__div__(other)``: element by element, shapes broadcast, the data type kept."""
    def __trunc__(self) -> ndarray:
        ...
    def __xor__(self, other: Any) -> ndarray:
        """Return ``mx.np.bitwise_xor(self, other)``."""
    abs: None
    def all(self, axis: Any = ..., out: Any = ..., keepdims: Any = ...) -> ndarray:
        """Return whether no element is 0 over ``axis``."""
    def any(self, axis: Any = ..., out: Any = ..., keepdims: Any = ...) -> ndarray:
        """Return whether any element is not 0 over ``axis``."""
    arccos: None
    arccosh: None
    arcsin: None
    arcsinh: None
    arctan: None
    arctanh: None
    def argmax(self, axis: Any = ..., out: Any = ..., keepdims: Any = ...) -> ndarray:
        """Return the place of the first greatest element along ``axis``."""
    argmax_channel: None
    def argmin(self, axis: Any = ..., out: Any = ..., keepdims: Any = ...) -> ndarray:
        """Return the place of the first least element along ``axis``."""
    def argsort(
        self,
        axis: Any = ...,
        kind: Any = ...,
        order: Any = ...,
        *,
        descending: Any = ...,
        stable: Any = ...,
    ) -> ndarray:
        """Return the positions that sort the array along ``axis``."""
    def as_in_ctx(self, ctx: Any) -> ndarray:
        """Return this array where it is in ``ctx`` already, else a copy there."""
    asscalar: None
    def astype(self, dtype: Any, order: Any = ..., casting: Any = ..., subok: Any = ..., copy: Any = ...) -> ndarray:
        """Return the values in another data type."""
    def attach_grad(self, grad_req: Any = ...) -> None:
        """Make the array a variable: ``grad`` appears, zeros, and ``backward`` fills it."""
    broadcast_axes: None
    broadcast_like: None
    def broadcast_to(self, shape: Any) -> ndarray:
        """Return the array broadcast to ``shape``."""
    cbrt: None
    ceil: None
    def clip(self, min: Any = ..., max: Any = ..., out: Any = ...) -> ndarray:
        """Return the array with values below ``min`` raised to it and those above ``max`` lowered to that."""
    def copy(self, order: Any = ...) -> ndarray:
        """Return a copy on the same device."""
    def copyto(self, other: Any) -> ndarray:
        """Write the values into another array of this shape, or into a new one on a device."""
    cos: None
    cosh: None
    def cumsum(self, axis: Any = ..., dtype: Any = ..., out: Any = ...) -> ndarray:
        """Return the sums of the elements up to each along ``axis``."""
    degrees: None
    depth_to_space: None
    @property
    def device(self) -> Any:
        """The context that the array is in."""
    diag: None
    def diagonal(self, offset: Any = ..., axis1: Any = ..., axis2: Any = ...) -> ndarray:
        """Return the diagonals over two axes, as the last axis, the others before it."""
    def dot(self, b: Any, out: Any = ...) -> ndarray:
        """Return the dot product with ``b``, see :func:`mxnet.np.dot`."""
    exp: None
    expand_dims: None
    expm1: None
    fix: None
    def flatten(self, order: Any = ...) -> ndarray:
        """Return the array with one axis, row by row."""
    flip: None
    floor: None
    log: None
    log10: None
    log1p: None
    log2: None
    log_softmax: None
    @property
    def mT(x: Any) -> ndarray:
        """Return the matrices in the last two axes transposed."""
    def max(self, axis: Any = ..., out: Any = ..., keepdims: Any = ...) -> ndarray:
        """Return the greatest element over ``axis``."""
    def mean(self, axis: Any = ..., dtype: Any = ..., out: Any = ..., keepdims: Any = ...) -> ndarray:
        """Return the mean over ``axis``."""
    def min(self, axis: Any = ..., out: Any = ..., keepdims: Any = ...) -> ndarray:
        """Return the least element over ``axis``."""
    nanprod: None
    nansum: None
    def nonzero(self) -> Any:
        """Return where the array is not 0."""
    norm: None
    one_hot: None
    ones_like: None
    pad: None
    pick: None
    def prod(self, axis: Any = ..., dtype: Any = ..., out: Any = ..., keepdims: Any = ...) -> ndarray:
        """Return the product over ``axis``."""
    radians: None
    def ravel(self, order: Any = ...) -> ndarray:
        """Return the array with one axis, row by row."""
    rcbrt: None
    reciprocal: None
    relu: None
    def repeat(self, repeats: Any, axis: Any = ...) -> ndarray:
        """Return the array with every element, or slice along ``axis``, repeated."""
    def reshape(self, *args: Any, **kwargs: Any) -> ndarray:
        """Return the array in another shape, with the same elements in the order of rows."""
    reshape_like: None
    def reshape_view(self, *shape: Any, **kwargs: Any) -> ndarray:
        """Return the array in another shape on the same memory, as the classic ``reshape``."""
    rint: None
    def round(self, decimals: Any = ..., out: Any = ..., **kwargs: Any) -> ndarray:
        """Return the array rounded to so many decimals, halves to the even neighbour."""
    rsqrt: None
    shape_array: None
    sigmoid: None
    sign: None
    sin: None
    sinh: None
    size_array: None
    slice: None
    def slice_assign(self, rhs: Any, begin: Any, end: Any, step: Any) -> ndarray:
        """Write an array into a part of this one."""
    def slice_assign_scalar(self, value: Any, begin: Any, end: Any, step: Any) -> ndarray:
        """Write a number into a part of this array."""
    slice_axis: None
    slice_like: None
    softmax: None
    softmin: None
    def sort(self, axis: Any = ..., kind: Any = ..., order: Any = ...) -> ndarray:
        """Raise TypeError: arrays are not sorted in place; use ``mx.np.sort``, as MXNet 2's method does."""
    space_to_depth: None
    split: None
    split_v2: None
    sqrt: None
    square: None
    def squeeze(self, axis: Any = ...) -> ndarray:
        """Return the array without its axes of length 1, or without those given."""
    def std(self, axis: Any = ..., dtype: Any = ..., out: Any = ..., ddof: Any = ..., keepdims: Any = ...) -> ndarray:
        """Return the standard deviation over ``axis``."""
    def sum(self, axis: Any = ..., dtype: Any = ..., out: Any = ..., keepdims: Any = ...) -> ndarray:
        """Return the sum over ``axis``."""
    def swapaxes(self, axis1: Any, axis2: Any) -> ndarray:
        """Return the array with two axes exchanged."""
    def take(self, indices: Any, axis: Any = ..., mode: Any = ...) -> ndarray:
        """Return the elements at ``indices`` along ``axis``."""
    tan: None
    tanh: None
    tile: None
    def to_device(self, device: Any, *, stream: Any = ...) -> ndarray:
        """Return the array on a device, itself where it is there."""
    topk: None
    tostype: None
    def transpose(self, *axes: Any) -> ndarray:
        """Return the array with its axes in another order."""
    trunc: None
    def var(self, axis: Any = ..., dtype: Any = ..., out: Any = ..., ddof: Any = ..., keepdims: Any = ...) -> ndarray:
        """Return the variance over ``axis``."""
    zeros_like: None
class SymbolMethods:
    __and__: None
    def __complex__(self) -> Symbol:
        """Refuse: a symbol is no number."""
    def __div__(self, other: Any) -> Any:
        ...
    def __float__(self) -> Symbol:
        """Refuse: a symbol is no number."""
    __floordiv__: None
    def __iadd__(self, other: Any) -> Symbol:
        """Refuse ``+=``: a symbol is a formula, and other symbols may use it."""
    def __idiv__(self, other: Any) -> Symbol:
        """Refuse ``/=``: a symbol is a formula, and other symbols may use it."""
    def __imul__(self, other: Any) -> Symbol:
        """Refuse ``*=``: a symbol is a formula, and other symbols may use it."""
    def __index__(self) -> Symbol:
        """Refuse: a symbol is no number."""
    def __int__(self) -> Symbol:
        """Refuse: a symbol is no number."""
    __invert__: None
    def __isub__(self, other: Any) -> Symbol:
        """Refuse ``-=``: a symbol is a formula, and other symbols may use it."""
    def __itruediv__(self, other: Any) -> Symbol:
        """Refuse ``/=``: a symbol is a formula, and other symbols may use it."""
    __matmul__: None
    __or__: None
    def __rdiv__(self, other: Any) -> Any:
        ...
    __xor__: None
    def abs(self, name: str | None = ..., attr: dict[str, str] | None = ..., out: Any = ..., **kwargs: Any) -> Symbol:
        """Return ``|x|`` for every element x."""
    def arccos(self, name: str | None = ..., attr: dict[str, str] | None = ..., out: Any = ..., **kwargs: Any) -> Symbol:
        """Return ``the angle in [0, pi] whose cosine is x`` for every element x."""
    def arccosh(self, name: str | None = ..., attr: dict[str, str] | None = ..., out: Any = ..., **kwargs: Any) -> Symbol:
        """Return ``the inverse of cosh at x`` for every element x."""
    def arcsin(self, name: str | None = ..., attr: dict[str, str] | None = ..., out: Any = ..., **kwargs: Any) -> Symbol:
        """Return ``the angle in [-pi/2, pi/2] whose sine is x`` for every element x."""
    def arcsinh(self, name: str | None = ..., attr: dict[str, str] | None = ..., out: Any = ..., **kwargs: Any) -> Symbol:
        """Return ``the inverse of sinh at x`` for every element x."""
    def arctan(self, name: str | None = ..., attr: dict[str, str] | None = ..., out: Any = ..., **kwargs: Any) -> Symbol:
        """Return ``the angle in (-pi/2, pi/2) whose tangent is x`` for every element x."""
    def arctanh(self, name: str | None = ..., attr: dict[str, str] | None = ..., out: Any = ..., **kwargs: Any) -> Symbol:
        """Return ``the inverse of tanh at x`` for every element x."""
    def argmax(
        self,
        axis: int | None = ...,
        keepdims: bool | Literal[0, 1] = ...,
        name: str | None = ...,
        attr: dict[str, str] | None = ...,
        out: Any = ...,
        **kwargs: Any,
    ) -> Symbol:
        """Return where the greatest element is along ``axis`` (of the flattened array if None); of ties, the first."""
    def argmax_channel(
        self,
        name: str | None = ...,
        attr: dict[str, str] | None = ...,
        out: Any = ...,
        **kwargs: Any,
    ) -> Symbol:
        """Return where the greatest element is along axis 1, in the data type of ``data``. It has no gradient."""
    def argmin(
        self,
        axis: int | None = ...,
        keepdims: bool | Literal[0, 1] = ...,
        name: str | None = ...,
        attr: dict[str, str] | None = ...,
        out: Any = ...,
        **kwargs: Any,
    ) -> Symbol:
        """Return where the least element is along ``axis`` (of the flattened array if None); of ties, the first."""
    def argsort(
        self,
        axis: int | None = ...,
        is_ascend: bool | Literal[0, 1] = ...,
        dtype: Any = ...,
        name: str | None = ...,
        attr: dict[str, str] | None = ...,
        out: Any = ...,
        **kwargs: Any,
    ) -> Symbol:
        """Return the positions, of type ``dtype``, that sort ``data`` along ``axis`` (or flattened). No gradient passes."""
    def as_in_context(self, *args: Any, **kwargs: Any) -> Symbol:
        """Refuse: ``as_in_context`` needs values, which a symbol has not (``bind`` it, or ``eval``)."""
    def asnumpy(self, *args: Any, **kwargs: Any) -> Symbol:
        """Refuse: ``asnumpy`` needs values, which a symbol has not (``bind`` it, or ``eval``)."""
    def asscalar(self, *args: Any, **kwargs: Any) -> Symbol:
        """Refuse: ``asscalar`` needs values, which a symbol has not (``bind`` it, or ``eval``)."""
    def backward(self, *args: Any, **kwargs: Any) -> Symbol:
        """Refuse: ``backward`` needs values, which a symbol has not (``bind`` it, or ``eval``)."""
    def broadcast_axes(
        self,
        axis: int | Sequence[int] = ...,
        size: int | Sequence[int] = ...,
        name: str | None = ...,
        attr: dict[str, str] | None = ...,
        out: Any = ...,
        **kwargs: Any,
    ) -> Symbol:
        """Return ``data`` with axes of length 1 repeated to the lengths in ``size``."""
    def broadcast_like(
        self,
        rhs: Symbol | None = ...,
        lhs_axes: int | Sequence[int] | None = ...,
        rhs_axes: int | Sequence[int] | None = ...,
        name: str | None = ...,
        attr: dict[str, str] | None = ...,
        out: Any = ...,
        **kwargs: Any,
    ) -> Symbol:
        """Return ``lhs`` with axes of length 1 repeated to those of ``rhs``, or only ``lhs_axes`` to ``rhs_axes``."""
    def broadcast_to(
        self,
        shape: int | Sequence[int] = ...,
        name: str | None = ...,
        attr: dict[str, str] | None = ...,
        out: Any = ...,
        **kwargs: Any,
    ) -> Symbol:
        """Return ``data`` with axes of length 1 repeated to make ``shape``; a 0 there keeps a length."""
    def cbrt(self, name: str | None = ..., attr: dict[str, str] | None = ..., out: Any = ..., **kwargs: Any) -> Symbol:
        """Return ``the cube root of x`` for every element x."""
    def ceil(self, name: str | None = ..., attr: dict[str, str] | None = ..., out: Any = ..., **kwargs: Any) -> Symbol:
        """Return ``the least integer not below x`` for every element x."""
    def clip(
        self,
        a_min: float = ...,
        a_max: float = ...,
        name: str | None = ...,
        attr: dict[str, str] | None = ...,
        out: Any = ...,
        **kwargs: Any,
    ) -> Symbol:
        """Return ``data`` with values below ``a_min`` raised to it and those above ``a_max`` lowered to that."""
    def copy(self, *args: Any, **kwargs: Any) -> Symbol:
        """Refuse: ``copy`` needs values, which a symbol has not (``bind`` it, or ``eval``)."""
    def cos(self, name: str | None = ..., attr: dict[str, str] | None = ..., out: Any = ..., **kwargs: Any) -> Symbol:
        """Return ``cos(x), x in radians`` for every element x."""
    def cosh(self, name: str | None = ..., attr: dict[str, str] | None = ..., out: Any = ..., **kwargs: Any) -> Symbol:
        """Return ``(e ** x + e ** -x) / 2`` for every element x."""
    def degrees(self, name: str | None = ..., attr: dict[str, str] | None = ..., out: Any = ..., **kwargs: Any) -> Symbol:
        """Return ``x * 180 / pi`` for every element x."""
    def depth_to_space(
        self,
        block_size: int = ...,
        name: str | None = ...,
        attr: dict[str, str] | None = ...,
        out: Any = ...,
        **kwargs: Any,
    ) -> Symbol:
        """Return ``(N, C, H, W)`` as ``(N, C / b**2, H * b, W * b)``, channels laid out in blocks of b x b pixels."""
    def detach(self, *args: Any, **kwargs: Any) -> Symbol:
        """Refuse: ``detach`` needs values, which a symbol has not (``bind`` it, or ``eval``)."""
    def exp(self, name: str | None = ..., attr: dict[str, str] | None = ..., out: Any = ..., **kwargs: Any) -> Symbol:
        """Return ``e ** x`` for every element x."""
    def expm1(self, name: str | None = ..., attr: dict[str, str] | None = ..., out: Any = ..., **kwargs: Any) -> Symbol:
        """Return ``e ** x - 1`` for every element x."""
    def fix(self, name: str | None = ..., attr: dict[str, str] | None = ..., out: Any = ..., **kwargs: Any) -> Symbol:
        """Return ``x rounded towards zero`` for every element x."""
    def flip(
        self,
        axis: int | Sequence[int] = ...,
        name: str | None = ...,
        attr: dict[str, str] | None = ...,
        out: Any = ...,
        **kwargs: Any,
    ) -> Symbol:
        """Return ``data`` with the order of its elements reversed along the axes ``axis``."""
    def floor(self, name: str | None = ..., attr: dict[str, str] | None = ..., out: Any = ..., **kwargs: Any) -> Symbol:
        """Return ``the greatest integer not above x`` for every element x."""
    def log(self, name: str | None = ..., attr: dict[str, str] | None = ..., out: Any = ..., **kwargs: Any) -> Symbol:
        """Return ``the natural logarithm of x`` for every element x."""
    def log10(self, name: str | None = ..., attr: dict[str, str] | None = ..., out: Any = ..., **kwargs: Any) -> Symbol:
        """Return ``the logarithm of x to base 10`` for every element x."""
    def log1p(self, name: str | None = ..., attr: dict[str, str] | None = ..., out: Any = ..., **kwargs: Any) -> Symbol:
        """Return ``log(1 + x)`` for every element x."""
    def log2(self, name: str | None = ..., attr: dict[str, str] | None = ..., out: Any = ..., **kwargs: Any) -> Symbol:
        """Return ``the logarithm of x to base 2`` for every element x."""
    def log_softmax(
        self,
        axis: int = ...,
        temperature: float | None = ...,
        dtype: Literal['float16', 'float32', 'float64'] | None = ...,
        use_length: bool | Literal[0, 1] | None = ...,
        name: str | None = ...,
        attr: dict[str, str] | None = ...,
        out: Any = ...,
        **kwargs: Any,
    ) -> Symbol:
        """Return the logarithm of ``softmax(data / temperature)`` along ``axis``. ``use_length`` must be false."""
    def max(
        self,
        axis: int | Sequence[int] | None = ...,
        keepdims: bool | Literal[0, 1] = ...,
        exclude: bool | Literal[0, 1] = ...,
        name: str | None = ...,
        attr: dict[str, str] | None = ...,
        out: Any = ...,
        **kwargs: Any,
    ) -> Symbol:
        """Return the greatest element over ``axis``."""
    def mean(
        self,
        axis: int | Sequence[int] | None = ...,
        keepdims: bool | Literal[0, 1] = ...,
        exclude: bool | Literal[0, 1] = ...,
        name: str | None = ...,
        attr: dict[str, str] | None = ...,
        out: Any = ...,
        **kwargs: Any,
    ) -> Symbol:
        """Return the mean over ``axis``."""
    def min(
        self,
        axis: int | Sequence[int] | None = ...,
        keepdims: bool | Literal[0, 1] = ...,
        exclude: bool | Literal[0, 1] = ...,
        name: str | None = ...,
        attr: dict[str, str] | None = ...,
        out: Any = ...,
        **kwargs: Any,
    ) -> Symbol:
        """Return the least element over ``axis``."""
    def nanprod(
        self,
        axis: int | Sequence[int] | None = ...,
        keepdims: bool | Literal[0, 1] = ...,
        exclude: bool | Literal[0, 1] = ...,
        name: str | None = ...,
        attr: dict[str, str] | None = ...,
        out: Any = ...,
        **kwargs: Any,
    ) -> Symbol:
        """Return the product of what is not NaN over ``axis``."""
    def nansum(
        self,
        axis: int | Sequence[int] | None = ...,
        keepdims: bool | Literal[0, 1] = ...,
        exclude: bool | Literal[0, 1] = ...,
        name: str | None = ...,
        attr: dict[str, str] | None = ...,
        out: Any = ...,
        **kwargs: Any,
    ) -> Symbol:
        """Return the sum of what is not NaN over ``axis``."""
    def norm(
        self,
        ord: int = ...,
        axis: int | Sequence[int] | None = ...,
        out_dtype: Any | None = ...,
        keepdims: bool | Literal[0, 1] = ...,
        name: str | None = ...,
        attr: dict[str, str] | None = ...,
        out: Any = ...,
        **kwargs: Any,
    ) -> Symbol:
        """Return the sum of magnitudes (``ord=1``) or the root of the sum of squares (``ord=2``) over ``axis``."""
    def one_hot(
        self,
        depth: int = ...,
        on_value: float = ...,
        off_value: float = ...,
        dtype: Any = ...,
        name: str | None = ...,
        attr: dict[str, str] | None = ...,
        out: Any = ...,
        **kwargs: Any,
    ) -> Symbol:
        """Return an array with a new last axis of length ``depth``: ``on_value`` at the index, ``off_value`` elsewhere."""
    def ones_like(self, name: str | None = ..., attr: dict[str, str] | None = ..., out: Any = ..., **kwargs: Any) -> Symbol:
        """Return 1 for every element x."""
    def pad(
        self,
        mode: Literal['constant', 'edge', 'reflect'] = ...,
        pad_width: int | Sequence[int] = ...,
        constant_value: float = ...,
        name: str | None = ...,
        attr: dict[str, str] | None = ...,
        out: Any = ...,
        **kwargs: Any,
    ) -> Symbol:
        """Return ``data``, of shape ``(N, C, H, W)`` or ``(N, C, D, H, W)``, with padding around its space."""
    def pick(
        self,
        index: Symbol | None = ...,
        axis: int | None = ...,
        keepdims: bool | Literal[0, 1] = ...,
        mode: Literal['clip', 'wrap'] = ...,
        name: str | None = ...,
        attr: dict[str, str] | None = ...,
        out: Any = ...,
        **kwargs: Any,
    ) -> Symbol:
        """Return one element along ``axis`` for every index: ``data[i, index[i]]`` for the last axis of a matrix."""
    def prod(
        self,
        axis: int | Sequence[int] | None = ...,
        keepdims: bool | Literal[0, 1] = ...,
        exclude: bool | Literal[0, 1] = ...,
        name: str | None = ...,
        attr: dict[str, str] | None = ...,
        out: Any = ...,
        **kwargs: Any,
    ) -> Symbol:
        """Return the product over ``axis``."""
    def radians(self, name: str | None = ..., attr: dict[str, str] | None = ..., out: Any = ..., **kwargs: Any) -> Symbol:
        """Return ``x * pi / 180`` for every element x."""
    def rcbrt(self, name: str | None = ..., attr: dict[str, str] | None = ..., out: Any = ..., **kwargs: Any) -> Symbol:
        """Return ``1 / the cube root of x`` for every element x."""
    def reciprocal(
        self,
        name: str | None = ...,
        attr: dict[str, str] | None = ...,
        out: Any = ...,
        **kwargs: Any,
    ) -> Symbol:
        """Return ``1 / x`` for every element x."""
    def relu(self, name: str | None = ..., attr: dict[str, str] | None = ..., out: Any = ..., **kwargs: Any) -> Symbol:
        """Return ``max(x, 0)`` for every element x."""
    def repeat(
        self,
        repeats: int = ...,
        axis: int | None = ...,
        name: str | None = ...,
        attr: dict[str, str] | None = ...,
        out: Any = ...,
        **kwargs: Any,
    ) -> Symbol:
        """Return every element ``repeats`` times in a row, along ``axis`` or of the flattened array where it is None."""
    def reshape_like(
        self,
        rhs: Symbol | None = ...,
        lhs_begin: int | None = ...,
        lhs_end: int | None = ...,
        rhs_begin: int | None = ...,
        rhs_end: int | None = ...,
        name: str | None = ...,
        attr: dict[str, str] | None = ...,
        out: Any = ...,
        **kwargs: Any,
    ) -> Symbol:
        """Return ``lhs`` with its axes ``lhs_begin ... lhs_end - 1`` in place of ``rhs``'s ``rhs_begin ... rhs_end - 1``."""
    def rint(self, name: str | None = ..., attr: dict[str, str] | None = ..., out: Any = ..., **kwargs: Any) -> Symbol:
        """Return ``the integer nearest to x, of two the lower`` for every element x."""
    def round(self, name: str | None = ..., attr: dict[str, str] | None = ..., out: Any = ..., **kwargs: Any) -> Symbol:
        """Return ``the integer nearest to x, of two the one farther from zero`` for every element x."""
    def rsqrt(self, name: str | None = ..., attr: dict[str, str] | None = ..., out: Any = ..., **kwargs: Any) -> Symbol:
        """Return ``1 / sqrt(x)`` for every element x."""
    def shape_array(
        self,
        name: str | None = ...,
        attr: dict[str, str] | None = ...,
        out: Any = ...,
        **kwargs: Any,
    ) -> Symbol:
        """Return the shape of ``data`` as a vector of int64."""
    def sigmoid(self, name: str | None = ..., attr: dict[str, str] | None = ..., out: Any = ..., **kwargs: Any) -> Symbol:
        """Return ``1 / (1 + e ** -x)`` for every element x."""
    def sign(self, name: str | None = ..., attr: dict[str, str] | None = ..., out: Any = ..., **kwargs: Any) -> Symbol:
        """Return ``-1, 0 or 1 by the sign of x`` for every element x."""
    def sin(self, name: str | None = ..., attr: dict[str, str] | None = ..., out: Any = ..., **kwargs: Any) -> Symbol:
        """Return ``sin(x), x in radians`` for every element x."""
    def sinh(self, name: str | None = ..., attr: dict[str, str] | None = ..., out: Any = ..., **kwargs: Any) -> Symbol:
        """Return ``(e ** x - e ** -x) / 2`` for every element x."""
    def size_array(
        self,
        name: str | None = ...,
        attr: dict[str, str] | None = ...,
        out: Any = ...,
        **kwargs: Any,
    ) -> Symbol:
        """Return the number of elements of ``data`` as one int64, shape (1,)."""
    def slice(
        self,
        begin: int | Sequence[int | None] = ...,
        end: int | Sequence[int | None] = ...,
        step: int | Sequence[int | None] | None = ...,
        name: str | None = ...,
        attr: dict[str, str] | None = ...,
        out: Any = ...,
        **kwargs: Any,
    ) -> Symbol:
        """Return ``data[begin[0]:end[0]:step[0], ...]``, read as Python reads slices; None leaves a limit open."""
    def slice_axis(
        self,
        axis: int = ...,
        begin: int = ...,
        end: int | None = ...,
        name: str | None = ...,
        attr: dict[str, str] | None = ...,
        out: Any = ...,
        **kwargs: Any,
    ) -> Symbol:
        """Return the part of ``data`` from ``begin`` to below ``end`` (None: to the end) along one axis."""
    def slice_like(
        self,
        shape_like: Symbol | None = ...,
        axes: int | Sequence[int] | None = ...,
        name: str | None = ...,
        attr: dict[str, str] | None = ...,
        out: Any = ...,
        **kwargs: Any,
    ) -> Symbol:
        """Return the first part of ``data``, as long as ``shape_like`` along ``axes`` (all for (), none for None)."""
    def softmax(
        self,
        length: Symbol | None = ...,
        axis: int = ...,
        temperature: float | None = ...,
        dtype: Literal['float16', 'float32', 'float64'] | None = ...,
        use_length: bool | Literal[0, 1] | None = ...,
        name: str | None = ...,
        attr: dict[str, str] | None = ...,
        out: Any = ...,
        **kwargs: Any,
    ) -> Symbol:
        """Return ``exp(x/t) / sum(exp(x/t))`` along an axis, t the temperature: positive numbers whose sum is 1."""
    def softmin(
        self,
        axis: int = ...,
        temperature: float | None = ...,
        dtype: Literal['float16', 'float32', 'float64'] | None = ...,
        use_length: bool | Literal[0, 1] | None = ...,
        name: str | None = ...,
        attr: dict[str, str] | None = ...,
        out: Any = ...,
        **kwargs: Any,
    ) -> Symbol:
        """Return ``softmax(-data / temperature)`` along ``axis``. ``use_length`` must be false."""
    def sort(
        self,
        axis: int | None = ...,
        is_ascend: bool | Literal[0, 1] = ...,
        name: str | None = ...,
        attr: dict[str, str] | None = ...,
        out: Any = ...,
        **kwargs: Any,
    ) -> Symbol:
        """Return ``data`` sorted along ``axis``, or flattened and sorted where it is None."""
    def space_to_depth(
        self,
        block_size: int = ...,
        name: str | None = ...,
        attr: dict[str, str] | None = ...,
        out: Any = ...,
        **kwargs: Any,
    ) -> Symbol:
        """Return ``(N, C, H, W)`` as ``(N, C * b**2, H / b, W / b)``: the inverse of ``depth_to_space``."""
    def split(
        self,
        num_outputs: int = ...,
        axis: int = ...,
        squeeze_axis: bool | Literal[0, 1] = ...,
        name: str | None = ...,
        attr: dict[str, str] | None = ...,
        out: Any = ...,
        **kwargs: Any,
    ) -> Symbol:
        """Return ``data`` cut into ``num_outputs`` equal parts along ``axis``, without that axis if ``squeeze_axis``."""
    def sqrt(self, name: str | None = ..., attr: dict[str, str] | None = ..., out: Any = ..., **kwargs: Any) -> Symbol:
        """Return ``sqrt(x)`` for every element x."""
    def square(self, name: str | None = ..., attr: dict[str, str] | None = ..., out: Any = ..., **kwargs: Any) -> Symbol:
        """Return ``x * x`` for every element x."""
    def sum(
        self,
        axis: int | Sequence[int] | None = ...,
        keepdims: bool | Literal[0, 1] = ...,
        exclude: bool | Literal[0, 1] = ...,
        name: str | None = ...,
        attr: dict[str, str] | None = ...,
        out: Any = ...,
        **kwargs: Any,
    ) -> Symbol:
        """Return the sum over ``axis``."""
    def swapaxes(
        self,
        dim1: int = ...,
        dim2: int = ...,
        name: str | None = ...,
        attr: dict[str, str] | None = ...,
        out: Any = ...,
        **kwargs: Any,
    ) -> Symbol:
        """Return ``data`` with two axes exchanged."""
    def take(
        self,
        indices: Symbol | None = ...,
        axis: int = ...,
        mode: Literal['clip', 'raise', 'wrap'] = ...,
        name: str | None = ...,
        attr: dict[str, str] | None = ...,
        out: Any = ...,
        **kwargs: Any,
    ) -> Symbol:
        """Return the slices of ``a`` at ``indices`` along ``axis``, which makes way for the axes of ``indices``."""
    def tan(self, name: str | None = ..., attr: dict[str, str] | None = ..., out: Any = ..., **kwargs: Any) -> Symbol:
        """Return ``tan(x), x in radians`` for every element x."""
    def tanh(self, name: str | None = ..., attr: dict[str, str] | None = ..., out: Any = ..., **kwargs: Any) -> Symbol:
        """Return ``sinh(x) / cosh(x)`` for every element x."""
    def tile(
        self,
        reps: int | Sequence[int] | None = ...,
        name: str | None = ...,
        attr: dict[str, str] | None = ...,
        out: Any = ...,
        **kwargs: Any,
    ) -> Symbol:
        """Return ``data`` laid out ``reps[i]`` times along axis i; missing axes are added in front, as NumPy does."""
    def topk(
        self,
        axis: int | None = ...,
        k: int = ...,
        ret_typ: Literal['both', 'indices', 'mask', 'value'] = ...,
        is_ascend: bool | Literal[0, 1] = ...,
        dtype: Any = ...,
        name: str | None = ...,
        attr: dict[str, str] | None = ...,
        out: Any = ...,
        **kwargs: Any,
    ) -> Symbol:
        """Return the ``k`` greatest elements along ``axis`` (least, if ``is_ascend``), best first; k < 1 means all."""
    def transpose(
        self,
        axes: int | Sequence[int] = ...,
        name: str | None = ...,
        attr: dict[str, str] | None = ...,
        out: Any = ...,
        **kwargs: Any,
    ) -> Symbol:
        """Return ``data`` with its axes in the order ``axes``, reversed where that is empty."""
    def trunc(self, name: str | None = ..., attr: dict[str, str] | None = ..., out: Any = ..., **kwargs: Any) -> Symbol:
        """Return ``x without its fraction`` for every element x."""
    def wait_to_read(self, *args: Any, **kwargs: Any) -> Symbol:
        """Refuse: ``wait_to_read`` needs values, which a symbol has not (``bind`` it, or ``eval``)."""
    def zeros_like(
        self,
        name: str | None = ...,
        attr: dict[str, str] | None = ...,
        out: Any = ...,
        **kwargs: Any,
    ) -> Symbol:
        """Return 0 for every element x."""
class NumpySymbolMethods(Symbol):
    @property
    def T(self) -> _Symbol:
        """The array with its axes reversed."""
    def __add__(self, other: Any) -> _Symbol:
        ...
    def __and__(self, other: Any) -> _Symbol:
        """Return ``mx.np.bitwise_and(self, other)``."""
    def __eq__(self, other: Any) -> _Symbol:
        ...
    def __floordiv__(self, other: Any) -> _Symbol:
        ...
    def __ge__(self, other: Any) -> _Symbol:
        ...
    def __gt__(self, other: Any) -> _Symbol:
        ...
    def __invert__(self) -> _Symbol:
        ...
    def __le__(self, other: Any) -> _Symbol:
        ...
    def __lshift__(self, other: Any) -> _Symbol:
        ...
    def __lt__(self, other: Any) -> _Symbol:
        ...
    def __matmul__(self, other: Any) -> _Symbol:
        ...
    def __mod__(self, other: Any) -> _Symbol:
        ...
    def __mul__(self, other: Any) -> _Symbol:
        ...
    def __ne__(self, other: Any) -> _Symbol:
        ...
    def __or__(self, other: Any) -> _Symbol:
        """Return ``mx.np.bitwise_or(self, other)``."""
    def __pow__(self, other: Any) -> _Symbol:
        ...
    def __radd__(self, other: Any) -> _Symbol:
        ...
    def __rfloordiv__(self, other: Any) -> _Symbol:
        ...
    def __rlshift__(self, other: Any) -> _Symbol:
        ...
    def __rmatmul__(self, other: Any) -> _Symbol:
        ...
    def __rmod__(self, other: Any) -> _Symbol:
        ...
    def __rmul__(self, other: Any) -> _Symbol:
        ...
    def __rpow__(self, other: Any) -> _Symbol:
        ...
    def __rrshift__(self, other: Any) -> _Symbol:
        ...
    def __rshift__(self, other: Any) -> _Symbol:
        ...
    def __rsub__(self, other: Any) -> _Symbol:
        ...
    def __rtruediv__(self, other: Any) -> _Symbol:
        ...
    def __sub__(self, other: Any) -> _Symbol:
        ...
    def __truediv__(self, other: Any) -> _Symbol:
        ...
    def __xor__(self, other: Any) -> _Symbol:
        """Return ``mx.np.bitwise_xor(self, other)``."""
    abs: None
    def all(self, axis: Any = ..., out: Any = ..., keepdims: Any = ...) -> _Symbol:
        """Return whether no element is 0 over ``axis``."""
    def any(self, axis: Any = ..., out: Any = ..., keepdims: Any = ...) -> _Symbol:
        """Return whether any element is not 0 over ``axis``."""
    arccos: None
    arccosh: None
    arcsin: None
    arcsinh: None
    arctan: None
    arctanh: None
    def argmax(self, axis: Any = ..., out: Any = ..., keepdims: Any = ...) -> _Symbol:
        """Return the place of the first greatest element along ``axis``."""
    argmax_channel: None
    def argmin(self, axis: Any = ..., out: Any = ..., keepdims: Any = ...) -> _Symbol:
        """Return the place of the first least element along ``axis``."""
    def argsort(
        self,
        axis: Any = ...,
        kind: Any = ...,
        order: Any = ...,
        *,
        descending: Any = ...,
        stable: Any = ...,
    ) -> _Symbol:
        """Return the positions that sort the array along ``axis``."""
    def astype(self, dtype: Any, order: Any = ..., casting: Any = ..., subok: Any = ..., copy: Any = ...) -> _Symbol:
        """Return the values in another data type."""
    broadcast_axes: None
    broadcast_like: None
    cbrt: None
    ceil: None
    def clip(self, min: Any = ..., max: Any = ..., out: Any = ...) -> _Symbol:
        """Return the array with values below ``min`` raised to it and those above ``max`` lowered to that."""
    cos: None
    cosh: None
    def cumsum(self, axis: Any = ..., dtype: Any = ..., out: Any = ...) -> _Symbol:
        """Return the sums of the elements up to each along ``axis``."""
    degrees: None
    depth_to_space: None
    diag: None
    def diagonal(self, offset: Any = ..., axis1: Any = ..., axis2: Any = ...) -> _Symbol:
        """Return the diagonals over two axes, as the last axis, the others before it."""
    def dot(self, b: Any, out: Any = ...) -> _Symbol:
        """Return the dot product with ``b``, see :func:`mxnet.np.dot`."""
    exp: None
    expand_dims: None
    expm1: None
    fix: None
    def flatten(self, order: Any = ...) -> _Symbol:
        """Return the array with one axis, row by row."""
    flip: None
    floor: None
    log: None
    log10: None
    log1p: None
    log2: None
    log_softmax: None
    def max(self, axis: Any = ..., out: Any = ..., keepdims: Any = ...) -> _Symbol:
        """Return the greatest element over ``axis``."""
    def mean(self, axis: Any = ..., dtype: Any = ..., out: Any = ..., keepdims: Any = ...) -> _Symbol:
        """Return the mean over ``axis``."""
    def min(self, axis: Any = ..., out: Any = ..., keepdims: Any = ...) -> _Symbol:
        """Return the least element over ``axis``."""
    nanprod: None
    nansum: None
    norm: None
    one_hot: None
    ones_like: None
    pad: None
    pick: None
    def prod(self, axis: Any = ..., dtype: Any = ..., out: Any = ..., keepdims: Any = ...) -> _Symbol:
        """Return the product over ``axis``."""
    radians: None
    rcbrt: None
    reciprocal: None
    relu: None
    def repeat(self, repeats: Any, axis: Any = ...) -> _Symbol:
        """Return the array with every element, or slice along ``axis``, repeated."""
    def reshape(self, *args: Any, **kwargs: Any) -> _Symbol:
        """Return the array in another shape, with the same elements in the order of rows."""
    rint: None
    def round(self, decimals: Any = ..., out: Any = ..., **kwargs: Any) -> _Symbol:
        """Return the array rounded to so many decimals, halves to the even neighbour."""
    rsqrt: None
    shape_array: None
    sigmoid: None
    sign: None
    sin: None
    sinh: None
    size_array: None
    slice: None
    slice_axis: None
    slice_like: None
    softmax: None
    softmin: None
    def sort(self, axis: Any = ..., kind: Any = ..., order: Any = ...) -> _Symbol:
        """Raise TypeError: arrays are not sorted in place; use ``mx.np.sort``, as MXNet 2's method does."""
    space_to_depth: None
    split: None
    split_v2: None
    sqrt: None
    square: None
    def squeeze(self, axis: Any = ...) -> _Symbol:
        """Return the array without its axes of length 1, or without those given."""
    def std(self, axis: Any = ..., dtype: Any = ..., out: Any = ..., ddof: Any = ..., keepdims: Any = ...) -> _Symbol:
        """Return the standard deviation over ``axis``."""
    def sum(self, axis: Any = ..., dtype: Any = ..., out: Any = ..., keepdims: Any = ...) -> _Symbol:
        """Return the sum over ``axis``."""
    def swapaxes(self, axis1: Any, axis2: Any) -> _Symbol:
        """Return the array with two axes exchanged."""
    def take(self, indices: Any, axis: Any = ..., mode: Any = ...) -> _Symbol:
        """Return the elements at ``indices`` along ``axis``."""
    tan: None
    tanh: None
    tile: None
    topk: None
    def transpose(self, *axes: Any) -> _Symbol:
        """Return the array with its axes in another order."""
    trunc: None
    def var(self, axis: Any = ..., dtype: Any = ..., out: Any = ..., ddof: Any = ..., keepdims: Any = ...) -> _Symbol:
        """Return the variance over ``axis``."""
    zeros_like: None

# Written by scripts/write_stubs.py from the registry of operators: do not edit.
from collections.abc import Sequence
from typing import Any, Literal

from ..ndarray.numpy.multiarray import ndarray

def abs(x: Any, out: Any = ..., **kwargs: Any) -> ndarray:
    """Return ``|x|`` for every element x."""
def absolute(x: Any, out: Any = ..., **kwargs: Any) -> ndarray:
    """Return ``|x|`` for every element x."""
def acos(x: Any, out: Any = ..., **kwargs: Any) -> ndarray:
    """Return ``the angle in [0, pi] whose cosine is x`` for every element x."""
def acosh(x: Any, out: Any = ..., **kwargs: Any) -> ndarray:
    """Return ``the inverse of cosh at x`` for every element x."""
def add(x1: Any, x2: Any, out: Any = ..., **kwargs: Any) -> ndarray:
    """Return ``x1 + x2``, element by element."""
def all(a: Any, axis: Any = ..., keepdims: Any = ..., out: Any = ...) -> ndarray:
    """Return whether no element over ``axis`` is 0."""
def allclose(a: Any, b: Any, rtol: Any = ..., atol: Any = ..., equal_nan: Any = ...) -> Any:
    """Return whether all elements are close, see :func:`isclose`: a bool, of symbols a symbol."""
def alltrue(a: Any, axis: Any = ..., out: Any = ..., keepdims: Any = ..., *, where: Any = ...) -> ndarray:
    """Return whether all elements over ``axis`` are true: the old name of :func:`all`."""
def amax(a: Any, axis: Any = ..., keepdims: Any = ..., out: Any = ...) -> ndarray:
    """Return the greatest element over ``axis``. All elements that are the greatest share the gradient whole."""
def amin(a: Any, axis: Any = ..., keepdims: Any = ..., out: Any = ...) -> ndarray:
    """Return the least element over ``axis``. All elements that are the least share the gradient whole."""
def angle(z: Any, deg: Any = ...) -> ndarray:
    """Return the angles of complex numbers to the real axis, in radians, or in degrees."""
def any(a: Any, axis: Any = ..., keepdims: Any = ..., out: Any = ...) -> ndarray:
    """Return whether any element over ``axis`` is not 0."""
def append(arr: Any, values: Any, axis: Any = ...) -> ndarray:
    """Return ``values`` joined to the end of ``arr`` along ``axis``; both flat, where that is None."""
def apply_along_axis(func1d: Any, axis: Any, arr: Any, *args: Any, **kwargs: Any) -> ndarray:
    """Return what a function gives for each of the vectors along ``axis``."""
def apply_over_axes(func: Any, a: Any, axes: Any) -> ndarray:
    """Return what a reduction gives that is applied over one axis after the other."""
def arange(
    start: Any,
    stop: Any = ...,
    step: Any = ...,
    dtype: Any = ...,
    ctx: Any = ...,
    device: Any = ...,
) -> ndarray:
    """Return ``start, start + step, ...`` below ``stop``; with one argument, ``0, 1, ...`` below that."""
def arccos(x: Any, out: Any = ..., **kwargs: Any) -> ndarray:
    """Return ``the angle in [0, pi] whose cosine is x`` for every element x."""
def arccosh(x: Any, out: Any = ..., **kwargs: Any) -> ndarray:
    """Return ``the inverse of cosh at x`` for every element x."""
def arcsin(x: Any, out: Any = ..., **kwargs: Any) -> ndarray:
    """Return ``the angle in [-pi/2, pi/2] whose sine is x`` for every element x."""
def arcsinh(x: Any, out: Any = ..., **kwargs: Any) -> ndarray:
    """Return ``the inverse of sinh at x`` for every element x."""
def arctan(x: Any, out: Any = ..., **kwargs: Any) -> ndarray:
    """Return ``the angle in (-pi/2, pi/2) whose tangent is x`` for every element x."""
def arctan2(x1: Any, x2: Any, out: Any = ..., **kwargs: Any) -> ndarray:
    """Return ``the angle of the point (x2, x1) to the first axis, in radians``, element by element."""
def arctanh(x: Any, out: Any = ..., **kwargs: Any) -> ndarray:
    """Return ``the inverse of tanh at x`` for every element x."""
def argmax(a: Any, axis: Any = ..., out: Any = ..., keepdims: Any = ...) -> ndarray:
    """Return the place of the first greatest element along ``axis``."""
def argmin(a: Any, axis: Any = ..., out: Any = ..., keepdims: Any = ...) -> ndarray:
    """Return the place of the first least element along ``axis``."""
def argpartition(a: Any, kth: Any, axis: Any = ..., kind: Any = ..., order: Any = ...) -> ndarray:
    """Return the positions that would part ``a`` at an element as :func:`partition` does."""
def argsort(
    a: Any,
    axis: Any = ...,
    kind: Any = ...,
    order: Any = ...,
    *,
    descending: Any = ...,
    stable: Any = ...,
) -> ndarray:
    """Return the positions, int64, that sort ``a`` along ``axis``, in the flat array where that is None."""
def argwhere(a: Any) -> ndarray:
    """Return the places of the elements that are not 0, one row each, as int64."""
def around(x: Any, decimals: Any = ..., out: Any = ..., **kwargs: Any) -> ndarray:
    """Return ``x`` rounded to so many decimals, halves to the even neighbour; ``out`` receives the result."""
def array2string(a: Any, *args: Any, **kwargs: Any) -> ndarray:
    """Return an array's elements as text, in the form that the arguments say."""
def array_equal(a1: Any, a2: Any, equal_nan: Any = ...) -> Any:
    """Return whether two arrays have one shape and the same elements: a bool, of symbols a symbol."""
def array_equiv(a1: Any, a2: Any) -> Any:
    """Return whether two arrays, broadcast to one shape, have the same elements: a bool, of symbols a symbol."""
def array_repr(a: Any, *args: Any, **kwargs: Any) -> ndarray:
    """Return the text that NumPy shows for an array: with its dtype."""
def array_split(ary: Any, indices_or_sections: Any, axis: Any = ...) -> Any:
    """Return a list of parts along ``axis`` as :func:`split`; where it does not divide, the first ones are longer."""
def array_str(a: Any, *args: Any, **kwargs: Any) -> ndarray:
    """Return the text that is printed of an array: its elements."""
def asin(x: Any, out: Any = ..., **kwargs: Any) -> ndarray:
    """Return ``the angle in [-pi/2, pi/2] whose sine is x`` for every element x."""
def asinh(x: Any, out: Any = ..., **kwargs: Any) -> ndarray:
    """Return ``the inverse of sinh at x`` for every element x."""
def astype(x: Any, dtype: Any, copy: Any = ...) -> ndarray:
    """Return the values in another data type, the array itself where it has that type and ``copy`` is False."""
def atan(x: Any, out: Any = ..., **kwargs: Any) -> ndarray:
    """Return ``the angle in (-pi/2, pi/2) whose tangent is x`` for every element x."""
def atan2(x1: Any, x2: Any, out: Any = ..., **kwargs: Any) -> ndarray:
    """Return ``the angle of the point (x2, x1) to the first axis, in radians``, element by element."""
def atanh(x: Any, out: Any = ..., **kwargs: Any) -> ndarray:
    """Return ``the inverse of tanh at x`` for every element x."""
def atleast_1d(*arys: Any) -> Any:
    """Return the arrays with at least 1 axes, new ones put where NumPy puts them."""
def atleast_2d(*arys: Any) -> Any:
    """Return the arrays with at least 2 axes, new ones put where NumPy puts them."""
def atleast_3d(*arys: Any) -> Any:
    """Return the arrays with at least 3 axes, new ones put where NumPy puts them."""
def average(a: Any, axis: Any = ..., weights: Any = ..., returned: Any = ..., out: Any = ...) -> Any:
    """Return the mean over ``axis`` weighted by ``weights``; with ``returned`` also the sum of the weights."""
def bartlett(M: Any) -> ndarray:
    """Return the Bartlett window of ``M`` points, a triangle that is 0 at both ends."""
def base_repr(number: Any, base: Any = ..., padding: Any = ...) -> ndarray:
    """Return a string representation of a number in the given base system."""
def binary_repr(num: Any, width: Any = ...) -> ndarray:
    """Return the binary representation of the input number as a string."""
def bincount(x: Any, weights: Any = ..., minlength: Any = ...) -> ndarray:
    """Return how often each integer from 0 on occurs in the vector ``x``, or the sum of the weights there."""
def bitwise_and(x1: Any, x2: Any, out: Any = ..., **kwargs: Any) -> ndarray:
    """Return ``x1 & x2``, element by element."""
def bitwise_invert(x: Any, out: Any = ..., **kwargs: Any) -> ndarray:
    """Return ``~x`` for every element x."""
def bitwise_left_shift(x1: Any, x2: Any, out: Any = ...) -> ndarray:
    """Return ``x1 << x2``, element by element."""
def bitwise_not(x: Any, out: Any = ..., **kwargs: Any) -> ndarray:
    """Return ``~x`` for every element x."""
def bitwise_or(x1: Any, x2: Any, out: Any = ..., **kwargs: Any) -> ndarray:
    """Return ``x1 | x2``, element by element."""
def bitwise_right_shift(x1: Any, x2: Any, out: Any = ...) -> ndarray:
    """Return ``x1 >> x2``, element by element."""
def bitwise_xor(x1: Any, x2: Any, out: Any = ..., **kwargs: Any) -> ndarray:
    """Return ``x1 ^ x2``, element by element."""
def blackman(M: Any, dtype: Any = ..., ctx: Any = ..., device: Any = ...) -> ndarray:
    """Return the blackman window: ``0.42 - 0.5 * cos(t) + 0.08 * cos(2 * t)`` with ``t = 2 * pi * n / (M - 1)`` for n from 0 to M - 1."""
def block(arrays: Any) -> ndarray:
    """Return an array put together of nested lists of blocks: the innermost are joined along the last axis."""
def broadcast_arrays(*args: Any) -> ndarray:
    """Return the arrays broadcast to the shape that all of them fit, a list; ValueError where there is none."""
def broadcast_shapes(*args: Any) -> ndarray:
    """Broadcast the input shapes into a single shape."""
def broadcast_to(array: Any, shape: Any) -> ndarray:
    """Return ``array``, or a number, broadcast to ``shape``."""
def cbrt(x: Any, out: Any = ..., **kwargs: Any) -> ndarray:
    """Return ``the cube root of x`` for every element x."""
def ceil(x: Any, out: Any = ..., **kwargs: Any) -> ndarray:
    """Return ``the least integer not below x`` for every element x."""
def choose(a: Any, choices: Any, out: Any = ..., mode: Any = ...) -> ndarray:
    """Return an array whose elements are picked from several arrays: element i from ``choices[a[i]]``."""
def clip(a: Any, a_min: Any, a_max: Any, out: Any = ...) -> ndarray:
    """Return ``a`` with values below ``a_min`` raised to it and those above ``a_max`` lowered to that."""
def column_stack(tup: Any) -> ndarray:
    """Return a matrix whose columns are vectors, or those of matrices."""
def compress(condition: Any, a: Any, axis: Any = ..., out: Any = ...) -> ndarray:
    """Return the slices along ``axis`` (of the flat array: None) at which the vector ``condition`` is not 0."""
def concat(seq: Any, axis: Any = ..., out: Any = ...) -> ndarray:
    """Return arrays of one type joined along ``axis``; flat, where that is None."""
def concatenate(seq: Any, axis: Any = ..., out: Any = ...) -> ndarray:
    """Return arrays of one type joined along ``axis``; flat, where that is None."""
def conj(x: Any, out: Any = ..., **kwargs: Any) -> ndarray:
    """Return ``the complex conjugate of x`` for every element x."""
def conjugate(x: Any, out: Any = ..., **kwargs: Any) -> ndarray:
    """Return ``the complex conjugate of x`` for every element x."""
def convolve(a: Any, v: Any, mode: Any = ...) -> ndarray:
    """Return the convolution of two vectors: at every overlap (``'full'``), as long as the longer one (``'same'``), or where they overlap wholly (``'valid'``)."""
def copysign(x1: Any, x2: Any, out: Any = ..., **kwargs: Any) -> ndarray:
    """Return ``|x1| with the sign of x2``, element by element."""
def copyto(dst: Any, src: Any, casting: Any = ..., where: Any = ...) -> ndarray:
    """Write ``src``, broadcast, into ``dst`` where ``where`` holds. ``casting`` has no effect: values are cast."""
def corrcoef(x: Any, y: Any = ..., rowvar: Any = ..., *, dtype: Any = ...) -> ndarray:
    """Return the correlations of variables, their covariances over the product of the standard deviations, as float64."""
def correlate(a: Any, v: Any, mode: Any = ...) -> ndarray:
    """Return the cross-correlation of two vectors: the sums of products of ``a`` and a shifted ``v``."""
def cos(x: Any, out: Any = ..., **kwargs: Any) -> ndarray:
    """Return ``cos(x), x in radians`` for every element x."""
def cosh(x: Any, out: Any = ..., **kwargs: Any) -> ndarray:
    """Return ``(e ** x + e ** -x) / 2`` for every element x."""
def count_nonzero(a: Any, axis: Any = ..., *, keepdims: Any = ...) -> ndarray:
    """Return how many elements over ``axis`` are not 0, as int64: of all elements of an array a Python number."""
def cov(
    m: Any,
    y: Any = ...,
    rowvar: Any = ...,
    bias: Any = ...,
    ddof: Any = ...,
    fweights: Any = ...,
    aweights: Any = ...,
    *,
    dtype: Any = ...,
) -> ndarray:
    """Return the covariances of variables, which are rows, or columns without ``rowvar``, as float64."""
def cross(a: Any, b: Any, axisa: Any = ..., axisb: Any = ..., axisc: Any = ..., axis: Any = ...) -> ndarray:
    """Return the cross products of vectors of two or three elements along an axis; the others broadcast."""
def cumprod(a: Any, axis: Any = ..., dtype: Any = ...) -> ndarray:
    """Return the products of the elements up to each along ``axis``."""
def cumsum(a: Any, axis: Any = ..., dtype: Any = ..., out: Any = ...) -> ndarray:
    """Return the running sums along ``axis``, or of the flattened array where it is None, in ``dtype`` or a's own."""
def cumulative_prod(x: Any, axis: Any = ..., dtype: Any = ..., include_initial: Any = ...) -> ndarray:
    """Return the products of the elements up to each along ``axis``, with a 1 before them with ``include_initial``."""
def cumulative_sum(x: Any, axis: Any = ..., dtype: Any = ..., include_initial: Any = ...) -> ndarray:
    """Return the sums of the elements up to each along ``axis``, with a 0 before them with ``include_initial``."""
def deg2rad(x: Any, out: Any = ..., **kwargs: Any) -> ndarray:
    """Return ``x * pi / 180`` for every element x."""
def degrees(x: Any, out: Any = ..., **kwargs: Any) -> ndarray:
    """Return ``x * 180 / pi`` for every element x."""
def delete(arr: Any, obj: Any, axis: Any = ...) -> ndarray:
    """Return ``arr`` without what is at ``obj`` (an int, a slice, or an array of positions or booleans) along ``axis``."""
def diag(array: Any, k: Any = ...) -> ndarray:
    """Return diagonal ``k`` of a matrix, or the matrix with a vector on that diagonal."""
def diag_indices(n: Any, ndim: Any = ...) -> ndarray:
    """Return the positions of the main diagonal of an array with ``ndim`` axes of length ``n``."""
def diag_indices_from(arr: Any) -> ndarray:
    """Return the indices of the main diagonal, a tuple of one array for each axis."""
def diagflat(array: Any, k: Any = ...) -> ndarray:
    """Return the matrix with the flat array on diagonal ``k``."""
def diagonal(a: Any, offset: Any = ..., axis1: Any = ..., axis2: Any = ...) -> ndarray:
    """Return the diagonals of the matrices in two axes, as last axis."""
def diff(a: Any, n: Any = ..., axis: Any = ..., prepend: Any = ..., append: Any = ...) -> ndarray:
    """Return the differences of neighbours along ``axis``, ``n`` times over."""
def digitize(x: Any, bins: Any, right: Any = ...) -> ndarray:
    """Return in which bin each element lies; ``bins`` are their ascending or descending edges, ``right``: the closed ones."""
def divide(x1: Any, x2: Any, out: Any = ..., **kwargs: Any) -> ndarray:
    """Return ``x1 / x2``, element by element."""
def divmod(
    x1: Any,
    x2: Any,
    out: Any = ...,
    *,
    where: Any = ...,
    casting: Any = ...,
    order: Any = ...,
    dtype: Any = ...,
    subok: Any = ...,
    signature: Any = ...,
) -> Any:
    """Return the quotients rounded down, and the remainders, which have the sign of ``x2``."""
def dot(a: Any, b: Any, out: Any = ...) -> ndarray:
    """Return the sum of products over the last axis of ``a`` and the last but one of ``b`` (a vector's only one)."""
def dsplit(ary: Any, indices_or_sections: Any) -> Any:
    """Return a list of parts along the third axis."""
def dstack(arrays: Any) -> ndarray:
    """Return arrays joined along the third axis."""
def ediff1d(ary: Any, to_end: Any = ..., to_begin: Any = ...) -> ndarray:
    """Return the differences of neighbours in the flat array, between ``to_begin`` and ``to_end`` (numbers, arrays)."""
def einsum(*operands: Any, **kwargs: Any) -> ndarray:
    """Return the sum of products that Einstein's notation says: ``einsum('ij,jk->ik', a, b)`` is ``a @ b``."""
def einsum_path(*operands: Any, optimize: Any = ..., **kwargs: Any) -> Any:
    """Return the order in which NumPy would contract the operands of ``einsum``, and a text that explains it."""
def empty_like(prototype: Any, dtype: Any = ..., order: Any = ..., subok: Any = ..., shape: Any = ...) -> ndarray:
    """Return an array of the shape and type of ``prototype`` with any values; ``dtype`` gives another type."""
def equal(x1: Any, x2: Any, out: Any = ...) -> ndarray:
    """Return ``x1 == x2``, element by element."""
def exp(x: Any, out: Any = ..., **kwargs: Any) -> ndarray:
    """Return ``e ** x`` for every element x."""
def exp2(x: Any, out: Any = ..., **kwargs: Any) -> ndarray:
    """Return ``2 ** x`` for every element x."""
def expand_dims(a: Any, axis: Any) -> ndarray:
    """Return ``a`` with a new axis of length 1 at position ``axis``."""
def expm1(x: Any, out: Any = ..., **kwargs: Any) -> ndarray:
    """Return ``e ** x - 1`` for every element x."""
def extract(condition: Any, arr: Any) -> ndarray:
    """Return the elements of the flat array at which the flat ``condition`` is not 0."""
def eye(N: Any, M: Any = ..., k: Any = ..., dtype: Any = ..., **kwargs: Any) -> ndarray:
    """Return an ``N x M`` matrix (``N x N`` without M) with ones on diagonal ``k``; ``ctx`` may be given."""
def fabs(x: Any, out: Any = ..., **kwargs: Any) -> ndarray:
    """Return ``|x|`` for every element x."""
def fill_diagonal(a: Any, val: Any, wrap: Any = ...) -> ndarray:
    """Write ``val``, a number or values that are repeated, onto the main diagonal of ``a``."""
def fix(x: Any, out: Any = ..., **kwargs: Any) -> ndarray:
    """Return ``x rounded towards zero`` for every element x."""
def flatnonzero(a: Any) -> ndarray:
    """Return the places in the flat array of the elements that are not 0, as int64."""
def flip(m: Any, axis: Any = ..., out: Any = ...) -> ndarray:
    """Return ``m`` with the order of its elements reversed along ``axis``; along all axes where that is None."""
def fliplr(m: Any) -> ndarray:
    """Return ``m``, of two axes or more, with its columns in the reverse order."""
def flipud(m: Any) -> ndarray:
    """Return ``m`` with its rows, or what else its first axis has, in the reverse order."""
def float_power(
    x1: Any,
    x2: Any,
    out: Any = ...,
    *,
    where: Any = ...,
    casting: Any = ...,
    order: Any = ...,
    dtype: Any = ...,
    subok: Any = ...,
    signature: Any = ...,
) -> ndarray:
    """Return ``x1 ** x2`` in float64."""
def floor(x: Any, out: Any = ..., **kwargs: Any) -> ndarray:
    """Return ``the greatest integer not above x`` for every element x."""
def floor_divide(x1: Any, x2: Any, out: Any = ..., **kwargs: Any) -> ndarray:
    """Return ``x1 / x2 rounded down``, element by element."""
def fmax(x1: Any, x2: Any, out: Any = ..., **kwargs: Any) -> ndarray:
    """Return ``the greater of x1 and x2, the other of NaN``, element by element."""
def fmin(x1: Any, x2: Any, out: Any = ..., **kwargs: Any) -> ndarray:
    """Return ``the smaller of x1 and x2, the other of NaN``, element by element."""
def fmod(x1: Any, x2: Any, out: Any = ..., **kwargs: Any) -> ndarray:
    """Return ``x1 % x2 with the sign of x1``, element by element."""
def frexp(
    x: Any,
    out: Any = ...,
    *,
    where: Any = ...,
    casting: Any = ...,
    order: Any = ...,
    dtype: Any = ...,
    subok: Any = ...,
    signature: Any = ...,
) -> Any:
    """Return mantissas, from 0.5 up to 1, and exponents, int32, with ``x = mantissa * 2 ** exponent``."""
def frombuffer(buffer: Any, dtype: Any = ..., count: Any = ..., offset: Any = ...) -> ndarray:
    """Return an array of the values that lie in bytes: a copy."""
def fromfunction(function: Any, shape: Any, *, dtype: Any = ..., **kwargs: Any) -> ndarray:
    """Return what a function gives for the positions of all elements, called once."""
def fromiter(iter: Any, dtype: Any, count: Any = ...) -> ndarray:
    """Return a vector of what an iterator yields."""
def fromstring(string: Any, dtype: Any = ..., count: Any = ..., *, sep: Any) -> ndarray:
    """Return a vector of the numbers in a text."""
def full(
    shape: Any,
    fill_value: Any,
    dtype: Any = ...,
    order: Any = ...,
    ctx: Any = ...,
    out: Any = ...,
    device: Any = ...,
) -> ndarray:
    """Return an array of shape ``shape`` full of one value, a number or an array that broadcasts."""
def full_like(
    a: Any,
    fill_value: Any,
    dtype: Any = ...,
    order: Any = ...,
    ctx: Any = ...,
    out: Any = ...,
    device: Any = ...,
) -> ndarray:
    """Return an array of the shape and type of ``a`` full of one number; ``dtype`` gives another type."""
def gcd(x1: Any, x2: Any, out: Any = ..., **kwargs: Any) -> ndarray:
    """Return ``the greatest common divisor of x1 and x2``, element by element."""
def geomspace(start: Any, stop: Any, num: Any = ..., endpoint: Any = ..., dtype: Any = ..., axis: Any = ...) -> ndarray:
    """Return ``num`` numbers from ``start`` to ``stop``, each the same multiple of the one before it."""
def get_printoptions() -> ndarray:
    """Return the current print options."""
def gradient(f: Any, *varargs: Any, axis: Any = ..., edge_order: Any = ...) -> ndarray:
    """Return the differences of neighbours on both sides, divided by their distance: an array, or a tuple of one for each axis; of integers as float32."""
def greater(x1: Any, x2: Any, out: Any = ...) -> ndarray:
    """Return ``x1 > x2``, element by element."""
def greater_equal(x1: Any, x2: Any, out: Any = ...) -> ndarray:
    """Return ``x1 >= x2``, element by element."""
def hamming(M: Any, dtype: Any = ..., ctx: Any = ..., device: Any = ...) -> ndarray:
    """Return the hamming window: ``0.54 - 0.46 * cos(t)`` with ``t = 2 * pi * n / (M - 1)`` for n from 0 to M - 1."""
def hanning(M: Any, dtype: Any = ..., ctx: Any = ..., device: Any = ...) -> ndarray:
    """Return the hanning window: ``0.5 - 0.5 * cos(t)`` with ``t = 2 * pi * n / (M - 1)`` for n from 0 to M - 1."""
def heaviside(
    x1: Any,
    x2: Any,
    out: Any = ...,
    *,
    where: Any = ...,
    casting: Any = ...,
    order: Any = ...,
    dtype: Any = ...,
    subok: Any = ...,
    signature: Any = ...,
) -> ndarray:
    """Return 0 where ``x1`` is negative, ``x2`` where it is 0, and 1 where it is positive."""
def histogram(
    a: Any,
    bins: Any = ...,
    range: Any = ...,
    normed: Any = ...,
    weights: Any = ...,
    density: Any = ...,
) -> Any:
    """Return how many elements lie in each bin, as int64, and the edges of the bins."""
def histogram2d(x: Any, y: Any, bins: Any = ..., range: Any = ..., density: Any = ..., weights: Any = ...) -> ndarray:
    """Return how many points of the plane lie in each cell of a grid, and the grid's edges."""
def histogram_bin_edges(a: Any, bins: Any = ..., range: Any = ..., weights: Any = ...) -> ndarray:
    """Return the edges of the bins that :func:`histogram` would have."""
def histogramdd(sample: Any, bins: Any = ..., range: Any = ..., density: Any = ..., weights: Any = ...) -> ndarray:
    """Return how many points lie in each cell of a grid of any number of axes, and the grid's edges."""
def hsplit(ary: Any, indices_or_sections: Any) -> Any:
    """Return a list of parts along the second axis, of a vector along its only one."""
def hstack(arrays: Any) -> ndarray:
    """Return arrays joined along the second axis, vectors along their only one."""
def hypot(x1: Any, x2: Any, out: Any = ..., **kwargs: Any) -> ndarray:
    """Return ``sqrt(x1 * x1 + x2 * x2)``, element by element."""
def i0(x: Any) -> ndarray:
    """Return the modified Bessel function of the first kind and of order 0."""
def identity(n: Any, dtype: Any = ..., ctx: Any = ..., device: Any = ...) -> ndarray:
    """Return the ``n x n`` identity matrix."""
def imag(x: Any, out: Any = ..., **kwargs: Any) -> ndarray:
    """Return ``the imaginary part of x`` for every element x."""
def in1d(ar1: Any, ar2: Any, assume_unique: Any = ..., invert: Any = ...) -> ndarray:
    """Return :func:`isin` of the flat ``ar1``."""
def indices(dimensions: Any, dtype: Any = ..., ctx: Any = ..., device: Any = ...) -> Any:
    """Return, for a grid of lengths ``dimensions``, each cell's position along each axis: int32, in MXNet 2 int64."""
def inner(a: Any, b: Any) -> ndarray:
    """Return the sum of products over the last axes of both arrays."""
def insert(arr: Any, obj: Any, values: Any, axis: Any = ...) -> ndarray:
    """Return ``arr`` with ``values`` before ``obj`` (an int, a slice, or an array of positions) along ``axis``."""
def interp(x: Any, xp: Any, fp: Any, left: Any = ..., right: Any = ..., period: Any = ...) -> ndarray:
    """Return at ``x`` the piecewise linear function that is ``fp`` at the ascending ``xp``, as float64."""
def intersect1d(ar1: Any, ar2: Any, assume_unique: Any = ..., return_indices: Any = ...) -> ndarray:
    """Return the elements that are in both arrays, sorted, each once."""
def invert(x: Any, out: Any = ..., **kwargs: Any) -> ndarray:
    """Return ``~x`` for every element x."""
def isclose(a: Any, b: Any, rtol: Any = ..., atol: Any = ..., equal_nan: Any = ...) -> ndarray:
    """Return where ``abs(a - b) <= atol + rtol * abs(b)``; NaN are close to each other with ``equal_nan``."""
def iscomplex(x: Any, out: Any = ..., **kwargs: Any) -> ndarray:
    """Return ``whether x has an imaginary part`` for every element x."""
def isfinite(x: Any, out: Any = ..., **kwargs: Any) -> ndarray:
    """Return ``whether x is neither infinite nor NaN`` for every element x."""
def isin(element: Any, test_elements: Any, assume_unique: Any = ..., invert: Any = ..., *, kind: Any = ...) -> ndarray:
    """Return which elements are among those of ``test_elements``, or are not with ``invert``."""
def isinf(x: Any, out: Any = ..., **kwargs: Any) -> ndarray:
    """Return ``whether x is infinite`` for every element x."""
def isnan(x: Any, out: Any = ..., **kwargs: Any) -> ndarray:
    """Return ``whether x is not a number`` for every element x."""
def isneginf(x: Any, out: Any = ..., **kwargs: Any) -> ndarray:
    """Return ``whether x is negative infinity`` for every element x."""
def isposinf(x: Any, out: Any = ..., **kwargs: Any) -> ndarray:
    """Return ``whether x is positive infinity`` for every element x."""
def isreal(x: Any, out: Any = ..., **kwargs: Any) -> ndarray:
    """Return ``whether x has no imaginary part`` for every element x."""
def isscalar(element: Any) -> Any:
    """Returns True if the type of `element` is a scalar type."""
def issubdtype(arg1: Any, arg2: Any) -> ndarray:
    """Returns True if first argument is a typecode lower/equal in type hierarchy."""
def iterable(y: Any) -> ndarray:
    """Check whether or not an object can be iterated over."""
def ix_(*args: Any) -> ndarray:
    """Return arrays that together index the grid of some rows, some columns, and so on."""
def kaiser(M: Any, beta: Any) -> ndarray:
    """Return the Kaiser window of ``M`` points."""
def kron(a: Any, b: Any) -> ndarray:
    """Return the Kronecker product: each element of ``a`` times the whole of ``b``."""
def lcm(x1: Any, x2: Any, out: Any = ..., **kwargs: Any) -> ndarray:
    """Return ``the least common multiple of x1 and x2``, element by element."""
def ldexp(x1: Any, x2: Any, out: Any = ..., **kwargs: Any) -> ndarray:
    """Return ``x1 * 2 ** x2``, element by element."""
def left_shift(x1: Any, x2: Any, out: Any = ..., **kwargs: Any) -> ndarray:
    """Return ``x1 << x2``, element by element."""
def less(x1: Any, x2: Any, out: Any = ...) -> ndarray:
    """Return ``x1 < x2``, element by element."""
def less_equal(x1: Any, x2: Any, out: Any = ...) -> ndarray:
    """Return ``x1 <= x2``, element by element."""
def lexsort(keys: Any, axis: Any = ...) -> ndarray:
    """Return the positions that sort by several keys: by the last one first, by those before it where it is equal."""
def linspace(
    start: Any,
    stop: Any,
    num: Any = ...,
    endpoint: Any = ...,
    retstep: Any = ...,
    dtype: Any = ...,
    axis: Any = ...,
    ctx: Any = ...,
    device: Any = ...,
) -> ndarray:
    """Return ``num`` numbers evenly spaced from ``start`` to ``stop``, without the last where not ``endpoint``."""
def loadtxt(
    fname: Any,
    dtype: Any = ...,
    comments: Any = ...,
    delimiter: Any = ...,
    converters: Any = ...,
    skiprows: Any = ...,
    usecols: Any = ...,
    unpack: Any = ...,
    ndmin: Any = ...,
    encoding: Any = ...,
    max_rows: Any = ...,
) -> ndarray:
    """Return the numbers of a text file, in which each line has as many."""
def log(x: Any, out: Any = ..., **kwargs: Any) -> ndarray:
    """Return ``the natural logarithm of x`` for every element x."""
def log10(x: Any, out: Any = ..., **kwargs: Any) -> ndarray:
    """Return ``the logarithm of x to base 10`` for every element x."""
def log1p(x: Any, out: Any = ..., **kwargs: Any) -> ndarray:
    """Return ``log(1 + x)`` for every element x."""
def log2(x: Any, out: Any = ..., **kwargs: Any) -> ndarray:
    """Return ``the logarithm of x to base 2`` for every element x."""
def logaddexp(x1: Any, x2: Any, out: Any = ..., **kwargs: Any) -> ndarray:
    """Return ``log(e ** x1 + e ** x2)``, element by element."""
def logaddexp2(x1: Any, x2: Any, out: Any = ..., **kwargs: Any) -> ndarray:
    """Return ``log2(2 ** x1 + 2 ** x2)``, element by element."""
def logical_and(x1: Any, x2: Any, out: Any = ..., **kwargs: Any) -> ndarray:
    """Return ``x1 and x2``, element by element."""
def logical_not(x: Any, out: Any = ..., **kwargs: Any) -> ndarray:
    """Return ``not x`` for every element x."""
def logical_or(x1: Any, x2: Any, out: Any = ..., **kwargs: Any) -> ndarray:
    """Return ``x1 or x2``, element by element."""
def logical_xor(x1: Any, x2: Any, out: Any = ..., **kwargs: Any) -> ndarray:
    """Return ``either x1 or x2``, element by element."""
def logspace(
    start: Any,
    stop: Any,
    num: Any = ...,
    endpoint: Any = ...,
    base: Any = ...,
    dtype: Any = ...,
    axis: Any = ...,
    ctx: Any = ...,
    device: Any = ...,
) -> ndarray:
    """Return ``base`` to ``num`` powers evenly spaced from ``start`` to ``stop``."""
def matmul(a: Any, b: Any, out: Any = ..., **kwargs: Any) -> ndarray:
    """Return the matrix products over the last two axes, the axes before them broadcast: what ``a @ b`` is."""
def matrix_transpose(x: Any) -> ndarray:
    """Return the matrices in the last two axes transposed."""
def matvec(x1: Any, x2: Any) -> ndarray:
    """Return the products of matrices and vectors, in the last axes."""
def max(a: Any, axis: Any = ..., keepdims: Any = ..., out: Any = ...) -> ndarray:
    """Return the greatest element over ``axis``. All elements that are the greatest share the gradient whole."""
def maximum(x1: Any, x2: Any, out: Any = ..., **kwargs: Any) -> ndarray:
    """Return ``max(x1, x2)``, element by element."""
def may_share_memory(a: Any, b: Any, max_work: Any = ...) -> Any:
    """Return whether two arrays may share memory: here whether they do, as :func:`shares_memory`."""
def mean(a: Any, axis: Any = ..., dtype: Any = ..., out: Any = ..., keepdims: Any = ...) -> ndarray:
    """Return the mean over ``axis``, in the type ``dtype``; of integers it is float32."""
def median(a: Any, axis: Any = ..., keepdims: Any = ...) -> ndarray:
    """Return the median over ``axis``; NaN where there is one among the elements."""
def meshgrid(*xi: Any, **kwargs: Any) -> ndarray:
    """Return the coordinates of a grid along axes ``xi``, a list: one array of the grid's shape for each."""
def min(a: Any, axis: Any = ..., keepdims: Any = ..., out: Any = ...) -> ndarray:
    """Return the least element over ``axis``. All elements that are the least share the gradient whole."""
def min_scalar_type(a: Any) -> ndarray:
    """Return the smallest data type that can have a number's value; of an array with axes its own type."""
def minimum(x1: Any, x2: Any, out: Any = ..., **kwargs: Any) -> ndarray:
    """Return ``min(x1, x2)``, element by element."""
def mirr(*args: Any, **kwargs: Any) -> ndarray:
    """Raise RuntimeError: NumPy has no ``mirr`` any more; the package ``numpy_financial`` has it."""
def mod(x1: Any, x2: Any, out: Any = ..., **kwargs: Any) -> ndarray:
    """Return ``x1 % x2``, element by element."""
def modf(
    x: Any,
    out: Any = ...,
    *,
    where: Any = ...,
    casting: Any = ...,
    order: Any = ...,
    dtype: Any = ...,
    subok: Any = ...,
    signature: Any = ...,
) -> Any:
    """Return the fractional and the integer parts of numbers, with their signs."""
def moveaxis(a: Any, source: Any, destination: Any) -> ndarray:
    """Return ``a`` with the axes ``source`` moved to the places ``destination``, the others in their order."""
def msort(a: Any) -> ndarray:
    """Return ``a`` sorted along its first axis."""
def multiply(x1: Any, x2: Any, out: Any = ..., **kwargs: Any) -> ndarray:
    """Return ``x1 * x2``, element by element."""
def nan_to_num(x: Any, copy: Any = ..., nan: Any = ..., posinf: Any = ..., neginf: Any = ..., **kwargs: Any) -> ndarray:
    """Return ``x`` with ``nan`` in place of NaN, ``posinf`` and ``neginf`` (its type's limits) of infinities."""
def nanargmax(a: Any, axis: Any = ..., out: Any = ..., *, keepdims: Any = ...) -> ndarray:
    """Return the place of the first greatest element along ``axis`` that is not NaN."""
def nanargmin(a: Any, axis: Any = ..., out: Any = ..., *, keepdims: Any = ...) -> ndarray:
    """Return the place of the first least element along ``axis`` that is not NaN."""
def nancumprod(a: Any, axis: Any = ..., dtype: Any = ..., out: Any = ...) -> ndarray:
    """Return the products of the elements up to each along ``axis``, NaN being 1."""
def nancumsum(a: Any, axis: Any = ..., dtype: Any = ..., out: Any = ...) -> ndarray:
    """Return the sums of the elements up to each along ``axis``, NaN being 0."""
def nanmax(
    a: Any,
    axis: Any = ...,
    out: Any = ...,
    keepdims: Any = ...,
    initial: Any = ...,
    where: Any = ...,
) -> ndarray:
    """Return the greatest element over ``axis`` that is not NaN; NaN where all are."""
def nanmean(a: Any, axis: Any = ..., keepdims: Any = ...) -> ndarray:
    """Return the mean over ``axis`` of what is not NaN."""
def nanmedian(a: Any, axis: Any = ..., out: Any = ..., overwrite_input: Any = ..., keepdims: Any = ...) -> ndarray:
    """Return the median over ``axis`` of what is not NaN; of integers as float64. ``overwrite_input`` has no effect."""
def nanmin(
    a: Any,
    axis: Any = ...,
    out: Any = ...,
    keepdims: Any = ...,
    initial: Any = ...,
    where: Any = ...,
) -> ndarray:
    """Return the least element over ``axis`` that is not NaN; NaN where all are."""
def nanpercentile(
    a: Any,
    q: Any,
    axis: Any = ...,
    out: Any = ...,
    overwrite_input: Any = ...,
    method: Any = ...,
    keepdims: Any = ...,
    *,
    weights: Any = ...,
) -> ndarray:
    """Return the values below which ``q`` per cent of the elements over ``axis`` lie, NaN apart."""
def nanprod(
    a: Any,
    axis: Any = ...,
    dtype: Any = ...,
    out: Any = ...,
    keepdims: Any = ...,
    initial: Any = ...,
    where: Any = ...,
) -> ndarray:
    """Return the product over ``axis``, NaN being 1; of integers as int64."""
def nanquantile(
    a: Any,
    q: Any,
    axis: Any = ...,
    out: Any = ...,
    overwrite_input: Any = ...,
    method: Any = ...,
    keepdims: Any = ...,
    *,
    weights: Any = ...,
) -> ndarray:
    """Return the values below which the share ``q`` of the elements over ``axis`` lie, NaN apart."""
def nanstd(
    a: Any,
    axis: Any = ...,
    dtype: Any = ...,
    out: Any = ...,
    ddof: Any = ...,
    keepdims: Any = ...,
    *,
    where: Any = ...,
    mean: Any = ...,
    correction: Any = ...,
) -> ndarray:
    """Return the square root of the variance over ``axis`` of what is not NaN."""
def nansum(
    a: Any,
    axis: Any = ...,
    dtype: Any = ...,
    out: Any = ...,
    keepdims: Any = ...,
    initial: Any = ...,
    where: Any = ...,
) -> ndarray:
    """Return the sum over ``axis``, NaN being 0; of integers as int64."""
def nanvar(
    a: Any,
    axis: Any = ...,
    dtype: Any = ...,
    out: Any = ...,
    ddof: Any = ...,
    keepdims: Any = ...,
    *,
    where: Any = ...,
    mean: Any = ...,
    correction: Any = ...,
) -> ndarray:
    """Return the variance over ``axis`` of what is not NaN: the squares' sum over their count less ``ddof``."""
def ndim(a: Any) -> Any:
    """Return the number of axes: 2 of a matrix, 0 of a number."""
def negative(x: Any, out: Any = ..., **kwargs: Any) -> ndarray:
    """Return ``-x`` for every element x."""
def nextafter(x1: Any, x2: Any, out: Any = ..., **kwargs: Any) -> ndarray:
    """Return ``the number beside x1 towards x2``, element by element."""
def nonzero(a: Any) -> Any:
    """Return where ``a`` is not 0: a tuple of an array of int64 for each axis; a number counts as a vector."""
def not_equal(x1: Any, x2: Any, out: Any = ...) -> ndarray:
    """Return ``x1 != x2``, element by element."""
def npv(*args: Any, **kwargs: Any) -> ndarray:
    """Raise RuntimeError: NumPy has no ``npv`` any more; the package ``numpy_financial`` has it."""
def ones(shape: Any, dtype: Any = ..., order: Any = ..., ctx: Any = ..., device: Any = ...) -> ndarray:
    """Return an array of ones of shape ``shape``."""
def ones_like(a: Any, dtype: Any = ..., order: Any = ..., ctx: Any = ..., out: Any = ..., device: Any = ...) -> ndarray:
    """Return an array of ones of the shape and type of ``a``."""
def outer(a: Any, b: Any) -> ndarray:
    """Return the matrix of the products of each element of ``a`` with each of ``b``, both taken as flat."""
def packbits(a: Any, axis: Any = ..., bitorder: Any = ...) -> ndarray:
    """Return bytes of which each has eight elements as its bits, the last one filled up with zeros."""
def pad(x: Any, pad_width: Any = ..., mode: Any = ..., **kwargs: Any) -> ndarray:
    """Return ``x`` with elements before and after those of each axis."""
def partition(a: Any, kth: Any, axis: Any = ..., kind: Any = ..., order: Any = ...) -> ndarray:
    """Return a copy that is sorted only so far that the lesser elements are before one, and the greater behind it."""
def percentile(
    a: Any,
    q: Any,
    axis: Any = ...,
    out: Any = ...,
    overwrite_input: Any = ...,
    interpolation: Any = ...,
    keepdims: Any = ...,
    *,
    method: Any = ...,
) -> ndarray:
    """Return the values below which ``q`` per cent of the elements over ``axis`` lie."""
def permute_dims(a: Any, axes: Any = ...) -> ndarray:
    """Return ``a`` with its axes in the order ``axes``, reversed where that is None."""
def piecewise(x: Any, condlist: Any, funclist: Any, *args: Any, **kw: Any) -> ndarray:
    """Return at each element what that function gives whose condition holds there, the last one where several do."""
def place(arr: Any, mask: Any, vals: Any) -> ndarray:
    """Write the first values of ``vals``, repeated as often as needed, into ``arr`` where ``mask`` holds."""
def poly(seq_of_zeros: Any) -> ndarray:
    """Return the coefficients of the polynomial with these zeros, or of a matrix' characteristic polynomial."""
def polyadd(a1: Any, a2: Any) -> ndarray:
    """Return the coefficients of the sum of two polynomials."""
def polydiv(u: Any, v: Any) -> ndarray:
    """Return the quotient and the remainder of two polynomials."""
def polyfit(x: Any, y: Any, deg: Any, rcond: Any = ..., full: Any = ..., w: Any = ..., cov: Any = ...) -> ndarray:
    """Return the coefficients of the polynomial that fits points best, by least squares."""
def polyint(p: Any, m: Any = ..., k: Any = ...) -> ndarray:
    """Return the coefficients of a polynomial's integral."""
def polymul(a1: Any, a2: Any) -> ndarray:
    """Return the coefficients of the product of two polynomials."""
def polysub(a1: Any, a2: Any) -> ndarray:
    """Return the coefficients of the difference of two polynomials."""
def polyval(p: Any, x: Any) -> ndarray:
    """Return the polynomial with the coefficients ``p``, the highest power's first, at each element of ``x``."""
def positive(x: Any, out: Any = ..., **kwargs: Any) -> ndarray:
    """Return ``x`` for every element x."""
def pow(x1: Any, x2: Any, out: Any = ..., **kwargs: Any) -> ndarray:
    """Return ``x1 ** x2``, element by element."""
def power(x1: Any, x2: Any, out: Any = ..., **kwargs: Any) -> ndarray:
    """Return ``x1 ** x2``, element by element."""
def ppmt(*args: Any, **kwargs: Any) -> ndarray:
    """Raise RuntimeError: NumPy has no ``ppmt`` any more; the package ``numpy_financial`` has it."""
def printoptions(*args: Any, **kwargs: Any) -> ndarray:
    """Context manager for setting print options."""
def prod(a: Any, axis: Any = ..., dtype: Any = ..., out: Any = ..., keepdims: Any = ...) -> ndarray:
    """Return the product over ``axis``, in the type ``dtype``; that of booleans is int64."""
def product(a: Any, axis: Any = ..., dtype: Any = ..., out: Any = ..., keepdims: Any = ...) -> ndarray:
    """Return the product over ``axis``, in the type ``dtype``; that of booleans is int64."""
def promote_types(type1: Any, type2: Any) -> ndarray:
    """Return the smallest data type to which both types can be converted safely."""
def ptp(a: Any, axis: Any = ..., out: Any = ..., keepdims: Any = ...) -> ndarray:
    """Return the difference of the greatest and the least element over ``axis``."""
def put_along_axis(arr: Any, indices: Any, values: Any, axis: Any) -> ndarray:
    """Write ``values`` at the positions ``indices`` along ``axis``: what ``take_along_axis`` would take."""
def putmask(a: Any, mask: Any, values: Any) -> ndarray:
    """Write into ``a``, where ``mask`` holds, the value of the same place; ``values`` are repeated for that."""
def pv(*args: Any, **kwargs: Any) -> ndarray:
    """Raise RuntimeError: NumPy has no ``pv`` any more; the package ``numpy_financial`` has it."""
def quantile(
    a: Any,
    q: Any,
    axis: Any = ...,
    out: Any = ...,
    overwrite_input: Any = ...,
    interpolation: Any = ...,
    keepdims: Any = ...,
    *,
    method: Any = ...,
) -> ndarray:
    """Return the values below which a share ``q`` of the elements, 0 to 1, lies; see :func:`percentile`."""
def rad2deg(x: Any, out: Any = ..., **kwargs: Any) -> ndarray:
    """Return ``x * 180 / pi`` for every element x."""
def radians(x: Any, out: Any = ..., **kwargs: Any) -> ndarray:
    """Return ``x * pi / 180`` for every element x."""
def rate(*args: Any, **kwargs: Any) -> ndarray:
    """Raise RuntimeError: NumPy has no ``rate`` any more; the package ``numpy_financial`` has it."""
def ravel(x: Any, order: Any = ...) -> ndarray:
    """Return the flat array; ``order`` can only be ``'C'``."""
def real(x: Any, out: Any = ..., **kwargs: Any) -> ndarray:
    """Return ``the real part of x`` for every element x."""
def reciprocal(x: Any, out: Any = ..., **kwargs: Any) -> ndarray:
    """Return ``1 / x`` for every element x."""
def remainder(x1: Any, x2: Any, out: Any = ..., **kwargs: Any) -> ndarray:
    """Return ``x1 % x2``, element by element."""
def repeat(a: Any, repeats: Any, axis: Any = ...) -> ndarray:
    """Return ``a`` with every element, or slice along ``axis``, repeated; of the flat array where that is None."""
def reshape(a: Any, newshape: Any, order: Any = ..., out: Any = ...) -> ndarray:
    """Return ``a`` in the shape ``newshape``, in which one length may be -1: what is left over."""
def resize(a: Any, new_shape: Any) -> ndarray:
    """Return the elements of ``a`` in the shape ``new_shape``: repeated where it has more, cut off where it has less."""
def result_type(*arrays_and_dtypes: Any) -> Any:
    """Return the data type that NumPy promotes all of these to."""
def right_shift(x1: Any, x2: Any, out: Any = ..., **kwargs: Any) -> ndarray:
    """Return ``x1 >> x2``, element by element."""
def rint(x: Any, out: Any = ..., **kwargs: Any) -> ndarray:
    """Return ``the integer nearest to x, of two the lower`` for every element x."""
def roll(a: Any, shift: Any, axis: Any = ...) -> ndarray:
    """Return ``a`` with its elements shifted by ``shift`` along ``axis``, the flat array where that is None."""
def rollaxis(a: Any, axis: Any, start: Any = ...) -> ndarray:
    """Return ``a`` with ``axis`` moved before the axis ``start``, behind all for as many as there are."""
def roots(p: Any) -> ndarray:
    """Return the zeros of a polynomial: real ones only."""
def rot90(m: Any, k: Any = ..., axes: Any = ...) -> ndarray:
    """Return ``m`` turned by 90 degrees ``k`` times in the plane of two ``axes``, from the first to the second."""
def round(x: Any, decimals: Any = ..., out: Any = ..., **kwargs: Any) -> ndarray:
    """Return ``x`` rounded to so many decimals, halves to the even neighbour; ``out`` receives the result."""
def round_(x: Any, decimals: Any = ..., out: Any = ..., **kwargs: Any) -> ndarray:
    """Return ``x`` rounded to so many decimals, halves to the even neighbour; ``out`` receives the result."""
def row_stack(arrays: Any) -> ndarray:
    """Return arrays joined along the first axis, vectors being rows."""
def searchsorted(a: Any, v: Any, side: Any = ..., sorter: Any = ...) -> ndarray:
    """Return where to insert elements of ``v`` into the vector ``a``, sorted or in the order ``sorter``."""
def select(condlist: Any, choicelist: Any, default: Any = ...) -> ndarray:
    """Return for each element that of the first choice whose condition holds; ``default``, a number, elsewhere."""
def setdiff1d(ar1: Any, ar2: Any, assume_unique: Any = ...) -> ndarray:
    """Return the elements that are in the first array alone, sorted, each once."""
def setxor1d(ar1: Any, ar2: Any, assume_unique: Any = ...) -> ndarray:
    """Return the elements that are in one of the arrays alone, sorted, each once."""
def shape(a: Any) -> Any:
    """Return the shape of ``a``, a tuple."""
def shares_memory(a: Any, b: Any, max_work: Any = ...) -> Any:
    """Return whether the pieces of memory that two arrays lie in overlap, as those of an array and a slice of it do."""
def sign(x: Any, out: Any = ..., **kwargs: Any) -> ndarray:
    """Return ``-1, 0 or 1 by the sign of x`` for every element x."""
def signbit(x: Any, out: Any = ..., **kwargs: Any) -> ndarray:
    """Return ``whether x is negative, or -0.0`` for every element x."""
def sin(x: Any, out: Any = ..., **kwargs: Any) -> ndarray:
    """Return ``sin(x), x in radians`` for every element x."""
def sinc(x: Any, out: Any = ..., **kwargs: Any) -> ndarray:
    """Return ``sin(pi x) / (pi x), 1 at 0`` for every element x."""
def sinh(x: Any, out: Any = ..., **kwargs: Any) -> ndarray:
    """Return ``(e ** x - e ** -x) / 2`` for every element x."""
def size(a: Any, axis: Any = ...) -> Any:
    """Return the number of elements, or the length along ``axis``."""
def sometrue(a: Any, axis: Any = ..., keepdims: Any = ..., out: Any = ...) -> ndarray:
    """Return whether any element over ``axis`` is not 0."""
def sort(
    a: Any,
    axis: Any = ...,
    kind: Any = ...,
    order: Any = ...,
    *,
    descending: Any = ...,
    stable: Any = ...,
) -> ndarray:
    """Return ``a`` sorted along ``axis``, flat where that is None; with ``descending`` from the greatest."""
def spacing(
    x: Any,
    out: Any = ...,
    *,
    where: Any = ...,
    casting: Any = ...,
    order: Any = ...,
    dtype: Any = ...,
    subok: Any = ...,
    signature: Any = ...,
) -> ndarray:
    """Return the distance from each number to the next greater one in absolute value that its dtype has."""
def split(ary: Any, indices_or_sections: Any, axis: Any = ...) -> Any:
    """Return a list of parts along ``axis``: so many equal ones, or those between the indices."""
def sqrt(x: Any, out: Any = ..., **kwargs: Any) -> ndarray:
    """Return ``sqrt(x)`` for every element x."""
def square(x: Any, out: Any = ..., **kwargs: Any) -> ndarray:
    """Return ``x * x`` for every element x."""
def squeeze(a: Any, axis: Any = ..., out: Any = ...) -> ndarray:
    """Return ``a`` without axes of length 1: all of them, or those in ``axis``."""
def stack(arrays: Any, axis: Any = ..., out: Any = ...) -> ndarray:
    """Return arrays of one shape joined along a new axis."""
def std(a: Any, axis: Any = ..., dtype: Any = ..., out: Any = ..., ddof: Any = ..., keepdims: Any = ...) -> ndarray:
    """Return the standard deviation over ``axis``, the square root of the variance."""
def subtract(x1: Any, x2: Any, out: Any = ..., **kwargs: Any) -> ndarray:
    """Return ``x1 - x2``, element by element."""
def sum(a: Any, axis: Any = ..., dtype: Any = ..., keepdims: Any = ..., initial: Any = ..., out: Any = ...) -> ndarray:
    """Return the sum over ``axis``, in the type ``dtype``; booleans are summed as int64."""
def swapaxes(a: Any, axis1: Any, axis2: Any) -> ndarray:
    """Return ``a`` with two axes exchanged."""
def take(a: Any, indices: Any, axis: Any = ..., mode: Any = ..., out: Any = ...) -> ndarray:
    """Return the elements of ``a`` at ``indices`` along ``axis``, of the flat array where that is None."""
def take_along_axis(arr: Any, indices: Any, axis: Any = ...) -> ndarray:
    """Return the elements at ``indices`` along ``axis``, for each place of the other axes its own."""
def tan(x: Any, out: Any = ..., **kwargs: Any) -> ndarray:
    """Return ``tan(x), x in radians`` for every element x."""
def tanh(x: Any, out: Any = ..., **kwargs: Any) -> ndarray:
    """Return ``sinh(x) / cosh(x)`` for every element x."""
def tensordot(a: Any, b: Any, axes: Any = ...) -> ndarray:
    """Return the sum of products over ``axes``: the last of ``a`` with the first of ``b``, by their number."""
def tile(A: Any, reps: Any) -> ndarray:
    """Return ``A`` repeated ``reps`` times along each axis."""
def trace(a: Any, offset: Any = ..., axis1: Any = ..., axis2: Any = ..., out: Any = ...) -> ndarray:
    """Return the sums of the diagonals of the matrices in two axes, in the type of ``a``."""
def transpose(a: Any, axes: Any = ...) -> ndarray:
    """Return ``a`` with its axes in the order ``axes``, reversed where that is None."""
def trapezoid(y: Any, x: Any = ..., dx: Any = ..., axis: Any = ...) -> ndarray:
    """Return the integral along ``axis`` by the trapezoidal rule: of elements ``dx`` apart, or at ``x``."""
def trapz(y: Any, x: Any = ..., dx: Any = ..., axis: Any = ...) -> ndarray:
    """Return the integral along ``axis`` by the trapezoidal rule: of elements ``dx`` apart, or at ``x``."""
def tri(N: Any, M: Any = ..., k: Any = ..., dtype: Any = ..., device: Any = ...) -> ndarray:
    """Return a matrix with ones on and below diagonal ``k``, and zeros above it."""
def tril(m: Any, k: Any = ...) -> ndarray:
    """Return the matrices in the last two axes with zeros above diagonal ``k``; a vector is a matrix of equal rows."""
def tril_indices(n: Any, k: Any = ..., m: Any = ...) -> ndarray:
    """Return the positions of an ``n x m`` matrix' elements on and below diagonal ``k``."""
def tril_indices_from(arr: Any, k: Any = ...) -> ndarray:
    """Return the positions of a matrix' elements on and below diagonal ``k``."""
def trim_zeros(filt: Any, trim: Any = ..., axis: Any = ...) -> ndarray:
    """Return an array without the zeros that it begins and ends with."""
def triu(m: Any, k: Any = ...) -> ndarray:
    """Return the matrices in the last two axes with zeros below diagonal ``k``; a vector is a matrix of equal rows."""
def triu_indices(n: Any, k: Any = ..., m: Any = ..., device: Any = ...) -> ndarray:
    """Return the positions of an ``n x m`` matrix' elements on and above diagonal ``k``."""
def triu_indices_from(arr: Any, k: Any = ...) -> ndarray:
    """Return the positions of a matrix' elements on and above diagonal ``k``."""
def true_divide(x1: Any, x2: Any, out: Any = ...) -> ndarray:
    """Return ``x1 / x2``, element by element."""
def trunc(x: Any, out: Any = ..., **kwargs: Any) -> ndarray:
    """Return ``x without its fraction`` for every element x."""
def union1d(ar1: Any, ar2: Any) -> ndarray:
    """Return the elements that are in either array, sorted, each once."""
def unique(
    ar: Any,
    return_index: Any = ...,
    return_inverse: Any = ...,
    return_counts: Any = ...,
    axis: Any = ...,
) -> Any:
    """Return the sorted unique elements of the flat ``ar``, or its unique slices along ``axis``."""
def unique_all(x: Any) -> ndarray:
    """Return the sorted values, where each is first, which each element is, and how often each occurs, int64."""
def unique_counts(x: Any) -> ndarray:
    """Return the sorted values, and how often each occurs, int64; every NaN is a value of its own."""
def unique_inverse(x: Any) -> ndarray:
    """Return the sorted values, and which each element is, int64; every NaN is a value of its own."""
def unique_values(x: Any) -> ndarray:
    """Return the sorted values; every NaN is a value of its own."""
def unpackbits(a: Any, axis: Any = ..., count: Any = ..., bitorder: Any = ...) -> ndarray:
    """Return the bits of bytes as elements, 0 or 1."""
def unravel_index(indices: Any, shape: Any, order: Any = ...) -> Any:
    """Return the indices in an array of ``shape`` of positions in the flat array: a tuple of an array for each axis."""
def unstack(x: Any, axis: Any = ...) -> ndarray:
    """Return the parts along an axis, a tuple. A symbol, whose lengths are not known, is refused."""
def unwrap(p: Any, discont: Any = ..., axis: Any = ..., *, period: Any = ...) -> ndarray:
    """Return angles made continuous along ``axis``: multiples of the period are added where they jump."""
def vander(x: Any, N: Any = ..., increasing: Any = ...) -> ndarray:
    """Return the powers of the elements of a vector: columns, the highest first unless ``increasing``."""
def var(a: Any, axis: Any = ..., dtype: Any = ..., out: Any = ..., ddof: Any = ..., keepdims: Any = ...) -> ndarray:
    """Return the variance over ``axis``: the squares' sum divided by the number of elements less ``ddof``."""
def vdot(a: Any, b: Any) -> ndarray:
    """Return the sum of the products of two arrays with as many elements, both taken as flat."""
def vecdot(x1: Any, x2: Any, axis: Any = ...) -> ndarray:
    """Return the sums of products along ``axis``, the others broadcast."""
def vecmat(x1: Any, x2: Any) -> ndarray:
    """Return the products of vectors and matrices, in the last axes."""
def vsplit(ary: Any, indices_or_sections: Any) -> Any:
    """Return a list of parts along the first axis."""
def vstack(arrays: Any, out: Any = ...) -> ndarray:
    """Return arrays joined along the first axis, vectors being rows."""
def where(condition: Any, x: Any = ..., y: Any = ...) -> ndarray:
    """Return ``x`` where ``condition`` is not 0 and ``y`` elsewhere; without both, :func:`nonzero` of ``condition``."""
def zeros(shape: Any, dtype: Any = ..., order: Any = ..., ctx: Any = ..., device: Any = ...) -> ndarray:
    """Return an array of zeros of shape ``shape``, float32 unless ``dtype`` is given."""
def zeros_like(
    a: Any,
    dtype: Any = ...,
    order: Any = ...,
    ctx: Any = ...,
    out: Any = ...,
    device: Any = ...,
) -> ndarray:
    """Return an array of zeros of the shape and type of ``a``."""

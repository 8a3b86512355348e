"""The operators that are methods of arrays: ``x.exp()``, ``x.sum(axis=1)``, ``x.slice_axis(0, 1, 3)``."""

from collections.abc import Sequence
from typing import Any, Self

from ..core.params import NULL
from ..core.text import no_array
from ..eager.dispatch import fast_path, invoke, specialized
from ..ops.elementwise_table import UNARY
from ..registry.binding import make_function
from ..registry.op import OPS, Op

#: methods that are the operator of the same name, the array being its first input
OPERATORS = (
    *(row.name for row in UNARY if row.method),
    *(  # noqa: SIM905  # a list would be fifty lines
        "argmax argmax_channel argmin argsort broadcast_axes clip depth_to_space diag flip log_softmax max mean min "
        "nanprod nansum norm one_hot ones_like pad pick prod repeat reshape_like shape_array size_array slice "
        "slice_axis slice_like softmax softmin sort space_to_depth split sum swapaxes take tile topk transpose "
        "zeros_like"
    ).split(),
)


def _call(op: Op, short: str, inputs: tuple[Any, ...], kwargs: dict[str, Any], out: Any) -> Any:
    for item in inputs:
        if item is not None and not isinstance(item, OperatorMethods):
            raise AssertionError(f"method {short}: an input must have NDArray type, but got {no_array(item, short)}")
    return invoke(op, inputs, kwargs, out, type(inputs[0]))


class _Method:
    """A descriptor that makes the operator's function at first use and replaces itself with it."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __get__(self, array: Any, owner: type) -> Any:
        op = OPS.get(self.name)
        if op is None:
            raise AttributeError(f"{owner.__name__!r} object has no attribute {self.name!r}")
        arrays = next(item for item in reversed(owner.__mro__) if "_t" in vars(item))  # the class, not a user's below
        result = make_function(op, self.name, _call, False, __name__, fast_path(op, arrays))
        setattr(OperatorMethods, self.name, result)
        return result if array is None else result.__get__(array, owner)


class OperatorMethods:
    """Operators as methods: those of the list, and those whose arguments differ from the operator's."""

    __slots__ = ()

    def expand_dims(self, axis: int, inplace: bool = False) -> Self:
        """Return the array with an axis of length 1 put in.

        Parameters
        ----------
        axis
            The position of the new axis; negative ones count from the end, -1 is the last.
        inplace
            Whether the result is on the same memory, not a copy.

        Returns
        -------
        An NDArray.

        Examples
        --------
        >>> x = nd.array([[1, 2], [3, 4]])
        >>> x.expand_dims(0).shape
        (1, 2, 2)
        """
        if not inplace:
            return _run(self, "expand_dims", axis)
        if not -self.ndim - 1 <= axis <= self.ndim:
            raise AssertionError(f"expand_dims: axis {axis} does not exist in an array of {self.ndim} axes")
        return self._apply("expand_dims", {"axis": axis}, lambda t: t.unsqueeze(axis))

    def flatten(self, inplace: bool = False) -> Self:
        """Flatten all axes but the first: a copy, or a view (``inplace``).

        Parameters
        ----------
        inplace
            Whether the result is a view, not a copy.

        Returns
        -------
        An NDArray of shape ``(n, rest)``.

        Examples
        --------
        >>> nd.ones((2, 3, 4)).flatten().shape
        (2, 12)
        """
        return self.reshape((0, -1)) if inplace else _run(self, "Flatten")

    def squeeze(self, axis: int | Sequence[int] | None = None, inplace: bool = False) -> Self:
        """Return the array without axes of length 1.

        Parameters
        ----------
        axis
            Which axes go: one or several; None: all of length 1.
        inplace
            Whether the result is on the same memory, not a copy.

        Returns
        -------
        An NDArray.

        Raises
        ------
        MXNetError
            Where an axis has another length (with ``inplace`` an AssertionError).

        Examples
        --------
        >>> nd.ones((1, 2, 1)).squeeze().shape
        (2,)
        >>> nd.ones((1, 2, 1)).squeeze(axis=0).shape
        (2, 1)
        """
        if not inplace:
            return _run(self, "squeeze", NULL if axis is None else axis)
        axes = [axis] if isinstance(axis, int) else range(self.ndim) if axis is None else axis
        drop = {a % self.ndim for a in axes if -self.ndim <= a < self.ndim}
        if len(drop) < len(axes):
            raise AssertionError(f"squeeze: an array of {self.ndim} axes has no axes {axis}, each of them once")
        if axis is None:
            drop = {a for a in drop if self.shape[a] == 1}
        if any(self.shape[a] != 1 for a in drop):
            raise AssertionError(f"cannot select an axis to squeeze out of shape {self.shape}: its length is not 1")
        return self.reshape(tuple(n for a, n in enumerate(self.shape) if a not in drop) or (1,))

    def broadcast_to(self, shape: Sequence[int]) -> Self:
        """Return a copy with axes of length 1 repeated to a shape.

        Parameters
        ----------
        shape
            The shape, of as many axes or more; a 0 leaves a length as it is, of a new axis 1.

        Returns
        -------
        An NDArray.

        Raises
        ------
        ValueError
            Where an axis has another length, and for fewer axes.
        MXNetError
            For a negative length.

        Examples
        --------
        >>> print(nd.array([[1], [2]]).broadcast_to((2, 3)).asnumpy())
        [[1. 1. 1.]
         [2. 2. 2.]]
        """
        target = tuple(length or 1 for length in shape)
        surplus = len(target) - self.ndim
        if surplus < 0 or any(n not in (1, m) for n, m in zip(self.shape, target[surplus:], strict=True)):
            raise ValueError(f"an array of shape {self.shape} cannot be broadcast to {target}")
        data = self.reshape((1,) * surplus + self.shape) if surplus else self
        return invoke(OPS["broadcast_to"], [data], {"shape": target}, None, type(self))

    def broadcast_like(self, other: Any) -> Self:
        """Return a copy with axes of length 1 repeated to the shape of ``other``.

        Parameters
        ----------
        other
            The array whose shape is taken.

        Returns
        -------
        An NDArray.

        Examples
        --------
        >>> nd.ones((2, 1)).broadcast_like(nd.zeros((2, 3))).shape
        (2, 3)
        """
        return self.broadcast_to(other.shape)

    def split_v2(self: Any, indices_or_sections: int | Sequence[int], axis: int = 0, squeeze_axis: bool = False) -> Any:
        """Return the array cut into sections.

        Parameters
        ----------
        indices_or_sections
            Into how many equal sections, or the indices at which they begin: (1, 3) gives [:1], [1:3] and [3:].
        axis
            The axis that is cut.
        squeeze_axis
            Whether the axis is taken out of the sections, which must then have length 1.

        Returns
        -------
        A list of NDArrays, or one where there is one section.

        Examples
        --------
        >>> [part.asnumpy() for part in nd.arange(4).split_v2((1, 3))]
        [array([0.], dtype=float32), array([1., 2.], dtype=float32), array([3.], dtype=float32)]
        """
        if isinstance(indices_or_sections, int):
            if self.shape[axis] % indices_or_sections:
                raise ValueError(
                    f"{self.shape[axis]} along axis {axis} cannot be split into {indices_or_sections} equal sections"
                )
            indices, sections = (), indices_or_sections
        elif isinstance(indices_or_sections, tuple):
            indices, sections = (0, *indices_or_sections), 0
        else:
            raise ValueError(
                f"split_v2: a number of sections or a tuple of indices is expected, got {indices_or_sections!r}"
            )
        return _run(self, "_split_v2", indices, axis, squeeze_axis, sections)

    def round(self, decimals: int = 0, out: Any = None) -> Self:
        """Return the values rounded to integers, halves away from zero.

        Parameters
        ----------
        decimals
            Only 0; it is there for ``np.round``: another number is a TypeError, at which NumPy does it itself.
        out
            An array to write into, or None.

        Returns
        -------
        An NDArray.

        Examples
        --------
        >>> nd.array([1.5, 2.5, -0.5]).round().asnumpy()
        array([ 2.,  3., -1.], dtype=float32)
        """
        if decimals:
            raise TypeError("arrays are rounded to integers only")
        return invoke(OPS["round"], (self,), {}, out, type(self))

    def slice_assign(self, rhs: Any, begin: Sequence[Any], end: Sequence[Any], step: Sequence[Any]) -> Self:
        """Write an array into the block ``begin:end:step``.

        Parameters
        ----------
        rhs
            The array, of the block's shape.
        begin, end, step
            One entry an axis; None as in slices.

        Returns
        -------
        This array.

        Examples
        --------
        >>> x = nd.zeros((2, 3))
        >>> print(x.slice_assign(nd.ones((2, 1)), (None, 1), (None, 2), (None, None)).asnumpy())
        [[0. 1. 0.]
         [0. 1. 0.]]
        """
        self[_block(begin, end, step)] = rhs
        return self

    def slice_assign_scalar(self, value: float, begin: Sequence[Any], end: Sequence[Any], step: Any) -> Self:
        """Write a number into the block ``begin:end:step``.

        Parameters
        ----------
        value
            The number.
        begin, end, step
            One entry an axis; None as in slices.

        Returns
        -------
        This array.

        Examples
        --------
        >>> x = nd.zeros((2, 3))
        >>> print(x.slice_assign_scalar(5, (0, 1), (1, 3), (None, None)).asnumpy())
        [[0. 5. 5.]
         [0. 0. 0.]]
        """
        self[_block(begin, end, step)] = value
        return self


def _block(begin: Sequence[Any], end: Sequence[Any], step: Any) -> tuple[slice, ...]:
    steps = list(step or ()) + [None] * (len(begin) - len(step or ()))
    return tuple(slice(*item) for item in zip(begin, end, steps, strict=True))


def _run(array: Any, name: str, *values: Any) -> Any:
    """Apply an operator to an array, with all its attributes in order."""
    op = OPS[name]
    if array._sparse is not None:
        return invoke(op, (array,), dict(zip(op.attrs, values, strict=True)), None, type(array))
    return specialized(op)(*values)(array)


for _name in OPERATORS:
    setattr(OperatorMethods, _name, _Method(_name))

"""What ``mx.np.ndarray`` has beyond the classic array: NumPy's methods and its protocols."""

from collections.abc import Callable
from functools import wraps
from typing import Any

import numpy as np

from ...core.context import Context
from ...core.lazy_imports import FromAbove
from ...core.semantics import semantics
from ...eager.arithmetic import array_like, inplace_method
from ...frontend.numpy.methods import OPERATORS, attach
from ...frontend.numpy.ufuncs import PAIRS, combine
from ..ndarray import NDArray
from . import _internal
from ._call import F
from .multiarray import ndarray

#: NumPy's functions -> ours; and ufuncs by name (filled by :mod:`mxnet.numpy_dispatch_protocol`)
FUNCTIONS: dict[Any, Callable[..., Any]] = {}
UFUNCS: dict[str, Callable[..., Any]] = {}
#: what computes, by NumPy itself: the functions that are in neither, any function, and any with NumPy's results
OTHERS: list[Callable[[Any], Callable[..., Any]]] = []
#: :mod:`mxnet.numpy`, which sees to it, for programs that have not named it yet
protocols = FromAbove()
attach(ndarray, F, "mxnet.numpy.ndarray", ("asscalar", "tostype"), own=("__matmul__", "__rmatmul__"))


def _in_place(name: str, function: str) -> Callable[[Any, Any], Any]:
    def method(self: Any, other: Any) -> Any:
        return combine(F, PAIRS[function], function, self, other, self)

    method.__name__, method.__doc__ = name, f"Write ``mx.np.{function}(self, other)`` into this array."
    return method


def copy(self: ndarray, order: str = "C") -> Any:
    """Return a copy on the same device.

    Parameters
    ----------
    order
        Only ``'C'``.

    Returns
    -------
    An array that shares no memory with this one; gradients reach this one through it.

    Examples
    --------
    >>> a = mx.np.array([1, 2])
    >>> b = a.copy()
    >>> b[0] = 9
    >>> print(a)
    [1. 2.]
    """
    if order != "C":
        raise NotImplementedError(f"ndarray.copy only supports order='C', while received {order}")
    return NDArray.copy(self)


def copyto(self: ndarray, other: Any) -> Any:
    """Write the values into another array of this shape, or into a new one on a device.

    Parameters
    ----------
    other : array or Context
        The array that is written, or the device of a new one.

    Returns
    -------
    The array that was written; False, with a warning, for the array itself.

    Examples
    --------
    >>> a = mx.np.zeros(2)
    >>> print(mx.np.array([1, 2]).copyto(a))
    [1. 2.]
    >>> print(a)
    [1. 2.]
    """
    if not isinstance(other, (ndarray, Context)):
        raise TypeError(f"copyto does not support type {type(other)}")
    return NDArray.copyto(self, other)


def attach_grad(self: ndarray, grad_req: str = "write") -> None:
    """Make the array a variable: ``grad`` appears, zeros, and ``backward`` fills it.

    Parameters
    ----------
    grad_req : {'write', 'add', 'null'}
        Whether a gradient replaces the one before, is added to it, or is not computed.

    Examples
    --------
    >>> x = mx.np.array([1, 2])
    >>> x.attach_grad()
    >>> with mx.autograd.record():
    ...     y = (x * x).sum()
    >>> y.backward()
    >>> print(x.grad)
    [2. 4.]
    """
    NDArray.attach_grad(self, grad_req)


def broadcast_to(self: ndarray, shape: Any) -> ndarray:
    """Return the array broadcast to ``shape``.

    Parameters
    ----------
    shape : int or tuple of ints
        The shape; where the array's axis has another length, that must be 1.

    Returns
    -------
    A new array.

    Examples
    --------
    >>> print(mx.np.array([1, 2]).broadcast_to((2, 2)))
    [[1. 2.]
     [1. 2.]]
    """
    return _internal.broadcast_to(self, shape=(shape,) if isinstance(shape, int) else tuple(shape))


def nonzero(self: ndarray) -> tuple[ndarray, ...]:
    """Return where the array is not 0.

    Returns
    -------
    A tuple of an array of positions, int64, for each axis, in the order of rows.

    Examples
    --------
    >>> a = mx.np.array([[0, 3], [5, 0]])
    >>> print(a.nonzero())
    (array([0, 1], dtype=int64), array([1, 0], dtype=int64))
    """
    result = _internal.nonzero(self)
    return tuple(result[:, i] for i in range(result.shape[1]))


def reshape_view(self: ndarray, *shape: Any, **kwargs: Any) -> Any:
    """Return the array in another shape on the same memory, as the classic ``reshape``.

    Parameters
    ----------
    *shape
        The lengths, with the codes of :func:`mxnet.nd.reshape`, such as 0, -1 and -2.
    **kwargs
        ``shape``, and ``reverse``: whether the codes are read from the last axis.

    Returns
    -------
    An array on the same memory.

    Examples
    --------
    >>> mx.np.ones((2, 3, 4)).reshape_view(0, -1).shape
    (2, 12)
    """
    return NDArray.reshape(self, *shape, **kwargs)


def ravel(self: ndarray, order: str = "C") -> Any:
    """Return the array with one axis, row by row.

    Parameters
    ----------
    order
        Only ``'C'``.

    Returns
    -------
    A new array: unlike NumPy's, it shares no memory with this one.

    Examples
    --------
    >>> print(mx.np.array([[1, 2], [3, 4]]).ravel())
    [1. 2. 3. 4.]
    """
    if order != "C":
        raise NotImplementedError(f"ndarray.ravel only supports order='C', while received {order}")
    return self.reshape(-1)


def as_in_ctx(self: ndarray, ctx: Context) -> Any:
    """Return this array where it is in ``ctx`` already, else a copy there.

    Parameters
    ----------
    ctx
        The device.

    Returns
    -------
    This array, or a copy.

    Examples
    --------
    >>> a = mx.np.array([1, 2])
    >>> a.as_in_ctx(mx.cpu()) is a
    True
    """
    return self.as_in_context(ctx)


def slice_assign(self: ndarray, rhs: ndarray, begin: Any, end: Any, step: Any) -> ndarray:
    """Write an array into a part of this one.

    Parameters
    ----------
    rhs
        The values, of the part's shape.
    begin, end, step : tuples of ints or None
        Where the part begins, ends, and in what steps, for each axis; None: from the beginning, to the end, by 1.

    Returns
    -------
    This array.

    Examples
    --------
    >>> a = mx.np.zeros((2, 3))
    >>> print(a.slice_assign(mx.np.ones((2, 2)), (0, 1), (2, 3), (1, 1)))
    [[0. 1. 1.]
     [0. 1. 1.]]
    """
    return _internal.slice_assign(self, rhs, begin=begin, end=end, step=step, out=self)


def slice_assign_scalar(self: ndarray, value: float, begin: Any, end: Any, step: Any) -> ndarray:
    """Write a number into a part of this array.

    Parameters
    ----------
    value
        The number.
    begin, end, step : tuples of ints or None
        Where the part begins, ends, and in what steps, for each axis; None: from the beginning, to the end, by 1.

    Returns
    -------
    This array.

    Examples
    --------
    >>> a = mx.np.zeros((2, 3))
    >>> print(a.slice_assign_scalar(7, (0, 1), (2, 3), (1, 1)))
    [[0. 7. 7.]
     [0. 7. 7.]]
    """
    return _internal.slice_assign_scalar(self, scalar=float(value), begin=begin, end=end, step=step, out=self)


def _format(self: ndarray, spec: str) -> str:
    if self.ndim == 0:
        return format(self.item(), spec)
    if not spec:
        return str(self)
    text = f"an array of shape {self.shape} cannot be written as {spec!r}: x.item() is the number of one element"
    raise TypeError(text)


# -- NumPy's protocols ----------------------------------------------------------------------------------------


def _array_function(self: ndarray, func: Any, types: Any, args: Any, kwargs: Any) -> Any:
    if not OTHERS:
        protocols.load()
    function = FUNCTIONS.get(func)
    if function is None:
        return OTHERS[0](func)(*args, **kwargs)
    if not all(issubclass(item, ndarray) for item in types):  # NumPy's arrays beside ours: what calls it is NumPy's
        return OTHERS[2](func)(*args, **kwargs) if set(types) <= {ndarray, np.ndarray} else NotImplemented
    try:
        return function(*args, **kwargs)
    except (TypeError, AssertionError) as error:  # of arguments that NumPy's function takes
        try:
            return OTHERS[1](func)(*args, **kwargs)
        except (TypeError, AssertionError):
            raise error from None


def _array_ufunc(self: ndarray, ufunc: Any, method: str, *inputs: Any, **kwargs: Any) -> Any:
    if not OTHERS:
        protocols.load()
    if method != "__call__":
        return OTHERS[1](getattr(ufunc, method))(*inputs, **kwargs)
    inputs = tuple(array_like(self, item) if isinstance(item, np.ndarray) else item for item in inputs)
    out = kwargs.pop("out", None)
    target = out[0] if isinstance(out, tuple) else out
    function = UFUNCS.get(ufunc.__name__) or OTHERS[0](ufunc)
    if isinstance(target, np.ndarray):
        np.copyto(target, function(*inputs, **kwargs).asnumpy(), casting="same_kind")
        return target
    if target is not None and not isinstance(target, ndarray):
        raise TypeError(f"out: expected an array of mx.np, got {type(target)}")
    return function(*inputs, **kwargs) if target is None else function(*inputs, out=target, **kwargs)


def _taking_numpys(of_ours: Callable[[ndarray, Any], Any], refusal: type[Exception], least_api: int) -> Any:
    """Return an operator's method that also takes an array of NumPy's, as arithmetic does, from an interface on.

    ``refusal`` is the error by which ``of_ours`` refuses such arrays.
    """

    @wraps(of_ours)
    def method(self: ndarray, other: Any) -> Any:
        try:
            return of_ours(self, other)
        except refusal:
            if not isinstance(other, np.ndarray) or semantics.api < least_api:
                raise
            return of_ours(self, array_like(self, other))

    return method


def _negative(self: ndarray) -> Any:
    """Return ``-self``: that of MXNet 2 keeps the type of integers, which a product with -1.0 has not there."""
    return _internal.negative(self) if semantics.api == 2 else NDArray.__neg__(self)


_write_power = inplace_method(None, "_npi_power", ndarray.__pow__)


def _ipow(self: ndarray, other: Any) -> Any:
    """Write ``self ** other`` into this array with MXNet 2's interface; 1.9.1 gives a new one."""
    return _write_power(self, other) if semantics.api == 2 else NotImplemented


for _function in (copy, copyto, attach_grad, broadcast_to, nonzero, ravel, reshape_view, as_in_ctx, slice_assign,
                  slice_assign_scalar):  # fmt: skip
    setattr(ndarray, _function.__name__, _function)
_SPECIAL: dict[str, Any] = {
    **{
        f"__i{name}__": _taking_numpys(_in_place(f"__i{name}__", function), TypeError, 2)
        for name, function in OPERATORS.items()
    },
    **{f"__{name}__": _taking_numpys(getattr(ndarray, f"__{name}__"), TypeError, 2) for name in OPERATORS},
    **{name: _taking_numpys(getattr(ndarray, name), AssertionError, 1) for name in ("__matmul__", "__rmatmul__")},
    "__imatmul__": _taking_numpys(ndarray.__imatmul__, AssertionError, 2),
    "__ipow__": _ipow,
    "__neg__": _negative,
    "__format__": _format,
    "__round__": lambda self, n=0: self.round(n),
    "__floor__": lambda self: _internal.floor(self),
    "__ceil__": lambda self: _internal.ceil(self),
    "__trunc__": lambda self: _internal.trunc(self),
    "__array_function__": _array_function,
    "__array_ufunc__": _array_ufunc,
    "__array_priority__": 1000.0,
}
for _name, _value in _SPECIAL.items():
    setattr(ndarray, _name, _value)

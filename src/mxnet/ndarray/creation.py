"""Functions that make arrays: from values, filled with a constant, or as ranges."""

import math
import operator
from collections.abc import Callable
from typing import Any

import numpy as np
import torch

from ..core.context import Context, checked_context, current_context
from ..core.dtypes import NAME_OF_TORCH, number, tensor_of, torch_dtype
from ..core.errors import MXNetError, nearest, reason
from ..core.interruptions import unless_interrupted
from ..core.observers import eager_observers, observed
from ..core.params import Shape, hidden, parser
from ..core.semantics import semantics
from ..core.write_tracking import writable
from ..eager.dense import parse_context
from ..eager.dispatch import invoke
from ..eager.tape import state
from ..registry.op import get
from .ndarray import NDArray

_read_shape = parser(Shape)
_read_float = parser(float)


def _dtype(dtype: Any) -> torch.dtype:
    """Return the type of a new array; None is float32."""
    return torch.float32 if dtype is None else torch_dtype(dtype)


def _context_of(ctx: Context | str | None) -> Context:
    """Return the context of a new array: the current one unless given, as a context or its text."""
    if ctx is None:
        return current_context()
    if isinstance(ctx, str):
        return parse_context(ctx)
    return checked_context(ctx)


def _plain_shape(shape: Any) -> bool:
    """Return whether a shape is a tuple of positive ints, as it mostly is."""
    if type(shape) is not tuple or not shape:
        return False
    for d in shape:  # noqa: SIM110  # the fastest way
        if type(d) is not int or d < 1:
            return False
    return True


def full_shape(shape: Any, what: str) -> tuple[int, ...]:
    """Read the shape of a new array; one with unknown parts is an :class:`MXNetError`."""
    if _plain_shape(shape):
        return shape
    try:
        dims = _read_shape(shape)
    except ValueError as error:
        raise MXNetError(f"{what}: attribute shape: {error}") from None
    low = 0 if semantics.np_shape else 1
    if any(d < low for d in dims) or not (dims or semantics.np_shape):
        raise MXNetError(f"{what}: the shape {dims} is not fully known; sizes are at least {low}")
    return dims


def _filled(name: str, value: float, shape: Any, ctx: Context | None, dtype: Any, kwargs: dict[str, Any]) -> NDArray:
    out = None
    if kwargs:
        out, _ = kwargs.pop("out", None), kwargs.pop("name", None)
        for key in kwargs:
            if not hidden(key):
                raise MXNetError(f"{name} has no argument {key!r}{nearest(key, ('shape', 'ctx', 'dtype', 'out'))}")
    ctx = _context_of(ctx)
    dims, out_dtype = full_shape(shape, name), _dtype(dtype)
    if out is None:
        if state.trace is not None:  # a constant of the graph
            attributes = {"shape": dims, "value": value, "dtype": NAME_OF_TORCH[out_dtype], "ctx": str(ctx)}
            return invoke(get("_full"), (), attributes, None, NDArray)
        args = dims, value, out_dtype, ctx.device_for(out_dtype)
        return NDArray._wrap(
            _constant(*args) if not eager_observers else observed(f"_{name}", {"shape": dims}, _constant, args), ctx
        )
    if out.shape != dims:
        raise MXNetError(f"{name}: out has shape {out.shape}, expected {dims}")
    if out._sparse is not None:
        return invoke(get("_full"), (), {"shape": dims, "value": value, "dtype": out.dtype}, out, NDArray)
    writable(out._t).fill_(value)
    return out


def _constant(dims: tuple[int, ...], value: float, dtype: torch.dtype, device: torch.device) -> torch.Tensor:
    if value == 0:
        return _allocated(torch.zeros, dims, dtype=dtype, device=device)
    return _allocated(torch.full, dims, value, dtype=dtype, device=device)


def _allocated(make: Callable[..., torch.Tensor], size: Any, *args: Any, **kwargs: Any) -> torch.Tensor:
    """Return ``make(size, ...)``; memory that cannot be had is an :class:`MXNetError`."""
    try:
        return make(size, *args, **kwargs)
    except unless_interrupted(RuntimeError, TypeError, OverflowError) as error:
        raise MXNetError(f"an array of shape {size}: {reason(error)}") from error


def zeros(
    shape: Any, ctx: Context | None = None, dtype: Any = None, stype: str | None = None, **kwargs: Any
) -> NDArray:
    """Return an array of zeros.

    Parameters
    ----------
    shape : int or tuple of ints
        The lengths of the axes.
    ctx
        The device, ``mx.cpu()`` or ``mx.gpu(0)``; None: the current one (``with mx.gpu(0):``).
    dtype
        The data type, ``'int32'`` or ``numpy.int32``; None: float32.
    stype
        The storage: None or ``'default'`` is dense, ``'row_sparse'`` and ``'csr'`` hold no element at first.
    **kwargs
        ``out``, an array of that shape to fill in place of a new one; ``name`` is without effect.

    Returns
    -------
    A new :class:`NDArray`, or ``out``.

    Raises
    ------
    MXNetError
        For a shape with a length below 1 (0 is allowed under ``mx.util.set_np_shape(True)``).

    Examples
    --------
    >>> print(mx.nd.zeros((2, 3)).asnumpy())
    [[0. 0. 0.]
     [0. 0. 0.]]
    >>> mx.nd.zeros((4, 2), stype='csr')
    <BLANKLINE>
    <CSRNDArray 4x2 @cpu(0)>
    """
    if stype not in (None, "default"):
        from . import sparse

        return sparse.zeros(stype, (shape,) if isinstance(shape, int) else shape, ctx, dtype, **kwargs)
    return _filled("zeros", 0, shape, ctx, dtype, kwargs)


def ones(shape: Any, ctx: Context | None = None, dtype: Any = None, **kwargs: Any) -> NDArray:
    """Return an array of ones.

    Parameters
    ----------
    shape : int or tuple of ints
        The lengths of the axes.
    ctx
        The device, ``mx.cpu()`` or ``mx.gpu(0)``; None: the current one (``with mx.gpu(0):``).
    dtype
        The data type, ``'int32'`` or ``numpy.int32``; None: float32.
    **kwargs
        ``out``, an array of that shape to fill in place of a new one; ``name`` is without effect.

    Returns
    -------
    A new :class:`NDArray`, or ``out``.

    Examples
    --------
    >>> print(mx.nd.ones((2, 2), dtype='int32').asnumpy())
    [[1 1]
     [1 1]]
    """
    return _filled("ones", 1, shape, ctx, dtype, kwargs)


def full(
    shape: Any, val: Any, ctx: Context | None = None, dtype: Any = np.float32, out: NDArray | None = None
) -> NDArray:
    """Return an array that has one value everywhere.

    Parameters
    ----------
    shape : int or tuple of ints
        The lengths of the axes.
    val : number or array
        The value; an array is broadcast to the shape.
    ctx
        The device, ``mx.cpu()`` or ``mx.gpu(0)``; None: the current one (``with mx.gpu(0):``).
    dtype
        The data type, ``'int32'`` or ``numpy.int32``; None: float32.
    out
        An array that is filled in place of a new one; None: a new one.

    Returns
    -------
    A new :class:`NDArray`, or ``out``.

    Examples
    --------
    >>> print(mx.nd.full((2, 3), 7).asnumpy())
    [[7. 7. 7.]
     [7. 7. 7.]]
    """
    if out is None:
        if type(val) in (int, float) and _plain_shape(shape):
            ctx, out_dtype = _context_of(ctx), _dtype(dtype)
            result = _allocated(
                torch.full, shape, number(val, out_dtype), dtype=out_dtype, device=ctx.device_for(out_dtype)
            )
            return NDArray._wrap(result, ctx)
        out = empty(shape, ctx, dtype)
    out[:] = val
    return out


def empty(shape: Any, ctx: Context | None = None, dtype: Any = None, stype: str | None = None) -> NDArray:
    """Return an array whose values are whatever the memory held; in sparse storage they are zeros.

    Parameters
    ----------
    shape : int or tuple of ints
        The lengths of the axes; 0 is allowed.
    ctx
        The device, ``mx.cpu()`` or ``mx.gpu(0)``; None: the current one (``with mx.gpu(0):``).
    dtype
        The data type, ``'int32'`` or ``numpy.int32``; None: float32.
    stype
        The storage: None or ``'default'`` is dense; ``'row_sparse'`` or ``'csr'``.

    Returns
    -------
    A new :class:`NDArray`, to be written to before it is read.

    Examples
    --------
    >>> x = mx.nd.empty((2, 3))
    >>> x[:] = 5
    >>> print(x.asnumpy())
    [[5. 5. 5.]
     [5. 5. 5.]]
    """
    if stype not in (None, "default"):
        from . import sparse

        return sparse.empty(stype, shape, ctx, dtype)
    ctx, out_dtype = _context_of(ctx), _dtype(dtype)
    dims = shape if _plain_shape(shape) else tuple(map(operator.index, np.atleast_1d(np.asarray(shape, object))))
    if min(dims, default=0) < 0:
        raise OverflowError(f"empty: sizes are at least 0, got shape {dims}")
    return NDArray._wrap(_allocated(torch.empty, dims, dtype=out_dtype, device=ctx.device_for(out_dtype)), ctx)


def array(source_array: Any, ctx: Context | None = None, dtype: Any = None) -> NDArray:
    """Return a new array with the values of a list, a number, a NumPy array or another array.

    Parameters
    ----------
    source_array : array, sequence or number
        The values: an NDArray, a NumPy array, nested lists, whatever NumPy can read. Arrays in sparse storage, and
        SciPy's ``csr_matrix``, give one in their storage.
    ctx
        The device, ``mx.cpu()`` or ``mx.gpu(0)``; None: the current one (``with mx.gpu(0):``).
    dtype
        The data type; None: that of an NDArray, else float32, also for a NumPy array of float64 or integers.

    Returns
    -------
    A copy. Gradients pass to an NDArray, not to those in a list.

    Raises
    ------
    TypeError
        For what is no array of numbers.

    Examples
    --------
    >>> x = mx.nd.array([[1, 2], [3, 4]])
    >>> print(x.asnumpy())
    [[1. 2.]
     [3. 4.]]
    >>> x.shape, x.dtype
    ((2, 2), <class 'numpy.float32'>)
    >>> mx.nd.array(np.arange(3), dtype='int64').dtype
    <class 'numpy.int64'>
    """
    ctx = _context_of(ctx)
    if getattr(source_array, "_sparse", None) is not None or getattr(source_array, "format", None) == "csr":
        from . import sparse

        return sparse.array(source_array, ctx, dtype)
    if isinstance(source_array, NDArray):
        return _copied(source_array.as_nd_ndarray(), ctx, source_array._t.dtype if dtype is None else _dtype(dtype))
    values = _tensor_of(source_array, _dtype(dtype))
    return NDArray._wrap(values.to(ctx.device_for(values.dtype)), ctx)


def _copied(source: NDArray, ctx: Context, dtype: torch.dtype) -> Any:
    """Return a copy of an array in a context and of a type, recorded where the array is."""
    if not source._slot and source._sparse is None:
        return NDArray._wrap(source._t.detach().to(ctx.device_for(dtype), dtype, copy=True), ctx)
    typed = source.astype(NAME_OF_TORCH[dtype], copy=False)
    return typed if typed is not source and typed._ctx == ctx else typed.copyto(ctx)


def as_ndarray(value: Any, dtype: Any = None) -> Any:
    """Return a NumPy array, the value of a parameter, as an NDArray; other values are returned unchanged.

    It is of ``dtype``, else of the array's, float32 for float64, which NumPy makes where nobody asks for a type.
    """
    if not isinstance(value, np.ndarray):
        return value
    return array(value, dtype=dtype or (np.float32 if value.dtype == np.float64 else value.dtype))


def set_to_zero(array: Any) -> None:
    """Set an array, of any storage, to zero where it is."""
    if array.stype == "default":
        array[:] = 0
    else:
        zeros(array.shape, array.context, array.dtype, stype=array.stype).copyto(array)


def _tensor_of(source: Any, dtype: torch.dtype) -> torch.Tensor:
    """Return a new CPU tensor with the values of a NumPy-readable object; NumPy's complex numbers lose a part."""
    from_numpy = isinstance(source, (np.ndarray, np.generic))
    try:
        values = np.asarray(source)
        if values.dtype.kind == "c" and not from_numpy:
            raise TypeError("complex values")
        return tensor_of(values, dtype)
    except (TypeError, ValueError, OverflowError) as error:
        error_class = ValueError if from_numpy and isinstance(error, ValueError) else TypeError
        raise error_class(f"an array of numbers is expected, got {type(source).__name__}: {error}") from error


def arange(
    start: float,
    stop: float | None = None,
    step: float = 1.0,
    repeat: int = 1,
    infer_range: bool | None = None,
    ctx: Context | None = None,
    dtype: Any = np.float32,
) -> NDArray:
    """Return ``start, start + step, ...`` up to but without ``stop``, every value ``repeat`` times.

    Parameters
    ----------
    start
        The first value; given alone, it is ``stop``, and the first value is 0.
    stop
        Where the values end; it is not among them.
    step
        The distance of two values; a negative one counts down.
    repeat
        How many times each value stands there.
    infer_range
        Without effect.
    ctx
        The device, ``mx.cpu()`` or ``mx.gpu(0)``; None: the current one (``with mx.gpu(0):``).
    dtype
        The data type; None: float64.

    Returns
    -------
    An array of one axis.

    Raises
    ------
    MXNetError
        For an empty range and a ``repeat`` below 1.

    Examples
    --------
    >>> print(mx.nd.arange(4).asnumpy())
    [0. 1. 2. 3.]
    >>> print(mx.nd.arange(1, 3, 0.5).asnumpy())
    [1.  1.5 2.  2.5]
    >>> print(mx.nd.arange(2, repeat=3, dtype='int32').asnumpy())
    [0 0 0 1 1 1]
    """
    if stop is None:
        start, stop = 0, start
    try:
        start, stop, step = map(_read_float, (start, stop, step))
    except ValueError as error:
        raise MXNetError(f"arange: {error}") from None
    if not all(map(math.isfinite, (start, stop, step))):
        raise MXNetError(f"arange: expected finite numbers, got start={start}, stop={stop}, step={step}")
    if repeat < 1:
        raise MXNetError(f"arange: repeat must be positive, got {repeat}")
    count = math.ceil((stop - start) / step) if step else 0
    if count <= 0 and not semantics.np_shape:
        raise MXNetError(f"arange: no number lies between {start:g} and {stop:g} in steps of {step:g}")
    ctx, out_dtype = _context_of(ctx), _dtype("float64" if dtype is None else dtype)
    if not out_dtype.is_floating_point:  # as NumPy counts
        start, step = int(start), int(step)
    if state.trace is not None and count > 0:
        attributes = {"start": start, "stop": stop, "step": step, "repeat": repeat}
        attributes |= {"dtype": NAME_OF_TORCH[out_dtype], "ctx": str(ctx)}  # type: ignore[dict-item]
        return invoke(get("_arange"), (), attributes, None, NDArray)
    values = _allocated(torch.arange, max(count, 0), device=ctx.device_for(out_dtype), dtype=out_dtype)
    if start or step != 1:
        values = (values * step + start).to(out_dtype)
    return NDArray._wrap(values.repeat_interleave(repeat) if repeat != 1 else values, ctx)


def linspace(
    start: float, stop: float, num: int, endpoint: bool = True, ctx: Context | None = None, dtype: Any = np.float32
) -> NDArray:
    """Return evenly spaced numbers from ``start`` to ``stop``.

    Parameters
    ----------
    start
        The first value.
    stop
        The last value, or with ``endpoint=False`` the one that would follow.
    num
        How many values.
    endpoint
        Whether ``stop`` is among them.
    ctx
        The device, ``mx.cpu()`` or ``mx.gpu(0)``; None: the current one (``with mx.gpu(0):``).
    dtype
        The data type; None: float64.

    Returns
    -------
    An array of one axis.

    Examples
    --------
    >>> print(mx.nd.linspace(0, 1, 5).asnumpy())
    [0.   0.25 0.5  0.75 1.  ]
    >>> print(mx.nd.linspace(0, 1, 5, endpoint=False).asnumpy())
    [0.  0.2 0.4 0.6 0.8]
    """
    kwargs = {"start": start, "stop": stop, "num": num, "endpoint": endpoint}
    kwargs |= {"ctx": str(_context_of(ctx)), "dtype": "float64" if dtype is None else dtype}
    return invoke(get("_linspace"), (), kwargs, None, NDArray)


def eye(N: int, M: int = 0, k: int = 0, ctx: Context | None = None, dtype: Any = None, **kwargs: Any) -> NDArray:
    """Return a matrix with ones on a diagonal and zeros elsewhere.

    Parameters
    ----------
    N
        The number of rows.
    M
        The number of columns; 0: as many as rows.
    k
        Which diagonal: 0 the main one, 1 the one above it, -1 the one below.
    ctx
        The device, ``mx.cpu()`` or ``mx.gpu(0)``; None: the current one (``with mx.gpu(0):``).
    dtype
        The data type, ``'int32'`` or ``numpy.int32``; None: float32.
    **kwargs
        ``out``, an array to write to; ``name`` is without effect.

    Returns
    -------
    An array of shape ``(N, M)``, or ``out``.

    Raises
    ------
    MXNetError
        For other arguments.

    Examples
    --------
    >>> print(mx.nd.eye(3).asnumpy())
    [[1. 0. 0.]
     [0. 1. 0.]
     [0. 0. 1.]]
    >>> print(mx.nd.eye(2, 3, k=1).asnumpy())
    [[0. 1. 0.]
     [0. 0. 1.]]
    """
    out, _ = kwargs.pop("out", None), kwargs.pop("name", None)
    attributes = {"N": N, "M": M, "k": k, "ctx": str(_context_of(ctx)), "dtype": "float32" if dtype is None else dtype}
    attributes.update(kwargs)
    return invoke(get("_eye"), (), attributes, out, NDArray)

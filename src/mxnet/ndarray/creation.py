"""Functions that make arrays: from values, filled with a constant, or as ranges."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from typing import Any

import numpy as np
import torch

from ..core.context import Context, checked_context, current_context
from ..core.dtypes import NAME_OF_TORCH, tensor_of, torch_dtype
from ..core.errors import MXNetError, reason
from ..core.interruptions import unless_interrupted
from ..core.observers import eager_observers, observed
from ..core.params import Shape, hidden, parser
from ..core.semantics import semantics
from ..core.write_tracking import writable
from ..eager.dense import parse_context
from ..eager.dispatch import invoke
from ..eager.tape import state
from ..registry.op import get
from .indexing import number
from .ndarray import NDArray

_read_shape = parser(Shape)
_read_float = parser(float)


def _dtype(dtype: Any) -> torch.dtype:
    """Return the type of a new array; None is float32. Types that MXNet lacks are an :class:`MXNetError`."""
    if dtype is None:
        return torch.float32
    try:
        return torch_dtype(dtype)
    except TypeError as error:
        np.dtype(dtype)  # what is no data type at all stays NumPy's TypeError
        raise MXNetError(str(error)) from None


def _where(ctx: Context | str | None) -> Context:
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
        return shape  # type: ignore[no-any-return]
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
                raise MXNetError(f"{name} has no argument {key!r}")
    ctx = _where(ctx)
    dims, out_dtype = full_shape(shape, name), _dtype(dtype)
    if out is None:
        if state.trace is not None:  # a constant of the graph
            attributes = {"shape": dims, "value": value, "dtype": NAME_OF_TORCH[out_dtype], "ctx": str(ctx)}
            return invoke(get("_full"), (), attributes, None, NDArray)  # type: ignore[no-any-return]
        args = dims, value, out_dtype, ctx.torch_device
        return NDArray._wrap(
            _constant(*args) if not eager_observers else observed(f"_{name}", {"shape": dims}, _constant, args), ctx
        )
    if out.shape != dims:
        raise MXNetError(f"{name}: out has shape {out.shape}, expected {dims}")
    if out._sparse is not None:
        return invoke(get("_full"), (), {"shape": dims, "value": value, "dtype": out.dtype}, out, NDArray)  # type: ignore[no-any-return]
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

    ``shape`` is an int or a tuple of ints; ``dtype`` defaults to float32; ``stype`` is the storage: dense, or
    ``'row_sparse'`` or ``'csr'``.
    """
    if stype not in (None, "default"):
        from . import sparse

        return sparse.zeros(stype, (shape,) if isinstance(shape, int) else shape, ctx, dtype, **kwargs)  # type: ignore[no-any-return]
    return _filled("zeros", 0, shape, ctx, dtype, kwargs)


def ones(shape: Any, ctx: Context | None = None, dtype: Any = None, **kwargs: Any) -> NDArray:
    """Return an array of ones of type ``dtype`` (float32)."""
    return _filled("ones", 1, shape, ctx, dtype, kwargs)


def full(
    shape: Any, val: Any, ctx: Context | None = None, dtype: Any = np.float32, out: NDArray | None = None
) -> NDArray:
    """Return an array of this shape with ``val``, a number or an array that broadcasts, everywhere."""
    if out is None:
        if type(val) in (int, float) and _plain_shape(shape):
            ctx, out_dtype = _where(ctx), _dtype(dtype)
            result = _allocated(torch.full, shape, number(val, out_dtype), dtype=out_dtype, device=ctx.torch_device)
            return NDArray._wrap(result, ctx)
        out = empty(shape, ctx, dtype)
    out[:] = val
    return out


def empty(shape: Any, ctx: Context | None = None, dtype: Any = None, stype: str | None = None) -> NDArray:
    """Return an array whose values are whatever the memory held, in sparse storage zeros. Sizes of 0 are allowed."""
    if stype not in (None, "default"):
        from . import sparse

        return sparse.empty(stype, shape, ctx, dtype)  # type: ignore[no-any-return]
    ctx = _where(ctx)
    dims = shape if _plain_shape(shape) else tuple(map(operator.index, np.atleast_1d(np.asarray(shape, object))))
    if min(dims, default=0) < 0:
        raise OverflowError(f"empty: sizes are at least 0, got shape {dims}")
    return NDArray._wrap(_allocated(torch.empty, dims, dtype=_dtype(dtype), device=ctx.torch_device), ctx)


def array(source_array: Any, ctx: Context | None = None, dtype: Any = None) -> NDArray:
    """Return a new array with the values of ``source_array``: an NDArray, or what NumPy can read.

    The type is ``dtype``, else that of an NDArray, else float32 (that of a NumPy array too). Gradients pass to an
    NDArray, not to those in a list. Raises :class:`TypeError` for what is no array of numbers. Arrays in sparse
    storage, and SciPy's ``csr_matrix``, give one in their storage.
    """
    ctx = _where(ctx)
    if getattr(source_array, "_sparse", None) is not None or getattr(source_array, "format", None) == "csr":
        from . import sparse

        return sparse.array(source_array, ctx, dtype)  # type: ignore[no-any-return]
    if isinstance(source_array, NDArray):
        return _copied(source_array.as_nd_ndarray(), ctx, source_array._t.dtype if dtype is None else _dtype(dtype))
    return NDArray._wrap(_tensor_of(source_array, _dtype(dtype)).to(ctx.torch_device), ctx)


def _copied(source: NDArray, ctx: Context, dtype: torch.dtype) -> Any:
    """Return a copy of an array in a context and of a type, recorded where the array is."""
    if not source._slot and source._sparse is None:
        return NDArray._wrap(source._t.detach().to(ctx.torch_device, dtype, copy=True), ctx)
    typed = source.astype(NAME_OF_TORCH[dtype], copy=False)
    return typed if typed is not source and typed._ctx == ctx else typed.copyto(ctx)


def as_ndarray(value: Any, dtype: Any = None) -> Any:
    """Return a NumPy array, the value of a parameter, as an NDArray; other values are returned unchanged.

    It is of ``dtype``, else of the array's, float32 for float64, which NumPy makes where nobody asks for a type.
    """
    if not isinstance(value, np.ndarray):
        return value
    return array(value, dtype=dtype or (np.float32 if value.dtype == np.float64 else value.dtype))


def _tensor_of(source: Any, dtype: torch.dtype) -> torch.Tensor:
    """Return a new CPU tensor with the values of a NumPy-readable object."""
    try:
        values = np.asarray(source)
        if values.dtype.kind == "c":
            raise TypeError("complex values")
        return tensor_of(values, dtype)
    except unless_interrupted(TypeError, ValueError, OverflowError) as error:
        raise TypeError(f"an array of numbers is expected, got {type(source).__name__}: {error}") from error


def arange(
    start: float,
    stop: float | None = None,
    step: float = 1.0,
    repeat: int = 1,
    infer_range: bool | None = None,
    ctx: Context | None = None,
    dtype: Any = np.float32,
) -> NDArray:
    """Return ``start, start + step, ...`` below ``stop``, every value ``repeat`` times.

    With one bound it counts from 0. ``infer_range`` is without effect. ``dtype`` None is float64. Raises
    :class:`MXNetError` for an empty range and a ``repeat`` below 1.
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
    ctx, out_dtype = _where(ctx), _dtype("float64" if dtype is None else dtype)
    if not out_dtype.is_floating_point:  # as NumPy counts
        start, step = int(start), int(step)
    if state.trace is not None and count > 0:
        attributes = {"start": start, "stop": stop, "step": step, "repeat": repeat}
        attributes |= {"dtype": NAME_OF_TORCH[out_dtype], "ctx": str(ctx)}  # type: ignore[dict-item]
        return invoke(get("_arange"), (), attributes, None, NDArray)  # type: ignore[no-any-return]
    values = _allocated(torch.arange, max(count, 0), device=ctx.torch_device, dtype=out_dtype)
    if start or step != 1:
        values = (values * step + start).to(out_dtype)
    return NDArray._wrap(values.repeat_interleave(repeat) if repeat != 1 else values, ctx)


def linspace(
    start: float, stop: float, num: int, endpoint: bool = True, ctx: Context | None = None, dtype: Any = np.float32
) -> NDArray:
    """Return ``num`` evenly spaced numbers from ``start`` to ``stop``, the last one included with ``endpoint``.

    ``dtype`` None is float64.
    """
    kwargs = {"start": start, "stop": stop, "num": num, "endpoint": endpoint}
    kwargs |= {"ctx": str(_where(ctx)), "dtype": "float64" if dtype is None else dtype}
    result: NDArray = invoke(get("_linspace"), (), kwargs, None, NDArray)
    return result


def eye(N: int, M: int = 0, k: int = 0, ctx: Context | None = None, dtype: Any = None, **kwargs: Any) -> NDArray:
    """Return an ``(N, M)`` array (``M`` 0: as ``N``) with ones on the ``k``-th diagonal, zeros elsewhere.

    ``out=`` names an array to write to; other arguments than ``name=`` raise :class:`MXNetError`.
    """
    out, _ = kwargs.pop("out", None), kwargs.pop("name", None)
    attributes = {"N": N, "M": M, "k": k, "ctx": str(_where(ctx)), "dtype": dtype or "float32", **kwargs}
    result: NDArray = invoke(get("_eye"), (), attributes, out, NDArray)
    return result

"""Functions that make arrays."""

from __future__ import annotations

import builtins
from typing import Any

import numpy as np
import torch

from ...core.context import Context
from ...core.errors import MXNetError
from ...core.interruptions import unless_interrupted
from ...ndarray.exchange import from_dlpack as _from_dlpack
from ...ndarray.numpy.multiarray import ndarray
from ._call import array_of, of_tensors
from .dtypes import promoted, tensor_type


def _kind(dtype: Any, default: torch.dtype) -> torch.dtype:
    return default if dtype is None else tensor_type(dtype)


def _of_numbers(*numbers: Any) -> torch.dtype:
    """Return the type of Python's numbers."""
    if builtins.all(isinstance(each, builtins.bool) for each in numbers):
        return torch.bool
    return torch.int64 if builtins.all(isinstance(each, int) for each in numbers) else torch.float32


def asarray(obj: Any, /, *, dtype: Any = None, device: Any = None, copy: builtins.bool | None = None) -> ndarray:
    """Return an array of an array, numbers or nested lists: a copy where ``copy`` says so, or where it is needed."""
    if isinstance(obj, ndarray):
        where = obj.ctx if device is None else device
        same = (dtype is None or obj.dtype == np.dtype(dtype)) and where == obj.ctx
        if same and not copy:
            return obj
        if copy is False:
            raise ValueError("this array cannot be given without a copy")
        return array_of(obj._t.detach().to(_kind(dtype, obj._t.dtype), copy=True), where)
    if copy is False:
        raise ValueError("only an array can be given without a copy")
    if isinstance(obj, (list, tuple)) and builtins.any(isinstance(each, ndarray) for each in obj):
        obj = [each.asnumpy() if isinstance(each, ndarray) else each for each in obj]
    values = np.asarray(obj)
    if dtype is None and values.dtype == np.float64 and not isinstance(obj, (np.ndarray, np.generic)):
        dtype = np.float32
    kind = tensor_type(values.dtype if dtype is None else dtype)
    return array_of(torch.from_numpy(np.array(values, order="C", ndmin=0)).to(kind), device)


def arange(start: Any, /, stop: Any = None, step: Any = 1, *, dtype: Any = None, device: Any = None) -> ndarray:
    """Return the numbers from ``start`` up to, but without, ``stop`` by ``step``."""
    first, last = (0, start) if stop is None else (start, stop)
    kind = _kind(dtype, _of_numbers(first, last, step))
    length = builtins.max(0, -int((first - last) // step)) if step else 0
    if not step:
        raise ValueError("arange: step is 0")
    if not kind.is_floating_point:
        made = first + torch.arange(length, dtype=torch.int64) * step if length else torch.zeros(0)
        return array_of(made.to(kind), device)
    return array_of((first + torch.arange(length, dtype=torch.float64) * step).to(kind), device)


def linspace(
    start: Any, stop: Any, /, num: int, *, dtype: Any = None, device: Any = None, endpoint: builtins.bool = True
) -> ndarray:
    """Return ``num`` numbers at even distances from ``start`` to ``stop``, that included with ``endpoint``."""
    values = np.linspace(start, stop, num, endpoint=endpoint)
    return array_of(torch.from_numpy(values).to(_kind(dtype, torch.float32)), device)


def eye(n_rows: int, n_cols: int | None = None, /, *, k: int = 0, dtype: Any = None, device: Any = None) -> ndarray:
    """Return a matrix of zeros with ones on diagonal ``k``."""
    values = np.eye(n_rows, n_cols, k=k)
    return array_of(torch.from_numpy(values).to(_kind(dtype, torch.float32)), device)


def full(shape: Any, fill_value: Any, *, dtype: Any = None, device: Any = None) -> ndarray:
    """Return an array of a shape full of a number."""
    size = (shape,) if isinstance(shape, int) else tuple(shape)
    return array_of(torch.full(size, fill_value, dtype=_kind(dtype, _of_numbers(fill_value))), device)


def zeros(shape: Any, *, dtype: Any = None, device: Any = None) -> ndarray:
    """Return an array of zeros, float32 by default."""
    return full(shape, 0, dtype=np.float32 if dtype is None else dtype, device=device)


def ones(shape: Any, *, dtype: Any = None, device: Any = None) -> ndarray:
    """Return an array of ones, float32 by default."""
    return full(shape, 1, dtype=np.float32 if dtype is None else dtype, device=device)


def empty(shape: Any, *, dtype: Any = None, device: Any = None) -> ndarray:
    """Return an array of any values, float32 by default."""
    return zeros(shape, dtype=dtype, device=device)


def full_like(x: ndarray, /, fill_value: Any, *, dtype: Any = None, device: Any = None) -> ndarray:
    """Return an array of ``x``'s shape, by default of its type and on its device, filled with a number."""
    return full(x.shape, fill_value, dtype=dtype or x.dtype, device=device or x.ctx)


def zeros_like(x: ndarray, /, *, dtype: Any = None, device: Any = None) -> ndarray:
    """Return zeros as :func:`full_like`."""
    return full_like(x, 0, dtype=dtype, device=device)


def ones_like(x: ndarray, /, *, dtype: Any = None, device: Any = None) -> ndarray:
    """Return ones as :func:`full_like`."""
    return full_like(x, 1, dtype=dtype, device=device)


def empty_like(x: ndarray, /, *, dtype: Any = None, device: Any = None) -> ndarray:
    """Return any values as :func:`full_like`."""
    return zeros_like(x, dtype=dtype, device=device)


def from_dlpack(x: Any, /, *, device: Any = None, copy: builtins.bool | None = None) -> ndarray:
    """Return an array of what has DLPack's protocol: on its memory, unless ``copy`` or ``device`` ask for a copy."""
    try:
        made: ndarray = _from_dlpack(x, ndarray)
    except unless_interrupted(MXNetError) as error:
        raise BufferError(str(error)) from error
    if isinstance(device, Context) and device != made.ctx:
        if copy is False:
            raise ValueError("an array cannot be moved without a copy")
        return made.as_in_context(device)
    return made.copy() if copy else made


@of_tensors
def meshgrid(*arrays: Any, indexing: str = "xy") -> Any:
    """Return the coordinates of a grid along vectors, of the grid's shape: a list of an array for each."""
    if not arrays:
        return []
    promoted(*(each.dtype for each in arrays))
    return [each.contiguous() for each in torch.meshgrid(*arrays, indexing=indexing)]


@of_tensors
def tril(x: Any, /, *, k: int = 0) -> Any:
    """Return matrices with zeros above diagonal ``k``."""
    return torch.tril(x, k)


@of_tensors
def triu(x: Any, /, *, k: int = 0) -> Any:
    """Return matrices with zeros below diagonal ``k``."""
    return torch.triu(x, k)

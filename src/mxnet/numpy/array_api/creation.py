"""Functions that make arrays: float32 by default, and int64 and bool of Python's integers and booleans."""

import builtins
from typing import Any

import numpy as np

from ...core.context import Context, current_context
from ...core.errors import MXNetError
from ...frontend.numpy import shape as _shape
from ...ndarray.exchange import from_dlpack as _from_dlpack
from ...ndarray.numpy._call import F
from ...ndarray.numpy.multiarray import ndarray
from ..creation import array
from .dtypes import result_type, standard

__all__ = [
    "arange", "asarray", "empty", "empty_like", "eye", "from_dlpack", "full", "full_like", "linspace", "meshgrid",
    "ones", "ones_like", "tril", "triu", "zeros", "zeros_like",
]  # fmt: skip


def _array(values: Any, dtype: Any, default: Any, device: Any) -> ndarray:
    """Return an array of values; ValueError for a device that is no context."""
    if device is not None and not isinstance(device, Context):
        raise ValueError(f"a device is a context such as mx.cpu(), got {device!r}")
    return array(values, dtype=default if dtype is None else dtype, ctx=device or current_context())


def _of_numbers(*numbers: Any) -> Any:
    """Return the type of Python's numbers."""
    if builtins.all(isinstance(item, builtins.bool) for item in numbers):
        return np.bool_
    return np.int64 if builtins.all(isinstance(item, int) for item in numbers) else np.float32


def asarray(obj: Any, /, *, dtype: Any = None, device: Any = None, copy: builtins.bool | None = None) -> ndarray:
    """Return an array of an array, numbers or nested lists: a copy where ``copy`` says so, or where it is needed."""
    if isinstance(obj, ndarray):
        same = (dtype is None or obj.dtype == np.dtype(dtype)) and device in (None, obj.ctx)
        if same and not copy:
            return obj
        if copy is False:
            raise ValueError("this array cannot be given without a copy")
        return _array(obj, dtype, obj.dtype, device or obj.ctx)
    if copy is False:
        raise ValueError("only an array can be given without a copy")
    if isinstance(obj, (list, tuple)) and builtins.any(isinstance(item, ndarray) for item in obj):
        obj = [item.asnumpy() if isinstance(item, ndarray) else item for item in obj]
    values = np.asarray(obj)
    is_numbers = values.dtype == np.float64 and not isinstance(obj, (np.ndarray, np.generic))
    return _array(values, dtype, np.float32 if is_numbers else values.dtype, device)


def arange(start: Any, /, stop: Any = None, step: Any = 1, *, dtype: Any = None, device: Any = None) -> ndarray:
    """Return the numbers from ``start`` up to, but without, ``stop`` by ``step``."""
    first, last = (0, start) if stop is None else (start, stop)
    if not step:
        raise ValueError("arange: step is 0")
    length = builtins.max(0, -int((first - last) // step))
    return _array(first + np.arange(length) * step, dtype, _of_numbers(first, last, step), device)


def linspace(
    start: Any, stop: Any, /, num: int, *, dtype: Any = None, device: Any = None, endpoint: builtins.bool = True
) -> ndarray:
    """Return ``num`` numbers at even distances from ``start`` to ``stop``, that included with ``endpoint``."""
    return _array(np.linspace(start, stop, num, endpoint=endpoint), dtype, np.float32, device)


def eye(n_rows: int, n_cols: int | None = None, /, *, k: int = 0, dtype: Any = None, device: Any = None) -> ndarray:
    """Return a matrix of zeros with ones on diagonal ``k``."""
    return _array(np.eye(n_rows, n_cols, k=k), dtype, np.float32, device)


def full(shape: Any, fill_value: Any, *, dtype: Any = None, device: Any = None) -> ndarray:
    """Return an array of a shape full of a number."""
    default = _of_numbers(fill_value)
    return _array(np.full(shape, fill_value, dtype or default), dtype, default, device)


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
    """Return an array of what has DLPack's protocol: on its memory, unless ``copy`` or ``device`` ask for a copy.

    Parameters
    ----------
    x : array of another library
        What has the methods ``__dlpack__`` and ``__dlpack_device__``: an array of NumPy's, a tensor of PyTorch's.
    device : Context or None
        The device of the result; None: that of ``x``.
    copy
        Whether the values are copied; None: only where ``device`` needs it.

    Returns
    -------
    An array on the memory of ``x``, so that what is written into one is seen in the other; or a copy.

    Raises
    ------
    BufferError
        Where the memory cannot be used.
    ValueError
        For ``copy=False`` where ``device`` needs one.

    Examples
    --------
    >>> x = np.zeros(3, dtype='float32')
    >>> a = mx.np.from_dlpack(x)
    >>> a[0] = 7
    >>> print(x)
    [7. 0. 0.]
    """
    try:
        result: ndarray = _from_dlpack(x, ndarray)
    except MXNetError as error:
        raise BufferError(str(error)) from error
    if isinstance(device, Context) and device != result.ctx:
        if copy is False:
            raise ValueError("an array cannot be moved without a copy")
        return result.as_in_context(device)
    return result.copy() if copy else result


def meshgrid(*arrays: Any, indexing: str = "xy") -> Any:
    """Return the coordinates of a grid along vectors, of the grid's shape: a list of an array for each."""
    if arrays:
        result_type(*arrays)  # they have to have types that are promoted to one
    return _shape.meshgrid(F, *arrays, indexing=indexing)


tril = standard("tril(x, /, *, k=0)", "_npi_tril")
triu = standard("triu(x, /, *, k=0)", "_npi_triu")

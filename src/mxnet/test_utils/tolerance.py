"""How far apart two numbers of a dtype may be and still count as equal: MXNet's defaults."""

from __future__ import annotations

import numbers
import os
from collections.abc import Mapping
from typing import Any

import numpy as np

_DTYPES = ("float16", "float32", "float64")
_EXACT = ("bool", "int8", "uint8", "int32", "uint32", "int64", "uint64")


def _table(*values: float) -> dict[np.dtype, float]:
    floats = {np.dtype(name): value for name, value in zip(_DTYPES, values, strict=True)}
    return floats | {np.dtype(name): 0 for name in _EXACT}


def default_rtols() -> dict[np.dtype, float]:
    """Return the relative tolerance of each dtype."""
    return _table(1e-2, 1e-4, 1e-5)


def default_atols() -> dict[np.dtype, float]:
    """Return the absolute tolerance of each dtype."""
    return _table(1e-1, 1e-3, 1e-20)


def default_numeric_eps() -> dict[np.dtype, float]:
    """Return the step of numeric differentiation for each floating dtype."""
    return {np.dtype(name): 2.0**-power for name, power in zip(_DTYPES, (6, 9, 14), strict=True)}


def default_dtype() -> type:
    """Return the dtype of arrays that are made without one."""
    return np.float32


def get_rtol(rtol: Any = None, dtype: Any = np.dtype(np.float64)) -> Any:  # noqa: B008
    """Return ``rtol``, or the default of ``dtype`` when it is None."""
    return default_rtols()[np.dtype(dtype)] if rtol is None else rtol


def get_atol(atol: Any = None, dtype: Any = np.dtype(np.float64)) -> Any:  # noqa: B008
    """Return ``atol``, or the default of ``dtype`` when it is None."""
    return default_atols()[np.dtype(dtype)] if atol is None else atol


def get_etol(etol: float | None = None) -> float:
    """Return ``etol``, the part of all elements that may differ; none by default."""
    return 0 if etol is None else etol


def effective_dtype(dat: Any) -> np.dtype:
    """Return the dtype whose precision the values of ``dat`` have.

    That is its own, but float16 for float32 results of a GPU that multiplies in TF32 or less.
    """
    dtype = np.dtype(dat.dtype)
    context = getattr(dat, "context", None) or getattr(dat, "ctx", None)
    if context is not None and context.device_type == "gpu" and dtype == np.float32 and _tensor_cores_in_use():
        return np.dtype(np.float16)
    return dtype


def _tensor_cores_in_use() -> bool:
    import torch

    allowed = torch.backends.cuda.matmul.allow_tf32 or torch.backends.cudnn.allow_tf32
    if not allowed or os.environ.get("NVIDIA_TF32_OVERRIDE") == "0" or not torch.cuda.is_available():
        return False
    return torch.cuda.get_device_capability() >= (8, 0)


def get_tolerance(dat: Any, tol: float | Mapping[np.dtype, float] | None, default_tol: Mapping[np.dtype, float]) -> Any:
    """Return the tolerance for the array ``dat``: the number ``tol``, its entry for the dtype, or the default's."""
    if isinstance(tol, numbers.Number):
        return tol
    dtype = effective_dtype(dat)
    kwargs = {np.dtype(key): value for key, value in (tol or {}).items()}
    return kwargs[dtype] if dtype in kwargs else default_tol[dtype]


def get_tols(x: Any, y: Any, rtol: Any, atol: Any) -> tuple[float, float]:
    """Return ``(rtol, atol)`` for comparing ``x`` with ``y``: the larger of what each of the two allows.

    Plain numbers count as float64.
    """
    arrays = [np.float64(value) if isinstance(value, numbers.Number) else value for value in (x, y)]
    arrays = [array if hasattr(array, "dtype") else np.float64(array) for array in arrays]
    relative = max(get_tolerance(array, rtol, default_rtols()) for array in arrays)
    absolute = max(get_tolerance(array, atol, default_atols()) for array in arrays)
    return relative, absolute

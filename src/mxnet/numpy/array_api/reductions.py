"""Statistics, cumulative sums and logical reductions."""

import builtins
import math
from typing import Any

import numpy as np

from ...frontend.numpy import reductions as _reductions
from ...ndarray.numpy._call import F
from .dtypes import astype, standard

__all__ = ["all", "any", "cumulative_sum", "max", "mean", "min", "prod", "std", "sum", "var"]


def _summed(x: Any, dtype: Any) -> Any:
    """Return an array in the type of its sums and products: that asked for, or int64 of integers and booleans."""
    return astype(x, np.int64 if dtype is None and x.dtype.kind != "f" else dtype or x.dtype, copy=False)


def sum(x: Any, /, *, axis: Any = None, dtype: Any = None, keepdims: builtins.bool = False) -> Any:
    """Return the sum over axes; of integers as int64 by default."""
    return F("_np_sum", _summed(x, dtype), axis=axis, keepdims=keepdims)


def prod(x: Any, /, *, axis: Any = None, dtype: Any = None, keepdims: builtins.bool = False) -> Any:
    """Return the product over axes; of integers as int64 by default."""
    return F("_np_prod", _summed(x, dtype), axis=axis, keepdims=keepdims)


def var(x: Any, /, *, axis: Any = None, correction: float = 0.0, keepdims: builtins.bool = False) -> Any:
    """Return the variance over axes; ``correction`` is taken from the number of elements."""
    result = F("_npi_var", x, axis=axis, ddof=0, keepdims=keepdims)
    if not correction:
        return result
    count = x.size // builtins.max(result.size, 1)
    freedom = builtins.max(count - correction, 0)
    return result * (count / freedom if freedom else math.inf)


def std(x: Any, /, *, axis: Any = None, correction: float = 0.0, keepdims: builtins.bool = False) -> Any:
    """Return the standard deviation over axes; ``correction`` is taken from the number of elements."""
    return F("_npi_sqrt", var(x, axis=axis, correction=correction, keepdims=keepdims))


def cumulative_sum(
    x: Any, /, *, axis: int | None = None, dtype: Any = None, include_initial: builtins.bool = False
) -> Any:
    """Return the sums up to each element along an axis, which only a vector may leave out; from 0 on if asked."""
    return _reductions.cumulative_sum(F, x, axis, dtype, include_initial)


_REDUCTION = "(x, /, *, axis=None, keepdims=False)"
mean = standard(f"mean{_REDUCTION}", "_npi_mean")
max, min = standard(f"max{_REDUCTION}", "_np_max"), standard(f"min{_REDUCTION}", "_np_min")
all, any = standard(f"all{_REDUCTION}", "_np_all"), standard(f"any{_REDUCTION}", "_np_any")

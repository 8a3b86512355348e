"""Functions that NumPy itself computes: arrays go there and come back, which has no gradient.

Inside ``autograd.record()`` they raise ValueError.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..ndarray.numpy.methods import fall_back

#: names that NumPy has given up -> what they were
_RENAMED: dict[str, Callable[..., Any]] = {
    "alltrue": np.all,
    "in1d": lambda ar1, ar2, **kwargs: np.isin(np.ravel(ar1), ar2, **kwargs),
    "msort": lambda a: np.sort(a, axis=0),
    "trapz": np.trapezoid,
}
__all__ = [
    *("allclose", "alltrue", "apply_along_axis", "apply_over_axes", "argpartition", "argwhere", "array_equal"),
    *("array_equiv", "choose", "compress", "corrcoef", "correlate", "count_nonzero", "cov", "digitize", "divmod"),
    *("extract", "flatnonzero", "float_power", "frexp", "heaviside", "histogram2d", "histogram_bin_edges"),
    *("histogramdd", "i0", "in1d", "interp", "intersect1d", "isclose", "isin", "ix_", "lexsort", "min_scalar_type"),
    *("modf", "msort", "nanargmax", "nanargmin", "nancumprod", "nancumsum", "nanmax", "nanmedian", "nanmin"),
    *("nanpercentile", "nanprod", "nanquantile", "nanstd", "nansum", "nanvar", "ndim", "packbits", "partition"),
    *("piecewise", "poly", "polyadd", "polydiv", "polyfit", "polyint", "polymul", "polysub", "positive"),
    *("promote_types", "ptp", "real", "result_type", "rollaxis", "roots", "searchsorted", "select", "setdiff1d"),
    *("setxor1d", "signbit", "size", "spacing", "take_along_axis", "trapz", "tril_indices_from", "trim_zeros"),
    *("triu_indices_from", "union1d", "unpackbits", "unwrap", "vander"),
]


def _made(name: str) -> Callable[..., Any]:
    function = _RENAMED.get(name) or getattr(np, name)

    def call(*args: Any, **kwargs: Any) -> Any:
        return fall_back(function, args, kwargs)

    call.__name__ = call.__qualname__ = name
    call.__doc__ = f"Return NumPy's ``{name}``, computed by NumPy itself and without a gradient."
    return call


globals().update({name: _made(name) for name in __all__})

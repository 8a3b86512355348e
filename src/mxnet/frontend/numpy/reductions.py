"""Reductions: sums, means, products, extremes, and where they are."""

from __future__ import annotations

from typing import Any

from .. import of_operator


def average(F: Any, a: Any, axis: Any = None, weights: Any = None, returned: bool = False, out: Any = None) -> Any:
    """Return the mean over ``axis`` weighted by ``weights``; with ``returned`` also the sum of the weights.

    Parameters
    ----------
    axis : None, int or tuple of ints
        The axes; None: all.
    weights : array or None
        How much each element counts, of the shape of ``a`` or along one axis; None: all the same.
    returned
        Whether the sum of the weights is returned too.

    Returns
    -------
    An array without the axes; a pair with ``returned``.

    Examples
    --------
    >>> print(mx.np.average(mx.np.array([1, 2, 3]), weights=mx.np.array([3, 1, 0])))
    1.25
    """
    if weights is None:
        return F("_npi_average", a, axis=axis, returned=returned, weighted=False, out=out)
    return F("_npi_average", a, weights, axis=axis, returned=returned, weighted=True, out=out)


mean = of_operator("mean(a, axis=None, dtype=None, out=None, keepdims=False)")
std = of_operator("std(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False)")
var = of_operator("var(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False)")
argmax = of_operator("argmax(a, axis=None, out=None, keepdims=False)")
argmin = of_operator("argmin(a, axis=None, out=None, keepdims=False)")
FUNCTIONS = [mean, std, var, argmax, argmin, average]

"""Differences, integrals, interpolation, covariances and convolutions."""

from __future__ import annotations

from typing import Any

from ...core.errors import Unsupported
from .. import of_operator, only_numpy
from .ufuncs import is_number


def gradient(F: Any, f: Any, *varargs: Any, axis: Any = None, edge_order: int = 1) -> Any:
    """Return the differences of neighbours on both sides, divided by their distance: an array, or a tuple of one for
    each axis; of integers as float32.

    ``varargs``: a distance for all axes, or one for each; or the coordinates, as vectors. Of a symbol, ``axis`` must be
    given.
    """
    if axis is None and F.symbolic:
        raise Unsupported("gradient: the axis of a symbol must be given: it does not know its axes")
    axes = range(f.ndim) if axis is None else (axis,) if isinstance(axis, int) else tuple(axis)
    steps = varargs * len(axes) if len(varargs) == 1 else varargs or (1.0,) * len(axes)
    if len(steps) != len(axes):
        raise TypeError(f"gradient: {len(steps)} distances for {len(axes)} axes")
    result = tuple(_gradient(F, f, step, at, edge_order) for step, at in zip(steps, axes, strict=True))
    return result[0] if len(result) == 1 else result


def _gradient(F: Any, f: Any, step: Any, axis: int, edge_order: int) -> Any:
    if F.is_array(step):
        return F("_npi_gradient", f, step, axis=axis, edge_order=edge_order, has_coordinates=True)
    return F("_npi_gradient", f, axis=axis, spacing=float(step), edge_order=edge_order)


def trapz(F: Any, y: Any, x: Any = None, dx: float = 1.0, axis: int = -1) -> Any:
    """Return the integral along ``axis`` by the trapezoidal rule: of elements ``dx`` apart, or at ``x``."""
    if axis is None:
        raise TypeError("trapz: axis must be an integer")
    if not is_number(dx):
        raise Unsupported("trapz: dx is no number")
    if x is None:
        return F("_npi_trapz", *F.arrays(y), dx=float(dx), axis=axis)
    return F("_npi_trapz", *F.arrays(y, x), axis=axis, has_x=True)


def interp(F: Any, x: Any, xp: Any, fp: Any, left: Any = None, right: Any = None, period: Any = None) -> Any:
    """Return at ``x`` the piecewise linear function that is ``fp`` at the ascending ``xp``, as float64.

    Before and behind these it is ``left`` and ``right``, the ends' values unless given. One with a ``period`` has no
    ends, and ``xp`` need not ascend.
    """
    if not all(item is None or is_number(item) for item in (left, right, period)):
        raise Unsupported("interp: ends or a period that are no numbers")
    return F("_npi_interp", *F.arrays(x, xp, fp), left=left, right=right, period=period)


def cov(
    F: Any,
    m: Any,
    y: Any = None,
    rowvar: bool = True,
    bias: bool = False,
    ddof: int | None = None,
    **others: Any,
) -> Any:
    """Return the covariances of variables, which are rows, or columns without ``rowvar``, as float64.

    ``y`` has more variables. The number of observations less ``ddof`` divides: less 1, or 0 with ``bias``, by default.
    """
    only_numpy("cov", others)
    arrays = F.arrays(m) if y is None else F.arrays(m, y)
    less = int(not bias) if ddof is None else ddof
    return F("_npi_cov", *arrays, rowvar=bool(rowvar), ddof=less, has_y=y is not None)


def corrcoef(F: Any, x: Any, y: Any = None, rowvar: bool = True, **others: Any) -> Any:
    """Return the correlations of variables, see :func:`cov`, as float64."""
    only_numpy("corrcoef", others)
    arrays = F.arrays(x) if y is None else F.arrays(x, y)
    return F("_npi_cov", *arrays, rowvar=bool(rowvar), normalize=True, has_y=y is not None)


def convolve(F: Any, a: Any, v: Any, mode: str = "full") -> Any:
    """Return the convolution of two vectors: at every overlap (``'full'``), as long as the longer one (``'same'``), or
    where they overlap wholly (``'valid'``).
    """
    if mode not in ("full", "same", "valid"):
        raise ValueError(f"mode: expected 'full', 'same' or 'valid', got {mode!r}")
    return F("_npi_convolve", a, v, mode=mode)


#: functions that NumPy computes where an argument is not supported
WITH_NUMPY = [trapz, interp, cov, corrcoef, of_operator("vander(x, N=None, increasing=False)", beside=True)]
FUNCTIONS = [gradient, convolve, *WITH_NUMPY]

"""Operators under NumPy's arguments: ``mx.np`` has these, ``mx.nd.np`` and ``mx.sym.np`` the operators' own."""

from collections.abc import Callable
from typing import Any

import numpy as np

from ...core.errors import MXNetShapeError
from .. import of_operator
from . import edit


def pad(F: Any, x: Any, pad_width: Any = None, mode: str = "constant", **kwargs: Any) -> Any:
    """Return ``x`` with elements before and after those of each axis.

    Parameters
    ----------
    x : array
        The input.
    pad_width : int, pair of ints, list of pairs, or dict
        How many: a pair (before, after) for each axis, one pair for all axes, or one number for both sides of all. A
        dict has numbers or pairs by axis; the other axes stay.
    mode : str
        What the new elements are:

        - 'constant': ``constant_values``, 0 by default;
        - 'edge': the outermost element;
        - 'reflect': those inside in the reverse order, without the outermost one;
        - 'symmetric': the same with the outermost one;
        - 'wrap': those of the other end;
        - 'maximum', 'minimum', 'mean', 'median': that of the axis, or of its outermost ``stat_length`` elements;
        - 'linear_ramp': a straight line from the outermost element to ``end_values``, 0 by default;
        - 'empty': any values.
    **kwargs
        The one that goes with ``mode``: ``constant_values``, ``end_values`` or ``stat_length``, each a number, a pair,
        or a pair for each axis; for 'reflect' and 'symmetric' ``reflect_type``, 'even' or 'odd' (twice the outermost
        element less the reflected ones).

    Returns
    -------
    An array in the dtype of ``x``.

    Raises
    ------
    TypeError
        For a ``pad_width`` that is no integers.
    ValueError
        For a keyword that does not go with ``mode``.

    Notes
    -----
    1.9.1 takes a tuple of pairs alone, and not the modes 'wrap', 'mean', 'median', 'linear_ramp' and 'empty'.

    Examples
    --------
    >>> a = mx.np.array([1, 2, 3])
    >>> print(mx.np.pad(a, (1, 2)))
    [0. 1. 2. 3. 0. 0.]
    >>> print(mx.np.pad(a, 2, mode='reflect'))
    [3. 2. 1. 2. 3. 2. 1.]
    >>> print(mx.np.pad(mx.np.array([[1, 2]]), ((0, 1), (2, 0)), constant_values=9))
    [[9. 9. 1. 2.]
     [9. 9. 9. 9.]]
    """
    return edit.pad(F, x, pad_width, mode, **kwargs)


def repeat(F: Any, a: Any, repeats: Any, axis: int | None = None) -> Any:
    """Return ``a`` with every element, or slice along ``axis``, repeated; of the flat array where that is None.

    ``repeats``: how often, or a list of that for each. :class:`MXNetShapeError` for a list of another length.

    Parameters
    ----------
    repeats : int, or list of ints
        How often each is repeated.
    axis : int or None
        The axis; None: the array is taken as flat.

    Returns
    -------
    A new array.

    Examples
    --------
    >>> print(mx.np.repeat(mx.np.array([1, 2]), 2))
    [1. 1. 2. 2.]
    >>> print(mx.np.repeat(mx.np.array([1, 2]), [1, 3]))
    [1. 2. 2. 2.]
    """
    counts = np.asarray(repeats)
    if counts.size == 1:
        return F("_np_repeat", a, repeats=repeats if counts.ndim == 0 else counts.item(), axis=axis)
    if axis is None:
        a, axis = F("_npx_reshape", a, newshape=-1), 0
    if not F.symbolic and a.shape[axis] != counts.size:
        raise MXNetShapeError(f"repeat: {counts.size} counts for {a.shape[axis]} items along axis {axis}")
    a, positions = F.arrays(a, np.repeat(np.arange(counts.size), counts))
    return F("_npi_take", a, positions, axis=axis, mode="clip")


#: signatures by operator
_OPERATORS: dict[str, tuple[str, ...]] = {
    "_np_sum": ("sum(a, axis=None, dtype=None, keepdims=False, initial=None, out=None)",),
    "_np_prod": tuple(f"{name}(a, axis=None, dtype=None, out=None, keepdims=False)" for name in ("prod", "product")),
    "_np_max": tuple(f"{name}(a, axis=None, keepdims=False, out=None)" for name in ("max", "amax")),
    "_np_min": tuple(f"{name}(a, axis=None, keepdims=False, out=None)" for name in ("min", "amin")),
    "_np_all": ("all(a, axis=None, keepdims=False, out=None)",),
    "_np_any": tuple(f"{name}(a, axis=None, keepdims=False, out=None)" for name in ("any", "sometrue")),
    "_np_cumsum": ("cumsum(a, axis=None, dtype=None, out=None)",),
    "_np_reshape": ("reshape(a, newshape, order='C', out=None)",),
    "_np_squeeze": ("squeeze(a, axis=None, out=None)",),
    "_np_transpose": ("transpose(a, axes=None)",),
    "_np_moveaxis": ("moveaxis(a, source, destination)",),
    "_np_roll": ("roll(a, shift, axis=None)",),
    "_np_atleast_1d": ("atleast_1d(*arys)",),
    "_np_atleast_2d": ("atleast_2d(*arys)",),
    "_np_atleast_3d": ("atleast_3d(*arys)",),
    "_np_diag": ("diag(array, k=0)",),
    "_np_diagflat": ("diagflat(array, k=0)",),
    "_np_diagonal": ("diagonal(a, offset=0, axis1=0, axis2=1)",),
    "_np_trace": ("trace(a, offset=0, axis1=0, axis2=1, out=None)",),
    "_np_dot": ("dot(a, b, out=None)",),
}
FUNCTIONS: list[Callable[..., Any]] = [
    *(of_operator(signature, op) for op, signatures in _OPERATORS.items() for signature in signatures),
    pad,
    repeat,
]

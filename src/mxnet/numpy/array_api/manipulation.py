"""Functions of shapes and indices."""

from __future__ import annotations

import builtins
from typing import Any

import numpy as np

from ...frontend.numpy import shape as _shape
from ...ndarray.numpy._call import F
from ...ndarray.numpy.multiarray import ndarray
from .dtypes import same_type, standard
from .searching import take


def broadcast_arrays(*arrays: Any) -> Any:
    """Return arrays broadcast to one shape, a list."""
    return _shape.broadcast_arrays(F, *arrays)


def concat(arrays: Any, /, *, axis: int | None = 0) -> Any:
    """Return arrays joined along an axis, flat where that is None, in the type that they are promoted to."""
    return F("_npi_concatenate", *same_type(*arrays), axis=axis)


def stack(arrays: Any, /, *, axis: int = 0) -> Any:
    """Return arrays of one shape joined along a new axis."""
    return F("_npi_stack", *same_type(*arrays), axis=axis)


def unstack(x: Any, /, *, axis: int = 0) -> Any:
    """Return the parts along an axis, a tuple."""
    return _shape.unstack(F, x, axis)


def repeat(x: Any, repeats: Any, /, *, axis: int | None = None) -> Any:
    """Return every element ``repeats`` times (a number, or one for each) along an axis, or of the flat array."""
    if not isinstance(repeats, ndarray):
        return F("_np_repeat", x, repeats=repeats, axis=axis)
    x = F("_np_reshape", x, newshape=-1) if axis is None else x
    count = x.shape[axis or 0]
    (positions,) = F.arrays(x, np.repeat(np.arange(count), np.broadcast_to(repeats.asnumpy(), count)))[1:]
    return take(x, positions, axis=axis or 0)


def reshape(x: Any, /, shape: Any, *, copy: builtins.bool | None = None) -> Any:
    """Return an array in another shape, always a copy: ``copy=False`` is refused (ValueError)."""
    if copy is False:
        raise ValueError("reshape gives a copy")
    return F("_np_reshape", x, newshape=tuple(shape))


def tile(x: Any, repetitions: Any, /) -> Any:
    """Return an array laid out ``repetitions[i]`` times along axis i."""
    return F("_npi_tile", x, reps=tuple(repetitions))


broadcast_to = standard("broadcast_to(x, /, shape)", "_npi_broadcast_to")
expand_dims = standard("expand_dims(x, /, axis)", "_npi_expand_dims")
flip = standard("flip(x, /, *, axis=None)", "_npi_flip")
moveaxis = standard("moveaxis(x, source, destination, /)", "_np_moveaxis")
permute_dims = standard("permute_dims(x, /, axes)", "_np_transpose")
roll = standard("roll(x, /, shift, *, axis=None)", "_np_roll")
squeeze = standard("squeeze(x, /, axis)", "_np_squeeze")

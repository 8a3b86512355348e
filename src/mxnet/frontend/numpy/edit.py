"""Functions that delete, insert, pad and repeat elements."""

from __future__ import annotations

import numbers
from collections.abc import Callable
from typing import Any

import numpy as np

from ...core.shapes import as_tuple

#: the keywords that 1.9.1 takes for a mode of padding
_PAD_KEYWORDS: dict[str, tuple[str, ...]] = {
    "constant": ("constant_values",), "edge": (), "maximum": ("stat_length",), "minimum": ("stat_length",),
    "reflect": ("reflect_type",), "symmetric": ("reflect_type",),
}  # fmt: skip
#: what else NumPy has, which 1.9.1 refuses
_OTHER_MODES = ("empty", "linear_ramp", "mean", "median", "wrap")


def delete(F: Any, arr: Any, obj: Any, axis: int | None = None) -> Any:
    """Return ``arr`` without what is at ``obj`` (an int, a slice, or an array of positions or booleans) along ``axis``.

    Without ``axis`` the array is taken as flat.
    """
    F.expect("arr", arr)
    if isinstance(obj, slice):
        return F("_npi_delete", arr, axis=axis, **_slice(obj))
    if isinstance(obj, numbers.Integral):
        return F("_npi_delete", arr, int_ind=int(obj), axis=axis)
    if F.is_array(obj):
        return F("_npi_delete", arr, obj, axis=axis)
    raise TypeError(f"'obj' can not support type {type(obj)}")


def insert(F: Any, arr: Any, obj: Any, values: Any, axis: int | None = None) -> Any:
    """Return ``arr`` with ``values`` before ``obj`` (an int, a slice, or an array of positions) along ``axis``.

    ``values`` are an array or a number, cast to the type of ``arr``. Without ``axis`` the array is taken as flat.
    """
    F.expect("arr", arr)
    given: dict[str, Any] = {"axis": axis}
    inputs: tuple[Any, ...] = (arr,)
    if isinstance(values, numbers.Number):
        given["val"] = values
    elif F.is_array(values):
        inputs = (arr, values)
    else:
        raise TypeError(f"'values' can not support type {type(values)}")
    if isinstance(obj, slice):
        return F("_npi_insert_slice", *inputs, **_slice(obj), **given)
    if isinstance(obj, numbers.Integral):
        return F("_npi_insert_scalar", *inputs, int_ind=int(obj), **given)
    if F.is_array(obj):
        return F("_npi_insert_tensor", *inputs, *[None] * (2 - len(inputs)), obj, **given)
    raise TypeError(f"'obj' can not support type {type(obj)}")


def _slice(obj: slice) -> dict[str, Any]:
    return {"start": obj.start, "stop": obj.stop, "step": 1 if obj.step is None else obj.step}


def pad(F: Any, x: Any, pad_width: Any, mode: str = "constant", **kwargs: Any) -> Any:
    """Return ``x`` with elements before and after each axis: ``pad_width`` is a tuple of a pair for each.

    ``mode``: ``'constant'`` (with ``constant_values``, a number), ``'edge'``, ``'reflect'``, ``'symmetric'`` (with
    ``reflect_type='even'``), ``'maximum'`` or ``'minimum'``.
    """
    if np.asarray(pad_width).dtype.kind != "i":
        raise TypeError("`pad_width` must be of integral type.")
    if not isinstance(pad_width, tuple):
        raise TypeError("`pad_width` must be tuple.")
    if mode in _OTHER_MODES or callable(mode):
        raise ValueError(f"mode {mode!r} is not supported, expected one of {sorted(_PAD_KEYWORDS)}")
    if mode not in _PAD_KEYWORDS:
        raise KeyError(f"mode {mode!r} is not supported, expected one of {sorted(_PAD_KEYWORDS)}")
    for key in kwargs:
        if key not in _PAD_KEYWORDS[mode]:
            raise ValueError(f"{key} keyword not in allowed keywords {list(_PAD_KEYWORDS[mode])}")
    if kwargs.get("stat_length") is not None:
        raise ValueError("stat_length is not supported")
    if kwargs.get("reflect_type", "even") != "even":
        raise ValueError(f"unsupported reflect_type '{kwargs['reflect_type']}'")
    value = kwargs.get("constant_values", 0)
    if not isinstance(value, numbers.Number):
        raise TypeError(f"unsupported constant_values type: {type(value)}")
    F.expect("x", x)
    return F("_npi_pad", x, pad_width=pad_width, mode=mode, constant_value=value)


def resize(F: Any, a: Any, new_shape: Any) -> Any:
    """Return the elements of ``a``, repeated as often as needed, in the shape ``new_shape``; zeros for none."""
    if isinstance(a, (int, float, np.generic)):
        return np.resize(a, new_shape)
    return F("_npi_Custom", a, new_shape=as_tuple(new_shape), op_type="resize_fallback")


FUNCTIONS: list[Callable[..., Any]] = [delete, insert, pad, resize]

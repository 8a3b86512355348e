"""Functions that delete, insert, pad and repeat elements."""

import numbers
from collections.abc import Callable
from typing import Any

import numpy as np

from ...core.shapes import as_tuple

#: modes of padding -> the keyword that each takes
_PAD_KEYWORDS: dict[str, str] = {
    "constant": "constant_values", "edge": "", "empty": "", "linear_ramp": "end_values", "maximum": "stat_length",
    "mean": "stat_length", "median": "stat_length", "minimum": "stat_length", "reflect": "reflect_type",
    "symmetric": "reflect_type", "wrap": "",
}  # fmt: skip
#: those that 1.9.1 refuses
_OTHER_MODES = ("empty", "linear_ramp", "mean", "median", "wrap")


def delete(F: Any, arr: Any, obj: Any, axis: int | None = None) -> Any:
    """Return ``arr`` without what is at ``obj`` (an int, a slice, or an array of positions or booleans) along ``axis``.

    Without ``axis`` the array is taken as flat.

    Parameters
    ----------
    arr
        The array.
    obj : int, slice or array
        What is left out along the axis: a position, a slice, or an array of positions or booleans.
    axis : int or None
        The axis; None: the array is taken as flat.

    Returns
    -------
    A new array.

    Examples
    --------
    >>> print(mx.np.delete(mx.np.array([1, 2, 3, 4]), 1))
    [1. 3. 4.]
    >>> print(mx.np.delete(mx.np.array([[1, 2], [3, 4]]), slice(0, 1), axis=0))
    [[3. 4.]]
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

    Parameters
    ----------
    arr
        The array.
    obj : int, slice or array
        Before what along the axis: a position, a slice, or an array of positions.
    values : array or number
        What is inserted, cast to the type of ``arr``.
    axis : int or None
        The axis; None: the array is taken as flat.

    Returns
    -------
    A new array.

    Examples
    --------
    >>> print(mx.np.insert(mx.np.array([1, 2, 3]), 1, 9))
    [1. 9. 2. 3.]
    """
    F.expect("arr", arr)
    kwargs: dict[str, Any] = {"axis": axis}
    inputs: tuple[Any, ...] = (arr,)
    if isinstance(values, numbers.Number):
        kwargs["val"] = values
    elif F.is_array(values):
        inputs = (arr, values)
    else:
        raise TypeError(f"'values' can not support type {type(values)}")
    if isinstance(obj, slice):
        return F("_npi_insert_slice", *inputs, **_slice(obj), **kwargs)
    if isinstance(obj, numbers.Integral):
        return F("_npi_insert_scalar", *inputs, int_ind=int(obj), **kwargs)
    if F.is_array(obj):
        return F("_npi_insert_tensor", *inputs, *[None] * (2 - len(inputs)), obj, **kwargs)
    raise TypeError(f"'obj' can not support type {type(obj)}")


def _slice(obj: slice) -> dict[str, Any]:
    return {"start": obj.start, "stop": obj.stop, "step": 1 if obj.step is None else obj.step}


def pad(F: Any, x: Any, pad_width: Any, mode: str = "constant", **kwargs: Any) -> Any:
    """Return ``x`` with elements before and after each axis, as many as ``pad_width`` says.

    That is a pair for each axis or one for all, or a number for both of each pair, or of all; a dict has numbers or
    pairs by axis. ``mode``: ``'constant'`` (with ``constant_values``), ``'edge'``, ``'reflect'`` or ``'symmetric'``
    (with ``reflect_type``, ``'even'`` or ``'odd'``), ``'maximum'``, ``'minimum'``, ``'mean'`` or ``'median'`` (with
    ``stat_length``), ``'linear_ramp'`` (with ``end_values``), ``'wrap'`` or ``'empty'``. What is given with a mode has
    one of the forms of ``pad_width``.
    """
    if mode not in _PAD_KEYWORDS:
        cls = ValueError if callable(mode) else KeyError
        raise cls(f"mode {mode!r} is not supported, expected one of {sorted(_PAD_KEYWORDS)}")
    for key in kwargs:
        if key != _PAD_KEYWORDS[mode]:
            raise ValueError(f"unsupported keyword argument for mode '{mode}': {key!r}")
    F.expect("x", x)
    if isinstance(pad_width, dict):
        pad_width = _by_axis(pad_width, x.ndim)
    if np.asarray(pad_width).dtype.kind != "i":
        raise TypeError("`pad_width` must be of integral type.")
    widths, keyword = _pairs("pad_width", pad_width), kwargs.get(_PAD_KEYWORDS[mode])
    if mode in ("reflect", "symmetric"):
        if keyword not in (None, "even", "odd"):
            raise ValueError(f"unsupported reflect_type {keyword!r}, expected 'even' or 'odd'")
        more: dict[str, Any] = {"is_odd": True} if keyword == "odd" else {}
    else:
        more = {key: _pairs(key, value) for key, value in kwargs.items() if value is not None or key != "stat_length"}
    one_value = {"constant_value": keyword} if mode == "constant" and isinstance(keyword, numbers.Number) else {}
    if mode not in _OTHER_MODES and len(widths) > 1 and (one_value or not more) and {*map(len, widths)} == {2}:
        return F("_npi_pad", x, pad_width=widths, mode=mode, **one_value)
    return F("_npi_pad_more", x, pad_width=widths, mode=mode, **more)


def _by_axis(widths: dict[int, Any], ndim: int) -> list[Any]:
    """Return a pair for each of so many axes, of numbers or pairs by axis; (0, 0) for the others."""
    result: list[Any] = [(0, 0)] * ndim
    for axis, width in widths.items():
        result[axis] = width if isinstance(width, (tuple, list)) else (width, width)
    return result


def _pairs(name: str, value: Any) -> tuple[tuple[Any, ...], ...]:
    """Return a number, a pair, or what there is for each axis, as a tuple of tuples of one or two numbers."""
    values = np.asarray(value)
    if values.dtype.kind not in "biuf" or values.ndim > 2 or values.shape[-1:] not in ((), (1,), (2,)):
        raise ValueError(f"pad: {name}: expected a number, a pair, or a pair for each axis, got {value!r}")
    return tuple(map(tuple, np.atleast_2d(values).tolist()))


def resize(F: Any, a: Any, new_shape: Any) -> Any:
    """Return the elements of ``a`` in the shape ``new_shape``: repeated where it has more, cut off where it has less.

    Of an array without elements they are zeros.

    Parameters
    ----------
    a
        The elements, in the order of rows.
    new_shape : int or tuple of ints
        The shape of the result, of any number of elements.

    Returns
    -------
    A new array.

    See Also
    --------
    reshape : gives as many elements another shape.

    Examples
    --------
    >>> print(mx.np.resize(mx.np.array([1, 2, 3]), (2, 4)))
    [[1. 2. 3. 1.]
     [2. 3. 1. 2.]]
    """
    if isinstance(a, (int, float, np.generic)):
        return np.resize(a, new_shape)
    return F("_npi_Custom", a, new_shape=as_tuple(new_shape), op_type="resize_fallback")


# -- writing into arrays ----------------------------------------------------------------------------------------------


def copyto(F: Any, dst: Any, src: Any, casting: str = "same_kind", where: Any = True) -> None:
    """Write ``src``, broadcast, into ``dst`` where ``where`` holds. ``casting`` has no effect: values are cast.

    Parameters
    ----------
    dst : array
        The array that is written.
    src : array, number or list
        The values, broadcast to the shape of ``dst``.
    where : bool or array
        Where values are written.

    Returns
    -------
    None.

    Examples
    --------
    >>> a = mx.np.zeros(3)
    >>> mx.np.copyto(a, 5, where=mx.np.array([True, False, True]))
    >>> print(a)
    [5. 0. 5.]
    """
    if where is not True:
        _, where, src = F.arrays(dst, where, src)
        src = F("_npi_where", where, F.cast(src, dst.dtype, False), dst)
    dst[...] = src


def place(F: Any, arr: Any, mask: Any, vals: Any) -> None:
    """Write the first values of ``vals``, repeated as often as needed, into ``arr`` where ``mask`` holds.

    Parameters
    ----------
    arr : array
        The array that is written.
    mask : array
        Where values are written, of the shape of ``arr``.
    vals : array or list
        The values in their order.

    Returns
    -------
    None.

    See Also
    --------
    putmask : writes the values of the same places.

    Examples
    --------
    >>> a = mx.np.arange(4)
    >>> mx.np.place(a, a > 1, [7, 8])
    >>> print(a)
    [0. 1. 7. 8.]
    """
    arr[...] = F("_npi_place", *F.arrays(arr, mask, vals))


def putmask(F: Any, a: Any, mask: Any, values: Any) -> None:
    """Write into ``a``, where ``mask`` holds, the value of the same place; ``values`` are repeated for that.

    Parameters
    ----------
    a : array
        The array that is written.
    mask : array
        Where values are written, of the shape of ``a``.
    values : array or number
        The values.

    Returns
    -------
    None.

    Examples
    --------
    >>> a = mx.np.arange(4)
    >>> mx.np.putmask(a, a > 1, mx.np.array([10, 11, 12, 13]))
    >>> print(a)
    [ 0.  1. 12. 13.]
    """
    a[...] = F("_npi_place", *F.arrays(a, mask, values), in_order=False)


def put_along_axis(F: Any, arr: Any, indices: Any, values: Any, axis: int | None) -> None:
    """Write ``values`` at the positions ``indices`` along ``axis``: what ``take_along_axis`` would take.

    Parameters
    ----------
    arr : array
        The array that is written.
    indices : array of integers
        The positions, with as many axes as ``arr``.
    values : array or number
        The values, broadcast to ``indices``.
    axis : int or None
        The axis; None: the array is taken as flat.

    Returns
    -------
    None.

    Examples
    --------
    >>> a = mx.np.zeros((2, 3))
    >>> mx.np.put_along_axis(a, mx.np.array([[0], [2]], dtype='int64'), 1, axis=1)
    >>> print(a)
    [[1. 0. 0.]
     [0. 0. 1.]]
    """
    arr[...] = F("_npi_put_along_axis", *F.arrays(arr, indices, values), axis=axis)


def fill_diagonal(F: Any, a: Any, val: Any, wrap: bool = False) -> None:
    """Write ``val``, a number or values that are repeated, onto the main diagonal of ``a``.

    Parameters
    ----------
    a : array
        The array that is written, of two axes, or of more of one length.
    val : number or array
        The values.
    wrap
        Whether in a matrix with more rows than columns the diagonal begins anew below.

    Returns
    -------
    None.

    Examples
    --------
    >>> a = mx.np.zeros((2, 2))
    >>> mx.np.fill_diagonal(a, 3)
    >>> print(a)
    [[3. 0.]
     [0. 3.]]
    """
    a[...] = F("_npi_fill_diagonal", *F.arrays(a, val), wrap=bool(wrap))


#: functions of arrays, which they change
OF_ARRAYS: list[Callable[..., Any]] = [copyto, place, putmask, put_along_axis, fill_diagonal]
FUNCTIONS: list[Callable[..., Any]] = [delete, insert, pad, resize]

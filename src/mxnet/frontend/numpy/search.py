"""Functions that sort, search and look up."""

from __future__ import annotations

import numbers
from collections.abc import Callable
from typing import Any

import numpy as np

from ...core.shapes import as_tuple


def sort(
    F: Any, a: Any, axis: int | None = -1, kind: str | bool | None = None, order: Any = None, *,
    descending: bool = False, stable: bool = True,
) -> Any:  # fmt: skip
    """Return ``a`` sorted along ``axis``, flat where that is None; with ``descending`` from the greatest.

    ``kind`` and ``stable`` are without effect: the sort is stable. MXNet 2 has ``descending`` in the place of ``kind``,
    which is read so if it is True or False.
    """
    _refuse_order(order)
    return F("_npi_sort", a, axis=axis, is_ascend=not (descending or kind is True))


def argsort(
    F: Any, a: Any, axis: int | None = -1, kind: str | bool | None = None, order: Any = None, *,
    descending: bool = False, stable: bool = True,
) -> Any:  # fmt: skip
    """Return the positions, int64, that sort ``a`` along ``axis``, in the flat array where that is None.

    The other arguments are those of :func:`mxnet.np.sort`.
    """
    _refuse_order(order)
    return F("_npi_argsort", a, axis=axis, is_ascend=not (descending or kind is True), dtype="int64")


def _refuse_order(order: Any) -> None:
    if order is not None:
        raise NotImplementedError("order not supported here")


def take(F: Any, a: Any, indices: Any, axis: int | None = None, mode: str = "raise", out: Any = None) -> Any:
    """Return the elements of ``a`` at ``indices`` along ``axis``, of the flat array where that is None.

    ``mode``: positions out of range raise MXNetError (``'raise'``, where negative ones are out of range too), are
    clipped (``'clip'``) or wrapped around (``'wrap'``).
    """
    if mode not in ("wrap", "clip", "raise"):
        raise NotImplementedError(f"function take does not support mode '{mode}'")
    if axis is None:
        a, axis = F("_npx_reshape", a, newshape=-1), 0
    return F("_npi_take", a, indices, axis=axis, mode=mode, out=out)


def unique(
    F: Any,
    ar: Any,
    return_index: bool = False,
    return_inverse: bool = False,
    return_counts: bool = False,
    axis: int | None = None,
) -> Any:
    """Return the sorted unique elements of the flat ``ar``, or its unique slices along ``axis``.

    As asked for, a tuple with these too, int64: where each occurs first, which of them each element is, and how often
    each occurs.
    """
    result = F(
        "_npi_unique", ar, return_index=return_index, return_inverse=return_inverse, return_counts=return_counts,
        axis=axis,
    )  # fmt: skip
    return tuple(result) if return_index or return_inverse or return_counts else result


def unravel_index(F: Any, indices: Any, shape: Any, order: str = "C") -> Any:
    """Return the indices in an array of ``shape`` of positions in the flat array: a tuple of an array for each axis.

    Of a symbol, one symbol with a row for each axis.
    """
    if order != "C":
        raise NotImplementedError("Do not support column-major (Fortran-style) order at this moment")
    if isinstance(indices, (numbers.Integral, np.generic)):
        return tuple(int(item) for item in np.unravel_index(indices, shape))  # type: ignore[arg-type]
    result = F(
        "_npi_Custom",
        indices,
        shape=as_tuple(shape),
        op_type="unravel_index_fallback",
    )
    return result if F.symbolic else tuple(result)


def may_share_memory(F: Any, a: Any, b: Any, max_work: int | None = None) -> Any:
    """Return whether two arrays share memory. ``max_work`` is without effect."""
    result = F("_npi_share_memory", a, b)
    return result if F.symbolic else bool(result.asnumpy()[0])


def shares_memory(F: Any, a: Any, b: Any, max_work: int | None = None) -> Any:
    """Return whether two arrays share memory. ``max_work`` is without effect."""
    return may_share_memory(F, a, b)


def nonzero(F: Any, a: Any) -> Any:
    """Return where ``a`` is not 0: a tuple of an array of int64 for each axis; a number counts as a vector."""
    places = F("_npx_nonzero", a)
    return tuple(places[:, i] for i in range(places.shape[1]))


def shape(F: Any, a: Any) -> Any:
    """Return the shape of ``a``, a tuple."""
    return a.shape


FUNCTIONS: list[Callable[..., Any]] = [sort, argsort, take, unique, unravel_index, may_share_memory, shares_memory]
#: functions whose result depends on values: arrays have them, symbols do not
OF_ARRAYS: list[Callable[..., Any]] = [nonzero, shape]

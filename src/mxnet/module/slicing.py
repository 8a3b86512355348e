"""Splitting batches over devices and putting outputs together again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .. import ndarray as nd


def slice_rows(array: Any, axis: int, rows: slice) -> Any:
    """Return the part of ``array`` that ``rows`` selects on ``axis``; a negative axis selects all."""
    if axis < 0 or rows == slice(0, array.shape[axis]):
        return array
    if axis == 0:
        return array[rows]
    return nd.slice_axis(array, axis=axis, begin=rows.start, end=rows.stop)


def sliced_shape(shape: Sequence[int], axis: int, rows: slice | None) -> tuple[int, ...]:
    """Return the shape that :func:`slice_rows` gives."""
    if rows is None or axis < 0:
        return tuple(shape)
    return (*shape[:axis], rows.stop - rows.start, *shape[axis + 1 :])


def merge_outputs(outputs: Sequence[Sequence[Any]], major_axis: Sequence[int]) -> list[Any]:
    """Join each output's parts along its batch axis, on the first device.

    Outputs without a batch axis are the same on every device: the first is used.
    """
    return [_join(parts, axis) for parts, axis in zip(outputs, major_axis, strict=True)]


def _join(parts: Sequence[Any], axis: int) -> Any:
    if axis < 0 or len(parts) == 1:
        return parts[0]
    context = parts[0].context
    return nd.concat(*(part.as_in_context(context) for part in parts), dim=axis)


def load_general(data: Sequence[Any], targets: Sequence[Any], major_axis: Sequence[int]) -> None:
    """Copy arrays to their targets, each an array or a list of ``(slice, array)``, cut on the axes given."""
    for source, target, axis in zip(data, targets, major_axis, strict=True):
        if isinstance(target, nd.NDArray):
            source.copyto(target)
            continue
        for rows, array in target:
            slice_rows(source, axis, rows).copyto(array)


def load_data(batch: Any, targets: Sequence[Any], major_axis: Sequence[int]) -> None:
    """Copy the data of a batch (see :func:`load_general`)."""
    load_general(batch.data, targets, major_axis)


def load_label(batch: Any, targets: Sequence[Any], major_axis: Sequence[int]) -> None:
    """Copy the labels of a batch (see :func:`load_general`)."""
    load_general(batch.label, targets, major_axis)

"""Splitting batches over devices and putting outputs together again."""

from collections.abc import Sequence
from typing import Any

from .. import ndarray as nd
from ..core.context import cpu


def split_input_slice(batch_size: int, work_load_list: Sequence[float]) -> list[slice]:
    """Return each device's part of a batch, in proportion to the loads; the last one takes the rest.

    Raises ValueError when a device would get nothing.
    """
    total = sum(work_load_list)
    counts = [round(load * batch_size / total) for load in work_load_list]
    counts[-1] += max(batch_size - sum(counts), 0)
    slices = []
    end = 0
    for count in counts:
        begin, end = min(end, batch_size), min(end + count, batch_size)
        if begin >= end:
            raise ValueError(f"Too many slices. Some splits are empty: {batch_size} samples for loads {work_load_list}")
        slices.append(slice(begin, end))
    return slices


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


def merge_devices(replicas: Sequence[Any], out: Any) -> None:
    """Write the mean of the devices' copies of one parameter into ``out``, in ``out``'s dtype."""
    if len(replicas) == 1:
        replicas[0].copyto(out)
        return
    total = replicas[0].copyto(cpu())
    for replica in replicas[1:]:
        total += replica.as_in_context(cpu())
    mean = (total / len(replicas)).astype(out.dtype)
    (mean if out.stype in ("default", mean.stype) else mean.tostype("default")).copyto(out)

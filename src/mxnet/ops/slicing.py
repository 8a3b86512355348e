"""Operators that take parts of an array, put parts into it, or cut it up. They return views where PyTorch can."""

from collections.abc import Sequence
from functools import partial
from typing import Any

import torch

from ..core.dtypes import number
from ..core.errors import MXNetError, MXNetShapeError
from ..core.params import Count, Double, Ints, OptInts, PositiveCount, Shape
from ..core.shapes import known
from ..registry import op
from ..registry.rules import numbered
from ._axes import one_axis
from ._families import first_type_of_known


def _slices(shape: Sequence[int], begin: OptInts, end: OptInts, step: OptInts) -> tuple[list[slice], list[int]]:
    """Return forward slices for the first axes, and the axes to flip afterwards (those with a negative step)."""
    if len(begin) != len(end):
        raise MXNetError(f"slice: begin and end must have the same length, got {begin} and {end}")
    if len(begin) > len(shape):
        raise MXNetError(f"slice: {len(begin)} axes to slice exceed the {len(shape)} axes of the data")
    if step and len(step) != len(begin):
        raise MXNetError(f"slice: step and begin must have the same length, got {step} and {begin}")
    result, flips = [], []
    for axis, (first, last, stride) in enumerate(zip(begin, end, step or (None,) * len(begin), strict=True)):
        if stride == 0:
            raise MXNetError(f"slice op step[{axis}] cannot be 0")
        if stride is None or stride > 0:
            result.append(slice(first, last, stride))
            continue
        positions = range(*slice(first, last, stride).indices(shape[axis]))
        flips.append(axis)
        result.append(slice(positions[-1], positions[0] + 1, -stride) if positions else slice(0, 0))
    return result, flips


def _sliced(shape: Sequence[int], index: Sequence[slice]) -> tuple[int, ...]:
    """Return the shape that slices of the first axes leave."""
    lengths = [len(range(*item.indices(n))) for item, n in zip(index, shape, strict=False)]
    return (*lengths, *shape[len(lengths) :])


@op("slice", aliases=("_npi_slice", "_npx_slice", "_sparse_slice", "crop"), view=True)
def slice_(data, *, begin: OptInts, end: OptInts, step: OptInts | None = ()):
    """Return ``data[begin[0]:end[0]:step[0], ...]``, read as Python reads slices; None leaves a limit open.

    Parameters
    ----------
    begin
        The first position along each axis; None: the first, or with a negative step the last.
    end
        The position behind the last along each axis; None: to the end.
    step
        The steps; None or (): 1.

    Returns
    -------
    An array; axes without numbers stay whole.

    Examples
    --------
    >>> print(mx.nd.slice(mx.nd.array([[1, 2, 3], [4, 5, 6]]), begin=(0, 1), end=(2, 3)).asnumpy())
    [[2. 3.]
     [5. 6.]]
    """
    index, flips = _slices(data.shape, begin, end, step)
    result = data[tuple(index)]
    return result.flip(flips) if flips else result


@slice_.shapes
def _(p: Any, s: Any) -> None:
    if known(s.data):
        s.out[0] = _sliced(s.data, _slices(s.data, p.begin, p.end, p.step)[0])


def _slice_axis_shapes(p: Any, s: Any, data: Any) -> Any:
    axis = one_axis(p.axis, len(data))
    if data[axis] is None:  # how much there is to take, the data alone can say
        return data
    first, last = _limits(p.begin, p.end, data[axis])
    return (*data[:axis], last - first, *data[axis + 1 :])


def _limits(begin: int, end: int | None, length: int) -> tuple[int, int]:
    """Return where a part of an axis begins and ends, checked; of an empty axis there is only an empty part."""
    if not length:
        return 0, 0
    first = begin + length if begin < 0 else begin
    last = length if end is None else end + length if end < 0 else end
    if last > length:
        raise MXNetError(f"slice_axis: Invalid end for end={end} as axis_size is {length}")
    if not 0 <= first < last:
        raise MXNetError(f"slice_axis: Invalid begin, end, get begin={begin}, end={end} of axis_size {length}")
    return first, last


@op("slice_axis", shapes=_slice_axis_shapes, view=True)
def slice_axis(data, *, axis: int, begin: int, end: int | None):
    """Return the part of ``data`` from ``begin`` to below ``end`` (None: to the end) along one axis.

    Parameters
    ----------
    axis
        The axis.
    begin
        The first position; negative ones count from the end.
    end
        The position behind the last; None: to the end.

    Returns
    -------
    An array.

    Examples
    --------
    >>> print(mx.nd.slice_axis(mx.nd.array([[1, 2, 3], [4, 5, 6]]), axis=1, begin=1, end=None).asnumpy())
    [[2. 3.]
     [5. 6.]]
    """
    axis = one_axis(axis, data.ndim)
    first, last = _limits(begin, end, data.shape[axis])
    return data.narrow(axis, first, last - first)


@slice_axis.specialized
def _(p):
    axis, begin, end = p.axis, p.begin, p.end
    if end is None or not 0 <= begin < end:
        return None
    size, operator = end - begin, partial(slice_axis.call, axis=axis, begin=begin, end=end)
    return lambda data: data.narrow(axis, begin, size) if data.shape[axis] >= end else operator(data)


@op("slice_like", types=first_type_of_known, view=True, read_only=(1,))
def slice_like(data, shape_like, *, axes: Ints | None = ()):
    """Return the first part of ``data``, as long as ``shape_like`` along ``axes`` (all for (), none for None).

    Parameters
    ----------
    shape_like
        The array whose lengths the result has; its values do not matter.
    axes
        The axes that are cut; (): all.

    Returns
    -------
    An array.

    Examples
    --------
    >>> mx.nd.slice_like(mx.nd.ones((4, 5)), mx.nd.ones((2, 3)), axes=(0,)).shape
    (2, 5)
    """
    if axes is None:
        return data
    if not axes and data.ndim != shape_like.ndim:
        raise MXNetError(f"slice_like: without axes, both need as many: {data.ndim} vs. {shape_like.ndim}")
    for axis in axes or range(data.ndim):
        axis = one_axis(axis, data.ndim)
        length = shape_like.shape[axis]
        if length > data.shape[axis]:
            raise MXNetError(
                f"slice_like: axis {axis} with size {length} exceeds the size {data.shape[axis]} of the data"
            )
        data = data.narrow(axis, 0, length)
    return data


@slice_like.shapes
def _(p, s, data, shape_like):
    if None not in data + shape_like or p.axes is None:
        return  # the operator itself answers, and refuses what does not fit
    axes = [axis % len(data) for axis in p.axes or range(len(data)) if -len(data) <= axis < len(data)]
    if max(axes, default=0) < len(shape_like):
        s.out[0] = tuple(shape_like[i] if i in axes else length for i, length in enumerate(data))


def _put(lhs: torch.Tensor, value: Any, begin: OptInts, end: OptInts, step: OptInts) -> torch.Tensor:
    index, flips = _slices(lhs.shape, begin, end, step)
    result = lhs.clone()
    result[tuple(index)] = value.flip(flips) if flips and isinstance(value, torch.Tensor) else value
    return result


@op("_slice_assign", aliases=("_crop_assign", "_npi_slice_assign"), differentiable=False)
def _slice_assign(lhs, rhs, *, begin: OptInts, end: OptInts, step: OptInts = ()):
    """Return ``lhs`` with the part that ``slice`` takes replaced by ``rhs``, an array of that part's shape."""
    part = _sliced(lhs.shape, _slices(lhs.shape, begin, end, step)[0])
    if tuple(rhs.shape) != tuple(part):
        raise MXNetShapeError(f"rhs: expected {tuple(part)}, got {tuple(rhs.shape)}")
    return _put(lhs, rhs, begin, end, step)


@_slice_assign.shapes
def _(p, s):
    s.lhs = s.out[0]
    s.out[0] = s.lhs
    if known(s.lhs):
        s.rhs = _sliced(s.lhs, _slices(s.lhs, p.begin, p.end, p.step)[0])


@op("_slice_assign_scalar", aliases=("_crop_assign_scalar", "_npi_slice_assign_scalar"), differentiable=False)
def _slice_assign_scalar(data, *, scalar: Double = 0.0, begin: OptInts, end: OptInts, step: OptInts = ()):
    """Return ``data`` with the part that ``slice`` takes filled with a number."""
    return _put(data, number(scalar, data.dtype), begin, end, step)


def _split_shapes(p: Any, s: Any) -> None:
    """Equal parts: each known from the whole, and the whole from any."""
    _part_from_full(p, s)
    for part in s.out[1:]:
        s.out[0] = part
    part = s.out[0]
    if part is None:
        return
    s.out.fill(part, 1)
    axis = one_axis(p.axis, len(part) + p.squeeze_axis)
    if p.squeeze_axis:
        s.data = (*part[:axis], p.num_outputs, *part[axis:])
    else:
        length = part[axis]
        s.data = (*part[:axis], None if length is None else length * p.num_outputs, *part[axis + 1 :])


_split_shapes.complete = True  # type: ignore[attr-defined]


def _part_from_full(p: Any, s: Any) -> None:
    """Set the first part's shape; where the whole cannot be cut so, the operator says why when it runs."""
    if s.data is None or p.num_outputs < 1:
        return
    axis = one_axis(p.axis, len(s.data))
    length = s.data[axis]
    if p.squeeze_axis and length == p.num_outputs:
        s.out[0] = (*s.data[:axis], *s.data[axis + 1 :])
    elif not p.squeeze_axis and (length is None or length % p.num_outputs == 0):
        s.out[0] = (*s.data[:axis], None if length is None else length // p.num_outputs, *s.data[axis + 1 :])


@op("SliceChannel", full_names=("outputs", "input", "gradients"), aliases=("split",), shapes=_split_shapes, view=True)
def slice_channel(
    data,
    *,
    num_outputs: PositiveCount,
    axis: int = 1,
    squeeze_axis: bool = False,
):
    """Return ``data`` cut into ``num_outputs`` equal parts along ``axis``, without that axis if ``squeeze_axis``.

    With ``squeeze_axis`` each part must have length 1 there.

    Parameters
    ----------
    num_outputs
        The number of parts, which divides the length.
    axis
        The axis that is cut.
    squeeze_axis
        Whether parts of length 1 lose the axis.

    Returns
    -------
    A list of arrays; one array where there is one part.

    Examples
    --------
    >>> [part.shape for part in mx.nd.split(mx.nd.ones((2, 6)), num_outputs=3, axis=1)]
    [(2, 2), (2, 2), (2, 2)]
    """
    axis = one_axis(axis, data.ndim)
    length = data.shape[axis]
    if squeeze_axis:
        if length != num_outputs:
            raise MXNetError(
                "If squeeze axis is True, the size of the sliced axis must be the same as num_outputs: "
                f"input shape={list(data.shape)}, axis={axis}, num_outputs={num_outputs}"
            )
        return torch.unbind(data, axis)
    if num_outputs < 1 or length % num_outputs:
        raise MXNetError(
            f"cannot split axis {axis} of shape {list(data.shape)} into num_outputs={num_outputs} evenly sized parts"
        )
    return torch.chunk(data, num_outputs, axis) if length else (data,) * num_outputs


def _joined(axis: int, stacked: bool, *parts: torch.Tensor | None) -> torch.Tensor:
    """Return the gradient of what was cut into parts: zeros where a part has none."""
    one = next(part for part in parts if part is not None)
    filled = [torch.zeros_like(one) if part is None else part for part in parts]
    return torch.stack(filled, axis) if stacked else torch.cat(filled, axis)


@slice_channel.vjp
def _(b, call, p, grads):
    b.add(call.args[0], b.call(_joined, p.axis, p.squeeze_axis, *[grads.get(i) for i in range(p.num_outputs)]))


slice_channel.outputs(lambda p: tuple(f"output{i}" for i in range(p.num_outputs)))


@op("_split_v2", aliases=("_npi_split",), view=True, full_names=("input",))
def _split_v2(data, *, indices: Shape, axis: int = 1, squeeze_axis: bool = False, sections: Count = 0):
    """Return ``data`` cut along ``axis``: into ``sections`` parts, or into those that begin at ``indices``.

    Sections are equal but for the first ones, which are longer by one where the length does not divide; the first
    index must be 0. ``squeeze_axis`` drops the axis of parts with length 1.
    """
    return split_parts("_split_v2", data, indices, axis, squeeze_axis, sections)


def split_parts(
    name: str, data: torch.Tensor, indices: Shape, axis: int, squeeze_axis: bool, sections: int
) -> tuple[torch.Tensor, ...]:
    """Return the parts that operator ``name`` cuts; see ``_split_v2``."""
    axis = one_axis(axis, data.ndim)
    length = data.shape[axis]
    if sections > 0:
        parts = torch.tensor_split(data, sections, axis)
    else:
        if not indices or indices[0] != 0:
            raise MXNetError(f"{name}: the first of the indices {indices} must be 0")
        if not length:
            indices = (0,) * len(indices)
        if indices[-1] > length or list(indices) != sorted(indices):
            raise MXNetError(f"{name}: indices {indices} must ascend and not exceed the size of the axis {length}")
        ends = (*indices[1:], length)
        parts = torch.split_with_sizes(data, [end - start for start, end in zip(indices, ends, strict=True)], axis)
    if not squeeze_axis:
        return parts
    if any(part.shape[axis] != 1 for part in parts):
        raise MXNetError(f"{name}: squeeze_axis needs parts of length 1 along axis {axis} of {list(data.shape)}")
    return tuple(part.squeeze(axis) for part in parts)


@_split_v2.outputs
def split_outputs(p):
    """Return the names of the parts."""
    return numbered(p.sections if p.sections > 0 else len(p.indices))


@op("Crop", full_names=("outputs", "input", "gradients"), count="num_args", view=True)
def crop(*data, offset: Shape = (0, 0), h_w: Shape = (0, 0), center_crop: bool = False):
    """Return a part of images ``(N, C, H, W)``.

    Parameters
    ----------
    *data
        The images, and with two inputs an array as high and wide as the part is to be; its values do not matter.
    offset
        Where the part begins, rows and columns.
    h_w
        The height and the width of the part, where there is one input.
    center_crop
        Whether the part lies in the middle, whatever ``offset`` is.

    Returns
    -------
    An array ``(N, C, h, w)``.

    Raises
    ------
    MXNetError
        Where the part does not fit into the images.

    Examples
    --------
    >>> x = mx.nd.arange(16).reshape((1, 1, 4, 4))
    >>> print(mx.nd.Crop(x, h_w=(2, 2), center_crop=True).asnumpy()[0, 0])
    [[ 5.  6.]
     [ 9. 10.]]
    """
    image = data[0]
    if image.ndim != 4 or len(data) > 2:
        raise MXNetError(f"Crop: expected one or two inputs of 4 axes, got {[list(d.shape) for d in data]}")
    size = tuple(data[1].shape[2:]) if len(data) == 2 else h_w
    starts = [(full - part) // 2 for full, part in zip(image.shape[2:], size, strict=True)] if center_crop else offset
    for full, part, start in zip(image.shape[2:], size, starts, strict=True):
        if part < 1 or start < 0 or start + part > full:
            raise MXNetError(f"Crop: a part of {tuple(size)} at {tuple(starts)} does not fit into {list(image.shape)}")
    return image[:, :, starts[0] : starts[0] + size[0], starts[1] : starts[1] + size[1]]


crop.types(crop.types.answer, assumed="float32")

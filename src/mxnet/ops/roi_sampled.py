"""Pooling of regions of interest that turn or whose parts move: every bin has its own points between pixels."""

from math import pi, prod

import torch

from ..core.constants import constant
from ..core.errors import MXNetError, MXNetShapeError
from ..core.params import Fraction, Shape
from ..kernels.regions import sum_columns
from ..registry import op
from ._axes import check_range

# -- bilinear interpolation at any number of places, each in a plane of its own ----------------------------------------


def _neighbours(at, length):
    """Yield for both pixels around each place of an axis: which it is, whether there is one, and its share."""
    first = at.detach().nan_to_num().floor()
    share = at - first
    for pixel, part in ((first, 1 - share), (first + 1, share)):
        yield pixel.clamp(0, length - 1).long(), (pixel >= 0) & (pixel < length), part


def interpolate(planes, count, y, x):
    """Return ``(C, *places)``: data ``(C, M, H, W)`` at ``(y, x)``, in pixels, of planes ``count`` (0 .. M - 1).

    ``count`` broadcasts against ``y`` and ``x``, which have one shape. Pixels outside of the plane count as 0. The
    gradient flows to the data and to the places.
    """
    height, width = planes.shape[-2:]
    columns, positions, shares = list(_neighbours(x, width)), [], []
    for row, inside_y, share_y in _neighbours(y, height):
        begin = (count * height + row) * width
        for column, inside_x, share_x in columns:
            positions.append(begin + column)
            shares.append(torch.where(inside_y & inside_x, share_y * share_x, 0))
    return sum_columns(planes.flatten(1), positions, shares)


#: how many points all regions of a call may have: as many as there is memory for
_MOST_POINTS = 2**28


def check_regions(data, rois, width=5):
    """Raise for data that are no images, and for regions of another width."""
    if data.dim() != 4:
        raise MXNetShapeError(f"data: expected (N, C, H, W), got {tuple(data.shape)}")
    if rois.dim() != 2 or rois.shape[1] != width:
        raise MXNetShapeError(f"rois: expected (R, {width}), got {tuple(rois.shape)}")


def check_bins(p):
    """Raise :class:`MXNetError` where the bins have no height and width."""
    if len(p.pooled_size) != 2 or min(p.pooled_size) < 1:
        raise MXNetError(f"pooled_size must be (height, width), got {tuple(p.pooled_size)}")


def rounded(values):
    """Round halves away from zero, as C does."""
    return values.sign() * (values.abs() + 0.5).floor()


def _images(data, rois):
    """Return the number of each region's image; an error where there is none such."""
    image = rois[:, 0].detach().long()
    check_range(image, 0, data.shape[0] - 1, "rois: image")
    return image


def _spread(start, size, count, points, most):
    """Return the points ``(R, number, most)`` of an axis, spaced evenly in bins, and which of them are used."""
    dtype = {"dtype": size.dtype, "device": size.device}
    bins = (size / count)[:, None, None]
    index = torch.arange(most, **dtype)
    at = start[:, None, None] + torch.arange(count, **dtype)[:, None] * bins
    return at + (index + 0.5) * bins / points[:, None, None], index < points[:, None]


# -- turned regions ------------------------------------------------------------------------------------------


@op("_contrib_RROIAlign", differentiable=False, amp=None, host_sync="steps", attributes=check_bins)
def rroi_align(data, rois, *, pooled_size: Shape, spatial_scale: Fraction, sampling_ratio: int = -1):
    """Divide turned regions into bins, and return the mean of interpolated points in each.

    Points up to a pixel outside count as at the edge, points further out as 0. No gradient. Source: Ma et al., arXiv
    1703.01086.

    Parameters
    ----------
    data
        The features, ``(N, C, H, W)``.
    rois
        The regions, ``(R, 6)``: ``(image, x, y, width, height, angle)``, x and y being those of the middle, the angle
        in degrees, counterclockwise. They are a pixel long at least.
    pooled_size
        How many bins: ``(height, width)``.
    sampling_ratio
        How many points a bin has along each axis; -1: as many as it is pixels long.

    Returns
    -------
    An array ``(R, C, *pooled_size)``.

    Examples
    --------
    >>> image = mx.nd.arange(16).reshape((1, 1, 4, 4))
    >>> regions = mx.nd.array([[0, 1.5, 1.5, 2, 2, 0], [0, 1.5, 1.5, 2, 2, 90]])
    >>> print(mx.nd.contrib.RROIAlign(image, regions, pooled_size=(1, 2), spatial_scale=1, sampling_ratio=2).asnumpy())
    [[[[7.  8. ]]]
    <BLANKLINE>
    <BLANKLINE>
     [[[9.5 5.5]]]]
    """
    check_regions(data, rois, 6)
    if data.is_meta or len(rois) == 0:
        return data.new_empty((len(rois), data.shape[1], *pooled_size))
    size, points = turned_bins(rois, pooled_size, spatial_scale, sampling_ratio)
    count = float(len(rois) * prod(pooled_size) * points.amax(0).prod())
    if not count <= _MOST_POINTS:
        raise MXNetError(f"rois: regions of up to {size.max():g} pixels take {count:g} points, give a sampling_ratio")
    most = [int(item) for item in points.amax(0)]
    return align_turned(data, rois, size, points, most, pooled_size, spatial_scale)


def turned_bins(rois, pooled_size, spatial_scale, sampling_ratio):
    """Return height and width of turned regions, and how many points a bin has along each, ``(R, 2)`` both."""
    size = (rois[:, 3:5] * spatial_scale).clamp(min=1).flip(1)
    bins = size / constant(pooled_size, size.dtype, size.device)
    return size, torch.full_like(size, sampling_ratio) if sampling_ratio > 0 else bins.ceil()


def align_turned(data, rois, size, points, most, pooled_size, spatial_scale):
    """Return the means of turned regions' points, of which no bin has more than ``most`` along each axis."""
    center = rois[:, 1:3] * spatial_scale
    down, along = (_spread(-size[:, i] / 2, size[:, i], pooled_size[i], points[:, i], most[i]) for i in (0, 1))
    angle = rois[:, 5] * (pi / 180)
    cos, sin = (item.view(-1, 1, 1, 1, 1) for item in (angle.cos(), angle.sin()))
    v, u = down[0][:, :, None, :, None], along[0][:, None, :, None, :]
    x = u * cos + v * sin + center[:, 0].view(-1, 1, 1, 1, 1)
    y = v * cos - u * sin + center[:, 1].view(-1, 1, 1, 1, 1)
    height, width = data.shape[2:]
    used = down[1][:, None, None, :, None] & along[1][:, None, None, None, :]
    used = used & (y >= -1) & (y <= height) & (x >= -1) & (x <= width)
    image = _images(data, rois).view(-1, 1, 1, 1, 1)
    values = interpolate(data.transpose(0, 1), image, _within(y, height - 1), _within(x, width - 1))
    means = torch.where(used, values, 0).sum((-1, -2)) / points.prod(1)[:, None, None]
    return means.transpose(0, 1).contiguous()


# -- moved parts ---------------------------------------------------------------------------------------------


def _moves(trans, part_size, pooled_size, output_dim):
    """Return how far every bin of every channel moves, ``(R, output_dim, P, P)`` for x and for y."""
    count = trans.shape[1] // 2 if trans.dim() == 4 else 0
    if not count or min(trans.shape[2:]) < part_size or part_size < 1:
        raise MXNetShapeError(f"trans: expected (R, 2 * classes, {part_size}, {part_size}), got {tuple(trans.shape)}")
    if output_dim % count:
        raise MXNetShapeError(f"trans: {output_dim} channels do not divide into {count} classes")
    part = torch.arange(pooled_size, device=trans.device) * part_size // pooled_size
    item = trans.index_select(2, part).index_select(3, part)
    pairs = item.unflatten(1, (count, 2)).repeat_interleave(output_dim // count, 1)
    return pairs[:, :, 0], pairs[:, :, 1]


@op("_contrib_DeformablePSROIPooling", amp="full", host_sync="check", outputs=("output", "top_count"), visible=1)
def deformable_psroi_pooling(
    data,
    rois,
    trans=None,
    *,
    spatial_scale: Fraction,
    output_dim: int,
    group_size: int,
    pooled_size: int,
    part_size: int = 0,
    sample_per_part: int = 1,
    trans_std: Fraction = 0.0,
    no_trans: bool = False,
):
    """Divide each region into bins that move, and return the mean of points in each, from channels of its own.

    As ``PSROIPooling``, but of interpolated points, and each bin is shifted as ``trans`` says. Points more than half a
    pixel outside are left out. Regions get no gradient. Hidden output: the number of points. Source: Dai et al., arXiv
    1703.06211.

    Parameters
    ----------
    data
        The features, ``(N, output_dim * group_size**2, H, W)``.
    trans
        How far each part of a region moves, ``(R, 2 * classes, part_size, part_size)``, first x then y for each class
        of channels, in sizes of the region times ``trans_std``; not given with ``no_trans``.
    output_dim
        The number of channels of the result.
    group_size
        Into how many parts with own channels a region is divided along each axis.
    pooled_size
        How many bins along each axis.
    part_size
        How many parts move along each axis; 0: ``pooled_size``.
    sample_per_part
        How many points a bin has along each axis, the first at its beginning.
    trans_std
        What ``trans`` is multiplied by.
    no_trans
        Whether nothing moves.

    Returns
    -------
    An array ``(R, output_dim, pooled_size, pooled_size)``.

    Examples
    --------
    >>> image = mx.nd.arange(16).reshape((1, 1, 4, 4))
    >>> region = mx.nd.array([[0, 0, 0, 3, 3]])
    >>> sizes = {'spatial_scale': 1, 'output_dim': 1, 'group_size': 1, 'pooled_size': 1, 'sample_per_part': 2}
    >>> print(mx.nd.contrib.DeformablePSROIPooling(image, region, no_trans=True, **sizes).asnumpy())
    [[[[3.75]]]]
    >>> right = mx.nd.array([0.25, 0]).reshape((1, 2, 1, 1))
    >>> print(mx.nd.contrib.DeformablePSROIPooling(image, region, right, trans_std=1, **sizes).asnumpy())
    [[[[4.5]]]]
    """
    check_regions(data, rois)
    if data.shape[1] != output_dim * group_size**2:
        raise MXNetShapeError(f"data: expected {output_dim} x {group_size}**2 channels, got {data.shape[1]}")
    if min(pooled_size, sample_per_part) < 1:
        raise MXNetError(
            f"pooled_size and sample_per_part: expected numbers above 0, got {pooled_size} and {sample_per_part}"
        )
    rois = rois.detach()
    start = rounded(rois[:, 1:3]) * spatial_scale - 0.5
    size = ((rounded(rois[:, 3:]) + 1) * spatial_scale - 0.5 - start).clamp(min=0.1)
    dtype = {"dtype": data.dtype, "device": data.device}
    position, point = torch.arange(pooled_size, **dtype), torch.arange(sample_per_part, **dtype)
    step = position[:, None] / pooled_size + point / (pooled_size * sample_per_part)
    x, y = (start[:, i, None, None] + step * size[:, i, None, None] for i in (0, 1))
    x, y = x[:, None, None, :, None, :], y[:, None, :, None, :, None]
    if not no_trans:
        moves = _moves(trans, part_size or pooled_size, pooled_size, output_dim)
        x, y = (
            at + (move * trans_std * size[:, i, None, None, None])[..., None, None]
            for i, (at, move) in enumerate(zip((x, y), moves, strict=True))
        )
    shape = (rois.shape[0], output_dim, pooled_size, pooled_size, sample_per_part, sample_per_part)
    return _bins(data, _images(data, rois), y.expand(shape), x.expand(shape), output_dim, group_size)


def _within(position: torch.Tensor, last: int) -> torch.Tensor:
    """Return coordinates kept from 0 to ``last``; on both the gradient passes, which that of ``clamp`` may not."""
    return torch.where(position < 0, 0, torch.where(position > last, last, position))


def _bins(data, image, y, x, output_dim, group_size):
    """Return the means of the points inside, and their number, ``(R, output_dim, P, P)`` both."""
    height, width = data.shape[2:]
    used = (x >= -0.5) & (x <= width - 0.5) & (y >= -0.5) & (y <= height - 0.5)
    group = torch.arange(y.shape[2], device=data.device) * group_size // y.shape[2]
    channel = torch.arange(output_dim, device=data.device)[:, None, None] * group_size + group[:, None]
    channel = channel * group_size + group
    plane = image.view(-1, 1, 1, 1) * data.shape[1] + channel
    values = interpolate(
        data.reshape(1, -1, height, width), plane[..., None, None], _within(y, height - 1), _within(x, width - 1)
    )[0]
    count = used.sum((-1, -2)).to(data.dtype)
    return torch.where(used, values, 0).sum((-1, -2)) / count.clamp(min=1), count


deformable_psroi_pooling.inputs(lambda p: ("data", "rois") if p.no_trans else ("data", "rois", "trans"))

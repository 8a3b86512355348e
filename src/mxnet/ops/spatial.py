"""Sampling of images at places given by arrays: grids, affine transforms and regions of interest.

A grid ``(N, 2, H, W)`` holds for each place of the result an x (first channel) and a y in the source, both from -1
(the centre of the first pixel) to 1 (the centre of the last).
"""

from __future__ import annotations

from math import ceil, floor
from typing import Literal

import torch
from torch.nn import functional as F

from ..core.errors import MXNetError, MXNetShapeError
from ..core.params import Fraction, Shape
from ..registry import op


def _sample(data, grid):
    return F.grid_sample(data, grid.movedim(1, -1), "bilinear", "zeros", align_corners=True)


def _affine_grid(theta, batch, shape):
    return F.affine_grid(theta.reshape(batch, 2, 3), [batch, 1, *shape], align_corners=True).movedim(-1, 1)


def _hide_all_but_first(which, *hidden):
    which.outputs(lambda p: ("output", *hidden))
    which.visible(lambda p: 1)


@op("BilinearSampler")
def bilinear_sampler(data, grid, *, cudnn_off: bool | None = None):
    """Return ``data`` ``(N, C, H, W)`` interpolated at the places of ``grid`` ``(N, 2, H', W')``; outside it is 0.

    Hidden output: the grid. Source: Jaderberg et al., arXiv 1506.02025. ``cudnn_off`` is without effect.
    """
    return _sample(data, grid), grid


@bilinear_sampler.shapes
def _(p, s):
    if s.data is not None and s.grid is not None:
        s.out[0] = (*s.data[:2], *s.grid[2:])


@op("GridGenerator")
def grid_generator(data, *, transform_type: Literal["affine", "warp"], target_shape: Shape = (0, 0)):
    """Return a grid ``(N, 2, H, W)`` for ``BilinearSampler``.

    ``affine``: of ``target_shape``, from matrices ``data`` ``(N, 6)``. ``warp``: every pixel's own place moved by
    ``data`` ``(N, 2, H, W)`` pixels. Hidden output: another name of the first.
    """
    if transform_type == "affine":
        if data.dim() != 2 or data.shape[1] != 6 or len(target_shape) != 2 or 0 in target_shape:
            raise MXNetShapeError("affine grids take data (N, 6) and a target_shape (height, width)")
        grid = _affine_grid(data, data.shape[0], target_shape)
    else:
        if data.dim() != 4 or data.shape[1] != 2:
            raise MXNetShapeError(f"data: expected (N, 2, H, W) for a warp, got {tuple(data.shape)}")
        height, width = data.shape[2:]
        x = torch.arange(width, dtype=data.dtype, device=data.device).expand(height, width)
        y = torch.arange(height, dtype=data.dtype, device=data.device).unsqueeze(1).expand(height, width)
        half = torch.tensor([(width - 1) / 2, (height - 1) / 2], dtype=data.dtype, device=data.device)
        grid = (data + torch.stack((x, y))) / half.view(2, 1, 1) - 1
    return grid, grid


@op("SpatialTransformer")
def spatial_transformer(
    data,
    loc,
    *,
    target_shape: Shape = (0, 0),
    transform_type: Literal["affine"],
    sampler_type: Literal["bilinear"],
    cudnn_off: bool | None = None,
):
    """Return ``data`` ``(N, C, H, W)`` seen through affine transforms ``loc`` ``(N, 6)``, of ``target_shape``.

    A 0 in ``target_shape`` takes the data's length. Two hidden outputs: the grid. Source: Jaderberg et al., arXiv
    1506.02025. ``cudnn_off`` is without effect.
    """
    shape = [wanted or own for wanted, own in zip(target_shape, data.shape[2:], strict=True)]
    grid = _affine_grid(loc, data.shape[0], shape)
    return _sample(data, grid), grid, grid


# -- regions -------------------------------------------------------------------------------------------------


def _round(value):
    """Round halves away from zero, as C does."""
    return floor(abs(value) + 0.5) * (1 if value >= 0 else -1)


def _edges(first, last, number, limit):
    """Return ``(begin, end)`` of the bins of a region along an axis, within ``0 .. limit``."""
    length = max(last - first + 1, 1)
    begins = [floor(i * length / number) + first for i in range(number)]
    ends = [ceil((i + 1) * length / number) + first for i in range(number)]
    return [(min(max(b, 0), limit), min(max(e, 0), limit)) for b, e in zip(begins, ends, strict=True)]


def _pool_region(image, box, pooled):
    x1, y1, x2, y2 = box
    height, width = image.shape[1:]
    if x1 >= 0 and y1 >= 0 and x1 <= x2 < width and y1 <= y2 < height:
        return F.adaptive_max_pool2d(image[:, y1 : y2 + 1, x1 : x2 + 1], pooled)
    rows = []
    for top, bottom in _edges(y1, y2, pooled[0], height):
        for left, right in _edges(x1, x2, pooled[1], width):
            part = image[:, top:bottom, left:right].flatten(1)
            rows.append(part.max(1).values if part.shape[1] else image.new_zeros(image.shape[0]))
    return torch.stack(rows, 1).view(-1, *pooled)


@op("ROIPooling", aliases=("_npx_roi_pooling",))
def roi_pooling(data, rois, *, pooled_size: Shape, spatial_scale: Fraction):
    """Return the maxima of ``pooled_size`` bins of each region, ``(R, C, *pooled_size)``.

    ``rois`` ``(R, 5)`` are ``(image, x1, y1, x2, y2)``, corners included, times ``spatial_scale`` in pixels of
    ``data`` ``(N, C, H, W)``. Bins outside of the image and regions of no image give 0. Regions get no gradient.
    Hidden output: another name of the first. Source: Girshick, "Fast R-CNN", arXiv 1504.08083.
    """
    if len(pooled_size) != 2:
        raise MXNetError(f"pooled_size must be (height, width), got {pooled_size}")
    if rois.dim() != 2 or rois.shape[1] != 5:
        raise MXNetShapeError(f"rois: expected (R, 5), got {tuple(rois.shape)}")
    empty = data.new_zeros((data.shape[1], *pooled_size))
    if data.device.type == "meta":
        pooled = [empty] * rois.shape[0]
    else:
        pooled = []
        for image, *corners in rois.tolist():
            box = [_round(c * spatial_scale) for c in corners]
            inside = 0 <= image < data.shape[0]
            pooled.append(_pool_region(data[int(image)], box, pooled_size) if inside else empty)
    out = torch.stack(pooled)
    return out, out


_hide_all_but_first(bilinear_sampler, "tmp")
_hide_all_but_first(grid_generator, "grid_dst")
_hide_all_but_first(spatial_transformer, "grid_dst", "grid_src")
_hide_all_but_first(roi_pooling, "maxidx")

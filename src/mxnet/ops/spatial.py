"""Sampling of images at places given by arrays: grids, affine transforms and regions of interest.

A grid ``(N, 2, H, W)`` holds for each place of the result an x (first channel) and a y in the source, both from -1
(the centre of the first pixel) to 1 (the centre of the last).
"""

from typing import Literal

import torch
from torch.nn import functional as F

from ..core.constants import constant
from ..core.errors import MXNetShapeError
from ..core.params import Fraction, Shape
from ..core.tracing import cached
from ..kernels.region_maxima import greatest
from ..registry import op
from .roi_sampled import check_bins


def _sample(data, grid):
    return F.grid_sample(data, grid.movedim(1, -1), "bilinear", "zeros", align_corners=True)


def _line(length, like):
    """Return the places of pixels from -1 to 1; a single one is at -1."""
    return torch.linspace(-1, 1, length, dtype=like.dtype, device=like.device)


def _places(shape, dtype, device):
    """Return the places ``(3, H * W)`` of pixels: x, y and 1."""
    across, down = (torch.linspace(-1, 1, length, dtype=dtype, device=device) for length in (shape[1], shape[0]))
    across, down = across.expand(*shape), down.unsqueeze(1).expand(*shape)
    return torch.stack((across, down, torch.ones_like(across))).flatten(1)


_cached_places = cached(64)(_places)


def _affine_grid(theta, batch, shape):
    """Return ``(N, 2, H, W)`` places: those of the pixels, from -1 to 1, moved by matrices ``(N, 6)``."""
    find = _places if torch.is_inference_mode_enabled() else _cached_places
    places = find(tuple(shape), theta.dtype, theta.device)
    return torch.mm(theta.reshape(batch * 2, 3), places).view(batch, 2, *shape)


@op("BilinearSampler", full_names=("outputs", "gradients"), outputs=("output", "tmp"), visible=1)
def bilinear_sampler(data, grid, *, cudnn_off: bool | None = None):
    """Return images interpolated at the places of a grid, 0 outside of the image.

    Between pixels, the four around count by their distance. Hidden output: the grid. Source: Jaderberg et al., arXiv
    1506.02025.

    Parameters
    ----------
    data
        The images, ``(N, C, H, W)``.
    grid
        For each place of the result its x (first channel) and y in the image, ``(N, 2, H', W')``, from -1, the middle
        of the first pixel, to 1, the middle of the last.

    Returns
    -------
    An array ``(N, C, H', W')``.

    See Also
    --------
    GridGenerator : makes grids.

    Examples
    --------
    >>> image = mx.nd.array([[[[1, 2], [3, 4]]]])
    >>> grid = mx.nd.array([[[[0, 1]], [[0, -1]]]])  # the middle of the image, and its upper right corner
    >>> print(mx.nd.BilinearSampler(image, grid).asnumpy())
    [[[[2.5 2. ]]]]
    """
    return _sample(data, grid), grid


@bilinear_sampler.shapes
def _(p, s, data, grid):
    s.data, s.grid = (grid[0], None, None, None), (data[0], 2, None, None)
    s.out[:] = (*s.data[:2], *s.grid[2:]), s.grid


@op("GridGenerator", full_names=("outputs", "gradients"), outputs=("output", "grid_dst"), visible=1)
def grid_generator(data, *, transform_type: Literal["affine", "warp"], target_shape: Shape = (0, 0)):
    """Return the grid for ``BilinearSampler`` that an affine transform or a flow gives.

    Hidden output: another name of the first.

    Parameters
    ----------
    data
        With 'affine', the matrices ``[[a, b, c], [d, e, f]]`` as rows, ``(N, 6)``; with 'warp', how many pixels each
        place moves, ``(N, 2, H, W)``, x first.
    transform_type
        'affine': the place ``(x, y)`` of the result, from -1 to 1, shows ``(a*x + b*y + c, d*x + e*y + f)`` of the
        image. 'warp': each pixel shows that at its own place moved by ``data``.
    target_shape
        Height and width of the grid, for 'affine'.

    Returns
    -------
    A grid ``(N, 2, H, W)``: x in the first channel, y in the second, from -1 to 1.

    Examples
    --------
    >>> same = mx.nd.array([[1, 0, 0, 0, 1, 0]])
    >>> print(mx.nd.GridGenerator(same, transform_type='affine', target_shape=(2, 3)).asnumpy())
    [[[[-1.  0.  1.]
       [-1.  0.  1.]]
    <BLANKLINE>
      [[-1. -1. -1.]
       [ 1.  1.  1.]]]]
    """
    if transform_type == "affine":
        _check_affine(data.shape, target_shape)
        grid = _affine_grid(data, data.shape[0], target_shape)
    else:
        _check_warp(data.shape)
        height, width = data.shape[2:]
        x = torch.arange(width, dtype=data.dtype, device=data.device).expand(height, width)
        y = torch.arange(height, dtype=data.dtype, device=data.device).unsqueeze(1).expand(height, width)
        half = constant(((width - 1) / 2, (height - 1) / 2), data.dtype, data.device)
        grid = (data + torch.stack((x, y))) / half.view(2, 1, 1) - 1
    return grid, grid


def _check_affine(shape, target_shape):
    if len(shape) != 2 or shape[1] not in (6, None) or len(target_shape) != 2 or 0 in target_shape:
        raise MXNetShapeError("affine grids take data (N, 6) and a target_shape (height, width)")


def _check_warp(shape):
    if len(shape) != 4 or shape[1] not in (2, None):
        raise MXNetShapeError(f"data: expected (N, 2, H, W) for a warp, got {tuple(shape)}")


@grid_generator.shapes
def _(p, s, data):
    if p.transform_type == "affine":
        _check_affine(data, p.target_shape)
        s.out.fill((data[0], 2, *p.target_shape))
    else:
        _check_warp(data)
        s.out.fill((data[0], 2, *data[2:]))


@op("SpatialTransformer", full_names=("outputs", "gradients"), outputs=("output", "grid_dst", "grid_src"), visible=1)
def spatial_transformer(
    data,
    loc,
    *,
    target_shape: Shape = (0, 0),
    transform_type: Literal["affine"],
    sampler_type: Literal["bilinear"],
    cudnn_off: bool | None = None,
):
    """Return images seen through affine transforms: ``BilinearSampler`` at the grid of ``GridGenerator``.

    Two hidden outputs: the grid. Source: Jaderberg et al., arXiv 1506.02025.

    Parameters
    ----------
    data
        The images, ``(N, C, H, W)``.
    loc
        The matrices ``[[a, b, c], [d, e, f]]`` as rows, ``(N, 6)``: the place ``(x, y)`` of the result, from -1 to 1,
        shows ``(a*x + b*y + c, d*x + e*y + f)`` of the image.
    target_shape
        Height and width of the result; 0: as in the image, which 1.9.1 refuses.
    transform_type
        Only 'affine'.
    sampler_type
        Only 'bilinear'.

    Returns
    -------
    An array ``(N, C, *target_shape)``.

    Examples
    --------
    >>> image = mx.nd.array([[[[1, 2], [3, 4]]]])
    >>> flip = mx.nd.array([[-1, 0, 0, 0, 1, 0]])
    >>> kinds = {'transform_type': 'affine', 'sampler_type': 'bilinear'}
    >>> print(mx.nd.SpatialTransformer(image, flip, target_shape=(2, 2), **kinds).asnumpy())
    [[[[2. 1.]
       [4. 3.]]]]
    """
    shape = [target or length for target, length in zip(target_shape, data.shape[2:], strict=True)]
    grid = _affine_grid(loc, data.shape[0], shape)
    return _sample(data, grid), grid, grid


@spatial_transformer.shapes
def _(p, s):
    if s.loc is not None:
        s.loc = (None, 6)
    if s.data is not None and len(p.target_shape) == 2:
        s.data = (None, None, None, None)
        space = [target or length for target, length in zip(p.target_shape, s.data[2:], strict=True)]
        s.out[0] = (*s.data[:2], *space)
        s.out[1] = s.out[2] = (s.data[0], 2, *space)


# -- regions -------------------------------------------------------------------------------------------------


@op(
    "ROIPooling",
    full_names=("outputs", "gradients"),
    aliases=("_npx_roi_pooling",),
    outputs=("output", "maxidx"),
    visible=1,
    traceable="opaque",
    host_sync="steps",
    read_only=(1,),
    attributes=check_bins,
)
def roi_pooling(data, rois, *, pooled_size: Shape, spatial_scale: Fraction):
    """Divide each region into bins, and return the greatest pixel of each.

    Corners are rounded to whole pixels, both belonging to the region; bins outside of the image and regions of no image
    give 0. Regions get no gradient. Hidden output: another name of the first. Source: Girshick, "Fast R-CNN", arXiv
    1504.08083.

    Parameters
    ----------
    data
        The features, ``(N, C, H, W)``.
    pooled_size
        How many bins: ``(height, width)``.

    Returns
    -------
    An array ``(R, C, *pooled_size)``.

    See Also
    --------
    ROIAlign : takes the mean of points between pixels.

    Examples
    --------
    >>> image = mx.nd.arange(16).reshape((1, 1, 4, 4))
    >>> region = mx.nd.array([[0, 0, 0, 3, 3]])  # all of image 0
    >>> print(mx.nd.ROIPooling(image, region, pooled_size=(2, 2), spatial_scale=1).asnumpy())
    [[[[ 5.  7.]
       [13. 15.]]]]
    """
    if rois.dim() != 2 or rois.shape[1] != 5:
        raise MXNetShapeError(f"rois: expected (R, 5), got {tuple(rois.shape)}")
    if data.is_meta or 0 in (len(rois), data.numel()):
        out = data.new_zeros((len(rois), data.shape[1], *pooled_size))
    else:
        out = greatest(data, rois, pooled_size, spatial_scale)
    return out, out

"""Sums over regions of images with separable weights, each region reading only its own part of the image.

The operation and its gradient are linear, and each is the other's gradient.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import torch
from torch.nn import functional as F

from ..core.saved_objects import save_object, saved_object
from .choice import Grid, kernel, sizes

#: pixels of a region's bin up to which their rows are summed one by one
BAG = 64
#: pixels of all images that the regions may read, with which reading their own alone pays
REGIONS = sizes("average_regions")


def _rectangles(size: int) -> tuple[torch.Tensor, ...]:
    """Return regions of a third of two images' sides."""
    count = max(1, size // (64 * 32 * 32))
    weights = torch.zeros(count, 7, 32)
    weights[:, :, 10:20] = 0.1
    return torch.randn(2, 64, 32, 32), torch.randint(2, (count,)), weights, weights


class Regions(NamedTuple):
    """Regions: their images, their weights ``(R, P, H)`` and ``(R, Q, W)``, and the slices where these are not 0."""

    images: list[int]
    rows: torch.Tensor
    columns: torch.Tensor
    down: list[slice]
    across: list[slice]


def _extents(weights: torch.Tensor) -> list[slice]:
    """Return for each region the slice that holds all nonzero weights, everything if there are none."""
    used = weights.ne(0).any(1).byte()
    first, last = used.argmax(1), used.shape[1] - used.flip(1).argmax(1)
    return [slice(*ends) for ends in zip(first.tolist(), last.tolist(), strict=True)]


def regions(image: torch.Tensor, rows: torch.Tensor, columns: torch.Tensor) -> Regions:
    """Return regions for :func:`averaged`."""
    return Regions(image.tolist(), rows, columns, _extents(rows), _extents(columns))


def _averaged_by_einsum(
    data: torch.Tensor, image: torch.Tensor, rows: torch.Tensor, columns: torch.Tensor
) -> torch.Tensor:
    out = data.new_zeros((len(image), data.shape[1], rows.shape[1], columns.shape[1]))
    for index, item in enumerate(data):
        mine = (image == index).nonzero().squeeze(1)
        if len(mine):
            out = out.index_copy(0, mine, torch.einsum("rpy,cyx,rqx->rcpq", rows[mine], item, columns[mine]))
    return out


@kernel(plain=_averaged_by_einsum, grid=Grid("elements", _rectangles, (16, 26)))
def average_regions(data: torch.Tensor, image: torch.Tensor, rows: torch.Tensor, columns: torch.Tensor) -> torch.Tensor:
    """Return weighted sums ``(R, C, P, Q)`` over regions of images ``(N, C, H, W)``.

    ``image`` ``(R,)`` is the image of each region, ``rows`` ``(R, P, H)`` and ``columns`` ``(R, Q, W)`` are its
    weights. Regions whose image is out of range give 0.
    """
    if not data.is_cpu or len(image) * data[0].numel() not in REGIONS:
        return _averaged_by_einsum(data, image, rows, columns)
    return averaged(data, regions(image, rows, columns))


def averaged(data: torch.Tensor, some: Regions) -> torch.Tensor:
    """Return weighted sums ``(R, C, P, Q)`` of images ``(N, C, H, W)``; 0 for regions whose image is out of range."""
    result: torch.Tensor = _Average.apply(data, some)  # type: ignore[no-untyped-call]
    return result


class Points(NamedTuple):
    """The pixels of an axis that bins of regions average over, and their weights, both ``(R, bins, K)``."""

    positions: torch.Tensor
    shares: torch.Tensor

    def weights(self, length: int) -> torch.Tensor:
        """Return the weights ``(R, bins, length)`` of all pixels."""
        result = self.shares.new_zeros((*self.shares.shape[:2], length))
        return result.scatter_add_(2, self.positions, self.shares)


def _averaged_by_weights(data: torch.Tensor, image: torch.Tensor, rows: Points, columns: Points) -> torch.Tensor:
    return average_regions(data, image, rows.weights(data.shape[2]), columns.weights(data.shape[3]))


def _bins(count: int) -> tuple[Any, ...]:
    """Return regions of 7 x 7 bins of 2 x 2 pixels."""
    sides = [Points(torch.randint(32, (count, 7, 2)), torch.rand(count, 7, 2)) for _ in range(2)]
    return torch.randn(2, 64, 32, 32), torch.randint(2, (count,)), *sides


@kernel(plain=_averaged_by_weights, grid=Grid("regions", _bins, (2, 9)), used=bool(sizes("average_points")))
def average_points(data: torch.Tensor, image: torch.Tensor, rows: Points, columns: Points) -> torch.Tensor:
    """Return what :func:`average_regions` does, of weights given by the pixels that have one."""
    few = rows.positions.shape[2] * columns.positions.shape[2] <= BAG
    if few and data.is_cpu and data.dtype in (torch.float32, torch.float64) and data.numel():
        return _AveragePoints.apply(data, image, rows, columns)  # type: ignore[no-any-return, no-untyped-call]
    return _averaged_by_weights(data, image, rows, columns)


class _AveragePoints(torch.autograd.Function):
    """Averages over few pixels: sums of rows of a table with a row for each pixel."""

    @staticmethod
    def forward(ctx: Any, data: torch.Tensor, image: torch.Tensor, rows: Points, columns: Points) -> torch.Tensor:
        save_object(ctx, (image, rows, columns, data.shape))
        images, channels, height, width = data.shape
        table = data.permute(0, 2, 3, 1).reshape(-1, channels)
        start = image.clamp(0, images - 1) * height
        down = (rows.positions + start.view(-1, 1, 1)) * width
        shares = rows.shares.masked_fill(((image < 0) | (image >= images)).view(-1, 1, 1), 0)
        at = down[:, :, None, :, None] + columns.positions[:, None, :, None, :]
        weights = shares[:, :, None, :, None] * columns.shares[:, None, :, None, :]
        bins = at.shape[:3]
        size = at.shape[3] * at.shape[4]
        out = F.embedding_bag(at.view(-1, size), table, mode="sum", per_sample_weights=weights.view(-1, size))
        return out.view(*bins, channels).permute(0, 3, 1, 2).contiguous()

    @staticmethod
    def backward(ctx: Any, *grads: torch.Tensor) -> Any:
        image, rows, columns, shape = saved_object(ctx)
        height, width = shape[2:]
        some = regions(image, rows.weights(height), columns.weights(width))
        return _Spread.apply(grads[0], some, shape), None, None, None  # type: ignore[no-untyped-call]


class _Average(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, data: torch.Tensor, some: Regions) -> torch.Tensor:
        save_object(ctx, (some, data.shape))
        images, channels, _, width = data.shape
        inner = data.permute(0, 2, 3, 1).contiguous()
        out = data.new_zeros((len(some.images), some.rows.shape[1], some.columns.shape[1], channels))
        for k, (image, down, across) in enumerate(zip(some.images, some.down, some.across, strict=True)):
            if 0 <= image < images:
                band = torch.mm(some.rows[k, :, down], inner[image, down].flatten(1)).view(-1, width, channels)
                torch.matmul(some.columns[k, :, across], band[:, across], out=out[k])
        return out.permute(0, 3, 1, 2).contiguous()

    @staticmethod
    def backward(ctx: Any, grad: torch.Tensor) -> Any:
        return _Spread.apply(grad, *saved_object(ctx)), None  # type: ignore[no-untyped-call]


class _Spread(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, grad: torch.Tensor, some: Regions, shape: torch.Size) -> torch.Tensor:
        save_object(ctx, some)
        images, channels, height, width = shape
        inner = grad.permute(0, 2, 3, 1).contiguous()
        out = grad.new_zeros((images, height, width, channels))
        for k, (image, down, across) in enumerate(zip(some.images, some.down, some.across, strict=True)):
            if 0 <= image < images:
                band = torch.matmul(some.columns[k, :, across].t(), inner[k])
                length = band.shape[1]
                result = torch.mm(some.rows[k, :, down].t(), band.flatten(1))
                out[image, down, across] += result.view(-1, length, channels)
        return out.permute(0, 3, 1, 2).contiguous()

    @staticmethod
    def backward(ctx: Any, data: torch.Tensor) -> Any:
        return averaged(data, saved_object(ctx)), None, None

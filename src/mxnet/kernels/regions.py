"""Sums over regions of images with separable weights, each region reading only its own part of the image.

The operation and its gradient are linear, and each is the other's gradient.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import torch
from torch.nn import functional as F

from ..core.saved_objects import save_object, saved_object
from .choice import Grid, kernel, sizes

#: pixels of a region's bin up to which their rows are summed one by one
BAG = 64
#: pixels of all images for each that a row of bins reads, up to which two products of matrices are faster
PIXELS_OF = 8
#: multiplications up to which they are anyway
PRODUCT = 1 << 22
#: weights of all pixels up to which parts of regions are averaged by one product
PARTS = 1 << 20
#: pixels of all images that the regions may read, with which reading their own alone pays
REGIONS = sizes("average_regions")

Array = npt.NDArray[Any]


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
    return _Average.apply(data, some)  # type: ignore[no-untyped-call]


class Points(NamedTuple):
    """The pixels of an axis that bins of regions average over, and their weights, both ``(R, bins, K)``."""

    positions: Array
    shares: Array

    def weights(self, length: int) -> Array:
        """Return the weights ``(R, bins, length)`` of all pixels."""
        regions, bins, _ = self.shares.shape
        at = self.positions + (np.arange(regions * bins) * length).reshape(regions, bins, 1)
        weights = np.bincount(at.ravel(), self.shares.ravel(), regions * bins * length)
        return weights.reshape(regions, bins, length).astype(self.shares.dtype)


def _at_images(image: Array, weights: Array, images: int) -> Array:
    """Return weights ``(R, P, H)`` as those of the rows of all images, ``(R, P, N * H)``; 0 for those of no image."""
    mine = np.asarray(np.arange(images) == image[:, None])[:, None, :, None]
    return np.asarray(mine * weights[:, :, None]).reshape(*weights.shape[:2], -1)


def _tensor(weights: Array, like: torch.Tensor) -> torch.Tensor:
    return torch.from_numpy(weights).to(like.device, like.dtype)


def _averaged_by_weights(data: torch.Tensor, image: Array, rows: Points, columns: Points) -> torch.Tensor:
    weights = (_tensor(item.weights(n), data) for item, n in zip((rows, columns), data.shape[2:], strict=True))
    return average_regions(data, torch.from_numpy(image).to(data.device), *weights)


def _averaged_by_products(data: torch.Tensor, image: Array, rows: Points, columns: Points) -> torch.Tensor:
    """Return the averages by two products: with the rows of all images, then with each region's columns."""
    images, channels, height, width = data.shape
    down = _tensor(_at_images(image, rows.weights(height), images), data)
    across = _tensor(columns.weights(width), data)
    pixels = data.permute(0, 2, 3, 1).reshape(images * height, width * channels)
    bands = torch.mm(down.flatten(0, 1), pixels).view(*down.shape[:2], width, channels)
    return torch.matmul(across.unsqueeze(1), bands).permute(0, 3, 1, 2).contiguous()


def _bins(count: int) -> tuple[Any, ...]:
    """Return regions of 7 x 7 bins of 2 x 2 pixels."""
    rng = np.random.default_rng(0)
    sides = [Points(rng.integers(32, size=(count, 7, 2)), rng.random((count, 7, 2), np.float32)) for _ in range(2)]
    return torch.randn(2, 64, 32, 32), rng.integers(2, size=count), *sides


@kernel(plain=_averaged_by_weights, grid=Grid("regions", _bins, (2, 9)), used=bool(sizes("average_points")))
def average_points(data: torch.Tensor, image: Array, rows: Points, columns: Points) -> torch.Tensor:
    """Return what :func:`average_regions` does, of weights given by the pixels that have one."""
    images, _, height, width = data.shape
    points = rows.shares.shape[2] * columns.shares.shape[2]
    few = images * height * width <= PIXELS_OF * points * columns.shares.shape[1]
    if data.is_cpu and (few or rows.shares.shape[0] * rows.shares.shape[1] * data.numel() <= PRODUCT):
        return _averaged_by_products(data, image, rows, columns)
    if points <= BAG and data.is_cpu and data.dtype in (torch.float32, torch.float64) and data.numel():
        return _AveragePoints.apply(data, image, rows, columns)  # type: ignore[no-untyped-call]
    return _averaged_by_weights(data, image, rows, columns)


def average_parts(data: torch.Tensor, image: Array, rows: Array, columns: Array) -> torch.Tensor:
    """Return weighted sums ``(R, C, P, Q)`` over regions of images ``(N, C, P, Q, H, W)``, each bin of its own planes.

    ``image`` ``(R,)`` is the image of each region, ``rows`` ``(R, P, H)`` and ``columns`` ``(R, Q, W)`` are its
    weights. Regions whose image is out of range give 0.
    """
    images, channels, down, across = data.shape[:4]
    if len(image) * data[:, 0].numel() > PARTS:
        return _parts_by_image(data, image, _tensor(rows, data), _tensor(columns, data))
    rows = _at_images(image, rows, images)
    weights = rows.transpose(1, 0, 2)[:, None, ..., None] * columns.transpose(1, 0, 2)[:, :, None]
    pixels = data.permute(2, 3, 0, 4, 5, 1).reshape(down * across, -1, channels)
    out = torch.bmm(_tensor(weights.reshape(down * across, len(image), -1), data), pixels)
    return out.view(down, across, len(image), channels).permute(2, 3, 0, 1).contiguous()


def _parts_by_image(data: torch.Tensor, image: Array, rows: torch.Tensor, columns: torch.Tensor) -> torch.Tensor:
    out = data.new_zeros((len(image), data.shape[1], rows.shape[1], columns.shape[1]))
    for index, item in enumerate(data):
        mine = torch.from_numpy(np.flatnonzero(image == index)).to(data.device)
        if len(mine):
            out = out.index_copy(0, mine, torch.einsum("rpy,cpqyx,rqx->rcpq", rows[mine], item, columns[mine]))
    return out


class _AveragePoints(torch.autograd.Function):
    """Averages over few pixels: sums of rows of a table with a row for each pixel."""

    @staticmethod
    def forward(ctx: Any, data: torch.Tensor, image: torch.Tensor, rows: Points, columns: Points) -> torch.Tensor:
        save_object(ctx, (image, rows, columns, data.shape))
        images, channels, height, width = data.shape
        table = data.permute(0, 2, 3, 1).reshape(-1, channels)
        known = (image >= 0) & (image < images)
        down = (rows.positions + (image * known * height)[:, None, None]) * width
        at = down[:, :, None, :, None] + columns.positions[:, None, :, None]
        shares = rows.shares * known[:, None, None]
        weights = shares[:, :, None, :, None] * columns.shares[:, None, :, None]
        size = at.shape[3] * at.shape[4]
        index, each = torch.from_numpy(at.reshape(-1, size)), _tensor(weights.reshape(-1, size), data)
        out = F.embedding_bag(index, table, mode="sum", per_sample_weights=each)
        return out.view(*at.shape[:3], channels).permute(0, 3, 1, 2).contiguous()

    @staticmethod
    def backward(ctx: Any, *grads: torch.Tensor) -> Any:
        image, rows, columns, shape = saved_object(ctx)
        weights = (_tensor(item.weights(n), grads[0]) for item, n in zip((rows, columns), shape[2:], strict=True))
        some = regions(torch.from_numpy(image), *weights)
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

"""Sums over regions of images with separable weights."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import torch
from torch.nn import functional as F

from ..core.autograd_functions import save_object, saved_object
from ..core.tracing import traced
from .choice import Grid, kernel, sizes
from .transpose import in_order

#: pixels of a region's bin up to which their rows are summed one by one
BAG = 64
#: pixels of all images for each that a row of bins reads, up to which two products of matrices are faster
PIXELS_OF = 8
#: multiplications up to which they are anyway
PRODUCT = 1 << 22
#: points with which columns are read as rows of a table
POINTS = sizes("sum_columns")
#: weights of all pixels up to which parts of regions are averaged by one product
PARTS = 1 << 20

Array = npt.NDArray[Any]


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
    is_of_image = np.asarray(np.arange(images) == image[:, None])[:, None, :, None]
    return np.asarray(is_of_image * weights[:, :, None]).reshape(*weights.shape[:2], -1)


def _tensor(weights: Array, like: torch.Tensor) -> torch.Tensor:
    return torch.from_numpy(weights).to(like.device, like.dtype)


def _averaged_by_weights(data: torch.Tensor, image: Array, rows: Points, columns: Points) -> torch.Tensor:
    down, across = (_tensor(side.weights(n), data) for side, n in zip((rows, columns), data.shape[2:], strict=True))
    return _by_image("rpy,cyx,rqx->rcpq", data, image, down, across)


def _by_image(form: str, data: torch.Tensor, image: Array, rows: torch.Tensor, columns: torch.Tensor) -> torch.Tensor:
    """Return sums over the regions of one image after the other, by a form of :func:`torch.einsum`."""
    out = data.new_zeros((len(image), data.shape[1], rows.shape[1], columns.shape[1]))
    for index, item in enumerate(data):
        indices = torch.from_numpy(np.flatnonzero(image == index)).to(data.device)
        if len(indices):
            out = out.index_copy(0, indices, torch.einsum(form, rows[indices], item, columns[indices]))
    return out


def _averaged_by_products(data: torch.Tensor, image: Array, rows: Points, columns: Points) -> torch.Tensor:
    """Return the averages by two products: with the rows of all images, then with each region's columns."""
    images, channels, height, width = data.shape
    down = _tensor(_at_images(image, rows.weights(height), images), data)
    across = _tensor(columns.weights(width), data)
    pixels = in_order(data.permute(0, 2, 3, 1)).view(images * height, width * channels)
    bands = torch.mm(down.flatten(0, 1), pixels).view(*down.shape[:2], width, channels)
    return in_order(torch.matmul(across.unsqueeze(1), bands).permute(0, 3, 1, 2))


def _bins(count: int) -> tuple[Any, ...]:
    """Return regions of 7 x 7 bins of 2 x 2 pixels."""
    rng = np.random.default_rng(0)
    sides = [Points(rng.integers(32, size=(count, 7, 2)), rng.random((count, 7, 2), np.float32)) for _ in range(2)]
    return torch.randn(2, 64, 32, 32), rng.integers(2, size=count), *sides


@kernel(plain=_averaged_by_weights, grid=Grid("regions", _bins, (2, 9)), used=bool(sizes("average_points")))
def average_points(data: torch.Tensor, image: Array, rows: Points, columns: Points) -> torch.Tensor:
    """Return weighted sums ``(R, C, P, Q)`` over regions of images ``(N, C, H, W)``.

    ``image`` ``(R,)`` is the image of each region, ``rows`` and ``columns`` are the pixels of its bins. Regions whose
    image is out of range give 0.
    """
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
        return _by_image("rpy,cpqyx,rqx->rcpq", data, image, _tensor(rows, data), _tensor(columns, data))
    rows = _at_images(image, rows, images)
    weights = rows.transpose(1, 0, 2)[:, None, ..., None] * columns.transpose(1, 0, 2)[:, :, None]
    pixels = data.permute(2, 3, 0, 4, 5, 1).reshape(down * across, -1, channels)
    out = torch.bmm(_tensor(weights.reshape(down * across, len(image), -1), data), pixels)
    return in_order(out.view(down, across, len(image), channels).permute(2, 3, 0, 1))


def _sums_of_pixels(data: torch.Tensor, image: Array, rows: Points, columns: Points) -> torch.Tensor:
    """Return the averages as sums of rows of a table with a row for each pixel."""
    images, channels, height, width = data.shape
    known = (image >= 0) & (image < images)
    down = (rows.positions + (image * known * height)[:, None, None]) * width
    at = down[:, :, None, :, None] + columns.positions[:, None, :, None]
    weights = (rows.shares * known[:, None, None])[:, :, None, :, None] * columns.shares[:, None, :, None]
    shape = -1, at.shape[3] * at.shape[4]
    table = in_order(data.permute(0, 2, 3, 1)).view(-1, channels)  # of one image, a reshape would be slow to read
    index, shares = torch.from_numpy(at.reshape(shape)), _tensor(weights.reshape(shape), data)
    out = F.embedding_bag(index, table, mode="sum", per_sample_weights=shares)
    return in_order(out.view(*at.shape[:3], channels).permute(0, 3, 1, 2))


class _AveragePoints(torch.autograd.Function):
    """These sums, whose gradient by PyTorch has none itself."""

    @staticmethod
    def forward(ctx: Any, data: torch.Tensor, image: Array, rows: Points, columns: Points) -> torch.Tensor:
        leaf = data.detach().requires_grad_(ctx.needs_input_grad[0])
        with torch.enable_grad():
            out = _sums_of_pixels(leaf, image, rows, columns)
        save_object(ctx, (leaf, out, (image, rows, columns)))
        return out.detach()

    @staticmethod
    def backward(ctx: Any, *grads: torch.Tensor) -> Any:
        leaf, out, regions = saved_object(ctx)
        again = torch.is_grad_enabled()
        if again:
            out = _averaged_by_weights(leaf, *regions)
        return *torch.autograd.grad(out, leaf, grads[0], not again, again), None, None, None


def _summed_columns(flat: torch.Tensor, places: Sequence[torch.Tensor], shares: Sequence[torch.Tensor]) -> torch.Tensor:
    parts = [
        flat.index_select(1, at.flatten()).view(-1, *at.shape) * share for at, share in zip(places, shares, strict=True)
    ]
    return sum(parts[1:], parts[0])


def _points(count: int) -> tuple[Any, ...]:
    """Return the columns of images of 16 channels, and four places with shares for each point."""
    return (
        torch.randn(16, 1 << 10),
        [torch.randint(1 << 10, (count,)) for _ in range(4)],
        [torch.rand(count) for _ in range(4)],
    )


@kernel(plain=_summed_columns, grid=Grid("points", _points, (8, 16), only="forward"))
def sum_columns(flat: torch.Tensor, places: Sequence[torch.Tensor], shares: Sequence[torch.Tensor]) -> torch.Tensor:
    """Return ``(C, *P)``: the columns of ``flat`` ``(C, M)`` at several places ``(*P)``, times their shares, summed."""
    recorded = torch.is_grad_enabled() and (flat.requires_grad or any(share.requires_grad for share in shares))
    if traced() or recorded or places[0].numel() not in POINTS or flat.dtype is not torch.float32 or not flat.is_cpu:
        return _summed_columns(flat, places, shares)
    bags, weights = (torch.stack(tuple(parts), -1).view(-1, len(parts)) for parts in (places, shares))
    out = F.embedding_bag(bags, in_order(flat.mT), mode="sum", per_sample_weights=weights)
    return in_order(out.mT).view(-1, *places[0].shape)

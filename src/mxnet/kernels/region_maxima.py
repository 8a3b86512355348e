"""The greatest pixels of bins of regions: a bin is a bag of rows of a table that has a row for each pixel.

NumPy computes on the host where the bins are: for tens of regions, a call of PyTorch's takes three times as long.
"""

from functools import lru_cache
from math import isnan
from typing import Any

import numpy as np
import numpy.typing as npt
import torch
from torch.nn import functional as F

from ..core import torch_compat
from .transpose import in_order

Array = npt.NDArray[Any]


def greatest(data: torch.Tensor, rois: torch.Tensor, size: tuple[int, int], scale: float) -> torch.Tensor:
    """Return the greatest pixel of each bin, ``(R, C, *size)``; 0 for bins without pixels.

    ``data`` are images ``(N, C, H, W)``, ``rois`` ``(R, 5)`` the image and corners of regions, in pixels where
    multiplied by ``scale``. NaN is less than all numbers.
    """
    images, channels, height, width = data.shape
    counts, places = _bags(rois.detach().cpu().numpy(), (images, height, width), size, scale)
    bags = torch.from_numpy(places).to(data.device), torch.from_numpy(counts.cumsum() - counts).to(data.device)
    pixels = in_order(data.permute(0, 2, 3, 1)).view(-1, channels)
    if isnan(float(pixels.detach().sum())):  # which is faster than to look at each
        pixels = torch.where(pixels.isnan(), torch.finfo(pixels.dtype).min, pixels)
    if pixels.requires_grad and torch.is_grad_enabled():
        out = pixels.gather(0, torch_compat.bag_maxima(pixels.detach(), *bags))
        if not counts.all():
            out = out.masked_fill(torch.from_numpy(counts == 0).to(data.device)[:, None], 0)
    else:
        out = F.embedding_bag(bags[0], pixels, bags[1], mode="max")
    return in_order(out.view(-1, *size, channels).permute(0, 3, 1, 2))


@lru_cache(maxsize=64)
def _steps(size: tuple[int, int]) -> tuple[Array, Array, Array]:
    """Return what lengths are multiplied by, then added, then divided by, to give where bins begin and end."""
    counts, steps = np.array(size[::-1])[:, None], np.arange(max(size))
    begins, factors = np.concatenate((steps, steps)), np.concatenate((steps, steps + 1))
    return factors, (factors - begins) * (counts - 1), counts


def _edges(corners: Array, size: tuple[int, int], limits: tuple[int, int]) -> tuple[Array, Array]:
    """Return where bins begin and how long they are, ``(R, 2, K)`` for x and y, within ``limits``."""
    factors, more, counts = _steps(size)
    first = corners[:, :2, None]
    edges = np.maximum(corners[:, 2:, None] - first + 1, 1) * factors
    edges += more
    edges //= counts
    edges += first
    edges = np.minimum(np.maximum(edges, 0), np.array(limits)[:, None])
    begin, end = edges[..., : max(size)], edges[..., max(size) :]
    return begin, np.maximum(end - begin, 0)


def _bags(rois: Array, shape: tuple[int, int, int], size: tuple[int, int], scale: float) -> tuple[Array, Array]:
    """Return how many pixels each bin has, and the numbers of these pixels of ``(N, H, W)``, one bin after another."""
    images, height, width = shape
    with np.errstate(invalid="ignore"):
        corners = rois[:, 1:].astype(np.float64) * scale
        corners = (corners + np.copysign(0.5, corners)).astype(np.int64)  # halves away from zero, as C rounds
        image = rois[:, 0].astype(np.int64)
    begin, lengths = _edges(corners, size, (width, height))
    left, wide = begin[:, 0, : size[1]], lengths[:, 0, : size[1]]
    top, tall = begin[:, 1, : size[0]], lengths[:, 1, : size[0]]
    tall = tall * ((image >= 0) & (image < images))[:, None]
    counts = (tall[:, :, None] * wide[:, None]).ravel()
    first = (((top + image[:, None] * height) * width)[:, :, None] + left[:, None]).ravel()
    row = wide.repeat(size[0], 0).ravel().repeat(counts)
    index = np.arange(len(row)) - (counts.cumsum() - counts).repeat(counts)
    return counts, index + index // row * (width - row) + first.repeat(counts)

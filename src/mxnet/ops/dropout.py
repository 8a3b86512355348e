"""Dropout."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Literal

import torch

from ..core.params import Fraction, Shape
from ..core.rng import generator
from ..registry import op


@op("Dropout", aliases=("_npx_dropout",), random=True)
def dropout(
    data,
    *,
    p: Fraction = 0.5,
    mode: Literal["always", "training"] = "training",
    axes: Shape = (),
    cudnn_off: bool | None = False,
    is_train: bool,
):
    """Set elements to 0 with probability ``p`` and scale the others by ``1/(1-p)``; outside of training, copy.

    ``mode='always'`` drops outside of training too. Along ``axes`` one draw holds for all elements.
    Second (hidden) output: the factors. ``cudnn_off`` is without effect.
    """
    if p <= 0 or not (is_train or mode == "always"):
        copy = data.clone()
        return copy, copy
    keep = 1 - p
    scale = 1 / keep if keep > 0 else torch.inf  # 1.9.1 makes NaNs of everything when nothing is kept
    shape = data.shape if not axes else [1 if i in axes else n for i, n in enumerate(data.shape)]
    factors = kept(shape, keep, data).mul_(scale)
    return data * factors, factors


def kept(shape: Sequence[int], keep: float, like: torch.Tensor) -> torch.Tensor:
    """Return ones with probability ``keep``, else zeros, in the type of ``like``."""
    device, random = like.device, generator(like.device)
    if device.type != "cpu" or keep >= 1:
        return torch.empty(shape, dtype=like.dtype, device=device).bernoulli_(keep, generator=random)
    # on a processor each 64 random bits make two draws, several times as fast as PyTorch's own
    number = math.prod(shape)
    bits = torch.empty((number + 1) // 2, dtype=torch.int64).random_(-(2**63), None, generator=random)
    draws = bits.view(torch.int32)[:number].view(shape)
    return (draws < round(keep * 2**32) - 2**31).to(like.dtype)


@dropout.outputs
def _(p):
    return ("output", "mask")


@dropout.visible
def _(p):
    return 1


@dropout.shapes
def _(p, s):
    s.data = s.out[0]
    s.out[0] = s.data
    s.out[1] = s.data if s.data is None or not p.axes else tuple(1 if i in p.axes else n for i, n in enumerate(s.data))

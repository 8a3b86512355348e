"""Dropout."""

from __future__ import annotations

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
    factors = torch.empty(shape, dtype=data.dtype, device=data.device)
    factors.bernoulli_(keep, generator=generator(data.device))
    factors.mul_(scale)
    return data * factors, factors


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

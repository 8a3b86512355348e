"""Random numbers, on MXNet's own generator of each device (seeded by ``mx.random.seed``)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import torch

from ..core.dtypes import TORCH_OF
from ..core.errors import MXNetError
from ..core.params import Shape
from ..core.rng import generator
from ..registry import op

RealType = Literal["float16", "float32", "float64"]
IntType = Literal["int32", "int64"]


def _need(condition, text):
    if not condition:
        raise MXNetError(f"Check failed: {text}")


def draw(fill: Callable[..., Any], shape, dtype, device, out) -> torch.Tensor:
    """Return a tensor filled by ``fill(tensor, generator)``: ``out`` itself where it has the shape asked for."""
    if out is not None and (not shape or tuple(out.shape) == shape):
        target = out
    elif not shape:
        raise MXNetError("the shape is not known: pass shape=..., or an array as out")
    else:
        target = torch.empty(shape, dtype=TORCH_OF[dtype or "float32"], device=device)
    if target.device.type != "meta":
        fill(target, generator(target.device))
    return target


def _type_of_draw(default):
    def rule(p, t):
        t.out[0] = p.dtype or t.out[0] or default

    return rule


def _shape_of_draw(p, s):
    s.out[0] = p.shape or None


def _drawing(name, aliases, default="float32"):
    facts = {"types": _type_of_draw(default), "shapes": _shape_of_draw, "random": True}
    return op(name, aliases=aliases, **facts)


@_drawing("_random_uniform", ("random_uniform", "uniform"))
def random_uniform(
    *,
    low: float = 0.0,
    high: float = 1.0,
    shape: Shape | None = None,
    ctx: str = "",
    dtype: RealType | None = None,
    device,
    out,
):
    """Return numbers evenly distributed over ``[low, high)``, of type float32 unless ``dtype`` is given."""
    _need(high >= low, f"high >= low ({high} vs. {low})")
    return draw(lambda t, g: t.uniform_(low, high, generator=g), shape, dtype, device, out)


@_drawing("_random_normal", ("random_normal", "normal"))
def random_normal(
    *,
    loc: float = 0.0,
    scale: float = 1.0,
    shape: Shape | None = None,
    ctx: str = "",
    dtype: RealType | None = None,
    device,
    out,
):
    """Return normally distributed numbers of mean ``loc`` and standard deviation ``scale``."""
    _need(scale > 0, f"scale > 0 ({scale})")
    return draw(lambda t, g: t.normal_(loc, scale, generator=g), shape, dtype, device, out)

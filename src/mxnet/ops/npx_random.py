"""Random numbers of ``mx.npx.random``; parameters are numbers or arrays, which take the places of missing numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import torch

from ..core.dtypes import TORCH_OF
from ..core.errors import MXNetShapeError, MXNetValueError
from ..core.params import Shape
from ..core.rng import generator
from ..core.shapes import ShapeConflict, broadcast
from ..registry import op
from ._families import zero_gradient
from .np_random import require
from .random import RealType


def _whole(size: Shape | None, inputs: Sequence[torch.Tensor | None]) -> tuple[int, ...]:
    """Return the shape of a draw: ``size``, to which the parameters must broadcast, or that of the parameters."""
    own = broadcast(*(each.shape for each in inputs if each is not None))
    if size is None:
        return own
    try:
        fits = broadcast(own, size) == tuple(size)
    except ShapeConflict:
        fits = False
    if not fits:
        raise MXNetShapeError(f"operands could not be broadcast together with shapes {list(own)} {list(size)}")
    return tuple(size)


def _parameters(p: Any, names: tuple[str, ...]) -> tuple[str, ...]:
    missing = sum(getattr(p, name) is None for name in names)
    return tuple(f"input{i + 1}" for i in range(missing))


def _type_of_draw(p, t):
    t.out[0] = p.dtype


def _numbered(values: Sequence[float | None], inputs: Sequence[Any]) -> list[Any]:
    """Return the parameters: the numbers, and in place of missing ones the inputs in their order."""
    given = iter(each for each in inputs if each is not None)
    return [next(given) if each is None else each for each in values]


@op("_npi_bernoulli", types=_type_of_draw, stochastic=True)
def _npi_bernoulli(
    input1=None,
    *,
    prob: float | None,
    logit: float | None,
    size: Shape | None = None,
    ctx: str = "cpu",
    dtype: Literal["float32", "float64", "float16", "uint8", "int32", "bool"] = "float32",
    is_logit: bool,
    device,
):
    """Return ones with the probability ``prob``, or ``1 / (1 + exp(-logit))``, and zeros else."""
    device = device if input1 is None else input1.device
    value = (logit if is_logit else prob) if input1 is None else input1.detach()
    chance = torch.as_tensor(value, dtype=torch.float32, device=device)
    if is_logit:
        chance = torch.sigmoid(chance)
    elif device.type != "meta" and not bool(((chance >= 0) & (chance <= 1)).all()):
        raise MXNetValueError("expect probs >= 0 && probs <= 1")
    shape = _whole(size, (input1,))
    if device.type == "meta":
        return torch.empty(shape, dtype=TORCH_OF[dtype], device=device)
    draws = torch.rand(shape, device=device, generator=generator(device))
    return (draws < chance).to(TORCH_OF[dtype])


@_npi_bernoulli.inputs
def _(p):
    return _parameters(p, ("logit",) if p.is_logit else ("prob",))


def _batched(fill, values, inputs, size, dtype, device):
    arrays = [each for each in inputs if each is not None]
    device = arrays[0].device if arrays else device
    shape = (*(size or ()), *broadcast(*(each.shape for each in arrays)))
    made = torch.empty(shape, dtype=TORCH_OF[dtype], device=device)
    if device.type == "meta":
        return made
    first, second = _numbered(values, inputs)
    return fill(made, generator(device), first, second).to(made.dtype)


def _uniform(made, g, low, high):
    return made.uniform_(generator=g) * (high - low) + low


def _normal(made, g, loc, scale):
    return made.normal_(generator=g) * scale + loc


@op("_npi_uniform_n", types=_type_of_draw, stochastic=True)
def _npi_uniform_n(
    input1=None,
    input2=None,
    *,
    low: float | None,
    high: float | None,
    size: Shape | None = None,
    ctx: str = "cpu",
    dtype: RealType = "float32",
    device,
):
    """Return numbers evenly distributed over ``[low, high)``, of shape ``size`` for each element of the inputs."""
    return _batched(_uniform, (low, high), (input1, input2), size, dtype, device)


@_npi_uniform_n.inputs
def _(p):
    return _parameters(p, ("low", "high"))


@op("_npi_normal_n", types=_type_of_draw, stochastic=True)
def _npi_normal_n(
    input1=None,
    input2=None,
    *,
    loc: float | None,
    scale: float | None,
    size: Shape | None = None,
    ctx: str = "cpu",
    dtype: RealType = "float32",
    device,
):
    """Return normally distributed numbers of mean ``loc`` and standard deviation ``scale``, as ``_npi_uniform_n``."""
    deviation = scale if scale is not None else input2 if loc is None else input1
    require("_npi_normal_n", deviation, lambda x: x >= 0, "scale >= 0")
    return _batched(_normal, (loc, scale), (input1, input2), size, dtype, device)


@_npi_normal_n.inputs
def _(p):
    return _parameters(p, ("loc", "scale"))


for _made in (_npi_bernoulli, _npi_uniform_n, _npi_normal_n):
    _made.backward(zero_gradient)

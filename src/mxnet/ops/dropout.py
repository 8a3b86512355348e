"""Dropout."""

import math
from collections.abc import Sequence
from functools import cache
from typing import Any, Literal

import torch

from ..core.errors import MXNetError
from ..core.forking import ReentrantLock
from ..core.interruptions import to_the_end
from ..core.params import Fraction, Shape
from ..core.rng import generator
from ..core.tracing import exported
from ..kernels.choice import on_cpu
from ..registry import op
from ..registry.traits import Fusing, Identity, Traceable


def _drops(p, is_train):
    return "device" if p.p > 0 and (is_train or p.mode == "always") else False


@op(
    "Dropout",
    full_names=("outputs", "input"),
    aliases=("_npx_dropout",),
    stochastic=_drops,
    layer=lambda p: None if _drops(p, False) else Identity(),
)
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

    Parameters
    ----------
    data
        The input.
    p
        The share of elements that become 0, from 0 to below 1.
    mode
        When elements are dropped: 'training', inside ``autograd.record()`` or ``autograd.train_mode()`` and in training
        executors; 'always'.
    axes
        The axes along which all elements share one draw, such as (2, 3) to drop whole channels; (): each has its own.
    cudnn_off
        Without effect.

    Returns
    -------
    An array of the shape and dtype of ``data``.

    Notes
    -----
    Source: Srivastava et al., "Dropout", 2014.

    Examples
    --------
    >>> x = mx.nd.ones((2, 3))
    >>> print(mx.nd.Dropout(x, p=0.5).asnumpy())  # no training: unchanged
    [[1. 1. 1.]
     [1. 1. 1.]]
    >>> with autograd.train_mode():
    ...     y = mx.nd.Dropout(mx.nd.ones((100, 100)), p=0.5)
    >>> sorted(set(y.asnumpy().ravel().tolist()))
    [0.0, 2.0]
    """
    if any(not 0 <= i < data.dim() for i in axes):
        raise MXNetError(f"Dropout: axes {tuple(axes)} exceed the input dimension of {data.dim()}")
    if p <= 0 or not (is_train or mode == "always"):
        copy = data.clone()
        return copy, copy
    keep = 1 - p
    scale = 1 / keep if keep > 0 else torch.inf  # 1.9.1 makes NaNs of everything when nothing is kept
    shape = data.shape if not axes else [1 if i in axes else n for i, n in enumerate(data.shape)]
    factors = keep_mask(shape, keep, data).mul_(scale)
    return data * factors, factors


dropout.fusing(lambda p: Fusing(left_out=p.mode == "training"))


def keep_mask(shape: Sequence[int], keep: float, like: torch.Tensor) -> torch.Tensor:
    """Return ones with probability ``keep``, else zeros, in the type of ``like``."""
    device, random = like.device, generator(like.device)
    if not on_cpu(like) or keep >= 1:
        return torch.empty(shape, dtype=like.dtype, device=device).bernoulli_(keep, generator=random)
    # on a processor each 64 random bits make two draws, several times as fast as PyTorch's own
    count = math.prod(shape)
    bits = torch.empty((count + 1) // 2, dtype=torch.int64).random_(-(2**63), None, generator=random)
    draws = bits.view(torch.int32)[:count].view(shape)
    return (draws < round(keep * 2**32) - 2**31).to(like.dtype)


dropout.outputs(("output", "mask"))
dropout.visible(1)


@dropout.shapes
def _(p, s):
    s.data = s.out[0]
    s.out[0] = s.data
    s.out[1] = s.data if s.data is None or not p.axes else tuple(1 if i in p.axes else n for i, n in enumerate(s.data))


@dropout.vjp
def _(b: Any, call: Any, p: Any, grads: Any) -> None:
    b.add(call.args[0], grads[0] if p.p <= 0 else b.call(torch.mul, grads[0], b.value(b.output(call, 1))))


# -- what a compiler calls: it knows no generators but its own ---------------------------------------------------------


@dropout.traceable
def _(p: Any, is_train: bool, index: int) -> Traceable | None:
    if not _drops(p, is_train):
        return None
    with _defining:
        _define_draw()
    return Traceable(_drop, {"p": p.p, "axes": tuple(p.axes), "index": index})


def _drop(data: torch.Tensor, p: float, axes: tuple[int, ...], index: int) -> tuple[torch.Tensor, torch.Tensor]:
    """Return the data with elements dropped, and the factors.

    ``index`` differs from node to node, so that no two draws are taken for one.
    """
    keep = 1 - p
    scale = 1 / keep if keep > 0 else torch.inf
    shape = [1 if i in axes else n for i, n in enumerate(data.shape)]
    if exported():
        mask_values = (torch.rand(shape, device=data.device) < keep).to(data.dtype)
    else:
        mask_values = torch.ops.remx.kept(shape, keep, data.dtype, data.device, index)
    factors = mask_values * scale
    return data * factors, factors


#: held meanwhile: PyTorch takes a second definition in place of the first, whose thread would fail
_defining = ReentrantLock()


@cache
def _define_draw() -> None:
    """Define the operator of PyTorch that draws ones with a probability, else zeros, from MXNet's generators.

    In one piece: PyTorch cannot replace what was interrupted.
    """
    to_the_end(_define)


def _define() -> None:
    def draw(shape: Sequence[int], keep: float, dtype: torch.dtype, device: torch.device, index: int) -> torch.Tensor:
        return keep_mask(shape, keep, torch.empty(0, dtype=dtype, device=device))

    draw.__annotations__ = {
        "shape": Sequence[int], "keep": float, "dtype": torch.dtype, "device": torch.device, "index": int,
        "return": torch.Tensor,
    }  # fmt: skip
    result = torch.library.custom_op("remx::kept", draw, mutates_args=(), tags=(torch.Tag.nondeterministic_seeded,))
    result.register_fake(lambda shape, keep, dtype, device, index: torch.empty(shape, dtype=dtype, device=device))

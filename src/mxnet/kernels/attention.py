"""Attention by PyTorch's fused function, which does not keep the scores and weights in memory."""

import math
from functools import cache
from typing import Any

import torch
from torch.nn.functional import scaled_dot_product_attention

from ..core import torch_compat
from ..core.dtypes import FLOATS
from ..core.tracing import traced
from .choice import EVERY, PLAIN, kernel, on_cpu
from .half import are_slow_half
from .node_hooks import hook_node

#: scores from which on PyTorch's fused function takes 0.6 to 1.07 of the time of the steps, and less memory (up to 1.3
#: with AVX2 alone and two threads); with fewer it takes up to 1.8
ATTENTION = EVERY[1 << 21 :]


def _never(*_: Any) -> torch.Tensor | None:
    return None


@kernel(plain=_never)
def attention(
    queries: torch.Tensor, keys: torch.Tensor, values: torch.Tensor, mask: torch.Tensor | None, factor: float
) -> torch.Tensor | None:
    """Return ``softmax(queries @ keys.T * factor + mask) @ values``, None where the steps are faster or give others.

    All are ``(batch, heads, length, size)``. The mask broadcasts to ``(batch, heads, queries, keys)``: numbers that are
    added, or bools, where scores count; rows of weights without any are 0. The gradient can be differentiated again.
    """
    if not _fit(queries, keys, values, mask) or traced():
        return None
    records = False
    if torch.is_grad_enabled():
        records = queries.requires_grad or keys.requires_grad or values.requires_grad
        if (mask is not None and mask.requires_grad) or (records and not _hooks_know_inputs()):
            return None
    if not on_cpu(queries):
        if queries.dtype is torch.float64 or (records and torch.are_deterministic_algorithms_enabled()):
            return None  # there is no fused form, or its gradient adds up in any order
    elif not _pays(queries, keys, values, mask):
        return None
    out: torch.Tensor = scaled_dot_product_attention(queries, keys, values, mask, scale=factor)
    node = torch_compat.fused_attention_node(out) if records else None
    if node is not None:
        hook_node(node, _after_gradient)
    if mask is not None and mask.dtype is not torch.bool and not on_cpu(queries):
        return out + mask.amax(-1, keepdim=True) * 0  # rows of -inf alone are NaN by steps, and 0 in fused forms
    return out


def _fit(q: torch.Tensor, k: torch.Tensor, v: torch.Tensor, mask: torch.Tensor | None) -> bool:
    """Return whether there are numbers, floats of one type on one device, which lie as the fused forms need it."""
    dtype = q.dtype
    return (
        dtype in FLOATS
        and dtype is k.dtype is v.dtype
        and 0 not in (q.numel(), k.numel(), v.numel())
        and 1 == q.stride(3) == k.stride(3) == v.stride(3)
        and q.device == k.device == v.device
        and (mask is None or (mask.device == q.device and mask.dtype in (torch.bool, dtype)))
    )


def _pays(q: torch.Tensor, k: torch.Tensor, v: torch.Tensor, mask: torch.Tensor | None) -> bool:
    """Return whether PyTorch's kernel for processors is faster than the steps, and gives the same.

    It takes NaN for -inf, and gives 0 for rows of nothing else: what is not finite is left to the steps.
    """
    if q.shape[0] * q.shape[1] * q.shape[2] * k.shape[2] not in ATTENTION:
        return False
    if are_slow_half(q, k, v) or q.shape[3] != v.shape[3]:
        return False
    if torch.is_grad_enabled():
        q, k = q.detach(), k.detach()
    wide = torch.float32 if q.itemsize == 2 else None
    total = q.sum(dtype=wide) + k.sum(dtype=wide)
    if mask is not None and mask.dtype is not torch.bool:
        total = total + mask.amax(-1).sum(dtype=wide)
    return math.isfinite(total.item())


@cache
def _hooks_know_inputs() -> bool:
    return not PLAIN and torch_compat.has("attention_inputs")


def _after_gradient(grads: tuple[Any, ...], head_grads: tuple[Any, ...]) -> tuple[Any, ...] | None:
    """Return the gradient by steps where it is to be differentiated: the fused one has no derivative."""
    inputs = torch_compat.attention_inputs() if torch.is_grad_enabled() and head_grads[0] is not None else None
    if inputs is None:
        return None
    operands = inputs[:3]
    variables = [item for item in operands if item.requires_grad]
    results = iter(torch.autograd.grad(_by_steps(*inputs), variables, head_grads[0], create_graph=True))
    return (*(next(results) if item.requires_grad else None for item in operands), *grads[3:])


def _by_steps(q: torch.Tensor, k: torch.Tensor, v: torch.Tensor, mask: torch.Tensor | None, factor: Any) -> Any:
    scores = q * factor @ k.mT
    if mask is None:
        return torch.softmax(scores, -1) @ v
    nowhere = mask.amax(-1, keepdim=True) == -torch.inf
    return torch.softmax(scores + mask.masked_fill(nowhere, 0), -1).masked_fill(nowhere, 0) @ v

"""The autograd tape: recording state, marked variables and the backward pass, on PyTorch's autograd.

MXNet records only inside ``autograd.record()``. A tensor may require a gradient only because its array was
marked or came out of a recorded call; outside of recording it enters an operator detached, so no graph grows.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Any

import torch

from ..core.errors import MXNetError

GRAD_REQS = ("null", "write", "add")


class _State(threading.local):
    recording: bool = False
    training: bool = False


#: This thread's recording and training flags.
state = _State()


class GradSlot:
    """Where the gradient of one marked array goes: its buffer, how to write, and whether it is news."""

    __slots__ = ("buffer", "fresh", "req")

    def __init__(self, buffer: Any, req: str) -> None:
        self.buffer = buffer
        self.req = req
        self.fresh = False

    def deliver(self, leaf: torch.Tensor) -> None:
        """Take the gradient that PyTorch left at ``leaf``: the hook of every marked tensor."""
        grad, leaf.grad = leaf.grad, None
        if self.req == "null" or grad is None:
            return
        target = self.buffer._t.data
        if self.req == "add":
            target.add_(grad.detach())
        else:
            target.copy_(grad.detach())
        self.fresh = True


def mark(array: Any, buffer: Any, req: str) -> None:
    """Make ``array`` a variable whose gradient goes to ``buffer`` (an array of its shape), detaching it from any graph.

    ``req`` is ``'write'``, ``'add'`` or ``'null'``.
    """
    if req not in GRAD_REQS:
        raise ValueError(f"grad_req must be one of {', '.join(GRAD_REQS)}, got {req!r}")
    leaf = array._t.detach()
    slot = GradSlot(buffer, req)
    if req != "null" and leaf.is_floating_point():
        leaf.requires_grad_(True)
        leaf.register_post_accumulate_grad_hook(slot.deliver)
    array._t = leaf
    array._slot = slot


def backward(
    heads: Sequence[torch.Tensor], head_grads: Sequence[torch.Tensor | None], retain_graph: bool = False
) -> None:
    """Run the backward pass from recorded tensors; a head gradient of None means ones."""
    _check_recorded(heads)
    grads = [torch.ones_like(h) if g is None else g for h, g in zip(heads, head_grads, strict=True)]
    try:
        torch.autograd.backward(list(heads), grads, retain_graph=retain_graph)
    except RuntimeError as error:
        raise _explain(error) from error


def grad(
    heads: Sequence[torch.Tensor],
    head_grads: Sequence[torch.Tensor | None],
    variables: Sequence[torch.Tensor],
    retain_graph: bool,
    create_graph: bool,
) -> list[torch.Tensor]:
    """Return the gradients of ``heads`` with respect to ``variables``; with ``create_graph`` they are recorded."""
    _check_recorded(heads)
    grads = [torch.ones_like(h) if g is None else g for h, g in zip(heads, head_grads, strict=True)]
    try:
        found = torch.autograd.grad(
            list(heads), list(variables), grads, retain_graph=retain_graph, create_graph=create_graph, allow_unused=True
        )
    except RuntimeError as error:
        raise _explain(error) from error
    return [torch.zeros_like(v) if g is None else g for g, v in zip(found, variables, strict=True)]


def _check_recorded(heads: Sequence[torch.Tensor]) -> None:
    for i, head in enumerate(heads):
        if not head.requires_grad:
            raise MXNetError(
                f"Cannot differentiate node {i} because it is not in a computational graph. You need to set "
                "is_recording to true or use autograd.record() to save computational graphs for backward. "
                "If you want to differentiate the same graph twice, you need to pass retain_graph=True to backward."
            )


def _explain(error: RuntimeError) -> MXNetError:
    text = str(error)
    if "second time" in text:
        text = "the graph was freed by an earlier backward pass; pass retain_graph=True to that one to keep it"
    return MXNetError(f"backward pass failed: {text}")

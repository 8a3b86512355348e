"""The backward pass of PyTorch's engine, for head gradients that are known to fit."""

from __future__ import annotations

from collections.abc import Sequence

import torch

try:
    from torch.autograd.graph import _engine_run_backward
except ImportError:  # a PyTorch that has arranged its engine otherwise
    _engine_run_backward = None


def run_backward(heads: Sequence[torch.Tensor], grads: Sequence[torch.Tensor], retain_graph: bool = False) -> None:
    """Differentiate ``heads``, each with a gradient of its shape, type and device; leaves accumulate in ``grad``.

    This is ``torch.autograd.backward`` without its checks, which take longer than a small network and, the first
    time, import a library for symbolic mathematics.
    """
    if _engine_run_backward is None:
        torch.autograd.backward(heads, grads, retain_graph)
    else:
        _engine_run_backward(
            tuple(heads), tuple(grads), retain_graph, False, (), allow_unreachable=True, accumulate_grad=True
        )

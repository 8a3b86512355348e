"""Layer normalization along the last axis, with exact sums of its gradients on CPUs."""

from collections.abc import Callable
from typing import Any

import torch

from ..core import torch_compat
from ..core.tracing import traced
from .choice import kernel
from .one_thread import small_in_one_thread

#: rows of a block over which the gradients are summed, and rows of the data from which on they are. Summed in one, or
#: in blocks of 1,024, gradients over 4,096 rows are now and then wrong by 1e-4
NORM_ROWS, SUMMED_ROWS = 256, 2048

#: the normalized data, the means and the inverse standard deviations
Normalized = tuple[torch.Tensor, torch.Tensor, torch.Tensor]
_untraced: Callable[..., Normalized] = small_in_one_thread(
    lambda *args: torch_compat.native_layer_norm(*args), checks=False
)


class _InPieces(torch.autograd.Function):
    """PyTorch's layer normalization, with the gradients of gamma and beta summed over blocks of rows.

    PyTorch's kernel sums them row after row, which loses digits over thousands of rows.
    """

    @staticmethod
    def forward(ctx: Any, x: torch.Tensor, gamma: torch.Tensor, beta: torch.Tensor, eps: float) -> Normalized:
        out, mean, inverse = torch_compat.native_layer_norm(x, gamma.shape, gamma, beta, eps)
        ctx.save_for_backward(x, gamma, beta, mean, inverse)
        ctx.mark_non_differentiable(mean, inverse)
        return out, mean, inverse

    @staticmethod
    def backward(ctx: Any, *grads: torch.Tensor) -> tuple[Any, ...]:
        head = grads[0]
        x, gamma, beta, mean, inverse = ctx.saved_tensors
        width = len(gamma)
        wants_x, *learned = ctx.needs_input_grad[:3]
        to_x = None
        if wants_x:
            only_x = [True, False, False]
            args = head, x, gamma.shape, mean, inverse, gamma, beta
            to_x = torch_compat.native_layer_norm_backward(*args, only_x)[0]
        pieces = [item.reshape(-1, n).split(NORM_ROWS) for item, n in
                  ((head, width), (x, width), (mean, 1), (inverse, 1))]  # fmt: skip
        parts = [
            torch_compat.native_layer_norm_backward(h, rows, gamma.shape, m, s, gamma, beta, [False, *learned])[1:]
            for h, rows, m, s in zip(*pieces, strict=True)
        ]
        sums = [
            torch.stack(part).sum(0) if needs_grad else None
            for part, needs_grad in zip(zip(*parts, strict=True), learned, strict=True)
        ]
        return to_x, *sums, None


_in_pieces: Callable[..., Normalized] = _InPieces.apply


def _plain(x: torch.Tensor, gamma: torch.Tensor, beta: torch.Tensor, eps: float) -> Normalized:
    normalize = torch_compat.native_layer_norm if traced() else _untraced
    return normalize(x, gamma.shape, gamma, beta, eps)


@kernel(plain=_plain)
def normalize_last(x: torch.Tensor, gamma: torch.Tensor, beta: torch.Tensor, eps: float) -> Normalized:
    """Return the layer normalization over the last axis, the means, and the inverse standard deviations."""
    if not x.is_cpu or traced():
        return torch_compat.native_layer_norm(x, gamma.shape, gamma, beta, eps)
    learned = (gamma.requires_grad or beta.requires_grad) and torch.is_grad_enabled()
    if learned and x.numel() > SUMMED_ROWS * gamma.numel():
        return _in_pieces(x, gamma, beta, eps)
    return _untraced(x, gamma.shape, gamma, beta, eps)

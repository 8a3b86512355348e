"""Cross entropy with class indices: its value, and gradients in few operations."""

import torch
from torch.nn import functional as F

from ..core.dtypes import FLOATS
from ..core.interruptions import attempt
from ..core.tracing import traced
from .choice import Grid, kernel, sizes

_LESS_ONE = {dtype: torch.full((1, 1), -1, dtype=dtype) for dtype in FLOATS}
#: PyTorch ignores labels of a certain number, -100 unless told otherwise
_NO_LABEL = -(1 << 62)


def _scores(size: int) -> tuple[torch.Tensor, torch.Tensor]:
    """Return scores of 64 classes, and labels."""
    return torch.randn(size // 64, 64), torch.randint(64, (size // 64,))


def _subtracted(out: torch.Tensor, label: torch.Tensor) -> torch.Tensor:
    return out - F.one_hot(label, out.shape[1])


def _loss(scores: torch.Tensor, label: torch.Tensor) -> torch.Tensor:
    return -_clipped(scores, label).sum()


def _never(out: torch.Tensor, label: torch.Tensor) -> torch.Tensor | None:
    return None


@kernel(plain=_never, grid=Grid("elements", _scores, (10, 22), _subtracted), used=bool(sizes("subtract_one_at_label")))
def subtract_one_at_label(out: torch.Tensor, label: torch.Tensor) -> torch.Tensor | None:
    """Return ``out`` ``(N, classes)`` minus one at the label of each row, on CPUs alone.

    Return None if a label is out of range.
    """
    if not out.is_cpu:
        return None
    minus_one = _LESS_ONE[out.dtype].expand(label.shape[0], 1)
    return attempt(lambda: out.scatter_add(1, label.unsqueeze(1), minus_one), RuntimeError)


@kernel(plain=_never, grid=Grid("elements", _scores, (10, 22), _loss), used=bool(sizes("loss_at_labels")))
def loss_at_labels(scores: torch.Tensor, label: torch.Tensor) -> torch.Tensor | None:
    """Return the negative sum of ``scores`` ``(N, classes)`` at the label of each row, on CPUs alone.

    Return None if a label is out of range, or the type has no such kernel. On GPUs such a label aborts the process.
    """
    if not scores.is_cpu:
        return None
    return attempt(lambda: F.nll_loss(scores, label, reduction="sum", ignore_index=_NO_LABEL), IndexError, RuntimeError)


def clipped(index: torch.Tensor, length: int) -> torch.Tensor:
    """Return indices as int64, those out of range clipped to ``0 ... length - 1``."""
    end = max(length - 1, 0)
    if index.dtype is torch.int64:
        return index.clamp(0, end)
    return index.long().clamp_(0, end)  # a new tensor


def _clipped(data: torch.Tensor, index: torch.Tensor) -> torch.Tensor:
    return data.gather(-1, clipped(index, data.shape[-1]).unsqueeze(-1))


@kernel(plain=_clipped, grid=Grid("elements", _scores, (10, 22)), used=bool(sizes("picked")))
def picked(data: torch.Tensor, index: torch.Tensor) -> torch.Tensor:
    """Return one element of the last axis, which stays, for every index; indices out of range are clipped.

    Mostly none is, which PyTorch's kernel for CPUs finds out while it reads.
    """
    if data.is_cpu and not traced():
        result = attempt(lambda: data.gather(-1, index.long().unsqueeze(-1)), RuntimeError)
        if result is not None:
            return result
    return _clipped(data, index)


def minus_picked(data: torch.Tensor, index: torch.Tensor) -> torch.Tensor | None:
    """Return ``-picked(data, index)``, without its last axis, by one kernel, and one for its gradient.

    Return None where these do not fit, and on CPUs if an index is out of range.
    """
    fits = data.dim() > 1 and index.shape == data.shape[:-1] and data.shape[-1] > 0 and data.dtype in FLOATS
    if not fits or traced():
        return None
    if data.is_cpu:
        return attempt(lambda: _losses(data, index.long()), IndexError, RuntimeError)
    return _losses(data, clipped(index, data.shape[-1]))


def _losses(data: torch.Tensor, labels: torch.Tensor) -> torch.Tensor:
    if data.dim() == 2:  # without views, each of which is recorded
        return F.nll_loss(data, labels, reduction="none", ignore_index=_NO_LABEL)
    rows = data.reshape(-1, data.shape[-1])
    return F.nll_loss(rows, labels.reshape(-1), reduction="none", ignore_index=_NO_LABEL).view(labels.shape)

"""Top-k selection and ranking, with ties in order of position. NaN is the greatest of all, as where NumPy sorts."""

import numpy as np
import numpy.typing as npt
import torch

from ..core.tracing import traced
from .choice import Grid, kernel, sizes

#: elements per wanted one, from which on top-k selection is used instead of sorting
SELECTED_OF = 8
SELECTED, RANKED = sizes("select"), sizes("ranking")


def _sorted(data: torch.Tensor, axis: int, k: int, ascending: bool) -> tuple[torch.Tensor, torch.Tensor]:
    values, index = torch.sort(data, dim=axis, descending=not ascending, stable=True)
    return values.narrow(axis, 0, k), index.narrow(axis, 0, k)


@kernel(
    plain=_sorted, grid=Grid("elements", lambda n: (torch.randn(8, n // 8), 1, 5, False), (9, 20)), used=bool(SELECTED)
)
def select(data: torch.Tensor, axis: int, k: int, ascending: bool) -> tuple[torch.Tensor, torch.Tensor]:
    """Return the ``k`` best values along an axis and their indices, best first; ties in order of position."""
    if k == 1 and data.shape[axis] > 0:
        if not ascending:
            values, index = data.max(axis, keepdim=True)
            return values, index
        result = _least(data, axis)
        if result is not None:
            return result
    if data.is_cpu and SELECTED_OF * k < data.shape[axis] and not traced() and data.numel() in SELECTED:
        result = _clearly_best(data, axis, k, ascending)
        if result is not None:
            return result
    return _sorted(data, axis, k, ascending)


def _least(data: torch.Tensor, axis: int) -> tuple[torch.Tensor, torch.Tensor] | None:
    """Return the least value along an axis and its index; None if there may be NaN, the least to PyTorch."""
    values, index = data.min(axis, keepdim=True)
    if data.is_floating_point() and not data.is_meta and (not data.is_cpu or traced() or bool(values.isnan().any())):
        return None
    return values, index


def _clearly_best(data: torch.Tensor, axis: int, k: int, ascending: bool) -> tuple[torch.Tensor, torch.Tensor] | None:
    """Return the result of :func:`select` by ``torch.topk``; None if ties or NaN are among the best.

    ``topk`` is many times as fast as sorting, but the order of ties is undefined.
    """
    values, index = torch.topk(data, k + 1, axis, largest=not ascending)
    first, then = values.narrow(axis, 0, k), values.narrow(axis, 1, k)
    if not bool(torch.all(first < then if ascending else first > then)):
        return None
    return first, index.narrow(axis, 0, k)


def _ranking_by_sort(scores: torch.Tensor) -> torch.Tensor:
    return scores.sort(dim=1, descending=True, stable=True).indices


@kernel(plain=_ranking_by_sort, grid=Grid("elements of a row", lambda n: (torch.randn(4, n),), (5, 17)))
def ranking(scores: torch.Tensor) -> torch.Tensor:
    """Return the indices ``(N, n)`` that sort each row of scores in descending order; stable.

    On CPUs, a float32 and its index are packed into one integer, which NumPy sorts with vector instructions.
    """
    if not scores.is_cpu or scores.shape[1] not in RANKED or scores.dtype != torch.float32:
        return _ranking_by_sort(scores)
    return torch.from_numpy(ranking_on_host(scores.detach().numpy()))


def ranking_on_host(scores: npt.NDArray[np.float32]) -> npt.NDArray[np.int64]:
    """Return what :func:`ranking` does, of an array of NumPy's."""
    if np.isnan(scores.max(initial=-np.inf)):
        return _ranking_by_sort(torch.from_numpy(scores)).numpy()
    bits = (scores + 0).view(np.int32)  # -0 becomes 0
    keys = (~(bits ^ (bits >> 31 & 0x7FFFFFFF))).astype(np.int64)  # integers in the descending order of the floats
    keys <<= 32
    keys |= np.arange(scores.shape[1])
    keys.sort(axis=1)
    keys &= 0xFFFFFFFF
    return keys

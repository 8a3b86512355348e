"""Linear algebra: the standard's extension ``linalg``."""

from __future__ import annotations

import builtins
from typing import Any, NamedTuple

import torch

from ...ndarray.numpy.multiarray import ndarray
from ._call import of_tensors
from .elementwise import both
from .reductions import _axes, _sum_type


class eigh_result(NamedTuple):
    """The result of :func:`eigh`."""

    eigenvalues: ndarray
    eigenvectors: ndarray


class qr_result(NamedTuple):
    """The result of :func:`qr`."""

    Q: ndarray
    R: ndarray


class slogdet_result(NamedTuple):
    """The result of :func:`slogdet`."""

    sign: ndarray
    logabsdet: ndarray


class svd_result(NamedTuple):
    """The result of :func:`svd`."""

    U: ndarray
    S: ndarray
    Vh: ndarray


@of_tensors
def matmul(x1: Any, x2: Any, /) -> Any:
    """Return the matrix products over the last two axes; vectors are rows on the left, columns on the right."""
    return torch.matmul(*both(x1, x2))


@of_tensors
def matrix_transpose(x: Any, /) -> Any:
    """Return the matrices in the last two axes transposed."""
    if x.dim() < 2:
        raise ValueError("matrix_transpose: an array with less than two axes")
    return x.mT


@of_tensors
def tensordot(x1: Any, x2: Any, /, *, axes: Any = 2) -> Any:
    """Return the sums of products over axes: so many of the last and first ones, or those of a pair of lists."""
    return torch.tensordot(*both(x1, x2), dims=axes if isinstance(axes, int) else [list(each) for each in axes])


@of_tensors
def vecdot(x1: Any, x2: Any, /, *, axis: int = -1) -> Any:
    """Return the sums of products along an axis, the others broadcast."""
    x1, x2 = both(x1, x2)
    if x1.shape[axis] != x2.shape[axis]:
        raise ValueError(f"vecdot: lengths {x1.shape[axis]} and {x2.shape[axis]}")
    return (x1.movedim(axis, -1) * x2.movedim(axis, -1)).sum(-1, dtype=x1.dtype)


@of_tensors
def outer(x1: Any, x2: Any, /) -> Any:
    """Return all products of two vectors' elements."""
    return torch.outer(*both(x1, x2))


@of_tensors
def cross(x1: Any, x2: Any, /, *, axis: int = -1) -> Any:
    """Return the cross products along an axis of length 3."""
    x1, x2 = torch.broadcast_tensors(*both(x1, x2))
    return torch.linalg.cross(x1, x2, dim=axis)


@of_tensors
def cholesky(x: Any, /, *, upper: builtins.bool = False) -> Any:
    """Return the triangular factors of positive definite matrices."""
    return torch.linalg.cholesky(x, upper=upper)


@of_tensors
def det(x: Any, /) -> Any:
    """Return the determinants of matrices."""
    return torch.linalg.det(x)


@of_tensors
def diagonal(x: Any, /, *, offset: int = 0) -> Any:
    """Return the diagonals of the matrices in the last two axes."""
    return torch.diagonal(x, offset, -2, -1)


@of_tensors
def trace(x: Any, /, *, offset: int = 0, dtype: Any = None) -> Any:
    """Return the sums of the diagonals of the matrices in the last two axes."""
    return torch.diagonal(x, offset, -2, -1).sum(-1, dtype=_sum_type(x, dtype))


@of_tensors
def eigh(x: Any, /) -> Any:
    """Return the eigenvalues and eigenvectors of symmetric matrices."""
    return eigh_result(*torch.linalg.eigh(x))


@of_tensors
def eigvalsh(x: Any, /) -> Any:
    """Return the eigenvalues of symmetric matrices."""
    return torch.linalg.eigvalsh(x)


@of_tensors
def inv(x: Any, /) -> Any:
    """Return the inverses of matrices."""
    return torch.linalg.inv(x)


@of_tensors
def pinv(x: Any, /, *, rtol: Any = None) -> Any:
    """Return the pseudo-inverses of matrices; singular values up to ``rtol`` times the largest count as 0."""
    return torch.linalg.pinv(x, rtol=_tolerance(x) if rtol is None else rtol)


@of_tensors
def matrix_rank(x: Any, /, *, rtol: Any = None) -> Any:
    """Return the ranks of matrices; singular values up to ``rtol`` times the largest count as 0."""
    if x.dim() < 2:
        raise ValueError("matrix_rank: an array with less than two axes")
    values = torch.linalg.svdvals(x)
    limit = torch.as_tensor(_tolerance(x) if rtol is None else rtol, dtype=x.dtype, device=x.device)
    most = values.amax(-1, keepdim=True) if values.shape[-1] else values.new_zeros((*values.shape[:-1], 1))
    return (values > most * limit.unsqueeze(-1)).sum(-1)


def _tolerance(x: torch.Tensor) -> float:
    return builtins.max(x.shape[-2:]) * torch.finfo(x.dtype).eps


@of_tensors
def matrix_power(x: Any, n: int, /) -> Any:
    """Return matrices multiplied with themselves, or their inverses for negative ``n``."""
    return torch.linalg.matrix_power(x, n)


@of_tensors
def matrix_norm(x: Any, /, *, keepdims: builtins.bool = False, ord: Any = "fro") -> Any:
    """Return the norms of the matrices in the last two axes."""
    return torch.linalg.matrix_norm(x, ord, keepdim=keepdims)


@of_tensors
def vector_norm(x: Any, /, *, axis: Any = None, keepdims: builtins.bool = False, ord: Any = 2) -> Any:
    """Return the norms over axes, taken as one."""
    axes = _axes(axis, x.dim())
    if not axes:
        return torch.abs(x) if ord != 0 else (x != 0).to(x.dtype)
    return torch.linalg.vector_norm(x, ord, axes, keepdims)


@of_tensors
def qr(x: Any, /, *, mode: str = "reduced") -> Any:
    """Return the factors Q and R of matrices: ``mode`` is ``'reduced'`` or ``'complete'``."""
    if mode not in ("reduced", "complete"):
        raise ValueError(f"qr: mode {mode!r}")
    return qr_result(*torch.linalg.qr(x, mode))


@of_tensors
def slogdet(x: Any, /) -> Any:
    """Return the signs of the determinants of matrices and the logarithms of their values."""
    return slogdet_result(*torch.linalg.slogdet(x))


@of_tensors
def solve(x1: Any, x2: Any, /) -> Any:
    """Return what the matrices ``x1`` give ``x2`` of: a vector, or matrices."""
    x1, x2 = both(x1, x2)
    if x2.dim() == 1:
        return torch.linalg.solve(x1, x2.unsqueeze(-1)).squeeze(-1)
    batch = torch.broadcast_shapes(x1.shape[:-2], x2.shape[:-2])
    return torch.linalg.solve(x1.expand(*batch, *x1.shape[-2:]), x2.expand(*batch, *x2.shape[-2:]))


@of_tensors
def svd(x: Any, /, *, full_matrices: builtins.bool = True) -> Any:
    """Return the factors U, S and the transposed V of matrices."""
    return svd_result(*torch.linalg.svd(x, full_matrices=full_matrices))


@of_tensors
def svdvals(x: Any, /) -> Any:
    """Return the singular values of matrices."""
    return torch.linalg.svdvals(x)

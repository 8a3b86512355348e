"""Operators of the NumPy interface on diagonals and triangles of matrices."""

import torch

from ..core.errors import MXNetError, MXNetShapeError
from ..registry import op
from ..registry.rules import gives
from ._axes import one_axis
from ._fast_paths import copied


@op("_np_diag")
def _np_diag(data, *, k: int = 0):
    """Return diagonal ``k`` of a matrix, or the matrix with a vector on that diagonal.

    Parameters
    ----------
    k
        Which diagonal: 1 is the one above the main one, -1 the one below.

    Returns
    -------
    A vector of a matrix, a matrix of a vector.

    Examples
    --------
    >>> print(mx.np.diag(mx.np.array([1, 2])))
    [[1. 0.]
     [0. 2.]]
    >>> print(mx.np.diag(mx.np.array([[1, 2], [3, 4]])))
    [1. 4.]
    """
    if data.ndim not in (1, 2):
        raise MXNetError(f"diag: input must be 1- or 2-d, got shape {tuple(data.shape)}")
    return torch.diag_embed(data, k) if data.ndim == 1 else copied(torch.diagonal(data, k))


@op("_np_diagflat")
def _np_diagflat(data, *, k: int = 0):
    """Return the matrix with the flat array on diagonal ``k``.

    Parameters
    ----------
    k
        Which diagonal: 1 is the one above the main one, -1 the one below.

    Returns
    -------
    A matrix, zero elsewhere.

    Examples
    --------
    >>> print(mx.np.diagflat(mx.np.array([1, 2])))
    [[1. 0.]
     [0. 2.]]
    """
    return torch.diag_embed(data.reshape(-1), k)


def _plane(name: str, data: torch.Tensor, axis1: int, axis2: int) -> tuple[int, int]:
    first, second = one_axis(axis1, data.ndim), one_axis(axis2, data.ndim)
    if first == second:
        raise MXNetError(f"{name}: axis1 and axis2 cannot refer to the same axis {first}")
    return first, second


@op("_np_diagonal", view=True)
def _np_diagonal(data, *, offset: int = 0, axis1: int = 0, axis2: int = 1):
    """Return the diagonals of the matrices in two axes, as last axis.

    Parameters
    ----------
    offset
        Which diagonal: 1 is the one above the main one, -1 the one below.
    axis1, axis2
        The axes of the matrices.

    Returns
    -------
    An array without the two axes, and with the diagonals as last one.

    Examples
    --------
    >>> a = mx.np.array([[1, 2], [3, 4]])
    >>> print(mx.np.diagonal(a))
    [1. 4.]
    """
    return torch.diagonal(data, offset, *_plane("diagonal", data, axis1, axis2))


@op("_np_trace")
def _np_trace(data, *, offset: int = 0, axis1: int = 0, axis2: int = 1):
    """Return the sums of the diagonals of the matrices in two axes, in the type of ``data``.

    Parameters
    ----------
    offset
        Which diagonal: 1 is the one above the main one, -1 the one below.
    axis1, axis2
        The axes of the matrices.

    Returns
    -------
    An array without the two axes.

    Examples
    --------
    >>> a = mx.np.array([[1, 2], [3, 4]])
    >>> print(mx.np.trace(a))
    5.0
    """
    return torch.diagonal(data, offset, *_plane("trace", data, axis1, axis2)).sum(-1, dtype=data.dtype)


@op("_npi_tril")
def _npi_tril(data, *, k: int = 0):
    """Return the matrices in the last two axes with zeros above diagonal ``k``; a vector is a matrix of equal rows.

    Parameters
    ----------
    data
        A matrix, or a stack of them in the last two axes.
    k
        The highest diagonal that stays: 0 is the main one, 1 the one above it, -1 the one below.

    Returns
    -------
    An array of the shape of the input.

    Examples
    --------
    >>> a = mx.np.array([[1, 2, 3], [4, 5, 6], [7, 8, 9]])
    >>> print(mx.np.tril(a))
    [[1. 0. 0.]
     [4. 5. 0.]
     [7. 8. 9.]]
    >>> print(mx.np.tril(a, -1))
    [[0. 0. 0.]
     [4. 0. 0.]
     [7. 8. 0.]]
    """
    if data.ndim == 0:
        raise MXNetError("tril: an array of at least one axis is needed")
    return torch.tril(data.expand(data.shape[0], -1) if data.ndim == 1 else data, k)


@op("_npi_triu", extension=True)
def _npi_triu(m, *, k: int = 0):
    """Return the matrices in the last two axes with zeros below diagonal ``k``; a vector is a matrix of equal rows.

    Parameters
    ----------
    m
        A matrix, or a stack of them in the last two axes.
    k
        The lowest diagonal that stays: 0 is the main one, 1 the one above it, -1 the one below.

    Returns
    -------
    An array of the shape of the input.

    Examples
    --------
    >>> a = mx.np.array([[1, 2, 3], [4, 5, 6], [7, 8, 9]])
    >>> print(mx.np.triu(a))
    [[1. 2. 3.]
     [0. 5. 6.]
     [0. 0. 9.]]
    >>> print(mx.np.triu(a, 1))
    [[0. 2. 3.]
     [0. 0. 6.]
     [0. 0. 0.]]
    """
    if m.ndim == 0:
        raise MXNetShapeError("triu: an array of at least one axis is needed")
    return torch.triu(m.expand(m.shape[0], -1) if m.ndim == 1 else m, k)


@op("_npi_diag_indices_from", types=gives("int64"), shapes=lambda p, s, data: (len(data), data[0]))
def _npi_diag_indices_from(data):
    """Return the indices of the main diagonal of an array whose axes are equal: one row for each axis."""
    if data.ndim < 2 or len(set(data.shape)) != 1:
        raise MXNetError(f"diag_indices_from: expected two or more equal axes, got shape {tuple(data.shape)}")
    return torch.arange(data.shape[0], device=data.device).expand(data.ndim, -1).contiguous()


_npi_diag_indices_from.differentiable = False

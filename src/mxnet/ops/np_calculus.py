"""Differences, integrals, interpolation, covariances and convolutions, which 1.9.1 leaves to NumPy, or lacks."""

from typing import Literal

import torch

from ..core.dtypes import NAME_OF_TORCH, TORCH_OF
from ..core.errors import MXNetShapeError, MXNetValueError
from ..core.params import Double
from ..registry import op
from ..registry.rules import gives
from ._axes import one_axis
from ._np_families import as_real, numpy_promoted, promote, real_type, to_promoted


def _vectors(name: str, **tensors: torch.Tensor) -> None:
    for key, item in tensors.items():
        if item.ndim != 1:
            raise MXNetShapeError(f"operator {name}: {key}: expected a vector, got shape {tuple(item.shape)}")


def _along(vector: torch.Tensor, axis: int, ndim: int) -> torch.Tensor:
    """Return a vector as an array that broadcasts along an axis."""
    return vector.reshape([-1 if i == axis else 1 for i in range(ndim)])


@op("_npi_gradient", extension=True, types=real_type())
def _npi_gradient(
    f, coordinates=None, *, axis: int = 0, spacing: Double = 1.0, edge_order: int = 1, has_coordinates: bool = False
):
    """Return the differences of neighbours on both sides along ``axis``, divided by their distance.

    That is ``spacing``, or follows from a vector of ``coordinates``. ``edge_order``, 1 or 2: how exact the ends are.
    """
    at = one_axis(axis, f.ndim)
    steps = spacing if coordinates is None else (as_real(coordinates),)
    return torch.gradient(as_real(f), spacing=steps, dim=at, edge_order=edge_order)[0]


_npi_gradient.inputs(lambda p: ("f", "coordinates") if p.has_coordinates else ("f",))


@op("_npi_trapz", extension=True, types=real_type("float64"), inputs=lambda p: ("y", "x") if p.has_x else ("y",))
def _npi_trapz(y, x=None, *, dx: Double = 1.0, axis: int = -1, has_x: bool = False):
    """Return the integral along ``axis`` by the trapezoidal rule: of elements ``dx`` apart, or at ``x``."""
    dtype = TORCH_OF[numpy_promoted(*(NAME_OF_TORCH[item.dtype] for item in (y, x) if item is not None))]
    at = one_axis(axis, y.ndim)
    size = y.shape[at]
    first, second = (y.narrow(at, i, max(size - 1, 0)) for i in (0, 1)) if size else (y, y)
    both = first + second if y.dtype is not torch.bool else first | second  # as NumPy adds booleans
    both = as_real(both.to(dtype), "float64") / 2
    if x is None:
        return (dx * both).sum(at)
    steps = torch.diff(x.to(both.dtype), dim=0 if x.ndim == 1 else at)
    return ((_along(steps, at, y.ndim) if x.ndim == 1 else steps) * both).sum(at)


@op("_npi_interp", extension=True, types=gives("float64"), shapes=lambda p, s: s.x)
def _npi_interp(x, xp, fp, *, left: Double | None = None, right: Double | None = None, period: Double | None = None):
    """Return at ``x`` the piecewise linear function that is ``fp`` at the ascending ``xp``, as float64.

    Before and behind these it is ``left`` and ``right``, the ends' values unless given. One with a ``period`` has no
    ends, and ``xp`` need not ascend.
    """
    if period == 0:
        raise MXNetValueError("_npi_interp: period must be a non-zero value")
    _vectors("_npi_interp", xp=xp, fp=fp)
    if xp.shape != fp.shape or not xp.shape[0]:
        raise MXNetShapeError(f"fp and xp are not of the same length: {tuple(fp.shape)} and {tuple(xp.shape)}")
    x, xp, fp = x.double(), xp.double(), fp.double()
    if period is not None:
        period, left, right = abs(period), None, None
        x, (xp, order) = x % period, torch.sort(xp % period, stable=True)
        fp = fp[order]
        xp, fp = torch.cat([xp[-1:] - period, xp, xp[:1] + period]), torch.cat([fp[-1:], fp, fp[:1]])
    if xp.shape[0] == 1:
        result = fp.expand(x.shape)
    else:
        at = torch.searchsorted(xp.detach(), x.detach().contiguous(), right=True).clamp(1, xp.shape[0] - 1)
        share = (x - xp[at - 1]) / (xp[at] - xp[at - 1])
        result = fp[at - 1] + share * (fp[at] - fp[at - 1])
    result = torch.where(x < xp[0], fp[0] if left is None else left, result)
    return torch.where(x > xp[-1], fp[-1] if right is None else right, result)


# -- covariances ------------------------------------------------------------------------------------------------------


@op("_npi_cov", extension=True, types=gives("float64"), inputs=lambda p: ("m", "y") if p.has_y else ("m",))
def _npi_cov(m, y=None, *, rowvar: bool = True, ddof: int = 1, normalize: bool = False, has_y: bool = False):
    """Return the covariances, or with ``normalize`` the correlations, of variables as float64.

    Variables are rows, or columns without ``rowvar``; a vector is one. Those of ``y`` follow those of ``m``. ``ddof``
    is taken from the number of observations.
    """
    parts = [m] if y is None else [m, y]
    if any(part.ndim > 2 for part in parts):
        raise MXNetShapeError("operator _npi_cov: m has more than 2 dimensions")
    rows = [part.double().reshape(1, -1) if part.ndim < 2 else part.double() for part in parts]
    observations = torch.cat(
        [row if rowvar or part.ndim < 2 else row.mT for row, part in zip(rows, parts, strict=True)]
    )
    centered = observations - observations.mean(1, keepdim=True)
    result = centered @ centered.mT / max(observations.shape[1] - ddof, 0)
    if normalize:
        spread = result.diagonal().sqrt()
        result = (result / spread[:, None] / spread).clamp(-1, 1)
    return result.squeeze()


# -- vectors ----------------------------------------------------------------------------------------------------------


@op("_npi_vander", extension=True, types=lambda p, t, x: numpy_promoted(x, "int64"))
def _npi_vander(x, *, N: int | None = None, increasing: bool = False):
    """Return the powers of the elements of a vector: columns, the highest first unless ``increasing``.

    Parameters
    ----------
    x
        A vector.
    N
        The number of columns; None: as many as ``x`` has elements.
    increasing
        Whether the powers go up, from 0.

    Returns
    -------
    A matrix.

    Examples
    --------
    >>> print(mx.np.vander(mx.np.array([1, 2, 3])))
    [[1. 1. 1.]
     [4. 2. 1.]
     [9. 3. 1.]]
    """
    _vectors("_npi_vander", x=x)
    powers = torch.arange(x.shape[0] if N is None else N, device=x.device)
    dtype = TORCH_OF[numpy_promoted(NAME_OF_TORCH[x.dtype], "int64")]
    return x.to(dtype)[:, None] ** (powers if increasing else powers.flip(0))


@op("_npi_convolve", extension=True, types=promote)
def _npi_convolve(a, v, *, mode: Literal["full", "same", "valid"] = "full"):
    """Return the convolution of two vectors: at every overlap (``full``), as long as the longer one (``same``), or
    where they overlap wholly (``valid``).
    """
    _vectors("_npi_convolve", a=a, v=v)
    a, v = to_promoted(a, v)
    if not (a.shape[0] and v.shape[0]):
        raise MXNetShapeError("operator _npi_convolve: expected two vectors with elements")
    if v.shape[0] > a.shape[0]:
        a, v = v, a
    dtype, count = a.dtype, v.shape[0]
    wide = a if dtype in (torch.float32, torch.float64) else a.double()
    result = torch.conv1d(wide[None, None], v.to(wide.dtype).flip(0)[None, None], padding=count - 1)[0, 0]
    if mode == "same":
        result = result[(count - 1) // 2 :][: a.shape[0]]
    elif mode == "valid":
        result = result[count - 1 : a.shape[0]]
    return result.contiguous().to(dtype) if dtype.is_floating_point else result.round().to(dtype)

"""Parts of numbers: angles of complex ones, steps, integer and fractional parts, mantissas and exponents."""

from typing import Any

import torch

from ..core.dtypes import NAME_OF_TORCH, TORCH_OF
from ..registry import op
from ..registry.rules import broadcast, gives, numbered
from ._np_families import numpy_promoted, real_dtype

_WIDE = ("float64", "complex128")


def _real(dtype: str) -> str:
    """Return the type of floats in which NumPy computes with a type, element by element."""
    return real_dtype(dtype, "float16" if TORCH_OF[dtype].itemsize == 1 else "float64")


def _real_types(p: Any, t: Any) -> None:
    if None not in t.inputs:
        t.out[0] = _real(numpy_promoted(*t.inputs))


def _as_real(*tensors: torch.Tensor) -> list[torch.Tensor]:
    dtype = TORCH_OF[_real(numpy_promoted(*(NAME_OF_TORCH[item.dtype] for item in tensors)))]
    return [item.to(dtype) for item in tensors]


@op(
    "_npi_angle",
    own=True,
    types=lambda p, t, z: "float64" if z in _WIDE else "float16" if z == "float16" else "float32",
)
def _npi_angle(z, *, deg: bool = False):
    """Return the angles of complex numbers to the real axis, in radians, or in degrees.

    Parameters
    ----------
    z
        The numbers: real ones have the angle 0 or pi.
    deg
        Whether in degrees.

    Returns
    -------
    An array of the shape of ``z``.

    Examples
    --------
    >>> print(mx.np.angle(mx.np.array([1, -1]), deg=True))
    [  0. 180.]
    """
    result = torch.angle(z)
    return torch.rad2deg(result) if deg else result


@op("_npi_heaviside", own=True, types=_real_types, shapes=broadcast)
def _npi_heaviside(x1, x2):
    """Return 0 where ``x1`` is negative, ``x2`` where it is 0, and 1 where it is positive.

    Parameters
    ----------
    x1
        The input.
    x2
        The value at 0.

    Returns
    -------
    An array of the broadcast shape.

    Examples
    --------
    >>> print(mx.np.heaviside(mx.np.array([-1, 0, 2]), 0.5))
    [0.  0.5 1. ]
    """
    x1, x2 = _as_real(x1, x2)
    return torch.where(x1.isnan(), torch.nan, torch.where(x1 == 0, x2, (x1 > 0).to(x1.dtype)))


@op("_npi_float_power", own=True, types=gives("float64"), shapes=broadcast)
def _npi_float_power(x1, x2):
    """Return ``x1 ** x2`` in float64.

    Parameters
    ----------
    x1
        The bases.
    x2
        The exponents.

    Returns
    -------
    An array of float64 of the broadcast shape.

    Examples
    --------
    >>> print(mx.np.float_power(mx.np.array([2, 3]), 2))
    [4. 9.]
    """
    return torch.pow(x1.double(), x2.double())


@op("_npi_modf", own=True, types=lambda p, t, x: t.out.fill(_real(x)))
def _npi_modf(x):
    """Return the fractional and the integer parts of numbers, with their signs."""
    (x,) = _as_real(x)
    integer = torch.trunc(x)
    return torch.copysign(torch.where(x.isinf(), 0.0, x - integer), x), integer


@op("_npi_frexp", own=True)
def _npi_frexp(x):
    """Return mantissas, from 0.5 up to 1, and exponents, int32, with ``x = mantissa * 2 ** exponent``."""
    (x,) = _as_real(x)
    mantissa, exponent = torch.frexp(x)
    return torch.where(x.isfinite(), mantissa, x), torch.where(x.isfinite(), exponent, 0)


@_npi_frexp.types
def _(p, t, x):
    t.out[:] = _real(x), "int32"


for _pair in (_npi_modf, _npi_frexp):
    _pair.outputs(lambda p: numbered(2))

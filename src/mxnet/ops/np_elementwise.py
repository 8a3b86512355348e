"""Element-wise operators of the NumPy interface: of one array, of two, and of an array and a number.

What they compute is what the legacy operators of the same mathematics compute; shapes broadcast, types are promoted
(see :mod:`._np_families`), comparisons give bool.
"""

from functools import reduce
from typing import Any

import torch

from ..core.constants import constant
from ..core.dtypes import NAME_OF_TORCH, TORCH_OF, fit_to_dtype, number
from ..core.errors import MXNetError
from ..core.params import Double
from ..kernels.masking import choose
from ..registry import op
from ..registry.rules import broadcast, elementwise, gives, numbered
from ._families import refuse_bool, zero_gradient
from ._np_families import np_binary, np_number, np_unary, numpy_promoted, promoted, real_dtype, to_promoted
from .elementwise_table import BINARY, UNARY

for _row in UNARY:
    if _row.numpy:
        np_unary(_row)
for _pair in BINARY:
    if _pair.shared != "all":
        np_binary(_pair)
    if not _pair.shared:
        np_number(_pair, False)
    if not _pair.swapped:
        np_number(_pair, True)


# -- choices and roundings -------------------------------------------------------------------------------------


@op("_npi_around", shapes=elementwise, backward=zero_gradient)
def _npi_around(x, *, decimals: int = 0):
    """Return ``x`` rounded to so many decimals, halves to the even neighbour.

    Integers with negative ``decimals`` are cut off, as in 1.9.1.
    """
    refuse_bool(x)
    if x.dtype is torch.float16:
        raise MXNetError("operator _npi_around: Do not support `float16` as input")
    if x.is_floating_point():
        return torch.round(x, decimals=decimals)
    if decimals < -18:
        return torch.zeros_like(x)  # such units are beyond 64 bits
    unit = 10 ** max(-decimals, 0)
    return torch.div(x.long(), unit, rounding_mode="trunc").mul_(unit).to(x.dtype)


@op("_npi_nan_to_num", shapes=elementwise)
def _npi_nan_to_num(
    data, *, copy: bool = True, nan: Double = 0.0, posinf: Double | None = None, neginf: Double | None = None
):
    """Return ``data`` with ``nan`` in place of NaN, ``posinf`` and ``neginf`` (its type's limits) of infinities.

    ``copy`` has no effect: pass ``out`` to write into ``data``. The gradient is zero at what was replaced.
    """
    dtype = data.dtype
    if not dtype.is_floating_point:
        return data.clone()
    low, high = (None if item is None else fit_to_dtype(item, dtype) for item in (neginf, posinf))
    return torch.nan_to_num(data, fit_to_dtype(nan, dtype), high, low)


def _choice_types(p, t):
    """Type rule: the result has the type of what is chosen, the condition any."""
    known = [dtype for dtype in t.inputs[1:] if dtype is not None]
    for i in range(1, len(t.inputs)):
        if t.inputs[i] is None:
            t.inputs[i] = known[0] if known else t.out[0]
    if None not in t.inputs[1:]:
        t.out[0] = reduce(promoted, t.inputs[1:])


@op("_npi_where", types=_choice_types)
def _npi_where(condition, x, y):
    """Return ``x`` where ``condition`` is not 0 and ``y`` elsewhere, shapes broadcast and types promoted."""
    x, y = to_promoted(x, y)
    return choose(condition.bool(), x, y)


def _type_beside(dtype: str, scalar: float) -> str:
    """Return the type of a choice between an array of a type and a number: its own if that can represent the number."""
    fits = scalar in (0, 1) if dtype == "bool" else scalar.is_integer() or TORCH_OF[dtype].is_floating_point
    return dtype if fits else "int64" if scalar.is_integer() else "float64"


def _choice_beside_scalar(p, t):
    """Type rule: like :func:`_choice_types`, beside a number that integers may not be able to represent."""
    if t.inputs[1] is None:
        t.inputs[1] = t.out[0]
    if t.inputs[1] is not None:
        t.out[0] = _type_beside(t.inputs[1], p.scalar)


def _of_one_type(array: torch.Tensor, scalar: float) -> tuple[torch.Tensor, torch.Tensor]:
    """Return an array and a number in the type of a choice between them."""
    array = array.to(TORCH_OF[_type_beside(NAME_OF_TORCH[array.dtype], scalar)])
    return array, constant(number(scalar, array.dtype), array.dtype, array.device)


@op("_npi_where_lscalar", types=_choice_beside_scalar)
def _npi_where_lscalar(condition, x, *, scalar: Double = 0.0):
    """Return ``scalar`` where ``condition`` is not 0 and ``x`` elsewhere, the shapes broadcast.

    The type is that of ``x``; float64 of integers beside a number that is none, int64 of booleans beside an integer.
    """
    x, value = _of_one_type(x, scalar)
    return torch.where(condition != 0, value, x)


@op("_npi_where_rscalar", types=_choice_beside_scalar)
def _npi_where_rscalar(condition, y, *, scalar: Double = 0.0):
    """Return ``y`` where ``condition`` is not 0 and ``scalar`` elsewhere, the shapes broadcast; the type as above."""
    y, value = _of_one_type(y, scalar)
    return torch.where(condition != 0, y, value)


@op("_npi_where_scalar2", shapes=elementwise, types=gives("float32"), backward=zero_gradient)
def _npi_where_scalar2(condition, *, x: Double = 0.0, y: Double = 0.0):
    """Return the number ``x`` where ``condition`` is not 0 and ``y`` elsewhere, as float32."""
    first, second = (constant(item, torch.float32, condition.device) for item in (x, y))
    return torch.where(condition != 0, first, second)


# -- parts of numbers: angles of complex ones, steps, integers and fractions, mantissas and exponents ------------------


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
    extension=True,
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


@op("_npi_heaviside", extension=True, types=_real_types, shapes=broadcast)
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


@op("_npi_float_power", extension=True, types=gives("float64"), shapes=broadcast)
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


@op("_npi_modf", extension=True, types=lambda p, t, x: t.out.fill(_real(x)))
def _npi_modf(x):
    """Return the fractional and the integer parts of numbers, with their signs."""
    (x,) = _as_real(x)
    integer = torch.trunc(x)
    return torch.copysign(torch.where(x.isinf(), 0.0, x - integer), x), integer


@op("_npi_frexp", extension=True)
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

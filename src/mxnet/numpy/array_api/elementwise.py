"""Element-wise functions: the operators of ``mx.np``, with the standard's promotion of types."""

from collections.abc import Callable
from typing import Any

import torch

from ...core.dtypes import NAME_OF_TORCH
from ...core.errors import MXNetValueError
from ...core.interruptions import explained
from ...core.naming import named
from ...ndarray.numpy._call import F
from ...ndarray.numpy.multiarray import ndarray
from ...ops.elementwise_table import BINARY, INT_TRUNCATES, UNARY, Binary, Unary
from .dtypes import promoted


def _tensor(value: Any, like: torch.Tensor) -> torch.Tensor:
    """Return a number as a tensor of another one's type."""
    if not isinstance(value, (bool, int, float)) or (isinstance(value, float) and not like.is_floating_point()):
        raise TypeError(f"a {type(value).__name__} beside {like.dtype}")
    with explained(
        lambda error: MXNetValueError(f"{value} is out of the range of {like.dtype}"), RuntimeError, OverflowError
    ):
        return torch.tensor(value, dtype=like.dtype, device=like.device)


def _array(name: str, value: Any, other: Any) -> ndarray:
    """Return an operand as an array: a number in the type of the other operand."""
    if isinstance(value, ndarray):
        return value
    if not isinstance(other, ndarray):
        raise TypeError(f"{name}: expected an array, got {type(value).__name__}")
    return ndarray._wrap(_tensor(value, other._t), other._ctx)


def _beside_float(value: Any, other: Any) -> Any:
    """Return an operand, an array of integers or booleans as float64 where the other one is a float."""
    if not isinstance(other, float) or not isinstance(value, ndarray) or value._t.is_floating_point():
        return value
    return value if value._t.is_complex() else F.cast(value, "float64", False)


def _promoted(name: str, x1: Any, x2: Any) -> tuple[ndarray, ndarray]:
    """Return two arrays, one of which may be a number, in the type that they are promoted to.

    Integers beside a float become float64, as in NumPy; the standard leaves it open.
    """
    x1, x2 = _beside_float(x1, x2), _beside_float(x2, x1)
    x1, x2 = _array(name, x1, x2), _array(name, x2, x1)
    if x1._t.dtype is x2._t.dtype:
        return x1, x2
    dtype = NAME_OF_TORCH[promoted(x1._t.dtype, x2._t.dtype)]
    return F.cast(x1, dtype, False), F.cast(x2, dtype, False)


def _unary(row: Unary) -> Callable[..., Any]:
    name, op = row.array_api, row.functions[row.array_api]

    @named(name, f"Return ``{name}`` of every element.")
    def function(x: Any, /) -> Any:
        if not isinstance(x, ndarray):
            raise TypeError(f"{name}: expected an array, got {type(x).__name__}")
        if row.promotion is INT_TRUNCATES and not x._t.is_floating_point():
            x = F.cast(x, "float32", False)
        return F(op, x)

    return function


def _binary(row: Binary) -> Callable[..., Any]:
    name, op = row.array_api, row.numpy_operators[0]

    @named(name, f"Return ``{name}`` of two arrays, element by element; shapes broadcast, types are promoted.")
    def function(x1: Any, x2: Any, /) -> Any:
        return F(op, *_promoted(name, x1, x2))

    return function


_functions = {row.array_api: _unary(row) for row in UNARY if row.array_api}
_functions |= {row.array_api: _binary(row) for row in BINARY if row.array_api}
globals().update(_functions)


# -- that the rows do not say ------------------------------------------------------------------------------------------


def imag(x: Any, /) -> Any:
    """Raise TypeError: there are no complex numbers."""
    raise TypeError("there are no complex numbers")


def round(x: Any, /) -> Any:
    """Return every element rounded to the nearest integer, halves to the even one."""
    return F("_npi_around", x)


def sign(x: Any, /) -> Any:
    """Return the sign of every element, -1, 0 or 1; NaN of NaN."""
    result = F("_npi_sign", x)
    return F("_npi_where", F("_npi_isnan", x), x, result) if x._t.is_floating_point() else result


def floor_divide(x1: Any, x2: Any, /) -> Any:
    """Return the quotients rounded down; shapes broadcast, types are promoted. Those of infinities are infinite."""
    x1, x2 = _promoted("floor_divide", x1, x2)
    result = F("_npi_floor_divide", x1, x2)
    if not x1._t.is_floating_point():
        return result
    rounded = F("_npi_floor", F("_npi_true_divide", x1, x2))
    return F("_npi_where", F("_npi_isfinite", result), result, rounded)


def remainder(x1: Any, x2: Any, /) -> Any:
    """Return the remainders, which have the sign of ``x2``; shapes broadcast, types are promoted."""
    x1, x2 = _promoted("remainder", x1, x2)
    if not x1._t.is_floating_point():
        return F("_npi_mod", x1, x2)
    result = F("_npi_fmod", x1, x2)
    is_zero = F("_npi_equal_scalar", result, scalar=0.0)
    other_sign = F("_npi_not_equal", F("_npi_signbit", result), F("_npi_signbit", x2))
    moved = F("_npi_where", other_sign, F("_npi_add", result, x2), result)
    return F("_npi_where", is_zero, F("_npi_copysign", result, x2), moved)


def clip(x: Any, /, min: Any = None, max: Any = None) -> Any:
    """Return ``x`` with values below ``min`` raised to it and those above ``max`` lowered to that, in its type."""
    if not isinstance(x, ndarray):
        raise TypeError(f"clip: expected an array, got {type(x).__name__}")
    for bound, op in ((min, "_npi_maximum"), (max, "_npi_minimum")):
        if bound is not None:
            x = F(op, x, _limit(bound, x))
    return x


def _limit(bound: Any, x: ndarray) -> Any:
    """Return a bound as an array of the type of ``x``, within the range of that."""
    if not x._t.is_floating_point() and not isinstance(bound, ndarray) and not isinstance(bound, float):
        info = torch.iinfo(x._t.dtype)
        bound = sorted((info.min, bound, info.max))[1]
    limit = _array("clip", bound, x)
    if not x._t.is_floating_point() and limit._t.is_floating_point():
        raise TypeError(f"clip: a bound of type {limit.dtype} for {x.dtype}")
    return F.cast(limit, NAME_OF_TORCH[x._t.dtype], False)


__all__ = ["clip", "floor_divide", "imag", "remainder", "round", "sign", *_functions]

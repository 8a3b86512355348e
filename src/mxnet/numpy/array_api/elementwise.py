"""Element-wise functions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch

from ...core.naming import named
from ...kernels.elementwise import remainder as exact_remainder
from ._call import of_tensors
from .dtypes import promoted


def _tensor(value: Any, like: torch.Tensor) -> torch.Tensor:
    """Return a number as a tensor of another one's type."""
    if isinstance(value, float) and not like.is_floating_point():
        raise TypeError(f"a float beside {like.dtype}")
    return torch.tensor(value, dtype=like.dtype, device=like.device)


def both(x1: Any, x2: Any) -> tuple[torch.Tensor, torch.Tensor]:
    """Return two tensors, one of which may be a number, in the type that they are promoted to."""
    if not isinstance(x1, torch.Tensor):
        x1 = _tensor(x1, x2)
    if not isinstance(x2, torch.Tensor):
        x2 = _tensor(x2, x1)
    kind = promoted(x1.dtype, x2.dtype)
    return x1.to(kind), x2.to(kind)


def _unary(name: str, kernel: Callable[..., Any], whole: Callable[..., Any] | None) -> Callable[..., Any]:
    """Return the function of one argument; ``whole`` computes integers and booleans, which have to keep their type."""

    @of_tensors
    @named(name, f"Return ``{name}`` of every element.")
    def function(x: Any, /) -> Any:
        if not isinstance(x, torch.Tensor):
            raise TypeError(f"{name}: expected an array, got {type(x).__name__}")
        return kernel(x) if whole is None or x.is_floating_point() else whole(x)

    return function


def _binary(name: str, kernel: Callable[..., Any]) -> Callable[..., Any]:
    @of_tensors
    @named(name, f"Return ``{name}`` of two arrays, element by element; shapes broadcast, types are promoted.")
    def function(x1: Any, x2: Any, /) -> Any:
        return kernel(*both(x1, x2))

    return function


def _same(x: torch.Tensor) -> torch.Tensor:
    return x.clone()


def _divided(x1: torch.Tensor, x2: torch.Tensor) -> torch.Tensor:
    return torch.div(x1, x2)


def whole_quotient(x1: torch.Tensor, x2: torch.Tensor) -> torch.Tensor:
    """Return the quotient of integers, rounded down; by 0 it is 0, as NumPy has it."""
    nothing = x2 == 0
    quotient = torch.div(x1, x2.masked_fill(nothing, 1), rounding_mode="floor").to(x1.dtype)
    return quotient.masked_fill(nothing, 0)


def _floor_divided(x1: torch.Tensor, x2: torch.Tensor) -> torch.Tensor:
    if not x1.is_floating_point():
        return whole_quotient(x1, x2)
    quotient = torch.floor(x1 / x2)
    exact = torch.floor_divide(x1, x2)
    return torch.where(torch.isfinite(exact), exact, quotient)


def _remainder(x1: torch.Tensor, x2: torch.Tensor) -> torch.Tensor:
    found = exact_remainder(x1, x2)
    return found if not found.is_floating_point() else torch.where(found == 0, torch.copysign(found, x2), found)


def _is_negative(x: torch.Tensor) -> torch.Tensor:
    return torch.signbit(x)


def _no(x: torch.Tensor) -> torch.Tensor:
    return torch.zeros(x.shape, dtype=torch.bool, device=x.device)


def _yes(x: torch.Tensor) -> torch.Tensor:
    return torch.ones(x.shape, dtype=torch.bool, device=x.device)


def _no_such(x: torch.Tensor) -> torch.Tensor:
    raise TypeError("there are no complex numbers")


def _sign(x: torch.Tensor) -> torch.Tensor:
    return torch.where(torch.isnan(x), x, torch.sign(x))


#: functions of one argument -> PyTorch's, and the one of integers where it has to differ
_UNARY: dict[str, tuple[Callable[..., Any], Callable[..., Any] | None]] = {
    **{
        name: (getattr(torch, name), None)
        for name in (
            *("acos", "acosh", "asin", "asinh", "atan", "atanh", "cos", "cosh", "exp", "expm1", "log", "log10"),
            *("log1p", "log2", "logical_not", "sin", "sinh", "sqrt", "square", "tan", "tanh"),
        )
    },
    "abs": (torch.abs, None),
    "bitwise_invert": (torch.bitwise_not, None),
    "ceil": (torch.ceil, _same),
    "conj": (_same, None),
    "floor": (torch.floor, _same),
    "imag": (_no_such, None),
    "isfinite": (torch.isfinite, _yes),
    "isinf": (torch.isinf, _no),
    "isnan": (torch.isnan, _no),
    "negative": (torch.neg, None),
    "positive": (_same, None),
    "real": (_same, None),
    "round": (torch.round, _same),
    "sign": (_sign, torch.sign),
    "signbit": (_is_negative, None),
    "trunc": (torch.trunc, _same),
}
#: functions of two arguments -> PyTorch's
_BINARY: dict[str, Callable[..., Any]] = {
    **{
        name: getattr(torch, name)
        for name in (
            *("add", "bitwise_and", "bitwise_left_shift", "bitwise_or", "bitwise_right_shift", "bitwise_xor"),
            *("copysign", "greater", "greater_equal", "hypot", "less", "less_equal", "logaddexp", "logical_and"),
            *("logical_or", "logical_xor", "maximum", "minimum", "multiply", "not_equal", "pow"),
            "subtract",
        )
    },
    "atan2": torch.atan2,
    "divide": _divided,
    "equal": torch.eq,
    "floor_divide": _floor_divided,
    "remainder": _remainder,
}


@of_tensors
def clip(x: Any, /, min: Any = None, max: Any = None) -> Any:
    """Return ``x`` with values below ``min`` raised to it and those above ``max`` lowered to that, in its type."""
    for bound, choose in ((min, torch.maximum), (max, torch.minimum)):
        if bound is not None:
            limit = bound if isinstance(bound, torch.Tensor) else torch.tensor(bound, device=x.device)
            if not x.is_floating_point() and limit.is_floating_point():
                raise TypeError(f"clip: a bound of type {limit.dtype} for {x.dtype}")
            if not isinstance(bound, torch.Tensor) and not x.is_floating_point():
                info = torch.iinfo(x.dtype)
                limit = limit.clamp(info.min, info.max)
            x = choose(x, limit.to(x.dtype))
    return x


_made = {name: _unary(name, *kernels) for name, kernels in _UNARY.items()}
_made |= {name: _binary(name, kernel) for name, kernel in _BINARY.items()}
globals().update(_made)
__all__ = ["clip", *_made]

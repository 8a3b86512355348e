"""Element-wise functions of NumPy that 1.9.1's ``mx.np`` lacks: computed where the arrays are, with gradients.

They are those of arrays, there are none of symbols. Types are promoted as elsewhere in ``mx.np``; where a result is not
whole, it is float32 of integers.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import torch

from ..core.naming import named
from ..ops._np_families import to_promoted
from .array_api._call import of_tensors
from .array_api.elementwise import whole_quotient


def _real(x: torch.Tensor) -> torch.Tensor:
    return x if x.is_floating_point() else x.float()


def _tensors(x1: Any, x2: Any) -> tuple[torch.Tensor, torch.Tensor]:
    """Return two operands, of which one may be a number, in one type."""
    if not isinstance(x1, torch.Tensor):
        return _beside(x1, x2), x2
    if not isinstance(x2, torch.Tensor):
        return x1, _beside(x2, x1)
    return to_promoted(x1, x2)


def _beside(number: Any, x: torch.Tensor) -> torch.Tensor:
    if not isinstance(number, (int, float, np.generic)):
        raise TypeError(f"type {type(number)} not supported")
    return torch.tensor(number, device=x.device).to(x.dtype)


# -- element by element -----------------------------------------------------------------------------------------------


def _floor_divide(x1: torch.Tensor, x2: torch.Tensor) -> torch.Tensor:
    return torch.floor_divide(x1, x2) if x1.is_floating_point() else whole_quotient(x1, x2)


def _of_reals(kernel: Callable[..., torch.Tensor]) -> Callable[..., torch.Tensor]:
    return lambda x1, x2: kernel(_real(x1), _real(x2))


#: functions of two arrays, or of an array and a number -> what computes tensors of one type
BINARY: dict[str, Callable[..., torch.Tensor]] = {
    "floor_divide": _floor_divide,
    "fmod": torch.fmod,
    "fmax": torch.fmax,
    "fmin": torch.fmin,
    "gcd": torch.gcd,
    "logaddexp": _of_reals(torch.logaddexp),
    "logaddexp2": _of_reals(torch.logaddexp2),
    "nextafter": _of_reals(torch.nextafter),
    "logical_and": torch.logical_and,
    "logical_or": torch.logical_or,
    "logical_xor": torch.logical_xor,
    "left_shift": torch.bitwise_left_shift,
    "right_shift": torch.bitwise_right_shift,
}
#: functions of one array
UNARY: dict[str, Callable[..., torch.Tensor]] = {
    "exp2": lambda x: torch.exp2(_real(x)),
    "sinc": lambda x: torch.sinc(_real(x)),
    "conj": lambda x: torch.conj(x).resolve_conj(),
    "real": lambda x: x.real if x.is_complex() else x,
    "imag": lambda x: x.imag if x.is_complex() else torch.zeros_like(x),
    "isreal": torch.isreal,
    "iscomplex": lambda x: ~torch.isreal(x),
}


def _binary(name: str, kernel: Callable[..., torch.Tensor]) -> Callable[..., Any]:
    @of_tensors
    @named(name, f"Return NumPy's ``{name}`` of two arrays, or of an array and a number, with broadcasting.")
    def function(x1: Any, x2: Any) -> Any:
        return kernel(*_tensors(x1, x2))

    return function


def _unary(name: str, kernel: Callable[..., torch.Tensor]) -> Callable[..., Any]:
    @of_tensors
    @named(name, f"Return NumPy's ``{name}`` of an array.")
    def function(x: Any) -> Any:
        if isinstance(x, (int, float, complex, np.generic)):
            return getattr(np, name)(x)
        return kernel(x)

    return function


#: all functions, by name
FUNCTIONS: dict[str, Callable[..., Any]] = {
    **{name: _binary(name, kernel) for name, kernel in BINARY.items()},
    **{name: _unary(name, kernel) for name, kernel in UNARY.items()},
}

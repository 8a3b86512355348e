"""Element-wise operators of an array and a number.

The number takes the array's type first: an int array plus 1.5 adds 1 (as in MXNet 1.9.1). With ``is_int=False``
an array of integers becomes float64 instead; booleans become int64 or float64.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch

from ..core.dtypes import held
from ..core.naming import named
from ..core.params import Double
from ..registry import OPS, Op, op
from ..registry.rules import elementwise
from ._families import cast_by_amp, zero_gradient
from ._fast_paths import scalars
from ._vjp import handed_on, negated
from .binary import modulo

Kernel = Callable[[torch.Tensor, float], torch.Tensor]
_INT_NAMES = frozenset(("int8", "uint8", "int32", "int64"))


def _types(p, t):
    """The result has the array's type, but for booleans and where ``is_int`` asks for real numbers."""
    if t.data == "bool":
        t.out[0] = "int64" if p.is_int else "float64"
    elif t.data in _INT_NAMES and not p.is_int:
        t.out[0] = "float64"
    else:
        t.out[0] = t.data
        if p.is_int:
            t.data = t.out[0]


def _whole(scalar: float, dtype: torch.dtype) -> int:
    """Return the number as an integer type has it: cut off, and wrapped in types of 8 bits."""
    number = min(max(int(scalar), -(2**63)), 2**63 - 1)
    if dtype is torch.uint8:
        return number & 0xFF
    return (number + 0x80 & 0xFF) - 0x80 if dtype is torch.int8 else number


def scalar_op(name: str, real: Kernel, whole: Kernel, value: str, aliases: tuple[str, ...], zero: bool = False) -> Op:
    """Register ``name``: ``real(x, s)`` for floating-point arrays, ``whole(x, s)`` for the others."""

    @named(
        name,
        (
            f"Return ``{value}`` for every element x, s being ``scalar`` in the type of ``data``.\n\n"
            "``is_int=False`` computes integers as float64."
        ),
    )
    def fn(data, *, scalar: Double = 1.0, is_int: bool = True):
        if data.is_floating_point():
            return real(data, scalar)
        if not is_int:
            return real(data.double(), scalar)
        if data.dtype is torch.bool:
            data = data.long()
        return whole(data, _whole(scalar, data.dtype)).to(data.dtype)

    made = op(name, aliases=aliases, shapes=elementwise, types=_types)(fn)
    if zero:
        made.backward(zero_gradient)
    return made


def as_double(kernel: Kernel) -> Kernel:
    """Return a kernel of real numbers for whole ones: computed in float64."""
    return lambda x, s: kernel(x.double(), s)


def scalar_like(x: torch.Tensor, s: float) -> torch.Tensor:
    """Return a number as a tensor without axes, in the type of ``x`` and where that is."""
    return x.new_full((), held(s, x.dtype))


def _mod(x: torch.Tensor, s: float) -> torch.Tensor:
    return modulo(x, scalar_like(x, s))


def _mod_whole(x: torch.Tensor, s: float) -> torch.Tensor:
    return torch.remainder(x, s) if s else torch.zeros_like(x)


def _rmod(x: torch.Tensor, s: float) -> torch.Tensor:
    return modulo(scalar_like(x, s), x)


def _rmod_whole(x: torch.Tensor, s: float) -> torch.Tensor:
    return torch.remainder(torch.full_like(x, s), x.masked_fill(torch.eq(x, 0), 1))


def reflected_divide(x: torch.Tensor, s: float) -> torch.Tensor:
    """Return ``s / x``, rounded once: PyTorch multiplies a number by the reciprocal, which may overflow."""
    return torch.div(scalar_like(x, s), x)


def _power(x: torch.Tensor, s: float) -> torch.Tensor:
    return torch.pow(x, held(s, x.dtype))


def _power_whole(x: torch.Tensor, s: float) -> torch.Tensor:
    return torch.pow(x, s) if s >= 0 else torch.pow(x.double(), s)


def _hypot(x: torch.Tensor, s: float) -> torch.Tensor:
    return torch.hypot(x, scalar_like(x, s))


def _plus(x: torch.Tensor, s: float) -> torch.Tensor:
    return torch.add(x, s)


def _minus(x: torch.Tensor, s: float) -> torch.Tensor:
    return torch.sub(x, s)


def _rminus(x: torch.Tensor, s: float) -> torch.Tensor:
    return torch.rsub(x, s)


def _maximum(x: torch.Tensor, s: float) -> torch.Tensor:
    return torch.clamp(x, min=held(s, x.dtype))


def _minimum(x: torch.Tensor, s: float) -> torch.Tensor:
    return torch.clamp(x, max=held(s, x.dtype))


#: name, other name, extra aliases, kernel of real numbers, kernel of whole ones, formula
_ARITHMETIC = (
    ("plus", "Plus", (), _plus, _plus, "x + s"),
    ("minus", "Minus", (), _minus, _minus, "x - s"),
    ("rminus", "RMinus", (), _rminus, _rminus, "s - x"),
    ("mul", "Mul", (), torch.mul, torch.mul, "x * s"),
    ("div", "Div", (), torch.div, lambda x, s: torch.div(x, s, rounding_mode="trunc"), "x / s"),
    ("rdiv", "RDiv", (), reflected_divide, as_double(reflected_divide), "s / x"),
    ("mod", "Mod", (), _mod, _mod_whole, "x % s"),
    ("rmod", "RMod", (), _rmod, _rmod_whole, "s % x"),
    ("power", "Power", (), _power, _power_whole, "x ** s"),
    ("rpower", "RPower", (), lambda x, s: torch.pow(s, x), lambda x, s: torch.pow(s, x.double()), "s ** x"),
    ("maximum", "Maximum", ("_npi_maximum_scalar",), _maximum, _maximum, "max(x, s)"),
    ("minimum", "Minimum", ("_npi_minimum_scalar",), _minimum, _minimum, "min(x, s)"),
    ("hypot", "Hypot", ("_npi_hypot_scalar",), _hypot, as_double(_hypot), "sqrt(x * x + s * s)"),
)
#: name, other name, kernel that says yes or no, formula
_COMPARISONS = (
    ("equal", "Equal", torch.eq, "1 if x == s else 0"),
    ("not_equal", "NotEqual", torch.ne, "1 if x != s else 0"),
    ("greater", "Greater", torch.gt, "1 if x > s else 0"),
    ("greater_equal", "GreaterEqual", torch.ge, "1 if x >= s else 0"),
    ("lesser", "Lesser", torch.lt, "1 if x < s else 0"),
    ("lesser_equal", "LesserEqual", torch.le, "1 if x <= s else 0"),
    ("logical_and", "LogicalAnd", lambda x, s: torch.logical_and(x, scalar_like(x, s)), "1 if x and s else 0"),
    ("logical_or", "LogicalOr", lambda x, s: torch.logical_or(x, scalar_like(x, s)), "1 if x or s else 0"),
    ("logical_xor", "LogicalXor", lambda x, s: torch.logical_xor(x, scalar_like(x, s)), "1 if one of x, s is not 0"),
)


def _in_type(kernel: Kernel) -> Kernel:
    return lambda x, s: kernel(x, s).to(x.dtype)


#: functions of two tensors that compute the same, the number being one
_OF_TENSORS: dict[str, Callable[..., torch.Tensor]] = {
    "plus": torch.add, "minus": torch.sub, "rminus": torch.rsub, "mul": torch.mul, "div": torch.div,
    "rdiv": lambda x, s: torch.div(s, x),
}  # fmt: skip


def _fast(kernel: Kernel, of_tensors: Callable[..., torch.Tensor] | None) -> Callable[[Any], Callable[..., Any]]:
    """Return the rule of a fast path: a kernel of real numbers with the number, as a tensor where that can be."""

    def rule(p: Any) -> Callable[..., torch.Tensor]:
        s = p.scalar
        if of_tensors is None or not s:  # 0.0 and -0.0 would be one tensor
            return lambda x: kernel(x, s)
        return lambda x: of_tensors(x, scalars[x.dtype, s])

    return rule


for _name, _other, _extra, _real, _whole_kernel, _value in _ARITHMETIC:
    _made = scalar_op(f"_{_name}_scalar", _real, _whole_kernel, _value, (f"_{_other}Scalar", *_extra))
    _made.fast_path(_fast(_real, _OF_TENSORS.get(_name)), records=True)  # but for those with gradients of their own
# those that leave alone what a sparse array does not store: of dense arrays, nothing
scalar_op("_scatter_plus_scalar", _plus, _plus, "x + s", ())
scalar_op("_scatter_minus_scalar", _minus, _minus, "x - s", ())
for _name, _other, _kernel, _value in _COMPARISONS:
    scalar_op(f"_{_name}_scalar", _in_type(_kernel), _in_type(_kernel), _value, (f"_{_other}Scalar",), zero=True)


OPS["_plus_scalar"].vjp(handed_on)
OPS["_minus_scalar"].vjp(handed_on)
OPS["_rminus_scalar"].vjp(negated)


@OPS["_mul_scalar"].vjp
def _(b, call, p, grads):
    b.add(call.args[0], b.call(torch.mul, grads[0], p.scalar))


@OPS["_maximum_scalar"].backward
def _maximum_gradient(p, inputs, outputs, head_grads):
    return (torch.where(inputs[0] >= held(p.scalar, inputs[0].dtype), head_grads[0], 0),)


@OPS["_minimum_scalar"].backward
def _minimum_gradient(p, inputs, outputs, head_grads):
    return (torch.where(inputs[0] <= held(p.scalar, inputs[0].dtype), head_grads[0], 0),)


_maximum_gradient.looks_at = _minimum_gradient.looks_at = ()


@OPS["_mod_scalar"].backward
def _modulo_gradient(p, inputs, outputs, head_grads):
    return (head_grads[0],)


@OPS["_rmod_scalar"].backward
def _reflected_modulo_gradient(p, inputs, outputs, head_grads):
    return (-head_grads[0] * torch.floor(reflected_divide(inputs[0], p.scalar)),)


_modulo_gradient.floats_only = _reflected_modulo_gradient.floats_only = True
cast_by_amp("full", "_rdiv_scalar _power_scalar _rpower_scalar _hypot_scalar")

"""Element-wise operators of the NumPy interface: of one array, of two, and of an array and a number.

What they compute is what the legacy operators of the same mathematics compute; shapes broadcast, types are promoted
(see :mod:`._np_families`), comparisons give bool.
"""

from __future__ import annotations

import torch

from ..registry import OPS, op
from ..registry.rules import broadcast, elementwise
from . import elementwise as legacy
from . import scalar as _scalar  # noqa: F401  # its operators are looked up below
from ._families import zero_gradient
from ._np_families import divided, gives_bool, np_binary, np_unary
from .binary import hypot, modulo, modulo_gradient

#: functions of real numbers that the legacy interface has too
_REAL_NAMES = (
    *("sqrt", "exp", "expm1", "log", "log2", "log10", "log1p", "sin", "cos", "tan", "arcsin", "arccos", "arctan"),
    *("sinh", "cosh", "tanh", "arcsinh", "arccosh", "arctanh", "degrees", "radians"),
)
#: name, function, formula: the gradient is that of PyTorch
_UNARY = (
    ("absolute", torch.abs, "|x|"),
    ("negative", torch.neg, "-x"),
    ("square", torch.square, "x * x"),
    ("reciprocal", torch.reciprocal, "1 / x"),
    *(row for row in legacy.REAL if row[0] in _REAL_NAMES),
    ("cbrt", legacy.cbrt, "the cube root of x"),
)
#: the same for steps, whose gradient is zero
_STEPS = (
    ("sign", torch.sign, "-1, 0 or 1 by the sign of x"),
    ("rint", legacy.round_halves_down, "the integer nearest to x, of two the lower"),
    ("ceil", torch.ceil, "the least integer not below x"),
    ("floor", torch.floor, "the greatest integer not above x"),
    ("trunc", torch.trunc, "x without its fraction"),
    ("fix", torch.trunc, "x rounded towards zero"),
)
#: the same for questions, whose answer is bool
_QUESTIONS = (
    ("isnan", torch.isnan, "whether x is not a number"),
    ("isinf", torch.isinf, "whether x is infinite"),
    ("isfinite", torch.isfinite, "whether x is neither infinite nor NaN"),
    ("isposinf", torch.isposinf, "whether x is positive infinity"),
    ("isneginf", torch.isneginf, "whether x is negative infinity"),
    ("logical_not", torch.logical_not, "not x"),
)
for _name, _kernel, _value in _UNARY:
    np_unary(_name, _kernel, _value, aliases=("_npi_abs",) if _name == "absolute" else ())
for _name, _kernel, _value in _STEPS:
    np_unary(_name, _kernel, _value, zero=True)
for _name, _kernel, _value in _QUESTIONS:
    np_unary(_name, _kernel, _value, result="bool")
OPS["_npi_cbrt"].backward(legacy.cbrt_gradient)


def _numeric(kernel):
    """Let a kernel of numbers serve booleans, which are 0 and 1."""

    def call(lhs: torch.Tensor, rhs: torch.Tensor) -> torch.Tensor:
        if lhs.dtype is torch.bool:
            return kernel(lhs.to(torch.uint8), rhs.to(torch.uint8)).to(torch.bool)
        return kernel(lhs, rhs)

    return call


def _true_divide(lhs: torch.Tensor, rhs: torch.Tensor) -> torch.Tensor:
    return torch.div(lhs, rhs) if lhs.is_floating_point() else torch.div(lhs.float(), rhs.float())


#: name, kernel, formula, type rule
_BINARY = (
    ("add", torch.add, "l + r", None),
    ("subtract", _numeric(torch.sub), "l - r", None),
    ("multiply", torch.mul, "l * r", None),
    ("true_divide", _true_divide, "l / r", divided),
    ("mod", _numeric(modulo), "l % r, with the sign of r and 0 where r is 0", None),
    ("power", _numeric(torch.pow), "l ** r", None),
    ("equal", torch.eq, "l == r", gives_bool),
    ("not_equal", torch.ne, "l != r", gives_bool),
    ("greater", torch.gt, "l > r", gives_bool),
    ("greater_equal", torch.ge, "l >= r", gives_bool),
    ("less", torch.lt, "l < r", gives_bool),
    ("less_equal", torch.le, "l <= r", gives_bool),
)
for _name, _kernel, _value, _types in _BINARY:
    np_binary(_name, _kernel, _value, **({} if _types is None else {"types": _types}))


@op("_npi_hypot", shapes=broadcast)
def _npi_hypot(x1, x2):
    """Return ``sqrt(x1 * x1 + x2 * x2)`` element by element, the shapes broadcast."""
    return hypot(x1, x2)


OPS["_npi_mod"].backward(modulo_gradient)


# -- an array and a number ------------------------------------------------------------------------------------


#: name -> the legacy operator that computes the same
_LEGACY_SCALAR = {
    "add": "_plus_scalar",
    "subtract": "_minus_scalar",
    "rsubtract": "_rminus_scalar",
    "multiply": "_mul_scalar",
    "mod": "_mod_scalar",
    "rmod": "_rmod_scalar",
    "power": "_power_scalar",
    "rpower": "_rpower_scalar",
}
for _name, _same in _LEGACY_SCALAR.items():
    _model = OPS[_same]
    _made = op(f"_npi_{_name}_scalar", shapes=elementwise, types=_model.type_rule)(_model.fn)
    if _model.gradient is not None:
        _made.backward(_model.gradient)


def _scalar_comparison(name, kernel, value):
    def fn(data, *, scalar: float = 1.0, is_int: bool = True):
        return kernel(data, scalar if data.is_floating_point() else int(scalar))

    fn.__name__ = fn.__qualname__ = f"_npi_{name}_scalar"
    fn.__doc__ = f"Return ``{value}`` as bool for every element x, s being ``scalar`` in the type of ``data``."
    op(f"_npi_{name}_scalar", shapes=elementwise, types=gives_bool)(fn).backward(zero_gradient)


for _name, _kernel, _value in (
    ("equal", torch.eq, "x == s"),
    ("not_equal", torch.ne, "x != s"),
    ("greater", torch.gt, "x > s"),
    ("greater_equal", torch.ge, "x >= s"),
    ("less", torch.lt, "x < s"),
    ("less_equal", torch.le, "x <= s"),
):
    _scalar_comparison(_name, _kernel, _value)


@op("_npi_true_divide_scalar", shapes=elementwise, types=divided)
def _npi_true_divide_scalar(data, *, scalar: float = 1.0, is_int: bool = True):
    """Return ``x / s`` for every element x; whole numbers become float32."""
    return torch.div(data if data.is_floating_point() else data.float(), scalar)


@op("_npi_rtrue_divide_scalar", shapes=elementwise, types=divided)
def _npi_rtrue_divide_scalar(data, *, scalar: float = 1.0, is_int: bool = True):
    """Return ``s / x`` for every element x; whole numbers become float32."""
    return scalar / (data if data.is_floating_point() else data.float())

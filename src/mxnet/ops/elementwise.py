"""Mathematical functions of one array, element by element.

Real functions of integers are truncated to integers, as in MXNet 1.9.1.
"""

from __future__ import annotations

import math

import torch

from ..kernels.elementwise import cbrt, erf, gamma, rcbrt, round_halves_down
from ..registry import OPS
from ._families import cast_by_amp, unary
from ._vjp import negated, of_output


def round_halves_away(x: torch.Tensor) -> torch.Tensor:
    """Return the nearest integers; halves go away from zero."""
    below_half = 0.5 - torch.finfo(x.dtype).eps / 4  # with a half itself, the number before 0.5 would become 1
    return torch.copysign(torch.add(x.abs(), below_half).floor_(), x)


def _digamma(x: torch.Tensor) -> torch.Tensor:
    """Return the derivative of log |gamma(x)|, as in 1.9.1 inf at 0 and at negative integers."""
    return torch.digamma(x).masked_fill_((x <= 0) & (x == torch.floor(x)), math.inf)


def _softsign(x: torch.Tensor) -> torch.Tensor:
    return x / (1 + x.abs())


def _logical_not(x: torch.Tensor) -> torch.Tensor:
    if torch.compiler.is_compiling() or x.requires_grad:
        return torch.eq(x, 0).to(x.dtype)
    return torch.eq(x, 0, out=torch.empty_like(x))  # written in this type at once: a tenth of the time of a conversion


#: name, function, formula: the gradient is that of PyTorch; integers go through unharmed
_EXACT = (
    ("abs", torch.abs, "|x|"),
    ("negative", torch.neg, "-x"),
    ("square", torch.square, "x * x"),
    ("relu", torch.relu, "max(x, 0)"),
    ("sign", torch.sign, "-1, 0 or 1 by the sign of x"),
    ("ceil", torch.ceil, "the least integer not below x"),
    ("floor", torch.floor, "the greatest integer not above x"),
    ("trunc", torch.trunc, "x without its fraction"),
    ("fix", torch.trunc, "x rounded towards zero"),
)
#: the same for functions that make real numbers of whole ones
REAL = (
    ("rint", round_halves_down, "the integer nearest to x, of two the lower"),
    ("round", round_halves_away, "the integer nearest to x, of two the one farther from zero"),
    ("sqrt", torch.sqrt, "sqrt(x)"),
    ("rsqrt", torch.rsqrt, "1 / sqrt(x)"),
    ("exp", torch.exp, "e ** x"),
    ("expm1", torch.expm1, "e ** x - 1"),
    ("log", torch.log, "the natural logarithm of x"),
    ("log2", torch.log2, "the logarithm of x to base 2"),
    ("log10", torch.log10, "the logarithm of x to base 10"),
    ("log1p", torch.log1p, "log(1 + x)"),
    ("sin", torch.sin, "sin(x), x in radians"),
    ("cos", torch.cos, "cos(x), x in radians"),
    ("tan", torch.tan, "tan(x), x in radians"),
    ("arcsin", torch.asin, "the angle in [-pi/2, pi/2] whose sine is x"),
    ("arccos", torch.acos, "the angle in [0, pi] whose cosine is x"),
    ("arctan", torch.atan, "the angle in (-pi/2, pi/2) whose tangent is x"),
    ("sinh", torch.sinh, "(e ** x - e ** -x) / 2"),
    ("cosh", torch.cosh, "(e ** x + e ** -x) / 2"),
    ("tanh", torch.tanh, "sinh(x) / cosh(x)"),
    ("arcsinh", torch.asinh, "the inverse of sinh at x"),
    ("arccosh", torch.acosh, "the inverse of cosh at x"),
    ("arctanh", torch.atanh, "the inverse of tanh at x"),
    ("degrees", torch.rad2deg, "x * 180 / pi"),
    ("radians", torch.deg2rad, "x * pi / 180"),
    ("sigmoid", torch.sigmoid, "1 / (1 + e ** -x)"),
)
#: functions whose gradient is zero wherever they have one
_STEPS = ("ceil", "floor", "trunc", "fix", "rint", "round")
for _name, _kernel, _value in _EXACT:
    unary(_name, _kernel, _value, aliases=(f"_sparse_{_name}",), zero=_name in _STEPS)
for _name, _kernel, _value in REAL:
    unary(_name, _kernel, _value, aliases=(f"_sparse_{_name}",), real=True, zero=_name in _STEPS)


def _relu_gradient(head: torch.Tensor, out: torch.Tensor) -> torch.Tensor:
    """Return the head gradient where ``max(x, 0)`` is above 0, NaN where one of them is NaN, else 0 times it."""
    return head * out.ceil().clamp(max=1)


unary("_npx_relu", torch.relu, "max(x, 0)")
for _name in ("relu", "_npx_relu"):
    OPS[_name].backward(lambda p, inputs, outputs, head_grads: (_relu_gradient(head_grads[0], outputs[0]),))
    OPS[_name].vjp(of_output(_relu_gradient))
    OPS[_name].clamp(lambda p: (0, None))
    OPS[_name].inplace(lambda p: (torch.relu_,))

for _name, _rule in (
    ("sigmoid", of_output("sigmoid_backward")),
    ("tanh", of_output("tanh_backward")),
    ("negative", negated),
):
    OPS[_name].vjp(_rule)

unary("_copyto", torch.clone, "x", aliases=("_npi_copyto",))
unary("reciprocal", torch.reciprocal, "1 / x", real=True)
unary("softsign", _softsign, "x / (1 + |x|)", real=True)
unary("erf", erf, "2 / sqrt(pi) * the integral of exp(-t * t) from 0 to x", aliases=("_npx_erf",), real=True)
unary("erfinv", torch.erfinv, "the inverse of erf at x", aliases=("_npx_erfinv",), real=True)
unary("logical_not", _logical_not, "1 where x is 0, else 0", zero=True)

_gammaln_op = unary("gammaln", torch.lgamma, "log |gamma(x)|", aliases=("_npx_gammaln", "_sparse_gammaln"), real=True)
_gamma_op = unary("gamma", gamma, "the gamma function of x", aliases=("_npx_gamma", "_sparse_gamma"), real=True)
_cbrt_op = unary("cbrt", cbrt, "the cube root of x", aliases=("_sparse_cbrt",), real=True)
_rcbrt_op = unary("rcbrt", rcbrt, "1 / the cube root of x", real=True)


@_gammaln_op.backward
def _(p, inputs, outputs, head_grads):
    return (head_grads[0] * _digamma(inputs[0]),)


@_gamma_op.backward
def _(p, inputs, outputs, head_grads):
    return (head_grads[0] * outputs[0] * _digamma(inputs[0]),)


@_cbrt_op.backward
def cbrt_gradient(p, inputs, outputs, head_grads):
    """Return ``h / (3 * y * y)``, y being the root."""
    return (head_grads[0] / (3 * outputs[0] * outputs[0]),)


@_rcbrt_op.backward
def _(p, inputs, outputs, head_grads):
    return (head_grads[0] * outputs[0].pow(4) / -3,)


cast_by_amp(
    "full",
    "rsqrt rcbrt reciprocal exp expm1 log log2 log10 log1p tan arcsin arccos sinh cosh arctanh erfinv gamma gammaln",
)
cast_by_amp("any", "abs relu sqrt tanh")
cast_by_amp(("full", "any"), "square")

"""Element-wise operators of the NumPy interface: of one array, of two, and of an array and a number.

What they compute is what the legacy operators of the same mathematics compute; shapes broadcast, types are promoted
(see :mod:`._np_families`), comparisons give bool.
"""

from __future__ import annotations

import math

import torch

from ..core.dtypes import NAME_OF_TORCH, held
from ..core.errors import MXNetError
from ..core.naming import named
from ..core.params import Double
from ..kernels.elementwise import cbrt, ldexp, round_halves_down
from ..registry import OPS, op
from ..registry.rules import broadcast, elementwise, same_type
from . import elementwise as legacy
from . import scalar as _scalar
from ._families import one_dtype, refuse_bool, zero_gradient
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
    ("cbrt", cbrt, "the cube root of x"),
)
#: the same for steps, whose gradient is zero
_STEPS = (
    ("sign", torch.sign, "-1, 0 or 1 by the sign of x"),
    ("rint", round_halves_down, "the integer nearest to x, of two the lower"),
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


def _but_bool(kernel):
    """Let a kernel refuse booleans, as 1.9.1 and NumPy do."""

    def call(lhs: torch.Tensor, rhs: torch.Tensor) -> torch.Tensor:
        refuse_bool(lhs)
        return kernel(lhs, rhs)

    return call


def _true_divide(lhs: torch.Tensor, rhs: torch.Tensor) -> torch.Tensor:
    whole = not (lhs.is_floating_point() or lhs.is_complex())
    return torch.div(lhs.float(), rhs.float()) if whole else torch.div(lhs, rhs)


#: name, kernel, formula, type rule
_BINARY = (
    ("add", torch.add, "l + r", None),
    ("subtract", _but_bool(torch.sub), "l - r", None),
    ("multiply", torch.mul, "l * r", None),
    ("true_divide", _true_divide, "l / r", divided),
    ("mod", _but_bool(modulo), "l % r, with the sign of r and 0 where r is 0", None),
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


def _of_reals(name, x):
    if not x.is_floating_point():
        raise MXNetError(f"operator {name}: Do not support `int` as input, expected a floating-point type")


@op("_npi_hypot", shapes=broadcast)
def _npi_hypot(x1, x2):
    """Return ``sqrt(x1 * x1 + x2 * x2)`` element by element, the shapes broadcast."""
    _of_reals("_npi_hypot", x1)
    return hypot(x1, x2)


@op("_npi_arctan2", shapes=broadcast)
def _npi_arctan2(x1, x2):
    """Return the angle of the points ``(x2, x1)`` to the first axis, in radians, the shapes broadcast."""
    _of_reals("_npi_arctan2", x1)
    return torch.arctan2(x1, x2)


OPS["_npi_mod"].backward(modulo_gradient)


def _no_bool(kernel):
    """Let a kernel of reals serve integers, computed in float64 and cut off, but not booleans."""

    def call(lhs: torch.Tensor, rhs: torch.Tensor) -> torch.Tensor:
        refuse_bool(lhs)
        return kernel(lhs, rhs) if lhs.is_floating_point() else kernel(lhs.double(), rhs.double()).to(lhs.dtype)

    return call


def _whole_only(kernel):
    def call(*tensors: torch.Tensor) -> torch.Tensor:
        if tensors[0].is_floating_point():
            name = NAME_OF_TORCH[tensors[0].dtype]
            raise MXNetError(f"This operation only support integer types, not {name}")
        return kernel(*tensors)

    return call


def _multiple(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    # not torch.lcm: it divides the smallest int64 by -1, which ends the process
    divisor = torch.gcd(x, y)
    divisor = divisor.masked_fill((divisor == 0) | (divisor == -1), 1)
    return (torch.div(x, divisor, rounding_mode="trunc") * y).abs()


def _lcm(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    return torch.logical_and(x, y) if x.dtype is torch.bool else _multiple(x, y)


#: name, kernel, formula, whether integers only: of one type
_OF_ONE_TYPE = (
    ("copysign", _no_bool(torch.copysign), "|l| with the sign of r", False),
    ("ldexp", _no_bool(ldexp), "l * 2 ** r", False),
    ("lcm", _whole_only(_lcm), "the least common multiple of l and r", True),
    ("bitwise_and", _whole_only(torch.bitwise_and), "l & r", True),
    ("bitwise_or", _whole_only(torch.bitwise_or), "l | r", True),
    ("bitwise_xor", _whole_only(torch.bitwise_xor), "l ^ r", True),
)
for _name, _kernel, _value, _zero in _OF_ONE_TYPE:
    np_binary(_name, _kernel, _value, types=same_type, zero=_zero)


def _sign(x: torch.Tensor) -> torch.Tensor:
    return torch.copysign(torch.ones_like(x), x + 0.0)  # -0.0 + 0.0 is 0.0: neither zero counts as negative


@OPS["_npi_copysign"].backward
def _(p, inputs, outputs, head_grads):
    x, y = inputs
    return (head_grads[0] * _sign(x) * torch.copysign(torch.ones_like(y), y)).sum_to_size(x.shape), torch.zeros_like(y)


@op("_npi_bitwise_not", shapes=elementwise)
def _npi_bitwise_not(x):
    """Return ``~x`` for every element x, an integer or a bool."""
    return _bitwise_not(x)


_bitwise_not = _whole_only(torch.bitwise_not)
_npi_bitwise_not.backward(zero_gradient)


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
    _made = op(f"_npi_{_name}_scalar", shapes=elementwise, types=_model.types.answer)(_model.fn)
    if _model.gradient is not None:
        _made.backward(_model.gradient)
    if _model.fast_path:
        _made.fast_path(_model.fast_path.answer, records=True)


def _with_tensor(kernel):
    return lambda x, s: kernel(x, _scalar.scalar_like(x, s))


#: name, kernel of two tensors of reals, formula
_SCALAR = (
    ("arctan2", _with_tensor(torch.arctan2), "the angle of the point (s, x)"),
    ("rarctan2", lambda x, s: torch.arctan2(_scalar.scalar_like(x, s), x), "the angle of the point (x, s)"),
    ("copysign", _with_tensor(torch.copysign), "|x| with the sign of s"),
    ("rcopysign", lambda x, s: torch.copysign(_scalar.scalar_like(x, s), x), "|s| with the sign of x"),
    ("ldexp", _with_tensor(ldexp), "x * 2 ** s"),
    ("rldexp", lambda x, s: ldexp(_scalar.scalar_like(x, s), x), "s * 2 ** x"),
)
for _name, _kernel, _value in _SCALAR:
    _scalar.scalar_op(f"_npi_{_name}_scalar", _kernel, _scalar.as_double(_kernel), _value, ())


@OPS["_npi_copysign_scalar"].backward
def _(p, inputs, outputs, head_grads):
    return (head_grads[0] * _sign(inputs[0]) * math.copysign(1.0, p.scalar),)


OPS["_npi_rcopysign_scalar"].backward(zero_gradient)


def _whole_scalar(name, kernel, value):
    @named(
        f"_npi_{name}_scalar", f"Return ``{value}`` for every element x, s being ``scalar`` in the type of ``data``."
    )
    def fn(data, *, scalar: Double = 1.0, is_int: bool = True):
        number = bool(scalar) if data.dtype is torch.bool else int(scalar)
        return kernel(data, torch.tensor(number, device=data.device).to(data.dtype))

    op(f"_npi_{name}_scalar", shapes=elementwise)(fn).backward(zero_gradient)


def _lcm_of_numbers(x: torch.Tensor, s: torch.Tensor) -> torch.Tensor:
    refuse_bool(x)
    return _multiple(x, s)


_whole_scalar("lcm", _whole_only(_lcm_of_numbers), "the least common multiple of x and s")
_whole_scalar("bitwise_and", _whole_only(torch.bitwise_and), "x & s")
_whole_scalar("bitwise_or", _whole_only(torch.bitwise_or), "x | s")
_whole_scalar("bitwise_xor", _whole_only(torch.bitwise_xor), "x ^ s")


def _scalar_comparison(name, kernel, value):
    @named(
        f"_npi_{name}_scalar",
        (
            f"Return ``{value}`` as bool for every element x, s being ``scalar`` in the type of ``data``.\n\n"
            "``is_int=False`` leaves the number as it is."
        ),
    )
    def fn(data, *, scalar: Double = 1.0, is_int: bool = True):
        whole = data.dtype is torch.bool or (is_int and not data.is_floating_point())
        return kernel(data, int(scalar) if whole else scalar)

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
def _npi_true_divide_scalar(data, *, scalar: Double = 1.0, is_int: bool = True):
    """Return ``x / s`` for every element x; integers become float32."""
    return torch.div(data if data.is_floating_point() else data.float(), scalar)


@op("_npi_rtrue_divide_scalar", shapes=elementwise, types=divided)
def _npi_rtrue_divide_scalar(data, *, scalar: Double = 1.0, is_int: bool = True):
    """Return ``s / x`` for every element x; integers become float32."""
    return _scalar.reflected_divide(data if data.is_floating_point() else data.float(), scalar)


# -- choices and roundings -------------------------------------------------------------------------------------


@op("_npi_around", shapes=elementwise)
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


_npi_around.backward(zero_gradient)


@op("_npi_nan_to_num", shapes=elementwise)
def _npi_nan_to_num(
    data, *, copy: bool = True, nan: Double = 0.0, posinf: Double | None = None, neginf: Double | None = None
):
    """Return ``data`` with ``nan`` in place of NaN, ``posinf`` and ``neginf`` (its type's limits) of infinities.

    ``copy`` has no effect: pass ``out`` to write into ``data``. The gradient is zero at what was replaced.
    """
    kind = data.dtype
    if not kind.is_floating_point:
        return data.clone()
    low, high = (None if each is None else held(each, kind) for each in (neginf, posinf))
    return torch.nan_to_num(data, held(nan, kind), high, low)


def _choice_types(p, t):
    """Type rule: what is chosen has one type, the condition any."""
    for i in range(1, len(t.inputs)):
        t.inputs[i] = t.out[0]
        t.out[0] = t.inputs[i]


@op("_npi_where", types=_choice_types)
def _npi_where(condition, x, y):
    """Return ``x`` where ``condition`` is not 0 and ``y`` elsewhere, the shapes broadcast; both have one type."""
    one_dtype("_npi_where: x and y", x, y)
    return torch.where(condition if condition.dtype is torch.bool else condition != 0, x, y)


def _number_of(scalar: float, like: torch.Tensor) -> torch.Tensor:
    """Return the number as a tensor of a type; integers cut its fraction off."""
    kind = like.dtype
    number = scalar if kind.is_floating_point else bool(scalar) if kind is torch.bool else int(scalar)
    return torch.tensor(number, device=like.device).to(kind)


@op("_npi_where_lscalar", types=_choice_types)
def _npi_where_lscalar(condition, x, *, scalar: Double = 0.0):
    """Return ``scalar`` where ``condition`` is not 0 and ``x`` elsewhere, the shapes broadcast."""
    return torch.where(condition != 0, _number_of(scalar, x), x)


@op("_npi_where_rscalar", types=_choice_types)
def _npi_where_rscalar(condition, y, *, scalar: Double = 0.0):
    """Return ``y`` where ``condition`` is not 0 and ``scalar`` elsewhere, the shapes broadcast."""
    return torch.where(condition != 0, y, _number_of(scalar, y))


def _float32_out(p, t):
    t.out[0] = "float32"


@op("_npi_where_scalar2", shapes=elementwise, types=_float32_out)
def _npi_where_scalar2(condition, *, x: Double = 0.0, y: Double = 0.0):
    """Return the number ``x`` where ``condition`` is not 0 and ``y`` elsewhere, as float32."""
    first, second = (torch.tensor(each, dtype=torch.float32, device=condition.device) for each in (x, y))
    return torch.where(condition != 0, first, second)


_npi_where_scalar2.backward(zero_gradient)

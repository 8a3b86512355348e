"""What element-wise operators compute, in NumPy's extended precision, and how far from it a result may be.

A formula is named as in ``mx.np``; operators are named after it: ``broadcast_add``, ``_npi_add_scalar``.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import scipy.special
from mxnet.registry import OPS
from mxnet.registry.rules import broadcast, elementwise

Wide = np.longdouble
PI = Wide("3.14159265358979323846264338327950288")


@dataclass(frozen=True)
class Formula:
    """A function of arrays of extended precision, and the error, in units of the last place, that a result may have."""

    value: Callable[..., Any]
    ulp: float | Mapping[str, float] = 2.0
    #: attributes of the call
    attrs: Mapping[str, Any] = field(default_factory=dict)
    #: results of at most this size, relative to the largest input, may be off by units in the last place of that input
    cancels: bool = False
    #: 1.9.1's zeros, of which NumPy's may have the other sign
    any_zero: bool = False
    #: inputs, and results where the inputs are finite, that are left out: ``(reason, condition)``
    but: tuple[str, Callable[..., Any]] | None = None

    def units(self, dtype: str) -> float:
        """Return the units in the last place that a result of this type may be off."""
        return self.ulp[dtype] if isinstance(self.ulp, Mapping) else self.ulp


def exact(value: Callable[..., Any], **settings: Any) -> Formula:
    """Return a formula whose result is the number of its type that is nearest."""
    return Formula(value, 0.501, **settings)  # reading extended precision as 64 bits rounds a second time


def each(function: Callable[[float], float]) -> Callable[[Any], Any]:
    """Return a function of arrays for one of Python's numbers of 64 bits."""
    return lambda x: np.vectorize(function, otypes=[Wide])(x.astype("float64"))


def _gamma(x: float) -> float:
    if math.isnan(x) or x == -math.inf or (x < 0 and x == math.floor(x)):
        return math.nan
    if x == 0:
        return math.copysign(math.inf, x)
    try:
        return math.gamma(x)
    except OverflowError:
        return math.copysign(math.inf, x)


def _gammaln(x: float) -> float:
    if math.isinf(x) or (x <= 0 and x == math.floor(x)):
        return math.inf
    try:
        return math.lgamma(x)
    except OverflowError:
        return math.inf


def _rint(x: Any) -> Any:
    return np.where(x - np.floor(x) <= 0.5, np.floor(x), np.ceil(x))


def _round(x: Any) -> Any:
    return np.trunc(x + np.copysign(Wide(0.5), x))


def mod(x: Any, y: Any) -> Any:
    """Return the remainder with the sign of the divisor, and 0 for a divisor of 0."""
    rest = np.fmod(x, y)
    rest = np.where((rest != 0) & ((y < 0) != (rest < 0)), rest + y, rest)
    return np.where(y == 0, 0, rest)


def _ldexp(x: Any, y: Any) -> Any:
    return x * np.exp2(np.clip(y, -5000, 5000))


def _sign(x: Any) -> Any:
    return np.where(np.isnan(x), 0, np.sign(x))  # as 1.9.1


def _gelu(x: Any) -> Any:
    return np.where(x == -np.inf, np.nan, x * scipy.special.erfc((-x / np.sqrt(Wide(2))).astype("float64")) / 2)


#: functions of one array
UNARY = {
    "abs": exact(np.abs),
    "negative": exact(np.negative),
    "square": exact(np.square),
    "reciprocal": exact(np.reciprocal),
    "sqrt": Formula(np.sqrt, 1),
    "sign": exact(_sign, any_zero=True),
    "ceil": exact(np.ceil),
    "floor": exact(np.floor),
    "trunc": exact(np.trunc),
    "fix": exact(np.trunc),
    "rint": exact(_rint),
    "around": exact(np.rint),
    "round": exact(_round),
    "relu": exact(lambda x: np.maximum(x, 0), any_zero=True),
    "rsqrt": Formula(lambda x: 1 / np.sqrt(x)),
    "cbrt": Formula(np.cbrt, 1),
    "rcbrt": Formula(lambda x: 1 / np.cbrt(x)),
    **{
        name: Formula(getattr(np, name))
        for name in (
            *(
                "exp",
                "exp2",
                "expm1",
                "log",
                "log2",
                "log10",
                "log1p",
                "sin",
                "cos",
                "tan",
                "arcsin",
                "arccos",
                "arctan",
            ),
            *("sinh", "cosh", "tanh", "arcsinh", "arccosh", "arctanh"),
        )
    },
    "degrees": Formula(lambda x: x * (180 / PI)),
    "radians": Formula(lambda x: x * (PI / 180)),
    "sigmoid": Formula(
        lambda x: 1 / (1 + np.exp(-x)),
        but=("as in 1.9.1, 1 / (1 + inf) where a denormal number would be right", lambda x: (x < -85) & (x > -750)),
    ),
    "softsign": Formula(lambda x: x / (1 + np.abs(x))),
    "erf": Formula(each(math.erf)),
    "erfinv": Formula(lambda x: scipy.special.erfinv(x.astype("float64")), any_zero=True),
    "gamma": Formula(each(_gamma), {"float16": 2, "float32": 2, "float64": 8}, any_zero=True),
    "gammaln": Formula(each(_gammaln), 4, cancels=True),  # Python itself loses digits near 1 and 2
    "logical_not": exact(np.logical_not),
    **{name: exact(getattr(np, name)) for name in ("isnan", "isinf", "isfinite")},
    "isposinf": exact(lambda x: x == np.inf),
    "isneginf": exact(lambda x: x == -np.inf),
    **{name: exact(np.positive) for name in ("copy", "copyto", "identity")},
    "smooth_l1": exact(lambda x: np.where(np.abs(x) < 1, x * x / 2, np.abs(x) - 0.5)),
    "hard_sigmoid": Formula(lambda x: np.clip(x / 4 + Wide(0.5), 0, 1), attrs={"alpha": 0.25}),
    "quadratic": Formula(lambda x: 2 * x * x, attrs={"a": 2.0}, any_zero=True),
    "clip": exact(lambda x: np.clip(x, -1.5, 2.5), attrs={"a_min": -1.5, "a_max": 2.5}),
    "nan_to_num": exact(lambda x: np.where(np.isnan(x), 0, x), attrs={"posinf": math.inf, "neginf": -math.inf}),
}
#: functions of two arrays, or of an array and a number
BINARY = {
    "add": exact(np.add),
    "subtract": exact(np.subtract),
    "multiply": exact(np.multiply),
    "divide": exact(np.divide),
    "mod": Formula(mod, 1, any_zero=True),
    "fmod": exact(np.fmod),
    "power": Formula(
        np.power,
        but=(
            "x ** 0.5 is sqrt(x), which differs for -inf and -0.0; x ** -2 is 1 / (x * x), which is 0 for large x",
            lambda x, y: ((np.abs(y) == 0.5) & (x <= 0)) | ((y == -2) & np.isinf(x * x)),
        ),
    ),
    "maximum": exact(np.maximum, any_zero=True),
    "minimum": exact(np.minimum, any_zero=True),
    "fmax": exact(np.fmax, any_zero=True),
    "fmin": exact(np.fmin, any_zero=True),
    "hypot": Formula(np.hypot),
    "arctan2": Formula(np.arctan2),
    "copysign": exact(np.copysign),
    "ldexp": Formula(_ldexp),
    "floor_divide": Formula(np.floor_divide),
    "logaddexp": Formula(np.logaddexp, cancels=True),
    "logaddexp2": Formula(np.logaddexp2, cancels=True),
    "equal": exact(np.equal),
    "not_equal": exact(np.not_equal),
    "greater": exact(np.greater),
    "greater_equal": exact(np.greater_equal),
    "less": exact(np.less),
    "less_equal": exact(np.less_equal),
    "logical_and": exact(np.logical_and),
    "logical_or": exact(np.logical_or),
    "logical_xor": exact(np.logical_xor),
}
#: operators whose attribute says what they compute: operator, attributes, formula
KINDS = {
    **{
        f"Activation {kind}": ("Activation", {"act_type": kind}, UNARY[kind])
        for kind in ("relu", "sigmoid", "softsign")
    },
    "Activation tanh": ("Activation", {"act_type": "tanh"}, Formula(np.tanh)),
    "Activation softrelu": (
        "Activation",
        {"act_type": "softrelu"},
        Formula(lambda x: np.maximum(x, 0) + np.log1p(np.exp(-np.abs(x)))),
    ),
    "leaky": ("LeakyReLU", {"act_type": "leaky", "slope": 0.25}, exact(lambda x: np.where(x > 0, x, x / 4))),
    "elu": (
        "LeakyReLU",
        {"act_type": "elu", "slope": 0.25},
        Formula(lambda x: np.where(x > 0, x, np.expm1(np.minimum(x, 0)) / 4)),
    ),
    "selu": (
        "LeakyReLU",
        {"act_type": "selu"},
        Formula(
            lambda x: (
                Wide("1.0507009873554804934193349852946")
                * np.where(x > 0, x, Wide("1.6732632423543772848170429916717") * np.expm1(np.minimum(x, 0)))
            )
        ),
    ),
    "gelu": (
        "LeakyReLU",
        {"act_type": "gelu"},
        Formula(
            _gelu,
            3,
            cancels=True,
            but=("PyTorch doubles it before it is halved", lambda x: np.abs(x) >= np.finfo(x.dtype).max / 2),
        ),
    ),
}
#: what operators call a formula
_NAMES = {
    "plus": "add", "Plus": "add", "sub": "subtract", "minus": "subtract", "mul": "multiply", "div": "divide",
    "true_divide": "divide", "lesser": "less", "lesser_equal": "less_equal", "absolute": "abs", "sign_ste": "sign",
    "round_ste": "round", "grad_add": "add", "scatter_plus": "add", "scatter_minus": "subtract",
    "scatter_elemwise_div": "divide", "BlockGrad": "identity", "make_loss": "identity", "MakeLoss": "identity",
    "gradientmultiplier": "identity", "add_n": "identity",
}  # fmt: skip
_PREFIX = re.compile(r"^(?:_npi_|_npx_|_np_|_contrib_|broadcast_|elemwise_|_)")
#: operators whose shapes are those of their inputs, and why they are not here
NOT_HERE = {
    "of integers": "lcm gcd bitwise_and bitwise_or bitwise_xor bitwise_not left_shift right_shift",
    "moves elements": "reverse flip roll shuffle cast_storage identity_with_attr_like_rhs",
    "other types": "Cast amp_cast",
    "constants": "zeros_like ones_like full_like where_scalar2",
    "sums over an axis": "log_softmax softmin SoftmaxActivation div_sqrt_dim",
    "its kinds are formulas of their own": "Activation",
    "steps of optimizers": "lamb_update_phase1 multi_lars",
}


def _formula(name: str) -> tuple[str, bool, bool]:
    """Return the formula of an operator's name, whether one operand is a number, and whether that is the first."""
    base = _PREFIX.sub("", name)
    number = base.endswith("_scalar")
    base = base.removesuffix("_scalar")
    base = _NAMES.get(base, base)
    if number and base not in BINARY and base[:1] == "r":
        return _NAMES.get(base[1:], base[1:]), True, True
    return base, number, False


def operators() -> Iterator[tuple[str, str, bool, bool]]:
    """Yield each element-wise operator with what :func:`_formula` says of it."""
    left_out = {name for names in NOT_HERE.values() for name in names.split()}
    for op in dict.fromkeys(OPS.values()):
        if op.shapes.answer not in (elementwise, broadcast) or op.stochastic or re.search("_image_|_update$", op.name):
            continue
        formula, number, reflected = _formula(op.name)
        if formula not in left_out:
            yield op.name, formula, number, reflected

"""The element-wise functions, one row each: what MXNet, ONNX, and PyTorch source know of a function stands here alone.

From these rows are made the operators of ``mx.nd`` and ``mx.sym`` (``elementwise.py``, ``binary.py``, ``scalar.py``),
those of the NumPy interface (``np_elementwise.py``), the forms for arrays in sparse storage
(``sparse_elementwise.py``), the functions of ``mx.np`` and ``mx.np.array_api``, methods, the rules for reading and
writing ONNX, and those for PyTorch source. A computation that PyTorch does not have is a function in
``_elementwise.py``, one that ONNX does not have a function in ``_elementwise_onnx.py``.
"""

import math
from collections.abc import Callable
from enum import Enum, auto
from functools import partial
from typing import Any, Literal, NamedTuple

import torch

from ..core.naming import name_rule
from ..registry.op import Op
from ..registry.traits import Cast
from . import _elementwise as functions
from . import _elementwise_onnx as by_onnx
from . import _mathematics as maths
from ._families import handed_on, negated, of_output
from ._families import zero_gradient as ZERO

Kernel = Callable[..., torch.Tensor]


class Promotion(Enum):
    """The data type of a result."""

    #: that of the inputs, computed in it
    KEEPS = auto()
    #: that of the inputs; of integers the function is computed in float64, and the fraction cut off, as in 1.9.1; with
    #: MXNet 2's interface functions of one array in ``mx.np`` give floats
    INT_TRUNCATES = auto()
    #: that of the inputs; float32 of integers and booleans, in ``mx.nd`` truncated
    TO_FLOAT = auto()
    #: that of the inputs, which have to be integers or booleans
    INT_ONLY = auto()
    #: that of the inputs, which have to be floating-point numbers
    FLOAT_ONLY = auto()
    #: bool; in ``mx.nd``, which has no booleans, 1 and 0 in the type of the inputs
    TO_BOOL = auto()


KEEPS, INT_TRUNCATES, TO_FLOAT, INT_ONLY, FLOAT_ONLY, TO_BOOL = Promotion


class Sparse(Enum):
    """What happens to an array in sparse storage."""

    #: it is made dense
    DENSE = auto()
    #: 0 stays 0: stored values are computed; recorded calls are dense, as in 1.9.1
    KEEPS_ZERO = auto()
    #: the same, and the gradient of the dense call is stored as the array is
    SPARSE_GRADIENT = auto()
    #: recorded calls compute stored values too
    RECORDED = auto()


DENSE, KEEPS_ZERO, SPARSE_GRADIENT, RECORDED = Sparse


class Unary(NamedTuple):
    """A function of one array."""

    #: in ``mx.nd`` and ``mx.sym``; in ``mx.np`` where these do not have it
    name: str
    #: what computes it, of tensors: PyTorch's function, or one of ``kernels/`` or :mod:`._elementwise`
    kernel: Kernel
    #: in x, for the manual
    formula: str
    promotion: Promotion = INT_TRUNCATES
    #: a rule (see :meth:`mxnet.registry.Op.backward`), :data:`ZERO`, or None: PyTorch's, zero of integers and questions
    gradient: Callable[..., Any] | None = None
    #: the rule that writes the gradient into backward graphs
    vjp: Callable[..., Any] | None = None
    #: whether ``mx.nd`` and ``mx.sym`` have the operator
    classic: bool = True
    #: whether classic arrays and symbols have the method
    method: bool = False
    #: by which names ``mx.np`` has it: the operator is ``_npi_`` with the first, its aliases with the others
    numpy: str = ""
    #: further names in ``mx.np``, which has those of the array API too
    also: str = ""
    #: the name in the array API standard
    array_api: str = ""
    #: ``mx.npx`` has it as another name of the classic operator, or as an operator of its own
    npx: Literal["", "alias", "operator"] = ""
    #: None: ``mx.nd.sparse`` does not have it
    sparse: Sparse | None = None
    #: how mixed precision casts the input (see :class:`mxnet.registry.traits.Traits`)
    amp: Cast | tuple[Cast | None, Cast | None] | None = ("any", "full")
    #: whether oneDNN's fully connected layers take it along: all, or those of floats
    fusible: Literal["", "all", "floats"] = ""
    #: ONNX's operator, or what writes the function with several: ``onnx(g, x)``
    onnx: str | Callable[..., Any] | None = None
    #: PyTorch source of ``{0}``; by default it follows from a kernel that is PyTorch's own
    source: str = ""
    #: 1.9.1 does not have it
    extension: bool = False
    #: whether MXNet 2's ``mx.np`` gives floats for integers, or for booleans alone; None: by the promotion
    floats_in_v2: bool | Literal["booleans"] | None = None
    #: the values of an input, and what is printed of the result in ``mx.np``
    example: tuple[str, ...] = ()

    @property
    def operators(self) -> tuple[str, ...]:
        """The names of its operators, without aliases."""
        names = (self.name if self.classic else "", self.numpy and f"_npi_{self.numpy.split()[0]}")
        return tuple(filter(None, (*names, self.npx == "operator" and f"_npx_{self.name}")))  # type: ignore[arg-type]

    @property
    def functions(self) -> dict[str, str]:
        """The names in ``mx.np``, with the name of the operator that each calls."""
        return numpy_functions(self.numpy.split(), self.also, self.array_api)


class Number(NamedTuple):
    """A function of two arrays where one of them is a number."""

    #: what computes it of the array ``x`` and the number ``s``, which is an integer beside integers
    kernel: Kernel
    #: PyTorch's function of two tensors that computes the same of floats; by default the kernel, if it is PyTorch's
    of_tensors: Kernel | None = None
    gradient: Callable[..., Any] | None = None
    vjp: Callable[..., Any] | None = None
    #: beside which numbers 0 stays 0, for arrays in sparse storage
    keeps_zero: Callable[[float], bool] | None = None
    amp: Cast | tuple[Cast | None, Cast | None] | None = ("any", "full")
    #: PyTorch source of ``{0}`` and the number ``{1}``
    source: str = ""


class Binary(NamedTuple):
    """A function of two arrays, or of an array and a number."""

    #: in ``mx.np``; the operators are ``_npi_<name>`` and ``_npi_<name>_scalar``
    name: str
    #: what computes it of two tensors of one type: PyTorch's function, or one of ``kernels/`` or :mod:`._elementwise`
    kernel: Kernel
    #: in l and r, for the manual
    formula: str
    promotion: Promotion = KEEPS
    #: the function that is the same with its arguments exchanged, ``""``: there are operators ``_npi_r<name>_scalar``
    swapped: str = ""
    #: the words in the names of the classic operators of two arrays and of an array and a number
    classic: str = ""
    #: which of these operators ``mx.np`` has by further names, instead of its own
    shared: Literal["", "all", "numbers"] = ""
    #: the name of the function in ``mx.nd``
    function: str = ""
    #: the name of Python's method, without underscores
    special: str = ""
    number: Number | None = None
    number_first: Number | None = None
    gradient: Callable[..., Any] | None = None
    #: where ``mx.np`` computes, or promotes, otherwise
    numpy_kernel: Kernel | None = None
    numpy_promotion: Promotion | None = None
    #: further names in ``mx.np``, which has those of the array API too
    also: str = ""
    #: the name in the array API standard
    array_api: str = ""
    #: whether 0 and 0 give 0, for arrays in sparse storage
    keeps_zero: bool = False
    amp: Cast | tuple[Cast | None, Cast | None] | None = "widest"
    #: ONNX's operator, or what writes the function with several: ``onnx(g, x, y)``
    onnx: str | Callable[..., Any] | None = None
    #: PyTorch source of ``{0}`` and ``{1}``, either of which may be a number; by default, of two arrays, it follows
    #: from a kernel that is PyTorch's own
    source: str = ""
    #: which of its operators 1.9.1 does not have
    extension: Literal["", "all", "numpy"] = ""
    #: the values of two inputs, and what is printed of the result in ``mx.np``
    example: tuple[str, ...] = ()

    @property
    def words(self) -> tuple[str, str]:
        """The words in the names of classic operators: of two arrays, and of an array and a number."""
        words = self.classic.split()
        return words[0], words[-1]

    @property
    def arrays(self) -> tuple[str, str]:
        """The classic operators of two arrays: of one shape, and of shapes that broadcast."""
        word = self.words[0]
        return f"elemwise_{word}" if word in ("add", "sub", "mul", "div") else f"_{word}", f"broadcast_{word}"

    @property
    def numbers(self) -> tuple[str, str]:
        """The classic operators with the number on the right, and on the left."""
        left = BY_NAME[self.swapped].words[1] if self.swapped else f"r{self.words[1]}"
        return f"_{self.words[1]}_scalar", f"_{left}_scalar"

    @property
    def numpy_operators(self) -> tuple[str, str, str]:
        """The operators of ``mx.np``: of two arrays, with the number on the right, and on the left."""
        return f"_npi_{self.name}", f"_npi_{self.name}_scalar", f"_npi_{self.swapped or f'r{self.name}'}_scalar"

    @property
    def of_floats(self) -> Kernel | None:
        """PyTorch's function that computes it of two floating-point tensors."""
        return self.kernel if torch_name(self.kernel) else self.number and self.number.of_tensors

    @property
    def functions(self) -> tuple[str, ...]:
        """The names in ``mx.np``."""
        return tuple(dict.fromkeys(filter(None, (self.name, *self.also.split(), self.array_api))))


def differentiate(operator: Op, row: Unary | Binary, number: Number | None = None) -> None:
    """Give an operator of a row, or its operator of a number, the rules of the gradient that there are."""
    rules = number or row
    gradient = ZERO if row.promotion in (INT_ONLY, TO_BOOL) else rules.gradient
    if gradient is not None:
        operator.backward(gradient)
        if hasattr(gradient, "recorded"):
            operator.differentiated_by_torch(partial(gradient.recorded, row.kernel))
    vjp = getattr(rules, "vjp", None)
    if vjp is not None:
        operator.vjp(vjp)


def numpy_functions(names: list[str], also: str, array_api: str) -> dict[str, str]:
    """Return functions of ``mx.np`` with their operators: those of ``names`` have their own, others share the last."""
    others = filter(None, (*also.split(), array_api))
    return {name: f"_npi_{name if name in names else names[-1]}" for name in (*names, *others)} if names else {}


def torch_name(kernel: Kernel) -> str:
    """Return the name under which PyTorch has a kernel, ``""`` for one of ours."""
    name = getattr(kernel, "__name__", "")
    return name if getattr(torch, name, None) is kernel else ""


def _scaled(op_type: str, factor: float) -> Callable[..., Any]:
    return lambda g, x: g.Mul(g.node(op_type, (x,)) if op_type else x, factor)


def _multiplied(b: Any, call: Any, p: Any, grads: Any) -> None:
    b.add(call.args[0], b.call(functions.scaled, grads[0], p.scalar))


def _squared(b: Any, call: Any, p: Any, grads: Any) -> None:
    (x,) = call.args
    b.add(x, b.call(_gradient_of_square, grads[0], b.value(x)))


def _gradient_of_square(grad: torch.Tensor, x: torch.Tensor) -> torch.Tensor:
    return grad * (x * 2)


def _infinite(negative: int, positive: int) -> Callable[..., Any]:
    return lambda g, x: g.IsInf(by_onnx.real(g, x), detect_negative=negative, detect_positive=positive)


UNARY = (
    Unary("abs", torch.abs, "|x|", KEEPS, numpy="absolute abs", also="fabs", array_api="abs",
          method=True, sparse=RECORDED, amp="any", fusible="all", onnx="Abs",
          example=("[-1.5, 0, 2]", "[1.5 0.  2. ]")),
    Unary("negative", torch.neg, "-x", KEEPS, vjp=negated, numpy="negative", array_api="negative",
          sparse=SPARSE_GRADIENT, onnx="Neg", source="-{0}",
          example=("[-1.5, 0, 2]", "[ 1.5 -0.  -2. ]")),
    Unary("square", torch.square, "x * x", KEEPS, vjp=_squared, numpy="square", array_api="square",
          method=True, sparse=RECORDED, amp=("full", "any"), fusible="floats", onnx=lambda g, x: g.Mul(x, x),
          example=("[-2, 0, 3]", "[4. 0. 9.]")),
    Unary("relu", torch.relu, "max(x, 0)", KEEPS, functions.relu_gradient, functions.relu_vjp, npx="operator",
          method=True, sparse=RECORDED, amp="any", onnx=by_onnx.rectified, source="F.relu({0})",
          example=("[-2, 0, 3]", "[0. 0. 3.]")),
    Unary("sign", torch.sign, "-1, 0 or 1 by the sign of x", KEEPS, numpy="sign",
          method=True, sparse=SPARSE_GRADIENT, onnx="Sign",
          example=("[-2, 0, 3]", "[-1.  0.  1.]")),
    # -- to integers ---------------------------------------------------------------------------------------------------
    Unary("ceil", torch.ceil, "the least integer not below x", KEEPS, ZERO, numpy="ceil", array_api="ceil",
          floats_in_v2="booleans", method=True, sparse=KEEPS_ZERO, onnx="Ceil",
          example=("[-1.5, 0.2, 2]", "[-1.  1.  2.]")),
    Unary("floor", torch.floor, "the greatest integer not above x", KEEPS, ZERO, numpy="floor", array_api="floor",
          floats_in_v2="booleans", method=True, sparse=KEEPS_ZERO, onnx="Floor",
          example=("[-1.5, 0.2, 2]", "[-2.  0.  2.]")),
    Unary("trunc", torch.trunc, "x without its fraction", KEEPS, ZERO, numpy="trunc", array_api="trunc",
          floats_in_v2="booleans", method=True, sparse=KEEPS_ZERO, onnx=by_onnx.truncated,
          example=("[-1.5, 0.2, 2.7]", "[-1.  0.  2.]")),
    Unary("fix", torch.trunc, "x rounded towards zero", KEEPS, ZERO, numpy="fix",
          floats_in_v2=True, method=True, sparse=KEEPS_ZERO, onnx=by_onnx.truncated,
          example=("[-1.5, 0.2, 2.7]", "[-1.  0.  2.]")),
    Unary("rint", maths.round_halves_down, "the integer nearest to x, of two the lower", gradient=ZERO, numpy="rint",
          method=True, sparse=KEEPS_ZERO, onnx=by_onnx.rounded_down,
          example=("[-1.5, 0.5, 1.5, 2.7]", "[-2.  0.  1.  3.]")),
    Unary("round", functions.round_halves_away, "the integer nearest to x, of two the one farther from zero",
          gradient=ZERO, sparse=KEEPS_ZERO, onnx=by_onnx.rounded_away,
          example=("[-1.5, 0.5, 1.5, 2.7]", "[-2.  1.  2.  3.]")),
    # -- powers and logarithms -----------------------------------------------------------------------------------------
    Unary("reciprocal", torch.reciprocal, "1 / x", floats_in_v2=False, numpy="reciprocal",
          method=True, amp="full", onnx="Reciprocal",
          example=("[0.5, 2, 4]", "[2.   0.5  0.25]")),
    Unary("sqrt", torch.sqrt, "sqrt(x)", numpy="sqrt", array_api="sqrt",
          method=True, sparse=KEEPS_ZERO, amp="any", fusible="floats", onnx="Sqrt",
          example=("[1, 4, 9]", "[1. 2. 3.]")),
    Unary("rsqrt", torch.rsqrt, "1 / sqrt(x)",
          method=True, sparse=DENSE, amp="full", onnx=lambda g, x: g.Reciprocal(g.Sqrt(x)),
          example=("[1, 4, 16]", "[1.   0.5  0.25]")),
    Unary("cbrt", maths.cbrt, "the cube root of x", gradient=functions.cube_root_gradient, numpy="cbrt",
          method=True, sparse=KEEPS_ZERO, onnx=by_onnx.cube_root, source="{0}.sign() * {0}.abs() ** (1 / 3)",
          example=("[-8, 1, 27]", "[-2.  1.  3.]")),
    Unary("rcbrt", maths.rcbrt, "1 / the cube root of x", gradient=functions.reciprocal_cube_root_gradient,
          method=True, amp="full", onnx=lambda g, x: g.Reciprocal(by_onnx.cube_root(g, x)),
          source="{0}.sign() * {0}.abs() ** (-1 / 3)",
          example=("[-8, 1, 8]", "[-0.5  1.   0.5]")),
    Unary("exp", torch.exp, "e ** x", vjp=of_output(torch.mul), numpy="exp", array_api="exp",
          method=True, sparse=DENSE, amp="full", fusible="floats", onnx="Exp",
          example=("[0, 1, 2]", "[1.        2.7182817 7.389056 ]")),
    Unary("expm1", torch.expm1, "e ** x - 1", gradient=functions.exp_less_one_gradient, numpy="expm1",
          array_api="expm1", method=True, sparse=KEEPS_ZERO, amp="full", onnx=by_onnx.expm1,
          example=("[0, 0.5, 1]", "[0.        0.6487213 1.7182819]")),
    Unary("log", torch.log, "the natural logarithm of x", numpy="log", array_api="log",
          method=True, sparse=DENSE, amp="full", onnx="Log",
          example=("[1, 2, 10]", "[0.        0.6931472 2.3025851]")),
    Unary("log2", torch.log2, "the logarithm of x to base 2", numpy="log2", array_api="log2",
          method=True, sparse=DENSE, amp="full", onnx=_scaled("Log", 1 / math.log(2)),
          example=("[1, 2, 8]", "[0. 1. 3.]")),
    Unary("log10", torch.log10, "the logarithm of x to base 10", numpy="log10", array_api="log10",
          method=True, sparse=DENSE, amp="full", onnx=_scaled("Log", 1 / math.log(10)),
          example=("[1, 10, 1000]", "[0. 1. 3.]")),
    Unary("log1p", torch.log1p, "log(1 + x)", numpy="log1p", array_api="log1p",
          method=True, sparse=KEEPS_ZERO, amp="full", onnx=by_onnx.log1p,
          example=("[0, 0.5, 1]", "[0.        0.4054651 0.6931472]")),
    # -- angles --------------------------------------------------------------------------------------------------------
    Unary("sin", torch.sin, "sin(x), x in radians", numpy="sin", array_api="sin",
          method=True, sparse=KEEPS_ZERO, onnx="Sin",
          example=("[0, 0.5, 1]", "[0.         0.47942555 0.84147096]")),
    Unary("cos", torch.cos, "cos(x), x in radians", numpy="cos", array_api="cos",
          method=True, sparse=DENSE, onnx="Cos",
          example=("[0, 0.5, 1]", "[1.         0.87758255 0.54030234]")),
    Unary("tan", torch.tan, "tan(x), x in radians", numpy="tan", array_api="tan",
          method=True, sparse=KEEPS_ZERO, amp="full", onnx="Tan",
          example=("[0, 0.5, 1]", "[0.        0.5463025 1.5574077]")),
    Unary("arcsin", torch.asin, "the angle in [-pi/2, pi/2] whose sine is x", numpy="arcsin", array_api="asin",
          method=True, sparse=KEEPS_ZERO, amp="full", onnx="Asin",
          example=("[-1, 0, 0.5]", "[-1.5707964  0.         0.5235988]")),
    Unary("arccos", torch.acos, "the angle in [0, pi] whose cosine is x", numpy="arccos", array_api="acos",
          method=True, sparse=DENSE, amp="full", onnx="Acos",
          example=("[-1, 0, 1]", "[3.1415927 1.5707964 0.       ]")),
    Unary("arctan", torch.atan, "the angle in (-pi/2, pi/2) whose tangent is x", numpy="arctan", array_api="atan",
          method=True, sparse=KEEPS_ZERO, onnx="Atan",
          example=("[-1, 0, 1]", "[-0.7853982  0.         0.7853982]")),
    Unary("sinh", torch.sinh, "(e ** x - e ** -x) / 2", numpy="sinh", array_api="sinh",
          method=True, sparse=KEEPS_ZERO, amp="full", onnx="Sinh",
          example=("[-1, 0, 1]", "[-1.1752012  0.         1.1752012]")),
    Unary("cosh", torch.cosh, "(e ** x + e ** -x) / 2", numpy="cosh", array_api="cosh",
          method=True, sparse=DENSE, amp="full", onnx="Cosh",
          example=("[-1, 0, 1]", "[1.5430806 1.        1.5430806]")),
    Unary("tanh", torch.tanh, "sinh(x) / cosh(x)", vjp=of_output("tanh_backward"), numpy="tanh", array_api="tanh",
          method=True, sparse=KEEPS_ZERO, amp="any", onnx="Tanh",
          example=("[-1, 0, 1]", "[-0.7615942  0.         0.7615942]")),
    Unary("arcsinh", torch.asinh, "the inverse of sinh at x", numpy="arcsinh", array_api="asinh",
          method=True, sparse=KEEPS_ZERO, onnx="Asinh",
          example=("[-1, 0, 1]", "[-0.8813736  0.         0.8813736]")),
    Unary("arccosh", torch.acosh, "the inverse of cosh at x", numpy="arccosh", array_api="acosh",
          method=True, sparse=DENSE, onnx="Acosh",
          example=("[1, 2, 3]", "[0.        1.316958  1.7627472]")),
    Unary("arctanh", torch.atanh, "the inverse of tanh at x", numpy="arctanh", array_api="atanh",
          method=True, sparse=KEEPS_ZERO, amp="full", onnx="Atanh",
          example=("[-0.5, 0, 0.5]", "[-0.54930615  0.          0.54930615]")),
    Unary("degrees", torch.rad2deg, "x * 180 / pi", numpy="degrees", also="rad2deg",
          method=True, sparse=KEEPS_ZERO, onnx=_scaled("", 180 / math.pi),
          example=("[0, 1, 3]", "[  0.       57.29578 171.88734]")),
    Unary("radians", torch.deg2rad, "x * pi / 180", numpy="radians", also="deg2rad",
          method=True, sparse=KEEPS_ZERO, onnx=_scaled("", math.pi / 180),
          example=("[0, 90, 180]", "[0.        1.5707964 3.1415927]")),
    # -- of networks and statistics ------------------------------------------------------------------------------------
    Unary("sigmoid", torch.sigmoid, "1 / (1 + e ** -x)", vjp=of_output("sigmoid_backward"), npx="operator",
          method=True, sparse=DENSE, onnx="Sigmoid",
          example=("[-2, 0, 2]", "[0.11920292 0.5        0.880797  ]")),
    Unary("softsign", functions.softsign, "x / (1 + |x|)", gradient=functions.softsign_gradient,
          onnx="Softsign", source="F.softsign({0})",
          example=("[-1, 0, 3]", "[-0.5   0.    0.75]")),
    Unary("erf", maths.erf, "2 / sqrt(pi) * the integral of exp(-t * t) from 0 to x", npx="alias", onnx="Erf",
          source="torch.erf({0})",
          example=("[-1, 0, 1]", "[-0.8427008  0.         0.8427008]")),
    Unary("erfinv", torch.erfinv, "the inverse of erf at x", npx="alias", amp="full",
          example=("[-0.5, 0, 0.5]", "[-0.47693628  0.          0.47693628]")),
    Unary("gamma", maths.gamma, "the gamma function of x", gradient=functions.gamma_gradient, npx="alias",
          sparse=DENSE, amp="full",
          example=("[1, 2.5, 5]", "[ 1.         1.3293403 24.       ]")),
    Unary("gammaln", torch.lgamma, "log |gamma(x)|", gradient=functions.log_gamma_gradient, npx="alias",
          sparse=DENSE, amp="full",
          example=("[1, 2.5, 50]", "[  0.           0.28468287 144.56575   ]")),
    # -- questions -----------------------------------------------------------------------------------------------------
    Unary("logical_not", torch.logical_not, "not x", TO_BOOL, numpy="logical_not", array_api="logical_not",
          onnx=lambda g, x: g.Not(g.cast(x, "bool")),
          example=("[0, 1, 2]", "[ True False False]")),
    Unary("isnan", torch.isnan, "whether x is not a number", TO_BOOL, classic=False,
          numpy="isnan", array_api="isnan", onnx="IsNaN",
          example=("[1, np.nan, np.inf]", "[False  True False]")),
    Unary("isinf", torch.isinf, "whether x is infinite", TO_BOOL, classic=False,
          numpy="isinf", array_api="isinf", onnx=_infinite(1, 1),
          example=("[1, np.nan, -np.inf]", "[False False  True]")),
    Unary("isposinf", torch.isposinf, "whether x is positive infinity", TO_BOOL, classic=False,
          numpy="isposinf", onnx=_infinite(0, 1),
          example=("[1, np.inf, -np.inf]", "[False  True False]")),
    Unary("isneginf", torch.isneginf, "whether x is negative infinity", TO_BOOL, classic=False,
          numpy="isneginf", onnx=_infinite(1, 0),
          example=("[1, np.inf, -np.inf]", "[False False  True]")),
    Unary("isfinite", torch.isfinite, "whether x is neither infinite nor NaN", TO_BOOL, classic=False,
          numpy="isfinite", array_api="isfinite", onnx=by_onnx.is_finite,
          example=("[1, np.nan, np.inf]", "[ True False False]")),
    Unary("isreal", torch.isreal, "whether x has no imaginary part", TO_BOOL, classic=False, extension=True,
          numpy="isreal",
          example=("[1, 2]", "[ True  True]")),
    Unary("iscomplex", functions.is_complex, "whether x has an imaginary part", TO_BOOL, classic=False, extension=True,
          numpy="iscomplex",
          example=("[1, 2]", "[False False]")),
    Unary("signbit", torch.signbit, "whether x is negative, or -0.0", TO_BOOL, classic=False, extension=True,
          numpy="signbit", array_api="signbit",
          example=("[-1, -0.0, 0.0]", "[ True  True False]")),
    Unary("bitwise_not", torch.bitwise_not, "~x", INT_ONLY, classic=False,
          numpy="bitwise_not", also="invert", array_api="bitwise_invert",
          onnx=lambda g, x: g.Not(x) if x.dtype == "bool" else g.BitwiseNot(x),
          example=("[0, 1, 5], dtype='int32'", "[-1 -2 -6]")),
    # -- that 1.9.1 does not have --------------------------------------------------------------------------------------
    Unary("exp2", torch.exp2, "2 ** x", TO_FLOAT, classic=False, extension=True,
          numpy="exp2", onnx=lambda g, x: g.Pow(g.scalar(2, x.dtype), x),
          example=("[0, 1, 3]", "[1. 2. 8.]")),
    Unary("sinc", torch.sinc, "sin(pi x) / (pi x), 1 at 0", TO_FLOAT, classic=False, extension=True, numpy="sinc",
          example=("[0, 0.5, 0.25]", "[1.         0.63661975 0.9003163 ]")),
    Unary("positive", torch.clone, "x", KEEPS, classic=False, extension=True,
          numpy="positive", array_api="positive", onnx="Identity",
          example=("[-1, 2]", "[-1.  2.]")),
    Unary("conj", functions.conjugate, "the complex conjugate of x", KEEPS, classic=False, extension=True,
          numpy="conj", also="conjugate", array_api="conj", onnx="Identity",
          example=("[-1, 2]", "[-1.  2.]")),
    Unary("real", functions.real, "the real part of x", KEEPS, classic=False, extension=True,
          numpy="real", array_api="real", onnx="Identity",
          example=("[-1, 2]", "[-1.  2.]")),
    Unary("imag", functions.imaginary, "the imaginary part of x", KEEPS, classic=False, extension=True, numpy="imag",
          example=("[-1, 2]", "[0. 0.]")),
)  # fmt: skip

BINARY = (
    Binary("add", torch.add, "l + r", swapped="add", array_api="add",
           classic="add plus", function="add", special="add", keeps_zero=True, onnx="Add", source="{0} + {1}",
           number=Number(torch.add, vjp=handed_on, keeps_zero=lambda s: s == 0),
           example=("[1, 2, 3]", "[10, 20, 30]", "[11. 22. 33.]")),
    Binary("subtract", torch.sub, "l - r", array_api="subtract",
           numpy_kernel=functions.without_booleans(torch.sub),
           classic="sub minus", function="subtract", special="sub", keeps_zero=True, onnx="Sub", source="{0} - {1}",
           number=Number(torch.sub, vjp=handed_on, keeps_zero=lambda s: s == 0),
           number_first=Number(torch.rsub, lambda x, s: torch.sub(s, x), vjp=negated),
           example=("[1, 2, 3]", "[10, 20, 30]", "[ -9. -18. -27.]")),
    Binary("multiply", torch.mul, "l * r", swapped="multiply", array_api="multiply",
           classic="mul", function="multiply", special="mul", keeps_zero=True, onnx="Mul", source="{0} * {1}",
           number=Number(torch.mul, vjp=_multiplied, keeps_zero=lambda s: True),
           example=("[1, 2, 3]", "[10, 20, 30]", "[10. 40. 90.]")),
    Binary("true_divide", functions.divide, "l / r", also="divide", array_api="divide",
           numpy_kernel=torch.div, numpy_promotion=TO_FLOAT,
           classic="div", function="divide", special="truediv", onnx="Div", source="{0} / {1}",
           number=Number(functions.divide_number, torch.div, keeps_zero=lambda s: True),
           number_first=Number(functions.number_divide, lambda x, s: torch.div(s, x), amp="full"),
           example=("[1, 2, 3]", "[2, 4, 8]", "[0.5   0.5   0.375]")),
    Binary("mod", functions.modulo, "l % r", also="remainder",
           numpy_kernel=functions.without_booleans(functions.modulo), gradient=functions.modulo_gradient,
           classic="mod", function="modulo", special="mod", onnx=by_onnx.modulo,
           number=Number(functions.modulo_number, gradient=functions.modulo_number_gradient),
           number_first=Number(functions.number_modulo, gradient=functions.number_modulo_gradient),
           example=("[5, -5, 5.5]", "[3, 3, 2]", "[2.  1.  1.5]")),
    Binary("power", torch.pow, "l ** r", array_api="pow",
           numpy_kernel=functions.power_of_any,
           classic="power", function="power", special="pow", amp="full", onnx="Pow", source="{0} ** {1}",
           number=Number(functions.power_number, amp="full"),
           number_first=Number(functions.number_power, amp="full"),
           example=("[2, 3, 4]", "[3, 2, 0.5]", "[8. 9. 2.]")),
    Binary("maximum", torch.maximum, "max(l, r)", swapped="maximum", array_api="maximum", shared="all",
           gradient=functions.choice_gradient(torch.ge, torch.lt),
           classic="maximum", function="maximum", keeps_zero=True, onnx="Max",
           number=Number(functions.maximum_number, gradient=functions.maximum_number_gradient,
                         source="{0}.clamp(min={1})"),
           example=("[1, 5, 3]", "[2, 2, 3]", "[2. 5. 3.]")),
    Binary("minimum", torch.minimum, "min(l, r)", swapped="minimum", array_api="minimum", shared="all",
           gradient=functions.choice_gradient(torch.le, torch.gt),
           classic="minimum", function="minimum", keeps_zero=True, onnx="Min",
           number=Number(functions.minimum_number, gradient=functions.minimum_number_gradient,
                         source="{0}.clamp(max={1})"),
           example=("[1, 5, 3]", "[2, 2, 3]", "[1. 2. 3.]")),
    Binary("hypot", functions.hypot, "sqrt(l * l + r * r)", numpy_kernel=torch.hypot,
           numpy_promotion=FLOAT_ONLY, shared="numbers",
           swapped="hypot", array_api="hypot",
           classic="hypot", keeps_zero=True, amp="full", onnx=by_onnx.hypot,
           number=Number(functions.hypot_number, amp="full"),
           example=("[3, 5]", "[4, 12]", "[ 5. 13.]")),
    # -- comparisons and logic -----------------------------------------------------------------------------------------
    Binary("equal", torch.eq, "l == r", TO_BOOL, swapped="equal", array_api="equal",
           classic="equal", function="equal", special="eq", onnx="Equal", source="({0} == {1})",
           number=Number(torch.eq, keeps_zero=lambda s: s != 0),
           example=("[1, 2, 3]", "[2, 2, 2]", "[False  True False]")),
    Binary("not_equal", torch.ne, "l != r", TO_BOOL, swapped="not_equal", array_api="not_equal",
           classic="not_equal", function="not_equal", special="ne", onnx=by_onnx.unequal,
           source="({0} != {1})",
           number=Number(torch.ne, keeps_zero=lambda s: s == 0),
           example=("[1, 2, 3]", "[2, 2, 2]", "[ True False  True]")),
    Binary("greater", torch.gt, "l > r", TO_BOOL, swapped="less", array_api="greater",
           classic="greater", function="greater", special="gt", onnx="Greater", source="({0} > {1})",
           number=Number(torch.gt, keeps_zero=lambda s: s >= 0),
           example=("[1, 2, 3]", "[2, 2, 2]", "[False False  True]")),
    Binary("greater_equal", torch.ge, "l >= r", TO_BOOL, swapped="less_equal", array_api="greater_equal",
           classic="greater_equal", function="greater_equal", special="ge", onnx="GreaterOrEqual",
           source="({0} >= {1})",
           number=Number(torch.ge, keeps_zero=lambda s: s > 0),
           example=("[1, 2, 3]", "[2, 2, 2]", "[False  True  True]")),
    Binary("less", torch.lt, "l < r", TO_BOOL, swapped="greater", array_api="less",
           classic="lesser", function="lesser", special="lt", onnx="Less", source="({0} < {1})",
           number=Number(torch.lt, keeps_zero=lambda s: s <= 0),
           example=("[1, 2, 3]", "[2, 2, 2]", "[ True False False]")),
    Binary("less_equal", torch.le, "l <= r", TO_BOOL, swapped="greater_equal", array_api="less_equal",
           classic="lesser_equal", function="lesser_equal", special="le", onnx="LessOrEqual",
           source="({0} <= {1})",
           number=Number(torch.le, keeps_zero=lambda s: s < 0),
           example=("[1, 2, 3]", "[2, 2, 2]", "[ True  True False]")),
    Binary("logical_and", torch.logical_and, "l and r", TO_BOOL, swapped="logical_and", extension="numpy",
           array_api="logical_and",
           classic="logical_and", function="logical_and", onnx=by_onnx.logical("And"),
           number=Number(functions.of_number(torch.logical_and)),
           example=("[0, 0, 1, 1]", "[0, 1, 0, 1]", "[False False False  True]")),
    Binary("logical_or", torch.logical_or, "l or r", TO_BOOL, swapped="logical_or", extension="numpy",
           array_api="logical_or",
           classic="logical_or", function="logical_or", onnx=by_onnx.logical("Or"),
           number=Number(functions.of_number(torch.logical_or)),
           example=("[0, 0, 1, 1]", "[0, 1, 0, 1]", "[False  True  True  True]")),
    Binary("logical_xor", torch.logical_xor, "either l or r", TO_BOOL, swapped="logical_xor", extension="numpy",
           array_api="logical_xor",
           classic="logical_xor", function="logical_xor", onnx=by_onnx.logical("Xor"),
           number=Number(functions.of_number(torch.logical_xor)),
           example=("[0, 0, 1, 1]", "[0, 1, 0, 1]", "[False  True  True False]")),
    # -- of the NumPy interface ----------------------------------------------------------------------------------------
    Binary("arctan2", torch.atan2, "the angle of the point (r, l) to the first axis, in radians", FLOAT_ONLY,
           array_api="atan2", onnx=by_onnx.arctan2,
           example=("[1, 1, -1]", "[1, 0, -1]", "[ 0.7853982  1.5707964 -2.3561945]")),
    Binary("copysign", torch.copysign, "|l| with the sign of r", INT_TRUNCATES, gradient=functions.copysign_gradient,
           array_api="copysign", onnx=by_onnx.copysign,
           number=Number(functions.of_number(torch.copysign), gradient=functions.copysign_number_gradient),
           number_first=Number(functions.of_number_first(torch.copysign), gradient=ZERO),
           example=("[1, -2, 3]", "[-1, 1, -0.0]", "[-1.  2. -3.]")),
    Binary("ldexp", maths.ldexp, "l * 2 ** r", INT_TRUNCATES, onnx=by_onnx.ldexp,
           example=("[1, 2, 3]", "[0, 3, -1]", "[ 1.  16.   1.5]")),
    Binary("lcm", functions.multiple, "the least common multiple of l and r", INT_ONLY, swapped="lcm",
           number=Number(functions.of_number(functions.without_booleans(functions.multiple))),
           example=("[4, 6], dtype='int32'", "[6, 9], dtype='int32'", "[12 18]")),
    Binary("bitwise_and", torch.bitwise_and, "l & r", INT_ONLY, swapped="bitwise_and",
           array_api="bitwise_and", special="and", onnx=by_onnx.bitwise("And"),
           example=("[5, 12], dtype='int32'", "[3, 10], dtype='int32'", "[1 8]")),
    Binary("bitwise_or", torch.bitwise_or, "l | r", INT_ONLY, swapped="bitwise_or",
           array_api="bitwise_or", special="or", onnx=by_onnx.bitwise("Or"),
           example=("[5, 12], dtype='int32'", "[3, 10], dtype='int32'", "[ 7 14]")),
    Binary("bitwise_xor", torch.bitwise_xor, "l ^ r", INT_ONLY, swapped="bitwise_xor",
           array_api="bitwise_xor", special="xor", onnx=by_onnx.bitwise("Xor"),
           example=("[5, 12], dtype='int32'", "[3, 10], dtype='int32'", "[6 6]")),
    # -- that 1.9.1 does not have --------------------------------------------------------------------------------------
    Binary("floor_divide", functions.floor_divide, "l / r rounded down", extension="all", special="floordiv",
           example=("[7, -7]", "[2, 2]", "[ 3. -4.]")),
    Binary("fmod", maths.fmod, "l % r with the sign of l", gradient=functions.fmod_gradient, extension="all",
           example=("[5, -5]", "[3, 3]", "[ 2. -2.]")),
    Binary("fmax", torch.fmax, "the greater of l and r, the other of NaN", swapped="fmax", extension="all",
           example=("[1, np.nan]", "[2, 3]", "[2. 3.]")),
    Binary("fmin", torch.fmin, "the smaller of l and r, the other of NaN", swapped="fmin", extension="all",
           example=("[1, np.nan]", "[2, 3]", "[1. 3.]")),
    Binary("logaddexp", torch.logaddexp, "log(e ** l + e ** r)", TO_FLOAT, swapped="logaddexp", extension="all",
           array_api="logaddexp",
           example=("[0, 1]", "[0, 1]", "[0.6931472 1.6931472]")),
    Binary("logaddexp2", torch.logaddexp2, "log2(2 ** l + 2 ** r)", TO_FLOAT, swapped="logaddexp2",
           extension="all",
           example=("[0, 1]", "[0, 1]", "[1. 2.]")),
    Binary("nextafter", torch.nextafter, "the number beside l towards r", TO_FLOAT, gradient=ZERO,
           extension="all",
           example=("[1, 1]", "[2, 0]", "[1.0000001  0.99999994]")),
    Binary("gcd", torch.gcd, "the greatest common divisor of l and r", INT_ONLY, swapped="gcd", extension="all",
           example=("[12, 18], dtype='int32'", "[18, 24], dtype='int32'", "[6 6]")),
    Binary("left_shift", torch.bitwise_left_shift, "l << r", INT_ONLY, extension="all",
           array_api="bitwise_left_shift", special="lshift",
           example=("[1, 5], dtype='int32'", "[3, 1], dtype='int32'", "[ 8 10]")),
    Binary("right_shift", torch.bitwise_right_shift, "l >> r", INT_ONLY, extension="all",
           array_api="bitwise_right_shift", special="rshift",
           example=("[8, 5], dtype='int32'", "[3, 1], dtype='int32'", "[1 2]")),
)  # fmt: skip
BY_NAME = {row.name: row for row in BINARY}


def _name_functions(row: Unary | Binary | Number, name: str) -> None:
    """Name what a row computes with after it, for profiles and tracebacks."""
    for field, value in row._asdict().items():
        if isinstance(value, Number):
            _name_functions(value, f"{name}.{field}")
        elif callable(value):
            name_rule(value, name if field == "kernel" else f"{name}.{field}")


for _row in (*UNARY, *BINARY):
    _name_functions(_row, _row.name)

# ruff: noqa: E501 (a table of expressions: each is a line)
"""Draws expressions: functions of ``mx.np`` and ``mx.npx``, indices, methods, operators, texts."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

DTYPES = ("bool", "int8", "uint8", "int32", "int64", "float16", "float32", "float64")
FLOATS = ("float16", "float32", "float64")
SHAPES: tuple[tuple[int, ...], ...] = (
    (),
    (1,),
    (3,),
    (0,),
    (2, 3),
    (3, 1),
    (1, 3),
    (2, 0),
    (2, 3, 4),
    (0, 3),
    (2, 1, 4),
)
NUMBERS = (
    "2",
    "-3",
    "0",
    "1.5",
    "-0.5",
    "True",
    "2.0",
    "-0.0",
    "onp.float32(1.5)",
    "onp.int64(2)",
    "onp.float64(0.3)",
    "float('inf')",
    "float('nan')",
)


class Draw:
    """Random choices for one case, and the arrays it has so far."""

    def __init__(self, seed: int, number: int) -> None:
        self.random = random.Random(f"{seed} {number}")
        self.arrays: dict[str, tuple[tuple[int, ...], str, Any, int]] = {}
        self.differentiate: list[str] = []
        self.before = ""

    def pick(self, *options: Any) -> Any:
        """Return one of the options."""
        return self.random.choice(options)

    def chance(self, share: float) -> bool:
        """Return whether this happens."""
        return self.random.random() < share

    def dtype(self) -> str:
        """Return a type: float32 most often."""
        return self.pick("float32", "float32", "float32", "float32", *DTYPES)

    def shape(self) -> tuple[int, ...]:
        """Return a shape: of two axes most often."""
        return self.pick((2, 3), (2, 3), (2, 3, 4), *SHAPES)

    def array(self, shape: Any = None, dtype: str | None = None, kind: Any = "any", grad: bool = True) -> str:
        """Return the name of a new array; what has a shape gets any if none is given."""
        name = f"x{len(self.arrays)}"
        shape = self.shape() if shape is None else shape
        self.arrays[name] = (shape, self.dtype() if dtype is None else dtype, kind, self.random.randrange(10**6))
        if grad:
            self.differentiate.append(name)
        return name

    def shape_of(self, name: str) -> tuple[int, ...]:
        """Return the shape of an array."""
        return self.arrays[name][0]

    def fitting(self, shape: tuple[int, ...]) -> tuple[int, ...]:
        """Return a shape that broadcasts with this one, most often."""
        if self.chance(0.05):
            return (5,)
        cut = shape[self.random.randint(0, len(shape)) :] if self.chance(0.3) else shape
        return tuple(1 if self.chance(0.25) else n for n in cut)

    def axis(self, name: str, several: bool = False, none: bool = True) -> str:
        """Return the text of an axis of an array: one it has most often."""
        n = len(self.shape_of(name))
        if self.chance(0.06):
            return repr(n + 1)
        options = [*range(-n, n), *(["None"] if none else [])]
        if several and n > 1:
            options += [(0, 1), (-1, 0), tuple(range(n))]
        return str(self.pick(*options)) if options else self.pick("None" if none else "0", "0", "-1")


#: what a recipe makes: the text of an expression
Recipe = Callable[[Draw], str]
#: recipes by family
RECIPES: dict[str, list[Recipe]] = {}


def recipe(family: str) -> Callable[[Recipe], Recipe]:
    """Register a recipe."""

    def add(function: Recipe) -> Recipe:
        RECIPES.setdefault(family, []).append(function)
        return function

    return add


def keywords(d: Draw, **options: Any) -> str:
    """Return some of the keyword arguments, each in half of all cases."""
    return "".join(f", {key}={value}" for key, value in options.items() if value is not None and d.chance(0.5))


# -- element by element -----------------------------------------------------------------------------------------------

UNIT = ("arcsin", "arccos", "arctanh")
POSITIVE = ("log", "log2", "log10", "sqrt", "reciprocal", "cbrt")
UNARY = (
    *(
        "abs",
        "absolute",
        "negative",
        "square",
        "sign",
        "rint",
        "ceil",
        "floor",
        "trunc",
        "fix",
        "exp",
        "expm1",
        "log1p",
    ),
    *("sin", "cos", "tan", "arctan", "sinh", "cosh", "tanh", "arcsinh", "degrees", "radians", "deg2rad", "rad2deg"),
    *("isnan", "isinf", "isfinite", "isposinf", "isneginf", "logical_not", "fabs", "invert", "bitwise_not", "around"),
    *("round", "round_", "nan_to_num", "positive", "real", "signbit", "spacing", "i0", "modf", "frexp"),
)
BINARY = (
    *(
        "add",
        "subtract",
        "multiply",
        "true_divide",
        "divide",
        "mod",
        "remainder",
        "power",
        "maximum",
        "minimum",
        "hypot",
    ),
    *(
        "arctan2",
        "copysign",
        "ldexp",
        "lcm",
        "bitwise_and",
        "bitwise_or",
        "bitwise_xor",
        "equal",
        "not_equal",
        "greater",
    ),
    *("greater_equal", "less", "less_equal", "float_power", "heaviside", "divmod"),
)
OPERATORS = ("+", "-", "*", "/", "%", "**", "==", "!=", "<", "<=", ">", ">=", "&", "|", "^", "@")


@recipe("elementwise")
def _unary(d: Draw) -> str:
    name = d.pick(*UNARY, *UNIT, *POSITIVE)
    if d.chance(0.05):
        return f"np.{name}({d.pick(*NUMBERS)})"
    kind = "special" if d.chance(0.3) else "unit" if name in UNIT else "positive" if name in POSITIVE else "any"
    a = d.array(kind=kind, grad=kind != "special")
    more = keywords(d, decimals=d.pick(0, 1, -1, 2)) if name in ("around", "round") else ""
    if d.chance(0.06):
        more += f", out={d.array(d.shape_of(a), d.pick(d.arrays[a][1], d.dtype()), grad=False)}"
        d.differentiate = []
    if d.chance(0.04):
        more += d.pick(", where=True", ", dtype='float64'", ", order='C'", ", casting='safe'", ", where=False")
    return f"np.{name}({a}{more})"


def _operands(d: Draw) -> tuple[str, str]:
    kind = "special" if d.chance(0.3) else "any"
    a = d.array(kind=kind, grad=kind != "special")
    if d.chance(0.3):
        pair = a, d.pick(*NUMBERS)
        return pair if d.chance(0.6) else (pair[1], pair[0])
    same = d.chance(0.4)
    dtype = d.arrays[a][1] if same else d.pick(*DTYPES)
    return a, d.array(d.fitting(d.shape_of(a)), dtype, kind, kind != "special")


@recipe("elementwise")
def _binary(d: Draw) -> str:
    a, b = _operands(d)
    more = ""
    if d.chance(0.06):
        more = f", out={d.array(d.shape_of(a if a in d.arrays else b), d.dtype(), grad=False)}"
        d.differentiate = []
    if d.chance(0.04):
        more += d.pick(", where=True", ", dtype='float64'", ", casting='same_kind'", ", where=False")
    return f"np.{d.pick(*BINARY)}({a}, {b}{more})"


@recipe("operators")
def _operator(d: Draw) -> str:
    a, b = _operands(d)
    return f"{a} {d.pick(*OPERATORS)} {b}"


@recipe("operators")
def _in_place(d: Draw) -> str:
    a, b = _operands(d)
    if a not in d.arrays:
        a, b = b, a
    d.before = f"{a} {d.pick('+', '-', '*', '/', '%', '**', '&', '|', '^')}= {b}"
    d.differentiate = []
    return a


@recipe("operators")
def _sign(d: Draw) -> str:
    return d.pick("-{0}", "~{0}", "abs({0})", "bool({0})", "int({0})", "float({0})", "round({0})", "len({0})", "list({0})",
                  "{0} is None", "divmod({0}, 2)", "{0} == None", "{0} in [{0}]", "[1, 2, 3][{0}]", "{0} + [1.0]").format(
                      d.array(d.pick((), (1,), (3,), (2, 3), (0,))))  # fmt: skip


# -- along axes -------------------------------------------------------------------------------------------------------


@recipe("reductions")
def _reduce(d: Draw) -> str:
    name = d.pick(
        "sum",
        "prod",
        "product",
        "mean",
        "max",
        "min",
        "amax",
        "amin",
        "all",
        "any",
        "sometrue",
        "alltrue",
        "std",
        "var",
    )
    a = d.array(kind="special" if d.chance(0.1) else "any")
    more = keywords(d, axis=d.axis(a, several=True), keepdims=d.pick("True", "False"))
    if name in ("sum", "prod", "mean", "std", "var") and d.chance(0.3):
        more += f", dtype='{d.dtype()}'"
    if name in ("std", "var"):
        more += keywords(d, ddof=d.pick(0, 1))
    if name in ("sum", "prod", "max", "min") and d.chance(0.1):
        more += d.pick(", initial=1", ", where=None", ", initial=-2.5")
    return f"np.{name}({a}{more})" if d.chance(0.7) else f"{a}.{name}({more[2:]})"


@recipe("reductions")
def _positions(d: Draw) -> str:
    a = d.array(kind="special" if d.chance(0.1) else "any")
    name = d.pick("argmax", "argmin", "cumsum", "argsort", "sort")
    more = f", {d.axis(a)}" if d.chance(0.6) else ""
    if name == "cumsum" and d.chance(0.3):
        more += f"{'' if more else ', None'}, '{d.dtype()}'"
    return f"np.{name}({a}{more})" if d.chance(0.7) else f"{a}.{name}({more[2:]})"


@recipe("reductions")
def _average(d: Draw) -> str:
    a = d.array(dtype=d.pick("float32", "float64", "int32"))
    axis = d.axis(a)
    shape = d.shape_of(a)
    weights = ""
    if d.chance(0.6):
        at = shape if axis == "None" or d.chance(0.5) else shape[int(axis) : int(axis) + 1 or None] if shape else ()
        weights = f", weights={d.array(at, d.arrays[a][1], 'positive')}"
    return f"np.average({a}, axis={axis}{weights}{keywords(d, returned=d.pick('True', 'False'))})"


@recipe("reductions")
def _quantile(d: Draw) -> str:
    a = d.array(dtype=d.pick("float32", "float64", "int32", "float16"))
    name = d.pick("percentile", "quantile")
    scale = 1 if name == "quantile" else 100
    q = d.pick(
        str(0.3 * scale),
        str(0.5 * scale),
        "1",
        "0",
        str(1.5 * scale),
        f"np.array([0.1, 0.5]) * {scale}",
        f"[{0.2 * scale}, {0.7 * scale}]",
    )
    how = d.pick("linear", "lower", "higher", "midpoint", "nearest")
    return f"np.{name}({a}, {q}{keywords(d, axis=d.axis(a, True), interpolation=repr(how), keepdims=d.pick('True', 'False'))})"


@recipe("reductions")
def _statistics(d: Draw) -> str:
    a = d.array()
    return d.pick(
        f"np.diff({a}{keywords(d, n=d.pick(0, 1, 2), axis=d.axis(a, none=False))})",
        f"np.ediff1d({a}{keywords(d, to_end=d.pick('2.0', d.array((2,))), to_begin='1.0')})",
        f"np.histogram({a}, bins={d.pick(3, 5, 'np.array([-2., 0., 1., 3.])')}, range=(-2, 3))",
        f"np.bincount({d.array((5,), d.pick('int32', 'int64', 'uint8'), 4)}{keywords(d, minlength=d.pick(0, 6))})",
        f"np.trace({a}{keywords(d, offset=d.pick(-1, 0, 1), axis1=d.pick(0, 1), axis2=d.pick(1, -1))})",
        f"np.count_nonzero({a}{keywords(d, axis=d.axis(a))})",
        f"np.nonzero({a})",
        f"{a}.nonzero()",
        f"np.argwhere({a})",
        f"np.flatnonzero({a})",
    )


# -- shapes -----------------------------------------------------------------------------------------------------------


@recipe("shapes")
def _reshape(d: Draw) -> str:
    a = d.array()
    size = 1
    for n in d.shape_of(a):
        size *= n
    to = d.pick(
        "-1",
        f"({size},)",
        "(-1, 1)",
        "()",
        "(2, -1)",
        "(3, -1)",
        "(1, -1, 1)",
        f"{size}",
        "(0, -1)",
        f"(2, {size // 2})",
        "(-1, -1)",
    )
    if d.chance(0.3):
        return f"{a}.reshape({to.strip('()') if d.chance(0.5) else to})"
    return f"np.reshape({a}, {to}{d.pick('', '', ', order=' + repr('C'), ', order=' + repr('F'))})"


@recipe("shapes")
def _move(d: Draw) -> str:
    a = d.array()
    n = len(d.shape_of(a))
    order = list(range(n))
    d.random.shuffle(order)
    one, two = d.axis(a, none=False), d.axis(a, none=False)
    return d.pick(
        f"np.transpose({a})", f"np.transpose({a}, {tuple(order)})", f"{a}.transpose({', '.join(map(str, order))})", f"{a}.T",
        f"np.swapaxes({a}, {one}, {two})", f"{a}.swapaxes({one}, {two})", f"np.moveaxis({a}, {one}, {two})",
        f"np.expand_dims({a}, {d.pick(one, -1, 0, (0, 1), n + 2)})", f"np.squeeze({a}{keywords(d, axis=d.axis(a, True))})",
        f"{a}.squeeze()", f"np.ravel({a})", f"{a}.flatten()", f"np.flip({a}{keywords(d, axis=d.axis(a, True))})",
        f"np.fliplr({a})", f"np.flipud({a})", f"np.rot90({a}, {d.pick(-1, 0, 1, 2, 5)})",
        f"np.roll({a}, {d.pick(1, -2, (1, 2), 7)}{keywords(d, axis=d.axis(a, True))})", f"np.rollaxis({a}, {one}, {d.pick(0, 1, n)})",
        f"np.atleast_1d({a})", f"np.atleast_2d({a})", f"np.atleast_3d({a})", f"np.broadcast_to({a}, {d.pick((2, 3), (4, 2, 3), (3,), (2, 3, 4))})",
        f"np.diag({a}{keywords(d, k=d.pick(-1, 0, 1))})", f"np.diagonal({a}{keywords(d, offset=d.pick(-1, 0, 1), axis1=d.pick(0, 1), axis2=d.pick(1, -1))})",
        f"np.diagflat({a}{keywords(d, k=d.pick(-1, 0, 1))})", f"np.tril({a}{keywords(d, k=d.pick(-1, 0, 1))})",
        f"np.shape({a})", f"np.size({a})", f"np.ndim({a})", f"{a}.size", f"{a}.ndim", f"{a}.shape",
    )  # fmt: skip


@recipe("shapes")
def _repeat(d: Draw) -> str:
    a = d.array()
    return d.pick(
        f"np.tile({a}, {d.pick(2, (2,), (2, 1), (1, 2, 3), 0, ())})",
        f"np.repeat({a}, {d.pick(2, 0, 3)}{keywords(d, axis=d.axis(a))})",
        f"{a}.repeat({d.pick(2, 3)}{keywords(d, axis=d.axis(a))})",
        f"np.resize({a}, {d.pick((2, 2), (5,), 7, (0,))})",
        f"np.pad({a}, {d.pick(1, (1, 2), ((1, 0),), 0)}, {d.pick(repr('constant'), repr('edge'), repr('reflect'), repr('symmetric'), repr('maximum'), repr('minimum'))})",
    )


@recipe("shapes")
def _join(d: Draw) -> str:
    a = d.array()
    shape = list(d.shape_of(a))
    axis = d.random.randrange(len(shape)) if shape else 0
    other = list(shape)
    if shape and d.chance(0.6):
        other[axis] = d.pick(1, 2)
    if d.chance(0.05):
        other = [5, *other]
    b = d.array(tuple(other), d.pick(d.arrays[a][1], d.arrays[a][1], d.arrays[a][1], d.dtype()))
    at = d.pick(axis, axis - len(shape), axis, None)
    name = d.pick(
        "concatenate", "concatenate", "stack", "vstack", "hstack", "dstack", "column_stack", "row_stack", "append"
    )
    if name == "append":
        return f"np.append({a}, {b}, axis={at})"
    parts = d.pick(f"[{a}, {b}]", f"({a}, {b}, {a})", f"[{a}]", f"[{a}, {a}]")
    return f"np.{name}({parts}{keywords(d, axis=at) if name in ('concatenate', 'stack') else ''})"


@recipe("shapes")
def _split(d: Draw) -> str:
    a = d.array()
    name = d.pick("split", "array_split", "vsplit", "hsplit", "dsplit")
    more = keywords(d, axis=d.axis(a, none=False)) if name in ("split", "array_split") else ""
    return f"np.{name}({a}, {d.pick(1, 2, 3, (1,), (1, 2), [0, 2], 4)}{more})"


@recipe("shapes")
def _edit(d: Draw) -> str:
    a = d.array()
    axis = keywords(d, axis=d.axis(a))
    return d.pick(
        f"np.delete({a}, {d.pick(0, -1, 'slice(0, 2)', [0, 1], 'np.array([0], dtype=' + repr('int64') + ')', 9)}{axis})",
        f"np.insert({a}, {d.pick(0, 1, -1, 9)}, {d.pick('2.0', d.array((1,)))}{axis})",
        f"np.unique({a}{keywords(d, return_index='True', return_inverse='True', return_counts='True', axis=d.axis(a))})",
        f"np.broadcast_arrays({a}, {d.array(d.fitting(d.shape_of(a)))})",
        f"np.meshgrid({d.array((3,))}, {d.array((2,))}{keywords(d, indexing=repr(d.pick('xy', 'ij')))})",
        f"np.where({d.array(d.fitting(d.shape_of(a)), d.pick('bool', 'float32', 'int32'))}, {a}, {d.pick('2.0', '1', d.array(d.fitting(d.shape_of(a)), d.arrays[a][1]))})",
        f"np.where({a})", f"np.where({a}, 1.0, 0)",
        f"np.clip({a}, {d.pick(-1, 'None', 0.5)}, {d.pick(1, 'None', 0.7)})", f"{a}.clip({d.pick(-1, 0.5)}, {d.pick(1, 2.5)})",
        f"np.copy({a})", f"{a}.copy()", f"np.indices({d.pick((2, 3), (2,), (0, 2))})", f"np.ix_({d.array((2,), 'int64', 2)}, {d.array((3,), 'int64', 2)})",
    )  # fmt: skip


# -- creation ---------------------------------------------------------------------------------------------------------


@recipe("creation")
def _make(d: Draw) -> str:
    shape = d.pick((2, 3), 3, (0,), (), (2, 0), [2, 2], -1)
    dtype = keywords(d, dtype=repr(d.dtype()))
    a = d.array()
    return d.pick(
        f"np.zeros({shape}{dtype})", f"np.ones({shape}{dtype})", f"np.full({shape}, {d.pick(*NUMBERS)}{dtype})", f"np.full((2, 3), {d.array((3,))}{dtype})",
        f"np.zeros_like({a}{dtype})", f"np.ones_like({a}{dtype})", f"np.full_like({a}, {d.pick(*NUMBERS)}{dtype})",
        f"np.empty({shape}{dtype}).shape", f"np.empty_like({a}{dtype}).dtype",
        f"np.arange({d.pick(5, 2.5, 0, -1, '1, 7', '1, 7, 2', '0, 1, 0.25', '5, 0, -1', '0, 3, 0')}{dtype})",
        f"np.linspace({d.pick('0, 1', '2, -3', '0, 0', '-1.5, 7')}{keywords(d, num=d.pick(1, 0, 5, -1), endpoint=d.pick('True', 'False'), retstep=d.pick('True', 'False'), dtype=repr(d.dtype()))})",
        f"np.logspace({d.pick('0, 1', '1, -1')}{keywords(d, num=d.pick(1, 0, 5), endpoint=d.pick('True', 'False'), base=d.pick(2.0, 10.0), dtype=repr(d.dtype()))})",
        f"np.eye({d.pick(3, 0, 1)}{keywords(d, M=d.pick(2, 4), k=d.pick(-1, 1, 5))}{dtype})", f"np.identity({d.pick(3, 0)}{dtype})",
        f"np.{d.pick('hanning', 'hamming', 'blackman')}({d.pick(0, 1, 5)}{dtype})",
        f"np.array({d.pick([1, 2], [], [[1.5, 2]], 3, [True, False], [[1], [2, 3]], 'onp.arange(3)', 'onp.float64(2.5)', '[onp.ones(2), onp.zeros(2)]', a, f'[{a}, {a}]', 'None')}{dtype})",
        f"{a}.astype({d.dtype()!r})", f"{a}.asnumpy()", f"{a}.tolist()", f"{a}.item()", f"{a}.dtype", f"{a}.as_nd_ndarray()",
        f"np.array({a}, dtype={d.dtype()!r})", f"np.unravel_index({d.array((4,), d.pick('int32', 'int64'), 6)}, (2, 3))",
        f"np.diag_indices_from({d.array((3, 3))})", f"np.tril_indices_from({d.array((3, 3))})", f"np.result_type({a}, {d.array()})",
        f"np.may_share_memory({a}, {a})", f"np.shares_memory({a}, {d.array()})",
    )  # fmt: skip


@recipe("printing")
def _text(d: Draw) -> str:
    a = d.array(d.pick(*SHAPES, (30, 40), (1200,), (2, 2, 2, 2), (1, 1)), kind="special" if d.chance(0.3) else "any")
    return d.pick(
        f"repr({a})",
        f"str({a})",
        f"format({a})",
        f"'%s' % {a}",
        f"repr([{a}])",
        f"repr({a}.astype({d.dtype()!r}))",
        f"repr({a} * 1e{d.pick(-9, 8)})",
    )


# -- products and linear algebra --------------------------------------------------------------------------------------


@recipe("products")
def _product(d: Draw) -> str:
    n = d.pick(2, 3, 1, 0)
    first, second = d.pick(
        ((n,), (n,)),
        ((2, n), (n, 3)),
        ((2, n), (n,)),
        ((n,), (n, 2)),
        ((2, 2, n), (n, 3)),
        ((2, 2, n), (2, n, 3)),
        ((), (2, n)),
        ((2, 3), (4, 2)),
        ((1, 2, n), (3, n, 2)),
    )
    dtype = d.pick("float32", "float32", "float64")
    a, b = d.array(first, dtype), d.array(second, d.pick(dtype, dtype, dtype, d.dtype()))
    return d.pick(
        f"np.dot({a}, {b})", f"{a}.dot({b})", f"np.matmul({a}, {b})", f"{a} @ {b}", f"np.inner({a}, {a})", f"np.outer({a}, {b})", f"np.vdot({a}, {a})",
        f"np.tensordot({a}, {b}, {d.pick(1, 0, ((0,), (0,)), ((-1,), (0,)))})", f"np.einsum('ij,jk', {d.array((2, 3), dtype)}, {d.array((3, 2), dtype)})",
        f"np.einsum({d.pick('ij->ji', 'ij->', 'ii', '...i', 'ij->j')!r}, {d.array((2, 2), dtype)})",
        f"np.einsum('ij,j->i', {d.array((2, 3), dtype)}, {d.array((3,), dtype)}{keywords(d, optimize='True')})",
        f"np.polyval({d.array((3,), dtype)}, {d.array((2,), dtype)})",
    )  # fmt: skip


@recipe("linalg")
def _linalg(d: Draw) -> str:
    dtype = d.pick("float32", "float64", "float64")
    m = d.array(d.pick((3, 3), (2, 3, 3), (1, 1), (2, 3), (0, 0)), dtype)
    s = f"(np.matmul({m}, np.swapaxes({m}, -1, -2)) + 3 * np.eye({d.shape_of(m)[-2]}, dtype={dtype!r}))"
    k = d.shape_of(m)[-2]
    v = d.array((*d.shape_of(m)[:-1],) if d.chance(0.5) else (*d.shape_of(m)[:-1], 2), dtype)
    return d.pick(
        f"np.linalg.cholesky{s}", f"np.linalg.det({m})", f"np.linalg.slogdet({s})", f"np.linalg.inv({s})", f"np.linalg.solve({s}, {v})", f"np.linalg.eigvalsh({s})",
        f"np.abs(np.linalg.eigh({s})[1])", f"np.linalg.svd({m})[1]", f"np.linalg.pinv({s})", f"np.linalg.norm({m}{keywords(d, ord=d.pick(1, 2, repr('fro'), 'np.inf', '-np.inf', repr('nuc'), 0, 3), axis=d.axis(m, True), keepdims='True')})",
        f"np.linalg.matrix_rank({m})", f"np.linalg.matrix_power({m}, {d.pick(0, 1, 3, -1)})", f"np.linalg.multi_dot([{m}, {s}, {s}])", f"np.linalg.cond({s}{d.pick('', ', 1', ', -2')})",
        f"np.abs(np.linalg.qr({m})[1])", f"np.linalg.lstsq({m}, {d.array((k, 2), dtype)}, rcond=None)[0]", f"np.linalg.tensorinv({s}, ind=1)", f"np.linalg.tensorsolve({s}, {d.array((k,), dtype)})",
        f"np.linalg.{d.pick('inv', 'det', 'cholesky', 'eigvalsh')}({d.array((2, 2), d.dtype())})",
    )  # fmt: skip


# -- indexing ---------------------------------------------------------------------------------------------------------


def _key(d: Draw, shape: tuple[int, ...]) -> str:
    parts = []
    advanced = 0
    for n in shape[: d.random.randint(0, len(shape)) + (1 if d.chance(0.03) else 0)]:
        kind = d.pick("int", "slice", "slice", "list", "array", "none", "all")
        if kind == "int":
            parts.append(str(d.pick(0, -1, n - 1, n) if d.chance(0.15) or not n else d.random.randrange(-n, n)))
        elif kind == "slice":
            parts.append(d.pick(":", "1:", ":-1", "::2", "::-1", "0:0", "-2:", "2:0:-1", "5:"))
        elif kind == "list" and advanced < 2:
            advanced += 1
            parts.append(d.pick("[0, -1]", "[0]", "[0, 0, 0]", "[[0], [-1]]", "[]") if n else "[]")
        elif kind == "array" and advanced < 2 and n:
            advanced += 1
            parts.append(
                d.array(
                    d.pick((2,), (2, 1), (1,), (0,), ()),
                    d.pick("int32", "int64", "int8", "uint8", "float32"),
                    n,
                    grad=False,
                )
            )
        elif kind == "none":
            parts += ["None", ":"]
        else:
            parts.append(":")
    if d.chance(0.2):
        parts.insert(d.random.randint(0, len(parts)), "...")
    if not parts:
        parts = [d.pick("...", "()", "None")]
    return ", ".join(parts)


@recipe("indexing")
def _get(d: Draw) -> str:
    a = d.array(d.pick(*SHAPES, (2, 3, 4), (3, 4), (4, 5, 2)))
    return f"{a}[{_key(d, d.shape_of(a))}]"


@recipe("indexing")
def _mask(d: Draw) -> str:
    a = d.array()
    shape = d.shape_of(a)
    m = d.array(d.pick(shape, shape, shape[:1], (5,)), "bool", grad=False)
    if d.chance(0.4):
        d.before = f"{a}[{d.pick(m, f'{m}, ...')}] = {d.pick('2', '-1.5', 'True', 'np.array(3.0)', 'onp.array([1])')}"
        d.differentiate = []
        return a
    return d.pick(
        f"{a}[{m}]",
        f"{a}[{a} > 0]",
        f"{a}[{m}, ...]",
        f"{a}[{m}.asnumpy()]",
        f"{a}[True]",
        f"{a}[False]",
        f"{a}[..., {m}]",
        f"{a}[[True, False]]",
    )


@recipe("indexing")
def _set(d: Draw) -> str:
    a = d.array(d.pick(*SHAPES, (2, 3, 4), (3, 4), (4, 5, 2)))
    key = _key(d, d.shape_of(a))
    value = d.pick(
        "2",
        "-1.5",
        "True",
        "onp.float32(2.5)",
        f"{a}[{key}] * 2",
        d.array(d.pick((), (1,), d.shape_of(a)[-1:])),
        "[1, 2]",
        "onp.ones(1)",
        "float('nan')",
    )
    d.before = f"{a}[{key}] = {value}"
    d.differentiate = []
    return a


@recipe("indexing")
def _take(d: Draw) -> str:
    a = d.array()
    n = max(d.shape_of(a) or (1,))
    i = d.array(d.pick((2,), (2, 2), (), (0,)), d.pick("int32", "int64", "float32", "uint8"), n, grad=False)
    mode = d.pick("", ", mode='clip'", ", mode='wrap'", ", mode='raise'")
    return d.pick(f"np.take({a}, {i}, axis={d.axis(a)}{mode})", f"{a}.take({i}{mode})", f"npx.pick({a}, {d.array(d.shape_of(a)[:-1], 'int32', 2)})", f"npx.one_hot({i}, {d.pick(3, 5)}{keywords(d, dtype=repr(d.dtype()), on_value=2.0)})",
                  f"npx.topk({a}, k={d.pick(1, 2)}{keywords(d, axis=d.axis(a, none=False), ret_typ=repr(d.pick('indices', 'value', 'both', 'mask')), is_ascend='True')})",
                  f"npx.gather_nd({a}, {d.array((1, 2), 'int32', 2)})", f"npx.nonzero({a})",
                  f"npx.index_update({a}, {d.array((1, 2), 'int32', 2)}, {d.array((2,))})")  # fmt: skip


# -- layers -----------------------------------------------------------------------------------------------------------


@recipe("npx")
def _layer(d: Draw) -> str:
    dtype = d.pick("float32", "float32", "float64", "float16", "int32")
    a = d.array(dtype=dtype, shape=d.pick((2, 3), (2, 3, 4), (3,), (0, 3), (), (2, 1, 4)))
    axis = keywords(d, axis=d.axis(a, none=False))
    c = d.shape_of(a)[-1] if d.shape_of(a) else 1
    return d.pick(
        f"npx.relu({a})", f"npx.sigmoid({a})", f"npx.softmax({a}{axis}{keywords(d, temperature=2.0, dtype=repr('float64'))})", f"npx.log_softmax({a}{axis})",
        f"npx.activation({a}, act_type={d.pick('relu', 'sigmoid', 'tanh', 'softrelu', 'softsign')!r})", f"npx.leaky_relu({a}, act_type={d.pick('leaky', 'elu', 'gelu', 'selu')!r})",
        f"npx.erf({a})", f"npx.gamma({a})", f"npx.gammaln({a})", f"npx.erfinv({d.array(kind='unit', dtype=dtype)})", f"npx.smooth_l1({a}{keywords(d, scalar=2.0)})",
        f"npx.layer_norm({a}, {d.array((c,), dtype)}, {d.array((c,), dtype)}{keywords(d, axis=-1, eps=1e-3)})",
        f"npx.fully_connected({a}, {d.array((2, c), dtype)}, {d.array((2,), dtype)}, num_hidden=2{keywords(d, flatten=d.pick('True', 'False'))})",
        f"npx.batch_flatten({a})", f"npx.reshape({a}, {d.pick(-1, (-2, -1), (-4,), (-5, -4), (-1, -4), (-6, 1, -1, -4), (-3,), (-2, -2, -2))})", f"npx.reshape_like({a}, {d.array((3, 2))})",
        f"npx.batch_dot({d.array((2, 3, 2), dtype)}, {d.array((2, 2, 3), dtype)}{keywords(d, transpose_a=d.pick('False', 'True'))})", f"npx.arange_like({a}{keywords(d, axis=d.pick(0, -1), start=1, step=2.0)})",
        f"npx.sequence_mask({d.array((3, 2, 2), dtype)}, {d.array((2,), 'float32', 3)}, use_sequence_length=True{keywords(d, value=-1.0, axis=d.pick(0, 1))})", f"npx.shape_array({a})",
        f"npx.slice({a}, begin={d.pick((0,), (1,), (None,), (0, 1))}, end={d.pick((2,), (None,), (2, 2))})", f"npx.cast({a}, dtype={d.dtype()!r})", f"npx.embedding({d.array((2,), 'int32', 3)}, {d.array((3, 2), dtype)}, input_dim=3, output_dim=2)",
        f"npx.convolution({d.array((1, 2, 5), dtype)}, {d.array((3, 2, 2), dtype)}, {d.array((3,), dtype)}, kernel=(2,), num_filter=3)", f"npx.pooling({d.array((1, 2, 6), dtype)}, kernel=(2,){keywords(d, pool_type=repr(d.pick('max', 'avg', 'sum')), stride=(2,))})",
    )  # fmt: skip


# -- what 1.9.1 leaves to NumPy -----------------------------------------------------------------------------------------


@recipe("fallback")
def _fallback(d: Draw) -> str:
    dtype = d.pick("float32", "float32", "float64", "int32", "int64", "float16", "uint8", "bool")
    a = d.array(dtype=dtype, kind="special" if d.chance(0.25) else "any", grad=False)
    axis = keywords(d, axis=d.axis(a))
    v, w = d.array((4,), dtype, grad=False), d.array((4,), d.pick(dtype, "float32"), grad=False)
    p = d.array((2, 3), "float32", "positive", grad=False)
    b = d.array(d.fitting(d.shape_of(a)), d.pick(dtype, dtype, "float32", "int64"), grad=False)
    m = d.array(d.shape_of(a), "bool", grad=False)
    keep = keywords(d, keepdims=d.pick("True", "False"))
    q = d.pick("0.3", "[0.2, 0.9]")
    index = d.array(d.shape_of(a), "int64", 1, grad=False)
    return d.pick(
        *(f"np.{name}({a}, {b})" for name in ("allclose", "array_equal", "array_equiv", "divmod", "float_power", "heaviside", "isclose", "isin", "in1d", "intersect1d", "setdiff1d", "setxor1d", "union1d")),
        *(f"np.{name}({a}{axis}{keep})" for name in ("alltrue", "nanmax", "nanmin", "nanprod", "nansum", "nanstd", "nanvar", "nanmedian", "ptp", "count_nonzero")),
        *(f"np.{name}({a}{axis})" for name in ("nanargmax", "nanargmin", "nancumprod", "nancumsum", "unwrap", "packbits", "unpackbits", "trapz")),
        *(f"np.{name}({a})" for name in ("argwhere", "flatnonzero", "frexp", "i0", "modf", "msort", "ndim", "positive", "real", "signbit", "size", "spacing", "trim_zeros", "min_scalar_type", "cov", "corrcoef", "vander", "lexsort", "roots", "poly")),
        *(f"np.{name}({v}, {w})" for name in ("polyadd", "polymul", "polysub", "polydiv", "correlate", "cov", "corrcoef", "interp", "lexsort")),
        f"np.isin({a}, {b}, invert=True)", f"np.isclose({a}, {b}, equal_nan=True)", f"np.argpartition({v}, 1)[1]", f"np.partition({a}, 0{axis})", f"np.choose({d.array((3,), 'int64', 2, False)}, [{d.array((3,), dtype, grad=False)}, 5])",
        f"np.compress({m}, {a})", f"np.extract({m}, {a})", f"np.digitize({a}, np.array([-1.0, 0.0, 2.0]){keywords(d, right='True')})", f"np.searchsorted(np.array([-1.0, 0.0, 2.0]), {a}{keywords(d, side=repr('right'))})",
        f"np.interp({v}, np.array([0.0, 1.0, 3.0]), np.array([1.0, 5.0, 2.0]){keywords(d, left=-1.0, period=d.pick(None, 2.0))})", f"np.nanquantile({p}, {q}{keywords(d, axis=d.pick(0, 1), keepdims='True')})", f"np.nanpercentile({p}, {d.pick(30, [20, 90])}{keywords(d, axis=d.pick(0, 1))})",
        f"np.polyfit({d.array((4,), 'float64', 'any', False)}, {d.array((4,), 'float64', 'any', False)}, 1)", f"np.polyint({v})", "np.promote_types('float32', 'int8')", f"np.rollaxis({a}, {d.axis(a, none=False)})", f"np.select([{m}], [{a}], {d.pick(0, 1.5)})",
        f"np.take_along_axis({a}, {index}, {d.axis(a)})", f"np.vander({v}{keywords(d, N=d.pick(2, 5), increasing='True')})", f"np.piecewise({v}, [{v} < 2, {v} >= 2], [-1, 1])", f"np.apply_along_axis(lambda r: r.sum(), 0, {a})", f"np.cov({p}{keywords(d, rowvar='False', bias='True', ddof=0)})",
        f"np.histogram_bin_edges({v}{keywords(d, bins=4)})", f"np.apply_over_axes(onp.sum, {a}, 0)", f"np.triu_indices_from({d.array((2, 3), grad=False)})", f"np.trapz({v}{keywords(d, dx=0.5)})", f"np.unwrap({d.array((4,), 'float64', 'any', False)} * 4)", f"np.resize({a}, (3,))",
    )  # fmt: skip


@recipe("random")
def _random(d: Draw) -> str:
    size = d.pick("None", "3", "(2, 3)", "()", "(0,)", "(2, 0)")
    a, b = (
        d.array(d.pick((), (3,), (2, 1)), kind="positive", dtype="float32", grad=False),
        d.array(d.pick((), (3,)), kind="positive", dtype="float32", grad=False),
    )
    dtype = keywords(d, dtype=repr(d.pick("float32", "float64", "float16", "int32")))
    one, two = d.pick("0.5", a, "1"), d.pick("2.0", b, "3")
    name = d.pick("uniform", "normal", "gumbel", "logistic", "lognormal", "gamma", "beta")
    typed = name in ("uniform", "normal", "gamma", "beta")
    return d.pick(
        f"np.random.{name}({one}, {two}, size={size}{dtype if typed else ''})",
        f"np.random.{d.pick('exponential', 'pareto', 'power', 'weibull', 'rayleigh', 'chisquare')}({one}, size={size})",
        f"np.random.randint({d.pick('5', '0, 5', '-3, 3', '5, 2')}, size={size}{keywords(d, dtype=repr(d.pick('int32', 'int64', 'int8')))})",
        f"np.random.rand({d.pick('', '3', '2, 3', '0')})", f"np.random.randn({d.pick('', '3', '2, 3')})", f"np.random.choice({d.pick('5', a)}, size={size}{keywords(d, replace='True')})",
        f"np.random.multinomial({d.pick(3, 0)}, {d.pick([0.2, 0.8], 'np.array([0.5, 0.5])', [0.9, 0.9])}, size={size})", f"npx.random.bernoulli({d.pick('0.5', a)}, size={size})",
        f"npx.random.uniform_n({one}, {two}, batch_shape={d.pick('3', '(2, 3)')})", f"npx.random.normal_n({one}, {two}, batch_shape={d.pick('3', '(2, 3)')})",
    )  # fmt: skip


#: how often a family is drawn
WEIGHTS = {
    "elementwise": 6, "operators": 4, "reductions": 4, "shapes": 5, "creation": 3, "printing": 1, "products": 2, "linalg": 2,
    "indexing": 5, "npx": 2, "fallback": 3, "random": 1,
}  # fmt: skip


def draw_case(seed: int, number: int, families: list[str] | None = None) -> dict[str, Any]:
    """Return the case of this number: an expression, its arrays, whether and how gradients are asked for."""
    d = Draw(seed, number)
    names = families or list(RECIPES)
    family = d.random.choices(names, [WEIGHTS[name] for name in names])[0]
    text = d.pick(*RECIPES[family])(d)
    used = [
        name
        for name in d.arrays
        if f"{name}" in set("".join(c if c.isalnum() or c == "_" else " " for c in text + " " + d.before).split())
    ]
    arrays = {name: d.arrays[name] for name in used}
    grad = (
        d.pick("write", "write", "add", "")
        if family not in ("random", "printing", "creation", "fallback") and not d.before
        else ""
    )
    return {
        "number": number, "family": family, "text": text, "before": d.before, "arrays": arrays,
        "differentiate": [name for name in d.differentiate if name in arrays], "grad": grad, "set_np": d.chance(0.9),
    }  # fmt: skip

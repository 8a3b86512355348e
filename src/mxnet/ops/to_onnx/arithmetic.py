"""Operators of two arrays, or of an array and a number."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...registry.op import OPS
from . import writes
from .elementwise import not_zero

Two = Callable[..., Any]


def modulo(g: Any, x: Any, y: Any) -> Any:
    """The remainder, with the sign of ``y``; 0 where that is 0."""
    if not x.is_float:
        zero = g.Equal(y, 0)
        made = g.Mod(x, g.Where(zero, g.scalar(1, x.dtype), y, dtype=x.dtype))
        return g.Where(zero, g.scalar(0, x.dtype), made, dtype=x.dtype)
    rest = g.Mod(x, y, fmod=1)
    other = g.And(g.Not(g.Equal(rest, 0)), g.Xor(g.Less(rest, 0), g.Less(y, 0)))
    made = g.Where(other, g.Add(rest, y), rest, dtype=x.dtype)
    return g.Where(g.Equal(y, 0), g.scalar(0, x.dtype), made, dtype=x.dtype)


def _hypot(g: Any, x: Any, y: Any) -> Any:
    kind = x.dtype
    if not x.is_float:
        x, y = g.cast(x, "float64"), g.cast(y, "float64")
    return g.cast(g.Sqrt(g.Add(g.Mul(x, x), g.Mul(y, y))), kind)


def _divide(g: Any, x: Any, y: Any) -> Any:
    wanted = g.outs[0].dtype
    if "float" in wanted:
        x, y = g.cast(x, wanted), g.cast(y, wanted)
    return g.Div(x, y)


def _node(op_type: str) -> Two:
    return lambda g, x, y: g.node(op_type, (x, y))


def _logical(op_type: str) -> Two:
    return lambda g, x, y: g.node(op_type, (not_zero(g, x), not_zero(g, y)))


def _unequal(g: Any, x: Any, y: Any) -> Any:
    return g.Not(g.Equal(x, y))


def _power(g: Any, x: Any, y: Any) -> Any:
    return g.Pow(x, y)


#: by name: what makes the result of two values of one type; comparisons make booleans, which are cast where asked
TWO: dict[str, Two] = {
    "add": _node("Add"),
    "sub": _node("Sub"),
    "mul": _node("Mul"),
    "div": _divide,
    "mod": modulo,
    "power": _power,
    "maximum": _node("Max"),
    "minimum": _node("Min"),
    "hypot": _hypot,
    "equal": _node("Equal"),
    "not_equal": _unequal,
    "greater": _node("Greater"),
    "greater_equal": _node("GreaterOrEqual"),
    "lesser": _node("Less"),
    "lesser_equal": _node("LessOrEqual"),
    "logical_and": _logical("And"),
    "logical_or": _logical("Or"),
    "logical_xor": _logical("Xor"),
}


def _of_arrays(two: Two) -> Callable[..., Any]:
    def rule(g: Any, p: Any, x: Any, y: Any) -> Any:
        if x.dtype != y.dtype:  # the NumPy interface promotes
            wanted = g.outs[0].dtype
            kind = wanted if wanted not in ("?", "bool") else x.dtype if x.is_float else y.dtype
            x, y = g.cast(x, kind), g.cast(y, kind)
        return two(g, *(_computable(g, each) for each in (x, y)))

    return rule


def _computable(g: Any, x: Any) -> Any:
    """Return integers of one byte, which ONNX Runtime does not compute with, as those of four."""
    return g.cast(x, "int32") if x.dtype in ("int8", "uint8") else x


def _of_number(two: Two, swapped: bool) -> Callable[..., Any]:
    def rule(g: Any, p: Any, x: Any) -> Any:
        kind = x.dtype
        if not x.is_float and not p.is_int:
            kind = "float64"
        elif kind == "bool":
            kind = "int64"
        whole = None if "float" in kind else _whole(p.scalar, kind)
        x = _computable(g, g.cast(x, kind))
        number = g.scalar(p.scalar if whole is None else whole, x.dtype)
        return two(g, number, x) if swapped else two(g, x, number)

    return rule


def _whole(number: float, kind: str) -> int:
    """Return the number as whole ones of a type hold it: cut off, and wrapped where the type has no sign."""
    return int(number) & 0xFF if kind == "uint8" else int(number)


#: the names of one function in the NumPy interface, where they differ
_NUMPY = {"sub": "subtract", "mul": "multiply", "div": "true_divide", "lesser": "less", "lesser_equal": "less_equal"}
#: those of operators of a number
_SCALAR = {"add": "plus", "sub": "minus"}


def _declare(name: str, two: Two) -> None:
    numpy = _NUMPY.get(name, name)
    scalar = _SCALAR.get(name, name)
    arrays = (f"elemwise_{name}", f"broadcast_{name}", f"_{name}", f"_npi_{numpy}")
    writes(*(each for each in arrays if each in OPS))(_of_arrays(two))
    numbers = (f"_{scalar}_scalar", f"_npi_{numpy}_scalar", f"_scatter_{scalar}_scalar")
    writes(*(each for each in numbers if each in OPS))(_of_number(two, swapped=False))
    reverse = (f"_r{scalar}_scalar", f"_npi_r{numpy}_scalar")
    writes(*(each for each in reverse if each in OPS))(_of_number(two, swapped=True))


for _name, _two in TWO.items():
    _declare(_name, _two)
writes("_grad_add")(_of_arrays(TWO["add"]))
writes("_scatter_elemwise_div")(_of_arrays(TWO["div"]))


@writes("_rdiv_scalar", "_npi_rtrue_divide_scalar", "_rpower_scalar")
def _(g, p, x):
    kind = x.dtype if x.is_float else "float64"  # integers are computed as real ones here
    made = g.scalar(p.scalar if x.is_float or not p.is_int else int(p.scalar), kind)
    return g.node("Pow" if "power" in g.op.name else "Div", (made, g.cast(x, kind)))


@writes("add_n")
def _(g, p, *xs):
    return g.Sum(*xs) if len(xs) > 1 and xs[0].is_float else _sum(g, xs)


def _sum(g: Any, xs: Any) -> Any:
    made = xs[0]
    for each in xs[1:]:
        made = g.Add(made, each)
    return made


def _arctangent(g: Any, y: Any, x: Any) -> Any:
    """The angle of the point (x, y), from that of its slope."""
    pi = 3.141592653589793
    kind = x.dtype
    angle = g.Atan(g.Div(y, x))
    turn = g.Where(g.Less(y, 0), g.scalar(-pi, kind), g.scalar(pi, kind), dtype=kind)
    angle = g.Where(g.Less(x, 0), g.Add(angle, turn), angle, dtype=kind)
    upright = g.Mul(g.Sign(y), pi / 2)
    return g.Where(g.Equal(x, 0), upright, angle, dtype=kind)


def _copysign(g: Any, x: Any, y: Any) -> Any:
    size = g.Abs(x)
    return g.Where(g.Less(y, 0), g.Neg(size), size, dtype=x.dtype)


def _ldexp(g: Any, x: Any, y: Any) -> Any:
    return g.Mul(x, g.Pow(g.scalar(2, x.dtype), y))


def _real_type(g: Any) -> str:
    return g.outs[0].dtype if "float" in g.outs[0].dtype else "float32"


for _name, _two in (("arctan2", _arctangent), ("copysign", _copysign), ("ldexp", _ldexp)):

    def _arrays(g, p, x, y, two=_two):
        kind = _real_type(g)
        return two(g, g.cast(x, kind), g.cast(y, kind))

    def _number(g, p, x, two=_two):
        kind = _real_type(g)
        return two(g, g.cast(x, kind), g.scalar(p.scalar, kind))

    def _turned(g, p, x, two=_two):
        kind = _real_type(g)
        return two(g, g.scalar(p.scalar, kind), g.cast(x, kind))

    writes(f"_npi_{_name}")(_arrays)
    writes(f"_npi_{_name}_scalar")(_number)
    writes(f"_npi_r{_name}_scalar")(_turned)


@writes("_npi_hypot")
def _(g, p, x, y):
    kind = _real_type(g)
    return _hypot(g, g.cast(x, kind), g.cast(y, kind))


for _name in ("and", "or", "xor"):

    def _bits(g, p, x, y, name=_name):
        if x.dtype == "bool":
            return g.node(name.capitalize(), (x, y))
        return g.node(f"Bitwise{name.capitalize()}", (x, y))

    def _bits_of_number(g, p, x, name=_name):
        if x.dtype == "bool":
            return g.node(name.capitalize(), (x, g.scalar(bool(p.scalar), "bool")))
        return g.node(f"Bitwise{name.capitalize()}", (x, g.scalar(_whole(p.scalar, x.dtype), x.dtype)))

    writes(f"_npi_bitwise_{_name}")(_bits)
    writes(f"_npi_bitwise_{_name}_scalar")(_bits_of_number)

"""Curves, losses, arithmetic and reductions."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ...core.text import literal
from ..elementwise_table import BINARY, TO_BOOL, UNARY, Binary, torch_name
from . import first_alone, options, short, source, source_rows

_ACTIVATIONS = {"relu": "F.relu", "sigmoid": "torch.sigmoid", "tanh": "torch.tanh", "softrelu": "F.softplus",
           "softsign": "F.softsign", "log_sigmoid": "F.logsigmoid", "mish": "F.mish"}  # fmt: skip


@source("LeakyReLU")
def _(c):
    kind, slope = c.p.act_type, c.p.slope
    if kind == "prelu":
        return f"F.prelu({c[0]}, {c[1]})"
    simple = {"leaky": f", {literal(slope)}", "elu": f", {literal(slope)}", "selu": "", "gelu": ""}
    if kind not in simple:
        raise c.refusal(f"act_type={kind!r} draws its slopes")
    return f"F.{'leaky_relu' if kind == 'leaky' else kind}({c[0]}{simple[kind]})"


@source("softmax", "log_softmax", reads=first_alone)
def _(c):
    if c.p.use_length if "use_length" in c.p else False:
        raise c.refusal("use_length has no counterpart")
    data = c[0] if c.p.temperature in (None, 1) else f"{c[0]} / {literal(c.p.temperature)}"
    name = "softmax" if c.name_of_operator == "softmax" else "log_softmax"
    return f"F.{name}({data}, dim={c.p.axis})"


@source("SoftmaxActivation")
def _(c):
    if c.p.mode == "channel":
        return f"F.softmax({c[0]}, dim=1)"
    return (
        f"F.softmax({c[0]}, dim=-1)" if len(c.shape(0)) == 2 else f"F.softmax({c[0]}.flatten(1), dim=1).view_as({c[0]})"
    )


@source("SoftmaxOutput", reads=first_alone)
def _(c):
    if c.p.multi_output:
        return f"F.softmax({c[0]}, dim=1)"
    return f"F.softmax({c[0]}, dim=-1)" if c.p.preserve_shape or len(c.shape(0)) == 2 else _over_all(c)


def _over_all(c: Any) -> str:
    return f"F.softmax({c[0]}.flatten(1), dim=1).view_as({c[0]})"


@source(
    "LinearRegressionOutput",
    "MAERegressionOutput",
    "SVMOutput",
    "BlockGrad",
    "_copy",
    "make_loss",
    "MakeLoss",
    reads=first_alone,
)
def _(c):
    return c[0]


@source("LogisticRegressionOutput", reads=first_alone)
def _(c):
    return f"torch.sigmoid({c[0]})"


def _number(c: Any) -> str:
    """Return the text of a number that can stand beside an operator."""
    text = literal(c.p.scalar)
    return f"({text})" if text.startswith("-") else text


def _declare(names: Iterable[str], text: str, of_number: bool = False, swapped: bool = False) -> None:
    """Declare the source of operators of two arrays, or of an array and a number, where there is one."""

    def rule(c: Any) -> str:
        left, right = c[0], _number(c) if of_number else c[1]
        return text.format(right, left) if swapped else text.format(left, right)

    source(*(names if text else ()))(rule)


def _declare_binary(row: Binary) -> None:
    name = torch_name(row.numpy_kernel or row.kernel)
    called = name and f"torch.{name}({{0}}, {{1}})"
    arrays, count = row.source or called, (row.number and row.number.source) or row.source
    both, npi_number, npi_reflected = row.numpy_operators
    to_type = ".to({0}.dtype)" if row.promotion is TO_BOOL else ""
    if row.classic:
        _declare(row.arrays, arrays and arrays + to_type)
        _declare(row.numbers[:1], count and count + to_type, of_number=True)
    if row.shared != "all":
        _declare([both], arrays)
    if not row.shared:
        _declare([npi_number], count, of_number=True)
    if not row.swapped:
        _declare([*(row.numbers[1:] if row.classic else ()), npi_reflected], row.source, of_number=True, swapped=True)


for _row in BINARY:
    _declare_binary(_row)
for _row in UNARY:
    _text = _row.source or (torch_name(_row.kernel) and f"torch.{torch_name(_row.kernel)}({{0}})")
    for _name in _row.operators if _text else ():
        _form = f"{_text}.to({{0}}.dtype)" if _row.promotion is TO_BOOL and _name == _row.name else _text
        source(_name)(lambda c, text=_form: text.format(c[0]))
for _name in ("zeros_like", "ones_like"):
    source(_name)(lambda c, name=_name: f"torch.{name}({c[0]})")


@source("dot")
def _(c):
    if any(len(c.shape(i)) != 2 for i in (0, 1)):
        raise c.refusal("products of matrices alone have a counterpart")
    left, right = (f"{c[i]}.T" if c.p[f"transpose_{side}"] else c[i] for i, side in enumerate("ab"))
    return f"{left} @ {right}"


@source("batch_dot")
def _(c):
    left, right = (f"{c[i]}.mT" if c.p[f"transpose_{side}"] else c[i] for i, side in enumerate("ab"))
    return f"{left} @ {right}"


@source("L2Normalization")
def _(c):
    rank = len(c.shape(0))
    axes = {"instance": tuple(range(1, rank)), "channel": (1,), "spatial": tuple(range(2, rank))}[c.p.mode]
    return f"{c[0]} / ({c[0]}.square().sum({axes}, keepdim=True) + {literal(c.p.eps)}).sqrt()"


@source("LRN")
def _(c):
    p = c.p
    numbers = {"alpha": p.alpha, "beta": p.beta, "k": p.knorm}
    settings = "".join(f", {name}={literal(value)}" for name, value in numbers.items())
    return f"F.local_response_norm({c[0]}, {p.nsize}{settings})"


def _reduction(c: Any, name: str) -> str:
    rank = len(c.shape(0))
    axis = c.p.axis
    axes = tuple(range(rank)) if axis is None or axis == () else (axis,) if isinstance(axis, int) else tuple(axis)
    axes = tuple(sorted(a % rank for a in axes))
    if c.p.exclude:
        axes = tuple(a for a in range(rank) if a not in axes)
    result = f"{c[0]}.{name}({short(axes) if len(axes) == 1 else axes}{options(keepdim=(c.p.keepdims, False))})"
    return result if c.p.keepdims or len(axes) < rank else f"{result}.reshape(1)"


for _name, _function in {"sum": "sum", "mean": "mean", "max": "amax", "min": "amin"}.items():
    source(_name)(lambda c, name=_function: _reduction(c, name))


# what is one expression
source_rows(
    {
        "Activation": lambda c: f"{_ACTIVATIONS[c.p.act_type]}({c[0]})",
        "add_n": lambda c: " + ".join(c[i] for i in range(len(c))),
        "clip": lambda c: f"{c[0]}.clamp({literal(c.p.a_min)}, {literal(c.p.a_max)})",
        "Cast": lambda c: f"{c[0]}.to(torch.{c.p.dtype})",
    }
)

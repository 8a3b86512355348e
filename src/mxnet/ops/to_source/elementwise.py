"""Curves, losses, arithmetic and reductions."""

import math
from collections.abc import Iterable
from typing import Any

from ...core.dtypes import torch_dtype
from ...core.text import literal
from ..elementwise_table import BINARY, TO_BOOL, UNARY, Binary, torch_name
from ..norm import odd_window
from . import first_alone, options, short, source, source_rows

_ACTIVATIONS = {"relu": "F.relu", "sigmoid": "torch.sigmoid", "tanh": "torch.tanh", "softrelu": "F.softplus",
           "softsign": "F.softsign", "log_sigmoid": "F.logsigmoid", "mish": "F.mish"}  # fmt: skip


@source("LeakyReLU")
def _(c):
    act_type, slope = c.p.act_type, c.p.slope
    if act_type == "prelu":
        if c.shape(1) != (1,) and c.shape(1) != c.shape(0)[1:2]:
            raise c.refusal("slopes that are not of the channels have no counterpart")
        return f"F.prelu({c[0]}, {c[1]})"
    simple = {"leaky": f", {literal(slope)}", "elu": f", {literal(slope)}", "selu": "", "gelu": ""}
    if act_type not in simple:
        raise c.refusal(f"act_type={act_type!r} draws its slopes")
    return f"F.{'leaky_relu' if act_type == 'leaky' else act_type}({c[0]}{simple[act_type]})"


@source("softmax", "log_softmax", "softmin", reads=first_alone)
def _(c):
    if c.p.use_length if "use_length" in c.p else False:
        raise c.refusal("use_length has no counterpart")
    data = f"-{c[0]}" if c.name_of_operator == "softmin" else c[0]
    if c.p.temperature not in (None, 1):
        data = f"{data} / {literal(c.p.temperature)}"
    name = "log_softmax" if c.name_of_operator == "log_softmax" else "softmax"
    dtype = c.p.dtype and torch_dtype(c.p.dtype)
    return f"F.{name}({data}, dim={c.p.axis}{options(dtype=(dtype, None))})"


@source("SoftmaxOutput", reads=first_alone)
def _(c):
    if c.p.multi_output:
        return f"F.softmax({c[0]}, dim=1)"
    if c.p.preserve_shape or len(c.shape(0)) == 2:
        return f"F.softmax({c[0]}, dim=-1)"
    return f"F.softmax({c[0]}.flatten(1), dim=1).view_as({c[0]})"


_SAME = ("LinearRegressionOutput", "MAERegressionOutput", "SVMOutput", "BlockGrad", "_copy", "make_loss", "MakeLoss")
source(*_SAME, reads=first_alone)(lambda c: c[0])


source("LogisticRegressionOutput", reads=first_alone)(lambda c: f"torch.sigmoid({c[0]})")


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


@source("clip")
def _(c):
    if c.p.a_min > c.p.a_max:
        raise c.refusal("a_min is above a_max")
    return f"{c[0]}.clamp({literal(c.p.a_min)}, {literal(c.p.a_max)})"


@source("dot")
def _(c):
    if any(len(c.shape(i)) != 2 for i in (0, 1)):
        raise c.refusal("products of matrices alone have a counterpart")
    left, right = (f"{c[i]}.T" if c.p[f"transpose_{side}"] else c[i] for i, side in enumerate("ab"))
    return f"{left} @ {right}"


@source("batch_dot", "_linalg_gemm2")
def _(c):
    if c.p.get("axis", -2) != -2:
        raise c.refusal("axis has no counterpart")
    left, right = (f"{c[i]}.mT" if c.p[f"transpose_{side}"] else c[i] for i, side in enumerate("ab"))
    alpha = c.p.get("alpha", 1)
    return f"{left} @ {right}" if alpha == 1 else f"{literal(alpha)} * ({left} @ {right})"


def _heads(c: Any, i: int, parts: int, part: int) -> str:
    """Return the text of one part of interleaved projections, (batch * heads, steps, width)."""
    text = f"{c[i]}.unflatten(-1, ({c.p.heads}, {parts}, -1))[..., {part}, :]"
    return f"{text}.permute(1, 2, 0, 3).flatten(0, 1)"


def _scores(c: Any, queries: int) -> str:
    """Return the text of the products of queries, one of so many parts of the first input, and keys of the last."""
    scale = math.sqrt(c.shape(0)[-1] // c.p.heads // queries)
    keys = _heads(c, 0, 3, 1) if queries == 3 else _heads(c, 1, 2, 0)
    return f"({_heads(c, 0, queries, 0)} / {literal(scale)}) @ {keys}.mT"


def _values(c: Any, parts: int) -> str:
    """Return the text of the values that attention weights add up."""
    return f"({c[1]} @ {_heads(c, 0, parts, parts - 1)}).unflatten(0, (-1, {c.p.heads})).permute(2, 0, 1, 3).flatten(2)"


@source("L2Normalization")
def _(c):
    rank = len(c.shape(0))
    axes = {"instance": tuple(range(1, rank)), "channel": (1,), "spatial": tuple(range(2, rank))}[c.p.mode]
    return f"{c[0]} / ({c[0]}.square().sum({axes}, keepdim=True) + {literal(c.p.eps)}).sqrt()"


@source("LRN")
def _(c):
    size, alpha = odd_window(c.p)
    numbers = {"alpha": alpha, "beta": c.p.beta, "k": c.p.knorm}
    settings = "".join(f", {name}={literal(value)}" for name, value in numbers.items())
    return f"F.local_response_norm({c[0]}, {size}{settings})"


def _reduction(c: Any, name: str) -> str:
    rank = len(c.shape(0))
    axis = c.p.axis
    axes = tuple(range(rank)) if axis is None or axis == () else (axis,) if isinstance(axis, int) else tuple(axis)
    axes = tuple(sorted(a % rank for a in axes))
    if c.p.exclude:
        axes = tuple(a for a in range(rank) if a not in axes)
    if not axes:
        return c[0]
    result = f"{c[0]}.{name}({short(axes) if len(axes) == 1 else axes}{options(keepdim=(c.p.keepdims, False))})"
    return result if c.p.keepdims or len(axes) < rank else f"{result}.reshape(1)"


for _name, _function in {"sum": "sum", "mean": "mean", "max": "amax", "min": "amin"}.items():
    source(_name)(lambda c, name=_function: _reduction(c, name))


@source("prod")
def _(c):
    if len(c.shape(0)) > 1 and (c.p.exclude or c.p.axis is None or len(c.p.axis) != 1):
        raise c.refusal("a product along several axes has no counterpart")
    return _reduction(c, "prod")


@source("norm")
def _(c):
    if c.p.out_dtype is not None:
        raise c.refusal("out_dtype has no counterpart")
    settings = options(ord=(c.p.ord, 2), dim=(c.p.axis and short(c.p.axis), None), keepdim=(c.p.keepdims, False))
    result = f"torch.linalg.vector_norm({c[0]}{settings})"
    return result if c.p.keepdims or c.p.axis else f"{result}.reshape(1)"


# what is one expression
source_rows(
    {
        "Activation": lambda c: f"{_ACTIVATIONS[c.p.act_type]}({c[0]})",
        "add_n": lambda c: " + ".join(c[i] for i in range(len(c))),
        "SoftmaxActivation": lambda c: f"F.softmax({c[0]}, dim={1 if c.p.mode == 'channel' else -1})",
        "hard_sigmoid": lambda c: f"({c[0]} * {literal(c.p.alpha)} + {literal(c.p.beta)}).clamp(0, 1)",
        "_contrib_quadratic": lambda c: " + ".join(
            (f"{literal(c.p.a)} * {c[0]}.square()", f"{literal(c.p.b)} * {c[0]}", literal(c.p.c))
        ),
        "_contrib_div_sqrt_dim": lambda c: f"{c[0]} / {literal(math.sqrt(c.shape(0)[-1]))}",
        "smooth_l1": lambda c: (
            f"F.smooth_l1_loss({c[0]}, torch.zeros_like({c[0]}), reduction='none', beta={literal(c.p.scalar**-2)})"
        ),
        "_contrib_interleaved_matmul_selfatt_qk": lambda c: _scores(c, 3),
        "_contrib_interleaved_matmul_selfatt_valatt": lambda c: _values(c, 3),
        "_contrib_interleaved_matmul_encdec_qk": lambda c: _scores(c, 1),
        "_contrib_interleaved_matmul_encdec_valatt": lambda c: _values(c, 2),
        "Cast amp_cast": lambda c: f"{c[0]}.to(torch.{c.p.dtype})",
    }
)

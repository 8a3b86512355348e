"""Element-wise operators of two arrays: of one shape (``elemwise_*`` and ``_*``), or broadcast (``broadcast_*``).

Both forms of an operator are one row of the table. Comparisons give 1 and 0 in the inputs' type. Integers
stay whole: ``/`` cuts the fraction off; ``%`` has the divisor's sign, and ``x % 0`` is 0.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch

from ..core.errors import MXNetError
from ..kernels.elementwise import remainder
from ..registry import OPS, op
from ..registry.rules import elementwise
from ._families import binary, cast_by_amp, refuse_bool
from ._vjp import handed_on

Two = Callable[[torch.Tensor, torch.Tensor], torch.Tensor]


def numeric(kernel: Two) -> Two:
    """Refuse booleans, which 1.9.1's arithmetic does not take and PyTorch's reads in its own way."""

    def call(lhs: torch.Tensor, rhs: torch.Tensor) -> torch.Tensor:
        if lhs.dtype is torch.bool:
            refuse_bool(lhs)
        return kernel(lhs, rhs)

    call.floats = kernel  # type: ignore[attr-defined]
    return call


def comparison(kernel: Two) -> Two:
    """Return 1 and 0 in the inputs' type for a kernel that says yes and no."""

    def call(lhs: torch.Tensor, rhs: torch.Tensor) -> torch.Tensor:
        dtype = lhs.dtype
        if dtype is torch.bool:
            refuse_bool(lhs)
        return kernel(lhs, rhs).to(dtype)

    def floats(lhs: torch.Tensor, rhs: torch.Tensor) -> torch.Tensor:
        return kernel(lhs, rhs, out=lhs.new_empty(0))  # type: ignore[call-arg]

    call.floats = floats  # type: ignore[attr-defined]
    return call


def divide(lhs: torch.Tensor, rhs: torch.Tensor) -> torch.Tensor:
    """Return ``l / r``, of integers without the fraction."""
    if lhs.is_floating_point():
        return torch.div(lhs, rhs)
    return torch.div(lhs, rhs, rounding_mode="trunc")


def modulo(lhs: torch.Tensor, rhs: torch.Tensor) -> torch.Tensor:
    """Return ``l % r`` with the sign of r; 0 where r is 0.

    As in 1.9.1 nothing that is left is -0.0 of a negative number by a negative one, and of -0.0 by a positive one, else
    0.0; PyTorch's has the sign of ``l``.
    """
    zero = torch.eq(rhs, 0)
    if lhs.is_floating_point():
        rest = remainder(lhs, rhs)
        return rest.masked_fill(zero | (torch.eq(rest, 0) & (torch.lt(lhs, 0) ^ torch.lt(rhs, 0))), 0)
    return torch.remainder(lhs, rhs.masked_fill(zero, 1))


def hypot(lhs: torch.Tensor, rhs: torch.Tensor) -> torch.Tensor:
    """Return ``sqrt(l * l + r * r)``."""
    if lhs.is_floating_point():
        return torch.hypot(lhs, rhs)
    return torch.hypot(lhs.double(), rhs.double()).to(lhs.dtype)


#: the operator for equal shapes and its aliases; the broadcasting one and its; kernel; formula
_ARITHMETIC = (
    ("elemwise_add", ("_Plus", "_add", "_plus", "_sparse_elemwise_add"),
     "broadcast_add", ("_sparse_broadcast_add", "_sparse_broadcast_plus", "broadcast_plus"), torch.add, "l + r"),
    ("elemwise_sub", ("_Minus", "_minus", "_sparse_elemwise_sub", "_sub"),
     "broadcast_sub", ("_sparse_broadcast_minus", "_sparse_broadcast_sub", "broadcast_minus"), torch.sub, "l - r"),
    ("elemwise_mul", ("_Mul", "_mul", "_sparse_elemwise_mul"),
     "broadcast_mul", ("_sparse_broadcast_mul",), torch.mul, "l * r"),
    ("elemwise_div", ("_Div", "_div", "_sparse_elemwise_div"),
     "broadcast_div", ("_sparse_broadcast_div",), divide, "l / r"),
    ("_mod", ("_Mod",), "broadcast_mod", (), modulo, "l % r"),
    ("_power", ("_Power",), "broadcast_power", (), torch.pow, "l ** r"),
    ("_maximum", ("_Maximum",), "broadcast_maximum", ("_npi_maximum",), torch.maximum, "max(l, r)"),
    ("_minimum", ("_Minimum",), "broadcast_minimum", ("_npi_minimum",), torch.minimum, "min(l, r)"),
    ("_hypot", ("_Hypot",), "broadcast_hypot", (), hypot, "sqrt(l * l + r * r)"),
)  # fmt: skip
#: the same for what is true or false: the gradient is zero
_COMPARISONS = (
    ("_equal", ("_Equal",), "broadcast_equal", torch.eq, "1 if l == r else 0"),
    ("_not_equal", ("_Not_Equal",), "broadcast_not_equal", torch.ne, "1 if l != r else 0"),
    ("_greater", ("_Greater",), "broadcast_greater", torch.gt, "1 if l > r else 0"),
    ("_greater_equal", ("_Greater_Equal",), "broadcast_greater_equal", torch.ge, "1 if l >= r else 0"),
    ("_lesser", ("_Lesser",), "broadcast_lesser", torch.lt, "1 if l < r else 0"),
    ("_lesser_equal", ("_Lesser_Equal",), "broadcast_lesser_equal", torch.le, "1 if l <= r else 0"),
    ("_logical_and", ("_Logical_And",), "broadcast_logical_and", torch.logical_and, "1 if l and r else 0"),
    ("_logical_or", ("_Logical_Or",), "broadcast_logical_or", torch.logical_or, "1 if l or r else 0"),
    (
        "_logical_xor",
        ("_Logical_Xor",),
        "broadcast_logical_xor",
        torch.logical_xor,
        "1 if one of l, r is not 0, else 0",
    ),
)

#: what else is known of them
_TRAITS: dict[str, dict[str, bool]] = {
    "elemwise_add": {"is_sum": True, "named_outputs": True, "overwritable": True, "passes_gradient": True},
    "broadcast_add": {"is_sum": True, "overwritable": True},
    "elemwise_sub": {"overwritable": True},
    "broadcast_sub": {"overwritable": True},
}

for _name, _aliases, _wide, _wide_aliases, _kernel, _value in _ARITHMETIC:
    binary(_name, numeric(_kernel), _value, aliases=_aliases, **_TRAITS.get(_name, {}))
    binary(_wide, numeric(_kernel), _value, aliases=_wide_aliases, broadcast=True, **_TRAITS.get(_wide, {}))
for _name, _aliases, _wide, _kernel, _value in _COMPARISONS:
    binary(_name, comparison(_kernel), _value, aliases=_aliases, zero=True)
    binary(_wide, comparison(_kernel), _value, zero=True, broadcast=True)


def modulo_gradient(p, inputs, outputs, head_grads):
    """Return ``h`` and ``-h * floor(l / r)``, whatever the divisor: 0 has infinities."""
    (lhs, rhs), head = inputs, head_grads[0]
    return head.sum_to_size(lhs.shape), (-head * torch.floor(torch.div(lhs, rhs))).sum_to_size(rhs.shape)


modulo_gradient.floats_only = True  # type: ignore[attr-defined]
for _name in ("_mod", "broadcast_mod"):
    OPS[_name].backward(modulo_gradient)


def _ones_where(compare: Two, lhs: torch.Tensor, rhs: torch.Tensor) -> torch.Tensor:
    """Return 1 and 0 in the inputs' type."""
    if torch.compiler.is_compiling():
        return compare(lhs, rhs).to(lhs.dtype)
    return compare(lhs, rhs, out=lhs.new_empty(0))  # type: ignore[call-arg]


def choice_gradient(left: Two, right: Two) -> Callable[..., Any]:
    """Return the rule of a choice: the gradient goes to the side whose comparison holds, ties being the left one's."""

    def rule(p: Any, inputs: Any, outputs: Any, head_grads: Any) -> Any:
        lhs, rhs = (each.detach() for each in inputs)
        # products with 1 and 0 take a tenth of the time of choices, which do not vectorize
        parts = (head_grads[0] * _ones_where(compare, lhs, rhs) for compare in (left, right))
        return tuple(part.sum_to_size(each.shape) for part, each in zip(parts, inputs, strict=True))

    return rule


for _names, _left, _right in (
    (("_maximum", "broadcast_maximum"), torch.ge, torch.lt),
    (("_minimum", "broadcast_minimum"), torch.le, torch.gt),
):
    for _name in _names:
        OPS[_name].backward(choice_gradient(_left, _right))
binary("_grad_add", torch.add, "l + r", is_sum=True)
binary("_scatter_elemwise_div", numeric(divide), "l / r")  # of sparse arrays it divides what is stored


OPS["elemwise_add"].vjp(handed_on)


def add_to_first(first: torch.Tensor, second: torch.Tensor) -> torch.Tensor:
    """Return the sum, in the memory of ``first`` where it has the sum's shape and type."""
    return first.add_(second) if first.shape == second.shape and first.dtype == second.dtype else first + second


def add_to_second(first: torch.Tensor, second: torch.Tensor) -> torch.Tensor:
    """Return the sum, in the memory of ``second`` where it has the sum's shape and type."""
    return add_to_first(second, first)


@OPS["elemwise_add"].inplace
def _(p):
    return add_to_first, add_to_second


@OPS["elemwise_sub"].vjp
def _(b, call, p, grads):
    left, right = call.args
    b.add(left, grads[0])
    if b.wants(right):
        b.add(right, b.call(torch.neg, grads[0]))


@OPS["elemwise_mul"].vjp
def _(b, call, p, grads):
    left, right = call.args
    for one, other in ((left, right), (right, left)):
        if b.wants(one):
            b.add(one, b.call(torch.mul, grads[0], b.value(other)))


@op(
    "add_n",
    aliases=("ElementWiseSum", "_sparse_ElementWiseSum", "_sparse_add_n"),
    count="num_args",
    shapes=elementwise,
    view=True,
    passes_gradient=True,
    amp="widest",
)
def add_n(*args):
    """Return the sum of any number of arrays of one shape and data type."""
    if not args:
        raise MXNetError("add_n needs at least one input")
    total = args[0]
    for i, each in enumerate(args[1:], 1):
        if each.shape != total.shape:
            raise MXNetError(
                f"operator add_n: Incompatible attr in node at {i}-th input: "
                f"expected {list(total.shape)}, got {list(each.shape)}"
            )
        total = total + each
    return total


add_n.vjp(handed_on)


cast_by_amp("widest", " ".join([*(each[0] for each in _ARITHMETIC), *(each[2] for each in _ARITHMETIC)]))
cast_by_amp("widest", " ".join([*(each[0] for each in _COMPARISONS), *(each[2] for each in _COMPARISONS)]))
cast_by_amp("widest", "_scatter_elemwise_div")
cast_by_amp("full", "_power broadcast_power _hypot broadcast_hypot")
cast_by_amp(("widest", "full"), "broadcast_mul")

"""Element-wise operators of two arrays: of one shape (``elemwise_*`` and ``_*``), or broadcast (``broadcast_*``).

Both forms of an operator are one row of the table (``elementwise_table.py``). Comparisons give 1 and 0 in the inputs'
type. Integers stay integers: ``/`` cuts the fraction off; ``%`` has the divisor's sign, and ``x % 0`` is 0.
"""

from collections.abc import Callable
from typing import Any

import torch

from ..core.errors import MXNetError
from ..registry import OPS, op
from ..registry.rules import elementwise
from ..registry.traits import Sum
from . import elementwise_texts as texts
from ._elementwise import divide
from ._families import binary, handed_on, refuse_bool, shape_of
from .elementwise_table import BINARY, TO_BOOL, Binary, differentiate

Two = Callable[[torch.Tensor, torch.Tensor], torch.Tensor]


def numeric(kernel: Two) -> Two:
    """Refuse booleans, which 1.9.1's arithmetic does not take and PyTorch's reads in its own way."""

    def call(lhs: torch.Tensor, rhs: torch.Tensor) -> torch.Tensor:
        if lhs.dtype is torch.bool:
            refuse_bool(lhs)
        return kernel(lhs, rhs)

    call.floats = getattr(kernel, "floats", kernel)  # type: ignore[attr-defined]
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


#: what else is known of them
_TRAITS: dict[str, dict[str, Any]] = {
    "elemwise_add": {"layer": Sum(), "full_names": ("outputs", "head")},
    "broadcast_add": {"layer": Sum(), "overwritable": True},
    "elemwise_sub": {"overwritable": True},
    "broadcast_sub": {"overwritable": True},
    "broadcast_mul": {"amp": ("widest", "full")},
}


def _register(row: Binary) -> None:
    word, number_word = row.words
    of_one_shape, of_any = row.arrays
    aliases, wide_aliases = [f"_{word.title()}"], []
    if of_one_shape.startswith("elemwise"):
        words = dict.fromkeys(row.words)
        aliases = [f"_{number_word.title()}", *(f"_{word}" for word in words), f"_sparse_{of_one_shape}"]
        wide_aliases = [f"_sparse_broadcast_{word}" for word in words] + [f"broadcast_{word}" for word in words][1:]
    if row.shared == "all":
        wide_aliases = [f"_npi_{row.name}"]
    for name, others in ((of_one_shape, aliases), (of_any, wide_aliases)):
        kernel = (comparison if row.promotion is TO_BOOL else numeric)(row.kernel)
        traits = {"amp": row.amp, "extension": row.extension == "all", **_TRAITS.get(name, {})}
        broadcast = name == of_any
        doc = texts.classic(row, "" if name.startswith("_") else name, broadcast)
        differentiate(binary(name, kernel, row.formula, aliases=others, broadcast=broadcast, doc=doc, **traits), row)


for _row in BINARY:
    if _row.classic:
        _register(_row)
binary("_grad_add", torch.add, "l + r", layer=Sum())
# of sparse arrays it divides what is stored
binary("_scatter_elemwise_div", numeric(divide), "l / r", amp="widest")


OPS["elemwise_add"].vjp(handed_on)


def add_to_first(first: torch.Tensor, second: torch.Tensor) -> torch.Tensor:
    """Return the sum, in the memory of ``first`` where it has the sum's shape and type."""
    return first.add_(second) if first.shape == second.shape and first.dtype == second.dtype else first + second


def add_to_second(first: torch.Tensor, second: torch.Tensor) -> torch.Tensor:
    """Return the sum, in the memory of ``second`` where it has the sum's shape and type."""
    return add_to_first(second, first)


OPS["elemwise_add"].overwritable(True, inplace=lambda p: (add_to_first, add_to_second))


@OPS["elemwise_sub"].vjp
def _(b, call, p, grads):
    left, right = call.args
    b.add(left, grads[0])
    if b.needs_gradient(right):
        b.add(right, b.call(torch.neg, grads[0]))


@OPS["elemwise_mul"].vjp
def _(b, call, p, grads):
    left, right = call.args
    for one, other in ((left, right), (right, left)):
        if b.needs_gradient(one):
            b.add(one, b.call(torch.mul, grads[0], b.value(other)))


def _narrowed(grad: torch.Tensor, shape: torch.Size) -> torch.Tensor:
    """Return the gradient of an array that was broadcast from a shape."""
    return grad if grad.shape == shape else grad.sum_to_size(shape)


def _add_narrowed(b: Any, call: Any, node: Any, grad: Any) -> None:
    b.add(node, b.call(_narrowed, grad, b.value(b.add_forward(call, shape_of, node))))


@OPS["broadcast_add"].vjp
def _(b, call, p, grads):
    for arg in call.args:
        if b.needs_gradient(arg):
            _add_narrowed(b, call, arg, grads[0])


@OPS["broadcast_sub"].vjp
def _(b, call, p, grads):
    left, right = call.args
    if b.needs_gradient(left):
        _add_narrowed(b, call, left, grads[0])
    if b.needs_gradient(right):
        _add_narrowed(b, call, right, b.call(torch.neg, grads[0]))


@OPS["broadcast_mul"].vjp
def _(b, call, p, grads):
    left, right = call.args
    for one, other in ((left, right), (right, left)):
        if b.needs_gradient(one):
            _add_narrowed(b, call, one, b.call(torch.mul, grads[0], b.value(other)))


@op(
    "add_n",
    aliases=("ElementWiseSum", "_sparse_ElementWiseSum", "_sparse_add_n"),
    count="num_args",
    shapes=elementwise,
    full_names=("head",),
    amp="widest",
)
def add_n(*args):
    """Return the sum of any number of arrays of one shape and data type.

    Parameters
    ----------
    *args
        The arrays.

    Returns
    -------
    An array of their shape.

    Examples
    --------
    >>> print(mx.nd.add_n(mx.nd.array([1, 2]), mx.nd.array([10, 20]), mx.nd.array([100, 200])).asnumpy())
    [111. 222.]
    """
    if not args:
        raise MXNetError("add_n needs at least one input")
    first, shape = args[0], args[0].shape
    for i, item in enumerate(args[1:], 1):
        if item.shape != shape:
            raise MXNetError(
                f"operator add_n: Incompatible attr in node at {i}-th input: "
                f"expected {list(shape)}, got {list(item.shape)}"
            )
    if len(args) == 1:
        return first.clone()
    total = first + args[1]
    for item in args[2:]:
        total = add_to_first(total, item)
    return total


add_n.vjp(handed_on)

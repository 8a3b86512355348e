"""What families of operators share: how they are made from torch functions, and their gradients.

An operator of a family is one row of a table. Where a torch function does exactly what MXNet asks, it is itself
what a call runs (:attr:`Op.call`): nothing of ours stands on the way.
"""

from collections.abc import Callable, Sequence
from typing import Any

import torch

from ..core import torch_compat
from ..core.dtypes import NAME_OF_TORCH
from ..core.errors import MXNetError, MXNetShapeError
from ..core.naming import named
from ..registry import Op, op
from ..registry.manual import write
from ..registry.rules import broadcast as broadcasting
from ..registry.rules import elementwise

Kernel = Callable[..., torch.Tensor]

_LIKE_DATA = "An array of the shape and dtype of ``data``."


def one_dtype(name: str, *tensors: torch.Tensor) -> None:
    """Refuse inputs of several data types, where the operator's type rule is one of its own."""
    first = tensors[0].dtype
    if any(t.dtype is not first for t in tensors):
        dtypes = ", ".join(NAME_OF_TORCH[t.dtype] for t in tensors)
        raise MXNetError(f"{name}: expected inputs of one data type, got {dtypes}")


def one_shape(name: str, *tensors: torch.Tensor) -> None:
    """Refuse inputs of several shapes, where nothing is to be broadcast."""
    first = tensors[0].shape
    if any(t.shape != first for t in tensors):
        shapes = ", ".join(str(tuple(t.shape)) for t in tensors)
        raise MXNetShapeError(f"{name}: expected inputs of one shape, got {shapes}")


def zero_gradient(p: Any, inputs: Sequence[Any], outputs: Sequence[Any], head_grads: Sequence[Any]) -> tuple[Any, ...]:
    """Return no gradients, which count as zeros: those of comparisons, of constants, and of what 1.9.1 blocks.

    Zeros would be multiplied by the derivatives of what the inputs were computed from, which may be infinite.
    """
    return (None,) * len(inputs)


zero_gradient.blocks = zero_gradient.takes_none = True  # type: ignore[attr-defined]


class _Blocked(torch.autograd.Function):
    """A result whose inputs have the gradient zero."""

    @staticmethod
    def forward(ctx: Any, result: torch.Tensor, *inputs: torch.Tensor) -> torch.Tensor:
        ctx.count = len(inputs)
        return result

    @staticmethod
    def backward(ctx: Any, *head_grads: torch.Tensor) -> Any:
        return (None,) * (1 + ctx.count)


def without_gradient(result: torch.Tensor, *inputs: torch.Tensor) -> torch.Tensor:
    """Make ``result`` one that depends on ``inputs`` with the gradient zero, where it has any that ask."""
    asked = torch.is_grad_enabled() and any(item.requires_grad for item in inputs)
    return _Blocked.apply(result, *inputs) if asked and not torch_compat.transforms_active() else result


def first_type(p: Any, t: Any) -> None:
    """Type rule: the output has the type of the first input; other inputs may have any."""
    t.out[0] = t.inputs[0]
    t.inputs[0] = t.out[0]


def first_type_of_known(p: Any, t: Any) -> None:
    """Type rule: the output has the type of the first input, once the types of all inputs are known."""
    if None not in t.inputs:
        t.out[0] = t.inputs[0]
    t.inputs[0] = t.out[0]


def in_own_type(kernel: Kernel) -> Kernel:
    """Wrap a kernel of real functions so that integers stay whole: computed as floats, then truncated."""

    def call(*tensors: torch.Tensor) -> torch.Tensor:
        dtype = tensors[0].dtype
        if dtype.is_floating_point:
            return kernel(*tensors)
        refuse_bool(tensors[0])
        return kernel(*(t.double() for t in tensors)).to(dtype)

    return call


def refuse_bool(data: torch.Tensor) -> None:
    """Raise :class:`MXNetError` for a boolean input, which 1.9.1's arithmetic does not take."""
    if data.dtype is torch.bool:
        raise MXNetError("boolean inputs are not supported here")


def unary(
    name: str,
    kernel: Kernel,
    value: str,
    *,
    aliases: Sequence[str] = (),
    real: bool = False,
    doc: str = "",
    example: str = "",
    **traits: Any,
) -> Op:
    """Register an element-wise operator of one input.

    ``value`` says what it is of x, and ``example`` how it is called, for its text where there is no ``doc``;
    ``real``: ``kernel`` makes floats of integers, where MXNet truncates them back.
    ``traits`` are those of :class:`Traits`.
    """
    call = in_own_type(kernel) if real else kernel

    doc = doc or write(f"Return {value} for every element x.", None, _LIKE_DATA, example)

    @named(name, doc)
    def fn(data):  # type: ignore[no-untyped-def]
        return call(data)

    result = op(name, shapes=elementwise, aliases=aliases, **traits)(fn)
    result.call = call
    if real:
        result.fast_path(lambda p: kernel, records=True)
    return result


def binary(
    name: str,
    kernel: Kernel,
    value: str,
    *,
    aliases: Sequence[str] = (),
    broadcast: bool = False,
    doc: str = "",
    **traits: Any,
) -> Op:
    """Register an element-wise operator of two inputs of one data type.

    Both have one shape, or, with ``broadcast``, shapes that broadcast as NumPy's do. ``value`` is the formula, in
    l and r, for its text where there is no ``doc``. A kernel may have a short form for floats, ``kernel.floats``.
    ``traits`` are those of :class:`Traits`.
    """
    call = kernel if broadcast else _same_shape(name, kernel)

    shape = "both shapes, broadcast," if broadcast else "the shape of both"

    doc = doc or write(f"Return ``{value}``, element by element.", None, f"An array of {shape} and their dtype.")

    @named(name, doc)
    def fn(lhs, rhs):  # type: ignore[no-untyped-def]
        return call(lhs, rhs)

    result = op(name, shapes=broadcasting if broadcast else elementwise, aliases=aliases, **traits)(fn)
    result.call = call
    floats = getattr(kernel, "floats", None)
    if floats is not None:
        short = floats if broadcast else _same_shape(name, floats)
        result.fast_path(lambda p: short, records=True)
    return result


def _same_shape(name: str, kernel: Kernel) -> Kernel:
    def call(lhs: torch.Tensor, rhs: torch.Tensor) -> torch.Tensor:
        if lhs.shape != rhs.shape:
            raise MXNetError(
                f"operator {name}: Incompatible attr in node at 1-th input (rhs): "
                f"expected {list(lhs.shape)}, got {list(rhs.shape)}"
            )
        return kernel(lhs, rhs)

    return call


# -- rules that write gradients down, which several operators have (:meth:`mxnet.registry.Op.vjp`) ---------------------
# The gradients are computed by what PyTorch's differentiation calls too, so their values are the same.


def of_output(function: str | Callable[..., torch.Tensor], *rest: float) -> Callable[..., None]:
    """Return the rule of an operator whose input has the gradient ``function(head gradient, output, *rest)``.

    A name is that of a function in ``core/torch_compat``.
    """

    def rule(b: Any, call: Any, p: Any, grads: Any) -> None:
        chosen = torch_compat.chosen(function) if isinstance(function, str) else function
        b.add(call.args[0], b.call(chosen, grads[0], b.value(call), *rest))

    return rule


def handed_on(b: Any, call: Any, p: Any, grads: Any) -> None:
    """Give the head gradient to all inputs."""
    for arg in call.args:
        b.add(arg, grads[0])


def negated(b: Any, call: Any, p: Any, grads: Any) -> None:
    """Give the negative head gradient to the one input."""
    b.add(call.args[0], b.call(torch.neg, grads[0]))


def shape_of(data: torch.Tensor) -> torch.Size:
    """Return the shape."""
    return data.shape


def reshaped_back(b: Any, call: Any, p: Any, grads: Any) -> None:
    """Give the head gradient in the shape of the one input."""
    (data,) = call.args
    b.add(data, b.call(torch.reshape, grads[0], b.value(b.add_forward(call, shape_of, data))))

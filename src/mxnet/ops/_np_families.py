"""What families of the NumPy interface's operators share: promotion of types, and how a family's row is registered.

The operators ``_np_*``, ``_npi_*`` and ``_npx_*`` are behind ``mx.np`` and ``mx.npx``. Shapes broadcast. Types are
promoted by a table of 1.9.1's (:func:`promoted`), which is neither NumPy's nor PyTorch's: a float wins over whole
numbers whatever its width. A number beside an array takes the array's type.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np
import torch

from ..core.dtypes import NAME_OF_TORCH, TORCH_OF
from ..core.errors import MXNetError
from ..core.naming import named
from ..registry import Op, op
from ..registry.rules import broadcast, elementwise
from ._families import zero_gradient

Kernel = Callable[..., torch.Tensor]

#: the types of numbers, each wins over those before it; int8 and uint8 together are int32
_ORDER = ("bool", "int8", "uint8", "int32", "int64", "float16", "float32", "float64")


def promoted(first: str, second: str) -> str:
    """Return the type that arithmetic on two types gives in 1.9.1."""
    if {first, second} == {"int8", "uint8"}:
        return "int32"
    return max(first, second, key=_ORDER.index)


@lru_cache(maxsize=256)
def numpy_promoted(*dtypes: str) -> str:
    """Return the type that NumPy promotes types to; int32 in place of int16, which MXNet lacks."""
    found = np.result_type(*dtypes).name
    return found if found in TORCH_OF else "int32"


def promote_as_numpy(p: Any, t: Any) -> None:
    """Type rule: the output has the type that NumPy promotes those of the inputs to."""
    if None not in t.inputs:
        t.out[0] = numpy_promoted(*t.inputs)


def to_numpy_promoted(*tensors: torch.Tensor) -> list[torch.Tensor]:
    """Return tensors in the type that NumPy promotes theirs to."""
    dtype = TORCH_OF[numpy_promoted(*(NAME_OF_TORCH[t.dtype] for t in tensors))]
    return [t.to(dtype) for t in tensors]


def real_dtype(dtype: str, of_integers: str = "float32") -> str:
    """Return a type of floats itself, and that of integers.

    It is float32 in functions of ``mx.np``, but float64 in 1.9.1's linear algebra and in what 1.9.1 leaves to NumPy.
    """
    return dtype if TORCH_OF[dtype].is_floating_point else of_integers


def as_real(data: torch.Tensor, of_integers: str = "float32") -> torch.Tensor:
    """Return floats as they are, and integers in a type of floats."""
    return data if data.is_floating_point() else data.to(TORCH_OF[of_integers])


def real_type(of_integers: str = "float32") -> Callable[[Any, Any], None]:
    """Return the type rule of :func:`as_real`, of the type that NumPy promotes several inputs to."""

    def rule(p: Any, t: Any) -> None:
        if None not in t.inputs:
            for i in range(len(t.out)):
                t.out[i] = real_dtype(numpy_promoted(*t.inputs), of_integers)

    return rule


def promote(p: Any, t: Any) -> None:
    """Type rule: the output has the promoted type of both inputs."""
    first, second = t.inputs
    if first is not None and second is not None:
        t.out[0] = promoted(first, second)


def divided(p: Any, t: Any) -> None:
    """Type rule: like :func:`promote`, and float32 of integers."""
    if None not in t.inputs:
        kinds = list(t.inputs)
        kind = kinds[0] if len(kinds) == 1 else promoted(*kinds)
        t.out[0] = kind if TORCH_OF[kind].is_floating_point else "float32"


def gives_bool(p: Any, t: Any) -> None:
    """Type rule: the inputs have one type, the output is bool."""
    first = t.inputs[0]
    for i in range(len(t.inputs)):
        t.inputs[i] = first
        first = t.inputs[i]
    t.out[0] = "bool"


def to_promoted(lhs: torch.Tensor, rhs: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Return both tensors in their promoted type."""
    if lhs.dtype is rhs.dtype:
        return lhs, rhs
    kind = TORCH_OF[promoted(NAME_OF_TORCH[lhs.dtype], NAME_OF_TORCH[rhs.dtype])]
    return lhs.to(kind), rhs.to(kind)


def whole_as_double(kernel: Kernel) -> Kernel:
    """Let a kernel of floats serve integers and booleans: computed in float64, then cut off."""

    def call(*tensors: torch.Tensor) -> torch.Tensor:
        dtype = tensors[0].dtype
        if dtype.is_floating_point or dtype.is_complex:
            return kernel(*tensors)
        return kernel(*(t.double() for t in tensors)).to(dtype)

    return call


def np_unary(
    name: str, kernel: Kernel, value: str, *, result: str = "same", zero: bool = False, aliases: tuple[str, ...] = ()
) -> Op:
    """Register ``_npi_<name>``, an element-wise operator of one input ``x`` with the formula ``value``.

    ``result``: the type of the result, ``'same'`` (integers are computed as floats and cut off, as in 1.9.1) or
    ``'bool'``. ``zero``: the gradient is zero everywhere.
    """
    call = kernel if result == "bool" else whole_as_double(kernel)

    @named(
        f"_npi_{name}", f"Return ``{value}`` for every element x, {'as bool' if result == 'bool' else 'in its type'}."
    )
    def fn(x):  # type: ignore[no-untyped-def]
        return call(x)

    made = op(
        f"_npi_{name}", shapes=elementwise, aliases=aliases, **({"types": gives_bool} if result == "bool" else {})
    )(fn)
    made.call = call
    if zero or result == "bool":
        made.backward(zero_gradient)
    return made


def np_binary(name: str, kernel: Kernel, value: str, *, types: Any = promote, zero: bool = False) -> Op:
    """Register ``_npi_<name>`` of two arrays, broadcast; ``kernel`` takes tensors of one type.

    ``types`` is the type rule: :func:`promote`, :func:`divided`, :func:`gives_bool` (which takes one type only) or
    :func:`mxnet.registry.rules.same_type`.
    """
    promotes = types in (promote, divided)

    def call(lhs: torch.Tensor, rhs: torch.Tensor) -> torch.Tensor:
        if lhs.dtype is not rhs.dtype:
            if not promotes:
                raise MXNetError(
                    f"operator _npi_{name}: Type inconsistent, Provided types {NAME_OF_TORCH[lhs.dtype]} and "
                    f"{NAME_OF_TORCH[rhs.dtype]}, expected one type"
                )
            lhs, rhs = to_promoted(lhs, rhs)
        return kernel(lhs, rhs)

    @named(
        f"_npi_{name}",
        f"Return ``{value}`` element by element, the shapes broadcast and the types promoted as in 1.9.1.",
    )
    def fn(lhs, rhs):  # type: ignore[no-untyped-def]
        return call(lhs, rhs)

    made = op(f"_npi_{name}", shapes=broadcast, types=types)(fn)
    made.call = call
    if zero or types is gives_bool:
        made.backward(zero_gradient)
    return made

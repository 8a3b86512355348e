"""Element-wise operators of an array and a number.

The number takes the array's type first: an int array plus 1.5 adds 1 (as in MXNet 1.9.1). With ``is_int=False``
an array of integers becomes float64 instead; booleans become int64 or float64.
"""

import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import torch

from ..core.dtypes import FLOATS, HALVES, number, rounded
from ..core.naming import named
from ..core.params import Double
from ..core.tracing import traced
from ..kernels.choice import on_cpu
from ..registry import Op, op
from ..registry.rules import elementwise
from ._fast_paths import scalars
from .elementwise_table import BINARY, TO_BOOL, Binary, Number, differentiate, torch_name

Kernel = Callable[[torch.Tensor, float], torch.Tensor]
_INT_NAMES = frozenset(("int8", "uint8", "int32", "int64"))


def _types(p, t):
    """The result has the array's type, but for booleans and where ``is_int`` asks for real numbers."""
    if t.data == "bool":
        t.out[0] = "int64" if p.is_int else "float64"
    elif t.data in _INT_NAMES and not p.is_int:
        t.out[0] = "float64"
    else:
        t.out[0] = t.data
        if p.is_int:
            t.data = t.out[0]


_types.reads = lambda p: p.is_int
#: the types in which a number is as it was written
_UNROUNDED = FLOATS.difference(HALVES)


def scalar_op(
    name: str, real: Kernel, full: Kernel, value: str, aliases: Sequence[str] = (), extension: bool = False
) -> Op:
    """Register ``name``: ``real(x, s)`` for floating-point arrays, ``full(x, s)`` for the others."""

    @named(
        name,
        (
            f"Return ``{value}`` for every element x, s being ``scalar`` in the type of ``data``.\n\n"
            "``is_int=False`` computes integers as float64."
        ),
    )
    def fn(data, *, scalar: Double = 1.0, is_int: bool = True):
        if data.is_floating_point():
            return real(data, rounded(scalar, data.dtype) if data.dtype in HALVES else scalar)
        if not is_int:
            return real(data.double(), scalar)
        if data.dtype is torch.bool:
            data = data.long()
        return full(data, number(scalar, data.dtype)).to(data.dtype)

    return op(name, aliases=aliases, shapes=elementwise, types=_types, extension=extension)(fn)


def as_double(kernel: Kernel) -> Kernel:
    """Return a kernel of real numbers for whole ones: computed in float64."""
    return lambda x, s: kernel(x.double(), s)


def _in_type(kernel: Kernel) -> Kernel:
    return lambda x, s: kernel(x, s).to(x.dtype)


def _specialize(result: Op, kernel: Kernel, of_tensors: Callable[..., torch.Tensor] | None) -> None:
    """Give an operator functions of floating-point arrays alone, with the number as a tensor where that can be."""

    @result.specialized
    def _(p: Any) -> Callable[[torch.Tensor], torch.Tensor]:
        s, operator = p.scalar, partial(result.call, scalar=p.scalar, is_int=p.is_int)
        float32, number = torch.float32, scalars[torch.float32, s]

        def by_number(x: torch.Tensor) -> torch.Tensor:
            return operator(x) if x.dtype not in _UNROUNDED or x.requires_grad else kernel(x, s)

        def by_tensor(x: torch.Tensor) -> torch.Tensor:
            dtype = x.dtype
            if dtype is float32:
                return of_tensors(x, number)
            return of_tensors(x, scalars[dtype, s]) if dtype in FLOATS else operator(x)

        return by_number if of_tensors is None or not s else by_tensor  # 0.0 and -0.0 would be one tensor


def _real(operand: Number) -> Kernel:
    """Return the kernel of real numbers; for float32 it takes the number as a tensor, where that computes the same.

    PyTorch takes a number in more time than that, forward and backward.
    """
    kernel = operand.kernel
    of_tensors = operand.of_tensors or (kernel if torch_name(kernel) else None)
    if of_tensors is None:
        return kernel

    def real(x: torch.Tensor, s: float) -> torch.Tensor:
        if not s or x.dtype is not torch.float32 or not on_cpu(x) or traced():  # 0.0 and -0.0 would be one tensor
            return kernel(x, s)
        return of_tensors(x, scalars[x.dtype, s])

    return real


def formula_of(row: Binary, reflected: bool) -> str:
    """Return the formula of a row in the element x and the number s."""
    names = {"l": "s", "r": "x"} if reflected else {"l": "x", "r": "s"}
    return re.sub(r"\b[lr]\b", lambda result: names[result[0]], row.formula)


def _register(row: Binary, operand: Number, reflected: bool) -> None:
    name, extension = row.numbers[reflected], row.extension == "all"
    formula = formula_of(row, reflected)
    aliases = ["".join(["_", "R" if reflected else "", *(w.capitalize() for w in row.words[1].split("_")), "Scalar"])]
    aliases += [row.numpy_operators[1 + reflected]] if row.shared else []
    if row.promotion is TO_BOOL:
        kernel = _in_type(operand.kernel)
        result = scalar_op(name, kernel, kernel, f"1 if {formula} else 0", aliases, extension)
    else:
        result = scalar_op(name, _real(operand), operand.kernel, formula, aliases, extension)
        of_tensors = operand.of_tensors or (operand.kernel if torch_name(operand.kernel) else None)
        _specialize(result, operand.kernel, of_tensors)
    result.amp = operand.amp
    differentiate(result, row, operand)


for _row in BINARY:
    for _number in (_row.number, _row.number_first) if _row.classic else ():
        if _number is not None:
            _register(_row, _number, _number is _row.number_first)
# those that leave alone what a sparse array does not store: of dense arrays, nothing
scalar_op("_scatter_plus_scalar", torch.add, torch.add, "x + s")
scalar_op("_scatter_minus_scalar", torch.sub, torch.sub, "x - s")

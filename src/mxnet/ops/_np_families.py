"""What families of the NumPy interface's operators share: promotion of types, and how a family's row is registered.

The operators ``_np_*``, ``_npi_*`` and ``_npx_*`` are behind ``mx.np`` and ``mx.npx``. Shapes broadcast. Types are
promoted by a table of 1.9.1's (:func:`promoted`), which is neither NumPy's nor PyTorch's: a float wins over whole
numbers whatever its width. A number beside an array takes the array's type.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache, reduce
from typing import Any

import numpy as np
import torch

from ..core.dtypes import HALVES, NAME_OF_TORCH, NAMES, TORCH_OF, number, rounded
from ..core.errors import MXNetError, MXNetTypeError, MXNetValueError, reason
from ..core.interruptions import unless_interrupted
from ..core.naming import named
from ..core.params import Double
from ..core.semantics import semantics
from ..registry import OPS, op
from ..registry.rules import broadcast, elementwise, same_type
from . import _elementwise as functions
from . import elementwise_texts as texts
from ._families import refuse_bool
from .elementwise_table import (
    FLOAT_ONLY,
    INT_ONLY,
    INT_TRUNCATES,
    KEEPS,
    TO_BOOL,
    TO_FLOAT,
    Binary,
    Number,
    Promotion,
    Unary,
    differentiate,
)
from .scalar import as_double, formula_of, scalar_op

Kernel = Callable[..., torch.Tensor]

#: the types of numbers, each wins over those before it, but for int8 and uint8
_ORDER = ("bool", "int8", "uint8", "int32", "int64", "float16", "float32", "float64")


def promoted(first: str, second: str) -> str:
    """Return the type that arithmetic on two types gives in 1.9.1, or with MXNet 2's interface."""
    if {first, second} == {"int8", "uint8"}:
        return "int32" if semantics.api == 1 else "int16"
    if first in _ORDER and second in _ORDER:
        return max(first, second, key=_ORDER.index)
    floats = [name for name in (first, second) if name.startswith("float")]  # beside integers of MXNet 2
    return max(floats, key=_ORDER.index) if floats else np.result_type(first, second).name


@lru_cache(maxsize=256)
def numpy_promoted(*dtypes: str) -> str:
    """Return the type that NumPy promotes types to; int32 in place of int16, which MXNet lacks."""
    result = np.result_type(*dtypes).name
    return result if result in NAMES else "int32"


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
            t.out.fill(real_dtype(numpy_promoted(*t.inputs), of_integers))

    return rule


def promote(p: Any, t: Any) -> None:
    """Type rule: the output has the promoted type of the inputs."""
    if None not in t.inputs:
        t.out[0] = reduce(promoted, t.inputs)


def promote_or_share(p: Any, t: Any) -> None:
    """Type rule: like :func:`promote`; an input of unknown type has that of the others, or else that of the output."""
    share(p, t, t.out[0])
    promote(p, t)


def share(p: Any, t: Any, by_default: str | None = None) -> None:
    """Type rule: inputs of unknown types have that of the first one that is known; nothing follows for the output."""
    known = next((dtype for dtype in t.inputs if dtype is not None), by_default)
    for i, dtype in enumerate(t.inputs):
        if dtype is None:
            t.inputs[i] = known


def divided(p: Any, t: Any) -> None:
    """Type rule: like :func:`promote`, and the default type of floats of integers."""
    if None not in t.inputs:
        dtypes = list(t.inputs)
        dtype = dtypes[0] if len(dtypes) == 1 else promoted(*dtypes)
        t.out[0] = dtype if TORCH_OF[dtype].is_floating_point else semantics.float_dtype


def gives_bool(p: Any, t: Any) -> None:
    """Type rule: the output is bool; an input of unknown type has that of the others."""
    share(p, t)
    t.out[0] = "bool"


def to_promoted(*tensors: torch.Tensor) -> Sequence[torch.Tensor]:
    """Return tensors in their promoted type."""
    first = tensors[0].dtype
    if all(tensor.dtype is first for tensor in tensors):
        return tensors
    dtype = TORCH_OF[reduce(promoted, (NAME_OF_TORCH[tensor.dtype] for tensor in tensors))]
    return [tensor.to(dtype) for tensor in tensors]


def integers_as_double(kernel: Kernel) -> Kernel:
    """Let a kernel of floats serve integers and booleans: computed in float64, then cut off."""

    def call(*tensors: torch.Tensor) -> torch.Tensor:
        dtype = tensors[0].dtype
        if dtype.is_floating_point or dtype.is_complex:
            return kernel(*tensors)
        return kernel(*(t.double() for t in tensors)).to(dtype)

    return call


def _float_of(dtype: str) -> str:
    """Return the type that MXNet 2's functions of real numbers give for a type of integers."""
    return "float16" if dtype in ("bool", "int8", "uint8") else "float32"


def _floats_in_v2(row: Unary, in_v1: Kernel) -> Kernel:
    """Let a row's kernel serve integers, which give floats in MXNet 2; ``in_v1`` is the one for 1.9.1."""
    kernel, of_integers = row.kernel, row.floats_in_v2 != "booleans"

    def call(x: torch.Tensor) -> torch.Tensor:
        dtype = x.dtype
        if dtype.is_floating_point or dtype.is_complex or not (of_integers or dtype is torch.bool):
            return kernel(x)
        return in_v1(x) if semantics.api == 1 else kernel(x.double()).to(TORCH_OF[_float_of(NAME_OF_TORCH[dtype])])

    return call


def _real_type(row: Unary) -> Callable[[Any, Any], None]:
    """Return the type rule of :func:`_floats_in_v2`."""
    of_integers = row.floats_in_v2 != "booleans"

    def types(p: Any, t: Any) -> None:
        dtype = t.inputs[0]
        if (
            semantics.api == 1
            or dtype is None
            or TORCH_OF[dtype].is_floating_point
            or not (of_integers or dtype == "bool")
        ):
            same_type(p, t)
        else:
            t.out[0] = _float_of(dtype)

    return types


def _booleans_as_double(kernel: Kernel) -> Kernel:
    """Let a kernel of numbers serve booleans."""

    def call(x: torch.Tensor) -> torch.Tensor:
        return kernel(x) if x.dtype is not torch.bool else kernel(x.double()).to(torch.bool)

    return call


def _as_float(kernel: Kernel) -> Kernel:
    """Let a kernel of floats serve integers and booleans, which become the default type of floats."""

    def call(*tensors: torch.Tensor) -> torch.Tensor:
        first = tensors[0]
        if first.is_floating_point() or first.is_complex():
            return kernel(*tensors)
        return kernel(*(t.to(TORCH_OF[semantics.float_dtype]) for t in tensors))

    return call


def integers_only(kernel: Kernel) -> Kernel:
    """Let a kernel refuse floating-point numbers."""

    def call(*tensors: torch.Tensor) -> torch.Tensor:
        if tensors[0].is_floating_point():
            name = NAME_OF_TORCH[tensors[0].dtype]
            raise MXNetTypeError(f"This operation only support integer types, not {name}")
        return kernel(*tensors)

    return call


#: by promotion: how the kernel is wrapped, and the type rule
_UNARY_TYPES: dict[Promotion, tuple[Callable[[Kernel], Kernel], Any]] = {
    KEEPS: (_booleans_as_double, same_type),
    INT_TRUNCATES: (integers_as_double, same_type),
    TO_FLOAT: (_as_float, divided),
    INT_ONLY: (integers_only, same_type),
    TO_BOOL: (lambda kernel: kernel, gives_bool),
}


def np_unary(row: Unary) -> None:
    """Register ``_npi_<name>``, the operator of one input ``x``, for a row of the table."""
    first, *others = (f"_npi_{name}" for name in row.numpy.split())
    wrap, types = _UNARY_TYPES[row.promotion]
    call = wrap(row.kernel)
    if row.promotion is INT_TRUNCATES if row.floats_in_v2 is None else row.floats_in_v2:
        call, types = _floats_in_v2(row, call), _real_type(row)

    @named(first, texts.numpy(row))
    def fn(x):  # type: ignore[no-untyped-def]
        return call(x)

    result = op(first, shapes=elementwise, types=types, aliases=others, extension=row.extension)(fn)
    result.call = call
    if row.promotion in (KEEPS, INT_TRUNCATES):
        result.fast_path(lambda p: row.kernel, records=True)
    differentiate(result, row)


def _without_booleans(kernel: Kernel) -> Kernel:
    """Let a kernel of floats serve integers, computed in float64 and cut off, but not booleans."""

    def call(*tensors: torch.Tensor) -> torch.Tensor:
        refuse_bool(tensors[0])
        return numbers(*tensors)

    numbers = integers_as_double(kernel)
    return call


def _floats_only(kernel: Kernel, name: str) -> Kernel:
    def call(*tensors: torch.Tensor) -> torch.Tensor:
        if not tensors[0].is_floating_point():
            raise MXNetError(f"operator {name}: Do not support `int` as input, expected a floating-point type")
        return kernel(*tensors)

    return call


def _explained(kernel: Kernel, name: str) -> Kernel:
    """Let a kernel raise ValueError, as NumPy does, for shapes that do not broadcast."""

    def call(*tensors: torch.Tensor) -> torch.Tensor:
        try:
            return kernel(*tensors)
        except unless_interrupted(RuntimeError) as error:
            if isinstance(error, MXNetError):
                raise
            arrays = ", ".join(f"{tuple(t.shape)} {NAME_OF_TORCH[t.dtype]}" for t in tensors)
            raise MXNetValueError(f"{name}: {reason(error)} (arrays: {arrays})") from error

    return call


def _kernel(row: Binary, promotion: Promotion) -> Kernel:
    """Return the kernel of a row's operator of two arrays of one type."""
    kernel, name = row.numpy_kernel or row.kernel, row.numpy_operators[0]
    if promotion is INT_TRUNCATES:
        kernel = _without_booleans(kernel)
    elif promotion is TO_FLOAT:
        kernel = _as_float(kernel)
    elif promotion is INT_ONLY:
        kernel = integers_only(kernel)
    elif promotion is FLOAT_ONLY:
        kernel = _floats_only(kernel, name)
    return _explained(kernel, name) if row.extension else kernel


def np_binary(row: Binary) -> None:
    """Register ``_npi_<name>`` of two arrays, whose shapes broadcast, for a row of the table."""
    name, promotion = row.numpy_operators[0], row.numpy_promotion or row.promotion
    kernel = _kernel(row, promotion)
    types = gives_bool if promotion is TO_BOOL else divided if promotion is TO_FLOAT else promote_or_share
    to_one_type = to_numpy_promoted if promotion is TO_BOOL else to_promoted

    def call(lhs: torch.Tensor, rhs: torch.Tensor) -> torch.Tensor:
        if lhs.dtype is not rhs.dtype:
            lhs, rhs = to_one_type(lhs, rhs)
        return kernel(lhs, rhs)

    doc = texts.numpy(row)
    if promotion is FLOAT_ONLY:

        @named(name, doc)
        def fn(x1, x2):  # type: ignore[no-untyped-def]
            return call(x1, x2)
    else:

        @named(name, doc)
        def fn(lhs, rhs):  # type: ignore[no-untyped-def]
            return call(lhs, rhs)

    result = op(name, shapes=broadcast, types=types, extension=bool(row.extension))(fn)
    result.call = call
    if promotion is FLOAT_ONLY:
        result.fast_path(lambda p: row.numpy_kernel or row.kernel, records=True)
    elif row.special and row.of_floats is not None:
        result.fast_path(lambda p: row.of_floats, records=True, one_type=True)
    differentiate(result, row)


def np_number(row: Binary, reflected: bool) -> None:
    """Register ``_npi_<name>_scalar``, or ``_npi_r<name>_scalar`` with the number on the left, for a row."""
    operand, name = row.number_first if reflected else row.number, row.numpy_operators[1 + reflected]
    by_default = functions.of_number_first if reflected else functions.of_number
    kernel = operand.kernel if operand is not None else by_default(row.kernel)
    promotion, formula = row.numpy_promotion or row.promotion, formula_of(row, reflected)
    if promotion is KEEPS and row.classic:
        model = OPS[row.numbers[reflected]]  # it is the same
        result = op(name, shapes=elementwise, types=model.types.answer)(model.fn)
        if model.fast_path:
            result.fast_path(model.fast_path.answer, records=True)
    elif promotion in _NUMBER_TYPES:
        compute, types, doc = _NUMBER_TYPES[promotion]

        @op(name, shapes=elementwise, types=types, extension=bool(row.extension))
        @named(name, f"Return ``{formula}`` for every element x{doc}")
        def result(data, *, scalar: Double = 1.0, is_int: bool = True):  # type: ignore[no-untyped-def]
            return compute(kernel, data, scalar, is_int)
    else:
        of_integers = kernel if promotion is KEEPS else as_double(kernel)
        result = scalar_op(name, kernel, of_integers, formula, extension=bool(row.extension))
    differentiate(result, row, operand or Number(kernel))


def _number_beside_floats(kernel: Kernel, x: torch.Tensor, s: float, is_int: bool) -> torch.Tensor:
    if x.is_floating_point():
        return kernel(x, rounded(s, x.dtype) if x.dtype in HALVES else s)
    return kernel(x.to(TORCH_OF[semantics.float_dtype]), s)


def _number_in_question(kernel: Kernel, x: torch.Tensor, s: float, is_int: bool) -> torch.Tensor:
    if x.is_floating_point():
        return kernel(x, s)
    # in 64 bits: PyTorch would wrap the number to the array's bits, or compare in float32
    return kernel(x.long(), int(s)) if s.is_integer() and abs(s) < 2**63 else kernel(x.double(), s)


def _number_beside_integers(kernel: Kernel, x: torch.Tensor, s: float, is_int: bool) -> torch.Tensor:
    return integers_only(kernel)(x, number(s, x.dtype))


#: kinds of promotion -> what computes ``kernel(x, s)``, the type rule, and what documentation says of the types
_NUMBER_TYPES: dict[Promotion, tuple[Callable[..., torch.Tensor], Any, str]] = {
    TO_FLOAT: (_number_beside_floats, divided, "; integers become float32."),
    TO_BOOL: (
        _number_in_question,
        gives_bool,
        " as bool, whatever the types of ``data`` and of the number s, ``scalar``.\n\n``is_int`` has no effect.",
    ),
    INT_ONLY: (_number_beside_integers, same_type, ", s being ``scalar`` in the type of ``data``."),
}

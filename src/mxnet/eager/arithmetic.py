"""The operators of Python on arrays: ``+ - * / % **``, their reflected and in-place forms, and comparisons.

This is the hottest path of imperative programs: each method is made once with all it needs bound. With an array it is
the operator's specialization; with a number it calls PyTorch directly for floating-point arrays, and leaves every other
case to the registered operator.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, Self

import numpy as np
import torch

from ..core import simulated_gpus
from ..core.collector import pop_with
from ..core.dtypes import FLOATS, NAME_OF_TORCH, TORCH_OF, canonical
from ..core.errors import MXNetError, MXNetTypeError, OperandError
from ..core.interruptions import unless_interrupted
from ..core.naming import named
from ..core.observers import eager_observers, observed
from ..core.params import NULL
from ..core.semantics import semantics
from ..core.write_tracking import writable
from ..kernels.one_thread import SMALL_LOOP
from ..ops._fast_paths import scalars
from ..ops.elementwise_table import BINARY, TO_BOOL, Binary, Kernel
from ..registry.op import get
from .dispatch import invoke, specialized
from .dispatch import method as array_method
from .errors import dtype_name
from .grad_node import grad_node
from .tape import link_inputs, refuse_write, state

Torch2 = Callable[[Any, Any], torch.Tensor]
Method = Callable[[Any, Any], Any]
_NUMBERS = (float, int, np.generic)
_new = object.__new__


@cache
def without_attributes(name: str) -> Callable[..., Any]:
    """Return the specialization of an operator whose attributes are not given."""
    op = get(name)
    return specialized(op)(*[NULL] * len(op.attrs))


@cache
def _of_number(name: str) -> tuple[Callable[..., Callable[..., Any]], list[Any]]:
    op = get(name)
    return specialized(op), [NULL] * (len(op.attrs) - 1)


def with_number(name: str, value: float, is_int: bool | None = None) -> Callable[..., Any]:
    """Return the specialization of an operator of an array and a number; ``is_int`` is its attribute, if not None."""
    specialization, rest = _of_number(name)
    return specialization(value, *rest) if is_int is None else specialization(value, is_int)


def keeps_integers(value: Any) -> bool:
    """Return whether a number beside an array of integers in ``mx.np`` leaves integers: one without a fraction.

    As in 1.9.1 2.0 is one, but in MXNet 2 only integers are.
    """
    return isinstance(value, (int, np.integer)) or (semantics.api == 1 and float(value).is_integer())


def _on_one_context(name: str) -> Callable[[Method], Method]:
    """Return the decorator of methods of operator ``name`` that compares the contexts of simulated GPUs."""
    return simulated_gpus.computing(lambda *arrays: simulated_gpus.common_context(name, arrays))


#: whether a number reaches PyTorch as a tensor
_NEVER, _UNLESS_ZERO, _ALWAYS = range(3)


def _scalar_method(fn: Torch2 | None, name: str, array_name: str | None, cached: int, reflected: bool) -> Method:
    """Return the method for ``array <op> number``.

    ``fn`` computes floats, operator ``name`` all the rest. ``cached``: when the number is a tensor (where 0.0 differs
    from -0.0 it may not be, they share a key); ``reflected``: it is the left operand.
    """
    usable = frozenset(FLOATS) if fn is not None else frozenset()
    refused = OperandError if name.startswith("_r") else TypeError  # a left operand of what does not commute
    plain = frozenset((int, float))

    def method(self: Any, other: Any) -> Any:
        a = self._t
        dtype = a.dtype
        if type(other) not in plain or dtype not in usable:
            return general(self, other)
        slot = self._slot
        node = grad_node(name, other, (slot,)) if slot and state.recording else None
        value = scalars[dtype, other] if cached and (other or cached == _ALWAYS or type(other) is int) else other
        try:
            if eager_observers:
                t = observed(name, other, fn, (value, a) if reflected else (a, value))  # type: ignore[arg-type]
            else:
                t = fn(value, a) if reflected else fn(a, value)  # type: ignore[misc]
        except unless_interrupted(RuntimeError, OverflowError):  # the latter of integers beyond 64 bits
            return general(self, other)
        if node is not None:
            node.small = t.numel() in SMALL_LOOP
        elif t.requires_grad:
            t = t.detach()
        result = _new(type(self))
        result._t = t
        result._ctx = self._ctx
        result._slot = node
        return result

    def general(self: Any, other: Any) -> Any:
        if isinstance(other, _NUMBERS):
            if self.numpy_interface:
                return with_number(name, float(other), keeps_integers(other))(self)
            return with_number(name, float(other))(self)
        if array_name is not None and isinstance(other, np.ndarray) and self.numpy_interface:
            other = array_like(self, other)
        if array_name is not None and isinstance(other, Arithmetic) and _one_interface(self, other):
            return invoke(get(array_name), (self, other), {}, None, type(self))
        raise (TypeError if self.numpy_interface else refused)(_refused(self, other))

    return method


def array_like(array: Any, values: np.ndarray) -> Any:
    """Return NumPy's array as one of ``array``'s class and device, values of other types than MXNet's as they are."""
    try:
        dtype = TORCH_OF[canonical(values.dtype)]
    except TypeError:
        return values
    result = _new(type(array))
    result._t, result._ctx, result._slot = torch.tensor(values, dtype=dtype, device=array._t.device), array._ctx, None
    return result


def _refused(self: Any, other: Any) -> str:
    """Return the error message for an operand that is neither a number nor an array of the same interface."""
    if isinstance(other, Arithmetic):
        return (
            "an array of mx.np and one of mx.nd cannot be operands of one operator: as_nd_ndarray() and "
            "as_np_ndarray() convert them"
        )
    result = "mx.np.array" if self.numpy_interface else "mx.nd.array"
    advice = f"wrap it in {result}" if isinstance(other, (np.ndarray, list, tuple)) else "pass an array or a number"
    return f"an operand of type {type(other).__name__} is not supported: {advice}"


def _one_interface(a: Any, b: Any) -> bool:
    """Return whether both arrays are classic ones, or both of the NumPy interface."""
    return a.numpy_interface is b.numpy_interface


@cache
def _same_kind(dtype: torch.dtype, target: torch.dtype) -> bool:
    """Return whether NumPy writes a result of a dtype into an array of another, as ``float32 += float64``."""
    return np.can_cast(NAME_OF_TORCH[dtype], NAME_OF_TORCH[target], "same_kind")


#: the identities of the arrays that refuse arithmetic in place
protected: dict[int, None] = {}


def protect(array: Any) -> None:
    """Have an array refuse arithmetic in place."""
    protected[id(array)] = None
    pop_with(array, protected, id(array))


def inplace_method(fn: Torch2 | None, name: str, plain_method: Method) -> Method:
    """Return the in-place form of ``plain_method``: PyTorch's own where ``fn`` is given, else computed and copied."""

    def method(self: Any, other: Any) -> Any:
        if protected and id(self) in protected:
            raise ValueError("the array is read-only: it was made with writable=False")
        if state.recording:
            link_inputs((self, other) if type(other) is type(self) else (self,))
            refuse_write(self)
        target = writable(self._t)
        cls = type(other)
        if fn is not None and target.dtype in FLOATS:
            try:
                if cls is float or cls is int:
                    value = scalars[target.dtype, other] if other else other
                    fn(target, value) if not eager_observers else observed(name, other, fn, (target, value), fixed=True)
                    return self
                if cls is type(self):
                    t = other._t
                    if t.dtype is target.dtype:
                        t = t.detach() if t.requires_grad else t
                        fn(target, t) if not eager_observers else observed(name, None, fn, (target, t), fixed=True)
                        return self
            except unless_interrupted(RuntimeError):
                pass  # shapes that do not fit, or overlapping memory
        result = plain_method(self, other)._t
        if result.shape != target.shape:
            raise MXNetError(
                f"operator {name}, in place: the array has shape {tuple(target.shape)}, the result "
                f"{tuple(result.shape)}"
            )
        is_checked = self.numpy_interface or target.dtype is torch.bool
        if result.dtype is not target.dtype and is_checked and not _same_kind(result.dtype, target.dtype):
            raise MXNetTypeError(
                f"operator {name}, in place: the array is of type {dtype_name(target.dtype)}, the result of type "
                f"{dtype_name(result.dtype)}"
            )
        target.copy_(result.detach())
        return self

    return _on_one_context(name)(method)


def _comparison(kernel: Callable[..., torch.Tensor]) -> Torch2:
    """Return the function that gives 1 and 0 in the type of its first tensor; they have no gradient."""

    def compare(a: torch.Tensor, b: torch.Tensor) -> torch.Tensor:
        if a.requires_grad:
            a = a.detach()
        if b.requires_grad:
            b = b.detach()
        return kernel(a, b, out=a.new_empty(0))

    return compare


#: the rows of Python's operators
ARITHMETIC = tuple(row for row in BINARY if row.classic and row.special and row.promotion is not TO_BOOL)
COMPARISONS = tuple(row for row in BINARY if row.special and row.promotion is TO_BOOL)


_negative = _scalar_method(lambda a, _: torch.neg(a), "_mul_scalar", None, _ALWAYS, False)


def operator_methods(
    operators: Callable[[Binary], Sequence[str]], comparison: Callable[[Kernel], Torch2]
) -> dict[str, Any]:
    """Return the special methods of an array class, by name.

    ``operators`` gives a row's operators for two arrays, for array and number, and for number and array;
    ``comparison`` makes what compares floats of PyTorch's function.
    """
    result: dict[str, Any] = {}
    for row in ARITHMETIC:
        array_op, scalar_op, reflected_op = operators(row)
        name, fn = row.special, row.of_floats
        cached = _NEVER if name == "pow" else _UNLESS_ZERO
        scalar = _scalar_method(fn, scalar_op, array_op, cached, False)
        result[f"__{name}__"] = array_method(get(array_op), scalar)
        result[f"__r{name}__"] = _scalar_method(fn, reflected_op, None, cached, True)
        if name != "pow":
            in_place = None if fn is None else getattr(torch.Tensor, f"{fn.__name__}_")
            result[f"__i{name}__"] = inplace_method(in_place, array_op, result[f"__{name}__"])
    for row in COMPARISONS:
        array_op, scalar_op, _ = operators(row)
        scalar = _scalar_method(comparison(row.kernel), scalar_op, array_op, _ALWAYS, False)
        result[f"__{row.special}__"] = array_method(get(array_op), scalar)
    for prefix in ("", "r", "i"):
        result[f"__{prefix}div__"] = result[f"__{prefix}truediv__"]
    for name, method in result.items():
        named(name, f"Return ``self.{name}(other)``: element by element, shapes broadcast, the data type kept.")(method)
    return result


class Arithmetic:
    """Python's operators on arrays; the binary ones come from the rows above."""

    __slots__ = ()
    __hash__ = object.__hash__

    def __neg__(self) -> Self:
        return _negative(self, -1.0)

    def __abs__(self) -> Self:
        return without_attributes("abs")(self)


for _name, _method in operator_methods(lambda row: (row.arrays[1], *row.numbers), _comparison).items():
    setattr(Arithmetic, _name, _method)

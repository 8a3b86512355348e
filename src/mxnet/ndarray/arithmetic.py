"""The operators of Python on arrays: ``+ - * / % **``, their reflected and in-place forms, and comparisons.

This is the hottest path of imperative programs: each method is made once with all it needs bound, calls PyTorch
directly for floating-point arrays of one type, and leaves every other case to the registered operator.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import torch

from ..core.dtypes import FLOATS
from ..core.errors import MXNetError
from ..core.writes import writable
from ..registry.op import get
from ..runtime.invoke import invoke
from ..runtime.tape import adopt, link_inputs, refuse_write, state

Torch2 = Callable[[Any, Any], torch.Tensor]
Method = Callable[[Any, Any], Any]
_NUMBERS = (float, int, np.generic)
_new = object.__new__


class _Scalars(dict[tuple[torch.dtype, float], torch.Tensor]):
    """Numbers as tensors: PyTorch adds a tensor in half the time that it needs to wrap and add a number."""

    def __missing__(self, key: tuple[torch.dtype, float]) -> torch.Tensor:
        if len(self) > 4096:
            self.clear()
        made = self[key] = torch.tensor(float(key[1]), dtype=key[0])
        return made


_scalars = _Scalars()


def _array_method(fn: Torch2 | None, name: str, scalar_method: Method) -> Method:
    """Return the method for ``array <op> other``; ``fn`` computes floats, operator ``name`` all the rest."""
    usable = frozenset(FLOATS) if fn is not None else frozenset()

    def method(self: Any, other: Any) -> Any:
        cls = type(self)
        if type(other) is not cls:
            return scalar_method(self, other)
        a, b = self._t, other._t
        dtype = a.dtype
        if dtype is not b.dtype or dtype not in usable:
            return invoke(get(name), (self, other), {}, None, cls)
        link = None
        if state.recording and (self._slot or other._slot):
            link = [name, None, (self._slot or adopt(self), other._slot or adopt(other)), 0]
            a, b = self._t, other._t
        try:
            t = fn(a, b)  # type: ignore[misc]
        except RuntimeError:
            return invoke(get(name), (self, other), {}, None, cls)  # says what is wrong
        if link is None and t.requires_grad:
            t = t.detach()
        made = _new(cls)
        made._t = t
        made._ctx = self._ctx
        made._slot = link
        return made

    return method


def _scalar_method(fn: Torch2 | None, name: str, array_name: str | None, cached: bool, reflected: bool) -> Method:
    """Return the method for ``array <op> number``; ``fn`` and ``name`` as in :func:`_array_method`.

    ``cached``: the number may be a tensor; ``reflected``: it is the left operand.
    """
    usable = frozenset(FLOATS) if fn is not None else frozenset()
    plain = frozenset((int, float))

    def method(self: Any, other: Any) -> Any:
        a = self._t
        dtype = a.dtype
        if type(other) not in plain or dtype not in usable:
            return general(self, other)
        link = [name, other, (self._slot,), 0] if state.recording and self._slot else None
        # a zero is left as it is: 0.0 and -0.0 would be one key
        number = _scalars[dtype, other] if cached and other else other
        try:
            t = fn(number, a) if reflected else fn(a, number)  # type: ignore[misc]
        except RuntimeError:
            return general(self, other)
        if link is None and t.requires_grad:
            t = t.detach()
        made = _new(type(self))
        made._t = t
        made._ctx = self._ctx
        made._slot = link
        return made

    def general(self: Any, other: Any) -> Any:
        if isinstance(other, _NUMBERS):
            return invoke(get(name), (self,), {"scalar": float(other)}, None, type(self))
        if array_name is not None and isinstance(other, Arithmetic):
            return invoke(get(array_name), (self, other), {}, None, type(self))
        raise TypeError(f"an operand of type {type(other).__name__} is not supported: pass an array or a number")

    return method


def _inplace_method(fn: Torch2 | None, name: str, plain_method: Method) -> Method:
    """Return the in-place form of ``plain_method``: PyTorch's own where ``fn`` is given, else computed and copied."""

    def method(self: Any, other: Any) -> Any:
        if state.recording:
            link_inputs((self, other) if type(other) is type(self) else (self,))
            refuse_write(self)
        here = writable(self._t)
        kind = type(other)
        if fn is not None and here.dtype in FLOATS:
            try:
                if kind is float or kind is int:
                    fn(here, other)
                    return self
                if kind is type(self) and other._t.dtype is here.dtype:
                    fn(here, other._t.detach())
                    return self
            except RuntimeError:
                pass  # shapes that do not fit, or overlapping memory
        result = plain_method(self, other)._t
        if result.shape != here.shape:
            raise MXNetError(
                f"operator {name}, in place: the array has shape {tuple(here.shape)}, the result {tuple(result.shape)}"
            )
        here.copy_(result.detach())
        return self

    return method


def _equal(a: torch.Tensor, b: Any) -> torch.Tensor:
    return torch.eq(a, b).type(a.dtype)


def _not_equal(a: torch.Tensor, b: Any) -> torch.Tensor:
    return torch.ne(a, b).type(a.dtype)


def _greater(a: torch.Tensor, b: Any) -> torch.Tensor:
    return torch.gt(a, b).type(a.dtype)


def _greater_equal(a: torch.Tensor, b: Any) -> torch.Tensor:
    return torch.ge(a, b).type(a.dtype)


def _lesser(a: torch.Tensor, b: Any) -> torch.Tensor:
    return torch.lt(a, b).type(a.dtype)


def _lesser_equal(a: torch.Tensor, b: Any) -> torch.Tensor:
    return torch.le(a, b).type(a.dtype)


#: special method, PyTorch's function, in-place form, operators for: two arrays, array and number, number and array
_ARITHMETIC = (
    ("add", torch.add, torch.Tensor.add_, "broadcast_add", "_plus_scalar", "_plus_scalar"),
    ("sub", torch.sub, torch.Tensor.sub_, "broadcast_sub", "_minus_scalar", "_rminus_scalar"),
    ("mul", torch.mul, torch.Tensor.mul_, "broadcast_mul", "_mul_scalar", "_mul_scalar"),
    ("truediv", torch.div, torch.Tensor.div_, "broadcast_div", "_div_scalar", "_rdiv_scalar"),
    ("mod", None, None, "broadcast_mod", "_mod_scalar", "_rmod_scalar"),
    ("pow", torch.pow, None, "broadcast_power", "_power_scalar", "_rpower_scalar"),
)
#: special method, function, operators for: two arrays, array and number
_COMPARISONS = (
    ("eq", _equal, "broadcast_equal", "_equal_scalar"),
    ("ne", _not_equal, "broadcast_not_equal", "_not_equal_scalar"),
    ("gt", _greater, "broadcast_greater", "_greater_scalar"),
    ("ge", _greater_equal, "broadcast_greater_equal", "_greater_equal_scalar"),
    ("lt", _lesser, "broadcast_lesser", "_lesser_scalar"),
    ("le", _lesser_equal, "broadcast_lesser_equal", "_lesser_equal_scalar"),
)


def _methods() -> dict[str, Any]:
    made: dict[str, Any] = {}
    for name, fn, fn_, array_op, scalar_op, reflected_op in _ARITHMETIC:
        cached = name != "pow"
        scalar = _scalar_method(fn, scalar_op, array_op, cached, False)
        made[f"__{name}__"] = _array_method(fn, array_op, scalar)
        made[f"__r{name}__"] = _scalar_method(fn, reflected_op, None, cached, True)
        if name != "pow":
            made[f"__i{name}__"] = _inplace_method(fn_, array_op, made[f"__{name}__"])
    for name, fn, array_op, scalar_op in _COMPARISONS:
        made[f"__{name}__"] = _array_method(fn, array_op, _scalar_method(fn, scalar_op, array_op, True, False))
    for prefix in ("", "r", "i"):
        made[f"__{prefix}div__"] = made[f"__{prefix}truediv__"]
    for name, method in made.items():
        method.__name__ = method.__qualname__ = name
        method.__doc__ = f"Return ``self.{name}(other)``: element by element, shapes broadcast, the data type kept."
    return made


class Arithmetic:
    """Python's operators on arrays; the binary ones come from the tables above."""

    __slots__ = ()
    __hash__ = object.__hash__

    def __neg__(self) -> Any:
        return self * -1.0  # type: ignore[operator]

    def __abs__(self) -> Any:
        return invoke(get("abs"), (self,), {}, None, type(self))


for _name, _method in _methods().items():
    setattr(Arithmetic, _name, _method)

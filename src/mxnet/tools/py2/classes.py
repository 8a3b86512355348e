"""Classes of Python 2: their special methods under the names that Python 3 calls."""

import builtins
import inspect
import sys
from collections.abc import Callable
from typing import Any

#: special methods that Python 3 calls by another name
_RENAMED = {
    "next": "__next__", "__nonzero__": "__bool__", "__div__": "__truediv__", "__rdiv__": "__rtruediv__",
    "__idiv__": "__itruediv__", "__long__": "__int__",
}  # fmt: skip
_SLICED = {"__getslice__": "__getitem__", "__setslice__": "__setitem__", "__delslice__": "__delitem__"}
_ORDER: dict[str, Callable[[Any], bool]] = {
    "__lt__": lambda c: c < 0, "__le__": lambda c: c <= 0, "__gt__": lambda c: c > 0, "__ge__": lambda c: c >= 0,
    "__eq__": lambda c: c == 0, "__ne__": lambda c: c != 0,
}  # fmt: skip


def build_class(body: Any, name: str, *bases: Any, **keywords: Any) -> Any:
    """Make a class, as the statement does: with the metaclass that its body or module names, and renamed methods."""
    result = builtins.__build_class__(body, name, *bases, **keywords)
    meta = vars(result).get("__metaclass__")
    if meta is None and not bases:
        caller = inspect.currentframe().f_back  # type: ignore[union-attr]
        meta = caller.f_globals.get("__metaclass__") if caller else None
    if meta is not None and type(result) is not meta:
        parts = {key: value for key, value in vars(result).items() if key not in ("__dict__", "__weakref__")}
        if vars(result).get("__hash__", 0) is None:
            del parts["__hash__"]
        result = meta(name, result.__bases__, parts)
    if isinstance(result, type):
        _rename(result)
    return result


def _rename(cls: type) -> None:
    attributes = vars(cls)
    has_hash = attributes.get("__hash__") is not None
    for old, new in _RENAMED.items():
        if old in attributes and (new not in attributes or "div" in old):
            setattr(cls, new, attributes[old])
    for old, new in _SLICED.items():
        if old in attributes:
            setattr(cls, new, _with_slices(attributes[old], attributes.get(new), new))
    if "__cmp__" in attributes:
        for name, test in _ORDER.items():
            if name not in attributes:
                setattr(cls, name, _compared(test))
    if ("__eq__" in attributes and not has_hash) and attributes.get("__hash__") is None:
        cls.__hash__ = next(  # type: ignore[method-assign, assignment]
            (vars(base)["__hash__"] for base in cls.__mro__[1:] if vars(base).get("__hash__") is not None),
            object.__hash__,
        )
    if "__unicode__" in attributes and "__str__" not in attributes:
        cls.__str__ = attributes["__unicode__"]  # type: ignore[method-assign]


def _compared(test: Callable[[Any], bool]) -> Callable[[Any, Any], bool]:
    return lambda self, other: test(type(self).__cmp__(self, other))


def _with_slices(method: Any, item: Any, name: str) -> Any:
    """Return a method of items that calls another one for slices without a step."""

    def of_items(self: Any, key: Any, *value: Any) -> Any:
        if isinstance(key, slice) and key.step is None:
            bounds = [0 if key.start is None else key.start, sys.maxsize if key.stop is None else key.stop]
            if any(bound < 0 for bound in bounds):
                bounds = [bound + len(self) if bound < 0 else bound for bound in bounds]
            return method(self, *bounds, *value)
        if item is not None:
            return item(self, key, *value)
        for base in type(self).__mro__[1:]:
            if name in vars(base) and getattr(vars(base)[name], "__qualname__", "") != of_items.__qualname__:
                return vars(base)[name](self, key, *value)
        raise TypeError(f"{type(self).__name__} has no {name}")

    return of_items

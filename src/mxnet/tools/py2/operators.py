"""What Python 2's operators and attributes did: ``10 / 3``, ``None < 1``, ``d.keys()``, ``'a'.encode('hex')``."""

import builtins
import collections.abc
import functools
import io
import operator
import subprocess
import sys
import types
from collections.abc import Callable
from typing import Any

import numpy as np

from ... import recordio
from ...recordio import MXRecordIO
from .. import old_numbers
from . import texts
from .division import divide, divide_arrays, divide_into
from .texts import Bytes

__all__ = ["ATTRIBUTES", "Bytes", "attribute", "compare_any", "divide", "divide_into"]
slice = builtins.slice


# -- arithmetic --------------------------------------------------------------------------------------------------------


def divide_attribute(owner: Any, name: str, value: Any) -> None:
    """Run ``owner.name /= value``."""
    setattr(owner, name, divide_into(getattr(owner, name), value))


def divide_item(owner: Any, key: Any, value: Any) -> None:
    """Run ``owner[key] /= value``."""
    owner[key] = divide_into(owner[key], value)


def modulo(a: Any, b: Any) -> Any:
    """Return ``a % b``; in a text floats show as they did."""
    if not isinstance(a, (str, bytes)):
        return a % b
    if isinstance(b, tuple):
        b = tuple(texts.for_text(item) for item in b)
    elif isinstance(b, dict):
        b = {key: texts.for_text(value) for key, value in b.items()}
    else:
        b = texts.for_text(b)
    return old_numbers.text(a, b) if isinstance(a, str) else a % b


def error(kind: Any, value: Any) -> Any:
    """Return what ``raise kind, value, traceback`` raises."""
    if isinstance(value, kind):
        return value
    return kind(*value) if isinstance(value, tuple) else kind(value)


# -- order -------------------------------------------------------------------------------------------------------------

_SIMPLE = (type(None), int, float, str, bytes, list, tuple, dict, type, types.FunctionType)


def _rank(value: Any) -> tuple[int, str]:
    """Return what orders values of different types: nothing, numbers, then the names of types."""
    if value is None:
        return 0, ""
    if isinstance(value, (int, float)):
        return 1, ""
    return 2, "str" if isinstance(value, (str, bytes)) else type(value).__name__


def compare_any(a: Any, b: Any) -> int:
    """Return ``cmp(a, b)``: -1, 0 or 1, for values of any types."""
    if isinstance(a, bytes) != isinstance(b, bytes):
        a, b = texts.to_bytes(a), texts.to_bytes(b)
    method = getattr(type(a), "__cmp__", None)
    if method is not None:
        return _sign(method(a, b))
    method = getattr(type(b), "__cmp__", None)
    if method is not None:
        return -_sign(method(b, a))
    try:
        return 0 if a == b else -1 if a < b else 1
    except TypeError:
        return _compare_simple(a, b)


def _sign(value: Any) -> int:
    return int((value > 0) - (value < 0))


def _compare_simple(a: Any, b: Any) -> int:
    """Compare values that Python 3 does not compare. Raises TypeError for classes whose order was their address."""
    if a is b:
        return 0
    if isinstance(a, (list, tuple)) and type(a) is type(b):
        for one, other in zip(a, b, strict=False):
            if result := compare_any(one, other):
                return result
        return _sign(len(a) - len(b))
    if isinstance(a, dict) and isinstance(b, dict):
        return _compare_dicts(a, b)
    if not isinstance(a, _SIMPLE) or not isinstance(b, _SIMPLE) or _rank(a) == _rank(b):
        raise TypeError(
            f"{type(a).__name__} and {type(b).__name__} have no order: Python 2 compared their addresses, which change"
        )
    return -1 if _rank(a) < _rank(b) else 1


def _compare_dicts(a: dict[Any, Any], b: dict[Any, Any]) -> int:
    if len(a) != len(b):
        return _sign(len(a) - len(b))
    key = functools.cmp_to_key(compare_any)
    one, other = ([(k, d[k]) for k in d if k not in e or d[k] != e[k]] for d, e in ((a, b), (b, a)))
    first, second = min((key(k) for k, _ in one), default=None), min((key(k) for k, _ in other), default=None)
    if first is None or second is None:
        return 0
    return compare_any(first.obj, second.obj) or compare_any(a[first.obj], b[second.obj])  # type: ignore[attr-defined]


def _comparison(function: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    def compare(a: Any, b: Any) -> Any:
        if isinstance(a, bytes) and isinstance(b, str):
            a, b = bytes(a), texts.to_bytes(b)
        elif isinstance(a, str) and isinstance(b, bytes):
            a, b = texts.to_bytes(a), bytes(b)
        try:
            return function(a, b)
        except TypeError:
            if isinstance(a, _SIMPLE) and isinstance(b, _SIMPLE):
                return function(_compare_simple(a, b), 0)
            raise

    return compare


_OPERATORS = operator.lt, operator.le, operator.gt, operator.ge, operator.eq, operator.ne
lt, le, gt, ge, eq, ne = map(_comparison, _OPERATORS)


def ordered(values: Any, cmp: Any = None, key: Any = None, reverse: bool = False) -> list[Any]:
    """Return ``sorted(values, cmp, key, reverse)``."""
    values = list(values)
    if cmp is None:
        try:
            return builtins.sorted(values, key=key, reverse=reverse)
        except TypeError:
            cmp = compare_any
    order = functools.cmp_to_key(lambda a, b: _sign(cmp(a, b)))
    return builtins.sorted(values, key=order if key is None else lambda x: order(key(x)), reverse=reverse)


# -- attributes --------------------------------------------------------------------------------------------------------

_VIEWS = (collections.abc.KeysView, collections.abc.ValuesView, collections.abc.ItemsView)


def _list_of(name: str) -> Callable[[Any], Any]:
    def find(owner: Any) -> Any:
        method = getattr(owner, name)
        if isinstance(owner, type) or not callable(method):
            return method

        def listed(*args: Any, **kwargs: Any) -> Any:
            result = method(*args, **kwargs)
            return list(result) if isinstance(result, _VIEWS) else result

        return listed

    return find


def _iterator_of(name: str) -> Callable[[Any], Any]:
    def find(owner: Any) -> Any:
        getattr(owner, name)  # raises for what has none
        if isinstance(owner, type):
            return lambda self: iter(getattr(self, name)())
        return lambda: iter(getattr(owner, name)())

    return find


def _where(has: Callable[[Any], bool], find: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Return what finds an attribute of the objects that had it; for others it raises AttributeError."""

    def checked(owner: Any) -> Any:
        if not has(owner):
            raise AttributeError
        return find(owner)

    return checked


def _renamed(name: str, *kinds: Any) -> Callable[[Any], Any]:
    return _where(lambda owner: not kinds or isinstance(owner, kinds), operator.attrgetter(name))


def _sort(owner: list[Any]) -> Any:
    def sort(cmp: Any = None, key: Any = None, reverse: bool = False) -> None:
        owner[:] = ordered(owner, cmp, key, reverse)

    return sort


def _of_texts(function: Callable[..., Any]) -> Callable[[Any], Any]:
    return lambda owner: functools.partial(function, owner)


def _format(owner: str) -> Any:
    return lambda *args, **kwargs: owner.format(
        *map(texts.for_text, args), **{name: texts.for_text(value) for name, value in kwargs.items()}
    )


def _of_sys(value: Any) -> Callable[[Any], Any]:
    return _where(lambda owner: owner is sys, lambda owner: value)


def _write(owner: Any) -> Any:
    softspace.pop(id(owner), None)
    takes_bytes = isinstance(getattr(owner, "file", owner), (io.BufferedIOBase, MXRecordIO))
    return functools.partial(texts.write, owner) if takes_bytes else owner.write


def _reading(name: str) -> tuple[Any, Callable[[Any], Any]]:
    """Return how what a method reads from a stream of bytes becomes texts."""

    def find(owner: Any) -> Any:
        def read(*args: Any, **kwargs: Any) -> Any:
            result = getattr(owner, name)(*args, **kwargs)
            return [texts.plain(line) for line in result] if isinstance(result, list) else texts.plain(result)

        return read

    return (io.BufferedIOBase, MXRecordIO), find


def _communicate(owner: Any) -> Any:
    def communicate(data: Any = None) -> Any:
        return tuple(map(texts.plain, owner.communicate(data if owner.text_mode else texts.to_bytes(data))))

    return communicate


def _pack(owner: Any) -> Any:
    return (lambda header, s: owner.pack(header, texts.to_bytes(s))) if owner is recordio else owner.pack


#: files after which a print statement that ended with a comma writes a blank first
softspace: dict[int, bool] = {}
_FUNCTION = (types.FunctionType, types.MethodType)
#: attributes that objects lack now; they are looked for as Python 3 does first
_ABSENT: dict[str, Callable[[Any], Any]] = {
    "has_key": _where(lambda owner: hasattr(owner, "__contains__"), lambda owner: lambda key: key in owner),
    "message": _where(
        lambda owner: isinstance(owner, BaseException), lambda owner: owner.args[0] if len(owner.args) == 1 else ""),
    "next": _renamed("__next__"),
    **{f"iter{name}": _iterator_of(name) for name in ("keys", "values", "items")},
    **{f"view{name}": _renamed(name) for name in ("keys", "values", "items")},
    **{f"func_{new.strip('_')}": _renamed(new, *_FUNCTION) for new in (
        "__name__", "__code__", "__defaults__", "__globals__", "__dict__", "__doc__", "__closure__")},
    "im_func": _renamed("__func__"), "im_self": _renamed("__self__"),
    "im_class": lambda owner: type(owner.__self__), "xreadlines": _renamed("__iter__"),
    "maxint": _of_sys(2**63 - 1), "setdefaultencoding": _of_sys(lambda name: None),
    "exc_clear": _of_sys(lambda: None), "getcwdu": _renamed("getcwd", types.ModuleType),
    "decode": _of_texts(texts.decode),
}  # fmt: skip
#: attributes that do something else now, by the class of the object
_CHANGED: dict[str, tuple[Any, Callable[[Any], Any]]] = {
    "keys": (object, _list_of("keys")), "values": (object, _list_of("values")), "items": (object, _list_of("items")),
    "sort": (list, _sort), "encode": (str, _of_texts(texts.encode)), "join": (str, _of_texts(texts.join)),
    "format": (str, _format), "write": (object, _write),
    **{name: _reading(name) for name in ("read", "readline", "readlines")},
    "communicate": (subprocess.Popen, _communicate), "pack": (types.ModuleType, _pack),
    "divide": (types.ModuleType, lambda owner: divide_arrays if owner is np else owner.divide),
}  # fmt: skip
ATTRIBUTES = frozenset(_ABSENT) | frozenset(_CHANGED)


def attribute(owner: Any, name: str) -> Any:
    """Return an attribute that Python 2's objects had. Raises Python's own AttributeError where they had none."""
    if name in _CHANGED:
        owner_class, find = _CHANGED[name]
        return find(owner) if isinstance(owner, owner_class) and not isinstance(owner, type) else getattr(owner, name)
    try:
        return getattr(owner, name)
    except AttributeError:
        try:
            return _ABSENT[name](owner)
        except AttributeError:
            pass
        raise


def text_function(function: Any) -> Any:
    """Return what makes a text: ``str``, unless the program has another of its name."""
    return texts.text_of if function is str else function

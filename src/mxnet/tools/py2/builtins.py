"""Python 2's builtins, for the modules of a program of Python 2 alone."""

import ast
import builtins
import decimal
import functools
import importlib
import inspect
import itertools
import sys
from collections.abc import Callable
from typing import Any

from . import operators, texts
from .meaning import OPERATORS, with_meaning
from .modules import import_module
from .syntax import translated


def compiled(text: str, path: str, mode: str = "exec", flags: int = 0) -> Any:
    """Return the code of a program of Python 2. Raises SyntaxError with the line, and what to write there."""
    result = translated(text, path)
    return compile(parsed(result, path, mode), path, mode, flags=flags, dont_inherit=True)


def parsed(text: str, path: str, mode: str = "exec") -> Any:
    """Return the tree of a program in Python 3's syntax that has Python 2's meaning."""
    tree = ast.parse(text, path, mode)
    return with_meaning(tree, path, text)  # type: ignore[arg-type]


def _map(function: Any, *values: Any) -> Any:
    if function is str:
        function = texts.text_of
    if len(values) == 1:
        return list(values[0]) if function is None else [function(item) for item in values[0]]
    rows = itertools.zip_longest(*values)
    return list(rows) if function is None else [function(*row) for row in rows]


def _filter(function: Any, values: Any) -> Any:
    result = list(filter(function, values))
    if isinstance(values, str):
        return "".join(result)
    return tuple(result) if isinstance(values, tuple) else result


def _of_all_types(choose: Any) -> Any:
    """Return ``min`` or ``max``, which order all types."""

    def reduce(*args: Any, **kwargs: Any) -> Any:
        try:
            return choose(*args, **kwargs)
        except TypeError:
            values = list(args[0]) if len(args) == 1 else list(args)
            key = kwargs.get("key")
            if not values or not set(kwargs) <= {"key"}:
                raise
            order = functools.cmp_to_key(operators.compare_any)
            return choose(values, key=lambda x: order(x if key is None else key(x)))

    return reduce


def _round(x: Any, ndigits: Any = 0) -> Any:
    if not isinstance(x, (int, float)) or x != x or x in (float("inf"), float("-inf")):
        return builtins.round(x, ndigits)
    with decimal.localcontext() as context:
        context.prec = 400
        value = decimal.Decimal(x).quantize(decimal.Decimal(1).scaleb(-ndigits), decimal.ROUND_HALF_UP)
    return float(value)


def _oct(x: Any) -> str:
    return builtins.oct(x).replace("0o", "0") if x != 0 else "0"


def _raw_input(prompt: Any = "") -> str:
    return builtins.input(prompt)


def _caller(globals_: Any, locals_: Any) -> tuple[Any, Any]:
    frame = inspect.currentframe().f_back.f_back  # type: ignore[union-attr]
    assert frame is not None
    return (frame.f_globals if globals_ is None else globals_), (
        locals_ if locals_ is not None else frame.f_locals if globals_ is None else globals_
    )


def _eval(source: Any, globals_: Any = None, locals_: Any = None) -> Any:
    globals_, locals_ = _caller(globals_, locals_)
    _give_builtins(globals_)
    if isinstance(source, (str, bytes)):
        source = compiled(texts.text_of(source).strip(), "<string>", "eval")
    return builtins.eval(source, globals_, locals_)


def _input(prompt: Any = "") -> Any:
    globals_, locals_ = _caller(None, None)
    return builtins.eval(compiled(builtins.input(prompt).strip(), "<string>", "eval"), globals_, locals_)


def _exec(source: Any, globals_: Any = None, locals_: Any = None) -> None:
    globals_, locals_ = _caller(globals_, locals_)
    _give_builtins(globals_)
    if isinstance(source, (str, bytes)):
        source = compiled(str(source), "<string>")
    builtins.exec(source, globals_, locals_)


def _execfile(name: Any, globals_: Any = None, locals_: Any = None) -> None:
    globals_, locals_ = _caller(globals_, locals_)
    _give_builtins(globals_)
    with open(name, encoding="utf-8", errors="surrogateescape") as stream:
        builtins.exec(compiled(stream.read(), str(name)), globals_, locals_)


def _give_builtins(scope: Any) -> None:
    scope.setdefault("__builtins__", python2_builtins())


def _print(*values: Any, sep: Any = " ", end: str = "\n", file: Any = None) -> None:
    """Print as the statement did: after a comma at its end, a blank comes with the next value."""
    stream = sys.stdout if file is None else file
    for value in values:
        if operators.softspace.pop(id(stream), False):
            stream.write(" ")
        text = str(texts.text_of(value))
        stream.write(text)
        if not text or not text[-1].isspace() or text[-1] == " ":
            operators.softspace[id(stream)] = True
    if end == "\n":
        operators.softspace.pop(id(stream), None)
        stream.write("\n")


def finish_line() -> None:
    """End the line that print statements left open, as Python 2 did when it ended."""
    if operators.softspace.pop(id(sys.stdout), False):
        sys.stdout.write("\n")


def _print_function(*values: Any, sep: Any = " ", end: Any = "\n", file: Any = None) -> None:
    builtins.print(*map(texts.text_of, values), sep=sep, end=end, file=file)


class _StandIn(type):
    """The class of names that stand for Python 3's classes."""

    def __instancecheck__(cls, value: Any) -> bool:
        return isinstance(value, cls.classes_)  # type: ignore[attr-defined]

    def __subclasscheck__(cls, other: Any) -> bool:
        return issubclass(other, cls.classes_)  # type: ignore[attr-defined]

    def __eq__(cls, other: Any) -> bool:
        return other is cls or other is cls.classes_[0]  # type: ignore[attr-defined]

    def __hash__(cls) -> int:
        return hash(cls.classes_[0])  # type: ignore[attr-defined]


class basestring(metaclass=_StandIn):  # the name is what programs print
    """Texts of both classes_."""

    classes_ = (str, bytes)


class unicode(str, metaclass=_StandIn):
    """Texts of characters."""

    classes_ = (str,)

    def __new__(cls, value: Any = "", encoding: str = "utf-8", errors: str = "strict") -> Any:
        """Return a text of characters: bytes are decoded."""
        if hasattr(value, "__unicode__"):
            return value.__unicode__()
        return bytes(value).decode(encoding, errors) if isinstance(value, bytes) else texts.text_of(value)


def _hasattr(owner: Any, name: str) -> bool:
    try:
        _getattr(owner, name)
        return True
    except AttributeError:
        return False


_NONE = object()


def _getattr(owner: Any, name: str, default: Any = _NONE) -> Any:
    try:
        return operators.attribute(owner, name) if name in operators.ATTRIBUTES else builtins.getattr(owner, name)
    except AttributeError:
        if default is _NONE:
            raise
        return default


def _buffer(value: Any, offset: int = 0, size: int = sys.maxsize) -> Any:
    return texts.Bytes(texts.to_bytes(value))[offset : offset + size]


def _coerce(a: Any, b: Any) -> Any:
    result_type = type(a + b)
    return result_type(a), result_type(b)


@functools.cache
def python2_builtins(print_function: bool = False) -> dict[str, Any]:
    """Return the builtins of a module of Python 2; ``print_function``: it imports that from the future."""
    return {
        **vars(builtins),
        OPERATORS: operators, "__build_class__": build_class, "__import__": import_module,
        "map": _map, "filter": _filter, "zip": lambda *values: list(zip(*values, strict=False)),
        "range": lambda *args: list(range(*args)), "xrange": range, "sorted": operators.ordered,
        "min": _of_all_types(min), "max": _of_all_types(max), "cmp": operators.compare_any, "round": _round,
        "oct": _oct, "raw_input": _raw_input, "input": _input, "eval": _eval, "exec": _exec, "execfile": _execfile,
        "reduce": functools.reduce, "reload": lambda module: module if module is sys else importlib.reload(module),
        "apply": lambda function, args=(), kwargs=None: function(*args, **(kwargs or {})), "intern": sys.intern,
        "unicode": unicode, "basestring": basestring, "long": int, "unichr": chr,
        "chr": lambda code: chr(code) if code < 128 else texts.Bytes([code]),
        "buffer": _buffer, "coerce": _coerce, "open": texts.open_file, "file": texts.open_file,
        "hasattr": _hasattr, "getattr": _getattr, "StandardError": Exception,
        "print": _print_function if print_function else _print,
    }  # fmt: skip


# -- classes of Python 2: their special methods under the names that Python 3 calls ------------------------------------


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

"""Python 2's builtins, for the modules of a program of Python 2 alone."""

import ast
import builtins
import decimal
import functools
import importlib
import inspect
import itertools
import sys
from typing import Any

from . import operators, texts
from .classes import build_class
from .meaning import OPERATORS, with_meaning
from .modules import import_module
from .syntax import translated


def compiled(text: str, path: str, mode: str = "exec", flags: int = 0) -> Any:
    """Return the code of a program of Python 2. Raises SyntaxError with the line, and what to write there."""
    result = translated(text, path)
    return compile(meant(result, path, mode), path, mode, flags=flags, dont_inherit=True)


def meant(text: str, path: str, mode: str = "exec") -> Any:
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

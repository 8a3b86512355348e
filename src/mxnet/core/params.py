"""Operator attributes: from a caller's value or a file's text to a typed Python value, and back.

MXNet passes attributes as text (``"(3, 3)"``, ``"True"``, ``"1e-05"``), programs pass Python values; both arrive
here. An attribute's type is the annotation of an operator's keyword parameter; :func:`parser` turns an
annotation into the function that reads it. The annotations in use:

=====================  ==========================================================
``bool int float str`` as Python; ``True`` is no number; an int has 32 bits, as 1.9.1's, a float their range
``Long Double``        an int, a float of 64 bits
``NonNegative``        an int from 0 to 2**32 - 1; ``Positive`` one of at least 1
``NonNegativeLong``    an int from 0 to 2**63 - 1
``Count``              how many arrays there are, at most 2**20
``Fraction``           a float from 0 to 1
``Shape``              a tuple of ints of 64 bits; one int is a tuple of one; ``Ints`` one of ints of 32 bits
``Floats``             a tuple of floats
``DType``              a data type in any form, kept as MXNet's name
``Literal[...]``       one of the listed strings
``AlsoAccepted``       marks a ``Literal`` that takes more strings than 1.9.1 names
``X | None``           any of these, or None (``"None"``)
=====================  ==========================================================
"""

import ast
import json
import math
import numbers
import re
import types
import typing
from collections.abc import Callable
from functools import lru_cache
from typing import Annotated, Any, Literal, Union

import numpy as np

from .dtypes import NAMES, canonical
from .errors import nearest

Parser = Callable[[Any], Any]
#: the first integer beyond the signed ones of 32 and 64 bits, and beyond the unsigned ones of 32 bits
_INT32, _INT64, _UINT32 = 2**31, 2**63, 2**32


class Range(typing.NamedTuple):
    """The least and the greatest value that a number may take."""

    low: float
    high: float = float("inf")
    #: whether MXNet declares the number unsigned, and says so in its messages
    unsigned: bool = True


class AlsoAccepted(typing.NamedTuple):
    """Strings that an attribute takes beside those of its ``Literal``; its type, to who asks, is the latter alone."""

    values: tuple[str, ...]


class _DTypeMark:
    """Marks an annotation as a data type."""


NonNegative = Annotated[int, Range(0, _UINT32 - 1)]
Positive = Annotated[int, Range(1, _UINT32 - 1)]
#: As ``Positive``, but signed in MXNet's declaration.
AtLeastOne = Annotated[int, Range(1, _INT32 - 1, unsigned=False)]
Long = Annotated[int, Range(-_INT64, _INT64 - 1, unsigned=False)]
NonNegativeLong = Annotated[int, Range(0, _INT64 - 1)]
Double = Annotated[float, Range(-math.inf, unsigned=False)]
#: how many arrays an operator may take or give: each has a name, and these must not take all memory
MOST_ARRAYS = 2**20
Count = Annotated[int, Range(-_INT64, MOST_ARRAYS, unsigned=False)]
#: the same where there is one at least
PositiveCount = Annotated[int, Range(1, MOST_ARRAYS, unsigned=False)]
Fraction = Annotated[float, Range(0, 1)]
Shape = tuple[Long, ...]
#: A shape whose entries may be None.
OptShape = tuple[Long | None, ...]
#: Axes, places and, in places, lengths: what 1.9.1 reads with 32 bits.
Ints = tuple[int, ...]
#: The same with None among them: the ``begin`` and ``end`` of ``slice``.
OptInts = tuple[int | None, ...]
Shapes = tuple[tuple[int, ...], ...]
Floats = tuple[float, ...]
DType = Annotated[str, _DTypeMark()]


class NullType:
    """The default of a generated function's attribute: not given, so the operator's own default holds."""

    def __repr__(self) -> str:
        return "_Null"

    def __reduce__(self) -> str:
        return "NULL"

    def __bool__(self) -> bool:
        return False


#: "Not given" in the signatures of the generated functions (``mxnet.base._Null``).
NULL = NullType()


def is_count(value: Any) -> bool:
    """Return whether a value is a plain number of arrays, which needs no reading."""
    return type(value) is int and 0 < value <= MOST_ARRAYS


def hidden(key: str) -> bool:
    """Return whether an attribute is out of an operator's sight: ``__shape__``."""
    return key.startswith("__") and key.endswith("__")


def _parse_bool(value: Any) -> bool:
    if value is True or value is False:
        return bool(value)
    text = text_of(value).lower()
    if text in ("true", "1"):
        return True
    if text in ("false", "0"):
        return False
    raise ValueError(f"expect boolean but value={str(value)!r}")


_INTEGER = re.compile(r"\s*([+-]?[0-9]{1,19})\s*")
#: the text of an infinite number, which is none of a number that is too large
_INFINITE = re.compile(r"\s*[+-]?inf(inity)?", re.IGNORECASE)


def _to_integer(value: Any) -> int | None:
    if isinstance(value, str):
        result = _INTEGER.fullmatch(value)
        return None if result is None else int(result[1])
    if isinstance(value, (bool, np.bool_)):
        return None
    if isinstance(value, numbers.Integral):
        return int(value)
    try:
        return int(value.__index__()) if hasattr(value, "__index__") else None
    except TypeError:
        return None


def _integer_parser(type_name: str, end: int) -> Parser:
    """Return what reads integers from ``-end`` to ``end - 1``, which errors call ``type_name``."""

    def parse(value: Any) -> int:
        scalar = value if type(value) is int else _to_integer(value)
        if scalar is not None and -end <= scalar < end:
            return scalar
        hint = "; several arrays for one argument are a list" if hasattr(value, "asnumpy") else ""
        raise ValueError(f"expect {type_name} but value={str(value)!r}{hint}")

    return parse


_SUFFIX = re.compile(r"(.*[0-9.])[fF]", re.DOTALL)


def _real(value: Any) -> float | None:
    if isinstance(value, str):
        result = _SUFFIX.fullmatch(value)  # as C writes a float: ``0.5f``
        value = value if result is None else result[1]
        refused = "_" in value or not value.isascii() or value != value.rstrip()  # Python takes more than MXNet
    else:
        refused = isinstance(value, (bool, np.bool_, bytes))
    try:
        return None if refused else float(value)
    except (OverflowError, TypeError, ValueError):
        return None


def _real_parser(dtype: str, greatest: float) -> Parser:
    """Return what reads real numbers up to ``greatest`` and infinite ones; errors call them ``dtype``."""

    def parse(value: Any) -> float:
        scalar = value if type(value) is float else _real(value)
        if scalar is None:
            raise ValueError(f"expect {dtype} but value={str(value)!r}")
        if -greatest <= scalar <= greatest or scalar != scalar or _INFINITE.fullmatch(str(value)) is not None:
            return scalar
        raise ValueError(f"expect {dtype} but value={str(value)!r} is out of its range")

    return parse


def _parse_str(value: Any) -> str:
    return value if type(value) is str else str(value)


def _parse_dtype(value: Any) -> str:
    try:
        return canonical(value)
    except TypeError:
        hint = "; the lengths of a shape are one tuple, as in zeros((2, 3))" if type(value) is int else ""
        raise ValueError(f"Invalid Input: {str(value)!r}, valid values are: {{{', '.join(NAMES)}}}{hint}") from None


_BRACKETS = re.compile(r"\s*[(\[](.*)[)\]]\s*", re.DOTALL)
_ENTRY = re.compile(r"\s*(?:(None)|([+-]?(?:[0-9.][0-9.eE+-]*L?|inf|nan)))\s*")


@lru_cache(maxsize=1024)
def _entries(text: str) -> list[str]:
    """Return the entries in the text of a tuple or list: ``(3, 3)``, ``[3,3]``, ``(2L,)``, ``(None, 1)``."""
    inside = _BRACKETS.fullmatch(text)
    parts = inside[1].split(",") if inside is not None and inside[1].strip() else []
    if len(parts) > 1 and not parts[-1].strip():  # a comma at the end
        parts.pop()
    result = [entry[1] or entry[2] for entry in map(_ENTRY.fullmatch, parts) if entry is not None]
    if inside is None or len(result) < len(parts):
        raise ValueError(f"expect a tuple but value={text!r}")
    return result


#: what stands in the text of tuples, and in JSON, which has names for numbers that are infinite or none
_IN_JSON = ((r"\(", "["), (r",? ?\)", "]"), (r"\binf\b", "Infinity"), (r"\bnan\b", "NaN"))


def _literal_sequence(text: str) -> Any:
    """Read the text of a tuple of tuples: ``((0, 1), (2, 2))``."""
    try:
        if "inf" not in text and "nan" not in text:
            return ast.literal_eval(text.replace("L", ""))
        text = " ".join(text.split())
        for pattern, name in _IN_JSON:
            text = re.sub(pattern, name, text)
        return json.loads(text)
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        raise ValueError(f"expect a tuple but value={text!r}") from None


def _sequence_parser(item: Parser, nested: bool, truncates: bool) -> Parser:
    entry = _with_suffix(item) if truncates else item

    def parse(value: Any) -> tuple[Any, ...]:
        if isinstance(value, str):
            text = value.strip()
            if not text.startswith(("(", "[")):
                return (item(text),)  # one of one
            if not nested:
                return tuple(map(entry, _entries(text)))
            value = _literal_sequence(text)
        if isinstance(value, (tuple, list)):
            if str in map(type, value):  # ``("3",)``
                raise ValueError(f"expect a tuple of numbers but value={str(value)!r}")
            return tuple(item(element) for element in value)
        if isinstance(value, numbers.Number):
            return (item(value),)
        # whatever it is, MXNet reads its text: that of most arrays, sets, ranges is no tuple
        return parse(text_of(value))

    return parse


_LONG = re.compile(r"(\s*[+-]?[0-9]+)L\s*")


def _with_suffix(inner: Parser) -> Parser:
    """Return what also reads ``1L``, which MXNet takes for integers that may be None, and within tuples."""

    def parse(value: Any) -> Any:
        result = _LONG.fullmatch(value) if isinstance(value, str) else None
        return inner(value if result is None else result[1])

    return parse


def _optional(inner: Parser) -> Parser:
    def parse(value: Any) -> Any:
        if value is None or (type(value) is str and value == "None"):
            return None
        return inner(value)

    return parse


def dtype_name(text: Any) -> Any:
    """Return MXNet's name of a data type; other values are returned unchanged."""
    try:
        return canonical(text)
    except TypeError:
        return text


def _enum_parser(choices: tuple[str, ...]) -> Parser:
    allowed = frozenset(choices)
    of_dtypes = not allowed.isdisjoint(NAMES)

    def parse(value: Any) -> str:
        if type(value) is str and value in allowed:
            return value
        text = to_text(value)  # a data type may come as one of NumPy's
        if text in allowed:
            return text
        if of_dtypes and dtype_name(text) in allowed:  # or by another of NumPy's names: float, double, f4
            return dtype_name(text)
        valid = ", ".join(map(repr, sorted(choices)))
        raise ValueError(f"Invalid Input: {text!r}, valid values are: {{{valid}}}{nearest(text, choices)}")

    return parse


def _bounded(inner: Parser, bound: Range) -> Parser:
    def parse(value: Any) -> Any:
        scalar = inner(value)
        if scalar < bound.low or scalar > bound.high:
            raise ValueError(f"value {scalar} exceed bound [{bound.low},{bound.high}]")
        return scalar

    return parse


_SCALARS: dict[Any, Parser] = {
    bool: _parse_bool,
    int: _integer_parser("int", _INT32),
    Long: _integer_parser("long", _INT64),
    float: _real_parser("float", float(np.finfo(np.float32).max) * (1 + 2**-25)),  # what is rounded to the greatest
    Double: _real_parser("double", float(np.finfo(np.float64).max)),
    str: _parse_str,
}


def _is_integer(annotation: Any) -> bool:
    return annotation is int or (typing.get_origin(annotation) is Annotated and typing.get_args(annotation)[0] is int)


def parser(annotation: Any) -> Parser:
    """Return the function that reads a value of this annotation; it raises :class:`ValueError` saying why not."""
    if annotation in _SCALARS:
        return _SCALARS[annotation]
    origin, args = typing.get_origin(annotation), typing.get_args(annotation)
    if origin is Annotated:
        if isinstance(args[1], _DTypeMark):
            return _parse_dtype
        if isinstance(args[1], AlsoAccepted):
            return _enum_parser((*typing.get_args(args[0]), *args[1].values))
        if args[0] is int:  # of the bits of its bounds
            return _bounded(_integer_parser("int" if args[1].high < _UINT32 else "long", _INT64), args[1])
        return _bounded(parser(args[0]), args[1])
    if origin is Literal:
        return _enum_parser(args)
    if origin is tuple:
        nested = typing.get_origin(args[0]) is tuple
        return _sequence_parser(parser(args[0]), nested, truncates=_is_integer(args[0]))
    if origin in (Union, types.UnionType):
        rest = tuple(a for a in args if a is not type(None))
        inner = parser(rest[0] if len(rest) == 1 else Union[rest])  # noqa: UP007
        return _optional(_with_suffix(inner) if _is_integer(rest[0]) else inner)
    raise TypeError(f"no parser for attributes annotated {annotation!r}")


_SHAPE_ENTRIES = (int, int | None, Long, Long | None)


def describe(annotation: Any) -> str:
    """Return MXNet's description of an annotation, as in its error messages and docs."""
    origin, args = typing.get_origin(annotation), typing.get_args(annotation)
    if annotation in _SCALARS:
        return {bool: "boolean", int: "int", Long: "long", float: "float", Double: "double", str: "string"}[annotation]
    if origin is Annotated:
        if isinstance(args[1], _DTypeMark):
            return "dtype"
        return "int (non-negative)" if args[0] is int and args[1].unsigned else describe(args[0])
    if origin is Literal:
        return "{" + ", ".join(repr(a) for a in args) + "}"
    if origin is tuple:
        return "Shape(tuple)" if args[0] in _SHAPE_ENTRIES else f"tuple of <{describe(args[0])}>"
    if origin in (Union, types.UnionType):
        return " or ".join(describe(a) for a in args if a is not type(None)) + " or None"
    return str(annotation)


def to_text(value: Any) -> str:
    """Write an attribute as MXNet's front end does when it puts it into a symbol."""
    return text_of(dtype_name(value) if isinstance(value, (np.dtype, type)) else value)


_PLAIN = frozenset((int, float, bool, str, type(None)))


def text_of(value: Any) -> str:
    """Return ``str(value)`` with NumPy's numbers, however deep inside, as plain ones: ``(0, 3)``, as before NumPy 2."""
    cls = type(value)
    if cls in _PLAIN or (cls in (tuple, list) and _PLAIN.issuperset(map(type, value))):
        return str(value)
    with np.printoptions(legacy="1.25"):
        return str(value)


class _MinusZero(float):
    """-0.0 as a cache key: unlike -0.0 itself, it differs from 0.0."""


def real_number(value: Any) -> float:
    """Return a number as a float that can be a cache key: -0.0 differs from 0.0."""
    result = float(value)
    return result if result or math.copysign(1, result) > 0 else _MinusZero(-0.0)

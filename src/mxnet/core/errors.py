"""The exceptions that callers catch.

MXNet 1.9.1 raises :class:`MXNetError` for whatever goes wrong in its engine; programs of ten years have
``except mx.base.MXNetError`` around it. Errors that have a natural Python class are both.
"""

from __future__ import annotations

import difflib
import inspect
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

import torch
from numpy.exceptions import AxisError
from numpy.linalg import LinAlgError

from .interruptions import unless_interrupted
from .text import printable

_Made = TypeVar("_Made")


class MXNetError(RuntimeError):
    """An operator, a file, a graph or a device could not do what was asked of it.

    As text, control characters (of names in files) are escaped, so that a terminal shows them and does not act on them.
    """

    def __str__(self) -> str:
        return printable(BaseException.__str__(self), keep="\n\t")


class MXNetShapeError(MXNetError, ValueError):
    """Shapes do not fit together."""


class MXNetValueError(MXNetError, ValueError):
    """A value is not one of those that are allowed."""


class MXNetTypeError(MXNetError, TypeError):
    """Data types do not fit together."""


class MXNetIndexError(MXNetError, IndexError):
    """A position lies outside of an array."""


class MXNetAxisError(MXNetError, AxisError):
    """An array has no such axis: also NumPy's error for that, which is a ValueError and an IndexError."""

    axis = ndim = None
    __str__ = MXNetError.__str__  # AxisError makes its text of these


class MXNetLinAlgError(MXNetError, LinAlgError):
    """A matrix has no inverse or factors: also NumPy's error for that, which is a ValueError."""


class Unsupported(MXNetError, NotImplementedError):
    """Only NumPy computes a function with these arguments: ``mx.np`` then calls it, graphs cannot."""


class InvalidContext(MXNetError, AttributeError):
    """A value given as an array's context that is none, such as a list of contexts."""


class MXNetKeyError(MXNetError, KeyError):
    """Something that is found by its name is not there."""

    __str__ = MXNetError.__str__  # KeyError shows its argument as Python writes it


class NotImplementedForSymbol(MXNetError):
    """A method that needs values was called on a :class:`~mxnet.symbol.Symbol`."""

    def __init__(self, function: object, alias: str | None, *args: object) -> None:
        super().__init__()
        self.function = getattr(function, "__name__", str(function))
        self.alias = alias
        self.args = tuple(str(type(a)) for a in args)

    def __str__(self) -> str:
        name = self.function + (f' (namely operator "{self.alias}")' if self.alias else "")
        given = f" with arguments ({', '.join(self.args)})" if self.args else ""
        return f"Function {name}{given} needs values: it works on NDArray and is not supported for Symbol."


#: how many characters of what a file or a user gave an error repeats
_LONGEST = 1000


def shortened(text: str) -> str:
    """Return a text that a file or a user gave as an error repeats it: the beginning of a long one."""
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}... ({len(text)} characters)"


def nearest(name: str, known: Iterable[str]) -> str:
    """Return ``; did you mean 'num_hidden'?`` where a name that is known is near to one that is not; else nothing."""
    by_lower = {each.lower(): each for each in known}
    found = difflib.get_close_matches(name[:100].lower(), by_lower, n=1, cutoff=0.75)
    return f"; did you mean {by_lower[found[0]]!r}?" if found else ""


def made(cls: type[_Made], *args: Any, **kwargs: Any) -> _Made:
    """Make an object of a class that was found by its name.

    The TypeError for an argument that no constructor of the class takes also says which one is near to it.
    """
    try:
        return cls(*args, **kwargs)
    except unless_interrupted(TypeError, runs_user_code=True) as error:
        said = re.match(r".* got an unexpected keyword argument '(\w+)'", str(error))
        if said is None or said[1] not in kwargs:
            raise
        makers = [vars(base)["__init__"] for base in cls.__mro__ if "__init__" in vars(base)]
        takes = [name for maker in makers for name in inspect.signature(maker).parameters]
        raise TypeError(f"{said[0]}{nearest(said[1], {*takes} - {'self', 'args', 'kwargs'})}") from error


#: what Python and PyTorch say where an operator was handed something that it cannot work on, and what that means
_MEANINGS = tuple(
    (re.compile(said), meaning)
    for said, meaning in (
        (r"(?:not enough|too many) values to unpack \(expected (?:at least )?(\d+)", r"an input does not have \1 axes"),
        (r"(?:tuple|list) index out of range", "an input has too few axes"),
        (r"'float' object is not iterable|iteration over a 0-d tensor", "an input has too few axes"),
        (r"too (?:big|large) to convert|[Oo]verflow when unpacking|int too large", "a number is too large"),
        (r"must be Tensor, not NoneType|'NoneType' object", "an input or attribute is missing"),
        (r"zip\(\) argument \d+ is (?:shorter|longer)", "lists of inputs or attributes are of different lengths"),
        (r"cannot convert float (?:NaN|infinity) to integer", "a number is NaN or infinite"),
        (r"division by zero|modulo by zero", "a length or an attribute is 0"),
        (r"Overflow|overflow|[Ii]nvalid array size", "the result would be too large"),
        (
            r"allocate memory|bad_alloc|Insufficient memory|Failed to allocate",
            "there is not enough memory for the result",
        ),
    )
)


def reason(error: BaseException) -> str:
    """Return why an operator failed: the first line of an error, without names of our code."""
    text = str(error).strip().split("\n")[0]
    if not text:
        return "there is not enough memory" if isinstance(error, MemoryError) else type(error).__name__
    if isinstance(error, MXNetError):
        return text
    for said, meaning in _MEANINGS:
        found = said.search(text)
        if found:
            return found.expand(meaning)
    return text


def class_of(error: BaseException, as_numpy: bool) -> type[MXNetError]:
    """Return the class of the error that a user sees in place of one of PyTorch's.

    ``as_numpy``: the operator is one that 1.9.1 lacks, whose errors are TypeErrors and ValueErrors, as NumPy's.
    """
    if isinstance(error, torch.linalg.LinAlgError):  # type: ignore[attr-defined]
        return MXNetLinAlgError
    if isinstance(error, IndexError) and "Dimension" in str(error):
        return MXNetAxisError
    if not as_numpy:
        return MXNetError
    return MXNetTypeError if isinstance(error, (NotImplementedError, TypeError)) else MXNetValueError


@contextmanager
def blamed_on(where: str) -> Iterator[None]:
    """Turn whatever a user's method raises into an :class:`MXNetError` that says where."""
    try:
        yield
    except unless_interrupted(Exception, runs_user_code=True) as error:
        raise MXNetError(f"Error in {where}: {type(error).__name__}: {error}") from error

"""Whether an error is one in our own words: of a class that callers expect, raised on purpose, naming the file."""

from __future__ import annotations

import ast
import functools
import traceback
from collections.abc import Collection
from pathlib import Path

import mxnet as mx

SOURCES = Path(mx.__file__).parent
_LONGEST = 4000
#: the words of Python, NumPy, PyTorch and OpenCV for what went wrong inside of them
_RAW = (
    *("object has no attribute", "NoneType", "object is not", "index out of range", "unhashable", "not subscriptable"),
    *("positional argument", "enforce fail", "OpenCV(", ".cpp", "too many values to unpack", "values to unpack"),
    *("maximum recursion depth", "Unable to allocate", "array is too big", "embedded null"),
)


def fault(error: BaseException, names: Collection[str], also: tuple[type[Exception], ...] = ()) -> str | None:
    """Return what is wrong with an error that a reader raised, None for one that is as it should be.

    ``names``: of these files the message has to name one (none: it need not). ``also``: classes that are fine besides.
    """
    text = str(error)
    if not (isinstance(error, mx.MXNetError) or _says_what_it_is(error, also)):
        return "raw error"
    if not text.strip():
        return "error without words"
    if len(text) > _LONGEST:
        return f"error of {len(text)} characters"
    if raw := next((each for each in _RAW if each in text), None):
        return f"error in the words {raw!r}"
    if names and not any(name in text for name in names):
        return "error that names no file"
    return None


def _says_what_it_is(error: BaseException, also: tuple[type[Exception], ...]) -> bool:
    ours = type(error).__module__.startswith("mxnet.")
    if (type(error).__base__ if ours else type(error)) in (ValueError, TypeError, *also):
        return _on_purpose(error)
    return isinstance(error, OSError) and bool(error.filename or _on_purpose(error))


def place(error: BaseException) -> str:
    """Return where in our sources an error comes from: ``ndarray/utils.py:27``."""
    frames = [each for each in traceback.extract_tb(error.__traceback__) if each.filename.startswith(str(SOURCES))]
    return f"{Path(frames[-1].filename).relative_to(SOURCES)}:{frames[-1].lineno}" if frames else "outside of mxnet"


def _on_purpose(error: BaseException) -> bool:
    """Return whether a statement of ours raised the error, rather than Python or a library that we called."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    return last.filename.startswith(str(SOURCES)) and last.lineno in _raising_lines(last.filename)


@functools.cache
def _raising_lines(path: str) -> frozenset[int]:
    found: set[int] = set()
    for node in ast.walk(ast.parse(Path(path).read_text(encoding="utf-8"))):
        if isinstance(node, (ast.Raise, ast.Assert)):
            found.update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    return frozenset(found)

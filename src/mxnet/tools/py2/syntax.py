"""Python 2's syntax turned into Python 3's, by fissix, which has Python 2's grammar."""

from __future__ import annotations

import re
import warnings
from functools import cache
from typing import Any

from ..repairs import inside_strings, without_tabs

#: fissix's rewritings of what Python 3 cannot read; all else keeps its text, and gets its meaning at run time
_FIXERS = ("except", "exec", "ne", "numliterals", "paren", "print", "raise", "repr", "throw", "tuple_params")
#: a text of bytes beyond ASCII, written out: in Python 2 it is no text of characters
_BYTES = re.compile(r"(?<!\\)(?:\\\\)*\\(?:x[89a-fA-F][0-9a-fA-F]|[23][0-7]{2})")
_PREFIX = re.compile(r"^([A-Za-z]*)(['\"])")


@cache
def _tool() -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from fissix import refactor

    class Tool(refactor.RefactoringTool):  # type: ignore[misc]
        """Raises what cannot be parsed instead of logging it."""

        def log_error(self, msg: str, *args: Any, **kwargs: Any) -> None:
            raise

    return Tool([f"fissix.fixes.fix_{name}" for name in _FIXERS], {"print_function": False})


def translated(text: str, path: str) -> str:
    """Return a program of Python 2 in Python 3's syntax. Raises SyntaxError where Python 2 reads it no better."""
    from fissix.pgen2 import parse, tokenize

    lines = text.split("\n")
    inside = inside_strings(lines) if "\t" in text else frozenset(range(len(lines)))
    text = "\n".join(line if i in inside else without_tabs(line) for i, line in enumerate(lines))
    try:
        tree = _tool().refactor_string(text if text.endswith("\n") else f"{text}\n", path)
    except parse.ParseError as error:
        line, column = error.context[1] if error.context else (1, 0)
        raise SyntaxError(
            f"neither Python 2 nor 3 can read this: {error.msg}",
            (path, line, column + 1, lines[min(line, len(lines)) - 1]),
        ) from None
    except tokenize.TokenError as error:
        raise SyntaxError(
            f"neither Python 2 nor 3 can read this: {error.args[0]}",
            (path, min(error.args[1][0], len(text.rstrip().split("\n"))), 1, ""),
        ) from None
    plain = "unicode_literals" not in tree.future_features
    for leaf in tree.leaves():
        if leaf.type == tokenize.STRING:
            leaf.value = _string(leaf.value, plain)
    result = str(tree)
    return result if text.endswith("\n") else result[:-1]


def _string(text: str, plain: bool) -> str:
    """Return a literal of Python 2 as one of Python 3: bytes where it says that, characters otherwise."""
    match = _PREFIX.match(text)
    if match is None:
        return text
    prefix = match[1].lower()
    if "u" in prefix:
        return text[1:] if prefix == "ur" else text
    if "b" in prefix:  # bytes are texts in Python 2
        return (
            text if not text.isascii() or _BYTES.search(text) else text[: len(prefix)].strip("bB") + text[len(prefix) :]
        )
    return f"b{text}" if plain and "r" not in prefix and text.isascii() and _BYTES.search(text) else text

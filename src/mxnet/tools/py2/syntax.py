"""Python 2's syntax turned into Python 3's, by fissix, which has Python 2's grammar."""

import ast
import re
import warnings
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from functools import cache
from itertools import accumulate
from typing import Any

#: fissix's rewritings of what Python 3 cannot read; all else keeps its text, and gets its meaning at run time
_FIXERS = ("except", "exec", "ne", "paren", "print", "raise", "repr", "throw", "tuple_params")
#: a text of bytes beyond ASCII, written out: in Python 2 it is no text of characters
_BYTES = re.compile(r"(?<!\\)(?:\\\\)*\\(?:x[89a-fA-F][0-9a-fA-F]|[23][0-7]{2})")
#: a call of Python 3's print, and its name while the print statements of the same program are rewritten
_CALL, _NAME = (
    re.compile(r"\bprint(?=\s*\((?:[^()]|\([^()]*\))*,\s*(?:end|file|flush|sep)\s*=[^=])"),
    "print_of_python3",
)
_PREFIX = re.compile(r"^([A-Za-z]*)(['\"])")
#: what fissix takes only with the statements on lines of their own
_UNPACKED = re.compile(r"^(\s*except\s[^:\n]+?),\s*(\([^()\n]*\))\s*:[ \t]*(?=[^\s#])", re.MULTILINE)


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


def translated(text: str, path: str, literals: bool = True) -> str:
    """Return a program of Python 2 in Python 3's syntax. Raises SyntaxError where Python 2 reads it no better.

    Without ``literals`` strings of bytes stay as they are.
    """
    from fissix.pgen2 import parse, tokenize

    lines = text.split("\n")
    text = _UNPACKED.sub(r"\1, error_: \2 = error_.args; ", text)
    try:
        tree = _tree(f"{text}\n", path)
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
        if leaf.type == tokenize.NUMBER:
            leaf.value = re.sub(r"^0(?=\d+$)", "0o", leaf.value.rstrip("lL"))
        elif leaf.type == tokenize.STRING and (literals or leaf.value[:2].lower() == "ur"):
            leaf.value = _string(leaf.value, plain)
    result = str(tree)[:-1].replace(_NAME, "print")
    try:
        ast.parse(result)
    except TabError:
        inside = lines_inside(lines)
        blanks = [line if i in inside else _without_tabs(line) for i, line in enumerate(lines)]
        return result if blanks == lines else translated("\n".join(blanks), path, literals)
    except (SyntaxError, ValueError):
        pass  # whoever compiles it says so
    return result


def _tree(text: str, path: str) -> Any:
    """Return the rewritten program as fissix's tree; one with both print statements and calls has its calls kept."""
    from fissix.pgen2.parse import ParseError

    try:
        return _tool().refactor_string(text, path)
    except ParseError:
        called = _CALL.sub(_NAME, text)
        if called == text:
            raise
        return _tool().refactor_string(called, path)


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


def _without_tabs(line: str) -> str:
    body = line.lstrip(" \t")
    return line[: len(line) - len(body)].expandtabs(8) + body


def lines_inside(lines: list[str]) -> frozenset[int]:
    """Return the numbers of the lines, from 0, that begin inside of a text of several lines or of brackets."""
    starts = list(accumulate((len(line) + 1 for line in lines[:-1]), initial=0))
    spans = _spans("\n".join(lines))
    return frozenset(i for begin, end in spans for i in range(bisect_right(starts, begin), bisect_left(starts, end)))


_BRACKETS = re.compile(
    r"#[^\n]*|('''|\"\"\").*?(?:\1|\Z)|'(?:[^'\\\n]|\\.)*'|\"(?:[^\"\\\n]|\\.)*\"|[()\[\]{}]", re.DOTALL
)


def _spans(text: str) -> Iterator[tuple[int, int]]:
    depth, begin = 0, 0
    for match in _BRACKETS.finditer(text):
        token = match[0]
        if match[1]:
            yield match.span()
        elif token in ("(", "[", "{"):
            begin = match.start() if depth == 0 else begin
            depth += 1
        elif token in (")", "]", "}"):
            depth = max(depth - 1, 0)
            if depth == 0:
                yield begin, match.end()

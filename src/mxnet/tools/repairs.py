"""Programs that today's Python cannot read, in its syntax: ``print x``, ``except E, e``. Nothing is run."""

import ast
import re
from collections.abc import Iterator
from typing import NamedTuple

from .py2.detect import is_old_except
from .py2.syntax import lines_inside, translated

#: what Python says of programs that Python 2 reads no better
_BEYOND = "too many nested|null byte"
#: how many statements of one line are repaired: fissix takes the cube of their number
_MOST_STATEMENTS = 20
#: what only Python 2 reads in a line, and what it is
_OLD = (
    (r"\bprint\b(?!\()", "print statement"), (r"\bexcept\b(?!.*\bas\b)[^:]*,", "except E, e"),
    (r"\braise\s+[\w.]+\s*,", "raise E, text"), (r"\bexec\b(?!\()", "exec statement"), ("<>", "operator <>"),
    ("`", "backquotes"), (r"\b0[0-7]+[lL]?\b", "octal number"), (r"\b(?:\d+|0[xX][\da-fA-F]+)[lL]\b", "long number"),
    (r"\b[uU][rR](?=['\"])", "ur'' literal"), (r"\blambda\s*\(", "lambda of a tuple"),
)  # fmt: skip


class Edit(NamedTuple):
    """A piece of a line (counted from 1, columns in characters from 0) and the text in its place."""

    line: int
    begin: int
    end: int
    text: str


class Idiom(NamedTuple):
    """Something of old: where, what, what takes its place, and the edit that does it (None: by hand)."""

    line: int
    what: str
    advice: str
    edit: Edit | None


def repaired(text: str, path: str) -> tuple[str, list[Idiom], SyntaxError | None]:
    """Return a program that today's Python can read, what was repaired, and the error that is left.

    Raises RecursionError and MemoryError for what is nested too deeply for Python to read it.
    """
    fault = None
    try:
        if not any(map(is_old_except, ast.walk(ast.parse(text, path)))):
            return text, [], None
    except SyntaxError as error:
        fault = error
    except ValueError as error:
        fault = SyntaxError(str(error))
    before = text.split("\n")
    if re.search(_BEYOND, str(fault)) or any(line.count(";") >= _MOST_STATEMENTS for line in before):
        return text, [], fault
    try:
        result = translated(text, path, literals=False)
        ast.parse(result, path)
    except SyntaxError as other:  # what got further says more
        return text, [], other if fault and (other.lineno or 0) > (fault.lineno or 0) else fault
    except RecursionError:
        return text, [], fault
    after = result.split("\n")
    if len(after) != len(before):  # an Idiom names a line of both
        return text, [], fault
    return result, list(_idioms(before, after)), None


def _idioms(before: list[str], after: list[str]) -> Iterator[Idiom]:
    """Give what was repaired, by the lines before and after."""
    inside, expanded = lines_inside(after), False
    for i, (old, new) in enumerate(zip(before, after, strict=True)):
        if old.split() != new.split():
            whats = [what for pattern, what in _OLD if len(re.findall(pattern, old)) > len(re.findall(pattern, new))]
            whats = whats or ["syntax of Python 2"] * (i not in inside)  # else it only ends what an earlier line begins
            yield from (Idiom(i + 1, what, new.strip(), None) for what in whats)
        elif old != new and not expanded:
            expanded = True
            yield Idiom(i + 1, "tabs mixed with blanks", "indent by blanks", None)

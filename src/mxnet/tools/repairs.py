"""Lines that today's Python cannot read, and lines in their place: ``print x``, ``except E, e``. Nothing is run."""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Callable, Iterator
from typing import NamedTuple

#: the longest line that is repaired, and how many lines are parsed in all while a program is repaired
_LONGEST_LINE, _MOST_PARSED = 500, 300_000


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


#: what stands before a print statement, and a piece of code up to a semicolon or a comment
_BEFORE, _CODE = r"^((?:.*[:;])?\s*)", r"((?:[^;'\"#]|'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\")*?)"
_AFTER = r"(\s*(?:[;#].*)?)$"
_PRINT = "print statement"
#: a line that is none of Python 3's, the line in its place, and what it is
_REPAIRS: tuple[tuple[str, Callable[[re.Match[str]], str], str], ...] = (
    (
        _BEFORE + r"print\s*>>\s*([\w.]+)\s*,\s*" + _CODE + _AFTER,
        lambda m: f"{m[1]}print({m[3]}, file={m[2]}){m[4]}",
        _PRINT,
    ),
    (_BEFORE + r"print" + _AFTER, lambda m: f"{m[1]}print(){m[2]}", _PRINT),
    (_BEFORE + r"print\s+" + _CODE + r",\s*" + _AFTER, lambda m: f"{m[1]}print({m[2]}, end=' '){m[3]}", _PRINT),
    (_BEFORE + r"print(?!\s*\()\b\s*" + _CODE + _AFTER, lambda m: f"{m[1]}print({m[2]}){m[3]}", _PRINT),
    (r"^(\s*)except\s+(.+?)\s*,\s*(\w+)\s*:(.*)$", lambda m: f"{m[1]}except {m[2]} as {m[3]}:{m[4]}", "except E, e"),
    (r"^(\s*)raise\s+([\w.]+)\s*,\s*(.+)$", lambda m: f"{m[1]}raise {m[2]}({m[3]})", "raise E, text"),
    (r"^(\s*)exec\s+(.+?)\s+in\s+(.+)$", lambda m: f"{m[1]}exec({m[2]}, {m[3]})", "exec statement"),
    (r"^(\s*)exec\s+(.+)$", lambda m: f"{m[1]}exec({m[2]})", "exec statement"),
    (r"^(.*?)<>(.*)$", lambda m: f"{m[1]}!={m[2]}", "operator <>"),
    (r"^(.*?)`([^`]+)`(.*)$", lambda m: f"{m[1]}repr({m[2]}){m[3]}", "backquotes"),
    (r"^(.*?)\b0([0-7]+)\b(.*)$", lambda m: f"{m[1]}0o{m[2]}{m[3]}", "octal number"),
    (r"^(.*?)\b(\d+|0x[\da-fA-F]+)[lL]\b(.*)$", lambda m: f"{m[1]}{m[2]}{m[3]}", "long number"),
    (r"^(.*?)\bur(['\"].*)$", lambda m: f"{m[1]}r{m[2]}", "ur'' literal"),
)


#: by the word that a line begins with, what has to stand before it
_CONTEXTS = {
    "elif": "if 1:\n pass\n", "else": "if 1:\n pass\n", "except": "try:\n pass\n", "finally": "try:\n pass\n",
}  # fmt: skip
#: comments, strings, line ends that do not count, and what opens and closes
_TOKENS = re.compile(
    r"#[^\n]*"
    r"|'''(?:[^\\]|\\.)*?'''|\"\"\"(?:[^\\]|\\.)*?\"\"\"|'(?:[^'\\\n]|\\.)*'|\"(?:[^\"\\\n]|\\.)*\""
    r"|\\\n|[\n()\[\]{}]",
    re.DOTALL,
)


def repaired(text: str, path: str) -> tuple[str, list[Idiom], SyntaxError | None]:
    """Return a program that today's Python can read, what was repaired, and the error that is left.

    Raises RecursionError and MemoryError for what is nested too deeply for Python to read it.
    """
    lines = text.split("\n")
    idioms: list[Idiom] = []
    for turn in range(_MOST_PARSED // len(lines) + 2):
        try:
            ast.parse("\n".join(lines), path)
            return "\n".join(lines), idioms, None
        except SyntaxError as error:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # of single lines, which the whole program gives again
                several = [] if turn else _repair_by_themselves(lines)
            if several:
                idioms += several
                continue
            count = _repair(lines, error)
            if count is None and "tab" in str(error).lower():
                lines = [_without_tabs(line) for line in lines]
                idioms.append(Idiom(error.lineno or 1, "tabs mixed with blanks", "indent by blanks", None))
                if any("\t" in line[: len(line) - len(line.lstrip())] for line in lines):
                    return "\n".join(lines), idioms, error
                continue
            if count is None:
                return "\n".join(lines), idioms, error
            line, what, after = count
            idioms.append(Idiom(line + 1, what, after.strip(), None))
        except ValueError as error:  # NUL characters
            return "\n".join(lines), idioms, SyntaxError(str(error))
    return "\n".join(lines), idioms, SyntaxError("too many lines that cannot be read")


def _repair_by_themselves(lines: list[str]) -> list[Idiom]:
    """Repair the statements of one line that can be read by themselves then, and not before.

    The parser names one line at a time; with many of them the whole program would be read for each.
    """
    idioms = []
    for count in _statements_of_one_line("\n".join(lines)):
        if len(lines[count]) > _LONGEST_LINE or _is_read(lines[count]):
            continue
        after = [lines[count]]
        steps: list[Idiom] = []
        while len(steps) < 9 and (step := _repair(after, SyntaxError())) is not None:
            steps.append(Idiom(count + 1, step[1], step[2].strip(), None))
            if _is_read(after[0]):
                lines[count] = after[0]
                idioms += steps
                break
    return idioms


def _statements_of_one_line(text: str) -> Iterator[int]:
    """Give the numbers of the lines, from 0, on which a statement, or its head, begins and ends."""
    count = begin = depth = 0
    for match in _TOKENS.finditer(text + "\n"):
        token = match[0]
        if token == "\n":
            if depth == 0:
                if begin == count:
                    yield count
                begin = count + 1
            count += 1
        elif token in "([{":
            depth += 1
        elif token in ")]}":
            depth = max(depth - 1, 0)
        else:
            count += token.count("\n")


def _is_read(line: str) -> bool:
    """Tell whether Python can read a line by itself, or as the head of a statement."""
    text = line.strip()
    word = re.match(r"\w*", text)
    before = _CONTEXTS.get(word[0] if word else "", "")
    for after in ("", "\n pass"):
        try:
            ast.parse(before + text + after)
            return True
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            continue
    return text.startswith("@")


def _repair(lines: list[str], error: SyntaxError) -> tuple[int, str, str] | None:
    """Repair the line of an error, or the one before it; return its number from 0, what it was, and the new text."""
    for count in ((error.lineno or 1) - 1, (error.lineno or 1) - 2):
        if not 0 <= count < len(lines) or len(lines[count]) > _LONGEST_LINE:
            continue
        for pattern, make, what in _REPAIRS:
            match = re.match(pattern, lines[count])
            if match is None:
                continue
            after = make(match)
            if after != lines[count]:
                lines[count] = after
                return count, what, after
    return None


def _without_tabs(line: str) -> str:
    body = line.lstrip(" \t")
    return line[: len(line) - len(body)].expandtabs(8) + body

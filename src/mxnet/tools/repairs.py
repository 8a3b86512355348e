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


def _lambda(match: re.Match[str]) -> str:
    """Return a line whose lambda takes a tuple as one argument: ``lambda (a, b): a`` calls another with its parts."""
    before, names, after = match.groups()
    depth = 0
    end = len(after)
    for token in _TOKENS.finditer(after):
        if token[0] in "([{":
            depth += 1
        elif token[0] in ")]}":
            depth -= 1
            if depth < 0:
                end = token.start()
                break
        elif token[0].startswith("#"):
            end = token.start()
            break
    comma = _comma(after[:end])
    end = end if comma is None else comma
    body = after[:end].strip()
    return f"{before}lambda parts_: (lambda {names.strip().rstrip(',')}: {body})(*parts_){after[end:]}"


def _comma(text: str) -> int | None:
    """Return where the first comma outside of brackets and texts stands."""
    depth, at = 0, 0
    for token in [*_TOKENS.finditer(text), None]:
        stop = token.start() if token else len(text)
        if depth == 0 and (comma := text.find(",", at, stop)) >= 0:
            return comma
        if token is None:
            return None
        at = token.end()
        depth += (token[0] in "([{") - (token[0] in ")]}")
    return None


#: what stands before a print statement, and a piece of code up to a semicolon or a comment
_BEFORE, _CODE = r"^((?:.*[:;])?\s*)", r"((?:[^;'\"#]|'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\")*?)"
_AFTER = r"(\s*(?:[;#].*)?)$"
_PRINT = "print statement"
_EXCEPT = r"^(\s*)except\s+(.+?)\s*,\s*(\w+)\s*:(.*)$"
#: how names of classes of errors end
_ERRORS = ("Error", "Exception", "Exit", "Interrupt", "Iteration", "Timeout", "Warning")
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
    (_EXCEPT, lambda m: f"{m[1]}except {m[2]} as {m[3]}:{m[4]}", "except E, e"),
    (r"^(\s*)raise\s+([\w.]+)\s*,\s*(.+)$", lambda m: f"{m[1]}raise {m[2]}({m[3]})", "raise E, text"),
    (r"^(\s*)exec\s+(.+?)\s+in\s+(.+)$", lambda m: f"{m[1]}exec({m[2]}, {m[3]})", "exec statement"),
    (r"^(\s*)exec\s+(.+)$", lambda m: f"{m[1]}exec({m[2]})", "exec statement"),
    (r"^(.*?)<>(.*)$", lambda m: f"{m[1]}!={m[2]}", "operator <>"),
    (r"^(.*?)`([^`]+)`(.*)$", lambda m: f"{m[1]}repr({m[2]}){m[3]}", "backquotes"),
    (r"^(.*?)\b0([0-7]+)\b(.*)$", lambda m: f"{m[1]}0o{m[2]}{m[3]}", "octal number"),
    (r"^(.*?)\b(\d+|0x[\da-fA-F]+)[lL]\b(.*)$", lambda m: f"{m[1]}{m[2]}{m[3]}", "long number"),
    (r"^(.*?)\bur(['\"].*)$", lambda m: f"{m[1]}r{m[2]}", "ur'' literal"),
    (r"^(.*?)\blambda\s*\(([\w\s,]+)\)\s*:(.*)$", _lambda, "lambda of a tuple"),
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
            tree = ast.parse("\n".join(lines), path)
            idioms += _repair_excepts(lines, tree)
            return "\n".join(lines), idioms, None
        except SyntaxError as error:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # of single lines, which the whole program gives again
                several = [] if turn else _repair_by_themselves(lines)
            if several:
                idioms += several
                continue
            count = _repair(lines, error) or _repair_long_print(lines, error)
            if count is None and "tab" in str(error).lower():
                lines = [without_tabs(line) for line in lines]
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


def _repair_excepts(lines: list[str], tree: ast.Module) -> list[Idiom]:
    """Repair ``except E, e``, which Python reads since 3.14: as two classes of errors."""
    idioms = []
    for node in ast.walk(tree):
        if not isinstance(node, ast.ExceptHandler) or not isinstance(node.type, ast.Tuple):
            continue
        name = node.type.elts[-1]
        line = lines[node.lineno - 1]
        if isinstance(name, ast.Name) and not name.id.endswith(_ERRORS) and (match := re.match(_EXCEPT, line)):
            lines[node.lineno - 1] = after = f"{match[1]}except {match[2]} as {match[3]}:{match[4]}"
            idioms.append(Idiom(node.lineno, "except E, e", after.strip(), None))
    return idioms


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
            if what == _PRINT and not _ends_on_its_line(lines[count]):
                continue
            if after != lines[count]:
                lines[count] = after
                return count, what, after
    return None


def _ends_on_its_line(line: str) -> bool:
    tokens = [match[0] for match in _TOKENS.finditer(line)]
    depth = sum((token in "([{") - (token in ")]}") for token in tokens)
    return depth <= 0 and not line.rstrip().endswith("\\")


def _repair_long_print(lines: list[str], error: SyntaxError) -> tuple[int, str, str] | None:
    """Repair a print statement of several lines that an error is in; return as :func:`_repair` does."""
    at = (error.lineno or 1) - 1
    for first in range(min(at, len(lines) - 1), max(at - 10, -1), -1):
        match = re.match(r"^((?:.*[:;])?\s*)print\s+(?!\s*\(|>>|=)(.*)$", lines[first])
        if match is None:
            continue
        last = _end_of_statement(lines, first, len(lines[first]) - len(match[2]))
        if last <= first or any(len(line) > _LONGEST_LINE for line in lines[first : last + 1]):
            return None
        lines[first] = f"{match[1]}print({match[2]}"
        code = re.match(_CODE + _AFTER, lines[last])
        lines[last] = f"{code[1]}){code[2]}" if code else f"{lines[last]})"
        return first, _PRINT, lines[first]
    return None


def _end_of_statement(lines: list[str], first: int, column: int) -> int:
    """Return the number of the line on which a statement that goes on at a column ends."""
    text = "\n".join([lines[first][column:], *lines[first + 1 : first + 40]])
    depth, line = 0, first
    for match in _TOKENS.finditer(text + "\n"):
        token = match[0]
        if token == "\n":
            if depth == 0:
                return line
            line += 1
        elif token in "([{":
            depth += 1
        elif token in ")]}":
            depth = max(depth - 1, 0)
        else:
            line += token.count("\n")
    return first


def without_tabs(line: str) -> str:
    body = line.lstrip(" \t")
    return line[: len(line) - len(body)].expandtabs(8) + body


def inside_strings(lines: list[str]) -> frozenset[int]:
    """Return the numbers of the lines, from 0, that begin inside of a text of several lines or of brackets."""
    result: set[int] = set()
    at = 0
    text = "\n".join(lines)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line) + 1)
    for begin, end in _spans(text):
        while at < len(lines) and starts[at] <= begin:
            at += 1
        result.update(i for i in range(at, len(lines)) if begin < starts[i] < end)
    return frozenset(result)


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

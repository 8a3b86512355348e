"""Calls of other libraries in a form that they no longer take, and the calls in their place; rows of :mod:`.moves`."""

import ast
import re
from collections.abc import Callable, Iterator
from typing import Protocol

from .moves import KEYWORDS
from .repairs import Edit, Idiom


class Resolver(Protocol):
    """Tells what names of a program stand for."""

    def resolve(self, node: ast.AST) -> str | None:
        """Return the dotted name of an expression."""


class Source:
    """The text of a program, and edits of its lines."""

    def __init__(self, text: str) -> None:
        self.lines = text.split("\n")

    def column(self, line: int, offset: int) -> int:
        """Return the character of a line at an offset in UTF-8 bytes, as syntax trees count."""
        text = self.lines[line - 1]
        return offset if text.isascii() else len(text.encode()[:offset].decode(errors="ignore"))

    def span(self, node: ast.AST, text: str = "") -> Edit | None:
        """Return where an expression of one line stands, as the edit that puts a text there; None for longer ones."""
        if node.lineno != node.end_lineno:  # type: ignore[attr-defined]
            return None
        line: int = node.lineno  # type: ignore[attr-defined]
        return Edit(line, self.column(line, node.col_offset), self.column(line, node.end_col_offset), text)  # type: ignore[attr-defined]

    def text(self, node: ast.AST) -> str | None:
        """Return an expression of one line."""
        at = self.span(node)
        return None if at is None else self.lines[at.line - 1][at.begin : at.end]

    def insert(self, node: ast.AST, text: str, at_end: int = 0) -> Edit:
        """Return the edit that puts a text before an expression, or ``at_end`` (1 or more) before its end."""
        line: int = node.end_lineno if at_end else node.lineno  # type: ignore[attr-defined]
        offset = node.end_col_offset if at_end else node.col_offset  # type: ignore[attr-defined]
        column = self.column(line, offset) - at_end
        return Edit(line, column, column, text)

    def last_part(self, node: ast.AST, text: str) -> Edit | None:
        """Return the edit of what stands after the last dot."""
        if not isinstance(node, ast.Attribute):
            return None
        line = node.end_lineno or node.lineno
        end = self.column(line, node.end_col_offset or 0)
        return Edit(line, end - len(node.attr), end, text)

    def removal_of(self, call: ast.Call, keyword: ast.keyword) -> Edit | None:
        """Return the edit that leaves out a named argument, with the comma before or behind it."""
        at = self.span(keyword)
        if at is None:
            return None
        line = self.lines[at.line - 1]
        before = re.search(r",\s*$", line[: at.begin])
        behind = re.match(r"\s*,\s*", line[at.end :])
        if before:
            return at._replace(begin=before.start())
        return at._replace(end=at.end + behind.end()) if behind else at


def calls_of_old(call: ast.Call, names: Resolver, source: Source) -> Iterator[Idiom]:
    """Give what a call has of old."""
    name: str = getattr(call.func, "attr", getattr(call.func, "id", ""))
    dotted = names.resolve(call.func) or ""
    for keyword in call.keywords:
        row = KEYWORDS.get((name, keyword.arg or ""))
        if row is None or (row[0] == "numpy" and not dotted.startswith("numpy.")) or name == "reshape":
            continue
        new = row[2]
        at = source.removal_of(call, keyword) if new is None else _renamed(keyword, new, source)
        yield Idiom(keyword.lineno, f"{name}({keyword.arg}=)", f"{new}=" if new else "nothing: leave it out", at)
    for find in _CALLS:
        yield from find(call, name, dotted, source)


def _renamed(keyword: ast.keyword, new: str, source: Source) -> Edit:
    begin = source.column(keyword.lineno, keyword.col_offset)
    return Edit(keyword.lineno, begin, begin + len(keyword.arg or ""), new)


Finder = Callable[[ast.Call, str, str, Source], Iterator[Idiom]]


def _axes_of_figures(call: ast.Call, name: str, dotted: str, source: Source) -> Iterator[Idiom]:
    if name == "gca" and any(keyword.arg == "projection" for keyword in call.keywords):
        new = "subplot" if dotted == "matplotlib.pyplot.gca" else "add_subplot"
        yield Idiom(call.lineno, ".gca(projection=)", f".{new}(projection=)", source.last_part(call.func, new))


def _styles(call: ast.Call, name: str, dotted: str, source: Source) -> Iterator[Idiom]:
    if not dotted.endswith("style.use") or not call.args:
        return
    for node in ast.walk(call.args[0]):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and re.match(r"seaborn(?!-v0_8)", node.value):
            new = node.value.replace("seaborn", "seaborn-v0_8", 1)
            yield Idiom(node.lineno, f"style {node.value}", new, source.span(node, repr(new)))


def _arrays(call: ast.Call, name: str, dotted: str, source: Source) -> Iterator[Idiom]:
    if dotted == "numpy.asscalar" and len(call.args) == 1:
        text = source.text(call.args[0])
        simple = isinstance(call.args[0], (ast.Name, ast.Attribute, ast.Call, ast.Subscript))
        new = f"{text}.item()" if simple else f"({text}).item()"
        yield Idiom(call.lineno, "np.asscalar(x)", "x.item()", source.span(call, new) if text else None)
    if dotted != "numpy.array" or not call.args:
        return
    has_dtype = any(keyword.arg == "dtype" for keyword in call.keywords)
    if not has_dtype and len(call.args) == 1 and _is_ragged(call.args[0]):
        change = source.insert(call, ", dtype=object", 1)
        yield Idiom(call.lineno, "np.array of lists of different lengths", "dtype=object", change)
    match call.keywords:
        case [ast.keyword(arg="copy", value=ast.Constant(value=False)) as keyword]:
            full, removal = source.span(call), source.removal_of(call, keyword)
            if full is not None and removal is not None:
                line = source.lines[full.line - 1]
                text = line[full.begin : removal.begin] + line[removal.end : full.end]
                head = source.text(call.func) or ""
                new = re.sub(r"\barray$", "asarray", head) + text[len(head) :]
                yield Idiom(call.lineno, "np.array(copy=False)", "np.asarray", full._replace(text=new))


def _is_ragged(node: ast.expr) -> bool:
    """Tell whether an expression is a list of lists, written out, of different lengths."""
    if not isinstance(node, (ast.List, ast.Tuple)) or len(node.elts) < 2:
        return False
    lists = [item for item in node.elts if isinstance(item, (ast.List, ast.Tuple))]
    if len(lists) != len(node.elts) or any(isinstance(part, ast.Starred) for item in lists for part in item.elts):
        return False
    return len({len(item.elts) for item in lists}) > 1


def _tables(call: ast.Call, name: str, dotted: str, source: Source) -> Iterator[Idiom]:
    keywords = [keyword.arg for keyword in call.keywords]
    match call:
        case ast.Call(func=ast.Attribute(attr="drop"), args=[_, ast.Constant(value=0 | 1) as axis]):
            yield Idiom(call.lineno, ".drop(labels, axis)", "axis= by name", source.insert(axis, "axis="))
        case ast.Call(args=[_, ast.Constant(value=str()) as sep, *rest]) if (
            dotted in ("pandas.read_csv", "pandas.read_table") and not rest
        ):
            yield Idiom(call.lineno, f"pd.{name}(file, sep)", "sep= by name", source.insert(sep, "sep="))
        case ast.Call(
            func=ast.Attribute(attr="fillna"),
            args=[],
            keywords=[ast.keyword(arg="method", value=ast.Constant(value=str() as method)) as keyword],
        ):
            new = {"ffill": "ffill", "pad": "ffill", "bfill": "bfill", "backfill": "bfill"}.get(method)
            at = source.span(keyword)
            begin = source.last_part(call.func, "")
            if new and at and begin and begin.line == at.line:
                yield Idiom(call.lineno, ".fillna(method=)", f".{new}()", begin._replace(end=at.end, text=f"{new}("))
        case ast.Call() if dotted == "pandas.get_dummies" and "dtype" not in keywords:
            change = source.insert(call, ', dtype="uint8"', 1)
            yield Idiom(call.lineno, "pd.get_dummies as numbers", 'dtype="uint8"', change)


_CALLS: tuple[Finder, ...] = (_axes_of_figures, _styles, _arrays, _tables)

"""The code cells of a notebook as a program: magics and lines for a shell are left out."""

import ast
import asyncio
import codeop
import contextlib
import inspect
import json
import re
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from . import old_numbers
from .idioms import Names, rewritten
from .old_numbers import NAME, with_old_numbers
from .py2.builtins import python2_builtins
from .py2.detect import futures
from .py2.meaning import with_meaning
from .py2.syntax import lines_inside
from .repairs import repaired

#: cell magics whose cell is Python all the same, without the line of the magic
_PYTHON_CELLS = frozenset(("capture", "prun", "time", "timeit"))
#: a line that is a magic or for a shell, alone or as the value of an assignment
_MAGIC = re.compile(
    r"^(\s*)(?:(?:[\w, .\[\]]+=\s*)?(?:%{1,2}\w|!)|\?{1,2}\s*%{0,2}\w"
    r"|%{0,2}\*?\w[\w.*\[\]'\"]*\?{1,2}\s*;?\s*(?:#.*)?$)"
)
#: a statement that is timed once
_TIMED = re.compile(r"^(\s*(?:[\w, .\[\]]+=\s*)?)%time\s+(?!-)(\S.*)$")
#: the names that ``%pylab`` gives to a notebook
_PYLAB = (
    "import numpy, matplotlib; from matplotlib import pylab, mlab, pyplot; np, plt = numpy, pyplot; from pylab import *"
)
#: what a notebook that was saved as a script has in the place of magics
_CONVERTED = re.compile(r"^(\s*)(?:[\w, .]+=\s*)?get_ipython\(\)\s*\.")


class Cell(NamedTuple):
    """A code cell: its number in the notebook, from 1, its program, and what of it was left out (line, text).

    ``may_fail``: the notebook says that it raises an error, and goes on.
    """

    order: int
    text: str
    omitted: tuple[tuple[int, str], ...] = ()
    may_fail: bool = False


def cells_of(text: str) -> list[Cell]:
    """Return the code cells of a notebook, given as the text of its file. Raises ValueError for what is none."""
    try:
        notebook = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"it is no notebook: {error}") from None
    if not isinstance(notebook, dict):
        raise ValueError("it is no notebook: expected an object with cells")
    cells = notebook.get("cells")
    if cells is None and isinstance(notebook.get("worksheets"), list):  # notebooks of before 2015
        cells = [cell for sheet in notebook["worksheets"] for cell in sheet.get("cells", [])]
    if not isinstance(cells, list) or not all(isinstance(cell, dict) for cell in cells):
        raise ValueError("it is no notebook: it has no list of cells")
    result = []
    for index, cell in enumerate(cells, 1):
        if cell.get("cell_type") == "code":
            source = cell.get("source", cell.get("input", ""))
            source = "".join(map(str, source)) if isinstance(source, list) else str(source)
            metadata = cell.get("metadata")
            tags = metadata.get("tags") if isinstance(metadata, dict) else None
            may_fail = isinstance(tags, list) and "raises-exception" in tags
            result.append(without_magics(source, index)._replace(may_fail=may_fail))
    return result


def without_magics(text: str, index: int = 1) -> Cell:
    """Return a cell whose magics are gone, the lines of the others where they were."""
    lines = _unindented(text.splitlines())
    first = next((i for i, line in enumerate(lines) if line.strip() and not line.lstrip().startswith("#")), 0)
    if lines and (cell_magic := re.match(r"\s*%%(\w*)", lines[first])):
        if cell_magic[1] not in _PYTHON_CELLS:
            return Cell(index, "", ((first + 1, lines[first].strip()),))
        lines[first] = ""
    omitted: list[tuple[int, str]] = []
    inside = lines_inside(lines)
    for i, line in enumerate(lines):
        if i not in inside and (timed := _TIMED.match(line)):  # what is timed gives names to things, too
            lines[i] = f"{timed[1]}{timed[2]}"
            continue
        magic = (_MAGIC if i not in inside else _CONVERTED).match(line) or _CONVERTED.match(line)
        if magic and i not in inside:
            if line.lstrip().startswith("%pylab"):
                lines[i] = f"{magic[1]}{_PYLAB}"
                continue
            omitted.append((i + 1, line.strip()))
            lines[i] = f"{magic[1]}pass" if magic[1] else ""  # what follows may have to be the first statement
            while line.endswith("\\") and i + 1 < len(lines):  # a command of several lines
                i += 1
                line, lines[i] = lines[i], ""
    return Cell(index, "\n".join(lines), tuple(omitted))


def _unindented(lines: list[str]) -> list[str]:
    """Return lines without the indent of the first, as notebooks run cells that begin with one."""
    first = next((line for line in lines if line.strip()), "")
    indent = first[: len(first) - len(first.lstrip())]
    return [line.removeprefix(indent) for line in lines]


def modernized_cells(cells: Sequence[Cell], path: str, language: bool = True) -> list[Cell]:
    """Return cells with all mechanical fixes applied: those of one program, as names are imported in earlier cells.

    Without ``language`` only what libraries changed is fixed.
    """
    texts = [repaired(cell.text or "pass", path)[0] for cell in cells]
    result = "\n".join(texts)
    with contextlib.suppress(SyntaxError, ValueError):  # the cell that nothing can read fails when it runs
        result = rewritten(result, path, ast.parse(result), False, language)
    lines, new = result.split("\n"), []
    for cell, text in zip(cells, texts, strict=True):
        size = text.count("\n") + 1
        new.append(cell._replace(text="\n".join(lines[:size])))
        del lines[:size]
    return new


def is_python2_notebook(text: str) -> bool:
    """Tell whether a notebook says of itself that its language is Python 2."""
    try:
        language = json.loads(text)["metadata"]["language_info"]["version"]
    except (ValueError, KeyError, TypeError, RecursionError):
        return False
    return str(language).startswith("2.")


def split(
    text: str, path: str, change: Callable[[ast.Module], ast.Module] = lambda tree: tree
) -> list[ast.Module | ast.Interactive]:
    """Return the statements of a cell; the last is interactive where it is an expression, whose value a notebook shows.

    Notebooks run them one by one: ``from __future__`` may stand anywhere. ``change`` is made to the whole. Raises
    SyntaxError.
    """
    tree = change(ast.parse(text, path))
    parts: list[ast.Module | ast.Interactive] = [ast.Module([statement], []) for statement in tree.body]
    if tree.body and not text.rstrip().endswith(";") and isinstance(tree.body[-1], ast.Expr):
        parts[-1] = ast.Interactive([tree.body[-1]])
    return parts


# -- the running of cells, one after the other -------------------------------------------------------------------------


class Session:
    """Runs cells in one module's names; ``old``: they are of Python 2; ``compat``: they may be of NumPy 1."""

    def __init__(self, namespace: dict[str, Any], old: bool, compat: bool = False) -> None:
        self._namespace, self._old = namespace, old
        self._names = Names(ast.Module([], [])) if compat else None
        if compat:
            namespace[NAME] = old_numbers
        self._futures: set[str] = set()
        self._compiler = codeop.Compile()  # remembers what comes from __future__
        self._compiler.flags |= ast.PyCF_ALLOW_TOP_LEVEL_AWAIT
        namespace.setdefault("display", _display)

    def run(self, text: str, name: str) -> None:
        """Run a cell; the value of its last expression is shown."""

        def with_old_meaning(tree: ast.Module) -> ast.Module:
            if self._old:
                self._futures |= futures(tree)
                tree = with_meaning(tree, name, text, "division" in self._futures)
            if self._names is not None:
                self._names.learn(tree)
                tree = with_old_numbers(tree, self._names)
            return tree

        parts = split(text, name, with_old_meaning)
        if self._old:
            self._namespace["__builtins__"] = python2_builtins("print_function" in self._futures)
        for part in parts:
            mode = "single" if isinstance(part, ast.Interactive) else "exec"
            code = self._compiler(part, name, mode)  # type: ignore[arg-type]
            result = eval(code, self._namespace)
            if code.co_flags & inspect.CO_COROUTINE:
                asyncio.run(result)


def _display(*values: Any, **options: Any) -> None:
    """Show values, as IPython's function of this name does where there are no pictures."""
    for value in values:
        print(repr(value))

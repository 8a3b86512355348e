"""Programs read with what is mechanical put right, in memory: those of Python 2, and what libraries changed since."""

import ast
import importlib.abc
import importlib.machinery
import importlib.util
import linecache
import os
import sys
import types
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ..core.text import printable
from . import old_numbers
from .idioms import modernized, rewritten
from .notebooks import Cell, is_python2_notebook, modernized_cells
from .old_numbers import NAME, compiled, with_old_numbers
from .py2.builtins import parsed, python2_builtins
from .py2.detect import EITHER, NEW, OLD, Reading, futures, program_reading, reading
from .py2.syntax import translated


class Compat:
    """How a program's files are read; ``version``: what its files are that Python 2 and 3 read."""

    def __init__(self, version: str = EITHER) -> None:
        self.version = version

    def take(self, script: str) -> None:
        """Take a script, with what it imports from its folder, for what it is, and say what could mean either."""
        result = program_reading(script)
        _say(script, result)
        self.version = result.version

    def take_notebook(self, text: str, program: str, path: str) -> None:
        """Take a notebook, given as its file's text and its program, for what it is, and say what could mean either."""
        try:
            result = reading(program, path)
        except SyntaxError:  # one cell that is no Python may be meant so
            return
        if result.version == EITHER and is_python2_notebook(text):
            result = result._replace(version=OLD, why="its language", line=1)
        _say(path, result)
        self.version = result.version

    def cells(self, cells: Sequence[Cell], path: str) -> list[Cell]:
        """Return a notebook's cells with what is mechanical put right: their names are those of one program."""
        if self.version == OLD:
            cells = [cell._replace(text=_translated_cell(cell.text, path)) for cell in cells]
        return modernized_cells(cells, path, language=self.version == EITHER)

    def version_of(self, text: str, path: str) -> str:
        """Return which Python a file is for. Raises SyntaxError for none."""
        version = reading(text, path).version
        return OLD if version == EITHER and self.version == OLD else version

    def code(self, path: str) -> tuple[Any, dict[str, Any] | None]:
        """Return the code of a file and the builtins that it needs, None for Python's own."""
        text = importlib.util.decode_source(Path(path).read_bytes())
        old = self.version_of(text, path)
        result = modern_text(text, path, old)
        linecache.cache[path] = (len(result), None, result.splitlines(keepends=True), path)  # tracebacks show what runs
        if old != OLD:
            return compiled(result, path), None
        tree = with_old_numbers(parsed(result, path))
        return compile(tree, path, "exec", dont_inherit=True), python2_builtins("print_function" in futures(tree))

    def run(self, path: str, scope: dict[str, Any]) -> None:
        """Run a file in a module's names."""
        code, own = self.code(path)
        if own is not None:
            scope["__builtins__"] = own
        scope[NAME] = old_numbers
        exec(code, scope)


def _translated_cell(text: str, path: str) -> str:
    """Return a cell in Python 3's syntax; one that cannot be read fails when it runs."""
    try:
        return translated(text, path)
    except SyntaxError:
        return text


def modern_text(text: str, path: str, version: str) -> str:
    """Return a program in today's syntax, with what libraries renamed; a program of Python 3 keeps its own names."""
    if version == EITHER:
        return modernized(text, path)
    if version == OLD:
        text = translated(text, path)
    return rewritten(text, path, ast.parse(text, path), False, language=False)


def _say(script: str, reading: Reading) -> None:
    """Say on stderr what a program is taken for, where ``/`` of integers could mean either."""
    if not reading.divisions or reading.version == NEW:
        return
    name, lines = printable(script), _listed(reading.divisions)
    if reading.version == OLD:
        why = f"{printable(reading.why)}, line {reading.line}"
        message = f"run as Python 2 ({why}): / of integers gives an integer ({lines})"
    else:
        message = (
            f"run as Python 3: / of integers gives a fraction ({lines}); "
            "with the first line '#!/usr/bin/env python2' an integer"
        )
    print(f"{name}: {message}", file=sys.stderr)


def _listed(lines: Sequence[int]) -> str:
    shown = ", ".join(map(str, lines[:3]))
    return f"line{'s' * (len(lines) > 1)} {shown}{', ...' * (len(lines) > 3)}"


class _Loader(importlib.machinery.SourceFileLoader):
    """Loads a module with what is mechanical put right; nothing is written beside it."""

    def __init__(self, name: str, path: str, compat: Compat) -> None:
        super().__init__(name, path)
        self._compat = compat

    def get_code(self, fullname: str) -> Any:
        """Return the module's code, as ``python -m`` asks for it."""
        return self._compat.code(self.get_filename(fullname))[0]

    def exec_module(self, module: types.ModuleType) -> None:
        """Run the module."""
        self._compat.run(self.get_filename(module.__name__), vars(module))


class Finder(importlib.abc.MetaPathFinder):
    """Finds the modules that lie in a script's folder, and those of packages."""

    def __init__(self, folder: str | None, packages: Sequence[str], compat: Compat | None = None) -> None:
        self.folder = None if folder is None else folder + os.sep
        self.packages = frozenset(packages)
        self.compat = compat or Compat()

    def find_spec(self, fullname: str, path: Any = None, target: Any = None) -> Any:
        """Return the module's place, if it is in the folder or a package."""
        spec = importlib.machinery.PathFinder.find_spec(fullname, path, target)
        origin = getattr(spec, "origin", None)
        if spec is None or not origin or not origin.endswith(".py"):
            return None
        location = os.path.abspath(origin)
        is_beside = self.folder is not None and location.startswith(self.folder) and "site-packages" not in location
        if not is_beside and fullname.split(".")[0] not in self.packages:
            return None
        loader, locations = _Loader(fullname, origin, self.compat), spec.submodule_search_locations
        new = importlib.util.spec_from_file_location
        return new(fullname, origin, loader=loader, submodule_search_locations=locations)

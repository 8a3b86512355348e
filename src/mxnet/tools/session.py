"""The running of a notebook's cells, one after the other, as notebooks do."""

from __future__ import annotations

import ast
import asyncio
import codeop
import inspect
from typing import Any

from . import old_numbers
from .idioms import Names
from .notebooks import split
from .old_numbers import NAME, with_old_numbers
from .py2.builtins import python2_builtins
from .py2.detect import futures
from .py2.meaning import with_meaning


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

        def meant(tree: ast.Module) -> ast.Module:
            if self._old:
                self._futures |= futures(tree)
                tree = with_meaning(tree, name, text, "division" in self._futures)
            if self._names is not None:
                self._names.learn(tree)
                tree = with_old_numbers(tree, self._names)
            return tree

        parts = split(text, name, meant)
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

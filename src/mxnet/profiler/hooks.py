"""Where operators are called from, and how the profiler gets between while it runs.

Nothing of this is in place while it does not: a call then costs what it costs without a profiler.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from types import FunctionType
from typing import Any

from torch import fx

from .. import ndarray as nd
from ..eager import specialize as runners
from ..graph import codegen, lower
from ..graph.codegen import write
from ..ndarray import creation
from ..registry.op import OPS
from .operators import Watcher

_ARRAYS = (nd, nd.op, nd._internal, nd.contrib, nd.image, nd.linalg, nd.random)


class Hooks:
    """Puts a watcher between operators and those who call them, and takes it away again."""

    def __init__(self, watcher: Watcher) -> None:
        self.watcher = watcher
        self._undo: list[Callable[[], None]] = []

    def install(self, imperative: bool, symbolic: bool) -> None:
        """Watch operators called on arrays, and those in graphs."""
        if imperative:
            self._watch_operators()
            self._watch_closures()
            self._watch_creation()
        if symbolic:
            for module in list(codegen.LOWERED):
                self._watch_graph(module)
            codegen.ON_LOWERED.append(self._watch_graph)
            self._undo.append(lambda: codegen.ON_LOWERED.remove(self._watch_graph))

    def remove(self) -> None:
        """Put everything back, also what was made in the meantime."""
        while self._undo:
            self._undo.pop()()
        for closure in _closures():
            cell = _cell(closure, "fn")
            if cell is not None:
                cell.cell_contents = getattr(cell.cell_contents, "__wrapped__", cell.cell_contents)

    def _watch_operators(self) -> None:
        for op in {id(op): op for op in OPS.values()}.values():
            lower.target(op)  # graphs keep the bare function
            bare, op.call = op.call, self.watcher.timed(op.name, op.call)
            self._undo.append(functools.partial(setattr, op, "call", bare))
        self._undo.append(runners.watch(self.watcher.timed))

    def _watch_closures(self) -> None:
        """Watch the quick ways of calling, which have the operator's function in a variable ``fn`` of their own."""
        for closure in _closures():
            cell, name = _cell(closure, "fn"), _cell(closure, "name")
            if cell is None or name is None or not callable(cell.cell_contents):
                continue
            if not hasattr(cell.cell_contents, "__wrapped__"):
                cell.cell_contents = self.watcher.timed(name.cell_contents, cell.cell_contents)

    def _watch_creation(self) -> None:
        bare = creation._filled

        def filled(name: str, *args: Any) -> Any:
            made: list[Any] = []

            def run() -> Any:
                made.append(bare(name, *args))
                return made[0]._t

            self.watcher.timed(f"_{name}", run)()
            return made[0]

        creation._filled = filled  # type: ignore[assignment]
        self._undo.append(functools.partial(setattr, creation, "_filled", bare))

    def _watch_graph(self, module: fx.GraphModule) -> None:
        """Have a lowered graph's ``forward`` call watched operators: its code is exchanged, as others may hold it."""
        forward = module.forward.__func__  # type: ignore[attr-defined]
        calls = [n for n in module.graph.nodes if n.op == "call_function" and "node" in n.meta]
        targets = [n.target for n in calls]
        for n in calls:
            node = n.meta["node"]
            n.target = self.watcher.timed(node.op.name, n.target, node.attrs.get("op_type", ""))
        try:
            text, scope = write(module.graph, avoid=forward.__globals__)
        finally:
            for n, target in zip(calls, targets, strict=True):
                n.target = target
        forward.__globals__.update(scope)
        exec(compile(text, "<profiled graph>", "exec"), scope)
        bare, forward.__code__ = forward.__code__, scope["forward"].__code__
        self._undo.append(functools.partial(setattr, forward, "__code__", bare))


def _closures() -> Iterator[FunctionType]:
    """Yield the functions with variables of their own that calls on arrays run through."""
    places: list[dict[str, Any]] = [vars(each) for each in _ARRAYS]
    places += [dict(vars(each)) for each in nd.NDArray.__mro__[:-1]]
    for place in places:
        for made in list(place.values()):
            if isinstance(made, FunctionType):
                yield from _with_variables(made)


def _with_variables(made: Any) -> Iterator[FunctionType]:
    if isinstance(made, FunctionType) and made.__closure__:
        yield made
        for cell in made.__closure__:
            content = cell.cell_contents
            if isinstance(content, FunctionType) and content.__module__ == made.__module__ and content is not made:
                yield from _with_variables(content)


def _cell(closure: FunctionType, name: str) -> Any:
    """Return the cell of a function's own variable, or None."""
    names = closure.__code__.co_freevars
    return closure.__closure__[names.index(name)] if name in names and closure.__closure__ else None

"""Code generation for lowered graphs: straight-line Python, one call a line, every value freed after its last use."""

from __future__ import annotations

import itertools
import linecache
import operator
from collections.abc import Callable
from functools import cached_property
from math import isfinite
from typing import Any

from ..core import environment
from ..core.collector import paused
from ..core.finalizers import pop_with
from .call_graph import INPUT, METHOD, OUTPUT, CallGraph, Value, last_uses
from .interpreter import Steps

#: the environment variable that says how many runs of a graph are interpreted before its code is generated
VARIABLE = "MXNET_INTERPRETED_RUNS"
#: unless it is set; about 30 to 50 runs gain what the code generation costs
_RUNS = 16
_PLAIN = frozenset((int, bool, str, type(None)))
_numbers = itertools.count()


class LoweredModule:
    """A graph as a function: its first runs are interpreted, later ones run the code that is generated then."""

    def __init__(self, graph: CallGraph) -> None:
        self.graph = graph
        #: what passes know of the graph, for compilers
        self.lowered: Any = None
        #: :attr:`forward`, once it is worth generating: callers take it for the module
        self.ready: Callable[..., Any] | None = None
        self._steps: Steps | None = None
        self._text = ""
        self._left = _interpreted_runs()

    def __call__(self, *inputs: Any) -> Any:
        """Return the results of the graph."""
        if self._left <= 0:
            return self.forward(*inputs)
        self._left -= 1
        steps = self._steps
        if steps is None:
            with paused(len(self.graph)):
                steps = self._steps = Steps(self.graph)
        return steps(*inputs)

    @cached_property
    def forward(self) -> Callable[..., Any]:
        """The generated function."""
        text, names = write(self.graph)
        file = f"<graph {next(_numbers)}>"
        exec(compile(text, file, "exec", dont_inherit=True), names)
        linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
        pop_with(self, linecache.cache, file)  # it is for tracebacks, and would stay there forever
        function: Callable[..., Any] = names.pop("forward")
        self._text, self.ready, self._steps = text, function, None
        return function

    @property
    def code(self) -> str:
        """The text of :attr:`forward`."""
        self.forward  # noqa: B018 - generates it
        return self._text


def _interpreted_runs() -> int:
    return environment.integer(VARIABLE, _RUNS)


def write(graph: CallGraph) -> tuple[str, dict[str, Any]]:
    """Return the code of a function ``forward`` for a graph, and the globals that it needs.

    Graphs that differ only in their functions have equal code.
    """
    return _Writer(graph).write()


class _Writer:
    """The state of one code generation; names the functions and constants, which :attr:`globals` holds by name."""

    def __init__(self, graph: CallGraph) -> None:
        self.names = graph.names()
        self.nodes = list(self.names)
        self.taken = {"forward", *self.names.values()}
        self.globals: dict[str, Any] = {}
        #: by wanted name, the last suffix that was tried
        self.tried: dict[str, int] = {}
        #: by the id of a function or constant, its global name
        self.known: dict[int, str] = {}

    def write(self) -> tuple[str, dict[str, Any]]:
        inputs = [self.names[node] for node in self.nodes if node.op == INPUT]
        lines = [f"def forward({', '.join(inputs)}):\n"]
        ends = last_uses(self.nodes)
        for node in self.nodes:
            if node.op == INPUT:
                continue
            if node.op == OUTPUT:
                lines.append(f"    return {self.text(node.args[0])}\n")
                continue
            line, last = (
                f"    {self.names[node]} = {self.call(node)}",
                [self.names[item] for item in ends.get(node, ())],
            )
            if node.op == METHOD and not node.users:
                line, last = f"    {self.call(node)}", last[:-1]
            lines.append(f"{line};  {' = '.join(last)} = None\n" if last else line + "\n")
        return "".join(lines), self.globals

    def call(self, node: Value) -> str:
        """Return a call; an element of a call's results is a subscript."""
        if node.target is operator.getitem:
            return f"{self.text(node.args[0])}[{self.text(node.args[1])}]"
        return f"{self._called(node)}({self._arguments(node)})"

    def _called(self, node: Value) -> str:
        if node.op == METHOD:
            return f"{self.text(node.args[0])}.{node.target}"
        target: Any = node.target
        return self.known.get(id(target)) or self.name_global(target, getattr(target, "__name__", "call"))

    def _arguments(self, node: Value) -> str:
        args = node.args if node.op != METHOD else node.args[1:]
        texts = [self.names[arg] if type(arg) is Value else self.text(arg) for arg in args]
        if node.kwargs:
            texts += [f"{key} = {self.text(value)}" for key, value in node.kwargs.items()]
        return ", ".join(texts)

    def text(self, value: Any) -> str:
        """Return an argument."""
        cls = type(value)
        if cls is Value:
            return self.names[value]
        if cls in _PLAIN or (cls is float and isfinite(value)):
            return repr(value)
        if isinstance(value, (tuple, list)) and not hasattr(value, "_fields"):
            inner = ", ".join(map(self.text, value))
            if isinstance(value, list):
                return f"[{inner}]"
            return f"({inner},)" if len(value) == 1 else f"({inner})"
        return self.known.get(id(value)) or self.name_global(value, f"_{cls.__name__}")

    def name_global(self, value: Any, preferred: str) -> str:
        """Return the name of a function or constant."""
        preferred = name = preferred if preferred.isidentifier() else "call"
        while name in self.taken:
            self.tried[preferred] = count = self.tried.get(preferred, 0) + 1
            name = f"{preferred}_{count}" if count > 1 else f"{preferred}_"
        self.taken.add(name)
        self.globals[name] = value
        self.known[id(value)] = name
        return name

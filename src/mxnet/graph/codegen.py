"""Code generation for lowered graphs: straight-line Python, one call a line, every value freed after its last use."""

import operator
from collections.abc import Callable, Iterable
from functools import cached_property, lru_cache
from math import isfinite
from types import CodeType
from typing import Any

from ..core.collector import paused
from .call_graph import FUNCTION, INPUT, METHOD, OUTPUT, CallGraph, Value, last_uses

_PLAIN = frozenset((int, bool, str, type(None)))


class LoweredModule:
    """A graph as a function, whose code is generated at the first call."""

    def __init__(self, graph: CallGraph) -> None:
        self.graph = graph
        #: what passes know of the graph, for compilers
        self.lowered: Any = None

    def __call__(self, *inputs: Any) -> Any:
        """Return the results of the graph."""
        return self.forward(*inputs)

    @cached_property
    def forward(self) -> Callable[..., Any]:
        """The generated function."""
        with paused(len(self.graph)):
            text, names = write(self.graph)
            exec(_compiled(text), names)
        function: Callable[..., Any] = names["forward"]
        return function

    def for_compilers(self) -> Callable[..., Any]:
        """Return :attr:`forward` with code of its own: PyTorch's compilers keep what they make with the code."""
        self.forward.__code__ = self.forward.__code__.replace()
        return self.forward


@lru_cache(maxsize=128)
def _compiled(text: str) -> CodeType:
    """Compile code; graphs that differ only in their functions share it."""
    return compile(text, "<graph>", "exec", dont_inherit=True)


def write(graph: CallGraph) -> tuple[str, dict[str, Any]]:
    """Return the code of a function ``forward`` for a graph, and the globals that it needs."""
    return _Writer(graph).write()


def variables(graph: CallGraph) -> dict[Value, str]:
    """Return the variable of each value of a graph in its code; a later value may take one that is free.

    Inputs keep theirs: the caller has them until the end. A value that nothing uses has none.
    """
    nodes, result, free, count = graph.nodes, dict[Value, str](), list[str](), 0
    ends = last_uses(nodes)
    for value in nodes:
        if value.op == INPUT:
            result[value] = f"x{len(result)}"
        elif value.op != OUTPUT:
            free += reversed([result[item] for item in ends.get(value, ()) if item is not value and item.op != INPUT])
            if value.users:
                if not free:
                    free.append(f"v{count}")
                    count += 1
                result[value] = free.pop()
    return result


class _Writer:
    """The state of one code generation; names the functions and constants, which :attr:`globals` holds by name."""

    def __init__(self, graph: CallGraph) -> None:
        self.nodes, self.names = graph.nodes, variables(graph)
        self.used_names = {"forward", *self.names.values()}
        self.globals: dict[str, Any] = {}
        #: by wanted name, the last suffix that was tried
        self.tried: dict[str, int] = {}
        #: by the id of a function or constant, its global name
        self.global_names: dict[int, str] = {}

    def write(self) -> tuple[str, dict[str, Any]]:
        ends = last_uses(self.nodes)
        lines = [f"def forward({', '.join(self.names[node] for node in self.nodes if node.op == INPUT)}):"]
        for node in self.nodes:
            if node.op == OUTPUT:
                lines.append(f"    return {self.text(node.args[0])}")
            elif node.op in (FUNCTION, METHOD):
                lines.append(f"    {self._line(node, ends.get(node, ()))}")
        return "\n".join([*lines, ""]), self.globals

    def _line(self, node: Value, last: Iterable[Value]) -> str:
        """Return the line of a call; what it uses last is freed, by its result or by None."""
        name, call = self.names.get(node), self.call(node)
        ended = [self.names[item] for item in last if item is not node and item.op != INPUT]
        freed = "".join(f"{item} = " for item in ended if item != name)
        return (f"{name} = {call}" if name else call) + (f"; {freed}None" if freed else "")

    def call(self, node: Value) -> str:
        """Return a call; an element of a call's results is a subscript."""
        if node.target is operator.getitem:
            return f"{self.text(node.args[0])}[{self.text(node.args[1])}]"
        return f"{self._called(node)}({self._arguments(node)})"

    def _called(self, node: Value) -> str:
        if node.op == METHOD:
            return f"{self.text(node.args[0])}.{node.target}"
        target: Any = node.target
        return self.global_names.get(id(target)) or self.name_global(target, getattr(target, "__name__", "call"))

    def _arguments(self, node: Value) -> str:
        args = node.args if node.op != METHOD else node.args[1:]
        texts = [self.names[arg] if type(arg) is Value else self.text(arg) for arg in args]
        if node.kwargs:
            texts += [f"{key}={self.text(value)}" for key, value in node.kwargs.items()]
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
        return self.global_names.get(id(value)) or self.name_global(value, f"_{cls.__name__}")

    def name_global(self, value: Any, preferred: str) -> str:
        """Return the name of a function or constant."""
        preferred = name = preferred if preferred.isidentifier() else "call"
        while name in self.used_names:
            self.tried[preferred] = count = self.tried.get(preferred, 0) + 1
            name = f"{preferred}_{count}" if count > 1 else f"{preferred}_"
        self.used_names.add(name)
        self.globals[name] = value
        self.global_names[id(value)] = name
        return name

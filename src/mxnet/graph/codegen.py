"""Fast code generation for lowered graphs, so that graphs of tens of thousands of nodes run soon after binding.

The code has FX's form: one call a line, and every value is freed after its last use. FX's own code generator handles
graphs of any kind and is slow; lowered graphs have only placeholders, calls and an output.
"""

from __future__ import annotations

import itertools
import linecache
import operator
from collections.abc import Iterable, Sequence
from math import isfinite
from typing import Any

from torch import fx

from ..core import torch_compat
from ..core.finalizers import pop_with

_KINDS = frozenset(("placeholder", "call_function", "call_method", "output"))
_PLAIN = frozenset((int, bool, str, type(None)))
_numbers = itertools.count()


class NotPlain(Exception):
    """A graph has something that lowered graphs do not have."""


class _Unwritten:
    """Stands for ``forward`` until it is first used, and generates it then."""

    def __get__(self, module: Any, owner: Any = None) -> Any:
        return self if module is None else module._write().forward


class LoweredModule(fx.GraphModule):
    """An FX graph module with its own code generator, which leaves graphs with attributes or submodules to FX's.

    The code is generated on first use: of a graph and its fused form, one may never run.
    """

    #: the code of ``forward``; None: not generated here
    _text: str | None = None

    def recompile(self) -> None:  # type: ignore[override]
        """Have ``forward`` generated from the current graph on its next use."""
        self._text = None
        type(self).forward = _Unwritten()  # type: ignore[assignment]

    @property
    def code(self) -> str:
        """The code of ``forward``."""
        self.forward  # noqa: B018 - generates it
        return str(super().code if self._text is None else self._text)

    def _write(self) -> LoweredModule:
        """Generate ``forward``."""
        try:
            text, names = write(self.graph)
            file = f"<graph {next(_numbers)}>"
            exec(compile(text, file, "exec", dont_inherit=True), names)
        except NotPlain:
            super().recompile()
        else:
            linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
            type(self).forward = names.pop("forward")
            self._text = text
            torch_compat.describe_code(self, text)
        file = type(self).forward.__code__.co_filename
        for cache in (linecache.cache, torch_compat.fx_texts()):  # for tracebacks; it would stay there forever
            pop_with(self, cache, file)
        return self


def write(graph: fx.Graph) -> tuple[str, dict[str, Any]]:
    """Return the code of a function ``forward`` for a graph, and the globals that it needs.

    Graphs that differ only in their functions have equal code.
    """
    return _Writer(graph).write()


class Texts:
    """Writes calls as Python; names the functions and constants in them, which :attr:`globals` holds by name."""

    def __init__(self, taken: Iterable[str]) -> None:
        self.taken = set(taken)
        self.globals: dict[str, Any] = {}
        #: by wanted name, the last suffix that was tried
        self.tried: dict[str, int] = {}
        #: by the id of a function or constant, its global name
        self.known: dict[int, str] = {}

    def name_of(self, node: fx.Node) -> str:
        """Return the variable of a value."""
        name: str = node.name
        return name

    def call(self, node: fx.Node) -> str:
        """Return a call; an element of a call's results is a subscript."""
        if node.target is operator.getitem:
            return f"{self.text(node.args[0])}[{self.text(node.args[1])}]"
        return f"{self._called(node)}({self._arguments(node)})"

    def _called(self, node: fx.Node) -> str:
        if node.op == "call_method":
            return f"{self.text(node.args[0])}.{node.target}"
        target: Any = node.target
        return self.known.get(id(target)) or self.name_global(target, getattr(target, "__name__", "call"))

    def _arguments(self, node: fx.Node) -> str:
        args = node.args if node.op == "call_function" else node.args[1:]
        texts = [self.name_of(arg) if type(arg) is fx.Node else self.text(arg) for arg in args]
        if node.kwargs:
            texts += [f"{key} = {self.text(value)}" for key, value in node.kwargs.items()]
        return ", ".join(texts)

    def text(self, value: Any) -> str:
        """Return an argument."""
        cls = type(value)
        if cls is fx.Node:
            return self.name_of(value)
        if cls in _PLAIN or (cls is float and isfinite(value)):
            return repr(value)
        if isinstance(value, (tuple, list)) and not hasattr(value, "_fields"):
            inner = ", ".join(map(self.text, value))
            if isinstance(value, list):
                return f"[{inner}]"
            return f"({inner},)" if len(value) == 1 else f"({inner})"
        if isinstance(value, (dict, slice)):
            raise NotPlain
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


class _Writer(Texts):
    """The state of one code generation."""

    def __init__(self, graph: fx.Graph) -> None:
        self.nodes = list(graph.nodes)
        if any(node.op not in _KINDS for node in self.nodes):
            raise NotPlain
        super().__init__(("self", "forward", *(node.name for node in self.nodes)))

    def write(self) -> tuple[str, dict[str, Any]]:
        inputs = [node.name for node in self.nodes if node.op == "placeholder"]
        lines = [f"def forward({', '.join(['self', *inputs])}):\n"]
        ends = last_uses(self.nodes)
        for node in self.nodes:
            if node.op == "placeholder":
                continue
            if node.op == "output":
                lines.append(f"    return {self.text(node.args[0])}\n")
                continue
            line, last = f"    {node.name} = {self.call(node)}", [item.name for item in ends.get(node, ())]
            if node.op == "call_method" and not node.users:
                line, last = f"    {self.call(node)}", last[:-1]
            lines.append(f"{line};  {' = '.join(last)} = None\n" if last else line + "\n")
        return "".join(lines), self.globals


def last_uses(nodes: Sequence[fx.Node]) -> dict[fx.Node, list[fx.Node]]:
    """Return by node the values whose last use it is; itself, if it is a call that nothing uses."""
    seen: set[fx.Node] = set()
    ends: dict[fx.Node, list[fx.Node]] = {}
    for node in reversed(nodes):
        last = [item for item in node.all_input_nodes if item not in seen]
        seen.update(last)
        if not node.users and node.op.startswith("call"):
            last.append(node)
        if last:
            ends[node] = last
    return ends

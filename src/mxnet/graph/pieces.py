"""Large graphs run piece by piece: pieces that repeat, such as the steps of an unrolled network, share their code.

One function of 30,000 lines takes Python longer to compile than to run. Here the calls of a graph are cut where a cell
begins. The code of a piece names its values by their order in it, so that equal pieces have equal code, which is
compiled once; what pieces hand to each other stands in a list, from which a value is taken at its last use.
"""

from __future__ import annotations

import traceback
from collections import Counter
from collections.abc import Callable, Sequence
from types import FrameType
from typing import Any, NamedTuple

from torch import fx

from .codegen import NotPlain, Texts, last_uses

#: the calls from which on a graph is cut into pieces
LARGE = 2000
#: the fewest calls between two starts of pieces, on average, and the most calls of a piece
_SHORTEST, _LONGEST = 16, 200


class Piece(NamedTuple):
    """Some calls in a row, the function that makes them, and where their inputs and results stand in the list."""

    function: Callable[..., None]
    places: tuple[int, ...]
    calls: Sequence[fx.Node]


class Pieces:
    """The function of a lowered graph, in pieces. Raises :class:`NotPlain` for what lowered graphs do not have."""

    def __init__(self, graph: fx.Graph) -> None:
        nodes = list(graph.nodes)
        inputs = [node for node in nodes if node.op == "placeholder"]
        calls = [node for node in nodes if node.op in ("call_function", "call_method")]
        results: Any = nodes[-1].args[0]
        if len(inputs) + len(calls) + 1 != len(nodes) or not all(isinstance(item, fx.Node) for item in results):
            raise NotPlain
        writer = _Writer(nodes)
        self._pieces = [writer.piece(part) for part in _cut(calls)]
        self._results = [writer.places[node] for node in results]
        self._room = [None] * (len(nodes) - len(inputs))

    def __call__(self, *inputs: Any) -> tuple[Any, ...]:
        """Return the results of the graph."""
        values = [*inputs, *self._room]
        for piece in self._pieces:
            piece.function(values, *piece.places)
        return tuple([values[i] for i in self._results])

    def failed_call(self, error: Exception) -> tuple[fx.Node, FrameType, dict[str, Any]] | None:
        """Return the call that raised an error, its frame, and the values of its inputs by their nodes' names."""
        frames = [frame for frame, _ in traceback.walk_tb(error.__traceback__)]
        code = Pieces.__call__.__code__
        i = next(
            (i for i, frame in enumerate(frames[:-1]) if frame.f_code is code and frame.f_locals["self"] is self), -1
        )
        if i < 0:
            return None
        calls, frame = frames[i].f_locals["piece"].calls, frames[i + 1]
        line = frame.f_lineno - _FIRST_LINE
        if not 0 <= line < len(calls):
            return None
        names, values = _names(calls), frame.f_locals
        return calls[line], frame, {item.name: values.get(names[item]) for item in calls[line].all_input_nodes}


def _cut(calls: Sequence[fx.Node]) -> list[Sequence[fx.Node]]:
    """Return the calls in pieces, which begin at a function that is called regularly: at the cells of a network."""
    often = Counter(call.target for call in calls)
    starts = [target for target, count in often.items() if _SHORTEST * count <= len(calls) <= _LONGEST * count]
    first = max(starts, key=often.__getitem__, default=None)
    pieces, start = [], 0
    for i, call in enumerate(calls):
        if (call.target == first and i > start) or i - start == _LONGEST:
            pieces.append(calls[start:i])
            start = i
    return [*pieces, calls[start:]]


def _names(calls: Sequence[fx.Node]) -> dict[fx.Node, str]:
    """Return the variables of a piece's values: x0, x1 ... for its inputs, y0, y1 ... for its results."""
    names = {call: f"y{i}" for i, call in enumerate(calls)}
    inputs = dict.fromkeys(item for call in calls for item in call.all_input_nodes if item not in names)
    return {**names, **{item: f"x{i}" for i, item in enumerate(inputs)}}


class _Writer(Texts):
    """Writes the functions of pieces. Names of globals have an underscore, those of variables have none."""

    def __init__(self, nodes: Sequence[fx.Node]) -> None:
        super().__init__(())
        #: where a value stands in the list
        self.places = {node: i for i, node in enumerate(nodes)}
        self._ends = last_uses(nodes)
        self._names: dict[fx.Node, str] = {}
        self._functions: dict[str, Callable[..., None]] = {}

    def name_of(self, node: fx.Node) -> str:
        """Return the variable of a value in the present piece."""
        return self._names[node]

    def name_global(self, value: Any, preferred: str) -> str:
        """Return the name of a function or constant."""
        return super().name_global(value, f"{preferred}_")

    def piece(self, calls: Sequence[fx.Node]) -> Piece:
        """Return the piece of some calls."""
        names = self._names = _names(calls)
        lines: list[str] = []
        ended: set[fx.Node] = set()
        for call in calls:
            line = f" {names[call]} = {self.call(call)}"
            last = self._ends.get(call, ())
            ended.update(last)
            lines.append("; ".join([line, *(f"{names[item]} = None" for item in last)]))
        inputs = [item for item in names if names[item][0] == "x"]
        results = [call for call in calls if call not in ended]
        loads = [_LOAD[item in ended].format(names[item], i) for i, item in enumerate(inputs)]
        stores = [f"values[i{i}] = {names[item]}" for i, item in enumerate(results, len(inputs))]
        used = [*inputs, *results]
        head = f"def piece({', '.join(['values', *(f'i{i}' for i in range(len(used)))])}):"
        text = "\n".join([head, f" {'; '.join(loads) or 'pass'}", *lines, f" {'; '.join(stores) or 'pass'}"])
        function = self._functions.get(text)
        if function is None:
            local: dict[str, Any] = {}
            exec(compile(text, "<a piece of a graph>", "exec", dont_inherit=True), self.globals, local)
            function = self._functions[text] = local["piece"]
        return Piece(function, tuple([self.places[item] for item in used]), calls)


#: how a value is read from the list, and how it is taken from it at its last use
_LOAD = ("{0} = values[i{1}]", "{0} = values[i{1}]; values[i{1}] = None")
#: the line of a piece's first call
_FIRST_LINE = 3

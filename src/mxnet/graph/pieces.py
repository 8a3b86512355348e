"""Large graphs that repeat, such as unrolled networks, run piece by piece: equal pieces are one program.

Python takes longer to lower, rewrite, differentiate and compile tens of thousands of calls than to run them. Here the
operators of a graph are cut where a cell begins. Pieces of the same operators on the same parameters are lowered once,
as a graph of their own; what they hand to each other stands in a list, from which a value is taken after its last use.
The backward pass runs the pieces' backward graphs in reverse.

The position of a value is that in the list: the graph's inputs come first, then all outputs of all operators.
"""

from __future__ import annotations

import traceback
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import torch

if TYPE_CHECKING:
    from .autodiff import Receiver
    from .passes.backward import Loss
    from .program import Form, Program

#: a graph of so many operators is cut, if on average so many of its pieces are equal
LARGE, EQUAL = 1000, 4
#: the fewest operators of a piece, and the most between two starts of pieces
_SHORTEST, _LONGEST = 8, 200


class Piece(NamedTuple):
    """Some operators in a row."""

    nodes: Sequence[Any]
    #: the position of the first output
    start: int
    #: by operator, its inputs: ``i >= 0`` is the value at ``start + i``, ``-1 - i`` is input ``i`` of the piece
    sources: Sequence[tuple[int, ...]]
    #: the positions of the inputs, and of the results that others need
    inputs: Sequence[int]
    results: Sequence[int]
    #: the positions of values that nothing needs afterwards
    ended: Sequence[int]
    #: whether another piece needs the result of a loss
    hands_on_loss: bool
    #: equal for pieces that are one program
    key: int


class Graph(NamedTuple):
    """A graph in pieces, with the number of inputs and of positions, and the positions of the heads."""

    pieces: Sequence[Piece]
    inputs: int
    size: int
    heads: Sequence[int]


def cut(nodes: Sequence[Any], heads: Sequence[Any], names: Sequence[str]) -> Graph | None:
    """Return a graph in pieces, None if it is small, does not repeat, or has operators made for one node.

    ``nodes``, ``heads`` and ``names`` are those of a program.
    """
    calls = [node for node in nodes if node.op is not None]
    operators = Counter([node.op for node in calls])
    if len(calls) < LARGE or any(op.bound for op in operators):
        return None
    parts = _parts(calls, operators)
    # equal operators with equal attributes share these
    attributes = [tuple([id(node.params) for node in part]) for part in parts]
    if EQUAL * len(set(attributes)) > len(parts):
        return None
    positions, size = _positions(nodes, names, {op for op in operators if op.one_output})
    if -1 in positions.values():
        return None  # lowering the graph raises what is wrong
    read = [_read(part, positions, len(names)) for part in parts]
    last = [-1] * size  # by position, the last piece that uses the value
    for k, (_, inputs, _) in enumerate(read):
        for position in inputs:
            last[position] = k
    head_positions = [positions[node] + index for node, index in heads]
    outputs = frozenset(head_positions)
    ended: list[list[int]] = [[] for _ in parts]
    for position in range(len(names), size):
        if last[position] >= 0 and position not in outputs:
            ended[last[position]].append(position)
    starts = [positions[part[0]] for part in parts]
    losses = {op for op in operators if op.loss}
    used = [node for node in calls if node.op in losses and last[positions[node]] >= 0]
    hand_on = {bisect_right(starts, positions[node]) - 1 for node in used if node.op.loss.of(node.params)}
    pieces, keys = [], dict[Any, int]()
    for k, (part, (sources, inputs, fixed), start, end) in enumerate(
        zip(parts, read, starts, [*starts[1:], size], strict=True)
    ):
        results = [i for i in range(start, end) if last[i] >= 0 or i in outputs]
        loss = k in hand_on
        key = attributes[k], sources, fixed, tuple([i - start for i in results]), loss
        pieces.append(
            Piece(part, start, sources, inputs, tuple(results), tuple(ended[k]), loss, keys.setdefault(key, k))
        )
    return None if EQUAL * len(keys) > len(pieces) else Graph(pieces, len(names), size, head_positions)


def _parts(calls: Sequence[Any], often: Mapping[Any, int]) -> list[Sequence[Any]]:
    """Return the operators in pieces, which begin at the rarest one of those that come regularly: at cells."""
    before, gaps = dict.fromkeys(often, 0), dict.fromkeys(often, 0)
    for i, call in enumerate(calls):
        op = call.op
        if i - before[op] > gaps[op]:
            gaps[op] = i - before[op]
        before[op] = i
    regular = [op for op, gap in gaps.items() if max(gap, len(calls) - before[op]) <= _LONGEST]
    first = min(regular, key=lambda op: often[op], default=None)
    parts, start = [], 0
    for i, call in enumerate(calls):
        if call.op is first and i - start >= _SHORTEST:
            parts.append(calls[start:i])
            start = i
    return [*parts, calls[start:]]


def _positions(nodes: Sequence[Any], names: Sequence[str], have_one: set[Any]) -> tuple[dict[Any, int], int]:
    """Return the position of each node's first output, -1 for a variable without a name, and how many there are.

    ``have_one`` are the operators of one output.
    """
    numbers = {name: i for i, name in enumerate(names)}
    positions, size = dict[Any, int](), len(names)
    for node in nodes:
        if node.op is None:
            positions[node] = numbers.get(node.name, -1)
        else:
            positions[node] = size
            size += 1 if node.op in have_one else node.num_outputs
    return positions, size


def _read(
    part: Sequence[Any], positions: dict[Any, int], variables: int
) -> tuple[Sequence[tuple[int, ...]], Sequence[int], Any]:
    """Return the sources and inputs of a piece, and its parameters: variables that are no operator's first input."""
    start, slots = positions[part[0]], dict[int, int]()
    sources, fixed = [], []
    for node in part:
        row: list[int] = []
        for source, index in zip(node.sources, node.indices, strict=True):
            position = positions[source] + index
            if position < start:
                if position < variables and row:
                    fixed.append(position)
                position = start - 1 - slots.setdefault(position, len(slots))
            row.append(position - start)
        sources.append(tuple(row))
    return tuple(sources), tuple(slots), tuple(fixed)


class _Node:
    """An operator of a piece, or an input of it (``op`` is None): what lowering and passes read of a node."""

    __slots__ = ("attrs", "bound", "indices", "name", "num_outputs", "op", "params", "position", "sources")

    def __init__(self, position: int, node: Any = None, inputs: Sequence[tuple[_Node, int]] = ()) -> None:
        self.position = position
        self.sources, self.indices = [item[0] for item in inputs], [item[1] for item in inputs]
        self.op: Any = None if node is None else node.op
        self.name, self.attrs, self.num_outputs, self.bound, self.params = f"x{position}", {}, 1, None, None
        if node is not None:
            self.name, self.attrs, self.num_outputs = node.name, node.attrs, node.num_outputs
            self.bound, self.params = node.bound, node.params

    @property
    def inputs(self) -> list[tuple[_Node, int]]:
        """The inputs, each an output of a node."""
        return list(zip(self.sources, self.indices, strict=True))


def _graph_of(piece: Piece) -> tuple[list[_Node], list[tuple[_Node, int]], list[str]]:
    """Return the nodes, heads and names of inputs of a piece."""
    inputs = [_Node(i) for i in range(len(piece.inputs))]
    nodes, outputs = list(inputs), list[tuple[_Node, int]]()
    for i, (node, row) in enumerate(zip(piece.nodes, piece.sources, strict=True)):
        nodes.append(_Node(i, node, [outputs[k] if k >= 0 else (inputs[-1 - k], 0) for k in row]))
        outputs += [(nodes[-1], k) for k in range(nodes[-1].num_outputs)]
    return nodes, [outputs[i - piece.start] for i in piece.results], [item.name for item in inputs]


class Pieces:
    """A graph in pieces and their programs; ``make`` makes a program of nodes, heads and names of inputs."""

    def __init__(self, graph: Graph, make: Callable[..., Program]) -> None:
        self._graph = graph
        self._programs: dict[int, Program] = {}
        for piece in graph.pieces:
            if piece.key not in self._programs:
                self._programs[piece.key] = make(*_graph_of(piece))

    def run(self, is_train: bool, device: torch.device | None, needs_grad: frozenset[int] | None) -> Run:
        """Return how the graph runs; see :meth:`.Program.form`."""
        derived = None if needs_grad is None else self._derived(is_train, device, needs_grad)
        if derived is not None:
            return derived
        forms = [
            self._form(piece, is_train, device, None if needs_grad is None or piece.hands_on_loss else ())
            for piece in self._graph.pieces
        ]
        return Run(self._graph, forms, None)

    def _form(self, piece: Piece, is_train: bool, device: torch.device | None, needs_grad: Any) -> Form:
        return self._programs[piece.key].form(is_train, device, None if needs_grad is None else frozenset(needs_grad))

    def _derived(self, is_train: bool, device: torch.device | None, needs_grad: frozenset[int]) -> Run | None:
        """Return the run with a backward pass of its own, None if PyTorch has to differentiate."""
        pieces, active = self._graph.pieces, set(needs_grad)
        forms: list[Form] = []
        for piece in pieces:
            varying = [i for i, position in enumerate(piece.inputs) if position in active]
            form = self._form(piece, is_train, device, varying)
            if piece.hands_on_loss or (varying and form.derivative is None):
                return None
            forms.append(form)
            if form.derivative is not None:
                active.update(piece.results[i] for i in form.derivative.heads)
        heads = [i for i, position in enumerate(self._graph.heads) if position in active]
        reached = {self._graph.heads[i] for i in heads}
        for piece, form in zip(reversed(pieces), reversed(forms), strict=True):
            if form.derivative is not None:
                if not reached.issuperset(piece.results[i] for i in form.derivative.heads):
                    return None
                reached.update(piece.inputs[i] for i in form.derivative.receives)
        return Run(self._graph, forms, Reverse(self._graph.heads, heads, needs_grad & reached))


class Step(NamedTuple):
    """One run of a piece; its inputs and results include those that only its form has."""

    form: Form
    piece: Piece
    inputs: list[int]
    results: list[int]


class Run:
    """The function of a graph: runs its pieces one after the other.

    Beside the outputs it returns what losses need, or a list of what the backward pass needs of each step.
    """

    def __init__(self, graph: Graph, forms: Sequence[Form], derivative: Reverse | None) -> None:
        self.derivative = derivative
        #: see :class:`.Form`
        self.open: list[Any] = []
        self.losses: list[Loss] = []
        self._variables, self._num_values = graph.inputs, graph.size - graph.inputs
        self._results = list(graph.heads)
        self._steps = [
            Step(form, piece, [*piece.inputs], [*piece.results])
            for form, piece in zip(forms, graph.pieces, strict=True)
        ]
        for form, piece, inputs, _ in self._steps:
            for node in form.open:
                inputs.append(graph.size + len(self.open))
                self.open.append(piece.nodes[node.position])
        extra = graph.size + len(self.open)
        for form, piece, _, results in self._steps:
            for loss in form.losses:
                moved = len(self._results) - form.number
                self.losses.append(
                    loss._replace(
                        node=piece.nodes[loss.node.position],
                        inputs=tuple(i + moved for i in loss.inputs),
                        output=loss.output + moved,
                    )
                )
            if derivative is None:
                count = sum(len(loss.inputs) + 1 for loss in form.losses)
                results += range(extra, extra + count)
                self._results += range(extra, extra + count)
                extra += count
        self._extra = extra - graph.size - len(self.open)
        if derivative is not None:
            derivative.steps = self._steps

    def __call__(self, *inputs: Any) -> tuple[Any, ...]:
        """Return the results of the graph."""
        n = self._variables
        values = [*inputs[:n], *[None] * self._num_values, *inputs[n:], *[None] * self._extra]
        tape: list[Any] | None = None if self.derivative is None else []
        for step in self._steps:
            results = step.form.run(*[values[i] for i in step.inputs])
            for i, value in zip(step.results, results, strict=False):
                values[i] = value
            for i in step.piece.ended:
                values[i] = None
            if tape is not None:
                tape.append(_needed(step, results))
        outputs = [values[i] for i in self._results]
        return tuple(outputs) if tape is None else (*outputs, tape)

    def failed_step(self, error: Exception) -> Step | None:
        """Return the step that raised an error."""
        code = Run.__call__.__code__
        frames = [frame for frame, _ in traceback.walk_tb(error.__traceback__)]
        own_frames = [frame for frame in frames if frame.f_code is code and frame.f_locals["self"] is self]
        return own_frames[0].f_locals.get("step") if own_frames else None


def _needed(step: Step, results: Sequence[Any]) -> list[Any]:
    """Return the results of a step, without those that its backward pass does not need."""
    derivative: Any = step.form.derivative
    if derivative is None:
        return []
    return [*results] if derivative.losses else [*[None] * derivative.first, *results[derivative.first :]]


class Reverse:
    """The backward pass of a graph in pieces: a :class:`.Derivative`, of the same use."""

    def __init__(self, positions: Sequence[int], heads: Sequence[int], receives: frozenset[int]) -> None:
        self._positions, self.heads, self.receives = positions, heads, receives
        self.direct = frozenset[int]()
        self.steps: Sequence[Step] = ()

    def __call__(self, results: list[Any], head_grads: Sequence[Any], receiver: Receiver) -> None:
        """Hand the gradient of each input that has one to ``receiver``; see :class:`.Derivative`."""
        total, tape = _Total(), results[-1]
        results.clear()
        for i in self.heads:
            total.add(self._positions[i], head_grads[i])
        for step in reversed(self.steps):
            saved, derivative = tape.pop(), step.form.derivative
            if derivative is not None:
                total.step = step.inputs
                total.targets = [None] * len(step.inputs)
                derivative(saved, [total.grads.pop(i, None) for i in step.piece.results], total)
        for i in self.receives:
            receiver.take(i, total.grads.pop(i))


class _Total:
    """Adds up gradients by position; receives those of one step after the other."""

    def __init__(self) -> None:
        self.grads: dict[int, torch.Tensor] = {}
        self._own: set[int] = set()
        #: the positions of the inputs of the present step
        self.step: Sequence[int] = ()
        self.targets: Sequence[torch.Tensor | None] = ()

    def take(self, i: int, grad: torch.Tensor) -> None:
        """Take the gradient of an input of the step."""
        self.add(self.step[i], grad)

    def add(self, position: int, grad: torch.Tensor) -> None:
        """Add a gradient; the sum of two is a tensor of our own."""
        before = self.grads.get(position)
        if before is None:
            self.grads[position] = grad
        elif position in self._own:
            before.add_(grad)
        else:
            self.grads[position] = before + grad
            self._own.add(position)

"""Deducing the shapes, the data types, or the storage types, of everything in a graph from what is known of some of it.

Facts flow in both directions: each node's rule deduces facts of its inputs and outputs. Nodes that share a changed fact
are visited again, until nothing changes. Equal nodes (the steps of an unrolled network) are computed once.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from heapq import heappop, heappush
from typing import Any, NamedTuple

from ..core.dtypes import NAMES, STORAGE, from_code
from ..core.errors import MXNetError, reason, shortened
from ..core.params import OptShape, parser
from ..core.shapes import PartialShape, from_mxnet, show, unify
from ..registry.infer import TooLittleKnown, infer_shapes, infer_types
from ..registry.op import Op, Params
from ..registry.rules import unify_types
from .graph import Order
from .node import Entry, Node

#: a partial shape, or a data type's name; None is "unknown"
Fact = Any
Answer = tuple[Sequence[Fact], Sequence[Fact]]


class Domain(NamedTuple):
    """A kind of fact: how to merge two, read a variable's own, infer with an operator, and write one."""

    attribute: str
    merge: Callable[[Fact, Fact], Fact]
    read: Callable[[str], Fact]
    ask: Callable[[Op, Params, Sequence[Fact], Sequence[Fact]], Answer]
    show: Callable[[Fact], str]
    #: the part of an operator's attributes that its rule reads, as a function of them; None: any part
    reads: Callable[[Op], Callable[[Params], Any] | None] = lambda op: None


class _First(NamedTuple):
    """What the first visit of an operator brings, when nothing is known of its outputs."""

    outs: Sequence[Fact]
    #: new facts about inputs
    news: Sequence[tuple[int, Fact]]
    #: the inputs, and, negative, the outputs, of which something is unknown afterwards
    partial: Sequence[int]


def _no_attributes(params: Params) -> None:
    """Return what a rule reads that asks for no attribute."""


def _is_partial(fact: Fact) -> bool:
    return fact is None or (isinstance(fact, tuple) and None in fact)


class Inference:
    """Facts about all outputs of all nodes of a graph. Raises :class:`MXNetError` where they contradict each other."""

    def __init__(
        self, heads: Iterable[Entry], domain: Domain, known: Mapping[str, Fact], order: Order | None = None
    ) -> None:
        #: the graph that ``heads`` depend on, which a caller may know already
        self._order = order or Order(heads)
        self._domain = domain
        names, self._first, self._operators, self._inputs = self._order.positions()
        #: by variable name, where its fact stands
        self.variables = {name: i for i, name in enumerate(dict.fromkeys(names))}
        self._facts: list[Fact] = [known.get(name) for name in self.variables]
        #: by fact, the operators that have seen it incomplete
        self._seen: dict[int, list[int]] = {}
        #: by attributes and facts, what an operator adds: positions and new facts
        self._memo: dict[Any, list[tuple[int, Fact]]] = {}
        #: by number, why operators could say nothing in the end
        self._failed: dict[int, MXNetError] = {}
        for node in self._order.variables:
            if domain.attribute in node.attrs and known.get(node.name) is None:
                self._merge_own(node, self.variables[node.name])
        self._spread()

    def __getitem__(self, entry: Entry) -> Fact:
        """Return the fact about an output."""
        return self._facts[self._first[entry.node] + entry.index]

    def variable(self, name: str) -> Fact:
        """Return the fact about a variable."""
        return self._facts[self.variables[name]]

    def assume(self, default: Callable[[Node], Fact]) -> None:
        """Take what is still unknown of the inputs of an operator for what ``default`` says, in the graph's order."""
        if None not in self._facts:
            return
        for node, inputs in zip(self._operators, self._inputs, strict=True):
            unknown = [position for position in inputs if self._facts[position] is None]
            fact = default(node) if unknown else None
            if fact is not None:
                learned = [(len(self._operators), position) for position in unknown if self._learn(position, fact)]
                self._spread_further(learned)

    def check(self) -> None:
        """Raise :class:`MXNetError` where an operator failed for too little was known of its inputs."""
        for error in self._failed.values():
            raise error

    # -- set-up ---------------------------------------------------------------------------------------------

    def _merge_own(self, node: Node, position: int) -> None:
        """Merge what a variable's attribute says with what is known of the variables of its name."""
        text = node.attrs[self._domain.attribute]
        try:
            value = self._domain.read(text)
            self._facts[position] = self._domain.merge(self._facts[position], value)
        except (ValueError, MXNetError) as error:
            raise MXNetError(f"variable {node.name}: attribute {self._domain.attribute} is {text!r}: {error}") from None

    # -- the fixpoint ---------------------------------------------------------------------------------------

    def _spread(self) -> None:
        """Ask all operators, in the order of the graph, and those again whose neighbours learned something."""
        learned: list[tuple[int, int]] = []  # operators, and what earlier ones have not seen yet
        memo: dict[Any, _First] = {}
        facts, seen = self._facts, self._seen
        fact, merge = facts.__getitem__, self._domain.merge
        reads: dict[Op | None, Any] = {
            op: self._domain.reads(op) if op.one_output else None for op in self._order.operators
        }
        key: tuple[Any, ...]
        for i, (node, inputs) in enumerate(zip(self._operators, self._inputs, strict=True)):
            read = reads[node.op]
            if read is _no_attributes:
                key = (node.op, *map(fact, inputs))
            elif read is None:
                key = (node._bound or node.bound, *map(fact, inputs))
            else:
                key = (node.op, read(node.params), *map(fact, inputs))
            first = memo.get(key)
            if first is None:
                first = self._ask_first(i, [facts[position] for position in inputs])
                if i not in self._failed:
                    memo[key] = first
            facts += first.outs
            for k, new in first.news:
                position = inputs[k]
                old = facts[position]
                if new != old:
                    facts[position] = new if old is None else merge(old, new)
                    if position in seen:
                        learned.append((i, position))
            for k in first.partial:
                position = inputs[k] if k >= 0 else len(facts) + k
                seen.setdefault(position, []).append(i)
        if learned:
            self._spread_further(learned)

    def _ask_first(self, i: int, ins: list[Fact]) -> _First:
        """Ask operator ``i``, of whose outputs nothing is known."""
        node = self._operators[i]
        count = node.num_outputs
        outs, news = [None] * count, []
        try:
            for k, new in self._ask(node, [*ins, *outs], len(ins)):
                if k < len(ins):
                    news.append((k, new))
                else:
                    outs[k - len(ins)] = new
        except TooLittleKnown as error:
            self._failed[i] = self._explain(node, ins, error)
        after = dict(news)  # what the operator says itself it need not hear from others
        partial = [k for k, fact in enumerate(ins) if _is_partial(fact) and _is_partial(after.get(k))]
        partial += [k - count for k, fact in enumerate(outs) if _is_partial(fact)]
        return _First(outs, news, partial)

    def _learn(self, position: int, new: Fact) -> bool:
        """Add to a fact; return whether that is new."""
        old = self._facts[position]
        if new == old:
            return False
        self._facts[position] = new if old is None else self._domain.merge(old, new)
        return True

    def _spread_further(self, learned: Iterable[tuple[int, int]]) -> None:
        """Ask those again who are to be asked again, in one sweep up or down the graph.

        So what follows along a chain of steps, in either direction, is known after one sweep.
        """
        ahead, behind = list[int](), list[int]()  # heaps; those behind are negated
        pending: set[int] = set()
        for i, position in learned:
            for user in self._seen[position]:
                if user < i and user not in pending:
                    pending.add(user)
                    heappush(behind, -user)
        up = False
        while ahead or behind:
            if not (ahead if up else behind):
                up = not up
            i = heappop(ahead) if up else -heappop(behind)
            pending.discard(i)
            for position in self._visit(i):
                for user in self._seen.get(position, ()):
                    if user != i and user not in pending:
                        pending.add(user)
                        if user > i:
                            heappush(ahead, user)
                        else:
                            heappush(behind, -user)

    def _visit(self, i: int) -> list[int]:
        """Ask operator ``i`` what follows; return the places where something new was learned."""
        node, facts, first = self._operators[i], self._facts, self._first
        places = [*self._inputs[i], *range(first[node], first[node] + len(node.bound.outputs))]
        before = [facts[position] for position in places]
        if self._failed:
            self._failed.pop(i, None)
        key = (node.bound, *before)
        news = self._memo.get(key)
        if news is None:
            count = len(node.sources)
            try:
                news = self._memo[key] = self._ask(node, before, count)
            except TooLittleKnown as error:
                self._failed[i] = self._explain(node, before[:count], error)
                return []
        return [places[k] for k, new in news if self._learn(places[k], new)]

    def _ask(self, node: Node, before: list[Fact], count: int) -> list[tuple[int, Fact]]:
        """Return what an operator adds to the facts about its ``count`` inputs, and to those about its outputs."""
        assert node.op is not None
        try:
            ins, outs = self._domain.ask(node.op, node.params, before[:count], before[count:])
        except TooLittleKnown:
            raise
        except (MXNetError, IndexError, TypeError, ValueError) as error:  # rules index shapes of any rank
            raise self._explain(node, before[:count], error) from error
        pairs = zip(before, (*ins, *outs), strict=True)
        return [(k, new) for k, (old, new) in enumerate(pairs) if new is not None and new != old]

    def _explain(self, node: Node, ins: list[Fact], error: Exception) -> MXNetError:
        assert node.op is not None
        why = error if isinstance(error, MXNetError) else reason(error)
        lines = [f"Error in operator {shortened(node.name)} ({node.op.name}): {why}"]
        for name, entry, fact in list(zip(node.list_inputs(), node.inputs, ins, strict=True))[:8]:
            source = shortened(entry.node.output_name(entry.index))
            lines.append(f"  {name} = {source}: {self._domain.show(fact)}")
        return MXNetError("\n".join(lines))


# -- shapes -------------------------------------------------------------------------------------------------

_read_tuple = parser(OptShape)


def shapes(
    heads: Iterable[Entry], known: Mapping[str, PartialShape], np_shape: bool = False, order: Order | None = None
) -> Inference:
    """Deduce shapes, ``known`` those of variables. Without ``np_shape`` a length of 0 that is given is an unknown one:
    by an argument, a variable, or an operator that makes an array (``_zeros``); others compute that there is nothing.
    """

    def ask(op: Op, params: Params, ins: Sequence[PartialShape], outs: Sequence[PartialShape]) -> Answer:
        new_ins, new_outs = infer_shapes(op, params, ins, outs)
        if not (np_shape or ins):
            new_outs = [out if out == () else from_mxnet(_zero_for_none(out)) for out in new_outs]
        return new_ins, new_outs

    def read(text: str) -> PartialShape:
        return None if text == "None" else from_mxnet(_read_tuple(text), np_shape)

    domain = Domain("__shape__", unify, read, ask, show, lambda op: _no_attributes if op.same_shapes else None)
    return Inference(heads, domain, known, order)


def _zero_for_none(shape: PartialShape) -> PartialShape:
    return None if shape is None else tuple(0 if length is None else length for length in shape)


# -- data types ---------------------------------------------------------------------------------------------


def types(heads: Iterable[Entry], known: Mapping[str, str | None], order: Order | None = None) -> Inference:
    """Deduce data types (MXNet's names), ``known`` those of variables."""
    domain = Domain("__dtype__", unify_types, _read_type, infer_types, str, _read_for_types)
    result = Inference(heads, domain, known, order)
    result.assume(_assumed_type)
    return result


def _assumed_type(node: Node) -> str | None:
    """Return what the inputs of a node are taken for where nothing says their type."""
    assumed: Any = None if node.op is None else node.op.types.options["assumed"]
    return assumed(node.params) if callable(assumed) else assumed


def _read_for_types(op: Op) -> Callable[[Params], Any] | None:
    return _no_attributes if op.same_types else getattr(op.types.answer, "reads", None)


def _read_type(text: str) -> str | None:
    if text in NAMES:
        return text
    code = int(text)
    return None if code < 0 else from_code(code)


def types_beside_states(nodes: Iterable[Node], data: str) -> dict[str, str]:
    """Return the data types by name of the variables that operators with states take beside data of a type.

    Those of a batch normalization of half-precision data are float32.
    """
    result: dict[str, str] = {}
    for node in nodes:
        if node.op is None or not node.op.aux:
            continue
        unknown = [None] * (len(node.inputs) - 1), [None] * node.num_outputs
        dtypes = infer_types(node.op, node.params, [data, *unknown[0]], unknown[1])[0]
        pairs = zip(node.sources[1:], dtypes[1:], strict=True)
        result.update((source.name, dtype) for source, dtype in pairs if source.op is None and dtype is not None)
    return result


# -- storage types ------------------------------------------------------------------------------------------

_STORAGE_NAMES = {str(code): name for name, code in STORAGE.items()}


def storages(heads: Iterable[Entry], known: Mapping[str, str | None], order: Order | None = None) -> Inference:
    """Deduce storage types, ``known`` those of variables; variables of which nothing is said are dense."""
    return Inference(heads, Domain("__storage_type__", unify_types, _read_storage, _ask_storage, str), known, order)


def _read_storage(text: str) -> str | None:
    if text not in _STORAGE_NAMES:
        raise ValueError(f"expected one of {', '.join(_STORAGE_NAMES)}")
    return None if _STORAGE_NAMES[text] == "undefined" else _STORAGE_NAMES[text]


def _ask_storage(op: Op, params: Params, ins: Sequence[Fact], outs: Sequence[Fact]) -> Answer:
    known = [item or "default" for item in ins]
    return known, op.output_storages(params, known, len(outs))[0]


def may_be_sparse(nodes: Iterable[Node], known: Mapping[str, str | None]) -> bool:
    """Return whether something in a graph may be in sparse storage, its gradients included."""
    if any(item not in (None, "default") for item in known.values()):
        return True
    for node in nodes:
        if node.op is None:
            if node.attrs.get("__storage_type__", "0") not in ("0", "-1") and known.get(node.name) is None:
                return True
        elif node.op.storages.options["gradients"] or (node.op.makes_sparse and node.op.sparse_of_dense(node.params)):
            return True
    return False


def gradient_storages(nodes: Sequence[Node], heads: Iterable[Entry], results: Inference) -> dict[str, str]:
    """Return the storages that variables' gradients have by name, those of the heads being as the heads are.

    Gradients of one variable that come in several storages are dense.
    """
    coming: dict[tuple[int, int], set[str]] = {}
    for head in heads:
        coming.setdefault((id(head.node), head.index), set()).add(results[head])
    result: dict[str, set[str]] = {}
    for node in reversed(nodes):
        if node.op is None:
            result.setdefault(node.name, set()).update(coming.get((id(node), 0), ()))
            continue
        storages = [results[entry] for entry in node.inputs]
        grads = [coming.get((id(node), i), set()) for i in range(node.num_outputs)]
        if not any(grads):
            continue
        arriving = [next(iter(grad)) if len(grad) == 1 else "default" for grad in grads]
        for entry, stype in zip(node.inputs, node.op.gradient_storages(node.params, storages, arriving), strict=True):
            coming.setdefault((id(entry.node), entry.index), set()).add(stype)
    return {name: next(iter(item)) if len(item) == 1 else "default" for name, item in result.items()}

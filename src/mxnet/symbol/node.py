"""The nodes of a graph. A Symbol is a list of node outputs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from ..core.errors import MXNetError
from ..core.lazy_imports import FromAbove
from ..core.params import to_text
from ..registry.bound import BoundOp
from ..registry.op import Op, Params

#: :mod:`.read`, which reads the graphs that are attributes of nodes
reading = FromAbove()


#: what most nodes share
_NOTHING: frozenset[Any] = frozenset()


class Node:
    """One operator application, or a variable (``op`` is None).

    An input is an output of another node. Nodes hold these nodes and the numbers of their outputs in two tuples, rather
    than entries, so that Python's garbage collector has fewer objects to look at.

    The structure (``op``, ``inputs``) never changes after construction, save by composition of a private copy;
    ``name`` and ``attrs`` (text, as given) may be changed through ``Symbol._set_attr``, as in MXNet.
    """

    __slots__ = (
        "__weakref__", "_bound", "attrs", "files", "foreign", "identity", "indices", "mutations", "name", "op",
        "sources", "subgraphs", "versions",
    )  # fmt: skip

    op: Op | None
    name: str
    attrs: dict[str, str]
    #: By input, the node that computes it, and the number of its output.
    sources: tuple[Node, ...]
    indices: tuple[int, ...]
    #: The attributes that a user put on the node and its operator does not know.
    foreign: frozenset[str]
    #: For a variable: an object that it shares with its copies, and with no other variable.
    identity: object
    #: The files from which the variables that it depends on were read.
    files: frozenset[SymbolFile]
    #: For a variable: how many operators have taken it as a state to mutate.
    mutations: int
    #: By input: the ``mutations`` of that variable when the node took it (0 for what is no variable); JSON keeps it.
    versions: tuple[int, ...]
    #: The graphs inside the node: the body of a loop, the branches of a condition.
    subgraphs: tuple[Any, ...]
    _bound: BoundOp | None

    def __init__(
        self, op: Op | None, name: str, attrs: dict[str, str] | None = None, inputs: Iterable[Entry] = ()
    ) -> None:
        self.op = op
        self.name = name
        self.attrs = attrs if attrs is not None else {}
        self.inputs = inputs = tuple(inputs)
        self.foreign = _NOTHING
        self.identity = object() if op is None else None
        self.files = files_of(inputs) if inputs else _NOTHING
        self.mutations = 0
        self.versions = (0,) * len(inputs)
        self.subgraphs = ()
        self._bound = None

    @property
    def inputs(self) -> tuple[Entry, ...]:
        """The inputs, as entries."""
        return tuple(map(Entry, self.sources, self.indices))

    @inputs.setter
    def inputs(self, inputs: Iterable[Entry]) -> None:
        inputs = tuple(inputs)
        self.sources = tuple([entry[0] for entry in inputs])
        self.indices = tuple([entry[1] for entry in inputs])

    @property
    def params(self) -> Params:
        """The operator's attributes, typed. Raises :class:`MXNetError` where the text cannot be read."""
        return self.bound.params

    @property
    def bound(self) -> BoundOp:
        """The operator with its attributes, which equal nodes share. Raises as :attr:`params`."""
        if self._bound is None:
            op = self.op
            assert op is not None
            known = tuple([item for item in self.attrs.items() if item[0] not in self.foreign])
            if self.subgraphs:
                self._bound = BoundOp(op, dict(known), Params(op.parse(dict(known)), subgraphs=self.subgraphs))
            else:
                self._bound = BoundOp(op, dict(known)) if op.takes_any_attribute else _bind(op, known)
        return self._bound

    def set_attr(self, key: str, value: str) -> None:
        """Set an attribute. What the operator does not know is a note on the node.

        Raises :class:`MXNetError`, changing nothing, where the operator refuses the value, or where it would change
        the number of inputs or outputs, which others hold on to.
        """
        changed = self.replace()
        changed.attrs[key], changed._bound = value, None
        hidden = key.startswith("__") and key.endswith("__")
        if self.op is not None and self.op.parsers and key not in self.op.parsers and not hidden:
            changed.foreign |= {key}
        if len(changed.list_inputs()) != len(self.sources) or changed.num_outputs != self.num_outputs:
            raise MXNetError(f"{self.name}: {key}={value!r} would change the number of its inputs or outputs")
        self.attrs, self.foreign, self._bound = changed.attrs, changed.foreign, changed._bound

    def replace(
        self,
        *,
        op: Op | None = None,
        name: str | None = None,
        attrs: Mapping[str, str] | None = None,
        inputs: Iterable[Entry] | None = None,
    ) -> Node:
        """Return a new node like this one, with other values for the given fields; ``versions`` follow the inputs."""
        node = Node(
            self.op if op is None else op,
            self.name if name is None else name,
            dict(self.attrs if attrs is None else attrs),
            self.inputs if inputs is None else inputs,
        )
        node.foreign, node.mutations, node.subgraphs = self.foreign, self.mutations, self.subgraphs
        if op is None and attrs is None and not self.subgraphs:
            node._bound = self._bound
        if len(node.sources) <= len(self.versions):
            node.versions = self.versions[: len(node.sources)]
        else:
            node.versions = (*self.versions, *node.versions[len(self.versions) :])
        if node.op is None:
            node.identity, node.files = self.identity, self.files
        return node

    def with_sources(self, sources: tuple[Node, ...]) -> Node:
        """Return a new node like this one, whose inputs are the same outputs of other nodes."""
        node = Node.__new__(Node)
        node.op, node.name, node.attrs = self.op, self.name, self.attrs.copy()
        node.sources, node.indices, node.versions = sources, self.indices, self.versions
        node.foreign, node.identity, node.files = self.foreign, self.identity, self.files
        node.mutations, node.subgraphs, node._bound = self.mutations, self.subgraphs, self._bound
        return node

    def list_inputs(self) -> tuple[str, ...]:
        """Return the operator's names of the inputs, one for each; empty for a variable."""
        return () if self.op is None else self.bound.inputs

    def list_outputs(self) -> tuple[str, ...]:
        """Return the full names of all outputs, hidden ones included: ``fc1_output``; a variable's is its own."""
        if self.op is None:
            return (self.name,)
        return tuple(f"{self.name}_{item}" if self.name else item for item in self.bound.outputs)

    def output_name(self, index: int) -> str:
        """Return the full name of one output."""
        if self.op is None:
            return self.name
        item = self.bound.outputs[index]
        return f"{self.name}_{item}" if self.name else item

    @property
    def num_outputs(self) -> int:
        """How many outputs there are, hidden ones included."""
        return 1 if self.op is None else len(self.bound.outputs)

    @property
    def num_visible(self) -> int:
        """How many outputs a user sees."""
        if self.op is None:
            return 1
        visible = self.bound.visible
        return len(self.bound.outputs) if visible is None else visible

    def states(self) -> list[int]:
        """Return the indices of the inputs that the operator mutates (auxiliary states)."""
        if self.op is None or not self.op.mutates:
            return []
        return self.bound.states

    def __repr__(self) -> str:
        return f"<node {self.name}: {self.op.name if self.op else 'variable'}>"


@lru_cache(maxsize=4096)
def _bind(op: Op, attrs: tuple[tuple[str, str], ...]) -> BoundOp:
    """Read attributes once for all nodes that have the same."""
    params = op.parse(dict(attrs))
    if op.graph_text is not None:
        params["subgraphs"] = (reading.load().subgraph(params[op.graph_text]),)
    return BoundOp(op, dict(attrs), params)


@dataclass(frozen=True, eq=False, slots=True)
class SymbolFile:
    """A JSON text that variables were read from."""

    #: the path, or what else it was
    source: str
    #: the names of its variables
    variables: frozenset[str]


def files_of(inputs: Iterable[Entry]) -> frozenset[SymbolFile]:
    """Return the files of all inputs together; in most graphs there are none, or one set for all."""
    files: frozenset[SymbolFile] = _NOTHING
    for node, _ in inputs:
        if not node.files <= files:
            files = files | node.files if files else node.files
    return files


class Entry(NamedTuple):
    """One output of a node."""

    node: Node
    index: int = 0  # type: ignore[assignment]  # the field hides tuple.index, which nobody needs


def topological(heads: Iterable[Entry]) -> list[Node]:
    """Return all nodes that ``heads`` depend on, inputs first, in the order of a depth-first walk (no recursion)."""
    order: list[Node] = []
    seen: set[Node] = set()
    path: list[Node] = []
    #: None: the inputs of the path's last node are done
    pending: list[Node | None] = []
    pending += [head.node for head in heads][::-1]
    while pending:
        node = pending.pop()
        if node is None:
            order.append(path.pop())
        elif node not in seen:
            seen.add(node)
            if node.sources:
                path.append(node)
                pending.append(None)
                pending += [source for source in node.sources[::-1] if source not in seen]
            else:
                order.append(node)
    return order


# -- attributes of symbols: operator parameters, hidden ``__attributes__``, and those that variables inherit -----------
# Five attributes are for the system rather than for an operator. A user writes ``lr_mult``, the graph keeps
# ``__lr_mult__``, and reading gives both.


#: attributes for the optimizer and the executor, kept as ``__name__``
HIDDEN = ("ctx_group", "lr_mult", "wd_mult", "force_mirroring", "mirror_stage")


def _refuse_old_form(key: str, value: str) -> None:
    """Raise for ``weight_lr_mult``: MXNet 0.8's way to reach a layer's variable."""
    if not key.endswith(HIDDEN):
        return
    for item in HIDDEN:
        if key.endswith(item) and key != item:
            raise MXNetError(
                f"{key}: attributes of a layer's variable are no longer set through the layer; make the variable "
                f"yourself, Variable({item}={value}), and pass it as the layer's {key[: -len(item) - 1] or 'input'}"
            )


def stored_key(key: str, value: str) -> str:
    """Return the key under which ``Symbol._set_attr`` keeps an attribute."""
    if key in HIDDEN:
        return f"__{key}__"
    _refuse_old_form(key, value)
    return key


def creation_attributes(given: Mapping[str, object]) -> dict[str, str]:
    """Return attributes as an operator's node keeps them, from what its maker gave."""
    attributes = {}
    for key, value in given.items():
        text = to_text(value)
        if key.startswith(HIDDEN):
            attributes[f"__{key}__"] = text
        else:
            _refuse_old_form(key, text)
            attributes[key] = text
    return attributes


def shown(attrs: Mapping[str, str]) -> dict[str, str]:
    """Return attributes as a user reads them: system ones under both of their names."""
    both = dict(attrs)
    for item in HIDDEN:
        if f"__{item}__" in attrs:
            both[item] = attrs[f"__{item}__"]
    return both

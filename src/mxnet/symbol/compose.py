"""Composition: an operator applied to symbols, and a symbol applied to symbols."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ..core.errors import MXNetError
from ..registry.op import Op
from .attributes import creation_attributes
from .graph import Heads, variables
from .node import Entry, Node, topological
from .rewrite import copy


def apply(
    op: Op, name: str, attributes: Mapping[str, object], inputs: Sequence[Heads], named: Mapping[str, Heads]
) -> Node:
    """Return a node that applies ``op`` to symbols given in order (``inputs``) and by name (``named``).

    Inputs that are missing become variables ``<name>_<input>`` that inherit the node's attributes.
    """
    attrs = creation_attributes(attributes)
    if op.count is not None and op.count not in attrs:
        attrs[op.count] = str(len(inputs) + len(named))
    node = Node(op, name, attrs)
    if op.count is not None and node.params[op.count] < 1:
        raise MXNetError(f"operator {op.name} takes at least one input, got {op.count}={attrs[op.count]}")
    names = node.list_inputs()
    if len(inputs) > len(names):
        raise MXNetError(f"Incorrect number of arguments, requires {len(names)}, provided {len(inputs)}")
    given = dict(zip(names, (_single(each, i) for i, each in enumerate(inputs)), strict=False))
    given.update({key: _single(each, key) for key, each in named.items()})
    _check_names(given, names)
    node.inputs = tuple(given[each] if each in given else Entry(_variable(node, each)) for each in names)
    _initialisers(node, names)
    _number_states(node)
    return node


def substitute(heads: Heads, name: str | None, inputs: Sequence[Heads], named: Mapping[str, Heads]) -> Heads:
    """Return a private copy of a graph with variables replaced, and its node renamed to ``name`` if given."""
    if inputs:
        raise MXNetError("General composition only support kwargs for now: net(data=x), not net(x)")
    is_variable = len(heads) == 1 and heads[0].node.op is None
    known = [] if is_variable else variables(topological(heads))
    given = {key: _single(each, key) for key, each in named.items()}
    _check_names(given, known)
    result = copy(heads, given)
    if name and result[0].node.op is not None:
        result[0].node.name = name
    return result


def _single(heads: Heads, which: int | str) -> Entry:
    if len(heads) != 1:
        kind = "Argument" if isinstance(which, int) else "Keyword Argument"
        raise MXNetError(f"{kind} {which} is a tuple, single value is required: it has {len(heads)} outputs")
    return heads[0]


def _check_names(given: Iterable[str], known: Iterable[str]) -> None:
    known = list(known)
    there = set(known)
    for key in given:
        if key not in there:
            listed = "".join(f"\n\t[{i}]{each}" for i, each in enumerate(known))
            raise MXNetError(f"Symbol.ComposeKeyword argument name {key} not found.\nCandidate arguments:{listed}")


def _variable(node: Node, which: str) -> Node:
    return Node(None, f"{node.name}_{which}" if node.name else which, dict(node.attrs))


def _initialisers(node: Node, names: Sequence[str]) -> None:
    assert node.op is not None
    wanted = node.op.initial
    for entry, each in zip(node.inputs, names, strict=True):
        if each in wanted and entry.node.op is None:
            entry.node.attrs.setdefault("__init__", wanted[each])


def _number_states(node: Node) -> None:
    for i in node.states():
        target = node.inputs[i].node
        if target.op is not None:
            raise MXNetError(f"{node.name}: Mutation target can only be Variable, got the output of {target.name}")
        target.mutations += 1
    node.versions = tuple(e.node.mutations for e in node.inputs)

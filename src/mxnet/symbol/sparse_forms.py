"""Graphs with arrays in sparse storage as lowered graphs compute them: each operator in its form for the storages."""

from collections.abc import Collection, Mapping, Sequence

from ..registry.storage import SparseForm
from . import inference
from .graph import Heads, Order
from .node import Entry, Node
from .rewrite import Replacement, Rewriter, rewrite


def in_forms(
    heads: Heads, order: Order, stored: Mapping[str, str], gradients: Mapping[str, str], active: Collection[int]
) -> Heads | None:
    """Return the graph with its operators in their sparse forms; None where one has none that a lowered graph can call.

    It is a function of tensors, and of values of :mod:`mxnet.kernels.sparse` for variables in sparse storage.

    Parameters
    ----------
    heads
        The outputs.
    order
        The order of the graph.
    stored
        By name, the storage of each variable.
    gradients
        By name, the storage of the gradient of each variable that gets one.
    active
        The ids of the nodes that these gradients flow through.
    """
    facts = inference.storages(heads, stored, order)
    expected = inference.gradient_storages(order.nodes, heads, facts)
    if any(facts[head] not in _DENSE for head in heads) or gradients != {name: expected[name] for name in gradients}:
        return None

    def rule(node: Node, new: Rewriter) -> Replacement:
        if node.op is None:
            return node
        inputs = [facts[entry] or "default" for entry in node.inputs]
        outputs = [facts[Entry(node, i)] or "default" for i in range(node.num_outputs)]
        rows = _gives_rows(node, inputs, outputs, gradients)
        if not rows and all(storage in _DENSE for storage in (*inputs, *outputs)):
            return node.replace(inputs=map(new, node.inputs))
        form = node.op.sparse_form(node.params, inputs)
        pairs = zip(node.sources, inputs, strict=True)
        if form is None or not _is_lowered(node, form, [storage for source, storage in pairs if id(source) in active]):
            raise _HasNone
        return node.replace(op=node.op.in_form(form, rows), inputs=map(new, node.inputs))

    try:
        return rewrite(heads, rule)
    except _HasNone:
        return None


_DENSE = (None, "default")


class _HasNone(Exception):
    """An operator has no form for the storages of its inputs."""


def _gives_rows(node: Node, inputs: Sequence[str], outputs: Sequence[str], gradients: Mapping[str, str]) -> bool:
    """Return whether an operator gives row-sparse gradients, and all that they go to take rows."""
    assert node.op is not None
    storages = node.op.gradient_storages(node.params, inputs, outputs)
    triples = zip(node.sources, inputs, storages, strict=True)
    take = [
        gradients[source.name] if source.op is None else stored
        for source, stored, storage in triples
        if storage == "row_sparse" and (source.op is not None or source.name in gradients)
    ]
    return bool(take) and set(take) == {"row_sparse"}


def _is_lowered(node: Node, form: SparseForm, active: Sequence[str]) -> bool:
    """Return whether a lowered graph can call a form; ``active``: the storages of inputs that get a gradient."""
    op = node.op
    assert op is not None
    if form.states or len(form.outputs) != 1 or not op.one_output or op.injected or op.mutates or op.loss:
        return False
    if form.records == "rows":
        return "csr" not in active
    return form.records is True or not active

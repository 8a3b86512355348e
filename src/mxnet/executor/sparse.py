"""Graphs with arrays in sparse storage: run operator by operator, or lowered with their operators in sparse forms."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from ..eager import tape
from ..eager.grad_node import GradSlot
from ..eager.storage import CLASSES
from ..graph.compile import from_environment
from ..kernels import sparse
from ..kernels.choice import PLAIN
from ..ndarray import NDArray
from ..ndarray.cached_op import on_arrays
from ..registry.storage import SparseForm
from ..symbol import inference
from ..symbol.graph import Heads, Order
from ..symbol.node import Entry, Node
from ..symbol.rewrite import Replacement, Rewriter, rewrite
from .binding import Bound
from .program import SymbolProgram


def alias(array: NDArray) -> NDArray:
    """Return another array with the numbers of this one: variables are marked without a trace on a user's arrays."""
    if array._sparse is None:
        return NDArray._wrap(array._t.detach(), array._ctx)
    return CLASSES[array.stype]._of(array._sparse, array._ctx)


class ArrayRun:
    """One run of a graph: its results, recorded when it is to be differentiated."""

    def __init__(
        self,
        program: SymbolProgram,
        known: Mapping[str, NDArray],
        gradients: Mapping[str, tuple[NDArray, str]],
        is_train: bool,
        see: Callable[..., None] | None = None,
        watch: Callable[..., NDArray] | None = None,
    ) -> None:
        """Compute the graph of arrays by name; ``gradients``: of the variables that have one, where it goes and how.

        ``see`` and ``watch`` are called for each operator (see :func:`~mxnet.ndarray.cached_op.on_arrays`).
        """
        self.program = program
        self.variables: dict[str, NDArray] = {}
        self._watch = watch
        take = self._take if program.contexts else watch
        before = tape.state.recording, tape.state.training
        tape.state.recording, tape.state.training = bool(gradients), is_train
        try:
            self.results = on_arrays(
                program.nodes, program.heads, lambda name: self._variable(name, known, gradients), see, take
            )
        finally:
            tape.state.recording, tape.state.training = before

    def _take(self, node: Any, i: int, array: NDArray) -> NDArray:
        """Return an operator's input in the context of its group."""
        array = array.as_in_context(self.program.context(node))
        return array if self._watch is None else self._watch(node, i, array)

    def _variable(self, name: str, known: Mapping[str, NDArray], gradients: Mapping[str, Any]) -> NDArray:
        if name not in self.variables:
            array = known[name]
            if name in self.program.arguments:  # states are written to
                array = alias(array)
            if name in gradients:
                tape.mark(array, *gradients[name])
            self.variables[name] = array
        return self.variables[name]

    def backward(self, heads: Sequence[NDArray | None]) -> None:
        """Differentiate the results whose head gradients are given, or are losses (None: no gradient enters)."""
        pairs = [(result, head) for result, head in zip(self.results, heads, strict=True) if head is not None]
        pairs = [(result, head) for result, head in pairs if result._slot]
        slots = [array._slot for array in self.variables.values() if type(array._slot) is GradSlot]
        if pairs and (self.program.starts_unseen or any(result._t.requires_grad for result, _ in pairs)):
            tape.backward([result for result, _ in pairs], [head for _, head in pairs])
        for slot in slots:
            if not slot.fresh:
                slot.deliver_zero()


class FormPrograms:
    """The programs of a bound graph whose operators are in their sparse forms.

    There is none where an operator has no form that a lowered graph can call, and with ``MXNET_PLAIN_KERNELS``: the
    graph then runs operator by operator.
    """

    def __init__(self, bound: Bound) -> None:
        self._bound = bound
        #: by whether they are differentiated
        self._programs: dict[bool, SymbolProgram | None] = {}
        #: the numbers of the arguments in sparse storage
        self._sparse = [i for i, array in enumerate(bound.arguments) if array._sparse is not None]

    def program(self, differentiate: bool) -> SymbolProgram | None:
        """Return the program, or None; ``differentiate``: the gradients of the arguments are wanted."""
        try:
            return self._programs[differentiate]
        except KeyError:
            result = self._programs[differentiate] = self._new_program(differentiate)
            return result

    def _new_program(self, differentiate: bool) -> SymbolProgram | None:
        bound, program = self._bound, self._bound.program
        if PLAIN or program.contexts or program.compile or from_environment():
            return None
        named = zip(program.arguments, (differentiate and bound.gradients) or (), bound.reqs, strict=False)
        gradients = {name: grad.stype for name, grad, req in named if grad is not None and req != "null"}
        stored = {name: array.stype for name, array in zip(program.arguments, bound.arguments, strict=True)}
        active = program.active_nodes(gradients)
        heads = in_forms(tuple(program.heads), program.order, stored, gradients, active)
        return None if heads is None else SymbolProgram(heads, program.ctx, None)

    def give_up(self, differentiate: bool) -> None:
        """Have the graph run operator by operator from now on."""
        self._programs[differentiate] = None

    def enter(self, inputs: list[Any], by_pytorch: bool) -> None:
        """Put the values of arguments in sparse storage into a program's inputs, in the place of their stand-ins."""
        for i in self._sparse:
            value, stand_in = sparse.checked(self._bound.arguments[i]._sparse), inputs[i]
            if by_pytorch and stand_in.requires_grad:
                value = value.replace(value.data)
                value.source = stand_in
            inputs[i] = value


# -- graphs with arrays in sparse storage as lowered graphs compute them: each operator in its form for the storages


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

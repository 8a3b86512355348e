"""Graphs with arrays in sparse storage: run operator by operator, or lowered with their operators in sparse forms."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ..eager import tape
from ..eager.grad_node import GradSlot
from ..eager.storage import CLASSES
from ..graph.compile import from_environment
from ..kernels import sparse
from ..kernels.choice import PLAIN
from ..ndarray import NDArray
from ..ndarray.cached_op import on_arrays
from ..symbol.sparse_forms import in_forms
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
            result = self._programs[differentiate] = self._made(differentiate)
            return result

    def _made(self, differentiate: bool) -> SymbolProgram | None:
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

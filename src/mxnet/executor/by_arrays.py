"""Running an executor's graph operator by operator on arrays: for graphs with arrays in sparse storage."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ..eager import tape
from ..eager.grad_node import GradSlot
from ..eager.storage import CLASSES
from ..ndarray import NDArray
from ..ndarray.cached_op import on_arrays
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

"""Showing every value of a run to a callback."""

from collections.abc import Callable, Sequence
from typing import Any

import torch

from ..core import torch_compat
from ..eager.storage import CLASSES
from ..graph.interpreter import input_names
from ..kernels.embedding_rows import wants_rows
from ..kernels.sparse import from_coo
from ..ndarray import NDArray
from .program import SymbolProgram


class Name(str):
    """A name as a callback receives it: a string that programs written for MXNet may also ``decode``."""

    __slots__ = ()

    def decode(self, encoding: str = "utf-8", errors: str = "strict") -> str:
        """Return the string itself."""
        return str(self)


class Monitor:
    """Calls ``callback(name, array)`` for each output of each operator, named as ``fc1_output``.

    With ``monitor_all`` also for each input before it: variables under their own name, then under the operator's
    name for it (``fc1_weight``). When the run is differentiated, the gradients that each operator gave back follow,
    from the last operator to the first: ``fc1_backward_output0`` for its first input and so on, ``_backward_output``
    where there is one input; zeros for inputs that need no gradient.
    """

    def __init__(self, callback: Callable[[str, NDArray], Any], monitor_all: bool, program: SymbolProgram) -> None:
        self.callback = callback
        self.monitor_all = monitor_all
        self.program = program

    def run(self, inputs: Sequence[Any], is_train: bool) -> Sequence[torch.Tensor]:
        """Run the program, showing what it computes."""
        watch = _Gradients(self._show).watch if torch.is_grad_enabled() else None
        return self.program.observe(inputs, is_train, None, self._see, watch)

    def of_arrays(self) -> tuple[Callable[..., None], Callable[..., NDArray]]:
        """Return what a run of arrays in any storage calls for each operator, ``see`` and ``watch``."""
        return self._see, _Gradients(self._show).watch_array

    def _see(self, node: Any, inputs: Sequence[Any], outputs: Sequence[Any]) -> None:
        """Show what an operator was given and gave, tensors or arrays."""
        if self.monitor_all:
            for name, (source, _), value in zip(input_names(node), node.inputs, inputs, strict=False):
                if source.op is None:
                    self._show(source.name, value, node)
                self._show(f"{node.name}_{name}", value, node)
        for name, value in zip(node.list_outputs(), outputs, strict=False):
            self._show(name, value, node)

    def _show(self, name: str, value: Any, node: Any) -> None:
        if isinstance(value, NDArray):
            self.callback(Name(name), value.detach())
        elif isinstance(value, torch.Tensor):
            self.callback(Name(name), _array(value.detach(), self.program.context(node)))


def _array(tensor: torch.Tensor, ctx: Any) -> NDArray:
    """Return an array of a tensor; a gradient in PyTorch's sparse form is one of rows, or of elements."""
    if not tensor.is_sparse:
        return NDArray._wrap(tensor, ctx)
    storage = "row_sparse" if tensor.sparse_dim() == 1 else "csr"
    return CLASSES[storage]._of(from_coo(tensor, storage), ctx)


def _of_tensor(array: NDArray, t: torch.Tensor) -> NDArray:
    """Return a new array with the values of ``t`` and its place in the autograd graph."""
    result: NDArray = object.__new__(type(array))
    result._t, result._ctx, result._slot = t, array._ctx, array._slot
    if array._sparse is not None:
        result._sparse = array._sparse
    return result


class _Gradients:
    """The gradients of one run, as they come in while it is differentiated; shown when all are there."""

    def __init__(self, show: Callable[[str, Any, Any], None]) -> None:
        self.show = show
        #: by node and input a scalar zero or the gradient, and the shape
        self.watched: dict[Any, dict[int, tuple[torch.Tensor, torch.Size]]] = {}
        self.arrived: set[Any] = set()

    def watch(self, node: Any, index: int, tensor: torch.Tensor) -> None:
        """Take the gradient that ``node`` gives back for its input ``index`` when it comes."""
        gradients = self.watched.setdefault(node, {})
        gradients[index] = torch.zeros((), dtype=tensor.dtype, device=tensor.device), tensor.shape

        def take(gradient: torch.Tensor | None) -> None:
            if not self.arrived:
                torch_compat.call_after_backward(self.show_all)
            self.arrived.add(node)
            if gradient is not None:
                gradients[index] = gradient.detach(), gradient.shape

        if tensor.requires_grad:
            tensor.register_hook(take)

    def watch_array(self, node: Any, count: int, array: NDArray) -> NDArray:
        """Do :meth:`watch` for what autograd knows of an array; return the array for this operator alone.

        Of a variable whose gradient is kept as rows the variable itself, with the gradients of all its operators.
        """
        t = array._t
        if t.requires_grad and not wants_rows(t):
            array = _of_tensor(array, t.clone() if t.is_sparse else t.view_as(t))
        self.watch(node, count, array._t)
        return array

    def show_all(self) -> None:
        """Show the gradients of all nodes that gave any, the last node first."""
        for node, result in reversed(self.watched.items()):
            if node in self.arrived and "head" not in node.op.full_names:
                self._show_node(node, result)
        self.watched.clear()
        self.arrived.clear()

    def _show_node(self, node: Any, gradients: dict[int, tuple[torch.Tensor, torch.Size]]) -> None:
        states = node.states()
        indices = [i for i in range(len(node.inputs)) if i not in states]
        for i, name in zip(indices, _gradient_names(node, len(indices)), strict=True):
            gradient, shape = gradients[i]
            shown = gradient if gradient.shape == shape else gradient.expand(shape)
            self.show(f"{node.name}_backward_{name}", shown, node)


def _gradient_names(node: Any, count: int) -> list[str]:
    if "gradients" in node.op.full_names:
        return list(node.list_inputs()[:count])
    return ["output"] if count == 1 else [f"output{i}" for i in range(count)]

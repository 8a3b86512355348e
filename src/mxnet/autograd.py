"""``mxnet.autograd``: recording operations on arrays and differentiating them."""

from __future__ import annotations

import itertools
import weakref
from collections.abc import Sequence
from types import TracebackType
from typing import Any

import numpy as np
import torch

from .core import torch_compat
from .core.errors import MXNetError, blamed_on
from .core.lazy_imports import public_dir
from .core.params import NULL
from .eager import tape
from .eager.grad_node import GradNode, GradSlot, grad_nodes
from .ndarray import NDArray
from .ndarray.indexing import read_key


def set_recording(is_recording: bool) -> bool:
    """Switch recording on or off in this thread; return what it was."""
    before = tape.state.recording
    tape.state.recording = bool(is_recording)
    return before


def set_training(train_mode: bool) -> bool:
    """Switch training mode on or off in this thread; return what it was."""
    before = tape.state.training
    tape.state.training = bool(train_mode)
    return before


def is_recording() -> bool:
    """Return whether operations of this thread are recorded."""
    return tape.state.recording


def is_training() -> bool:
    """Return whether operators such as Dropout run as in training."""
    return tape.state.training


class _RecordingStateScope:
    """A block with recording and training mode as asked (None: as they are), restored at its end.

    While recording, PyTorch's own gradient mode is on too: a block under ``torch.no_grad`` records all the same.
    """

    def __init__(self, is_record: bool | None, train_mode: bool | None) -> None:
        self._recording, self._training = is_record, train_mode
        self._before: list[tuple[bool, bool, bool]] = []

    def __enter__(self) -> None:
        state, grad_enabled = tape.state, torch.is_grad_enabled()
        self._before.append((state.recording, state.training, grad_enabled))
        if self._recording is not None:
            state.recording = self._recording
            if self._recording and not grad_enabled:
                torch.set_grad_enabled(True)
        if self._training is not None:
            state.training = self._training

    def __exit__(
        self, exc_type: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        state = tape.state
        state.recording, state.training, grad_enabled = self._before.pop()
        if torch.is_grad_enabled() != grad_enabled:
            torch.set_grad_enabled(grad_enabled)


def record(train_mode: bool = True) -> _RecordingStateScope:
    """Return a scope in which operations are recorded, as in training (or as in prediction)."""
    return _RecordingStateScope(True, train_mode)


def train_mode() -> _RecordingStateScope:
    """Return a scope in which operators run as in training; recording stays as it is."""
    return _RecordingStateScope(None, True)


def pause(train_mode: bool = False) -> _RecordingStateScope:
    """Return a scope, inside :func:`record`, in which nothing is recorded."""
    return _RecordingStateScope(False, train_mode)


def predict_mode() -> _RecordingStateScope:
    """Return a scope in which operators run as in prediction; recording stays as it is."""
    return _RecordingStateScope(None, False)


def mark_variables(variables: Any, gradients: Any, grad_reqs: str | Sequence[str] = "write") -> None:
    """Make arrays variables whose gradients go into ``gradients``.

    ``grad_reqs`` is one of ``'write'``, ``'add'``, ``'null'`` for all, or a list of them.
    """
    if isinstance(variables, NDArray):
        variables, gradients = [variables], [gradients]
    reqs = [grad_reqs] * len(variables) if isinstance(grad_reqs, str) else grad_reqs
    for variable, gradient, req in zip(variables, gradients, reqs, strict=True):
        tape.mark(variable, gradient, req)


def _heads(heads: Any, head_grads: Any) -> tuple[list[Any], list[Any]]:
    """Return heads and their gradients (None: ones) as lists of one length."""
    if isinstance(heads, NDArray):
        heads = [heads]
        head_grads = None if head_grads is None else [head_grads] if isinstance(head_grads, NDArray) else head_grads
    listed = list(heads)
    if head_grads is None:
        return listed, [None] * len(listed)
    if isinstance(head_grads, NDArray):
        head_grads = [head_grads]
    grads = list(head_grads)
    if len(grads) != len(listed):
        raise AssertionError(f"{len(listed)} heads have {len(grads)} gradients")
    return listed, grads


def backward(heads: Any, head_grads: Any = None, retain_graph: bool = False, train_mode: bool = True) -> None:
    """Compute the gradients of one or several recorded arrays with respect to all variables they depend on.

    ``head_grads`` gives the gradient with respect to each head; None (for all or for one) is ones. The graph is freed
    unless ``retain_graph``. Raises :class:`~mxnet.base.MXNetError` for a head that was not recorded.
    """
    listed, grads = _heads(heads, head_grads)
    tape.backward(listed, grads, retain_graph, train_mode)


def grad(
    heads: Any,
    variables: Any,
    head_grads: Any = None,
    retain_graph: bool | None = None,
    create_graph: bool = False,
    train_mode: bool = True,
) -> list[Any]:
    """Return the gradients of heads with respect to variables as new arrays; ``variable.grad`` stays as it is.

    With ``create_graph`` the gradients are recorded themselves, for derivatives of any order; ``retain_graph`` is
    as ``create_graph`` unless given. The result is a list, for one variable too.
    """
    listed, grads = _heads(heads, head_grads)
    inputs = [variables] if isinstance(variables, NDArray) else list(variables)
    if not inputs:
        raise AssertionError("grad: there are no variables to differentiate with respect to")
    retain = create_graph if retain_graph is None else retain_graph
    result = []
    for variable, (tensor, node) in zip(
        inputs, tape.grad(listed, grads, inputs, retain or create_graph, create_graph, train_mode), strict=True
    ):
        item = variable._wrap(tensor, variable._ctx)
        item._slot = node
        result.append(item)
    return result


class Function:
    """An operation with a gradient of the user's own: subclasses define ``forward`` and ``backward``.

    Both take and return arrays; ``forward`` may keep arrays for ``backward`` with :meth:`save_for_backward`, which
    appear there as ``self.saved_tensors``. An instance is good for one call.

    >>> class Sigmoid(mx.autograd.Function):
    ...     def forward(self, x):
    ...         y = 1 / (1 + mx.nd.exp(-x))
    ...         self.save_for_backward(y)
    ...         return y
    ...     def backward(self, dy):
    ...         y, = self.saved_tensors
    ...         return dy * y * (1 - y)
    """

    def __init__(self) -> None:
        self._used = False
        self.saved_tensors: tuple[Any, ...] = ()

    def save_for_backward(self, *args: Any) -> None:
        """Keep arrays for :meth:`backward`."""
        self.saved_tensors = args

    def __call__(self, *inputs: Any) -> Any:
        if self._used:
            raise AssertionError(f"{type(self).__name__}: an instance is good for one call, make another one")
        self._used = True
        recording = tape.state.recording
        slots = tape.link_inputs(inputs) if recording else None
        with _RecordingStateScope(False, None):
            outputs = self.forward(*inputs)
        if slots is None:
            return outputs
        single = isinstance(outputs, NDArray)
        listed = [outputs] if single else list(outputs)
        tensors = _Bridge.apply(self, [x._ctx for x in inputs], listed, *map(_differentiated, inputs))  # type: ignore[no-untyped-call]
        result = []
        nodes = grad_nodes("_CustomFunction", None, slots, len(listed))
        for node, array, tensor in zip(nodes, listed, tensors, strict=True):
            item = array._wrap(tensor, array._ctx)
            item._slot = node
            result.append(item)
        return result[0] if single else result

    def forward(self, *inputs: Any) -> Any:
        """Compute the outputs (one array or several) from the inputs; subclasses define this."""
        raise NotImplementedError(f"{type(self).__name__} must define forward")

    def backward(self, *output_grads: Any) -> Any:
        """Compute the gradients of all inputs from those of the outputs; subclasses define this."""
        raise NotImplementedError(f"{type(self).__name__} must define backward")


def _differentiated(array: Any) -> torch.Tensor:
    """Return the tensor that PyTorch differentiates for an array: of integers, their handle if there is one."""
    handle = array._slot.handle if array._slot else None
    result: torch.Tensor = array._t if handle is None else handle
    return result


class _Bridge(torch.autograd.Function):
    """Puts a :class:`Function`, whose forward pass has run, into PyTorch's graph."""

    @staticmethod
    def forward(ctx: Any, function: Function, contexts: list[Any], outputs: list[Any], *tensors: Any) -> Any:
        ctx.function, ctx.contexts = function, contexts
        ctx.outputs = [(type(o), o._ctx) for o in outputs]
        result = tuple(o._t.detach().clone() if any(o._t is t for t in tensors) else o._t.detach() for o in outputs)
        ctx.mark_non_differentiable(*(t for t in result if not t.is_floating_point()))
        return result

    @staticmethod
    def backward(ctx: Any, *grads: Any) -> Any:
        values = [torch.zeros_like(g) if torch_compat.is_zerotensor(g) else g.contiguous() for g in grads]
        arrays = [cls._wrap(g, where) for (cls, where), g in zip(ctx.outputs, values, strict=True)]
        with blamed_on(f"{type(ctx.function).__name__}.backward"):
            with _RecordingStateScope(False, None):
                result = ctx.function.backward(*arrays)
            result = [result] if isinstance(result, NDArray) else list(result)
            if len(result) != len(ctx.contexts):
                raise ValueError(f"expected a gradient for each of {len(ctx.contexts)} inputs, got {len(result)}")
            for g in result:
                if not isinstance(g, NDArray):
                    raise TypeError(f"expected gradients that are arrays, got {type(g).__name__}")
        return (None, None, None, *(g._t.detach() for g in result))


# -- the recorded computation as a symbol -----------------------------------------------------------------------


def get_symbol(x: Any) -> Any:
    """Return the symbol of the recorded computation that made ``x``.

    Its arguments are the variables (``var0``, ...) and constants (``null1``, ...) that entered; a variable keeps its
    name. A ``CachedOp``, of a hybridized block, is one node with its graph inside, or, if it has at most
    ``inline_limit`` operators, part of the graph. Raises :class:`~mxnet.base.MXNetError` for an array that was not
    recorded, and for computations that have no symbol: a :class:`Function`, a gradient of :func:`grad`, an index with
    arrays.
    """
    if not x._slot:
        raise MXNetError("the array is not part of a computation graph: nothing was recorded about it")
    return _Tracer().symbol(x._slot)


_numbers = itertools.count()
_names: weakref.WeakKeyDictionary[GradSlot, str] = weakref.WeakKeyDictionary()


class _Tracer:
    """Makes symbols of what the tape has recorded, each operator once."""

    def __init__(self) -> None:
        from .symbol import Symbol, Variable
        from .symbol.create import call

        self._variable = Variable
        self._call = lambda name, inputs, attributes: call(
            Symbol, name, *inputs, name=f"node_{next(_numbers)}", **attributes
        )
        self._made: dict[int, Any] = {}

    def symbol(self, head: Any) -> Any:
        """Return the symbol of a slot; a stack instead of recursion, for graphs of any depth."""
        stack = [head]
        while stack:
            slot = stack[-1]
            key = self._key(slot)
            if key in self._made:
                stack.pop()
                continue
            waiting = [s for s in self._inputs(slot) if self._key(s) not in self._made]
            if waiting:
                stack.extend(waiting)
            else:
                self._made[key] = self._make(slot)
                stack.pop()
        return self._output(head)

    @staticmethod
    def _inputs(slot: Any) -> Any:
        return slot.inputs if isinstance(slot, GradNode) else ()

    @staticmethod
    def _key(slot: Any) -> int:
        """Outputs of one call share the tuple of its inputs; variables and constants are known by themselves."""
        return id(slot.inputs) if isinstance(slot, GradNode) and slot.inputs else id(slot)

    def _output(self, slot: Any) -> Any:
        result = self._made[self._key(slot)]
        return result[slot.index] if isinstance(slot, GradNode) and len(result.list_outputs()) > 1 else result

    def _make(self, slot: Any) -> Any:
        if type(slot) is GradSlot:
            if slot not in _names:
                _names[slot] = f"var{next(_numbers)}"
            return self._variable(_names[slot])
        if not slot or slot.op is None:
            return self._variable(f"null{next(_numbers)}")
        name, attributes = slot.op, slot.attributes
        inputs = [self._output(s) for s in slot.inputs]
        if name == "_getitem":
            return self._index(inputs[0], attributes)
        if name == "_CachedOp":
            return self._inlined(attributes, inputs) if attributes.inlined else self._called(attributes, inputs)
        if name in ("_CustomFunction", "_gradient"):
            raise MXNetError(f"get_symbol: {name} has no symbol")
        if attributes is None:
            attributes = {}
        elif not isinstance(attributes, dict):
            attributes = {"scalar": attributes}
        return self._call(name, inputs, {k: v for k, v in attributes.items() if v is not NULL})

    def _called(self, op: Any, inputs: list[Any]) -> Any:
        """Return the call of a ``CachedOp`` as one node."""
        return self._call("_CachedOp", inputs, {"subgraph": op.symbol.tojson()})

    @staticmethod
    def _inlined(op: Any, inputs: list[Any]) -> Any:
        """Return the graph of a ``CachedOp`` over the symbols of its inputs."""
        twin = op.symbol.__copy__()
        twin._compose(**dict(zip(twin.list_inputs(), inputs, strict=True)))
        return twin

    def _index(self, data: Any, attributes: dict[str, Any]) -> Any:
        """Return a basic index as slice, squeeze and expand_dims."""
        begin: list[Any] = []
        end: list[Any] = []
        step: list[Any] = []
        dropped: list[int] = []
        new: list[int] = []
        for item in read_key(attributes["key"], attributes["ndim"]):
            if item is None:
                new.append(len(begin) - len(dropped) + len(new))
            elif isinstance(item, slice):
                begin, end, step = [*begin, item.start], [*end, item.stop], [*step, item.step]
            elif isinstance(item, (int, np.integer)):
                dropped.append(len(begin))
                begin, end, step = [*begin, int(item)], [*end, None if item == -1 else int(item) + 1], [*step, None]
            else:
                raise MXNetError("get_symbol: an index with arrays has no symbol")
        result = self._call("slice", [data], {"begin": tuple(begin), "end": tuple(end), "step": tuple(step)})
        if dropped:
            result = self._call("squeeze", [result], {"axis": tuple(dropped)})
        for axis in new:
            result = self._call("expand_dims", [result], {"axis": axis})
        return result


__dir__ = public_dir(__name__)

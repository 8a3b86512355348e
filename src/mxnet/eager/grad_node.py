"""Nodes of the tape, an array's ``_slot``: how a backward pass finds the variables that a result depends on.

``None``         nothing is recorded about the array
a GradSlot       a variable: an array with ``attach_grad``
a GradNode       one output of an operator that was recorded

An array is part of a graph when its slot is true. Nodes hold no tensors but handles of integer arrays (see
:mod:`.integer_grad`): the derivatives, and the values that these need, are PyTorch's.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, NamedTuple

import torch
from torch.autograd.graph import GradientEdge, get_gradient_edge

from ..core import torch_compat
from ..core.forking import ReentrantLock, brief_lock
from ..core.restoring import restoring
from ..core.write_tracking import (
    alias_of,
    all_writable,
    all_writable_again,
    hand_over,
    is_small,
    note_aliases,
    writable,
)
from ..kernels.one_thread import SMALL_LOOP


class GradNode:
    """Output ``index`` of a recorded operator; made by :func:`grad_node`.

    ``op``: its name, None for a constant that entered a recorded call; ``attributes``: as given, a number (the
    attribute ``scalar``), or None; ``inputs``: the slots of its inputs, one tuple for all outputs of a call;
    ``handle``: of integers that a variable of integers leads to (see :mod:`.integer_grad`), else None; ``small``:
    whether its output is known to be so small that no thread is worth waking for it.
    """

    __slots__ = ("attributes", "handle", "index", "inputs", "op", "small")

    #: whether a backward pass has used the node's graph up, and with it every graph that has the node among its inputs
    used_up = False
    #: where the gradient with respect to this output goes, if it is a variable in a graph (see :class:`RetainedNode`)
    retained: GradSlot | None = None
    #: where a backward pass starts that no gradient leads here, if the call needs one (see :class:`Start`)
    start: Start | None = None
    op: str | None
    attributes: Any
    inputs: tuple[Any, ...]
    index: int
    handle: torch.Tensor | None
    small: bool

    def outputs(self, count: int) -> Sequence[GradNode]:
        """Return the nodes of all outputs of the same call."""
        return grad_nodes(self.op, self.attributes, self.inputs, count)

    def free(self) -> None:
        """Let go of the graph, which was differentiated: the array is a constant from now on, and the node false."""
        # a live node has no __bool__, which would be called for every input of a call
        self.__class__ = _FreedConstant if self.op is None else _FreedNode
        self.op = self.attributes = self.handle = None
        self.inputs = ()


class Start(NamedTuple):
    """An output of a call whose gradient is to run, with zeros, also where every way to it is blocked.

    A loss's begins there, and BatchNorm's moves its statistics. It holds PyTorch's graph, and not the output's values.
    """

    edge: GradientEdge
    shape: torch.Size
    dtype: torch.dtype
    device: torch.device

    def zeros(self) -> torch.Tensor:
        """Return the gradient to start with."""
        return torch.zeros((), dtype=self.dtype, device=self.device).expand(self.shape)


class _FreedConstant(GradNode):
    """A node of a constant whose graph is gone; other graphs may still have it among their inputs."""

    __slots__ = ()

    __bool__ = staticmethod(bool)  # False, by a function of C


class _FreedNode(_FreedConstant):
    """A node of an operator whose graph is gone."""

    __slots__ = ()

    used_up = True


class _SharedNode(GradNode):
    """A node of a call with several outputs: a backward pass over one of them uses up the call, and so all of them.

    Also the one node of a call with one output where a backward pass may start.
    """

    __slots__ = ("__weakref__", "others", "start")

    start: Start | None
    others: tuple[weakref.ref[_SharedNode], ...]

    def free(self) -> None:
        """Let go of the graph, and so do the call's other outputs: their arrays are constants too."""
        others, self.others = self.others, ()
        self.op = self.attributes = self.handle = self.start = None
        self.inputs = ()
        self.__class__ = _FreedSharedNode
        for other in others:
            node = other()
            if node:
                node.free()


class _FreedSharedNode(_SharedNode):
    """A node of several whose graph is gone."""

    __slots__ = ()

    used_up = True
    __bool__ = staticmethod(bool)


class RetainedNode(GradNode):
    """A node of a result that has got ``attach_grad`` in MXNet 2: its gradient arrives, and the graph stays.

    ``retained`` has the gradient, which a hook on the result's tensor delivers.
    """

    __slots__ = ("_hook", "retained", "start")

    def __init__(self, node: GradNode, tensor: torch.Tensor, slot: GradSlot) -> None:
        self.op, self.attributes, self.inputs = node.op, node.attributes, node.inputs
        self.index, self.handle, self.start, self.small = node.index, node.handle, node.start, node.small
        self.retained = slot
        self._hook = tensor.register_hook(slot.deliver_copy)

    def plain(self) -> GradNode:
        """Let go of the gradient; return a node without one."""
        self._hook.remove()
        return grad_node(self.op, self.attributes, self.inputs, self.index)

    def free(self) -> None:
        """Let go of the graph: the array is a constant from now on, and its gradient stays."""
        self._hook.remove()
        self.op = self.attributes = self.handle = self.start = None
        self.inputs = ()
        self.__class__ = _FreedRetainedNode


class _FreedRetainedNode(RetainedNode):
    """A retained node whose graph is gone."""

    __slots__ = ()

    used_up = True
    __bool__ = staticmethod(bool)


_new = object.__new__
#: the classes of new nodes, of calls with one result and with several
_one, _several = GradNode, _SharedNode
_marking = ReentrantLock()


@restoring
def marking() -> Iterator[tuple[type[GradNode], ...]]:
    """Return a scope, of one thread at a time, whose new nodes are of classes of their own, which it gives."""
    global _one, _several
    with _marking:
        before = _one, _several
        try:
            classes: Any = tuple(type(cls.__name__, (cls,), {"__slots__": ()}) for cls in before)
            _one, _several = classes
            yield classes
        finally:
            _one, _several = before


def grad_node(op: str | None, attributes: Any, inputs: tuple[Any, ...], index: int = 0) -> GradNode:
    """Return a new node. Every recorded call makes one, and a class with ``__init__`` takes a quarter longer."""
    result = _new(_one)
    result.op = op
    result.attributes = attributes
    result.inputs = inputs
    result.index = index
    result.handle = None
    result.small = False
    return result


def grad_nodes(op: str | None, attributes: Any, inputs: tuple[Any, ...], count: int) -> Sequence[GradNode]:
    """Return new nodes for all outputs of a call."""
    return [grad_node(op, attributes, inputs)] if count == 1 else _shared(op, attributes, inputs, count)


def starting_nodes(
    op: str, attributes: Any, inputs: tuple[Any, ...], outputs: Sequence[torch.Tensor]
) -> list[_SharedNode]:
    """Return new nodes for the outputs of a call where a backward pass may start."""
    nodes = _shared(op, attributes, inputs, len(outputs))
    for node, output in zip(nodes, outputs, strict=True):
        node.small = output.numel() in SMALL_LOOP
        if output.requires_grad:
            node.start = Start(get_gradient_edge(output), output.shape, output.dtype, output.device)
    return nodes


def _shared(op: str | None, attributes: Any, inputs: tuple[Any, ...], count: int) -> list[_SharedNode]:
    result = [_several() for _ in range(count)]
    others = tuple([weakref.ref(item) for item in result])
    for index, item in enumerate(result):
        item.op, item.attributes, item.inputs, item.index, item.handle = op, attributes, inputs, index, None
        item.start, item.small = None, False
        item.others = others
    return result


class _Reference(weakref.ref["GradSlot"]):
    """A reference to a slot, which knows the slot's leaf when the slot is gone."""

    __slots__ = ("leaf",)

    leaf: weakref.ref[torch.Tensor]


#: by the identity of their leaves, which PyTorch's used-up graphs still hold, the slots of variables that are gone.
#: They come and go by functions of C: Python drops what a signal handler raises while an object ends
_left: dict[int, _Reference] = {}


def release_leaves() -> None:
    """Let go of the memory of variables that are gone, so that what was computed from them does not hold it."""
    while _left:
        with suppress(KeyError):  # another thread was faster
            torch_compat.empty_if_unheld(_left.popitem()[1].leaf)


#: the calls of :func:`mxnet.autograd.grad` under way, which leave the gradients of arrays as they are
grads_taken: list[GradSlot] = []

_claiming = brief_lock()
_writing = brief_lock()


class GradSlot:
    """The gradient slot of a marked array: its buffer, ``grad_req``, and whether the gradient is fresh.

    PyTorch leaves a gradient at the leaf, where a hook takes it (see :meth:`attach`). Two backward passes at a time
    would find each other's there: one of them has the variable, until ``due`` is None, and the other does without.
    """

    __slots__ = (
        "__weakref__", "at_end", "buffer", "copies", "due", "fresh", "handle", "leaf", "req", "watcher",
    )  # fmt: skip

    def __init__(self, buffer: Any, req: str) -> None:
        self.buffer = buffer  # None: a backward pass ended the life of this variable, which gets no gradient
        self.handle: torch.Tensor | None = None  # of a variable of integers: what PyTorch differentiates for it
        self.leaf: weakref.ref[torch.Tensor] | None = None  # what PyTorch differentiates
        self.req = req
        #: whether gradients are copied: that takes less time than to see whether they may be handed over
        self.copies = buffer._sparse is None and is_small(buffer._t)
        #: whether gradients stay at the leaf to the end of a pass; not large ones on the processor, where the memory of
        #: the last one is free for the next as soon as there is another
        self.at_end = self.copies or (buffer._sparse is None and buffer._t.is_cuda)
        self.fresh = False  # written by a backward pass since someone last set it to False
        self.due: object = None  # what stands for the backward pass that owes it a gradient
        self.watcher: Callable[[], None] | None = None  # called when a gradient was written

    def attach(self, leaf: torch.Tensor) -> None:
        """Have PyTorch differentiate ``leaf``; its gradient is delivered while the slot exists, which does not hold it.

        When the slot is gone, :func:`release_leaves` lets go of the leaf's memory; not earlier, since the array that
        has the leaf may be about to go, too.
        """
        key = id(leaf)
        reference = _Reference(self, partial(_left.setdefault, key))
        reference.leaf = self.leaf = weakref.ref(leaf, partial(_left.pop, key))  # each gets the reference, too
        leaf.requires_grad_(True)
        if self.at_end:
            leaf.remx_slot = reference  # type: ignore[attr-defined] # which lives as long
        else:
            leaf.register_post_accumulate_grad_hook(_hook(reference))

    def watch(self, watcher: Callable[[], None]) -> None:
        """Call ``watcher`` as soon as a gradient was written, from now on within a pass."""
        self.watcher = watcher
        if self.at_end:
            self.at_end = False
            if self.leaf is not None and (leaf := self.leaf()) is not None:
                self.attach(leaf)

    @staticmethod
    def claim(slots: Collection[GradSlot], backward: object) -> bool:
        """Make the gradients of all these due to a backward pass; do nothing and return False if one is to another."""
        with _claiming:
            for slot in slots:
                if slot.due is not None:
                    break
                slot.due = backward
            else:
                return True
            for slot in slots:
                if slot.due is backward:
                    slot.due = None
            return False

    def give_up(self, backward: object) -> None:
        """Forget a gradient that is due to a backward pass that failed, and what is left of it."""
        if self.due is backward:
            leaf = None if self.leaf is None else self.leaf()
            if leaf is not None:
                leaf.grad = None
            self.due = None

    def deliver_copy(self, grad: torch.Tensor) -> None:
        """Take a gradient that flows on: the hook of a result within a graph."""
        if self not in grads_taken:
            self.accept(grad.detach().clone())

    @property
    def is_sparse(self) -> bool:
        """Whether the gradient has sparse storage."""
        return self.buffer is not None and self.buffer._sparse is not None

    @property
    def keeps_rows(self) -> bool:
        """Whether the gradient has row-sparse storage."""
        return self.buffer is not None and self.buffer.stype == "row_sparse"

    def accept(self, grad: torch.Tensor) -> None:
        """Write a gradient, or add it."""
        req, buffer = self.req, self.buffer
        if req == "null":
            return
        if grad.requires_grad:
            grad = grad.detach()
        with _writing:
            if buffer._sparse is not None:
                buffer._take_gradient(grad, req == "add")
            elif grad.is_sparse:
                if grad.sparse_dim() > 1:
                    grad = grad.to_dense().to_sparse(1)
                target = buffer._t
                if req == "write":
                    writable(target).zero_()
                writable(target).index_add_(0, grad._indices()[0], grad._values().to(target.dtype))
            elif req == "add":
                target = buffer._t
                writable(target).add_(grad.to(target.dtype))
            elif self.copies:
                self.copy(grad)
            elif not hand_over([grad], [buffer])[0]:
                writable(buffer._t).copy_(grad)
        self.fresh = True
        if self.watcher is not None:
            self.watcher()

    def copy(self, grad: torch.Tensor) -> None:
        """Write a small gradient of dense storage."""
        alias = alias_of(self.buffer._t)
        note_aliases((alias,))
        alias.target.copy_(grad)
        note_aliases((alias,))

    def accept_rows(self, value: Any) -> None:
        """Write, or add, a gradient that is a value in row-sparse storage; the buffer is in that storage."""
        with _writing:
            self.buffer._take_gradient(value, self.req == "add")
        self.written()

    def written(self) -> None:
        """Note that there is a new gradient."""
        self.fresh = True
        if self.watcher is not None:
            self.watcher()

    def deliver_zero(self) -> None:
        """Take a gradient of zero: the variable was used, but nothing flows back to it."""
        if self.req == "write":
            with _writing:
                if self.buffer._sparse is not None:
                    self.buffer._clear()
                else:
                    writable(self.buffer._t).zero_()
        self.written()


def _hook(reference: _Reference) -> Callable[[torch.Tensor], None]:
    """Return a hook that delivers a leaf's gradient while the slot exists."""

    def deliver(leaf: torch.Tensor) -> None:
        slot = reference()
        if slot is not None:
            grad, leaf.grad = leaf.grad, None
            if grad is not None:
                slot.accept(grad)
                slot.due = None

    deliver.takes_rows = True  # type: ignore[attr-defined] # the gradient of a table may be sparse
    return deliver


def has_integer_slot(slots: Iterable[Any]) -> bool:
    """Return whether one of the slots is of an integer array that a variable of integers leads to."""
    return any([slot.handle is not None for slot in slots])  # noqa: C419 - a generator takes three times as long


def accept_from_leaves(slots: Iterable[GradSlot]) -> None:
    """Deliver the gradients that a pass has left at the leaves of slots: on GPUs without a copy, where possible."""
    small: tuple[list[GradSlot], list[torch.Tensor]] = [], []
    large: tuple[list[GradSlot], list[torch.Tensor]] = [], []
    others: list[tuple[GradSlot, torch.Tensor]] = []
    for slot in slots:
        if slot.at_end and (reference := slot.leaf) is not None and (leaf := reference()) is not None:
            grad = leaf.grad
            if grad is not None:
                leaf.grad = None
                on_gpu = grad.is_cuda
                if slot.req != "write" or grad.is_sparse or not (on_gpu or (slot.copies and grad.is_cpu)):
                    others.append((slot, grad))
                else:
                    chosen, grads = small if slot.copies else large
                    chosen.append(slot)
                    grads.append(grad)
    if large[0] and (left := _not_handed_over(*large)):
        others += left
        others += zip(*small, strict=True)  # in one call
        small = [], []
    if others and others[0][1].is_cuda:
        accept_together(others)
    else:
        for slot, grad in others:
            slot.accept(grad)
            slot.due = None
    if small[0]:
        _copy_small(*small)


def _copy_small(slots: list[GradSlot], grads: list[torch.Tensor]) -> None:
    with _writing:
        if len(slots) == 1:  # a call for many takes a microsecond longer
            slots[0].copy(grads[0])
        else:
            torch_compat.copy_many(all_writable_again([slot.buffer._t for slot in slots]), grads)
    for slot in slots:
        slot.fresh, slot.due = True, None


def _not_handed_over(slots: list[GradSlot], grads: list[torch.Tensor]) -> list[tuple[GradSlot, torch.Tensor]]:
    """Let buffers on GPUs take over the memory of gradients where nobody can tell; return the other gradients."""
    replaced = hand_over(grads, [slot.buffer for slot in slots])
    for slot, is_replaced in zip(slots, replaced, strict=True):
        if is_replaced:
            slot.due, slot.fresh = None, True
    return [(slots[i], grads[i]) for i, is_replaced in enumerate(replaced) if not is_replaced]


def accept_together(gradients: list[tuple[GradSlot, torch.Tensor]]) -> None:
    """Do what :meth:`GradSlot.accept` does, for many; on a GPU values of dense storage are copied by one call."""
    on_gpu = False
    if len(gradients) > 1:
        on_gpu = gradients[0][1].is_cuda
        memory = {slot.buffer._t.untyped_storage().data_ptr() for slot, _ in gradients}
        for i, (slot, grad) in enumerate(gradients):
            if not grad.is_sparse and grad.untyped_storage().data_ptr() in memory:  # it may have been the head gradient
                gradients[i] = slot, grad.clone()
    for slot, grad in _copied_by_devices(gradients) if on_gpu else gradients:
        slot.accept(grad)
        slot.due = None


def _copied_by_devices(gradients: list[tuple[GradSlot, torch.Tensor]]) -> list[tuple[GradSlot, torch.Tensor]]:
    """Write values of dense storage by one call on each device; return the other gradients."""
    others: list[tuple[GradSlot, torch.Tensor]] = []
    devices: dict[torch.device, list[tuple[GradSlot, torch.Tensor]]] = {}
    for pair in gradients:
        dense = pair[0].req == "write" and not pair[1].is_sparse
        (devices.setdefault(pair[1].device, []) if dense else others).append(pair)
    for pairs in devices.values():
        targets = all_writable([slot.buffer._t for slot, _ in pairs])
        torch_compat.copy_many(targets, [grad for _, grad in pairs])
        del targets  # before it is known that they are written
        for slot, _ in pairs:
            slot.due, slot.fresh = None, True
            if slot.watcher is not None:
                slot.watcher()
    return others

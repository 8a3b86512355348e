"""The autograd tape: recording state, marked variables and the backward pass, on PyTorch's autograd.

MXNet records only inside ``autograd.record()``, and a backward pass ends the life of the graph that it ran over:
what remains of it is constant afterwards. PyTorch holds the derivatives; beside them every array remembers how it
was made, in ``_slot`` (see :mod:`.grad_node`).
"""

import threading
import warnings
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import nullcontext
from typing import Any, TypeVar, cast

import torch
from torch.autograd.graph import GradientEdge

from ..core import backward_mode, simulated_gpus, torch_compat
from ..core.errors import MXNetError, reason
from ..core.interruptions import unless_interrupted
from ..core.restoring import restoring
from ..core.semantics import semantics
from ..core.write_tracking import memory_of
from ..kernels import one_thread, sparse
from ..kernels.embedding_rows import want_rows
from . import integer_grad
from .grad_node import (
    GradNode,
    GradSlot,
    RetainedNode,
    Start,
    accept_from_leaves,
    grad_node,
    grads_taken,
    release_leaves,
)

GRAD_REQS = ("null", "write", "add")
_Result = TypeVar("_Result")
#: where PyTorch starts to differentiate
Root = torch.Tensor | GradientEdge
#: whether PyTorch has code for CUDA at all; to ask whether a GPU is in use takes a while
_CUDA = torch.backends.cuda.is_built()


class _State(threading.local):
    recording: bool = False
    training: bool = False
    #: what is being traced (see :mod:`.trace`), whatever the flags say to it
    trace: Any = None


#: This thread's recording and training flags.
state = _State()


def mark(array: Any, buffer: Any, req: str) -> None:
    """Make ``array`` a variable whose gradient goes to ``buffer`` (an array of its shape), detaching it from any graph.

    ``req`` is ``'write'``, ``'add'`` or ``'null'``; another one is a :class:`KeyError`. In MXNet 2 a recorded result
    stays in its graph, and gets its gradient from there.
    """
    if req not in GRAD_REQS:
        raise KeyError(f"grad_req: expected one of {', '.join(GRAD_REQS)}, got {req!r}")
    release_leaves()
    slot = GradSlot(buffer, req)
    if semantics.api == 2 and req != "null" and _is_result(array):
        unmark(array)
        array._slot = RetainedNode(array._slot, array._t, slot)
        return
    leaf = array._t.detach()
    source = leaf
    if req != "null" and not leaf.is_floating_point():
        source = slot.handle = integer_grad.handle_like(leaf)
    make_leaf(slot, source)
    array._t = leaf
    array._slot = slot


def make_leaf(slot: GradSlot | None, tensor: torch.Tensor) -> None:
    """Let PyTorch differentiate a tensor, alone on its memory, for a variable; nothing for what is none."""
    if slot is not None and slot.req != "null":
        slot.attach(tensor)
        if slot.keeps_rows:
            want_rows(tensor)


def unmark(array: Any) -> None:
    """Make ``array`` no variable: it has no gradient, and none is computed for it. A result stays in its graph."""
    slot = array._slot
    if type(slot) is GradSlot:
        slot.req = "null"  # for graphs that have it
        array._t, array._slot = array._t.detach(), None
    elif isinstance(slot, RetainedNode):
        array._slot = slot.plain() if slot else None


def _is_result(array: Any) -> bool:
    """Return whether an array is a recorded result that can be differentiated, outside of traces."""
    slot = array._slot
    recorded = isinstance(slot, GradNode) and bool(slot) and slot.op is not None
    return recorded and state.trace is None and array._t.requires_grad and array._sparse is None


# -- recording ------------------------------------------------------------------------------------------------


def adopt(array: Any) -> GradNode:
    """Return a new node for an array without a living one, which enters a recorded call as a constant."""
    if array._t.requires_grad:
        array._t = array._t.detach()
    node = array._slot = grad_node(None, None, ())
    if state.trace is not None:
        state.trace.adopt(node, array)
    return node


def link_inputs(arrays: Iterable[Any]) -> tuple[Any, ...] | None:
    """Return the slots of a recorded call's inputs, inputs left out passed over; None when none is part of a graph.

    While tracing, inputs left out have their place as None.
    """
    if state.trace is not None:
        present = list(arrays)
        linked = any(a is not None and a._slot for a in present)
        return tuple([None if a is None else a._slot or adopt(a) for a in present]) if linked else None
    listed = [a for a in arrays if a is not None]
    for a in listed:
        if a._slot:
            return tuple([a._slot or adopt(a) for a in listed])
    return None


def refuse_write(array: Any) -> None:
    """Raise :class:`MXNetError` for writing into an array that is part of a graph while recording."""
    if array._slot and state.recording:
        raise MXNetError(
            # programs look for the first sentence
            "Inplace operations (+=, -=, x[:]=, etc) are not supported when recording with autograd: the array is part "
            "of a computational graph, whose gradients would be wrong. Call backward first, or write outside of record"
        )


_FREED = "the graph was freed by an earlier backward pass; pass retain_graph=True to that one to keep it"


# -- differentiating ------------------------------------------------------------------------------------------


def _reachable(heads: Sequence[Any]) -> tuple[list[GradNode], dict[GradSlot, None], list[GradNode]]:
    """Return the nodes and the variables that heads were computed from, and the nodes where a backward pass may start.

    A backward pass uses the nodes up; those that only a gradient was computed from are left out. Raises
    :class:`MXNetError` for a head that was not recorded, and where a backward pass has used up a part of the nodes.
    """
    nodes: list[GradNode] = []
    variables: dict[GradSlot, None] = {}
    starting: list[GradNode] = []
    seen: set[GradNode] = set()
    stack: list[Any] = []
    behind: list[Any] = []
    for i, head in enumerate(heads):
        slot = head._slot
        if not slot and (slot is not None or not head._t.requires_grad):
            raise MXNetError(
                f"head {i} is not in a computational graph: it was not computed under autograd.record() from arrays "
                "with attach_grad(), or an earlier backward without retain_graph=True has used its graph up"
            )
        stack.append(slot)
    for slots in (stack, behind):
        while slots:
            slot = slots.pop()
            if type(slot) is GradSlot:
                variables[slot] = None
            elif slot and slot not in seen:
                seen.add(slot)
                if slots is stack:
                    nodes.append(slot)
                    if slot.start is not None:
                        starting.append(slot)
                (behind if slot.op == "_gradient" else slots).extend(slot.inputs)
            elif slot is not None and slot.used_up and slots is stack:
                raise MXNetError(_FREED)
    return nodes, variables, starting


def _may_leave_thread(root: Root) -> bool:
    """Return whether other threads may work for a backward pass from ``root`` on."""
    return not (isinstance(root, torch.Tensor) and root.is_cpu) or (_CUDA and torch.cuda.is_initialized())


def run_backward(
    heads: Sequence[Root], grads: Sequence[torch.Tensor], retain_graph: bool = False, small: bool = False
) -> None:
    """Differentiate ``heads``, each with a gradient of its shape, type and device; leaves accumulate in ``grad``.

    ``small``: no value of the graph is worth waking a thread for.
    """
    # the last two: roots that lead nowhere are allowed, and gradients accumulate; by name they take longer
    args = tuple(heads), tuple(grads), retain_graph, False, (), True, True
    if _may_leave_thread(heads[0]):
        with backward_mode.known_elsewhere(heads[0]):
            one_thread.backward_pass(torch_compat.backward, False, args)
    elif one_thread.recorded.largest:
        one_thread.backward_pass(torch_compat.backward_here, small, args)
    else:
        torch_compat.backward_here(*args)
    if torch_compat.waiting:
        torch_compat.end_backward()


def _free(heads: Iterable[Any], nodes: Iterable[GradNode]) -> None:
    """End the life of a graph that was used up: its heads let go of PyTorch's, which holds the variables."""
    for node in nodes:
        node.free()
    for head in heads:
        if not head._slot:  # a head that is a variable stays one
            head._t = head._t.detach()
    release_leaves()


@simulated_gpus.computing(lambda heads, *_, **__: heads[0]._ctx)
def backward(
    heads: Sequence[Any], head_grads: Sequence[Any], retain_graph: bool = False, train_mode: bool = True
) -> None:
    """Differentiate recorded arrays; their variables' gradients are delivered. A head gradient of None means ones.

    Without ``retain_graph`` the graph is gone afterwards: its arrays are constants. Raises :class:`MXNetError` for
    a head that was not recorded or that no variable leads to.
    """
    nodes, variables, starting = _reachable(heads)
    expected = [v for v in variables if v.req != "null"]
    if not expected and all(h._slot is not None for h in heads):
        raise MXNetError("no variable that wants a gradient leads to what is differentiated")
    roots, grads = _roots(heads, head_grads, starting, expected)
    small = one_thread.recorded.largest > 0 and _is_small(nodes, expected)
    _in_mode(False, train_mode, _deliver, expected, roots, grads, retain_graph, small)
    if not retain_graph:
        _free(heads, nodes)
        if len(expected) < len(variables):
            for variable in variables:
                if variable.req == "null":
                    variable.buffer = None


def _is_small(nodes: Iterable[GradNode], variables: Iterable[GradSlot]) -> bool:
    """Return whether all variables, and all results that are no constants, are known to be small."""
    for variable in variables:  # `all` would take longer
        if not variable.copies:
            return False
    for node in nodes:  # noqa: SIM110
        if not node.small and node.op is not None:
            return False
    return True


def _deliver(
    expected: Sequence[GradSlot], roots: Sequence[Root], grads: Sequence[torch.Tensor], retain_graph: bool, small: bool
) -> None:
    """Differentiate; the variables' hooks deliver each gradient when it is complete, small ones together at last."""
    this = object()
    try:
        if not GradSlot.claim(expected, this):
            _run_apart(expected, roots, grads, retain_graph)
            return
        if roots:
            run_backward(roots, grads, retain_graph, small)
        accept_from_leaves(expected)
        for item in expected:
            if item.due is this:
                item.deliver_zero()
                item.due = None
    except BaseException:
        for item in expected:
            item.give_up(this)
        raise


def _run_apart(
    expected: Sequence[GradSlot], roots: Sequence[Root], grads: Sequence[torch.Tensor], retain_graph: bool
) -> None:
    """Do the same while another backward pass has some of the variables: the gradients are delivered at the end."""
    variables = [(item, leaf) for item in expected if item.leaf and (leaf := item.leaf()) is not None]
    result = _grad(roots, [leaf for _, leaf in variables], grads, retain_graph) if roots else [None] * len(variables)
    for (slot, _), item in zip(variables, result, strict=True):
        if item is None or torch_compat.is_zerotensor(item):
            slot.deliver_zero()
        else:
            slot.accept(item.detach())  # another tensor on its memory, which may be that of a head gradient


def _in_mode(recording: bool, training: bool, run: Callable[..., _Result], *args: Any) -> _Result:
    """Call ``run(*args)`` with the flags of a backward pass, and explain its errors."""
    before, mode = (state.recording, state.training), None
    try:
        state.recording, state.training = recording, training
        mode, backward_mode.current.training = backward_mode.current.training, training
        return run(*args)
    except unless_interrupted(Exception) as error:
        if isinstance(error, MXNetError) or not (isinstance(error, RuntimeError) or hasattr(error, "operator")):
            raise  # of ours, or of a user's Function
        raise _explain(error) from error
    finally:
        state.recording, state.training = before
        backward_mode.current.training = mode


@simulated_gpus.computing(lambda heads, *_, **__: heads[0]._ctx)
def grad(
    heads: Sequence[Any],
    head_grads: Sequence[Any],
    variables: Sequence[Any],
    retain_graph: bool,
    create_graph: bool,
    train_mode: bool = True,
) -> list[tuple[torch.Tensor, GradNode | None]]:
    """Return the gradients of ``heads`` with respect to marked arrays, each with its node.

    The node is None but with ``create_graph``, when the gradients can be differentiated again. Raises
    :class:`MXNetError` for a variable that is not marked, or that the heads do not depend on.
    """
    nodes, reached, starting = _reachable(heads)
    for i, item in enumerate(variables):
        if isinstance(item._slot, RetainedNode) and item._slot:
            continue
        if type(item._slot) is not GradSlot or item._slot.req == "null":
            raise MXNetError(f"grad: variable {i} does not require gradient: it has no attach_grad")
        if item._slot not in reached:
            raise MXNetError(f"grad: variable {i} is unreachable: the heads were not computed from it")
    roots, grads = _roots(heads, head_grads, starting)
    leaves = [v._t if v._slot.handle is None else v._slot.handle for v in variables]
    result: Sequence[torch.Tensor | None] = [None] * len(leaves)
    if roots:
        with _leaving_grads(nodes):
            result = _in_mode(create_graph, train_mode, _grad, roots, leaves, grads, retain_graph, create_graph)
    slots = tuple(a._slot for a in (*heads, *head_grads) if a is not None and a._slot)
    occupied = set(map(memory_of, grads))
    results: list[tuple[torch.Tensor, GradNode | None]] = [
        (
            _own_gradient(leaf, g, occupied).to(v._t.dtype),
            grad_node("_gradient", None, (v._slot, *slots), i) if create_graph else None,
        )
        for i, (g, v, leaf) in enumerate(zip(result, variables, leaves, strict=True))
    ]
    if not retain_graph:
        _free(heads, nodes)
    return results


def _grad(
    roots: Sequence[Root],
    leaves: Sequence[torch.Tensor],
    grads: Sequence[torch.Tensor],
    retain_graph: bool,
    create_graph: bool = False,
) -> Sequence[torch.Tensor | None]:
    elsewhere = backward_mode.known_elsewhere(roots[0]) if _may_leave_thread(roots[0]) else nullcontext()
    with elsewhere:
        result = torch.autograd.grad(cast(Any, roots), leaves, grads, retain_graph, create_graph, allow_unused=True)
    torch_compat.end_backward()
    return result


@restoring
def _leaving_grads(nodes: Iterable[GradNode]) -> Iterator[None]:
    """Let hooks of results among the nodes of a graph leave their gradients as they are."""
    slots = [node.retained for node in nodes if node.retained is not None]
    try:
        grads_taken.extend(slots)
        yield
    finally:
        deque(map(grads_taken.remove, slots), 0)  # in C: no handler of a signal comes in between


def _own_gradient(leaf: torch.Tensor, result: torch.Tensor | None, occupied: set[int]) -> torch.Tensor:
    """Return a gradient in memory of its own: PyTorch's may be a head gradient, one number expanded, or another's.

    ``occupied``: the addresses of the memory of head gradients and of the gradients before.
    """
    if result is None or torch_compat.is_zerotensor(result):
        return torch.zeros_like(leaf)
    if result.is_sparse:
        return result.to_dense()
    if not result.is_contiguous() or not torch_compat.are_alone([result])[0] or memory_of(result) in occupied:
        return result.clone(memory_format=torch.contiguous_format)
    occupied.add(memory_of(result))
    return result


def _roots(
    heads: Sequence[Any], head_grads: Sequence[Any], starting: Sequence[GradNode], written: Sequence[GradSlot] = ()
) -> tuple[list[Root], list[torch.Tensor]]:
    """Return what PyTorch differentiates, and the gradients: of the heads (those it cannot take contribute zero).

    Also zeros, for the calls of nodes whose gradient is to run in any case (losses, BatchNorm), where PyTorch finds no
    way to them: behind BlockGrad, argmax, a comparison, an index. A head gradient is copied where it has the memory of
    a gradient of ``written``, which others may still be computed from when it is written.
    """
    roots: list[Any] = []
    grads = []
    for i, head in enumerate(heads):
        t, g = head._t, head_grads[i]
        if g is not None:
            value = _fitting(i, t, dense_tensor(g))
            if memory_of(value) in {memory_of(slot.buffer._t) for slot in written if not slot.is_sparse}:
                value = value.clone()
        elif head._sparse is None:
            value = torch.ones_like(t)
        else:  # a placeholder
            value = torch.ones(t.shape, dtype=t.dtype, device=t.device)
        if t.requires_grad:
            roots.append(t)
            grads.append(value)
        elif head._slot and head._slot.handle is not None and head._slot.handle.requires_grad:
            roots.append(head._slot.handle)
            grads.append(value.double())
    for start in _unreached(starting, roots) if starting else ():
        roots.append(start.edge)
        grads.append(start.zeros())
    return roots, grads


def _unreached(nodes: Sequence[GradNode], roots: Sequence[torch.Tensor]) -> list[Start]:
    """Return where calls start that PyTorch does not come to from the roots, through whatever output."""
    pending: dict[Any, Start] = {}
    for node in nodes:
        others = [reference() for reference in getattr(node, "others", ())]
        for start in (node.start, *[other.start for other in others if other is not None]):
            if start is not None:
                pending[start.edge.node] = start
    result: list[Start] = []
    seen: set[Any] = set()
    stack: list[Any] = [root.grad_fn for root in roots]
    while pending:
        while stack and pending:
            function = stack.pop()
            if function is not None and function not in seen:
                seen.add(function)
                pending.pop(function, None)
                stack.extend([following for following, _ in function.next_functions])
        if pending:
            function, start = next(iter(pending.items()))
            result.append(start)
            stack.append(function)
    return result


def dense_tensor(array: Any) -> torch.Tensor:
    """Return an array's values as a dense tensor."""
    t: torch.Tensor = array._t
    return t if array._sparse is None else sparse.checked(array._sparse).dense()


def _fitting(i: int, head: torch.Tensor, value: torch.Tensor) -> torch.Tensor:
    """Return a head gradient of the head's shape, as MXNet 1.9.1 takes others for many operators, with a warning.

    Of as many numbers in another shape each is taken in its order; rows beyond the head's are left out.
    """
    if value.shape == head.shape:
        return value
    if value.numel() == head.numel():
        text = f"head gradient {i}: shape {tuple(value.shape)} is taken as the head's, {tuple(head.shape)}"
        warnings.warn(text, UserWarning, stacklevel=5)
        return value.reshape(head.shape)
    if head.dim() and value.shape[1:] == head.shape[1:] and len(value) > len(head):
        text = f"head gradient {i}: of {len(value)} rows the first {len(head)} are used, the head has no more"
        warnings.warn(text, UserWarning, stacklevel=5)
        return value[: len(head)]
    raise MXNetError(f"head gradient {i}: expected shape {tuple(head.shape)}, got {tuple(value.shape)}")


def _explain(error: Exception) -> MXNetError:
    if hasattr(error, "operator"):
        return MXNetError(f"operator {error.operator}: backward failed: {reason(error)}")
    text = str(error)
    if "second time" in text:
        text = _FREED
    elif "derivative for aten::" in text:
        text = "an operator has no derivative of this order, as CTCLoss has no second one"
    return MXNetError(f"backward pass failed: {text}")

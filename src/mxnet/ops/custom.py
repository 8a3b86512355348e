"""Operators that a program defines in Python: ``Custom``, and the older ``_Native`` and ``_NDArray``.

What such an operator does is declared above this layer, on arrays; here is how it takes part in graphs, in inference
and in PyTorch's differentiation. Each node of a graph has an operator of its own, which is created when it first runs
and used again as long as shapes and types stay. A call whose gradient is still to come keeps its operator to itself.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Protocol

import torch

from ..core import simulated_gpus, torch_compat
from ..core.autograd_functions import differentiable_once, save_object, saved_object
from ..core.collector import at_end
from ..core.errors import MXNetError
from ..core.lazy_imports import FromAbove
from ..registry.infer import TooLittleKnown
from ..registry.op import Op, Params, op
from ..registry.rules import Slots

Tensors = Sequence[torch.Tensor]
Facts = tuple[Sequence[Any], Sequence[Any], Sequence[Any]]


class Running(Protocol):
    """An operator created for certain shapes and types."""

    #: shape and type of each output
    outputs: Sequence[tuple[tuple[int, ...], torch.dtype]]
    #: the arguments and the outputs whose values the gradient needs
    needed: tuple[frozenset[int], frozenset[int]]

    def forward(self, is_train: bool, inputs: Tensors, outputs: Tensors, states: Tensors) -> None:
        """Write the outputs."""

    def backward(
        self,
        is_train: bool,
        needs_grad: Sequence[bool],
        heads: Tensors,
        inputs: Tensors,
        outputs: Tensors,
        grads: Tensors,
        states: Tensors,
    ) -> None:
        """Write the gradients of the inputs."""


class Declared(Protocol):
    """What an operator says of itself for one set of attributes."""

    arguments: tuple[str, ...]
    outputs: tuple[str, ...]
    states: tuple[str, ...]
    #: whether its gradient needs no head gradient
    is_loss: bool

    def shapes(self, ins: Sequence[Any]) -> Facts:
        """Return the shapes of arguments, outputs and states that follow from partly known ones of arguments."""

    def types(self, ins: Sequence[Any]) -> Facts:
        """Return the data types that follow."""

    def create(self, inputs: Tensors, device: torch.device) -> Running:
        """Return an operator for these arguments and states."""


#: by operator: from attributes as text to what is declared
DECLARE: dict[str, Callable[[Mapping[str, str]], Declared]] = {}
#: :mod:`mxnet.operator`, which fills ``DECLARE``, and knows the custom operators that come with us
declarations = FromAbove()


def _declared(name: str, texts: Mapping[str, Any]) -> Declared:
    if name not in DECLARE:
        declarations.load()
    return DECLARE[name](texts)


def _declared_by(name: str) -> Callable[[Params], Declared]:
    """Return the cached function from attributes to what the operator declares for them."""

    def declared(p: Params) -> Declared:
        result: Declared | None = p.__dict__.get("declared")
        if result is None:
            result = p.__dict__["declared"] = _declared(name, p)
        return result

    return declared


def _define(new: Op) -> None:
    """Give an operator the rules of those that declare themselves."""
    declared = _declared_by(new.name)

    def bound(p: Params) -> Callable[..., Any]:
        return _OfNode(declared(p))

    # a call declares the operator itself, once
    new.inputs(lambda p: (*declared(p).arguments, *declared(p).states), checked=False)
    new.outputs(lambda p: declared(p).outputs)
    new.states(lambda p: declared(p).states)
    new.shapes(lambda p, s: _infer(s, declared(p), declared(p).shapes, TooLittleKnown))
    new.types(lambda p, s: _infer(s, declared(p), declared(p).types))
    new.bound(bound)


def _infer(
    s: Slots, declared: Declared, ask: Callable[[Sequence[Any]], Facts], too_little: type[MXNetError] | None = None
) -> None:
    """Merge what a class answers into ``s``. ``too_little``: raised where it fails with some facts unknown."""
    count = len(declared.arguments)
    known = list(s.inputs[:count])
    if count and all(fact is None for fact in known):
        return
    try:
        ins, outs, states = ask(known)
    except MXNetError as error:
        if None not in known:
            raise
        if too_little is not None:
            raise too_little(str(error)) from error
        return
    for k, fact in enumerate((*ins, *states)):
        s.inputs[k] = fact
    for k, fact in enumerate(outs):
        s.out[k] = fact


def _is_loss(name: str) -> Callable[[Params], bool]:
    declared = _declared_by(name)
    return lambda p: declared(p).is_loss


@op("Custom", aliases=("_npi_Custom",), stochastic=True, loss=_is_loss("Custom"), amp="full")
def custom(
    *data: torch.Tensor, op_type: str | None = None, is_train: bool, device: torch.device, **attributes: str
) -> tuple[torch.Tensor, ...]:
    """Apply the operator registered as ``op_type`` by :func:`mxnet.operator.register`.

    Inputs are its arguments, then its auxiliary states; its outputs, shapes, types and gradient are what it declares.
    Further attributes go to its class as text.

    Parameters
    ----------
    *data
        The inputs: the operator's arguments, then its auxiliary states.
    op_type
        The name by which :func:`mxnet.operator.register` registered its class.

    Returns
    -------
    The outputs that the class declares: one array, or a list.

    See Also
    --------
    mxnet.operator.CustomOp : what computes, with an example.
    mxnet.operator.CustomOpProp : what declares.

    Examples
    --------
    >>> class Double(mx.operator.CustomOp):
    ...     def forward(self, is_train, req, in_data, out_data, aux):
    ...         self.assign(out_data[0], req[0], in_data[0] * 2)
    ...     def backward(self, req, out_grad, in_data, out_data, in_grad, aux):
    ...         self.assign(in_grad[0], req[0], out_grad[0] * 2)
    >>> @mx.operator.register('manual_double')
    ... class DoubleProp(mx.operator.CustomOpProp):
    ...     def create_operator(self, ctx, in_shapes, in_dtypes):
    ...         return Double()
    >>> print(mx.nd.Custom(mx.nd.array([1, 2]), op_type='manual_double').asnumpy())
    [2. 4.]
    """
    return _call_once("Custom", {"op_type": op_type, **attributes}, data, is_train, device)


@op("_Native", stochastic=True, loss=_is_loss("_Native"), amp="full")
def native(
    *data: torch.Tensor, info: str, need_top_grad: bool = True, is_train: bool, device: torch.device
) -> tuple[torch.Tensor, ...]:
    """Apply the :class:`mxnet.operator.NumpyOp` that ``info`` stands for, in this process."""
    return _call_once("_Native", {"info": info}, data, is_train, device)


@op("_NDArray", stochastic=True, loss=_is_loss("_NDArray"), amp="full")
def ndarray(*data: torch.Tensor, info: str, is_train: bool, device: torch.device) -> tuple[torch.Tensor, ...]:
    """Apply the :class:`mxnet.operator.NDArrayOp` that ``info`` stands for, in this process."""
    return _call_once("_NDArray", {"info": info}, data, is_train, device)


for _new in (custom, native, ndarray):
    _define(_new)


# -- running ----------------------------------------------------------------------------------------------------------


def _call_once(
    name: str, texts: Mapping[str, Any], data: Tensors, is_train: bool, device: torch.device
) -> tuple[torch.Tensor, ...]:
    """Run an operator that is created for this one call."""
    declared = _declared(name, texts)
    count = len(declared.arguments) + len(declared.states)
    if len(data) != count:
        names = ", ".join((*declared.arguments, *declared.states))
        raise MXNetError(f"Operator {name} expects {count} inputs ({names}), but got {len(data)} instead")
    return _run(_Lease(declared.create(data, device), {}), len(declared.arguments), data, is_train, device)


class _Lease:
    """The use of an operator by one call, until nothing can ask for the call's gradient any more."""

    __slots__ = ("__weakref__", "running")

    def __init__(self, running: Running, idle: dict[Running, Any]) -> None:
        self.running = running
        at_end(self, partial(idle.setdefault, running))


class _OfNode:
    """The operators of one node: those not in use, for the shapes and types of the last call."""

    def __init__(self, declared: Declared) -> None:
        #: whether the next call uses an operator again; False: each call creates one
        self.keeps_operators = True
        #: whether calls that are recorded, and others, do not use each other's
        self.keeps_recorded_apart = False
        self._declared = declared
        self._number = len(declared.arguments)
        self._key: Any = None
        self._idle: dict[Running, Any] = {}

    def create(self, data: Tensors, device: torch.device) -> None:
        """Create an operator, if there is none, for inputs of these shapes and types."""
        idle = self._idle_for(data, device)
        if not idle:
            idle[self._declared.create(data, device)] = None

    def _idle_for(self, data: Tensors, device: torch.device) -> dict[Running, Any]:
        recorded = self.keeps_recorded_apart and torch.is_grad_enabled()
        key = recorded, simulated_gpus.computing_context() or device, *((t.shape, t.dtype) for t in data)
        if key != self._key:
            self._key, self._idle = key, {}
        return self._idle

    def __call__(self, *data: torch.Tensor, is_train: bool, device: torch.device) -> tuple[torch.Tensor, ...]:
        idle = self._idle_for(data, device) if self.keeps_operators else {}
        try:
            running, _ = idle.popitem()
        except KeyError:
            running = self._declared.create(data, device)
        return _run(_Lease(running, idle), self._number, data, is_train, device)


def _run(lease: _Lease, count: int, data: Tensors, is_train: bool, device: torch.device) -> tuple[torch.Tensor, ...]:
    """Run an operator on ``count`` arguments, and on states."""
    outputs = tuple(torch.zeros(shape, dtype=dtype, device=device) for shape, dtype in lease.running.outputs)
    if torch.is_grad_enabled() and any(t.requires_grad for t in data[:count]):
        return _Differentiable.apply(lease, count, is_train, outputs, *data)  # type: ignore[no-untyped-call]
    lease.running.forward(is_train, data[:count], outputs, data[count:])
    return outputs


class _Differentiable(torch.autograd.Function):
    """One call of an operator, in PyTorch's graph."""

    @staticmethod
    def forward(ctx: Any, lease: _Lease, number: int, is_train: bool, outputs: Any, *data: torch.Tensor) -> Any:
        lease.running.forward(is_train, data[:number], outputs, data[number:])
        ctx.mark_non_differentiable(*(t for t in outputs if not t.is_floating_point()))
        ctx.number, ctx.is_train = number, is_train
        ins, outs = lease.running.needed
        saved_ins = (t if k in ins else None for k, t in enumerate(data[:number]))
        saved_outs = (t if k in outs else None for k, t in enumerate(outputs))
        save_object(ctx, lease, *saved_ins, *data[number:], *saved_outs)
        ctx.like = [(t.shape, t.dtype, t.device) for t in data[:number]]
        ctx.total = len(data)
        return outputs

    @staticmethod
    def backward(ctx: Any, *heads: Any) -> Any:
        saved = ctx.saved_tensors[1:]
        missing = heads[0].new_empty(0)
        inputs, states, outputs = saved[: ctx.number], saved[ctx.number : ctx.total], saved[ctx.total :]
        grads = [torch.zeros(shape, dtype=dtype, device=device) for shape, dtype, device in ctx.like]
        needs_grad = ctx.needs_input_grad[4 : 4 + ctx.number]
        saved_object(ctx).running.backward(
            ctx.is_train,
            needs_grad,
            [torch.zeros_like(g) if torch_compat.is_zerotensor(g) else g.contiguous() for g in heads],
            [missing if t is None else t for t in inputs],
            [missing if t is None else t for t in outputs],
            grads,
            states,
        )
        gradients = (g if needed else None for g, needed in zip(grads, needs_grad, strict=True))
        return (
            *(None,) * 4,
            *differentiable_once("CustomOp.backward", gradients, (*inputs, *outputs, *heads)),
            *(None,) * len(states),
        )

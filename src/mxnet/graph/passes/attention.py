"""Compute attention, ``softmax(queries @ keys.T * factor + mask) @ values``, by one function.

The scores and the weights, which grow with the square of the length, are then not kept for the gradient. The search
begins at softmaxes. Heads that ``reshape`` makes of an array of four axes are not copied: the function takes the array.
Shapes are not known here, so the function finds out whether it is such a one. Where PyTorch's fused attention is
slower or differs by more than rounding (:mod:`mxnet.kernels.attention`), it calls the operators.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple, cast

import torch

from ...core.errors import MXNetError
from ...core.interruptions import unless_interrupted
from ...kernels.attention import attention as fused
from ...kernels.choice import PLAIN
from ...registry.traits import AttentionPart
from ..call_graph import FUNCTION, OUTPUT, CallGraph, Value
from ..calls import is_first_output, operator_of
from ..codegen import LoweredModule
from .base import Lowered, Pass

#: how many combinations of shapes a function knows at most
_CACHED = 64


def attention(lowered: Lowered) -> int:
    """Replace attentions by one call each; return how many."""
    if PLAIN or lowered.derivative is not None:
        return 0
    result = 0
    for call, _ in lowered.calls(lambda op: op.attention.options["weights"]):
        found = _found(call, lowered.is_train)
        if found is not None:
            found.replace(lowered.graph)
            result += 1
    return result


# -- the search -----------------------------------------------------------------------------------------------------


def _found(weights: Value, is_train: bool) -> _Found | None:
    """Return the attention whose weights a call computes."""
    part, after = _part(weights), _weighted(weights, is_train)
    if part is None or after is None:
        return None
    before, mask = _scores(weights, 0), None if part.mask is None else weights.args[1]
    if before is None and part.mask is None:
        before, mask = _scores_under_mask(weights)
    if before is None or not isinstance(mask, Value | None):
        return None
    first, last = _known_part(before[0]), _known_part(after[-1])
    factor = math.prod(_known_part(call).factor for call in (*before, weights))
    result = _Found([*before, weights, *after], first, last, part, mask, factor)
    if first.kind == "scores" and last.kind == "values":
        result.inputs = [*before[0].args, after[-1].args[0]]
    elif first.kind == last.kind == "product":
        for number, (call, i) in enumerate(((before[0], 0), (before[0], 1), (after[-1], 1))):
            result.take_operand(call, i, number)
        result.take_end()
    else:
        return None
    return result if 0 < abs(result.factor) < math.inf else None


class _Found:
    """The calls of an attention, and what they compute."""

    def __init__(
        self,
        calls: list[Value],
        scores: AttentionPart,
        values: AttentionPart,
        weights: AttentionPart,
        mask: Value | None,
        factor: float,
    ) -> None:
        #: from the first to the last
        self.calls = calls
        self.scores, self.values, self.weights = scores, values, weights
        self.mask, self.factor = mask, factor
        #: the inputs but the mask
        self.inputs: list[Any] = []
        #: the calls that make queries, keys and values of inputs, and the one that undoes that with the result
        self.reshapes: list[Value | None] = [None, None, None]
        self.end: Value | None = None

    def take_operand(self, call: Value, i: int, number: int) -> None:
        """Take what makes argument ``i`` of a product: numbers that queries and keys are scaled by, and reshaping."""
        while self.reshapes[number] is None:
            value = _before(call, i)
            part = _part(value)
            if value is None or part is None or part.kind not in ("reshape", "scale" if number < 2 else "reshape"):
                break
            if part.kind == "reshape":
                self.reshapes[number] = value
            self.factor *= part.factor
            self.calls.insert(0, value)
            call, i = value, 0
        self.inputs.append(call.args[i])

    def take_end(self) -> None:
        """Take the reshaping of the result, if all operands are reshaped."""
        user = _after(self.calls[-1])
        part = _part(user)
        if user is None or part is None or part.kind != "reshape" or _is_output(user) or not all(self.reshapes):
            return
        self.calls.append(user)
        self.end = user

    def replace(self, graph: CallGraph) -> None:
        """Put one call in the place of all."""
        last, node = self.calls[-1], self.calls[-2 if self.end else -1].node
        inputs = self.inputs if self.mask is None else [*self.inputs, self.mask]
        with graph.inserting_before(last):
            new = graph.call_function(_Attention(self, inputs), tuple(inputs))
        new.node, new.marks = node, frozenset(("attention",))
        last.replace_all_uses_with(new)
        for call in reversed(self.calls):
            graph.erase_node(call)


def _part(call: Value | None) -> AttentionPart | None:
    node = None if call is None else operator_of(call)
    return None if node is None or not node.op.attention else node.op.attention.of(node.params)


def _known_part(call: Value) -> AttentionPart:
    """Return the part of a call that has one."""
    return cast(AttentionPart, _part(call))


def _before(call: Value, i: int) -> Value | None:
    """Return argument ``i`` of a call, if it is the result of another one that nothing else uses."""
    value = call.args[i] if i < len(call.args) else None
    if not isinstance(value, Value) or value.op != FUNCTION or len(value.users) != 1 or call.args.count(value) != 1:
        return None
    return value


def _after(value: Value) -> Value | None:
    """Return the one call that uses a value, once."""
    user = next(iter(value.users)) if len(value.users) == 1 else None
    return user if user is not None and user.op == FUNCTION and user.args.count(value) == 1 else None


def _is_output(value: Value) -> bool:
    return any(user.op == OUTPUT for user in value.users)


def _scores(call: Value, i: int) -> list[Value] | None:
    """Return the calls that argument ``i`` of a call is computed by, if they are a product and its scaling."""
    result = list[Value]()
    while True:
        value = _before(call, i)
        part = _part(value)
        if value is None or part is None or part.kind not in ("product", "scores", "scale"):
            return None
        result.insert(0, value)
        if part.kind != "scale":
            return result
        call, i = value, 0


def _scores_under_mask(weights: Value) -> tuple[list[Value] | None, Any]:
    """Return the calls that the scores are computed by, the last of which adds a mask, and that."""
    total = _before(weights, 0)
    part = _part(total)
    if total is not None and part is not None and part.kind == "mask":
        for i in (0, 1):
            before = _scores(total, i)
            if before is not None:
                return [*before, total], total.args[1 - i]
    return None, None


def _weighted(weights: Value, is_train: bool) -> list[Value] | None:
    """Return the calls from the weights to the weighted values; None if they are used otherwise."""
    result, value = list[Value](), weights
    while True:
        user = _after(value)
        if user is None:
            return None
        result.append(user)
        part = _part(user)
        if part is not None and part.kind in ("product", "values"):
            is_first = user.args[0] is value
            fits = is_first == (part.kind == "product") and not part.transposed and part.factor == 1
            return result if fits else None
        if not (_copies(user, is_train) or (is_first_output(user) and value is not weights)):
            return None
        value = user


def _copies(call: Value, is_train: bool) -> bool:
    """Return whether an operator returns its input, in the forward and the backward pass."""
    node = operator_of(call)
    return (
        node is not None
        and node.op.gradient is None
        and bool(node.op.identity.of(node.params))
        and not (node.op.stochastic and node.op.stochastic.of(node.params, is_train))
    )


# -- the function -----------------------------------------------------------------------------------------------------


class _Plan(NamedTuple):
    """What is done with inputs of some shapes."""

    #: whether the inputs have heads on an axis of their own, which the operators' reshaping would copy
    as_they_are: bool
    #: the shape of the operators' scores
    scores: tuple[int, ...]
    #: whether the last reshaping gives the heads back as they are
    ends: bool


class _Attention:
    """The function that replaces the calls. Several threads may call it at a time."""

    def __init__(self, found: _Found, inputs: Sequence[Value]) -> None:
        calls = found.calls
        self.__name__ = f"attention_{calls[-1].name}"
        self._scores, self._values, self._factor = found.scores, found.values, found.factor
        self._mask_of, self._count = found.weights.mask, len(found.inputs)
        self._reshapes = [None if call is None else _Reshape(call) for call in found.reshapes]
        self._end = None if found.end is None else _Reshape(found.end)
        self._is_output = _is_output(calls[-1])
        self._plans: dict[Any, _Plan | None] = {}
        graph, copies = CallGraph(), dict[Value, Value]()
        placeholders = [graph.placeholder(f"input{i}") for i in range(len(inputs))]
        copies.update(zip(inputs, placeholders, strict=True))
        for call in calls:
            copies[call] = graph.node_copy(call, copies.__getitem__)
        graph.output((copies[calls[-1]],))
        #: the operators
        self.steps = LoweredModule(graph)

    def __call__(self, *tensors: torch.Tensor) -> torch.Tensor:
        """Return the weighted values."""
        heads = self._scores.heads is not None
        result = self._interleaved(tensors) if heads else self._separate(tensors)
        if result is None:
            result = (self.steps.ready or self.steps)(*tensors)[0]
        return result.contiguous() if self._is_output else result

    def _interleaved(self, tensors: Sequence[torch.Tensor]) -> torch.Tensor | None:
        """Compute it of projections that lie interleaved in memory; None: by steps."""
        found = self._scores.heads(*tensors[: self._count - 1])  # type: ignore[misc]
        if found is None:
            return None
        queries, keys, factor = found
        values = self._values.heads(tensors[self._count - 1], queries.shape[2])  # type: ignore[misc]
        if values is None or not queries.shape[:2] == keys.shape[:2] == values.shape[:2]:
            return None
        if keys.shape[2] != values.shape[2]:
            return None
        batch, heads = queries.shape[:2]
        plan = _Plan(True, (batch * heads, queries.shape[2], keys.shape[2]), False)
        out = self._fused(queries, keys, values, factor, plan, tensors)
        return None if out is None else self._values.join(out)  # type: ignore[misc]

    def _separate(self, tensors: Sequence[torch.Tensor]) -> torch.Tensor | None:
        """Compute it of queries, keys and values; None: by steps."""
        shapes = tuple([t.shape for t in tensors[:3]])
        try:
            plan = self._plans[shapes]
        except KeyError:
            if len(self._plans) >= _CACHED:
                self._plans = {}
            plan = self._plans[shapes] = self._plan(shapes)
        if plan is None:
            return None
        operands = tensors[:3]
        if not plan.as_they_are:
            operands = [t if r is None else r(t) for t, r in zip(operands, self._reshapes, strict=True)]
        if len(plan.scores) == 3 and not plan.as_they_are:
            operands = [t.unsqueeze(1) for t in operands]
        q, k, v = operands
        out = self._fused(q, k if self._scores.transposed else k.mT, v, 1.0, plan, tensors)
        if out is None or plan.ends:
            return out
        if len(plan.scores) == 3:
            out = out.flatten(0, 1) if plan.as_they_are else out.squeeze(1)
        return out if self._end is None else self._end(out)

    def _plan(self, shapes: Sequence[Any]) -> _Plan | None:
        try:
            flat = [s if r is None else r.shape(s) for s, r in zip(shapes, self._reshapes, strict=True)]
        except unless_interrupted(MXNetError, RuntimeError):
            return None  # the step raises it
        own = [len(s) == 4 and tuple(f) == (s[0] * s[1], *s[2:]) for s, f in zip(shapes, flat, strict=True)]
        as_they_are = all(self._reshapes) and all(own)
        q, k, v = shapes if as_they_are else flat
        if len(q) not in (3, 4) or not len(q) == len(k) == len(v):
            return None
        keys, width = k[-2:] if self._scores.transposed else (k[-1], k[-2])
        if not q[:-2] == k[:-2] == v[:-2] or q[-1] != width or v[-2] != keys:
            return None
        result = (*flat[0][:-1], v[-1])
        ends = False
        if as_they_are and self._end is not None:
            try:
                ends = tuple(self._end.shape(result)) == (*q[:-1], v[-1])
            except unless_interrupted(MXNetError, RuntimeError):
                return None
        return _Plan(as_they_are, (*flat[0][:-1], keys), ends)

    def _fused(
        self, queries: Any, keys: Any, values: Any, factor: float, plan: _Plan, tensors: Sequence[torch.Tensor]
    ) -> torch.Tensor | None:
        mask: torch.Tensor | None = None
        if len(tensors) > self._count:
            mask = tensors[-1]
            if self._mask_of is not None:
                mask = self._mask_of(mask, plan.scores)
            mask = None if mask is None else _with_heads(mask, plan, queries.shape[:2])
            if mask is None:
                return None
        return fused(queries, keys, values, mask, self._factor * factor)


def _with_heads(mask: torch.Tensor, plan: _Plan, lead: Sequence[int]) -> torch.Tensor | None:
    """Return a mask of the operators' scores as one of four axes; None if it does not broadcast to them."""
    scores, rank = plan.scores, mask.dim()
    if not 2 <= rank <= len(scores) or any(
        n not in (1, m) for n, m in zip(mask.shape[::-1], scores[::-1], strict=False)
    ):
        return None
    if len(scores) == 4 or rank == 2:
        return mask[(None,) * (4 - rank)]
    if not plan.as_they_are:
        return mask.unsqueeze(1)
    return mask.unsqueeze(0) if mask.shape[0] == 1 else mask.unflatten(0, tuple(lead))


class _Reshape:
    """A call that leaves the elements of its first argument in their order."""

    def __init__(self, call: Value) -> None:
        self._function: Any = call.target
        self._kwargs = dict(call.kwargs)

    def __call__(self, data: torch.Tensor) -> torch.Tensor:
        result: torch.Tensor = self._function(data, **self._kwargs)
        return result

    def shape(self, shape: Sequence[int]) -> tuple[int, ...]:
        """Return the shape that an array of a shape gets."""
        return tuple(self(torch.empty(shape, device="meta")).shape)


ATTENTION = Pass(
    "attention",
    attention,
    assumes="nobody observes values inside the graph",
    effect="computes attention by PyTorch's function, which keeps no scores; by the operators where that is slower",
)

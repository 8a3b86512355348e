"""Compute attention, ``softmax(queries @ keys.T * factor + mask) @ values``, by one function.

The scores and the weights, which grow with the square of the length, are then not kept for the gradient. The search
begins at softmaxes. Heads that ``reshape`` makes of an array of four axes are not copied: the function takes the array.
Shapes are not known here, so the function finds out whether it is such a one. Where PyTorch's fused attention is
slower or differs by more than rounding (:mod:`mxnet.kernels.attention`), it calls the operators.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial
from typing import Any, NamedTuple, cast

import torch

from ...core.dtypes import FLOATS
from ...core.errors import MXNetError
from ...core.interruptions import attempt
from ...kernels.attention import attention as fused
from ...kernels.choice import PLAIN
from ...registry.traits import AttentionPart, Identity
from ..call_graph import FUNCTION, OUTPUT, CallGraph, Value, cast_target, is_first_output, is_part, operator_of
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
        match = _matched(call, lowered.is_train)
        if match is not None:
            match.replace(lowered.graph)
            result += 1
    return result


# -- the search -----------------------------------------------------------------------------------------------------


def _matched(weights: Value, is_train: bool) -> _Match | None:
    """Return the attention whose weights a call computes."""
    part, product = _part(weights), _weighted(weights, is_train)
    if part is None or product is None:
        return None
    mask = None if part.mask is None else weights.args[1]
    scores, factor = _scores(weights, 0)
    if scores is None and part.mask is None:
        scores, factor, mask = _scores_under_mask(weights)
    if scores is None or not isinstance(mask, Value | None):
        return None
    result = _Match(scores, product, part, mask, factor * part.factor)
    return result if result.inputs and 0 < abs(result.factor) < math.inf else None


class _Match:
    """The calls of an attention, and what they compute."""

    def __init__(
        self, scores: Value, product: Value, weights: AttentionPart, mask: Value | None, factor: float
    ) -> None:
        self.scores, self.values, self.weights = _known_part(scores), _known_part(product), weights
        self.mask = mask
        #: the call that computes the weighted values, and the last call
        self.product = self.last = product
        #: the inputs but the mask; empty if it is no attention
        self.inputs: list[Any] = []
        #: the calls that make queries, keys and values of inputs, and the one that undoes that with the result
        self.reshapes: list[Value | None] = [None, None, None]
        self.end: Value | None = None
        self.factor = factor * self.scores.factor
        if self.scores.kind == "scores" and self.values.kind == "values":
            self.inputs = [*(_wide_source(scores, i) for i in range(len(scores.args))), _wide_source(product, 0)]
        elif self.scores.kind == self.values.kind == "product":
            for number, (call, i) in enumerate(((scores, 0), (scores, 1), (product, 1))):
                self._take_operand(call, i, number)
        self._take_end()

    def _take_operand(self, call: Value, i: int, number: int) -> None:
        """Take what makes argument ``i`` of a product: numbers that queries and keys are scaled by, and reshaping."""
        while self.reshapes[number] is None:
            value = _before(call, i, "float32")
            part = _part(value)
            if value is None or part is None or part.kind not in ("reshape", "scale" if number < 2 else "reshape"):
                break
            if part.kind == "reshape":
                self.reshapes[number] = value
            self.factor *= part.factor
            call, i = value, 0
        self.inputs.append(_wide_source(call, i))

    def _take_end(self) -> None:
        """Take a cast of the result, and its reshaping, if all operands are reshaped."""
        user = _only_user(self.product)
        if cast_target(user) is not None:
            self.last = cast(Value, user)
            user = _only_user(self.last)
        part = _part(user)
        if user is None or part is None or part.kind != "reshape" or _is_output(user) or not all(self.reshapes):
            return
        self.last = self.end = user

    def replace(self, graph: CallGraph) -> None:
        """Put one call in the place of all."""
        inputs = self.inputs if self.mask is None else [*self.inputs, self.mask]
        calls = _between(inputs, self.last, graph)
        with graph.inserting_before(self.last):
            new = graph.call_function(_Attention(self, inputs, calls), tuple(inputs))
        new.node, new.marks = self.product.node, frozenset(("attention",))
        self.last.replace_all_uses_with(new)
        for call in reversed(calls):
            graph.erase_node(call)


def _between(inputs: Sequence[Value], last: Value, graph: CallGraph) -> list[Value]:
    """Return the calls that compute the last one of inputs, in order."""
    calls, pending = {last}, [last]
    while pending:
        new = set(pending.pop().all_input_nodes).difference(inputs, calls)
        calls |= new
        pending += new
    return [call for call in graph.nodes if call in calls]


def _part(call: Value | None) -> AttentionPart | None:
    node = None if call is None else operator_of(call)
    return None if node is None or not node.op.attention else node.op.attention.of(node.params)


def _known_part(call: Value) -> AttentionPart:
    """Return the part of a call that has one."""
    return cast(AttentionPart, _part(call))


def _source(value: Any, call: Value, dtype: str | None = None) -> tuple[Any, Value] | None:
    """Return what an argument that only one call uses is cast of, and the cast: to ``dtype``, or to any type."""
    if not isinstance(value, Value) or value.users.keys() != {call}:
        return None
    if cast_target(value) is not None and dtype in (None, cast_target(value)):
        return value.args[0], value
    if not is_part(value):
        return None
    several: Value = value.args[0]
    node = operator_of(several)
    if node is None or not node.op.is_cast or any(part.users.keys() != {call} for part in several.users):
        return None
    return several.args[value.args[1]], several


def _wide_source(call: Value, i: int) -> Any:
    """Return what argument ``i`` of a call was before casts to float32, or to a common type."""
    value = call.args[i]
    while (source := _source(value, call, "float32")) is not None:
        value, call = source
    return value


def _before(call: Value, i: int, dtype: str | None = None) -> Value | None:
    """Return argument ``i`` of a call, before casts, if it is the result of another one that nothing else uses."""
    value = call.args[i] if i < len(call.args) else None
    while call.args.count(value) == 1 and (source := _source(value, call, dtype)) is not None:
        value, call = source
    if not isinstance(value, Value) or value.op != FUNCTION or len(value.users) != 1 or call.args.count(value) != 1:
        return None
    return value


def _after(value: Value) -> tuple[Value, Value] | None:
    """Return the one call that uses a value, once, and the argument that this is, after casts."""
    while (user := _only_user(value)) is not None:
        node = operator_of(user)
        if node is None or not node.op.is_cast:
            return user, value
        if cast_target(user) is not None:
            value = user
            continue
        value = next(part for part in user.users if user.args[part.args[1]] is value)
        if len({call for part in user.users for call in part.users}) != 1:
            return None
    return None


def _only_user(value: Value) -> Value | None:
    """Return the one call that uses a value, once."""
    user = next(iter(value.users)) if len(value.users) == 1 else None
    return user if user is not None and user.op == FUNCTION and user.args.count(value) == 1 else None


def _is_output(value: Value) -> bool:
    return any(user.op == OUTPUT for user in value.users)


def _scores(call: Value, i: int) -> tuple[Value | None, float]:
    """Return the product that argument ``i`` of a call is computed by, None for others, and what it is scaled by."""
    factor = 1.0
    while True:
        value = _before(call, i)
        part = _part(value)
        if value is None or part is None or part.kind not in ("product", "scores", "scale"):
            return None, factor
        if part.kind != "scale":
            return value, factor
        factor *= part.factor
        call, i = value, 0


def _scores_under_mask(weights: Value) -> tuple[Value | None, float, Any]:
    """Return the product that the scores are computed by, what it is scaled by, and the mask that is then added."""
    total = _before(weights, 0)
    part = _part(total)
    if total is not None and part is not None and part.kind == "mask":
        for i in (0, 1):
            scores, factor = _scores(total, i)
            if scores is not None:
                return scores, factor, _wide_source(total, 1 - i)
    return None, 1.0, None


def _weighted(weights: Value, is_train: bool) -> Value | None:
    """Return the call that computes the weighted values; None if the weights are used otherwise."""
    value = weights
    while (following := _after(value)) is not None:
        user, argument = following
        part = _part(user)
        if part is not None and part.kind in ("product", "values"):
            is_first = user.args[0] is argument
            fits = is_first == (part.kind == "product") and not part.transposed and part.factor == 1
            return user if fits else None
        if not (_copies(user, is_train) or (is_first_output(user) and value is not weights)):
            return None
        value = user
    return None


def _copies(call: Value, is_train: bool) -> bool:
    """Return whether an operator returns its input, in the forward and the backward pass."""
    node = operator_of(call)
    return (
        node is not None
        and node.op.gradient is None
        and node.op.layer_of(Identity, node.params) is not None
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

    def __init__(self, match: _Match, inputs: Sequence[Value], calls: Sequence[Value]) -> None:
        self.__name__ = f"attention_{calls[-1].name}"
        self._scores, self._values, self._factor = match.scores, match.values, match.factor
        self._mask_of, self._count = match.weights.mask, len(match.inputs)
        self._reshapes = [None if call is None else _Reshape(call) for call in match.reshapes]
        self._end = None if match.end is None else _Reshape(match.end)
        self._is_output = _is_output(calls[-1])
        self._plans: dict[Any, _Plan | None] = {}
        self._has_casts = any(node is not None and node.op.is_cast for node in map(operator_of, calls))
        self._types: dict[Any, tuple[torch.dtype, torch.dtype] | None] = {}
        graph, copies = CallGraph(), dict[Value, Value]()
        copies.update(zip(inputs, [graph.placeholder(f"input{i}") for i in range(len(inputs))], strict=True))
        for call in calls:
            copies[call] = graph.node_copy(call, copies.__getitem__)
        graph.output((copies[calls[-1]],))
        #: the operators
        self.steps = LoweredModule(graph)

    def __call__(self, *tensors: torch.Tensor) -> torch.Tensor:
        """Return the weighted values."""
        result = self._interleaved(tensors) if self._scores.heads is not None else self._separate(tensors)
        if result is None:
            result = self.steps.forward(*tensors)[0]
        return result.contiguous() if self._is_output else result

    def _interleaved(self, tensors: Sequence[torch.Tensor]) -> torch.Tensor | None:
        """Compute it of projections that lie interleaved in memory; None: by steps."""
        projections = self._scores.heads(*tensors[: self._count - 1])  # type: ignore[misc]
        if projections is None:
            return None
        queries, keys, factor = projections
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
        shapes = tensors[0].shape, tensors[1].shape, tensors[2].shape
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
        pairs = list(zip(shapes, self._reshapes, strict=True))
        flat = attempt(lambda: [s if r is None else r.shape(s) for s, r in pairs], MXNetError, RuntimeError)
        if flat is None:
            return None  # the step raises it
        merges_heads = [len(s) == 4 and tuple(f) == (s[0] * s[1], *s[2:]) for s, f in zip(shapes, flat, strict=True)]
        as_they_are = all(self._reshapes) and all(merges_heads)
        q, k, v = shapes if as_they_are else flat
        if len(q) not in (3, 4) or not len(q) == len(k) == len(v):
            return None
        keys, width = k[-2:] if self._scores.transposed else (k[-1], k[-2])
        if not q[:-2] == k[:-2] == v[:-2] or q[-1] != width or v[-2] != keys:
            return None
        result = (*flat[0][:-1], v[-1])
        ends = False
        if as_they_are and self._end is not None:
            last = attempt(partial(self._end.shape, result), MXNetError, RuntimeError)
            if last is None:
                return None
            ends = tuple(last) == (*q[:-1], v[-1])
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
        if not self._has_casts:
            return fused(queries, keys, values, mask, self._factor * factor)
        key = tuple([t.dtype for t in tensors])
        if key not in self._types:
            self._types[key] = self._mixed_types(tensors)
        types = self._types[key]
        if types is None:
            return None
        dtype, result_dtype = types
        if mask is not None and mask.dtype is not torch.bool:
            mask = mask.to(dtype)
        if dtype is not queries.dtype:
            queries, keys, values = queries.to(dtype), keys.to(dtype), values.to(dtype)
        out = fused(queries, keys, values, mask, self._factor * factor)
        return out if out is None or dtype is result_dtype else out.to(result_dtype)

    def _mixed_types(self, tensors: Sequence[torch.Tensor]) -> tuple[torch.dtype, torch.dtype] | None:
        """Return the type to compute in, under mixed precision, and that of the result; None: by steps.

        It is the inputs' type if the result is rounded to that, and float32 otherwise.
        """
        dtypes = {t.dtype for t in tensors[: self._count]}
        with torch.no_grad():
            shapes = [torch.empty_like(t, device="meta") for t in tensors]
            results = attempt(lambda: self.steps(*shapes), MXNetError, RuntimeError)
        if results is None:
            return None  # the step raises it
        result_dtype = results[0].dtype
        if len(dtypes) > 1 or not dtypes | {result_dtype} <= FLOATS - {torch.float64}:
            return None
        adds = (
            self._mask_of is None and len(tensors) > self._count and tensors[-1].dtype not in (torch.bool, result_dtype)
        )
        return torch.float32 if adds or result_dtype not in dtypes else result_dtype, result_dtype


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
    needs=("attention",),
)

"""A lowered graph in a form that a compiler can look through.

The operators are traced as they are, but for three kinds:

- Batch normalization in training moves its statistics in the *backward* pass, by writing to arrays. Compiled, it hands
  out the statistics of the batch, and a node of ours at the end of the graph moves the moving ones with them.
- Dropout draws from MXNet's generators, which no compiler knows: its draws are one custom operator of PyTorch.
- What draws otherwise, writes to states, or runs a program of the user's or graphs of its own is called as it is,
  between compiled parts.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, NamedTuple

import torch
from torch import fx

from ...ops import norm
from ...ops.dropout import kept
from ..codegen import LoweredModule
from ..draws import draws

_move: Callable[..., None] = norm.move_statistics
_disable: Callable[..., Any] = torch.compiler.disable
#: operators whose PyTorch kernels run whole layers, which a compiler would take apart step by step, and those whose way
#: depends on values
_WHOLE = frozenset(
    (
        *("RNN", "CTCLoss", "ROIPooling", "_contrib_ROIAlign", "_contrib_box_nms", "_contrib_MultiBoxDetection"),
        *("_contrib_MultiBoxTarget", "_contrib_MultiProposal", "_contrib_Proposal"),
    )
)


class Statistics(NamedTuple):
    """One batch normalization: its attributes, where its arrays come in, and what its gradient depends on."""

    params: Any
    #: positions of the moving mean and variance among the inputs
    states: tuple[int, int]
    #: positions of the inputs that it is computed from, statistics apart
    sources: tuple[int, ...]
    #: the heads whose gradients come through it
    heads: frozenset[int]


class Prepared:
    """A graph for the compiler, and what is done on both sides of its calls."""

    def __init__(self, module: fx.GraphModule, heads: int, ones: list[int], statistics: list[Statistics]) -> None:
        self.module = module
        self._heads = heads
        self._ones = ones
        self._statistics = statistics

    def before(self, inputs: Sequence[Any]) -> None:
        """Set what ``fix_gamma`` fixes."""
        for i in self._ones:
            inputs[i].data.fill_(1)

    def after(self, inputs: Sequence[Any], results: Sequence[Any]) -> tuple[torch.Tensor, ...]:
        """Return the graph's outputs, differentiable such that the moving statistics move then."""
        heads = tuple(results[: self._heads])
        if not self._statistics or not torch.is_grad_enabled():
            return heads
        batches = results[self._heads :]
        moved = [
            (each, inputs[each.states[0]], inputs[each.states[1]], batches[2 * i].detach(), batches[2 * i + 1].detach())
            for i, each in enumerate(self._statistics)
            if any(inputs[j].requires_grad for j in each.sources)
        ]
        places = [i for i, head in enumerate(heads) if head.requires_grad]
        if not moved or not places:
            return heads
        after = iter(_Moves.apply(moved, places, *(heads[i] for i in places)))  # type: ignore[no-untyped-call]
        return tuple(next(after) if i in places else head for i, head in enumerate(heads))


class _Moves(torch.autograd.Function):
    """Hands tensors on; when gradients come back, moving statistics go towards those of the batch."""

    @staticmethod
    def forward(ctx: Any, moved: list[Any], places: list[int], *heads: torch.Tensor) -> Any:
        ctx.moved, ctx.places = moved, places
        ctx.set_materialize_grads(False)
        return tuple(head.view_as(head) for head in heads)

    @staticmethod
    def backward(ctx: Any, *grads: Any) -> Any:
        felt = {place for place, grad in zip(ctx.places, grads, strict=True) if grad is not None}
        for each, moving_mean, moving_var, mean, inverse in ctx.moved:
            if each.heads & felt:
                _move(each.params, moving_mean, moving_var, mean, inverse)
        return (None, None, *grads)


def prepare(module: fx.GraphModule) -> Prepared:
    """Return a lowered graph in a form that ``torch.compile`` can look through."""
    return _Preparation(module).prepared()


class _Preparation:
    """One preparation under way."""

    def __init__(self, module: fx.GraphModule) -> None:
        copies: dict[fx.Node, fx.Node] = {}
        self.graph = fx.Graph()
        self.heads: Any = self.graph.graph_copy(module.graph, copies)
        for before, after in copies.items():
            after.meta = before.meta
        inputs = [node for node in self.graph.nodes if node.op == "placeholder"]
        self.position = {node: i for i, node in enumerate(inputs)}
        self.ones: list[int] = []
        #: by batch normalization its statistics: its attributes, mean and inverse deviation
        self.norms: dict[fx.Node, tuple[Any, fx.Node, fx.Node]] = {}
        self.states: dict[fx.Node, tuple[int, int]] = {}

    def prepared(self) -> Prepared:
        for call in list(self.graph.nodes):
            call.target = call.meta.get("plain", call.target)  # a compiler sees by itself what can be written over
            found = call.meta.get("node")
            if call.op == "call_function" and found is not None and found.op is not None:
                self._treat(call, found)
        statistics = [self._describe(call) for call in self.norms]
        batches = [each for _, *pair in self.norms.values() for each in pair]
        self.graph.output((*self.heads, *batches))
        return Prepared(LoweredModule({}, self.graph), len(self.heads), self.ones, statistics)

    def _treat(self, call: fx.Node, node: Any) -> None:
        is_train = bool(call.kwargs.get("is_train"))
        if node.op.name == "BatchNorm" and all(each in self.position for each in call.args[1:5]):
            self._normalize(call, node.params, is_train)
        elif node.op.name == "Dropout" and draws(node, is_train):
            _define_draw()
            call.target = drop
            call.kwargs = {"p": node.params.p, "axes": tuple(node.params.axes), "number": len(self.graph.nodes)}
        elif node.op.name in _WHOLE or node.op.bind is not None or node.op.mutates or draws(node, is_train):
            call.target = as_it_is(call.target)

    def _normalize(self, call: fx.Node, p: Any, is_train: bool) -> None:
        gamma, mean, var = (self.position[call.args[i]] for i in (1, 3, 4))
        if p.fix_gamma:
            self.ones.append(gamma)
        kwargs = {"eps": p.eps, "axis": p.axis, "fix_gamma": p.fix_gamma}
        if not is_train or p.use_global_stats:
            call.target = normalize_by_moving
            call.kwargs = kwargs | {"output_mean_var": p.output_mean_var}
            return
        call.target, call.args, call.kwargs = normalize_by_batch, call.args[:3], kwargs
        with self.graph.inserting_after(call):
            pair = [self.graph.call_function(operator.getitem, (call, i)) for i in (1, 2)]
        self.norms[call] = (p, *pair)
        self.states[call] = (mean, var)

    def _describe(self, call: fx.Node) -> Statistics:
        params = self.norms[call][0]
        sources = _connected(call, lambda node: node.all_input_nodes)
        reached = _connected(call, lambda node: node.users)
        heads = frozenset(i for i, head in enumerate(self.heads) if head in reached)
        places = tuple(self.position[node] for node in sources if node in self.position)
        return Statistics(params, self.states[call], places, heads)


def _connected(start: fx.Node, near: Callable[[fx.Node], Any]) -> set[fx.Node]:
    """Return a node with those before or after it: zeros come through operators that block gradients, too."""
    seen, waiting = {start}, [start]
    while waiting:
        for node in near(waiting.pop()):
            if node not in seen:
                seen.add(node)
                waiting.append(node)
    return seen


@cache
def as_it_is(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function that compilers call and do not look into."""

    def call(*tensors: Any, **kwargs: Any) -> Any:
        return function(*tensors, **kwargs)

    call.__name__ = call.__qualname__ = getattr(function, "__name__", "call")
    disabled: Callable[..., Any] = _disable(call, reason="called as it is between compiled parts")
    return disabled


def _with_channels_second(data: torch.Tensor, axis: int) -> torch.Tensor:
    return data if axis == 1 or data.dim() == 1 else data.movedim(axis, 1)


def normalize_by_batch(
    data: torch.Tensor, gamma: torch.Tensor, beta: torch.Tensor, eps: float, axis: int, fix_gamma: bool
) -> tuple[torch.Tensor, ...]:
    """Return the normalized data, the batch's means, and its inverse standard deviations: ``BatchNorm`` in training."""
    x = _with_channels_second(data, axis)
    weight = None if fix_gamma else gamma
    out, mean, inverse = torch.native_batch_norm(x, weight, beta, None, None, True, 0.0, eps)
    return (out if x is data else out.movedim(1, axis)), mean.detach(), inverse.detach()


def normalize_by_moving(
    data: torch.Tensor,
    gamma: torch.Tensor,
    beta: torch.Tensor,
    moving_mean: torch.Tensor,
    moving_var: torch.Tensor,
    eps: float,
    axis: int,
    fix_gamma: bool,
    output_mean_var: bool,
) -> tuple[torch.Tensor, ...]:
    """Return what ``BatchNorm`` does outside of training."""
    x = _with_channels_second(data, axis)
    out = torch.batch_norm(x, None if fix_gamma else gamma, beta, moving_mean, moving_var, False, 0.0, eps, False)
    mean, inverse = moving_mean, moving_var
    if output_mean_var:
        mean, inverse = moving_mean.clone(), (moving_var + eps).rsqrt()
    return (out if x is data else out.movedim(1, axis)), mean, inverse


def drop(data: torch.Tensor, p: float, axes: tuple[int, ...], number: int) -> tuple[torch.Tensor, torch.Tensor]:
    """Return the data with elements dropped, and the factors: ``Dropout`` in training.

    ``number`` differs from node to node, so that no two draws are taken for one.
    """
    keep = 1 - p
    scale = 1 / keep if keep > 0 else torch.inf
    shape = [1 if i in axes else n for i, n in enumerate(data.shape)]
    factors = torch.ops.remx.kept(shape, keep, data.dtype, data.device, number) * scale
    return data * factors, factors


@cache
def _define_draw() -> None:
    """Define the operator of PyTorch that draws ones with a probability, else zeros, from MXNet's generators."""

    def draw(shape: Sequence[int], keep: float, dtype: torch.dtype, device: torch.device, number: int) -> torch.Tensor:
        return kept(shape, keep, torch.empty(0, dtype=dtype, device=device))

    draw.__annotations__ = {
        "shape": Sequence[int], "keep": float, "dtype": torch.dtype, "device": torch.device, "number": int,
        "return": torch.Tensor,
    }  # fmt: skip
    made = torch.library.custom_op("remx::kept", draw, mutates_args=(), tags=(torch.Tag.nondeterministic_seeded,))
    made.register_fake(lambda shape, keep, dtype, device, number: torch.empty(shape, dtype=dtype, device=device))

"""Graphs within graphs: loops and conditions, ``_foreach``, ``_while_loop`` and ``_cond``, and calls, ``_CachedOp``.

A node of these holds graphs of its own (``p.subgraphs``: the body of a loop, the branches of a condition), each a
function of the node's inputs. Which input goes where is said by lists of positions, the ``*_locs``. The loops are
Python's: every turn runs the lowered graph once.
"""

from collections.abc import Callable, Sequence
from itertools import repeat
from typing import Annotated, Any, Protocol

import torch

from ..core.dtypes import TORCH_OF
from ..core.errors import MXNetError
from ..core.params import AtLeastOne, Range, Shape
from ..core.semantics import semantics
from ..core.shapes import PartialShape
from ..registry.infer import NeedsValues
from ..registry.op import Params, op
from ..registry.rules import Slots, numbered


class Subgraph(Protocol):
    """A graph inside a node: a function of its variables."""

    #: the variables, in the order in which they are passed
    names: Sequence[str]
    #: those of them that running the graph may write to
    states: Sequence[str]
    #: the names of the outputs
    outputs: Sequence[str]

    def function(self, device: torch.device, is_train: bool) -> Callable[..., tuple[torch.Tensor, ...]]:
        """Return the function from tensors on a device to the outputs."""

    def shapes(self, ins: Sequence[Any]) -> tuple[list[Any], list[Any]]:
        """Return what follows about the shapes of variables and outputs from those of the variables."""

    def types(self, ins: Sequence[Any]) -> tuple[list[Any], list[Any]]:
        """Return what follows about the data types."""

    def facts(self, inputs: Sequence[torch.Tensor]) -> list[tuple[Any, str | None]]:
        """Return the shape and data type of each output for these inputs."""


def inputs_of(graphs: int) -> Callable[[Params], tuple[str, ...]]:
    """Return the rule that names the inputs: ``num_args`` counts the graphs too."""
    return lambda p: tuple(f"arg{i}" for i in range(p.num_args - graphs))


def positions(p: Params, which: int, locs: Sequence[int]) -> Sequence[int]:
    """Return ``locs``, the node's inputs that graph ``which`` takes; raise :class:`MXNetError` where they cannot be."""
    graph = _graph(p, which)
    count = p.num_args - len(p.subgraphs)
    if len(locs) != len(graph.names) or not all(0 <= k < count for k in locs):
        raise MXNetError(
            f"graph {which} inside takes {len(graph.names)} of {count} inputs, {tuple(locs)} cannot be them"
        )
    return locs


def permutation(p: Params, positions: Sequence[int]) -> tuple[int, ...]:
    """Return, by input of the one graph inside, which input of the node it is; ``positions`` says it the other way."""
    count = len(_graph(p, 0).names)
    if sorted(positions) != list(range(count)) or p.num_args - 1 != count:
        raise MXNetError(f"the graph inside takes {count} inputs; {tuple(positions)} cannot be their places")
    order = [0] * count
    for k, position in enumerate(positions):
        order[position] = k
    return tuple(order)


def _graph(p: Params, which: int) -> Subgraph:
    result: Sequence[Subgraph] = p.get("subgraphs", ())
    if which >= len(result):
        raise MXNetError("the graphs that belong inside are missing: such a node is made by mx.sym.contrib")
    return result[which]


def deduce(p: Params, which: int, order: Sequence[int], ins: Sequence[Any], what: str) -> tuple[list[Any], list[Any]]:
    """Return what graph ``which`` says about the node's inputs (None: nothing) and about its own outputs.

    ``order``: by input of the graph, the number of the node's input; ``what``: ``"shapes"`` or ``"types"``.
    """
    result, outs = getattr(_graph(p, which), what)([ins[k] for k in order])
    facts = list(ins)
    for k, fact in zip(order, result, strict=True):
        if fact is not None:
            facts[k] = fact
    return facts, outs


Tensors = tuple[torch.Tensor, ...]
Run = Callable[..., Tensors]
Count = Annotated[int, Range(0, 2**31 - 1, unsigned=False)]


def _inside_a_graph(name: str) -> MXNetError:
    return NeedsValues(f"{name} runs graphs: it is a part of symbols, made by mx.sym.contrib")


# -- foreach --------------------------------------------------------------------------------------------------------


@op("_foreach", subgraphs=1, stochastic=True, view=True, outputs=lambda p: numbered(p.num_outputs))
def foreach(
    *data: torch.Tensor,
    num_args: AtLeastOne,
    num_outputs: Count,
    num_out_data: Count,
    in_state_locs: Shape,
    in_data_locs: Shape,
    remain_locs: Shape,
    is_train: bool,
) -> Tensors:
    """Run a graph once for each slice of some inputs along their first axis, handing states on from turn to turn.

    Inputs are the sliced ones, the states, and what every turn takes whole; the ``locs`` say, in this order, which
    input of the graph each is. The graph's first ``num_out_data`` outputs are stacked, the others are the new states,
    whose last values come out. As MXNet 1.9.1's.
    """
    raise _inside_a_graph("_foreach")


foreach.inputs(inputs_of(1), checked=False)


def _foreach_order(p: Params) -> tuple[int, ...]:
    """Return, for each input of the body, which input of the node it is."""
    order = permutation(p, (*p.in_data_locs, *p.in_state_locs, *p.remain_locs))
    if p.num_out_data + len(p.in_state_locs) != p.num_outputs:
        raise MXNetError(f"a foreach of {p.num_outputs} outputs has {p.num_out_data} stacked ones and "
                         f"{len(p.in_state_locs)} states")  # fmt: skip
    return order


@foreach.shapes
def _(p: Params, s: Slots) -> None:
    sliced = len(p.in_data_locs)
    _carry(p, s)
    for _ in range(len(p.in_state_locs) + 1):  # what follows about a state may say more about it in the next turn
        before = list(s.inputs)
        ins = [_slice_of(x) if k < sliced else x for k, x in enumerate(s.inputs)]
        result, outs = deduce(p, 0, _foreach_order(p), ins, "shapes")
        length = next((x[0] for x in s.inputs[:sliced] if x), None)
        for k, shape in enumerate(result):
            if k >= sliced:
                s.inputs[k] = shape
            elif shape is not None and (len(shape) > 1 or semantics.np_shape):
                s.inputs[k] = (length, *shape)
        for k, shape in enumerate(outs):
            s.out[k] = shape if k >= p.num_out_data or shape is None else (length, *shape)
        _carry(p, s)
        if list(s.inputs) == before:
            return


def _slice_of(shape: PartialShape) -> PartialShape:
    """Return the shape of a slice; that of a vector's has one element, for classic shapes have an axis at least."""
    if shape is None:
        return None
    return (1,) if len(shape) == 1 and not semantics.np_shape else shape[1:]


def _slices(x: torch.Tensor) -> Tensors:
    return (x.unsqueeze(1) if x.dim() == 1 and not semantics.np_shape else x).unbind(0)


@foreach.types
def _(p: Params, s: Slots) -> None:
    _carry(p, s)
    result, outs = deduce(p, 0, _foreach_order(p), list(s.inputs), "types")
    _take(s, result, outs)
    _carry(p, s)


def _carry(p: Params, s: Slots) -> None:
    """A state comes out as it went in."""
    first = len(p.in_data_locs)
    for k in range(len(p.in_state_locs)):
        s.inputs[first + k] = s.out[p.num_out_data + k]
        s.out[p.num_out_data + k] = s.inputs[first + k]


def _take(s: Slots, ins: Sequence[Any], outs: Sequence[Any]) -> None:
    for k, fact in enumerate(ins):
        s.inputs[k] = fact
    for k, fact in enumerate(outs):
        s.out[k] = fact


@foreach.bound
def _(p: Params) -> Run:
    order, body = _foreach_order(p), p.subgraphs[0]
    num_sliced, num_states, num_stacked = len(p.in_data_locs), len(p.in_state_locs), p.num_out_data
    data_at, state_at = p.in_data_locs, p.in_state_locs

    def run(*inputs: torch.Tensor, is_train: bool) -> Tensors:
        lengths = {len(x) for x in inputs[:num_sliced]}
        if len(lengths) != 1:
            raise MXNetError(
                f"foreach goes through arrays of one length, got {[tuple(x.shape) for x in inputs[:num_sliced]]}"
            )
        step = body.function(inputs[0].device, is_train)
        present = [inputs[k] for k in order]
        iterations: list[Tensors] = []
        states: Sequence[torch.Tensor] = inputs[num_sliced : num_sliced + num_states]
        for slices in zip(*map(_slices, inputs[:num_sliced]), strict=True):
            for at, x in zip(data_at, slices, strict=True):
                present[at] = x
            for at, x in zip(state_at, states, strict=True):
                present[at] = x
            outputs = step(*present)
            iterations.append(outputs[:num_stacked])
            states = outputs[num_stacked:]
        if iterations:
            return (*map(torch.stack, zip(*iterations, strict=True)), *states)
        ones = [_slices(x.new_empty((1, *x.shape[1:])))[0] if k < num_sliced else x for k, x in enumerate(inputs)]
        return (*_empty(body, [ones[k] for k in order], 0, num_stacked), *states)

    return run


def _empty(body: Any, inputs: list[torch.Tensor], length: int, count: int) -> list[torch.Tensor]:
    """Return zeros for ``count`` stacked outputs of a body that never ran."""
    result = []
    for shape, dtype in body.facts(inputs)[:count]:
        if shape is None or None in shape or dtype is None:
            raise MXNetError("a loop without a single turn: the shapes of its outputs are not known")
        result.append(torch.zeros((length, *shape), dtype=TORCH_OF[dtype], device=inputs[0].device))
    return result


# -- while_loop -----------------------------------------------------------------------------------------------------


@op("_while_loop", subgraphs=2, stochastic=True, view=True, outputs=lambda p: numbered(p.num_outputs))
def while_loop(
    *data: torch.Tensor,
    num_args: AtLeastOne,
    num_outputs: Count,
    num_out_data: Count,
    max_iterations: AtLeastOne,
    cond_input_locs: Shape,
    func_input_locs: Shape,
    func_var_locs: Shape,
    is_train: bool,
) -> Tensors:
    """Run a graph (the second one) as long as another (the first) gives true, at most ``max_iterations`` times.

    ``cond_input_locs`` and ``func_input_locs`` say which inputs the graphs take, ``func_var_locs`` which inputs of the
    second are the loop's variables. The first ``num_out_data`` outputs are stacked and, where turns are missing,
    filled up with zeros to ``max_iterations``; the others are the variables' last values. As MXNet 1.9.1's, where
    the filling is undefined and a loop without a turn is an error.
    """
    raise _inside_a_graph("_while_loop")


while_loop.inputs(inputs_of(2), checked=False)


def _loop_variables(p: Params) -> tuple[int, ...]:
    """Return, for each variable of the loop, which input of the node it is."""
    func = positions(p, 1, p.func_input_locs)
    positions(p, 0, p.cond_input_locs)
    if p.num_out_data + len(p.func_var_locs) != p.num_outputs or not all(0 <= k < len(func) for k in p.func_var_locs):
        raise MXNetError(f"func_var_locs={p.func_var_locs} does not fit a loop of {p.num_outputs} outputs")
    return tuple(func[k] for k in p.func_var_locs)


def _while_facts(p: Params, s: Slots, what: str, stacked: Callable[[Any], Any]) -> None:
    variables = _loop_variables(p)
    for _ in range(len(variables) + 1):
        before = list(s.inputs)
        for k, at in enumerate(variables):
            s.inputs[at] = s.out[p.num_out_data + k]
        ins, outs = deduce(p, 1, p.func_input_locs, list(s.inputs), what)
        _take(s, ins, [*map(stacked, outs[: p.num_out_data]), *outs[p.num_out_data :]])
        for k, at in enumerate(variables):
            s.out[p.num_out_data + k] = s.inputs[at]
            s.inputs[at] = s.out[p.num_out_data + k]
        _take(s, deduce(p, 0, p.cond_input_locs, list(s.inputs), what)[0], ())
        if list(s.inputs) == before:
            return


@while_loop.shapes
def _(p: Params, s: Slots) -> None:
    _while_facts(p, s, "shapes", lambda shape: None if shape is None else (p.max_iterations, *shape))


@while_loop.types
def _(p: Params, s: Slots) -> None:
    _while_facts(p, s, "types", lambda dtype: dtype)


@while_loop.bound
def _(p: Params) -> Run:
    variables = _loop_variables(p)
    cond, func = p.subgraphs
    stacked, max_iterations = p.num_out_data, p.max_iterations

    def run(*inputs: torch.Tensor, is_train: bool) -> Tensors:
        device = inputs[0].device
        goes_on, step = cond.function(device, is_train), func.function(device, is_train)
        now = list(inputs)
        iterations: list[Tensors] = []
        for _ in repeat(None, max_iterations):
            if not _truth("_while_loop", goes_on(*[now[k] for k in p.cond_input_locs])):
                break
            outputs = step(*[now[k] for k in p.func_input_locs])
            iterations.append(outputs[:stacked])
            for at, value in zip(variables, outputs[stacked:], strict=True):
                now[at] = value
        last = tuple(now[at] for at in variables)
        if not iterations:
            return (*_empty(func, [now[k] for k in p.func_input_locs], max_iterations, stacked), *last)
        return (*(_filled(item, max_iterations) for item in zip(*iterations, strict=True)), *last)

    return run


def _filled(values: Tensors, length: int) -> torch.Tensor:
    """Return the values stacked, and zeros up to ``length``."""
    result = torch.stack(values)
    if len(values) == length:
        return result
    return torch.cat([result, result.new_zeros((length - len(values), *result.shape[1:]))])


def _truth(name: str, outputs: Sequence[torch.Tensor]) -> bool:
    """Return what a condition says."""
    if outputs[0].numel() != 1:
        raise MXNetError(f"the condition of {name} is one number, got an array of shape {tuple(outputs[0].shape)}")
    return bool(outputs[0].item())


# -- cond -----------------------------------------------------------------------------------------------------------


@op("_cond", subgraphs=3, stochastic=True, view=True, outputs=lambda p: numbered(p.num_outputs))
def cond(
    *data: torch.Tensor,
    num_args: AtLeastOne,
    num_outputs: Count,
    cond_input_locs: Shape,
    then_input_locs: Shape,
    else_input_locs: Shape,
    is_train: bool,
) -> Tensors:
    """Run one of two graphs, the second where the first one gives true, the third else.

    The ``locs`` say which inputs of the node each of the three graphs takes. As MXNet 1.9.1's.
    """
    raise _inside_a_graph("_cond")


cond.inputs(inputs_of(3), checked=False)


def _cond_facts(p: Params, s: Slots, what: str) -> None:
    branches = []
    for which, locs in enumerate((p.cond_input_locs, p.then_input_locs, p.else_input_locs)):
        result, outs = deduce(p, which, positions(p, which, locs), list(s.inputs), what)
        branches.append(outs)
        _take(s, result, ())
    for k, (first, second) in enumerate(zip(*branches[1:], strict=True)):
        if first == second:  # where they differ, values decide
            s.out[k] = first


@cond.shapes
def _(p: Params, s: Slots) -> None:
    _cond_facts(p, s, "shapes")


@cond.types
def _(p: Params, s: Slots) -> None:
    _cond_facts(p, s, "types")


@cond.bound
def _(p: Params) -> Run:
    locs = [positions(p, i, item) for i, item in enumerate((p.cond_input_locs, p.then_input_locs, p.else_input_locs))]

    def run(*inputs: torch.Tensor, is_train: bool) -> Tensors:
        device = inputs[0].device
        test = p.subgraphs[0].function(device, is_train)
        branch = 1 if _truth("_cond", test(*[inputs[k] for k in locs[0]])) else 2
        return p.subgraphs[branch].function(device, is_train)(*[inputs[k] for k in locs[branch]])

    return run


# -- call -----------------------------------------------------------------------------------------------------------


@op("_CachedOp", graph_text="subgraph", stochastic=True, view=True, outputs=lambda p: _inner(p).outputs)
def cached_op(*data: torch.Tensor, subgraph: str, is_train: bool) -> Tensors:
    """Run the graph that ``subgraph`` holds as JSON, with one input for each of its variables, in their order.

    Outputs are the graph's, under its names for them.
    """
    raise _inside_a_graph("_CachedOp")


def _inner(p: Params) -> Any:
    result = p.get("subgraphs")
    if result is None:
        raise _inside_a_graph("_CachedOp")
    return result[0]


cached_op.inputs(lambda p: _inner(p).names, checked=False)
cached_op.states(lambda p: _inner(p).states)


@cached_op.shapes
def _(p: Params, s: Slots) -> None:
    _take(s, *_inner(p).shapes(list(s.inputs)))


@cached_op.types
def _(p: Params, s: Slots) -> None:
    _take(s, *_inner(p).types(list(s.inputs)))


@cached_op.bound
def _(p: Params) -> Run:
    graph = _inner(p)

    def run(*inputs: torch.Tensor, is_train: bool) -> Tensors:
        return graph.function(inputs[0].device, is_train)(*inputs)

    return run

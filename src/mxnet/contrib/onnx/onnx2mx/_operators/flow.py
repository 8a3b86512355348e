"""Conditions and loops. Where they are known: the branch that is taken, and one copy of the body for each turn. Where
values decide: the graphs inside of ``_cond`` and ``_while_loop``.
"""

from typing import Any

import numpy as np

from .....core.errors import MXNetError
from .....symbol import Group, Symbol, control_flow
from ..budget import TooLong
from ..graph import translates
from .arrays import cut

#: by how much the numbers of turns of the elements of a batch differ
_FAR = 10_000
#: as many turns as a loop may have that has no bound
_UNBOUNDED = 2**31 - 1


_BRANCHES = ("then_branch", "else_branch")


@translates("If")
def _(g, n, condition):
    if isinstance(condition, Symbol):
        then, other = (lambda key=key: [g.symbol(item) for item in g.inside(n[key], [])] for key in _BRANCHES)
        result = control_flow.cond(condition, then, other, f"{g.prefix}{g.name}")
        return result if isinstance(result, list) else [result]
    chosen = bool(g.constant(condition, "the condition").reshape(()))
    return g.inside(n["then_branch" if chosen else "else_branch"], [])


@translates("Loop")
def _(g, n, most, going, *carried):
    if isinstance(most, Symbol) or isinstance(going, Symbol):
        return _by_values(g, n, most, going, carried)
    budget, own = g.shared.budget, tuple(n.node.output)
    if own not in budget.loops_to_keep:
        try:
            with budget.unrolling():
                return _unrolled(g, n, most, going, carried)
        except (_Undecided, TooLong) as error:
            if isinstance(error, TooLong) and len(n["body"].output) - 1 > len(carried):
                raise  # what it stacks has a length that is known only if it is unrolled
            budget.loops_to_keep.add(own)
    return _by_values(g, n, most, going, carried)


class _Undecided(MXNetError):
    """The number of a loop's iterations depends on values."""


def _unrolled(g: Any, n: Any, most: Any, going: Any, carried: Any) -> list[Any]:
    """Return the results of a loop as one copy of its body for each turn."""
    limit = _UNBOUNDED if most is None else int(g.constant(most, "the number of turns").reshape(()))
    goes_on = going is None or bool(g.constant(going, "the condition").reshape(()))
    body, values, stacked, turn = n["body"], list(carried), [], 0
    budget = g.shared.budget
    if goes_on and _ends_by_count(body):
        budget.check_turns(len(body.node), limit)
    while goes_on and turn < limit:
        budget.add_turn(len(body.node))
        condition, *outputs = g.inside(body, [np.array(turn), np.array(True), *values], turn)
        values = outputs[: len(carried)]
        stacked.append(outputs[len(carried) :])
        if isinstance(condition, Symbol):
            raise _Undecided("values decide how often a loop runs")
        goes_on = bool(g.constant(condition, "the condition").reshape(()))
        turn += 1
    if not stacked and len(body.output) - 1 > len(carried):
        raise MXNetError("a loop without a single turn")
    return [*values, *(_stack(g, item) for item in zip(*stacked, strict=True))]


def _ends_by_count(body: Any) -> bool:
    """Return whether the body of a loop passes its condition through, so that only the trip count ends it."""
    name = body.output[0].name
    maker = next((node for node in body.node if name in node.output), None)
    if maker is not None and maker.op_type == "Identity":
        name, maker = maker.input[0], None
    return maker is None and len(body.input) > 1 and name == body.input[1].name


def _by_values(g: Any, n: Any, most: Any, going: Any, carried: Any) -> list[Any]:
    """Return the results of a loop whose turns values decide, as a ``_while_loop``."""
    body = n["body"]
    if len(body.output) - 1 > len(carried):
        raise MXNetError("values decide how often the loop runs, and so the length of what it stacks")
    bound = _UNBOUNDED if most is None or isinstance(most, Symbol) else min(int(most.reshape(())), _UNBOUNDED)
    begin = (np.array(0), np.array(bound) if most is None else most, np.array(True) if going is None else going)
    variables = [g.symbol(np.asarray(x) if isinstance(x, np.ndarray) else x) for x in (*begin, *carried)]
    facts = [g.fact(variable) for variable in variables]

    def with_facts(value: Any) -> Any:
        for item, (shape, dtype) in zip(value, facts, strict=True):
            g.shared.shapes[item.name], g.shared.kinds[item.name] = shape, dtype
        return value

    def goes_on(*args: Any) -> Any:
        turn, limit, on, *_ = with_facts(args)
        return g.op("_npi_multiply", g.op("_npi_less", turn, limit), on)

    def step(*inputs: Any) -> Any:
        turn, limit, on, *rest = with_facts(inputs)
        condition, *outputs = (g.symbol(item) for item in g.inside(body, [turn, on, *rest]))
        after = [g.op("_plus_scalar", turn, scalar=1.0), limit, condition, *outputs]
        read = set(Group(after).list_inputs())  # a loop of MXNet's looks at all of its variables
        pairs = zip(inputs, after, strict=True)
        return [], [new if old.name in read else g.op("_npi_where", np.array(True), new, old) for old, new in pairs]

    result = control_flow.while_loop(goes_on, step, variables, max(bound, 1), f"{g.prefix}{g.name}")[1]
    return list(result[3:])


def _stack(g: Any, values: Any, axis: int = 0) -> Any:
    if all(isinstance(value, np.ndarray) for value in values):
        return np.stack(values, axis)
    return g.op("stack", *values, axis=axis, num_args=len(values))


@translates("Scan")
def _(g, n, *inputs):
    body, count = n["body"], n["num_scan_inputs"]
    if n.opset < 9:
        return _batched(g, n, inputs)
    states, data = list(inputs[: len(inputs) - count]), inputs[len(inputs) - count :]
    with g.shared.budget.unrolling():
        return _scan(g, n, body, states, data)


def _batched(g: Any, n: Any, inputs: Any) -> Any:
    """The first version of Scan has a leading batch axis, whose elements are scanned separately."""
    body, count = n["body"], n["num_scan_inputs"]
    lengths, *rest = inputs
    if lengths is not None:
        raise MXNetError("a Scan over sequences of different lengths")
    (batch,) = g.static(rest[0])[:1]
    result = []
    for i in range(batch):
        mine = [g.op("_np_squeeze", cut(g, x, 0, i, i + 1), axis=(0,)) for x in rest]
        with g.shared.budget.unrolling():
            result.append(_scan(g, n, body, mine[: len(mine) - count], mine[len(mine) - count :], i * _FAR))
    return [_stack(g, item) for item in zip(*result, strict=True)]


def _scan(g: Any, n: Any, body: Any, states: list[Any], data: Any, first: int = 0) -> list[Any]:
    count = len(data)
    axes = [a % g.rank(x) for a, x in zip(n.get("scan_input_axes", [0] * count), data, strict=True)]
    backwards = n.get("scan_input_directions", n.get("directions", [0] * count))
    length = g.static(data[0])[axes[0]]
    stacked = []
    g.shared.budget.check_turns(len(body.node), length)
    for turn in range(length):
        g.shared.budget.add_turn(len(body.node))
        slices = []
        for x, axis, back in zip(data, axes, backwards, strict=True):
            at = length - 1 - turn if back else turn
            slices.append(g.op("_np_squeeze", cut(g, x, axis, at, at + 1), axis=(axis,)))
        outputs = g.inside(body, [*states, *slices], first + turn)
        states = outputs[: len(states)]
        stacked.append(outputs[len(states) :])
    columns = [list(item) for item in zip(*stacked, strict=True)]
    out_axes = n.get("scan_output_axes", [0] * len(columns))
    for item, back in zip(columns, n.get("scan_output_directions", [0] * len(columns)), strict=True):
        if back:
            item.reverse()
    return [*states, *(_stack(g, item, axis) for item, axis in zip(columns, out_axes, strict=True))]

"""Loops and conditions: graphs inside nodes."""

from typing import Any

from ...core.semantics import semantics
from ..control_flow import _foreach_order, _loop_variables
from . import writes


def _arguments(body: Any, values: Any, sliced: bool = False) -> list[Any]:
    """Return the arguments of a graph inside: like ``values``, or like slices of them."""
    shapes = [value.shape if not sliced or value.shape is None else value.shape[1:] for value in values]
    return body.arguments(
        **{f"in{i}": (value.dtype, shape) for i, (value, shape) in enumerate(zip(values, shapes, strict=True))}
    )


def _write(g: Any, graph: Any, inputs: Any) -> list[Any]:
    """Write a graph inside; return its outputs."""
    return g.graph(graph.heads, dict(zip(graph.names, inputs, strict=True)))


@writes("_foreach")
def _(g, p, *inputs):
    order, graph = _foreach_order(p), p.subgraphs[0]
    sliced, states = len(p.in_data_locs), len(p.in_state_locs)
    # a slice of a vector has an axis, in classic shapes
    data = [g.unsqueeze(x, 1) if x.rank == 1 and not semantics.np_shape else x for x in inputs[:sliced]]
    begins = list(inputs[sliced : sliced + states])
    body = g.inner()
    now, slices = _arguments(body, begins), _arguments(body, data, sliced=True)
    present = [*slices, *now, *inputs[sliced + states :]]
    outputs = _write(body, graph, [present[k] for k in order])
    stacked, new = outputs[: p.num_out_data], outputs[p.num_out_data :]
    new = [body.cast(item, old.dtype) for item, old in zip(new, now, strict=True)]
    results = [*new, *stacked]
    about = {"outputs": len(results), "dtype": [item.dtype for item in results]}
    result = g.Scan(*begins, *data, body=body.body([*now, *slices], results), num_scan_inputs=sliced, **about)
    result = list(result) if len(outputs) > 1 else [result]
    return [*result[states:], *result[:states]]


def _truth(g: Any, outputs: Any) -> Any:
    return g.reshape(g.cast(outputs[0], "bool"), ())


@writes("_while_loop")
def _(g, p, *inputs):
    variables = _loop_variables(p)
    cond, func = p.subgraphs
    begins = [inputs[k] for k in variables]
    goes_on = _truth(g, _write(g, cond, [inputs[k] for k in p.cond_input_locs]))
    body = g.inner()
    turn, going = body.arguments(turn=("int64", ()), going=("bool", ()))
    now = _arguments(body, begins)
    current = list(inputs)
    for k, item in zip(variables, now, strict=True):
        current[k] = item
    outputs = _write(body, func, [current[k] for k in p.func_input_locs])
    stacked = outputs[: p.num_out_data]
    new = [body.cast(item, old.dtype) for item, old in zip(outputs[p.num_out_data :], now, strict=True)]
    for k, item, old in zip(variables, new, now, strict=True):
        current[k] = item.of_shape(old.shape)
    again = _truth(body, _write(body, cond, [current[k] for k in p.cond_input_locs]))
    results = [*new, *stacked]
    about = {"outputs": len(results), "dtype": [item.dtype for item in results]}
    written = body.body([turn, going, *now], [again, *results])
    result = g.Loop(g.scalar(p.max_iterations, "int64"), goes_on, *begins, body=written, **about)
    result = list(result) if isinstance(result, tuple) else [result]
    stacked = zip(result[len(new) :], g.outs, strict=False)
    filled = [_filled(g, item, each_out, p.max_iterations) for item, each_out in stacked]
    return [*filled, *result[: len(new)]]


def _filled(g: Any, x: Any, out: Any, length: int) -> Any:
    """Return what the turns gave with zeros up to ``length``."""
    rank = len(out.shape)
    missing = g.Sub(g.vector([length]), g.Gather(g.Shape(x), [0], axis=0))
    widths = g.Concat(g.vector([0] * rank), missing, *([g.vector([0] * (rank - 1))] if rank > 1 else []), axis=0)
    return g.Pad(x, widths)


@writes("_cond")
def _(g, p, *inputs):
    goes_on = _truth(g, _write(g, p.subgraphs[0], [inputs[k] for k in p.cond_input_locs]))
    graphs, kinds = {}, []
    for name, graph, locs in (
        ("then_branch", p.subgraphs[1], p.then_input_locs),
        ("else_branch", p.subgraphs[2], p.else_input_locs),
    ):
        branch = g.inner()
        outputs = _write(branch, graph, [inputs[k] for k in locs])
        kinds = [output.dtype for output in outputs]
        graphs[name] = branch.body([], outputs)
    result = g.If(goes_on, outputs=len(kinds), dtype=kinds, **graphs)
    return list(result) if len(kinds) > 1 else result


@writes("_CachedOp")
def _(g, p, *inputs):
    return _write(g, p.subgraphs[0], inputs)

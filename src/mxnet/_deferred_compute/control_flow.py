"""Loops and conditions in functions that are traced: nodes with graphs inside, as those of symbols are.

The functions of a loop run on stand-ins of their arrays, and what the tape records of that becomes the graph inside
(:mod:`mxnet.symbol.control_flow`). Arrays from outside, which these functions use, become inputs of the node. Before,
the loop runs as Python's: that gives the values of its results, and with them the shapes.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from ..eager.grad_node import grad_node, grad_nodes, marking
from ..eager.tape import adopt
from ..eager.trace import with_values
from ..frontend.nested import Form, flatten, none_as_empty, regroup
from ..ndarray import NDArray, control_flow, full
from ..ndarray.numpy import ndarray
from ..symbol import Group, Symbol, var
from ..symbol import control_flow as of_symbols
from .graph import RecordedGraph, numpy_symbol_class


class _Recorded:
    """The graph of one node, which :class:`RecordedGraph` puts into the graph around it."""

    inlined = True

    def __init__(self, symbol: Symbol) -> None:
        self.symbol = symbol


class _Recorder:
    """Makes symbols of what functions of arrays do, and variables of the arrays from outside that they use."""

    def __init__(self, arrays: Iterable[Any], numpy: bool) -> None:
        self._numpy = numpy
        #: by the identity of a slot outside: the variable that stands for it
        self._variables: dict[int, Symbol] = {}
        self._slots: dict[str, Any] = {}
        #: the variables of ``arrays``
        self.symbols = [self._outside(array._slot or adopt(array)) for array in arrays]

    def _outside(self, slot: Any) -> Symbol:
        """Return the variable of a slot outside of the functions."""
        key = id(slot)
        if key not in self._variables:
            name = f"outer{len(self._slots)}"
            self._variables[key] = var(name)
            self._slots[name] = slot
        return self._variables[key]

    def run(self, function: Callable[[list[Any]], Any], arrays: Sequence[Any], symbols: Sequence[Symbol]) -> Any:
        """Return the symbols of what ``function`` returns for ``arrays``, for which ``symbols`` stand."""
        nodes = [grad_node(None, None, ()) for _ in arrays]
        inner = {id(node): symbol for node, symbol in zip(nodes, symbols, strict=True)}
        stand_ins = []
        for node, array in zip(nodes, arrays, strict=True):
            stand_ins.append(array._wrap(array._t, array._ctx))
            stand_ins[-1]._slot = node
        with marking() as made:
            flat, form = _flat(function(stand_ins))

        def outside(slot: Any) -> bool:
            """Return whether what the slot is of was not made by the function; so are arrays without a history."""
            return not isinstance(slot, made) or slot.op is None

        def variable(slot: Any) -> Symbol:
            return inner[id(slot)] if id(slot) in inner else self._outside(slot)

        graph = RecordedGraph(variable, self._numpy, inline=True, outside=outside)
        return regroup([Symbol(graph.symbol(item._slot or adopt(item))._heads) for item in flat], form)

    def record(self, outputs: Sequence[Symbol], results: Sequence[Any]) -> None:
        """Make arrays the results of the node whose outputs the symbols are."""
        symbol = Group(outputs, numpy_symbol_class() if self._numpy else Symbol)
        slots = tuple(self._slots[name] for name in symbol.list_inputs())
        for array, node in zip(results, grad_nodes("_CachedOp", _Recorded(symbol), slots, len(results)), strict=True):
            array._slot = node


def _flat(value: Any) -> tuple[list[Any], Form]:
    return flatten(value, lambda item: item if isinstance(item, NDArray) else None, "results", "NDArray")


def _listed(symbols: Any) -> list[Symbol]:
    return of_symbols.flat(symbols, "symbols")[0]


def _are_numpy(arrays: Iterable[Any]) -> bool:
    return any(isinstance(array, ndarray) for array in arrays)


def _empty(outputs: Any, length: int) -> Any:
    """Return zeros for outputs of a turn stacked: of a loop without a turn."""
    flat, form = _flat(outputs)
    return regroup([_zeros_like(item, (length, *item.shape)) for item in flat], form)


def _zeros_like(array: Any, shape: tuple[int, ...]) -> Any:
    result = full(shape, 0, array.context, array.dtype)
    return result.as_np_ndarray() if isinstance(array, ndarray) else result


def foreach(body: Callable[..., Any], data: Any, init_states: Any, name: str) -> tuple[Any, Any]:
    """Record a loop over arrays (see :func:`mxnet.npx.foreach`)."""
    sliced, data_form = _flat(data)
    before, state_form = _flat(init_states)
    count = len(sliced)
    with with_values():
        outputs, states = control_flow.foreach(body, data, init_states)
        examples = [*map(_first_slice, sliced), *before]
        if not len(sliced[0]):
            outputs = _empty(body(regroup(examples[:count], data_form), init_states)[0], 0)
        results = [array.copy() for array in _flat([outputs, states])[0]]
    recorder = _Recorder([*sliced, *before], _are_numpy(examples))

    def recorded(slices: Any, states: Any) -> Any:
        return recorder.run(
            lambda arrays: body(regroup(arrays[:count], data_form), regroup(arrays[count:], state_form)),
            examples,
            _listed([slices, states]),
        )

    symbols = recorder.symbols
    new = of_symbols.foreach(recorded, regroup(symbols[:count], data_form), regroup(symbols[count:], state_form), name)
    recorder.record(_listed(list(new)), results)
    new_outputs, new_states = _like([outputs, states], results)
    return new_outputs, new_states


def _like(nested: Any, flat: Sequence[Any]) -> Any:
    return regroup(flat, _flat(nested)[1])


def _first_slice(array: Any) -> Any:
    part = array[0:1] if len(array) else _zeros_like(array, (1, *array.shape[1:]))
    return part.reshape(part.shape[1:]) if array.ndim > 1 or isinstance(array, ndarray) else part


def while_loop(
    cond: Callable[..., Any], func: Callable[..., Any], loop_vars: Any, max_iterations: int, name: str
) -> tuple[Any, Any]:
    """Record a loop on variables (see :func:`mxnet.npx.while_loop`)."""
    variables, form = _flat(loop_vars)
    with with_values():
        outputs, last = control_flow.while_loop(cond, func, loop_vars, max_iterations)
        if not _flat(outputs)[0]:
            outputs = _empty(none_as_empty(func(*control_flow.arguments(loop_vars))[0]), max_iterations)
        results = [array.copy() for array in _flat([outputs, last])[0]]
    recorder = _Recorder(variables, _are_numpy(variables))

    def recorded(function: Callable[..., Any]) -> Callable[..., Any]:
        return lambda *now: recorder.run(
            lambda arrays: function(*control_flow.arguments(regroup(arrays, form))), variables, _listed(list(now))
        )

    def step(*now: Any) -> tuple[Any, Any]:
        step_output, after = func(*now)
        return none_as_empty(step_output), after

    def condition(*now: Any) -> Any:
        holds = cond(*now)
        return holds if isinstance(holds, NDArray) else full((1,), bool(holds), variables[0].context)

    new = of_symbols.while_loop(
        recorded(condition), recorded(step), regroup(recorder.symbols, form), max_iterations, name
    )
    recorder.record(_listed(list(new)), results)
    new_outputs, new_last = _like([outputs, last], results)
    return new_outputs, new_last


def cond(pred: Callable[[], Any], then_func: Callable[[], Any], else_func: Callable[[], Any], name: str) -> Any:
    """Record a choice (see :func:`mxnet.npx.cond`); ``pred`` has no arguments."""
    with with_values():
        outputs = (then_func if control_flow.truth(pred()) else else_func)()
        results = [array.copy() for array in _flat(outputs)[0]]
    recorder = _Recorder((), _are_numpy(results))

    def recorded(function: Callable[[], Any]) -> Callable[[], Any]:
        return lambda: recorder.run(lambda _: function(), (), ())

    new = of_symbols.cond(recorded(pred), recorded(then_func), recorded(else_func), name)
    recorder.record(_listed(new), results)
    return _like(outputs, results)

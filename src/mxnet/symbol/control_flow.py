"""Loops and conditions as symbols: a function of the user's becomes a graph inside a node.

Whatever the function makes is marked with the attribute ``__subgraph_name__``; where the graph reaches something that
does not bear the mark, it is cut: a variable of the graph inside stands there, and what was reached becomes an input
of the node. Names, marks and the order of inputs are those that MXNet 1.9.1 writes.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ..core.scopes import AttrScope, NameManager
from ..frontend.nested import Form, flatten, none_as_empty, regroup
from ..registry.op import get
from .create import call
from .node import Entry, Node, creation_attributes
from .rewrite import Replacement, Rewriter, rewrite
from .subgraph import Subgraph
from .symbol import Group, Symbol, var

_MARK = "__subgraph_name__"


def flat(value: Any, what: str) -> tuple[list[Symbol], Form]:
    """Return the single symbols in a nested list, and its form."""
    return flatten(value, _single, what, "Symbol")


def _single(value: Any) -> Any:
    if not isinstance(value, Symbol):
        return None
    return value if len(value) == 1 else list(value)


class Body:
    """A function of the user's as a graph inside: called within a scope of its own, then cut out."""

    def __init__(self, name: str, arguments: Sequence[Symbol] = ()) -> None:
        outer = AttrScope.current.get(None).get(_MARK)
        hint = f"{outer}${name}" if outer else name
        self.mark = f"{hint}{AttrScope._subgraph_names[hint]}"
        AttrScope._subgraph_names[hint] += 1
        self.scope = AttrScope(**{_MARK: self.mark})
        with self.scope:
            #: the variables of ``arguments``
            self.variables = [var(f"{argument.name}-{argument._heads[0].index}") for argument in arguments]
        self.graph: Subgraph
        #: by name of the graph's variables, what is passed for those that are not ``variables``
        self.captured: dict[str, Entry] = {}

    def outputs(self, symbols: Sequence[Symbol], distinct_from: Sequence[Symbol] = ()) -> list[Symbol]:
        """Return symbols as outputs of the graph: those made elsewhere, variables, and other outputs of the nodes of
        ``distinct_from`` are copied.
        """
        names = {item.name for item in distinct_from}
        with self.scope:
            return [
                call(Symbol, "identity", symbol)
                if symbol._heads[0].node.op is None
                or not self._is_inside(symbol._heads[0].node)
                or symbol.name in names
                else symbol
                for symbol in symbols
            ]

    def _is_inside(self, node: Node) -> bool:
        return node.attrs.get(_MARK) == self.mark

    def close(self, outputs: Sequence[Symbol]) -> None:
        """Cut the graph of ``outputs`` out of what surrounds it."""
        heads = Group(outputs)._heads
        outside: dict[Node, Entry] = {}

        def rule(node: Node, new: Rewriter) -> Replacement:
            if self._is_inside(node):
                return node if node.op is None else node.replace(inputs=map(new, node.inputs))
            cuts = [Node(None, name) for name in node.list_outputs()]
            outside.update((cut, Entry(node, i)) for i, cut in enumerate(cuts))
            return [Entry(cut) for cut in cuts]

        self.graph = Subgraph(rewrite(heads, rule))
        self._list_captured(outside)

    def _list_captured(self, outside: Mapping[Node, Entry]) -> None:
        """Note what surrounds the graph; ``outside`` has, by variable that was put in its place, the value."""
        variables = [node for node in self.graph.nodes if node.op is None]
        names = [node.name for node in variables]
        if len(set(names)) != len(names):
            raise AssertionError(f"The inputs of the subgraph don't have unique names: {names}")
        standing = {variable.name for variable in self.variables}
        for node in variables:
            if node.name not in standing:
                self.captured[node.name] = outside.get(node, Entry(node))

    def place(self, index: int) -> int | None:
        """Return the index of the graph's input for an argument, None where it is not used."""
        name = self.variables[index].name
        return self.graph.names.index(name) if name in self.graph.names else None


def copy_inside(symbol: Symbol) -> Symbol:
    """Return a copy of a symbol; in a function of a loop the operators are part of the graph inside."""
    mark = AttrScope.current.get(None).get(_MARK)
    if mark is None:
        return symbol.__copy__()

    def rule(node: Node, new: Rewriter) -> Replacement:
        attrs = node.attrs if node.op is None else {**node.attrs, _MARK: mark}
        return node.replace(attrs=attrs, inputs=map(new, node.inputs))

    return type(symbol)(rewrite(symbol._heads, rule))


def _loop_node(op: str, bodies: Sequence[Body], inputs: Sequence[Entry], **attributes: Any) -> list[Symbol]:
    """Return the outputs of a new node with graphs inside."""
    attributes["num_args"] = len(bodies) + len(inputs)
    attrs = creation_attributes({**attributes, **AttrScope.current.get(None)})
    node = Node(get(op), NameManager.current.get(None, op), attrs, inputs)
    node.subgraphs = tuple(body.graph for body in bodies)
    node.versions = tuple(entry.node.mutations for entry in node.inputs)
    return [Symbol((Entry(node, i),)) for i in range(node.num_outputs)]


# -- foreach --------------------------------------------------------------------------------------------------------


def foreach(body: Callable[..., Any], data: Any, init_states: Any, name: str) -> tuple[Any, Any]:
    """Return the symbols of a loop over ``data`` (see :func:`mxnet.symbol.contrib.foreach`)."""
    sliced, data_form = flat(data, "foreach input")
    states, state_form = flat(init_states, "foreach states")
    inside = Body(name, [*sliced, *states])
    with inside.scope:
        slices, before = inside.variables[: len(sliced)], inside.variables[len(sliced) :]
        actual_out, actual_states = body(regroup(slices, data_form), regroup(before, state_form))
    outputs, out_form = flat(actual_out, "foreach output")
    after, after_form = flat(actual_states, "foreach loop_vars")
    if after_form != state_form:
        raise AssertionError("The input and output loop_vars have different format")
    outputs = inside.outputs(outputs)
    inside.close([*outputs, *inside.outputs(after, distinct_from=outputs)])
    locs = [inside.place(k) for k in range(len(inside.variables))]
    for kind, result in (("data", locs[: len(sliced)]), ("state", locs[len(sliced) :])):
        if None in result:
            raise AssertionError(f"the {kind} arrays have to be used in the loop body")
    inputs = [*(item._heads[0] for item in (*sliced, *states)), *inside.captured.values()]
    counts = {"num_outputs": len(outputs) + len(states), "num_out_data": len(outputs)}
    places = {"in_data_locs": locs[: len(sliced)], "in_state_locs": locs[len(sliced) :]}
    rest = [inside.graph.names.index(item) for item in inside.captured]
    new = _loop_node("_foreach", [inside], inputs, **counts, **places, remain_locs=rest)
    return regroup(new, out_form), regroup(new[len(outputs) :], state_form)


# -- while_loop -----------------------------------------------------------------------------------------------------


def while_loop(
    cond: Callable[..., Any], func: Callable[..., Any], loop_vars: Any, max_iterations: Any, name: str
) -> tuple[Any, Any]:
    """Return the symbols of a loop (see :func:`mxnet.symbol.contrib.while_loop`)."""
    variables, form = flat(loop_vars, "while loop_vars")
    if not variables:
        raise ValueError("loop_vars should contain at least one element")
    test = _condition(cond, variables, form, name)
    step = Body(f"{name}_func", variables)
    with step.scope:
        actual_out, actual_vars = func(*_arguments(step.variables, form))
    outputs, out_form = flat(none_as_empty(actual_out), "while output")
    after = flat(none_as_empty(actual_vars), "while loop_vars")[0]
    if len(after) != len(variables):
        raise ValueError("The number of loop_vars should be consistent during the loop")
    step.close([*step.outputs(outputs), *step.outputs(after)])
    inputs: list[Entry] = []
    at: dict[int, int] = {}  # by variable of the loop: the input that brings it
    cond_locs, func_locs = (_bring(item, variables, inputs, at) for item in (test, step))
    locs = [step.place(k) for k in range(len(variables))]
    if None in locs:
        raise ValueError(f"The {locs.index(None) + 1}-th loop_var doesn't involve into the computation")
    counts = {"num_outputs": len(outputs) + len(variables), "num_out_data": len(outputs)}
    places = {"cond_input_locs": cond_locs, "func_input_locs": func_locs, "func_var_locs": locs}
    result = _loop_node("_while_loop", [test, step], inputs, **counts, max_iterations=max_iterations, **places)
    return regroup(result, out_form), regroup(result[len(outputs) :], form)


def _arguments(variables: list[Symbol], form: Form) -> list[Any]:
    """Return what a loop's functions are called with: a list of variables is unpacked."""
    grouped = regroup(variables, form)
    return grouped if isinstance(grouped, list) else [grouped]


def _condition(cond: Callable[..., Any], variables: list[Symbol], form: Form, name: str) -> Body:
    test = Body(f"{name}_cond", variables)
    with test.scope:
        result = cond(*_arguments(test.variables, form))
    if not isinstance(result, Symbol) or len(result) != 1:
        raise ValueError("Return of cond must be a Symbol")
    test.close(test.outputs([result]))
    return test


def _bring(body: Body, variables: Sequence[Symbol], inputs: list[Entry], at: dict[int, int]) -> list[int]:
    """Add to a loop's ``inputs`` what a graph inside takes; return the indices of the graph's inputs."""
    numbers = {item.name: k for k, item in enumerate(body.variables)}
    locs = []
    for name in body.graph.names:
        k = numbers.get(name)
        if k is None or k not in at:
            inputs.append(body.captured[name] if k is None else variables[k]._heads[0])
            if k is not None:
                at[k] = len(inputs) - 1
        locs.append(len(inputs) - 1 if k is None else at[k])
    return locs


# -- cond -----------------------------------------------------------------------------------------------------------


def cond(pred: Any, then_func: Callable[..., Any], else_func: Callable[..., Any], name: str) -> Any:
    """Return the symbols of a condition (see :func:`mxnet.symbol.contrib.cond`); ``pred`` may be a function, too."""
    test, _, _ = _branch(f"{name}_pred", pred if callable(pred) and not isinstance(pred, Symbol) else (lambda: pred))
    then, form, count = _branch(f"{name}_then", then_func)
    other, _, others = _branch(f"{name}_else", else_func)
    if count != others:
        raise ValueError("Number of outputs differs between then-branch and else-branch")
    inputs: list[Entry] = []
    at: dict[str, int] = {}  # by name of a variable: its input
    bodies = {"cond": test, "then": then, "else": other}
    places = {f"{name}_input_locs": _bring_shared(body, inputs, at) for name, body in bodies.items()}
    result = _loop_node("_cond", [*bodies.values()], inputs, num_outputs=count, **places)
    return regroup(result, form)


def _branch(name: str, function: Callable[[], Any]) -> tuple[Body, Form, int]:
    body = Body(name)
    with body.scope:
        value = function()
    outputs, form = flat(value, "cond outputs")
    body.close(body.outputs(outputs))
    return body, form, len(outputs)


def _bring_shared(body: Body, inputs: list[Entry], at: dict[str, int]) -> list[int]:
    """Add what a branch takes to ``inputs``; a variable is added once, also where each branch made one of its name."""
    locs = []
    for name in body.graph.names:
        entry = body.captured[name]
        position = at.get(name) if entry.node.op is None else None
        if position is None:
            position = len(inputs)
            inputs.append(entry)
            if entry.node.op is None:
                at[name] = position
        locs.append(position)
    return locs

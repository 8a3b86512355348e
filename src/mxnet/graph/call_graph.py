"""The graph of calls that a program is lowered to: inputs, calls of functions and methods, and an output.

It has the form of a ``torch.fx.Graph`` (:func:`as_fx` makes one, for compilers), whose nodes take several times as long
to make: graphs of thousands of operators would run late.
"""

from __future__ import annotations

import keyword
import operator
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, partial
from typing import Any

from torch import fx

from ..core.naming import named
from ..core.restoring import restoring
from ..registry.op import Op

#: what a :attr:`Value.op` may be
INPUT, FUNCTION, METHOD, OUTPUT = "placeholder", "call_function", "call_method", "output"

_NONE: frozenset[str] = frozenset()


class Value:
    """An input of the graph, the result of a call, or the output, whose only argument are the results.

    Arguments are values, constants, and tuples and lists of both; keyword arguments values and constants.
    """

    __slots__ = ("_args", "_kwargs", "flat_args", "marks", "name", "next", "node", "op", "previous", "target", "users")

    def __init__(self, op: str, name: str, target: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        self.op, self.target = op, target
        #: what it is called, perhaps as others are: see :meth:`CallGraph.names`
        self.name = name
        self._args, self._kwargs = args, kwargs
        #: the node of the symbol's graph that the call computes, or the variable
        self.node: Any = None
        #: what passes say of it to later ones
        self.marks: frozenset[str] = _NONE
        #: the values whose arguments have this one
        self.users: dict[Value, None] = {}
        #: its neighbours in the graph, of which the first and last have each other's place beside them
        self.previous = self.next = self
        #: the arguments, if they are values, and none is a keyword argument; else empty
        self.flat_args: tuple[Value, ...] = ()
        self._enter()

    @property
    def args(self) -> tuple[Any, ...]:
        """The arguments."""
        return self._args

    @args.setter
    def args(self, args: tuple[Any, ...]) -> None:
        self._change(tuple(args), self._kwargs)

    @property
    def kwargs(self) -> dict[str, Any]:
        """The keyword arguments, a dictionary that nobody changes."""
        return self._kwargs

    @kwargs.setter
    def kwargs(self, kwargs: dict[str, Any]) -> None:
        self._change(self._args, kwargs)

    @property
    def all_input_nodes(self) -> list[Value]:
        """The values among the arguments, each once."""
        if self.flat_args:
            return list(dict.fromkeys(self.flat_args))
        result: dict[Value, None] = {}
        _collect(self._args, result)
        _collect(self._kwargs.values(), result)
        return list(result)

    def uses_any(self, values: set[Value]) -> bool:
        """Return whether one of some values is among the arguments."""
        return not values.isdisjoint(self.flat_args or self.all_input_nodes)

    def replace_all_uses_with(self, other: Value) -> None:
        """Give another value to all users of this one."""
        for user in list(self.users):
            user._change(_replaced(user._args, self, other), _replaced(user._kwargs, self, other))

    def call_instead(self, function: Callable[..., Any], first: Sequence[Any] = (), last: Sequence[Any] = ()) -> None:
        """Become the call of another function of the same arguments, which are all values, between constants."""
        self.target, self._kwargs = function, {}
        if first or last:
            self._args, self.flat_args = (*first, *self._args, *last), ()

    def _enter(self) -> None:
        """Enter this value among the users of its arguments."""
        is_flat = not (self._kwargs and any(map(has_value, self._kwargs.values())))
        for item in self._args:
            if type(item) is Value:
                item.users[self] = None
            else:
                is_flat = False
        if is_flat:
            self.flat_args = self._args
        else:
            for item in self.all_input_nodes:
                item.users[self] = None

    def _change(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        for item in self.all_input_nodes:
            del item.users[self]
        self._args, self._kwargs, self.flat_args = args, kwargs, ()
        self._enter()

    def __repr__(self) -> str:
        return self.name


class CallGraph:
    """Values in the order of their computation. New ones are put at the end, or where ``inserting_...`` says."""

    def __init__(self) -> None:
        #: the values stand between its neighbours
        self._end = self._before = Value("", "", None, (), {})
        self._count = 0

    @property
    def nodes(self) -> list[Value]:
        """All values in order, a new list."""
        result, at, end = [], self._end.next, self._end
        while at is not end:
            result.append(at)
            at = at.next
        return result

    def __len__(self) -> int:
        return self._count

    def placeholder(self, name: str) -> Value:
        """Add an input."""
        return self.add(INPUT, name, None)

    def call_function(
        self,
        function: Callable[..., Any],
        args: tuple[Any, ...] = (),
        kwargs: dict[str, Any] | None = None,
        name: str | None = None,
    ) -> Value:
        """Add a call of a function, called after it unless it has a name of its own."""
        if not name:
            name = str(getattr(function, "__name__", "call"))
        return self.add(FUNCTION, name, function, args, kwargs)

    def call_method(self, name: str, args: tuple[Any, ...]) -> Value:
        """Add a call of a method of the first argument."""
        return self.add(METHOD, name, name, args)

    def output(self, results: Any) -> Value:
        """Add the output."""
        return self.add(OUTPUT, "output", None, (results,))

    def add(
        self, op: str, name: str, target: Any, args: tuple[Any, ...] = (), kwargs: dict[str, Any] | None = None
    ) -> Value:
        """Add a value."""
        value, after = Value(op, name, target, args, kwargs or {}), self._before
        before = after.previous
        value.previous, value.next = before, after
        before.next = after.previous = value
        self._count += 1
        return value

    def names(self) -> dict[Value, str]:
        """Return a name for each value that Python's code can have: its own, if no earlier one is called so."""
        result, counts = dict[Value, str](), dict[str, int]()
        for value in self.nodes:
            name = stem = identifier(value.name)
            while name in counts:
                counts[stem] = count = counts[stem] + 1
                name = f"{stem}_{count}"
            counts[name] = 0
            result[value] = name
        return result

    def output_node(self) -> Value:
        """Return the output, the last value of a complete graph."""
        return self._end.previous

    @restoring
    def inserting_before(self, value: Value) -> Iterator[None]:
        """Put new values before another one."""
        before, self._before = self._before, value
        try:
            yield
        finally:
            self._before = before

    def inserting_after(self, value: Value) -> Any:
        """Put new values after another one."""
        return self.inserting_before(value.next)

    def erase_node(self, value: Value) -> None:
        """Remove a value that nothing uses."""
        assert not value.users, f"{value.name} is used"
        value._change((), {})
        self._count -= 1
        value.previous.next, value.next.previous = value.next, value.previous

    def node_copy(self, value: Value, copy_of: Callable[[Value], Value]) -> Value:
        """Add a copy of a value of another graph; ``copy_of`` gives those of its arguments."""
        args, kwargs = mapped(value.args, copy_of), mapped(value.kwargs, copy_of)
        result = self.add(value.op, value.name, value.target, args, kwargs)
        result.node, result.marks = value.node, value.marks
        return result

    def copy(self) -> CallGraph:
        """Return a copy."""
        result, copies = CallGraph(), dict[Value, Value]()
        for value in self.nodes:
            copies[value] = result.node_copy(value, copies.__getitem__)
        return result


def identifier(name: str) -> str:
    """Return a name that Python's code can have."""
    if name.isascii() and name.isidentifier() and not keyword.iskeyword(name):
        return name
    word = re.sub(r"\W", "_", name, flags=re.ASCII) or "_"
    return f"_{word}" if word[0].isdigit() or keyword.iskeyword(word) else word


def as_fx(graph: CallGraph) -> fx.GraphModule:
    """Return a graph in FX's form."""
    result, copies = fx.Graph(), dict[Value, fx.Node]()
    for value, name in graph.names().items():
        target = name if value.op == INPUT else value.op if value.op == OUTPUT else value.target
        args, kwargs = mapped(value.args, copies.__getitem__), mapped(value.kwargs, copies.__getitem__)
        copies[value] = result.create_node(value.op, target, args, kwargs, name)
        copies[value].meta["node"] = value.node
    return fx.GraphModule({}, result)


def last_uses(values: Sequence[Value]) -> dict[Value, list[Value]]:
    """Return by value those whose last use it is; itself, if it is a call that nothing uses."""
    seen: set[Value] = set()
    ends: dict[Value, list[Value]] = {}
    for value in reversed(values):
        last = []
        for item in value.flat_args or value.all_input_nodes:
            if item not in seen:
                seen.add(item)
                last.append(item)
        if not value.users and value.op in (FUNCTION, METHOD):
            last.append(value)
        if last:
            ends[value] = last
    return ends


def has_value(item: Any) -> bool:
    """Return whether an argument is, or contains, a value."""
    return type(item) is Value or (type(item) in (tuple, list) and any(map(has_value, item)))


def _collect(items: Iterable[Any], result: dict[Value, None]) -> None:
    for item in items:
        if type(item) is Value:
            result[item] = None
        elif isinstance(item, (tuple, list)):
            _collect(item, result)


def mapped(item: Any, function: Callable[[Value], Any]) -> Any:
    """Return an argument, or arguments, with other values."""
    if type(item) is Value:
        return function(item)
    if type(item) in (tuple, list):
        return type(item)([mapped(part, function) for part in item])
    if type(item) is dict:
        return {key: mapped(part, function) for key, part in item.items()}
    return item


def _replaced(item: Any, old: Value, new: Value) -> Any:
    return mapped(item, lambda value: new if value is old else value)


# -- calls made, named and told apart, for the passes ------------------------------------------------------------------


def with_name(function: Callable[..., Any], name: str) -> Callable[..., Any]:
    """Return a function called ``name`` that calls another one: code names calls by their function."""

    @named(name)
    def call(*tensors: Any, **kwargs: Any) -> Any:
        return function(*tensors, **kwargs)

    call.__wrapped__ = function  # type: ignore[attr-defined]
    return call


@cache
def target(op: Op, on_cpu: bool) -> Callable[..., Any]:
    """Return the function that calls of ``op`` name, on a CPU or elsewhere."""
    call = op.cpu_call if on_cpu else op.call
    is_named = getattr(call, "__name__", "").isidentifier()
    return call if is_named else with_name(call, identifier(op.name))


@cache
def undifferentiated(op: Op) -> Callable[..., Any]:
    """Return the operator's function on detached inputs."""
    fn = op.fn

    def call(*tensors: Any, **kwargs: Any) -> Any:
        return fn(*[t.detach() if t is not None and t.requires_grad else t for t in tensors], **kwargs)

    return with_name(call, fn.__name__)


def starts_unseen(nodes: Iterable[Any], heads: Iterable[Any]) -> bool:
    """Return whether a call whose gradient is to run in any case leads to heads where PyTorch finds no way to it.

    See :attr:`.BoundOp.starts`. It leads there through integers, shapes or indices alone.
    """
    starts = {id(node) for node in nodes if node.op is not None and node.bound.starts}
    pending, seen = [head.node for head in heads] if starts else [], set[int]()
    while pending:
        node = pending.pop()
        if id(node) not in seen and node.op is not None and not node.bound.gives_integers:
            seen.add(id(node))
            read_only = node.op.read_only.of(node.bound.params)
            pending += (source for i, source in enumerate(node.sources) if i not in read_only)
    return not starts <= seen


def single_result(result: Any, _: int) -> Any:
    """Return the only result of an operator that may have several, which may be in a tuple."""
    return result[0] if isinstance(result, tuple) else result


def operator_of(call: Value) -> Any:
    """Return the graph's node that a value is the call of, None for other values."""
    result = call.node if call.op == FUNCTION else None
    return result if result is not None and result.op is not None else None


def may_alias_input(call: Value) -> bool:
    """Return whether a call's results may share memory with its inputs (parts of results always may)."""
    node = operator_of(call)
    return node is None or bool(node.op.view)


def cast_of_variable(value: Any) -> tuple[Value | None, Callable[[Any], Any] | None]:
    """Return ``(variable, cast)`` for a variable (cast: None) or a mixed-precision cast of one, else two Nones."""
    if not isinstance(value, Value):
        return None, None
    if value.op == INPUT:
        return value, None
    node = operator_of(value)
    source = value.args[0] if node is not None and node.op.is_cast and len(value.args) == 1 else None
    if not isinstance(source, Value) or source.op != INPUT or not node.op.one_output:
        return None, None
    function: Any = value.target
    return source, partial(function, **value.kwargs)


def cast_target(value: Any) -> str | None:
    """Return the type that a call casts its only argument to for mixed precision, None for other values."""
    node = operator_of(value) if isinstance(value, Value) else None
    return node.params.dtype if node is not None and node.op.is_cast and node.op.one_output else None


def is_part(value: Value) -> bool:
    """Return whether a value is an element of a call's results."""
    return value.target in (operator.getitem, single_result)


def is_first_output(value: Value) -> bool:
    """Return whether a value is the first element of a call's results."""
    return is_part(value) and bool(value.args[1] == 0)

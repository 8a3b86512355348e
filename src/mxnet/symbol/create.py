"""Nodes of calls: names, scopes and checks, an operator applied to symbols, and a symbol applied to symbols."""

import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

from ..core.errors import MXNetError, as_one_tuple, shortened
from ..core.params import NULL, dtype_name
from ..core.scopes import AttrScope, NameManager
from ..registry.op import Op, get
from ..registry.precision import Precision
from .graph import Heads, SymbolBase, check_names, variables
from .node import Entry, Node, creation_attributes, files_of, topological
from .rewrite import copy

S = TypeVar("S", bound=SymbolBase)


def create(
    cls: type[S], op: Op, short: str, inputs: tuple[Any, ...], kwargs: dict[str, Any], name: Any, attr: Any
) -> S:
    """Return a symbol that applies ``op``, called by its name ``short``.

    ``inputs``: symbols in order (None: not given); ``kwargs``: attributes and symbols by name; ``attr``: further
    attributes, which win over ``kwargs``. A missing name is made from ``short``.
    """
    named, attributes = _split(op, kwargs)
    if op.variadic is None:
        named.update(_by_position(op, inputs))
        positional: list[Heads] = []
    else:
        positional = [_heads(item, "Positional arguments") for item in inputs]
        if positional and named:
            raise TypeError(f"{short} takes its input symbols either by position or by name, not both")
    name = as_text(name)
    attributes.update(AttrScope.current.get(attr))
    hint, names = short.lower(), NameManager.current
    next_name = None if name else lambda: names.get(None, hint)
    node = apply(op, names.get(name, hint), attributes, positional, named, next_name)
    if Precision.current is not None:
        node = _cast(cls, node, op, Precision.current)
    return cls((Entry(node),) if op.one_output else tuple([Entry(node, i) for i in range(node.num_visible)]))


def call(cls: type[S], short: str, *inputs: Any, name: Any = None, attr: Any = None, **attributes: Any) -> S:
    """Return the operator named ``short`` applied to ``inputs``.

    Parameters
    ----------
    cls
        The class of the result.
    short
        The operator's name.
    *inputs
        Its input symbols.
    name
        The name of the new symbol; None: one is made.
    attr
        Attributes of the symbol, text by name.
    **attributes
        The operator's attributes.

    Returns
    -------
    A symbol of class ``cls``.

    Examples
    --------
    >>> from mxnet.symbol.create import call
    >>> call(sym.Symbol, 'exp', sym.Variable('x'), name='e').list_outputs()
    ['e_output']
    """
    return create(cls, get(short), short, inputs, attributes, name, attr)


def _cast(cls: type[S], node: Node, op: Op, precision: Precision) -> Node:
    """Return a node with its inputs cast for mixed precision."""
    if op.amp_exception == "scaled":
        logging.warning("%s does not support dynamic loss scaling in symbolic and hybridized execution.", op.name)
    casting = precision.cast(op, node.params)
    if casting in (None, "any") or not node.inputs:
        return node

    def cast(entries: list[Entry]) -> Heads:
        inputs = [cls((entry,)) for entry in entries]
        if casting == "widest":
            return call(cls, "amp_multicast", *inputs, num_outputs=len(inputs))._heads
        dtype = precision.dtype if casting == "low" else "float32"
        return tuple(call(cls, "amp_cast", item, dtype=dtype)._heads[0] for item in inputs)

    return node.replace(inputs=precision.apply(op, node.params, node.inputs, cast))


def _split(op: Op, kwargs: dict[str, Any]) -> tuple[dict[str, Heads], dict[str, Any]]:
    """Return the symbols and the attributes among keywords.

    A symbol in the place of an attribute becomes text, which the attribute's parser refuses.
    """
    symbols: dict[str, Heads] = {}
    attributes: dict[str, Any] = {}
    for key, value in kwargs.items():
        if isinstance(value, SymbolBase):
            if key in op.parsers and not op.takes_any_attribute:
                attributes[key] = str(value)
            else:
                symbols[key] = value._heads
        elif value is not NULL:
            attributes[key] = dtype_name(value) if key == "dtype" and value is not None else value
    return symbols, attributes


def _by_position(op: Op, inputs: tuple[Any, ...]) -> dict[str, Heads]:
    pairs = zip(op.input_names, inputs, strict=False)
    return {key: _heads(item, f"Argument {key}") for key, item in pairs if item is not None}


def _heads(value: Any, what: str) -> Heads:
    if not isinstance(value, SymbolBase):
        raise AssertionError(f"{what} must be Symbol instances, but got {no_symbol(value)}")
    return value._heads


def no_symbol(value: Any) -> str:
    """Return what came in a symbol's place, and what may help."""
    if hasattr(value, "asnumpy"):
        return f"an array of shape {value.shape}: use the function of mx.nd, or a variable that is bound to the array"
    if hasattr(value, "shape"):
        return f"a {type(value).__name__} of shape {value.shape}: use a variable that is bound to the values"
    if isinstance(value, (list, tuple)) and value and all(hasattr(item, "list_arguments") for item in value):
        return f"a {type(value).__name__} of {len(value)} symbols: pass them one by one, with a * before the list"
    return shortened(str(value))


def as_text(value: Any) -> Any:
    """Return a name or key; raise, with MXNet's class, when it is no text."""
    if value is not None and not isinstance(value, str):
        hint = as_one_tuple(value, "F.transpose(x, (2, 0, 1))")
        raise AttributeError(f"a name must be a str, got {type(value).__name__} {value!r}{hint}")
    return value


def apply(
    op: Op,
    name: str,
    attributes: Mapping[str, object],
    inputs: Sequence[Heads],
    named: Mapping[str, Heads],
    next_name: Callable[[], str] | None = None,
) -> Node:
    """Return a node that applies ``op`` to symbols given in order (``inputs``) and by name (``named``).

    Inputs that are missing become variables ``<name>_<input>`` that inherit the node's attributes. ``next_name``
    returns other names for a node whose name is automatic: it is called when the graph of an input was read from a
    file and has a variable of that name.
    """
    attrs = creation_attributes(attributes)
    if op.count is not None and op.count not in attrs:
        attrs[op.count] = str(len(inputs) + len(named))
    node = Node(op, name, attrs)
    if op.count is not None and node.params[op.count] < 1:
        raise MXNetError(f"operator {op.name} takes at least one input, got {op.count}={attrs[op.count]}")
    names = node.list_inputs()
    if len(inputs) > len(names):
        raise MXNetError(f"Incorrect number of arguments, requires {len(names)}, provided {len(inputs)}")
    kwargs = dict(zip(names, [_single(item, i) for i, item in enumerate(inputs)], strict=False))
    for key, item in named.items():
        kwargs[key] = _single(item, key)
    if names:  # of an operator without inputs MXNet takes symbols of any name, random.randn(2, data=x), and drops them
        check_names("Symbol.Compose", kwargs, names)
    node.files = files_of(kwargs.values())
    missing = [name for name in names if name not in kwargs]
    if next_name is not None and missing and node.files:
        node.name = _unused_name(node, kwargs.values(), missing, next_name)
    node.inputs = [kwargs[name] if name in kwargs else Entry(_variable(node, name)) for name in names]
    initialize_as_operator(op, names, node.inputs)
    if op.mutates:
        _number_states(node)
    node.versions = tuple([source.mutations for source in node.sources])
    return node


def substitute(heads: Heads, name: str | None, inputs: Sequence[Heads], named: Mapping[str, Heads]) -> Heads:
    """Return a private copy of a graph with variables replaced, and its node renamed to ``name`` if given."""
    if inputs:
        raise MXNetError("General composition only support kwargs for now: net(data=x), not net(x)")
    is_variable = len(heads) == 1 and heads[0].node.op is None
    known = [] if is_variable else variables(topological(heads))
    kwargs = {key: _single(item, key) for key, item in named.items()}
    if not (len(heads) == 1 and heads[0].node.op is not None and not heads[0].node.inputs):
        check_names("Symbol.Compose", kwargs, known)  # an operator without inputs takes any name in 1.9.1
    result = copy(heads, kwargs)
    if name and result[0].node.op is not None:
        result[0].node.name = name
    return result


def _single(heads: Heads, which: int | str) -> Entry:
    if len(heads) != 1:
        role = "Argument" if isinstance(which, int) else "Keyword Argument"
        raise MXNetError(f"{role} {which} is a tuple, single value is required: it has {len(heads)} outputs")
    return heads[0]


def _unused_name(node: Node, inputs: Iterable[Entry], missing: Sequence[str], next_name: Callable[[], str]) -> str:
    """Return the node's name, or the first other one that its new variables do not share with those of the files.

    The name is changed only if the inputs depend on a variable of the same name: such a graph cannot be bound, while
    one that leaves out this variable keeps the name that it has in MXNet. The other name is new to the files as a
    whole, because their parameters may be loaded by name. The graph is walked only where a file has the name.
    """

    def in_files(name: str) -> set[str]:
        variables = {_variable_name(name, item) for item in missing}
        return {variable for variable in variables if any(variable in file.variables for file in node.files)}

    conflicts = in_files(node.name)
    if not conflicts or not any(other.op is None and other.name in conflicts for other in topological(inputs)):
        return node.name
    name, previous = next_name(), node.name
    while name != previous and in_files(name):  # a manager of a program's own may repeat its name
        name, previous = next_name(), name
    return name


def _variable_name(name: str, input_name: str) -> str:
    return f"{name}_{input_name}" if name else input_name


def _variable(node: Node, which: str) -> Node:
    return Node(None, _variable_name(node.name, which), dict(node.attrs))


def initialize_as_operator(op: Op, names: Sequence[str], inputs: Sequence[Entry]) -> None:
    """Let the variables among the inputs of an operator begin as it wants."""
    if op.initial:
        for name, entry in zip(names, inputs, strict=False):
            if name in op.initial and entry.node.op is None:
                entry.node.attrs.setdefault("__init__", op.initial[name])


def _number_states(node: Node) -> None:
    for i in node.states():
        target = node.sources[i]
        if target.op is not None:
            raise MXNetError(f"{node.name}: Mutation target can only be Variable, got the output of {target.name}")
        target.mutations += 1

"""Creating an operator's node from a call: names, scopes and checks, then composition."""

from __future__ import annotations

import logging
from typing import Any, TypeVar

from ..core.errors import as_one_tuple, shortened
from ..core.params import NULL, dtype_name
from ..core.scopes import AttrScope, NameManager
from ..registry.op import Op, get
from ..registry.precision import Precision
from .base import SymbolBase
from .compose import apply
from .graph import Heads
from .node import Entry, Node

S = TypeVar("S", bound=SymbolBase)


def create(cls: type[S], op: Op, short: str, inputs: tuple[Any, ...], given: dict[str, Any], name: Any, attr: Any) -> S:
    """Return a symbol that applies ``op``, called by its name ``short``.

    ``inputs``: symbols in order (None: not given); ``given``: attributes and symbols by name; ``attr``: further
    attributes, which win over ``given``. A missing name is made from ``short``.
    """
    named, attributes = _split(op, given)
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

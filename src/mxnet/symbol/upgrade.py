"""Upgrading the JSON of symbols since MXNet 0.8.

========  ==========================================================================================
before    difference
========  ==========================================================================================
0.9.0     states (BatchNorm's moving averages) and other missing inputs are not listed among the inputs
0.9.1     variables do not say how an operator wants them to begin (PReLU's slope, moving averages)
0.9.5     ``argmax`` and ``argmin`` write ``axis=-1`` for "over all"
1.9.1     system attributes may stand without underscores (``lr_mult``), and ``weight_lr_mult`` on a layer means
          ``__lr_mult__`` of its input ``weight``
========  ==========================================================================================

A file without a version is of 0.8. The names ``attr`` and ``param`` for ``attrs`` are the reader's business.
"""

from __future__ import annotations

from ..core.params import OptShape, parser
from ..core.shapes import from_mxnet, to_mxnet
from .attributes import HIDDEN
from .node import Entry, Node
from .write import VERSION

OLDEST = 800
_read_shape = parser(OptShape)


def attributes(op: str, attrs: dict[str, str], version: int) -> dict[str, str]:
    """Return a node's attributes as today's operators read them."""
    if version >= VERSION:
        return attrs
    attrs = {f"__{key}__" if key in HIDDEN else key: value for key, value in attrs.items()}
    if version < 905 and op in ("argmax", "argmin") and attrs.get("axis") == "-1":
        del attrs["axis"]
    return attrs


def shape_for_numpy(text: str) -> str:
    """Return a variable's classic ``__shape__``, where 0 is unknown, as NumPy's semantics writes it."""
    shape = to_mxnet(from_mxnet(_read_shape(text)), np_shape=True)
    return "None" if shape is None else f"[{','.join(map(str, shape))}]"


def take_input_attributes(attrs: dict[str, str], names: tuple[str, ...], version: int) -> list[dict[str, str]]:
    """Take ``weight_lr_mult`` and its like out of a layer's ``attrs``; return, by input, what it means for it."""
    if version >= VERSION:
        return []
    return [
        {f"__{item}__": attrs.pop(f"{name}_{item}") for item in HIDDEN if f"{name}_{item}" in attrs} for name in names
    ]


def initialize_as_operator(node: Node, names: tuple[str, ...], inputs: list[Entry], version: int) -> None:
    """Let the variables among the inputs of a node begin as its operator wants, in files of before 0.9.4."""
    assert node.op is not None
    if version > 903 or not node.op.initial:
        return
    for name, entry in zip(names, inputs, strict=False):
        if name in node.op.initial and entry.node.op is None:
            entry.node.attrs.setdefault("__init__", node.op.initial[name])


def missing_inputs(node: Node, names: tuple[str, ...], given: int, version: int) -> list[Entry]:
    """Return variables for the inputs that a file of before 0.9 leaves out."""
    if version >= 900:
        return []
    assert node.op is not None
    initial, result = node.op.initial, []
    for name in names[given:]:
        attrs = dict(node.attrs)
        if name in initial:
            attrs["__init__"] = initial[name]
        result.append(Entry(Node(None, f"{node.name}_{name}", attrs)))
    return result

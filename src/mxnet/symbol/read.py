"""Reading symbols from JSON, of every version since MXNet 0.8.

The text may come from anywhere: nothing in it is executed, everything is checked, and whatever is wrong is one
:class:`MXNetError` that names the file and the node.
"""

import json
import os
from collections.abc import Sequence
from typing import Any, NoReturn

from ..core.collector import paused
from ..core.errors import MXNetError, nearest
from ..core.files.paths import explaining
from ..core.files.saving import open_saved
from ..core.params import OptShape, parser
from ..core.semantics import semantics
from ..core.shapes import from_mxnet, to_mxnet
from ..registry.bound import BoundOp
from ..registry.op import OPS, Op
from . import version2
from .create import initialize_as_operator
from .graph import Heads
from .node import HIDDEN, Entry, Node, SymbolFile
from .subgraph import Subgraph
from .write import VERSION

# -- upgrading the JSON of symbols since MXNet 0.8 ---------------------------------------------------------------------
#
# ========  ==========================================================================================
# before    difference
# ========  ==========================================================================================
# 0.9.0     states (BatchNorm's moving averages) and other missing inputs are not listed among the inputs
# 0.9.1     variables do not say how an operator wants them to begin (PReLU's slope, moving averages)
# 0.9.5     ``argmax`` and ``argmin`` write ``axis=-1`` for "over all"
# 1.9.1     system attributes may stand without underscores (``lr_mult``), and ``weight_lr_mult`` on a layer means
#           ``__lr_mult__`` of its input ``weight``
# ========  ==========================================================================================
#
# A file without a version is of 0.8. The names ``attr`` and ``param`` for ``attrs`` are the reader's business.

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


def missing_inputs(node: Node, names: tuple[str, ...], num_given: int, version: int) -> list[Entry]:
    """Return variables for the inputs that a file of before 0.9 leaves out."""
    if version >= 900:
        return []
    assert node.op is not None
    initial, result = node.op.initial, []
    for name in names[num_given:]:
        attrs = dict(node.attrs)
        if name in initial:
            attrs["__init__"] = initial[name]
        result.append(Entry(Node(None, f"{node.name}_{name}", attrs)))
    return result


#: about the characters of a node
_OF_NODE = 100
#: the most inputs or outputs that a number in a file may claim
_MOST = 100_000
#: and all nodes that have several outputs together
_MOST_IN_ALL = 1_000_000
_GRAPH = frozenset(("nodes", "arg_nodes", "node_row_ptr", "heads", "attrs"))
_NODE = frozenset(("op", "name", "inputs", "attr", "attrs", "param", "backward_source_id", "control_deps", "subgraphs"))
Reference = tuple[int, int, int]
#: A node as the file has it: operator, name, attributes, inputs and subgraphs. Python's garbage collector passes over
#: tuples of text and numbers; it would walk the dicts and lists of a large graph several times.
_Record = tuple[str, str, tuple[tuple[str, str], ...], tuple[Reference, ...], list[Any] | None]


def from_file(path: str | os.PathLike[str]) -> Heads:
    """Return the graph in a file."""
    with explaining(f"cannot read {os.fspath(path)}"), open_saved(path) as stream:
        data = stream.read()
    return from_text(data, os.fspath(path))


def from_text(text: str | bytes, source: str = "JSON text") -> Heads:
    """Return the graph in a text; ``source`` names it in errors."""
    try:
        with paused(len(text) // _OF_NODE):
            return _Reader(source).graph(_decode(text))
    except _Wrong as error:
        raise MXNetError(f"{source}: {error}") from None
    except RecursionError:
        raise MXNetError(f"{source}: graphs nested too deeply in graphs") from None


def subgraph(text: str) -> Subgraph:
    """Return the graph in a text that is an attribute of a node."""
    return Subgraph(from_text(text, "the graph inside"))


class _Wrong(Exception):
    """An invalid text."""


def _decode(text: str | bytes) -> Any:
    def refuse(name: str) -> NoReturn:
        raise ValueError(f"{name} is no JSON number")

    try:
        if isinstance(text, bytes):
            text = text.decode()
        decoder = json.JSONDecoder(strict=False, parse_constant=refuse, object_hook=_compact)
        return decoder.raw_decode(text.removeprefix("\ufeff").lstrip(" \t\r\n"))[0]  # 1.9.1 ignores what follows
    except UnicodeDecodeError as error:
        arrays = isinstance(text, bytes) and text[:2] == b"\x12\x01"  # as files of mx.nd.save begin
        hint = "; it is a file of arrays, which mx.nd.load reads" if arrays else ""
        raise _Wrong(f"not UTF-8 text at byte {error.start}{hint}") from None
    except RecursionError:
        raise _Wrong("nested too deeply to be a symbol") from None
    except (ValueError, MemoryError) as error:
        raise _Wrong(f"not JSON: {str(error)[:200]}") from None


class _Reader:
    def __init__(self, source: str) -> None:
        self._source = source
        self._nodes: list[Node] = []
        #: how many outputs each of them has: asked for once a node, since a split into thousands lists as many names
        self._counts: list[int] = []
        self._version = OLDEST
        self._classic_shapes = False
        #: variables for inputs that old files leave out
        self._added: list[Node] = []
        #: what was checked: most nodes of a large graph share theirs with others
        self._checked: set[BoundOp] = set()
        #: by operator and attributes, a node that others are copies of but for their name and inputs
        self._examples: dict[Any, Node] = {}
        #: how many outputs the nodes have that have several, those of the graphs inside included
        self._outputs = [0]

    def graph(self, decoded: Any) -> Heads:
        """Return the outputs of a decoded graph."""
        fields = _object(decoded, "the graph", _GRAPH, ("nodes", "heads"))
        self._version, np_shape = _notes(fields.get("attrs"))
        self._classic_shapes = semantics.np_shape and not np_shape
        heads = self._heads(fields)
        self._note_file()
        return heads

    def _note_file(self) -> None:
        """Let the nodes know which file they come from."""
        nodes = [*self._added, *self._nodes]
        files = frozenset((SymbolFile(self._source, frozenset([node.name for node in nodes if node.op is None])),))
        for node in nodes:
            if node.op is None or any(source.files for source in node.sources):
                node.files = files

    def _subgraph(self, decoded: Any) -> Subgraph:
        """Return a decoded graph inside a node; it is of the version of the graph around it."""
        inner = _Reader(self._source)
        inner._version, inner._classic_shapes = self._version, self._classic_shapes
        inner._outputs = self._outputs
        return Subgraph(inner._heads(_object(decoded, "the graph inside", _GRAPH, ("nodes", "heads"))))

    def _heads(self, fields: dict[str, Any]) -> Heads:
        for i, item in enumerate(_checked(fields["nodes"], list, "nodes")):
            record = item
            if type(item) is not tuple:
                node_fields = _object(item, f"node {i}", _NODE, ("op", "name", "inputs"))
                try:
                    record = _record(node_fields)
                except _Wrong as error:
                    raise _Wrong(f"node {i}: {error}") from None
            try:
                node = self._node(record if self._version < version2.VERSION else version2.record(record))
                self._nodes.append(node)
                self._counts.append(1 if node.op is None else node.num_outputs)
            except (MXNetError, ValueError, _Wrong) as error:
                raise _Wrong(f"node {i}, {record[1][:99]!r} ({record[0][:99]}): {str(error)[:500]}") from None
        heads = [self._entry(_reference(item, "a head")) for item in _checked(fields["heads"], list, "heads")]
        if not heads:
            raise _Wrong("the graph has no heads")
        return tuple(heads)

    def _entry(self, reference: Reference) -> Entry:
        position, index, _ = reference
        if not 0 <= position < len(self._nodes):
            raise _Wrong(f"refers to node {position}, but only nodes 0 to {len(self._nodes) - 1} come before")
        if not 0 <= index < self._counts[position]:
            raise _Wrong(f"refers to output {index} of node {position}, which has {self._counts[position]}")
        return Entry(self._nodes[position], index)

    def _node(self, record: _Record) -> Node:
        """Return the node of a record."""
        op, name, attrs, references, _ = record
        example = self._examples.get((op, attrs))
        if example is None or len(example.sources) != len(references):
            return self._new(record)
        nodes, counts = self._nodes, self._counts
        for i, index, _ in references:
            if not (0 <= i < len(nodes) and 0 <= index < counts[i]):
                self._entry((i, index, 0))
        node = example.with_sources(tuple([nodes[i] for i, _, _ in references]))
        node.name = name
        node.indices = tuple([index for _, index, _ in references])
        node.versions = tuple([version for _, _, version in references])
        return node

    def _new(self, record: _Record) -> Node:
        op, name, items, references, subgraphs = record
        attrs = attributes(op, dict(items), self._version)
        inputs = [self._entry(item) for item in references]
        if op == "null":
            if inputs:
                raise _Wrong("a variable has inputs")
            if self._classic_shapes and "__shape__" in attrs:
                attrs["__shape__"] = shape_for_numpy(attrs["__shape__"])
            return Node(None, name, attrs)
        node = Node(_operator(op), name, attrs)
        assert node.op is not None
        subgraphs = subgraphs or []
        if len(subgraphs) != node.op.subgraphs:
            raise _Wrong(f"has {len(subgraphs)} subgraphs, but the operator takes {node.op.subgraphs}")
        node.subgraphs = tuple(map(self._subgraph, subgraphs))
        of_inputs = take_input_attributes(attrs, node.op.input_names, self._version)
        for entry, moved in zip(inputs, of_inputs, strict=False):
            if entry.node.op is None:
                entry.node.attrs.update(moved)
        if node.bound not in self._checked:
            _check_counts(node)
            self._checked.add(node.bound)
        if not node.op.one_output:
            self._outputs[0] += node.num_outputs
            if self._outputs[0] > _MOST_IN_ALL:
                raise _Wrong(f"with it the graph has more than {_MOST_IN_ALL} outputs, which is more than is read")
        names = node.list_inputs()
        if self._version <= 903:
            initialize_as_operator(node.op, names, inputs)
        missing = missing_inputs(node, names, len(inputs), self._version)
        self._added += [entry.node for entry in missing]
        inputs += missing
        if len(names) != len(inputs):
            raise _Wrong(f"has {len(inputs)} inputs, but the operator takes {len(names)} ({', '.join(names[:9])})")
        node.inputs = tuple(inputs)
        self._number_versions(node, references)
        if self._version >= VERSION and node.op.one_output and not (subgraphs or node.states()):
            self._examples[op, items] = node
        return node

    def _number_versions(self, node: Node, references: Sequence[Reference]) -> None:
        versions = [version for _, _, version in references]
        node.versions = (*versions, *[0] * (len(node.sources) - len(versions)))
        for i in node.states():
            target = node.sources[i]
            if target.op is not None:
                raise _Wrong(f"state {node.list_inputs()[i]} is the output of {target.name}, not a variable")
            target.mutations = max(target.mutations, node.versions[i])


def _operator(name: str) -> Op:
    if name not in OPS:
        raise _Wrong(f"there is no such operator{nearest(name, OPS)}")
    return OPS[name]


def _check_counts(node: Node) -> None:
    """Refuse numbers of inputs and outputs that would cost memory just to list."""
    op, params = node.op, node.params
    assert op is not None
    if op.one_output and op.count is None:
        return
    for key, value in params.items():
        if (
            (key.startswith("num_") or key == "sections" or key == op.count)
            and isinstance(value, int)
            and value > _MOST
        ):
            raise _Wrong(f"{key}={value}, but at most {_MOST} are read")


# -- pieces of the decoded text -----------------------------------------------------------------------------


def _compact(fields: dict[str, Any]) -> Any:
    """Return the record of an object that is a valid node, so that its lists do not stay; others as they are."""
    if type(fields.get("inputs")) is list and "op" in fields and "name" in fields and fields.keys() <= _NODE:
        try:
            return _record(fields)
        except _Wrong:
            pass  # it is read again, by someone who knows the number of the node
    return fields


def _record(fields: dict[str, Any]) -> _Record:
    attrs: dict[str, str] = {}
    for key in ("param", "attr", "attrs"):
        if key in fields:
            attrs.update(_texts(fields[key], key))
    inputs = tuple([_reference(item, "an input") for item in _checked(fields["inputs"], list, "inputs")])
    subgraphs = _checked(fields["subgraphs"], list, "subgraphs") if "subgraphs" in fields else None
    op, name = _checked(fields["op"], str, "op"), _checked(fields["name"], str, "name")
    return op, name, tuple(attrs.items()), inputs, subgraphs


def _object(value: Any, what: str, allowed: frozenset[str], needed: tuple[str, ...]) -> dict[str, Any]:
    _checked(value, dict, what)
    for key in needed:
        if key not in value:
            raise _Wrong(f"{what} has no {key!r}")
    for key in value:
        if key not in allowed:
            raise _Wrong(f"{what} has an unknown field {key[:50]!r}")
    return value


def _texts(value: Any, what: str) -> dict[str, str]:
    for key, item in _checked(value, dict, what).items():
        if not isinstance(item, str):
            raise _Wrong(f"{key[:50]!r} in {what} is {_json_type(item)}, not text")
    return value


def _reference(value: Any, what: str) -> Reference:
    numbers = _checked(value, list, what)
    if len(numbers) == 3:
        node, output, version = numbers
        if type(node) is type(output) is type(version) is int:
            return node, output, version
    if len(numbers) not in (2, 3) or any(type(index) is not int for index in numbers):
        raise _Wrong(f"{what} is {str(value)[:50]}, not [node, output] or [node, output, version]")
    return numbers[0], numbers[1], numbers[2] if len(numbers) == 3 else 0


def _notes(attrs: Any) -> tuple[int, bool]:
    """Return the version that wrote the graph, and whether its shapes follow NumPy's semantics."""
    if attrs is None:
        return OLDEST, False
    np_shape = _checked(attrs, dict, "attrs of the graph").get("is_np_shape") == ["int", 1]
    match attrs.get("mxnet_version"):
        case None:
            return OLDEST, np_shape
        case ["int", int(number)]:
            return number, np_shape
    raise _Wrong("mxnet_version is not ['int', number]")


_KINDS = {dict: "an object", list: "a list", str: "text", bool: "true or false", type(None): "null"}


def _json_type(value: Any) -> str:
    return _KINDS.get(type(value), "a number")


def _checked(value: Any, expected: type, what: str) -> Any:
    """Return ``value``, which is to be of this kind."""
    if not isinstance(value, expected):
        raise _Wrong(f"{what} is {_json_type(value)}, not {_KINDS[expected]}")
    return value

"""A network as readable source of a ``torch.nn.Module`` that needs PyTorch alone.

Layers with parameters of their own become PyTorch's layers, everything else is a line of ``forward``; names are those
of the symbol, without what all of them begin with. Values take over the name of an input that is not needed any more,
so that memory is let go and the text reads as it would be written by hand.
"""

import inspect
import keyword
import re
from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any, NamedTuple

import torch

from ..context import cpu
from ..core.errors import MXNetError
from ..core.text import in_docstring, literal
from ..gluon.symbol_block import _common_prefix
from ..ops import portable_detection, to_onnx, to_source
from .networks import Network, nodes_of

_HEADER = '''\
"""{title}

Written from {files}.

>>> net = {name}()
>>> net.load_state_dict(torch.load({weights}, weights_only=True))
>>> net.eval()

Inputs: {inputs}.
"""

import torch
from torch import nn
from torch.nn import functional as F
'''
_SHORT = ("x", "y", "z", "u", "v", "w")
_FUNCTIONS = tuple(name for name, item in vars(portable_detection).items() if inspect.isfunction(item))
_RESERVED = frozenset(("self", "torch", "nn", "F", "Callable", *_FUNCTIONS))


class Batch(NamedTuple):
    """The axis of the batch, by input, and the shapes of all variables for another batch size."""

    axes: Mapping[str, int]
    shapes: Mapping[str, tuple[int, ...]]


def write_source(
    network: Network, shapes: Mapping[str, Any], name: str, title: str, weights: str, batch: Batch | None = None
) -> tuple[str, dict[str, torch.Tensor]]:
    """Return the source of a module called ``name``, and its ``state_dict``.

    ``shapes`` are those of all variables; ``weights`` is the file that the text says to load. With ``batch`` the source
    is for any batch size. Raises :class:`MXNetError` naming the node for an operator without a counterpart.
    """
    return Writer(network, shapes, batch).write(name, title, weights)


class Writer:
    """Writes the text node by node; rules of :mod:`mxnet.ops.to_source` ask it about the node that is written."""

    #: the node, its attributes, and the name of its operator
    node: Any
    p: Any
    name_of_operator: str
    #: the indices of the inputs that count, and how many results it has
    reads: tuple[int, ...]
    outputs: int
    #: how several outputs are taken apart, where the expression is not a flat tuple: ``"{}, ({}, {})"``
    unpack: str | None

    def __init__(self, network: Network, shapes: Mapping[str, tuple[int, ...]], batch: Batch | None) -> None:
        to_source.load()
        self.network, self.batch = network, batch
        self.symbol = network.symbol
        self.nodes = self._read_nodes()
        self.shapes = self._inferred(shapes)
        self.other_shapes = self._inferred(batch.shapes) if batch else self.shapes
        self.uses = self._count_uses()
        self.prefix = _shared_beginning([node.name for node in self.nodes])
        self.used_names: set[str] = {*_RESERVED, *_SHORT}
        #: by name, the text of functions that the source needs
        self.helpers: dict[str, str] = {}
        #: by node and output: the name of its value, while it is needed
        self.values: dict[tuple[int, int], str] = {}
        #: by variable: its text
        self.variables: dict[str, str] = {}
        #: the argument that makes an array on the device of the network's first input, empty without inputs
        self.placed = ""
        self.layers: list[str] = []
        #: the variables that values of layers were computed from
        self.folded: set[str] = set()
        self.state: dict[str, torch.Tensor] = {}

    def _inferred(self, shapes: Mapping[str, tuple[int, ...]]) -> dict[tuple[int, int], tuple[int, ...]]:
        internals = self.symbol.get_internals()
        result = internals.infer_shape_partial(**{name: shape for name, shape in shapes.items() if shape})[1]
        entries = zip(internals.handle, result, strict=True)
        return {(id(entry.node), entry.index): tuple(shape) for entry, shape in entries if shape}

    def _reads(self, node: Any) -> list[Any]:
        """Return the inputs that a node's text looks at."""
        if node.op.source.answer is None:
            raise self.refusal("there is no rule for it", node)
        return [node.inputs[i] for i in self._positions(node)]

    def _positions(self, node: Any) -> tuple[int, ...]:
        """Return the indices of the inputs that a node's text uses."""
        made_by = [source.op and source.op.name for source, _ in node.inputs]
        reads = node.op.source.options["reads"]
        return tuple(range(len(made_by)) if reads is None else reads(made_by))

    def _read_nodes(self) -> list[Any]:
        """Return the nodes that the outputs need, when losses look at no labels."""
        needed = {id(entry.node) for entry in self.symbol.handle}
        read = []
        for node in reversed(nodes_of(self.symbol)):
            if id(node) in needed:
                read.append(node)
                needed.update(id(source) for source, _ in self._reads(node))
        return read[::-1]

    def _count_uses(self) -> dict[tuple[int, int], int]:
        uses: dict[tuple[int, int], int] = {}
        for node in self.nodes:
            for source, index in self._reads(node):
                uses[id(source), index] = uses.get((id(source), index), 0) + 1
        for entry in self.symbol.handle:
            uses[id(entry.node), entry.index] = uses.get((id(entry.node), entry.index), 0) + 1
        return uses

    # -- what rules ask, of the node that is written -------------------------------------------------------------------

    def __len__(self) -> int:
        return len(self.node.inputs)

    def __getitem__(self, i: int) -> str:
        """Return the text of an input."""
        return self._text(*self.node.inputs[i])

    def shape(self, i: int) -> tuple[int, ...]:
        """Return the shape of an input."""
        return self._shape(*self.node.inputs[i])

    def out_shape(self, i: int) -> tuple[int, ...]:
        """Return the shape of an output."""
        return self._shape(self.node, i)

    def _shape(self, source: Any, index: int) -> tuple[int, ...]:
        result = self.shapes.get((id(source), index))
        if result is None or 0 in result:
            what = f"node {self.node.name!r}: the shape of {source.name!r}"
            raise MXNetError(f"{what} is not known: give --shape for the inputs")
        return result

    def open_shape(self, i: int) -> tuple[int | str, ...]:
        """Return the shape of an output; lengths that change with the batch are texts such as ``data.shape[0] * 4``."""
        first = self.out_shape(i)
        other = self.other_shapes.get((id(self.node), i), first)
        return tuple(a if a == b else self._length(a, b) for a, b in zip(first, other, strict=True))

    def layer(self, text: str, ones: tuple[str, ...] = (), **sources: int) -> str | None:
        """Return the text of a layer whose parameters are inputs, by number; None where they are not its own.

        Those that ``ones`` names are 1, whatever the file says.
        """
        entries = {name: self.node.inputs[i][0] for name, i in sources.items()}
        arrays = self.network.arrays
        if any(e.op is not None or e.name not in arrays or self.uses[id(e), 0] != 1 for e in entries.values()):
            return None
        values = {own: arrays[variable.name]._t.detach() for own, variable in entries.items()}
        values |= {own: torch.ones_like(values[own]) for own in ones}
        if "running_mean" in values:
            values["num_batches_tracked"] = torch.zeros((), dtype=torch.int64)
        return self.hold(text, values)

    def hold(self, text: str, values: Mapping[str, torch.Tensor]) -> str:
        """Return the text of a layer that holds these values, by the layer's own names."""
        word = self._word(self.node.name.removesuffix("_fwd"))
        dtypes = {value.dtype for value in values.values() if value.is_floating_point()}
        if len(dtypes) == 1 and dtypes != {torch.float32}:
            text = f"{text[:-1]}, dtype={dtypes.pop()})"
        self.layers.append(f"self.{word} = {text}")
        self.state |= {f"{word}.{own}": value for own, value in values.items()}
        return f"self.{word}"

    def buffer(self, value: torch.Tensor, name: str | None = None) -> str:
        """Return the text of a buffer that holds a constant, under the node's name unless another is given."""
        word = self._word(name or self.node.name)
        empty = f"torch.empty({tuple(value.shape)}, dtype={value.dtype})"
        self.layers.append(f'self.register_buffer("{word}", {empty})')
        self.state[word] = value
        return f"self.{word}"

    def helper(self, function: Callable[..., Any], *others: Callable[..., Any]) -> str:
        """Return the name of a function of :mod:`mxnet.ops.portable_detection`, whose text the source gets.

        ``others``: the functions that it calls.
        """
        for item in (*others, function):
            lines = inspect.getsource(item).splitlines()
            self.helpers[item.__name__] = "\n".join(line for line in lines if not line.startswith("@"))
        return function.__name__

    def constant(self, i: int) -> torch.Tensor:
        """Return the value of an input that parameters alone decide, and that nothing else looks at."""
        source, index = self.node.inputs[i]
        entries = self.symbol.get_internals()
        at = next(k for k, entry in enumerate(entries.handle) if entry.node is source and entry.index == index)
        part = entries[at]
        names = set(part.list_inputs())
        read = {item.name for node in self.nodes for item, _ in self._reads(node) if item.op is None}
        if not names <= set(self.network.arrays) or names & (self.folded | read):
            raise self.refusal(f"input {i} depends on data, or shares its parameters")
        self.folded |= names
        folded: torch.Tensor = part.bind(cpu(), {name: self.network.arrays[name] for name in names}).forward()[0]._t
        return folded.detach()

    def refusal(self, why: str, node: Any = None) -> MXNetError:
        """Return the error that the node, the one that is written, cannot be."""
        node = node or self.node
        to_onnx.load()
        instead = ".onnx, or to .pt2," if all(item.op.onnx for item in nodes_of(self.symbol)) else ".pt2"
        return MXNetError(
            f"node {node.name!r}, operator {node.op.name}: cannot be written as PyTorch source: {why}. "
            f"Convert to {instead} instead"
        )

    # -- names and texts of values -------------------------------------------------------------------------------------

    def _length(self, first: int, other: int) -> str:
        """Return the text of a length that is ``first`` for one batch size and ``other`` for the other."""
        assert self.batch is not None
        for name, axis in self.batch.axes.items():
            sizes = [shapes[id(source), 0][axis] for shapes in (self.shapes, self.other_shapes)
                     for source in self._variables if source.name == name]  # fmt: skip
            if name in self.variables and len(sizes) == 2 and sizes[0] and not first % sizes[0]:
                times = first // sizes[0]
                if times * sizes[1] == other:
                    return f"{self.variables[name]}.shape[{axis}]" + (f" * {times}" if times > 1 else "")
        raise MXNetError(f"node {self.node.name!r}: its length {first} is {other} for another batch size")

    @cached_property
    def _variables(self) -> list[Any]:
        return [entry.node for entry in self.symbol.get_internals().handle if entry.node.op is None]

    def _text(self, source: Any, index: int) -> str:
        if source.op is not None:
            return self.values[id(source), index]
        if source.name not in self.variables:
            self.variables[source.name] = self._parameter(source.name)
        return self.variables[source.name]

    def _parameter(self, variable: str) -> str:
        """Hold a variable's array as a parameter, or a buffer, of the module itself."""
        value = self.network.arrays[variable]._t.detach()
        if variable not in self.network.arguments or not value.is_floating_point():
            return self.buffer(value, variable)
        word = self._word(variable)
        self.layers.append(f"self.{word} = nn.Parameter(torch.empty({tuple(value.shape)}, dtype={value.dtype}))")
        self.state[word] = value
        return f"self.{word}"

    # -- the text ----------------------------------------------------------------------------------------------------

    def write(self, name: str, title: str, weights: str) -> tuple[str, dict[str, torch.Tensor]]:
        inputs = [item for item in self.symbol.list_inputs() if item in self._inputs()]
        words = [self._word(item) for item in inputs]
        self.variables |= dict(zip(inputs, words, strict=True))
        self.placed = f", device={words[0]}.device" if words else ""
        lines = [line for node in self.nodes for line in self._lines(node)]
        heads = [self._text(entry.node, entry.index) for entry in self.symbol.handle]
        result = heads[0] if len(heads) == 1 else f"({', '.join(heads)})"
        facts = ", ".join(f"{word} {self._shape_text(item)}" for item, word in zip(inputs, words, strict=True))
        title = in_docstring(title)
        files, weights = in_docstring(" and ".join(self.network.files)), _in_doctest(weights)
        header = _HEADER.format(title=title, files=files, name=name, weights=weights, inputs=facts)
        body = ["super().__init__()", *self.layers]
        if self.helpers:
            header = header.replace("import torch\n", "from collections.abc import Callable\n\nimport torch\n", 1)
        functions = [f"\n{text}\n" for text in self.helpers.values()]
        text = [
            header, *functions, "", f"class {name}(nn.Module):", f'    """{title}"""', "",
            "    def __init__(self) -> None:", *(f"        {line}" for line in body), "",
            f"    def forward(self, {', '.join(f'{word}: torch.Tensor' for word in words)}):",
            *(f"        {line}" for line in lines), f"        return {result}", "",
        ]  # fmt: skip
        return "\n".join(text), self.state

    def _inputs(self) -> set[str]:
        arrays = self.network.arrays
        read = {source.name for node in self.nodes for source, _ in self._reads(node) if source.op is None}
        read |= {entry.node.name for entry in self.symbol.handle if entry.node.op is None}
        return {name for name in read if name not in arrays}

    def _shape_text(self, variable: str) -> str:
        nodes = [source for node in self.nodes for source, _ in node.inputs if source.name == variable]
        if not nodes:
            return ""
        words = list(map(str, self.shapes.get((id(nodes[0]), 0), ())))
        if self.batch and variable in self.batch.axes:
            words[self.batch.axes[variable]] = "batch"
        dtype = str(self.network.dtypes[variable])
        return f"({', '.join(words)}{',' * (len(words) == 1)})" + f" {dtype}" * (dtype != "float32")

    def _lines(self, node: Any) -> list[str]:
        self.node, self.p, self.name_of_operator, self.unpack = node, node.params, node.op.name, None
        self.reads, self.outputs = self._positions(node), node.op.num_visible(node.params)
        text = node.op.source.of(self)
        free = []
        for source, index in dict.fromkeys((item, i) for item, i in self._reads(node) if item.op is not None):
            key = id(source), index
            self.uses[key] -= sum(1 for item, i in self._reads(node) if item is source and i == index)
            if not self.uses[key]:
                free.append(self.values.pop(key))
        names: list[str] = []
        for i in range(self.outputs):
            names.append(free.pop(0) if free else self._free_name(node, names))
            self.values[id(node), i] = names[-1]
        if text == names[0] and self.outputs == 1:
            return []
        left = self.unpack.format(*names) if self.unpack else ", ".join(names)
        return [f"{left} = {text}"]

    def _free_name(self, node: Any, others: list[str]) -> str:
        live = {*self.values.values(), *others}
        for short in _SHORT:
            if short not in live and short not in self.variables.values():
                return short
        word = _identifier(self._without_prefix(node.name))
        while word in live or word in self.variables.values() or word in _RESERVED:
            word += "_"
        return word

    def _word(self, name: str) -> str:
        """Return an attribute's name that nothing else has."""
        word = _identifier(self._without_prefix(name))
        while word in self.used_names or hasattr(nn_module, word) or word in self.state:
            word += "_"
        self.used_names.add(word)
        return word

    def _without_prefix(self, name: str) -> str:
        rest = name.removeprefix(self.prefix)
        return rest if rest and not rest[0].isdigit() else name


nn_module = torch.nn.Module()


def _identifier(name: str) -> str:
    word = re.sub(r"\W", "_", name, flags=re.ASCII).strip("_") or "value"
    return f"_{word}" if word[0].isdigit() or keyword.iskeyword(word) else word


def _in_doctest(text: str) -> str:
    """Return a text as a string of an example in a docstring; the quotes around it need no backslash there."""
    return f'"{in_docstring(literal(text)[1:-1])}"'


def _shared_beginning(names: list[str]) -> str:
    """Return what all names begin with, up to an underscore."""
    same = _common_prefix(names) if len(names) > 1 else ""
    return same[: same.rfind("_") + 1]

"""Write an ONNX graph: values, constants and nodes, and helpers for the rules of operators."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from math import prod
from typing import Any, NoReturn

import numpy as np
import onnx
from onnx import helper, numpy_helper

from ...core.errors import MXNetError
from ...core.semantics import semantics
from ...core.shapes import PartialShape
from ...registry.op import Op
from ...symbol import inference
from ...symbol.graph import Order
from ...symbol.node import Entry, Node, topological

#: the lowest opset that is written, and the highest that ONNX Runtime accepts
LOWEST, HIGHEST = 13, 26
#: the data types of results that differ from the first input's
_RESULTS = {
    **dict.fromkeys(("Equal", "Greater", "GreaterOrEqual", "Less", "LessOrEqual", "IsNaN", "IsInf"), "bool"),
    **dict.fromkeys(("And", "Or", "Not", "Xor"), "bool"),
    **dict.fromkeys(("ArgMax", "ArgMin", "NonZero", "Shape", "Size", "NonMaxSuppression"), "int64"),
}


class NoCounterpart(MXNetError, AttributeError):
    """An operator without a counterpart in ONNX."""


class NeedsOpset(Exception):
    """A node that needs a later opset."""

    def __init__(self, version: int, what: str) -> None:
        super().__init__(version, what)
        self.version, self.what = version, what


@dataclass(frozen=True, eq=False)
class Value:
    """A tensor of the graph. ``shape`` is None, or has None for dimensions, where unknown; constants have ``data``.

    int32 sums of quantized layers have ``real``: the float value that they stand for, and their scale.
    """

    name: str
    dtype: str
    shape: PartialShape = None
    data: np.ndarray | None = None
    real: tuple[Value, Any] | None = None

    @property
    def rank(self) -> int:
        """The number of axes."""
        if self.shape is None:
            raise MXNetError(f"the number of axes of {self.name} is not known")
        return len(self.shape)

    @property
    def is_float(self) -> bool:
        """Whether the values are floating-point numbers."""
        return "float" in self.dtype

    def of_shape(self, shape: PartialShape) -> Value:
        """Return the same value with a known shape."""
        return replace(self, shape=shape)


def onnx_type(dtype: str) -> int:
    """Return ONNX's code of a data type."""
    return int(onnx.TensorProto.BFLOAT16 if dtype == "bfloat16" else helper.np_dtype_to_tensor_dtype(np.dtype(dtype)))


@cache
def _since(op_type: str) -> list[int]:
    """Return the opsets in which an ONNX operator changed, sorted."""
    schemas = onnx.defs.get_all_schemas_with_history()
    return sorted(schema.since_version for schema in schemas if schema.name == op_type and not schema.domain)


class Shared:
    """Names and constants, shared by all graphs of a model, including those inside nodes."""

    def __init__(self, opset: int) -> None:
        self.opset = opset
        self.initializers: dict[str, Value] = {}
        self._constants: dict[Any, Value] = {}
        self._names: set[str] = set()

    def fresh(self, preferred: str) -> str:
        """Return an unused name."""
        name, count = preferred, 0
        while name in self._names:
            count += 1
            name = f"{preferred}_{count}"
        self._names.add(name)
        return name

    def constant(self, data: np.ndarray, name: str | None = None) -> Value:
        """Return the value of a constant; equal small constants without a name are shared."""
        key = None if name is not None or data.size > 256 else (data.dtype.str, data.shape, data.tobytes())
        if key in self._constants:
            return self._constants[key]
        result = Value(self.fresh(name or "constant"), data.dtype.name, data.shape, data)
        self.initializers[result.name] = result
        if key is not None:
            self._constants[key] = result
        return result


class Writer:
    """Writes the nodes of one graph. ``g.Gemm(a, b, transB=1)`` appends a node and returns the value of its output.

    Inputs are values, None (left out), lists of integers (an int64 vector), NumPy arrays, or numbers, which become
    constants of the data type of the first input. Attributes that are None are left out.
    """

    def __init__(self, shared: Shared) -> None:
        self.shared = shared
        self.nodes: list[onnx.NodeProto] = []
        #: the node of MXNet's graph that is being written: its name, and the shapes and types of its outputs
        self.name = "graph"
        self.outs: list[Value] = []
        self.op: Op | None = None
        #: how many graphs it is inside of
        self.depth = 0

    @property
    def opset(self) -> int:
        """The opset."""
        return self.shared.opset

    def require(self, version: int, what: str) -> None:
        """Require an opset."""
        if self.opset < version:
            raise NeedsOpset(version, what)

    def refuse(self, why: str) -> NoReturn:
        """Raise :class:`MXNetError`: the node cannot be written."""
        raise MXNetError(why)

    # -- nodes ----------------------------------------------------------------------------------------------------

    def __getattr__(self, op_type: str) -> Callable[..., Value]:  # several outputs are a tuple: see node
        if not op_type[:1].isupper():
            raise AttributeError(op_type)
        return lambda *inputs, **attributes: self.node(op_type, inputs, **attributes)

    def node(
        self, op_type: str, inputs: Any, *, outputs: int = 1, dtype: Any = None, shape: Any = None, **attrs: Any
    ) -> Any:
        """Append a node; return the value of its output, or a tuple of several.

        ``dtype`` is the data type of the result (or a sequence for several) if it differs from the first input's,
        ``shape`` its shape as far as it is known. ONNX attributes of these names are ``dtype_attribute`` and so on.
        """
        since = _since(op_type)
        if since[0] > self.opset:
            raise NeedsOpset(since[0], op_type)
        first = next((x for x in inputs if isinstance(x, Value)), None)
        values = [self.value(x, first.dtype if first is not None else "float32") for x in inputs]
        while values and values[-1] is None:
            values.pop()
        kinds = dtype or _RESULTS.get(op_type) or (first.dtype if first is not None else "float32")
        kinds = [kinds] * outputs if isinstance(kinds, str) else list(kinds)
        names = [self.shared.fresh(f"{self.name}_{op_type.lower()}") for _ in range(outputs)]
        attributes = {key.removesuffix("_attribute"): item for key, item in attrs.items() if item is not None}
        self.nodes.append(
            helper.make_node(op_type, ["" if v is None else v.name for v in values], names, name=names[0], **attributes)
        )
        result = tuple(Value(name, item, shape) for name, item in zip(names, kinds, strict=True))
        return result if outputs > 1 else result[0]

    def value(self, x: Any, dtype: str = "float32") -> Value | None:
        """Return an input as a value (see :class:`Writer`)."""
        if x is None or isinstance(x, Value):
            return x
        if isinstance(x, (list, tuple)):
            return self.constant(np.array(x, "int64").reshape(len(x)))
        return self.constant(x if isinstance(x, np.ndarray) else np.array(x, dtype))

    def constant(self, data: np.ndarray, name: str | None = None) -> Value:
        """Return the value of a constant."""
        return self.shared.constant(np.asarray(data), name)

    def scalar(self, value: float, dtype: str) -> Value:
        """Return a constant without axes."""
        if dtype == "bfloat16":
            return self.cast(self.scalar(value, "float32"), dtype)
        return self.constant(np.array(value, dtype))

    @staticmethod
    def type_number(dtype: str) -> int:
        """Return ONNX's code of a data type."""
        return onnx_type(dtype)

    def inner(self) -> Writer:
        """Return a writer of a graph inside a node, which may use the values of this graph."""
        result = Writer(self.shared)
        result.name, result.outs, result.op, result.depth = self.name, self.outs, self.op, self.depth + 1
        return result

    def arguments(self, **kinds: tuple[str, PartialShape]) -> list[Value]:
        """Return inputs of an inner graph, for :meth:`body`: by name, the data type and the shape."""
        return [Value(self.shared.fresh(f"{self.name}_{name}"), *kind) for name, kind in kinds.items()]

    def body(self, inputs: Sequence[Value], outputs: Sequence[Value]) -> onnx.GraphProto:
        """Return the written nodes as a graph for an attribute: the body of a loop, or a branch of a condition."""
        outputs = [self.Identity(v) for v in outputs]  # outputs must be computed in the graph, and be distinct
        nodes = needed(self.nodes, outputs)
        return helper.make_graph(nodes, self.shared.fresh(f"{self.name}_body"), info(inputs), info(outputs))

    # -- common operations ----------------------------------------------------------------------------------------

    def cast(self, x: Value, dtype: str) -> Value:
        """Return ``x`` cast to a data type, unchanged if it has that type."""
        if x.dtype == dtype:
            return x
        return self.Cast(x, to=onnx_type(dtype), dtype=dtype, shape=x.shape)

    def reshape(self, x: Value, dims: Sequence[int | Value]) -> Value:
        """Return ``x`` reshaped; one dimension may be -1, some may be values (int64 vectors of one element)."""
        lengths = self._one_open(dims)
        fixed = [d for d in lengths if isinstance(d, int)]
        is_static = len(fixed) == len(lengths)
        shape = tuple(None if not isinstance(d, int) or d < 0 else d for d in lengths)
        if x.shape == shape and None not in shape:
            return x
        if x.data is not None and is_static:
            return self.constant(x.data.reshape(fixed))
        if x.shape is not None and None not in x.shape and shape.count(None) == 1 and 0 not in shape:
            rest = prod(d for d in shape if d is not None)
            shape = tuple(prod(d or 0 for d in x.shape) // rest if d is None else d for d in shape)
        allowzero = None
        if is_static and 0 in fixed:
            self.require(14, "an array without elements")
            allowzero = 1
        return self.Reshape(x, self.vector(lengths), allowzero=allowzero, shape=shape)

    @staticmethod
    def _one_open(dims: Sequence[int | Value]) -> list[int | Value]:
        """Replace a single dimension that is a value by -1."""
        values = [d for d in dims if not isinstance(d, int)]
        if len(values) == 1 and -1 not in [d for d in dims if isinstance(d, int)] and 0 not in dims:
            return [d if isinstance(d, int) else -1 for d in dims]
        return list(dims)

    def vector(self, dims: Sequence[int | Value]) -> Value:
        """Return dimensions, numbers or values, as a vector."""
        if all(isinstance(d, int) for d in dims):
            return self.constant(np.array(dims, "int64").reshape(len(dims)))
        parts = [d if isinstance(d, Value) else self.constant(np.array([d], "int64")) for d in dims]
        return self.Concat(*parts, axis=0, shape=(len(dims),)) if len(parts) > 1 else parts[0]

    def length(self, x: Value, axis: int) -> int | Value:
        """Return the size of an axis: a number, or a vector of one element if it is not known."""
        if x.shape is not None and x.shape[axis] is not None:
            return int(x.shape[axis])  # type: ignore[arg-type]
        axis = axis % x.rank if x.shape is not None else axis
        return self.Gather(self.Shape(x), [axis], axis=0, shape=(1,))

    def lengths(self, x: Value) -> list[int | Value]:
        """Return the sizes of all axes."""
        return [self.length(x, axis) for axis in range(x.rank)]

    def shape(self, x: Value) -> Value:
        """Return the shape as a vector: a constant if it is known."""
        if x.shape is not None and None not in x.shape:
            return self.constant(np.array(x.shape, "int64").reshape(len(x.shape)))
        return self.Shape(x, shape=None if x.shape is None else (x.rank,))

    def static(self, x: Value, *axes: int) -> tuple[int, ...]:
        """Return the sizes of some axes (default: all), which must be known; raise if they are not."""
        named = axes or range(x.rank)
        result = tuple(x.shape[axis] if x.shape is not None else None for axis in named)
        if None in result:
            self.refuse(f"the lengths of the axes {list(named)} of {x.name} must be known, its shape is {x.shape}")
        return result  # type: ignore[return-value]

    def transpose(self, x: Value, axes: Sequence[int]) -> Value:
        """Return ``x`` with permuted axes."""
        if list(axes) == list(range(len(axes))):
            return x
        if x.data is not None:
            return self.constant(np.ascontiguousarray(x.data.transpose(axes)))
        shape = None if x.shape is None else tuple(x.shape[a] for a in axes)
        return self.Transpose(x, perm=list(axes), shape=shape)

    def unsqueeze(self, x: Value, *axes: int) -> Value:
        """Return ``x`` with new axes of size 1 at these positions of the result."""
        if not axes:
            return x
        shape: list[int | None] | None = None
        if x.shape is not None:
            rank = len(x.shape) + len(axes)
            axes = tuple(sorted(a % rank for a in axes))
            shape = list(x.shape)
            for axis in axes:
                shape.insert(axis, 1)
            if x.data is not None:
                return self.constant(x.data.reshape([int(d or 0) for d in shape]))
        return self.Unsqueeze(x, list(axes), shape=None if shape is None else tuple(shape))

    def squeeze(self, x: Value, *axes: int) -> Value:
        """Return ``x`` without these axes of size 1."""
        shape = None
        if x.shape is not None:
            gone = {a % x.rank for a in axes}
            shape = tuple(d for i, d in enumerate(x.shape) if i not in gone)
        return self.Squeeze(x, list(axes), shape=shape) if axes else x

    def slice(self, x: Value, axis: int, start: int, stop: int | None, step: int = 1) -> Value:
        """Return a slice along one axis, with the meaning of Python's slices."""
        if x.shape is not None:
            axis %= x.rank
        if x.data is not None:
            at = (slice(None),) * axis + (slice(start, stop, step),)
            return self.constant(np.ascontiguousarray(x.data[at]))
        end = (-(2**63) if step < 0 else 2**63 - 1) if stop is None else stop
        shape: Any = None
        if x.shape is not None:
            n = x.shape[axis]
            length = None if n is None else len(range(*slice(start, stop, step).indices(n)))
            shape = tuple(length if i == axis else d for i, d in enumerate(x.shape))
        return self.Slice(x, [start], [end], [axis], None if step == 1 else [step], shape=shape)

    def concat(self, parts: Sequence[Value], axis: int) -> Value:
        """Return the concatenation of arrays along an axis."""
        if len(parts) == 1:
            return parts[0]
        if all(part.data is not None for part in parts):
            return self.constant(np.concatenate([part.data for part in parts], axis))
        return self.Concat(*parts, axis=axis)

    def reduce(self, op_type: str, x: Value, axes: Iterable[int] | None = None, keepdims: bool = False) -> Value:
        """Return a reduction (``ReduceMean``) over some axes (None: all)."""
        listed = None if axes is None else list(axes)
        if listed == []:
            return x
        shape: Any = None
        if x.shape is not None:
            gone = set(range(x.rank)) if listed is None else {a % x.rank for a in listed}
            remaining = [(1 if i in gone else d) for i, d in enumerate(x.shape) if keepdims or i not in gone]
            shape = tuple(remaining)
        write = getattr(self, op_type)
        if self.opset >= 18 or op_type == "ReduceSum" or listed is None:
            return write(x, listed, keepdims=int(keepdims), shape=shape)
        return write(x, axes=listed, keepdims=int(keepdims), shape=shape)

    def filled(self, shape: Sequence[int | Value], value: float, dtype: str) -> Value:
        """Return an array filled with a number."""
        if all(isinstance(d, int) for d in shape) and int(np.prod(shape)) <= 4096 and dtype != "bfloat16":  # type: ignore[arg-type]
            return self.constant(np.full(shape, value, dtype))  # type: ignore[arg-type]
        known = tuple(d if isinstance(d, int) else None for d in shape)
        return self.Expand(self.scalar(value, dtype), self.vector(shape), shape=known)

    # -- graphs ---------------------------------------------------------------------------------------------------

    def graph(
        self, heads: Sequence[Entry], values: Mapping[str, Value], sizes: Any = None, unread: Any = None
    ) -> list[Value]:
        """Write a graph of MXNet's whose variables are ``values``; return the values of its outputs.

        Variables that nothing reads may be missing, or be given by shape and type only (``unread``). ``sizes`` are
        complete shapes of the variables, for ranks that cannot be inferred from the shapes of ``values``.

        Raises :class:`MXNetError`, naming the node, if one cannot be written.
        """
        np_shape = semantics.np_shape
        facts = {**(unread or {}), **values}
        order = Order(heads)
        types = inference.types(heads, {name: v.dtype for name, v in facts.items()}, order)
        shapes = inference.shapes(heads, {name: v.shape for name, v in facts.items()}, np_shape, order)
        complete = None if sizes is None else inference.shapes(heads, sizes, np_shape, order)
        result: dict[tuple[int, int], Value] = {}
        alive = live(heads)
        outer = self.name, self.outs, self.op
        for node in topological(heads):
            if node.op is None:
                if node.name in values:
                    result[id(node), 0] = values[node.name]
            elif id(node) in alive:
                entries = [Entry(node, i) for i in range(node.num_outputs)]
                self.outs = [_fact(e, shapes, types, complete) for e in entries]
                ins = [result.get((id(e.node), e.index)) or _fact(e, shapes, types, complete) for e in node.inputs]
                for i, new in enumerate(self._call(node, ins)):
                    result[id(node), i] = new
        self.name, self.outs, self.op = outer
        return [self._head(entry, result) for entry in heads]

    def one_node(self, node: Node, inputs: Sequence[Value]) -> Value:
        """Write one node of MXNet's graph on ``inputs``; return its first output."""
        names = [f"in{i}" for i in range(len(inputs))]
        single = node.replace(inputs=[Entry(Node(None, name)) for name in names])
        return self.graph([Entry(single)], dict(zip(names, inputs, strict=True)))[0]

    def _call(self, node: Node, ins: list[Value]) -> list[Value]:
        """Write one node; its results get the inferred shapes and types, and names after the node."""
        assert node.op is not None
        first = len(self.nodes)
        if not node.op.onnx:
            raise NoCounterpart(no_counterpart(node))
        self.name, self.op = node.name, node.op
        try:
            result = node.op.onnx.of(self, node.params, *ins[: node.op.onnx.options["reads"]])
        except MXNetError as error:
            raise type(error)(f"node {node.name} ({node.op.name}) cannot be written for ONNX: {error}") from error
        listed = list(result) if isinstance(result, (tuple, list)) else [result]
        listed = [v if out.dtype == "?" else self.cast(v, out.dtype) for v, out in zip(listed, self.outs, strict=False)]
        written = self.nodes[first:]
        outputs = {name for item in written for name in item.output}
        names: dict[str, str] = {}
        for i, (value, out) in enumerate(zip(listed, self.outs, strict=False)):
            if value.name in outputs and value.name not in names:
                wanted = node.name if node.num_visible == 1 and not i else f"{node.name}{i}"
                names[value.name] = self.shared.fresh(wanted)
            if value.data is None:
                shape = out.shape if out.shape is not None else value.shape
                listed[i] = replace(value, name=names.get(value.name, value.name), shape=shape)
        _rename(written, names)
        return listed

    def _head(self, entry: Entry, values: Mapping[tuple[int, int], Value]) -> Value:
        new = values.get((id(entry.node), entry.index))
        if new is None:
            name = entry.node.list_outputs()[entry.index]
            raise MXNetError(f"{name}: ONNX has no counterpart of this output of the node")
        return new


def no_counterpart(node: Node) -> str:
    """Return the error message for an operator without a rule."""
    assert node.op is not None
    return (
        f"node {node.name}: ONNX has no counterpart of the operator {node.op.name}, or none is known here: leave the "
        f"node out (sym.get_internals()), or write it with operators of mx.onnx.get_operator_support()"
    )


def reads(op: Op, count: int) -> range:
    """Return the positions of the inputs that an operator's rule reads."""
    return range(count if op.onnx.options["reads"] is None else min(count, op.onnx.options["reads"]))


def live(heads: Iterable[Entry]) -> set[int]:
    """Return the ids of the nodes to export: those that the heads depend on."""
    seen: set[int] = set()
    stack = [head.node for head in heads]
    while stack:
        node = stack.pop()
        if id(node) not in seen:
            seen.add(id(node))
            if node.op is not None:
                stack += [node.inputs[i].node for i in reads(node.op, len(node.inputs))]
    return seen


def needed(nodes: Sequence[onnx.NodeProto], outputs: Iterable[Value]) -> list[onnx.NodeProto]:
    """Return the nodes that the outputs of a graph depend on, in order."""
    names = {value.name for value in outputs}
    used = []
    for node in reversed(nodes):
        if names.intersection(node.output):
            names.update(name for item in with_inner([node]) for name in item.input)
            used.append(node)
    return used[::-1]


def with_inner(nodes: Iterable[onnx.NodeProto]) -> Iterator[onnx.NodeProto]:
    """Yield nodes and those of the graphs inside them."""
    for node in nodes:
        yield node
        for attribute in node.attribute:
            if attribute.HasField("g"):
                yield from with_inner(attribute.g.node)
                yield from (helper.make_node("Identity", [output.name], []) for output in attribute.g.output)


def info(values: Iterable[Value]) -> list[onnx.ValueInfoProto]:
    """Return the descriptions of a graph's inputs or outputs."""
    return [helper.make_tensor_value_info(v.name, onnx_type(v.dtype), v.shape) for v in values]


def tensor(value: Value) -> onnx.TensorProto:
    """Return a constant as an initializer."""
    assert value.data is not None
    return numpy_helper.from_array(np.ascontiguousarray(value.data).reshape(value.data.shape), value.name)


def _fact(entry: Entry, shapes: Any, types: Any, complete: Any) -> Value:
    """Return the inferred shape and type of an output; the data type ``?`` is unknown."""
    shape = shapes[entry]
    if shape is None and complete is not None and complete[entry] is not None:
        shape = (None,) * len(complete[entry])
    return Value("", types[entry] or "?", shape)


def _rename(nodes: Iterable[onnx.NodeProto], names: Mapping[str, str]) -> None:
    """Rename values in nodes and in the graphs inside them."""
    if not names:
        return
    for node in nodes:
        for listed in (node.input, node.output):
            for i, name in enumerate(listed):
                if name in names:
                    listed[i] = names[name]
        if node.output and node.output[0] in names.values():
            node.name = node.output[0]
        for attribute in node.attribute:
            if attribute.HasField("g"):
                _rename(attribute.g.node, names)
                for output in attribute.g.output:
                    output.name = names.get(output.name, output.name)

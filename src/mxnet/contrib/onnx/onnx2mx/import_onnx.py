"""Graphs of ONNX as symbols.

A value of the graph is a symbol, or a NumPy array where it is known: what follows from constants and from shapes is
computed at once, by the ``onnx`` package's own reference implementation. So shapes that a network computes are numbers
where MXNet's operators want numbers.
"""

from __future__ import annotations

import contextlib
import math
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from .... import ndarray as nd
from .... import symbol as sym_module
from ....core.dtypes import NAMES
from ....core.errors import MXNetError, shortened
from ....gluon import SymbolBlock
from ....registry.infer import infer_types, run_meta
from ....symbol import Symbol, inference
from ....symbol.create import call
from ....symbol.node import Node, topological
from ....util import is_np_shape, np_shape
from .model_file import to_array

Value = Any  # a Symbol, a NumPy array, a list of values, or None
#: by name of an operator of ONNX's: what makes its results, ``translate(g, n, *inputs)``
convert_map: dict[str, Callable[..., Any]] = {}
#: arrays larger than this are not computed at once, unless they are whole numbers
_LARGE = 1 << 22
#: what has more elements than this is not computed while a file is read
_TOO_LARGE = 1 << 25
#: the most nodes that a graph may come to, its loops unrolled
_MOST_NODES = 100_000
#: what the translation of a node that is damaged in ways the checker does not see may end in
_DAMAGED = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    MemoryError,
    RuntimeError,
    TypeError,
    ValueError,
)
#: operators whose inputs broadcast
_BROADCASTING = frozenset(
    (
        *(
            f"_npi_{name}"
            for name in ("add", "subtract", "multiply", "true_divide", "mod", "power", "maximum", "minimum")
        ),
        *(f"_npi_{name}" for name in ("equal", "greater", "greater_equal", "less", "less_equal", "where")),
        *(f"broadcast_{name}" for name in ("add", "sub", "mul", "div", "power", "maximum", "minimum")),
    )
)


def translates(*names: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Decorate the function that makes the results of these operators of ONNX's."""

    def declare(translate: Callable[..., Any]) -> Callable[..., Any]:
        for name in names:
            convert_map[name] = translate
        return translate

    return declare


@contextlib.contextmanager
def naming(path: str | os.PathLike[str]) -> Iterator[None]:
    """Name the file in errors of the block."""
    try:
        yield
    except MXNetError as error:
        raise MXNetError(f"{os.fspath(path)}: {error}") from error


class Attributes(dict[str, Any]):
    """The attributes of a node, by name."""

    def __init__(self, node: Any, opset: int) -> None:
        from onnx import helper

        super().__init__(
            {each.name: each if each.ref_attr_name else helper.get_attribute_value(each) for each in node.attribute}
        )
        self.node, self.opset = node, opset

    def text(self, key: str, default: str) -> str:
        """Return an attribute that is a text."""
        found = self.get(key, default)
        return found.decode() if isinstance(found, bytes) else found


class Graph:
    """One graph on its way: values by their names in ONNX's graph."""

    def __init__(self, opset: int, outer: Graph | None = None, prefix: str = "") -> None:
        self.opset = opset
        self.values: dict[str, Value] = dict(outer.values) if outer is not None else {}
        self.params: dict[str, np.ndarray] = outer.params if outer is not None else {}
        self.shapes: dict[str, Any] = outer.shapes if outer is not None else {}
        self.kinds: dict[str, str] = outer.kinds if outer is not None else {}
        self._facts: dict[int, Any] = outer._facts if outer is not None else {}
        self._made: dict[int, Symbol] = outer._made if outer is not None else {}
        #: constants without axes, with one
        self._wide: dict[int, np.ndarray] = outer._wide if outer is not None else {}
        self._keep: list[Any] = outer._keep if outer is not None else []
        #: how many nodes there have been, in all graphs
        self._count: list[int] = outer._count if outer is not None else [0]
        self.prefix, self.name = prefix, ""
        self._number = 0

    # -- making symbols -------------------------------------------------------------------------------------------

    def op(self, short: str, *inputs: Value, **attributes: Any) -> Any:
        """Return an operator applied to values; constants become parameters."""
        if short in _BROADCASTING and any(isinstance(each, Symbol) and self.rank(each) for each in inputs):
            # a number without axes has no shape in MXNet's classic sense
            inputs = tuple(self._with_axis(each) for each in inputs)
        given = [None if each is None else self.symbol(each) for each in inputs]
        self._number += 1
        name = f"{self.prefix}{self.name}" + (f"_{self._number}" if self._number > 1 else "")
        return call(Symbol, short, *given, name=name, **attributes)

    def _with_axis(self, value: Value) -> Value:
        if not isinstance(value, np.ndarray) or value.ndim:
            return value
        if id(value) not in self._wide:
            self._wide[id(value)] = value.reshape(1)
            self._keep.append(value)
        return self._wide[id(value)]

    def symbol(self, value: Value) -> Symbol:
        """Return a value as a symbol; a constant is a parameter."""
        if isinstance(value, Symbol):
            return value
        if not isinstance(value, np.ndarray):
            raise MXNetError(f"expected a tensor, got {type(value).__name__}")
        key = id(value)
        if key not in self._made:
            if value.dtype.name not in NAMES:
                raise MXNetError(f"the data type {value.dtype.name} is not one of MXNet's")
            name = next((n for n, v in self.values.items() if v is value), None) or f"{self.prefix}{self.name}_constant"
            while name in self.shapes:
                name += "_"
            self.params[name] = value
            self._made[key] = self.variable(name, value.shape, value.dtype.name)
            self._keep.append(value)
        return self._made[key]

    def variable(self, name: str, shape: Any, dtype: str) -> Symbol:
        """Return a variable of which this is known."""
        self.shapes[name], self.kinds[name] = shape, dtype
        return sym_module.var(name)

    # -- questions ------------------------------------------------------------------------------------------------

    def constant(self, value: Value, what: str) -> np.ndarray:
        """Return a value that must be known."""
        if not isinstance(value, np.ndarray):
            raise MXNetError(f"{what} must be a constant, or follow from shapes; here it is known when the graph runs")
        return value

    def fact(self, value: Value) -> tuple[Any, str | None]:
        """Return shape (None: unknown; or None for some lengths) and data type."""
        if isinstance(value, np.ndarray):
            return value.shape, value.dtype.name
        head = value._heads[0]
        for node in topological([head]):
            if id(node) not in self._facts:
                self._facts[id(node)] = self._ask(node)
                self._keep.append(node)
        found: tuple[Any, str | None] = self._facts[id(head.node)][head.index]
        return found

    def _ask(self, node: Node) -> list[tuple[Any, str | None]]:
        if node.op is None:
            return [(self.shapes.get(node.name), self.kinds.get(node.name, "float32"))]
        ins = [self._facts[id(e.node)][e.index] for e in node.inputs]
        shapes, kinds = [s for s, _ in ins], [k for _, k in ins]
        if all(s is not None and None not in s for s in shapes) and node.op.bind is None:
            try:
                return list(run_meta(node.op, node.params, tuple(map(tuple, shapes)), kinds))
            except MXNetError as error:
                if "depends" not in str(error) and node.op.shape_rule is None:
                    raise
        given = {f"in{i}": s for i, s in enumerate(shapes)}
        twin = node.twin([sym_module.var(f"in{i}")._heads[0] for i in range(len(node.inputs))])
        heads = [type(node.inputs[0])(twin, i) for i in range(node.num_outputs)] if node.inputs else []
        found = inference.shapes(heads, given, is_np_shape())
        types = infer_types(node.op, node.params, kinds, [None] * node.num_outputs)[1]
        return [(found[h], t) for h, t in zip(heads, types, strict=True)]

    def shape(self, value: Value) -> tuple[Any, ...]:
        """Return a shape whose number of axes is known."""
        found = self.fact(value)[0]
        if found is None:
            raise MXNetError("the number of axes of an input is not known")
        return tuple(found)

    def static(self, value: Value) -> tuple[int, ...]:
        """Return a shape that must be known."""
        found = self.shape(value)
        if None in found:
            raise MXNetError(f"the shape of an input must be known, it is {found}: give the file fixed lengths")
        return found

    def rank(self, value: Value) -> int:
        """Return the number of axes."""
        return len(self.shape(value))

    def dtype(self, value: Value) -> str:
        """Return the data type."""
        return self.fact(value)[1] or "float32"

    # -- running over the graph -----------------------------------------------------------------------------------

    def run(self, nodes: Sequence[Any]) -> None:
        """Translate nodes, whose results are then among the values."""
        for node in nodes:
            self._count[0] += 1
            if self._count[0] > _MOST_NODES:
                raise MXNetError(f"the graph comes to more than {_MOST_NODES} nodes, its loops unrolled")
            inputs = [self._value(name, node) if name else None for name in node.input]
            self.name, self._number = node.name or next(filter(None, node.output), node.op_type), 0
            made = self._results(node, inputs)
            for name, value in zip(node.output, made, strict=False):
                if name:
                    self.values[name] = value

    def _value(self, name: str, node: Any) -> Value:
        if name not in self.values:
            raise MXNetError(f"node {node.name or node.op_type} ({node.op_type}): its input {name} is made nowhere")
        return self.values[name]

    def _results(self, node: Any, inputs: list[Value]) -> Sequence[Value]:
        try:
            known = self._computed(node, inputs)
            if known is not None:
                return known
            translate = convert_map.get(node.op_type) if node.domain in ("", "ai.onnx") else None
            if translate is None:
                return self._by_function(node, inputs)
            made = translate(self, Attributes(node, self.opset), *inputs)
        except (MXNetError, *_DAMAGED) as error:
            if getattr(error, "placed", False):
                raise
            said = error if isinstance(error, (MXNetError, ValueError)) else f"it is damaged ({type(error).__name__})"
            name = shortened(str(node.name or list(node.output)))
            new = MXNetError(f"node {name} ({shortened(node.op_type)}) cannot be read: {str(said)[:1000]}")
            new.placed = True  # type: ignore[attr-defined]
            raise new from error
        return made if isinstance(made, (tuple, list)) and not isinstance(made, Symbol) else [made]

    def _computed(self, node: Any, inputs: Sequence[Value]) -> Sequence[Value] | None:
        """Return the results of a node that only looks at what is known."""
        if node.op_type in ("If", "Loop", "Scan") or node.op_type.startswith(("Random", "Sequence", "Optional")):
            return None
        if any(isinstance(each, (Symbol, list)) for each in inputs) or node.op_type in ("Bernoulli", "Multinomial"):
            return None
        if sum(each.size for each in inputs if each is not None and each.dtype.kind == "f") > _LARGE:
            return None
        return evaluate(node, inputs, self.opset)

    def _by_function(self, node: Any, inputs: Sequence[Value]) -> Sequence[Value]:
        """Translate an operator that ONNX itself defines by others."""
        import onnx

        body = function_of(node, [None if v is None else self.fact(v) for v in inputs], self.opset)
        if body is None:
            raise MXNetError(f"there is no operator here for ONNX's {node.op_type}")
        inner = Graph(self.opset, self, f"{self.prefix}{self.name}_")
        inner.opset = next((o.version for o in body.opset_import if o.domain == ""), self.opset)
        inner.values = dict(zip(body.input, [*inputs, *[None] * len(body.input)], strict=False))
        given = {each.name: each for each in node.attribute}
        defaults = {each.name: each for each in body.attribute_proto}
        nodes = []
        for each in body.node:
            copy = onnx.NodeProto()
            copy.CopyFrom(each)
            del copy.attribute[:]
            for attribute in each.attribute:
                if not attribute.ref_attr_name:
                    copy.attribute.append(attribute)
                    continue
                source = given.get(attribute.ref_attr_name) or defaults.get(attribute.ref_attr_name)
                if source is not None:
                    new = onnx.AttributeProto()
                    new.CopyFrom(source)
                    new.name = attribute.name
                    copy.attribute.append(new)
            copy.name = ""
            nodes.append(copy)
        inner.run(nodes)
        return [inner.values.get(name) for name in body.output]

    def inside(self, graph: Any, inputs: Sequence[Value], turn: int = 0) -> list[Value]:
        """Translate a graph inside of a node, applied to ``inputs``."""
        inner = Graph(self.opset, self, f"{self.prefix}{self.name}_{turn}_")
        inner.begin(graph)
        inner.values.update({each.name: value for each, value in zip(graph.input, inputs, strict=False)})
        inner.run(graph.node)
        return [inner.values[each.name] for each in graph.output]

    def begin(self, graph: Any) -> None:
        """Take in the constants of a graph."""
        for each in graph.initializer:
            self.values[each.name] = to_array(each)


def evaluate(node: Any, inputs: Sequence[Value], opset: int) -> Sequence[Value] | None:
    """Return what ONNX's reference implementation computes; None where it cannot."""
    import onnx
    from onnx import helper
    from onnx.reference import ReferenceEvaluator

    names = [f"in{i}" if v is not None else "" for i, v in enumerate(inputs)]
    twin = onnx.NodeProto()
    twin.CopyFrom(node)
    del twin.input[:]
    twin.input.extend(names)
    given = {n: v for n, v in zip(names, inputs, strict=True) if n}
    wanted = [name for name in node.output if name]
    infos = [
        helper.make_tensor_value_info(n, helper.np_dtype_to_tensor_dtype(v.dtype), v.shape) for n, v in given.items()
    ]
    graph = helper.make_graph([twin], "one", infos, [onnx.ValueInfoProto(name=name) for name in wanted])
    model = helper.make_model(
        graph, opset_imports=[helper.make_opsetid(node.domain, opset), helper.make_opsetid("", opset)]
    )
    if _elements(model, given) > _TOO_LARGE:
        raise MXNetError(f"its result has more than {_TOO_LARGE} elements")
    try:
        found = ReferenceEvaluator(model).run(None, given)
    except Exception:  # the reference implementation raises whatever it meets; the node is then translated
        return None
    by_name = dict(zip(wanted, found, strict=True))
    return [np.asarray(by_name[n]) if n and not isinstance(by_name[n], list) else by_name.get(n) for n in node.output]


def _elements(model: Any, given: Mapping[str, np.ndarray]) -> int:
    """Return how many elements the largest result has, as far as ONNX says it; the model is changed."""
    from onnx import numpy_helper, shape_inference

    for name, value in given.items():
        if value.size <= 1024:
            model.graph.initializer.append(numpy_helper.from_array(value, name))
    try:
        outputs = shape_inference.infer_shapes(model, data_prop=True).graph.output
    except Exception:  # what it does not understand is not larger than its inputs, or wrong, which is found out next
        return 0
    return max((math.prod(d.dim_value for d in each.type.tensor_type.shape.dim) for each in outputs), default=0)


def function_of(node: Any, facts: Sequence[Any], opset: int) -> Any:
    """Return the definition of an operator by others, as ONNX gives it, None where there is none.

    ``facts`` are shape and data type of each input, None for those that are left out.
    """
    import onnx
    from onnx import helper

    try:
        schema = onnx.defs.get_schema(node.op_type, opset, node.domain)
    except onnx.defs.SchemaError:
        return None
    if schema.has_function:
        return schema.function_body
    if not schema.has_context_dependent_function:
        return None
    types = []
    for fact in facts:
        made = onnx.TypeProto()
        if fact is not None:
            made = helper.make_tensor_type_proto(helper.np_dtype_to_tensor_dtype(np.dtype(fact[1])), fact[0])
        types.append(made.SerializeToString())
    body = onnx.FunctionProto()
    versions = [v for v in schema.context_dependent_function_opset_versions if v <= opset]
    try:
        body.ParseFromString(
            schema.get_context_dependent_function_with_opset_version(max(versions), node.SerializeToString(), types)
            if versions
            else schema.get_context_dependent_function(node.SerializeToString(), types)
        )
    except Exception as error:
        raise MXNetError(f"ONNX does not say what {node.op_type} is with these inputs: {error}") from error
    if not body.node:
        raise MXNetError(f"ONNX does not say what {node.op_type} is with these inputs")
    return body


class GraphProto:
    """Reads graphs of ONNX; MXNet 1.9.1's name."""

    def from_onnx(self, graph: Any, opset_version: int) -> tuple[Symbol, dict[str, Any], dict[str, Any]]:
        """Return symbol, parameters and auxiliary states of a graph."""
        heads, g = self._read(graph, opset_version)
        made = sym_module.Group(heads) if len(heads) > 1 else heads[0]
        states = set(made.list_auxiliary_states())
        used = set(made.list_inputs())
        arrays = {name: nd.array(value, dtype=value.dtype) for name, value in g.params.items() if name in used}
        return (
            made,
            {name: each for name, each in arrays.items() if name not in states},
            {name: each for name, each in arrays.items() if name in states},
        )

    def _read(self, graph: Any, opset: int) -> tuple[list[Symbol], Graph]:
        from . import _operators  # noqa: F401  (which fills the table)

        g = Graph(opset)
        with np_shape(True):
            g.begin(graph)
            for each in graph.input:
                if each.name not in g.values:
                    g.values[each.name] = self._input(g, each)
            g.run(graph.node)
            heads = []
            for each in graph.output:
                value = g.values.get(each.name)
                if isinstance(value, list) or value is None:
                    raise MXNetError(f"the output {shortened(each.name)} is made nowhere, or no tensor")
                g.name, g._number = each.name, 0
                heads.append(value if isinstance(value, Symbol) and value.name else g.op("_copy", value))
        return [head[0] if len(head) > 1 else head for head in heads], g

    @staticmethod
    def _input(g: Graph, info: Any) -> Symbol:
        from onnx import helper

        if not info.type.HasField("tensor_type"):
            raise MXNetError(f"the input {info.name} is no tensor")
        kind = helper.tensor_dtype_to_np_dtype(info.type.tensor_type.elem_type).name
        if kind not in NAMES:
            raise MXNetError(f"the input {info.name} has the data type {kind}, which is not one of MXNet's")
        dims = info.type.tensor_type.shape.dim
        shape = tuple(d.dim_value if d.HasField("dim_value") else None for d in dims)
        return g.variable(info.name, shape if info.type.tensor_type.HasField("shape") else None, kind)

    def get_graph_metadata(self, graph: Any) -> dict[str, list[tuple[str, tuple[int, ...]]]]:
        """Return the names and shapes of inputs and outputs."""
        constants = {each.name for each in graph.initializer}

        def listed(infos: Any) -> list[tuple[str, tuple[int, ...]]]:
            return [
                (each.name, tuple(d.dim_value for d in each.type.tensor_type.shape.dim))
                for each in infos
                if each.name not in constants
            ]

        return {"input_tensor_data": listed(graph.input), "output_tensor_data": listed(graph.output)}

    def graph_to_gluon(self, graph: Any, ctx: Any, opset_version: int) -> Any:
        """Return a graph as a :class:`~mxnet.gluon.SymbolBlock`."""
        symbol, arguments, states = self.from_onnx(graph, opset_version)
        names = [name for name in symbol.list_inputs() if name not in arguments and name not in states]
        network = SymbolBlock(symbol, [sym_module.var(name) for name in names])
        loaded: Mapping[str, Any] = {**arguments, **states}
        for name, parameter in network.collect_params().items():
            parameter.shape = loaded[name].shape
            parameter.dtype = loaded[name].dtype
            parameter.initialize(ctx=ctx)
            parameter.set_data(loaded[name])
        return network

"""One graph of ONNX on its way to symbols.

A value of the graph is a symbol, or a NumPy array where it is known: what follows from constants and from shapes is
computed at once, by the ``onnx`` package's own reference implementation. So shapes that a network computes are numbers
where MXNet's operators want numbers.
"""

from __future__ import annotations

import time
from collections import ChainMap
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np

from .... import symbol as sym_module
from ....core.dtypes import NAMES
from ....core.errors import MXNetError, reason, shortened
from ....core.interruptions import explained
from ....core.naming import name_rule
from ....registry.infer import NeedsValues, infer_types, run_meta
from ....symbol import Symbol, inference
from ....symbol.create import call
from ....symbol.node import Node
from ....util import is_np_shape
from .budget import Budget
from .model_file import to_array
from .reference import evaluate, function_of

Value = Any  # a Symbol, a NumPy array, a list of values, or None
#: by name of an operator of ONNX's: what makes its results, ``translate(g, n, *inputs)``
convert_map: dict[str, Callable[..., Any]] = {}
#: arrays larger than this are not computed at once, unless they are integers
_LARGE = 1 << 22
#: what the translation of a node that is damaged in ways the checker does not see may end in
_DAMAGED = (
    ArithmeticError, AssertionError, AttributeError, LookupError, MemoryError, RuntimeError, TypeError, ValueError,
)  # fmt: skip
#: operators whose inputs broadcast
_BROADCASTING = frozenset(
    (
        *(f"_npi_{name}" for name in ("add", "subtract", "multiply", "true_divide", "mod", "power")),
        *(f"_npi_{name}" for name in ("maximum", "minimum", "equal", "greater", "greater_equal", "less", "less_equal")),
        "_npi_where",
        *(f"broadcast_{name}" for name in ("add", "sub", "mul", "div", "power", "maximum", "minimum")),
    )
)


def _placed(node: Any, error: Exception) -> MXNetError | None:
    """Return the error that says which node cannot be read; None if it is said already."""
    if getattr(error, "placed", False):
        return None
    explains = isinstance(error, (MXNetError, ValueError))
    text = reason(error) if explains else f"it is damaged ({type(error).__name__})"
    name = shortened(str(node.name or list(node.output)))
    new = MXNetError(f"node {name} ({shortened(node.op_type)}) cannot be read: {text[:1000]}")
    new.placed = True  # type: ignore[attr-defined]
    return new


def translates(*names: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Decorate the function that makes the results of these operators of ONNX's."""

    def declare(translate: Callable[..., Any]) -> Callable[..., Any]:
        convert_map.update(dict.fromkeys(names, name_rule(translate, f"{names[0]}.from_onnx")))
        return translate

    return declare


def translate_rows(rules: Mapping[str, Callable[..., Any]]) -> None:
    """Declare functions that are one expression, by the names of ONNX's operators."""
    for names, translate in rules.items():
        translates(*names.split())(translate)


class Attributes(dict[str, Any]):
    """The attributes of a node, by name."""

    def __init__(self, node: Any, opset: int) -> None:
        from onnx import helper

        super().__init__(
            {item.name: item if item.ref_attr_name else helper.get_attribute_value(item) for item in node.attribute}
        )
        self.node, self.opset = node, opset

    def text(self, key: str, default: str) -> str:
        """Return an attribute that is a text."""
        result = self.get(key, default)
        return result.decode() if isinstance(result, bytes) else result


class Shared:
    """State shared by the graphs of one file, subgraphs included."""

    def __init__(self) -> None:
        self.params: dict[str, np.ndarray] = {}
        #: what is known of variables, by name
        self.shapes: dict[str, Any] = {}
        self.kinds: dict[str, str] = {}
        #: by id of a node, shape and data type of each of its outputs
        self.facts: dict[int, Any] = {}
        #: by id of a constant, its variable; and, of one without axes, the same with one
        self.variables: dict[int, Symbol] = {}
        self.with_axis: dict[int, np.ndarray] = {}
        #: by id of a constant, the first of its names, and itself
        self.names: dict[int, tuple[str, np.ndarray]] = {}
        #: what has its id in these tables
        self.alive: list[Any] = []
        self.budget = Budget()


class Graph:
    """One graph on its way: values by their names in ONNX's graph."""

    def __init__(self, opset: int, outer: Graph | None = None, prefix: str = "") -> None:
        self.opset = opset
        self.values: ChainMap[str, Value] = ChainMap() if outer is None else outer.values.new_child()
        self.shared: Shared = Shared() if outer is None else outer.shared
        self.prefix, self.name, self.has_name = prefix, "", True
        self._number = 0

    # -- making symbols -------------------------------------------------------------------------------------------

    def op(self, short: str, *inputs: Value, **attributes: Any) -> Any:
        """Return an operator applied to values; constants become parameters."""
        if short in _BROADCASTING and any(isinstance(item, Symbol) and self.rank(item) for item in inputs):
            # a number without axes has no shape in MXNet's classic sense
            inputs = tuple(self._with_axis(item) for item in inputs)
        symbols = [None if item is None else self.symbol(item) for item in inputs]
        self.shared.budget.add_node()
        self._number += 1
        name = f"{self.prefix}{self.name}" + (f"_{self._number}" if self._number > 1 else "") if self.has_name else None
        return call(Symbol, short, *symbols, name=name, **attributes)

    def _with_axis(self, value: Value) -> Value:
        if not isinstance(value, np.ndarray) or value.ndim:
            return value
        if id(value) not in self.shared.with_axis:
            self.shared.with_axis[id(value)] = value.reshape(1)
            self.shared.alive.append(value)
        return self.shared.with_axis[id(value)]

    def symbol(self, value: Value) -> Symbol:
        """Return a value as a symbol; a constant is a parameter."""
        if isinstance(value, Symbol):
            return value
        if not isinstance(value, np.ndarray):
            raise MXNetError(f"expected a tensor, got {type(value).__name__}")
        key = id(value)
        if key not in self.shared.variables:
            if value.dtype.name not in NAMES:
                raise MXNetError(f"the data type {value.dtype.name} is not one of MXNet's")
            name = self.shared.names.get(key, (f"{self.prefix}{self.name}_constant",))[0]
            while name in self.shared.shapes:
                name += "_"
            self.shared.budget.add_elements(value.size)
            self.shared.params[name] = value
            self.shared.variables[key] = self.variable(name, value.shape, value.dtype.name)
            self.shared.alive.append(value)
        return self.shared.variables[key]

    def variable(self, name: str, shape: Any, dtype: str) -> Symbol:
        """Return a variable of which this is known."""
        self.shared.shapes[name], self.shared.kinds[name] = shape, dtype
        return sym_module.var(name)

    def sized(self, *shape: int) -> tuple[int, ...]:
        """Return a shape of which an array is to be made, unless it is too large."""
        return self.shared.budget.sized(shape)

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
        waiting = [head.node]
        while waiting:
            node = waiting[-1]
            before = [entry.node for entry in node.inputs if id(entry.node) not in self.shared.facts]
            if before:
                waiting += before
                continue
            waiting.pop()
            if id(node) not in self.shared.facts:
                self.shared.facts[id(node)] = self._ask(node)
                self.shared.alive.append(node)
        return self.shared.facts[id(head.node)][head.index]

    def _ask(self, node: Node) -> list[tuple[Any, str | None]]:
        if node.op is None:
            return [(self.shared.shapes.get(node.name), self.shared.kinds.get(node.name, "float32"))]
        ins = [self.shared.facts[id(e.node)][e.index] for e in node.inputs]
        shapes, kinds = [s for s, _ in ins], [k for _, k in ins]
        if all(s is not None and None not in s for s in shapes) and not node.op.bound:
            try:
                return list(run_meta(node.op, node.params, tuple(map(tuple, shapes)), kinds))
            except NeedsValues:
                pass
            except MXNetError:
                if node.op.shapes.answer is None:
                    raise
        named_shapes = {f"in{i}": s for i, s in enumerate(shapes)}
        twin = node.replace(inputs=[sym_module.var(f"in{i}")._heads[0] for i in range(len(node.inputs))])
        heads = [type(node.inputs[0])(twin, i) for i in range(node.num_outputs)] if node.inputs else []
        result = inference.shapes(heads, named_shapes, is_np_shape())
        types = infer_types(node.op, node.params, kinds, [None] * node.num_outputs)[1]
        return [(result[h], t) for h, t in zip(heads, types, strict=True)]

    def shape(self, value: Value) -> tuple[Any, ...]:
        """Return a shape whose number of axes is known."""
        result = self.fact(value)[0]
        if result is None:
            raise MXNetError("the number of axes of an input is not known")
        return tuple(result)

    def static(self, value: Value) -> tuple[int, ...]:
        """Return a shape that must be known."""
        result = self.shape(value)
        if None in result:
            raise MXNetError(f"the shape of an input must be known, it is {result}: give the file fixed lengths")
        return result

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
            self.shared.budget.add_node()
            inputs = [self._value(name, node) if name else None for name in node.input]
            self.begin_node(node.name or next(filter(None, node.output), node.op_type), bool(node.name or self.prefix))
            result = self._results(node, inputs)
            for name, value in zip(node.output, result, strict=False):
                if name:
                    self._name(name, value)

    def begin_node(self, name: str, has_name: bool = True) -> None:
        """Have operators named after a node; without a name of its own they are numbered as any others."""
        self.name, self.has_name, self._number = name, has_name, 0

    def _value(self, name: str, node: Any) -> Value:
        if name not in self.values:
            raise MXNetError(f"node {node.name or node.op_type} ({node.op_type}): its input {name} is made nowhere")
        return self.values[name]

    def _results(self, node: Any, inputs: list[Value]) -> Sequence[Value]:
        with explained(partial(_placed, node), MXNetError, *_DAMAGED):
            known = self._computed(node, inputs)
            if known is not None:
                return known
            translate = convert_map.get(node.op_type) if node.domain in ("", "ai.onnx") else None
            if translate is None:
                return self._by_function(node, inputs)
            result = translate(self, Attributes(node, self.opset), *inputs)
        return result if isinstance(result, (tuple, list)) and not isinstance(result, Symbol) else [result]

    def _computed(self, node: Any, inputs: Sequence[Value]) -> Sequence[Value] | None:
        """Return the results of a node that depends on known values only."""
        if node.op_type in ("If", "Loop", "Scan") or node.op_type.startswith(("Random", "Sequence", "Optional")):
            return None
        if any(isinstance(item, (Symbol, list)) for item in inputs) or node.op_type in ("Bernoulli", "Multinomial"):
            return None
        if sum(item.size for item in inputs if item is not None and item.dtype.kind == "f") > _LARGE:
            return None
        budget = self.shared.budget
        if not budget.has_time():
            return None
        began = time.thread_time()
        results = evaluate(node, inputs, self.opset, budget)
        budget.add_time(time.thread_time() - began)
        return results

    def _by_function(self, node: Any, inputs: Sequence[Value]) -> Sequence[Value]:
        """Translate an operator that ONNX itself defines by others."""
        import onnx

        body = function_of(node, [None if v is None else self.fact(v) for v in inputs], self.opset)
        if body is None:
            raise MXNetError(f"there is no operator here for ONNX's {node.op_type}")
        inner = Graph(self.opset, self, f"{self.prefix}{self.name}_")
        inner.opset = next((o.version for o in body.opset_import if o.domain == ""), self.opset)
        inner.values = ChainMap(dict(zip(body.input, [*inputs, *[None] * len(body.input)], strict=False)))
        protos = {item.name: item for item in node.attribute}
        defaults = {item.name: item for item in body.attribute_proto}
        nodes = []
        for item in body.node:
            copy = onnx.NodeProto()
            copy.CopyFrom(item)
            del copy.attribute[:]
            for attribute in item.attribute:
                if not attribute.ref_attr_name:
                    copy.attribute.append(attribute)
                    continue
                source = protos.get(attribute.ref_attr_name) or defaults.get(attribute.ref_attr_name)
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
        """Translate a graph inside a node, applied to ``inputs``."""
        inner = Graph(self.opset, self, f"{self.prefix}{self.name}_{turn}_")
        inner.begin(graph)
        inner.values.update({item.name: value for item, value in zip(graph.input, inputs, strict=False)})
        inner.run(graph.node)
        return [inner.values[item.name] for item in graph.output]

    def begin(self, graph: Any) -> None:
        """Take in the constants of a graph."""
        for item in graph.initializer:
            value = to_array(item)
            if not self.prefix:
                self.shared.budget.grant(value.size)
            self._name(item.name, value)

    def _name(self, name: str, value: Value) -> None:
        self.values[name] = value
        if isinstance(value, np.ndarray):
            self.shared.names.setdefault(id(value), (name, value))

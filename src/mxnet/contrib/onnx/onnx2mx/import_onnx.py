"""Graphs of ONNX as symbols and as blocks of Gluon."""

import contextlib
import os
from collections.abc import Iterator, Mapping
from typing import Any

from .... import ndarray as nd
from .... import symbol as sym_module
from ....core.dtypes import NAMES
from ....core.errors import MXNetError, shortened
from ....gluon import SymbolBlock
from ....symbol import Symbol
from ....util import np_shape
from .graph import Graph, convert_map

__all__ = ["GraphProto", "convert_map", "naming"]  # the second, as in 1.9.1, is found here


@contextlib.contextmanager
def naming(path: str | os.PathLike[str]) -> Iterator[None]:
    """Name the file in errors of the block."""
    try:
        yield
    except MXNetError as error:
        raise MXNetError(f"{os.fspath(path)}: {error}") from error


class GraphProto:
    """Reads graphs of ONNX; MXNet 1.9.1's name."""

    def from_onnx(self, graph: Any, opset_version: int) -> tuple[Symbol, dict[str, Any], dict[str, Any]]:
        """Return symbol, parameters and auxiliary states of a graph."""
        heads, g = self._read(graph, opset_version)
        result = sym_module.Group(heads) if len(heads) > 1 else heads[0]
        states = set(result.list_auxiliary_states())
        used = set(result.list_inputs())
        arrays = {name: nd.array(value, dtype=value.dtype) for name, value in g.shared.params.items() if name in used}
        return (
            result,
            {name: item for name, item in arrays.items() if name not in states},
            {name: item for name, item in arrays.items() if name in states},
        )

    def _read(self, graph: Any, opset: int) -> tuple[list[Symbol], Graph]:
        from . import _operators  # noqa: F401  (which fills the table of translations)

        g = Graph(opset)
        with np_shape(True):
            g.begin(graph)
            for item in graph.input:
                if item.name not in g.values:
                    g.values[item.name] = self._input(g, item)
            g.run(graph.node)
            heads = []
            for item in graph.output:
                value = g.values.get(item.name)
                if isinstance(value, list) or value is None:
                    raise MXNetError(f"the output {shortened(item.name)} is made nowhere, or no tensor")
                g.begin_node(item.name)
                heads.append(value if isinstance(value, Symbol) and value.name else g.op("_copy", value))
        return [head[0] if len(head) > 1 else head for head in heads], g

    @staticmethod
    def _input(g: Graph, info: Any) -> Symbol:
        from onnx import helper

        if not info.type.HasField("tensor_type"):
            raise MXNetError(f"the input {info.name} is no tensor")
        dtype = helper.tensor_dtype_to_np_dtype(info.type.tensor_type.elem_type).name
        if dtype not in NAMES:
            raise MXNetError(f"the input {info.name} has the data type {dtype}, which is not one of MXNet's")
        dims = info.type.tensor_type.shape.dim
        shape = tuple(d.dim_value if d.HasField("dim_value") else None for d in dims)
        return g.variable(info.name, shape if info.type.tensor_type.HasField("shape") else None, dtype)

    def get_graph_metadata(self, graph: Any) -> dict[str, list[tuple[str, tuple[int, ...]]]]:
        """Return the names and shapes of inputs and outputs."""
        constants = {item.name for item in graph.initializer}

        def listed(infos: Any) -> list[tuple[str, tuple[int, ...]]]:
            return [
                (info.name, tuple(d.dim_value for d in info.type.tensor_type.shape.dim))
                for info in infos
                if info.name not in constants
            ]

        return {"input_tensor_data": listed(graph.input), "output_tensor_data": listed(graph.output)}

    def graph_to_gluon(self, graph: Any, ctx: Any, opset_version: int) -> Any:
        """Return a graph as a :class:`~mxnet.gluon.SymbolBlock`."""
        symbol, arguments, states = self.from_onnx(graph, opset_version)
        names = [name for name in symbol.list_inputs() if name not in arguments and name not in states]
        network = SymbolBlock(symbol, [sym_module.var(name) for name in names])
        loaded: Mapping[str, Any] = {**arguments, **states}
        for name, parameter in network.collect_params().items():
            parameter.dtype = loaded[name].dtype
            parameter._load_init(loaded[name], ctx, exclusive=True)
        return network

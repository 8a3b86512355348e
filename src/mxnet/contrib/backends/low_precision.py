"""Engines of lower precision: int8, quantized by ``mx.contrib.quantization`` and calibrated with the example, and half,
converted by ``mx.contrib.amp``.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import torch

from ... import ndarray as nd
from ...core.dtypes import CODE_OF
from ...core.errors import MXNetError
from ...gluon.backends import Engine, Source
from ...gluon.functions import as_classic
from ...io import DataBatch, DataDesc, DataIter
from ...symbol import Symbol
from ...symbol.graph import Heads
from ...symbol.node import topological
from ...symbol.rewrite import copy
from ...symbol.subgraph import Subgraph
from .. import amp
from ..quantization import quantize_model, quantize_model_mkldnn

#: the types that become float32, the only one that quantized values can stand for
_OTHER_FLOATS = ("float16", "float64", "bfloat16")


def int8(source: Source) -> Engine:
    """Quantize a graph; the example inputs calibrate it.

    What is not quantized is computed in float32, whatever float type the parameters have; results have the types of the
    graph's results. Options are those of ``quantize_model``, with its defaults except ``calib_mode="naive"``: one batch
    is too little for ``entropy``. Raises MXNetError if the examples are all zeros, which have no range, or not finite.
    """
    graph = Symbol(_in_float32(source.op.symbol._heads))
    args = {name: _as_float32(item) for name, item in source.params.items()}
    examples = {name: _as_float32(item) for name, item in source.examples.items()}
    names, types = list(examples), {name: item._t.dtype for name, item in source.examples.items()}
    options = {"calib_mode": "naive", **source.options}
    if options["calib_mode"] != "none" and "calib_data" not in options:
        check_examples(examples)
        options["calib_data"] = _Once(examples)
    ctx = next(iter(examples.values())).context
    states = set(graph.list_auxiliary_states())
    quantize = quantize_model_mkldnn if ctx.device_type == "cpu" else quantize_model
    params = {name: array for name, array in args.items() if name not in states}
    aux_params = {name: array for name, array in args.items() if name in states}
    labels = [name for name in graph.list_arguments() if name not in args]
    symbol, result, auxs = quantize(graph, params, aux_params, data_names=names, label_names=labels, **options)
    op = nd.CachedOp(symbol)
    weights = {**result, **auxs}
    expected = symbol.list_inputs()
    dtypes = types_of_results(source, ctx)

    def engine(inputs: Sequence[torch.Tensor]) -> Sequence[torch.Tensor]:
        arrays = {name: _checked(name, item, types[name]) for name, item in zip(names, inputs, strict=True)}
        results = op.run_on_tensors([arrays[n] if n in arrays else weights[n]._t for n in expected], False, ctx)
        return [item.to(dtype) for item, dtype in zip(results, dtypes, strict=True)]

    engine.any_shape = True  # type: ignore[attr-defined]  # its ranges are those of the first example
    return engine


class _Once(DataIter):
    """One batch of arrays, whose numbers of rows may differ."""

    def __init__(self, arrays: Mapping[str, Any]) -> None:
        super().__init__(1)
        self._batch: DataBatch | None = DataBatch(list(arrays.values()), [], pad=0)
        self.provide_data = [DataDesc(name, item.shape, item.dtype, layout=None) for name, item in arrays.items()]
        self.provide_label: list[DataDesc] = []

    def next(self) -> DataBatch:
        batch, self._batch = self._batch, None
        if batch is None:
            raise StopIteration
        return batch


def check_examples(examples: Mapping[str, Any]) -> None:
    """Raise MXNetError for examples that cannot calibrate a network."""
    names = ", ".join(examples)
    expected = "optimize_for: expected an example such as the network will see, to find ranges from"
    if not any(item._t.any() for item in examples.values()):
        raise MXNetError(f"{expected}, got zeros for {names}; or give calib_data")
    for name, item in examples.items():
        if not item._t.isfinite().all():
            raise MXNetError(f"{expected}, got numbers that are not finite for {name}; or give calib_data")


def _as_float32(array: Any) -> Any:
    array = as_classic(array)
    return array.astype("float32") if array._t.is_floating_point() and array._t.dtype is not torch.float32 else array


def _checked(name: str, value: torch.Tensor, dtype: torch.dtype) -> torch.Tensor:
    """Return a float input as float32. Raises MXNetError for another float type than the example has."""
    if not value.is_floating_point():
        return value
    if dtype.is_floating_point and value.dtype is not dtype:
        raise MXNetError(f"{name}: expected {dtype} as in the example, got {value.dtype}")
    return value.to(torch.float32)


def _in_float32(heads: Heads) -> Heads:
    """Return a copy of a graph in which float32 replaces every other float type that is named."""
    codes = {str(CODE_OF[item]) for item in _OTHER_FLOATS}
    result = copy(heads)
    for node in topological(result):
        node.subgraphs = tuple(Subgraph(_in_float32(subgraph.heads)) for subgraph in node.subgraphs)
        for key, value in list(node.attrs.items()):
            if key == "__dtype__" and value in codes:
                node.set_attr(key, str(CODE_OF["float32"]))
            elif node.op is not None and key in node.op.attrs and value in _OTHER_FLOATS:
                node.set_attr(key, "float32")
    return result


def types_of_results(source: Source, ctx: Any) -> list[torch.dtype]:
    """Return the types of the graph's results for the examples."""
    arrays = {**source.params, **source.examples}
    inputs = [arrays[name]._t.detach() for name in source.op.symbol.list_inputs()]
    with torch.no_grad():
        return [item.dtype for item in source.op.run_on_tensors(inputs, False, ctx)]


# -- half precision ----------------------------------------------------------------------------------------------------


def half(source: Source) -> Engine:
    """Convert a graph; its results keep their types.

    The option ``dtype`` is ``bfloat16`` or ``float16``, the others are those of ``convert_symbol``.
    """
    options = dict(source.options)
    value = Symbol(source.op.symbol._heads)
    symbol = amp.convert_symbol(value, options.pop("dtype"), data_names=list(source.examples), **options)
    op, names = nd.CachedOp(symbol), symbol.list_inputs()
    ctx = next(iter(source.examples.values())).context
    dtypes = types_of_results(source, ctx)
    weights = {name: item._t.detach() for name, item in source.params.items()}

    def engine(inputs: Sequence[torch.Tensor]) -> Sequence[torch.Tensor]:
        tensors = weights | dict(zip(source.examples, inputs, strict=True))
        results = op.run_on_tensors([tensors[name] for name in names], False, ctx)
        return [item.to(dtype) for item, dtype in zip(results, dtypes, strict=True)]

    engine.any_shape = True  # type: ignore[attr-defined]
    return engine

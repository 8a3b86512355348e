"""Every operator that can be written for ONNX, on its samples: ONNX Runtime gives what we give in prediction."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import mxnet as mx
import numpy as np
import pytest
from mxnet.ops import to_onnx
from mxnet.registry.op import OPS

from tests.ops import calls
from tests.ops.sample import OpSample, function

from .conftest import Export, close

to_onnx.load()
#: how many samples of each operator are tried
NUMBER = 2


#: samples whose attributes ask for what ONNX has no operator for
REFUSED = {
    "RNN(state_size=3,num_layers=1,mode=lstm,state_outputs=True,projection_size=2)",
    "_npi_delete(axis=0)-mask",
    "_npi_einsum(subscripts=...ij,...jk->...ik)",
    "_npi_norm(ord=inf,axis=(0, 2),keepdims=True)",
}


def drawing() -> list[OpSample]:
    """Return the first sample of each operator that draws random numbers and says how they are distributed."""
    chosen = {}
    for item in calls.params(once=True):
        sample = item.values[1]
        op = OPS[sample.op]
        draws = op.onnx and op.stochastic.of(op.parse(_attributes(sample)), False)
        if draws and sample.check is not None and sample.op != "_random_exponential":  # whose function has a rate
            chosen.setdefault(op.name, sample)
    return list(chosen.values())


def samples() -> list[Any]:
    """Return the first samples of each operator that has a rule and always gives the same."""
    chosen: dict[str, list[Any]] = {}
    for item in calls.params(once=True):
        _, sample, _ = item.values
        op = OPS[sample.op]
        same = not sample.changes and not op.stochastic.of(op.parse(_attributes(sample)), False)
        if op.onnx and same and sample.label not in REFUSED and len(chosen.setdefault(op.name, [])) < NUMBER:
            chosen[op.name].append(item)
    return [item for listed in chosen.values() for item in listed]


def _attributes(sample: OpSample) -> dict[str, Any]:
    count = OPS[sample.op].count
    return dict(sample.attrs) | ({count: len(sample.inputs)} if count else {})


def prepared(sample: OpSample, dtype: str) -> tuple[mx.sym.Symbol, dict[str, np.ndarray], list[np.ndarray]]:
    """Return the operator as a graph, its inputs by name, and what it gives in prediction."""
    given = {f"input{i}": item for i, item in enumerate(sample.arrays(dtype))}
    placed, named = calls.placed(sample, list(given)), calls.named(sample, list(given))
    graph = function(mx.sym, sample.op)(*placed, **named, **sample.attrs, name="node")
    result = function(mx.nd, sample.op)(*calls.nd(list(given.values())), **sample.attrs)
    return graph, given, [item.asnumpy() for item in (result if isinstance(result, (list, tuple)) else [result])]


@pytest.mark.parametrize(("family", "sample", "dtype"), samples())
def test_onnx_runtime_gives_the_same(export: Export, family: str, sample: OpSample, dtype: str) -> None:
    with mx.util.np_shape(sample.is_np):
        graph, given, expected = prepared(sample, dtype)
        names = graph.list_inputs()
        result = export(graph, None, [given[n].shape for n in names], [given[n].dtype for n in names])
    close(result(given), expected, 1e-2 if dtype == "float16" else 1e-4)


#: by operator: which axis of each input may vary, None for none
VARYING = {
    "CTCLoss": (1, 0),
    "_contrib_MultiBoxTarget": (None, 0, 0),
    "_contrib_MultiProposal": (0, 0, 0),
    "_contrib_PSROIPooling": (0, 0),
    "_contrib_RROIAlign": (0, 0),
    "_contrib_DeformablePSROIPooling": (0, 0, 0),
    "Correlation": (0, 0),
}


@pytest.mark.parametrize("name", sorted(VARYING))
def test_lengths_of_detection_vary(export: Export, name: str) -> None:
    sample = next(item.values[1] for item in calls.params(once=True) if item.values[1].op == name)
    graph, given, expected = prepared(sample, sample.dtypes[0])
    names = graph.list_inputs()
    shapes = [given[n].shape for n in names]
    pairs = zip(shapes, VARYING[name], strict=False)
    open_shapes = [tuple(None if i == axis else d for i, d in enumerate(shape)) for shape, axis in pairs]
    types = [given[n].dtype for n in names]
    close(export(graph, None, shapes, types, dynamic=True, dynamic_input_shapes=open_shapes)(given), expected, 1e-4)


def test_whole_numbers_that_are_too_many_to_draw_are_refused(export: Export) -> None:
    with pytest.raises(mx.MXNetError, match=r"node wide \(_random_randint\) cannot be written for ONNX: .*2\*\*24"):
        export(mx.sym.random.randint(0, 2**30, shape=(2,), name="wide"))


@pytest.mark.parametrize("label", sorted(REFUSED))
def test_what_onnx_cannot_say_is_refused(export: Export, label: str) -> None:
    _, sample, dtype = next(item.values for item in calls.params(once=True) if item.values[1].label == label)
    with mx.util.np_shape(sample.is_np):
        graph, given, _ = prepared(sample, dtype)
        names = graph.list_inputs()
        with pytest.raises(mx.MXNetError, match=rf"node node \({OPS[sample.op].name}\) cannot be written for ONNX"):
            export(graph, None, [given[n].shape for n in names], [given[n].dtype for n in names])


@pytest.mark.parametrize("sample", drawing(), ids=lambda sample: sample.label)
def test_random_numbers_are_distributed_alike(export: Export, sample: OpSample) -> None:
    arrays = sample.arrays(sample.dtypes[0])
    given = {f"input{i}": item for i, item in enumerate(arrays)}
    with mx.util.np_shape(sample.is_np):
        graph = function(mx.sym, sample.op)(*map(mx.sym.Variable, given), **sample.attrs, name="node")
        result = export(graph, None, [array.shape for array in arrays], [array.dtype for array in arrays])(given)
    assert sample.check is not None
    sample.check(result, arrays, sample.attrs)


def test_documentation_lists_the_operators() -> None:
    text = (Path(__file__).parents[2] / "docs" / "onnx.md").read_text(encoding="utf-8")
    listed = set(re.findall(r"`(\w+)`", text.partition("| family | operators |")[2].partition("\nNot supported")[0]))
    every = {op.name for op in OPS.values() if op.onnx}
    assert {name for name in every if not OPS[name].extension} <= listed <= every

"""Every operator that can be written for ONNX, on its samples: ONNX Runtime gives what we give in prediction."""

from __future__ import annotations

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


def samples() -> list[Any]:
    """Return the first samples of each operator that has a rule and always gives the same."""
    chosen: dict[str, list[Any]] = {}
    for each in calls.params(once=True):
        _, sample, _ = each.values
        op = OPS[sample.op]
        same = not sample.changes and not op.is_stochastic(op.parse(_attributes(sample)), False)
        if op.onnx_rule is not None and same and len(chosen.setdefault(op.name, [])) < NUMBER:
            chosen[op.name].append(each)
    return [each for listed in chosen.values() for each in listed]


def _attributes(sample: OpSample) -> dict[str, Any]:
    count = OPS[sample.op].count
    return dict(sample.attrs) | ({count: len(sample.inputs)} if count else {})


def prepared(sample: OpSample, dtype: str) -> tuple[mx.sym.Symbol, dict[str, np.ndarray], list[np.ndarray]]:
    """Return the operator as a graph, its inputs by name, and what it gives in prediction."""
    given = {f"input{i}": each for i, each in enumerate(sample.arrays(dtype))}
    graph = function(mx.sym, sample.op)(*map(mx.sym.Variable, given), **sample.attrs, name="node")
    found = function(mx.nd, sample.op)(*calls.nd(list(given.values())), **sample.attrs)
    return graph, given, [each.asnumpy() for each in (found if isinstance(found, (list, tuple)) else [found])]


@pytest.mark.parametrize(("family", "sample", "dtype"), samples())
def test_onnx_runtime_gives_the_same(export: Export, family: str, sample: OpSample, dtype: str) -> None:
    with mx.util.np_shape(sample.is_np):
        graph, given, wanted = prepared(sample, dtype)
        names = graph.list_inputs()
        made = export(graph, None, [given[n].shape for n in names], [given[n].dtype for n in names])
    close(made(given), wanted, 1e-2 if dtype == "float16" else 1e-4)

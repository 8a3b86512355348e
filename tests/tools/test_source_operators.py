"""Every operator that can be written as PyTorch source, on its samples: the source gives what we give in prediction."""

from __future__ import annotations

import re
from typing import Any

import mxnet as mx
import numpy as np
import pytest
import torch
from mxnet.ops import to_source
from mxnet.registry.op import OPS
from mxnet.tools.networks import Network
from mxnet.tools.torch_source import write_source

from tests.ops import calls
from tests.ops.sample import OpSample, function, is_float

to_source.load()


#: what PyTorch has no counterpart for
REFUSALS = re.compile(
    "|".join(
        (
            r"act_type='rrelu' draws|not of the channels|above a_max",  # functions
            r"channels come second|target_shape|gives no statistics|shared with another|matrices alone",  # layers
            r"axis has no|mode='training' without axes|use_length|use_sequence_length|lstm_state_clip",
            r"these windows|nearest|images alone|single row or column|warp",  # images
            r"negative step|axis=None|ret_typ='mask'|infer_range|parts of shapes|lhs_axes|several axes|out_dtype",
        )
    )
)


def samples() -> list[Any]:
    """Return the samples with floats of operators that have a rule, and always give the same in prediction."""
    found = []
    for item in calls.params(once=True):
        _, sample, dtype = item.values
        op = OPS[sample.op]
        attributes = dict(sample.attrs) | ({op.count: len(sample.inputs)} if op.count else {})
        floats = is_float(dtype) and sample.case != "whole"
        if op.source and floats and not sample.changes and not op.stochastic.of(op.parse(attributes), False):
            found.append(item)
    return found


def written(
    sample: OpSample, dtype: str
) -> tuple[str, dict[str, torch.Tensor], dict[str, np.ndarray], list[np.ndarray]]:
    """Return a network of one operator as source, its weights, its inputs, and what the operator gives."""
    given = {f"input{i}": item for i, item in enumerate(sample.arrays(dtype))}
    placed, named = calls.placed(sample, list(given)), calls.named(sample, list(given))
    graph = function(mx.sym, sample.op)(*placed, **named, **sample.attrs, name="node")
    result = function(mx.nd, sample.op)(*calls.nd(list(given.values())), **sample.attrs)
    data = Network(graph, {}, {}, ["net"]).inputs()
    arrays = {name: mx.nd.array(item, dtype=item.dtype) for name, item in given.items() if name not in data}
    states = {name: arrays.pop(name) for name in graph.list_auxiliary_states()}
    network = Network(graph, arrays, states, ["net"])
    text, state = write_source(network, {name: item.shape for name, item in given.items()}, "Net", "A net.", "net.pt")
    return text, state, given, [item.asnumpy() for item in (result if isinstance(result, list) else [result])]


@pytest.mark.parametrize(("family", "sample", "dtype"), samples())
def test_source_gives_the_same(family: str, sample: OpSample, dtype: str) -> None:
    with mx.util.np_shape(sample.is_np):
        try:
            text, state, given, expected = written(sample, dtype)
        except mx.MXNetError as error:
            if not REFUSALS.search(str(error)):
                raise
            return
    scope: dict[str, Any] = {}
    exec(text, scope)
    net = scope["Net"]().eval()
    net.load_state_dict(state)
    result = net(**{name: torch.from_numpy(given[name]) for name in scope["Net"].forward.__annotations__})
    found = [item.detach().numpy() for item in (result if isinstance(result, (tuple, list)) else [result])]
    assert [(item.shape, item.dtype) for item in found] == [(item.shape, item.dtype) for item in expected], text
    for got, want in zip(found, expected, strict=True):
        np.testing.assert_allclose(got, want, rtol=1e-2 if dtype == "float16" else 1e-4, atol=1e-5, err_msg=text)


@pytest.mark.parametrize("name", ["_zeros", "_full", "_arange", "_contrib_arange_like", "one_hot", "SequenceMask"])
def test_arrays_are_made_on_the_device_of_the_input(name: str) -> None:
    settings = {
        "_zeros": {"shape": (3, 2)},
        "_full": {"shape": (3, 2), "value": 2},
        "_arange": {"start": 0, "stop": 2},
        "_contrib_arange_like": {"axis": 1},
        "one_hot": {"depth": 2},
        "SequenceMask": {"use_sequence_length": True},
    }[name]
    x, lengths = mx.sym.var("data"), mx.sym.var("lengths")
    reads = {"one_hot": [mx.sym.argmax(x, axis=1)], "SequenceMask": [x, lengths], "_contrib_arange_like": [x]}
    made = function(mx.sym, name)(*reads.get(name, ()), **settings)
    shapes = {"data": (3, 2), "lengths": (2,)}
    network = Network(mx.sym.broadcast_add(x, made), {}, {}, ["net"])
    given = {key: shapes[key] for key in network.symbol.list_inputs()}
    text, _ = write_source(network, given, "Net", "A net.", "net.pt")
    scope: dict[str, Any] = {}
    exec(text, scope)
    result = scope["Net"]()(**{key: torch.empty(shape, device="meta") for key, shape in given.items()})
    assert result.device.type == "meta"

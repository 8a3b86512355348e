"""Quantized batch normalization: by one kernel with the ReLU after it, and by the operators."""

from __future__ import annotations

from typing import Any

import mxnet as mx
import numpy as np
import pytest
from mxnet.graph import passes

from tests.contrib.quantization import networks

SHAPE = (2, 6, 5, 4)
_DRAWS = np.random.RandomState(0)
STATES = {
    "gamma": _DRAWS.uniform(-1, 1, 6).astype("f"),
    "beta": _DRAWS.uniform(-1, 1, 6).astype("f"),
    "mean": _DRAWS.uniform(-1, 1, 6).astype("f"),
    "var": _DRAWS.uniform(0.5, 2, 6).astype("f"),
}
STATES["gamma"][2] = 0
DATA = _DRAWS.uniform(-2, 2, SHAPE).astype("f")


def _graph(out_type: str, relu: bool, ends: tuple[float, float] = (-0.6, 0.5), every: bool = False) -> Any:
    data = mx.sym.contrib.quantize_v2(mx.sym.var("data"), out_type=out_type, min_calib_range=-1.8, max_calib_range=1.6)
    states = [mx.sym.var(name) for name in STATES]
    result = mx.sym.contrib.quantized_batch_norm(
        data[0], *states, data[1], data[2], min_calib_range=ends[0], max_calib_range=ends[1], name="bn"
    )
    last = mx.sym.contrib.quantized_act(result[0], result[1], result[2], act_type="relu") if relu else result
    return mx.sym.Group([last, result[0]]) if every else last


def _values(graph: Any) -> list[np.ndarray]:
    arguments = {name: mx.nd.array(STATES.get(name, DATA)) for name in graph.list_arguments()}
    auxiliary = {name: mx.nd.array(STATES[name]) for name in graph.list_auxiliary_states()}
    executor = graph.bind(mx.cpu(), arguments, aux_states=auxiliary, grad_req="null")
    executor.forward()
    return [item.asnumpy() for item in executor.forward()]


@pytest.mark.parametrize("every", [False, True])
@pytest.mark.parametrize("relu", [False, True])
@pytest.mark.parametrize("out_type", ["int8", "uint8"])
def test_the_kernel_gives_what_the_operators_give(
    out_type: str, relu: bool, every: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    result = _values(_graph(out_type, relu, every=every))
    monkeypatch.setenv(passes.VARIABLE, "fuse_quantized")
    expected = _values(_graph(out_type, relu, every=every))
    for got, want in zip(result, expected, strict=True):
        assert got.dtype == want.dtype
        np.testing.assert_allclose(got.astype("f"), want.astype("f"), atol=1)  # a level where it lies half-way
        assert (got != want).mean() < 0.02
    assert result[0].max() == 127
    assert (result[0].min() == 0) == relu


def test_parameters_that_are_written_to_count(fast_kernels: None) -> None:
    graph = _graph("int8", True)
    before = _values(graph)[0]
    arguments = {name: mx.nd.array(STATES.get(name, DATA)) for name in graph.list_arguments()}
    auxiliary = {name: mx.nd.array(STATES[name]) for name in graph.list_auxiliary_states()}
    executor = graph.bind(mx.cpu(), arguments, aux_states=auxiliary, grad_req="null")
    for _ in range(2):
        np.testing.assert_array_equal(executor.forward()[0].asnumpy(), before)
    arguments["beta"][:] = arguments["beta"] - 5
    assert executor.forward()[0].asnumpy().max() < before.max()


def test_a_network_of_joined_layers_keeps_its_answers() -> None:
    """Concatenation of the own and the layer's channels, normalized: as in DenseNet."""
    out = mx.sym.Convolution(mx.sym.var("data"), kernel=(3, 3), pad=(1, 1), num_filter=8, name="c0")
    for i in range(3):
        new = mx.sym.BatchNorm(out, fix_gamma=False, name=f"bn{i}")
        new = mx.sym.Activation(new, act_type="relu", name=f"r{i}")
        new = mx.sym.Convolution(new, kernel=(3, 3), pad=(1, 1), num_filter=8, name=f"d{i}")
        out = mx.sym.concat(out, new, name=f"join{i}")
    graph = mx.sym.FullyConnected(mx.sym.Pooling(out, global_pool=True, pool_type="avg"), num_hidden=4, name="f")
    data, arguments, auxiliary = networks.values("joined", graph)
    expected = networks.run(graph, data, _arrays(arguments), _arrays(auxiliary))
    output, args, aux = mx.contrib.quantization.quantize_model_mkldnn(
        graph,
        _arrays(arguments),
        _arrays(auxiliary),
        label_names=None,
        calib_mode="naive",
        calib_data=mx.io.NDArrayIter(data, None, len(data)),
    )
    assert "quantized_bn1" in output.tojson()
    result = networks.run(output, data, args, aux)
    np.testing.assert_allclose(result, expected, atol=np.abs(expected).max() / 10)


def _arrays(values: Any) -> Any:
    return {key: mx.nd.array(item) for key, item in values.items()}

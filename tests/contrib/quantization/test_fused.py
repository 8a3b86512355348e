"""Quantized networks with fused layers, as 1.9.1's graph backend makes them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import mxnet as mx
import numpy as np
import pytest
import torch
from mxnet.contrib import quantization
from mxnet.core import torch_compat
from mxnet.kernels import quantized_convolution

from . import networks

RECORD: dict[str, Any] = json.loads((Path(__file__).parents[2] / "data" / "quantization" / "networks.json").read_text())
_NETWORKS = networks.networks()


def _flat(decoded: Any) -> list[Any]:
    """Return what a symbol's JSON says, without the ranges."""
    nodes = []
    for node in decoded["nodes"]:
        attrs = {k: v for k, v in node.get("attrs", {}).items() if "calib" not in k}
        inside = [_flat(item) for item in node.get("subgraphs", [])]
        nodes.append((node["op"], node["name"], attrs, [tuple(i[:2]) for i in node["inputs"]], inside))
    return nodes


def _ranges(decoded: Any) -> list[float]:
    return [float(v) for node in decoded["nodes"] for k, v in sorted(node.get("attrs", {}).items()) if "calib" in k]


@pytest.mark.parametrize("case", RECORD)
def test_the_same_file_as_1_9_1_writes(case: str) -> None:
    name, granularity = case.split(", ")
    result, arguments, _ = networks.quantized(name, _NETWORKS[name], granularity)
    assert _flat(json.loads(result.tojson())) == _flat(RECORD[case]["symbol"])
    np.testing.assert_allclose(_ranges(json.loads(result.tojson())), _ranges(RECORD[case]["symbol"]), rtol=1e-5)
    expected = RECORD[case]["arguments"]
    assert set(arguments) == set(expected)
    for key, (dtype, value) in expected.items():
        np.testing.assert_array_equal(arguments[key].asnumpy(), np.array(value, dtype))


@pytest.mark.parametrize("case", RECORD)
@pytest.mark.parametrize("plain", [False, True])
def test_files_of_1_9_1_run_with_its_numbers(case: str, plain: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if plain:
        monkeypatch.setattr(quantized_convolution, "PLAIN", True)
    name = case.split(", ")[0]
    data, _, auxiliary = networks.values(name, _NETWORKS[name])
    arguments = {k: mx.nd.array(np.array(v, dtype), dtype=dtype) for k, (dtype, v) in RECORD[case]["arguments"].items()}
    states = {key: mx.nd.array(item) for key, item in auxiliary.items()}
    result = networks.run(mx.sym.load_json(json.dumps(RECORD[case]["symbol"])), data, arguments, states)
    # the kernel gives weights for signed data 7 bits where 1.9.1 does; the plain form, which computes where nothing is
    # known of writes to weights, too, gives them 8 everywhere
    by_kernel = not quantized_convolution.PLAIN and torch_compat.version(mx.nd.ones(1)._t) is not None
    processor = "AVX2" if by_kernel and not torch_compat.multiplies_bytes() else "VNNI"
    expected = np.array(RECORD[case]["outputs"][processor], "f")
    if processor == "VNNI":
        # fully connected layers of 1.9.1 round their bias to whole sums
        np.testing.assert_allclose(result, expected, rtol=0, atol=np.abs(expected).max() / 10000)
        return
    # one level or two, of which the outputs use about 50, where a sum lies half-way between two
    np.testing.assert_allclose(result, expected, rtol=0, atol=np.abs(expected).max() / 25)
    assert (np.abs(result - expected) > np.abs(expected).max() / 1000).mean() < 0.15


@pytest.mark.parametrize("name", _NETWORKS)
def test_fused_layers_compute_the_same(name: str) -> None:
    graph = _NETWORKS[name]
    data, arguments, auxiliary = networks.values(name, graph)
    given = ({k: mx.nd.array(v) for k, v in item.items()} for item in (arguments, auxiliary))
    arguments, auxiliary = given
    fused = graph.get_backend_symbol("MKLDNN")
    assert "_sg_mkldnn_" in fused.tojson()
    result = networks.run(fused, data, arguments, auxiliary)
    np.testing.assert_allclose(result, networks.run(graph, data, arguments, auxiliary), rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize(
    ("graph", "wanted"),
    [
        (lambda conv, data: conv, ["sg_mkldnn_conv_0"]),
        (lambda conv, data: mx.sym.clip(conv, 0, 6), ["sg_mkldnn_conv_act_0"]),
        (lambda conv, data: mx.sym.clip(conv, -1, 6, name="cl"), ["sg_mkldnn_conv_0", "cl"]),
        (lambda conv, data: mx.sym.elemwise_add(data, conv), ["sg_mkldnn_conv_add_0"]),
        (lambda conv, data: mx.sym.broadcast_add(conv, data, name="s"), ["sg_mkldnn_conv_0", "s"]),
        (lambda conv, data: mx.sym.Group([mx.sym.relu(conv, name="r"), conv]), ["sg_mkldnn_conv_0", "r"]),
        (
            lambda conv, data: mx.sym.elemwise_add(conv, mx.sym.relu(conv, name="r"), name="s"),
            ["sg_mkldnn_conv_0", "r", "s"],
        ),
    ],
    ids=["alone", "clip", "other clip", "sum", "broadcast", "two uses", "sum with itself"],
)
def test_what_a_convolution_takes_along(graph: Any, wanted: list[str]) -> None:
    data = mx.sym.var("data")
    conv = mx.sym.Convolution(data, kernel=(1, 1), num_filter=3, name="c")
    nodes = json.loads(graph(conv, data).get_backend_symbol("MKLDNN_QUANTIZE").tojson())["nodes"]
    assert [node["name"] for node in nodes if node["op"] != "null"] == wanted


@pytest.mark.parametrize(("low", "high"), [(0.0, 0.0), (-1e-6, 1e-6)])
def test_layers_of_tiny_weights_are_their_bias(low: float, high: float) -> None:
    random = np.random.RandomState(0)
    graph = mx.sym.Convolution(mx.sym.var("data"), kernel=(1, 1), num_filter=4, name="c")
    arguments = {
        "c_weight": mx.nd.array(random.uniform(low, high, (4, 2, 1, 1))),
        "c_bias": mx.nd.array(random.uniform(-1, 1, 4)),
    }
    data = random.uniform(-1, 1, (1, 2, 3, 3))
    new, quantized, _ = quantization.quantize_model_mkldnn(
        graph, arguments, {}, label_names=None, calib_mode="naive", calib_data=mx.io.NDArrayIter(data, None, 1)
    )
    result = networks.run(new, data, quantized, {})
    expected = np.broadcast_to(arguments["c_bias"].asnumpy().reshape(1, 4, 1, 1), result.shape)
    np.testing.assert_allclose(result, expected, atol=0.01)


def test_attention() -> None:
    graph = mx.sym.contrib.interleaved_matmul_selfatt_qk(mx.sym.var("data"), heads=2, name="qk")
    data = np.random.RandomState(0).uniform(-1, 1, (5, 2, 24)).astype("f")
    result, arguments, _ = quantization.quantize_model_mkldnn(
        graph, {}, {}, label_names=None, calib_mode="naive", calib_data=mx.io.NDArrayIter(data, None, 5)
    )
    assert "enable_float_output" in result.attr_dict()["quantized_sg_mkldnn_selfatt_qk_0"]
    np.testing.assert_allclose(networks.run(result, data, arguments, {}), networks.run(graph, data, {}, {}), atol=0.02)


@pytest.mark.parametrize("kind", ["convolution", "convolution of signed data", "fully connected"])
@pytest.mark.parametrize("granularity", ["tensor-wise", "channel-wise"])
def test_written_weights_count(kind: str, granularity: str) -> None:
    low = -1 if "signed" in kind else 0
    data = mx.nd.array(np.random.RandomState(0).uniform(low, 1, (2, 2, 6, 6)))
    net = mx.gluon.nn.Dense(4, in_units=72) if kind == "fully connected" else mx.gluon.nn.Conv2D(4, 1, in_channels=2)
    net.initialize()
    result = quantization.quantize_net_v2(net, calib_mode="naive", calib_data=[data], quantize_granularity=granularity)
    before = result(data).asnumpy()
    weight = next(param for name, param in result.collect_params().items() if "weight" in name and param.shape != (1,))
    weight.set_data(-weight.data())
    np.testing.assert_allclose(result(data).asnumpy(), -before, atol=np.abs(before).max() / 40)


@pytest.mark.parametrize("behind", [None, "relu", "tanh"])
@pytest.mark.parametrize("granularity", ["tensor-wise", "channel-wise"])
@pytest.mark.parametrize("low", [-1, 0])
def test_products_of_bytes(behind: str | None, granularity: str, low: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Processors without instructions for bytes add two products in 16 bits: every other weight is 0 here."""
    random = np.random.RandomState(0)
    hidden = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=8, flatten=False, name="f1")
    hidden = hidden if behind is None else mx.sym.Activation(hidden, act_type=behind, name="a")
    graph = mx.sym.FullyConnected(hidden, num_hidden=5, no_bias=True, name="f2")
    weights = {"f1_weight": random.randn(8, 16), "f1_bias": random.randn(8), "f2_weight": random.randn(5, 24)}
    weights["f1_weight"][:, ::2] = weights["f2_weight"][:, ::2] = 0
    data = random.uniform(low, 1, (4, 3, 16)).astype("f")
    result = []
    for plain in (False, True):
        monkeypatch.setattr(torch_compat, "multiplies_bytes", lambda: True)
        monkeypatch.setattr(quantized_convolution, "PLAIN", plain)
        new, arguments, _ = quantization.quantize_model_mkldnn(
            graph,
            {key: mx.nd.array(item) for key, item in weights.items()},
            {},
            label_names=None,
            calib_mode="naive",
            calib_data=mx.io.NDArrayIter(data, None, 4),
            quantize_granularity=granularity,
        )
        result.append(networks.run(new, data, arguments, {}))
    np.testing.assert_allclose(*result, rtol=0, atol=np.abs(result[1]).max() / 100)  # a level where it lies half-way
    assert (np.abs(result[0] - result[1]) > 1e-5).mean() < 0.1


def _residual_network() -> Any:
    net = mx.gluon.model_zoo.vision.get_resnet(1, 18, classes=10, thumbnail=True)
    mx.random.seed(0)
    net.initialize(mx.init.Xavier(magnitude=2))
    return net


def test_a_gluon_network_keeps_its_answers() -> None:
    data = mx.nd.array(np.random.RandomState(0).randn(16, 3, 16, 16))
    net = _residual_network()
    expected = net(data).asnumpy()
    new = quantization.quantize_net(net, quantize_mode="smart", calib_mode="naive", calib_data=[data[:4]])
    result = new(data).asnumpy()
    assert np.corrcoef(result.ravel(), expected.ravel())[0, 1] > 0.99
    assert (result.argmax(1) == expected.argmax(1)).mean() > 0.9


def test_excluded_layers_of_a_gluon_network() -> None:
    net = mx.gluon.nn.HybridSequential(prefix="net_")
    with net.name_scope():
        net.add(mx.gluon.nn.Dense(4), mx.gluon.nn.Dense(3))
    net.initialize()
    result = quantization.quantize_net(
        net, calib_mode="none", data_shapes=[mx.io.DataDesc("data", (2, 5))], exclude_layers_match=["fully_connected_0"]
    )
    text = result._cached_graph[1].tojson()
    assert "quantized_sg_mkldnn_fully_connected_1" in text
    assert "quantized_sg_mkldnn_fully_connected_0" not in text
    assert result(mx.nd.ones((2, 5))).shape == (2, 3)


@pytest.mark.parametrize("dtype", ["int8", "uint8"])
@pytest.mark.parametrize("kind", ["convolution", "product"])
def test_layers_without_ranges_give_the_real_sums(kind: str, dtype: str) -> None:
    draws = np.random.RandomState(0)
    values, weight = draws.uniform(0.1, 1, (2, 4)).astype("f"), draws.uniform(-1, 1, (3, 4)).astype("f")
    data, more = mx.sym.var("data"), ((1, 1) if kind == "convolution" else ())
    layer = (
        mx.sym.Convolution(data, kernel=(1, 1), num_filter=3, no_bias=True, name="layer")
        if kind == "convolution"
        else mx.sym.FullyConnected(data, num_hidden=3, no_bias=True, name="layer")
    )
    new, args, _ = quantization.quantize_model_mkldnn(
        layer, {"layer_weight": mx.nd.array(weight.reshape(3, 4, *more))}, {}, calib_mode="none", quantized_dtype=dtype
    )
    result = new.bind(mx.cpu(), {**args, "data": mx.nd.array(values.reshape(2, 4, *more))}).forward()[0].asnumpy()
    np.testing.assert_allclose(
        result.reshape(2, 3), np.maximum(values @ weight.T, -9 if dtype == "int8" else 0), atol=0.04
    )


def _conv1(data: Any, name: str) -> Any:
    return mx.sym.Convolution(data, kernel=(1, 1), num_filter=2, no_bias=True, name=name)


def _norm(data: Any, name: str) -> Any:
    return mx.sym.BatchNorm(data, name=name)


@pytest.mark.parametrize(
    ("graph", "node", "name"),
    [
        (lambda x: _norm(_conv1(x, "b"), "bb") + _norm(_conv1(x, "c"), "cb"), "sg_mkldnn_conv_bn_add_0", "cb_output0"),
        (lambda x: _conv1(_conv1(x, "a"), "b") + x, "sg_mkldnn_conv_add_1", "sg_mkldnn_conv_0_output0"),
        (lambda x: _conv1(mx.sym.split(x, num_outputs=2, name="s")[1], "b"), "sg_mkldnn_conv_0", "s_output10"),
        (lambda x: x + _norm(_conv1(x, "b"), "bb"), "sg_mkldnn_conv_bn_add_0", "x1"),
    ],
)
def test_inner_inputs_have_the_names_that_they_had_when_the_layer_was_fused(graph: Any, node: str, name: str) -> None:
    """Recorded from 1.9.1: what is fused later has its old name; equal names are counted in the order of the graph."""
    result = json.loads(graph(mx.sym.var("x")).get_backend_symbol("MKLDNN_QUANTIZE").tojson())
    (inner,) = next(item for item in result["nodes"] if item["name"] == node)["subgraphs"]
    assert name in [item["name"] for item in inner["nodes"] if item["op"] == "null"]


@pytest.mark.parametrize("first", [0, 1])
def test_a_layer_stays_where_the_result_before_it_is_wanted_too(first: int) -> None:
    layer = _conv1(mx.sym.var("x"), "a")
    both = [layer, mx.sym.Activation(layer, act_type="relu", name="r")]
    result = (both[first] + both[1 - first]).get_backend_symbol("MKLDNN_QUANTIZE")
    assert [node["op"] for node in json.loads(result.tojson())["nodes"] if node["op"] != "null"][1:] == [
        "Activation",
        "elemwise_add",
    ]


@pytest.mark.parametrize("case", RECORD)
def test_files_of_1_9_1_become_programs_of_pytorch(case: str) -> None:
    name = case.split(", ")[0]
    data, _, auxiliary = networks.values(name, _NETWORKS[name])
    arguments = {k: mx.nd.array(np.array(v, dtype), dtype=dtype) for k, (dtype, v) in RECORD[case]["arguments"].items()}
    states = {key: mx.nd.array(item) for key, item in auxiliary.items()}
    symbol = mx.sym.load_json(json.dumps(RECORD[case]["symbol"]))
    module = symbol.to_torch({**arguments, **states}).eval()
    rows = torch.from_numpy(data)
    with torch.no_grad():
        result = torch.export.export(module, (rows,)).module()(rows)
    result = result if isinstance(result, torch.Tensor) else result[0]
    expected = np.array(RECORD[case]["outputs"]["VNNI"], "f")
    np.testing.assert_allclose(result, expected, rtol=0, atol=np.abs(expected).max() / 10000)

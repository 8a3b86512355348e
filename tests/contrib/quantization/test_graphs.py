"""Which layers of a graph are quantized, and where values are quantized and brought back."""

from __future__ import annotations

import json
from typing import Any

import mxnet as mx
import numpy as np
import pytest
from mxnet.contrib import quantization

from . import networks


def _conv(data: Any, name: str) -> Any:
    return mx.sym.Convolution(data, kernel=(1, 1), num_filter=4, no_bias=True, name=name)


def _pool(data: Any, name: str) -> Any:
    return mx.sym.Pooling(data, kernel=(2, 2), name=name)


def _tanh(data: Any, name: str) -> Any:
    return mx.sym.Activation(data, act_type="tanh", name=name)


def _quantized(graph: Any, mode: str = "full", **more: Any) -> tuple[list[str], list[str]]:
    """Return the names of the operators' nodes, and of the values whose ranges matter."""
    offline = [name for name in graph.list_arguments() if name != "data"]
    result, layers = quantization._quantize_symbol(
        graph, mx.cpu(), offline_params=offline, quantize_mode=mode, quantized_dtype="auto", **more
    )
    nodes = json.loads(result.tojson())["nodes"]
    return [node["name"] for node in nodes if node["op"] != "null"], layers


_CONV = ["data_quantize", "quantized_c", "requantize_c"]


@pytest.mark.parametrize(
    ("mode", "wanted"),
    [("full", [*_CONV, "quantized_p", "p_dequantize"]), ("smart", [*_CONV, "c_dequantize", "p"])],
)
def test_smart_ends_at_the_last_layer_that_must_be_quantized(mode: str, wanted: list[str]) -> None:
    assert _quantized(_pool(_conv(mx.sym.var("data"), "c"), "p"), mode)[0] == wanted


@pytest.mark.parametrize("mode", ["full", "smart"])
def test_what_stands_between_two_layers_is_quantized(mode: str) -> None:
    graph = _conv(_pool(_conv(mx.sym.var("data"), "c"), "p"), "c2")
    names, layers = _quantized(graph, mode)
    assert names == [*_CONV, "quantized_p", "quantized_c2", "requantize_c2", "c2_dequantize"]
    assert layers == ["data", "c_output", "c2_output"]


def test_a_value_is_quantized_and_brought_back_once() -> None:
    conv = _conv(mx.sym.var("data"), "c")
    graph = mx.sym.Group([_tanh(conv, "t"), _conv(_pool(conv, "p"), "c2"), mx.sym.exp(conv, name="e")])
    names, _ = _quantized(graph)
    assert [name for name in names if "dequantize" in name] == ["c_dequantize", "c2_dequantize"]
    assert names.count("data_quantize") == 1


@pytest.mark.parametrize(
    ("more", "left"),
    [
        ({"excluded_symbols": ["p"]}, "p"),
        ({"excluded_operators": ["Pooling"]}, "p"),
        ({"excluded_symbols": ["c"]}, "c"),
    ],
)
def test_excluded_nodes_stay(more: dict[str, Any], left: str) -> None:
    names, _ = _quantized(_conv(_pool(_conv(mx.sym.var("data"), "c"), "p"), "c2"), **more)
    assert left in names
    assert f"quantized_{left}" not in names


@pytest.mark.parametrize(
    "graph",
    [
        _tanh(mx.sym.var("data"), "t"),
        mx.sym.Pooling(mx.sym.var("data"), kernel=(2, 2), pool_type="sum"),
        mx.sym.Convolution(mx.sym.var("data"), kernel=(3,), num_filter=2),
        mx.sym.Convolution(mx.sym.var("data"), kernel=(3, 3), num_filter=2, layout="NHWC"),
        mx.sym.BatchNorm(mx.sym.var("data"), axis=-1),
        mx.sym.RNN(mx.sym.var("data"), state_size=2, num_layers=1, mode="gru"),
    ],
    ids=["tanh", "sum pooling", "one dimension", "channels last", "other axis", "gru"],
)
def test_what_has_no_quantized_form_stays(graph: Any) -> None:
    assert not any("quantize" in name for name in _quantized(graph)[0])


def test_lstm_is_quantized_with_a_shift() -> None:
    graph = mx.sym.RNN(mx.sym.var("data"), state_size=2, num_layers=1, mode="lstm", name="r")
    assert _quantized(graph)[0] == ["data_quantize", "quantized_r"]


def test_offline_parameters_become_whole_numbers() -> None:
    graph = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=2, name="fc")
    params = {"fc_weight": mx.nd.array([[1.0, -2.0]]), "fc_bias": mx.nd.array([0.5, 1.0])}
    result, arguments, _ = quantization.quantize_model(graph, params, {}, calib_mode="none")
    assert set(arguments) == set(result.list_arguments()) - {"data"}
    assert arguments["fc_weight_quantize"].asnumpy().tolist() == [[64, -127]]
    assert arguments["fc_weight_quantize_max"].asnumpy().tolist() == [2.0]


def test_symbols_survive_json() -> None:
    graph = _conv(_pool(_conv(mx.sym.var("data"), "c"), "p"), "c2")
    result, _ = quantization._quantize_symbol(graph, mx.cpu(), offline_params=["c_weight", "c2_weight"])
    assert mx.sym.load_json(result.tojson()).tojson() == result.tojson()


def test_unknown_mode() -> None:
    with pytest.raises(mx.MXNetError, match="unrecognized quantize mode"):
        _quantized(_conv(mx.sym.var("data"), "c"), "some")


def test_a_sum_that_is_not_fused_runs() -> None:
    """Its sums stay int32: the range belongs to what brings them back, as in 1.9.1."""
    graph = networks.networks()["residual"]
    data, arguments, states = networks.values("residual", graph)
    given = [{key: mx.nd.array(item) for key, item in held.items()} for held in (arguments, states)]
    examples = mx.io.NDArrayIter(data, None, len(data))
    result, quantized, _ = quantization.quantize_model(
        graph,
        *given,
        label_names=None,
        calib_mode="naive",
        quantize_mode="full",
        calib_data=examples,
    )
    assert "max_calib_range" not in result.attr_dict().get("quantized_s", {})
    assert "max_calib_range" in result.attr_dict()["requantize_s"]
    expected = networks.run(graph, data, *given)
    np.testing.assert_allclose(
        networks.run(result, data, quantized, given[1]), expected, atol=np.abs(expected).max() / 20
    )


@pytest.mark.parametrize(("axis", "quantized"), [(0, False), (1, True), (2, True), (-1, False), (-3, False)])
def test_joining_is_quantized_along_axes_behind_the_batch(axis: int, quantized: bool) -> None:
    """Recorded from 1.9.1."""
    data = mx.sym.var("data")
    names, _ = _quantized(mx.sym.Concat(_pool(data, "p"), _pool(data, "q"), dim=axis, name="j"))
    assert ("quantized_j" in names) is quantized


@pytest.mark.parametrize("backend", ["MKLDNN", "MKLDNN_QUANTIZE"])
@pytest.mark.parametrize(
    ("behind", "left"),
    [
        (lambda x: mx.sym.Dropout(x, name="d"), []),
        (lambda x: mx.sym.identity(x, name="d"), []),
        (lambda x: mx.sym.exp(mx.sym.identity(mx.sym.sin(x, name="s"), name="d"), name="e"), ["s", "e"]),
        (lambda x: mx.sym.Dropout(x, mode="always", name="d"), ["d"]),
        (lambda x: mx.sym.BlockGrad(x, name="d"), ["d"]),
        (lambda x: mx.sym.make_loss(x, name="d"), ["d"]),
    ],
)
def test_graph_backends_leave_out_copies_of_results(backend: str, behind: Any, left: list[str]) -> None:
    """Recorded from 1.9.1."""
    result = behind(_conv(mx.sym.identity(mx.sym.var("x"), name="first"), "c")).get_backend_symbol(backend)
    names = [node["name"] for node in json.loads(result.tojson())["nodes"] if node["op"] != "null"]
    assert names == ["first", "sg_mkldnn_conv_0", *left]


def test_a_fused_layer_that_is_excluded_gets_no_range() -> None:
    graph = _pool(_conv(_conv(mx.sym.var("data"), "c"), "c2"), "p").get_backend_symbol("MKLDNN_QUANTIZE")
    result, _ = quantization._quantize_symbol(
        graph, mx.cpu(), excluded_symbols=["sg_mkldnn_conv_1"], quantize_mode="full"
    )
    ranges = {"sg_mkldnn_conv_0_output": (-1.0, 1.0), "data": (-1.0, 1.0)}
    attrs = quantization._calibrate_quantized_sym(result, ranges).attr_dict()
    assert "max_calib_range" in attrs["quantized_sg_mkldnn_conv_0"] or "max_calib_range" in attrs["data_quantize"]
    assert "max_calib_range" not in attrs.get("sg_mkldnn_conv_1", {})


def _layer(data: Any, name: str) -> Any:
    return mx.sym.Convolution(data, kernel=(1, 1), num_filter=2, no_bias=True, name=name)


def _pooled(data: Any) -> Any:
    return mx.sym.Pooling(data, kernel=(1, 1), pool_type="max")


def _join(*data: Any) -> Any:
    return mx.sym.Concat(*data, dim=1)


def _joined_twice(a: Any, b: Any, c: Any) -> list[Any]:
    return [_join(_join(a, b), _join(a, c))]


def _shared_pool(a: Any, b: Any, c: Any) -> list[Any]:
    pooled = _pooled(a)
    return [_join(pooled, b, c), _layer(pooled, "d")]


#: graphs of three layers, and which of them 1.9.1 gives one range
JOINS = [
    (lambda a, b, c: [_join(a, b, c)], "abc"),
    (lambda a, b, c: [_join(_join(a, b), c)], "abc"),
    (lambda a, b, c: [_join(_pooled(a), b), c], "ab"),
    (lambda a, b, c: [_join(mx.sym.Activation(_join(a, b), act_type="relu"), c)], "ab"),
    (_joined_twice, "abc"),
    (lambda a, b, c: [_join(a, b, c), _layer(a, "d")], "bc"),
    (lambda a, b, c: [_join(_pooled(a), b, c), _layer(a, "d")], "bc"),
    (_shared_pool, "bc"),
    (lambda a, b, c: [_join(a, b), _join(a, c)], ""),
    (lambda a, b, c: [_join(mx.sym.flatten(a), mx.sym.flatten(b)), c], ""),
]


@pytest.mark.parametrize(("graph", "aligned"), JOINS)
def test_layers_that_one_join_takes_get_one_range(graph: Any, aligned: str) -> None:
    data = mx.sym.var("data")
    heads = graph(*(_layer(data, name) for name in "abc"))
    symbol = mx.sym.Group([mx.sym.FullyConnected(item, num_hidden=2, name=f"last{i}") for i, item in enumerate(heads)])
    shapes = dict(zip(symbol.list_arguments(), symbol.infer_shape(data=(2, 2, 4, 4))[0], strict=True))
    scale = {"a": 1.0, "b": 2.0, "c": 3.0}
    random = np.random.default_rng(0)
    params = {
        name: mx.nd.array(random.uniform(-1, 1, shape) * scale.get(name[0], 1.0))
        for name, shape in shapes.items()
        if name != "data"
    }
    batches = mx.io.NDArrayIter(random.uniform(-1, 1, (2, 2, 4, 4)).astype("float32"), batch_size=2)
    result, *_ = quantization.quantize_model_mkldnn(
        symbol, params, {}, label_names=None, calib_mode="naive", calib_data=batches, quantize_mode="full"
    )
    ranges, nodes = {}, json.loads(result.tojson())["nodes"]
    for node in nodes:
        if node["op"] == "_sg_mkldnn_conv":
            name = nodes[node["inputs"][1][0]]["name"][0]
            ranges[name] = node["attrs"]["min_calib_range"], node["attrs"]["max_calib_range"]
    same = {x for x in "abc" for y in "abc" if x != y and ranges[x] == ranges[y]}
    assert same == set(aligned)


@pytest.mark.parametrize(("order", "shapes"), [(["a", "b"], True), (["b", "a"], True), (["a", "b"], False)])
def test_a_symbol_block_keeps_the_names_of_its_inputs(order: list[str], shapes: bool) -> None:
    a, b = mx.sym.var("a"), mx.sym.var("b")
    network = mx.gluon.SymbolBlock(mx.sym.FullyConnected(a * 2 + b, num_hidden=2, no_bias=True), [a, b])
    network.initialize(mx.init.One())
    network(mx.nd.ones((1, 3)), mx.nd.ones((1, 3)))
    values = np.linspace(-1, 1, 6, dtype="float32").reshape(2, 3)
    batches = mx.io.NDArrayIter(dict.fromkeys(order, values), batch_size=1)
    described = [mx.io.DataDesc(name, (1, 3)) for name in order] if shapes else []
    result = quantization.quantize_net(network, calib_mode="naive", calib_data=batches, data_shapes=described)
    assert [item.name for item in result._cached_graph[0]] == order
    given = {"a": mx.nd.ones((1, 3)) * 0.5, "b": mx.nd.ones((1, 3)) * -0.5}
    np.testing.assert_allclose(result(*(given[name] for name in order)).asnumpy(), 1.5, atol=0.1)


@pytest.mark.parametrize(
    ("behind", "fused"),
    [
        (lambda x: mx.sym.Activation(mx.sym.identity(x), act_type="relu"), ["sg_mkldnn_conv_act_0"]),
        (lambda x: mx.sym.Activation(mx.sym.Dropout(x), act_type="relu"), ["sg_mkldnn_conv_act_0"]),
        (lambda x: mx.sym.BatchNorm(mx.sym.identity(x)), ["sg_mkldnn_conv_bn_0"]),
        (lambda x: mx.sym.identity(x) + _conv(mx.sym.var("y"), "other"), ["sg_mkldnn_conv_1", "sg_mkldnn_conv_add_0"]),
    ],
)
def test_layers_are_fused_across_copies(behind: Any, fused: list[str]) -> None:
    result = behind(_conv(mx.sym.var("x"), "layer")).get_backend_symbol("MKLDNN_QUANTIZE")
    assert [node["name"] for node in json.loads(result.tojson())["nodes"] if node["op"] != "null"] == fused


@pytest.mark.parametrize(("kind", "wanted"), [("max", [[4, 5], [-4, -3]]), ("avg", [[2, 3], [-6, -5]])])
def test_pooling_with_channels_last(kind: str, wanted: list[Any]) -> None:
    """Maxima of channels-last integers come without the second result that others have."""
    data = np.array([[0, 1, 2], [3, 4, 5], [4, 4, 6]], "int8")[None, ..., None]
    data = np.concatenate([data, data - 8])
    pooled, _, _ = mx.nd.contrib.quantized_pooling(
        mx.nd.array(data, dtype="int8"), mx.nd.array([-1]), mx.nd.array([1]), kernel=(2, 2), stride=(2, 1),
        pool_type=kind, layout="NHWC",
    )  # fmt: skip
    assert pooled.asnumpy()[:, 0, :, 0].tolist() == wanted

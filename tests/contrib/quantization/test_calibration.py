"""Finding ranges from examples; the values are those of 1.9.1."""

from __future__ import annotations

import contextlib
import ctypes
import logging
from typing import Any

import mxnet as mx
import numpy as np
import pytest
from mxnet.contrib import quantization


def _counts(values: Any, bins: int, reach: float) -> Any:
    return np.histogram(values, bins=bins, range=(-reach, reach))


def test_histogram_grows_in_bins_of_the_same_width() -> None:
    counts, edges = _counts([1, 2, 3.0], 11, 3)
    result = quantization.combine_histogram((counts, edges, 1, 3, 3), np.array([-5.0, 4, 1]), -5, 4, 5)
    assert result[0].tolist() == [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 1, 1, 0, 1, 0, 0]
    assert result[2:4] == (-5, 4)
    np.testing.assert_allclose(result[4], 5.181818181818182)


@pytest.mark.parametrize(
    ("draw", "threshold", "divergence"),
    [
        (lambda draws: draws.randn(5000), 3.081573, 0.077964),
        (lambda draws: np.maximum(draws.randn(5000), 0), 3.20433, 0.03949187),
        (lambda draws: draws.exponential(size=4000), 6.539222, 0.03744704),
    ],
)
def test_the_threshold_is_that_of_mxnet_though_the_minimum_is_flat(
    draw: Any, threshold: float, divergence: float
) -> None:
    values = draw(np.random.RandomState(5)).astype("float32")
    counts, edges = _counts(values, 2001, np.abs(values).max())
    given = (mx.nd.array(item, dtype="float32") for item in (counts, edges))
    result = [item.asscalar() for item in mx.nd.contrib.calibrate_entropy(*given, num_quantized_bins=255)]
    np.testing.assert_allclose(result, (threshold, divergence), rtol=1e-5)


def test_histogram_within_its_range_keeps_its_bins() -> None:
    counts, edges = _counts([1, 2, 3.0], 11, 3)
    result = quantization.combine_histogram((counts, edges, 1, 3, 3), np.array([-1.0, 2, 1]), -1, 2, 2)
    assert result[0].tolist() == [0, 0, 0, 1, 0, 0, 0, 2, 0, 2, 1]
    assert result[2:] == (-1, 3, 3)


@pytest.mark.parametrize(
    ("dtype", "low", "least"), [("int8", 0.0, -3.1897628), ("uint8", 0.0, 0), ("auto", -2.0, -3.1897628)]
)
def test_threshold(dtype: str, low: float, least: float) -> None:
    values = np.abs(np.random.RandomState(1).randn(8, 3, 4, 4).astype("f"))
    counts, edges = _counts(values, 801, 5)
    result = quantization._get_optimal_thresholds({"a": (counts, edges, low, 4.9, 5.0)}, dtype)
    np.testing.assert_allclose([float(np.ravel(item)[0]) for item in result["a"]], [least, 3.1897628], rtol=1e-6)


def test_smooth_distribution() -> None:
    np.testing.assert_allclose(
        quantization._smooth_distribution(np.array([0, 1, 2, 0.0])), [1e-4, 0.9999, 1.9999, 1e-4], rtol=1e-6
    )
    with pytest.raises(ValueError, match="All entries are 0"):
        quantization._smooth_distribution(np.zeros(3))


def test_collectors_look_at_their_layers_alone() -> None:
    for collector in (
        quantization.LayerOutputMinMaxCollector("int8", include_layer=["a"]),
        quantization.LayerHistogramCollector(101, include_layer=["a"]),
    ):
        for name, values in (("a", [1.0, -2.0]), ("b", [9.0, 9.0]), ("a", [3.0, 0.0])):
            collector.collect(name, mx.nd.array(values))
        result = getattr(collector, "min_max_dict", None) or collector.hist_dict
        assert list(result) == ["a"]
        assert (result["a"][:2] if len(result["a"]) == 2 else result["a"][2:4]) == (-2.0, 3.0)


def test_numbers_between_two_levels_go_where_1_9_1_rounds_them() -> None:
    """The scale is rounded once: recorded from 1.9.1."""
    values = mx.nd.array([-0.06807081401348114, 0.03555115684866905, 0.054842475801706314])
    ends = (mx.nd.array([item]) for item in (-0.06999978423118591, 0.06999994814395905))
    assert mx.nd.contrib.quantize(values, *ends, out_type="int8")[0].asnumpy().tolist() == [-124, 65, 100]


@pytest.mark.parametrize("shape", [(601,), (1, 601)])
def test_counts_of_any_shape(shape: tuple[int, ...]) -> None:
    result = mx.nd.contrib.calibrate_entropy(mx.nd.ones(shape), mx.nd.arange(602))
    assert result[0].asscalar() == 601  # recorded from 1.9.1


def _network() -> tuple[Any, dict[str, Any]]:
    conv = mx.sym.Convolution(mx.sym.var("data"), kernel=(1, 1), num_filter=4, name="c")
    random = np.random.RandomState(0)
    weights = {"c_weight": mx.nd.array(random.randn(4, 3, 1, 1)), "c_bias": mx.nd.array([1.0, 2, 3, 4])}
    return mx.sym.Activation(conv, act_type="relu", name="r"), weights


_DATA = np.random.RandomState(1).randn(8, 3, 4, 4).astype("f")


def test_calibrated_ranges() -> None:
    graph, weights = _network()
    result, _, _ = quantization.quantize_model(
        graph, weights, {}, label_names=None, calib_mode="naive", calib_data=mx.io.NDArrayIter(_DATA, None, 4)
    )
    attrs = result.attr_dict()
    assert attrs["data_quantize"] == {
        "max_calib_range": "3.030857",
        "min_calib_range": "-2.793085",
        "out_type": "int8",
    }
    assert attrs["requantize_c"]["max_calib_range"] == "8.826031"
    assert attrs["requantize_c"]["min_calib_range"] == "-6.018157"


def test_the_range_of_a_layer_used_twice_is_that_of_both_results() -> None:
    """Blocks often have one activation for several layers: its nodes in the graph have one name."""
    net = mx.gluon.nn.HybridSequential(prefix="net_")
    with net.name_scope():
        tanh = mx.gluon.nn.Activation("tanh")
        net.add(tanh, mx.gluon.nn.Dense(4, in_units=3, weight_initializer="ones"), tanh)
    net.initialize()
    data = np.array([[0.1, 0.2, -0.3], [0.4, 0.3, 0.2]], "f")
    examples = mx.io.NDArrayIter(data, None, 2)
    made = quantization.quantize_net_v2(net, quantized_dtype="int8", calib_mode="naive", calib_data=examples)
    attrs = made._cached_graph[1].attr_dict()["net_tanh0_fwd_output_quantize"]
    assert (attrs["min_calib_range"], attrs["max_calib_range"]) == ("-0.291313", "0.700681")
    data = mx.nd.array(data)
    np.testing.assert_allclose((made(data) - net(data)).asnumpy()[:, 0], [-0.000257, -0.001912], atol=2e-6)


def _dense() -> tuple[Any, dict[str, Any]]:
    return mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=2, name="f", no_bias=True), {
        "f_weight": mx.nd.ones((2, 3))
    }


def test_thresholds_are_logged(caplog: pytest.LogCaptureFixture) -> None:
    counts, edges = _counts(np.linspace(-1, 1, 1000), 301, 1.0)
    logger = logging.getLogger("quantization")
    with caplog.at_level(logging.INFO, logger.name):
        quantization._get_optimal_thresholds({"a": (counts, edges, -1.0, 1.0, 1.0)}, "int8", logger=logger)
    assert [record.getMessage()[:43] for record in caplog.records] == ["layer=a, min_val=-1.000000, max_val=1.00000"]


@pytest.mark.parametrize(
    ("more", "error", "said"),
    [
        ({"data_names": ("other",)}, ValueError, "input with name 'other'"),
        ({"data_names": ()}, ValueError, "don't match names"),
        ({"data_names": None}, ValueError, "don't match names"),
        ({"arg_params": {}}, RuntimeError, "f_weight is not presented"),
    ],
)
def test_examples_that_are_not_the_inputs(more: dict[str, Any], error: Any, said: str) -> None:
    symbol, params = _dense()
    given = {"arg_params": params, "calib_data": mx.io.NDArrayIter(np.ones((4, 3)), None, 4), **more}
    with pytest.raises(error, match=said):
        quantization.quantize_model(symbol, aux_params={}, calib_mode="naive", **given)


def test_examples_of_two_inputs_in_another_order() -> None:
    left, right = mx.sym.var("left"), mx.sym.var("right")
    graph = mx.sym.FullyConnected(left, num_hidden=1, name="f", no_bias=True) + right
    data = mx.io.NDArrayIter({"right": np.full((4, 1), 9.0), "left": np.full((4, 3), 2.0)}, None, 4)
    result, _, _ = quantization.quantize_model(
        graph,
        {"f_weight": mx.nd.ones((1, 3))},
        {},
        data_names=("left", "right"),
        label_names=None,
        calib_mode="naive",
        calib_data=data,
    )
    ranges = result.attr_dict()["left_quantize"]
    assert (float(ranges["min_calib_range"]), float(ranges["max_calib_range"])) == (2, 2)


class _OldIter(mx.io.NDArrayIter):  # type: ignore[misc]
    """An iterator that describes its data by plain tuples, as old programs write them."""

    @property
    def provide_data(self) -> list[tuple[str, tuple[int, ...]]]:
        return [(array.name, array.shape) for array in super().provide_data]

    provide_label = None


def test_examples_described_by_tuples() -> None:
    symbol, params = _dense()
    data = _OldIter(np.full((4, 3), 2.0), None, 4)
    result, _, _ = quantization.quantize_model(symbol, params, {}, calib_mode="naive", calib_data=data)
    assert float(result.attr_dict()["data_quantize"]["max_calib_range"]) == 2


def test_number_of_examples() -> None:
    graph, weights = _network()
    data = np.concatenate([np.ones((4, 3, 4, 4)), np.full((4, 3, 4, 4), 9.0)])
    result, _, _ = quantization.quantize_model(
        graph,
        weights,
        {},
        label_names=None,
        calib_mode="naive",
        calib_data=mx.io.NDArrayIter(data, None, 2),
        num_calib_examples=3,
    )
    assert result.attr_dict()["data_quantize"]["max_calib_range"] == "1.000000"


@pytest.mark.parametrize("mode", ["naive", "entropy"])
def test_collecting_by_hand(mode: str) -> None:
    graph, weights = _network()
    quantized, arguments, states, collector = quantization.quantize_graph(graph, weights, {}, calib_mode=mode)
    executor = graph.simple_bind(mx.cpu(), data=_DATA.shape, grad_req="null")
    executor.copy_params_from(weights)
    executor.set_monitor_callback(collector.collect, monitor_all=True)
    executor.forward(data=mx.nd.array(_DATA))
    result, _, _ = quantization.calib_graph(quantized, arguments, states, collector, mode)
    assert "max_calib_range" in result.attr_dict()["data_quantize"]
    assert "max_calib_range" in result.attr_dict()["requantize_c"]


class _Fixed:
    """A collector that knows the ranges beforehand."""

    include_layer = None

    def __init__(self) -> None:
        self.min_max_dict: dict[str, tuple[float, float]] = {}

    def collect(self, name: str, arr: Any) -> None:
        if name in (self.include_layer or ()):
            self.min_max_dict[name] = (-1.0, 2.0)


def test_collector_of_ones_own() -> None:
    net = mx.gluon.nn.HybridSequential()
    net.add(mx.gluon.nn.Dense(3), mx.gluon.nn.Dense(2))
    net.initialize()
    result = quantization.quantize_net_v2(
        net, calib_mode="customize", calib_data=[mx.nd.ones((2, 4))], LayerOutputCollector=_Fixed()
    )
    ranges = [
        attrs["max_calib_range"] for attrs in result._cached_graph[1].attr_dict().values() if "max_calib_range" in attrs
    ]
    assert set(ranges) == {"2.000000"}


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"calib_mode": "naive"}, "calib_data must be provided"),
        ({"calib_mode": "naive", "calib_data": [1]}, "DataIter"),
        ({"calib_mode": "some", "calib_data": mx.io.NDArrayIter(_DATA, None, 4)}, "unknown calibration mode"),
        ({"quantized_dtype": "int4"}, "quantized_dtype int4"),
        ({"quantize_granularity": "row"}, "quantize_granularity row"),
        ({"excluded_sym_names": "c"}, "excluded_sym_names"),
        ({"excluded_op_names": "c"}, "excluded_op_names"),
    ],
)
def test_invalid_arguments_are_refused_by_name(more: dict[str, Any], said: str) -> None:
    graph, weights = _network()
    with pytest.raises(ValueError, match=said):
        quantization.quantize_model(graph, weights, {}, **({"calib_mode": "none"} | more))


def test_network_without_examples_or_shapes() -> None:
    net = mx.gluon.nn.Dense(2)
    net.initialize()
    with pytest.raises(ValueError, match="data_shapes required"):
        quantization.quantize_net(net)


@pytest.mark.parametrize(
    ("more", "error"),
    [
        ({"exclude_layers": "fc"}, ValueError),
        ({"exclude_layers": ("fc",)}, ValueError),
        ({"exclude_layers": [3]}, AttributeError),
        ({"exclude_layers_match": [3]}, TypeError),
        ({"exclude_operators": "FullyConnected"}, AssertionError),
        ({"exclude_operators": ("FullyConnected",)}, AssertionError),
        ({"exclude_operators": [3]}, AttributeError),
        ({"calib_data": 5}, TypeError),
        ({"calib_data": []}, StopIteration),
        ({"calib_data": [], "data_shapes": [mx.io.DataDesc("data", (2, 4))]}, StopIteration),
        ({"data_shapes": [("data", (2, 4))]}, AttributeError),
        ({"data_shapes": [mx.io.DataDesc("data", (2, 7))]}, mx.MXNetError),
        ({"ctx": "cpu"}, ValueError),
        ({"network": mx.gluon.nn.Sequential()}, AttributeError),
        ({"quantize_mode": None}, AttributeError),
    ],
)
def test_errors_of_gluon_networks(more: dict[str, Any], error: Any) -> None:
    """Recorded from 1.9.1."""
    net = mx.gluon.nn.Dense(3, in_units=4)
    net.initialize()
    given = {"network": net, "calib_mode": "naive", "calib_data": [mx.nd.ones((2, 4))], **more}
    with pytest.raises(error):
        quantization.quantize_net(**given)


@pytest.mark.parametrize(
    ("call", "more", "error"),
    [
        ("quantize_model", {"ctx": "cpu"}, AttributeError),
        ("quantize_model_mkldnn", {"ctx": "cpu"}, ValueError),
        ("quantize_graph", {"ctx": None}, ValueError),
        ("quantize_model", {"excluded_sym_names": ("c",)}, ValueError),
        ("quantize_graph", {"excluded_op_names": ()}, ValueError),
        ("quantize_model", {"excluded_sym_names": [1]}, AttributeError),
        ("quantize_model", {"arg_params": None}, AttributeError),
        ("quantize_model_mkldnn", {"quantize_mode": None}, AttributeError),
    ],
)
def test_arguments_of_another_form(call: str, more: dict[str, Any], error: Any) -> None:
    """Recorded from 1.9.1."""
    graph, weights = _network()
    given = {"sym": graph, "arg_params": weights, "aux_params": {}, "calib_mode": "none", **more}
    with pytest.raises(error):
        getattr(quantization, call)(**given)


@pytest.mark.parametrize(
    ("more", "error"),
    [
        ({"calib_mode": "none"}, ValueError),
        ({"calib_mode": None}, ValueError),
        ({"arg_params": {}}, KeyError),
        ({"quantized_dtype": "int4"}, None),
    ],
)
def test_arguments_of_calib_graph(more: dict[str, Any], error: Any) -> None:
    """Recorded from 1.9.1, whose ranges of this mode are the same for any type."""
    graph, weights = _network()
    result, _, states, collector = quantization.quantize_graph(graph, weights, {}, calib_mode="naive")
    given = {"qsym": result, "arg_params": weights, "aux_params": states, "collector": collector, "calib_mode": "naive"}
    with contextlib.nullcontext() if error is None else pytest.raises(error):
        quantization.calib_graph(**{**given, **more})


def test_zeros_do_not_end_the_search_for_a_range() -> None:
    collector = quantization.LayerHistogramCollector(num_bins=9)
    for values in (np.zeros(4), np.array([1.0, -2.0])):
        collector.collect("x", mx.nd.array(values))
    counts, edges, *ends = collector.hist_dict["x"]
    np.testing.assert_array_equal(counts, [1, 0, 0, 0, 4, 0, 1, 0, 0])
    assert [edges[0], edges[-1], *ends] == [-2, 2, -2, 1, 2]


def test_the_range_behind_a_recurrent_layer_is_found() -> None:
    states = [mx.sym.zeros((1, 2, 3)) for _ in range(2)]
    net = mx.sym.RNN(mx.sym.var("data"), mx.sym.var("p"), *states, state_size=3, num_layers=1, mode="lstm", name="r")
    net = mx.sym.FullyConnected(net, num_hidden=2, no_bias=True, name="f")
    shapes = dict(zip(net.list_arguments(), net.infer_shape(data=(4, 2, 5))[0], strict=True))
    params = {name: mx.nd.ones(shapes[name]) for name in ("p", "f_weight")}
    data = mx.io.NDArrayIter(np.ones((4, 2, 5)), None, 4)
    result, _, _ = quantization.quantize_model(
        net, params, {}, label_names=None, calib_mode="naive", calib_data=data, quantize_mode="full"
    )
    attrs = mx.sym.load_json(result.tojson()).attr_dict()
    assert float(attrs["r_output_quantize"]["max_calib_range"]) > 0.5
    assert attrs["quantized_r"]["quantized"] == "true"  # as 1.9.1 writes it


@pytest.mark.parametrize(("most", "seen"), [(0, 1), (2, 1), (3, 2), (None, 2)])
def test_batches_that_are_looked_at(most: int | None, seen: int) -> None:
    net = mx.gluon.nn.Dense(1, in_units=4, use_bias=False)
    net.initialize(mx.init.One())
    data = [mx.nd.ones((2, 4)), 2 * mx.nd.ones((2, 4))]
    result = quantization.quantize_net(net, calib_mode="naive", calib_data=data, num_calib_examples=most)
    result(data[0])
    ranges = result._cached_graph[1].attr_dict()["data_quantize"]
    assert float(ranges["max_calib_range"]) == seen


@pytest.mark.parametrize(("part", "left"), [("dense0_fwd", True), ("dense0*", False), ("d*_fwd", False)])
def test_layers_are_excluded_by_parts_of_their_names(part: str, left: bool) -> None:
    net = mx.gluon.nn.Dense(3, in_units=4)
    net.initialize()
    given = {"calib_mode": "naive", "calib_data": [mx.nd.ones((2, 4))]}
    result = quantization.quantize_net(net, exclude_layers_match=[part], **given)
    assert left == ("data_quantize" not in result._cached_graph[1].attr_dict())


def test_everything_excluded() -> None:
    net = mx.gluon.nn.Dense(3, in_units=4)
    net.initialize()
    data = mx.nd.random.uniform(shape=(2, 4))
    result = quantization.quantize_net(net, calib_mode="naive", calib_data=[data], exclude_layers_match=["fully"])
    np.testing.assert_allclose(result(data).asnumpy(), net(data).asnumpy(), rtol=1e-5)


class _ByHandle(_Fixed):
    """A collector as programs for 1.9.1 write them: it is given an array's handle there."""

    def collect(self, name: str, arr: Any) -> None:
        values = mx.nd.NDArray(ctypes.cast(arr, mx.base.NDArrayHandle), writable=False).copyto(mx.cpu()).asnumpy()
        if name in (self.include_layer or ()):
            self.min_max_dict[name] = (float(values.min()), float(values.max()))


def test_collector_by_handle() -> None:
    net = mx.gluon.nn.Dense(1, in_units=4)
    net.initialize()
    data = mx.nd.array([[-3, 0, 1, 2]])
    result = quantization.quantize_net_v2(
        net, calib_mode="customize", calib_data=[data], LayerOutputCollector=_ByHandle()
    )
    result(data)
    ranges = result._cached_graph[1].attr_dict()["data_quantize"]
    assert (float(ranges["min_calib_range"]), float(ranges["max_calib_range"])) == (-3, 2)


@pytest.mark.parametrize("size", [1e-19, 1e-7, 2e-4, 1.0, 1e6])
def test_ranges_of_any_size_are_kept(size: float) -> None:
    graph = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=3, no_bias=True, name="fc")
    draws = np.random.RandomState(0)
    data, weight = draws.uniform(-size, size, (4, 8)).astype("f"), draws.uniform(-1, 1, (3, 8)).astype("f")
    new, args, _ = quantization.quantize_model(
        graph, {"fc_weight": mx.nd.array(weight)}, {}, calib_mode="naive", calib_data=mx.io.NDArrayIter(data, None, 4)
    )
    result = new.bind(mx.cpu(), {**args, "data": mx.nd.array(data)}).forward()[0].asnumpy()
    expected = data @ weight.T
    np.testing.assert_allclose(result / size, expected / size, atol=0.02 * np.abs(expected).max() / size)

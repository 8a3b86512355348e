"""``mx.onnx.export_model``: names, inputs, shapes, versions, files and errors."""

from __future__ import annotations

import logging
from pathlib import Path

import mxnet as mx
import numpy as np
import onnx
import pytest

from .conftest import Export, arrays, close


def perceptron() -> tuple[mx.sym.Symbol, dict[str, mx.nd.NDArray]]:
    """Return a network with a loss, and its parameters."""
    hidden = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=5, name="fc1")
    hidden = mx.sym.Activation(hidden, act_type="relu", name="relu1")
    net = mx.sym.SoftmaxOutput(mx.sym.FullyConnected(hidden, num_hidden=3, name="fc2"), name="softmax")
    shapes = dict(zip(net.list_arguments(), net.infer_shape(data=(2, 4))[0], strict=True))
    weights = [name for name in shapes if name.startswith("fc")]
    result = arrays(*(shapes[name] for name in weights))
    return net, dict(zip(weights, map(mx.nd.array, result), strict=True))


def run(net: mx.sym.Symbol, **given: np.ndarray) -> list[mx.nd.NDArray]:
    """Return what the network gives in prediction."""
    arguments = {name: mx.nd.array(item, dtype=item.dtype) for name, item in given.items()}
    states = {name: arguments.pop(name) for name in net.list_auxiliary_states()}
    return net.bind(mx.cpu(), arguments, aux_states=states).forward()


def test_network_with_a_loss_needs_no_label(export: Export) -> None:
    net, params = perceptron()
    (data,) = arrays((2, 4))
    result = export(net, params, [(2, 4)])
    assert (result.inputs, result.outputs) == (["data"], ["softmax"])
    label = {"softmax_label": np.zeros(2, "float32")}
    expected = run(net, data=data, **label, **{name: item.asnumpy() for name, item in params.items()})
    close(result({"data": data}), expected)


def test_shapes_may_be_given_for_labels_too(export: Export) -> None:
    net, params = perceptron()
    assert export(net, params, [(2, 4), (2,)]).inputs == ["data"]


def test_weights_are_stored_under_their_names(export: Export) -> None:
    net, params = perceptron()
    stored = {item.name: onnx.numpy_helper.to_array(item) for item in export(net, params, [(2, 4)]).graph.initializer}
    assert set(params) <= set(stored)
    np.testing.assert_array_equal(stored["fc1_weight"], params["fc1_weight"].asnumpy())


def test_files_of_a_checkpoint(export: Export, tmp_path: Path) -> None:
    net, params = perceptron()
    mx.model.save_checkpoint(str(tmp_path / "net"), 3, net, params, {})
    result = export(str(tmp_path / "net-symbol.json"), str(tmp_path / "net-0003.params"), [(2, 4)])
    (data,) = arrays((2, 4))
    close(result({"data": data}), export(net, params, [(2, 4)])({"data": data}))


def test_file_of_a_network_without_parameters(export: Export, tmp_path: Path) -> None:
    block = mx.gluon.nn.HybridLambda("relu")
    block.hybridize()
    (data,) = arrays((2, 3))
    block(mx.nd.array(data))
    block.export(str(tmp_path / "net"))
    result = export(str(tmp_path / "net-symbol.json"), str(tmp_path / "net-0000.params"), [(2, 3)])
    close(result({"data": data}), [np.maximum(data, 0)])


def test_outputs_have_the_names_of_their_nodes(export: Export) -> None:
    data = mx.sym.var("data")
    parts = mx.sym.split(data, num_outputs=3, axis=1, name="cut")
    result = export(mx.sym.Group([mx.sym.relu(data, name="r"), parts[0], parts[2]]), None, [(2, 3)])
    assert result.outputs == ["r", "cut0", "cut2"]


def test_output_that_is_an_input_or_listed_twice_is_copied(export: Export) -> None:
    data = mx.sym.var("data")
    net = mx.sym.relu(data, name="r")
    result = export(mx.sym.Group([net, data, net]), None, [(2, 3)])
    (given,) = arrays((2, 3))
    relu = np.maximum(given, 0)
    close(result({"data": given}), [relu, given, relu])
    assert len(set(result.outputs)) == 3


def test_types_of_inputs(export: Export) -> None:
    table = {"weight": mx.nd.array(arrays((5, 2))[0])}
    net = mx.sym.Embedding(mx.sym.var("index"), mx.sym.var("weight"), input_dim=5, output_dim=2)
    net = mx.sym.broadcast_mul(net, mx.sym.var("scale"))
    result = export(net, table, [(3,), (1, 1)], [np.int64, np.float32])
    index, scale = np.array([4, 0, 9]), np.full((1, 1), 2, "float32")
    close(result({"index": index, "scale": scale}), [2 * table["weight"].asnumpy()[[4, 0, 4]]])


def test_shapes_that_variables_declare(export: Export) -> None:
    assert export(mx.sym.relu(mx.sym.var("data", shape=(2, 3)))).inputs == ["data"]


# -- lengths that vary ----------------------------------------------------------------------------------------------


def shape_of(value: onnx.ValueInfoProto) -> list[int | str]:
    return [d.dim_param or d.dim_value for d in value.type.tensor_type.shape.dim]


def test_named_lengths_vary(export: Export) -> None:
    net, params = perceptron()
    result = export(net, params, [(2, 4)], dynamic=True, dynamic_input_shapes=[("batch", 4)])
    assert shape_of(result.graph.input[0]) == ["batch", 4]
    weights = {name: item.asnumpy() for name, item in params.items()}
    for batch in (1, 7):
        (data,) = arrays((batch, 4))
        close(result({"data": data}), run(net, data=data, softmax_label=np.zeros(batch, "float32"), **weights))


def test_all_lengths_vary_where_none_are_named(export: Export) -> None:
    net = mx.sym.mean(mx.sym.transpose(mx.sym.var("data"), axes=(1, 0, 2)), axis=1)
    result = export(net, None, [(2, 3, 4)], dynamic=True)
    for shape in ((2, 3, 4), (5, 1, 6)):
        (data,) = arrays(shape)
        close(result({"data": data}), [data.transpose(1, 0, 2).mean(1)])


@pytest.mark.parametrize(
    ("spec", "attributes"),
    [
        ((0, 0, 2, -1), {}),
        ((-3, 0), {}),
        ((0, -4, 3, -1, 0), {}),
        ((-2,), {}),
        ((-1, 4), {}),
        ((0, -3), {"reverse": True}),
    ],
)
def test_reshape_of_several_open_lengths(export: Export, spec: tuple[int, ...], attributes: dict[str, bool]) -> None:
    net = mx.sym.reshape(mx.sym.var("data"), shape=spec, **attributes)
    result = export(net, None, [(2, 3, 4)], dynamic=True, dynamic_input_shapes=[("n", "m", 4)])
    for shape in ((2, 3, 4), (5, 6, 4)):
        (data,) = arrays(shape)
        close(result({"data": data}), run(net, data=data))


# -- versions -------------------------------------------------------------------------------------------------------


def test_lowest_version_that_will_do(export: Export) -> None:
    data = mx.sym.var("data")
    assert export(mx.sym.relu(data), None, [(2,)]).opset == 13
    with mx.util.np_shape():
        bits = mx.sym.np._internal.bitwise_not(data.as_np_ndarray())
        assert export(bits, None, [(2,)], np.int32).opset == 18


@pytest.mark.parametrize("version", [13, 18, 21, 26])
def test_version_that_is_asked_for(export: Export, version: int) -> None:
    net = mx.sym.LayerNorm(mx.sym.sum(mx.sym.var("data"), axis=1), name="norm")
    params = {"norm_gamma": mx.nd.array([1, 2]), "norm_beta": mx.nd.array([3, 4])}
    result = export(net, params, [(3, 4, 2)], opset_version=version)
    (data,) = arrays((3, 4, 2))
    assert result.opset == version
    expected = run(net, data=data, **{name: item.asnumpy() for name, item in params.items()})
    close(result({"data": data}), expected)


@pytest.mark.parametrize("version", [12, 99])
def test_version_out_of_range(export: Export, version: int) -> None:
    with pytest.raises(mx.MXNetError, match="opset_version"):
        export(mx.sym.relu(mx.sym.var("data")), None, [(2,)], opset_version=version)


# -- what else can be asked for -------------------------------------------------------------------------------------


def test_shape_inference_adds_the_shapes_of_values(export: Export) -> None:
    net, params = perceptron()
    result = export(net, params, [(2, 4)], run_shape_inference=True)
    assert {item.name: shape_of(item) for item in result.graph.value_info}["relu1"] == [2, 5]


def test_verbose_logs_the_nodes(export: Export, caplog: pytest.LogCaptureFixture) -> None:
    net, params = perceptron()
    with caplog.at_level(logging.INFO):
        export(net, params, [(2, 4)], verbose=True)
    assert "Gemm fc1" in caplog.text


def test_older_names_of_arguments(tmp_path: Path) -> None:
    path = str(tmp_path / "old.onnx")
    mx.contrib.onnx.export_model(
        mx.sym.relu(mx.sym.var("data")), {}, onnx_file_path=path, input_type=np.float16, input_shape=[(2,)]
    )
    assert onnx.load(path).graph.input[0].type.tensor_type.elem_type == onnx.TensorProto.FLOAT16


def test_operator_support() -> None:
    names = mx.onnx.get_operator_support()
    assert {"Convolution", "null", "broadcast_add", "_npi_mean"} <= set(names) <= {"null", *mx.registry.OPS}
    assert mx.onnx.get_operator_support(13) == names
    assert mx.onnx.get_operator_support(7) == []


# -- errors ---------------------------------------------------------------------------------------------------------

DATA = mx.sym.var("data")


@pytest.mark.parametrize(
    ("net", "shapes", "message"),
    [
        (mx.sym.linalg.gelqf(DATA, name="odd"), [(2, 3)], "node odd: ONNX has no counterpart of .*_linalg_gelqf"),
        (mx.sym.relu(DATA), None, "shape of the input data is not given"),
        (mx.sym.relu(DATA), [(2,), (3,)], "in_shapes: expected the shapes of 1 inputs"),
        (mx.sym.relu(DATA), [(0, 3)], "in_shapes: the shape of data must be known"),
        (mx.sym.FullyConnected(DATA, num_hidden=2, name="fc"), [(2, 3)], r"fc_weight.*must be in params"),
    ],
)
def test_error_leaves_the_old_file(tmp_path: Path, net: mx.sym.Symbol, shapes: object, message: str) -> None:
    path = tmp_path / "model.onnx"
    path.write_bytes(b"old")
    with pytest.raises(mx.MXNetError, match=message):
        mx.onnx.export_model(net, {}, shapes, np.float32, str(path))
    assert path.read_bytes() == b"old"
    assert [item.name for item in tmp_path.iterdir()] == ["model.onnx"]


def test_operator_without_counterpart_is_an_attribute_error_as_in_1_9_1(export: Export) -> None:
    with pytest.raises(AttributeError):
        export(mx.sym.linalg.gelqf(DATA), None, [(2, 3)])


def test_missing_folder(export: Export, tmp_path: Path) -> None:
    with pytest.raises(mx.MXNetError, match="cannot write"):
        mx.onnx.export_model(mx.sym.relu(DATA), {}, [(2,)], np.float32, str(tmp_path / "none" / "model.onnx"))


def test_open_length_that_must_be_known(export: Export) -> None:
    net = mx.sym.Crop(DATA, mx.sym.var("like"), num_args=2, center_crop=True, name="cut")
    shapes = [(1, 1, 4, 4), (1, 1, 2, 2)]
    with pytest.raises(mx.MXNetError, match=r"node cut \(Crop\) cannot be written for ONNX: the lengths of the axes"):
        export(net, None, shapes, dynamic=True)

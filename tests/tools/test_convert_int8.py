"""Networks of int8 become ONNX files that give the same numbers, on processors without VNNI too."""

from __future__ import annotations

import json
import re

import mxnet as mx
import numpy as np
import pytest
import torch
from mxnet.contrib import quantization
from mxnet.core import torch_compat
from remx import cli

from tests.contrib.quantization import networks

pytest.importorskip("onnxruntime", reason="it is in the extra onnx")


def _saved(prefix):
    """Save a network whose weights and data fill their bytes: two products are more than 16 bits have."""
    x = mx.sym.Variable("data")
    for i in range(2):
        x = mx.sym.Convolution(x, num_filter=8, kernel=(3, 3), name=f"conv{i}")
        x = mx.sym.Activation(x, act_type="relu", name=f"relu{i}")
    net = mx.sym.FullyConnected(mx.sym.Flatten(x), num_hidden=4, name="fc")
    shapes, _, _ = net.infer_shape(data=(4, 3, 12, 12))
    random = np.random.RandomState(0)
    params = {
        name: mx.nd.array(random.normal(0, 0.3, shape))
        for name, shape in zip(net.list_arguments(), shapes, strict=True)
        if name != "data"
    }
    data = mx.io.NDArrayIter(random.uniform(-0.2, 0.2, (16, 3, 12, 12)).astype("float32"), None, 4)
    quantized = quantization.quantize_model(
        net, params, {}, ctx=mx.cpu(), calib_mode="naive", calib_data=data, num_calib_examples=16,
        quantized_dtype="auto", label_names=None,
    )  # fmt: skip
    mx.model.save_checkpoint(prefix, 0, *quantized)


def test_int8_is_verified(capsys, tmp_path):
    _saved(str(tmp_path / "net"))
    words = ["convert", str(tmp_path / "net"), "-o", str(tmp_path / "net.onnx"), "--shape", "data=batch,3,12,12"]
    assert cli.main([*words, "--json"]) == 0
    outcome = json.loads(capsys.readouterr().out)
    assert outcome["equal"]
    assert outcome["batch"] == "any"
    assert outcome["largest_difference"] < 1e-5
    assert ("VNNI" in outcome["remark"]) is not torch_compat.multiplies_bytes()


@pytest.mark.parametrize("suffix", ["onnx", "pt2", "pt"])
@pytest.mark.parametrize(
    ("name", "how", "mode"),
    [
        ("joined", quantization.quantize_model, "none"),
        ("residual", quantization.quantize_model, "naive"),
        ("pooled", quantization.quantize_model, "entropy"),
        ("convolution", quantization.quantize_model_mkldnn, "none"),
        ("joined", quantization.quantize_model_mkldnn, "naive"),
        ("sum", quantization.quantize_model_mkldnn, "entropy"),
    ],
)
def test_what_calibration_makes_converts(name, how, mode, suffix, tmp_path, capsys):
    """Ranges that are found when the network runs, too. Weights of fused layers are float32 in the file."""
    graph = networks.networks()[name]
    data, arguments, states = networks.values(name, graph)
    given = {"calib_data": mx.io.NDArrayIter(data, None, 2)} if mode != "none" else {}
    arrays = [{key: mx.nd.array(item) for key, item in some.items()} for some in (arguments, states)]
    made = how(graph, *arrays, label_names=None, calib_mode=mode, quantize_mode="smart", **given)
    mx.model.save_checkpoint(str(tmp_path / "net"), 0, *made)
    np.save(tmp_path / "data.npy", data)
    words = ["--shape", "data=batch,3,5,5", "--input", f"data={tmp_path / 'data.npy'}", "--json"]
    assert cli.main(["convert", str(tmp_path / "net"), "-o", str(tmp_path / f"net.{suffix}"), *words]) == 0
    outcome = json.loads(capsys.readouterr().out)
    assert (outcome["equal"], outcome["batch"]) == (True, "any")
    assert outcome["relative"] <= (2 / 127 if suffix == "onnx" else 1e-6)  # whose biases are of int32


def _said(words, capsys):
    """Return the status of a command, and its outcome or the one line that it says."""
    status = cli.main(words)
    said = capsys.readouterr()
    return status, json.loads(said.out) if not status else said.err


@pytest.mark.parametrize("how", [quantization.quantize_model, quantization.quantize_model_mkldnn])
def test_weights_alone_and_source(how, tmp_path, capsys):
    """Weights convert as they are; source has no layers of int8, fused or not, and says so."""
    graph = networks.networks()["residual"]
    data, arguments, states = networks.values("residual", graph)
    arrays = [{key: mx.nd.array(item) for key, item in some.items()} for some in (arguments, states)]
    made = how(
        graph, *arrays, label_names=None, calib_mode="naive", calib_data=mx.io.NDArrayIter(data, None, 2),
        quantize_mode="full", quantized_dtype="auto",
    )  # fmt: skip
    prefix = str(tmp_path / "net")
    mx.model.save_checkpoint(prefix, 0, *made)
    for suffix in ("safetensors", "params"):
        if suffix == "safetensors":
            pytest.importorskip("safetensors", reason="it is in an extra")
        words = ["convert", prefix, "-o", f"{prefix}-again.{suffix}", "--shape", "data=batch,3,5,5", "--json"]
        status, outcome = _said(words, capsys)
        assert status == 0
        assert outcome["largest_difference"] == 0
        again = mx.nd.load(f"{prefix}-again.{suffix}")
        assert {array.dtype for array in again.values()} == {
            array.dtype for some in made[1:] for array in some.values()
        }
    status, said = _said(["convert", prefix, "-o", f"{prefix}.py", "--shape", "data=batch,3,5,5"], capsys)
    assert status == 1
    assert re.search(r"node '.*', operator .*: cannot be written as PyTorch source.*Convert to .onnx, or to .pt2", said)
    assert not (tmp_path / "net.py").exists()


@pytest.mark.parametrize("mode", ["none", "naive"])
def test_a_recurrent_layer(mode, tmp_path, capsys):
    """Sequences come first: the batch is the second axis. ONNX has no asymmetric quantization, and it is said."""
    names = [mx.sym.var(name) for name in ("data", "weights", "state", "cell")]
    graph = mx.sym.RNN(*names, mode="lstm", state_size=4, num_layers=1, name="rnn")
    shapes, _, _ = graph.infer_shape(data=(5, 3, 6))
    random = np.random.RandomState(0)
    arrays = {
        name: mx.nd.array(random.normal(0, 0.3, shape))
        for name, shape in zip(graph.list_arguments(), shapes, strict=True)
    }
    data = arrays.pop("data")
    given = {"calib_data": mx.io.NDArrayIter(data, None, 5)} if mode != "none" else {}
    made, params, states = quantization.quantize_model(
        graph, arrays, {}, label_names=None, calib_mode=mode, quantize_mode="full", quantized_dtype="auto", **given
    )
    assert "_contrib_quantized_rnn" in made.tojson()
    begun = {name: params.pop(name) for name in ("state", "cell")}
    prefix = str(tmp_path / "net")
    mx.model.save_checkpoint(prefix, 0, made, params, states)
    known = ["--shape", "data=5,batch,6", "--shape", "state=1,batch,4", "--shape", "cell=1,batch,4"]
    status, outcome = _said(["convert", prefix, "-o", f"{prefix}.pt", *known, "--json"], capsys)
    assert (status, outcome["batch"], outcome["largest_difference"]) == (0, "any", 0)
    refusals = {
        "onnx": "ONNX has no counterpart of the operator _contrib_",
        "py": "no rule for it. Convert to .pt2 instead",
    }
    for suffix, said in refusals.items():
        status, line = _said(["convert", prefix, "-o", f"{prefix}.{suffix}", *known], capsys)
        assert status == 1
        assert said in line
    inputs = {"data": data, **begun}
    executor = made.bind(mx.cpu(), {name: {**inputs, **params}[name] for name in made.list_arguments()})
    result = made.to_torch(params).eval()(**{name: torch.from_numpy(item.asnumpy()) for name, item in inputs.items()})
    np.testing.assert_array_equal(result.detach().numpy(), executor.forward()[0].asnumpy())


@pytest.mark.parametrize("suffix", ["onnx", "pt"])
def test_a_block_that_was_exported(suffix, tmp_path, capsys):
    net = mx.gluon.nn.HybridSequential()
    net.add(mx.gluon.nn.Conv2D(4, 3, activation="relu"), mx.gluon.nn.MaxPool2D(), mx.gluon.nn.Dense(3))
    net.initialize(mx.init.Xavier())
    data = mx.nd.array(np.random.RandomState(0).uniform(0, 0.2, (2, 3, 10, 10)))
    made = quantization.quantize_net_v2(
        net, calib_mode="entropy", calib_data=[data], quantize_granularity="channel-wise"
    )
    made.export(str(tmp_path / "net"))
    words = ["convert", str(tmp_path / "net"), "-o", str(tmp_path / f"net.{suffix}"), "--json"]
    status, outcome = _said([*words, "--shape", "data=batch,3,10,10"], capsys)
    assert (status, outcome["equal"], outcome["batch"]) == (0, True, "any")

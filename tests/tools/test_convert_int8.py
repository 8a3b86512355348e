"""Networks of int8 become ONNX files that give the same numbers, on processors without VNNI too."""

from __future__ import annotations

import json

import mxnet as mx
import numpy as np
import pytest
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

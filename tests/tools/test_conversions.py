"""Six checkpoints written by MXNet 1.9.1, in every format: any batch size, and MXNet's own numbers.

``checkpoints/`` is written by ``make_checkpoints.py``.
"""

from __future__ import annotations

import importlib.util
import json
import os
import shutil
import sys
import warnings
from pathlib import Path

import mxnet as mx
import numpy as np
import pytest
import torch
from mxnet.tools.verification import differ_in_order_only
from remx import cli

HERE = Path(__file__).parent / "checkpoints"
#: by name: the arguments of the command, and the shape of the input
CHECKPOINTS = {
    "resnet": (["resnet"], "3,16,16"),
    "gluon": (["gluon"], "3,8,8"),
    "ssd": (["ssd"], "3,8,8"),
    "lm": (["lm"], "4"),
    "face": (["face"], "3,12,12"),
}
#: what PyTorch says of itself
pytestmark = [
    pytest.mark.filterwarnings("ignore:.*LeafSpec:FutureWarning"),
    pytest.mark.skipif(
        not all(map(importlib.util.find_spec, ("onnx", "onnxruntime"))),
        reason="needs the packages onnx and onnxruntime",
    ),
]


def run_onnx(path, x):
    import onnxruntime

    session = onnxruntime.InferenceSession(path, providers=["CPUExecutionProvider"])
    assert [item.name for item in session.get_inputs()] == ["data"]
    return session.run(None, {"data": x})[0]


def run_program(path, x):
    return torch.export.load(path).module()(torch.from_numpy(x)).detach().numpy()


def run_source(path, x):
    spec = importlib.util.spec_from_file_location("converted", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    net = module.Net()
    net.load_state_dict(torch.load(f"{path}.pt", weights_only=True))
    return net.eval()(torch.from_numpy(x)).detach().numpy()


RUN = {".onnx": run_onnx, ".pt2": run_program, ".py": run_source}


@pytest.mark.parametrize("suffix", [".onnx", ".pt", ".pt2", ".py", ".safetensors"])
@pytest.mark.parametrize("name", CHECKPOINTS)
def test_any_batch_and_the_numbers_of_mxnet(name, suffix, tmp_path, monkeypatch, capsys):
    if (name, suffix) == ("ssd", ".pt2") and os.environ.get("MXNET_TORCH_FALLBACKS", "0") not in ("", "0"):
        pytest.skip("a loop of documented functions is written down step by step, which takes torch.export minutes")
    words, shape = CHECKPOINTS[name]
    monkeypatch.chdir(HERE)
    target = tmp_path / f"net{suffix}"
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        status = cli.main(["convert", *words, "-o", str(target), "--shape", f"data=batch,{shape}", "--json"])
    said = capsys.readouterr()
    assert status == 0, said.err
    outcome = json.loads(said.out)
    assert (outcome["batch"], outcome["verified"], outcome["equal"]) == ("any", True, True), outcome
    if suffix in RUN:
        recorded = np.load(HERE / f"{name}-expected.npz")
        x, expected = recorded["in_data"], recorded["out0"]
        np.testing.assert_allclose(RUN[suffix](target, x), expected, rtol=1e-4, atol=1e-5)
        first = RUN[suffix](target, x[:1])
        np.testing.assert_allclose(first, expected[: len(first)], rtol=1e-4, atol=1e-5)


BLOCK = """
from mxnet.gluon import nn

def make_net():
    net = nn.HybridSequential()
    net.add(nn.Conv2D(4, 3, padding=1, activation="relu"), nn.BatchNorm(), nn.MaxPool2D(), nn.Flatten())
    net.add(nn.Dense(6, activation="tanh"), nn.Dropout(0.5), nn.Dense(3))
    return net

eager = nn.Sequential()
three = lambda: 3
wrong = lambda: nothing
"""


@pytest.fixture
def own_block(tmp_path, monkeypatch):
    """A folder with weights alone and the program of their block."""
    (tmp_path / "own_block.py").write_text(BLOCK)
    shutil.copy(HERE / "bare.params", tmp_path)
    monkeypatch.chdir(tmp_path)
    yield tmp_path
    sys.modules.pop("own_block", None)


@pytest.mark.parametrize("suffix", [".onnx", ".pt", ".pt2", ".py", ".safetensors"])
def test_weights_alone_with_a_block_of_the_users(suffix, own_block, capsys):
    target = own_block / f"net{suffix}"
    words = ["bare.params", "--network", "own_block:make_net", "-o", str(target), "--shape", "data=batch,3,8,8"]
    before = list(sys.path)
    assert cli.main(["convert", *words, "--json"]) == 0
    assert sys.path == before
    outcome = json.loads(capsys.readouterr().out)
    assert (outcome["batch"], outcome["verified"], outcome["equal"]) == ("any", True, True)
    if suffix in RUN:
        recorded = np.load(HERE / "gluon-expected.npz")
        np.testing.assert_allclose(RUN[suffix](target, recorded["in_data"]), recorded["out0"], rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize(("name", "side"), [("squeezenet1.1", 224), ("mobilenetv2_0.25", 64)])
@pytest.mark.parametrize("old", [False, True])
def test_weights_alone_of_the_model_zoo(name, side, old, tmp_path, capsys):
    net = mx.gluon.model_zoo.vision.get_model(name, classes=7)
    net.initialize()
    x = mx.nd.random.uniform(shape=(2, 3, side, side))
    expected = net(x).asnumpy()
    file = str(tmp_path / f"{name}-cafe.params")
    net.collect_params().save(file, strip_prefix=net.prefix) if old else net.save_parameters(file)
    target = tmp_path / "net.onnx"
    words = ["convert", file, "-o", str(target), "--shape", f"data=batch,3,{side},{side}"]
    assert cli.main(words) == 1
    assert f"--network {name}" in capsys.readouterr().err
    assert cli.main([*words, "--network", name]) == 0
    assert "any batch" in capsys.readouterr().out
    np.testing.assert_allclose(run_onnx(target, x.asnumpy()), expected, rtol=1e-4, atol=1e-5)
    assert cli.main(["inspect", file, "--network", name, "--shape", f"data=1,3,{side},{side}"]) == 0
    assert "(1, 7)" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("network", "message"),
    [
        ("resnet18_v3", "the model zoo, which has no such network; did you mean 'resnet18_v"),
        ("alexnet", "bare.params does not fit --network alexnet: Parameter 'features."),
        ("own_block:missing", "AttributeError: module 'own_block' has no attribute 'missing'"),
        ("nowhere:net", "ModuleNotFoundError: No module named 'nowhere'"),
        ("own_block:eager", "expected a HybridBlock, got Sequential"),
        ("own_block:three", "expected a HybridBlock, got int"),
        ("own_block:wrong", "NameError: name 'nothing' is not defined"),
    ],
)
def test_blocks_that_do_not_fit(network, message, own_block, capsys):
    words = ["convert", "bare.params", "--network", network, "-o", "net.onnx", "--shape", "data=batch,3,8,8"]
    assert cli.main(words) == 1
    said = capsys.readouterr().err
    assert message in said
    assert said.count("\n") == 1
    assert not list(own_block.glob("net*"))


@pytest.mark.parametrize("suffix", [".pt", ".safetensors", ".params"])
def test_weights_alone_there_and_back(suffix, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(HERE)
    there, back = str(tmp_path / f"w{suffix}"), str(tmp_path / "w-back.params")
    assert cli.main(["convert", "bare.params", "-o", there]) == 0
    assert cli.main(["convert", there, "-o", back]) == 0
    assert capsys.readouterr().out.count("verified: read again, and equal") == 2
    expected, actual = mx.nd.load("bare.params"), mx.nd.load(back)
    assert actual.keys() == expected.keys()
    for name in expected:
        np.testing.assert_array_equal(actual[name].asnumpy(), expected[name].asnumpy())


@pytest.mark.parametrize("suffix", [".pt", ".safetensors", ".py"])
def test_back_to_a_checkpoint_of_mxnet(suffix, tmp_path, monkeypatch):
    """Weights of ``.py`` have the names of PyTorch's layers."""
    monkeypatch.chdir(HERE)
    target, back = tmp_path / f"net{suffix}", str(tmp_path / "net-0000.params")
    assert cli.main(["convert", "resnet", "-o", str(target), "--shape", "data=batch,3,16,16"]) == 0
    weights = target.with_name(f"{target.name}.pt") if suffix == ".py" else target
    assert cli.main(["convert", str(weights), "--like", "resnet-symbol.json", "-o", back]) == 0
    expected, actual = mx.nd.load("resnet-0003.params"), mx.nd.load(back)
    assert actual.keys() == expected.keys()
    for name in set(expected) - {"arg:bn_data_gamma"}:  # which is fixed at 1
        np.testing.assert_array_equal(actual[name].asnumpy(), expected[name].asnumpy())


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            ["gluon-symbol.json", "bare.params", "-o", "{}.onnx"],
            "bare.params has no name of gluon-symbol.json: 0.weight",
        ),
        (
            ["bare.params", "-o", "{}.onnx"],
            "bare.params has weights alone: for {}.onnx, name the network's -symbol.json",
        ),
        (["bare.params", "--like", "resnet-symbol.json", "-o", "{}.params"], "resnet-symbol.json has no parameter"),
        (
            ["face-0000.params", "--like", "resnet-symbol.json", "-o", "{}.params"],
            "resnet-symbol.json has no parameter",
        ),
        (["lm", "--bucket", "3", "-o", "{}.pt"], "--bucket 3: lm has the buckets 2, 4"),
        (["face", "--bucket", "3", "-o", "{}.pt"], "face.buckets: there is no such file"),
        (["face", "--epoch", "7", "-o", "{}.pt"], "face-0007.params: there is no such file; epochs: 0"),
        (["face", "--network", "alexnet", "-o", "{}.pt"], "--network goes with a file of weights alone"),
        (["bare.params", "--network", "a", "--like", "b", "-o", "{}.pt"], "--like and --network: expected one"),
        (["face", "--like", "face-symbol.json", "-o", "{}.pt"], "--like goes with a file of weights alone"),
        (["face", "--shape", "data=batch,3,?,12", "-o", "{}.pt"], "expected one axis that is the batch, got 2"),
        (["face", "--shape", "data=many,3,12,12", "-o", "{}.pt"], "expected integers with commas between, or batch"),
    ],
)
def test_what_cannot_be_is_one_line(words, message, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(HERE)
    out = str(tmp_path / "out")
    assert cli.main(["convert", *(word.format(out) for word in words)]) == 1
    said = capsys.readouterr().err
    assert message.format(out) in said
    assert said.count("\n") == 1
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("words", "batch"),
    [
        (["--shape", "data=4,3,12,12"], "any batch"),
        (["--shape", "data=?,3,12,12"], "any batch"),
        (["--shape", "data=4,3,12,12", "--fixed-batch"], "batch 4 only (as asked for)"),
    ],
)
@pytest.mark.parametrize("suffix", ["onnx", "pt"])
def test_a_line_says_for_which_batch(words, batch, suffix, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(HERE)
    assert cli.main(["convert", "face", "-o", str(tmp_path / f"net.{suffix}"), *words]) == 0
    assert batch in capsys.readouterr().out.splitlines()[0]


def test_a_bucket(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(HERE)
    words = ["--bucket", "2", "--shape", "data=batch,2", "-o", str(tmp_path / "net.py"), "--json"]
    assert cli.main(["convert", "lm", *words]) == 0
    assert json.loads(capsys.readouterr().out)["batch"] == "any"
    assert "Written from lm-2-symbol.json and lm-0001.params" in (tmp_path / "net.py").read_text()


def test_a_card_makes_a_folder_ready(tmp_path, monkeypatch):
    monkeypatch.chdir(HERE)
    tmp_path /= "hub"
    words = ["convert", "face", "-o", str(tmp_path / "face.safetensors"), "--shape", "data=batch,3,12,12", "--card"]
    assert cli.main([*words, "--tolerance", "-1"]) == 1
    assert not tmp_path.exists()
    assert cli.main(words) == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["README.md", "face-symbol.json", "face.safetensors"]
    text = (tmp_path / "README.md").read_text()
    for part in (
        "| `Convolution` | 3 |", "- input `data`: (batch, 3, 12, 12), float32", "- output `fc1_output`",
        "For any batch size.", "`_minus_scalar` with 127.5 on `data`", "`face-symbol.json`, `face-0000.params`",
        "for two batch sizes. The largest difference",
    ):  # fmt: skip
        assert part in text
    monkeypatch.chdir(tmp_path)
    program = text.partition("```python\n")[2].partition("```")[0]
    names = {}
    exec(program, names)
    assert names["module"](torch.zeros(5, 3, 12, 12)).shape == (5, 8)


@pytest.mark.parametrize("name", ["..", "..a", "forward", "training", "self", "a.b", "x/y"])
@pytest.mark.parametrize("suffix", ["pt", "pt2", "py"])
def test_names_that_modules_cannot_have(name, suffix, tmp_path):
    x = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=3, name=name)
    mx.sym.broadcast_mul(x, mx.sym.var(name, shape=(1, 3))).save(str(tmp_path / "net-symbol.json"))
    shapes = {f"{name}_weight": (3, 4), f"{name}_bias": (3,), name: (1, 3)}
    arrays = {f"arg:{key}": mx.nd.random.uniform(shape=shape) for key, shape in shapes.items()}
    mx.nd.save(str(tmp_path / "net-0000.params"), arrays)
    words = ["convert", str(tmp_path / "net"), "-o", str(tmp_path / f"out.{suffix}"), "--shape", "data=batch,4"]
    assert cli.main(words) == 0


def losses(label):
    """Return a network with a label in several losses, one of them of data."""
    data = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=4, name="fc")
    first = mx.sym.SoftmaxOutput(data, mx.sym.Reshape(label, shape=(-1,)), name="softmax")
    second = mx.sym.LinearRegressionOutput(data, mx.sym.one_hot(label * 2, depth=4), name="linear")
    return mx.sym.Group([first, second, mx.sym.LogisticRegressionOutput(data, data, name="own")])


@pytest.mark.parametrize("suffix", ["onnx", "pt", "pt2", "py", "safetensors"])
def test_labels_through_operators_are_no_inputs(suffix, tmp_path, capsys):
    losses(mx.sym.var("label")).save(str(tmp_path / "net-symbol.json"))
    arrays = {"arg:fc_weight": mx.nd.random.uniform(shape=(4, 3)), "arg:fc_bias": mx.nd.zeros((4,))}
    mx.nd.save(str(tmp_path / "net-0000.params"), arrays)
    out = tmp_path / f"out.{suffix}"
    assert cli.main(["convert", str(tmp_path / "net"), "-o", str(out), "--shape", "data=batch,3", "--json"]) == 0
    outcome = json.loads(capsys.readouterr().out)
    assert (list(outcome["inputs"]), outcome["batch"]) == (["data"], "any")


BOXES = ["--shape", "data=batch,12,6"]
PROPOSALS = ["--shape", "cls_prob=batch,4,5,6", "--input", "im_info=info.npy"]


def boxes():
    return mx.sym.contrib.box_nms(mx.sym.var("data"), overlap_thresh=0.3, id_index=0, topk=9, out_format="center")


def proposals():
    inputs = map(mx.sym.var, ("cls_prob", "bbox_pred", "im_info"))
    sizes = {"scales": (1, 2), "ratios": (1,), "feature_stride": 4, "rpn_min_size": 1, "rpn_post_nms_top_n": 7}
    return mx.sym.contrib.MultiProposal(*inputs, output_score=True, **sizes)


@pytest.mark.parametrize("suffix", ["onnx", "pt2", "py"])
@pytest.mark.parametrize(("symbol", "words"), [(boxes, BOXES), (proposals, PROPOSALS)])
def test_what_detectors_end_with(symbol, words, suffix, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    symbol().save("net-symbol.json")
    mx.nd.save("net-0000.params", {})
    np.save("info.npy", np.array([[20, 24, 1], [16, 20, 2]], np.float32))
    assert cli.main(["convert", "net", "-o", f"out.{suffix}", *words, "--json"]) == 0, capsys.readouterr().err
    assert json.loads(capsys.readouterr().out)["batch"] == "any"


@pytest.mark.parametrize(
    ("order", "column", "equal"),
    [
        ([0, 1, 2, 3], None, True),
        ([0, 2, 1, 3], None, True),  # equal scores
        ([1, 0, 2, 3], None, False),  # the scores are out of order
        ([0, 2, 1, 3], 3, False),  # another row
    ],
)
def test_rows_of_equal_scores_may_come_in_another_order(order, column, equal):
    expected = np.array([[[0, 0.9, 1, 1], [1, 0.5, 2, 1], [2, 0.5, 3, 1], [-1, -1, -1, -1]]], np.float32)
    actual = expected[:, order].copy()
    if column is not None:
        actual[0, 1, column] += 0.5
    assert differ_in_order_only([actual], [expected], 1e-4) is equal
    assert not differ_in_order_only([actual[0, :, 1:]], [expected[0, ::-1, 1:]], 1e-4)


@pytest.mark.parametrize(
    ("shape", "said"),
    [
        ("data=5,2,3", "any batch, inputs data (5, batch, 3)"),
        ("data=5,batch,3", "any batch, inputs data (5, batch, 3)"),
        ("data=batch,2,3", "any length of axis 0 of data (its items depend"),
    ],
)
@pytest.mark.parametrize("output", ["sequence", "last", "rows"])
def test_the_time_of_a_sequence_is_no_batch(shape, said, output, tmp_path, capsys):
    data = mx.sym.var("data")
    state = mx.sym.zeros_like(mx.sym.slice_axis(data, axis=0, begin=0, end=1))
    net = mx.sym.RNN(data, mx.sym.var("rnn_parameters"), state, mode="rnn_tanh", state_size=3, num_layers=1)
    if output == "last":
        net = mx.sym.SequenceLast(net)
    elif output == "rows":
        net = mx.sym.Reshape(net, shape=(-1, 3))
    net.save(str(tmp_path / "net-symbol.json"))
    arrays = {"arg:rnn_parameters": mx.nd.array(np.random.RandomState(0).uniform(-1, 1, 24))}
    mx.nd.save(str(tmp_path / "net-0000.params"), arrays)
    words = ["convert", str(tmp_path / "net"), "-o", str(tmp_path / "out.pt"), "--shape", shape]
    assert cli.main(words) == 0, capsys.readouterr().err
    assert said in capsys.readouterr().out


@pytest.mark.parametrize(
    ("shape", "said"),
    [
        ("data=5,2,3", "any batch, inputs data (5, batch, 3)"),
        ("data=batch,2,3", "length 2 of axis 0 of data only (torch.export fixes this length"),
    ],
)
def test_a_program_of_a_sequence_says_which_axis_is_the_batch(shape, said, tmp_path, capsys):
    block = mx.gluon.rnn.LSTM(4, input_size=3)
    block.initialize()
    block(mx.sym.var("data")).save(str(tmp_path / "net-symbol.json"))
    arrays = {f"arg:{name}": item.data() for name, item in block.collect_params().items()}
    mx.nd.save(str(tmp_path / "net-0000.params"), arrays)
    words = ["convert", str(tmp_path / "net"), "-o", str(tmp_path / "out.pt2"), "--shape", shape]
    assert cli.main(words) == 0, capsys.readouterr().err
    assert said in capsys.readouterr().out

"""``remx convert``: checkpoints for other libraries, verified."""

from __future__ import annotations

import importlib.util
import json
import subprocess

import mxnet as mx
import numpy as np
import pytest
import torch
from mxnet.tools.outputs import SOURCE_TITLE
from remx import cli
from safetensors.numpy import load_file

from tests import warm
from tests.tools.nets import checkpoint

SHAPE = ["--shape", "data=2,3,8,8"]
X = np.random.RandomState(5).uniform(size=(2, 3, 8, 8)).astype(np.float32)


@pytest.fixture
def model(tmp_path):
    return checkpoint(tmp_path / "model"), str(tmp_path / "model")


def convert(capsys, prefix, target, *words):
    """Convert, and return what is said about it."""
    status = cli.main(["convert", prefix, "-o", target, *words, "--json"])
    said = capsys.readouterr()
    assert status == 0, said.err
    outcome = json.loads(said.out)
    assert outcome["relative"] < 1e-5
    return outcome


def predicted(module):
    module.forward(mx.io.DataBatch([mx.nd.array(X)]), is_train=False)
    return module.get_outputs()[0].asnumpy()


def test_source_needs_pytorch_alone(model, tmp_path, capsys):
    module, prefix = model
    target = tmp_path / "my_net.py"
    outcome = convert(capsys, prefix, str(target), *SHAPE)
    assert outcome["inputs"] == {"data": [2, 3, 8, 8]}
    text = target.read_text()
    for line in (
        "class MyNet(nn.Module):",
        "self.conv1 = nn.Conv2d(3, 4, 3, padding=1)",
        "self.bn1 = nn.BatchNorm2d(4, eps=0.001)",
        "self.fc1 = nn.Linear(64, 3)",
        "def forward(self, data: torch.Tensor):",
    ):
        assert line in text
    np.save(tmp_path / "x.npy", X)
    program = (
        "import sys; sys.modules['mxnet'] = None\n"
        "import numpy, torch; from my_net import MyNet\n"
        "net = MyNet(); net.load_state_dict(torch.load('my_net.py.pt', weights_only=True)); net.eval()\n"
        "numpy.save('y.npy', net(torch.from_numpy(numpy.load('x.npy'))).detach().numpy())"
    )
    subprocess.run([*warm.python(), "-c", program], cwd=tmp_path, check=True, timeout=100)
    np.testing.assert_allclose(np.load(tmp_path / "y.npy"), predicted(module), rtol=1e-4, atol=1e-6)


@pytest.mark.filterwarnings("ignore:.*LeafSpec:FutureWarning")  # torch.export.load of PyTorch 2.13 warns of itself
def test_a_program_of_torch_export_takes_any_batch(model, tmp_path, capsys):
    module, prefix = model
    target = str(tmp_path / "net.pt2")
    convert(capsys, prefix, target, "--shape", "data=1,3,8,8")
    program = torch.export.load(target).module()
    np.testing.assert_allclose(program(torch.from_numpy(X)).detach(), predicted(module), rtol=1e-4, atol=1e-6)


def test_weights_for_pytorch_and_safetensors(model, tmp_path, capsys):
    module, prefix = model
    arg, aux = module.get_params()
    convert(capsys, prefix, str(tmp_path / "net.pt"), *SHAPE)
    state = torch.load(tmp_path / "net.pt", weights_only=True)
    assert set(state) == {*arg, *aux}
    convert(capsys, prefix, str(tmp_path / "net.safetensors"), *SHAPE)
    stored = load_file(tmp_path / "net.safetensors")
    assert set(stored) == {*(f"arg:{name}" for name in arg), *(f"aux:{name}" for name in aux)}
    np.testing.assert_array_equal(stored["arg:fc1_weight"], arg["fc1_weight"].asnumpy())
    np.testing.assert_array_equal(state["bn1_moving_var"], aux["bn1_moving_var"].asnumpy())


@pytest.mark.skipif(
    not all(map(importlib.util.find_spec, ("onnx", "onnxruntime"))), reason="needs the packages onnx and onnxruntime"
)
def test_onnx_and_an_image_before_and_after(model, tmp_path, capsys):
    _, prefix = model
    image, synset = tmp_path / "a.png", tmp_path / "synset.txt"
    image.write_bytes(
        mx.recordio.pack_img((0, 0, 0, 0), np.arange(300, dtype=np.uint8).reshape(10, 10, 3), img_fmt=".png")[24:]
    )
    synset.write_text("cat\ndog\nfish\n")
    words = ["--check", str(image), "--scale", "255", "--mean", "0.5,0.5,0.5", "--std", "0.2,0.2,0.2"]
    outcome = convert(capsys, prefix, str(tmp_path / "net.onnx"), *SHAPE, *words, "--synset", str(synset))
    assert [name for name, _ in outcome["before"]] == [name for name, _ in outcome["after"]]
    assert {name for name, _ in outcome["after"]} == {"cat", "dog", "fish"}


def test_inputs_are_given_in_a_file(model, tmp_path, capsys):
    _, prefix = model
    np.save(tmp_path / "x.npy", X[:1])
    outcome = convert(capsys, prefix, str(tmp_path / "net.pt"), "--input", f"data={tmp_path / 'x.npy'}")
    assert outcome["inputs"] == {"data": [1, 3, 8, 8]}


TARGETS = ["onnx", "safetensors", "pt", "pt2", "py"]


@pytest.mark.parametrize("target", TARGETS)
def test_a_float16_network_takes_float16(tmp_path, capsys, target):
    rng = np.random.RandomState(0)
    net = mx.sym.Convolution(mx.sym.var("data"), num_filter=2, kernel=(3, 3), name="conv")
    net = mx.sym.FullyConnected(mx.sym.Pooling(net, kernel=(1, 1), global_pool=True), num_hidden=2, name="fc")
    shapes = {"conv_weight": (2, 3, 3, 3), "conv_bias": (2,), "fc_weight": (2, 2), "fc_bias": (2,)}
    params = {name: mx.nd.array(rng.uniform(-1, 1, shape), dtype="float16") for name, shape in shapes.items()}
    mx.model.save_checkpoint(str(tmp_path / "net"), 1, net, params, {})
    path = tmp_path / f"net.{target}"
    assert cli.main(["convert", str(tmp_path / "net"), "-o", str(path), "--shape", "data=batch,3,8,8"]) == 0
    assert "any batch, inputs data (batch, 3, 8, 8) float16\nverified" in capsys.readouterr().out
    if target == "py":
        assert "nn.Conv2d(3, 2, 3, dtype=torch.float16)" in path.read_text()


@pytest.mark.filterwarnings("ignore:.*LeafSpec:FutureWarning")  # torch.export.load of PyTorch 2.13 warns of itself
def test_a_program_takes_integers_as_declared(tmp_path, capsys):
    net = mx.sym.Embedding(mx.sym.var("data", dtype="int32"), input_dim=5, output_dim=2, name="embed")
    params = {"embed_weight": mx.nd.arange(10).reshape((5, 2))}
    mx.model.save_checkpoint(str(tmp_path / "net"), 1, net, params, {})
    outcome = convert(capsys, str(tmp_path / "net"), str(tmp_path / "net.pt2"), "--shape", "data=batch")
    assert outcome["dtypes"] == {"data": "int32"}
    program = torch.export.load(tmp_path / "net.pt2").module()
    assert program(torch.tensor([4, 1, 0], dtype=torch.int32)).tolist() == [[8, 9], [2, 3], [0, 1]]


@pytest.mark.parametrize("target", TARGETS)
def test_states_without_arrays_are_inputs(tmp_path, capsys, target):
    names = ["data", "rnn_parameters", "h0", "c0"]
    net = mx.sym.Group([*mx.sym.RNN(*map(mx.sym.var, names), mode="lstm", state_size=2, num_layers=1,
                                    state_outputs=True)])  # fmt: skip
    params = {"rnn_parameters": mx.nd.random.uniform(shape=(56,))}
    mx.model.save_checkpoint(str(tmp_path / "net"), 1, net, params, {})
    words = ["--shape", "data=4,batch,3", "--shape", "h0=1,batch,2", "--shape", "c0=1,batch,2"]
    outcome = convert(capsys, str(tmp_path / "net"), str(tmp_path / f"net.{target}"), *words)
    assert (outcome["batch"], list(outcome["inputs"])) == ("any", ["data", "h0", "c0"])


def fused(data, mode, begin=None, **settings):
    """Return outputs and states of two fused layers over data of shape (T, N, C)."""
    cell = mx.rnn.FusedRNNCell(3, 2, mode, prefix="rnn_", **settings)
    outputs, states = cell.unroll(
        5, data, layout="TNC", begin_state=None if begin is None else [begin], merge_outputs=True
    )
    return mx.sym.Group([outputs, *states])


@pytest.mark.parametrize(
    ("symbol", "shapes"),
    [
        (
            lambda x: mx.sym.FullyConnected(mx.sym.Embedding(x, input_dim=5, output_dim=4), num_hidden=2),
            {"data": (2, 3)},
        ),
        (
            lambda x: mx.sym.LayerNorm(mx.sym.FullyConnected(x, num_hidden=4, flatten=False), name="ln"),
            {"data": (2, 3, 5)},
        ),
        (lambda x: mx.sym.Deconvolution(x, kernel=(3, 3), stride=(2, 2), pad=(1, 1), adj=(1, 1), num_filter=2), {}),
        (lambda x: mx.sym.Pooling(x, kernel=(3, 3), stride=(2, 2), pad=(1, 1), pool_type="avg"), {}),
        (lambda x: mx.sym.Pooling(x, kernel=(3, 3), stride=(2, 2), pooling_convention="full"), {}),
        (lambda x: mx.sym.Pooling(x, global_pool=True, pool_type="avg", kernel=(1, 1)), {}),
        (lambda x: mx.sym.LeakyReLU(x - 0.5, act_type="prelu") / 3, {}),
        (lambda x: 2 - mx.sym.LeakyReLU(x - 0.5, slope=0.3) * mx.sym.clip(x, 0.2, 0.4), {}),
        (lambda x: mx.sym.Concat(*mx.sym.SliceChannel(mx.sym.Reshape(x, shape=(0, -1)), num_outputs=3)[1:]), {}),
        (lambda x: mx.sym.mean(mx.sym.transpose(x, axes=(0, 2, 3, 1)), axis=(1, 2)), {}),
        (lambda x: mx.sym.batch_dot(x.reshape((0, -3, 0)), x.reshape((0, -3, 0)), transpose_b=True), {}),
        (lambda x: mx.sym.LRN(x, nsize=3) + mx.sym.L2Normalization(x, mode="channel"), {}),
        (lambda x: mx.sym.LRN(x, nsize=4, alpha=0.5), {}),
        (lambda x: mx.sym.UpSampling(x, scale=2, sample_type="nearest"), {}),
        (lambda x: mx.sym.Pad(x, mode="edge", pad_width=(0, 0, 0, 0, 1, 2, 3, 0)), {}),
        (lambda x: mx.sym.slice_axis(x, axis=2, begin=1, end=None).sum(axis=1, keepdims=True), {}),
        (lambda x: mx.sym.slice(x, begin=(0, 1), end=(2, 3)).max(axis=(2, 3)), {}),
        (lambda x: mx.sym.GroupNorm(mx.sym.InstanceNorm(x, name="i"), num_groups=1, name="g"), {}),
        (lambda x: mx.sym.BatchNorm(x, use_global_stats=True, name="bn").expand_dims(1).squeeze(1), {}),
        (lambda x: mx.sym.Group([mx.sym.softmax(x, axis=1), mx.sym.log_softmax(x.flatten())]), {}),
        (lambda x: mx.sym.stack(x.exp(), x.sqrt(), mx.sym.relu(-x), axis=1), {}),
        (lambda x: fused(x, "lstm", bidirectional=True, get_next_state=True), {"data": (5, 2, 4)}),
        (lambda x: fused(x, "gru", dropout=0.2), {"data": (5, 2, 4)}),
        (lambda x: fused(x, "rnn_relu", begin=2 * mx.sym.ones((2, 2, 3))), {"data": (5, 2, 4)}),
    ],
)
def test_operators_as_source(tmp_path, capsys, symbol, shapes):
    shapes = shapes or {"data": (2, 3, 4, 4)}
    checkpoint(tmp_path / "net", symbol(mx.sym.var("data")), **shapes)
    text = ",".join(map(str, shapes["data"]))
    convert(capsys, str(tmp_path / "net"), str(tmp_path / "net.py"), "--shape", f"data={text}")


def test_shared_weights_are_one_parameter(tmp_path, capsys):
    weight = mx.sym.var("shared_weight", shape=(4, 4))
    x = mx.sym.FullyConnected(mx.sym.var("data"), weight, num_hidden=4, no_bias=True, name="a")
    x = mx.sym.FullyConnected(x, weight, num_hidden=4, no_bias=True, name="b")
    checkpoint(tmp_path / "net", x, data=(2, 4))
    convert(capsys, str(tmp_path / "net"), str(tmp_path / "net.py"), "--shape", "data=2,4")
    assert list(torch.load(tmp_path / "net.py.pt", weights_only=True)) == ["shared_weight"]


def test_weights_that_two_recurrent_layers_share_are_refused(tmp_path, capsys):
    cell = mx.rnn.FusedRNNCell(4, 1, "gru", prefix="rnn_")
    once, _ = cell.unroll(5, mx.sym.var("data"), layout="TNC", merge_outputs=True)
    twice, _ = cell.unroll(5, once, layout="TNC", merge_outputs=True)
    checkpoint(tmp_path / "net", twice, data=(5, 2, 4))
    words = ["convert", str(tmp_path / "net"), "-o", str(tmp_path / "net.py"), "--shape", "data=5,2,4"]
    assert cli.main(words) == 1
    assert "input 1 depends on data, or shares its parameters" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["{model}", "-o", "{out}.py"], "the shape of input 'data' is not known: give it"),
        (["{model}", "-o", "{out}.py", "--shape", "dta=1,3,8,8"], "no input 'dta'; it has data"),
        (["{model}", "-o", "{out}.py", *SHAPE, "--epoch", "7"], "model-0007.params: there is no such file"),
        (["{model}x", "-o", "{out}.py"], "modelx-symbol.json: there is no such file"),
        (["{model}", "-o", "{out}.pt", *SHAPE, "--check", "/missing.png"], "/missing.png: there is no such file"),
        (["{model}", "-o", "/missing/net.pt", *SHAPE], "/missing: No such file or directory"),
        (["{model}-0001.params", "-o", "/missing/net.pt"], "/missing: No such file or directory"),
        (["{model}", "-o", "{folder}", *SHAPE], "folder.pt: Is a directory"),
        (["{model}-0001.params", "-o", "{folder}"], "folder.pt: Is a directory"),
        (["{model}", "-o", "{out}.pt", *SHAPE, "--input", "data={empty}"], "empty.onnx: no array of NumPy (.npy)"),
        (["{empty}", "-o", "{out}.pt", *SHAPE], "mx.contrib.onnx.import_model reads ONNX files"),
        (["{model}-symbol.json", "{model}-0002.params", "-o", "{out}.pt", *SHAPE], "no array for fc1_weight"),
    ],
)
def test_bad_input_is_one_message_and_leaves_no_file(model, tmp_path, capsys, words, message):
    _, prefix = model
    arrays = mx.nd.load(f"{prefix}-0001.params")
    del arrays["arg:fc1_weight"]
    if "0002" in words[1]:
        mx.nd.save(f"{prefix}-0002.params", arrays)
    out, folder, empty = (tmp_path / name for name in ("out", "folder.pt", "empty.onnx"))
    folder.mkdir()
    empty.touch()
    paths = {"model": prefix, "out": out, "folder": folder, "empty": empty}
    assert cli.main(["convert", *(word.format(**paths) for word in words)]) == 1
    said = capsys.readouterr().err
    assert message in said
    assert len(said.splitlines()) == 1
    assert not list(tmp_path.glob("out*"))


@pytest.mark.parametrize("suffix", ["py", "pt2"])
def test_an_operator_without_a_counterpart_is_named(tmp_path, capsys, suffix):
    shapes = {"anchor": "1,8,4", "boxes": "1,3,5", "cls_pred": "1,3,8"}
    target = mx.sym.contrib.MultiBoxTarget(*map(mx.sym.var, shapes), name="target")
    checkpoint(tmp_path / "net", target, **{k: tuple(map(int, v.split(","))) for k, v in shapes.items()})
    np.save(tmp_path / "boxes.npy", np.full((1, 3, 5), -1, np.float32))
    out = tmp_path / f"out.{suffix}"
    words = [word for name, shape in shapes.items() for word in ("--shape", f"{name}={shape}")]
    words += ["--input", f"boxes={tmp_path / 'boxes.npy'}"]
    assert cli.main(["convert", str(tmp_path / "net"), "-o", str(out), *words]) == 1
    said = capsys.readouterr().err
    assert "node 'target', operator _contrib_MultiBoxTarget" in said
    assert said.count("\n") == 1
    assert not list(tmp_path.glob("out*"))


@pytest.mark.parametrize(
    ("option", "value", "message"),
    [
        ("--mean", "a,b,c", "expected a number, got 'a'"),
        ("--mean", "1,2", "expected one number, or three with commas between, got '1,2'"),
        ("--std", "1,0,1", "expected a number that is not 0, got '0'"),
        ("--scale", "nan", "expected a number that is not 0, got 'nan'"),
    ],
)
def test_wrong_numbers_are_named(capsys, option, value, message):
    with pytest.raises(SystemExit, match="2"):
        cli.main(["convert", "model", "-o", "out.pt", option, value])
    assert f"argument {option}: {message}" in capsys.readouterr().err


def test_wrong_calls_end_with_status_2(capsys):
    for words in ([], ["model"], ["model", "-o", "model.xyz"], ["model", "-o", "\udcff.py"]):
        with pytest.raises(SystemExit) as caught:
            cli.main(["convert", *words])
        assert caught.value.code == 2
    with pytest.raises(SystemExit) as caught:
        cli.main(["convert", "--help"])
    assert caught.value.code == 0
    assert "remx convert model -o model.onnx" in capsys.readouterr().out


@pytest.mark.parametrize(
    "name",
    [
        'a"""+str(__import__("os").mkdir("owned"))+"""b.py',
        '"+__import__("os").mkdir("owned")+".py',
        "\\.py",
        "a\nimport os; os.mkdir('owned')\n.py",
        "\x1b[31m\x9b.py",
        "None.py",
        "f.py",
        "nn.py",
        "\N{LATIN SMALL LIGATURE FI}.py",
        "1.py",
    ],
)
def test_a_name_of_a_file_is_not_run(model, tmp_path, capsys, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    assert cli.main(["convert", model[1], "-o", name, *SHAPE]) == 0
    assert "verified" in capsys.readouterr().out
    assert not (tmp_path / "owned").exists()
    spec = importlib.util.spec_from_file_location("written", name)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert not (tmp_path / "owned").exists()
    loads = next(line for line in module.__doc__.splitlines() if "torch.load" in line)
    weights = eval(loads.partition("torch.load(")[2].partition(", weights_only")[0])
    with open(weights, "rb") as stream:
        assert "conv1.weight" in torch.load(stream, weights_only=True)


def test_names_in_a_network_are_no_source(tmp_path, capsys):
    x = mx.sym.FullyConnected(mx.sym.var('x"""\nimport os'), num_hidden=2, name="self")
    x = mx.sym.FullyConnected(x, num_hidden=2, name='torch"""; raise SystemExit')
    x = mx.sym.broadcast_mul(x, mx.sym.var("import", shape=(2, 2), init="ones"), name="lambda: 0")
    checkpoint(tmp_path / "net", x, **{'x"""\nimport os': (2, 3)})
    convert(capsys, str(tmp_path / "net"), str(tmp_path / "net.py"), "--shape", 'x"""\nimport os=2,3')


@pytest.mark.parametrize(
    "symbol",
    [
        lambda x: mx.sym.clip(x, 0.25, float("inf")),
        lambda x: x + float("inf"),
        lambda x: x * float("nan"),
        lambda x: float("-inf") - x,
        lambda x: mx.sym.LeakyReLU(x - 0.5, slope=float("inf")),
        lambda x: mx.sym.Pad(x, mode="constant", pad_width=(0, 0, 0, 0, 1, 1, 1, 1), constant_value=float("-inf")),
        lambda x: mx.sym.broadcast_maximum(mx.sym._internal._maximum_scalar(x, scalar=float("-inf")), x),
        lambda x: mx.sym._internal._rpower_scalar(mx.sym.floor(x * 4), scalar=-2.0),
    ],
)
def test_infinite_and_negative_numbers_as_source(tmp_path, capsys, symbol):
    checkpoint(tmp_path / "net", symbol(mx.sym.var("data")), data=(2, 3, 4, 4))
    words = ["convert", str(tmp_path / "net"), "-o", str(tmp_path / "net.py"), "--shape", "data=2,3,4,4"]
    assert cli.main(words) == 0, capsys.readouterr()


@pytest.mark.parametrize("suffix", ["onnx", "safetensors", "pt", "pt2", "py"])
@pytest.mark.filterwarnings("ignore:.*LeafSpec:FutureWarning")
def test_a_result_that_differs_changes_no_file(model, tmp_path, capsys, suffix):
    if suffix == "onnx" and not importlib.util.find_spec("onnxruntime"):
        pytest.skip("without ONNX Runtime nothing is verified")
    for kind in (suffix, "py.pt"):
        (tmp_path / f"out.{kind}").write_text(f"old, {SOURCE_TITLE}")
    words = ["convert", model[1], "-o", str(tmp_path / f"out.{suffix}"), *SHAPE, "--tolerance", "-1"]
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    assert cli.main(words) == 1
    assert "nothing was written" in capsys.readouterr().out
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before


@pytest.mark.parametrize("suffix", ["onnx", "safetensors", "pt", "pt2", "py"])
@pytest.mark.filterwarnings("ignore:.*LeafSpec:FutureWarning")
def test_a_conversion_that_fails_leaves_nothing(model, tmp_path, capsys, monkeypatch, suffix):
    if suffix == "onnx" and not importlib.util.find_spec("onnxruntime"):
        pytest.skip("without ONNX Runtime nothing is verified")

    def fail(*args):
        raise mx.base.MXNetError("not now")

    monkeypatch.setattr("mxnet.tools.convert.difference", fail)
    before = sorted(tmp_path.iterdir())
    assert cli.main(["convert", model[1], "-o", str(tmp_path / f"out.{suffix}"), *SHAPE]) == 1
    assert sorted(tmp_path.iterdir()) == before


@pytest.mark.parametrize(
    ("actual", "expected", "relative"),
    [
        ([1.0, np.inf], [1.0, np.inf], 0.0),
        ([np.nan, 3.0], [np.nan, 2.0], 0.5),
        ([1.0, 2.0], [np.inf, 2.0], np.inf),
        ([np.nan, 2.0], [1.0, 2.0], np.inf),
        ([-np.inf], [np.inf], np.inf),
        ([5.0, np.inf], [1.0, np.inf], 4.0),
    ],
)
def test_differences_of_infinite_numbers(actual, expected, relative):
    from mxnet.tools.convert import difference

    assert difference([np.array(actual)], [np.array(expected)])[1] == relative

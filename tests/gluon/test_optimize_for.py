"""``optimize_for``: every backend computes what the block does, notices writes, and says what is missing."""

from __future__ import annotations

import copy
import importlib.util
import os
import pickle
import shutil
import subprocess
from pathlib import Path

import mxnet as mx
import numpy as np
import pytest
import torch
from mxnet.contrib.backends import onnx_files
from mxnet.core import torch_compat
from mxnet.gluon import backends, nn

from tests import warm

compiles = pytest.mark.skipif(
    shutil.which(os.environ.get("CXX", "g++")) is None, reason="inductor needs a C++ compiler, which is not here"
)
has_openvino = pytest.mark.skipif(importlib.util.find_spec("openvino") is None, reason="openvino is not installed")
ENGINES = [
    pytest.param("onednn", {}, 1e-5),
    pytest.param("inductor", {"freeze": True}, 1e-5, marks=compiles),
    pytest.param("onednn", {"dtype": "bfloat16"}, 0.02),
    pytest.param("int8", {"quantize_mode": "full"}, 0.02),
    pytest.param("onnxruntime", {}, 1e-5),
    pytest.param("onnxruntime", {"dtype": "int8"}, 0.02),
    pytest.param("openvino", {}, 1e-5, marks=has_openvino),
    pytest.param("openvino", {"dtype": "bfloat16"}, 0.02, marks=has_openvino),
    pytest.param("openvino", {"dtype": "int8"}, 0.02, marks=has_openvino),
]


def network():
    net = nn.HybridSequential()
    net.add(nn.Conv2D(4, 3, in_channels=1), nn.Activation("relu"), nn.Flatten(), nn.Dense(3, in_units=64))
    mx.random.seed(2)
    net.initialize(mx.init.Xavier())
    return net


def images(number=2):
    return mx.nd.array(np.random.RandomState(0).rand(number, 1, 6, 6))


@pytest.mark.parametrize(("backend", "options", "atol"), ENGINES)
def test_backends_compute_what_the_block_does(backend, options, atol):
    net, x = network(), images()
    expected = net(x).asnumpy()
    net.optimize_for(x, backend=backend, **options)
    np.testing.assert_allclose(net(x).asnumpy(), expected, atol=atol)
    net[3].bias.set_data(mx.nd.ones(3))  # a written weight counts
    np.testing.assert_allclose(net(x).asnumpy(), expected + 1, atol=atol)
    with mx.autograd.record():  # what is recorded runs as the graph does
        loss = net(x).sum()
    loss.backward()
    np.testing.assert_array_equal(net[3].bias.grad().asnumpy(), [2, 2, 2])


#: the int8 engines, and their options
OF_8_BITS = [
    pytest.param("int8", {}),
    pytest.param("onnxruntime", {"dtype": "int8"}),
    pytest.param("openvino", {"dtype": "int8"}, marks=has_openvino),
]


@pytest.mark.parametrize(("backend", "options"), [("onnxruntime", {}), *OF_8_BITS])
def test_inputs_of_another_shape_are_taken(backend, options):
    net = network()
    expected = net(images(5)).asnumpy()
    net.optimize_for(images(), backend=backend, **options)
    np.testing.assert_allclose(net(images(5)).asnumpy(), expected, atol=0.05)


@pytest.mark.parametrize(("backend", "options"), OF_8_BITS)
def test_zeros_are_no_example_for_numbers_of_8_bits(backend, options):
    with pytest.raises(mx.MXNetError, match="expected an example such as the network will see"):
        network().optimize_for(mx.nd.zeros((2, 1, 6, 6)), backend=backend, **options)


@pytest.mark.parametrize(("backend", "options"), OF_8_BITS)
@pytest.mark.parametrize("value", [np.nan, np.inf])
def test_numbers_that_are_not_finite_are_no_example_for_numbers_of_8_bits(value, backend, options):
    x = images()
    x[0, 0, 2, 2] = value
    with pytest.raises(mx.MXNetError, match="not finite for data"):
        network().optimize_for(x, backend=backend, **options)


def distance_of_int8(net=None, **options):
    """Return the difference between ONNX Runtime's quantized network and the float32 one."""
    net, x = net or network(), images()
    expected = net(x).asnumpy()
    net.optimize_for(x, backend="onnxruntime", dtype="int8", **options)
    return np.abs(net(x).asnumpy() - expected).max()


def test_the_runtimes_find_ranges_from_examples_that_are_given():
    # with ranges of numbers a thousand times as large, hardly a number is left of these
    far = distance_of_int8(calib_data=mx.io.NDArrayIter(images(4) * 1000, batch_size=2))
    loader = mx.gluon.data.DataLoader(mx.gluon.data.ArrayDataset(images(4)), batch_size=2)
    for near in ({"calib_data": loader}, {"calib_data": loader, "num_calib_examples": 2}, {"calib_mode": "entropy"}):
        assert 0 < distance_of_int8(**near) < 0.02 < far


@has_openvino
@pytest.mark.parametrize("dtype", ["bfloat16", "int8"])
def test_large_numbers_of_words_stay_whole_in_half_precision(dtype):
    net, words = nn.HybridSequential(), mx.nd.array([[1, 257, 4095], [1023, 2049, 4094]])
    net.add(nn.Embedding(4096, 8), nn.Dense(4, in_units=24))
    net.initialize(mx.init.Uniform(1))
    expected = net(words).asnumpy()
    net.optimize_for(words, backend="openvino", dtype=dtype)
    np.testing.assert_allclose(net(words).asnumpy(), expected, atol=0.05 * np.abs(expected).max())


@has_openvino
def test_positions_that_are_computed_are_not_rounded():
    class Rows(mx.gluon.HybridBlock):
        def hybrid_forward(self, F, x, rows):
            return F.take(rows, x * 3)

    x, rows = mx.nd.array([1, 100, 333]), mx.nd.arange(1000)
    net = Rows()
    with pytest.raises(mx.MXNetError, match="positions that are computed as floats would be rounded"):
        net.optimize_for(x, rows, backend="openvino", dtype="bfloat16")
    net.optimize_for(x, rows, backend="openvino", dtype="int8")
    np.testing.assert_array_equal(net(x, rows).asnumpy(), [3, 300, 999])


def test_the_runtimes_leave_layers_that_are_excluded_in_float32():
    nets = [network(), network()]
    layers = [[f"{net[i].name}_fwd" for i in (0, 3)] for net in nets]
    assert distance_of_int8(nets[0], excluded_sym_names=layers[0][:1]) > 1e-5
    assert distance_of_int8(nets[1], excluded_sym_names=layers[1]) < 1e-6


@pytest.mark.parametrize("dtype", ["float16", "float64"])
def test_networks_of_other_floats_are_quantized(dtype):
    net, x = network(), images().astype(dtype)
    net.cast(dtype)
    expected = net(x).asnumpy()
    net.optimize_for(x, backend="int8")
    found = net(x).asnumpy()
    assert found.dtype == dtype
    np.testing.assert_allclose(found, expected, atol=0.02)
    with pytest.raises(mx.MXNetError, match="float32"):  # as the graph itself
        net(images())


class Steps(mx.gluon.HybridBlock):
    """A layer over and over, with types of its own."""

    def __init__(self):
        super().__init__()
        with self.name_scope():
            self.layer = nn.Dense(4, in_units=4)

    def hybrid_forward(self, F, x):
        def step(each, before):
            made = F.cast(self.layer(each) + before, "float16")
            return made, F.cast(made, "float64")

        return self.layer(F.contrib.foreach(step, x, F.zeros((2, 4), dtype="float64"))[1])


def test_types_within_loops_become_float32_for_numbers_of_8_bits():
    net = Steps()
    net.initialize(mx.init.Xavier())
    net.cast("float64")
    x = mx.nd.array(np.random.RandomState(0).rand(3, 2, 4), dtype="float64")
    expected = net(x).asnumpy()
    net.optimize_for(x, backend="int8")
    assert net(x).dtype == np.float64
    np.testing.assert_allclose(net(x).asnumpy(), expected, atol=0.03)


def test_examples_of_different_lengths_are_taken():
    net = mx.gluon.rnn.LSTM(8, 2, input_size=5)
    mx.random.seed(3)
    net.initialize(mx.init.Xavier())
    x, states = mx.nd.array(np.random.RandomState(0).uniform(-1, 1, (4, 3, 5))), net.begin_state(3, func=mx.nd.ones)
    expected = [each.asnumpy() for each in mx.gluon.block._flatten(net(x, states), "output")[0]]
    net.optimize_for(x, states, backend="int8", quantize_mode="full")
    found = mx.gluon.block._flatten(net(x, states), "output")[0]
    for one, other in zip(found, expected, strict=True):
        np.testing.assert_allclose(one.asnumpy(), other, atol=0.03)


@mx.util.use_np
def test_blocks_of_the_numpy_interface_are_quantized():
    class Scaled(mx.gluon.HybridBlock):
        def __init__(self):
            super().__init__()
            with self.name_scope():
                self.layers = network()

        def hybrid_forward(self, F, x, scale):
            made = self.layers(x)
            return F.np.concatenate([made, F.npx.relu(made)], axis=0) * scale, F.np.sum(made)

    net, given = Scaled(), (mx.np.array(images().asnumpy()), mx.np.array(2.5))
    expected = [each.asnumpy() for each in net(*given)]
    net.optimize_for(*given, backend="int8")
    for one, other in zip(net(*given), expected, strict=True):
        assert type(one) is mx.np.ndarray
        np.testing.assert_allclose(one.asnumpy(), other, atol=0.1)


def test_a_network_whose_values_fade_is_quantized():
    net, x = network(), images()
    for layer in (net[0], net[3]):
        layer.weight.set_data(layer.weight.data() * 1e-9)
    expected = net(x).asnumpy()
    net.optimize_for(x, backend="int8")
    np.testing.assert_allclose(net(x).asnumpy() * 1e18, expected * 1e18, atol=0.02)


def test_a_written_weight_raises_where_asked():
    net, x = network(), images()
    net.optimize_for(x, backend="onnxruntime", stale="raise")
    net[3].bias.set_data(mx.nd.ones(3))
    for each in (x, images(5)):  # for which there is no engine yet
        with pytest.raises(mx.MXNetError, match="a parameter was written to"):
            net(each)


@pytest.mark.usefixtures("undocumented")
def test_each_context_has_engines_of_its_own():
    net, places = network(), [mx.cpu(0), mx.cpu(1)]
    net.collect_params().reset_ctx(places)
    net.optimize_for(images(), backend="onnxruntime", stale="raise")
    first, second = (net(images().as_in_context(place)) for place in places)
    np.testing.assert_array_equal(first.asnumpy(), second.asnumpy())
    assert [first.context, second.context] == places
    net(images())  # nothing was written to


def test_a_backend_that_fails_leaves_the_block_as_it_was():
    net, x = network(), images().astype("float64")
    net.cast("float64")
    net.hybridize()
    expected = net(x).asnumpy()
    with pytest.raises(mx.MXNetError, match=r"the graph runs, but the backend 'onnxruntime' fails: .*conv"):
        net.optimize_for(x, backend="onnxruntime")  # which has no convolution of this type
    np.testing.assert_array_equal(net(x).asnumpy(), expected)
    net.hybridize(active=False)
    with pytest.raises(mx.MXNetError, match="no option thread"):
        net.optimize_for(x, backend="onnxruntime", thread=3)
    assert not net._active
    np.testing.assert_allclose(net(x).asnumpy(), expected, rtol=1e-12)


def test_inputs_that_the_graph_refuses_are_explained_by_the_graph():
    net = network()
    net.optimize_for(images(), backend="onnxruntime")
    with pytest.raises(mx.MXNetError, match=r"node 'dense.*FullyConnected"):
        net(mx.nd.ones((2, 1, 9, 9)))


def test_hooks_see_the_operators():
    net, seen = network(), []
    net.optimize_for(images(), backend="onnxruntime")
    net.register_op_hook(lambda name, operator, array: seen.append(name), monitor_all=True)
    net(images())
    assert any("conv" in name for name in seen)


def test_copies_and_pickles_run_too():
    net, x = network(), images()
    net.optimize_for(x, backend="onnxruntime")
    expected = net(x).asnumpy()
    for made in (copy.deepcopy(net), pickle.loads(pickle.dumps(net))):
        np.testing.assert_array_equal(made(x).asnumpy(), expected)


def test_engines_of_few_shapes_are_kept(monkeypatch):
    net, built, build = network(), [], onnx_files.onnxruntime
    monkeypatch.setattr(onnx_files, "onnxruntime", lambda source: built.append(source) or build(source))
    net.optimize_for(images(), backend="onnxruntime")
    for number in (*range(1, 11), *range(10, 10 - backends.KEPT, -1)):
        net(images(number))
    assert len(built) == 10
    net(images(10 - backends.KEPT))
    assert len(built) == 11


def test_what_is_missing_is_named(monkeypatch):
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    for backend, install in (("onnxruntime", "onnx"), ("openvino", "onnx openvino"), ("tensorrt", "torch_tensorrt")):
        with pytest.raises(mx.MXNetError, match=f"the backend '{backend}' needs the package .*pip install {install}"):
            network().optimize_for(images(), backend=backend)


@pytest.mark.parametrize(
    ("backend", "options", "told"),
    [
        ("onnxruntime", {"thread": 1}, "no option thread"),
        ("onnxruntime", {"calib_data": 1}, "no option calib_data"),
        ("onnxruntime", {"dtype": "bfloat16"}, "dtype: expected one of float32, int8, got 'bfloat16'"),
        ("onnxruntime", {"dtype": "int8", "calib_mode": "none"}, "calib_mode: expected naive or entropy, got 'none'"),
        ("onnxruntime", {"dtype": "int8", "excluded_sym_names": ["conv9"]}, "there is no layer conv9"),
        ("onnxruntime", {"stale": "never"}, "stale must be"),
        ("aot", {"path": "net.so"}, "path must end with .pt2"),
    ],
)
def test_wrong_options_are_refused(backend, options, told, monkeypatch):
    monkeypatch.setenv("CXX", "there-is-no-compiler")  # not the first thing to be told
    with pytest.raises(mx.MXNetError, match=told):
        network().optimize_for(images(), backend=backend, **options)


def test_multiple_inputs_keep_their_order():
    class Two(mx.gluon.HybridBlock):
        def hybrid_forward(self, F, a, b):
            return [F.broadcast_sub(b, a), F.exp(a)]

    net, a, b = Two(), mx.nd.ones((1, 3)), mx.nd.array([[2, 3, 4], [5, 6, 7]])
    net.optimize_for(a, b, backend="onnxruntime")
    first, second = net(a, b)
    np.testing.assert_allclose(first.asnumpy(), [[1, 2, 3], [4, 5, 6]])
    np.testing.assert_allclose(second.asnumpy(), np.full((1, 3), np.e), rtol=1e-6)


@compiles
def test_another_process_runs_compiled_networks_without_compiling(tmp_path):
    net, x = network(), images()
    expected = net(x).asnumpy()
    net.optimize_for(x, backend="aot", path=tmp_path / "net.pt2")
    np.testing.assert_allclose(net(x).asnumpy(), expected, atol=1e-5)
    mx.nd.save(str(tmp_path / "x"), x)
    program = (
        "import sys, mxnet as mx\n"
        f"net = mx.gluon.CompiledBlock({str(tmp_path / 'net.pt2')!r})\n"
        f"print(*net(mx.nd.load({str(tmp_path / 'x')!r})[0]).asnumpy().ravel())\n"
    )
    env = {**os.environ, "CXX": "there-is-no-compiler"}
    done = subprocess.run(
        [*warm.python(), "-c", program], capture_output=True, text=True, timeout=120, env=env, check=False
    )
    assert done.returncode == 0, done.stderr
    np.testing.assert_allclose(np.array(done.stdout.split(), "float32"), expected.ravel(), atol=1e-5)
    compiled = mx.gluon.CompiledBlock(tmp_path / "net.pt2")
    for wrong in ([images(5)], [mx.nd.ones((2, 1, 4, 4))], [x.astype("float64")], [x, x], [x[0]]):
        with pytest.raises(mx.MXNetError, match=r"compiled for the inputs float32 \(2, 1, 6, 6\) on cpu; got "):
            compiled(*wrong)
    data = bytearray((tmp_path / "net.pt2").read_bytes())
    data[len(data) // 2] ^= 255
    (tmp_path / "net.pt2").write_bytes(data)
    with pytest.raises(mx.MXNetError, match="is damaged"):
        mx.gluon.CompiledBlock(tmp_path / "net.pt2")


def test_files_that_are_no_compiled_networks_are_refused(tmp_path):
    (tmp_path / "text.pt2").write_text("text")
    for name, told in (("other.pt2", "there is no such file"), ("text.pt2", "no compiled network: File is not a zip")):
        with pytest.raises(mx.MXNetError, match=f"{name}: {told}"):
            mx.gluon.CompiledBlock(tmp_path / name)


@compiles
def test_the_file_keeps_what_it_was_asked_for(tmp_path, monkeypatch):
    written = iter("ab")
    monkeypatch.setattr(torch_compat, "write_compiled", lambda _, path, *rest: Path(path).write_text(next(written)))
    monkeypatch.setattr("mxnet.contrib.backends.torch_constants.load", lambda path: lambda inputs: inputs)
    net, path = network(), tmp_path / "net.pt2"
    net.optimize_for(images(), backend="aot", path=path)
    net(images(5))  # an engine of its own
    assert path.read_text() == "a"
    assert next(written, None) is None


@compiles
def test_frozen_graphs_are_compiled_each_on_its_own_and_share_no_memory():
    class Two(mx.gluon.HybridBlock):
        def __init__(self, units):
            super().__init__()
            self.dense = nn.Dense(units, in_units=3)

        def hybrid_forward(self, F, x):
            return x, self.dense(x)

    x = mx.nd.ones((2, 3))
    with torch._dynamo.config.patch(recompile_limit=1, fail_on_recompile_limit_hit=True):
        for units in (2, 4):
            net = Two(units)
            net.initialize()
            net.optimize_for(x, backend="inductor", freeze=True)
            same, _ = net(x)
            same[:] = 7
            np.testing.assert_array_equal(x.asnumpy(), np.ones((2, 3)))


@compiles
def test_options_that_the_compiler_does_not_know_are_named():
    net = network()
    net.hybridize(backend="inductor", nonsense=1)
    with pytest.raises(mx.MXNetError, match=r"the backend 'inductor' refuses its options: .*nonsense"):
        net(images())


def test_symbols_know_the_engines_by_name():
    from mxnet.symbol import binding

    assert backends.ENGINES.keys() - {"freeze", "half"} | {"auto"} == binding._ENGINES


def test_the_name_of_a_backend_is_text():
    net = mx.gluon.nn.Dense(2, in_units=3)
    net.initialize()
    net.hybridize(backend=3)
    with pytest.raises(AssertionError, match="3"):
        net(mx.nd.ones((1, 3)))


def test_the_backend_default_is_refused():
    """Recorded from 1.9.1, whose backend of this name asks for a list of operators."""
    net = mx.gluon.nn.Dense(2, in_units=3)
    net.initialize()
    with pytest.raises(mx.MXNetError, match="needs a list of operator names"):
        net.optimize_for(mx.nd.ones((1, 3)), backend="default")


def test_torch_compile_is_a_name_of_inductor(monkeypatch):
    seen = []
    monkeypatch.setattr(backends, "Compilation", lambda backend, options: seen.append(backend))
    network().optimize_for(images(), backend="torch.compile")
    assert seen == ["inductor"]


def test_an_unknown_backend_is_said_once_and_the_graph_runs(caplog):
    backends._say_unknown.cache_clear()
    for _ in range(2):
        net = network()
        net.optimize_for(images(), backend="inducter")
        assert net(images()).shape[0] == len(images())
    (record,) = caplog.records
    assert "no backend 'inducter'; did you mean 'inductor'?" in record.getMessage()
    assert "onnxruntime" in record.getMessage()

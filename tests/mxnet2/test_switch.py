"""The switch between the interfaces of MXNet 1 and 2."""

from __future__ import annotations

import os
import subprocess
import sys
import threading

import mxnet as mx
import numpy as np
import pytest
from mxnet import gluon
from mxnet.gluon import nn, rnn
from mxnet.tools import run
from mxnet.tools.run import uses_v2


def test_what_it_switches(v2):
    assert mx.__version__ == mx.libinfo.__version__ == "2.0.0"
    assert mx.util.is_np_array()
    assert mx.util.is_np_shape()
    net = nn.HybridSequential()
    net.add(nn.Dense(2, in_units=1))
    assert list(net.collect_params()) == ["0.weight", "0.bias"]
    assert list(net.collect_params(".*bias")) == ["0.bias"]
    assert net[0].weight.name == "weight"
    assert list(rnn.LSTM(2, input_size=1).collect_params()) == ["rnn_param"]
    assert mx.np.array(np.ones(1)).dtype == np.float32


def test_everything_is_as_before_after_it():
    before = mx.util.use_v2()
    assert mx.util.use_v2(False)
    assert not before
    assert mx.__version__ == "1.9.1"
    assert not mx.util.is_np_array()
    assert not mx.util.is_np_shape()
    assert nn.Dense(2, in_units=1).weight.name.endswith("_weight")


def test_it_holds_in_other_threads(v2):
    seen = []
    thread = threading.Thread(target=lambda: seen.append((mx.util.is_np_array(), mx.util.is_np_shape())))
    thread.start()
    thread.join()
    assert seen == [(True, True)]


def test_reset_np_holds_in_this_thread(v2):
    mx.npx.reset_np()
    assert not mx.util.is_np_array()
    mx.npx.set_np()


def test_classic_namespaces_stay(v2):
    assert mx.nd.ones((1,)).asscalar() == 1
    assert mx.mod.Module
    assert mx.rnn.LSTMCell


def test_environment_variable():
    code = "import mxnet as mx; print(mx.__version__, type(mx.gluon.nn.Dense(1).collect_params()).__name__)"
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "MXNET_API": "2"},
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert done.stdout.split() == ["2.0.0", "dict"]


def test_the_variable_knows_two_interfaces():
    done = subprocess.run(
        [sys.executable, "-c", "import mxnet"], env={**os.environ, "MXNET_API": "7"}, capture_output=True, text=True
    )
    assert "MXNetError: environment variable MXNET_API: expected one of 1, 2, got '7'" in done.stderr


PROGRAM = "import mxnet as mx\n{}\nprint(mx.__version__)\n"


@pytest.mark.parametrize(
    ("line", "options", "version"),
    [
        ("", [], "1.9.1"),
        ("from mxnet.gluon import metric", [], "2.0.0"),
        ("mx.npx.masked_softmax", [], "2.0.0"),
        ("mx.gluon.nn.Dense(1).initialize(device=mx.cpu())", [], "2.0.0"),
        ("from mxnet.gluon import metric", ["--api", "1"], "1.9.1"),
        ("", ["--api", "2"], "2.0.0"),
    ],
)
def test_run_decides(tmp_path, capsys, line, options, version):
    (tmp_path / "program.py").write_text(PROGRAM.format(line))
    assert run.main([*options, str(tmp_path / "program.py")]) == 0
    assert capsys.readouterr().out.split()[-1] == version
    assert mx.__version__ == "1.9.1"


def test_what_is_no_program_uses_nothing():
    assert not uses_v2("print 1")


def _network():
    net = nn.HybridSequential()
    net.add(rnn.LSTM(3, num_layers=2, bidirectional=True), nn.Dense(2), nn.BatchNorm())
    return net


@pytest.mark.parametrize("first", [1, 2])
def test_files_of_one_interface_load_under_the_other(tmp_path, first):
    x = np.random.RandomState(0).rand(2, 2, 4).astype("float32")
    results = []
    try:
        for api in (first, 3 - first):
            mx.util.use_v2(api == 2)
            array = mx.np.array(x) if api == 2 else mx.nd.array(x)
            net = _network()
            if api == first:
                net.initialize(mx.init.Xavier())
                net(array)
                net.save_parameters(str(tmp_path / "p"))
            else:
                net.load_parameters(str(tmp_path / "p"))
            results.append(net(array).asnumpy())
    finally:
        mx.util.use_v2(False)
    np.testing.assert_allclose(results[1], results[0], rtol=1e-6)


def test_exported_parameters_of_version_2_load_into_classic_blocks(tmp_path):
    x = np.ones((2, 2, 4), "float32")
    try:
        mx.util.use_v2()
        net = _network()
        net.initialize()
        net.hybridize()
        expected = net(mx.np.array(x)).asnumpy()
        net.export(str(tmp_path / "net"))
    finally:
        mx.util.use_v2(False)
    again = _network()
    again.load_parameters(str(tmp_path / "net-0000.params"))
    np.testing.assert_allclose(again(mx.nd.array(x)).asnumpy(), expected, rtol=1e-6)


def test_recurrent_layers_initialize_piece_by_piece(v2):
    layer = rnn.GRU(3, input_size=4, i2h_weight_initializer=mx.init.Constant(0.5), h2h_bias_initializer="ones")
    layer.initialize(mx.init.Xavier())
    vector = layer.rnn_param.data().asnumpy()
    assert vector.shape == (9 * 4 + 9 * 3 + 9 + 9,)
    assert (vector[:36] == 0.5).all()
    assert (vector[63:72] == 0).all()
    assert (vector[72:] == 1).all()


def test_split_rnn_params(v2):
    layer = rnn.LSTM(2, num_layers=2, input_size=3)
    layer.initialize()
    vector = layer.rnn_param.data()
    parts = gluon.utils.split_rnn_params(vector, "lstm", 2, 3, 2)
    assert parts["l0_i2h_weight"].shape == (8, 3)
    assert list(parts)[-1] == "l1_h2h_bias"
    assert mx.np.concatenate([part.reshape(-1) for part in parts.values()]).tolist() == vector.tolist()
    with pytest.raises(ValueError, match="expected a vector"):
        gluon.utils.split_rnn_params(vector, "lstm", 2, 4, 2)


def test_a_shared_parameter_is_trained_once(v2):
    net = nn.HybridSequential()
    net.add(nn.Dense(2, in_units=2), nn.Dense(2, in_units=2))
    net[1].share_parameters(net[0].collect_params())
    net.initialize(mx.init.One())
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 1.0})
    with mx.autograd.record():
        loss = net[0](mx.np.ones((1, 2))).sum()
    loss.backward()
    trainer.step(1)
    assert net[1].weight.data().tolist() == [[0, 0], [0, 0]]


def test_share_parameters(api):
    one, two = nn.Dense(2, in_units=3), nn.Dense(2, in_units=3)
    assert two.share_parameters(one.collect_params()) is two
    one.initialize()
    assert two.weight is one.weight
    assert two(mx.np.ones((1, 3))).tolist() == one(mx.np.ones((1, 3))).tolist()


def test_share_parameters_refuses_and_warns(v2):
    with pytest.raises(ValueError, match="dict"):
        nn.Dense(1).share_parameters(3)
    with pytest.warns(UserWarning, match="nothing"):
        nn.Dense(1).share_parameters({"nothing": gluon.Parameter()})


def test_methods_of_blocks(api):
    net = nn.Dense(1, in_units=2)
    net.initialize(device=mx.cpu())
    with mx.autograd.record():
        net(mx.np.ones((1, 2))).backward()
    assert net.weight.grad().tolist() == [[1, 1]]
    net.zero_grad()
    assert net.weight.grad(device=mx.cpu()).tolist() == [[0, 0]]
    net.setattr("grad_req", "null")
    assert net.weight.grad_req == "null"
    net.reset_device(mx.cpu(1))
    assert net.weight.list_device() == [mx.cpu(1)]
    net.load_dict(
        {name: mx.np.ones(p.shape) for name, p in net._collect_params_with_prefix().items()}, device=mx.cpu(1)
    )
    assert net.weight.data(device=mx.cpu(1)).tolist() == [[1, 1]]


def test_device_is_ctx():
    x = mx.np.zeros(2, device=mx.cpu(1))
    assert x.ctx == x.device == mx.Device("cpu", 1)
    assert mx.np.array([1], device=mx.cpu(1)).device == mx.cpu(1)
    assert x.to_device(mx.cpu(0)).device == mx.current_device()
    assert mx.device.num_gpus() == mx.num_gpus()
    with pytest.raises(TypeError, match="the same argument"):
        nn.Dense(1).initialize(ctx=mx.cpu(), device=mx.cpu())

"""What remx's blocks load beyond MXNet 1.9.1: exports of other instances; and files of real MXNet releases."""

from __future__ import annotations

from pathlib import Path

import mxnet as mx
import numpy as np
import pytest
from mxnet import gluon
from mxnet.gluon import nn

GOLDEN = Path(__file__).parents[1] / "data" / "golden"


@pytest.mark.parametrize("twin", ["net_", "other_"])
def test_parameters_of_an_export_load(tmp_path, twin):
    def network(prefix):
        net = nn.HybridSequential(prefix=prefix)
        with net.name_scope():
            net.add(nn.Dense(4), nn.BatchNorm(), nn.Dense(2))
        return net

    x, net = mx.nd.ones((2, 3)), network("net_")
    net.initialize(mx.init.Xavier())
    net.hybridize()
    expected = net(x).asnumpy()
    net.export(str(tmp_path / "net"))
    other = network(twin)
    other.load_parameters(str(tmp_path / "net-0000.params"))
    assert np.array_equal(other(x).asnumpy(), expected)


def test_a_structure_that_is_none_is_named(tmp_path):
    (tmp_path / "net-model.json").write_text("[1]")
    with pytest.raises(mx.MXNetError, match=r"net-model\.json"):
        nn.Dense(1).load(str(tmp_path / "net"))


def golden_network():
    net = nn.HybridSequential(prefix="net_")
    with net.name_scope():
        net.add(nn.Conv2D(4, 3, activation="relu"), nn.BatchNorm(), nn.MaxPool2D(), nn.Flatten(), nn.Dense(10))
    return net


def golden_batch(release):
    with np.load(GOLDEN / release / "gluon-expected.npz") as stored:
        return mx.nd.array(stored["x"]), stored["y"]


@pytest.mark.parametrize("hybridize", [False, True])
@pytest.mark.parametrize("file", ["gluon.params", "gluon-export-0002.params"])
@pytest.mark.parametrize("release", ["1.2.1", "1.5.1", "1.9.1"])
def test_files_of_real_releases_load(release, file, hybridize):
    net, (x, y) = golden_network(), golden_batch(release)
    net.load_parameters(str(GOLDEN / release / file))
    net.hybridize(hybridize)
    np.testing.assert_allclose(net(x).asnumpy(), y, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("release", ["1.2.1", "1.5.1", "1.9.1"])
def test_exports_of_real_releases_are_imported(release):
    path, (x, y) = GOLDEN / release / "gluon-export", golden_batch(release)
    net = gluon.SymbolBlock.imports(f"{path}-symbol.json", ["data"], f"{path}-0002.params")
    np.testing.assert_allclose(net(x).asnumpy(), y, rtol=1e-5, atol=1e-6)


def test_a_trainer_resumes_from_a_file_of_1_9_1():
    net, x = golden_network(), golden_batch("1.9.1")[0]
    net.load_parameters(str(GOLDEN / "1.9.1" / "gluon.params"))
    trainer = gluon.Trainer(net.collect_params(), "adam")
    trainer.load_states(str(GOLDEN / "1.9.1" / "gluon-trainer.states"))
    with mx.autograd.record():
        loss = (net(x) ** 2).sum()
    loss.backward()
    trainer.step(4)
    assert trainer.optimizer.num_update == 2
    states = trainer._updaters[0].states
    shapes = {i: param.shape for i, param in enumerate(trainer._params) if param.grad_req != "null"}
    assert {i: state[0].shape for i, state in states.items()} == shapes


@pytest.mark.parametrize(
    "load",
    [
        lambda path: nn.Dense(1, in_units=1).collect_params().load(path),
        lambda path: gluon.SymbolBlock.imports(path.replace(".params", ".json"), ["data"], path),
        lambda path: mx.mod.Module(mx.sym.Variable("data"), label_names=None).load_params(path),
    ],
)
def test_a_list_of_arrays_gives_no_parameters(load, tmp_path):
    mx.nd.save(str(tmp_path / "a.params"), [mx.nd.ones((1,))])
    mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=1).save(str(tmp_path / "a.json"))
    with pytest.raises((mx.MXNetError, ValueError), match=r"a\.params: expected named arrays, got a list"):
        load(str(tmp_path / "a.params"))


@pytest.mark.parametrize(
    "text",
    [b"\xff", b"[]", b"{}", b'{"a": 3}', b'{"a": {}}', b'{"a": {"children": []}}', b'{"a":' * 9999]
    + [b'{"a": {"children": {"b": 3}}}', b'{"a": {"children": {}}, "b": {"children": {}}}'],
)
def test_a_damaged_structure_is_named(text, tmp_path):
    (tmp_path / "m-model.json").write_bytes(text)
    with pytest.raises(mx.MXNetError, match=r"m-model\.json is not the structure of a model"):
        nn.Dense(1, in_units=1).load(str(tmp_path / "m"))

"""Networks of Gluon's layers that real releases of MXNet saved load, and give their answers."""

from __future__ import annotations

from pathlib import Path

import mxnet as mx
import numpy as np
import pytest
from mxnet.gluon import SymbolBlock, nn

GOLDEN = Path(__file__).parent.parent / "data" / "golden"
RELEASES = ["1.2.1", "1.5.1", "1.9.1"]

pytestmark = pytest.mark.parametrize("release", RELEASES)


def network():
    net = nn.HybridSequential(prefix="net_")
    with net.name_scope():
        net.add(nn.Conv2D(4, kernel_size=3, activation="relu"), nn.BatchNorm(), nn.MaxPool2D())
        net.add(nn.Flatten(), nn.Dense(10))
    return net


def answers(release):
    with np.load(GOLDEN / release / "gluon-expected.npz") as stored:
        return mx.nd.array(stored["x"]), stored["y"]


@pytest.mark.parametrize("hybrid", [False, True])
def test_saved_parameters_give_their_answers(release, hybrid):
    net = network()
    net.load_parameters(str(GOLDEN / release / "gluon.params"))
    net.hybridize(hybrid)
    data, want = answers(release)
    np.testing.assert_allclose(net(data).asnumpy(), want, rtol=1e-5, atol=1e-6)


def test_an_exported_network_gives_its_answers(release):
    prefix = str(GOLDEN / release / "gluon-export")
    net = SymbolBlock.imports(f"{prefix}-symbol.json", ["data"], f"{prefix}-0002.params")
    data, want = answers(release)
    np.testing.assert_allclose(net(data).asnumpy(), want, rtol=1e-5, atol=1e-6)


def test_the_exported_graph_is_the_same(release, tmp_path):
    net = network()
    net.initialize()
    net.hybridize()
    net(answers(release)[0])  # the graph is made before shapes are known
    net.load_parameters(str(GOLDEN / release / "gluon.params"))
    net.export(str(tmp_path / "ours"), epoch=2)
    if release == "1.9.1":  # others name some nodes in another way
        ours, theirs = tmp_path / "ours-symbol.json", GOLDEN / release / "gluon-export-symbol.json"
        assert ours.read_text() == theirs.read_text()
    saved = mx.nd.load(str(tmp_path / "ours-0002.params"))
    want = mx.nd.load(str(GOLDEN / release / "gluon-export-0002.params"))
    assert sorted(saved) == sorted(want)
    for name, array in want.items():
        np.testing.assert_array_equal(saved[name].asnumpy(), array.asnumpy())

"""Networks that 1.9.1 and 2.0.0b1 wrote (``record_networks``) compute the same here, under both interfaces."""

from __future__ import annotations

import mxnet as mx
import numpy as np
import pytest
from mxnet import autograd, gluon

from .record_networks import NETWORKS, ROOT, numbers

RELEASES = ("1.9.1", "2.0.0b1")


@pytest.fixture(params=[1, 2])
def array(request):
    """Both interfaces: the function that makes their arrays."""
    mx.util.use_v2(request.param == 2)
    (mx.npx.set_np if request.param == 2 else mx.npx.reset_np)()
    yield mx.np.array if request.param == 2 else mx.nd.array
    mx.npx.reset_np()
    mx.util.use_v2(False)


def _expected(release, name):
    with np.load(ROOT / release / "results.npz") as results:
        return results[name]


def _unreadable(release, name, array):
    """Whether this is a graph of 1.9.1 with batch sizes of 0, which NumPy's shapes take for sizes."""
    return (release, name, array) == ("1.9.1", "recurrent", mx.np.array)


@pytest.mark.parametrize("release", RELEASES)
@pytest.mark.parametrize("name", [name for name in NETWORKS if name != "scaled"])
def test_parameters(name, release, array):
    make, shape = NETWORKS[name]
    net = make()
    net.load_parameters(str(ROOT / release / f"{name}.params"))
    x = array(numbers(shape))
    np.testing.assert_allclose(net(x).asnumpy(), _expected(release, name), 1e-4, 1e-5)
    net.hybridize()
    np.testing.assert_allclose(net(x).asnumpy(), _expected(release, name), 1e-4, 1e-5)


@pytest.mark.parametrize("release", RELEASES)
@pytest.mark.parametrize("name", NETWORKS)
def test_exported_networks(name, release, array, tmp_path):
    if _unreadable(release, name, array):
        pytest.skip("the file is of classic shapes")
    x, expected = array(numbers(NETWORKS[name][1])), _expected(release, name)
    files = str(ROOT / release / f"{name}-symbol.json"), str(ROOT / release / f"{name}-0000.params")
    block = gluon.SymbolBlock.imports(files[0], ["data"], files[1])
    np.testing.assert_allclose(block(x).asnumpy(), expected, 1e-4, 1e-5)
    x.attach_grad()
    with autograd.record(train_mode=False):
        result = block(x)
    result.backward(train_mode=False)
    assert np.isfinite(x.grad.asnumpy()).all()
    assert x.grad.asnumpy().any()
    block.hybridize()
    block(x)
    block.export(str(tmp_path / "again"))
    again = gluon.SymbolBlock.imports(
        str(tmp_path / "again-symbol.json"), ["data"], str(tmp_path / "again-0000.params")
    )
    np.testing.assert_allclose(again(x).asnumpy(), expected, 1e-4, 1e-5)


@pytest.mark.parametrize("release", RELEASES)
@pytest.mark.parametrize("name", NETWORKS)
def test_checkpoints_of_modules(name, release, array):
    if _unreadable(release, name, array):
        pytest.skip("the file is of classic shapes")
    shape = NETWORKS[name][1]
    symbol, arguments, states = mx.model.load_checkpoint(str(ROOT / release / name), 0)
    module = mx.mod.Module(symbol, label_names=None)
    module.bind([("data", shape)], for_training=False)
    module.set_params(arguments, states)
    module.forward(mx.io.DataBatch([array(numbers(shape))]))
    np.testing.assert_allclose(module.get_outputs()[0].asnumpy(), _expected(release, name), 1e-4, 1e-5)

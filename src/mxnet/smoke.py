"""``mx.test()``: a minute's check that this installation works, without the repository's tests."""

import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import mxnet as mx
import numpy as np

from ._version import REMX_VERSION


def _arrays() -> None:
    """arrays, operators and gradients"""
    x = mx.nd.array([[1.0, 2.0], [3.0, 4.0]])
    x.attach_grad()
    with mx.autograd.record():
        y = mx.nd.dot(x, x).sum()
    y.backward()
    np.testing.assert_allclose(x.grad.asnumpy(), [[7.0, 11.0], [9.0, 13.0]])


def _numpy() -> None:
    """mx.np"""
    a = mx.np.arange(6).reshape(2, 3)
    np.testing.assert_allclose(mx.np.mean(a[:, ::2], axis=0).asnumpy(), [1.5, 3.5])


def _symbols() -> None:
    """symbols, executors and their files"""
    net = mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=2, no_bias=True, name="fc")
    again = mx.sym.load_json(net.tojson())
    executor = again.bind(mx.cpu(), {"data": mx.nd.ones((1, 3)), "fc_weight": mx.nd.ones((2, 3))})
    np.testing.assert_allclose(executor.forward()[0].asnumpy(), [[3.0, 3.0]])


def _network(hybridize: bool) -> Any:
    mx.random.seed(0)
    net = mx.gluon.nn.HybridSequential()
    net.add(mx.gluon.nn.Conv2D(4, 3, in_channels=1), mx.gluon.nn.BatchNorm(in_channels=4))
    net.add(mx.gluon.nn.Flatten(), mx.gluon.nn.Dense(2, in_units=4 * 36))
    net.initialize()
    if hybridize:
        net.hybridize()
    return net


def _gluon() -> None:
    """Gluon: training eager and hybridized, export and import"""
    losses = []
    x = mx.nd.array(np.random.default_rng(0).normal(size=(8, 1, 8, 8)))
    y = mx.nd.array([0, 1] * 4)
    for hybridize in (False, True):
        net = _network(hybridize)
        trainer = mx.gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.1})
        loss = mx.gluon.loss.SoftmaxCrossEntropyLoss()
        for _ in range(5):
            with mx.autograd.record():
                value = loss(net(x), y)
            value.backward()
            trainer.step(8)
        losses.append(float(value.mean().asscalar()))
    np.testing.assert_allclose(*losses, rtol=1e-4)
    with tempfile.TemporaryDirectory() as folder:
        prefix = str(Path(folder) / "net")
        net.export(prefix)
        loaded = mx.gluon.SymbolBlock.imports(f"{prefix}-symbol.json", ["data"], f"{prefix}-0000.params")
        np.testing.assert_allclose(loaded(x).asnumpy(), net(x).asnumpy(), rtol=1e-4, atol=1e-5)


def _module() -> None:
    """Module.fit"""
    mx.random.seed(0)
    x = np.random.default_rng(0).normal(size=(64, 4)).astype("float32")
    data = mx.io.NDArrayIter(x, (x.sum(axis=1) > 0).astype("float32"), batch_size=16)
    net = mx.sym.SoftmaxOutput(mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=2), name="softmax")
    module = mx.mod.Module(net)
    module.fit(data, num_epoch=20, optimizer_params={"learning_rate": 0.5})
    score = dict(module.score(data, "acc"))["accuracy"]
    if score < 0.9:
        raise AssertionError(f"a linear rule was learned to an accuracy of {score:.2f} only")


_CHECKS: tuple[Callable[[], None], ...] = (_arrays, _numpy, _symbols, _gluon, _module)


def test() -> None:
    """Check that this installation works: some seconds, nothing is downloaded, and a line is printed for each check.

    Raises the error of the first check that fails.

    >>> import mxnet as mx
    >>> mx.test()  # doctest: +SKIP
    """
    import torch

    print(f"remx {REMX_VERSION}, PyTorch {torch.__version__}, NumPy {np.__version__}, {mx.num_gpus()} GPUs")
    for check in _CHECKS:
        began = time.perf_counter()
        check()
        print(f"ok {check.__doc__ or check.__name__[1:]} ({time.perf_counter() - began:.1f} s)")

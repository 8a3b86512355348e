"""Inference in bfloat16: fused convolutions with weights cast once give the numbers of the operators."""

from __future__ import annotations

import mxnet as mx
import numpy as np
import pytest
import torch
from mxnet.contrib import amp
from mxnet.core import torch_compat
from mxnet.core.write_tracking import share
from mxnet.gluon import nn
from mxnet.graph import passes
from mxnet.graph.passes.casts import KeptCast

SHAPE = (2, 3, 9, 8)


class Residual(nn.HybridBlock):
    def __init__(self, groups: int = 1) -> None:
        super().__init__()
        with self.name_scope():
            self.body = nn.HybridSequential()
            self.body.add(nn.Conv2D(4, 3, padding=1, use_bias=False), nn.BatchNorm(), nn.Activation("relu"))
            self.body.add(nn.Conv2D(4, 3, padding=1, in_channels=4, groups=groups), nn.BatchNorm())
            self.shortcut = nn.Conv2D(4, 1)

    def hybrid_forward(self, F, x):
        return F.relu(self.body(x) + self.shortcut(x))


def _network(*layers):
    net = nn.HybridSequential()
    net.add(*layers, nn.Flatten(), nn.Dense(6))
    net.initialize(mx.init.Xavier(magnitude=3))
    net(mx.nd.ones(SHAPE))
    rng = np.random.RandomState(0)
    for name, parameter in net.collect_params().items():
        if name.endswith(("gamma", "beta", "mean", "var")):
            parameter.set_data(mx.nd.array(rng.uniform(0.5, 1.5, parameter.shape)))
    net.hybridize()
    net(mx.nd.ones(SHAPE))
    return net


NETWORKS = {
    "rectified": lambda: _network(nn.Conv2D(5, 3, strides=2, activation="relu")),
    "normalized": lambda: _network(nn.Conv2D(5, 3, dilation=2), nn.BatchNorm()),
    "residual": lambda: _network(Residual()),
    "residual of groups": lambda: _network(Residual(2)),
}


def _answers(net, x):
    return [net(x).astype("float32").asnumpy() for _ in range(3)][-1]


@pytest.mark.parametrize("cast", ["converted", "parameters, too", "all"])
@pytest.mark.parametrize("name", NETWORKS)
def test_answers_are_those_of_float32_to_the_precision_of_bfloat16(name, cast):
    net, x = NETWORKS[name](), mx.nd.random.uniform(shape=SHAPE)
    expected = _answers(net, x)
    if cast == "all":
        net.cast("bfloat16")
        low, x = net, x.astype("bfloat16")
    else:
        low = amp.convert_hybrid_block(
            net, target_dtype="bfloat16", ctx=mx.cpu(), cast_optional_params=cast != "converted"
        )
    low.hybridize()
    np.testing.assert_allclose(_answers(low, x), expected, atol=np.abs(expected).max() / 25)


@pytest.mark.parametrize("name", NETWORKS)
def test_weights_that_are_written_to_count(name, fast_kernels):
    low = amp.convert_hybrid_block(NETWORKS[name](), target_dtype="bfloat16", ctx=mx.cpu())
    low.hybridize()
    x = mx.nd.random.uniform(shape=SHAPE)
    before = _answers(low, x)
    for parameter in low.collect_params().values():
        if parameter.name.endswith("weight"):
            parameter.set_data(parameter.data() * 0)
        if parameter.name.endswith("bias"):
            parameter.set_data(parameter.data() * 0 + 2)
    np.testing.assert_array_equal(_answers(low, x), np.full_like(before, 2))


def test_casts_are_taken_along(monkeypatch, fast_kernels):
    low = amp.convert_hybrid_block(NETWORKS["normalized"](), target_dtype="bfloat16", ctx=mx.cpu())
    low.hybridize()
    calls = []
    convolve = torch_compat.chosen("onednn_convolution")
    monkeypatch.setattr(torch_compat, "onednn_convolution", lambda *a: calls.append(a[0].dtype) or convolve(*a))
    _answers(low, mx.nd.ones(SHAPE))
    assert set(calls) == ({torch.bfloat16} if torch_compat.multiplies_bfloat16() else set())
    text = low(mx.sym.var("data")).explain("infer").split("keep_casts")[1]
    assert "conv0_weight_amp_cast" not in text


def test_types_that_do_not_fit_are_refused_as_by_the_operators():
    net = NETWORKS["rectified"]()
    for _ in range(2):
        with pytest.raises(mx.MXNetError, match="type"):
            net(mx.nd.ones(SHAPE, dtype="bfloat16")).wait_to_read()


@pytest.mark.usefixtures("undocumented")
def test_a_cast_is_kept_from_the_second_call_on():
    value, kept = torch.ones(1 << 14), KeptCast(torch.Tensor.bfloat16)
    first, second = kept(value), kept(value)
    assert first is not second
    assert kept(value) is second
    value.add_(1)
    assert kept(value)[0] == 2


@pytest.mark.parametrize("value", [torch.ones(8), torch.ones(1 << 14, dtype=torch.bfloat16)])
def test_nothing_is_kept_of_what_is_small_or_not_cast(value):
    kept = KeptCast(torch.Tensor.bfloat16)
    results = [kept(value) for _ in range(3)]
    assert results[2] is value or results[2] is not results[1]


def test_nothing_is_kept_of_memory_that_others_write_to():
    value, kept = torch.ones(1 << 14), KeptCast(torch.Tensor.bfloat16)
    share(value)
    for i in range(3):
        value.fill_(i)
        assert kept(value)[0] == i
    assert kept(value) is not kept(value)


def test_results_do_not_share_memory_with_what_is_kept():
    data = mx.sym.var("data")
    cast = mx.sym.amp_cast(mx.sym.var("w"), dtype="bfloat16")
    graph = mx.sym.Group([mx.sym.reshape(cast, shape=(-1,)), mx.sym.dot(data, cast)])
    op = mx.nd.CachedOp(graph)
    data, weight = mx.nd.ones((2, 128), dtype="bfloat16"), mx.nd.ones((128, 128))
    arrays = {"data": data, "w": weight}
    for _ in range(4):
        flat, product = op(*[arrays[name] for name in graph.list_inputs()])
        assert product.astype("float32").asnumpy().max() == 128
        flat[:] = 0


@pytest.mark.parametrize("disabled", ["fuse_convolution", "keep_casts", "all"])
def test_each_pass_alone(disabled, monkeypatch):
    low = amp.convert_hybrid_block(NETWORKS["residual"](), target_dtype="bfloat16", ctx=mx.cpu())
    low.hybridize()
    x = mx.nd.random.uniform(shape=SHAPE)
    result = _answers(low, x)
    monkeypatch.setenv(passes.VARIABLE, disabled)
    low.hybridize()
    np.testing.assert_allclose(result, _answers(low, x), atol=np.abs(result).max() / 25)

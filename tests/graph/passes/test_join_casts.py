"""Casts of mixed precision that are joined give the numbers and gradients of those that are not."""

from __future__ import annotations

from collections.abc import Iterator

import mxnet as mx
import numpy as np
import pytest
import torch
from mxnet.contrib import amp
from mxnet.contrib.amp import imperative
from mxnet.gluon import nn
from mxnet.graph.passes import VARIABLE
from mxnet.kernels import casts


@pytest.fixture(params=["bfloat16", "float16"])
def half(request: pytest.FixtureRequest) -> Iterator[str]:
    amp.init(target_dtype=request.param)
    yield request.param
    imperative._end()


class _Block(nn.HybridBlock):
    """A residual layer, whose sum is of float32 and half precision."""

    def __init__(self) -> None:
        super().__init__()
        with self.name_scope():
            self.layers = nn.HybridSequential()
            for _ in range(20):
                self.layers.add(nn.Dense(4, in_units=4))
            self.norm = nn.LayerNorm(in_channels=4)
            self.points = nn.Conv2D(2, 1, in_channels=2)

    def hybrid_forward(self, F, x):  # type: ignore[no-untyped-def]
        y = self.norm(self.norm(x) + self.layers(x))
        return self.norm(y + self.points(y.reshape((-1, 2, 2, 1))).reshape((-1, 4)))


def results(net: _Block, x: np.ndarray) -> list[np.ndarray]:
    data = mx.nd.array(x)
    data.attach_grad()
    for _ in range(2):
        with mx.autograd.record():
            out = net(data)
        out.backward(mx.nd.arange(out.size).reshape(out.shape))
    grads = [p.grad() for p in net.collect_params().values()]
    return [array.asnumpy() for array in (out, data.grad, *grads)]


def test_numbers_and_gradients_stay_to_the_bit(half: str, monkeypatch: pytest.MonkeyPatch) -> None:
    net, x = _Block(), np.random.RandomState(0).randn(3, 4).astype("float32")
    net.initialize(mx.init.Uniform(0.5))
    both = []
    for without in ("join_casts", ""):
        monkeypatch.setenv(VARIABLE, without)
        net.hybridize()
        both.append(results(net, x))
    for result, expected in zip(*both, strict=True):
        np.testing.assert_array_equal(result, expected)
    graph = net._cached_op._program.explain("train")
    calls = graph[graph.index("join_casts: 5 changes") :]  # 41 variables in two calls, two of float32 in one, two sums
    assert (calls.count("= cast_variables("), calls.count("= add_widened(")) == (3, 2)


def test_second_derivatives_and_weights_that_get_no_gradient(half: str) -> None:
    tensors = [torch.randn(2, 3, requires_grad=i != 1) for i in range(3)]
    dtype = getattr(torch, half)
    cast = casts.cast_together([lambda t: t.to(dtype)] * 3, dtype)
    first, fixed, _ = cast(*tensors)
    assert (first.dtype, fixed.dtype, fixed.requires_grad) == (dtype, dtype, False)
    x = tensors[0]
    (gradient,) = torch.autograd.grad(first.float().pow(3).sum(), x, create_graph=True)
    (second,) = torch.autograd.grad(gradient.sum(), x)
    np.testing.assert_allclose(second.detach(), 6 * x.to(dtype).float().detach(), rtol=0.02)


def test_other_types_are_cast_by_themselves() -> None:
    wide = torch.ones(2, dtype=torch.float64)
    images = torch.ones(1, 2, 3, 3)
    named = casts.cast_together([lambda t: t, lambda t: t.half() + 1, torch.Tensor.half], torch.float16)
    same, other, _ = named(wide, images, torch.ones(2))
    assert same is wide
    assert (other == 2).all()

"""einops: its backends for arrays and symbols of MXNet, beside NumPy, and its layers of Gluon."""

import mxnet as mx
import numpy as np
import pytest
from einops import rearrange, reduce, repeat
from einops.layers.gluon import Rearrange, Reduce
from mxnet.gluon import nn

VALUES = np.random.RandomState(0).rand(2, 3, 4, 6).astype("float32")
PATTERNS = [
    ("b c h w -> b (h w) c", {}),
    ("b c (h h2) w -> b h (c w) h2", {"h2": 2}),
    ("b c h (w w2) -> w h c b w2", {"w2": 3}),
    ("... w -> w ...", {}),
]


def computed(function, pattern, *args, **sizes):
    """Return what einops makes of a symbol."""
    data = mx.sym.var("data", shape=VALUES.shape, dtype="float32")
    bound = function(data, pattern, *args, **sizes).bind(mx.cpu(), {"data": mx.nd.array(VALUES)})
    return bound.forward()[0].asnumpy()


@pytest.mark.parametrize(("pattern", "sizes"), PATTERNS)
def check_rearranging(pattern, sizes):
    expected = rearrange(VALUES, pattern, **sizes)
    np.testing.assert_array_equal(rearrange(mx.nd.array(VALUES), pattern, **sizes).asnumpy(), expected)
    np.testing.assert_array_equal(computed(rearrange, pattern, **sizes), expected)


@pytest.mark.parametrize("name", ["min", "max", "sum", "mean", "prod"])
def check_reductions(name):
    expected = reduce(VALUES, "b c (h h2) w -> b w h2", name, h2=2)
    found = reduce(mx.nd.array(VALUES), "b c (h h2) w -> b w h2", name, h2=2)
    np.testing.assert_allclose(found.asnumpy(), expected, rtol=1e-5)
    np.testing.assert_allclose(computed(reduce, "b c (h h2) w -> b w h2", name, h2=2), expected, rtol=1e-5)


def check_repeating():
    expected = repeat(VALUES, "b c h w -> b c (h 2) w k", k=3)
    np.testing.assert_array_equal(repeat(mx.nd.array(VALUES), "b c h w -> b c (h 2) w k", k=3).asnumpy(), expected)
    np.testing.assert_array_equal(computed(repeat, "b c h w -> b c (h 2) w k", k=3), expected)


def check_layers_in_a_training_step():
    net = nn.HybridSequential()
    net.add(
        nn.Conv2D(6, 3),
        Reduce("b c (h h2) w -> b c h w", "max", h2=2),
        Rearrange("b c h w -> b (c h w)"),
        nn.Dense(3),
    )
    net.initialize()
    with mx.autograd.record():
        value = net(mx.nd.random.normal(shape=(2, 3, 6, 6))).square().sum()
    value.backward()
    assert net[0].weight.grad().norm().asscalar() > 0

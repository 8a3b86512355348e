"""What MXNet 2's blocks give and refuse, and small functions beside them."""

from __future__ import annotations

import re

import mxnet as mx
import numpy as np
import pytest
from mxnet import gluon
from mxnet.gluon import nn
from mxnet.test_utils import compare_optimizer_noise_seeded


class Sum(gluon.HybridBlock):
    def forward(self, a, b=None):
        return sum(a) if b is None else a + b


def test_parameters_by_their_attributes(v2):
    net = nn.HybridSequential()
    net.add(nn.Dense(2, in_units=1))
    assert dict(net.params) == {}
    params = net[0].params
    assert list(params) == ["weight", "bias"]
    assert params["weight"] is params.get("weight") is net[0].weight
    assert params.get("other") is None
    params["bias"].initialize()


def test_blocks_of_1_x_make_their_parameters_as_before(v2):
    class Scale(gluon.HybridBlock):
        def __init__(self):
            super().__init__()
            self.factor = self.params.get("factor", shape=(1,), init="ones")

        def hybrid_forward(self, F, x, factor):
            return x * factor

    net = Scale()
    net.initialize()
    assert list(net.params) == ["factor"]
    assert net(mx.np.ones(2)).tolist() == [1, 1]


@pytest.mark.parametrize("hybridize", [False, True])
@pytest.mark.parametrize("args", [(None,), (None, None)])
def test_a_call_needs_an_array(v2, args, hybridize):
    net = Sum()
    net.hybridize(hybridize)
    with pytest.raises(ValueError, match="one NDArray in the input"):
        net(*args)


@pytest.mark.parametrize("other", [1, 2.5, "a", [2]])
def test_graphs_take_arrays_alone(v2, other):
    net = Sum()
    net.hybridize()
    with pytest.raises(ValueError, match="nested"):
        net(mx.np.ones(2), other)


def test_graphs_take_arrays_of_one_device(v2):
    net = Sum()
    net.hybridize()
    with pytest.raises(ValueError, match="multiple devices"):
        net(mx.np.ones(2, device=mx.cpu(1)), mx.np.ones(2, device=mx.cpu(2)))


@pytest.mark.parametrize("hybridize", [False, True])
@pytest.mark.parametrize(("layer", "shape"), [
    (lambda: nn.LayerNorm(in_channels=10), (2, 11)),
    (lambda: nn.BatchNorm(in_channels=10), (2, 11)),
    (lambda: nn.InstanceNorm(in_channels=10), (2, 11, 3)),
], ids=["LayerNorm", "BatchNorm", "InstanceNorm"])  # fmt: skip
def test_another_width_is_an_assertion(v2, layer, shape, hybridize):
    net = layer()
    net.initialize()
    net.hybridize(hybridize)
    with pytest.raises(AssertionError) as caught:
        net(mx.np.ones(shape))
    assert isinstance(caught.value, mx.MXNetError)


@pytest.mark.parametrize("name", ["default_device", "default_ctx"])
def test_the_device_of_a_graph_without_inputs(name):
    op = mx.nd.CachedOp(mx.sym.zeros((1,)))
    assert op(None, **{name: mx.cpu(1)}).context == mx.cpu(1)


def test_names_in_the_scope_of_a_block():
    with mx.gluon.block._block_scope(Sum()):
        assert mx.name.current().get(None, "hello") == "sum_hello0"


def test_instance_norm_without_channels():
    with mx.util.np_shape():
        assert mx.nd.InstanceNorm(mx.nd.zeros((1, 0, 1)), mx.nd.ones(1), mx.nd.ones(1)).shape == (1, 0, 1)


def test_use_np_lets_instances_pass_themselves_to_static_methods():
    @mx.util.use_np
    class Thing:
        @staticmethod
        def method(self, x):
            return self, x

    thing = Thing()
    assert thing.method(1) == (thing, 1)


def _adabelief(weight, grad, mean, var, scale, lr, eta, wd, clip):
    grad = np.clip(grad * scale + wd * weight, -clip, clip)
    mean = 0.9 * mean + 0.1 * grad
    var = 0.999 * var + 0.001 * (grad - mean) ** 2 + 1e-8
    return weight - eta * lr * mean / (np.sqrt(var) + 1e-8), mean, var


@pytest.mark.parametrize("several", [False, True])
@pytest.mark.parametrize("dtype", ["float32", "float16"])
def test_steps_of_adabelief(dtype, several):
    values = np.random.default_rng(0).uniform(0.1, 1, (4, 5)).astype("float32")
    weight, grad, mean, var = (mx.nd.array(row) for row in values)
    mixed = dtype == "float16"
    arrays = [weight.astype(dtype), grad.astype(dtype), mean, var, *([weight] if mixed else [])]
    expected = _adabelief(values[0], arrays[1].asnumpy().astype("float32"), *values[2:], 2.0, 0.5, 0.8, 0.1, 0.9)
    name = ("multi_" if several else "") + ("mp_" if mixed else "") + "adabelief_update"
    numbers = {"lr": 0.5, "eta": 0.8, "wd": 0.1}
    if several:
        arrays, numbers = [[array] for array in arrays], {f"{key}s": [value] for key, value in numbers.items()}
    update = getattr(mx.nd.contrib, name)
    for nothing in (0.0, mx.nd.array([np.inf])):
        update(*arrays, nothing, **numbers, clip_gradient=0.9)
    update(*arrays, mx.nd.array([2.0]), **numbers, clip_gradient=0.9, out=arrays[0])
    moved = weight if mixed else arrays[0][0] if several else arrays[0]
    for result, value in zip((moved, mean, var), expected, strict=True):
        np.testing.assert_allclose(result.asnumpy(), value, rtol=1e-5)


def test_optimizers_that_draw_are_compared_with_one_seed():
    shapes = [(3, 4), (2,)]
    compare_optimizer_noise_seeded(mx.optimizer.SGLD(), mx.optimizer.SGLD(), shapes, "float32", 3)


def test_parameters_of_v2_print_no_name(v2):
    layer = mx.gluon.nn.Dense(3)
    assert repr(layer.weight) == "Parameter (shape=(3, -1), dtype=float32)"
    assert repr(mx.gluon.Constant([1.0, 2.0])) == "Constant (shape=(2,), dtype=float32)"


def test_a_summary_of_v2_lists_each_run_of_a_layer_once(v2, capsys):
    layer = mx.gluon.nn.Dense(4, activation="relu")
    layer.initialize()
    layer.summary(mx.np.ones((1, 3)))
    assert re.findall(r"\w+-\d", capsys.readouterr().out) == ["Activation-1", "Dense-2"]


def test_a_call_without_arguments_returns_the_block(v2):
    block = mx.gluon.Block()
    block.child = mx.gluon.Block()
    assert next(iter(block._children.values()))() is block.child  # weak references in 2.0


def test_a_row_hands_several_values_on(v2):
    class Both(mx.gluon.HybridBlock):
        def forward(self, x, y):
            return x + y, x - y

    for container in (mx.gluon.nn.Sequential, mx.gluon.nn.HybridSequential):
        row = container()
        row.add(Both(), Both())
        x, y = mx.np.array([3.0]), mx.np.array([1.0])
        for _ in range(2):
            first, second = row(x, y)
            assert (first.item(), second.item()) == (6, 2)
            row[0].hybridize()
            row[1].hybridize()


@pytest.mark.parametrize(
    ("layer", "expected"),
    [
        (lambda: nn.Conv1DTranspose(2, 4), "Conv1DTranspose(3 -> 2, kernel_size=(4,), stride=(1,))"),
        (lambda: nn.Conv1D(2, 4), "Conv1D(3 -> 2, kernel_size=(4,), stride=(1,))"),
        (nn.GroupNorm, "GroupNorm(eps=1e-05, num_groups=1, center=True, scale=True, in_channels=3)"),
    ],
)
def test_texts_of_layers_of_v2(v2, layer, expected):
    net = layer()
    net.initialize()
    net(mx.np.ones((2, 3, 5)))
    assert repr(net) == expected


def test_a_network_without_parameters_names_no_file_of_them(v2, tmp_path):
    net = nn.Activation("relu")
    net.hybridize()
    net(mx.np.ones((2, 3)))
    symbol, parameters = net.export(str(tmp_path / "net"))
    assert parameters is None
    again = gluon.SymbolBlock.imports(symbol, ["data"])
    assert again(mx.np.array([-1.0, 2])).tolist() == [0, 2]

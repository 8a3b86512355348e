"""Blocks: names, registration, parameters of the whole, hooks, summaries."""

from __future__ import annotations

import inspect
import warnings

import mxnet as mx
import numpy as np
import pytest
from mxnet.gluon import Block, Parameter, nn


class Net(Block):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.hidden = nn.Dense(4, in_units=3)
            self.out = nn.Dense(2, in_units=4, prefix="out_")
            self.again = nn.Dense(2, in_units=4, params=self.out.params)

    def forward(self, x):
        return self.out(self.hidden(x)) + self.again(self.hidden(x))


def names(block):
    return list(block.collect_params())


# -- names ------------------------------------------------------------------------------------------------------


def test_blocks_are_numbered_by_kind_outside_of_scopes():
    with mx.name.NameManager():
        first, second, third = Net(), Net(), nn.Dense(1)
    assert (first.prefix, second.prefix, third.prefix) == ("net0_", "net1_", "dense0_")
    assert second.name == "net1"


def test_children_are_numbered_in_their_parent():
    net = Net(prefix="model_")
    assert names(net) == [
        "model_dense0_weight",
        "model_dense0_bias",
        "model_out_weight",
        "model_out_bias",
    ]
    assert (net.hidden.prefix, net.out.prefix, net.again.prefix) == ("model_dense0_", "model_out_", "model_dense1_")


def test_shared_parameters_are_the_same_ones():
    net = Net(prefix="model_")
    assert net.again.weight is net.out.weight
    twin = Net(prefix="twin_", params=net.collect_params())
    assert twin.hidden.weight is net.hidden.weight
    assert twin.prefix == "twin_"
    assert names(twin) == names(net)


def test_an_empty_prefix_leaves_names_to_the_children():
    net = nn.Sequential(prefix="")
    with net.name_scope():
        net.add(nn.Dense(1, prefix="a_"), nn.Dense(1, prefix="b_"))
    assert net.name == ""
    assert names(net) == ["a_weight", "a_bias", "b_weight", "b_bias"]


def test_a_name_manager_prefixes_blocks():
    with mx.name.Prefix("outer_"):
        assert nn.Dense(1).prefix == "outer_dense0_"


def test_scopes_nest():
    outer, inner = nn.Sequential(prefix="outer_"), nn.Sequential(prefix="inner_")
    with outer.name_scope():
        assert nn.Dense(1).prefix == "outer_dense0_"
        with inner.name_scope():
            assert nn.Dense(1).prefix == "inner_dense0_"
        assert nn.Dense(1).prefix == "outer_dense1_"
    with outer.name_scope():
        assert nn.Dense(1).prefix == "outer_dense2_"


# -- registration ---------------------------------------------------------------------------------------------


def test_collect_params_selects_by_pattern():
    net = Net(prefix="model_")
    assert list(net.collect_params(".*weight")) == ["model_dense0_weight", "model_out_weight"]
    assert list(net.collect_params("model_dense0|nothing")) == ["model_dense0_weight", "model_dense0_bias"]


def test_params_are_the_blocks_own():
    class Scaled(Block):
        def __init__(self, **kwargs):
            super().__init__(**kwargs)
            with self.name_scope():
                self.factor = self.params.get("factor", shape=(1,))
                self.layer = nn.Dense(2)

    block = Scaled(prefix="s_")
    assert list(block.params) == ["s_factor"]
    assert list(block._reg_params) == ["factor"]
    assert list(block._children) == ["layer"]
    assert list(block._collect_params_with_prefix()) == ["factor", "layer.weight", "layer.bias"]


def test_attributes_keep_their_kind():
    net = Net()
    with pytest.raises(TypeError, match="Changing attribute type"):
        net.hidden = 3
    net.hidden = nn.Dense(5)
    assert net._children["hidden"] is net.hidden
    net.plain = 3
    net.plain = "three"


def test_a_parameter_cannot_be_replaced():
    net = Net()
    net.extra = Parameter("extra", shape=(1,))
    with pytest.raises(AssertionError, match="Overriding Parameter attribute"):
        net.extra = Parameter("other", shape=(1,))


def test_blocks_hidden_in_containers_are_warned_of():
    net = Net()
    net.hidden_list = [nn.Dense(1), (nn.Dense(1),)]
    with pytest.warns(UserWarning, match="unregistered container"):
        net.collect_params()
    known = Net()
    known.listed = [known.hidden, known.out]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        known.collect_params()


def test_apply_goes_from_the_leaves_up():
    net, seen = Net(prefix="model_"), []
    assert net.apply(lambda block: seen.append(block.name)) is net
    assert seen == ["model_dense0", "model_out", "model_dense1", "model"]


def test_cast_reaches_all():
    net = Net()
    net.initialize()
    net.cast("float64")
    assert {param.data().dtype for param in net.collect_params().values()} == {np.float64}
    assert net(mx.nd.ones((1, 3), dtype="float64")).dtype == np.float64


def test_initialize_in_several_contexts():
    net = Net()
    net.initialize(mx.init.One(), ctx=[mx.cpu(0), mx.cpu(1)])
    outs = [net(mx.nd.ones((1, 3), ctx=ctx)) for ctx in (mx.cpu(0), mx.cpu(1))]
    assert [out.context for out in outs] == [mx.cpu(0), mx.cpu(1)]
    assert (outs[0].asnumpy() == outs[1].asnumpy()).all()


# -- hooks ----------------------------------------------------------------------------------------------------


def test_hooks_run_around_forward_until_detached():
    net, seen = nn.Dense(2, in_units=3), []
    net.initialize()
    before = net.register_forward_pre_hook(lambda block, inputs: seen.append(("before", block is net, len(inputs))))
    after = net.register_forward_hook(lambda block, inputs, out: seen.append(("after", len(inputs), out.shape)))
    net(mx.nd.ones((1, 3)))
    assert seen == [("before", True, 1), ("after", 1, (1, 2))]
    before.detach()
    with after:
        net(mx.nd.ones((1, 3)))
    net(mx.nd.ones((1, 3)))
    assert seen[2:] == [("after", 1, (1, 2))]


def test_a_block_without_forward_cannot_run():
    with pytest.raises(NotImplementedError):
        Block()(mx.nd.ones((1,)))


# -- texts ----------------------------------------------------------------------------------------------------


def test_repr_lists_the_children():
    text = repr(Net())
    assert text.startswith("Net(\n  (hidden): Dense(3 -> 4, linear)\n  (out): Dense(")
    assert text.endswith("\n)")


def test_summary(capsys):
    net = nn.HybridSequential(prefix="model_")
    with net.name_scope():
        net.add(nn.Dense(4, activation="relu"), nn.BatchNorm(), nn.Dense(2))
    net.initialize()
    net(mx.nd.ones((5, 3)))  # or the deferred initialization would be counted too
    net.summary(mx.nd.ones((5, 3)))
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert ["Dense-2", "(5,", "4)", "16"] in lines
    assert ["Activation-1", "(5,", "4)", "0"] in lines
    assert ["Total", "params:", "42"] in lines
    assert ["Trainable", "params:", "34"] in lines
    assert ["Non-trainable", "params:", "8"] in lines
    assert not net[0]._forward_hooks
    net.hybridize()
    with pytest.raises(AssertionError, match="must not be hybridized"):
        net.summary(mx.nd.ones((5, 3)))


def test_summary_writes_nested_outputs_as_lists(capsys):
    class Nested(mx.gluon.HybridBlock):
        def hybrid_forward(self, F, x):
            return x * 1, (x * 2, [x * 3])

    Nested().summary(mx.nd.ones((2,)))
    assert "(2,), [(2,), [(2,)]]" in capsys.readouterr().out


def test_summary_counts_the_parameters_that_a_block_asked_for(capsys):
    class Listed(mx.gluon.HybridBlock):
        def __init__(self):
            super().__init__()
            with self.name_scope():
                self.held = [self.params.get("w", shape=(2, 3), init="ones")]

        def hybrid_forward(self, F, x):
            return x * 2

    for block, total in ((Listed(), 6), (mx.gluon.rnn.ZoneoutCell(mx.gluon.rnn.RNNCell(2, input_size=2)), 24)):
        block.initialize()
        states = [] if total == 6 else [block.begin_state(batch_size=1, func=mx.nd.zeros)]
        block.summary(mx.nd.ones((1, 2)), *states)
        assert f"   Total params: {total}\n" in capsys.readouterr().out


def test_summary_counts_shared_parameters(capsys):
    net = Net()
    net.initialize()
    net.summary(mx.nd.ones((1, 3)))
    text = capsys.readouterr().out
    assert "Shared params in forward computation graph: 26" in text
    assert "Unique parameters in model: 26" in text


class _Plain(Block):
    pass


class _Sized(_Plain):
    def __init__(self, units, rate=0.5):
        super().__init__()


@pytest.mark.parametrize(
    ("block", "names"),
    [
        (Block, ["prefix", "params"]),
        (mx.gluon.data.vision.transforms.CenterCrop, ["size", "interpolation"]),
        (mx.gluon.data.vision.transforms.RandomResizedCrop, ["size", "scale", "ratio", "interpolation"]),
        (_Plain, ["prefix", "params"]),
        (_Sized, ["units", "rate"]),
        (_Sized(2), ["args"]),
    ],
)
def test_signatures_are_those_of_init(block, names):
    assert list(inspect.signature(block).parameters) == names

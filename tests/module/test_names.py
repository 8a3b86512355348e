"""What a Module says about names that do not fit its symbol."""

from __future__ import annotations

import mxnet as mx
import pytest

from tests.module.nets import classifier


@pytest.mark.parametrize("argument", ["data_names", "state_names", "fixed_param_names"])
def test_unknown_name_is_an_error_that_lists_the_inputs(argument):
    with pytest.raises(ValueError, match=r"'missing' is not found(.|\n)*data\n\tsoftmax_label"):
        mx.mod.Module(classifier(), **{argument: ["missing"]})


def test_unknown_label_name_only_warns():
    with pytest.warns(UserWarning, match="'other_label' is not found"):
        mx.mod.Module(classifier(), label_names=["other_label"])


def test_names_before_binding():
    module = mx.mod.Module(classifier(), fixed_param_names=["fc_bias"])
    assert (module.data_names, module.label_names) == (["data"], ["softmax_label"])
    assert module.output_names == ["softmax_output"]
    assert module._param_names == ["fc_weight", "fc_bias"]
    assert module._fixed_param_names == ["fc_bias"]


@pytest.mark.parametrize("what", ["data_shapes", "label_shapes", "output_shapes"])
def test_shapes_need_binding(what):
    with pytest.raises(AssertionError):
        getattr(mx.mod.Module(classifier()), what)


def test_work_load_list_has_an_entry_per_context():
    with pytest.raises(AssertionError):
        mx.mod.Module(classifier(), work_load_list=[1, 2])


def _normalized():
    return mx.sym.SoftmaxOutput(mx.sym.FullyConnected(mx.sym.BatchNorm(mx.sym.var("data"), name="bn"), num_hidden=2))


def test_a_state_cannot_be_fixed_by_its_name():
    with pytest.raises(ValueError, match=r"bn_moving_mean.*auxiliary state.*use_global_stats=True"):
        mx.mod.Module(_normalized(), label_names=None, fixed_param_names=["bn_gamma", "bn_moving_mean"])


@pytest.mark.parametrize(("ready", "message"), [(False, "call bind first"), (True, "call init_params")])
def test_a_module_that_is_not_ready_to_share(ready, message):
    net = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=2)
    shared, module = (mx.mod.Module(net, label_names=None) for _ in range(2))
    if ready:
        shared.bind([("data", (2, 3))])
    with pytest.raises(AssertionError, match=f"shared_module, <Module: data.*is not ready: Module: {message}"):
        module.bind([("data", (2, 3))], shared_module=shared)

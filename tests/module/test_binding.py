"""Binding a Module: shapes, gradient requests, binding again."""

from __future__ import annotations

import logging

import mxnet as mx
import numpy as np
import pytest

from tests.module.nets import batch, bound, classifier, linear, params_of, step, trainable

DATA, LABEL = [("data", (6, 3))], [("softmax_label", (6,))]


def test_shapes_after_binding():
    module = bound()
    assert module.data_shapes == [mx.io.DataDesc("data", (6, 3))]
    assert module.label_shapes == [mx.io.DataDesc("softmax_label", (6,))]
    assert module.output_shapes == [("softmax_output", (6, 4))]


@pytest.mark.parametrize(
    ("data", "label", "error"),
    [
        ([("dat", (6, 3))], LABEL, ValueError),
        ([*DATA, ("extra", (6, 3))], LABEL, ValueError),
        (DATA, [("softmax_label", (5,))], AssertionError),
        ([("data", 3)], LABEL, TypeError),
        (["data", (6, 3)], LABEL, TypeError),
        ({"data": (6, 3)}, LABEL, ValueError),
    ],
)
def test_shapes_that_do_not_fit(data, label, error):
    module = mx.mod.Module(classifier())
    with pytest.raises(error):
        module.bind(data, label)
    assert not module.binded


def test_shape_given_as_an_array_is_an_error():
    module = mx.mod.Module(linear(), label_names=None)
    with pytest.raises(TypeError):
        module.bind([("data", mx.nd.array([6, 3]))])
    assert not module.binded


def test_labels_may_be_left_out():
    module = mx.mod.Module(classifier())
    with pytest.warns(UserWarning, match="label_shapes don't match"):
        module.bind(DATA)
    assert module.label_shapes is None


def test_binding_twice_is_ignored(caplog):
    module = bound()
    group = module._exec_group
    with caplog.at_level(logging.WARNING):
        module.bind([("data", (2, 3))], [("softmax_label", (2,))])
    assert "Already bound, ignoring bind()" in caplog.text
    assert module._exec_group is group


def test_input_gradients_need_training():
    with pytest.raises(AssertionError):
        bound(for_training=False, inputs_need_grad=True)


@pytest.mark.parametrize(
    ("bind", "expected"),
    [
        ({}, ["null", "write", "write", "null"]),
        ({"grad_req": "add"}, ["null", "add", "add", "null"]),
        ({"grad_req": "add", "inputs_need_grad": True}, ["add", "add", "add", "null"]),
        ({"grad_req": ["add", "write", "null", "null"]}, ["add", "write", "null", "null"]),
        ({"grad_req": {"fc_weight": "add"}}, ["null", "add", "write", "null"]),
        ({"grad_req": "add", "for_training": False}, ["null"] * 4),
        ({"grad_req": ["add"] * 4, "for_training": False}, ["null"] * 4),
    ],
)
def test_gradient_requests(bind, expected):
    group = bound(**bind)._exec_group
    assert group.grad_req == dict(zip(["data", "fc_weight", "fc_bias", "softmax_label"], expected, strict=True))


@pytest.mark.parametrize(
    ("request_", "error"), [(["write"] * 3, AssertionError), (3, ValueError), ("foo", RuntimeError)]
)
def test_gradient_requests_that_are_none(request_, error):
    with pytest.raises(error):
        bound(grad_req=request_)


def test_without_training_there_are_no_gradient_arrays():
    assert bound(for_training=False)._exec_group.grad_arrays is None


@pytest.mark.parametrize("fixed", [["fc_weight"], ["fc_weight", "fc_bias"]])
def test_fixed_parameters_get_no_gradient_and_stay(fixed):
    module = mx.mod.Module(classifier(), fixed_param_names=fixed)
    trainable(module=module)
    before = params_of(module)
    step(module)
    after = params_of(module)
    changed = {name for name in after if not np.array_equal(before[name], after[name])}
    assert changed == {"fc_weight", "fc_bias"} - set(fixed)
    assert all(module._exec_group.execs[0].grad_dict.get(name) is None for name in fixed)


def test_rebinding_keeps_weights_and_momentum():
    kept, rebound = trainable(), trainable()
    for module in (kept, rebound):
        step(module)
    rebound.bind(DATA, LABEL, force_rebind=True)
    for module in (kept, rebound):
        step(module)
    for name, value in params_of(kept).items():
        np.testing.assert_array_equal(params_of(rebound)[name], value)


def test_rebinding_keeps_weights_on_several_devices():
    kept, rebound = (trainable(contexts=[mx.cpu(0), mx.cpu(1)]) for _ in range(2))
    for module in (kept, rebound):
        step(module)
    rebound.bind(DATA, LABEL, force_rebind=True)
    np.testing.assert_array_equal(params_of(rebound)["fc_weight"], params_of(kept)["fc_weight"])
    for module in (kept, rebound):
        step(module)
    np.testing.assert_array_equal(params_of(rebound)["fc_weight"], params_of(kept)["fc_weight"])


def test_rebinding_for_prediction():
    module = trainable()
    step(module)
    weight = params_of(module)["fc_weight"]
    with pytest.warns(UserWarning, match="label_shapes don't match"):
        module.bind([("data", (2, 3))], for_training=False, force_rebind=True)
    module.forward(batch(2, label=False))
    assert module.get_outputs()[0].shape == (2, 4)
    np.testing.assert_array_equal(params_of(module)["fc_weight"], weight)
    with pytest.raises(AssertionError, match="re-bind with for_training=True"):
        module.backward()


def test_reshape_keeps_parameters():
    module = trainable(linear(), rows=6)
    module.reshape([("data", (2, 3))])
    assert module.data_shapes == [mx.io.DataDesc("data", (2, 3))]
    module.forward(batch(2, label=False))
    module.backward([mx.nd.ones((2, 4))])
    module.update()
    assert module.get_outputs()[0].shape == (2, 4)


def test_shared_module_shares_weights_and_optimizer():
    first = trainable()
    second = mx.mod.Module(classifier())
    second.bind([("data", (2, 3))], [("softmax_label", (2,))], shared_module=first)
    assert second.params_initialized
    assert second.optimizer_initialized
    assert second._updater is first._updater
    step(second, batch(2))
    np.testing.assert_array_equal(params_of(first)["fc_weight"], params_of(second)["fc_weight"])
    arrays = [module._exec_group.execs[0].arg_dict["fc_weight"] for module in (first, second)]
    assert mx.test_utils.same_array(*arrays)


def test_shared_module_has_to_be_bound():
    with pytest.raises(AssertionError):
        mx.mod.Module(classifier()).bind(DATA, LABEL, shared_module=mx.mod.Module(classifier()))


@pytest.mark.parametrize(
    "call",
    [
        lambda module: module.init_params(),
        lambda module: module.forward(batch()),
        lambda module: module.reshape(DATA),
        lambda module: module.set_params({}, {}),
        lambda module: module.save_checkpoint("nowhere", 0),
        lambda module: module.get_params(),
    ],
)
def test_calls_that_need_binding(call, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(AssertionError):
        call(mx.mod.Module(classifier()))


def test_data_descriptions_carry_dtypes():
    module = mx.mod.Module(linear(), label_names=None)
    module.bind([mx.io.DataDesc("data", (4, 3), dtype="float64")])
    module.init_params()
    assert module._exec_group.execs[0].arg_dict["fc_weight"].dtype == np.float64
    assert module.get_params()[0]["fc_weight"].dtype == np.float64

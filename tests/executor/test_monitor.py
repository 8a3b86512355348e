"""``set_monitor_callback`` (names and their order are those of MXNet 1.9.1)."""

from __future__ import annotations

import mxnet as mx
import pytest


@pytest.fixture
def executor():
    net = mx.sym.BatchNorm(mx.sym.Convolution(mx.sym.var("x"), num_filter=2, kernel=(1, 1), name="cv"), name="bn")
    net = mx.sym.Group([mx.sym.SoftmaxOutput(net, name="sm"), mx.sym.split(net, num_outputs=2, name="sp")[1]])
    return net.simple_bind(mx.cpu(), x=(2, 3, 2, 2))


OUTPUTS = ["cv_output", "bn_output", "bn_mean", "bn_var", "sm_output", "sp_output0", "sp_output1"]


def seen(executor, monitor_all, is_train):
    names = []
    executor.set_monitor_callback(lambda name, array: names.append(name.decode()), monitor_all)
    executor.forward(is_train=is_train)
    return names


@pytest.mark.parametrize("is_train", [False, True])
def test_outputs(executor, is_train):
    assert seen(executor, False, is_train) == OUTPUTS


def test_inputs_and_outputs(executor):
    names = seen(executor, True, False)
    assert [name for name in names if name in OUTPUTS] == OUTPUTS
    before = ["x", "cv_data", "cv_weight", "cv_weight", "cv_bias", "cv_bias", "cv_output", "bn_data", "bn_gamma"]
    assert names[: len(before)] == before


INPUTS = {
    "one, without a name of its own": (lambda a, b: mx.sym.Activation(a, act_type="relu", name="N"), ["a", "N_input0"]),
    "one, with a name": (lambda a, b: mx.sym.softmax(a, name="N"), ["a", "N_data"]),
    "any number": (lambda a, b: mx.sym.concat(a, b, a, dim=0, name="N"), ["a", "N_arg0", "b", "N_arg1", "a", "N_arg2"]),
    "two": (lambda a, b: mx.sym.broadcast_add(b, a, name="N"), ["b", "N_lhs", "a", "N_rhs"]),
}


@pytest.mark.parametrize("case", INPUTS)
def test_names_of_inputs(case):
    make, expected = INPUTS[case]
    shapes = dict.fromkeys(make(mx.sym.var("a"), mx.sym.var("b")).list_arguments(), (2, 3))
    executor = make(mx.sym.var("a"), mx.sym.var("b")).simple_bind(mx.cpu(), **shapes)
    assert seen(executor, True, False) == [*expected, "N_output"]


def test_reshaped_executors_are_watched_too(executor):
    names = []
    executor.set_monitor_callback(lambda name, array: names.append(name.decode()))
    executor.reshape(x=(1, 3, 2, 2), partial_shaping=True).forward()
    assert names == OUTPUTS

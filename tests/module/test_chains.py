"""SequentialModule, PythonModule and PythonLossModule."""

from __future__ import annotations

import mxnet as mx
import numpy as np
import pytest

from tests.module.nets import batch, classifier, linear, params_of

DATA, LABEL = [("data", (6, 3))], [("softmax_label", (6,))]


def chain(last=None, bind=True, **kwargs):
    """Two linear layers in two modules, the second with the loss."""
    modules = mx.mod.SequentialModule()
    modules.add(mx.mod.Module(linear("fc1"), label_names=None))
    modules.add(last or mx.mod.Module(classifier()), take_labels=True, auto_wiring=True)
    if bind:
        modules.bind(DATA, LABEL, **kwargs)
        modules.init_params(mx.init.Xavier())
    return modules


def whole():
    """The same network in one module."""
    net = mx.sym.FullyConnected(linear("fc1"), num_hidden=4, name="fc")
    module = mx.mod.Module(mx.sym.SoftmaxOutput(net, name="softmax"))
    module.bind(DATA, LABEL, inputs_need_grad=True)
    return module


def test_empty_chain():
    modules = mx.mod.SequentialModule()
    assert (modules.data_names, modules.output_names) == ([], [])
    with pytest.raises(AssertionError, match="empty"):
        modules.bind(DATA)


def test_unknown_meta():
    with pytest.raises(AssertionError, match='"foo"'):
        mx.mod.SequentialModule().add(mx.mod.Module(linear(), label_names=None), foo=1)


def test_what_a_chain_is():
    modules = chain()
    assert (modules.data_names, modules.output_names) == (["data"], ["softmax_output"])
    assert (modules.data_shapes[0].shape, modules.output_shapes) == ((6, 3), [("softmax_output", (6, 4))])
    assert modules.label_shapes == LABEL
    assert modules.symbol is None


def test_adding_unbinds():
    modules = chain()
    modules.add(mx.mod.Module(linear("fc3"), label_names=None))
    assert not modules.binded
    assert not modules.params_initialized


def test_without_wiring_names_have_to_match():
    modules = mx.mod.SequentialModule()
    modules.add(mx.mod.Module(linear("fc1"), label_names=None)).add(mx.mod.Module(classifier()), take_labels=True)
    with pytest.raises(ValueError, match="don't match names"):
        modules.bind(DATA, LABEL)


def test_a_parameter_has_one_owner():
    modules = mx.mod.SequentialModule()
    for _ in range(2):
        net = mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=3, name="fc")
        modules.add(mx.mod.Module(net, label_names=None), auto_wiring=True)
    modules.bind([("data", (6, 3))])
    with pytest.raises(AssertionError, match='"fc_weight" in layer 1'):
        modules.init_params()


def test_a_chain_trains_like_the_whole():
    modules, module = chain(inputs_need_grad=True), whole()
    module.init_params(arg_params=modules.get_params()[0], aux_params={})
    for one in (modules, module):
        one.init_optimizer(optimizer_params={"learning_rate": 0.5})
        one.forward_backward(batch())
        one.update()
    np.testing.assert_allclose(modules.get_outputs()[0].asnumpy(), module.get_outputs()[0].asnumpy(), rtol=1e-5)
    np.testing.assert_allclose(
        modules.get_input_grads()[0].asnumpy(), module.get_input_grads()[0].asnumpy(), rtol=1e-4, atol=1e-6
    )
    for name, value in params_of(module).items():
        np.testing.assert_allclose(params_of(modules)[name], value, rtol=1e-5, atol=1e-6)


def test_metric_of_a_chain():
    modules = chain()
    modules.forward(batch())
    metric = mx.metric.Accuracy()
    modules.update_metric(metric, batch().label)
    assert metric.num_inst == 6


def test_a_chain_fits():
    modules = chain(bind=False)
    data = mx.io.NDArrayIter(np.eye(3, dtype=np.float32).repeat(4, 0), np.arange(3).repeat(4), 6)
    modules.fit(data, num_epoch=40, initializer=mx.init.Xavier(), optimizer_params={"learning_rate": 0.5})
    assert modules.score(data, "acc")[0][1] == 1


def loss(grad_func=None, **bind):
    module = mx.mod.PythonLossModule(grad_func=grad_func)
    module.bind([("data", (2, 4))], [("softmax_label", (2,))], inputs_need_grad=True, **bind)
    module.init_params()
    module.init_optimizer()
    return module


SCORES = mx.io.DataBatch([mx.nd.ones((2, 4))], [mx.nd.zeros((2,))])


def test_python_loss_passes_scores_on():
    module = loss()
    assert (module.data_names, module.output_names) == (["data"], ["pyloss_output"])
    assert module.output_shapes == [("pyloss_output", (2, 4))]
    assert module.get_params() == ({}, {})
    module.forward(SCORES)
    module.update()
    assert module.get_outputs()[0] is SCORES.data[0]


@pytest.mark.parametrize("convert", [lambda array: array, lambda array: array.asnumpy()])
def test_python_loss_gradient(convert):
    module = loss(lambda scores, labels: convert(scores * 2))
    module.forward(SCORES)
    module.backward()
    gradient = module.get_input_grads()[0]
    assert isinstance(gradient, mx.nd.NDArray)
    assert (gradient.asnumpy() == 2).all()


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda: mx.mod.PythonLossModule(data_names=("a", "b")), AssertionError),
        (lambda: mx.mod.PythonLossModule(grad_func=3), AssertionError),
        (lambda: loss(grad_req="add"), AssertionError),
        (lambda: mx.mod.PythonLossModule().bind([("x", (2, 4))], [("softmax_label", (2,))]), AssertionError),
        (lambda: loss(lambda scores, labels: scores).backward([mx.nd.ones((2, 4))]), AssertionError),
        (lambda: loss().backward(), NotImplementedError),
        (lambda: loss().install_monitor(None), NotImplementedError),
        (lambda: mx.mod.PythonModule(["data"], None, ["out"]).bind([("data", (2, 3))]), NotImplementedError),
    ],
)
def test_python_module_errors(call, error):
    with pytest.raises(error):
        call()


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: mx.mod.PythonLossModule(grad_func=3), AssertionError, "grad_func: expected a function, got 3"),
        (lambda: loss().get_outputs(False), AssertionError, "merge_multi_context is True"),
        (lambda: loss().get_input_grads(False), AssertionError, "merge_multi_context is True"),
        (lambda: loss().forward(mx.io.DataBatch(SCORES.data), True), ValueError, "pyloss: a loss needs the labels"),
    ],
)
def test_python_module_messages(call, error, message):
    with pytest.raises(error, match=message):
        call()


def test_a_chain_ending_in_python_trains_like_softmax():
    def gradient(scores, labels):
        powers = np.exp(scores.asnumpy())
        return powers / powers.sum(axis=1, keepdims=True) - np.eye(4)[labels.asnumpy().astype(int)]

    ends = chain(mx.mod.PythonLossModule(grad_func=gradient))
    net = mx.sym.SoftmaxOutput(linear("fc1"), name="softmax")
    module = mx.mod.Module(net)
    module.bind(DATA, LABEL)
    module.init_params(arg_params=ends.get_params()[0], aux_params={})
    for one in (ends, module):
        one.init_optimizer(optimizer_params={"learning_rate": 0.5})
        one.forward_backward(batch())
        one.update()
    np.testing.assert_allclose(params_of(ends)["fc1_weight"], params_of(module)["fc1_weight"], rtol=1e-5)


def test_base_module_leaves_the_protocol_open():
    base = mx.mod.BaseModule()
    assert base.symbol is None
    for call in (
        base.get_params,
        base.update,
        lambda: base.forward(None),
        lambda: base.bind([]),
        lambda: base.data_names,
    ):
        with pytest.raises(NotImplementedError):
            call()

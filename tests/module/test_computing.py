"""Forward, backward and update of a Module against NumPy."""

from __future__ import annotations

from collections import namedtuple

import mxnet as mx
import numpy as np
import pytest

from tests.module.nets import batch, bound, classifier, linear, params_of, step, trainable, weighted_sum, weights


def softmax(scores):
    powers = np.exp(scores - scores.max(axis=1, keepdims=True))
    return powers / powers.sum(axis=1, keepdims=True)


def numpy_step(params, data, labels, rate=0.5):
    """Outputs and parameters after one SGD step of a linear softmax classifier, the gradient averaged."""
    weight, bias = params["fc_weight"], params["fc_bias"]
    outputs = softmax(data @ weight.T + bias)
    error = (outputs - np.eye(4, dtype=np.float32)[labels]) / len(data)
    return outputs, {"fc_weight": weight - rate * error.T @ data, "fc_bias": bias - rate * error.sum(0)}


CONTEXTS = [[mx.cpu()], [mx.cpu(0), mx.cpu(1)], [mx.cpu(i) for i in range(3)]]


@pytest.mark.parametrize("contexts", CONTEXTS, ids=len)
@pytest.mark.parametrize("kvstore", ["local", "device"])
def test_a_step_is_that_of_numpy(contexts, kvstore):
    module = trainable(contexts=contexts, kvstore=kvstore)
    start = params_of(module)
    data_batch = batch()
    step(module, data_batch)
    outputs, expected = numpy_step(start, data_batch.data[0].asnumpy(), np.arange(6) % 4)
    np.testing.assert_allclose(module.get_outputs()[0].asnumpy(), outputs, rtol=1e-5)
    for name, value in expected.items():
        np.testing.assert_allclose(params_of(module)[name], value, rtol=1e-5, atol=1e-6)


def test_momentum_over_two_steps():
    module = trainable()
    start = params_of(module)
    step(module)
    first = params_of(module)
    step(module)
    gradient = module._exec_group.grad_arrays[0][0].asnumpy() / 6
    expected = first["fc_weight"] + 0.9 * (first["fc_weight"] - start["fc_weight"]) - 0.5 * gradient
    np.testing.assert_allclose(params_of(module)["fc_weight"], expected, rtol=1e-5, atol=1e-6)


def test_gradients_of_the_inputs():
    module = bound(linear(), inputs_need_grad=True)
    module.forward(batch(label=False))
    head = np.random.RandomState(1).normal(size=(6, 4)).astype(np.float32)
    module.backward([mx.nd.array(head)])
    expected = head @ weights()["fc_weight"].asnumpy()
    np.testing.assert_allclose(module.get_input_grads()[0].asnumpy(), expected, rtol=1e-5, atol=1e-6)


def test_input_gradients_have_to_be_asked_for():
    module = trainable()
    module.forward_backward(batch())
    with pytest.raises(AssertionError):
        module.get_input_grads()


def test_data_come_in_the_order_bound():
    net = mx.sym.Variable("a") - mx.sym.Variable("b")
    module = mx.mod.Module(net, data_names=["a", "b"], label_names=None)
    module.bind([("b", (2,)), ("a", (2,))], inputs_need_grad=True)
    module.init_params()
    module.forward(mx.io.DataBatch([mx.nd.ones((2,)) * 5, mx.nd.ones((2,))]))
    assert module.get_outputs()[0].asnumpy().tolist() == [-4, -4]
    module.backward([mx.nd.ones((2,))])
    assert [grad.asnumpy()[0] for grad in module.get_input_grads()] == [-1, 1]


def test_outputs_stay_when_forward_runs_again():
    module = bound(linear())
    module.forward(batch(label=False, seed=1))
    first = module.get_outputs()[0].copy()
    module.forward(batch(label=False, seed=2))
    assert not np.array_equal(module.get_outputs()[0].asnumpy(), first.asnumpy())


def test_a_batch_needs_only_data():
    module = bound(linear())
    module.forward(namedtuple("Batch", ["data"])([mx.nd.ones((6, 3))]))
    assert module.get_outputs()[0].shape == (6, 4)


def test_labels_left_out_stay_those_of_before():
    module = trainable()
    module.forward_backward(batch())
    expected = module._exec_group.grad_arrays[1][0].asnumpy()
    module.forward(mx.io.DataBatch(batch().data, None), is_train=True)
    module.backward()
    np.testing.assert_array_equal(module._exec_group.grad_arrays[1][0].asnumpy(), expected)


def test_missing_data_is_an_error():
    with pytest.raises(ValueError, match="don't match names"):
        bound().forward(mx.io.DataBatch([], [mx.nd.ones((6,))]))


def test_forward_takes_its_mode_from_binding():
    net = mx.sym.Dropout(mx.sym.Variable("data"), p=0.5)
    for training in (True, False):
        module = mx.mod.Module(net, label_names=None)
        module.bind([("data", (10, 10))], for_training=training)
        module.init_params()
        module.forward(mx.io.DataBatch([mx.nd.ones((10, 10))]))
        assert (module.get_outputs()[0].asnumpy() == 1).all() != training
        module.forward(mx.io.DataBatch([mx.nd.ones((10, 10))]), is_train=False)
        assert (module.get_outputs()[0].asnumpy() == 1).all()


def test_updating_a_network_without_parameters():
    module = mx.mod.Module(mx.sym.Dropout(mx.sym.Variable("data"), p=0.5), label_names=None)
    module.bind([("data", (10, 10))])
    module.init_params()
    module.init_optimizer()
    module.forward(mx.io.DataBatch([mx.nd.ones((10, 10))]))
    module.backward([mx.nd.ones((10, 10))])
    module.update()
    assert module.get_outputs()[0].shape == (10, 10)


def test_double_precision_data_are_cast_to_the_bound_dtype():
    module = bound(linear())
    module.forward(mx.io.DataBatch([mx.nd.ones((6, 3), dtype="float64")]))
    assert module.get_outputs()[0].dtype == np.float32


@pytest.mark.parametrize("contexts", CONTEXTS[:2], ids=len)
def test_batches_of_other_sizes(contexts):
    module = trainable(contexts=contexts)
    for rows in (6, 2, 9, 6, 4):
        data_batch = batch(rows)
        start = params_of(module)
        module.forward_backward(data_batch)
        outputs, _ = numpy_step(start, data_batch.data[0].asnumpy(), np.arange(rows) % 4)
        np.testing.assert_allclose(module.get_outputs()[0].asnumpy(), outputs, rtol=1e-5, atol=1e-7)
        assert module.data_shapes[0].shape == (rows, 3)
        assert module.label_shapes[0].shape == (rows,)
        assert module._exec_group.batch_size == rows
        module.update()


def test_images_of_other_sizes():
    module = mx.mod.Module(weighted_sum(), label_names=None)
    module.bind([("data", (1, 1, 3, 3))])
    module.init_params(mx.init.One())
    module.init_optimizer(optimizer_params={"learning_rate": 0})
    for height, width in [(3, 3), (5, 4), (3, 7), (5, 4)]:
        image = np.random.RandomState(height * width).normal(size=(1, 1, height, width)).astype(np.float32)
        module.forward_backward(mx.io.DataBatch([mx.nd.array(image)], []))
        windows = [image[0, 0, i : i + height - 2, j : j + width - 2].sum() for i in range(3) for j in range(3)]
        np.testing.assert_allclose(module.get_outputs()[0].asscalar(), sum(windows), rtol=1e-4, atol=1e-4)
        gradient = module._exec_group.grad_arrays[0][0].asnumpy().ravel()
        np.testing.assert_allclose(gradient, windows, rtol=1e-4, atol=1e-4)
        module.update()


def test_other_size_without_labels_when_bound_with_labels():
    module = trainable()
    module.forward(batch(2, label=False), is_train=False)
    assert module.get_outputs()[0].shape == (2, 4)
    step(module, batch(6))
    assert module.label_shapes[0].shape == (6,)


def test_shape_that_would_change_a_parameter_names_it():
    with pytest.raises(mx.MXNetError, match="fc_weight"):
        bound(linear()).forward(mx.io.DataBatch([mx.nd.ones((6, 5))]))


def test_data_and_labels_of_different_sizes():
    with pytest.raises(AssertionError, match="same batch size"):
        bound().forward(mx.io.DataBatch([mx.nd.ones((4, 3))], [mx.nd.ones((5,))]))


def test_two_backwards_write_one_gradient_or_add():
    gradients = {}
    for request in ("write", "add"):
        module = trainable(grad_req=request)
        for _ in range(2):
            module.forward_backward(batch())
        gradients[request] = module._exec_group.grad_arrays[0][0].asnumpy()
    np.testing.assert_allclose(gradients["add"], 2 * gradients["write"], rtol=1e-5, atol=1e-6)


def test_metric_gets_labels_and_outputs_by_name():
    seen = {}

    class Recorder(mx.metric.EvalMetric):
        def update_dict(self, label, pred):
            seen.update({name: value.shape for name, value in {**label, **pred}.items()})

    module = bound()
    module.forward(batch())
    module.update_metric(Recorder("recorder"), batch().label)
    assert seen == {"softmax_label": (6,), "softmax_output": (6, 4)}


def test_monitor_is_installed_on_every_executor():
    installed = []
    module = bound(contexts=[mx.cpu(0), mx.cpu(1)])
    module.install_monitor(type("Monitor", (), {"install": lambda self, executor: installed.append(executor)})())
    assert installed == module._exec_group.execs


def test_classifier_learns():
    module = trainable(classifier(), rows=12)
    data_batch = batch(12)
    losses = []
    for _ in range(60):
        step(module, data_batch)
        chosen = module.get_outputs()[0].asnumpy()[np.arange(12), np.arange(12) % 4]
        losses.append(-np.log(chosen).mean())
    assert losses[-1] < 0.5 * losses[0]


@pytest.mark.parametrize("contexts", CONTEXTS[:2], ids=len)
@pytest.mark.parametrize("stype", ["csr", "row_sparse"])
def test_a_sparse_batch_for_dense_data(contexts, stype):
    data = np.array([[0, 1, 0], [2, 0, 3]], np.float32)
    module = mx.mod.Module(mx.sym.sum(mx.sym.Variable("data"), axis=1), label_names=None, context=contexts)
    module.bind([("data", (2, 3))], for_training=False)
    module.init_params()
    module.forward(mx.io.DataBatch([mx.nd.array(data).tostype(stype)]))
    np.testing.assert_array_equal(module.get_outputs()[0].asnumpy(), data.sum(1))

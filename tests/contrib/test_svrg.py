"""SVRG: a module that corrects its gradients by those of remembered weights."""

from __future__ import annotations

import mxnet as mx
import numpy as np
import pytest
from mxnet.contrib.svrg_optimization.svrg_module import SVRGModule
from mxnet.contrib.svrg_optimization.svrg_optimizer import _SVRGOptimizer

X = np.random.RandomState(0).uniform(1, 6, (24, 2)).astype("float32")
Y = X @ np.array([1.0, 2.0], "float32")
START = {"fc1_weight": mx.nd.array([[0.1, 0.2]]), "fc1_bias": mx.nd.array([0.3])}
RATE = 0.025


def network():
    data, label = mx.sym.Variable("data"), mx.sym.Variable("lin_label")
    return mx.sym.LinearRegressionOutput(mx.sym.FullyConnected(data, name="fc1", num_hidden=1), label, name="lro")


def data(size=24, batch=8):
    return mx.io.NDArrayIter(X[:size], Y[:size], batch, label_name="lin_label")


def module(update_freq=2, **options):
    return SVRGModule(network(), data_names=["data"], label_names=["lin_label"], update_freq=update_freq, **options)


def ready(context=None, **options):
    svrg, batches = module(context=context or mx.cpu()), data()
    svrg.bind(batches.provide_data, batches.provide_label)
    svrg.init_params(arg_params=START)
    svrg.init_optimizer(optimizer_params={"learning_rate": RATE}, **options)
    return svrg, batches


def gradient(rows, weight, bias):
    rest = X[rows] @ weight + bias - Y[rows]
    return rest @ X[rows], rest.sum()


def by_numpy(epochs):
    """Train by the formula; return weight and bias."""
    weight, bias = np.array([0.1, 0.2]), 0.3
    slices = [slice(i, i + 8) for i in (0, 8, 16)]
    for epoch in range(epochs):
        if epoch % 2 == 0:
            old = weight, bias
            full = [gradient(rows, *old) for rows in slices]
            full = sum(g[0] for g in full) / 3, sum(g[1] for g in full) / 3
        for rows in slices:
            now, then = gradient(rows, weight, bias), gradient(rows, *old)
            weight, bias = (
                value - RATE / 8 * (g - g_old + g_all)
                for value, g, g_old, g_all in zip((weight, bias), now, then, full, strict=True)
            )
    return weight, bias


STORES = {
    "none": {"kvstore": None},
    "local": {"kvstore": "local"},
    "a store that updates": {"kvstore": "create"},
    "two devices": {"kvstore": "local", "context": [mx.cpu(0), mx.cpu(1)]},
    "two devices, summed on one": {"kvstore": "device", "context": [mx.cpu(0), mx.cpu(1)]},
}


@pytest.mark.parametrize("case", STORES)
def test_fit_follows_the_formula(case):
    options = dict(STORES[case])
    store = mx.kv.create("local") if options["kvstore"] == "create" else options["kvstore"]
    svrg = module(context=options.get("context", mx.cpu()))
    params = {"learning_rate": RATE}
    svrg.fit(data(), eval_metric="mse", num_epoch=3, arg_params=START, optimizer_params=params, kvstore=store)
    weight, bias = by_numpy(3)
    result = svrg.get_params()[0]
    np.testing.assert_allclose(result["fc1_weight"].asnumpy()[0], weight, rtol=1e-3)
    np.testing.assert_allclose(result["fc1_bias"].asscalar(), bias, rtol=1e-3)


def test_fit_as_mxnet_did():
    svrg, weights = module(), []
    svrg.fit(
        data(),
        eval_metric="mse",
        num_epoch=2,
        arg_params=START,
        optimizer_params={"learning_rate": RATE},
        epoch_end_callback=lambda epoch, symbol, args, auxs: weights.append(args["fc1_weight"].asnumpy()[0]),
    )
    # recorded from MXNet 1.9.1, which adds the old gradient over all data to the next one, at epoch 2
    expected = [[1.3747227, 1.7164546], [1.3447620, 1.7690010]]
    np.testing.assert_allclose(weights, expected, rtol=1e-3)


def test_gradient_over_all_data():
    svrg, batches = ready()
    svrg.update_full_grads(batches)
    full = svrg._param_dict[0]
    np.testing.assert_allclose(full["fc1_weight"].asnumpy(), [[-291.46725, -346.5664]], rtol=1e-5)
    remembered = svrg._mod_aux.get_params()[0]
    np.testing.assert_array_equal(remembered["fc1_weight"].asnumpy(), START["fc1_weight"].asnumpy())


def test_gradient_over_all_data_twice():
    svrg, batches = ready()
    for _ in range(2):
        svrg.update_full_grads(batches)
    np.testing.assert_allclose(svrg._param_dict[0]["fc1_bias"].asnumpy(), [-80.36905], rtol=1e-5)


def test_padding_counts_for_less():
    svrg, _ = ready()
    svrg.update_full_grads(data(20))
    weight, bias = np.array([0.1, 0.2]), 0.3
    rows = [*range(20), *range(4)]  # the last batch is filled up from the beginning
    np.testing.assert_allclose(
        svrg._param_dict[0]["fc1_weight"].asnumpy()[0], gradient(rows, weight, bias)[0] / 2.5, rtol=1e-5
    )


def test_the_first_gradients_are_those_over_all_data():
    svrg, batches = ready()
    svrg.update_full_grads(batches)
    batches.reset()
    svrg.forward_backward(next(batches))
    svrg.update()
    (grads,) = svrg._exec_group.grad_arrays[0]
    np.testing.assert_allclose(grads.asnumpy(), svrg._param_dict[0]["fc1_weight"].asnumpy(), rtol=1e-5)


def test_each_device_has_a_share_of_the_gradient_over_all_data():
    svrg, batches = ready([mx.cpu(0), mx.cpu(1)], kvstore="local")
    svrg.update_full_grads(batches)
    for sums in svrg._param_dict:
        np.testing.assert_allclose(sums["fc1_bias"].asnumpy(), [-40.184525], rtol=1e-5)


def test_binding_and_computing_with_both_modules():
    svrg, batches = ready()
    assert svrg._mod_aux.binded
    svrg.reshape([("data", (4, 2))], [("lin_label", (4,))])
    assert svrg._mod_aux.data_shapes[0].shape == (4, 2)
    small = mx.io.DataBatch([mx.nd.ones((4, 2))], [mx.nd.ones((4,))])
    svrg.forward(small, is_train=False)
    assert svrg.get_outputs()[0].shape == (4, 1)
    svrg.prepare(next(batches))


def test_bound_for_inference_alone():
    svrg, batches = module(), data()
    svrg.bind(batches.provide_data, batches.provide_label, for_training=False)
    svrg.init_params(arg_params=START)
    assert not svrg._mod_aux.binded
    assert svrg.predict(batches).shape == (24, 1)


def test_training_without_remembered_weights_is_an_error():
    svrg, batches = ready()
    with pytest.raises(AssertionError):
        svrg.forward_backward(next(batches))


@pytest.mark.parametrize(
    ("update_freq", "error"), [(None, TypeError), (1.5, TypeError), (0, ValueError), (-1, ValueError)]
)
def test_update_freq(update_freq, error):
    with pytest.raises(error):
        module(update_freq)


def test_checkpoints_with_the_optimizer(tmp_path):
    svrg, batches = ready(optimizer="adam")
    svrg.update_full_grads(batches)
    batches.reset()
    svrg.forward_backward(next(batches))
    svrg.update()
    svrg.save_checkpoint(str(tmp_path / "svrg"), 1, save_optimizer_states=True)
    svrg.load_optimizer_states(str(tmp_path / "svrg-0001.states"))
    names = {"data_names": ["data"], "label_names": ["lin_label"]}
    again = mx.mod.Module.load(str(tmp_path / "svrg"), 1, **names)
    again.bind(batches.provide_data, batches.provide_label)
    result = again.get_params()[0]["fc1_weight"].asnumpy()
    np.testing.assert_array_equal(result, svrg.get_params()[0]["fc1_weight"].asnumpy())


def test_the_optimizer_updates_or_assigns_by_name():
    names = {0: "a_weight", 1: "a_weight_full"}
    optimizer = _SVRGOptimizer("sgd", learning_rate=0.5, momentum=0.3, wd=0.1, param_idx2name=names)
    weight, grad = mx.nd.ones((2,)), mx.nd.array([3.0, 4.0])
    state = optimizer.create_state(0, weight)
    assert optimizer.create_state("a_weight_full", weight) is None
    optimizer.update("a_weight", weight, grad, state)
    np.testing.assert_allclose(weight.asnumpy(), [-0.55, -1.05], rtol=1e-6)
    optimizer.update(1, weight, grad, None)
    np.testing.assert_array_equal(weight.asnumpy(), [3.0, 4.0])
    with pytest.raises(KeyError):
        optimizer.update("b", weight, grad, None)


def test_the_optimizer_takes_another_one():
    inner = mx.optimizer.Adam(learning_rate=0.5)
    outer = _SVRGOptimizer(inner, learning_rate=0.1)
    assert outer.default_opt is inner
    assert outer.lr == 0.1

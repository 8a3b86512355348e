"""Parameters may be NumPy arrays wherever they are given (1.9.1 takes them in FeedForward.fit alone)."""

from __future__ import annotations

import mxnet as mx
import numpy as np
import pytest

SHAPES = {"data": (4, 5), "softmax_label": (4,)}
INPUTS = [("data", (4, 5))], [("softmax_label", (4,))]
rng = np.random.RandomState(1)
X, Y = rng.rand(8, 5), np.zeros(8)
ARGS = {"fc_weight": rng.rand(3, 5), "fc_bias": rng.rand(3), "bn_gamma": rng.rand(3), "bn_beta": rng.rand(3)}
AUX = {"bn_moving_mean": rng.rand(3), "bn_moving_var": 1 + rng.rand(3)}


def network():
    net = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=3, name="fc")
    return mx.sym.SoftmaxOutput(mx.sym.BatchNorm(net, name="bn", fix_gamma=False), name="softmax")


def scores(x):
    out = x @ ARGS["fc_weight"].T + ARGS["fc_bias"]
    out = (out - AUX["bn_moving_mean"]) / np.sqrt(AUX["bn_moving_var"] + 1e-3)
    out = np.exp(out * ARGS["bn_gamma"] + ARGS["bn_beta"])
    return out / out.sum(1, keepdims=True)


def iterator():
    return mx.io.NDArrayIter(X, Y, 4)


def module():
    result = mx.mod.Module(network())
    result.bind(*INPUTS)
    return result


def initialized(**kwargs):
    result = module()
    result.init_params(arg_params=ARGS, aux_params=AUX, **kwargs)
    return result


def set_params(**kwargs):
    result = module()
    result.set_params(ARGS, AUX, **kwargs)
    return result


def set_again():
    result = module()
    result.init_params()
    result.set_params(ARGS, AUX, allow_missing=True)
    return result


def fitted():
    result = mx.mod.Module(network())
    result.fit(iterator(), num_epoch=1, arg_params=ARGS, aux_params=AUX, optimizer_params={"learning_rate": 0.0})
    result.set_params(result.get_params()[0], AUX)  # the statistics of the batches moved
    return result


def of_buckets():
    result = mx.mod.BucketingModule(lambda key: (network(), ("data",), ("softmax_label",)), 1)
    result.bind(*INPUTS)
    result.set_params(ARGS, AUX)
    return result


@pytest.mark.parametrize(
    "make", [initialized, lambda: initialized(allow_missing=True), set_params, set_again, fitted, of_buckets]
)
def test_modules(make):
    batch = mx.io.DataBatch([mx.nd.array(X[:4])], [mx.nd.zeros(4)], bucket_key=1)
    batch.provide_data, batch.provide_label = INPUTS
    result = make()
    result.forward(batch, is_train=False)
    np.testing.assert_allclose(result.get_outputs()[0].asnumpy(), scores(X[:4]), rtol=1e-4)
    assert result.get_params()[0]["fc_weight"].dtype is np.float32


@pytest.mark.filterwarnings("ignore:.*deprecated:DeprecationWarning")
def test_feed_forward(tmp_path):
    result = mx.model.FeedForward(network(), num_epoch=1, arg_params=ARGS, aux_params=AUX, learning_rate=0.0)
    np.testing.assert_allclose(result.predict(iterator()), scores(X), rtol=1e-4)
    result.save(str(tmp_path / "net"))
    result.fit(iterator())
    np.testing.assert_allclose(result.arg_params["fc_weight"].asnumpy(), ARGS["fc_weight"], rtol=1e-6)


@pytest.mark.parametrize("as_list", [False, True])
def test_bind(as_list):
    net = network()
    arrays = {**ARGS, "data": X[:4], "softmax_label": Y[:4]}
    given = [arrays[name] for name in net.list_arguments()] if as_list else arrays
    states = [AUX[name] for name in net.list_auxiliary_states()] if as_list else AUX
    executor = net.bind(mx.cpu(), given, aux_states=states)
    np.testing.assert_allclose(executor.forward()[0].asnumpy(), scores(X[:4]), rtol=1e-4)


def test_what_is_written_to_stays_an_ndarray():
    with pytest.raises(TypeError, match="args_grad, got ndarray"):
        mx.sym.var("x").bind(mx.cpu(), {"x": np.ones(2)}, args_grad={"x": np.ones(2)})


def test_copy_params_from():
    executor = network().simple_bind(mx.cpu(), **SHAPES)
    executor.copy_params_from(ARGS, AUX)
    executor.arg_dict["data"][:] = X[:4]
    np.testing.assert_allclose(executor.forward()[0].asnumpy(), scores(X[:4]), rtol=1e-4)
    with pytest.raises(mx.MXNetError, match=r"fc_bias: expected shape \(3,\), got \(2,\)"):
        executor.copy_params_from({"fc_bias": np.ones(2)})


def test_checkpoints(tmp_path):
    prefix = str(tmp_path / "net")
    mx.model.save_checkpoint(prefix, 1, network(), {**ARGS, "code": np.array([2**40])}, AUX)
    _, arguments, states = mx.model.load_checkpoint(prefix, 1)
    assert arguments["code"].asnumpy().tolist() == [2**40]
    assert arguments["fc_weight"].dtype is np.float32
    np.testing.assert_allclose(states["bn_moving_var"].asnumpy(), AUX["bn_moving_var"], rtol=1e-6)


def test_values_keep_their_precision():
    result = mx.mod.Module(mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=3, name="fc"), label_names=None)
    result.bind([mx.io.DataDesc("data", (4, 5), np.float64)], for_training=False)
    result.set_params({name: ARGS[name] for name in ("fc_weight", "fc_bias")}, {})
    assert (result.get_params()[0]["fc_weight"].asnumpy() == ARGS["fc_weight"]).all()


def test_mixed_precision_and_quantization():
    for result in (
        mx.contrib.amp.convert_model(network(), ARGS, AUX),
        mx.contrib.quantization.quantize_model(network(), ARGS, AUX, calib_mode="none", ctx=mx.cpu()),
    ):
        assert all(isinstance(item, mx.nd.NDArray) for item in result[1].values())

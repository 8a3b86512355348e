"""Parameters of functions of mx.npx, which differ between the interfaces; values recorded from 2.0.0b1."""

from __future__ import annotations

import inspect

import mxnet as mx
import numpy as np
import pytest


def _arrays():
    return {
        "x": mx.np.arange(12).reshape(3, 4).astype("float32"), "w": mx.np.ones((2, 4)), "b": mx.np.ones(2),
        "image": mx.np.ones((1, 2, 5, 5)), "kernels": mx.np.ones((2, 3, 2, 2)), "b3": mx.np.ones(3),
        "ramp": mx.np.ones((1, 2, 5, 5)) * mx.np.arange(5) * 0.01, "zeros": mx.np.zeros(2),
        "index": mx.np.array([0, 9, 1]),
        "four": mx.np.ones(4), "lstm": mx.np.ones(144), "state": mx.np.zeros((1, 1, 4)), "npx": mx.npx, "mx": mx,
    }  # fmt: skip


@pytest.mark.usefixtures("v2")
@pytest.mark.parametrize(
    ("call", "shape", "first"),
    [
        ("npx.fully_connected(x, w, b, num_hidden=2)", (3, 2), [6, 6]),
        ("npx.fully_connected(x, w, b, 2, False)", (3, 2), [7, 7]),
        ("npx.fully_connected(x=x, weight=w, num_hidden=2)", (3, 2), [6, 6]),
        ("npx.deconvolution(image, kernels, b3, kernel=(2, 2), num_filter=3)", (1, 3, 6, 6), [3, 5]),
        ("npx.deconvolution(image, kernels, b3, (2, 2), (1, 1), None, None, None, None, 3)", (1, 3, 6, 6), [3, 5]),
        ("npx.convolution(image, kernels[:1, :2], b3[:1], (2, 2))", (1, 1, 4, 4), [9, 9]),
        ("npx.group_norm(ramp, b, zeros)", (1, 2, 5, 5), [-0.57735026, -0.28867513]),
        ("npx.layer_norm(x * 1e-3, four, mx.np.zeros(4), None, None)", (3, 4), [-0.44721362, -0.14907119]),
        ("npx.batch_norm(x=image, gamma=b, beta=b, running_mean=b, running_var=b)", (1, 2, 5, 5), [1, 1]),
        ("npx.activation(-x)", (3, 4), [0, 0]),
        ("npx.batch_dot(a=image[0], b=image[0])", (2, 5, 5), [5, 5]),
        ("npx.log_softmax(x, -1, None, 2.0)", (3, 4), [-2.2873387, -1.7873387]),
        ("npx.softmax(x, None, -1, None, False, 'float64')", (3, 4), [0.0320586, 0.08714432]),
        ("npx.pick(x, index, -1, 'wrap', True)", (3, 1), [0, 5]),
        ("npx.pooling(image, (2, 2), (1, 1), (0, 0), 'avg')", (1, 2, 4, 4), [1, 1]),
        ("npx.one_hot(data=index[:1], depth=3)", (1, 3), [1, 0]),
        ("npx.rnn(mx.np.ones((2, 1, 3)), lstm, state, state, None, 'lstm', 4, 1)", (2, 1, 4), [0.75365263] * 2),
    ],
)
def test_call_of_mxnet_2(call, shape, first):
    result = eval(call, _arrays())
    assert result.shape == shape
    np.testing.assert_allclose(result.asnumpy().ravel()[:2], first, rtol=2e-5)


@pytest.mark.usefixtures("np_arrays")
@pytest.mark.parametrize(
    ("call", "first"),
    [
        ("npx.fully_connected(x, w, b, num_hidden=2)", 7),
        ("npx.deconvolution(image, kernels, kernel=(2, 2), num_filter=3)", 2),
        ("npx.pooling(image, (2, 2), 'avg')", 1),
    ],
)
def test_call_of_1_9_after_the_other_interface(call, first):
    mx.util.use_v2()
    getattr(mx.npx, call[4:].split("(")[0])
    mx.util.use_v2(False)
    mx.npx.set_np()
    assert eval(call, _arrays()).asnumpy().ravel()[0] == first


@pytest.mark.usefixtures("v2")
def test_arguments_of_mxnet_2_that_do_not_fit():
    a = _arrays()
    with pytest.raises(TypeError, match="multiple values for argument 'weight'"):
        mx.npx.fully_connected(a["x"], a["w"], weight=a["w"])
    with pytest.raises(TypeError, match="takes 2 positional arguments but 3 were given"):
        mx.npx.activation(a["x"], "relu", 1)
    with pytest.raises(mx.MXNetError, match="axis=None is not supported"):
        mx.npx.pick(a["x"], a["index"], axis=None)


@pytest.mark.usefixtures("v2")
def test_signature_of_mxnet_2():
    assert inspect.signature(mx.npx.fully_connected).parameters["no_bias"].default is True


@pytest.mark.usefixtures("v2")
def test_traced_block_calls_with_parameters_of_mxnet_2():
    class Block(mx.gluon.HybridBlock):
        def forward(self, x, weight, bias):
            return mx.npx.fully_connected(x, weight, bias, num_hidden=2)

    a, block = _arrays(), Block()
    block.hybridize()
    assert block(a["x"], a["w"], a["b"]).asnumpy()[0, 0] == 6

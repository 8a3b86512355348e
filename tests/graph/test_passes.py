"""No pass changes what a graph computes: all passes off, each alone and all together give the same numbers."""

from __future__ import annotations

import mxnet as mx
import numpy as np
import pytest
from mxnet.base import MXNetError
from mxnet.gluon import loss, nn, rnn
from mxnet.graph.compile import Compilation
from mxnet.graph.passes import MODES, PASSES, VARIABLE, enabled

from tests.parity.networks.build import start

S = mx.sym


def settings(mode):
    """Return what the environment variable says for each pass of a mode alone, and for all of them."""
    return [",".join(PASSES.keys() - {item.name}) for item in MODES[mode]] + [""]


# -- executors ----------------------------------------------------------------------------------------------------


def dense(data, width, name):
    return S.FullyConnected(data, num_hidden=width, name=name)


def conv(data, name, relu=True, **kwargs):
    out = S.Convolution(data, kernel=(3, 3), pad=(1, 1), num_filter=4, name=name, **kwargs)
    out = S.BatchNorm(out, fix_gamma=False, name=f"{name}_bn")
    return S.Activation(out, act_type="relu") if relu else out


def classifier():
    out = S.Dropout(S.relu(dense(S.var("data"), 8, "a")), p=0.5)
    return S.SoftmaxOutput(dense(out, 3, "b"), name="softmax")


def residual():
    first = conv(S.var("data"), "a")
    out = S.relu(conv(first, "b", relu=False) + first)
    out = S.clip(S.Convolution(S.identity(out), kernel=(1, 1), num_filter=2, name="c"), 0, 6)
    return S.LinearRegressionOutput(S.mean(out, axis=(1, 2, 3)), name="end")


def preactivated():
    out = S.BatchNorm(S.var("data"), name="bn")
    return S.Group([S.Convolution(S.relu(out), kernel=(2, 2), num_filter=3, name="c"), S.sum(out * 2, axis=1)])


def recurrent():
    cell = mx.rnn.LSTMCell(4, prefix="l_")
    outputs, states = cell.unroll(3, S.var("data"), layout="NTC", merge_outputs=True)
    return S.Group([outputs, states[0], S.MakeLoss(S.sum(outputs))])


def fused_recurrent():
    cell = mx.rnn.FusedRNNCell(4, num_layers=2, bidirectional=True, prefix="f_", get_next_state=True)
    outputs, states = cell.unroll(3, S.var("data"), layout="TNC", merge_outputs=True)
    return S.Group([outputs, states[1]])


def repeated():
    x = S.var("data")
    return S.Group([S.tanh(x + 1) * S.tanh(x + 1), S.BlockGrad(S.tanh(x + 1)) + S.exp(x), S.tanh(x + 1)])


def words():
    out = S.Embedding(S.var("data"), input_dim=6, output_dim=4, name="e")
    out = S.Concat(*S.split(S.swapaxes(out, dim1=0, dim2=1), num_outputs=2, axis=2), dim=2)
    return S.SoftmaxOutput(dense(S.squeeze(S.expand_dims(-out, axis=0)), 3, "d"), name="softmax")


def loop():
    step = lambda x, s: (S.tanh(dense(x, 4, "h")) + s, S.identity(s * 0.5 + x))  # noqa: E731
    out, state = S.contrib.foreach(step, S.var("data"), S.zeros((2, 4)))
    return S.Group([out, state])


def bytes_normalized():
    out = S.contrib.quantize_v2(S.var("data"), min_calib_range=-1, max_calib_range=1)
    states = {key: S.var(key) for key in ("gamma", "beta", "moving_mean", "moving_var")}
    ends = {"min_data": out[1], "max_data": out[2], "min_calib_range": -1.5, "max_calib_range": 0.7}
    out = S.contrib.quantized_batch_norm(out[0], **states, **ends, name="bn")
    out = S.contrib.quantized_act(out[0], out[1], out[2], act_type="relu")
    return S.BlockGrad(S.contrib.dequantize(out[0], out[1], out[2]))


def of_casts():
    weight = S.amp_cast(S.var("w", shape=(100, 100)), dtype="float16")
    data = S.amp_cast(S.var("data"), dtype="float32")
    return S.Cast(S.dot(S.amp_cast(data, dtype="float16"), weight), dtype="float32")


def attentive():
    data = S.var("data")
    heads = [S.reshape(S.transpose(data, axes=(0, 2, 1, 3)), shape=(-3, 0, 0)) * i for i in (1, 2, 3)]
    weights = S.softmax(S.batch_dot(heads[0], heads[1], transpose_b=True), axis=-1)
    return S.relu(S.batch_dot(S.Dropout(weights, p=0), heads[2]))


def losses():
    data = S.var("data")
    return S.MakeLoss(
        S.mean(-S.pick(S.log_softmax(dense(data, 3, "a")), S.argmax(data, axis=1), keepdims=True), axis=1)
    )


def layered():
    outputs, states = rnn.LSTM(4, 2, input_size=5, prefix="l_")(S.var("data"), [S.zeros((2, 2, 4))] * 2)
    return S.Group([outputs, states[1]])


NETWORKS = {
    "classifier": (classifier, (4, 5)),
    "residual": (residual, (2, 3, 6, 6)),
    "preactivated": (preactivated, (2, 3, 80, 80)),
    "recurrent": (recurrent, (2, 3, 5)),
    "fused_recurrent": (fused_recurrent, (3, 2, 5)),
    "repeated": (repeated, (2, 3)),
    "words": (words, (2, 4)),
    "loop": (loop, (3, 2, 4)),
    "of_casts": (of_casts, (2, 100)),
    "attentive": (attentive, (2, 4, 3, 5)),
    "losses": (losses, (2, 4)),
    "layered": (layered, (3, 2, 5)),
    "bytes_normalized": (bytes_normalized, (2, 3, 4, 5)),
}


def executed(symbol, shape, is_train):
    """Return outputs, states and gradients of an executor's run."""
    mx.random.seed(3)
    executor = symbol.simple_bind(mx.cpu(), data=shape)
    for i, array in enumerate([*executor.arg_arrays, *executor.aux_arrays]):
        array[:] = np.random.RandomState(i).uniform(0.1, 1, array.shape)
    outputs = [o.asnumpy() for o in executor.forward(is_train=is_train)]
    if is_train:
        heads = [mx.nd.array(np.random.RandomState(9).uniform(-1, 1, o.shape)) for o in outputs]
        executor.backward([h for h, need in zip(heads, executor.head_grads_needed, strict=True) if need] or None)
        outputs += [g.asnumpy() for g in executor.grad_arrays if g is not None]
    return outputs + [a.asnumpy() for a in executor.aux_arrays]


def assert_same(found, wanted):
    assert len(found) == len(wanted)
    for i, (got, want) in enumerate(zip(found, wanted, strict=True)):
        np.testing.assert_allclose(got, want, rtol=2e-5, atol=2e-6, err_msg=f"array {i}")


@pytest.mark.parametrize("mode", ["train", "infer"])
@pytest.mark.parametrize("name", NETWORKS)
def test_executors(name, mode, monkeypatch):
    make, shape = NETWORKS[name]
    symbol = make()
    monkeypatch.setenv(VARIABLE, "all")
    expected = executed(symbol, shape, mode == "train")
    for setting in settings(mode):
        monkeypatch.setenv(VARIABLE, setting)
        assert_same(executed(symbol, shape, mode == "train"), expected)


def test_the_passes_find_something_to_do(fast_kernels):
    """Each pass changes one of the networks at least: else nothing was tried above."""
    for mode in ("train", "infer"):
        texts = [make().explain(mode) for make, _ in NETWORKS.values()]
        for item in MODES[mode]:
            assert any(f"\n{item.name}: " in text and f"\n{item.name}: 0 changes" not in text for text in texts)


# -- Gluon ----------------------------------------------------------------------------------------------------------


def flat(out):
    return [x for item in out for x in flat(item)] if isinstance(out, (list, tuple)) else [out]


def hybridized(net, inputs, is_train):
    """Return outputs and gradients of a hybridized network, or of one that cannot be."""
    net.hybridize()
    mx.random.seed(3)
    for param in net.collect_params().values():
        param.zero_grad()
    states = {k: p.data().copy() for k, p in net.collect_params().items() if p.grad_req == "null"}
    with mx.autograd.record(train_mode=is_train) if is_train else mx.autograd.pause():
        out = net(*inputs)
    outputs = flat(out)
    result = [output.asnumpy() for output in outputs]
    if is_train:
        mx.autograd.backward(outputs)
        result += [p.grad().asnumpy() for p in net.collect_params().values() if p.grad_req != "null"]
    for name, value in states.items():
        net.collect_params()[name].set_data(value)
    return result


@pytest.mark.parametrize("number", range(12))
def test_random_gluon_networks(number, monkeypatch):
    plan, net, inputs = start(0, number)
    rtol = 1e-2 if plan.dtype == "float16" else 2e-5
    for mode in ("infer", "train"):
        monkeypatch.setenv(VARIABLE, "all")
        expected = hybridized(net, inputs, mode == "train")
        for setting in settings(mode):
            monkeypatch.setenv(VARIABLE, setting)
            for got, want in zip(hybridized(net, inputs, mode == "train"), expected, strict=True):
                np.testing.assert_allclose(got, want, rtol=rtol, atol=rtol / 10)


def test_a_recurrent_gluon_network_and_its_loss(monkeypatch):
    net = nn.HybridSequential()
    net.add(rnn.LSTM(4, layout="NTC", input_size=3), nn.Dense(2, in_units=12))
    net.initialize(mx.init.Uniform(0.5))
    ends = nn.HybridSequential()
    ends.add(net, nn.HybridLambda(lambda F, x: F.log_softmax(x)))
    x = mx.nd.array(np.random.RandomState(0).rand(2, 3, 3))
    criterion = loss.L2Loss()
    result = []
    for setting in ("all", *settings("train")):
        monkeypatch.setenv(VARIABLE, setting)
        ends.hybridize()
        criterion.hybridize()
        with mx.autograd.record():
            out = criterion(ends(x), mx.nd.ones((2, 2)))
        out.backward()
        result.append([out.asnumpy(), *[p.grad().asnumpy() for p in net.collect_params().values()]])
    for item in result[1:]:
        assert_same(item, result[0])


# -- compilers --------------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("undocumented")
def test_compiled_graphs(monkeypatch):
    symbol = S.Dropout(conv(S.var("data"), "a"), p=0.5)
    shapes = symbol.infer_shape(data=(2, 3, 4, 4))
    names = symbol.list_inputs()
    sizes = dict(zip([*symbol.list_arguments(), *symbol.list_auxiliary_states()], shapes[0] + shapes[2], strict=True))
    result = []
    for setting in ("all", *settings("compile")):
        monkeypatch.setenv(VARIABLE, setting)
        op = mx.nd.CachedOp(symbol, compile=Compilation("eager"))
        arrays = [mx.nd.array(np.random.RandomState(i).uniform(0.1, 1, sizes[n])) for i, n in enumerate(names)]
        arrays[1].attach_grad()
        mx.random.seed(3)
        with mx.autograd.record():
            out = op(*arrays)
        out.backward()
        result.append([out.asnumpy(), arrays[1].grad.asnumpy(), *[a.asnumpy() for a in arrays]])
    for item in result[1:]:
        assert_same(item, result[0])


# -- switches ---------------------------------------------------------------------------------------------------------


def test_passes_are_switched_off_by_name(monkeypatch):
    monkeypatch.setenv(VARIABLE, "inplace, losses")
    assert [item.name for item in enabled("train")] == [
        "common_subexpressions",
        "move_casts",
        "channels_last",
        "backward",
        "attention",
        "negate",
        "separate_weights",
        "join_casts",
        "specialize",
    ]
    monkeypatch.setenv(VARIABLE, "all")
    assert enabled("infer") == ()


def test_a_name_that_no_pass_has_is_an_error(monkeypatch):
    monkeypatch.setenv(VARIABLE, "inplace,outplace")
    with pytest.raises(MXNetError, match="unknown outplace"):
        S.var("x").explain()


def test_explain_shows_before_and_after(monkeypatch):
    text = classifier().explain()
    assert text.startswith("infer: 6 calls\n  a = fully_connected(data, a_weight, a_bias, num_hidden=8)\n")
    assert "\neliminate_identity: 1 changes\n" in text
    assert "dropout" not in text.split("fuse_batchnorm")[1]
    monkeypatch.setenv(VARIABLE, "eliminate_identity")
    assert "\neliminate_identity: switched off\n" in classifier().explain()


def test_explain_knows_its_modes():
    with pytest.raises(MXNetError, match="none of train, infer, compile, trace, observe"):
        S.var("x").explain("run")

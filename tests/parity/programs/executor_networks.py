"""Whole networks trained through executors by hand: a residual one with batch normalization, and an unrolled LSTM."""

import mxnet as mx
import numpy as np

RTOL = 2e-4  # sums in another order, over a few steps
ATOL = 2e-5


def residual_network():
    def unit(data, width, name):
        body = mx.sym.Convolution(data, num_filter=width, kernel=(3, 3), pad=(1, 1), no_bias=True, name=name + "_conv")
        body = mx.sym.BatchNorm(body, fix_gamma=False, eps=2e-5, momentum=0.8, name=name + "_bn")
        return mx.sym.Activation(body, act_type="relu", name=name + "_relu")

    data = mx.sym.Variable("data")
    net = unit(data, 6, "stem")
    net = unit(net, 6, "first") + net
    net = mx.sym.Pooling(net, kernel=(2, 2), stride=(2, 2), pool_type="max", name="pool")
    net = mx.sym.Concat(unit(net, 4, "left"), unit(net, 3, "right"), dim=1, name="both")
    net = mx.sym.Pooling(net, kernel=(1, 1), global_pool=True, pool_type="avg", name="mean")
    net = mx.sym.FullyConnected(mx.sym.Flatten(net), num_hidden=5, name="fc")
    return mx.sym.SoftmaxOutput(net, name="softmax")


def lstm_network(steps, hidden):
    inputs = mx.sym.SliceChannel(mx.sym.Variable("data"), num_outputs=steps, axis=1, squeeze_axis=True, name="slice")
    h, c = mx.sym.Variable("h0"), mx.sym.Variable("c0")
    names = ("i2h_weight", "i2h_bias", "h2h_weight", "h2h_bias")
    iw, ib, hw, hb = (mx.sym.Variable(name) for name in names)
    outputs = []
    for t in range(steps):
        gates = mx.sym.FullyConnected(inputs[t], iw, ib, num_hidden=4 * hidden, name="t%d_i2h" % t)
        gates = gates + mx.sym.FullyConnected(h, hw, hb, num_hidden=4 * hidden, name="t%d_h2h" % t)
        i, f, g, o = mx.sym.SliceChannel(gates, num_outputs=4, name="t%d_slice" % t)
        c = mx.sym.sigmoid(f) * c + mx.sym.sigmoid(i) * mx.sym.tanh(g)
        h = mx.sym.sigmoid(o) * mx.sym.tanh(c)
        outputs.append(h)
    joined = mx.sym.Reshape(mx.sym.Concat(*outputs, dim=1), shape=(-1, hidden))
    loss = mx.sym.SoftmaxOutput(mx.sym.FullyConnected(joined, num_hidden=7, name="out"), name="softmax")
    return mx.sym.Group([loss, mx.sym.BlockGrad(h, name="h"), mx.sym.BlockGrad(c, name="c")])


def fill(executor, seed):
    rng = np.random.RandomState(seed)
    for name in sorted(executor.arg_dict):
        array = executor.arg_dict[name]
        array[:] = np.ones(array.shape) if name.endswith("gamma") else rng.uniform(-0.5, 0.5, array.shape)
    for name in sorted(executor.aux_dict):
        executor.aux_dict[name][:] = 1.0 if name.endswith("var") else 0.0


def descend(executor, inputs, rate):
    for name, grad in executor.grad_dict.items():
        if name not in inputs and grad is not None:
            executor.arg_dict[name][:] -= rate * grad


def state(executor):
    named = [("arg", executor.arg_dict), ("grad", executor.grad_dict), ("aux", executor.aux_dict)]
    tables = {kind + " " + name: a.asnumpy() for kind, table in named for name, a in table.items() if a is not None}
    return {**tables, **{"out " + name: a.asnumpy() for name, a in executor.output_dict.items()}}


def residual():
    net = residual_network()
    requests = {name: "null" if name == "softmax_label" else "write" for name in net.list_arguments()}
    executor = net.simple_bind(mx.cpu(), grad_req=requests, data=(8, 3, 8, 8))
    fill(executor, 1)
    rng = np.random.RandomState(2)
    answers = []
    for _ in range(3):
        data, label = rng.uniform(-1, 1, (8, 3, 8, 8)), rng.randint(0, 5, 8)
        executor.forward(is_train=True, data=mx.nd.array(data), softmax_label=mx.nd.array(label))
        executor.backward()
        descend(executor, ("data", "softmax_label"), 0.05)
        mx.nd.waitall()
        answers.append(state(executor))
    smaller = executor.reshape(data=(3, 3, 8, 8), softmax_label=(3,))
    smaller.forward(is_train=False, data=mx.nd.array(rng.uniform(-1, 1, (3, 3, 8, 8))))
    answers.append(smaller.outputs[0].asnumpy())
    return answers


def recurrent():
    steps, hidden, batch = 5, 6, 4
    net = lstm_network(steps, hidden)
    inputs = ("data", "softmax_label", "h0", "c0")
    requests = {name: "null" if name in inputs else "add" for name in net.list_arguments()}
    shapes = {"data": (batch, steps, 3), "h0": (batch, hidden), "c0": (batch, hidden)}
    executor = net.simple_bind(mx.cpu(), grad_req=requests, softmax_label=(batch * steps,), **shapes)
    fill(executor, 3)
    rng = np.random.RandomState(4)
    for name in ("h0", "c0"):
        executor.arg_dict[name][:] = 0
    answers = []
    for _ in range(3):
        for _ in range(2):  # accumulates two batches; the state goes on
            executor.forward(
                is_train=True,
                data=mx.nd.array(rng.uniform(-1, 1, (batch, steps, 3))),
                softmax_label=mx.nd.array(rng.randint(0, 7, batch * steps)),
            )
            executor.backward()
            executor.arg_dict["h0"][:] = executor.outputs[1]
            executor.arg_dict["c0"][:] = executor.outputs[2]
        answers.append(state(executor))
        descend(executor, inputs, 0.1)
        for grad in executor.grad_arrays:
            if grad is not None:
                grad[:] = 0
    return answers


def run():
    return {"residual": residual(), "recurrent": recurrent()}

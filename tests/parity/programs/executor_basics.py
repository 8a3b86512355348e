"""Executors: bind and simple_bind, gradient requests, head gradients, reshape, monitor, errors."""

import mxnet as mx
import numpy as np
from helpers import raised

ATOL = 1e-5  # batch normalisation of four rows
RTOL = 2e-5  # a gradient of gamma is 4.4522328 in float64, 4.4522552 here and 4.4521976 in 1.9.1


def arrays(*shapes):
    rng = np.random.RandomState(4)
    return [mx.nd.array(rng.uniform(-1, 1, shape)) for shape in shapes]


def network():
    net = mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=3, name="fc")
    return mx.sym.Activation(net, act_type="sigmoid", name="act")


def values(named):
    return {name: None if value is None else value.asnumpy() for name, value in named.items()}


def bound():
    x, w, b, gx, gw, head = arrays((2, 4), (3, 4), (3,), (2, 4), (3, 4), (2, 3))
    executor = network().bind(
        mx.cpu(),
        {"data": x, "fc_weight": w, "fc_bias": b},
        {"data": gx, "fc_weight": gw},
        {"data": "add", "fc_weight": "write"},
    )
    executor.forward(is_train=True)
    executor.backward(head)
    executor.forward(is_train=True)
    executor.backward([head])
    return [executor.outputs[0].asnumpy(), values(executor.grad_dict), values(executor.arg_dict)]


def without_gradients():
    x, w, b = arrays((2, 4), (3, 4), (3,))
    executor = network().bind(mx.cpu(), [x, w, b])
    (out,) = executor.forward(data=x * 2)
    return [out.asnumpy(), executor.grad_arrays, list(executor.output_dict)]


def simply_bound():
    net = mx.sym.BatchNorm(network(), fix_gamma=False, name="bn")
    executor = net.simple_bind(mx.cpu(), grad_req="write", data=(4, 5))
    rng = np.random.RandomState(6)
    for name in sorted(executor.arg_dict):
        executor.arg_dict[name][:] = rng.uniform(0.1, 1, executor.arg_dict[name].shape)
    executor.aux_dict["bn_moving_var"][:] = 1
    executor.forward(is_train=True)
    executor.backward(mx.nd.arange(12).reshape((4, 3)))
    trained = executor.outputs[0].asnumpy()
    executor.forward(is_train=False)
    return [
        trained,
        executor.outputs[0].asnumpy(),
        values(executor.grad_dict),
        values(executor.aux_dict),
        {name: value.shape for name, value in executor.arg_dict.items()},
    ]


def reshaped():
    executor = network().simple_bind(mx.cpu(), data=(2, 4))
    executor.copy_params_from({"fc_weight": mx.nd.ones((3, 4)), "fc_bias": mx.nd.ones((3,))}, {})
    larger = executor.reshape(allow_up_sizing=True, data=(5, 4))
    larger.arg_dict["data"][:] = 0.25
    larger.arg_dict["fc_bias"][:] = 2
    return [larger.forward()[0].asnumpy(), executor.arg_dict["fc_bias"].asnumpy(), executor.arg_dict["data"].shape]


def monitored():
    outputs, everything = [], []

    def text(name):  # 1.9.1 hands out bytes
        return name.decode() if isinstance(name, bytes) else name

    executor = network().simple_bind(mx.cpu(), data=(2, 4))
    executor.set_monitor_callback(lambda name, array: outputs.append(text(name)))
    executor.forward()
    executor = network().get_internals()["fc_output"].simple_bind(mx.cpu(), data=(2, 4))
    executor.set_monitor_callback(lambda name, array: everything.append(text(name)), True)
    executor.forward()
    return [outputs, everything]


def grouped():
    x = mx.sym.Variable("x")
    net = mx.sym.Group([x * 2, mx.sym.sum(x * x, name="total"), mx.sym.BlockGrad(x, name="blocked")])
    (data,) = arrays((2, 3))
    executor = net.bind(mx.cpu(), {"x": data}, {"x": mx.nd.zeros((2, 3))})
    executor.forward(is_train=True)
    executor.backward([mx.nd.ones((2, 3)) * 3, mx.nd.ones((1,)), mx.nd.ones((2, 3))])
    return [[out.asnumpy() for out in executor.outputs], executor.grad_dict["x"].asnumpy(), list(executor.output_dict)]


def errors():
    x, w, b = arrays((2, 4), (3, 4), (3,))
    net = network()
    executor = net.bind(mx.cpu(), [x, w, b])
    return [
        raised(net.bind, mx.cpu(), [x, w]),
        raised(net.bind, mx.cpu(), {"data": x}),
        raised(net.bind, mx.cpu(), [x, w, w]),
        raised(net.simple_bind, mx.cpu(), data=(2, 4), grad_req="maybe"),
        raised(net.simple_bind, mx.cpu()),
        raised(executor.copy_params_from, {"nobody": x}),
        raised(executor.forward, nobody=x),
        raised(executor.forward, data=mx.nd.ones((2, 5))),
        raised(executor.reshape, data=(9, 4)),
    ]


def run():
    parts = (bound, without_gradients, simply_bound, reshaped, monitored, grouped, errors)
    return {part.__name__: part() for part in parts}

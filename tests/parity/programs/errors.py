"""The class of error of common mistakes."""

import os

import mxnet as mx
import numpy as np
from helpers import raised


def arrays():
    a, b = mx.nd.ones((2, 3)), mx.nd.ones((4, 5))
    return [
        raised(lambda: a + b),
        raised(lambda: mx.nd.dot(a, b)),
        raised(lambda: a + "text"),
        raised(lambda: mx.nd.FullyConnected(a, b, num_hidden=3, no_bias=True)),
        raised(lambda: mx.nd.Activation(a, act_type="swim")),
        raised(lambda: mx.nd.Activation(a)),
        raised(lambda: mx.nd.sum(a, axis=5)),
        raised(lambda: a.reshape((5, 5))),
        raised(lambda: mx.nd.concat(a, b, dim=0)),
        raised(lambda: mx.nd.zeros((2, 3), dtype="float7")),
        raised(lambda: mx.nd.array([[1, 2], [3]])),
        raised(lambda: a.copyto(b)),
        raised(lambda: mx.nd.no_such_operator),
        raised(lambda: a.as_in_context("cpu")),
        raised(lambda: mx.Context("toaster")),
        raised(lambda: mx.nd.load("no/such/file.params")),
        raised(lambda: mx.nd.save("x.params", [np.ones(2)])),
    ]


def modules():
    net = mx.sym.SoftmaxOutput(mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=2, name="fc"), name="softmax")
    module = mx.mod.Module(net)
    unbound = [raised(module.init_params), raised(module.forward, mx.io.DataBatch([mx.nd.ones((1, 2))]))]
    module.bind([("data", (4, 3))], [("softmax_label", (4,))])
    bound = [
        raised(module.forward, mx.io.DataBatch([mx.nd.ones((4, 3))])),
        raised(module.bind, [("nonsense", (4, 3))], None, force_rebind=True),
        raised(mx.mod.Module, net, data_names=["other"]),
        raised(mx.mod.Module.load, os.path.join("no", "such"), 1),
        raised(net.simple_bind, mx.cpu(), data=(4,)),
        raised(net.bind, mx.cpu(), {"data": mx.nd.ones((4, 3))}),
    ]
    return unbound + bound


def run():
    return {"arrays": arrays(), "modules": modules()}

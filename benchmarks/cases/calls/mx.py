"""What a call costs, on arrays so small that their work is nothing: 1.9.1 and remx run this same text."""

from __future__ import annotations

import timeit
from functools import partial

import mxnet as mx
import numpy as np
from cases.calls.statements import NUMPY_STATEMENTS, STATEMENTS
from mxnet.gluon import nn


def _statement(text):
    names = {name: mx.nd.ones((4, 4)) for name in ("x", "w", "g")}
    names["g"].attach_grad()
    names.update(mx=mx, host=np.ones((4, 4), "float32"), device=mx.current_context())
    names.update(b=mx.nd.ones((4,)), one=mx.nd.ones((1,)), image=mx.nd.ones((1, 1, 4, 4)))
    names.update(u=mx.np.ones((4, 4)), v=mx.np.ones((4, 4)), t=mx.np.ones((3, 4, 4)))
    names.update(rows=mx.np.array([2, 0, 3, 1], dtype="int64"), mask=mx.np.array([1, 0, 1, 0], dtype=bool))
    return timeit.Timer(text, "import gc; gc.enable()", globals=names).timeit


globals().update({name: partial(_statement, text) for name, (text, _) in {**STATEMENTS, **NUMPY_STATEMENTS}.items()})


def chain():
    """Forward and backward of 20 operators on 16x16 under record()."""
    x, w = mx.nd.ones((16, 16)) * 0.5, mx.nd.ones((16, 16)) * 0.9
    x.attach_grad()

    def loop(n):
        for _ in range(n):
            with mx.autograd.record():
                y = x
                for _ in range(5):
                    y = mx.nd.tanh((y * w + w) - 0.5)
            y.backward()

    return loop


def hybrid_call():
    """Inference of a hybridized network of 4-8-4, batch 4."""
    net = nn.HybridSequential()
    net.add(nn.Dense(8, activation="relu"), nn.Dense(4))
    net.initialize(mx.init.Xavier())
    net.hybridize(static_alloc=True, static_shape=True)
    x = mx.nd.ones((4, 4))
    return timeit.Timer("net(x)", "import gc; gc.enable()", globals={"net": net, "x": x}).timeit


def _executor(grad_req):
    net = mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=8, name="fc1")
    net = mx.sym.FullyConnected(mx.sym.Activation(net, act_type="relu"), num_hidden=4, name="fc2")
    net = mx.sym.SoftmaxOutput(net, name="softmax")
    executor = net.simple_bind(mx.current_context(), grad_req=grad_req, data=(4, 4))
    for name, array in executor.arg_dict.items():
        if name.endswith("weight"):
            array[:] = mx.nd.random.uniform(-0.5, 0.5, array.shape)
    return executor


def executor_forward():
    """Executor.forward of a network of 4-8-4, batch 4."""
    executor = _executor("null")

    def loop(n):
        for _ in range(n):
            executor.forward(is_train=False)

    return loop


def executor_forward_backward():
    """Executor.forward and backward of a network of 4-8-4, batch 4."""
    executor = _executor("write")

    def loop(n):
        for _ in range(n):
            executor.forward(is_train=True)
            executor.backward()

    return loop

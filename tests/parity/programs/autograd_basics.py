"""Recording, modes, gradients of heads, accumulation, second order and custom functions."""

import mxnet as mx
import numpy as np
from helpers import raised
from mxnet import autograd


def inputs(*seeds):
    arrays = [mx.nd.array(np.random.RandomState(seed).uniform(0.5, 1.5, (2, 3))) for seed in seeds]
    for array in arrays:
        array.attach_grad()
    return arrays


def chain():
    x, y = inputs(1, 2)
    with autograd.record():
        z = mx.nd.exp(x * 0.5) * y + x / y - mx.nd.log(x).sum()
    z.backward()
    return [x.grad.asnumpy(), y.grad.asnumpy()]


def head_gradients():
    x, y = inputs(3, 4)
    with autograd.record():
        a, b = x * y, x + y
    autograd.backward([a, b], [mx.nd.ones((2, 3)) * 3, None])
    return [x.grad.asnumpy(), y.grad.asnumpy()]


def accumulated():
    (x,) = inputs(5)
    x.attach_grad(grad_req="add")
    for _ in range(3):
        with autograd.record():
            y = x * x
        y.backward()
    return x.grad.asnumpy()


def retained():
    (x,) = inputs(6)
    with autograd.record():
        y = x * x * x
    y.backward(retain_graph=True)
    y.backward()
    return [x.grad.asnumpy(), raised(y.backward)]


def second_order():
    seen = []
    for function in (mx.nd.sin, mx.nd.log, mx.nd.sqrt, mx.nd.sigmoid):
        (x,) = inputs(7)
        with autograd.record():
            y = function(x)
            (first,) = autograd.grad(y, [x], create_graph=True, retain_graph=True)
        first.backward()
        seen += [first.asnumpy(), x.grad.asnumpy()]
    return seen


def paused():
    (x,) = inputs(8)
    with autograd.record():
        y = x * 2
        with autograd.pause():
            z = y * y
        out = y + z
    out.backward()
    return x.grad.asnumpy()


class Sigmoid(autograd.Function):
    """A function with a gradient of its own."""

    def forward(self, x):
        y = 1 / (1 + mx.nd.exp(-x))
        self.save_for_backward(y)
        return y

    def backward(self, dy):
        (y,) = self.saved_tensors
        return dy * y * (1 - y) * 2  # twice the truth, to see that it is used


def custom():
    (x,) = inputs(9)
    with autograd.record():
        y = Sigmoid()(x)
    y.backward()
    return [y.asnumpy(), x.grad.asnumpy()]


def modes():
    seen = [autograd.is_recording(), autograd.is_training()]
    with autograd.record(train_mode=False):
        seen += [autograd.is_recording(), autograd.is_training()]
        with autograd.train_mode():
            seen += [autograd.is_recording(), autograd.is_training()]
    with autograd.predict_mode():
        seen += [autograd.is_recording(), autograd.is_training()]
    return seen


def errors():
    (x,) = inputs(10)
    with autograd.record():
        y = x + 1
    no_gradient = mx.nd.ones((2, 3))
    return [
        raised(no_gradient.backward),
        raised(autograd.grad, y, []),
        raised(autograd.grad, y, [no_gradient]),
        raised(x.attach_grad, grad_req="sometimes"),
    ]


def run():
    parts = (chain, head_gradients, accumulated, retained, second_order, paused, custom, modes, errors)
    return {part.__name__: part() for part in parts}

"""What programs about Gluon's blocks share: the same weights on both sides, and what a block answers."""

from __future__ import annotations

import mxnet as mx
import numpy as np


def fill(block):
    """Give every parameter, in order, values that do not depend on either side's generators."""
    for i, param in enumerate(block.collect_params().values()):
        values = np.random.RandomState(i).uniform(-0.6, 0.6, param.shape)
        param.set_data(mx.nd.array(values.astype("float32")))


def ready(make, call, data):
    """Make a block, let it find its shapes in a first call, and fill it."""
    with mx.name.NameManager():
        block = make()
    block.initialize()
    call(block, mx.nd.array(data))
    fill(block)
    return block


def flat(value):
    return [leaf for each in value for leaf in flat(each)] if isinstance(value, (list, tuple)) else [value]


def measured(block, call, data, training=True):
    """Return all outputs of a call, and the gradients of a weighted sum of them."""
    x = mx.nd.array(data)
    x.attach_grad()
    with mx.autograd.record(train_mode=training):
        outputs = flat(call(x))
        total = sum((each * mx.nd.array(np.cos(np.arange(each.size)).reshape(each.shape))).sum() for each in outputs)
    total.backward()
    grads = {name: param.grad().asnumpy() for name, param in block.collect_params().items()}
    return {"outputs": [each.asnumpy() for each in outputs], "data": x.grad.asnumpy(), "parameters": grads}

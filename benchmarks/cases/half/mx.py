"""What is timed of half precision, on a GPU only: Symbols that `mx.contrib.amp` converts, and cast networks."""

from __future__ import annotations

import mxnet as mx
from cases.mx_training import classes, gluon_step, hybrid
from cases.sizes import images
from mxnet.gluon.model_zoo import vision


def _converted(dtype):
    from mxnet.contrib import amp

    net = vision.resnet50_v1()
    net.initialize(mx.init.Xavier())
    net(mx.nd.zeros((1, *images(1)[1:])))
    symbol = net(mx.sym.Variable("data"))
    values = {name: parameter.data() for name, parameter in net.collect_params().items()}
    states = {name: values.pop(name) for name in symbol.list_auxiliary_states()}
    symbol, arguments, states = amp.convert_model(symbol, values, states, target_dtype=dtype)
    module = mx.mod.Module(symbol, label_names=None, context=mx.current_context())
    module.bind([("data", images(4))], for_training=False)
    module.set_params(arguments, states)
    data = mx.io.DataBatch([mx.nd.random.uniform(shape=images(4))])

    def loop(n):
        for _ in range(n):
            module.forward(data, is_train=False)
            module.get_outputs()[0].wait_to_read()

    return loop


def amp_float16_inference():
    """ResNet-50 converted to float16, batch 4."""
    return _converted("float16")


def amp_bfloat16_inference():
    """ResNet-50 converted to bfloat16, batch 4."""
    return _converted("bfloat16")


def float16_step():
    """Gluon step of ResNet-50 cast to float16, weights kept in float32, too; batch 4."""
    net = vision.resnet50_v1()
    net.cast("float16")
    x = mx.nd.random.uniform(shape=images(4)).astype("float16")
    options = {"learning_rate": 0.001, "momentum": 0.9, "multi_precision": True}
    return gluon_step(hybrid(net), (x,), classes(x.shape[0], 1000), optimizer=("sgd", options))

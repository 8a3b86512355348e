"""What is timed of inference: 1.9.1 and remx run this same text."""

from __future__ import annotations

import os
import tempfile

import mxnet as mx
import numpy as np
from cases import networks
from cases.mx_training import hybrid
from cases.sizes import images
from mxnet.gluon.model_zoo import vision


def _inference(net, shape):
    x = mx.nd.random.uniform(shape=shape)

    def loop(n):
        for _ in range(n):
            net(x).wait_to_read()

    return loop


def gluon_resnet18_inference():
    """Hybridized ResNet-18, batch 4."""
    return _inference(hybrid(vision.resnet18_v1()), images(4))


def gluon_resnet50_inference():
    """Hybridized ResNet-50, batch 4."""
    return _inference(hybrid(vision.resnet50_v1()), images(4))


def gluon_mobilenet_inference():
    """Hybridized MobileNet, batch 4."""
    return _inference(hybrid(vision.mobilenet1_0()), images(4))


def _quantized(net):
    """Return a quantized network, calibrated with random images."""
    # values that neither grow nor fade from layer to layer: ranges of 0 mean nothing
    net.initialize(mx.init.Xavier("gaussian", "in", 2))
    x = mx.nd.random.normal(shape=images(4))
    net(x)
    data = mx.gluon.data.DataLoader(mx.gluon.data.ArrayDataset(x, mx.nd.zeros(len(x))), batch_size=len(x))
    made = mx.contrib.quantization.quantize_net(net, calib_mode="naive", calib_data=data, quantize_mode="smart")
    made.hybridize(static_alloc=True, static_shape=True)
    return made


def int8_resnet50_inference():
    """Quantized ResNet-50, batch 4."""
    return _inference(_quantized(vision.resnet50_v1()), images(4))


def int8_mobilenet_inference():
    """Quantized MobileNet, batch 4."""
    return _inference(_quantized(vision.mobilenet1_0()), images(4))


def resnet50_inference_memory():
    """Hybridized ResNet-50, batch 8."""
    return _inference(hybrid(vision.resnet50_v1()), images(8))


def symbolblock_resnet50_inference():
    """ResNet-50, exported and imported as a SymbolBlock, batch 4."""
    net = hybrid(vision.resnet50_v1())
    net(mx.nd.zeros((1, *images(1)[1:])))
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "resnet50")
        net.export(path)
        net = mx.gluon.SymbolBlock.imports(
            path + "-symbol.json", ["data"], path + "-0000.params", ctx=mx.current_context()
        )
    net.hybridize(static_alloc=True, static_shape=True)
    return _inference(net, images(4))


def executor_resnet18_inference():
    """A bound symbol, ResNet-18 (v2), batch 4."""
    executor = networks.resnet(18).simple_bind(mx.current_context(), grad_req="null", data=images(4))
    for name, array in executor.arg_dict.items():
        if name.endswith("weight"):
            array[:] = mx.nd.random.uniform(-0.02, 0.02, array.shape)

    def loop(n):
        for _ in range(n):
            executor.forward(is_train=False)[0].wait_to_read()

    return loop


def predict_resnet18():
    """Module.predict of two batches of 4 by ResNet-18 (v2)."""
    module = mx.mod.Module(networks.resnet(18), context=mx.current_context())
    module.bind([("data", images(4))], for_training=False)
    module.init_params(mx.init.Xavier())
    rng = np.random.RandomState(0)
    iterator = mx.io.NDArrayIter(rng.rand(*images(8)).astype("float32"), batch_size=images(4)[0])

    def loop(n):
        for _ in range(n):
            module.predict(iterator).wait_to_read()

    return loop

"""The programs in MXNet's API: each prepares its work and returns ``loop(n)``, which does it n times."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import mxnet as mx
from cases import mx as cases
from cases.prediction.gluon import LENGTH, UNITS, encoder
from mxnet.contrib import amp
from mxnet.contrib.amp import imperative
from mxnet.gluon.model_zoo import vision

from . import settings

Loop = Callable[[int], None]
_NETWORKS = {"ResNet-50": vision.resnet50_v1, "MobileNet": vision.mobilenet1_0, "BERT-base encoder": encoder}


def _prepared(network: str, batch: int, **flags: bool) -> tuple[Any, Any]:
    """Return a hybridized network with weights, and a batch for it."""
    net = _NETWORKS[network]()
    net.initialize(mx.init.Xavier(), ctx=mx.current_context())
    net.hybridize(**flags)
    shape = (batch, LENGTH, UNITS) if network.startswith("BERT") else (batch, 3, settings.PIXELS, settings.PIXELS)
    return net, mx.nd.random.uniform(shape=shape)


def training(network: str, batch: int, precision: str, channels_last: bool) -> Loop:
    """Return steps of SGD with momentum; graphs choose the channels' place themselves."""
    half = precision in ("float16", "bfloat16")
    imperative._end()
    if half:
        amp.init(target_dtype=precision)
    net, x = _prepared(network, batch, static_alloc=True, static_shape=True)
    of_classes = not network.startswith("BERT")
    loss = mx.gluon.loss.SoftmaxCrossEntropyLoss() if of_classes else mx.gluon.loss.L2Loss()
    loss.hybridize()
    y = mx.nd.arange(batch) % 1000 if of_classes else mx.nd.zeros(x.shape)
    net(x)
    trainer = mx.gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.001, "momentum": 0.9})
    if precision == "float16":
        amp.init_trainer(trainer)

    def loop(n: int) -> None:
        for _ in range(n):
            with mx.autograd.record():
                losses = loss(net(x), y)
                if precision == "float16":
                    with amp.scale_loss(losses, trainer) as scaled:
                        mx.autograd.backward(scaled)
            if precision != "float16":
                losses.backward()
            trainer.step(batch)

    return loop


def prediction(network: str, batch: int, precision: str) -> Loop:
    """Return predictions of a hybridized network."""
    imperative._end()
    net, x = _prepared(network, batch)

    def loop(n: int) -> None:
        for _ in range(n):
            net(x)

    loop(3)
    return loop


def case(name: str) -> Loop:
    """Return a program that is measured on processors, too."""
    imperative._end()
    return getattr(cases, name)()

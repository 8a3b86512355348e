"""The same programs written by hand in PyTorch."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import Any

import torch
from cases import torch as cases
from cases.gluon.torch import mobilenet, resnet50
from cases.prediction.torch import encoder
from torch.nn import functional

from . import settings

Loop = Callable[[int], None]
_NETWORKS = {"ResNet-50": resnet50, "MobileNet": mobilenet, "BERT-base encoder": encoder}


def _prepared(network: str, batch: int, compiled: bool, channels_last: bool = False) -> tuple[Any, torch.Tensor]:
    net = _NETWORKS[network]()
    shape = (batch, 128, 768) if network.startswith("BERT") else (batch, 3, settings.PIXELS, settings.PIXELS)
    x = torch.rand(shape)
    if channels_last:
        net, x = net.to(memory_format=torch.channels_last), x.contiguous(memory_format=torch.channels_last)
    return torch.compile(net) if compiled else net, x


def training(network: str, batch: int, precision: str, channels_last: bool, compiled: bool) -> Loop:
    net, x = _prepared(network, batch, compiled, channels_last)
    of_classes = not network.startswith("BERT")
    loss: Any = functional.cross_entropy if of_classes else functional.mse_loss
    y = torch.arange(batch) % 1000 if of_classes else torch.zeros(x.shape)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.001, momentum=0.9)
    half = {"float16": torch.float16, "bfloat16": torch.bfloat16}.get(precision)
    scaler = torch.amp.GradScaler(x.device.type, enabled=half is torch.float16)

    def cast() -> AbstractContextManager[Any]:
        return nullcontext() if half is None else torch.autocast(x.device.type, half)

    def loop(n: int) -> None:
        for _ in range(n):
            optimizer.zero_grad()
            with cast():
                value = loss(net(x), y)
            scaler.scale(value).backward()
            scaler.step(optimizer)
            scaler.update()

    return loop


def prediction(network: str, batch: int, precision: str, compiled: bool) -> Loop:
    net, x = _prepared(network, batch, compiled)
    net.eval()

    def loop(n: int) -> None:
        with torch.no_grad():
            for _ in range(n):
                net(x)

    return loop


def case(name: str, compiled: bool) -> Loop:
    return getattr(cases, name)()

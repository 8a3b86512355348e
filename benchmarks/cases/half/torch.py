"""Half precision written by hand in PyTorch: `torch.autocast`, with a scaled loss in training."""

from __future__ import annotations

import torch
from cases.gluon.torch import resnet50
from cases.sizes import images
from cases.torch_training import classes, inference
from torch.nn import functional


def _inference(dtype):
    network, x = resnet50(), torch.rand(images(4))
    plain = inference(network, x)

    def loop(n):
        with torch.autocast(x.device.type, dtype):
            plain(n)

    return loop


def amp_float16_inference():
    return _inference(torch.float16)


def amp_bfloat16_inference():
    return _inference(torch.bfloat16)


def float16_step():
    network, x, y = resnet50(), torch.rand(images(4)), classes(images(4)[0], 1000)
    optimizer = torch.optim.SGD(network.parameters(), lr=0.001, momentum=0.9)
    scaler = torch.amp.GradScaler(x.device.type)

    def loop(n):
        for _ in range(n):
            optimizer.zero_grad()
            with torch.autocast(x.device.type, torch.float16):
                loss = functional.cross_entropy(network(x), y)
            scaler.scale(loss).backward()
            scaler.step(optimizer)
            scaler.update()

    return loop

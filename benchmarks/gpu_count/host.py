"""The processor's work in steps with hardly any arithmetic, as JSON: ``python -m benchmarks.gpu_count.host ROW...``.

On a GPU the processor launches kernels; where they are short it is what takes the time. Networks of few channels, both
sides in turn, in one process on the processor; with ``--instructions``, below Valgrind's ``callgrind``, their
instructions, which other programs on the machine do not change. Tensors say to be on a GPU, so that remx takes its
branches for these and lowers graphs for them, and PyTorch's optimizers take the form that is the default there.
"""

from __future__ import annotations

import gc
import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from statistics import median
from typing import Any

import mxnet as mx
import torch
from cases.gluon import torch as torch_networks
from cases.prediction import gluon
from cases.prediction import torch as torch_encoder
from cases.text import mx as text
from cases.text import torch as torch_text
from mxnet.contrib import amp
from mxnet.contrib.amp import imperative
from mxnet.gluon.model_zoo.vision import BottleneckV1, MobileNet, ResNetV1
from mxnet.graph import lower
from torch import nn
from torch.nn import functional

from .__main__ import ROWS

#: steps in a turn, of which the median counts, and seconds in which both sides take turns, at least so many
STEPS, SECONDS, TURNS = 6, 6.0, 16
CLASSES, PIXELS = 1000, 32
gluon.UNITS, gluon.LENGTH = 48, 8
for _module in (text, torch_text):
    _module.WORDS, _module.STEPS, _module.WIDTH = 50, 3, 8

Step = Callable[[], None]
#: by name, the network on both sides
NETWORKS: dict[str, tuple[Callable[[], Any], Callable[[], Any]]] = {
    "ResNet-50": (
        lambda: ResNetV1(BottleneckV1, [3, 4, 6, 3], [4, 16, 32, 64, 128]),
        lambda: torch_networks.resnet((3, 4, 6, 3), True, 4),
    ),
    "MobileNet": (lambda: MobileNet(0.25), lambda: torch_networks.mobilenet(8)),
    "BERT-base encoder": (
        gluon.encoder,
        lambda: nn.Sequential(*[torch_encoder.Layer(gluon.UNITS, gluon.HEADS) for _ in range(gluon.LAYERS)]),
    ),
}


def _data(network: str) -> tuple[tuple[int, ...], bool]:
    """Return the shape of a network's data, and whether it says classes."""
    of_classes = not network.startswith("BERT")
    return ((2, 3, PIXELS, PIXELS) if of_classes else (2, gluon.LENGTH, gluon.UNITS)), of_classes


def _remx(network: str, precision: str, training: bool) -> Step:
    shape, of_classes = _data(network)
    if precision != "float32":
        amp.init(target_dtype=precision)
    net = NETWORKS[network][0]()
    net.initialize(mx.init.Xavier())
    net.hybridize(static_alloc=True, static_shape=True)
    loss = mx.gluon.loss.SoftmaxCrossEntropyLoss() if of_classes else mx.gluon.loss.L2Loss()
    loss.hybridize()
    x = mx.nd.random.uniform(shape=shape)
    y = mx.nd.arange(2) if of_classes else mx.nd.zeros(shape)
    net(x)
    trainer = mx.gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.001, "momentum": 0.9})

    def step() -> None:
        with mx.autograd.record():
            losses = loss(net(x), y)
        losses.backward()
        trainer.step(2)

    return step if training else lambda: net(x)


def _by_hand(network: str, precision: str, training: bool) -> Step:
    shape, of_classes = _data(network)
    net, x = NETWORKS[network][1](), torch.rand(shape)
    y = torch.arange(2) if of_classes else torch.zeros(shape)
    loss: Any = functional.cross_entropy if of_classes else functional.mse_loss
    optimizer = torch.optim.SGD(net.parameters(), lr=0.001, momentum=0.9)

    def cast() -> AbstractContextManager[Any]:
        return nullcontext() if precision == "float32" else torch.autocast("cpu", torch.bfloat16)

    def step() -> None:
        optimizer.zero_grad()
        with cast():
            value = loss(net(x), y)
        value.backward()
        optimizer.step()

    @torch.no_grad()
    def predict() -> None:
        net(x)

    if not training:
        net.eval()
    return step if training else predict


def _programs(title: str) -> tuple[Step, Step] | None:
    """Return a step of a row on both sides, None where it is not measured."""
    program, kwargs, _ = ROWS[title]
    imperative._end()  # the mixed precision of the row before
    if kwargs.get("name") == "language_model_step":
        return partial(text.language_model_step(), 1), partial(torch_text.language_model_step(), 1)
    if program == "case" or kwargs["precision"] == "float16":  # PyTorch has no operators for it on processors
        return None
    arguments = kwargs["network"], kwargs["precision"], program == "training"
    return _remx(*arguments), _by_hand(*arguments)


def _seconds(step: Step) -> float:
    begin = time.perf_counter()
    step()
    return time.perf_counter() - begin


def _pretend() -> None:
    """Let tensors say to be on a GPU, and remx and PyTorch believe it."""
    torch.Tensor.is_cpu, torch.Tensor.is_cuda = False, True  # type: ignore[assignment,misc]
    lower._Lowering.on_cpu = property(lambda _: False, lambda *_: None)  # type: ignore[assignment]
    # PyTorch has deleted the module's name
    sys.modules["torch.optim.sgd"]._default_to_fused_or_foreach = lambda *_, **__: (False, True)  # type: ignore[attr-defined]


def times(steps: tuple[Step, Step]) -> list[float]:
    """Return the microseconds of a step, remx and by hand: the medians of many short turns.

    Other programs slow some turns down, and the processor is faster in others: both sides have as many of these.
    """
    turns: list[list[float]] = [[], []]
    end = time.perf_counter() + SECONDS
    while len(turns[0]) < TURNS or time.perf_counter() < end:
        for step, seconds in zip(steps, turns, strict=True):
            seconds.append(median(_seconds(step) for _ in range(STEPS)))
    return [1e6 * median(seconds) for seconds in turns]


def _callgrind(*args: str) -> str:
    """Let callgrind, below which this process runs, do something."""
    return subprocess.check_output(["callgrind_control", *args, str(os.getpid())], stderr=subprocess.DEVNULL, text=True)


def instructions(steps: tuple[Step, Step]) -> list[float]:
    """Return the instructions of a step, remx and by hand: the mean of some steps."""
    result = []
    for step in steps:
        for _ in range(STEPS):
            step()
        gc.collect()
        _callgrind("--instr=on")
        step()
        _callgrind("--zero")
        for _ in range(STEPS):
            step()
        by_thread = re.findall(r"Th \d+ +([\d,]+)", _callgrind("-e", "-b"))
        result.append(sum(int(count.replace(",", "")) for count in by_thread) / STEPS)
        _callgrind("--instr=off")
    return result


def main(arguments: Sequence[str]) -> None:
    """Print what is measured of each row that runs on processors."""
    measure = instructions if "--instructions" in arguments else times
    _pretend()
    titles = [argument for argument in arguments if argument != "--instructions"]
    print(json.dumps({title: measure(steps) for title in titles if (steps := _programs(title))}))


if __name__ == "__main__":
    main(sys.argv[1:])

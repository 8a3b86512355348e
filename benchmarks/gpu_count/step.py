"""Counts steps in this process, as JSON: ``python -m benchmarks.gpu_count.step SIDE BATCH PIXELS ROW...``."""

from __future__ import annotations

import json
import os
import sys
from functools import partial
from typing import Any

from .device import DEVICE, FakeTensor, pretend  # isort: skip - before everything that loads PyTorch

import torch
import torch.optim.sgd
import torch.utils._foreach_utils

from .__main__ import ROOT, ROWS
from .counting import Count
from .cuda_only import SPECIAL, attention, lstm_by_cudnn

#: the fake device, and what PyTorch calls to get there
NOT_COUNTED = (
    *("gpu_count/counting.py", "gpu_count/cuda_only.py", "gpu_count/device.py", "torch/_library/simple_registry.py"),
    *("torch/_compile.py", "torch/_dynamo/eval_frame.py", "torch/compiler/__init__.py", "torch/utils/_device.py"),
)


def _programs(side: str) -> tuple[Any, Any]:
    """Return the module with a side's programs, and the device to be in."""
    torch._VF.lstm = lstm_by_cudnn(side == "PyTorch")  # type: ignore[attr-defined]
    torch.nn.functional.scaled_dot_product_attention = attention  # type: ignore[assignment]
    if side == "PyTorch":
        from benchmarks.gpu import torch_side

        return torch_side, DEVICE
    import mxnet as mx
    from mxnet.core import context, rng

    context._gpu_device, context.num_gpus = lambda i: DEVICE, lambda: 1  # type: ignore[assignment]
    rng._generators[DEVICE] = torch.Generator()
    from benchmarks.gpu import remx_side

    return remx_side, mx.gpu(0)


def count(side: str, batch: int, pixels: int, titles: list[str]) -> dict[str, Any]:
    """Return by row the counts of the fourth step, and the calls of Python's functions in the fifth."""
    os.environ |= {"BENCHMARK_BATCHES": str(batch), "MXNET_ENABLE_CUDA_GRAPHS": "0"}
    sys.path[:0] = [str(ROOT / "src"), str(ROOT), str(ROOT / "benchmarks")]
    pretend()
    torch._C._set_only_lift_cpu_tensors(True)
    torch.nn.LSTM.flatten_parameters = lambda self: None  # type: ignore[method-assign]
    for name in ("torch.optim.optimizer", "torch.utils._foreach_utils"):
        module = sys.modules[name]
        module._foreach_supported_types.append(FakeTensor)
        if hasattr(module, "_get_foreach_kernels_supported_devices"):
            module._get_foreach_kernels_supported_devices = lambda: ["cuda"]
    mode = FakeTensor.mode = Count(SPECIAL)
    programs, device = _programs(side)
    from benchmarks.gpu import settings

    settings.PIXELS = pixels
    with mode:
        return {title: _count_one(mode, programs, device, title, batch) for title in titles}


def _count_one(mode: Count, programs: Any, device: Any, title: str, batch: int) -> dict[str, Any]:
    program, kwargs, _ = ROWS[title]
    kwargs = dict(kwargs)
    if program != "case":
        kwargs["batch"] = batch
    if device is DEVICE:
        kwargs["compiled"] = False
    with device:
        loop = getattr(programs, program)(**kwargs)
    if device is not DEVICE:  # PyTorch's block around a step would call functions of Python for each operator
        loop = partial(_within, device, loop)
    loop(3)
    mode.reset()
    loop(1)
    result: dict[str, Any] = {"kernels": mode.kernels, "bytes": mode.bytes, "waits": mode.waits}
    mode.reset()
    result["calls"] = _python_calls(mode, loop)
    return result


def _within(device: Any, loop: Any, n: int) -> None:
    with device:
        loop(n)


def _python_calls(mode: Count, loop: Any) -> int:
    """Return how many functions of Python a step calls, without the fake device's."""
    calls = 0

    def note(frame: Any, event: str, argument: Any) -> None:
        nonlocal calls
        calls += event == "call" and not frame.f_code.co_filename.endswith(NOT_COUNTED)

    mode.profile = note
    sys.setprofile(note)
    try:
        loop(1)
    finally:
        mode.profile = None
        sys.setprofile(None)
    return calls


if __name__ == "__main__":
    side, batch, pixels, *titles = sys.argv[1:]
    print(json.dumps(count(side, int(batch), int(pixels), titles)))

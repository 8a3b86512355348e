"""Counts one step in this process, as JSON: ``python -m benchmarks.gpu_count.step ROW SIDE BATCH PIXELS``."""

from __future__ import annotations

import json
import os
import sys
from typing import Any

from .device import DEVICE, FakeTensor, pretend  # isort: skip - before everything that loads PyTorch

import torch
import torch.optim.sgd
import torch.utils._foreach_utils

from .__main__ import ROOT, ROWS
from .counting import Count
from .cuda_only import SPECIAL, attention, lstm_by_cudnn


def _programs(side: str, kwargs: dict[str, Any], program: str) -> tuple[Any, Any]:
    """Return the module with a side's programs, and the device to be in."""
    torch._VF.lstm = lstm_by_cudnn(side == "PyTorch")  # type: ignore[attr-defined]
    torch.nn.functional.scaled_dot_product_attention = attention  # type: ignore[assignment]
    if side == "PyTorch":
        from benchmarks.gpu import torch_side

        kwargs["compiled"] = False
        return torch_side, DEVICE
    import mxnet as mx
    from mxnet.core import context, rng

    context._gpu_device, context.num_gpus = lambda i: DEVICE, lambda: 1  # type: ignore[assignment]
    rng._generators[DEVICE] = torch.Generator()
    from benchmarks.gpu import remx_side

    if program == "prediction":
        kwargs["static"] = False
    return remx_side, mx.gpu(0)


def count(title: str, side: str, batch: int, pixels: int) -> Count:
    """Return the counts of the fourth step of a row."""
    os.environ["BENCHMARK_BATCHES"] = str(batch) if ROWS[title].program == "case" else "1"
    sys.path[:0] = [str(ROOT / "src"), str(ROOT), str(ROOT / "benchmarks")]
    program, kwargs, _ = ROWS[title]
    kwargs = dict(kwargs)
    if program != "case":
        kwargs["batch"] = batch
    pretend()
    torch._C._set_only_lift_cpu_tensors(True)
    torch.nn.LSTM.flatten_parameters = lambda self: None  # type: ignore[method-assign]
    for name in ("torch.optim.optimizer", "torch.utils._foreach_utils"):
        module = sys.modules[name]
        module._foreach_supported_types.append(FakeTensor)
        if hasattr(module, "_get_foreach_kernels_supported_devices"):
            module._get_foreach_kernels_supported_devices = lambda: ["cuda"]
    mode = FakeTensor.mode = Count(SPECIAL)
    programs, device = _programs(side, kwargs, program)
    from benchmarks.gpu import settings

    settings.PIXELS = pixels
    with mode, device:
        loop = getattr(programs, program)(**kwargs)
        loop(3)
        mode.reset()
        loop(1)
    return mode


if __name__ == "__main__":
    found = count(sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
    print(json.dumps({"kernels": found.kernels, "bytes": found.bytes, "waits": found.waits}))

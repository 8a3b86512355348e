"""Measures rows: ``python -m benchmarks.gpu.worker`` reads their numbers and sides, and writes a line for each.

The lines are JSON: the row, the side, and the seconds of one repetition with the most memory that was allocated, or an
error. What else is printed goes to the standard error.
"""

from __future__ import annotations

import gc
import json
import os
import statistics
import sys
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import torch

from . import settings

os.environ.setdefault("BENCHMARK_BATCHES", str(settings.TIMES))
sys.path.insert(0, str(Path(__file__).parents[1]))  # the cases that are measured on processors, too

from .rows import COMPILED, EAGER, PLAIN, ROWS, Row

#: seconds of a round, and how many rounds
ROUND, ROUNDS = (0.02, 2) if settings.TINY else (0.2, 5)
WARM = 1 if settings.TINY else 3


def _finish() -> None:
    if torch.cuda.is_available():
        torch.cuda.synchronize()


def _loop(row: Row, side: str) -> Callable[[int], None]:
    """Prepare a row's work."""
    arguments: dict[str, Any] = dict(row.arguments)
    if "batch" in arguments:
        arguments["batch"] = settings.batch(arguments["batch"])
    graphs = "0" if side == PLAIN else "1" if arguments.pop("graphs", False) else ""
    os.environ["MXNET_ENABLE_CUDA_GRAPHS"] = graphs
    torch.backends.cuda.matmul.allow_tf32 = arguments.get("precision") == "tf32"
    where: AbstractContextManager[Any]
    if side in (EAGER, COMPILED):
        from . import torch_side as programs

        arguments["compiled"] = side == COMPILED
        where = torch.device("cuda" if torch.cuda.is_available() else "cpu")  # type: ignore[assignment]
    else:
        import mxnet as mx

        from . import remx_side as programs  # type: ignore[no-redef]

        where = mx.gpu(0) if mx.context.num_gpus() else mx.cpu()
    with where:
        return getattr(programs, row.program)(**arguments)


def _seconds(loop: Callable[[int], None]) -> float:
    """Return the median over rounds of the seconds that one repetition takes."""

    def measured(n: int) -> float:
        _finish()
        began = time.perf_counter()
        loop(n)
        _finish()
        return time.perf_counter() - began

    loop(WARM)
    once = measured(WARM) / WARM
    n = max(1, int(ROUND / max(once, 1e-7)))
    return statistics.median(measured(n) / n for _ in range(ROUNDS))


def measured(row: Row, side: str) -> dict[str, Any]:
    """Return the seconds of one repetition, and the bytes that were allocated at most since before the preparation."""
    before = 0
    if torch.cuda.is_available():
        torch.cuda.empty_cache()
        torch.cuda.reset_peak_memory_stats()
        before = torch.cuda.memory_allocated()
    seconds = _seconds(_loop(row, side))
    memory = torch.cuda.max_memory_allocated() - before if torch.cuda.is_available() else None
    return {"seconds": seconds, "memory": memory}


def main() -> None:
    lines = os.fdopen(os.dup(1), "w", buffering=1)
    os.dup2(2, 1)
    for number, side in json.load(sys.stdin):
        try:
            result = measured(ROWS[number], side)
        except Exception as error:
            result = {"error": f"{type(error).__name__}: {' '.join(str(error).split())}"[:300]}
        lines.write(json.dumps({"row": number, "side": side, **result}) + "\n")
        gc.collect()
        if side == COMPILED:
            torch.compiler.reset()


if __name__ == "__main__":
    main()

"""Prediction by one network: a process for each backend, library and runtime.

The environment's ``BENCHMARK_PREDICTION`` is the wish, in JSON: ``folder`` has the network's files and ``batch<N>.npz``
with its inputs, in order, and gets ``facts.<row>.<N>.json`` and ``answer.<row>.<N>.npz``.
"""

from __future__ import annotations

import gc
import json
import os
import time

import numpy as np

WISH = json.loads(os.environ.get("BENCHMARK_PREDICTION", "{}"))
_kept = []


def resident():
    """Return the memory of this process in MiB."""
    gc.collect()
    with open("/proc/self/statm") as stream:
        return int(stream.read().split()[1]) * os.sysconf("SC_PAGESIZE") / 2**20


def case(name, kind):
    """Return the case ``batch_N`` of a module: the loop's first call is what is noted as the first."""
    if not name.startswith("batch_"):
        raise AttributeError(name)
    return lambda: _loop(int(name[len("batch_") :]), kind)


def _loop(batch, kind):
    with np.load(f"{WISH['folder']}/batch{batch}.npz") as file:
        arrays = [file[f"arr_{i}"] for i in range(len(file.files))]
    before = resident()
    if not _kept:
        _kept.append(kind(WISH))
    answer = _kept[0].prepare(batch, arrays)
    begun = []

    def loop(n):
        if not begun:
            begun.append(time.perf_counter())
            found = answer()
            facts = {"first": time.perf_counter() - begun[0], "memory": resident() - before}
            if hasattr(_kept[0], "flops"):
                facts["flops"] = _kept[0].flops(arrays)
            path = f"{WISH['folder']}/{{}}.{WISH['row']}.{batch}"
            np.savez(path.format("answer") + ".npz", *found)
            with open(path.format("facts") + ".json", "w", encoding="utf-8") as stream:
                json.dump(facts, stream)
            return
        for _ in range(n):
            answer()

    return loop

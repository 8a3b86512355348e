"""The operators' samples: their gradients in float32, at once and in a graph, are those in float64.

python -m tests.memcheck.samples    prints WRONG where they are not
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

import numpy as np
import torch
from mxnet.base import MXNetError
from mxnet.registry import OPS
from mxnet.util import np_shape

from tests.ops import calls
from tests.ops.sample import OpSample


def chosen() -> Iterator[OpSample]:
    """Yield the samples that have gradients in float32 and have no chance in them."""
    for _, sample, dtype in calls.ALL:
        op = OPS[sample.op]
        if dtype == "float32" and sample.grad != "none" and op.differentiable and not (op.stochastic or sample.changes):
            yield sample


def wrong(sample: OpSample) -> Iterator[str]:
    """Yield a line for each gradient that is not the one in float64."""
    try:
        wide = calls.gradients(sample, sample.arrays("float64"))
    except MXNetError:
        if "float64" in sample.dtypes:
            raise
        print("    no float64")
        return
    given = sample.arrays("float32")
    for way in (_at_once, _in_a_graph):
        for i, (want, got) in enumerate(zip(wide, way(sample, given), strict=True)):
            if want is None or got is None:
                continue
            allowed = 1e-3 * (1 + np.abs(want).max(initial=0, where=np.isfinite(want)))
            if not np.allclose(got, want, rtol=1e-3, atol=allowed, equal_nan=True):
                yield f"{sample.label}: gradient {i} by {np.abs(got - want).max():.2g} ({way.__name__.strip('_')})"


def _at_once(sample: OpSample, given: list[np.ndarray]) -> list[np.ndarray | None]:
    return calls.gradients(sample, given)


def _in_a_graph(sample: OpSample, given: list[np.ndarray]) -> list[np.ndarray | None]:
    executor = calls.symbolic(sample, given, "write")
    executor.backward(calls.nd(sample.heads([o.asnumpy() for o in executor.outputs])))
    found = [executor.grad_dict.get(f"input{i}") for i in range(len(given))]
    return [None if each is None else each.asnumpy() for each in found]


def main() -> int:
    """Try all with one and two threads; return how many are wrong."""
    lines = []
    for threads in (1, 2):
        torch.set_num_threads(threads)
        for sample in chosen():
            print(f"{sample.label}, {threads} threads", flush=True)
            with np_shape(sample.is_np):
                lines += [f"WRONG {line}" for line in wrong(sample)]
    print(*lines, sep="\n")
    return len(lines)


if __name__ == "__main__":
    sys.exit(main() > 0)

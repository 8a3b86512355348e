"""How PyTorch's OpenMP threads wait, and how many they are: decided before PyTorch is imported.

At the end of a loop, GNU's OpenMP lets threads spin some milliseconds for the last one. Beside other processes that
compute, the last one is often waiting for a processor, which those that spin take from it: a training step takes up to
five times as long. Threads that spin for a short while have to be woken more often, which a step of less than a
millisecond notices (up to a fifth), and one of a convolution network does not.
"""

import math
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from .. import environment

#: the switch: with 0, OpenMP is left as it is
VARIABLE = "MXNET_TUNE_OPENMP"
#: MXNet's variable: the most threads of an operator
MAX_THREADS = "MXNET_OMP_MAX_THREADS"
#: a program that sets one of these has decided itself
_WAITING = ("OMP_WAIT_POLICY", "GOMP_SPINCOUNT")
_THREADS = ("OMP_NUM_THREADS", "MKL_NUM_THREADS")
#: how often a thread looks whether the others are done, before it sleeps (GNU's OpenMP: 300,000)
SPINS = 2000


@contextmanager
def tuned() -> Iterator[None]:
    """Import PyTorch inside of this context; where it is imported already, nothing changes.

    The environment is then as before: processes that this one starts decide for themselves.
    """
    if "torch" in sys.modules or not environment.flag(VARIABLE, True):
        yield
        return
    decided = any(name in os.environ for name in _WAITING)
    if not decided:
        os.environ["GOMP_SPINCOUNT"] = str(SPINS)
    try:
        yield
    finally:
        if not decided:
            del os.environ["GOMP_SPINCOUNT"]
    if not any(name in os.environ for name in _THREADS):
        import torch

        limit = min(_most_threads(), quota())
        if limit < torch.get_num_threads():
            torch.set_num_threads(max(1, math.ceil(limit)))


def _most_threads() -> float:
    return environment.integer(MAX_THREADS, 0) or math.inf


def quota(root: Path = Path("/")) -> float:
    """Return how many processors' time this process's control group, or one around it, may take; infinity: any."""
    try:
        lines = (root / "proc/self/cgroup").read_text().splitlines()
    except OSError:
        return math.inf
    groups = {controllers: path for _, controllers, path in (line.split(":", 2) for line in lines if ":" in line)}
    result = math.inf
    for controllers, path in groups.items():
        if controllers and "cpu" not in controllers.split(","):
            continue
        base = root / "sys/fs/cgroup" / ("cpu" if controllers else "")
        group = Path(path.lstrip("/"))
        for folder in (base / group, *(base / parent for parent in group.parents), base):
            result = min(result, _allowed(folder))
    return result


def _allowed(folder: Path) -> float:
    """Return the processors of one control group, of version 2 (``cpu.max``) or 1."""
    try:
        if (folder / "cpu.max").exists():
            time, period = (folder / "cpu.max").read_text().split()
        else:
            time, period = ((folder / f"cpu.cfs_{name}_us").read_text().strip() for name in ("quota", "period"))
        return math.inf if time in ("max", "-1") else int(time) / int(period)
    except (OSError, ValueError):
        return math.inf

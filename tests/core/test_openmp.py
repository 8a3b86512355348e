"""OpenMP's settings: made before PyTorch is imported, unless a program has made its own."""

import math
import os
import subprocess
import sys

import pytest
from mxnet.core import openmp

CHOICES = {
    "OMP_WAIT_POLICY",
    "GOMP_SPINCOUNT",
    "OMP_NUM_THREADS",
    "MKL_NUM_THREADS",
    openmp.VARIABLE,
    openmp.MAX_THREADS,
}


def _run(code, **variables):
    """Run a program without the choices of this process; return what it printed, and OpenMP's own words."""
    environment = {name: value for name, value in os.environ.items() if name not in CHOICES}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment | variables, capture_output=True, text=True, check=True
    )
    return done.stdout.strip(), done.stderr


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="GNU's OpenMP")
@pytest.mark.parametrize(
    ("first", "variables", "spins"),
    [
        ("", {}, str(openmp.SPINS)),
        ("", {"GOMP_SPINCOUNT": "77"}, "77"),
        ("", {openmp.VARIABLE: "0"}, None),
        ("import torch; ", {}, None),
    ],
    ids=["by default", "set by the program", "switched off", "PyTorch was there first"],
)
def test_threads_spin_for_a_short_while(first, variables, spins):
    code = f"{first}import mxnet, os; print(os.environ.get('GOMP_SPINCOUNT'))"
    printed, said = _run(code, OMP_DISPLAY_ENV="verbose", **variables)
    assert printed == variables.get("GOMP_SPINCOUNT", "None")  # processes that are started inherit nothing
    lines = [line for line in said.splitlines() if "GOMP_SPINCOUNT" in line]
    assert lines
    assert (f"'{spins}'" in lines[0]) is (spins is not None)


@pytest.mark.parametrize(
    ("variables", "threads"),
    [
        ({openmp.MAX_THREADS: "1"}, "1"),
        ({openmp.MAX_THREADS: "1", "OMP_NUM_THREADS": "2"}, str(min(2, os.cpu_count() or 1))),
    ],
)
def test_the_number_of_threads_has_a_limit(variables, threads):
    assert _run("import mxnet, torch; print(torch.get_num_threads())", **variables)[0] == threads


def _files(root, texts):
    for name, text in texts.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return root


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        ({}, math.inf),
        ({"proc/self/cgroup": "0::/\n", "sys/fs/cgroup/cpu.max": "max 100000\n"}, math.inf),
        ({"proc/self/cgroup": "0::/\n", "sys/fs/cgroup/cpu.max": "150000 100000\n"}, 1.5),
        (
            {
                "proc/self/cgroup": "0::/a/b\n",
                "sys/fs/cgroup/a/cpu.max": "50000 100000\n",
                "sys/fs/cgroup/a/b/cpu.max": "max 100000\n",
            },
            0.5,
        ),
        (
            {
                "proc/self/cgroup": "5:memory:/x\n3:cpu,cpuacct:/x\n",
                "sys/fs/cgroup/cpu/x/cpu.cfs_quota_us": "200000\n",
                "sys/fs/cgroup/cpu/x/cpu.cfs_period_us": "100000\n",
            },
            2.0,
        ),
        ({"proc/self/cgroup": "0::/\n", "sys/fs/cgroup/cpu.max": "nonsense\n"}, math.inf),
    ],
    ids=["no groups", "no limit", "limit", "limit of the group around", "version 1", "unreadable"],
)
def test_quota(tmp_path, texts, expected):
    assert openmp.quota(_files(tmp_path, texts)) == expected

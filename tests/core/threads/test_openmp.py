"""OpenMP's settings: made before PyTorch is imported, unless a program has made its own."""

import functools
import math
import os
import subprocess
import sys

import pytest
from mxnet.core.threads import openmp

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


#: what a program has set when it imports mxnet -> how long threads spin, and how many there are; each is a process
CASES = {
    "by default": ("", {openmp.MAX_THREADS: "1"}, str(openmp.SPINS), 1),
    "set by the program": (
        "",
        {"GOMP_SPINCOUNT": "77", openmp.MAX_THREADS: "1", "OMP_NUM_THREADS": "2"},
        "77",
        min(2, os.cpu_count() or 1),
    ),
    "switched off": ("", {openmp.VARIABLE: "0"}, None, None),
    "PyTorch was there first": ("import torch; ", {}, None, None),
}


@pytest.fixture(scope="module")
def told():
    """Return a function that gives what a case's process printed, and OpenMP's own words."""

    @functools.cache
    def run(name):
        first, variables, *_ = CASES[name]
        code = f"{first}import mxnet, os, torch; print(os.environ.get('GOMP_SPINCOUNT'), torch.get_num_threads())"
        return _run(code, OMP_DISPLAY_ENV="verbose", **variables)

    return run


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="GNU's OpenMP")
@pytest.mark.parametrize("name", CASES)
def test_threads_spin_for_a_short_while(told, name):
    _, variables, spins, _ = CASES[name]
    printed, said = told(name)
    assert printed.split()[0] == variables.get("GOMP_SPINCOUNT", "None")  # processes that are started inherit nothing
    lines = [line for line in said.splitlines() if "GOMP_SPINCOUNT" in line]
    assert lines
    assert (f"'{spins}'" in lines[0]) is (spins is not None)


@pytest.mark.parametrize("name", [name for name, case in CASES.items() if case[-1] is not None])
def test_the_number_of_threads_has_a_limit(told, name):
    assert told(name)[0].split()[1] == str(CASES[name][-1])


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

"""Work that repeats holds nothing back. `make leaks` runs the same at full length."""

from __future__ import annotations

import sys

import mxnet as mx
import pytest
from mxnet.core.memory import give_back_unused

from tests.leaks.scenarios import SCENARIOS, Held, faults, held

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="what a process holds is read from /proc")


@pytest.mark.parametrize("name", SCENARIOS)
def test_repeated_work_leaves_nothing(name):
    repetitions = SCENARIOS[name][2]
    before, after = held(name, repetitions)
    assert faults(before, after, repetitions) == []


def test_what_grows_is_found():
    give_back_unused()  # what earlier tests freed would serve the arrays
    before = Held.now()
    kept = [[mx.nd.ones((1000, 1000))] for _ in range(100)], open("/proc/self/status")  # noqa: SIM115
    found = faults(before, Held.now(), 100)
    kept[1].close()
    assert [each.split(":")[0] for each in found] == ["resident memory", "open files", "objects"]

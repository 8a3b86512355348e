"""Every row has its program on each side, and the small ones run."""

from __future__ import annotations

import pytest

from benchmarks import server, sides, suite

CASES = {case.name: case for cases in suite.CPU.values() for case in cases}
#: what PyTorch has nothing for, or what is measured without a program
NOT_IN_TORCH = {"ssd_detection", "accuracy", "top_k_accuracy", "cross_entropy", "load_resnet152", "import"}
#: larger networks, which take seconds
LARGE = (
    "resnet",
    "mobilenet",
    "mf_",
    "language_model",
    "float16",
    "gluon_lstm",
    "import",
    "bucketing",
    "adam",
    "spawn_start",
)
SMALL = [name for name in CASES if not any(part in name for part in LARGE)]


def test_names_are_unique():
    assert len(CASES) == sum(len(cases) for cases in suite.CPU.values())


def test_every_row_has_a_program_in_mxnet(programs):
    assert [name for name in CASES if not hasattr(programs("cases.mx"), name)] == ["import"]


def test_rows_without_a_program_in_pytorch_are_known(programs):
    assert {name for name in CASES if not hasattr(programs("cases.torch"), name)} == NOT_IN_TORCH


@pytest.mark.filterwarnings("ignore:This DataLoader will create")  # more workers than there are cores
@pytest.mark.parametrize("name", SMALL)
@pytest.mark.parametrize("side", ["cases.mx", "cases.torch"])
def test_small_cases_run(programs, uncollected, side, name):
    programs(side)
    uncollected(server)
    seconds = server.Server(side).measure(name, 1, clock=iter((1.0, 3.0)).__next__)
    assert seconds == (None if side == "cases.torch" and name in NOT_IN_TORCH else 2.0)


@pytest.mark.parametrize(("rounds", "order"), [(1, "abc"), (4, "abcbcacababc")])
def test_sides_take_turns(rounds, order):
    from benchmarks.measure import turns

    assert "".join(turns(list("abc"), rounds)) == order


@pytest.mark.parametrize(("threads", "text"), [(3, "3"), (None, None)])
def test_threads_are_told_or_left_to_the_library(monkeypatch, threads, text):
    monkeypatch.setenv("OMP_NUM_THREADS", "1")
    assert sides.Side("x", "python", "cases.mx", "mxnet", threads=threads).environment().get("OMP_NUM_THREADS") == text

"""The harness that runs MXNet's own programs: its data and its comparison."""

from __future__ import annotations

import sys

import mxnet as mx
import pytest

from scripts.upstream_examples.__main__ import Outcome, Program, compare, programs, run
from scripts.upstream_examples.data import MAKERS


def test_every_program_names_data_that_can_be_made():
    assert {each.partition(":")[0] for program in programs() for each in program.data} <= set(MAKERS)


def test_the_drawn_mnist_is_read(tmp_path):
    MAKERS["mnist"](tmp_path)
    batches = mx.io.MNISTIter(
        image=str(tmp_path / "t10k-images-idx3-ubyte"),
        label=str(tmp_path / "t10k-labels-idx1-ubyte"),
        batch_size=100,
    )
    assert len([*batches]) == 5


def test_a_program_runs_on_a_copy_with_its_data_and_arguments(tmp_path):
    folder = tmp_path / "example" / "a"
    folder.mkdir(parents=True)
    (folder / "b.py").write_text(
        "import os, sys\nprint(sorted(os.listdir('data')), sys.argv[1:])\nraise ValueError(7)\n"
    )
    outcome = run(Program("a/b.py", "--x 1", data=["text8:data"]), tmp_path, sys.executable, compat=False)
    assert "['text8'] ['--x', '1']" in outcome.output
    assert (outcome.status, outcome.failure()) == (1, "ValueError: 7")
    assert not (folder / "data").exists()


def test_a_long_program_is_stopped_at_the_line_that_is_waited_for_and_its_log_is_read(tmp_path):
    folder = tmp_path / "example" / "a"
    folder.mkdir(parents=True)
    (folder / "b.py").write_text(
        "import time\nopen('b.log', 'w').write('logged')\nfor i in range(99):\n    print('step', i)\n"
        "    time.sleep(i)\n"
    )
    program = Program("a/b.py", until=r"step 1\b", reads="b.log", seconds=60)
    outcome = run(program, tmp_path, sys.executable, compat=False)
    assert (outcome.status, outcome.output) == (0, "step 0\nstep 1\nlogged")


@pytest.mark.parametrize(
    ("program", "ours", "theirs", "said"),
    [
        (Program("a"), "x 1.00001\ntime 3 s", "x 1.0\ntime 9 s", "equal"),
        (Program("a"), "x 1.1", "x 1.0", "**differs** from 1.9.1"),
        (Program("a", result=r"acc=([\d.]+)", within=0.1), "acc=0.2\nacc=0.9", "acc=0.85", "as good: 0.9, 1.9.1 0.85"),
        (Program("a", result=r"(\d+)", shows="a second"), "at 70", "at 60", "runs; a second: 70, 1.9.1 60"),
        (Program("a", result=r"acc=([\d.]+)", within=0.1), "acc=0.9", "acc=0.5", "**differs**: 0.9, 1.9.1 0.5"),
    ],
)
def test_the_comparison_of_two_outputs(program, ours, theirs, said):
    assert compare(program, Outcome(0, ours, 1), Outcome(0, theirs, 1)) == said


def test_a_program_that_ran_alone_is_said_not_to_be_compared():
    said = compare(Program("a", result=r"(\d+)", within=0.1), Outcome(0, "at 70", 1), None)
    assert said == "runs 70; not compared: 1.9.1 was not run beside it"

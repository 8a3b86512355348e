"""Whatever is saved as several files is found whole, of one generation, whenever the process that saves is killed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests import warm

SAVERS = ["block", "export", "model", "module", "buckets", "estimator"]
SEED, KILLS = 7, 4


@pytest.fixture(scope="module")
def answers(tmp_path_factory):
    """Return what killed savers left, by kind: (kills, generations found less the old one) and the last generation."""
    folder = tmp_path_factory.mktemp("killed")
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "OMP_NUM_THREADS": "1"}
    program = str(Path(__file__).with_name("killed_savers.py"))
    command = [*warm.python(), "-W", "ignore", program, str(folder), str(KILLS), str(SEED)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return {name: rest for name, *rest in map(json.loads, done.stdout.splitlines())}


@pytest.mark.parametrize("saver", SAVERS)
def test_killed_before_any_call_one_generation_is_found_whole(answers, saver):
    kills, ways = answers[saver][0]
    assert kills >= 10
    assert ways == [0, 1]  # the old one before the save counts, the new one from then on


@pytest.mark.parametrize("saver", SAVERS)
def test_killed_at_random_moments_one_generation_is_found_whole(answers, saver):
    assert isinstance(answers[saver][1], int), answers[saver][1]


def test_where_the_system_refuses_more_the_old_files_stay_and_nothing_else(answers):
    assert answers["limit"] == [1]

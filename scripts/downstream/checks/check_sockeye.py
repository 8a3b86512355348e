"""Sockeye: prepare, train, translate, score, by its command line, until a toy translation is learned.

Its checkpoints save lists of different lengths by ``np.save``, which NumPy refuses since 1.24: here it takes them.
"""

import os
import random
import subprocess
import sys

import pytest

RAGGED = """
import sys
import numpy as np
from remx.cli import main

save = np.save

def ragged(file, arr, **kwargs):
    try:
        save(file, arr, **kwargs)
    except ValueError:
        rows = np.empty(len(arr), dtype=object)
        rows[:] = [np.array(row) for row in arr]
        save(file, rows, **kwargs)

np.save = ragged
sys.exit(main(sys.argv[1:]))
"""
CPU = ["--use-cpu"]
SMALL = (
    "--encoder transformer --decoder transformer --num-layers 1:1 --transformer-model-size 16 "
    "--transformer-attention-heads 2 --transformer-feed-forward-num-hidden 32 --num-embed 16 --batch-type "
    "sentence --batch-size 20 --max-updates 300 --checkpoint-interval 100 --initial-learning-rate 0.01 "
    "--decode-and-evaluate 5 --max-seq-len 10 --seed 1 "
).split()


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("toy")
    draw = random.Random(1)
    for name, number in (("train", 400), ("dev", 30)):
        lines = [[draw.choice("abcdefgh") for _ in range(draw.randint(3, 7))] for _ in range(number)]
        (folder / f"{name}.src").write_text("".join(" ".join(line) + "\n" for line in lines))
        (folder / f"{name}.tgt").write_text("".join(" ".join(line).upper() + "\n" for line in lines))
    return folder


def run(folder, program, *args):
    call = [sys.executable, "-c", RAGGED, *os.environ["COMPAT_RUN"].split()[2:], "-m", f"sockeye.{program}", *args]
    done = subprocess.run(call, cwd=folder, capture_output=True, text=True, timeout=500)
    assert done.returncode == 0, done.stderr.strip().splitlines()[-1]


def check_prepare_data(folder):
    run(folder, "prepare_data", "-s", "train.src", "-t", "train.tgt", "-o", "prepared", "--shared-vocab")
    assert list((folder / "prepared").iterdir())


def check_train_where_np_save_takes_lists_of_different_lengths(folder):
    run(folder, "train", "-d", "prepared", "-vs", "dev.src", "-vt", "dev.tgt", "-o", "model", *CPU, *SMALL)
    assert (folder / "model" / "params.best").exists()


def check_translate(folder):
    run(folder, "translate", "-m", "model", *CPU, "-i", "dev.src", "-o", "out.txt", "--beam-size", "3")
    pairs = zip(
        (folder / "out.txt").read_text().splitlines(), (folder / "dev.tgt").read_text().splitlines(), strict=True
    )
    assert sum(got.split() == wanted.split() for got, wanted in pairs) >= 20


def check_score(folder):
    run(folder, "score", "-m", "model", "-s", "dev.src", "-t", "dev.tgt", *CPU, "--output", "scores.txt")
    assert all(float(line) >= 0 for line in (folder / "scores.txt").read_text().split())

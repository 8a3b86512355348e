"""What `make demo` runs: pack pictures, train, load in a fresh process, score again, draw; fail below 95%."""

from __future__ import annotations

import json
import pathlib
import subprocess
import sys
import time

import plots

HERE = pathlib.Path(__file__).parent
PREFIX = pathlib.Path("demo") / "lenet"
DIGITS = pathlib.Path("demo") / "digits"
EPOCHS = 14
ENOUGH = 0.95


def run(script, *arguments, **kwargs):
    """Run one of this folder's programs in a process of its own."""
    command = [sys.executable, str(HERE / script), *map(str, arguments)]
    return subprocess.run(command, check=True, text=True, **kwargs)


def main():
    began = time.perf_counter()
    print(f"Packing 1,797 pictures of handwritten digits into {DIGITS}/train.rec and test.rec ...", flush=True)
    run("pack.py", "--folder", DIGITS, stdout=subprocess.DEVNULL)
    print("Training LeNet on 1,500 of them, testing on 297 by other writers ...", flush=True)
    where = ("--prefix", PREFIX, "--digits", DIGITS)
    run("train.py", *where, "--epochs", EPOCHS)
    trained = json.loads((PREFIX.parent / "lenet-curve.json").read_text())[-1]["test"]
    reloaded = float(run("score.py", *where, "--epoch", EPOCHS, stdout=subprocess.PIPE).stdout)
    print(f"accuracy on the test digits: {trained:.4f} after training, {reloaded:.4f} reloaded in a fresh process")
    print(f"checkpoint:     {PREFIX}-symbol.json, {PREFIX}-{EPOCHS:04d}.params")
    print(f"network:        {plots.network(str(PREFIX))}")
    print(f"learning curve: {plots.curve(str(PREFIX))}")
    print(f"{time.perf_counter() - began:.0f} s in all")
    if reloaded != trained:
        return "FAILED: the reloaded checkpoint scores differently"
    if reloaded < ENOUGH:
        return f"FAILED: less than {ENOUGH}"
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Runs one step of one parity program in the interpreter that runs this file: child.py PROGRAM STEP FOLDER ANSWERS."""

from __future__ import annotations

import importlib.util
import os
import sys

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))


def main(program, step, folder, target):
    """Call `run()`, `write(folder)` or `read(folder)` of a program from fresh seeds; write what it returns."""
    sys.path.insert(0, HERE)
    import answers  # beside this file
    import mxnet as mx

    spec = importlib.util.spec_from_file_location("program", program)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    np.random.seed(0)
    mx.random.seed(0)
    answers.write(target, module.run() if step == "run" else getattr(module, step)(folder))


if __name__ == "__main__":
    main(*sys.argv[1:])

"""Runs cases on request in the interpreter that runs this file: `server.py MODULE`, one JSON object a line.

Asked {"case": name, "n": n}, it does the case's work n times and answers {"seconds": per repetition}; the first
question about a case prepares it and runs it once unmeasured. {"free": name} forgets a case. What the library prints
goes to the standard error.
"""

from __future__ import annotations

import gc
import importlib
import json
import os
import sys
import time
import traceback


def measure(loops, module, name, n):
    """Return seconds per repetition of a case, None where the module has no such case."""
    if name not in loops:
        prepare = getattr(module, name, None)
        if prepare is None:
            return None
        loops[name] = prepare()
        loops[name](1)
    gc.collect()
    began = time.perf_counter()
    loops[name](n)
    return (time.perf_counter() - began) / n


def main():
    answers = os.fdopen(os.dup(1), "w", buffering=1)
    os.dup2(2, 1)
    loops, module = {}, None
    for line in sys.stdin:
        question = json.loads(line)
        try:
            module = module or importlib.import_module(sys.argv[1])
            if "free" in question:
                loops.pop(question["free"], None)
                answer = {}
            else:
                answer = {"seconds": measure(loops, module, question["case"], question["n"])}
        except Exception:
            answer = {"error": traceback.format_exc()}
        answers.write(json.dumps(answer) + "\n")


if __name__ == "__main__":
    main()

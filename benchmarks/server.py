"""Runs cases on request in the interpreter that runs this file: `server.py MODULE`, one JSON object a line.

Asked {"case": name, "n": n}, it does the case's work n times and answers {"seconds": per repetition}, which are CPU
seconds where "cpu" is true; the first question about a case prepares it and runs it once unmeasured. {"free": name}
forgets a case. {"memory": true} answers the most memory that this process ever held, in MiB, by now and when the module
had just been imported. What the library prints goes to the standard error.
"""

from __future__ import annotations

import ctypes
import gc
import importlib
import json
import os
import signal
import sys
import time
import traceback


def highest():
    """Return the most memory that was ever in use, in MiB; unlike getrusage's, it does not hold that of the parent."""
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmHWM")) / 1024


class Server:
    """The cases of a module, prepared when they are first asked for."""

    def __init__(self, module):
        self.module, self.loops = importlib.import_module(module), {}
        self.base = highest()
        self.finish = vars(self.module).get("finish", lambda: None)

    def prepare(self, name):
        """Return the loop of a case, None where the module has no such case."""
        case = getattr(self.module, name, None)
        if case is None:
            return None
        loop = case()
        loop(1)
        self.finish()
        gc.collect()
        return loop

    def measure(self, name, n, clock):
        """Return seconds per repetition of a case, None where the module has no such case."""
        if name not in self.loops:
            self.loops[name] = self.prepare(name)
        loop = self.loops[name]
        if loop is None:
            return None
        began = clock()
        loop(n)
        self.finish()
        return (clock() - began) / n

    def answer(self, question):
        """Return the answer to a question."""
        if "free" in question:
            self.loops.pop(question["free"], None)
            return {}
        if "memory" in question:
            return {"base": self.base, "highest": highest()}
        clock = time.process_time if question.get("cpu") else time.perf_counter
        return {"seconds": self.measure(question["case"], question["n"], clock)}


def main():
    if sys.platform == "linux":  # end with the one that asks, also while stopped: PR_SET_PDEATHSIG
        ctypes.CDLL(None).prctl(1, signal.SIGKILL)
    answers = os.fdopen(os.dup(1), "w", buffering=1)
    os.dup2(2, 1)
    server = None
    for line in sys.stdin:
        try:
            server = server or Server(*sys.argv[1:])
            answer = server.answer(json.loads(line))
        except Exception:
            answer = {"error": traceback.format_exc()}
        answers.write(json.dumps(answer) + "\n")


if __name__ == "__main__":
    main()

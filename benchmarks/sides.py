"""The three that are compared, each behind a pipe: remx, MXNet 1.9.1 and PyTorch."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from dataclasses import dataclass, field, replace
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
REFERENCE = ROOT / ".reference" / "bin" / "python"


@dataclass
class Side:
    """One library in a process of its own, which runs cases when asked and is stopped meanwhile.

    Threads of MXNet 1.9.1 look for work for 200 ms after a loop, and those of PyTorch for some: in the turn of another
    side they would take a core from it.
    """

    name: str
    python: str
    module: str  # where its cases are
    imports: str  # what a user imports
    path: str = ""
    threads: int | None = 0  # of an operator; 0: one for each core, None: as many as the library takes by itself
    cpu_time: bool = False  # measure CPU seconds
    keeps_freed: bool = True  # whether remx keeps freed memory for the next step
    process: subprocess.Popen | None = field(default=None, repr=False)

    def environment(self):
        """Return the environment its processes get: path, threads, and whether freed memory is kept."""
        found = {**os.environ, "PYTHONPATH": self.path, "PYTHONDONTWRITEBYTECODE": ""}
        found["MXNET_KEEP_FREED"] = str(int(self.keeps_freed))
        found["OMP_NUM_THREADS"] = str(self.threads or os.cpu_count())
        if self.threads is None:
            del found["OMP_NUM_THREADS"]
        return found

    def ask(self, question):
        """Send a question to the server and return its answer; an error is raised with the server's traceback."""
        if self.process is None:
            self.process = subprocess.Popen(
                [self.python, str(HERE / "server.py"), self.module],
                env=self.environment(),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
                bufsize=1,
            )
        self.process.send_signal(signal.SIGCONT)
        self.process.stdin.write(json.dumps(question) + "\n")
        line = self.process.stdout.readline()
        if not line:
            self.process = None
            raise RuntimeError(f"{self.name}: the process died at {question}")
        self.process.send_signal(signal.SIGSTOP)
        answer = json.loads(line)
        if "error" in answer:
            raise RuntimeError(f"{self.name}: {answer['error']}")
        return answer

    def seconds(self, case, n):
        """Return seconds per repetition of a case, or None where this side has no such case."""
        if case == "import":
            return self.import_seconds()
        return self.ask({"case": case, "n": n, "cpu": self.cpu_time})["seconds"]

    def memory(self, case, n):
        """Return the most memory, in MiB, that a fresh process held after its import, and doing a case n times.

        As users have it who do not ask for freed memory to be kept, which is time for memory.
        """
        fresh = replace(self, process=None, keeps_freed=False)
        try:
            fresh.seconds(case, n)
            found = fresh.ask({"memory": True})
        finally:
            fresh.close()
        return found["base"], found["highest"]

    def import_seconds(self):
        """Return the seconds of the import in a fresh process."""
        clock = "process_time" if self.cpu_time else "perf_counter"
        code = f"from time import {clock} as clock; began = clock(); import {self.imports}; print(clock() - began)"
        done = subprocess.run(
            [self.python, "-c", code], env=self.environment(), cwd="/", check=True, text=True, capture_output=True
        )
        return float(done.stdout.split()[-1])

    def close(self):
        """End the server."""
        if self.process is not None:
            self.process.stdin.close()
            self.process.send_signal(signal.SIGCONT)
            self.process.wait(timeout=30)
            self.process.stdout.close()
            self.process = None


def three(threads, **options):
    """Return remx, MXNet 1.9.1 and PyTorch; options: ``cpu_time`` of a Side."""
    ours = str(ROOT / "src")
    return [
        Side("remx", sys.executable, "cases.mx", "mxnet", ours, threads, **options),
        Side("MXNet 1.9.1", str(REFERENCE), "cases.mx", "mxnet", "", threads, **options),
        Side("PyTorch", sys.executable, "cases.torch", "torch", "", threads, **options),
    ]

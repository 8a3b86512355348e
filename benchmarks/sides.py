"""The three that are compared, each behind a pipe: remx, MXNet 1.9.1 and PyTorch."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
REFERENCE = ROOT / ".reference" / "bin" / "python"


@dataclass
class Side:
    """One library in a process of its own, which runs cases when asked."""

    name: str
    python: str
    module: str  # where its cases are
    imports: str  # what a user imports
    path: str = ""
    threads: int = 0
    process: subprocess.Popen | None = field(default=None, repr=False)

    def environment(self):
        """Return the environment its processes get: its own path and the same number of threads for all."""
        threads = str(self.threads or os.cpu_count())
        return {**os.environ, "PYTHONPATH": self.path, "OMP_NUM_THREADS": threads, "PYTHONDONTWRITEBYTECODE": ""}

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
        self.process.stdin.write(json.dumps(question) + "\n")
        line = self.process.stdout.readline()
        if not line:
            self.process = None
            raise RuntimeError(f"{self.name}: the process died at {question}")
        answer = json.loads(line)
        if "error" in answer:
            raise RuntimeError(f"{self.name}: {answer['error']}")
        return answer

    def seconds(self, case, n):
        """Return seconds per repetition of a case, or None where this side has no such case."""
        if case == "import":
            return self.import_seconds()
        return self.ask({"case": case, "n": n})["seconds"]

    def import_seconds(self):
        """Return the seconds of the import in a fresh process."""
        code = f"import time; t = time.perf_counter(); import {self.imports}; print(time.perf_counter() - t)"
        done = subprocess.run(
            [self.python, "-c", code], env=self.environment(), cwd="/", check=True, text=True, capture_output=True
        )
        return float(done.stdout.split()[-1])

    def close(self):
        """End the server."""
        if self.process is not None:
            self.process.stdin.close()
            self.process.wait(timeout=30)


def three(threads):
    """Return remx, MXNet 1.9.1 and PyTorch."""
    ours = str(ROOT / "src")
    return [
        Side("remx", sys.executable, "cases", "mxnet", path=ours, threads=threads),
        Side("MXNet 1.9.1", str(REFERENCE), "cases", "mxnet", threads=threads),
        Side("PyTorch", sys.executable, "torch_cases", "torch", threads=threads),
    ]

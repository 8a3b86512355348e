"""One long-lived process of each library, restarted when it dies or takes too long."""

from __future__ import annotations

import contextlib
import os
import selectors
import subprocess
import sys
from pathlib import Path
from typing import Any

from .case import Case, receive, send

ROOT = Path(__file__).parents[3]
REFERENCE = ROOT / ".reference" / "bin" / "python"
TIMEOUT = 30.0  # seconds for one case; milliseconds are usual
START_TIMEOUT = 120.0


class Side:
    """A library in a process of its own that answers what ``module`` answers: cases of operators."""

    def __init__(self, name: str, module: str = "tests.parity.random_calls.child") -> None:
        self.name, self.module = name, module
        self.python = sys.executable if name == "ours" else str(REFERENCE)
        self.path = f"{ROOT / 'src'}{os.pathsep}{ROOT}" if name == "ours" else str(ROOT)
        self.process: subprocess.Popen[bytes] | None = None

    def _start(self) -> subprocess.Popen[bytes]:
        process = subprocess.Popen(
            [self.python, "-W", "ignore", "-m", self.module],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": self.path, "OMP_NUM_THREADS": "1", "MXNET_CPU_WORKER_NTHREADS": "1"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        self.process = process
        if self._answer(START_TIMEOUT) is None:
            raise RuntimeError(f"{self.name} does not start")
        return process

    def ask(self, case: Case | dict[str, Any]) -> None:
        """Put a case to the side; :meth:`answer` waits for what it says."""
        process = self.process or self._start()
        with contextlib.suppress(BrokenPipeError):  # it died: the answer will tell
            send(process.stdin, case)  # type: ignore[arg-type]

    def answer(self) -> dict[str, Any] | None:
        """Return the answer; None when the process died or was too slow, and is started afresh for the next case."""
        return self._answer(TIMEOUT)

    def _answer(self, seconds: float) -> dict[str, Any] | None:
        process = self.process
        assert process is not None
        assert process.stdout is not None
        with selectors.DefaultSelector() as selector:
            selector.register(process.stdout, selectors.EVENT_READ)
            if selector.select(seconds):
                try:
                    return receive(process.stdout)
                except EOFError:
                    pass
        self.close()
        return None

    def close(self) -> None:
        """End the process."""
        if self.process is not None:
            self.process.kill()
            self.process.communicate()
            self.process = None

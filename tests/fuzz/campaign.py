"""Running cases in a process of their own, which is started anew when it dies or hangs, and keeping what was found."""

from __future__ import annotations

import contextlib
import json
import os
import re
import select
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
MODULES = tuple(f"tests.fuzz.readers.{path.stem}" for path in sorted((Path(__file__).parent / "readers").glob("*.py")))
#: seconds without a word after which the process is ended: many more than a case may take of the processor, which
#: others may use
PATIENCE = 600


@dataclass(frozen=True)
class Finding:
    """A case that broke the rule, and the folder with its files."""

    reader: str
    number: int
    what: str
    folder: Path

    @property
    def kind(self) -> str:
        """What equal findings have in common: reader, class of error and place."""
        return (
            f"{self.reader}: "
            + re.sub(r"\d[\d.]*|'[^']*'", "_", self.what.partition(": ")[0])
            + " at "
            + "".join(re.findall(r" at (\S+:\d+)", self.what)[:1])
        )

    def __str__(self) -> str:
        return f"{self.reader}, case {self.number}: {self.what}\n    files: {self.folder}"


class Campaign:
    """A process with readers, and the folder where the files of findings are kept."""

    def __init__(self, keep: Path, modules: Sequence[str] = MODULES, patience: float = PATIENCE) -> None:
        self.keep, self.modules, self.patience = keep, modules, patience
        self._folder = tempfile.TemporaryDirectory(prefix="fuzz-")
        self._process: subprocess.Popen[bytes] | None = None
        self._read = b""

    def close(self) -> None:
        """End the process and remove its files."""
        self._end()
        self._folder.cleanup()

    def run(self, reader: str, seed: int, first: int, count: int) -> Iterator[Finding]:
        """Run ``count`` cases of a reader, or all that do not depend on the seed for 0; give the findings."""
        while True:
            self._tell([reader, seed, first, count])
            number, died = yield from self._answers(reader, seed)
            if died is None:
                return
            if number is None:
                raise RuntimeError(f"the process of the fuzzer {died} before the first case of {reader}")
            yield self._finding(reader, seed, number, died)
            if count:
                count -= number + 1 - first
            first = number + 1
            if count == 0:
                return

    def _answers(self, reader: str, seed: int) -> Generator[Finding, None, tuple[int | None, str | None]]:
        """Give the findings of one request; return the last case begun and how the process died on it (None: done)."""
        number = None
        while True:
            line = self._line(self.patience)
            if line is None:
                return number, f"hangs: nothing for {self.patience} s"
            if not line:
                return number, f"ends the process: {self._end()}"
            answer = json.loads(line)
            if not answer:
                return number, None
            number = answer[0]
            if len(answer) > 1:
                yield self._finding(reader, seed, number, answer[1])
                self._tell("go on")

    def _line(self, seconds: float) -> bytes | None:
        """Return the next line of the process, empty at its end; None, ending it, when it says nothing for long."""
        process = self._process
        assert process is not None
        assert process.stdout is not None
        end = time.monotonic() + seconds
        while b"\n" not in self._read:
            if not select.select([process.stdout], [], [], max(end - time.monotonic(), 0))[0]:
                self._end()
                return None
            more = os.read(process.stdout.fileno(), 1 << 16)
            if not more:
                return b""
            self._read += more
        line, _, self._read = self._read.partition(b"\n")
        return line

    def _finding(self, reader: str, seed: int, number: int, what: str) -> Finding:
        found = Finding(reader, number, what, self.keep / f"{reader.replace(' ', '_')}-{seed}-{number}")
        shutil.rmtree(found.folder, ignore_errors=True)
        shutil.copytree(Path(self._folder.name) / "case", found.folder)
        (found.folder / "FINDING").write_text(f"{reader}\n{what}\n", encoding="utf-8")
        return found

    def _tell(self, what: object) -> None:
        process = self._started()
        assert process.stdin is not None
        process.stdin.write(json.dumps(what).encode() + b"\n")

    def _started(self) -> subprocess.Popen[bytes]:
        if self._process is None:
            path = os.pathsep.join([str(ROOT), str(ROOT / "src")])
            environment = {**os.environ, "PYTHONPATH": path, "OMP_NUM_THREADS": "1", "PYTHONHASHSEED": "0"}
            command = [sys.executable, "-m", "tests.fuzz.worker", self._folder.name, *self.modules]
            self._read = b""
            self._process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0, cwd=ROOT, env=environment
            )
            if self._line(PATIENCE) != b"[]":
                raise RuntimeError("the process of the fuzzer does not start")
        return self._process

    def _end(self) -> int:
        """End the process; return its status."""
        if self._process is None:
            return 0
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(1)
        self._process.kill()
        with self._process as ended:  # closes its pipes
            status = ended.wait()
        self._process = None
        return status

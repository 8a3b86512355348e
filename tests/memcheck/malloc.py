"""glibc's checking malloc, for child processes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
#: end the process on damage; fill new and freed memory
_SETTINGS = {
    "LD_PRELOAD": "libc_malloc_debug.so.0",
    "GLIBC_TUNABLES": "glibc.malloc.check=3:glibc.malloc.perturb=165",
}
#: memory that Python itself allocates: the symbols that ctypes finds are not the checking ones
WRITE_ONE_TOO_MANY = """
import ctypes
place = ctypes.create_string_buffer(1000)
ctypes.memset(place, 1, 1001)
del place
"""


def settings(checked: bool) -> dict[str, str]:
    """Return the environment of a child process, under the checking malloc or not."""
    common = {"PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}", "PYTHONFAULTHANDLER": ""}
    return {**os.environ, "OMP_NUM_THREADS": "1", **common, **(_SETTINGS if checked else {})}


@cache
def available() -> bool:
    """Return whether this platform has the checking malloc: whether a child that writes one byte too many is ended."""
    if not sys.platform.startswith("linux"):
        return False
    command = [sys.executable, "-S", "-c", WRITE_ONE_TOO_MANY]
    done = subprocess.run(command, env=settings(True), capture_output=True, timeout=60)
    return done.returncode == -signal.SIGABRT


def run(arguments: Sequence[str], checked: bool = True) -> tuple[int, str]:
    """Run Python on arguments, from the root; return its exit status (negative: the signal) and what it printed.

    Without a checking malloc on this platform it runs under the usual one.
    """
    with start(arguments, checked) as child:
        output, _ = child.communicate()
    return child.returncode, output


def start(arguments: Sequence[str], checked: bool = True) -> subprocess.Popen[str]:
    """Start what :func:`run` runs."""
    return subprocess.Popen(
        [sys.executable, *arguments],
        cwd=ROOT,
        env=settings(checked and available()),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def complaints(status: int, output: str) -> Iterator[str]:
    """Yield what a child has to say: the lines that begin with ``WRONG``, and that it died, with its last lines."""
    lines = output.splitlines()
    yield from (line for line in lines if line.startswith("WRONG"))
    if status < 0:
        yield f"DIED of {signal.Signals(-status).name} in or after the last of:"
        yield from (f"    {line}" for line in lines[-4:])
    elif status and not any(line.startswith("WRONG") for line in lines):
        yield f"FAILED with exit status {status}:"
        yield from (f"    {line}" for line in lines[-20:])

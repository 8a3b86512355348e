"""A Python that has imported mxnet already, for tests that start processes and do not ask what an import does.

An import of PyTorch costs 2 seconds. One server per test process imports mxnet once, and forks for each program::

    subprocess.run([*warm.python(), "-c", "import mxnet as mx; ..."], capture_output=True)

Its words are those of Python: ``-c``, ``-m``, a file, and ``-W`` before them. Exit status, signals, standard streams,
folder and environment are as with a process that starts anew, but it ends without clearing its modules. Tests of what
an import does or reads (``server.READ_BY_IMPORTS``), or of how Python ends, start ``sys.executable``.
"""

from __future__ import annotations

import atexit
import functools
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

FOLDER = Path(__file__).parent
#: what the server imports with: tests change the environment for themselves
_ENVIRONMENT = dict(os.environ)


@functools.cache
def python() -> list[str]:
    """Return the words that start a program in a process which has imported mxnet: instead of ``[sys.executable]``."""
    if not hasattr(os, "pidfd_open"):
        return [sys.executable]  # Linux alone has what the server needs
    folder = tempfile.mkdtemp(prefix="warm-")
    address = os.path.join(folder, "socket")
    command = [sys.executable, str(FOLDER / "server.py"), address]
    environment = _ENVIRONMENT | {"PYTHONPATH": os.pathsep.join(sys.path)}
    server = subprocess.Popen(
        command, env=environment, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
    )
    assert server.stdout.readline() == b"ready\n"
    atexit.register(_end, server, folder, os.getpid())
    return [sys.executable, "-SE", str(FOLDER / "launcher.py"), address]


def _end(server: subprocess.Popen[bytes], folder: str, owner: int) -> None:
    if os.getpid() != owner:  # a forked process that ends as Python does
        return
    server.stdin.close()
    server.wait(20)
    server.stdout.close()
    shutil.rmtree(folder)

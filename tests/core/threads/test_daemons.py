"""A program with daemon threads that compute or wait ends as usual, and not by an abort of PyTorch's."""

from __future__ import annotations

import subprocess
import sys

import pytest

#: what a thread runs
WORK = {
    "eager": "while True: (mx.nd.ones((50, 50)) * 2).wait_to_read()",
    "hybridized": "while True: net(mx.nd.ones((5, 5))).wait_to_read()",
    "python alone": "while True: pass",
    "waits": "import queue; queue.Queue().get()",
}
PROGRAM = """
import mxnet as mx, sys, threading, time
net = mx.gluon.nn.Dense(20)
net.initialize()
net.hybridize()
net(mx.nd.ones((5, 5)))
for _ in range(2):
    threading.Thread(target=exec, args=(sys.argv[1], globals()), daemon=True).start()
time.sleep(0.2)
print("done")
"""


@pytest.mark.parametrize("work", WORK.values(), ids=list(WORK))
def test_the_program_ends_as_usual(work: str) -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM, work], capture_output=True, text=True, timeout=300)
    assert (done.returncode, done.stdout, done.stderr) == (0, "done\n", "")

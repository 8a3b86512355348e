"""A fork waits for the imports of parts that other threads have begun: the child would wait for them for ever."""

import os
import subprocess

import pytest

from tests import warm

PROGRAM = """
import os, threading, time
import slow
thread = threading.Thread(target=lambda: slow.part)
thread.start()
while not os.path.exists("begun"):
    time.sleep(0.001)
child = os.fork()
if not child:
    os._exit(slow.part.NUMBER)
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""
PACKAGE = """
from mxnet.core.lazy_imports import imported_later, modules
__getattr__, __dir__ = imported_later(__name__, modules("part"))
"""
PART = """
import time
open("begun", "w").close()
time.sleep(0.2)
NUMBER = 7
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there are no forks here")
def test_a_fork_waits_for_imports(tmp_path):
    (tmp_path / "slow").mkdir()
    (tmp_path / "slow" / "__init__.py").write_text(PACKAGE)
    (tmp_path / "slow" / "part.py").write_text(PART)
    (tmp_path / "program.py").write_text(PROGRAM)
    ran = subprocess.run(
        [*warm.python(), "-W", "ignore", "program.py"], cwd=tmp_path, capture_output=True, text=True, timeout=60
    )
    assert ran.stdout == "7\n", ran.stderr

"""The Python that has imported mxnet already runs programs as one that starts anew does."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import pytest

from tests import warm

pytestmark = pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="Linux alone has what the server needs")


def run(*words, python=None, **kwargs):
    done = subprocess.run([*(python or warm.python()), *words], capture_output=True, text=True, timeout=60, **kwargs)
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize(
    "program",
    [
        "import sys; print(sys.argv, sys.path[0], __name__, sys.stdin.read()); print(1, file=sys.stderr)",
        "import os; print(os.getcwd(), os.environ['MINE'], 'PATH' in os.environ)",
        "import sys; sys.exit(3)",
        "import sys; sys.exit('why')",
        "import os, signal; os.kill(os.getpid(), signal.SIGKILL)",
        "import os, signal; os.kill(os.getpid(), signal.SIGTERM)",
        "import atexit, threading; atexit.register(print, 'last'); threading.Timer(0.1, print, ['thread']).start()",
        "class A: pass\nimport pickle; print(type(pickle.loads(pickle.dumps(A()))) is A)",
    ],
)
def test_a_program_does_what_it_does_anew(program, tmp_path):
    how = {"input": "given", "cwd": tmp_path, "env": {**os.environ, "MINE": "7"}}
    assert run("-c", program, "a b", **how) == run("-c", program, "a b", python=[sys.executable], **how)


def test_files_and_modules_and_what_is_raised(tmp_path):
    (tmp_path / "beside.py").write_text("import sys; print(__name__, sys.argv[1:])\n")
    (tmp_path / "program.py").write_text("import beside, warnings; warnings.warn('once')\n1 / 0\n")
    assert run("-m", "beside", "a", cwd=tmp_path) == (0, "__main__ ['a']\n", "")
    status, said, raised = run("-W", "ignore", str(tmp_path / "program.py"), "b")
    assert (status, said, raised.splitlines()[-1]) == (1, "beside ['b']\n", "ZeroDivisionError: division by zero")
    status, said, raised = run("-W", "error", str(tmp_path / "program.py"))
    assert (status, raised.splitlines()[-1]) == (1, "UserWarning: once")


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_signals_reach_the_program(number):
    program = (  # in the background, a shell's programs ignore Ctrl-C
        "import os, signal, time; signal.signal(signal.SIGINT, signal.default_int_handler); "
        "print(os.getpid(), flush=True); time.sleep(60)"
    )
    pipe = subprocess.PIPE
    with subprocess.Popen([*warm.python(), "-c", program], stdout=pipe, stderr=pipe, text=True) as process:
        pid = int(process.stdout.readline())
        process.send_signal(number)
        assert process.stdout.read() == ""  # until the program has ended too
        assert process.wait(20) == -number
    assert not os.path.exists(f"/proc/{pid}/fd/1")


def test_what_an_import_reads_is_refused():
    environment = {**os.environ, "MXNET_GPUS": "cpu:2", "DMLC_ROLE": "server"}
    status, _, said = run("-c", "", env=environment)
    assert (status, said) == (
        1,
        "MXNET_GPUS, DMLC_ROLE: read when mxnet is imported, so start sys.executable instead\n",
    )

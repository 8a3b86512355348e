"""Ctrl-C: a terminal sends SIGINT to a command and all that it has started."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time

import cv2
import numpy as np
import pytest
from mxnet.tools import launch

pytestmark = pytest.mark.skipif(os.name != "posix", reason="needs process groups")

#: waits in the second line, which the command's message names
PROGRAM = """try:
    {import_}print("begun", flush=True); __import__("time").sleep(300)
except KeyboardInterrupt:
    print("saved", flush=True)
    {then}
"""


def stopped(words, folder, begun):
    """Run ``remx`` in a folder, press Ctrl-C once ``begun`` returns true, and return status, output and messages."""
    process = subprocess.Popen(
        [sys.executable, "-c", f"import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n{MAIN}",
         *words],
        cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
    )  # fmt: skip
    try:
        while process.poll() is None and not begun(process):
            time.sleep(0.01)
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=100)  # which waits for the pipes, and so for children, to be closed
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
    return process.returncode, out, err


#: the command, also where the tests run in the background, which ignores Ctrl-C
MAIN = "import sys; from remx.__main__ import main; sys.exit(main())"


def loads(library):
    """Return what tells whether a process has begun to load a library."""

    def begun(process):
        with open(f"/proc/{process.pid}/maps") as stream:
            return library in stream.read()

    return begun


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
@pytest.mark.parametrize("command", ["convert", "run"])
def test_while_the_library_is_imported(command, tmp_path):
    (tmp_path / "program.py").write_text(PROGRAM.format(import_="", then="raise"))
    words = [command, "program.py"] if command == "run" else [command, "net", "-o", "net.onnx"]
    assert stopped(words, tmp_path, loads("libtorch_cpu")) == (130, "", "\nremx: stopped\n")


@pytest.mark.parametrize(
    ("then", "status", "message"),
    [
        ("raise", 130, "\nremx run: stopped in program.py, line 2\n"),
        ("raise SystemExit(7)", 7, ""),
    ],
)
@pytest.mark.parametrize("options", [(), ("--gpus", "2")])
def test_a_program_gets_it(then, status, message, options, tmp_path):
    (tmp_path / "program.py").write_text(PROGRAM.format(import_="import mxnet; ", then=then))
    begun = threading.Event()

    def has_printed(process):
        return begun.is_set() or (process.stdout.readline() == "begun\n" and begun.set() is None)

    words = ["run", *options, "program.py"]
    code, out, err = stopped(words, tmp_path, has_printed)
    assert (code, out, err[-len(message) :] if message else "") == (status, "saved\n", message)
    assert "Traceback" not in err


@pytest.mark.parametrize("seconds", [0.0, 1.0])
def test_processes_that_encode_images_end(seconds, tmp_path):
    (tmp_path / "images").mkdir()
    image = np.random.RandomState(0).randint(0, 255, (400, 400, 3)).astype(np.uint8)
    cv2.imwrite(str(tmp_path / "images" / "a.jpg"), image)
    (tmp_path / "data.lst").write_text("".join(f"{i}\t0\ta.jpg\n" for i in range(20000)))

    def begun(process):
        if not any(tmp_path.glob(".mxnet-saving*")):
            return False
        time.sleep(seconds)
        return True

    words = ["im2rec", "data", "images", "--resize", "300", "--num-thread", "2"]
    assert stopped(words, tmp_path, begun) == (130, "", "\nremx im2rec: stopped\n")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["data.lst", "images"]


@pytest.mark.parametrize("words", [["--version"], ["run", "program.py"]])
def test_while_python_ends(words, tmp_path):
    (tmp_path / "program.py").write_text("print('done')")
    late = """import os, signal, sys
class Late:
    def __del__(self, kill=os.kill, pid=os.getpid(), signum=signal.SIGINT):
        kill(pid, signum)
sys.late = Late()
signal.signal(signal.SIGINT, signal.default_int_handler)
"""
    command = [sys.executable, "-c", late + MAIN, *words]
    result = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=100)
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout


def test_what_was_launched_ends(tmp_path):
    words = ["launch", "-n", "2", "--launcher", "local", "echo begun > $DMLC_WORKER_ID; sleep 300"]
    code, _, err = stopped(words, tmp_path, lambda _: len(list(tmp_path.iterdir())) == 2)
    assert (code, err) == (130, "\nremx launch: stopped\n")


def test_a_process_that_starts_during_ctrl_c_is_ended(monkeypatch):
    class Interrupted(subprocess.Popen):
        def __init__(self, *args, **kwargs):
            super().__init__(*args, **kwargs)
            signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(subprocess, "Popen", Interrupted)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    job = launch._Job(None, None)
    try:
        with pytest.raises(KeyboardInterrupt):
            job.start("worker 0", ["sleep", "300"], {})
        ((_, process),) = job.processes
        job.stop(hard=True)
        assert process.wait(timeout=10) == -signal.SIGKILL
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    finally:
        signal.signal(signal.SIGINT, before)

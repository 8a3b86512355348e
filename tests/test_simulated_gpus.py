"""``MXNET_GPUS=cpu:N``, which is read when mxnet is imported: tests run in a process that has it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import mxnet as mx
import pytest
from mxnet.core.simulated_gpus import COUNT, VARIABLE, parsed

HERE = Path(__file__).parent
pytestmark = pytest.mark.timeout(400)  # each starts processes, which import mxnet anew


def run(*words, gpus=None, folder=None, timeout=110):
    environ = {name: value for name, value in os.environ.items() if name != VARIABLE}
    environ |= {"PYTHONPATH": os.pathsep.join(sys.path), "OMP_NUM_THREADS": "1"} | ({VARIABLE: gpus} if gpus else {})
    command = [sys.executable, *map(str, words)]
    options = {"cwd": folder, "capture_output": True, "text": True, "timeout": timeout}
    return subprocess.run(command, env=environ, check=False, **options)


def test_the_tests_of_gpus_pass_on_two_simulated_ones():
    files = [HERE / "gpu" / name for name in ("test_gpu.py", "test_simulated.py", "test_executor_gpu.py")]
    words = ["-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", "not give_the_cpus_numbers", *files]
    done = run(*words, gpus="cpu:2", folder=HERE.parent, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(
    ("text", "result"),
    [("", 0), ("cpu:1", 1), ("cpu:16", 16), ("cpu:08", 8)],
)
def test_how_many(text, result):
    assert parsed(text) == result


@pytest.mark.parametrize("text", ["4", "cuda:2", "cpu:0", "cpu:x", "cpu", "cpu:-1", "cpu:2 ", "cpu:99999"])
def test_what_asks_for_nothing(text):
    advice = "did you mean cpu:4" if text == "4" else ""
    with pytest.raises(mx.MXNetError, match=rf"MXNET_GPUS: expected cpu:N, .*got '{text}'.*{advice}"):
        parsed(text)


USES_ONE = "import mxnet as mx\nprint(mx.nd.ones((1,), ctx=mx.gpu(1)).ctx, mx.context.num_gpus())\n"


def test_one_line_says_that_the_processor_computes():
    done = run("-c", 2 * USES_ONE, gpus="cpu:2")
    assert done.stdout == "gpu(1) 2\n" * 2
    assert done.stderr == "MXNET_GPUS=cpu:2: mx.gpu(0) to mx.gpu(1) are simulated, the processor computes\n"


def test_a_wrong_value_is_an_error_of_the_import():
    done = run("-c", "import mxnet", gpus="2")
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1].endswith("got '2': did you mean cpu:2?")


@pytest.mark.skipif(mx.context.num_gpus() > 0, reason="tells what happens on a machine without GPUs")
def test_remx_run_offers_and_simulates_gpus(tmp_path):
    program = tmp_path / "program.py"
    program.write_text(USES_ONE)
    failed = run("-m", "mxnet.tools.run", program)
    assert failed.returncode == 1
    assert "MXNET_GPUS=cpu:2 the processor simulates 2" in failed.stderr
    assert f"try: remx run --gpus 2 {program}" in failed.stderr
    done = run("-m", "mxnet.tools.run", "--gpus", "2", program)
    assert (done.returncode, done.stdout) == (0, "gpu(1) 2\n"), done.stderr


@pytest.mark.skipif(COUNT > 0, reason="GPUs are simulated: functions are wrapped")
def test_without_the_variable_no_call_is_wrapped():
    from mxnet.eager import dense, storage

    functions = (dense.run, storage.run, mx.nd.NDArray.__add__, mx.nd.CachedOp.__call__, mx.executor.Executor.forward)
    assert not any(hasattr(function, "__wrapped__") for function in functions)

"""A training that is killed at any moment goes on from its last checkpoint to the same weights, bit for bit."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap

import pytest

from tests import warm

EPOCHS = 3
#: Trains in children: an unbroken one, one for each moment (a share of the unbroken one's time) and one for each step
#: of writing a file at which the child kills itself. Each killed training is resumed by another child. Prints for each
#: how the first child ended.
PROGRAM = """
    import os, signal, sys, threading, time
    import mxnet as mx
    import numpy as np

    EPOCHS = {epochs}

    def network():
        net = mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=16, name="fc1")
        net = mx.sym.BatchNorm(net, fix_gamma=False, name="bn")
        net = mx.sym.Activation(net, act_type="relu")
        return mx.sym.SoftmaxOutput(mx.sym.FullyConnected(net, num_hidden=3, name="fc2"), name="softmax")

    def last_checkpoint(prefix):
        for epoch in range(EPOCHS, 0, -1):
            if all(os.path.exists("%s-%04d.%s" % (prefix, epoch, kind)) for kind in ("params", "states")):
                return epoch
        return 0

    def train(prefix):
        draw = np.random.RandomState(3)
        data, label = draw.normal(size=(200, 8)), draw.randint(0, 3, 200)
        mx.random.seed(5)
        np.random.seed(5)
        batches = mx.io.NDArrayIter(data, label, 10, shuffle=True)
        begin = last_checkpoint(prefix)
        for _ in range(begin):
            batches.reset()
        if begin:
            module = mx.mod.Module.load(prefix, begin, load_optimizer_states=True)
        else:
            module = mx.mod.Module(network())
        module.fit(
            batches,
            num_epoch=EPOCHS,
            begin_epoch=begin,
            initializer=mx.init.Xavier(),
            optimizer_params={{"learning_rate": 0.1, "momentum": 0.9, "wd": 1e-3}},
            epoch_end_callback=mx.callback.module_checkpoint(module, prefix, 1, save_optimizer_states=True),
        )

    def child(work):
        process = os.fork()
        if not process:
            try:
                work()
                os._exit(0)
            except BaseException:
                import traceback

                traceback.print_exc()
                os._exit(1)
        return os.waitstatus_to_exitcode(os.waitpid(process, 0)[1])

    def kill():
        os.kill(os.getpid(), signal.SIGKILL)

    def killed_after(seconds, prefix):
        timer = threading.Thread(target=lambda: (time.sleep(seconds), kill()), daemon=True)
        timer.start()
        train(prefix)

    def killed_at(step, prefix):
        left = step

        def watched(original):
            def call(*args, **kwargs):
                nonlocal left
                left -= 1
                if left == 0:
                    kill()
                return original(*args, **kwargs)

            return call

        os.fsync, os.replace = watched(os.fsync), watched(os.replace)
        train(prefix)

    folder = sys.argv[1]
    seconds = 1e9
    for name in ("first", "whole"):  # the first one may read files that later ones find in memory
        begun = time.time()
        assert child(lambda: train(os.path.join(folder, name))) == 0
        seconds = min(seconds, time.time() - begun)
    for argument in sys.argv[2:]:
        kind, amount = argument.split(":")
        prefix = os.path.join(folder, argument)
        if kind == "moment":
            end = child(lambda: killed_after(seconds * float(amount), prefix))
        else:
            end = child(lambda: killed_at(int(amount), prefix))
        print(end, last_checkpoint(prefix), child(lambda: train(prefix)))
"""
MOMENTS = [f"moment:{share}" for share in (0.1, 0.4, 0.6, 0.8)]
#: an epoch's checkpoint is ten calls: three files to complete, the record, the journal, and three to rename
STEPS = [f"step:{step}" for step in (1, 4, 6, 7, 8, 10, 13, 17, 22)]


@pytest.fixture(scope="module")
def trainings(tmp_path_factory):
    """Return the folder with all checkpoints, and for each case how the first child ended, where, and the second."""
    folder = tmp_path_factory.mktemp("trainings")
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "OMP_NUM_THREADS": "1"}
    program = textwrap.dedent(PROGRAM.format(epochs=EPOCHS))
    command = [*warm.python(), "-W", "ignore", "-c", program, str(folder), *MOMENTS, *STEPS]
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    ends = [tuple(map(int, line.split())) for line in done.stdout.splitlines()]
    return folder, dict(zip([*MOMENTS, *STEPS], ends, strict=True))


@pytest.mark.parametrize("case", [*MOMENTS, *STEPS])
def test_the_weights_are_those_of_an_unbroken_training(trainings, case):
    folder, ends = trainings
    killed, _, resumed = ends[case]
    assert resumed == 0
    if case in STEPS:
        assert killed == -signal.SIGKILL
    for kind in ("params", "states"):
        name = f"{EPOCHS:04d}.{kind}"
        assert (folder / f"{case}-{name}").read_bytes() == (folder / f"whole-{name}").read_bytes()


def test_the_moments_are_spread_over_the_training(trainings):
    _, ends = trainings
    assert any(ends[case][0] == -signal.SIGKILL for case in MOMENTS)  # on a busy machine not all of them
    assert {ends[case][1] for case in STEPS} >= {0, 1, EPOCHS - 1}

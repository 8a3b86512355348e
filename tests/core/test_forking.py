"""Processes that are forked from one that has computed with several threads: as in 1.9.1, they compute too."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import textwrap
from pathlib import Path

import mxnet as mx
import pytest
from mxnet.core.forking import ReentrantLock

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")

SETUP = """
    import os, signal, threading, warnings
    from contextlib import ExitStack, contextmanager
    import mxnet as mx
    import torch
    from mxnet.gluon import nn

    warnings.simplefilter("ignore")
    torch.set_num_threads(2)
    net = nn.HybridSequential()
    net.add(nn.Conv2D(16, 3, in_channels=3), nn.BatchNorm(), nn.Flatten(), nn.Dense(64))
    net.initialize(mx.init.One())
    net.hybridize()
    x = mx.nd.ones((8, 3, 32, 32))
    answer = net(x).asnumpy()
    big = mx.nd.ones((500, 500))
    mx.nd.dot(big, big).wait_to_read()

    def in_a_child(function):
        child = os.fork()
        if not child:
            signal.alarm(30)
            try:
                function()
            finally:
                os._exit(0 if mx.nd.ones(1).asscalar() == 1 else 1)
        assert os.waitpid(child, 0)[1] == 0, function

    @contextmanager
    def held_by_another_thread(*locks):
        held, over = threading.Event(), threading.Event()
        def hold():
            with ExitStack() as stack:
                for lock in locks:
                    stack.enter_context(lock)
                held.set()
                over.wait()
        thread = threading.Thread(target=hold)
        thread.start()
        assert held.wait(30)
        try:
            yield
        finally:
            over.set()
            thread.join()
"""

PROGRAMS = {
    "the threads of the parent stay": """
        in_a_child(lambda: None)
        assert torch.get_num_threads() == 2
    """,
    "predicting": """
        def work():
            if abs(net(x).asnumpy() - answer).max() > 1e-3:
                os.abort()
        in_a_child(work)
    """,
    "training": """
        def work():
            with mx.autograd.record():
                loss = net(x).sum()
            loss.backward()
            mx.gluon.Trainer(net.collect_params(), "sgd").step(1)
        in_a_child(work)
    """,
    "operators": """
        in_a_child(lambda: mx.nd.dot(big, big).exp().sum().asscalar())
    """,
    "while another thread traces": """
        from mxnet.gluon.parameter import initializing
        def work():
            net.hybridize()
            net(x).asnumpy()
        with held_by_another_thread(initializing):
            in_a_child(work)
    """,
    "while this thread traces": """
        from mxnet.gluon.parameter import initializing
        def work():
            net.hybridize()
            net(x).asnumpy()
        with initializing:
            in_a_child(work)
    """,
    "while another thread profiles": """
        from mxnet.profiler import control
        net(x)
        mx.profiler.set_config(profile_all=True, aggregate_stats=True, filename=os.devnull)
        mx.profiler.set_state("run")
        def work():
            net(x).asnumpy()
            mx.profiler.set_state("stop")
        with held_by_another_thread(control._profiler.lock, control._profiler.session._lock):
            in_a_child(work)
        mx.profiler.set_state("stop")
    """,
    "while another thread waits for workers": """
        from mxnet.gluon.data.workers import WorkerPool
        pool = WorkerPool(1, print)
        def work():
            pool.terminate()
            try:
                pool.apply_async(print)
            except RuntimeError as error:
                assert "forked" in str(error)
            else:
                os.abort()
        with held_by_another_thread(pool._lock):
            in_a_child(work)
    """,
    "and ends while another thread works to the end": """
        import atexit
        from mxnet.core.interruptions import Task
        held, over = threading.Event(), threading.Event()
        def work():
            held.set()
            over.wait()
        thread = threading.Thread(target=Task(work).run)
        thread.start()
        assert held.wait(30)
        try:
            in_a_child(atexit._run_exitfuncs)
        finally:
            over.set()
            thread.join()
    """,
    "a pool of processes": """
        import multiprocessing
        def work(number):
            return float((net(x) * number).sum().asscalar())
        with multiprocessing.get_context("fork").Pool(2) as pool:
            assert len(pool.map_async(work, range(4)).get(30)) == 4
    """,
}


#: runs the programs one after the other: another process for each would import everything again
RUN = """
    import sys, traceback
    for name, text in programs.items():
        try:
            exec(text)  # at the level of the module, where pickle looks for `work`
        except BaseException:
            print(f"{name}:", traceback.format_exc(), file=sys.stderr)
"""


def test_a_forked_process_computes():
    programs = {name: textwrap.dedent(text) for name, text in PROGRAMS.items()}
    text = f"{textwrap.dedent(SETUP)}\nprograms = {programs!r}\n{textwrap.dedent(RUN)}"
    env = {**os.environ, "OMP_NUM_THREADS": "2", "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, "-c", text], env=env, capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stderr) == (0, "")


def test_an_interrupted_lock_is_not_left_taken():
    """A handler of a signal can raise in a function of Python's, after it has taken the lock; not in one of C."""
    assert not any(hasattr(getattr(ReentrantLock, name), "__code__") for name in ("__enter__", "__exit__", "acquire"))


#: locks of a worker's connections to others, which a forked process does not have, and of a file that it opens anew
OTHER_LOCKS = {"core/forking.py", "recordio/sequential.py"}


def test_all_other_locks_are_free_in_a_forked_process():
    root = Path(mx.__file__).parent
    for path in root.rglob("*.py"):
        name = path.relative_to(root).as_posix()
        if name not in OTHER_LOCKS and not name.startswith("kvstore/"):
            assert not re.search(r"threading\.(R?Lock|Condition|Semaphore)\(", path.read_text()), name

"""Threads that run tasks in turn, and how many threads their loops take."""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
import threading
import weakref

import mxnet as mx
import pytest
import torch
from mxnet.core.threads.pool import Task, ThreadPool, one_thread, only_one_thread

from tests.threads import in_a_thread


def test_results_come_in_any_number_of_threads():
    pool = ThreadPool(3)
    tasks = [pool.apply_async(pow, (2, i)) for i in range(20)]
    assert [task.get() for task in tasks] == [2**i for i in range(20)]


def test_an_error_is_raised_where_the_result_is_asked_for():
    pool = ThreadPool(1)
    task = pool.apply_async(int, ("x",))
    for _ in range(2):
        with pytest.raises(ValueError, match="invalid literal"):
            task.get()


def test_threads_are_prepared():
    local = threading.local()
    pool = ThreadPool(2, setattr, (local, "count", 5))
    assert [pool.apply_async(getattr, (local, "count")).get() for _ in range(4)] == [5] * 4
    assert not hasattr(local, "count")


def test_a_result_that_does_not_come_is_a_timeout():
    event, pool = threading.Event(), ThreadPool(1)
    task = pool.apply_async(event.wait)
    with pytest.raises(multiprocessing.TimeoutError, match=r"no result within 0\.05 seconds"):
        task.get(0.05)
    event.set()
    assert task.wait()


def test_a_task_is_done_once_however_often_it_is_submitted():
    done, pool = [], ThreadPool(2)
    task = Task(done.append, (1,))
    for _ in range(3):
        task.is_queued = False  # as after a signal in between
        pool.submit(task)
    task.wait()
    pool.apply_async(len, (done,)).wait()
    assert done == [1]


def _begun(pool, event):
    """Return a task that a thread is doing, until the event."""
    begun = threading.Event()
    task = pool.apply_async(lambda: begun.set() or event.wait())
    assert begun.wait(20)
    return task


@pytest.mark.parametrize("end", ["terminated", "dropped"])
def test_tasks_of_a_pool_that_has_ended_are_not_begun(end):
    event, pool = threading.Event(), ThreadPool(1)
    first, second = _begun(pool, event), pool.apply_async(pow, (2, 3))
    pool.terminate() if end == "terminated" else None
    reference = weakref.ref(pool)
    del pool
    event.set()
    assert first.get()
    with pytest.raises(mx.MXNetError, match="the threads ended before"):
        second.get()
    assert reference() is None


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes that fork")
def test_a_forked_process_has_threads_of_its_own():
    event, pool = threading.Event(), ThreadPool(1)
    begun = _begun(pool, event)
    child = os.fork()
    if not child:
        try:
            assert pool.apply_async(pow, (2, 3)).get(20) == 8
            begun.get(20)
        except mx.MXNetError as error:
            os._exit(0 if "forked" in str(error) else 2)
        finally:
            os._exit(1)
    event.set()
    assert os.waitpid(child, 0)[1] == 0
    assert begun.get()


def test_the_end_of_a_program_does_not_wait_for_ever():
    text = "import threading; from mxnet.core.threads.pool import ThreadPool; pool = ThreadPool(1);"
    text += "pool.apply_async(threading.Event().wait)"
    subprocess.run([sys.executable, "-c", text], check=True, timeout=100)


# -- operators in one thread: where it is asked for, and nowhere else --------------------------------------------------


def test_one_thread_ends_with_its_context(three_threads):
    with one_thread():
        inside = torch.get_num_threads()
    assert (inside, torch.get_num_threads()) == (1, 3)


def test_one_thread_ends_with_an_error(three_threads):
    with pytest.raises(KeyError), one_thread():
        raise KeyError
    assert torch.get_num_threads() == 3


def test_one_thread_inside_of_another(three_threads):
    with one_thread():
        with one_thread():
            pass
        assert torch.get_num_threads() == 1
    assert torch.get_num_threads() == 3


def test_other_threads_keep_theirs(three_threads):
    with one_thread():
        assert in_a_thread(torch.get_num_threads) == 3


def test_only_one_thread_holds_for_its_thread(three_threads):
    def limited():
        only_one_thread()
        return torch.get_num_threads()

    assert in_a_thread(limited) == 1
    assert torch.get_num_threads() == 3
    assert in_a_thread(torch.get_num_threads) == 3

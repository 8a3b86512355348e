"""Worker processes of a DataLoader: what they leave behind, and what happens when they die."""

from __future__ import annotations

import gc
import multiprocessing
import os
import pickle
import signal
import socket
import threading
import time

import mxnet as mx
import numpy as np
import pytest
from mxnet.gluon import data
from mxnet.gluon.data import workers
from mxnet.gluon.data.workers import WorkerPool


class Images(data.Dataset):
    """Samples that are long enough for shared memory."""

    def __len__(self):
        return 24

    def __getitem__(self, idx):
        return np.full((50, 50), idx, np.float32)


class Deadly(Images):
    def __init__(self, how):
        self.how = how

    def __getitem__(self, idx):
        if idx == 9:
            self.how()
        return super().__getitem__(idx)


def children():
    return {child.pid for child in multiprocessing.active_children()}


def mapped():
    """How many pieces of memory for batches this process sees."""
    with open("/proc/self/maps") as stream:
        return sum("remx-shared" in line for line in stream)


def open_files():
    return len(os.listdir("/proc/self/fd"))


linux = pytest.mark.skipif(not os.path.exists("/proc/self/maps"), reason="looks at Linux's /proc")


@pytest.fixture
def ctrl_c():
    """Let Ctrl-C raise KeyboardInterrupt, also where the tests run in the background, which ignores it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@linux
def test_early_break_leaves_nothing():
    gc.collect()
    before, pieces, files = children(), mapped(), open_files()  # threads may still be ending workers of other tests
    for _ in range(3):
        loader = data.DataLoader(Images(), 2, num_workers=2)
        batch = next(iter(loader))
        del batch, loader
    gc.collect()
    end = time.monotonic() + 20
    while children() - before or mapped() > pieces or open_files() > files:  # a thread ends them
        assert time.monotonic() < end
        time.sleep(0.01)


def test_loader_lives_as_long_as_its_epoch():
    epoch = iter(data.DataLoader(Images(), 2, num_workers=1))
    gc.collect()
    assert next(epoch).shape == (2, 50, 50)


def test_a_worker_that_ended_before_its_result_was_wanted():
    pool = WorkerPool(1, int)
    result = pool.apply_async(os._exit, (7,))
    pool._workers[0].process.join(30)
    with pytest.raises(mx.MXNetError, match="exit code 7"):
        result.get(30)


@pytest.mark.parametrize("kind", [signal.SIGKILL, signal.SIGTERM])
def test_killed_worker_is_an_error_at_once(kind):
    loader = data.DataLoader(Deadly(lambda: os.kill(os.getpid(), kind)), 4, num_workers=2, timeout=100)
    begin, epoch = time.monotonic(), iter(loader)
    assert [next(epoch).shape for _ in range(2)] == [(4, 50, 50)] * 2
    with pytest.raises(mx.MXNetError, match=f"killed by {kind.name}"):
        next(epoch)
    assert time.monotonic() - begin < 50


def test_worker_that_exits_is_an_error():
    loader = data.DataLoader(Deadly(lambda: os._exit(7)), 4, num_workers=1)
    with pytest.raises(mx.MXNetError, match="exit code 7"):
        list(loader)


def test_loader_goes_on_after_the_death_of_a_worker():
    earlier = children()  # of other loaders, which a thread may be ending
    loader = data.DataLoader(Deadly(lambda: time.sleep(5)), 4, num_workers=2)
    epoch = iter(loader)
    next(epoch)
    killed = [child for child in multiprocessing.active_children() if child.pid not in earlier]
    for child in killed:
        child.kill()
    for child in killed:  # one that is still ending would be given a batch of the next epoch
        child.join(30)
    with pytest.raises(mx.MXNetError, match="SIGKILL"):
        list(epoch)
    assert next(iter(loader)).shape == (4, 50, 50)


def test_worker_that_hangs_is_an_error_within_the_timeout():
    loader = data.DataLoader(Deadly(lambda: time.sleep(60)), 4, num_workers=2, timeout=1)
    begin = time.monotonic()
    with pytest.raises(multiprocessing.TimeoutError, match="batch 2"):
        list(loader)
    assert time.monotonic() - begin < 30


def test_error_shows_where_in_the_worker():
    def fail():
        raise KeyError("missing")

    with pytest.raises(KeyError, match="missing") as error:
        list(data.DataLoader(Deadly(fail), 4, num_workers=1))
    assert "in fail" in str(error.value.__cause__)


class Unpicklable(Exception):
    def __init__(self, one, two):
        super().__init__(f"{one} and {two}")


def test_error_that_cannot_be_pickled():
    def fail():
        raise Unpicklable(1, 2)

    with pytest.raises(mx.MXNetError, match="Unpicklable: 1 and 2"):
        list(data.DataLoader(Deadly(fail), 4, num_workers=1))


def test_batch_that_cannot_be_pickled():
    with pytest.raises((AttributeError, TypeError, pickle.PicklingError)):
        list(data.DataLoader(Images(), 4, num_workers=1, batchify_fn=lambda samples: lambda: samples))


def test_kept_batches_are_not_overwritten():
    batches = list(data.DataLoader(Images(), 2, num_workers=2, prefetch=2))
    values = [batch.asnumpy() for batch in batches]
    for i, value in enumerate(values):
        assert (value[0] == 2 * i).all()
        assert (value[1] == 2 * i + 1).all()


@linux
def test_memory_is_used_again():
    gc.collect()  # frames of earlier tests' errors hold batches
    loader = data.DataLoader(Images(), 2, num_workers=2, prefetch=2)
    # an epoch has 12 batches, and three of them 36; a worker may have begun one more before another is given back
    for _ in range(3):
        for batch in loader:
            assert batch.shape == (2, 50, 50)
            assert mapped() <= 16
    kept = list(loader)
    assert mapped() >= 12
    del kept, batch
    for _ in range(2):
        for batch in loader:
            assert batch.shape == (2, 50, 50)
    assert mapped() <= 16


def test_batches_can_be_written_to():
    for batch in data.DataLoader(Images(), 2, num_workers=1):
        batch[:] = 5
        assert (batch.asnumpy() == 5).all()


def test_all_that_can_be_in_a_batch():
    import torch

    def batchify(samples):
        return {
            "numpy": np.stack(samples),
            "turned": np.stack(samples).T,
            "torch": torch.tensor(np.stack(samples)),
            "half": mx.nd.array(np.stack(samples)).astype("bfloat16"),
            "nested": [(mx.nd.ones((40, 40)), "text")],
            "number": 3,
        }

    (batch,) = data.DataLoader(Images(), 24, num_workers=1, batchify_fn=batchify)
    expected = np.broadcast_to(np.arange(24, dtype=np.float32)[:, None, None], (24, 50, 50))
    np.testing.assert_array_equal(batch["numpy"], expected)
    np.testing.assert_array_equal(batch["turned"], expected.T)
    np.testing.assert_array_equal(batch["torch"].numpy(), expected)
    np.testing.assert_array_equal(batch["half"].asnumpy(), expected)
    array, text = batch["nested"][0]
    assert (array.shape, text, batch["number"]) == ((40, 40), "text", 3)


def test_many_positions_in_a_batch():
    # calls that are longer than what a socket holds
    dataset = data.SimpleDataset(np.arange(60000))
    batches = list(data.DataLoader(dataset, 20000, shuffle=True, num_workers=1, prefetch=3))
    assert sorted(np.concatenate([batch.asnumpy() for batch in batches])) == list(range(60000))


def test_recording_here_does_not_reach_the_workers():
    with mx.autograd.record():
        loader = data.DataLoader(
            data.SimpleDataset([0, 1]).transform(lambda _: mx.autograd.is_recording()), 1, num_workers=1
        )
        assert [batch.asscalar() for batch in loader] == [0, 0]


def test_operators_in_workers_after_threads_here():
    import torch

    before = torch.get_num_threads()
    torch.set_num_threads(2)
    try:
        mx.nd.dot(mx.nd.ones((300, 300)), mx.nd.ones((300, 300))).wait_to_read()
        loader = data.DataLoader(Images(), 4, num_workers=2, batchify_fn=product, timeout=60)
        assert [batch.shape for batch in loader] == [(200, 200)] * 6
    finally:
        torch.set_num_threads(before)


def product(samples):
    big = mx.nd.ones((200, 200))
    return mx.nd.dot(big, big) + float(samples[0].mean())


def summed(samples, batchify_fn, dataset=None):
    """A worker's function as programs wrote them for MXNet: its result is pickled already."""
    return pickle.dumps(batchify_fn([data.dataloader._worker_dataset[i].sum() for i in samples]))


@pytest.mark.parametrize("own", [True, False])
def test_functions_and_pools_of_ones_own(own):
    module = data.dataloader
    loader = data.DataLoader(Images(), 6, num_workers=2)
    if not own:
        context = multiprocessing.get_context("fork")
        loader._worker_pool = context.Pool(2, module._worker_initializer, (Images(), False, False))
    pool = loader._worker_pool
    epoch = module._MultiWorkerIter(
        pool, module.default_batchify_fn, loader._batch_sampler, worker_fn=summed, prefetch=2, data_loader=loader
    )
    assert len(epoch) == 4
    assert [batch.asnumpy().tolist() for batch in epoch][1] == [2500.0 * i for i in range(6, 12)]
    pool.terminate()


def test_loader_in_a_forked_process():
    loader = data.DataLoader(Images(), 12, num_workers=1)
    assert len(list(loader)) == 2
    here, there = multiprocessing.Pipe()

    def run():
        there.send([batch.shape for batch in loader])

    process = multiprocessing.get_context("fork").Process(target=run)
    process.start()
    assert here.poll(60)
    assert here.recv() == [(12, 50, 50)] * 2
    process.join()
    assert len(list(loader)) == 2


def _first(samples):
    return samples[0]


def test_workers_can_be_waited_for_after_their_pool_ended():
    pool = WorkerPool(1, int)
    assert pool.apply_async(int, ("7",)).get(30) == 7
    children = multiprocessing.active_children()
    assert children
    pool.terminate()
    for child in children:  # as Python does when a process ends, while another thread ends the pool
        child.join()


def test_a_worker_that_stops_within_a_message_ends_the_epoch():
    loader = data.DataLoader([b"x" * (8 << 20)], batch_size=1, num_workers=1, timeout=0.5, batchify_fn=_first)
    batches = iter(loader)
    process = loader._worker_pool._workers[0].process
    connection = loader._worker_pool._workers[0].connection
    assert connection.poll(60)  # the beginning of the message is there: more of it than a socket holds
    os.kill(process.pid, signal.SIGSTOP)
    begun = time.monotonic()
    with pytest.raises((mx.base.MXNetError, multiprocessing.TimeoutError), match=r"hung|not there after"):
        next(batches)
    assert time.monotonic() - begun < 20


def test_ctrl_c_while_workers_are_stopped_leaves_none_behind(monkeypatch, ctrl_c):
    loader = data.DataLoader(Images(), 4, num_workers=3)
    list(loader)
    processes = [each.process for each in loader._worker_pool._workers]
    numbers = [each.pid for each in processes]
    terminate, interrupts = type(processes[0]).terminate, [signal.SIGINT]

    def interrupted(process):
        if interrupts:
            signal.raise_signal(interrupts.pop())
        terminate(process)

    monkeypatch.setattr(type(processes[0]), "terminate", interrupted)
    with pytest.raises(KeyboardInterrupt):
        loader._worker_pool.terminate()
    for number in numbers:
        with pytest.raises(ProcessLookupError):
            os.kill(number, 0)


@pytest.mark.parametrize("at", range(1, 5))
@pytest.mark.parametrize(("owner", "name"), [("Receiver", "receive"), ("Receiver", "unused"), ("_Worker", "takes")])
def test_after_ctrl_c_the_next_epoch_is_whole_and_in_order(monkeypatch, owner, name, at):
    loader = data.DataLoader(np.arange(24), 2, num_workers=2)
    place, calls = getattr(workers, owner), []
    original = getattr(place, name)

    def interrupted(*args):
        answer = original(*args)
        calls.append(name)
        if len(calls) == at:
            raise KeyboardInterrupt
        return answer

    with monkeypatch.context() as patch:
        patch.setattr(place, name, interrupted)
        with pytest.raises(KeyboardInterrupt):
            list(loader)
    assert np.concatenate([batch.asnumpy() for batch in loader]).tolist() == list(range(24))


def test_a_default_timeout_of_sockets_is_not_that_of_workers():
    socket.setdefaulttimeout(0.01)
    try:
        batches = list(data.DataLoader(np.zeros((12, 3, 32, 32), np.float32), 4, num_workers=1))
    finally:
        socket.setdefaulttimeout(None)
    assert [batch.shape for batch in batches] == [(4, 3, 32, 32)] * 3


@pytest.mark.skipif(not hasattr(os, "fork"), reason="workers are forked")
def test_a_worker_does_not_begin_while_another_pools_end_is_half_closed():
    """It would close the number of that end, which its own end may have by then."""
    spare = os.open(os.devnull, os.O_RDONLY)  # a lower number than those of the pool
    old = WorkerPool(1, int)
    assert old.apply_async(abs, (-1,)).get(60) == 1
    connection, closed = old._workers[0].connection, threading.Event()

    def close_slowly():
        os.close(connection._handle)
        closed.set()
        time.sleep(0.3)

    connection._close = close_slowly
    del old
    gc.collect()
    assert closed.wait(60)
    os.close(spare)
    assert WorkerPool(1, int).apply_async(abs, (-2,)).get(60) == 2

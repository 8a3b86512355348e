"""DataLoader where workers do not fork: new Python processes, of the start methods "spawn" and "forkserver"."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import subprocess
import sys
import time
from multiprocessing import forkserver

import mxnet as mx
import numpy as np
import pytest
from mxnet.gluon import data
from mxnet.gluon.data import sharing, starting, workers
from mxnet.gluon.data.vision import transforms
from mxnet.gluon.data.workers import WorkerPool

METHODS = [each for each in ("forkserver", "spawn") if each in multiprocessing.get_all_start_methods()]
#: for what does not depend on which of them: the first takes two seconds once, the other each time
QUICK = METHODS[:1]


@pytest.fixture(scope="module", autouse=True)
def _server_with_mxnet():
    """Start multiprocessing's server, if there is none, where it has imported mxnet: as programs can ask for it."""
    if "forkserver" in METHODS:
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("PYTHONPATH", os.pathsep.join(sys.path))
            multiprocessing.set_forkserver_preload(["mxnet.gluon.data"])
            forkserver.ensure_running()


@pytest.fixture(params=QUICK)
def method(request, monkeypatch):
    monkeypatch.setattr(starting, "start_method", lambda: request.param)
    return request.param


either = pytest.mark.parametrize("method", METHODS, indirect=True)


class Images(data.Dataset):
    """Samples that are long enough for shared memory."""

    def __init__(self, count=12):
        self.count = count

    def __len__(self):
        return self.count

    def __getitem__(self, idx):
        return np.full((50, 50), idx, np.float32)


class Ending(Images):
    """A dataset whose sample 9 ends the process that reads it."""

    def __init__(self, how, *args):
        super().__init__()
        self.how, self.args = how, args

    def __getitem__(self, idx):
        if idx == 9:
            self.how(*self.args)
        return super().__getitem__(idx)


def refuse(text):
    raise ValueError(text)


def kill():
    os.kill(os.getpid(), signal.SIGKILL)


def summed(samples):
    return mx.nd.array([each.sum() for each in samples])


def double(image, label):
    return image * 2, label


def firsts(loader):
    return [float(batch[0].asnumpy().ravel()[0]) for batch in loader]


@either
def test_batches_through_every_option(method):
    pairs = data.ArrayDataset(mx.nd.arange(40).reshape((10, 4)), np.arange(10))
    loader = data.DataLoader(pairs.transform(double), 3, last_batch="rollover", num_workers=2, pin_memory=True)
    for _ in range(2):
        batches = list(loader)
        assert [batch[0].context for batch in batches] == [mx.cpu_pinned(0)] * len(batches)
    assert batches[0][0].asnumpy()[0].tolist() == [72, 74, 76, 78]
    assert len(batches) == 3


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"last_batch": "discard"}, [0, 3, 6]),
        ({"last_batch": "keep", "prefetch": 0}, [0, 3, 6, 9]),
        ({"last_batch": "keep", "prefetch": 20, "num_workers": 3}, [0, 3, 6, 9]),
        ({"auto_reload": True}, [0, 3, 6, 9]),
        ({"thread_pool": True}, [0, 3, 6, 9]),
        ({"sampler": [9, 8, 7, 6]}, [9, 6]),
        ({"batchify_fn": data.batchify.Stack()}, [0, 3, 6, 9]),
        ({"batchify_fn": summed}, [0, 7500, 15000, 22500]),
    ],
)
def test_options(method, options, expected):
    loader = data.DataLoader(Images(10), 3, **{"num_workers": 2, **options})
    for _ in range(2):
        assert firsts(loader) == expected


def network():
    net = mx.gluon.nn.HybridSequential()
    net.add(mx.gluon.nn.Dense(3, use_bias=False, in_units=4))
    net.initialize(mx.init.One())
    net.hybridize()
    return net


@pytest.mark.parametrize(
    ("transform", "expected"),
    [
        (transforms.Compose([transforms.ToTensor(), transforms.Normalize(0.5, 0.5)]), 1.0),
        (transforms.ToTensor(), 1.0),
        (transforms.Cast("float16"), 255.0),
        (transforms.Resize(4), 255.0),
        (transforms.RandomFlipLeftRight(), 255.0),
    ],
)
def test_transforms(method, transform, expected):
    images = data.ArrayDataset(mx.nd.full((6, 8, 8, 3), 255, dtype="uint8"), np.arange(6))
    batches = list(data.DataLoader(images.transform_first(transform), 3, num_workers=1))
    assert firsts(batches) == [expected, expected]
    assert batches[1][1].asnumpy().tolist() == [3, 4, 5]


def test_a_network_is_a_transform(method):
    dataset = data.SimpleDataset(list(mx.nd.ones((4, 1, 4)))).transform(network())
    assert firsts(data.DataLoader(dataset, 2, num_workers=1)) == [4, 4]


def test_arrays_of_a_dataset_are_one_memory_and_each_workers_own(method):
    values = np.zeros((4, 3000), np.float32)
    dataset = Written(values, mx.nd.zeros((4, 3000)), np.zeros(4, np.int64))
    loader = data.DataLoader(dataset, 1, num_workers=2)
    for _ in range(2):
        batches = [batch.asnumpy().ravel() for batch in loader]
    assert all(0 < batch[0] <= 8 for batch in batches)  # what its worker wrote
    assert not values.any()
    assert not dataset.arrays[1].asnumpy().any()


class Written(data.Dataset):
    """A dataset that writes into its own arrays."""

    def __init__(self, *arrays):
        self.arrays = arrays

    def __len__(self):
        return 4

    def __getitem__(self, idx):
        numpy, array, small = self.arrays
        numpy += 1
        small += 1
        array += 1
        assert float(array[0, 0].asscalar()) == numpy[0, 0] == small[0]
        return numpy[0, :2].copy()


@pytest.mark.parametrize("shares", [True, False])
def test_what_only_a_process_that_starts_can_be_given(method, monkeypatch, shares):
    monkeypatch.setattr(starting, "CAN_SHARE", shares)
    counter = multiprocessing.get_context(method).Value("i", 5)
    here, there = multiprocessing.get_context(method).Pipe()
    for shared, expected in ((counter, 5), (there, 0)):
        dataset = data.SimpleDataset([0, 1]).transform(Adds(shared))
        assert [batch.asscalar() for batch in data.DataLoader(dataset, 1, num_workers=1)] == [expected, expected + 1]
    assert here.recv() == "from a worker"


class Adds:
    def __init__(self, shared):
        self.shared = shared

    def __call__(self, x):
        if hasattr(self.shared, "value"):
            return x + self.shared.value
        self.shared.send("from a worker")
        return x


def test_without_shared_memory(method, monkeypatch):
    monkeypatch.setattr(starting, "CAN_SHARE", False)
    monkeypatch.setattr(sharing, "CAN_SHARE", False)
    assert firsts(data.DataLoader(Images(), 3, num_workers=2)) == [0, 3, 6, 9]


@pytest.mark.parametrize("how", [mx.util.use_np, mx.util.np_array])
def test_numpy_arrays_and_float64(method, how):
    with mx.util.np_shape(True), mx.util.np_array(True):
        before = mx.util.set_np_default_dtype(True)
        try:
            loader = data.DataLoader(data.SimpleDataset(range(2)).transform(halves), 2, num_workers=1)
            (batch,) = loader
        finally:
            mx.util.set_np_default_dtype(before)
    assert isinstance(batch, mx.np.ndarray)
    assert (batch.dtype, batch.asnumpy().tolist()) == (np.float64, [[1.0, 0.5], [1.0, 0.5]])


def halves(_):
    return mx.np.array([1.0, 0.5])


def test_the_same_random_numbers_with_any_number_of_workers(method):
    def epoch(count):
        np.random.seed(3), mx.random.seed(3)
        loader = data.DataLoader(data.SimpleDataset(range(4)).transform(drawn), 1, num_workers=count)
        return [tuple(part.asscalar() for part in batch) for batch in loader]

    assert epoch(1) == epoch(3)


def drawn(_):
    return np.random.randint(1 << 30), float(mx.nd.random.uniform(shape=(1,)).asscalar())


def test_an_error_shows_where_in_the_worker(method):
    with pytest.raises(ValueError, match="bad sample") as error:
        list(data.DataLoader(Ending(refuse, "bad sample"), 4, num_workers=2))
    assert "in refuse" in str(error.value.__cause__)


@pytest.mark.parametrize(("how", "args", "says"), [(kill, (), "killed by SIGKILL"), (os._exit, (7,), "exit code 7")])
def test_the_end_of_a_worker_is_an_error(method, how, args, says):
    loader = data.DataLoader(Ending(how, *args), 4, num_workers=1)
    epoch = iter(loader)
    assert [next(epoch).shape for _ in range(2)] == [(4, 50, 50)] * 2
    with pytest.raises(mx.MXNetError, match=rf"worker process \d+ .*{says} while it made a batch"):
        next(epoch)
    assert next(iter(loader)).shape == (4, 50, 50)


def test_a_worker_that_hangs(method):
    loader = data.DataLoader(Ending(time.sleep, 60), 4, num_workers=2, timeout=10)
    with pytest.raises(multiprocessing.TimeoutError, match="batch 2"):
        list(loader)


@pytest.mark.skipif(not os.path.exists("/proc/self/maps"), reason="looks at Linux's /proc")
def test_nothing_is_left(method):
    list(data.DataLoader(Images(), 2, num_workers=1))  # starts what multiprocessing itself keeps

    def held():
        with open("/proc/self/maps") as stream:
            pieces = sum("remx-shared" in line for line in stream)
        return pieces, len(os.listdir("/proc/self/fd")), len(multiprocessing.active_children())

    time.sleep(0.5)
    before = held()
    for _ in range(3):
        loader = data.DataLoader(Images(), 2, num_workers=2)
        assert next(iter(loader)).shape == (2, 50, 50)
        del loader
    end = time.monotonic() + 20
    while any(now > earlier for now, earlier in zip(held(), before, strict=True)):  # a thread ends them
        assert time.monotonic() < end
        time.sleep(0.05)


def local_function(samples):
    return lambda: samples


@pytest.mark.parametrize("shares", [True, False])
@pytest.mark.parametrize("where", ["dataset", "transform", "batchify_fn"])
def test_what_cannot_be_pickled_is_one_error(method, monkeypatch, shares, where):
    monkeypatch.setattr(starting, "CAN_SHARE", shares)
    dataset = data.SimpleDataset([local_function(0)] if where == "dataset" else [0, 1])
    if where == "transform":
        dataset = dataset.transform(lambda x: x)
    loader = data.DataLoader(dataset, 1, num_workers=2, batchify_fn=len if where != "batchify_fn" else lambda x: x)
    says = f"'{method}'.*top level of a module.*num_workers=0"
    with pytest.raises((pickle.PicklingError, AttributeError), match=says):
        list(loader)
    assert not loader._worker_pool._workers


class Missing:
    """An object that only the process that made it can make again."""

    def __reduce__(self):
        return _made_in, (os.getpid(),)


def _made_in(pid):
    if pid != os.getpid():
        raise KeyError("made elsewhere")
    return Missing()


def test_what_cannot_be_unpickled_is_raised_at_the_first_batch(method):
    with pytest.raises(KeyError, match="made elsewhere") as error:
        list(data.DataLoader([Missing()], 1, num_workers=1, batchify_fn=len))
    assert "_made_in" in str(error.value.__cause__)


def test_calls_wait_in_small_buffers(method, monkeypatch):
    monkeypatch.setattr(workers, "_QUEUED_BYTES", 4 << 10)
    dataset = data.SimpleDataset(np.arange(9000))
    batches = list(data.DataLoader(dataset, 3000, num_workers=1, prefetch=3))
    assert np.concatenate([batch.asnumpy() for batch in batches]).tolist() == list(range(9000))


@pytest.mark.parametrize("chosen", [None, *multiprocessing.get_all_start_methods()])
@pytest.mark.parametrize("methods", [("fork", "spawn", "forkserver"), ("forkserver", "spawn", "fork"), ("spawn",)])
def test_which_method_is_taken(monkeypatch, methods, chosen):
    monkeypatch.setattr(multiprocessing, "get_all_start_methods", lambda: list(methods))
    monkeypatch.setattr(multiprocessing, "get_start_method", lambda allow_none: chosen)
    fork = "fork" if "fork" in methods and sys.platform != "darwin" else "spawn"
    assert starting.start_method() == (fork if chosen in (None, methods[0]) else chosen)


# -- whole programs -----------------------------------------------------------------------------------------------

PROGRAM = """
import multiprocessing
import mxnet as mx
from mxnet.gluon import data

class Numbers(data.Dataset):
    def __len__(self):
        return 4
    def __getitem__(self, i):
        return mx.nd.array([i])

def main():
    multiprocessing.set_start_method({method!r}, force=True)
    loader = data.DataLoader(Numbers(), 2, num_workers=1)
    print([batch.asnumpy().ravel().tolist() for batch in loader])

{guard}main()
"""


def run(tmp_path, text, **options):
    path = tmp_path / "program.py"
    path.write_text(text)
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, str(path)]
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=100, check=False, **options)


@pytest.mark.parametrize("method", METHODS)
def test_a_program(tmp_path, method):
    result = run(tmp_path, PROGRAM.format(method=method, guard='if __name__ == "__main__":\n    '))
    assert (result.returncode, result.stdout) == (0, "[[0.0, 1.0], [2.0, 3.0]]\n"), result.stderr
    assert result.stderr == ""


#: what is Python's own choice is not taken
CHOSEN = [each for each in METHODS if each != multiprocessing.get_all_start_methods()[0] or each == "spawn"]


@pytest.mark.parametrize("method", CHOSEN)
def test_a_program_that_does_all_where_it_is_imported(tmp_path, method):
    result = run(tmp_path, PROGRAM.format(method=method, guard=""))
    assert result.returncode == 1
    assert 'if __name__ == "__main__":' in result.stderr
    assert f"start method '{method}'" in result.stderr
    assert result.stderr.count("Traceback") == 1, result.stderr


def test_a_program_that_fails_where_it_is_imported_is_no_crash_in_a_library(tmp_path):
    text = PROGRAM.format(method="spawn", guard='if __name__ == "__main__":\n    ')
    result = run(tmp_path, text + 'if __name__ != "__main__":\n    raise KeyError("only here")\n')
    assert result.returncode == 1
    assert "ended with exit code 1 before it made a batch; what it printed says why" in result.stderr
    assert "KeyError: 'only here'" in result.stderr


def test_a_pool_that_nobody_has_asked_for_anything_starts_no_process(method):
    pool = WorkerPool(2, int)
    assert not pool._workers
    pool.terminate()

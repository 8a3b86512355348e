"""The loader: batches of a dataset's samples, made here, by threads or by processes."""

import multiprocessing
import multiprocessing.queues
import os
import pickle
import random
import struct
import sys
import zlib
from collections.abc import Callable, Iterator
from multiprocessing import TimeoutError as WorkerTimeoutError
from multiprocessing.reduction import ForkingPickler
from typing import Any

import numpy as np
import torch

from ... import autograd
from ...core import rng
from ...core.context import cpu_pinned
from ...core.errors import expect, explains_arguments
from ...core.semantics import semantics
from ...core.text import described
from ...core.threads.pool import ThreadPool, only_one_thread
from ...registry.manual import documented
from .batchify import _as_in_context, _pinned, default_batchify_fn, default_mp_batchify_fn
from .sampler import BatchSampler, RandomSampler, SequentialSampler
from .workers import WorkerPool

__all__ = [
    "DataLoader", "DataLoaderV1", "ForkingPickler", "Queue", "SimpleQueue", "_as_in_context", "default_batchify_fn",
    "default_mp_batchify_fn",
]  # fmt: skip


class Queue(multiprocessing.queues.Queue):  # type: ignore[type-arg]
    """Python's queue between processes, made without a context, for loaders that programs write themselves."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, ctx=multiprocessing.get_context(), **kwargs)


class SimpleQueue(multiprocessing.queues.SimpleQueue):  # type: ignore[type-arg]
    """Python's simple queue between processes, made without a context."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, ctx=multiprocessing.get_context(), **kwargs)


#: what a worker process was started with
_worker_dataset: Any = None
_worker_batchify_fn: Any = None
_SEEDERS: tuple[Callable[[int], Any], ...] = (np.random.seed, random.seed, rng.seed)


def _worker_initializer(
    dataset: Any, active_shape: bool, active_array: bool, batchify_fn: Any = None, seeds: Any = None, number: int = 0
) -> None:
    """Prepare a worker process: its dataset, its semantics, one thread, and random numbers of its own."""
    global _worker_dataset, _worker_batchify_fn
    _worker_dataset, _worker_batchify_fn = dataset, batchify_fn
    _thread_worker_initializer(active_shape, active_array)
    torch.set_num_threads(1)  # the other processors are for the other workers
    os.environ["OPENCV_FOR_THREADS_NUM"] = "1"
    if "cv2" in sys.modules:
        sys.modules["cv2"].setNumThreads(0)
    autograd.set_recording(False)
    autograd.set_training(False)
    if seeds is not None:
        _seed(seeds, -1 - number)


def _thread_worker_initializer(active_shape: bool, active_array: bool) -> None:
    semantics.np_shape, semantics.np_array = active_shape, active_array


def _thread_initializer(active_shape: bool, active_array: bool) -> None:
    _thread_worker_initializer(active_shape, active_array)
    only_one_thread()  # there are others beside this one


def _worker_fn(samples: Any, batchify_fn: Any, dataset: Any = None, seeds: Any = None, number: int = 0) -> Any:
    """Make a batch in a worker process, of the dataset and with the function it was started with unless given."""
    if seeds is not None:
        _seed(seeds, number)
    dataset = _worker_dataset if dataset is None else dataset
    return (batchify_fn or _worker_batchify_fn)([dataset[i] for i in samples])


def _thread_worker_fn(samples: Any, batchify_fn: Any, dataset: Any) -> Any:
    """Make a batch in a thread."""
    return batchify_fn([dataset[i] for i in samples])


def _states() -> tuple[int, int, int]:
    """Return a number for the state of each random generator: NumPy's, Python's, ours. Nothing is drawn."""
    numpy_state: Any = np.random.get_state()
    generator = rng.generator(torch.device("cpu"))
    assert generator is not None
    texts = (
        numpy_state[1].tobytes() + struct.pack("<q", numpy_state[2]),
        repr(random.getstate()).encode(),
        generator.get_state().numpy().tobytes(),
    )
    return zlib.crc32(texts[0]), zlib.crc32(texts[1]), zlib.crc32(texts[2])


def _seed(seeds: tuple[int, int, int], number: int) -> None:
    """Seed the generators of a worker for one batch: the same for a batch whichever worker makes it."""
    for seed, set_seed in zip(seeds, _SEEDERS, strict=True):
        set_seed(zlib.crc32(struct.pack("<Qq", seed, number)))


class _MultiWorkerIter:
    """An epoch of batches that a pool of workers makes, in order.

    ``worker_pool`` has ``apply_async(fn, args)``, whose result has ``get(timeout)``. ``prefetch`` batches are asked
    for beforehand. ``data_loader`` is kept alive.
    """

    def __init__(
        self,
        worker_pool: Any,
        batchify_fn: Any,
        batch_sampler: Any,
        pin_memory: bool = False,
        pin_device_id: int = 0,
        worker_fn: Callable[..., Any] = _worker_fn,
        prefetch: int = 0,
        dataset: Any = None,
        data_loader: Any = None,
        timeout: float = 120,
        seeds: Any = None,
    ) -> None:
        self._worker_pool, self._worker_fn, self._timeout = worker_pool, worker_fn, timeout
        self._batchify_fn, self._dataset, self._data_loader = batchify_fn, dataset, data_loader
        self._batch_sampler = batch_sampler
        self._pin = cpu_pinned(pin_device_id) if pin_memory else None
        self._seeds = seeds
        self._data_buffer: dict[int, Any] = {}
        self._rcvd_idx = self._sent_idx = 0
        self._iter = iter(batch_sampler)
        for _ in range(prefetch):
            self._push_next()

    def __len__(self) -> int:
        return len(self._batch_sampler)

    def _push_next(self) -> None:
        """Ask for one more batch, if there is one."""
        samples = next(self._iter, None)
        if samples is None:
            return
        args: tuple[Any, ...] = (samples, self._batchify_fn, self._dataset)
        if self._seeds is not None:
            args += (self._seeds, self._sent_idx)
        self._data_buffer[self._sent_idx] = self._worker_pool.apply_async(self._worker_fn, args)
        self._sent_idx += 1

    def __next__(self) -> Any:
        self._push_next()
        if self._rcvd_idx == self._sent_idx:
            raise StopIteration
        index = self._rcvd_idx
        result = self._data_buffer.pop(index)
        self._rcvd_idx += 1
        try:
            batch = result.get(self._timeout)
        except WorkerTimeoutError:
            self._abandon()
            if isinstance(self._worker_pool, WorkerPool):
                self._worker_pool.terminate()  # the next epoch gets workers that do not hang
            raise WorkerTimeoutError(
                f"DataLoader: batch {index} was not there after {self._timeout} seconds. Give a longer"
                " timeout=, more workers, or look what the dataset waits for."
            ) from None
        except StopIteration as error:
            self._abandon()
            raise RuntimeError("DataLoader: the dataset or batchify_fn raised StopIteration") from error
        except BaseException:
            self._abandon()
            raise
        if isinstance(batch, bytes) and self._worker_fn is not _worker_fn:
            batch = pickle.loads(batch)  # as functions written for MXNet's workers return it
        return batch if self._pin is None else _pinned(batch, self._pin)

    def _abandon(self) -> None:
        """End the epoch: request nothing more, and drop what was requested."""
        self._data_buffer.clear()
        self._iter = iter(())
        self._rcvd_idx = self._sent_idx

    def next(self) -> Any:
        """Return the next batch."""
        return self.__next__()

    def __iter__(self) -> Iterator[Any]:
        return self


@documented()
class DataLoader:
    """Batches of a dataset, one epoch at each iteration: ``for data, label in loader``.

    ``len(loader)`` is the number of batches. An error in a worker is raised here at its batch and ends the epoch, as
    does the death of a worker (:class:`~mxnet.base.MXNetError`).

    Parameters
    ----------
    dataset : Dataset, array or list
        Where samples are read from: anything that is read by position and has a length.
    batch_size
        The number of samples of a batch; required unless ``batch_sampler`` is given.
    shuffle
        Whether samples come in another order at each epoch, drawn from NumPy's global generator; False: as they lie
        there.
    sampler : iterable of ints or None
        The positions of samples, in their order, in place of ``shuffle``.
    last_batch : str or None
        What becomes of a last batch with fewer samples: ``'keep'`` (also None) gives it, ``'discard'`` drops it,
        ``'rollover'`` puts its samples at the beginning of the next epoch.
    batch_sampler : iterable of lists of ints or None
        The positions of the samples of each batch, in place of ``batch_size``, ``shuffle``, ``sampler`` and
        ``last_batch``.
    batchify_fn
        A function that makes a batch of a list of samples; None: samples are stacked, the parts of tuples each for
        itself.
    num_workers
        How many processes make batches; 0: they are made here. They start at the first batch and stay until the
        loader is gone; their batches come through shared memory, in the context ``cpu_shared(0)``. On Linux they are
        forked, unless the program has called ``multiprocessing.set_start_method("spawn")``. On Windows and macOS they
        are new processes: the dataset, its transforms and ``batchify_fn`` reach them by pickle, and the program must do
        its work under ``if __name__ == "__main__":``.
    pin_memory
        Whether batches are handed over in page-locked memory, from which copies to a GPU are faster.
    pin_device_id
        The GPU for which that is: the context is ``cpu_pinned(pin_device_id)``.
    prefetch
        How many batches are made beforehand; None: twice ``num_workers``.
    thread_pool
        Whether the workers are threads instead of processes: for transforms that spend their time outside of Python.
    timeout
        How many seconds a batch of the workers is waited for, before multiprocessing.TimeoutError is raised.
    auto_reload
        Whether the workers begin with the next epoch as soon as one has ended.
    try_nopython
        Of MXNet 2: without effect.

    Raises
    ------
    ValueError
        For arguments that exclude each other.

    See Also
    --------
    mxnet.gluon.data.batchify : functions for ``batchify_fn``.

    Notes
    -----
    Where MXNet's workers all draw the same random numbers, ours are seeded for each batch from the generators' states
    here, so that an epoch is the same with any number of them.

    Examples
    --------
    >>> dataset = gluon.data.ArrayDataset(nd.arange(10).reshape((5, 2)), nd.arange(5))
    >>> loader = gluon.data.DataLoader(dataset, batch_size=2, last_batch="keep")
    >>> for data, label in loader:
    ...     print(data.shape, label.asnumpy())
    (2, 2) [0. 1.]
    (2, 2) [2. 3.]
    (1, 2) [4.]
    """

    @explains_arguments
    def __init__(
        self,
        dataset: Any,
        batch_size: int | None = None,
        shuffle: bool = False,
        sampler: Any = None,
        last_batch: str | None = None,
        batch_sampler: Any = None,
        batchify_fn: Callable[[list[Any]], Any] | None = None,
        num_workers: int = 0,
        pin_memory: bool = False,
        pin_device_id: int = 0,
        prefetch: int | None = None,
        thread_pool: bool = False,
        timeout: float = 120,
        auto_reload: bool = False,
        try_nopython: bool | None = None,
    ) -> None:
        self._pool: Any = None
        self._iter: Any = None
        assert timeout > 0, f"timeout: expected a positive number of seconds, got {timeout}"
        self._dataset, self._timeout, self.auto_reload = dataset, timeout, auto_reload
        self._pin_memory, self._pin_device_id, self._thread_pool = pin_memory, pin_device_id, thread_pool
        if batch_sampler is None:
            batch_sampler = _batches(dataset, batch_size, shuffle, sampler, last_batch)
        elif batch_size is not None or shuffle or sampler is not None or last_batch is not None:
            raise ValueError("batch_sampler: give it, or batch_size, shuffle, sampler and last_batch")
        self._batch_sampler = batch_sampler
        expect(isinstance(num_workers, (int, np.integer)), "num_workers", "a number of processes", num_workers)
        self._num_workers = max(num_workers, 0)
        self._prefetch = max(0, 2 * self._num_workers if prefetch is None else int(prefetch))
        if batchify_fn is None:
            batchify_fn = default_mp_batchify_fn if self._num_workers else default_batchify_fn
        expect(callable(batchify_fn), "batchify_fn", "a function of a list of samples", batchify_fn)
        self._batchify_fn = batchify_fn
        self._epochs = 0
        if self.auto_reload and self._num_workers:
            self.refresh()

    def __repr__(self) -> str:
        return described(self, [f"batches of {type(self._dataset).__name__}", f"{self._num_workers} workers"])

    def __len__(self) -> int:
        return len(self._batch_sampler)

    def __iter__(self) -> Iterator[Any]:
        if not self._num_workers:
            return self._batches()
        return self._reloading() if self.auto_reload else self._epoch()

    def _batches(self) -> Iterator[Any]:
        """Yield batches made in this thread."""
        pin = cpu_pinned(self._pin_device_id) if self._pin_memory else None
        for samples in self._batch_sampler:
            batch = self._batchify_fn([self._dataset[i] for i in samples])
            yield batch if pin is None else _pinned(batch, pin)

    def _reloading(self) -> Iterator[Any]:
        epoch, self._iter = self._iter or self._epoch(), None
        yield from epoch
        self.refresh()

    def _epoch(self) -> _MultiWorkerIter:
        """Return an iterator over one epoch of the workers' batches."""
        epoch, self._epochs = self._epochs, self._epochs + 1
        pool = self._worker_pool
        common: dict[str, Any] = {"prefetch": self._prefetch, "data_loader": self, "timeout": self._timeout}
        common |= {"pin_memory": self._pin_memory, "pin_device_id": self._pin_device_id}
        if self._thread_pool:
            common |= {"worker_fn": _thread_worker_fn, "dataset": self._dataset}
            return _MultiWorkerIter(pool, self._batchify_fn, self._batch_sampler, **common)
        seeds = tuple(zlib.crc32(struct.pack("<QQ", state, epoch)) for state in _states())
        return _MultiWorkerIter(pool, None, self._batch_sampler, seeds=seeds, **common)

    @property
    def _worker_pool(self) -> Any:
        """This process's workers, new ones where there are none; None for a loader without."""
        if self._pool is not None and getattr(self._pool, "_pid", os.getpid()) != os.getpid():
            self._pool = None
        if self._pool is None and self._num_workers:
            modes = semantics.np_shape, semantics.np_array
            if self._thread_pool:
                self._pool = ThreadPool(self._num_workers, _thread_initializer, modes)
            else:
                start = (self._dataset, *modes, self._batchify_fn, _states())
                keep = -(-self._prefetch // self._num_workers) + 1
                self._pool = WorkerPool(self._num_workers, _worker_initializer, start, keep, self._timeout)
        return self._pool

    @_worker_pool.setter
    def _worker_pool(self, pool: Any) -> None:
        self._pool = pool

    def refresh(self) -> None:
        """Begin the next epoch anew; its first batches are made beforehand. Only with workers."""
        self.clean()
        if self._num_workers:
            self._iter = self._epoch()
            self._iter._data_loader = None  # which keeps it, and would be kept

    def clean(self) -> None:
        """Drop an epoch that was begun beforehand."""
        self._iter = None


def _batches(dataset: Any, batch_size: int | None, shuffle: bool, sampler: Any, last_batch: str | None) -> Any:
    if batch_size is None:
        raise ValueError("batch_size: it must be given unless batch_sampler is")
    if sampler is None:
        expect(hasattr(dataset, "__len__"), "dataset", "a dataset with a length, or a sampler beside it", dataset)
        sampler = RandomSampler(len(dataset)) if shuffle else SequentialSampler(len(dataset))
    elif shuffle:
        raise ValueError("shuffle: give it or sampler, not both")
    return BatchSampler(sampler, batch_size, last_batch or "keep")


class DataLoaderV1(DataLoader):
    """The loader of earlier releases: the same without threads and timeouts, and batches in the context ``cpu(0)``."""

    def __init__(
        self,
        dataset: Any,
        batch_size: int | None = None,
        shuffle: bool = False,
        sampler: Any = None,
        last_batch: str | None = None,
        batch_sampler: Any = None,
        batchify_fn: Callable[[list[Any]], Any] | None = None,
        num_workers: int = 0,
        pin_memory: bool = False,
        pin_device_id: int = 0,
    ) -> None:
        which = shuffle, sampler, last_batch, batch_sampler, batchify_fn or default_batchify_fn
        super().__init__(dataset, batch_size, *which, num_workers, pin_memory, pin_device_id)

"""Iterators around iterators: epochs of another length, and prefetching."""

from collections.abc import Mapping, Sequence
from typing import Any

from ..core.errors import expect_number, expected
from ..core.shared_methods import Shared
from ..core.threads.pool import Task, ThreadPool
from .base import DataBatch, DataDesc, DataIter, descriptions

Names = Sequence[Mapping[str, str]]


class _Current(DataIter, metaclass=Shared):
    """An iterator that answers from ``current_batch``."""

    current_batch: DataBatch | None = None

    def _batch(self) -> DataBatch:
        assert self.current_batch is not None, "call iter_next() or next() first"
        return self.current_batch

    def next(self) -> DataBatch:
        """Move to the next batch and return it.

        Returns
        -------
        A :class:`DataBatch`.

        Raises
        ------
        StopIteration
            At the end of the epoch.

        Examples
        --------
        >>> batches = mx.io.ResizeIter(mx.io.NDArrayIter(np.arange(3), np.arange(3), batch_size=2), 3)
        >>> batches.next().data[0].shape
        (2,)
        """
        if self.iter_next():
            return self._batch()
        raise StopIteration

    def getdata(self) -> Any:
        """Return the data arrays of this batch.

        Returns
        -------
        A list of NDArrays.

        Examples
        --------
        >>> batches = mx.io.ResizeIter(mx.io.NDArrayIter(np.arange(3), np.arange(3), batch_size=2), 3)
        >>> batches.iter_next()
        True
        >>> print(batches.getdata()[0].asnumpy())
        [0. 1.]
        """
        return self._batch().data

    def getlabel(self) -> Any:
        """Return the label arrays of this batch.

        Returns
        -------
        A list of NDArrays.

        Examples
        --------
        >>> batches = mx.io.ResizeIter(mx.io.NDArrayIter(np.arange(3), np.arange(3), batch_size=2), 3)
        >>> batches.iter_next()
        True
        >>> print(batches.getlabel()[0].asnumpy())
        [0. 1.]
        """
        return self._batch().label

    def getindex(self) -> Any:
        """Return the numbers of this batch's samples, or None.

        Returns
        -------
        An array of ints, or None.

        Examples
        --------
        >>> batches = mx.io.ResizeIter(mx.io.NDArrayIter(np.arange(3), np.arange(3), batch_size=2), 3)
        >>> batches.iter_next()
        True
        >>> batches.getindex() is None
        True
        """
        return self._batch().index

    def getpad(self) -> Any:
        """Return how many samples at the end of this batch only fill it up.

        Returns
        -------
        An int.

        Examples
        --------
        >>> batches = mx.io.ResizeIter(mx.io.NDArrayIter(np.arange(3), np.arange(3), batch_size=2), 3)
        >>> [batch.pad for batch in batches]
        [0, 1, 0]
        """
        return self._batch().pad


def _check_iterator(argument: str, iterator: Any) -> None:
    if not hasattr(iterator, "provide_data"):
        raise AttributeError(expected(argument, "an iterator over batches, such as mx.io.NDArrayIter", iterator))


class ResizeIter(_Current):
    """Make epochs of another length: of ``size`` batches, however many the iterator inside has.

    Parameters
    ----------
    data_iter
        The iterator that gives the batches. It begins anew whenever it ends.
    size
        How many batches an epoch has.
    reset_internal
        Whether a reset also resets the iterator inside; False: the next epoch goes on where this one stopped.

    Examples
    --------
    >>> inner = mx.io.NDArrayIter(np.arange(6), batch_size=2)
    >>> batches = mx.io.ResizeIter(inner, 5)
    >>> [batch.data[0].asnumpy().tolist() for batch in batches]
    [[0.0, 1.0], [2.0, 3.0], [4.0, 5.0], [0.0, 1.0], [2.0, 3.0]]
    """

    def __init__(self, data_iter: DataIter, size: int, reset_internal: bool = True) -> None:
        _check_iterator("data_iter", data_iter)
        super().__init__(data_iter.batch_size)
        expect_number("size", "a number of batches", size)
        self.data_iter, self.size, self.reset_internal = data_iter, size, reset_internal
        self.cur = 0
        self.current_batch: DataBatch | None = None
        self.provide_data = data_iter.provide_data  # type: ignore[attr-defined]
        self.provide_label = data_iter.provide_label  # type: ignore[attr-defined]
        if hasattr(data_iter, "default_bucket_key"):
            self.default_bucket_key = data_iter.default_bucket_key

    def reset(self) -> None:
        if self.reset_internal:
            self.data_iter.reset()
        self.cur = 0

    def iter_next(self) -> bool:
        if self.cur >= self.size:
            return False
        self.cur += 1
        self.current_batch = _next_or_none(self.data_iter)
        if self.current_batch is None:
            self.data_iter.reset()
            self.current_batch = self.data_iter.next()
        return True


def _next_or_none(iterator: DataIter) -> DataBatch | None:
    try:
        return iterator.next()
    except StopIteration:
        return None


class PrefetchingIter(_Current):
    """Prepare the next batch in the background, of one iterator or of several whose arrays are joined.

    An error in an iterator is raised where its batch is asked for.

    Parameters
    ----------
    iters : DataIter, or list of them
        The iterators. The batches of several have the arrays of all; their epochs are equally long and equally padded.
    rename_data : list of dicts of str to str, or None
        For each iterator a dict from its names of inputs to new ones, all of them; None: they stay.
    rename_label : list of dicts of str to str, or None
        The same of labels.

    Raises
    ------
    AssertionError
        For no iterators, and for such as have epochs of different lengths or batches padded differently.

    Examples
    --------
    >>> left = mx.io.NDArrayIter(np.zeros((4, 2)), np.arange(4), batch_size=2)
    >>> right = mx.io.NDArrayIter(np.ones((4, 3)), batch_size=2)
    >>> batches = mx.io.PrefetchingIter([left, right], rename_data=[{'data': 'left'}, {'data': 'right'}])
    >>> [(desc.name, desc.shape) for desc in batches.provide_data]
    [('left', (2, 2)), ('right', (2, 3))]
    >>> [[array.shape for array in batch.data] for batch in batches]
    [[(2, 2), (2, 3)], [(2, 2), (2, 3)]]
    """

    def __init__(
        self, iters: DataIter | Sequence[DataIter], rename_data: Names | None = None, rename_label: Names | None = None
    ) -> None:
        self.iters: list[Any] = list(iters) if isinstance(iters, (list, tuple)) else [iters]
        self.n_iter = len(self.iters)
        assert self.n_iter > 0, "at least one iterator is needed"
        for iterator in self.iters:
            _check_iterator("iters", iterator)
        self.rename_data = rename_data
        self.rename_label = rename_label
        super().__init__(self.provide_data[0].shape[0])
        self.current_batch = None
        self._pool = ThreadPool(self.n_iter)
        self._coming: list[Task] = []
        self._prefetch()

    @property
    def provide_data(self) -> list[DataDesc]:
        """The descriptions of the data arrays of a batch."""
        return self._renamed("provide_data", self.rename_data)

    @property
    def provide_label(self) -> list[DataDesc]:
        """The descriptions of the label arrays of a batch."""
        return self._renamed("provide_label", self.rename_label)

    def _renamed(self, which: str, renames: Sequence[Mapping[str, str]] | None) -> list[DataDesc]:
        result = []
        per_iterator: Sequence[Mapping[str, str] | None] = renames or [None] * self.n_iter
        for iterator, names in zip(self.iters, per_iterator, strict=True):
            for desc in descriptions(getattr(iterator, which)):
                name = desc.name if names is None else names[desc.name]
                result.append(DataDesc(name, desc.shape, desc.dtype, desc.layout))
        return result

    def _prefetch(self) -> None:
        self._coming = [Task(_next_or_none, (item,)) for item in self.iters]
        self._submit()

    def _submit(self) -> None:
        """Hand what is coming to the threads, if a signal has interrupted that."""
        for task in self._coming:
            self._pool.submit(task)

    def reset(self) -> None:
        self._submit()
        for task in self._coming:
            task.wait()  # an iterator must not be reset while it works
        for item in self.iters:
            item.reset()
        self._prefetch()

    def iter_next(self) -> bool:
        self._submit()
        batches = [batch for task in self._coming if (batch := task.get()) is not None]
        assert len(batches) in (0, self.n_iter), "Number of entry mismatches between iterators"
        if not batches:
            return False
        assert len({batch.pad for batch in batches}) == 1, "Different pad in the batches of the iterators"
        data = [array for batch in batches for array in batch.data]
        label = [array for batch in batches for array in batch.label or []]
        described = self.provide_data, self.provide_label
        self.current_batch = DataBatch(data, label, batches[0].pad, batches[0].index, None, *described)
        self._prefetch()
        return True

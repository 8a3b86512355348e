"""Datasets: collections of samples with a length, read by position."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import Any

from ... import ndarray as nd
from ... import recordio
from ...core.errors import expect, expect_number
from ...registry.manual import complete_docstring
from .sampler import FilterSampler, Sampler, SequentialSampler

__all__ = ["ArrayDataset", "Dataset", "RecordFileDataset", "SimpleDataset"]


class Dataset:
    """Base of datasets: ``__getitem__(position)`` gives a sample, ``__len__`` their number.

    A sample is an array, a number, or a tuple of them such as ``(data, label)``.

    Examples
    --------
    >>> class Squares(gluon.data.Dataset):
    ...     def __len__(self):
    ...         return 4
    ...     def __getitem__(self, i):
    ...         return i, i * i
    >>> data = Squares()
    >>> data[3]
    (3, 9)
    >>> changed = data.transform(lambda x, y: (x, -y))
    >>> changed[3]
    (3, -9)
    >>> len(data.filter(lambda sample: sample[1] > 2))
    2
    """

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        complete_docstring(cls)

    def __getitem__(self, idx: Any) -> Any:
        raise NotImplementedError(f"{type(self).__name__} must define __getitem__")

    def __len__(self) -> int:
        raise NotImplementedError(f"{type(self).__name__} must define __len__")

    def __mx_handle__(self) -> Any:
        """Return what loaders of MXNet 2 read, there an object of C++: the dataset itself."""
        return self

    def filter(self, fn: Callable[[Any], Any]) -> Dataset:
        """Return the samples for which ``fn(sample)`` is true; all are asked at once."""
        return _SampledDataset(self, FilterSampler(fn, self))

    def shard(self, num_shards: int, index: int) -> Dataset:
        """Return part ``index`` of ``num_shards`` consecutive parts, of which the first ones have one sample more.

        Raises AssertionError for an index that is not within ``0 ... num_shards - 1``.
        """
        for name, value in (("num_shards", num_shards), ("index", index)):
            expect_number(name, "a number", value)
        assert 0 <= index < num_shards, f"shard: the index {index} is not among those of {num_shards} parts"
        size, more = divmod(len(self), num_shards)
        start = size * index + min(index, more)
        return _SampledDataset(self, SequentialSampler(size + (index < more), start))

    def take(self, count: int | None) -> Dataset:
        """Return the first ``count`` samples; all of them where there are not as many, or for None.

        ValueError for a negative count.
        """
        if count is not None:
            expect_number("count", "a number of samples, or None", count)
            if count < 0:
                raise ValueError(f"count: expected 0 or more samples, or None, got {count}")
        size = len(self)
        return _SampledDataset(self, SequentialSampler(size if count is None else min(count, size)))

    def sample(self, sampler: Sampler) -> Dataset:
        """Return the samples at the positions a sampler gives, drawn once. TypeError for what is no Sampler."""
        if not isinstance(sampler, Sampler):
            raise TypeError(f"sample: expected a gluon.data.Sampler, got {type(sampler).__name__}")
        return _SampledDataset(self, sampler)

    def transform(self, fn: Callable[..., Any], lazy: bool = True) -> Dataset:
        """Return the samples changed by ``fn``, which is given the parts of a tuple as arguments.

        ``lazy`` changes a sample each time it is asked for; else all are changed now, and kept.
        """
        changed = _LazyTransformDataset(self, fn)
        return changed if lazy else SimpleDataset([changed[i] for i in range(len(changed))])

    def transform_first(self, fn: Callable[[Any], Any], lazy: bool = True) -> Dataset:
        """Return the samples with their first parts changed by ``fn``, such as images beside their labels."""
        return self.transform(_TransformFirstClosure(fn), lazy)


class SimpleDataset(Dataset):
    """The elements of a list, or of anything with a length that is read by position.

    Parameters
    ----------
    data
        Anything that is read by position and has a length.

    Examples
    --------
    >>> data = gluon.data.SimpleDataset([1, 2, 3]).transform(lambda x: 10 * x)
    >>> data[1]
    20
    """

    def __init__(self, data: Any) -> None:
        self._data = data

    def __getitem__(self, idx: Any) -> Any:
        return self._data[idx]

    def __len__(self) -> int:
        return len(self._data)


class _LazyTransformDataset(Dataset):
    """A dataset seen through a function."""

    def __init__(self, data: Any, fn: Callable[..., Any]) -> None:
        expect(callable(fn), "fn", "a function of a sample", fn)
        self._data, self._fn = data, fn

    def __getitem__(self, idx: Any) -> Any:
        sample = self._data[idx]
        return self._fn(*sample) if isinstance(sample, tuple) else self._fn(sample)

    def __len__(self) -> int:
        return len(self._data)

    def __iter__(self) -> Iterator[Any]:
        return (self[i] for i in range(len(self)))


class _SampledDataset(Dataset):
    """The samples of a dataset at certain positions."""

    def __init__(self, dataset: Any, sampler: Sampler) -> None:
        self._dataset = dataset
        self._indices = list(sampler)

    def __getitem__(self, idx: Any) -> Any:
        return self._dataset[self._indices[idx]]

    def __len__(self) -> int:
        return len(self._indices)


class _FilteredDataset(_SampledDataset):
    """The samples of a dataset for which ``fn(sample)`` is true."""

    def __init__(self, dataset: Any, fn: Callable[[Any], Any]) -> None:
        super().__init__(dataset, FilterSampler(fn, dataset))


class _TransformFirstClosure:
    """A function of samples that changes their first part; an object, so that it can be pickled."""

    def __init__(self, fn: Callable[[Any], Any]) -> None:
        expect(callable(fn), "fn", "a function of a sample's first part", fn)
        self._fn = fn

    def __call__(self, x: Any, *rest: Any) -> Any:
        changed = self._fn(x)
        return (changed, *rest) if rest else changed


class ArrayDataset(Dataset):
    """One or more arrays or lists of one length, side by side: sample i is the tuple of their elements i.

    With a single one a sample is its element. An NDArray of one axis is kept as NumPy array: its elements are numbers.
    Raises AssertionError for lengths that differ.

    Parameters
    ----------
    *args
        The arrays or lists, at least one.

    Examples
    --------
    >>> data = gluon.data.ArrayDataset([[1, 2], [3, 4]], ['a', 'b'])
    >>> data[1]
    ([3, 4], 'b')
    >>> len(data)
    2
    """

    def __init__(self, *args: Any) -> None:
        assert args, "ArrayDataset: at least one array is needed"
        for data in args:
            expect(hasattr(data, "__len__"), "ArrayDataset", "arrays or lists", data)
        self._length = len(args[0])
        self._data = []
        for i, data in enumerate(args):
            assert len(data) == self._length, (
                f"ArrayDataset: all arrays must have one length, but array 0 has {self._length}, array {i} {len(data)}"
            )
            self._data.append(data.asnumpy() if isinstance(data, nd.NDArray) and data.ndim == 1 else data)

    def __getitem__(self, idx: Any) -> Any:
        return self._data[0][idx] if len(self._data) == 1 else tuple(data[idx] for data in self._data)

    def __len__(self) -> int:
        return self._length


class RecordFileDataset(Dataset):
    """The records of a RecordIO file, as bytes.

    Parameters
    ----------
    filename
        The path of the ``.rec`` file, beside which its index ``.idx`` lies.

    Examples
    --------
    >>> record = mx.recordio.MXIndexedRecordIO('a.idx', 'a.rec', 'w')
    >>> for i in range(3):
    ...     n = record.write_idx(i, f'record {i}'.encode())
    >>> record.close()
    >>> data = gluon.data.RecordFileDataset('a.rec')
    >>> data[1]
    b'record 1'
    """

    def __init__(self, filename: str | os.PathLike[str]) -> None:
        self.filename = os.fspath(filename)
        self.idx_file = os.path.splitext(self.filename)[0] + ".idx"
        self._record = recordio.MXIndexedRecordIO(self.idx_file, self.filename, "r")

    def __getitem__(self, idx: Any) -> Any:
        return self._record.read_idx(self._record.keys[idx])

    def __len__(self) -> int:
        return len(self._record.keys)


class _DownloadedDataset(Dataset):
    """Base of datasets that are read whole from files in a folder, which is created unless it is there.

    ``_get_data`` fills ``_data`` and ``_label``.

    Parameters
    ----------
    train
        True: the samples to train with; False: those to test with.
    transform
        ``transform(data, label)``, applied to each sample; None: none. ``dataset.transform_first`` is for the image
        alone.
    """

    _data: Any = None
    _label: Any = None

    def __init__(self, root: str | os.PathLike[str], transform: Callable[[Any, Any], Any] | None) -> None:
        self._transform = transform
        self._root = os.path.expanduser(root)
        os.makedirs(self._root, exist_ok=True)
        self._get_data()

    def _get_data(self) -> None:
        raise NotImplementedError(f"{type(self).__name__} must define _get_data")

    def __getitem__(self, idx: Any) -> Any:
        data, label = self._data[idx], self._label[idx]
        return (data, label) if self._transform is None else self._transform(data, label)

    def __len__(self) -> int:
        return len(self._label)

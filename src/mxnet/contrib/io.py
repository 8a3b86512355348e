"""Gluon's loaders as iterators for modules."""

from collections.abc import Iterable, Iterator
from typing import Any

from .. import ndarray as nd
from ..io import DataDesc, DataIter

__all__ = ["DataDesc", "DataIter", "DataLoaderIter"]


class DataLoaderIter(DataIter):
    """Gives a Gluon ``DataLoader``'s pairs of data and label to a module.

    ``loader`` gives pairs of arrays each time that it is iterated over; the first says which shapes and how many
    samples a batch has, and a smaller last batch is filled up with zeros (``pad``). Arrays are converted to ``dtype``.
    """

    def __init__(
        self, loader: Iterable[Any], data_name: str = "data", label_name: str = "softmax_label", dtype: str = "float32"
    ) -> None:
        data, label = next(iter(loader))
        super().__init__(batch_size=data.shape[0])
        self.dtype = dtype
        self.provide_data = [DataDesc(data_name, data.shape, dtype)]
        self.provide_label = [DataDesc(label_name, label.shape, dtype)]
        self._loader = loader
        self._iter: Iterator[Any] = iter(loader)
        self._current_batch: Any = None

    def reset(self) -> None:
        """Begin the next epoch."""
        self._iter = iter(self._loader)

    def iter_next(self) -> bool:
        """Move to the next batch and return whether there is one."""
        self._current_batch = next(self._iter, None)
        return self._current_batch is not None

    def _padded(self, position: int) -> list[Any]:
        array = self._current_batch[position].astype(self.dtype)
        if not self.getpad():
            return [array]
        padded = nd.zeros((self.batch_size, *array.shape[1:]), dtype=self.dtype)
        padded[: array.shape[0]] = array
        return [padded]

    def getdata(self) -> list[Any]:
        """Return the data of this batch."""
        return self._padded(0)

    def getlabel(self) -> list[Any]:
        """Return the labels of this batch."""
        return self._padded(1)

    def getpad(self) -> int:
        """Return how many samples at the end of this batch only fill it up."""
        return int(self.batch_size - self._current_batch[0].shape[0])

    def getindex(self) -> None:
        """Return None: a loader does not number its samples."""

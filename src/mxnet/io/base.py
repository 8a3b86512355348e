"""Data iterators: descriptions of arrays, batches, and the iterator's interface."""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from ..core.describe import described, shapes


class DataDesc(namedtuple("DataDesc", ["name", "shape"])):
    """The name and shape of an input, a pair, with its ``dtype`` and ``layout`` (axes, ``N`` being the batch)."""

    dtype: Any
    layout: str | None

    def __new__(cls, name: str, shape: Sequence[int], dtype: Any = np.float32, layout: str | None = "NCHW") -> DataDesc:
        result = super().__new__(cls, name, shape)
        result.dtype = dtype
        result.layout = layout
        return result

    def __repr__(self) -> str:
        return f"DataDesc[{self.name},{self.shape},{self.dtype},{self.layout}]"

    @staticmethod
    def get_batch_axis(layout: str | None) -> int:
        """Return which axis of a layout is the batch: 0 for no layout, -1 for one without ``N``."""
        return 0 if layout is None else layout.find("N")

    @staticmethod
    def get_list(
        shapes: Iterable[tuple[str, Sequence[int]]], types: Iterable[tuple[str, Any]] | None
    ) -> list[DataDesc]:
        """Make descriptions from pairs of name and shape, and of name and data type (None: float32)."""
        if types is None:
            return [DataDesc(shape[0], shape[1]) for shape in shapes]
        dtypes = dict(types)
        return [DataDesc(shape[0], shape[1], dtypes[shape[0]]) for shape in shapes]


class DataBatch:
    """One batch: lists of arrays of data and of labels.

    ``pad`` is how many samples at the end only fill it up, ``index`` the samples' numbers, ``bucket_key`` which graph
    it is for, ``provide_data`` and ``provide_label`` the descriptions of its arrays, where an iterator gives them.
    Raises AssertionError for data or labels that are no list or tuple.
    """

    def __init__(
        self,
        data: Any,
        label: Any = None,
        pad: int | None = None,
        index: Any = None,
        bucket_key: Any = None,
        provide_data: Any = None,
        provide_label: Any = None,
    ) -> None:
        assert data is None or isinstance(data, (list, tuple)), "Data must be list of NDArrays"
        assert label is None or isinstance(label, (list, tuple)), "Label must be list of NDArrays"
        self.data: Any = data
        self.label: Any = label
        self.pad, self.index = pad, index
        self.bucket_key = bucket_key
        self.provide_data, self.provide_label = provide_data, provide_label

    def __repr__(self) -> str:
        return f"<{self}>"

    def __str__(self) -> str:
        data = [item.shape for item in self.data or []]
        labels = [item.shape for item in self.label] if self.label else None
        return f"{type(self).__name__}: data shapes: {data} label shapes: {labels}"


class DataIter:
    """The base of data iterators.

    Subclasses define ``reset``, and either ``next`` or ``iter_next`` with ``getdata``, ``getlabel``, ``getpad`` and
    ``getindex``; and ``provide_data`` and ``provide_label``, lists of :class:`DataDesc`.
    """

    def __init__(self, batch_size: int = 0) -> None:
        self.batch_size = batch_size

    def __repr__(self) -> str:
        descs = [*(getattr(self, "provide_data", None) or ()), *(getattr(self, "provide_label", None) or ())]
        return described(self, [f"batches of {self.batch_size}" if vars(self).get("batch_size") else "", shapes(descs)])

    def __iter__(self) -> DataIter:
        return self

    def reset(self) -> None:
        """Go back to the beginning of the data."""

    def next(self) -> DataBatch:
        """Return the next batch; StopIteration at the end of the data."""
        if self.iter_next():
            return DataBatch(data=self.getdata(), label=self.getlabel(), pad=self.getpad(), index=self.getindex())
        raise StopIteration

    def __next__(self) -> DataBatch:
        return self.next()

    def iter_next(self) -> bool:
        """Move to the next batch and return whether there is one."""
        return False

    def getdata(self) -> Any:
        """Return the data arrays of this batch."""
        return None

    def getlabel(self) -> Any:
        """Return the label arrays of this batch."""
        return None

    def getindex(self) -> Any:
        """Return the numbers of this batch's samples, or None."""
        return None

    def getpad(self) -> Any:
        """Return how many samples at the end of this batch only fill it up."""
        return None

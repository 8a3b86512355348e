"""Batches from arrays in memory."""

from typing import Any

import numpy as np

from ..core.errors import MXNetError, MXNetTypeError, MXNetValueError, explains_arguments
from .base import DataBatch, DataDesc, DataIter
from .utils import Sources, named_sources, take_rows


class NDArrayIter(DataIter):
    """Give the rows of arrays in batches.

    All arrays have as many rows. Of csr arrays the batches are csr.

    Parameters
    ----------
    data : array, list or dict of arrays
        The inputs: arrays of MXNet, NumPy, h5py, or SciPy's ``csr_matrix``. One array is called ``data_name``, those of
        a list ``_0_data``, ``_1_data`` ..., those of a dict by its keys, in alphabetical order. NumPy's become float32.
    label : array, list or dict of arrays, or None
        The labels, likewise, called ``label_name``; None: there are none.
    batch_size
        How many rows a batch has.
    shuffle
        Whether the rows are put in a new order now and at each ``reset``, drawn from NumPy's global generator
        (``np.random.seed``).
    last_batch_handle
        What becomes of the rows at the end that do not fill a batch:

        - ``'pad'``: rows from the beginning fill it up, and its ``pad`` says how many they are;
        - ``'discard'``: they are left out;
        - ``'roll_over'``: they are left out and come first in the next epoch.
    data_name
        The name of an input that is given as one array, or the end of the names in a list.
    label_name
        The same of labels: that of the variable which the network takes them by.
    layout
        The order of the axes in the descriptions. Rows lie along its ``N``, in arrays of too few axes for that along
        the first.

    Raises
    ------
    NotImplementedError
        For csr arrays without ``last_batch_handle='discard'``.
    MXNetError
        For arrays of fewer rows than the first one, and a ``batch_size`` that is not positive.

    Examples
    --------
    >>> data, label = np.arange(10).reshape(5, 2), np.arange(5)
    >>> batches = mx.io.NDArrayIter(data, label, batch_size=2)
    >>> for batch in batches:
    ...     print(batch.data[0].asnumpy().tolist(), batch.label[0].asnumpy(), batch.pad)
    [[0.0, 1.0], [2.0, 3.0]] [0. 1.] 0
    [[4.0, 5.0], [6.0, 7.0]] [2. 3.] 0
    [[8.0, 9.0], [0.0, 1.0]] [4. 0.] 1
    >>> batches.provide_data
    [DataDesc[data,(2, 2),<class 'numpy.float32'>,NCHW]]
    >>> batches = mx.io.NDArrayIter({'left': data, 'right': data}, batch_size=2, last_batch_handle='discard')
    >>> [desc.name for desc in batches.provide_data], len(list(batches))
    (['left', 'right'], 2)
    """

    @explains_arguments
    def __init__(
        self,
        data: Any,
        label: Any = None,
        batch_size: int = 1,
        shuffle: bool = False,
        last_batch_handle: str = "pad",
        data_name: str = "data",
        label_name: str = "softmax_label",
        layout: str = "NCHW",
    ) -> None:
        super().__init__(batch_size)
        if not isinstance(batch_size, (int, np.integer)):
            raise MXNetTypeError(f"batch_size: expected an integer, got {batch_size!r}")
        if batch_size < 1:
            raise MXNetValueError(f"batch_size: expected a positive integer, got {batch_size}")
        self._data = named_sources(data, allow_empty=False, default_name=data_name)
        self._label = named_sources(label, allow_empty=True, default_name=label_name)
        stored = {array.stype for _, array in self._data + self._label if hasattr(array, "stype")} - {"default"}
        if stored and last_batch_handle != "discard":
            raise NotImplementedError(
                f"arrays of storage {', '.join(sorted(stored))} need last_batch_handle='discard', not "
                f"{last_batch_handle!r}"
            )
        self.data_list = [array for _, array in self._data + self._label]
        self.num_source = len(self.data_list)
        self._batch_axis = max(DataDesc.get_batch_axis(layout), 0)
        self.num_data: int = self.data_list[0].shape[self._axis(self.data_list[0])]
        for name, array in self._data + self._label:
            rows = array.shape[self._axis(array)]
            if rows < self.num_data:
                raise MXNetError(f"{name}: expected {self.num_data} rows as in the data, got {rows}")
        self.shuffle = shuffle
        self.last_batch_handle = last_batch_handle
        self.layout = layout
        self.idx = np.arange(self.num_data)
        self._order = self.idx.copy()
        self._left_over = self._order[:0]
        self.cursor = -batch_size
        self.reset()

    @property
    def data(self) -> Sources:
        """The named data arrays, in the order of this epoch; programs may assign others."""
        return self._in_order(self._data)

    @data.setter
    def data(self, sources: Sources) -> None:
        self._data = self._as_stored(sources)

    @property
    def label(self) -> Sources:
        """The named label arrays, in the order of this epoch; programs may assign others."""
        return self._in_order(self._label)

    @label.setter
    def label(self, sources: Sources) -> None:
        self._label = self._as_stored(sources)

    def _axis(self, array: Any) -> int:
        return self._batch_axis if self._batch_axis < len(array.shape) else 0

    def _in_order(self, sources: Sources) -> Sources:
        if not self.shuffle:
            return sources
        return [(name, take_rows(array, self._order, self._axis(array))) for name, array in sources]

    def _as_stored(self, sources: Sources) -> Sources:
        """Return arrays in the order of this epoch in the order in which they are stored."""
        if not self.shuffle:
            return list(sources)
        order = np.argsort(self._order)
        return [(name, take_rows(array, order, self._axis(array))) for name, array in sources]

    @property
    def provide_data(self) -> list[DataDesc]:
        """The descriptions of the data arrays of a batch."""
        return self._descriptions(self._data)

    @property
    def provide_label(self) -> list[DataDesc]:
        """The descriptions of the label arrays of a batch."""
        return self._descriptions(self._label)

    def _descriptions(self, sources: Sources) -> list[DataDesc]:
        result = []
        for name, array in sources:
            axis = self._axis(array)
            shape = (*array.shape[:axis], self.batch_size, *array.shape[axis + 1 :])
            result.append(DataDesc(name, shape, array.dtype, self.layout))
        return result

    def hard_reset(self) -> None:
        """Go back to the beginning of the data, also of rows that would roll over.

        See Also
        --------
        reset : begins the next epoch with the rows that are left over.

        Examples
        --------
        >>> batches = mx.io.NDArrayIter(np.arange(3), batch_size=2, last_batch_handle='roll_over')
        >>> [batch.data[0].asnumpy().tolist() for batch in batches]
        [[0.0, 1.0]]
        >>> batches.hard_reset()
        >>> [batch.data[0].asnumpy().tolist() for batch in batches]
        [[0.0, 1.0]]
        """
        self._shuffle()
        self._left_over = self._order[:0]
        self.cursor = -self.batch_size

    def reset(self) -> None:
        """Begin the next epoch: in a new order with ``shuffle``, with the rows that are left over with ``'roll_over'``.

        Examples
        --------
        >>> batches = mx.io.NDArrayIter(np.arange(3), batch_size=2, last_batch_handle='roll_over')
        >>> [batch.data[0].asnumpy().tolist() for batch in batches]
        [[0.0, 1.0]]
        >>> batches.reset()
        >>> [batch.data[0].asnumpy().tolist() for batch in batches]
        [[2.0, 0.0], [1.0, 2.0]]
        """
        at_end = self.num_data - self.batch_size < self.cursor < self.num_data
        rolled = self._order[self.cursor :] if self.last_batch_handle == "roll_over" and at_end else self._order[:0]
        self.hard_reset()
        self._left_over = rolled
        self.cursor -= len(rolled)

    def _shuffle(self) -> None:
        if self.shuffle:
            # Each epoch shuffles the order of the one before by a shuffled list of places, as 1.9.1 does: the same
            # seed of NumPy gives the same batches.
            np.random.shuffle(self.idx)
            self._order = self._order[self.idx]

    def iter_next(self) -> bool:
        self.cursor += self.batch_size
        if self.last_batch_handle == "pad":
            return self.cursor < self.num_data
        return self.cursor + self.batch_size <= self.num_data

    def next(self) -> DataBatch:
        if not self.iter_next():
            raise StopIteration
        return DataBatch(data=self.getdata(), label=self.getlabel(), pad=self.getpad(), index=None)

    def _rows(self) -> np.ndarray:
        """Return which rows of the sources this batch consists of."""
        assert self.cursor < self.num_data, "DataIter needs reset."
        if self.cursor <= -self.batch_size:
            raise MXNetError("the iterator is before its first batch: call iter_next() or next()")
        indices = np.arange(max(self.cursor, 0), self.cursor + self.batch_size) % self.num_data
        rows = self._order[indices]
        return np.concatenate([self._left_over, rows]) if self.cursor < 0 else rows

    def _taken_rows(self, sources: Sources) -> list[Any]:
        rows = self._rows()
        return [take_rows(array, rows, self._axis(array)) for _, array in sources]

    def getdata(self) -> list[Any]:
        return self._taken_rows(self._data)

    def getlabel(self) -> list[Any]:
        return self._taken_rows(self._label)

    def getpad(self) -> int:
        """Return how many rows of this batch fill it up, or rolled over from the epoch before.

        Returns
        -------
        An int: rows at the end with ``'pad'``, at the beginning with ``'roll_over'``.

        Examples
        --------
        >>> batches = mx.io.NDArrayIter(np.arange(3), batch_size=2)
        >>> [batch.pad for batch in batches]
        [0, 1]
        """
        if self.last_batch_handle == "pad":
            return max(self.cursor + self.batch_size - self.num_data, 0)
        return -self.cursor if self.last_batch_handle == "roll_over" and -self.batch_size < self.cursor < 0 else 0

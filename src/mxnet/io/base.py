"""Data iterators: descriptions of arrays, batches, and the iterator's interface."""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from ..core.text import described, shapes
from ..registry.manual import complete_docstring, documented


class DataDesc(namedtuple("DataDesc", ["name", "shape"])):
    """Describe an input or a label: its name and shape, a pair, with its data type and the order of its axes.

    What ``provide_data`` and ``provide_label`` of an iterator are lists of, and ``Module.bind`` takes.

    Parameters
    ----------
    name : str
        The name of the variable that the array is for, such as ``'data'``.
    shape : tuple of ints
        The shape of a batch.
    dtype : str or dtype
        The data type, an attribute that is not part of the pair.
    layout : str or None
        A letter for each axis, N being the batch, by which a batch is divided over devices: ``'NCHW'``, ``'TNC'``. An
        attribute that is not part of the pair.

    Examples
    --------
    >>> desc = mx.io.DataDesc('data', (32, 3, 224, 224), dtype='float16')
    >>> desc
    DataDesc[data,(32, 3, 224, 224),float16,NCHW]
    >>> name, shape = desc
    >>> shape
    (32, 3, 224, 224)
    """

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
        """Return which axis of a layout is the batch: 0 for no layout, -1 for one without ``N``.

        Parameters
        ----------
        layout : str or None
            A letter for each axis, such as ``'TNC'``.

        Returns
        -------
        An int.

        Examples
        --------
        >>> mx.io.DataDesc.get_batch_axis('TNC')
        1
        """
        return 0 if layout is None else layout.find("N")

    @staticmethod
    def get_list(
        shapes: Iterable[tuple[str, Sequence[int]]], types: Iterable[tuple[str, Any]] | None
    ) -> list[DataDesc]:
        """Make descriptions from pairs.

        Parameters
        ----------
        shapes : list of (str, tuple of ints)
            Names and shapes.
        types : list of (str, dtype), or None
            Names and data types; None: all are float32.

        Returns
        -------
        A list of :class:`DataDesc`, in the order of ``shapes``.

        Examples
        --------
        >>> mx.io.DataDesc.get_list([('data', (8, 4)), ('label', (8,))], [('data', 'float32'), ('label', 'int32')])
        [DataDesc[data,(8, 4),float32,NCHW], DataDesc[label,(8,),int32,NCHW]]
        """
        if types is None:
            return [DataDesc(shape[0], shape[1]) for shape in shapes]
        dtypes = dict(types)
        return [DataDesc(shape[0], shape[1], dtypes[shape[0]]) for shape in shapes]


def descriptions(entries: Iterable[Any]) -> list[DataDesc]:
    """Return descriptions of arrays, given as such or as ``(name, shape)`` and so on, as :class:`DataDesc`."""
    return [entry if isinstance(entry, DataDesc) else DataDesc(*entry) for entry in entries]


@documented()
class DataBatch:
    """Hold one batch: what an iterator gives, and ``Module.forward`` takes.

    Parameters
    ----------
    data : list of NDArrays, or None
        The inputs, in the order of ``provide_data``.
    label : list of NDArrays, or None
        The labels, in the order of ``provide_label``; None: there are none.
    pad
        How many samples at the end only fill the batch up: ``predict`` and metrics leave them out.
    index : array of ints, or None
        The numbers of the samples in the data.
    bucket_key
        Which graph of a :class:`~mxnet.module.BucketingModule` the batch is for, the length of its sequences as a rule.
    provide_data : list of DataDesc, or None
        The descriptions of ``data``, where they differ from batch to batch.
    provide_label : list of DataDesc, or None
        Those of ``label``.

    Raises
    ------
    AssertionError
        For data or labels that are no list or tuple.

    Examples
    --------
    >>> batch = mx.io.DataBatch([nd.ones((2, 3))], label=[nd.array([0, 1])])
    >>> print(batch)
    DataBatch: data shapes: [(2, 3)] label shapes: [(2,)]
    >>> batch.data[0].shape
    (2, 3)
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


@documented()
class DataIter:
    """Iterate over data in batches: the base of all data iterators.

    A ``for`` loop over an iterator is one epoch; :meth:`reset` makes it ready for the next one. Subclasses define
    ``reset``, and either ``next`` or ``iter_next`` with ``getdata``, ``getlabel``, ``getpad`` and ``getindex``; and
    ``provide_data`` and ``provide_label``, lists of :class:`DataDesc`, by which ``Module.fit`` knows the shapes.

    Parameters
    ----------
    batch_size
        How many samples a batch has; an attribute that programs read.

    See Also
    --------
    NDArrayIter : of arrays in memory.
    ImageRecordIter : of images in a record file.

    Examples
    --------
    >>> class Counts(mx.io.DataIter):
    ...     provide_data, provide_label = [mx.io.DataDesc('data', (2, 1))], []
    ...     def __init__(self):
    ...         super().__init__(batch_size=2)
    ...         self.reset()
    ...     def reset(self):
    ...         self.numbers = iter(range(3))
    ...     def next(self):
    ...         return mx.io.DataBatch([nd.full((2, 1), next(self.numbers))], pad=0)
    >>> counts = Counts()
    >>> [batch.data[0][0, 0].asscalar() for batch in counts]
    [np.float32(0.0), np.float32(1.0), np.float32(2.0)]
    """

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        complete_docstring(cls)

    def __init__(self, batch_size: int = 0) -> None:
        self.batch_size = batch_size

    def __repr__(self) -> str:
        descs = [*(getattr(self, "provide_data", None) or ()), *(getattr(self, "provide_label", None) or ())]
        return described(self, [f"batches of {self.batch_size}" if vars(self).get("batch_size") else "", shapes(descs)])

    def __iter__(self) -> DataIter:
        return self

    def reset(self) -> None:
        """Begin the next epoch, at the first batch.

        Examples
        --------
        >>> batches = mx.io.NDArrayIter(np.arange(6).reshape(3, 2), np.array([0, 1, 2]), batch_size=2)
        >>> len(list(batches)), len(list(batches))
        (2, 0)
        >>> batches.reset()
        >>> len(list(batches))
        2
        """

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
        >>> batches = mx.io.NDArrayIter(np.arange(6).reshape(3, 2), np.array([0, 1, 2]), batch_size=2)
        >>> print(batches.next().data[0].asnumpy())
        [[0. 1.]
         [2. 3.]]
        """
        if self.iter_next():
            return DataBatch(data=self.getdata(), label=self.getlabel(), pad=self.getpad(), index=self.getindex())
        raise StopIteration

    def __next__(self) -> DataBatch:
        return self.next()

    def iter_next(self) -> bool:
        """Move to the next batch, which ``getdata`` and the like then return.

        Returns
        -------
        Whether there is one.

        Examples
        --------
        >>> batches = mx.io.NDArrayIter(np.arange(6).reshape(3, 2), np.array([0, 1, 2]), batch_size=2)
        >>> while batches.iter_next():
        ...     print(batches.getlabel()[0].asnumpy(), batches.getpad())
        [0. 1.] 0
        [2. 0.] 1
        """
        return False

    def getdata(self) -> Any:
        """Return the data arrays of this batch.

        Returns
        -------
        A list of NDArrays, in the order of ``provide_data``; of iterators over files one NDArray.

        Examples
        --------
        >>> batches = mx.io.NDArrayIter(np.arange(6).reshape(3, 2), np.array([0, 1, 2]), batch_size=2)
        >>> batches.iter_next()
        True
        >>> [array.shape for array in batches.getdata()]
        [(2, 2)]
        """
        return None

    def getlabel(self) -> Any:
        """Return the label arrays of this batch.

        Returns
        -------
        A list of NDArrays, in the order of ``provide_label``; of iterators over files one NDArray.

        Examples
        --------
        >>> batches = mx.io.NDArrayIter(np.arange(6).reshape(3, 2), np.array([0, 1, 2]), batch_size=2)
        >>> batches.iter_next()
        True
        >>> print(batches.getlabel()[0].asnumpy())
        [0. 1.]
        """
        return None

    def getindex(self) -> Any:
        """Return the numbers of this batch's samples.

        Returns
        -------
        An array of ints, or None where the iterator does not count them.

        Examples
        --------
        >>> batches = mx.io.NDArrayIter(np.arange(6).reshape(3, 2), np.array([0, 1, 2]), batch_size=2)
        >>> batches.iter_next()
        True
        >>> batches.getindex() is None
        True
        """
        return None

    def getpad(self) -> Any:
        """Return how many samples at the end of this batch only fill it up.

        Returns
        -------
        An int.

        Examples
        --------
        >>> batches = mx.io.NDArrayIter(np.arange(6).reshape(3, 2), np.array([0, 1, 2]), batch_size=2)
        >>> [batch.pad for batch in batches]
        [0, 1]
        """
        return None

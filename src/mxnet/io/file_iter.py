"""The base class of MXNet's file iterators."""

import logging
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple, Protocol

import numpy as np
import torch

from .. import ndarray as nd
from ..core.context import cpu
from ..core.errors import MXNetError, nearest
from ..core.naming import named
from ..core.params import DType, NonNegative, describe, parser
from ..core.semantics import semantics
from ..registry.manual import Parameter, completed, texts_of
from .base import DataBatch, DataDesc, DataIter

_log = logging.getLogger(__name__)


class RowBatch(NamedTuple):
    """A batch as a reader gives it: NumPy arrays of data, label and sample numbers, and how many rows are padding.

    The arrays have memory of their own: programs may write to them.
    """

    data: np.ndarray
    label: np.ndarray
    pad: int
    index: np.ndarray  # type: ignore[assignment]  # hides tuple.index


class Reader(Protocol):
    """A reader of a file in batches; ``path`` is the file, for errors."""

    path: str

    def rewind(self) -> None:
        """Begin the next epoch."""

    def read(self) -> RowBatch | None:
        """Return the next batch, None at the end of the epoch."""


class MXDataIter(DataIter):
    """Iterate over a file: what ``mx.io.CSVIter``, ``ImageRecordIter`` and the like return.

    Programs do not make it themselves. The first batch is read at once, so that what is wrong with a file shows when
    the iterator is made.

    Parameters
    ----------
    handle
        What reads the file.
    data_name
        The name of the data in ``provide_data``.
    label_name
        The name of the labels in ``provide_label``.
    _
        Not used.

    Examples
    --------
    >>> np.savetxt('data.csv', [[1, 2], [3, 4]], delimiter=',')
    >>> batches = mx.io.CSVIter(data_csv='data.csv', data_shape=(2,), batch_size=1)
    >>> type(batches).__name__
    'MXDataIter'
    >>> batches.provide_data
    [DataDesc[data,(1, 2),<class 'numpy.float32'>,NCHW]]
    """

    def __init__(self, handle: Reader, data_name: str = "data", label_name: str = "softmax_label", **_: Any) -> None:
        self.handle = handle
        self._skip_load = False
        self._current: RowBatch | None = None
        self._waiting = handle.read()
        if self._waiting is None:
            raise MXNetError(f"{handle.path}: there is not one full batch in the data")
        self._first = self._waiting
        data, label = self._first.data, self._first.label
        self.provide_data = [DataDesc(data_name, data.shape, data.dtype.type)]
        self.provide_label = [DataDesc(label_name, label.shape, label.dtype.type)]
        super().__init__(data.shape[0])

    def debug_skip_load(self) -> None:
        """Give the first batch forever: to time a network without its data.

        Examples
        --------
        >>> np.savetxt('data.csv', [[1, 2], [3, 4]], delimiter=',')
        >>> batches = mx.io.CSVIter(data_csv='data.csv', data_shape=(2,), batch_size=1)
        >>> batches.debug_skip_load()
        >>> [batches.next().data[0].asnumpy().tolist() for i in range(3)]
        [[[1.0, 2.0]], [[1.0, 2.0]], [[1.0, 2.0]]]
        """
        self._skip_load = True
        _log.info("The iterator gives its first batch again and again: set debug_skip_load for timing only.")

    def reset(self) -> None:
        self.handle.rewind()
        self._waiting = self._current = None

    def iter_next(self) -> bool:
        if self._skip_load:
            self._current = self._first
            return True
        self._current, self._waiting = self._waiting or self.handle.read(), None
        return self._current is not None

    def next(self) -> DataBatch:
        if not self.iter_next():
            raise StopIteration
        return DataBatch([self.getdata()], [self.getlabel()], self.getpad(), self.getindex())

    def _batch(self) -> RowBatch:
        if self._current is None:
            raise MXNetError("the iterator is not at a batch: call iter_next() or next()")
        return self._current

    def getdata(self) -> Any:
        """Return the data of this batch, one array in ``cpu(0)``: the batch's own memory, as in MXNet.

        Returns
        -------
        An NDArray.

        Examples
        --------
        >>> np.savetxt('data.csv', [[1, 2], [3, 4]], delimiter=',')
        >>> batches = mx.io.CSVIter(data_csv='data.csv', data_shape=(2,), batch_size=2)
        >>> batches.iter_next()
        True
        >>> print(batches.getdata().asnumpy())
        [[1. 2.]
         [3. 4.]]
        """
        return _as_array(self._batch().data)

    def getlabel(self) -> Any:
        """Return the labels of this batch, one array in ``cpu(0)``: the batch's own memory, as in MXNet.

        Returns
        -------
        An NDArray.

        Examples
        --------
        >>> np.savetxt('data.csv', [[1, 2], [3, 4]], delimiter=',')
        >>> batches = mx.io.CSVIter(data_csv='data.csv', data_shape=(2,), batch_size=2)
        >>> batches.iter_next()
        True
        >>> print(batches.getlabel().asnumpy())
        [0. 0.]
        """
        return _as_array(self._batch().label)

    def getindex(self) -> np.ndarray:
        return self._batch().index

    def getpad(self) -> int:
        return self._batch().pad


def _as_array(values: Any) -> nd.NDArray:
    if not isinstance(values, np.ndarray):
        return values.as_array()
    result: nd.NDArray = nd.NDArray._wrap(torch.from_numpy(np.ascontiguousarray(values)), cpu(0))
    return result.as_np_ndarray() if semantics.api == 2 and semantics.np_array else result


def parse_parameters(
    name: str, table: Mapping[str, tuple[Any, Any]], kwargs: dict[str, Any]
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Read an iterator's parameters from values or texts; ``table`` maps names to annotation and default.

    Returns the parameters and the names of data and label. Parameters that the iterator does not know are left alone,
    as in MXNet (old programs give some), and logged. Raises :class:`MXNetError` for one that is missing or not valid.
    """
    names: dict[str, Any] = {key: kwargs.pop(key) for key in ("data_name", "label_name") if key in kwargs}
    result = {}
    for key, (annotation, default) in table.items():
        if key not in kwargs and default is ...:
            similar = next((f"; is {other!r} meant to be it?" for other in kwargs if nearest(other, [key])), "")
            raise MXNetError(f"{name}: Required parameter {key} of {describe(annotation)} is not presented{similar}")
        try:
            result[key] = parser(annotation)(kwargs[key]) if key in kwargs else default
        except ValueError as error:
            raise MXNetError(f"{name}: Invalid Parameter format for {key}: {error}") from error
    unknown = sorted(set(kwargs) - set(table))
    if unknown:
        _log.info("%s does not know the parameters %s", name, unknown)
    return result, names


_NAMES = {"data_name": "data", "label_name": "softmax_label"}
#: The parameters that all these iterators take, and that have no effect but for ``dtype``.
COMMON = {"prefetch_buffer": (NonNegative, 4), "ctx": (str, "gpu"), "dtype": (DType | None, None)}
#: what parameters mean that several of them have
_TEXTS = texts_of("files")


def iterator(
    table: Mapping[str, tuple[Any, Any]], texts: Mapping[str, str] | None = None, dtypes: Iterable[str] = ("float32",)
) -> Callable[[Callable[[dict[str, Any]], Reader]], Callable[..., MXDataIter]]:
    """Return a decorator that makes an iterator of what makes a reader from parameters.

    ``table`` has the parameters, which the docstring then lists, those required first; ``texts`` explain those that it
    does not. ``dtypes``: which data types there are; (): any.
    """
    parameters = [
        Parameter(key, describe(annotation), "required" if default is ... else f"default {default!r}")
        for key, (annotation, default) in sorted(table.items(), key=lambda item: item[1][1] is not ...)
    ]
    parameters += [Parameter(name, "string", f"default {usual!r}") for name, usual in _NAMES.items()]

    def decorate(reader_of: Callable[[dict[str, Any]], Reader]) -> Callable[..., MXDataIter]:
        name = reader_of.__name__

        @completed({**_TEXTS, **(texts or {})}, parameters)
        @named(name, reader_of.__doc__)
        def make(*args: Any, **kwargs: Any) -> MXDataIter:
            if args:
                raise MXNetError(f"{name}: expected keyword arguments, got {len(args)} positional")
            p, names = parse_parameters(name, table, kwargs)
            if dtypes and p["dtype"] not in (None, *dtypes):
                raise MXNetError(f"{name}: dtype: expected {' or '.join(dtypes)}, got {p['dtype']}")
            return MXDataIter(reader_of(p), **names)

        make.__module__ = reader_of.__module__
        return make

    return decorate

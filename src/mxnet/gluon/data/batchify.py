"""Functions that make batches of samples, to be combined: the ``batchify_fn`` of a loader. Of MXNet 2 and GluonNLP.

>>> join = mx.gluon.data.batchify.Group(mx.gluon.data.batchify.Pad(val=0), mx.gluon.data.batchify.Stack())
>>> sequences, labels = join([([1, 2, 3], 0), ([4], 1)])
>>> sequences.shape, labels.shape
((2, 3), (2,))
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ... import ndarray as nd
from ..functions import array_of, functions_of
from .batching import default_batchify_fn, first_sample

__all__ = ["Append", "AsList", "Group", "Pad", "Stack"]


def _values(sample: Any) -> np.ndarray:
    return sample.asnumpy() if isinstance(sample, nd.NDArray) else np.asarray(sample)


class _Batchify:
    """A function from a list of samples to a batch."""

    def __mx_handle__(self) -> Any:
        """Return what loaders of MXNet 2 call, there an object of C++: the function itself."""
        return self


class Stack(_Batchify):
    """Stack samples of one shape along a new first axis."""

    def __call__(self, data: Sequence[Any]) -> Any:
        return default_batchify_fn(list(data))


class Pad(_Batchify):
    """Stack samples of different lengths, filled up with ``val`` at the ends of their axes.

    ``axis``: the axis that is filled up; all of them unless given. ``round_to``: lengths are rounded up to a multiple
    of it. ``dtype``: the type of the result. ``ret_length``: return also the lengths along ``axis`` (int32).
    """

    def __init__(
        self,
        axis: int | None = None,
        val: float = 0,
        dtype: Any = None,
        round_to: int | None = None,
        ret_length: bool = False,
    ) -> None:
        if ret_length and axis is None:
            axis = 0
        self._axis, self._val, self._dtype = axis, val, dtype
        self._round_to, self._ret_length = round_to, ret_length

    def __call__(self, data: Sequence[Any]) -> Any:
        first_sample(data)
        samples = [_values(sample) for sample in data]
        if len({sample.ndim for sample in samples}) != 1:
            raise ValueError(
                f"Pad: samples have {sorted({sample.ndim for sample in samples})} axes; expected one number"
            )
        shape = [self._length(axis, [sample.shape[axis] for sample in samples]) for axis in range(samples[0].ndim)]
        batch = np.full((len(samples), *shape), self._val, self._dtype or np.result_type(*samples))
        for target, sample in zip(batch, samples, strict=True):
            target[tuple(slice(length) for length in sample.shape)] = sample
        result = array_of(batch, dtype=batch.dtype)
        if not self._ret_length or self._axis is None:
            return result
        lengths = np.array([sample.shape[self._axis] for sample in samples], np.int32)
        return result, array_of(lengths, dtype=np.int32)

    def _length(self, axis: int, lengths: list[int]) -> int:
        if self._axis is not None and axis != self._axis:
            if len(set(lengths)) != 1:
                raise ValueError(
                    f"Pad: axis {axis} has lengths {sorted(set(lengths))}, and only {self._axis} is filled"
                )
            return lengths[0]
        longest, step = max(lengths), self._round_to or 1
        return -(-longest // step) * step


class Append(_Batchify):
    """Return the samples as a list of arrays, each with a batch axis of its own, unless ``expand`` is False."""

    def __init__(self, expand: bool = True, batch_axis: int = 0) -> None:
        self._expand, self._batch_axis = expand, batch_axis

    def __call__(self, data: Sequence[Any]) -> list[Any]:
        arrays = [
            array if isinstance(array, nd.NDArray) else array_of(array, dtype=_values(array).dtype) for array in data
        ]
        if not self._expand:
            return arrays
        return [functions_of(array).expand_dims(array, axis=self._batch_axis) for array in arrays]


class AsList(_Batchify):
    """Return the samples as they are, in a list: texts, for example."""

    def __call__(self, data: Sequence[Any]) -> list[Any]:
        return list(data)


class Group(_Batchify):
    """Make a batch of each part of tuples by a function of its own: one function for each part, or a list of them."""

    def __init__(self, fn: Any, *args: Callable[[Sequence[Any]], Any]) -> None:
        if isinstance(fn, (list, tuple)):
            if args:
                raise ValueError("Group: give the functions in a list, or one by one")
            self._functions = tuple(fn)
        else:
            self._functions = (fn, *args)
        if not all(callable(function) for function in self._functions):
            raise ValueError("Group: batchify functions must be callable")

    def __call__(self, data: Sequence[Any]) -> tuple[Any, ...]:
        parts = len(first_sample(data))
        if parts != len(self._functions):
            raise ValueError(f"Group: samples have {parts} parts, and there are {len(self._functions)} functions")
        return tuple(fn(part) for fn, part in zip(self._functions, zip(*data, strict=True), strict=True))

"""Functions that make batches of samples, to be combined: the ``batchify_fn`` of a loader. Of MXNet 2 and GluonNLP.

>>> join = mx.gluon.data.batchify.Group(mx.gluon.data.batchify.Pad(val=0), mx.gluon.data.batchify.Stack())
>>> sequences, labels = join([([1, 2, 3], 0), ([4], 1)])
>>> sequences.shape, labels.shape
((2, 3), (2,))
"""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import torch

from ... import ndarray as nd
from ...core.context import Context, context_of
from ...core.errors import MXNetError, MXNetIndexError
from ..functions import array_of, functions_of, in_semantics

_SHARED = Context("cpu_shared", 0)


class BatchError(MXNetError, KeyError, TypeError):
    """Samples that cannot be put into one array."""

    def __str__(self) -> str:
        return str(self.args[0])


def default_batchify_fn(data: Sequence[Any]) -> Any:
    """Return samples as one array, stacked along a new first axis; of tuples, a list with one array for each part.

    Samples are NDArrays, torch tensors, numbers, or what NumPy reads as numbers; the array has their type. Raises an
    error that is :class:`MXNetError`, KeyError and TypeError for other samples, and for arrays of different shapes.
    """
    first = first_sample(data)
    if isinstance(first, nd.NDArray):
        return functions_of(first).stack(*data)
    if isinstance(first, tuple):
        return [default_batchify_fn(part) for part in zip(*data, strict=False)]
    if isinstance(first, torch.Tensor):
        stacked = torch.stack(list(data))
        return in_semantics(nd.NDArray._wrap(stacked, context_of(stacked.device)))
    return _array_of(data)


def first_sample(data: Sequence[Any]) -> Any:
    """Return the first of the samples of a batch; :class:`MXNetIndexError` where there is none."""
    if len(data) == 0:
        raise MXNetIndexError("a batch without samples: the batch sampler gave no indices")
    return data[0]


def _array_of(data: Sequence[Any]) -> Any:
    try:
        values = np.asarray(data)
        return array_of(values, dtype=values.dtype)
    except (MXNetError, KeyError, TypeError, ValueError) as error:
        kinds = ", ".join(sorted({_described(array) for array in data}))
        raise BatchError(f"samples do not make one array: they are {kinds}; give a batchify_fn") from error


def _described(sample: Any) -> str:
    shape = getattr(sample, "shape", None)
    return type(sample).__name__ + (f" of shape {tuple(shape)} and type {sample.dtype}" if shape is not None else "")


def default_mp_batchify_fn(data: Sequence[Any]) -> Any:
    """Do as :func:`default_batchify_fn` in a worker; the arrays are in the context ``cpu_shared(0)``."""
    return _moved(default_batchify_fn(data))


def _moved(data: Any) -> Any:
    """Put new arrays of this process into the shared context, which is where a worker's results arrive."""
    if isinstance(data, list):
        return [_moved(array) for array in data]
    return type(data)._wrap(data._t, _SHARED)


def _mapped(data: Any, change: Callable[[Any], Any]) -> Any:
    """Return a nest of lists, tuples and dicts with its arrays changed; tuples become lists, and the rest stays."""
    if isinstance(data, nd.NDArray):
        return change(data)
    if isinstance(data, (list, tuple)):
        return [_mapped(array, change) for array in data]
    if isinstance(data, dict):
        return {key: _mapped(item, change) for key, item in data.items()}
    return data


def _as_in_context(data: Any, ctx: Context) -> Any:
    """Return a nest of lists and tuples with its arrays in a context; what is no array stays."""
    return _mapped(data, lambda array: array.as_in_context(ctx))


def _pinned(data: Any, ctx: Context) -> Any:
    """Return a nest with its arrays in a context of pinned memory: page-locked where there is a CUDA device."""
    lock = torch.cuda.is_available()

    def pin(array: Any) -> Any:
        tensor = array._t.detach()
        return type(array)._wrap(tensor.pin_memory() if lock and tensor.device.type == "cpu" else tensor, ctx)

    return _mapped(data, pin)


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

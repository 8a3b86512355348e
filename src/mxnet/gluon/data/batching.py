"""Making a batch of samples."""

from __future__ import annotations

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

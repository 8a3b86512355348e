"""Operators on sequences of different lengths that share one array, time along axis 0 (or 1), batch along the other."""

import math
from functools import partial

import torch

from ..core.dtypes import number
from ..core.errors import MXNetError, MXNetShapeError
from ..kernels.choice import on_cpu
from ..kernels.masking import zero_steps
from ..registry import op
from ._axes import check_range, vectors
from ._fast_paths import UseOperator


def _names(p):
    return ("data", "sequence_length") if p.use_sequence_length else ("data",)


def _check(shape, axis):
    if axis not in (0, 1):
        raise MXNetError(f"axis {axis}: sequences lie along axis 0 or 1")
    if len(shape) < 2:
        raise MXNetShapeError(f"data: expected time and batch, got {tuple(shape)}")


def _steps(data, axis):
    """Return the time of every step, to be compared with lengths: ``(T, 1)`` or ``(1, T)``."""
    return torch.arange(data.shape[axis], device=data.device).unsqueeze(1 - axis)


def _lengths(data, sequence_length, axis, least):
    """Return the lengths ``(N,)`` as int64; an error for those that are not ``least`` to the number of steps."""
    vectors(data.shape[1 - axis], sequence_length=sequence_length)
    lengths = sequence_length.to(torch.int64)
    check_range(lengths, least, data.shape[axis], "sequence_length")
    return lengths


def _shapes(p, s, out_like_data=True):
    if out_like_data:
        s.data = s.out[0]
        s.out[0] = s.data
    if s.data is not None:
        _check(s.data, p.axis)
        s.sequence_length = (s.data[1 - p.axis],)
        if not out_like_data:
            s.out[0] = (s.data[1 - p.axis], *s.data[2:])


def _types(p, t):
    t.data = t.out[0]
    t.out[0] = t.data
    if t.sequence_length is None:
        t.sequence_length = t.data


def _host_sync(p):
    return "check" if p.use_sequence_length else None


_sequence = partial(op, full_names=("outputs", "gradients"), types=_types, inputs=_names, read_only=(1,))


@_sequence("SequenceMask", aliases=("_npx_sequence_mask",), shapes=_shapes)
def sequence_mask(data, sequence_length=None, *, use_sequence_length: bool = False, value: float = 0.0, axis: int = 0):
    """Set the steps beyond each sequence's length to ``value``; without ``use_sequence_length``, copy.

    ``data`` is ``(T, N, ...)``, with ``axis=1`` ``(N, T, ...)``; ``sequence_length`` is ``(N,)``.

    Parameters
    ----------
    data
        Sequences, ``(T, N, ...)``; ``(N, T, ...)`` with ``axis=1``.
    sequence_length
        The length of each, ``(N,)``.
    use_sequence_length
        Whether ``sequence_length`` is given; if not, all have the length T.
    axis
        The axis of time, 0 or 1.
    value
        What takes the place of the steps behind the end.

    Returns
    -------
    An array of the shape of ``data``.

    Examples
    --------
    >>> print(mx.nd.SequenceMask(mx.nd.ones((3, 2)), mx.nd.array([1, 2]), use_sequence_length=True).asnumpy())
    [[1. 1.]
     [0. 1.]
     [0. 0.]]
    """
    _check(data.shape, axis)
    if not use_sequence_length:
        return data.clone()
    if data.is_meta:
        return torch.empty_like(data)
    vectors(data.shape[1 - axis], sequence_length=sequence_length)
    beyond = _steps(data, axis) >= sequence_length.to(torch.int64).unsqueeze(axis)
    if value == 0 and math.copysign(1, value) > 0:
        return zero_steps(data, beyond)
    if not on_cpu(data):  # counting the steps would wait for the device
        return data.masked_fill(beyond.reshape(*beyond.shape, *[1] * (data.dim() - 2)), number(value, data.dtype))
    steps = beyond.reshape(-1).nonzero().squeeze(1)
    # faster than a broadcast choice
    return data.flatten(0, 1).index_fill(0, steps, number(value, data.dtype)).view(data.shape)


@_sequence("SequenceLast", host_sync=_host_sync, shapes=lambda p, s: _shapes(p, s, out_like_data=False))
def sequence_last(data, sequence_length=None, *, use_sequence_length: bool = False, axis: int = 0):
    """Return the last step of every sequence, ``(N, ...)``: step ``T - 1``, or ``sequence_length - 1``.

    Parameters
    ----------
    data
        Sequences, ``(T, N, ...)``; ``(N, T, ...)`` with ``axis=1``.
    sequence_length
        The length of each, ``(N,)``.
    use_sequence_length
        Whether ``sequence_length`` is given; if not, all have the length T.
    axis
        The axis of time, 0 or 1.

    Returns
    -------
    An array ``(N, ...)``.

    Examples
    --------
    >>> data, length = mx.nd.arange(6).reshape((3, 2)), mx.nd.array([1, 3])
    >>> print(mx.nd.SequenceLast(data, length, use_sequence_length=True).asnumpy())
    [0. 5.]
    """
    _check(data.shape, axis)
    if not use_sequence_length:
        return data.select(axis, data.shape[axis] - 1).clone()
    last = _lengths(data, sequence_length, axis, 1) - 1
    batch = torch.arange(data.shape[1 - axis], device=data.device)
    return data[last, batch] if axis == 0 else data[batch, last]


@sequence_last.fast_path(records=True)
def _(p):
    last = {0: -1, 1: (slice(None), -1)}.get(p.axis)
    if p.use_sequence_length or last is None:
        return None

    def call(data):
        if data.dim() < 2:
            raise UseOperator
        return data[last].clone()

    return call


@_sequence("SequenceReverse", host_sync=_host_sync, shapes=_shapes)
def sequence_reverse(data, sequence_length=None, *, use_sequence_length: bool = False, axis: int = 0):
    """Reverse every sequence ``(T, N, ...)``; what lies beyond its length stays.

    Parameters
    ----------
    data
        Sequences, ``(T, N, ...)``; ``(N, T, ...)`` with ``axis=1``.
    sequence_length
        The length of each, ``(N,)``.
    use_sequence_length
        Whether ``sequence_length`` is given; if not, all have the length T.
    axis
        Only 0.

    Returns
    -------
    An array of the shape of ``data``.

    Examples
    --------
    >>> data, length = mx.nd.arange(6).reshape((3, 2)), mx.nd.array([1, 3])
    >>> print(mx.nd.SequenceReverse(data, length, use_sequence_length=True).asnumpy())
    [[0. 5.]
     [2. 3.]
     [4. 1.]]
    """
    if axis != 0:
        raise MXNetError("SequenceReverse: axis must be 0")
    _check(data.shape, axis)
    if not use_sequence_length:
        return data.flip(0)
    length = _lengths(data, sequence_length, 0, 0).unsqueeze(0)
    step = _steps(data, 0)
    return data[torch.where(step < length, length - 1 - step, step), torch.arange(data.shape[1], device=data.device)]

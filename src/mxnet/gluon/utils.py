"""Helpers of Gluon: splitting batches over contexts, clipping gradients, downloads, hooks."""

from __future__ import annotations

import hashlib
import itertools
import os
import warnings
import weakref
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import numpy as np
import torch

from .. import ndarray as nd
from ..autograd import is_recording
from ..core import torch_compat
from ..core.context import Context, takes_device
from ..core.errors import MXNetIndexError, expect, expected
from ..core.lazy_imports import public_dir
from ..core.recurrent import Layout, cut
from ..core.restoring import Ending, exit_by, in_turn
from ..core.semantics import semantics
from ..core.text import no_array
from ..core.write_tracking import writable
from ..ndarray import NDArray
from ..symbol import Symbol
from ..util import is_np_array, is_np_shape
from .arguments import is_numpy, must_be_numpy
from .download import _get_repo_file_url, _get_repo_url, download, replace_file
from .functions import array_of, as_classic, as_numpy, functions_of

__all__ = [
    "HookHandle", "_get_repo_file_url", "_get_repo_url", "check_sha1", "clip_global_norm", "download", "is_np_array",
    "is_np_shape", "replace_file", "shape_is_known", "split_and_load", "split_data",
]  # fmt: skip


def split_data(data: Any, num_slice: int, batch_axis: int = 0, even_split: bool = True) -> list[Any]:
    """Split an array into pieces along the axis of the batch.

    Parameters
    ----------
    data : array
        The batch.
    num_slice : int
        How many pieces.
    batch_axis : int
        The axis that is cut.
    even_split : bool
        True: a length that is no multiple of ``num_slice`` is an error; False: the first pieces are one longer then.

    Returns
    -------
    A list of arrays.

    Raises
    ------
    ValueError
        For a length that cannot be split evenly.

    Examples
    --------
    >>> [part.shape for part in gluon.utils.split_data(nd.ones((5, 2)), 2, even_split=False)]
    [(3, 2), (2, 2)]
    """
    if not hasattr(data, "shape"):
        raise AttributeError(f"data: expected an array, got {no_array(data)}")
    expect(isinstance(num_slice, (int, np.integer)), "num_slice", "a number of pieces", num_slice)
    if num_slice == 0:
        raise ZeroDivisionError("num_slice: expected at least one piece, got 0")
    if not -len(data.shape) <= batch_axis < len(data.shape):
        raise MXNetIndexError(f"batch_axis {batch_axis} is no axis of data with shape {data.shape}")
    length = data.shape[batch_axis]
    if even_split and length % num_slice:
        raise ValueError(
            f"data with shape {data.shape} cannot be evenly split into {num_slice} slices along axis {batch_axis}: use "
            f"a batch size that is a multiple of {num_slice}, or even_split=False"
        )
    if num_slice == 1:
        return [data]
    least, longer = divmod(length, num_slice)
    ends = [least * i + min(i, longer) for i in range(num_slice + 1)]
    if batch_axis == 0:
        return [data[begin:end] for begin, end in itertools.pairwise(ends)]
    F = functions_of(data)
    return [F.slice_axis(data, axis=batch_axis, begin=b, end=e) for b, e in itertools.pairwise(ends)]


def split_rnn_params(
    param: Any,
    mode: str,
    num_layers: int,
    input_size: int,
    hidden_size: int,
    bidirectional: bool = False,
    projection_size: int | None = None,
) -> dict[str, Any]:
    """Return the matrices and biases in the one parameter of a recurrent layer, by the names that 1.9.1 has for them.

    ``mode`` is ``'rnn_relu'``, ``'rnn_tanh'``, ``'lstm'`` or ``'gru'``. ValueError for a vector of another length.
    """
    layout = Layout(mode, hidden_size, num_layers, bidirectional + 1, projection_size)
    if param.size != layout.size(input_size):
        raise ValueError(f"expected a vector of {layout.size(input_size)} numbers, got {param.size}")
    return cut(param, layout.pieces(input_size))


@takes_device
def split_and_load(data: Any, ctx_list: Sequence[Context], batch_axis: int = 0, even_split: bool = True) -> list[Any]:
    """Split an array, and put one piece into each context: a batch for several GPUs.

    Parameters
    ----------
    data : array
        The batch, or what ``array`` takes, of ``mx.nd`` or ``mx.np``.
    ctx_list : list of Contexts
        The contexts.
    batch_axis : int
        The axis that is cut.
    even_split : bool
        As of :func:`split_data`.
    device_list : list of Contexts
        MXNet 2's name of ``ctx_list``.

    Returns
    -------
    A list of arrays, one in each context.

    Examples
    --------
    >>> parts = gluon.utils.split_and_load(nd.ones((4, 2)), [mx.cpu(0), mx.cpu(1)])
    >>> [(part.shape, part.context) for part in parts]
    [((2, 2), cpu(0)), ((2, 2), cpu(1))]
    """
    if not isinstance(ctx_list, (list, tuple)):
        raise TypeError(f"ctx_list: expected a list of contexts such as [mx.cpu()], got {ctx_list!r}")
    array = data if isinstance(data, nd.NDArray) else array_of(data, ctx_list[0])
    if len(ctx_list) == 1:
        return [array.as_in_context(ctx_list[0])]
    pieces = split_data(array, len(ctx_list), batch_axis, even_split)
    return [piece.as_in_context(ctx) for piece, ctx in zip(pieces, ctx_list, strict=True)]


def clip_global_norm(arrays: Sequence[Any], max_norm: float, check_isfinite: bool = True) -> Any:
    """Scale arrays in place so that the 2-norm of all their elements together is at most ``max_norm``.

    Parameters
    ----------
    arrays : list of arrays
        The gradients, ``[p.grad() for p in params]``.
    max_norm : float
        The greatest norm.
    check_isfinite : bool
        Whether a norm that is not finite warns, which waits for the result; False: nothing waits.

    Returns
    -------
    The norm before: a float, or, without ``check_isfinite``, an array of shape (1,).

    Examples
    --------
    >>> grads = [nd.array([3, 0]), nd.array([4])]
    >>> print(float(gluon.utils.clip_global_norm(grads, max_norm=1)))
    5.0
    >>> print(grads[0].asnumpy(), grads[1].asnumpy())
    [0.6 0. ] [0.8]
    """
    if hasattr(arrays, "keys") or not hasattr(arrays, "__getitem__"):
        raise (KeyError if isinstance(arrays, dict) else TypeError)(expected("arrays", "a list of arrays", arrays))
    assert len(arrays) > 0, "there are no arrays to clip"
    for array in arrays:
        if not isinstance(array, NDArray):
            raise AttributeError(f"arrays: expected a list of arrays, got {no_array(array)}")
    of_numpy = is_numpy(arrays[0])
    arrays = list(arrays) if {*map(type, arrays)} == {NDArray} else [as_classic(array) for array in arrays]
    ctx, alike = arrays[0]._ctx, not is_recording()
    for array in arrays:
        alike = alike and array._sparse is None and array._t.dtype is torch.float32
        alike = alike and (array._ctx is ctx or array._ctx == ctx)
    if alike:
        norm = NDArray._wrap(
            torch_compat.total_norm([a._t.detach() if a._t.requires_grad else a._t for a in arrays]).view(1), ctx
        )
    else:
        squares = [nd.square(a.astype("float32", copy=False)).sum().as_in_context(ctx) for a in arrays]
        norm = nd.sqrt(nd.add_n(*squares))
    number = norm.asscalar() if check_isfinite else None
    if number is not None and not np.isfinite(number):
        warnings.warn("nan or inf is detected. Clipping results will be undefined.", UserWarning, stacklevel=2)
    if alike and number is not None:  # nothing is left to compute for the device but the products
        factor = np.minimum(np.float32(max_norm) / (number + np.float32(1e-8)), np.float32(1))
        if factor != 1:
            torch_compat.scale_many([writable(a._t) for a in arrays], float(factor))
        return number
    scale = nd.minimum(max_norm / (norm + 1e-8), nd.ones((1,), ctx=ctx))
    if alike:
        torch_compat.scale_many([writable(a._t) for a in arrays], scale._t[0])
    else:
        for array in arrays:
            array *= scale.as_in_context(array.context).astype(array.dtype, copy=False)
    if check_isfinite:
        return number
    return as_numpy(norm) if of_numpy else norm


def check_sha1(filename: str | os.PathLike[str], sha1_hash: str) -> bool:
    """Return whether a file's SHA-1 is ``sha1_hash``, in hexadecimal.

    Parameters
    ----------
    filename : str
        The path of the file.
    sha1_hash : str
        The SHA-1, in hexadecimal.

    Returns
    -------
    A bool.

    Examples
    --------
    >>> with open('empty', 'w') as stream:
    ...     pass
    >>> gluon.utils.check_sha1('empty', 'da39a3ee5e6b4b0d3255bfef95601890afd80709')
    True
    """
    with open(filename, "rb") as stream:
        return hashlib.file_digest(stream, "sha1").hexdigest() == sha1_hash


def unknown_length() -> int:
    """Return the value of an unknown dimension in a shape: 0, or under NumPy shapes -1."""
    return -1 if semantics.np_shape else 0


def shape_is_known(shape: Sequence[int] | None) -> bool:
    """Return whether no length is unknown: 0, or under NumPy shapes -1. AssertionError for a length below that.

    Parameters
    ----------
    shape : tuple or None
        The shape; None is not known.

    Returns
    -------
    A bool.

    Examples
    --------
    >>> gluon.utils.shape_is_known((2, 3)), gluon.utils.shape_is_known((2, 0))
    (True, False)
    """
    if shape is None:
        return False
    unknown = unknown_length()
    assert all(length >= unknown for length in shape), f"{tuple(shape)}: no length can be less than {unknown}"
    return (unknown == -1 or len(shape) > 0) and unknown not in shape


def _indent(text: str, spaces: int) -> str:
    """Return a text whose lines, but for the first, are moved to the right."""
    return text.replace("\n", "\n" + " " * spaces)


def _brief_print_list(items: Sequence[Any], limit: int = 7) -> str:
    """Return the items as text, quoted; the middle is left out of long ones."""
    items = list(items)
    if len(items) <= limit:
        return ", ".join(f"'{str(item)[:200]}'" for item in items)
    first, last = limit // 2, (limit + 1) // 2
    return f"{_brief_print_list(items[:first], limit)}, ..., {_brief_print_list(items[-last:], limit)}"


_check_all_np_ndarrays = must_be_numpy


def _check_same_symbol_type(symbols: Sequence[Any]) -> type:
    """Return the class that symbols have in common; TypeError where some are of the NumPy interface and some not."""
    if len({is_numpy(item) for item in symbols}) > 1:
        raise TypeError(
            "expected outputs of one sort, got classic symbols and those of mx.sym.np: call as_np_ndarray() or "
            "as_nd_ndarray() on some"
        )
    return type(symbols[0]) if symbols else Symbol


class HookHandle:
    """A hook that can be taken off again, with :meth:`detach` or at the end of a ``with`` block.

    Examples
    --------
    >>> layer = nn.Dense(2)
    >>> layer.initialize()
    >>> with layer.register_forward_hook(lambda block, inputs, output: print(output.shape)):
    ...     y = layer(nd.ones((1, 3)))
    (1, 2)
    >>> y = layer(nd.ones((1, 3)))
    """

    def __init__(self) -> None:
        self._hooks: weakref.ReferenceType[Any] | None = None
        self._key: int | None = None

    def attach(self, hooks_dict: Any, hook: Callable[..., Any]) -> None:
        """Put a hook among others; a handle takes one hook."""
        assert self._hooks is None, "the same handle cannot be attached twice"
        self._key = id(hook)
        hooks_dict[self._key] = hook
        self._hooks = weakref.ref(hooks_dict)

    def detach(self) -> None:
        """Take the hook off; nothing happens where it is off already."""
        hooks = None if self._hooks is None else self._hooks()
        if hooks is not None:
            hooks.pop(self._key, None)

    def __getstate__(self) -> tuple[Any, int | None]:
        return None if self._hooks is None else self._hooks(), self._key

    def __setstate__(self, state: tuple[Any, int | None]) -> None:
        hooks, self._key = state
        self._hooks = None if hooks is None else weakref.ref(hooks)

    def __enter__(self) -> HookHandle:
        return self

    __exit__ = Ending(lambda handle: exit_by(handle._end()))

    def _end(self) -> Callable[[], object]:
        """Return a function of C that takes the hook off."""
        hooks = None if self._hooks is None else self._hooks()
        return bool if hooks is None else in_turn(partial(hooks.pop, self._key, None))


__dir__ = public_dir(__name__)

"""Images from files and bytes."""

from __future__ import annotations

import os
from typing import Any

import numpy as np

from .. import ndarray as nd
from ..core.context import current_context
from ..ops.opencv import decode
from .interfaces import in_semantics

_internal = nd._internal


def imread(filename: str | os.PathLike[str], flag: int = 1, to_rgb: bool | int = True, out: Any = None) -> nd.NDArray:
    """Read an image's file, JPEG, PNG or what else OpenCV knows, as uint8 ``(height, width, channels)``.

    ``flag``: 1 for three colours, 0 for one grey channel. ``to_rgb``: colours in the order red, green, blue; else
    blue, green, red. Raises :class:`~mxnet.base.MXNetError` for files that are not there or hold no image.
    """
    result = _internal._cvimread(filename=os.fspath(filename), flag=flag, to_rgb=to_rgb)
    return in_semantics(result) if out is None else _written(out, result)


def imdecode(buf: Any, flag: int = 1, to_rgb: bool | int = True, out: Any = None) -> nd.NDArray:
    """Decode an image's bytes; see :func:`imread`.

    ``buf``: bytes, bytearray, or uint8 values as NumPy array or NDArray. Raises ValueError for anything else, and
    :class:`~mxnet.base.MXNetError` for bytes that are no image.
    """
    if isinstance(buf, (bytes, bytearray, memoryview)):
        ctx = current_context()
        result = nd.NDArray._wrap(decode(np.frombuffer(buf, np.uint8), flag, bool(to_rgb)).to(ctx.torch_device), ctx)
        return in_semantics(result) if out is None else _written(out, result)
    if not isinstance(buf, (np.ndarray, nd.NDArray)):
        raise ValueError(f"imdecode: expected bytes or an array of them, got {type(buf).__name__}")
    if not isinstance(buf, nd.NDArray):
        buf = nd.array(buf, dtype=np.uint8)
    result = _internal._cvimdecode(buf.as_nd_ndarray(), flag=flag, to_rgb=to_rgb)
    return in_semantics(result) if out is None else _written(out, result)


def _written(out: nd.NDArray, result: nd.NDArray) -> nd.NDArray:
    """Make ``out`` the image, of whatever size and type it was, as MXNet does: sizes are known after decoding."""
    out._t = result._t
    return out

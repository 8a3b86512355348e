"""Sockets: where to listen, and messages of a description with tensors, of which nothing is ever executed."""

from __future__ import annotations

import contextlib
import json
import math
import os
import socket
import struct
import sys
import time
from collections.abc import Sequence
from typing import Any

import torch

from ..core.dtypes import NAMES, TORCH_OF
from ..core.errors import MXNetError

#: a description and tensors
Message = tuple[dict[str, Any], list[torch.Tensor]]
_HEAD = struct.Struct("<4sI")
_MAGIC = b"rmx1"
_LONGEST_DESCRIPTION = 1 << 16
_MOST_BYTES = 1 << 36
_MOST_DIMENSIONS = 32
_DTYPES = {name: TORCH_OF[name] for name in NAMES}


def listen(host: str, port: int = 0) -> socket.socket:
    """Return a socket that listens on this address alone; OSError when it is taken or not ours."""
    family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    result = socket.socket(family, socket.SOCK_STREAM)
    try:
        result.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        result.bind(address)
        result.listen(1024)
    except OSError:
        result.close()
        raise
    return result


def own_address(host: str, port: int) -> str:
    """Return this machine's address on the way to another: the loopback address where that is this machine."""
    family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_DGRAM)[0]
    with socket.socket(family, socket.SOCK_DGRAM) as probe:
        probe.connect(address)  # of a datagram socket: nothing is sent
        return str(probe.getsockname()[0])


def interface_of(address: str) -> str | None:
    """Return the name of the network interface that has an address (IPv4, on Linux), or None."""
    if sys.platform == "linux":
        import fcntl

        with contextlib.suppress(OSError):
            for _, name in socket.if_nameindex():
                with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, contextlib.suppress(OSError):
                    result = fcntl.ioctl(probe, 0x8915, struct.pack("256s", name.encode()))  # SIOCGIFADDR
                    if socket.inet_ntoa(result[20:24]) == address:
                        return name
    return os.environ.get("DMLC_INTERFACE")


def _bytes_of(tensor: torch.Tensor) -> memoryview:
    return tensor.reshape(-1).view(torch.uint8).numpy().data


def size_of(tensors: Sequence[torch.Tensor]) -> int:
    """Return how many bytes tensors take on the wire."""
    return sum(tensor.numel() * tensor.element_size() for tensor in tensors)


def send(sock: socket.socket, description: dict[str, Any], tensors: Sequence[torch.Tensor] = ()) -> None:
    """Send a message: what JSON can describe, and tensors of the CPU."""
    layout = [[str(tensor.dtype).removeprefix("torch."), list(tensor.shape)] for tensor in tensors]
    text = json.dumps({**description, "tensors": layout}).encode()
    if len(text) > _LONGEST_DESCRIPTION:
        raise MXNetError(f"a message's description has at most {_LONGEST_DESCRIPTION} bytes, got {len(text)}")
    sock.sendall(_HEAD.pack(_MAGIC, len(text)) + text)
    for tensor in tensors:
        if tensor.numel():
            sock.sendall(_bytes_of(tensor.contiguous()))


def receive(sock: socket.socket, most_bytes: int = _MOST_BYTES, within: float | None = None) -> Message:
    """Receive a message, with at most so many bytes of tensors; ``within`` so many seconds, however slowly it comes.

    Raises OSError when the connection ends, :class:`MXNetError` for what is no message.
    """
    end = None if within is None else time.monotonic() + within
    magic, length = _HEAD.unpack(_exactly(sock, _HEAD.size, end))
    if magic != _MAGIC or length > _LONGEST_DESCRIPTION:
        raise MXNetError("a message was expected, something else came")
    try:
        description = json.loads(bytes(_exactly(sock, length, end)))
        layout = [(_DTYPES[name], [int(item) for item in shape]) for name, shape in description.pop("tensors")]
    except (ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError) as error:
        raise MXNetError("a message was expected, something else came") from error
    if any(len(shape) > _MOST_DIMENSIONS or min(shape, default=0) < 0 for _, shape in layout):
        raise MXNetError("a message has an array of a shape that there is not")
    total = sum(math.prod(shape) * dtype.itemsize for dtype, shape in layout)
    # a length of 0 must not hide others, whose product PyTorch computes too
    if total > most_bytes or any(math.prod(item or 1 for item in shape) > _MOST_BYTES for _, shape in layout):
        raise MXNetError(f"a message has at most {most_bytes} bytes of arrays, {total} were announced")
    tensors = [torch.empty(shape, dtype=dtype) for dtype, shape in layout]
    for tensor in tensors:
        if tensor.numel():
            _fill(sock, _bytes_of(tensor), end)
    return description, tensors


def _exactly(sock: socket.socket, size: int, end: float | None) -> bytearray:
    content = bytearray(size)
    _fill(sock, memoryview(content), end)
    return content


def _fill(sock: socket.socket, view: memoryview, end: float | None) -> None:
    while view:
        if end is not None:
            remaining = end - time.monotonic()
            if remaining <= 0:
                raise TimeoutError("the message did not come in time")
            sock.settimeout(remaining)
        count = sock.recv_into(view)
        if not count:
            raise ConnectionError("the connection was closed")
        view = view[count:]

"""Sending objects from a worker process to its parent, their arrays through shared memory.

A worker pickles its result with the arrays left out (pickle's out-of-band buffers), and copies those, one after the
other, into a piece of memory that both processes see. The pieces are files without a name (``memfd``), whose
descriptors are sent once: they are gone when nobody holds them, however the processes end. A piece is used again when
all arrays in it have been dropped.
"""

import contextlib
import io
import mmap
import os
import pickle
import socket
import sys
import weakref
from collections.abc import Callable, Iterator
from functools import partial
from multiprocessing.connection import Connection
from typing import Any

import numpy as np
import torch

from ... import ndarray as nd
from ...core.collector import at_end
from ...core.context import Context
from ...core.shared_memory import CAN_SHARE, new_piece

#: arrays of fewer bytes are pickled with the rest
_SMALL = 2048
_ALIGN = 64
_PAGE = mmap.ALLOCATIONGRANULARITY
#: how much larger than what it holds a piece that is used again may be
_WASTE = 4


def _rebuild(values: np.ndarray, bfloat16: bool, ctx: Context | None, cls: type = nd.NDArray) -> Any:
    tensor = torch.from_numpy(values)
    if bfloat16:
        tensor = tensor.view(torch.bfloat16)
    return tensor if ctx is None else cls._wrap(tensor, ctx)  # type: ignore[attr-defined]


class _Pickler(pickle.Pickler):
    """A pickler that converts NDArrays and tensors to NumPy arrays, which are sent as buffers."""

    def reducer_override(self, obj: Any) -> Any:
        if isinstance(obj, nd.NDArray) and obj.stype == "default":
            tensor, ctx = obj._t, obj.context
        elif type(obj) is torch.Tensor and obj.layout is torch.strided:
            tensor, ctx = obj, None
        elif isinstance(obj, Connection):
            raise pickle.PicklingError("a connection goes to one process, as it starts")
        else:
            return NotImplemented
        if tensor.device.type != "cpu":
            return NotImplemented  # its own way remembers the device
        tensor = tensor.detach().contiguous()
        bfloat16 = tensor.dtype is torch.bfloat16
        return _rebuild, ((tensor.view(torch.int16) if bfloat16 else tensor).numpy(), bfloat16, ctx, type(obj))


def dumps(obj: Any, buffers: list[memoryview] | None) -> bytes:
    """Pickle an object; arrays that are not small are appended to ``buffers`` instead, if there are such."""

    def keep(buffer: pickle.PickleBuffer) -> bool:
        raw = buffer.raw()
        if raw.nbytes < _SMALL:
            return True
        assert buffers is not None
        buffers.append(raw)
        return False

    stream = io.BytesIO()
    _Pickler(stream, protocol=5, buffer_callback=None if buffers is None else keep).dump(obj)
    return stream.getvalue()


def _spans(buffers: list[memoryview]) -> tuple[list[tuple[int, int]], int]:
    """Return where each of some buffers lies in a piece, as its first byte and length, and the bytes of all."""
    spans, size = [], 0
    for buffer in buffers:
        spans.append((size, buffer.nbytes))
        size += -(-buffer.nbytes // _ALIGN) * _ALIGN
    return spans, -(-size // _PAGE) * _PAGE


def _fill(memory: mmap.mmap, buffers: list[memoryview], spans: list[tuple[int, int]]) -> None:
    with memoryview(memory) as target:
        for buffer, (begin, length) in zip(buffers, spans, strict=True):
            target[begin : begin + length] = buffer.cast("B")


@contextlib.contextmanager
def socket_of(connection: Any) -> Iterator[socket.socket]:
    """Give the socket of a connection of multiprocessing."""
    with socket.socket(fileno=os.dup(connection.fileno())) as end:
        end.setblocking(True)  # whatever socket.setdefaulttimeout of the program says, which the connection would share
        yield end


# Not those of multiprocessing.reduction, which since Python 3.14 wait for an answer: the next call may come before it.


def _send_descriptor(connection: Any, descriptor: int) -> None:
    if sys.platform != "win32":
        with socket_of(connection) as end:
            socket.send_fds(end, [b"d"], [descriptor])


def _receive_descriptor(connection: Any) -> int:
    if sys.platform == "win32":
        raise OSError("descriptors cannot be sent")
    with socket_of(connection) as end:
        content, descriptors, *_ = socket.recv_fds(end, 1, 1)
    if not content:
        raise EOFError
    if len(descriptors) != 1:
        raise OSError("expected a descriptor of shared memory, got none")  # as when too many files are open
    return descriptors[0]


class Parcel:
    """An object for several processes: pickled once, into memory that each of them reads, and writes as its own.

    It is sent in a few bytes, which wait for nobody. Raises what pickling raises.
    """

    def __init__(self, obj: Any) -> None:
        buffers: list[memoryview] = []
        content = dumps(obj, buffers)
        buffers.insert(0, memoryview(content))
        self._spans, self._size = _spans(buffers)
        descriptor, memory = new_piece(self._size)
        weakref.finalize(self, os.close, descriptor)
        self._descriptor = descriptor
        with memory:
            _fill(memory, buffers, self._spans)

    def send(self, connection: Any) -> None:
        """Send it through a connection."""
        connection.send_bytes(pickle.dumps((self._size, self._spans)))
        _send_descriptor(connection, self._descriptor)


def receive_parcel(connection: Any) -> Any:
    """Return the object that a parcel is made of. Raises what unpickling raises."""
    size, spans = pickle.loads(connection.recv_bytes())
    descriptor = _receive_descriptor(connection)
    try:
        view = memoryview(mmap.mmap(descriptor, size, access=mmap.ACCESS_COPY))
    finally:
        os.close(descriptor)
    content, *buffers = [view[begin : begin + length] for begin, length in spans]
    return pickle.loads(content, buffers=buffers)


class Sender:
    """A worker's side: the pieces of memory it has made."""

    def __init__(self) -> None:
        self._pieces: dict[int, mmap.mmap] = {}
        self._free: set[int] = set()
        self._num_pieces = 0

    def release(self, free: list[int], forget: list[int]) -> None:
        """Take back pieces that are no longer read: to use them again, or to give their memory back."""
        self._free.update(free)
        for number in forget:
            self._free.discard(number)
            self._pieces.pop(number).close()

    def send(self, connection: Any, obj: Any) -> None:
        """Send an object through a connection."""
        buffers: list[memoryview] | None = [] if CAN_SHARE else None
        content = dumps(obj, buffers)
        if not buffers:
            connection.send_bytes(pickle.dumps((content, None, 0, [])))
            return
        spans, piece_size = _spans(buffers)
        number, descriptor = self._piece(piece_size)
        _fill(self._pieces[number], buffers, spans)
        connection.send_bytes(
            pickle.dumps((content, number, len(self._pieces[number]) if descriptor >= 0 else 0, spans))
        )
        if descriptor >= 0:
            try:
                _send_descriptor(connection, descriptor)
            finally:
                os.close(descriptor)

    def _piece(self, size: int) -> tuple[int, int]:
        """Return the number of a piece with room for ``size`` bytes, and its descriptor if it is new, else -1."""
        fitting = [n for n in self._free if size <= len(self._pieces[n]) <= _WASTE * size + _PAGE]
        if fitting:
            number = min(fitting, key=lambda n: len(self._pieces[n]))
            self._free.discard(number)
            return number, -1
        descriptor, memory = new_piece(size)
        self._num_pieces += 1
        self._pieces[self._num_pieces] = memory
        return self._num_pieces, descriptor


class Receiver:
    """The other side of a :class:`Sender`: has its pieces, and counts which of them are still read."""

    def __init__(self, keep: int) -> None:
        self._keep = keep
        self._pieces: dict[int, mmap.mmap] = {}
        self._idle: set[int] = set()
        self._dropped: dict[int, Any] = {}  # filled whenever a piece's array happens to end

    def receive(self, connection: Any) -> Callable[[], Any]:
        """Receive what the sender sends, and return a function that makes the object of it.

        Raises EOFError or OSError when the sender is gone.
        """
        content, number, new, spans = pickle.loads(connection.recv_bytes())
        if number is None:
            return lambda: pickle.loads(content)
        if new:
            descriptor = _receive_descriptor(connection)
            try:
                self._pieces[number] = mmap.mmap(descriptor, new)
            finally:
                os.close(descriptor)
        self._idle.discard(number)
        buffer: Any = np.frombuffer(self._pieces[number], np.uint8)
        at_end(buffer, partial(self._dropped.setdefault, number))
        view = memoryview(buffer)
        return lambda: pickle.loads(content, buffers=[view[begin : begin + length] for begin, length in spans])

    def unused(self) -> tuple[list[int], list[int]]:
        """Return which pieces the sender may use again, and which it shall forget; each is returned once."""
        free: list[int] = []
        forget: list[int] = []
        while self._dropped:
            number, _ = self._dropped.popitem()
            if len(self._idle) < self._keep:
                self._idle.add(number)
                free.append(number)
            else:  # never one that the sender may be using already
                forget.append(number)
                del self._pieces[number]
        return free, forget

"""Memory that several processes see: files without a name, whose descriptors go from one process to another."""

import math
import mmap
import os
import sys
import tempfile
import weakref

import torch

from .write_tracking import share

#: whether descriptors can be sent to other processes
CAN_SHARE = sys.platform != "win32"
#: on a storage in such memory: its descriptor
_DESCRIPTOR = "remx_descriptor"

#: the memory that tensors lie in, by its descriptor
_mapped: weakref.WeakValueDictionary[int, mmap.mmap] = weakref.WeakValueDictionary()


def new_piece(size: int) -> tuple[int, mmap.mmap]:
    """Return the descriptor of a file without a name, and its memory."""
    if sys.platform == "linux":
        descriptor = os.memfd_create("remx-shared", os.MFD_CLOEXEC)
    else:
        with tempfile.TemporaryFile() as stream:
            descriptor = os.dup(stream.fileno())
    try:
        os.truncate(descriptor, size)
        if hasattr(os, "posix_fallocate"):
            os.posix_fallocate(descriptor, 0, size)  # memory that is not there is an error here, not a dead process
        return descriptor, mmap.mmap(descriptor, size)
    except BaseException:
        os.close(descriptor)
        raise


def descriptor_of(t: torch.Tensor) -> int | None:
    """Return the descriptor of the memory that a tensor begins at the beginning of; None: it lies elsewhere."""
    at_start = t.is_contiguous() and not t.storage_offset()
    return t.untyped_storage().__dict__.get(_DESCRIPTOR) if at_start else None


def in_shared_memory(t: torch.Tensor) -> torch.Tensor:
    """Return a copy of a CPU tensor that has a descriptor."""
    descriptor, memory = new_piece(max(t.nbytes, 1))
    _keep(descriptor, memory)
    return tensor_on(descriptor, t.shape, t.dtype).copy_(t)


def tensor_on(descriptor: int, shape: tuple[int, ...], dtype: torch.dtype) -> torch.Tensor:
    """Return a tensor on the memory of a descriptor, which is closed when no tensor of this process lies there.

    Raises OSError for a descriptor that is not open, ValueError for one of less memory.
    """
    size = math.prod(shape) * dtype.itemsize
    memory = _mapped.get(descriptor)
    if memory is None:
        memory = _keep(descriptor, mmap.mmap(descriptor, max(size, 1)))
    if len(memory) < size:
        raise ValueError(f"{size} bytes are expected, and there are {len(memory)}")
    result = torch.frombuffer(memory, dtype=torch.uint8)[:size].view(dtype).reshape(shape)
    result.untyped_storage().__dict__[_DESCRIPTOR] = descriptor
    share(result)
    return result


def _keep(descriptor: int, memory: mmap.mmap) -> mmap.mmap:
    _mapped[descriptor] = memory
    weakref.finalize(memory, os.close, descriptor).atexit = False
    return memory

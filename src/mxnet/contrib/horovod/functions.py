"""Objects of Python between processes: pickled, so that only processes which trust each other may use this."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np

from ... import ndarray as nd
from .mpi_ops import allgather, broadcast_
from .world import rank, size

__all__ = ["allgather_object", "broadcast_object"]


def broadcast_object(obj: Any, root_rank: int = 0, name: str | None = None) -> Any:
    """Return the object of process ``root_rank``: itself there, a copy in the others.

    ``name`` stands in errors. The object must be one that ``pickle`` can write. Raises :class:`MXNetError` as
    :func:`broadcast` does.
    """
    name = name or "object"
    is_root = rank() == root_rank
    data = pickle.dumps(obj) if is_root else b""
    length = broadcast_(nd.array([len(data)], dtype="int64"), root_rank, f"{name}: length").asscalar()
    content = _array(data) if is_root else nd.zeros(int(length), dtype="uint8")
    broadcast_(content, root_rank, name)
    return obj if is_root else pickle.loads(content.asnumpy().tobytes())


def allgather_object(obj: Any, name: str | None = None) -> list[Any]:
    """Return the objects of all processes, by rank: copies, the own one too. See :func:`broadcast_object`."""
    name = name or "object"
    pickled = pickle.dumps(obj)
    counts = allgather(nd.array([len(pickled)], dtype="int64"), f"{name}: length").asnumpy()
    data = allgather(_array(pickled), name).asnumpy().tobytes()
    ends = np.cumsum(counts)
    return [pickle.loads(data[ends[i] - counts[i] : ends[i]]) for i in range(size())]


def _array(data: bytes) -> Any:
    return nd.array(np.frombuffer(data, dtype=np.uint8), dtype="uint8")

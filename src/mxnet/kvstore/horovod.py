"""Stores that keep nothing: all workers sum together. The interface of the plug-ins for Horovod and BytePS."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, ClassVar

from .. import ndarray as nd
from ..core.errors import MXNetError
from ..core.write_tracking import writable
from .base import KVStoreBase
from .buckets import Buckets
from .devices import summed
from .distributed import shared_services
from .launchers import world


@KVStoreBase.register
class Horovod(KVStoreBase):
    """Sums over the processes that a launcher started, as ``pushpull`` of MXNet 2's plug-in for Horovod does.

    The engine is torch.distributed; the packages horovod and byteps are not needed. A process that no launcher started
    is alone. ``priority`` is without effect: the order is that of the calls.

    Examples
    --------
    >>> store = mx.kv.create('horovod')
    >>> store.rank, store.num_workers
    (0, 1)
    >>> x = nd.array([1, 2])
    >>> store.pushpull('gradient', x, out=x)
    >>> print(x.asnumpy())
    [1. 2.]
    """

    spans_processes: ClassVar[bool] = True

    def __init__(self) -> None:
        self._services = shared_services(self.type) if world() is not None else None
        self._buckets = None if self._services is None else Buckets(self._services.collectives, None)

    @property
    def type(self) -> str:
        """The name that the class is registered by."""
        return type(self).__name__.lower()

    @property
    def rank(self) -> int:
        """The number of this worker, from 0."""
        return 0 if self._services is None else self._services.cluster.rank

    @property
    def local_rank(self) -> int:
        """The number of this worker among those of its machine, from 0."""
        return 0 if self._services is None else self._services.cluster.local_rank

    @property
    def num_workers(self) -> int:
        """How many workers there are."""
        return 1 if self._services is None else self._services.cluster.num_workers

    @staticmethod
    def is_capable(capability: str) -> bool:
        """Return False for ``'optimizer'``: each worker updates for itself; ValueError for what is no capability."""
        if capability.lower() == KVStoreBase.OPTIMIZER:
            return False
        raise ValueError(f"Unknown capability: {capability}")

    def broadcast(self, key: Any, value: Any, out: Any, priority: int = 0) -> None:
        """Copy the value of worker 0 to each array of ``out``; all workers call this, with arrays of one shape.

        ``key`` may be a list, with lists for the rest. Raises :class:`MXNetError` for sparse arrays.
        """
        outs = self._arrays(key, out)
        for item, (first, *_) in self._arrays(key, value).items():
            tensor = first._t.detach().clone()
            if self._services is not None:
                collectives, what = self._services.collectives, f"({tensor.dtype}) {item} {tuple(tensor.shape)}"
                collectives.submit(f"broadcasts {what}", partial(collectives.broadcast, tensor, root=0)).wait()
            self._give(tensor, outs[item])

    def pushpull(self, key: Any, value: Any, out: Any = None, priority: int = 0) -> None:
        """Sum over the workers, and over the devices of each, and copy the sum to ``out`` or to the values.

        All workers call this, with arrays of one shape. ``key`` may be a list, with lists for the rest; small arrays
        travel together then. Raises :class:`MXNetError` for sparse arrays.
        """
        values = self._arrays(key, value)
        outs = values if out is None else self._arrays(key, out)
        sums = {key: summed(arrays, arrays[0].context)._t.detach() for key, arrays in values.items()}
        if self._buckets is not None:
            entries = [(key, tensor, ()) for key, tensor in sums.items()]
            sums = dict(self._buckets.exchanged(entries, update=False))
        for item, tensor in sums.items():
            self._give(tensor, outs[item])

    def _arrays(self, key: Any, value: Any) -> Mapping[Any, Sequence[Any]]:
        keys, values = (key, value) if isinstance(key, (list, tuple)) else ([key], [value])
        lists = [value if isinstance(value, (list, tuple)) else [value] for value in values]
        for item, arrays in zip(keys, lists, strict=True):
            for array in arrays:
                if not isinstance(array, nd.NDArray) or array.stype != "default":
                    storage = array.stype if isinstance(array, nd.NDArray) else type(array).__name__
                    raise MXNetError(f"{self.type}: key {item}: expected dense arrays, got {storage}")
        return dict(zip(keys, lists, strict=True))

    @staticmethod
    def _give(tensor: Any, arrays: Sequence[Any]) -> None:
        for array in arrays:
            writable(array._t).copy_(tensor)


@KVStoreBase.register
class BytePS(Horovod):
    """The same under the name of the plug-in for BytePS.

    Examples
    --------
    >>> store = mx.kv.create('byteps')
    >>> store.rank, store.num_workers
    (0, 1)
    >>> x = nd.array([1, 2])
    >>> store.pushpull('gradient', x, out=x)
    >>> print(x.asnumpy())
    [1. 2.]
    """

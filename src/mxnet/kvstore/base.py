"""The base class of key-value stores, their registry, and creation by name."""

from __future__ import annotations

import weakref
from collections.abc import Callable
from typing import Any, ClassVar

from ..registry.classes import warn_of_replaced


class KVStoreBase:
    """The interface of key-value stores, which sum values of several devices and give the sum back.

    A custom store derives from this, defines :meth:`broadcast`, :meth:`pushpull` and the properties, and is
    registered under its class name: ``@mx.kv.KVStoreBase.register``. What it leaves out raises NotImplementedError.
    A ``priority`` tells stores that work beside the program what to do first; in the stores here it is without effect.

    Examples
    --------
    >>> @mx.kv.KVStoreBase.register
    ... class OneDevice(mx.kv.KVStoreBase):
    ...     def broadcast(self, key, value, out, priority=0):
    ...         out[:] = value
    ...     def pushpull(self, key, value, out=None, priority=0):
    ...         (value if out is None else out)[:] = value
    >>> store, x = mx.kv.create('onedevice'), nd.zeros(2)
    >>> store.broadcast('weight', nd.array([1, 2]), out=x)
    >>> print(x.asnumpy())
    [1. 2.]
    """

    #: The capability of updating weights inside the store.
    OPTIMIZER = "optimizer"

    #: Whether the store is of several processes. Trainers use one with a single device too, and give all keys at once.
    spans_processes: ClassVar[bool] = False

    kv_registry: ClassVar[dict[str, Callable[[], Any]]] = {}

    def _lacks(self, what: str) -> NotImplementedError:
        return NotImplementedError(f"{type(self).__name__} does not define {what}")

    def broadcast(self, key: Any, value: Any, out: Any, priority: int = 0) -> None:
        """Set a key's value, from the first worker, and copy it to each array of ``out``."""
        raise self._lacks("broadcast")

    def pushpull(self, key: Any, value: Any, out: Any = None, priority: int = 0) -> None:
        """Sum the arrays of ``value`` and copy the result to each array of ``out``, or of ``value``."""
        raise self._lacks("pushpull")

    def set_optimizer(self, optimizer: Any) -> None:
        """Let the store update weights with an optimizer."""
        raise self._lacks("set_optimizer")

    @staticmethod
    def is_capable(capability: str) -> bool:
        """Return whether the store can do something, such as ``'optimizer'``."""
        raise NotImplementedError("this store does not say what it is capable of")

    def save_optimizer_states(self, fname: str, dump_optimizer: bool = False) -> None:
        """Write the states of the optimizer to a file, optionally with the optimizer itself."""
        raise self._lacks("save_optimizer_states")

    def load_optimizer_states(self, fname: str) -> None:
        """Read the states of the optimizer from a file."""
        raise self._lacks("load_optimizer_states")

    @property
    def type(self) -> str:
        """The name of the kind of store."""
        raise self._lacks("type")

    @property
    def rank(self) -> int:
        """The number of this worker."""
        raise self._lacks("rank")

    @property
    def num_workers(self) -> int:
        """How many workers share the store."""
        raise self._lacks("num_workers")

    @staticmethod
    def register(klass: Any) -> Any:
        """Register a class of stores under its name in lower case; a decorator. Replacing one warns.

        Parameters
        ----------
        klass
            The class, a :class:`KVStoreBase`.

        Returns
        -------
        The class.

        Examples
        --------
        >>> @mx.kv.KVStoreBase.register
        ... class OneProcess(mx.kv.KVStoreBase):
        ...     pass
        >>> type(mx.kv.create("oneprocess")).__name__
        'OneProcess'
        >>> del mx.kv.KVStoreBase.kv_registry["oneprocess"]  # for this example alone
        """
        assert isinstance(klass, type), f"a class is expected, got {klass!r}"
        name = klass.__name__.lower()
        if name in KVStoreBase.kv_registry:
            warn_of_replaced("kvstore", KVStoreBase.kv_registry[name], klass)
        KVStoreBase.kv_registry[name] = klass
        return klass


@KVStoreBase.register
class TestStore(KVStoreBase):
    """A store that keeps nothing, to test programs with: it sums and copies."""

    __test__ = False  # not a class of tests

    def broadcast(self, key: Any, value: Any, out: Any, priority: int = 0) -> None:
        """Copy ``value`` to each array of ``out``."""
        values = value if isinstance(value, (list, tuple)) else [value]
        outs = out if isinstance(out, (list, tuple)) else [out]
        for index, target in enumerate(outs):
            source = values[index if len(values) == len(outs) else 0]
            for item in target if isinstance(target, (list, tuple)) else [target]:
                item[:] = source

    def pushpull(self, key: Any, value: Any, out: Any = None, priority: int = 0) -> None:
        """Sum the arrays of ``value`` and copy the result to each array of ``out``, or of ``value``."""
        values = value if isinstance(value, (list, tuple)) else [value]
        total = values[0].copy()
        for item in values[1:]:
            total += item.as_in_context(total.context)
        targets = values if out is None else out if isinstance(out, (list, tuple)) else [out]
        for target in targets:
            target[:] = total

    @staticmethod
    def is_capable(capability: str) -> bool:
        """Return False for ``'optimizer'``; ValueError for what is no capability."""
        if capability.lower() == KVStoreBase.OPTIMIZER:
            return False
        raise ValueError(f"Unknown capability: {capability}")

    @property
    def type(self) -> str:
        """``'teststore'``."""
        return "teststore"

    @property
    def rank(self) -> int:
        """0: there is one worker."""
        return 0

    @property
    def num_workers(self) -> int:
        """1."""
        return 1


#: the store that was made last, which commands to servers go through
newest: weakref.ref[Any] | None = None


def create(name: str = "local") -> Any:
    """Make a key-value store, which sums values of several devices or processes and gives the sum back.

    Parameters
    ----------
    name
        ``'local'`` (and any other name) sums on the processor, ``'device'`` on the first device that holds a value;
        ``'nccl'`` is ``'device'``, where there are CUDA devices, and has NCCL sum what lies on several.
        ``'dist_sync'``, ``'dist_device_sync'`` and ``'dist_async'`` join the processes that a launcher started
        (``remx launch``, ``torchrun``); so does ``'horovod'`` (or ``'byteps'``), which only sums, and is of one process
        where there was no launcher. The name of a registered class makes a store of that class.

    Returns
    -------
    A :class:`KVStore`, or an object of the registered class.

    Raises
    ------
    TypeError
        For a name that is no text.
    MXNetError
        For a store that this process cannot take part in.

    Examples
    --------
    >>> kv = mx.kv.create("local")
    >>> kv.init("w", nd.zeros(2))
    >>> kv.push("w", [nd.array([1, 2]), nd.array([10, 20])])
    >>> out = nd.zeros(2)
    >>> kv.pull("w", out=out)
    >>> print(out.asnumpy())
    [11. 22.]
    """
    from .distributed import DistKVStore
    from .kvstore import KVStore

    if not isinstance(name, str):
        raise TypeError("name must be a string")
    name = name.lower()
    if name in KVStoreBase.kv_registry:
        return KVStoreBase.kv_registry[name]()
    result = DistKVStore(name) if "dist" in name else KVStore(name)
    global newest
    newest = weakref.ref(result)
    return result

"""The key-value store within one process: values of several devices are summed, or update a weight."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import compress
from typing import Any

import numpy as np

from .. import ndarray as nd
from .. import optimizer as opt
from ..core.context import Context, cpu, num_gpus
from ..core.errors import MXNetError, MXNetIndexError, expect
from ..core.text import described
from . import devices
from .base import KVStoreBase
from .compression import Compression, make_compression

_KEY_TYPES = (int, str)


class KVStore(KVStoreBase):
    """A store of this process. Keys are all ints or all strings; values are arrays, one or one per device.

    ``priority`` arguments are without effect: there is no queue whose order they could change.

    Parameters
    ----------
    handle
        The kind of store (see :func:`mxnet.kvstore.create`).

    Examples
    --------
    >>> kv = mx.kv.create("local")
    >>> kv.type, kv.rank, kv.num_workers
    ('local', 0, 1)
    """

    def __init__(self, handle: str) -> None:
        if "nccl" in handle and not num_gpus():
            raise MXNetError(f"{handle}: there are no CUDA devices")
        self.handle = handle
        self._values: dict[Any, Any] = {}
        self._key_type: type | None = None
        self._updater: Callable[[Any, Any, Any], None] | None = None
        self._compression: Compression | None = None
        self._is_p3 = False

    def __repr__(self) -> str:
        worker = f"{self.type!r}, worker {self.rank} of {self.num_workers}"
        return described(self, [worker, f"{len(self._values)} keys"])

    @property
    def type(self) -> str:
        """The name that the store was made by."""
        return self.handle

    @property
    def rank(self) -> int:
        """The number of this worker: 0."""
        return 0

    @property
    def num_workers(self) -> int:
        """How many workers share the store: 1."""
        return 1

    def is_capable(self, capability: str) -> bool:  # type: ignore[override]
        """Return True for ``'optimizer'``; ValueError for what is no capability.

        Parameters
        ----------
        capability
            ``'optimizer'``: whether the store can update values by an optimizer.

        Returns
        -------
        A bool.

        Examples
        --------
        >>> mx.kv.create().is_capable('optimizer')
        True
        """
        if capability.lower() == self.OPTIMIZER:
            return True
        raise ValueError(f"Unknown capability: {capability}")

    def init(self, key: Any, value: Any) -> None:
        """Set the first value of a key, or of each of several; a copy is kept.

        Parameters
        ----------
        key : int, str or list
            The key, or several.
        value : NDArray or list
            Its first value, or one for each key.

        Raises
        ------
        MXNetError
            For a key that has a value already.

        Examples
        --------
        >>> kv = mx.kv.create()
        >>> kv.init(['a', 'b'], [nd.ones(2), nd.zeros(3)])
        """
        for item, arrays in self._pairs(key, value):
            if item in self._values or len(arrays) > 1:
                raise MXNetError(f"duplicate init of key {item}: call init or broadcast once for each key")
            self._values[item] = arrays[0].copyto(self._place(arrays[0]))

    def _place(self, array: Any) -> Context:
        """Return where a value is kept: contexts of the processor are one place, with one count of updates."""
        return array.context if self._on_device and array.context.device_type == "gpu" else cpu()

    @property
    def _on_device(self) -> bool:
        return "device" in self.handle or "nccl" in self.handle

    def _pairs(self, key: Any, value: Any) -> list[tuple[Any, list[Any]]]:
        """Return the keys, each once and in order, with all arrays given for them."""
        keys, values = (key, value) if isinstance(key, (list, tuple)) else ([key], [value])
        assert len(keys) == len(values), f"{len(keys)} keys for {len(values)} values"
        types = {next((cls for cls in _KEY_TYPES if isinstance(key, cls)), type(key)) for key in keys}
        assert len(types) < 2, f"inconsistent types of keys: {keys}"
        pairs: dict[Any, list[Any]] = {}
        for item, arrays in zip(keys, values, strict=True):
            pairs.setdefault(self._checked(item), []).extend(_arrays_of(item, arrays))
        return list(pairs.items())

    def _checked(self, key: Any) -> Any:
        key_type = next((key_type for key_type in _KEY_TYPES if isinstance(key, key_type)), None)
        assert key_type is not None, f"unexpected type for keys: {type(key)}"
        if self._key_type not in (None, key_type):
            raise MXNetError("Mixed key types are not allowed: use ints or strings throughout")
        self._key_type = key_type
        return key_type(key)

    def _stored(self, key: Any) -> Any:
        if key not in self._values:
            raise MXNetError(f"key {key} has not been inited: call init or broadcast first")
        return self._values[key]

    def push(self, key: Any, value: Any, priority: int = 0) -> None:
        """Sum a key's values and store the sum, or hand it to the updater with the stored value.

        An :class:`~mxnet.optimizer.Updater` gets all keys of a call at once.

        Parameters
        ----------
        key : int, str or list
            The key, or several.
        value : NDArray or list
            A key's values: one, or a list with one from each device; for several keys a list of these.
        priority
            Without effect.

        Raises
        ------
        MXNetError
            For an unknown key and for a value of another shape.
        TypeError
            For what is neither an array nor a list of some; AssertionError for a list of anything else.

        Examples
        --------
        >>> kv = mx.kv.create('local')
        >>> kv.init('w', nd.zeros(2))
        >>> kv.push("w", [nd.ones(2), nd.ones(2)])
        >>> out = nd.zeros(2)
        >>> kv.pull("w", out=out)
        >>> print(out.asnumpy())
        [2. 2.]
        """
        pairs = [(item, arrays, self._stored(item)) for item, arrays in self._pairs(key, value) if arrays]
        rows = [self._received(item, arrays, stored) for item, arrays, stored in pairs]
        updates = []
        for (item, _, stored), row, total in zip(pairs, rows, self._sums(rows), strict=True):
            if self._on_device and stored.context != total.context:
                if isinstance(self._updater, opt.Updater):
                    self._updater.weight_moved(item, stored.context.device_id)
                stored = self._values[item] = stored.as_in_context(total.context)
            if self._updater is not None:
                updates.append((item, total, stored))
            elif len(row) > 1:
                self._values[item] = total  # which nobody else has
            elif (total.stype, total.dtype) != (stored.stype, stored.dtype):
                self._values[item] = total.copy()
            else:
                total.copyto(stored)
        if self._updater is not None:
            run_updater(self._updater, updates)

    def _received(self, key: Any, arrays: Sequence[Any], stored: Any) -> Sequence[Any]:
        """Return a key's values, one of each device, as they arrive."""
        for array in arrays:
            if array.shape != stored.shape:
                raise MXNetError(f"key {key}: expected a value of shape {stored.shape}, got {array.shape}")
            if array.stype == "csr":
                raise MXNetError(f"key {key}: values in csr storage cannot be pushed")
        return arrays if self._compression is None else self._compression.compressed(key, list(arrays))

    def _sums(self, rows: Sequence[Sequence[Any]]) -> list[Any]:
        """Return the sum of each row of arrays, where the store keeps values; the array itself, if it is one there."""
        places = [self._place(row[0]) for row in rows]
        plain = [len(row) > 1 and devices.are_plain(row) and len({a._t.dtype for a in row}) == 1 for row in rows]
        gathered = list(compress(rows, plain)), list(compress(places, plain))
        totals = iter(devices.sums(*gathered, nccl="nccl" in self.handle))
        return [
            next(totals) if is_plain else devices.summed(row, place)
            for row, place, is_plain in zip(rows, places, plain, strict=True)
        ]

    def pull(self, key: Any, out: Any = None, priority: int = 0, ignore_sparse: bool = True) -> None:
        """Copy a key's stored value to each array of ``out``, in the array's own type.

        Parameters
        ----------
        key : int, str or list
            The key, or several.
        out : NDArray or list
            Where a key's value goes: one array, or a list; for several keys a list of these.
        priority
            Without effect.
        ignore_sparse
            Whether arrays in sparse storage are passed over: see :meth:`row_sparse_pull`.

        Raises
        ------
        MXNetError
            For an unknown key, another shape, or values in another sparse storage.

        Examples
        --------
        >>> kv = mx.kv.create('local')
        >>> kv.init('w', nd.zeros(2))
        >>> a, b = nd.ones(2), nd.ones(2)
        >>> kv.pull("w", out=[a, b])
        >>> print(a.asnumpy(), b.asnumpy())
        [0. 0.] [0. 0.]
        """
        assert out is not None, "out: expected arrays to copy to"
        plain = []
        for item, arrays in self._pairs(key, out):
            stored = self._stored(item)
            for array in arrays:
                if ignore_sparse and array.stype != "default":
                    continue
                if array.shape != stored.shape:
                    raise MXNetError(f"key {item}: expected an array of shape {stored.shape}, got {array.shape}")
                if {array.stype, stored.stype} == {"csr", "row_sparse"}:
                    raise MXNetError(f"key {item}: a value in {stored.stype} storage cannot be pulled to {array.stype}")
                if devices.are_plain((stored, array)):
                    plain.append((stored, array))
                else:
                    stored.copyto(array)
        devices.copy_all(plain)

    def pushpull(self, key: Any, value: Any, out: Any = None, priority: int = 0) -> None:
        """Push, then pull to ``out``, or to the values themselves.

        Parameters
        ----------
        key : int, str or list
            The key, or several.
        value : NDArray or list
            A key's values: one, or a list with one from each device; for several keys a list of these.
        out : NDArray, list or None
            Where the values go; None: into the values themselves.
        priority
            Without effect.

        Examples
        --------
        >>> kv = mx.kv.create('local')
        >>> kv.init('w', nd.zeros(2))
        >>> gradients = [nd.array([1, 2]), nd.array([3, 4])]
        >>> kv.pushpull("w", gradients)
        >>> print(gradients[0].asnumpy())
        [4. 6.]
        """
        self.push(key, value, priority)
        self.pull(key, value if out is None else out, priority)

    def broadcast(self, key: Any, value: Any, out: Any, priority: int = 0) -> None:
        """Set the first value of a key and copy it to each array of ``out``.

        Parameters
        ----------
        key : int, str or list
            The key, or several.
        value : NDArray or list
            Its first value.
        out : NDArray or list
            Where a key's value goes: one array, or a list; for several keys a list of these.
        priority
            Without effect.

        Examples
        --------
        >>> kv = mx.kv.create()
        >>> out = nd.zeros(2)
        >>> kv.broadcast("w", nd.array([1, 2]), out=out)
        >>> print(out.asnumpy())
        [1. 2.]
        """
        self.init(key, value)
        self.pull(key, out, priority)

    def row_sparse_pull(self, key: Any, out: Any = None, priority: int = 0, row_ids: Any = None) -> None:
        """Copy rows of a key's row-sparse value to ``out``.

        Parameters
        ----------
        key : int, str or list
            The key, or several.
        out : RowSparseNDArray or list
            The arrays, which have these rows alone then.
        priority
            Without effect.
        row_ids : NDArray or list
            The numbers of the rows, in any order, repeated or not: one array for all of ``out``, or a list of as many;
            of several keys, a list with one for each.

        Raises
        ------
        AssertionError
            Without ``out`` or such ``row_ids``.
        MXNetError
            For an unknown key, for positions out of range, and for a dense value: :meth:`pull` gives that.

        Examples
        --------
        >>> kv = mx.kv.create()
        >>> kv.init("w", nd.array([[1, 1], [2, 2], [3, 3]]).tostype("row_sparse"))
        >>> out = nd.sparse.zeros("row_sparse", (3, 2))
        >>> kv.row_sparse_pull("w", out=out, row_ids=nd.array([0, 2]))
        >>> print(out.asnumpy())
        [[1. 1.]
         [0. 0.]
         [3. 3.]]
        """
        assert out is not None, "out: expected arrays to copy to"
        assert isinstance(row_ids, (nd.NDArray, list, tuple)), "row_ids: expected an array of rows to copy, or a list"
        keys, outs, ids = [key], [out], [row_ids]
        if isinstance(key, (list, tuple)):
            keys, outs, ids = list(key), list(out), [row_ids] if isinstance(row_ids, nd.NDArray) else list(row_ids)
        assert len(keys) == len(outs) == len(ids), f"{len(keys)} keys for {len(outs)} arrays and {len(ids)} row_ids"
        for item, arrays, positions in zip(keys, outs, ids, strict=True):
            item = self._checked(item)
            arrays, rows = _arrays_of(item, arrays), _arrays_of(item, positions)
            stored = self._stored(item)
            if stored.stype != "row_sparse":
                raise MXNetError(f"key {item}: a row-sparse value is expected, this is of type {stored.stype}")
            for array, ids_of in zip(arrays, rows * (len(arrays) if len(rows) == 1 else 1), strict=True):
                if array.stype != "row_sparse":
                    raise MXNetError(f"row_sparse_pull: expected arrays in row_sparse storage, got {array.stype}")
                array[:] = self._rows(item, ids_of).astype(array.dtype, copy=False)

    def _rows(self, key: Any, row_ids: Any) -> Any:
        """Return the rows of a row-sparse value at some positions, as an array that has these alone."""
        stored = self._values[key]
        positions = np.unique(row_ids.asnumpy().astype(np.int64))
        if len(positions) and not 0 <= positions[0] <= positions[-1] < stored.shape[0]:
            wrong = positions[0] if positions[0] < 0 else positions[-1]
            raise MXNetIndexError(f"row ids of key {key!r}: expected 0 to {stored.shape[0] - 1}, got {wrong}")
        return nd.sparse.retain(stored, nd.array(positions, dtype=np.int64, ctx=stored.context))

    def set_gradient_compression(self, compression_params: dict[str, Any]) -> None:
        """Compress what is pushed from now on.

        Parameters
        ----------
        compression_params
            ``{'type': '2bit', 'threshold': 0.5}``: an element arrives as ``threshold``, ``-threshold`` or 0, and what
            is missing is added to the next push. Of the type ``1bit`` it arrives as 1, where it is above the threshold,
            or -1.

        Raises
        ------
        MXNetError
            For an unknown type or a threshold that is not above 0.
        Exception
            For a store that cannot do it: those that sum on devices can.

        Examples
        --------
        >>> kv = mx.kv.create('device')
        >>> kv.set_gradient_compression({'type': '2bit', 'threshold': 0.5})
        """
        if "device" not in self.handle and "dist" not in self.handle:
            raise Exception("Gradient compression is not supported for this type of kvstore")  # the class of 1.9.1
        self._compression = make_compression(compression_params, self._compression)

    def set_optimizer(self, optimizer: opt.Optimizer) -> None:
        """Let pushed sums, taken as gradients, update the stored values by an optimizer.

        Parameters
        ----------
        optimizer
            An optimizer of ``mx.optimizer``, not its name.

        Examples
        --------
        >>> kv = mx.kv.create()
        >>> kv.init(0, nd.array([1, 1]))
        >>> kv.set_optimizer(mx.optimizer.SGD(learning_rate=0.5))
        >>> kv.push(0, nd.array([1, 2]))
        >>> out = nd.zeros(2)
        >>> kv.pull(0, out=out)
        >>> print(out.asnumpy())
        [0.5 0. ]
        """
        self._set_updater(opt.get_updater(optimizer))

    def _set_updater(self, updater: Callable[[Any, Any, Any], None]) -> None:
        """Call ``updater(key, sum, stored)`` for each push; it changes ``stored``. String keys come as bytes."""
        self._updater = updater

    def save_optimizer_states(self, fname: str, dump_optimizer: bool = False) -> None:
        """Write the states of the optimizer to a file.

        Parameters
        ----------
        fname
            The path of the file.
        dump_optimizer
            Whether the optimizer itself is written, too.

        Raises
        ------
        AssertionError
            When no optimizer was set.

        Examples
        --------
        >>> kv = mx.kv.create()
        >>> kv.set_optimizer(mx.optimizer.Adam())
        >>> kv.save_optimizer_states('adam.states')
        """
        assert self._updater is not None, "Cannot save states: set_optimizer was not called"
        opt.save_states(self._updater, fname, dump_optimizer)

    def load_optimizer_states(self, fname: str) -> None:
        """Read the states of the optimizer from a file. No code in it is run.

        Parameters
        ----------
        fname
            The path of the file.

        Raises
        ------
        AssertionError
            When no optimizer was set.
        MXNetError
            For a file that holds anything else.

        Examples
        --------
        >>> kv = mx.kv.create()
        >>> kv.set_optimizer(mx.optimizer.Adam())
        >>> kv.save_optimizer_states('adam.states')
        >>> kv.load_optimizer_states('adam.states')
        """
        assert self._updater is not None, "Cannot load states: set_optimizer was not called"
        opt.load_states(self._updater, fname, self._values)

    def _send_command_to_servers(self, head: int, body: Any) -> None:
        """Send a command to the servers of the store: there are none."""

    def _barrier(self) -> None:
        """Wait for the other workers: there are none."""


def _arrays_of(key: Any, value: Any) -> list[Any]:
    """Return the arrays given for a key, one or several; 1.9.1 takes any iterable for several."""
    if isinstance(value, nd.NDArray):
        return [value]
    expect(isinstance(value, Iterable), f"key {key}", "an array, or a list of arrays", value)
    arrays = list(value)
    assert all(isinstance(array, nd.NDArray) for array in arrays), f"key {key}: the values must be NDArrays"
    return arrays


def run_updater(updater: Callable[..., None], updates: Sequence[tuple[Any, Any, Any]]) -> None:
    """Call an updater for each key, sum of gradients and weight; an :class:`Updater` gets them all in one call.

    Updaters get string keys as bytes, as in 1.9.1.
    """
    calls = [(key.encode() if isinstance(key, str) else key, total, weight) for key, total, weight in updates]
    if len(calls) > 1 and type(updater) is opt.Updater:
        updater(*map(list, zip(*calls, strict=True)))
        return
    for call in calls:
        updater(*call)

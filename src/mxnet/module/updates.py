"""A trainer's updates: by a key-value store or without, and with gradients summed over several passes."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from ..core import environment
from ..core.errors import MXNetError

#: A ``'local'`` store with a larger parameter leaves the updating to the devices.
_LARGE = 1024 * 1024 * 16

#: by parameter, its arrays, or their gradients, on the devices
Arrays = Sequence[Sequence[Any]]


def _create_kvstore(kvstore: Any, num_device: int, arg_params: Mapping[str, Any]) -> tuple[Any, bool]:
    """Return a store (or None), and whether it updates the parameters.

    ``kvstore`` is None, a name, or a store. One device needs none, unless a store is given or the name is that of a
    distributed one. The environment variable ``MXNET_UPDATE_ON_KVSTORE`` (1) allows stores to update. Raises TypeError
    for anything else.
    """
    from .. import kvstore as kvs

    if isinstance(kvstore, str):
        registered = kvs.KVStoreBase.kv_registry.get(kvstore.lower())
        if num_device == 1 and "dist" not in kvstore and not getattr(registered, "spans_processes", False):
            return None, False
        store = kvs.create(kvstore)
    elif kvstore is None or isinstance(kvstore, kvs.KVStoreBase):
        store = kvstore
    else:
        raise TypeError("kvstore must be KVStore, str or None")
    if store is None:
        return None, False
    on_store = environment.flag("MXNET_UPDATE_ON_KVSTORE", True)
    if kvstore == "local" and max((np.prod(item.shape) for item in arg_params.values()), default=0) > _LARGE:
        on_store = False
    return store, on_store and store.is_capable(kvs.KVStoreBase.OPTIMIZER)


def _create_sparse_kvstore(kvstore: Any) -> tuple[Any, bool]:
    """Return a store for row-sparse parameters, which always updates them; TypeError for what is no store or name."""
    from .. import kvstore as kvs

    if isinstance(kvstore, str):
        return kvs.create(kvstore), True
    if isinstance(kvstore, kvs.KVStore):
        return kvstore, True
    raise TypeError(f"Cannot create '{kvstore}' KVStore with row_sparse parameters: a store or its name is needed")


def _initialize_kvstore(
    kvstore: Any,
    param_arrays: Arrays,
    arg_params: Mapping[str, Any],
    param_names: Sequence[str],
    update_on_kvstore: bool,
) -> None:
    """Put the parameters into a store; a store that updates gives them to the devices at once."""
    for name, on_devices in zip(param_names, param_arrays, strict=True):
        if update_on_kvstore or not hasattr(kvstore, "init"):
            kvstore.broadcast(name, arg_params[name], out=on_devices)
        else:
            kvstore.init(name, arg_params[name])


def takes_all_keys(kvstore: Any) -> bool:
    """Return whether a store gets all keys in one call: one of ours, which sends or updates their values together."""
    from .. import kvstore as kvs

    return getattr(kvstore, "spans_processes", False) or type(kvstore) is kvs.KVStore


def _join(kvstore: Any, name: Any, values: Sequence[Any], out: Sequence[Any], priority: int) -> None:
    """Give values to a store and take its answer: by push and pull where it has them, unless it does both at once."""
    if hasattr(kvstore, "push") and not getattr(kvstore, "spans_processes", False):
        kvstore.push(name, values, priority=priority)
        kvstore.pull(name, out, priority=priority)
    else:
        kvstore.pushpull(name, values, out=out, priority=priority)


def _with_gradients(param_arrays: Arrays, grad_arrays: Arrays) -> list[tuple[int, Sequence[Any], Sequence[Any]]]:
    pairs = enumerate(zip(param_arrays, grad_arrays, strict=True))
    return [(index, arrays, grads) for index, (arrays, grads) in pairs if grads[0] is not None]


def _update_params_on_kvstore(
    param_arrays: Arrays, grad_arrays: Arrays, kvstore: Any, param_names: Sequence[str]
) -> None:
    """Give the gradients to a store that updates, and take the new parameters to the devices.

    Stores of ours get all of them in one call, which they update together.
    """
    updated = _with_gradients(param_arrays, grad_arrays)
    if updated and takes_all_keys(kvstore):
        names = [param_names[index] for index, _, _ in updated]
        _join(kvstore, names, [grads for _, _, grads in updated], [arrays for _, arrays, _ in updated], 0)
        return
    for index, arrays, grads in updated:
        _join(kvstore, param_names[index], grads, arrays, -index)


def _update_params(
    param_arrays: Arrays,
    grad_arrays: Arrays,
    updater: Callable[[Any, Any, Any], None],
    num_device: int,
    kvstore: Any = None,
    param_names: Sequence[str] | None = None,
) -> None:
    """Update the parameters on each device, after a store (where there is one) summed the gradients.

    The updater gets, for each device, lists of indices (parameter * devices + device), gradients and parameters.
    """
    updates: list[list[tuple[int, Any, Any]]] = [[] for _ in range(num_device)]
    updated = _with_gradients(param_arrays, grad_arrays)
    all_at_once = bool(updated) and takes_all_keys(kvstore)
    if all_at_once:
        grads_of = [grads for _, _, grads in updated]
        _join(kvstore, [param_names[index] for index, _, _ in updated], grads_of, grads_of, 0)  # type: ignore[index]
    for index, arrays, grads in updated:
        if kvstore and not all_at_once:
            _join(kvstore, param_names[index], grads, grads, -index)  # type: ignore[index]
        for device, (array, grad) in enumerate(zip(arrays, grads, strict=True)):
            updates[device].append((index * num_device + device, grad, array))
    for of_device in updates:
        if of_device:
            indices, grads, arrays = (list(item) for item in zip(*of_device, strict=True))
            updater(indices, grads, arrays)


class GradientAccumulator:
    """Sums of gradients, per parameter and device; shared by modules that share their parameters.

    Parameters bound with ``grad_req='add'`` add up in their gradient arrays by themselves; for all others the sums
    are kept here.
    """

    def __init__(self) -> None:
        self._sums: dict[str, list[Any]] = {}
        self._fresh: set[str] = set()
        self._any = False

    def add(self, group: Any) -> None:
        """Add the gradients of the backward pass just made on an executor group."""
        self._any = True
        for name, grads in _gradients(group):
            if group.grad_req[name] == "add":
                continue
            if name not in self._sums:
                self._sums[name] = [grad.copy() for grad in grads]
            elif name in self._fresh:
                for total, grad in zip(self._sums[name], grads, strict=True):
                    total += grad
            else:
                for total, grad in zip(self._sums[name], grads, strict=True):
                    grad.copyto(total)
            self._fresh.add(name)

    def deliver(self, group: Any, normsize: float) -> None:
        """Write the sums divided by ``normsize`` into the group's gradient arrays; nothing added up means zero."""
        if not self._any:
            raise MXNetError("acc_update: there is nothing to update with, call acc_backward first")
        for name, grads in _gradients(group):
            adding = group.grad_req[name] == "add"
            for i, grad in enumerate(grads):
                if name in self._fresh:
                    self._sums[name][i].copyto(grad)
                elif not adding:
                    grad[:] = 0
                if normsize != 1:
                    grad /= normsize

    def clear(self, group: Any) -> None:
        """Start again from zero, in the group's adding gradient arrays too. The memory is reused for the next sums."""
        self._fresh.clear()
        self._any = False
        for name, grads in _gradients(group):
            if group.grad_req[name] == "add":
                for grad in grads:
                    grad[:] = 0


def _gradients(group: Any) -> list[tuple[str, Sequence[Any]]]:
    pairs = zip(group.param_names, group.grad_arrays, strict=True)
    return [(name, grads) for name, grads in pairs if grads[0] is not None]

"""The updater: an optimizer with the states of all weights, as a key-value store or a module calls it."""

import copy
import pickle
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from ..base import py_str
from ..core.compat import quirks
from ..core.errors import MXNetError, expected
from ..core.files.saving import atomic_write, open_saved
from ..core.semantics import semantics
from ..ndarray.numpy import ndarray as np_ndarray
from .base import Optimizer
from .multi_tensor import UpdatePlan, update_many
from .rows import RowsPlan, update_with_rows
from .states import Progress, fitted, read_states, write_states

__all__ = ["Updater", "get_updater", "load_states", "save_states"]


#: What an optimizer that makes its states as ours do has not defined anew.
_MAKING_STATES = ("create_state", "create_state_multi_precision")


class Updater:
    """An optimizer together with the states of all weights: a function of index, gradient and weight.

    Modules and key-value stores call it; :class:`mxnet.gluon.Trainer` has one for each device. ``states`` maps indices
    to states, ``states_synced`` says which of them are on their weight's device.

    Parameters
    ----------
    optimizer : Optimizer
        Whose rule is applied.

    See Also
    --------
    get_updater : makes it.

    Examples
    --------
    >>> updater = mx.optimizer.Updater(mx.optimizer.SGD(learning_rate=0.1, momentum=0.9))
    >>> weight = nd.array([1, 2])
    >>> updater(0, nd.array([0.5, -0.5]), weight)
    >>> print(weight.asnumpy())
    [0.95 2.05]
    >>> print(updater.states[0].asnumpy())
    [-0.05  0.05]
    """

    def __init__(self, optimizer: Optimizer) -> None:
        if not hasattr(optimizer, "aggregate_num"):
            raise AttributeError(expected("optimizer", "an optimizer such as mx.optimizer.create('sgd')", optimizer))
        self.optimizer = optimizer
        self.states: dict[Any, Any] = {}
        self.states_synced: dict[Any, bool] = {}
        self.aggregate_updates = optimizer.aggregate_num > 0
        #: by index of weights that have not been updated since their states were loaded: the counts of their updates
        self._loaded_counts: dict[Any, int] = {}
        #: loaded states by the indices here, which take the place of those by the file's at the first update
        self._by_index: dict[Any, Any] = {}
        #: by the first index of a list of weights: how they are updated together
        self._plans: dict[Any, UpdatePlan | RowsPlan | None] = {}

    def __call__(self, index: Any, grad: Any, weight: Any) -> None:
        """Update one weight by its gradient, or several given as lists.

        An optimizer that aggregates gets them in tuples of one data type, at most ``aggregate_num`` at a time.

        Parameters
        ----------
        index : int or str, or list of these
            The index of the weight, by which its state is kept.
        grad : NDArray or list
            Its gradient.
        weight : NDArray or list
            The weight, which is changed in place.

        Returns
        -------
        None.

        Examples
        --------
        >>> updater = mx.optimizer.Updater(mx.optimizer.SGD(learning_rate=0.1))
        >>> weight = nd.ones(2)
        >>> updater(0, nd.array([1, -1]), weight)
        >>> print(weight.asnumpy())
        [0.9 1.1]
        """
        if not isinstance(index, (list, tuple)):
            index, grad, weight = (index,), (grad,), (weight,)
        if not weight:
            return
        self.optimizer._set_current_context(weight[0].context.device_id)
        indices = [py_str(item) if isinstance(item, bytes) else item for item in index]
        if not (all(map(self.states_synced.get, indices)) and all(map(self.states.__contains__, indices))):
            for item, array in zip(indices, weight, strict=True):
                if item not in self.states or not self.states_synced[item]:
                    self._prepare(item, array)
        if len(indices) > 1 or grad[0].stype != "default":
            arguments = self.optimizer, indices, weight, grad, [*map(self.states.__getitem__, indices)]
            known = self._plans.get(indices[0])
            plan: Any = None
            if not isinstance(known, RowsPlan):
                plan = update_many(*arguments, known)
            if plan is None:
                plan = update_with_rows(*arguments, known if isinstance(known, RowsPlan) else None)
            self._plans[indices[0]] = plan
            if plan is not None:
                return
        weight, grad = self._classic(weight), self._classic(grad)
        update = self.optimizer.update_multi_precision
        if not self.aggregate_updates:
            for item, array, gradient in zip(indices, weight, grad, strict=True):
                update(item, array, gradient, self.states[item])
            return
        for group in self._groups(indices, weight):
            keys, arrays, gradients = zip(*((indices[i], weight[i], grad[i]) for i in group), strict=True)
            update(keys, arrays, gradients, [self.states[key] for key in keys])

    def __getstate__(self) -> dict[str, Any]:
        """Return what a copy or a pickle has: it makes plans for its own arrays."""
        return {**vars(self), "_plans": {}}

    def _groups(self, indices: Sequence[Any], weights: Sequence[Any]) -> Iterator[list[int]]:
        """Give the positions to update together."""
        by_dtype: dict[Any, list[int]] = {}
        for position in range(len(indices)):
            by_dtype.setdefault(weights[position].dtype, []).append(position)
        size = max(self.optimizer.aggregate_num, 1)
        for positions in by_dtype.values():
            for start in range(0, len(positions), size):
                yield positions[start : start + size]

    def _classic(self, arrays: Sequence[Any]) -> list[Any]:
        """Return arrays as the classic ones that optimizers update; ValueError where the optimizer refuses others."""
        if any(isinstance(array, np_ndarray) for array in arrays):
            if not getattr(self.optimizer, "allow_np_array", semantics.np_array or semantics.api == 2):
                raise ValueError("Converting np.ndarray to mx.nd.NDArray is not allowed")
            return [array.as_nd_ndarray() for array in arrays]
        return list(arrays)

    def weight_moved(self, index: Any, device_id: int | None = None) -> None:
        """Note that a weight went elsewhere: its state follows at the next update, and its count from ``device_id``."""
        if index in self.states_synced:
            self.states_synced[index] = False
            counts = {} if device_id is None else self.optimizer._all_index_update_counts.get(device_id, {})
            self._loaded_counts |= {index: counts[index]} if index in counts else {}

    def _prepare(self, index: Any, weight: Any) -> None:
        (weight,) = self._classic([weight])
        if self._by_index:
            self.states, self._by_index = self._by_index, {}
            self.states_synced = dict.fromkeys(self.states, False)
        if index not in self.states:
            self.states[index] = self.optimizer.create_state_multi_precision(index, weight)
        else:
            state = self._fitted(self.optimizer, self.states[index], index, weight)
            self.states[index] = self.sync_state_context(state, weight.context)
            if index in self._loaded_counts:  # whichever device had the weight when they were saved
                self.optimizer._index_update_count[index] = self._loaded_counts.pop(index)
        self.states_synced[index] = True

    @staticmethod
    def _fitted(optimizer: Optimizer, state: Any, index: Any, weight: Any) -> Any:
        """Return a state that was loaded as the weight's; MXNetError where an optimizer of ours cannot work with it."""
        if not all(getattr(type(optimizer), name).__module__.startswith("mxnet.optimizer.") for name in _MAKING_STATES):
            return state  # what another optimizer keeps is its own affair
        return fitted(state, optimizer.create_state_multi_precision(index, weight), index, optimizer)

    def sync_state_context(self, state: Any, context: Any) -> Any:
        """Return a state with its arrays on ``context``.

        Parameters
        ----------
        state
            An array, a tuple or list of states, or anything else, which is returned as it is.
        context
            The device, ``mx.gpu(0)``.

        Returns
        -------
        The state, with new arrays where they were elsewhere.
        """
        if hasattr(state, "as_in_context"):
            return state.as_in_context(context)
        if isinstance(state, (tuple, list)):
            return type(state)(self.sync_state_context(item, context) for item in state)
        return state

    def set_states(self, states: bytes, weights: Mapping[Any, Any] | None = None) -> None:
        """Take the states, and the optimizer if it was saved too, from what :meth:`get_states` returned.

        Counts of updates go on where they were, on any device. States without an optimizer have counts if remx saved
        them; the ``begin_num_update`` of the optimizer comes before those. If both have names of weights, as in
        modules, a weight gets the state of its name. Nothing in ``states`` is run.

        Parameters
        ----------
        states
            The states as bytes, of remx or MXNet.
        weights
            The weights by index, to which the states must fit; None: that is checked when a weight is first updated.

        Returns
        -------
        None.

        Raises
        ------
        MXNetError
            Where they are damaged, hold anything else, or do not fit.

        Examples
        --------
        >>> updater = mx.optimizer.Updater(mx.optimizer.SGD(momentum=0.9))
        >>> updater(0, nd.ones(2), nd.ones(2))
        >>> other = mx.optimizer.Updater(mx.optimizer.SGD(momentum=0.9))
        >>> other.set_states(updater.get_states())
        >>> print(other.states[0].asnumpy())
        [-0.01 -0.01]
        """
        optimizer = self.optimizer
        loaded, progress = read_states(states, optimizer)
        if isinstance(loaded, tuple) and len(loaded) == 2 and isinstance(loaded[1], Optimizer):
            loaded, optimizer = loaded[0], optimizer._with_loaded(loaded[1])
        if not isinstance(loaded, dict):
            raise MXNetError(f"expected states by index, got {'none' if loaded is None else type(loaded).__name__}")
        for index in loaded:
            if not isinstance(index, (int, str)):
                raise MXNetError(f"expected states by index, a number or a name, got one of {index!r}")
        sources = self._sources(loaded, progress.names if progress else {}, weights or {})
        by_index = _selected(loaded, sources)
        for index, weight in (weights or {}).items():
            if index in by_index:
                by_index[index] = self._fitted(optimizer, by_index[index], index, weight)
        is_own = optimizer is self.optimizer
        is_same = all(index == source for index, source in sources.items())
        self.states, self._by_index = (by_index, {}) if is_same else (loaded, by_index)
        self.optimizer = optimizer
        self.aggregate_updates = optimizer.aggregate_num > 0
        self.states_synced = dict.fromkeys(self.states, False)
        self._loaded_counts = {}
        if progress and not (is_own and (quirks.module_update_counts or optimizer.begin_num_update)):
            counts = progress.counts
            optimizer.num_update = progress.num_update
            self._loaded_counts = {index: counts[item] for index, item in sources.items() if item in counts}

    def _sources(
        self, saved: Mapping[Any, Any], names: Mapping[int, str], weights: Mapping[Any, Any]
    ) -> dict[Any, Any]:
        """Return the index in a file for each index here: that of a weight of the same name, if both have names.

        A kvstore has names for indices, an updater of several devices a number for each weight and device.
        """
        idx2name = self.optimizer.idx2name
        if (
            weights
            and not names
            and all(isinstance(index, str) for index in weights)
            and idx2name.keys() >= saved.keys()
        ):
            names = idx2name  # a module on one device, saved by MXNet
        by_name: dict[Any, list[Any]] = {}
        for index in saved:
            by_name.setdefault(names.get(index, index), []).append(index)
        sources = {} if weights and names else {index: index for index in saved}
        counts: Counter[Any] = Counter()
        for index in weights:
            name = idx2name.get(index, index)
            if name in by_name:
                sources[index] = by_name[name][min(counts[name], len(by_name[name]) - 1)]
                counts[name] += 1
        return sources

    def get_states(self, dump_optimizer: bool = False) -> bytes:
        """Return the states, and the counts of updates, as bytes for a file.

        Parameters
        ----------
        dump_optimizer
            Whether the optimizer is in it too, with its rates.

        Returns
        -------
        The bytes, which :meth:`set_states` takes.

        Examples
        --------
        >>> updater = mx.optimizer.Updater(mx.optimizer.SGD(momentum=0.9))
        >>> updater(0, nd.ones(2), nd.ones(2))
        >>> type(updater.get_states())
        <class 'bytes'>
        """
        optimizer = self.optimizer._in_files()
        progress = Progress.of(optimizer)
        progress = replace(progress, counts={**progress.counts, **self._loaded_counts})
        if dump_optimizer:
            return pickle.dumps((self._by_index or self.states, _with_counts(optimizer, progress.counts)))
        return write_states(self._by_index or self.states, progress)


def _selected(states: Mapping[Any, Any], sources: Mapping[Any, Any]) -> dict[Any, Any]:
    """Return the states of the indices in ``sources``; one that several indices have is copied."""
    selected: dict[Any, Any] = {}
    used: set[Any] = set()
    for index, source in sources.items():
        selected[index] = copy.deepcopy(states[source]) if source in used else states[source]
        used.add(source)
    return selected


def _with_counts(optimizer: Optimizer, counts: Mapping[Any, int]) -> Optimizer:
    """Return an optimizer to save, with the counts of all devices for device 0, where MXNet goes on in most cases."""
    tables = vars(optimizer).get("_all_index_update_counts")
    if tables is None or tables.get(0) == counts:
        return optimizer
    saved = copy.copy(optimizer)
    saved._index_update_count = dict(counts)
    saved._all_index_update_counts = {**tables, 0: saved._index_update_count}
    return saved


def get_updater(optimizer: Optimizer) -> Callable[[Any, Any, Any], None]:
    """Return an :class:`Updater` of an optimizer: a function of index, gradient and weight.

    Parameters
    ----------
    optimizer : Optimizer
        Whose rule is applied.

    Returns
    -------
    A function ``updater(index, grad, weight)`` that changes the weight and keeps the states: an :class:`Updater`.

    Examples
    --------
    >>> update = mx.optimizer.get_updater(mx.optimizer.create("sgd", learning_rate=0.1))
    >>> weight = nd.ones(2)
    >>> update(0, nd.ones(2), weight)
    >>> print(weight.asnumpy())
    [0.9 0.9]
    """
    return Updater(optimizer)


def load_states(updater: Any, fname: str, weights: Mapping[Any, Any] | None = None) -> None:
    """Give an updater the states in a file. No code in it is run.

    Parameters
    ----------
    updater : Updater
        Whose states are replaced; and its optimizer, if the file has one.
    fname
        The path of the file, written by :func:`save_states`, a Trainer or a module, of remx or MXNet.
    weights : dict or None
        The weights by index, to which the states must fit; None: that is checked when a weight is first updated.

    Returns
    -------
    None.

    Raises
    ------
    OSError
        Where the file cannot be read.
    MXNetError
        Where it holds anything else, or states that do not fit.

    Examples
    --------
    >>> updater = mx.optimizer.get_updater(mx.optimizer.SGD(momentum=0.9))
    >>> updater(0, nd.ones(2), nd.ones(2))
    >>> mx.optimizer.save_states(updater, "sgd.states")
    >>> other = mx.optimizer.get_updater(mx.optimizer.SGD(momentum=0.9))
    >>> mx.optimizer.load_states(other, "sgd.states")
    >>> print(other.states[0].asnumpy())
    [-0.01 -0.01]
    """
    with open_saved(fname) as stream:
        content = stream.read()
    try:
        if isinstance(updater, Updater):
            updater.set_states(content, weights)
        else:
            updater.set_states(content)
    except MXNetError as error:
        raise MXNetError(f"{fname}: {error}") from error


def save_states(updater: Any, fname: str, dump_optimizer: bool = False) -> None:
    """Write an updater's states, and the counts of updates, to a file.

    Parameters
    ----------
    updater : Updater
        Whose states are written.
    fname
        The path of the file.
    dump_optimizer
        Whether the optimizer is written too, with its rates.

    Returns
    -------
    None.

    See Also
    --------
    load_states : reads the file.

    Examples
    --------
    >>> updater = mx.optimizer.get_updater(mx.optimizer.Adam())
    >>> updater(0, nd.ones(2), nd.ones(2))
    >>> mx.optimizer.save_states(updater, "adam.states", dump_optimizer=True)
    """
    states = updater.get_states(dump_optimizer)
    with atomic_write(fname) as stream:
        stream.write(states)

"""Updating the parameters of a network by an optimizer."""

import copy
from collections.abc import Mapping
from typing import Any

from .. import autograd
from .. import kvstore as kvs
from .. import ndarray as nd
from .. import optimizer as opt
from ..core.context import Context
from ..core.errors import MXNetIndexError, expected, explains_arguments
from ..core.files.saving import atomic_write
from ..core.forking import ReentrantLock
from ..core.lazy_imports import public_dir
from ..core.other_names import says_other_names
from ..core.text import described
from ..eager.grad_node import GradSlot
from ..kvstore import KVStore
from ..module.updates import _create_kvstore, _create_sparse_kvstore, takes_all_keys
from ..ndarray.ndarray import gradient_slot
from ..registry.manual import documented
from .parameter import Parameter
from .parameter_dict import ParameterDict

__all__ = ["KVStore", "Parameter", "ParameterDict", "Trainer"]


@says_other_names
@documented()
class Trainer:
    """Applies an optimizer to parameters after each backward pass.

    Gradients that lie in several contexts, or in several processes, are summed by a store (``kvstore``) first.

    Parameters
    ----------
    params
        The parameters: ``net.collect_params()``, or a list of them.
    optimizer
        The name of an optimizer, ``'sgd'``, ``'adam'`` ..., or an optimizer of :mod:`mxnet.optimizer`.
    optimizer_params
        The arguments of a named optimizer: ``{'learning_rate': 0.1, 'wd': 1e-4}``.
    kvstore
        The store, or its name: ``'device'`` and ``'local'`` within a process, ``'dist_sync'``, ``'dist_async'`` between
        processes; None: none, each context is updated by its own gradient.
    compression_params
        How a distributed store compresses gradients: ``{'type': '2bit', 'threshold': 0.5}``; None: not at all.
    update_on_kvstore
        Whether the store updates the parameters, and keeps the optimizer's states; False: gradients come back summed
        and are updated here, which :meth:`allreduce_grads` and :meth:`update` need; None: the store does where it can
        and it is of use (distributed or sparse).
    shard_optimizer_states
        Whether each process of a distributed store keeps the optimizer's states of its share of the parameters alone
        (stage 1 of Rajbhandari et al., "ZeRO", 2020), and updates these. Not in 1.9.1.

    Raises
    ------
    ValueError
        For ``params`` that are no parameters.
    AssertionError
        Where their contexts differ.

    Examples
    --------
    >>> net = nn.Dense(1, in_units=2)
    >>> net.initialize(mx.init.Zero())
    >>> trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.1})
    >>> x, y = nd.array([[1, 2], [3, 4]]), nd.array([1, 2])
    >>> with autograd.record():
    ...     loss = gluon.loss.L2Loss()(net(x), y)
    >>> loss.backward()
    >>> trainer.step(batch_size=2)
    >>> print(net.weight.data().asnumpy())
    [[0.35 0.5 ]]
    """

    @explains_arguments
    def __init__(
        self,
        params: Any,
        optimizer: str | opt.Optimizer,
        optimizer_params: Mapping[str, Any] | None = None,
        kvstore: Any = "device",
        compression_params: Mapping[str, Any] | None = None,
        update_on_kvstore: bool | None = None,
        shard_optimizer_states: bool = False,
    ) -> None:
        self._params: list[Parameter] = _listed(params)
        self._param2idx = {param._uuid: i for i, param in enumerate(self._params)}
        for param in self._params:
            param._set_trainer(self)
        self._contains_sparse_weight = any(param._stype != "default" for param in self._params)
        self._contains_sparse_grad = any(param._grad_stype != "default" for param in self._params)
        self._compression_params = compression_params
        self._contexts = self._check_contexts()
        self._moved = False
        if not isinstance(optimizer_params or {}, Mapping):
            raise TypeError(
                f"optimizer_params: expected a dict such as {{'learning_rate': 0.1}}, got {optimizer_params!r}"
            )
        self._init_optimizer(optimizer, dict(optimizer_params or {}))
        #: what gradients are multiplied by besides 1 / batch size
        self._scale: float = self._optimizer.rescale_grad
        self._shards_states = shard_optimizer_states
        if shard_optimizer_states:
            if update_on_kvstore is False:
                raise ValueError(
                    "shard_optimizer_states: the store updates the parameters, update_on_kvstore=False not"
                )
            update_on_kvstore = True
        self._kvstore_params = {"kvstore": kvstore, "update_on_kvstore": update_on_kvstore}
        self._kvstore: Any = None
        #: a store for flags of mixed precision, where the workers of a distributed store have to agree
        self._overflow_flags: Any = None
        self._reset_kvstore()
        #: one thread at a time updates: several may train with one trainer
        self._updating = ReentrantLock()

    def __repr__(self) -> str:
        return described(self, [f"{len(self._params)} parameters", repr(self._optimizer)])

    def _check_contexts(self) -> list[Context]:
        """Return the contexts that all parameters are in."""
        contexts: list[Context] | None = None
        for param in self._params:
            ctx_list = param.list_ctx()
            assert contexts is None or contexts == ctx_list, (
                "All Parameters must be initialized on the same set of contexts, but Parameter "
                f"{param.name} is initialized on {ctx_list} while previous Parameters are initialized on {contexts}."
            )
            contexts = ctx_list
        return contexts or []

    def _init_optimizer(self, optimizer: Any, optimizer_params: dict[str, Any]) -> None:
        by_index = dict(enumerate(self._params))
        if isinstance(optimizer, opt.Optimizer):
            assert not optimizer_params, (
                "optimizer_params must be None if optimizer is an instance of Optimizer instead of str"
            )
            self._optimizer = optimizer
            self._optimizer.param_dict = by_index
        elif isinstance(optimizer, type):
            raise AttributeError(
                f"optimizer: expected a name or an object, got the class {optimizer.__name__}: write "
                f"{optimizer.__name__}(learning_rate=0.1)"
            )
        else:
            self._optimizer = opt.create(optimizer, param_dict=by_index, **optimizer_params)
        self._updaters = [opt.Updater(self._optimizer) for _ in self._contexts]

    # -- the store ------------------------------------------------------------------------------------------

    def _reset_kvstore(self) -> None:
        """Forget the store: the next step makes it anew, with the parameters as they are then."""
        if self._kvstore and "dist" in self._kvstore.type:
            raise RuntimeError("Cannot reset distributed KVStore.")
        self._kv_initialized = False
        self._kvstore = None
        self._distributed: bool | None = None
        self._update_on_kvstore: bool | None = None
        self._params_to_init = list(self._params)

    def _init_kvstore(self) -> None:
        """Make the store, and decide who updates the parameters."""
        kvstore = self._kvstore_params["kvstore"]
        chosen = self._kvstore_params["update_on_kvstore"]
        if self._contains_sparse_weight:
            store, update = _create_sparse_kvstore(kvstore)
            if chosen is False:
                raise ValueError("Cannot set update_on_kvstore=False when sparse weights are present.")
        else:
            arrays = {param._uuid: param.list_data()[0] for param in self._params}
            store, update = _create_kvstore(kvstore, len(self._contexts), arrays)
            # row-sparse gradients are summed, not the weights, where that is no way over a network
            update = update and not (self._contains_sparse_grad and "dist" not in getattr(store, "type", ""))
        if self._shards_states and not isinstance(store, kvs.DistKVStore):
            raise ValueError(f"shard_optimizer_states: expected a distributed store, got kvstore={kvstore!r}")
        self._distributed = bool(store) and "dist" in store.type
        if any(updater.states for updater in self._updaters):
            chosen = False  # parameters that were updated in one context have moved to several
        if store and chosen is not None:
            update = self._checked(store, chosen)
        elif self._distributed and hasattr(self, "_amp_loss_scaler") and "_async" not in store.type:
            # gradients are then checked after they were summed; servers do not follow a changing scale
            update = update and (self._contains_sparse_weight or self._contains_sparse_grad)
        if store:
            if self._compression_params:
                store.set_gradient_compression(self._compression_params)
            if update:
                store.set_optimizer(self._optimizer)
        self._kvstore, self._update_on_kvstore = store, update if store else None
        self._kv_initialized = True

    def _checked(self, store: Any, chosen: bool) -> bool:
        if chosen and not store.is_capable(kvs.KVStoreBase.OPTIMIZER):
            raise ValueError(f"Please set update_on_kvstore=False when training with {type(store)}")
        if not chosen and "_async" in store.type:
            raise ValueError("Please set update_on_kvstore=True when training in async mode.")
        if not chosen and self._contains_sparse_grad and self._distributed:
            raise ValueError("Cannot set update_on_kvstore=False on dist kvstore when sparse gradients are present.")
        return chosen

    def _init_params(self) -> None:
        """Give the store the parameters that it lacks; those without values wait."""
        assert self._kv_initialized, "Cannot initialize parameters in KVStore when KVStore is not initialized."
        deferred = []
        for param in self._params_to_init if self._kvstore else ():
            if param._deferred_init:
                deferred.append(param)
                continue
            arrays = param._check_and_get(param._data, list)
            self._kvstore.broadcast(self._param2idx[param._uuid], arrays[0], arrays)
        self._params_to_init = deferred

    def _parameter_moved(self, param: Parameter) -> None:
        """Let the states of a parameter follow it to other contexts."""
        self._moved = True
        for updater in self._updaters:
            updater.weight_moved(self._param2idx[param._uuid])

    def _follow(self) -> None:
        """Update in the contexts that parameters have moved to: new ones go on with the first one's states and counts.

        A trainer that had one context, and so no store, makes one that sums gradients.
        """
        self._moved = False
        self._contexts = max((param.list_ctx() for param in self._params), key=len)
        counts = self._optimizer._all_index_update_counts
        for context in self._contexts[len(self._updaters) :]:
            updater = copy.deepcopy(self._updaters[0], {id(self._optimizer): self._optimizer})
            updater.states_synced = dict.fromkeys(updater.states, False)
            self._updaters.append(updater)
            counts[context.device_id] = dict(counts.get(self._contexts[0].device_id, {}))
        if self._kv_initialized and self._kvstore is None:
            self._reset_kvstore()

    def _prepare(self) -> None:
        """Let contexts and the store be those that the parameters need now."""
        if self._moved:
            self._follow()
        if not self._kv_initialized:
            self._init_kvstore()
        if self._params_to_init:
            self._init_params()

    def _row_sparse_pull(self, parameter: Parameter, out: Any, row_id: Any, full_idx: bool = False) -> None:
        """Copy rows of a row-sparse parameter from the store to ``out``, with ``full_idx`` all of them."""
        # this may be asked for while the forward pass is recorded
        with autograd.pause(train_mode=autograd.is_training()):
            self._prepare()
            index = self._param2idx[parameter._uuid]
            if full_idx and "dist" not in self._kvstore.type:
                self._kvstore.pull(index, out=out, ignore_sparse=False)
                return
            try:
                self._kvstore.row_sparse_pull(index, out=out, row_ids=row_id)
            except MXNetIndexError as error:
                raise MXNetIndexError(f"Parameter '{parameter.name}': {error}") from None

    # -- the rate -------------------------------------------------------------------------------------------

    @property
    def optimizer(self) -> opt.Optimizer:
        """The optimizer."""
        return self._optimizer

    @property
    def learning_rate(self) -> float:
        """The learning rate now."""
        return self._optimizer.learning_rate

    def set_learning_rate(self, lr: float) -> None:
        """Set the learning rate of the optimizer.

        Parameters
        ----------
        lr : float
            The new rate, of the next step on.

        Returns
        -------
        None.

        Raises
        ------
        UserWarning
            Where the optimizer has a ``lr_scheduler``, which decides it.

        Examples
        --------
        >>> net = nn.Dense(1, in_units=1, use_bias=False)
        >>> net.initialize(mx.init.One())
        >>> trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.5})
        >>> trainer.set_learning_rate(0.05)
        >>> trainer.learning_rate
        0.05
        """
        self._optimizer.set_learning_rate(lr)

    # -- updating -------------------------------------------------------------------------------------------

    def step(self, batch_size: float, ignore_stale_grad: bool = False) -> None:
        """Update all parameters by their gradients, divided by ``batch_size``: to be called after ``backward``.

        It is :meth:`allreduce_grads` and :meth:`update` in one.

        Parameters
        ----------
        batch_size
            What gradients are divided by: the number of samples whose losses were summed, over all contexts; 1 for a
            loss that is a mean.
        ignore_stale_grad
            What happens to a parameter that no backward pass has given a gradient since the last update (a branch that
            was not used): False: UserWarning is raised; True: it is left as it is.

        Returns
        -------
        None.

        Raises
        ------
        UserWarning
            For a gradient that no backward pass has written since the last step.

        Examples
        --------
        >>> net = nn.Dense(1, in_units=1, use_bias=False)
        >>> net.initialize(mx.init.One())
        >>> trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.5})
        >>> with autograd.record():
        ...     loss = net(nd.array([[1], [3]]))
        >>> loss.backward()
        >>> trainer.step(2)
        >>> print(net.weight.data().asnumpy())  # 1 - 0.5 * (1 + 3) / 2
        [[0.]]
        """
        with self._updating:
            self._check_and_rescale_grad(self._scale_of(batch_size))
            self._prepare()
            if self._update_on_kvstore and self._overflows():
                return
            self._allreduce_grads()
            self._update(ignore_stale_grad)

    def allreduce_grads(self) -> None:
        """Sum the gradients of all contexts and processes, the first half of :meth:`step`.

        To clip or to look at gradients before :meth:`update`. The trainer has ``update_on_kvstore=False``.

        Returns
        -------
        None; the sums are in ``param.grad()``.

        Raises
        ------
        AssertionError
            Where the store updates the parameters.

        Examples
        --------
        >>> net = nn.Dense(1, in_units=1, use_bias=False)
        >>> net.initialize(mx.init.One())
        >>> trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.5}, update_on_kvstore=False)
        >>> with autograd.record():
        ...     loss = net(nd.array([[1], [3]]))
        >>> loss.backward()
        >>> trainer.allreduce_grads()
        >>> norm = gluon.utils.clip_global_norm([p.grad() for p in net.collect_params().values()], max_norm=1)
        >>> trainer.update(1)
        >>> print(norm, net.weight.data().asnumpy())
        4.0 [[0.5]]
        """
        with self._updating:
            self._prepare()
            self._refuse_store("allreduce_grads")
            self._allreduce_grads()

    def update(self, batch_size: float, ignore_stale_grad: bool = False) -> None:
        """Update all parameters, the second half of :meth:`step`, after :meth:`allreduce_grads`.

        Parameters
        ----------
        batch_size
            What gradients are divided by: the number of samples whose losses were summed, over all contexts; 1 for a
            loss that is a mean.
        ignore_stale_grad
            What happens to a parameter that no backward pass has given a gradient since the last update (a branch that
            was not used): False: UserWarning is raised; True: it is left as it is.

        Returns
        -------
        None.

        Raises
        ------
        AssertionError
            Where the store updates the parameters (``update_on_kvstore``).

        Examples
        --------
        >>> net = nn.Dense(1, in_units=1, use_bias=False)
        >>> net.initialize(mx.init.One())
        >>> trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.5}, update_on_kvstore=False)
        >>> with autograd.record():
        ...     loss = net(nd.array([[1], [3]]))
        >>> loss.backward()
        >>> trainer.allreduce_grads()
        >>> trainer.update(2)
        >>> print(net.weight.data().asnumpy())
        [[0.]]
        """
        with self._updating:
            self._prepare()
            self._refuse_store("update")
            self._check_and_rescale_grad(self._scale_of(batch_size))
            self._update(ignore_stale_grad)

    def _overflows(self) -> bool:
        """Return whether mixed precision has to leave out this step because gradients are not finite.

        Gradients that a store sums first are checked afterwards; one that updates must not get them.
        """
        scaler = getattr(self, "_amp_loss_scaler", None)
        if scaler is None:
            return False
        everywhere = self._update_on_kvstore and self._distributed
        gradients = [g for p in self._params if p._grad_req != "null" for g in p._grad or p.list_grad()]
        overflows: bool = scaler.overflows(gradients, self._any_worker if everywhere else bool)
        return overflows

    def _any_worker(self, overflow: bool) -> bool:
        """Return whether any worker's gradients overflow: they all exchange them, or none does."""
        if self._overflow_flags is None:
            self._overflow_flags = kvs.create("dist_sync")
            self._overflow_flags.init(0, nd.zeros(1))
        flags = nd.zeros(1)
        self._overflow_flags.pushpull(0, nd.full(1, overflow), out=flags)
        return bool(flags.asscalar())

    def _refuse_store(self, method: str) -> None:
        assert not (self._kvstore and self._update_on_kvstore), (
            f"{method}() when parameters are updated on kvstore is not supported. "
            "Try setting `update_on_kvstore` to False when creating trainer."
        )

    def _scale_of(self, batch_size: float) -> float:
        """Return what gradients are multiplied by for a number of samples."""
        try:
            return self._scale / batch_size
        except (TypeError, ZeroDivisionError) as error:
            raise type(error)(expected("batch_size", "the number of samples", batch_size)) from None

    def _check_and_rescale_grad(self, scale: float) -> None:
        on_servers = self._update_on_kvstore and self._distributed and not self._shards_states
        if on_servers and self._optimizer.rescale_grad != scale:
            raise UserWarning(
                "Possible change in the `batch_size` from previous `step` detected. Optimizer gradient normalizing "
                "factor will not change w.r.t new batch_size when update_on_kvstore=True and when distributed kvstore "
                "is used."
            )
        self._optimizer.rescale_grad = scale

    def _allreduce_grads(self) -> None:
        """Sum the gradients in the store; one that updates gives back the parameters.

        The library's own stores get all of them in one call, so that small ones are sent together.
        """
        if not self._kvstore:
            return
        trained = [(index, param) for index, param in enumerate(self._params) if param._grad_req != "null"]
        grads = [param.list_grad() for _, param in trained]
        outs = grads
        if self._update_on_kvstore:
            outs = [param._check_and_get(param._data, list) for _, param in trained]
        if getattr(self._kvstore, "spans_processes", False):
            keys = [index for index, _ in trained]
            self._kvstore.pushpull(keys, grads, out=outs)
            if isinstance(self._kvstore, kvs.DistKVStore):
                self._kvstore.watch(keys, grads, [[array._slot for array in param._data or ()] for _, param in trained])
            return
        rows = [(i, param, value, out) for (i, param), value, out in zip(trained, grads, outs, strict=True)]
        dense = [row for row in rows if row[1]._grad_stype == "default"]
        if dense and takes_all_keys(self._kvstore):
            keys, _, values, sums = map(list, zip(*dense, strict=True))
            self._kvstore.pushpull(keys, values, out=sums)
            rows = [row for row in rows if row[1]._grad_stype != "default"]
        for index, param, value, out in rows:
            if param._grad_stype == "default" or not isinstance(self._kvstore, kvs.KVStore):
                self._kvstore.pushpull(index, value, **({} if out is value else {"out": out}), priority=-index)
            else:  # which pushpull passes over
                self._kvstore.push(index, value, priority=-index)
                self._kvstore.pull(index, out, priority=-index, ignore_sparse=bool(self._update_on_kvstore))

    def _update(self, ignore_stale_grad: bool = False) -> None:
        on_store = self._kvstore and self._update_on_kvstore
        if not on_store and self._overflows():
            return
        updates: list[tuple[list[int], list[Any], list[Any]]] = [([], [], []) for _ in self._updaters]
        slots = []
        for index, param in enumerate(self._params):
            if param._grad_req == "null":
                continue
            arrays = param._data if param._data is not None else param._check_and_get(None, list)
            for device, array in enumerate(arrays):
                slot = array._slot
                if type(slot) is not GradSlot:
                    slot = gradient_slot(array)
                if slot is None or not slot.fresh:
                    if not ignore_stale_grad:
                        raise UserWarning(_stale(param, array))
                elif not on_store:
                    indices, grads, weights = updates[device]
                    indices.append(index)
                    grads.append(param._grad[device])  # type: ignore[index] # whose req is not null
                    weights.append(array)
                    slots.append(slot)
        for slot in slots:
            slot.fresh = False
        for updater, (indices, grads, weights) in zip(self._updaters, updates, strict=True):
            if indices:
                updater(indices, grads, weights)

    # -- files ----------------------------------------------------------------------------------------------

    def save_states(self, fname: str) -> None:
        """Write the optimizer and its states (momenta, step counts) to a file, to go on training later.

        Parameters
        ----------
        fname : str
            The path of the file.

        Returns
        -------
        None.

        Raises
        ------
        AssertionError
            Where the store updates parameters that are not initialized yet.

        Examples
        --------
        >>> net = nn.Dense(1, in_units=1, use_bias=False)
        >>> net.initialize(mx.init.One())
        >>> trainer = gluon.Trainer(net.collect_params(), "adam")
        >>> trainer.save_states("adam.states")
        >>> trainer.load_states("adam.states")
        """
        with self._updating:
            self._prepare()
            if self._update_on_kvstore:
                assert not self._params_to_init, (
                    "Cannot save trainer states when some parameters are not yet initialized in kvstore."
                )
                self._kvstore.save_optimizer_states(fname, dump_optimizer=True)
                return
            states = self._updaters[0].get_states(dump_optimizer=True)
            with atomic_write(fname) as stream:
                stream.write(states)

    def load_states(self, fname: str) -> None:
        """Read the optimizer and its states from a file of :meth:`save_states`, MXNet's too. No code in it is run.

        Parameters
        ----------
        fname : str
            The path of the file.

        Returns
        -------
        None.

        Examples
        --------
        >>> net = nn.Dense(1, in_units=1, use_bias=False)
        >>> net.initialize(mx.init.One())
        >>> trainer = gluon.Trainer(net.collect_params(), "adam")
        >>> trainer.save_states("adam.states")
        >>> trainer.load_states("adam.states")
        """
        with self._updating:
            self._prepare()
            if self._update_on_kvstore:
                self._kvstore.load_optimizer_states(fname)
                self._optimizer = self._kvstore._updater.optimizer
            else:
                weights = {i: param._data[0] for i, param in enumerate(self._params) if param._data}
                for updater in self._updaters:
                    opt.load_states(updater, fname, weights)
                    updater.optimizer = self._updaters[0].optimizer
                self._optimizer = self._updaters[0].optimizer
            self._optimizer.param_dict = dict(enumerate(self._params))


def _stale(param: Parameter, array: Any) -> str:
    return (
        f"Gradient of Parameter `{param.name}` on context {array.context} has not been updated by backward since last "
        "`step`. This could mean a bug in your model that made it only use a subset of the Parameters (Blocks) for "
        "this iteration. If you are intentionally only using a subset, call step with ignore_stale_grad=True to "
        "suppress this warning and skip updating of Parameters with stale gradient"
    )


def _listed(params: Any) -> list[Parameter]:
    """Return parameters as a list; those of a dict in the order of their names."""
    if isinstance(params, (dict, ParameterDict)):
        shared = {id(params[name]): params[name] for name in sorted(params.keys())}  # once, whatever its names
        params = list(shared.values())
    if not isinstance(params, (list, tuple)):
        more = " A block's are net.collect_params()." if hasattr(params, "collect_params") else ""
        raise ValueError(f"First argument must be a list or dict of Parameters, got {type(params)}.{more}")
    for param in params:
        if not isinstance(param, Parameter):
            more = " A dict is taken with its values: net.collect_params()." if isinstance(param, str) else ""
            raise ValueError(f"First argument must be a list or dict of Parameters, got list of {type(param)}.{more}")
    return list(params)


__dir__ = public_dir(__name__)

"""The part of Module that trains: the optimizer, updates, and adding up gradients."""

from __future__ import annotations

import logging
import warnings
from collections.abc import Callable
from typing import Any

from .. import optimizer as opt
from ..model import _create_kvstore, _initialize_kvstore, _update_params, _update_params_on_kvstore
from .accumulation import GradientAccumulator
from .parameters import ParameterModule

#: what an optimizer consists of; modules that share parameters share these
UPDATING_PARTS = ("_optimizer", "_kvstore", "_update_on_kvstore", "_updater")


class TrainableModule(ParameterModule):
    """A module whose parameters an optimizer updates: one updater here, or a kvstore that joins several devices."""

    def __init__(self, logger: Any = logging) -> None:
        super().__init__(logger=logger)
        self._context: Any = None
        self._compression_params: Any = None
        self._optimizer: Any = None
        self._kvstore: Any = None
        self._update_on_kvstore: bool | None = None
        self._updater: Any = None
        self._accumulator = GradientAccumulator()

    def init_optimizer(
        self,
        kvstore: Any = "local",
        optimizer: Any = "sgd",
        optimizer_params: Any = (("learning_rate", 0.01),),
        force_init: bool = False,
    ) -> None:
        """Create the optimizer and, where several devices train together, the store that joins their gradients.

        A name is made into an optimizer whose ``rescale_grad`` is one over the batch size, unless given.
        """
        self._require("binded", "params_initialized")
        if self.optimizer_initialized and not force_init:
            self.logger.warning("optimizer already initialized, ignoring...")
            return
        if self._params_dirty:
            self._sync_params_from_devices()
        store, on_store = _create_kvstore(kvstore, len(self._context), self._arg_params)
        samples = self._exec_group.batch_size or 1
        if store and "dist" in store.type and "_sync" in store.type:
            samples *= store.num_workers
        self._optimizer = self._make_optimizer(optimizer, optimizer_params, on_store, 1.0 / samples)
        self._kvstore, self._update_on_kvstore, self._updater = store, on_store, None
        if store:
            self._join_kvstore(store)
        if not on_store:
            self._updater = opt.get_updater(self._optimizer)
        self.optimizer_initialized = True
        if self._preload_opt_states is not None:
            self.load_optimizer_states(self._preload_opt_states)
            self._preload_opt_states = None

    def _make_optimizer(self, optimizer: Any, params: Any, on_store: bool, rescale_grad: float) -> Any:
        names = self._exec_group.param_names
        copies = 1 if on_store else len(self._context)
        idx2name = {i * copies + k: name for i, name in enumerate(names) for k in range(copies)}
        if isinstance(optimizer, str):
            settings = {"rescale_grad": rescale_grad, **dict(params)}
            return opt.create(optimizer, sym=self.symbol, param_idx2name=idx2name, **settings)
        assert isinstance(optimizer, opt.Optimizer), f"an optimizer or its name is expected, got {optimizer!r}"
        if optimizer.rescale_grad != rescale_grad:
            warnings.warn(
                "Optimizer created manually outside Module but rescale_grad is not normalized to "
                f"1.0/batch_size/num_workers ({optimizer.rescale_grad} vs. {rescale_grad}). Is this intended?",
                stacklevel=3,
            )
        if not optimizer.idx2name:
            optimizer.idx2name = idx2name
        return optimizer

    def _join_kvstore(self, store: Any) -> None:
        if self._compression_params:
            store.set_gradient_compression(self._compression_params)
        if self._update_on_kvstore:
            store.set_optimizer(self._optimizer)
        _initialize_kvstore(
            kvstore=store,
            param_arrays=self._exec_group.param_arrays,
            arg_params=self._arg_params,
            param_names=self._exec_group.param_names,
            update_on_kvstore=self._update_on_kvstore,
        )

    def borrow_optimizer(self, shared_module: TrainableModule) -> None:
        """Use another module's optimizer, with its state."""
        shared_module._require("optimizer_initialized")
        for part in UPDATING_PARTS:
            setattr(self, part, getattr(shared_module, part))
        self.optimizer_initialized = True

    def update(self) -> None:
        """Update the parameters with the gradients as they stand in the gradient arrays."""
        self._require("binded", "params_initialized", "optimizer_initialized")
        group = self._exec_group
        self._params_dirty = True
        if self._update_on_kvstore:
            _update_params_on_kvstore(group.param_arrays, group.grad_arrays, self._kvstore, group.param_names)
        else:
            _update_params(
                group.param_arrays,
                group.grad_arrays,
                updater=self._updater,
                num_device=len(self._context),
                kvstore=self._kvstore,
                param_names=group.param_names,
            )

    def acc_backward(self, out_grads: Any = None) -> None:
        """Run backward and add the gradients of the parameters to those accumulated since the last update."""
        self.backward(out_grads)
        self._accumulator.add(self._exec_group)

    def acc_update(self, normsize: float = 1) -> None:
        """Update once with the sum of the accumulated gradients divided by ``normsize``, and start a new sum.

        MXNetError when nothing has been accumulated.
        """
        self._accumulator.deliver(self._exec_group, normsize)
        self.update()
        self._accumulator.clear(self._exec_group)

    def zero_grad(self) -> None:
        """Set all gradients of parameters to zero and forget what was accumulated."""
        self._require("binded", "for_training")
        for grads in self._exec_group.grad_arrays:
            for grad in grads:
                if grad is not None:
                    grad[:] = 0
        self._accumulator.clear(self._exec_group)

    def prepare(self, data_batch: Any, sparse_row_id_fn: Callable[[Any], Any] | None = None) -> None:
        """Get ready for ``data_batch``.

        ``sparse_row_id_fn(data_batch)`` gives ``{parameter: row ids}``, the rows of row-sparse parameters to fetch
        from the kvstore; it is of no use (a UserWarning) where the kvstore does not update.
        """
        self._require("binded")
        if sparse_row_id_fn is None:
            return
        if not self._kvstore or not self._update_on_kvstore:
            warnings.warn("Parameters are not updated in the KVStore. No need to call sparse_row_id_fn.", stacklevel=2)
            return
        row_ids = sparse_row_id_fn(data_batch)
        assert isinstance(row_ids, dict), f"sparse_row_id_fn has to return a dict, got {type(row_ids).__name__}"
        for name, rows in row_ids.items():
            position = self._exec_group.param_names.index(name)
            arrays = self._exec_group.param_arrays[position]
            self._kvstore.row_sparse_pull(name, arrays, row_ids=rows, priority=-position)

    def save_optimizer_states(self, fname: str) -> None:
        """Write the optimizer's state to ``fname``."""
        self._require("optimizer_initialized")
        if self._update_on_kvstore:
            self._kvstore.save_optimizer_states(fname)
        else:
            opt.save_states(self._updater, fname)

    def load_optimizer_states(self, fname: str) -> None:
        """Read what :meth:`save_optimizer_states` wrote."""
        self._require("optimizer_initialized")
        if self._update_on_kvstore:
            self._kvstore.load_optimizer_states(fname)
        else:
            opt.load_states(self._updater, fname)

"""A module that trains with SVRG."""

import logging
from typing import Any

from ... import ndarray as nd
from ... import optimizer as opt
from ...core.compat import quirks
from ...core.context import cpu
from ...module import Module
from ...module.fit_loop import FitLoop
from .svrg_optimizer import FULL, _SVRGOptimizer


class _SVRGLoop(FitLoop):
    """The loop of ``fit``, with a look at all data before every ``update_freq``-th epoch."""

    def _train_epoch(self, epoch: int) -> list[tuple[str, float]]:
        if epoch % self.module.update_freq == 0:
            self.module.update_full_grads(self.train_data)
            self.train_data.reset()
        return super()._train_epoch(epoch)


class SVRGModule(Module):
    """A :class:`~mxnet.module.Module` whose gradients are corrected by those of older weights.

    Every ``update_freq`` epochs the weights are remembered (in ``_mod_aux``) and the gradient over all data is computed
    with them. In between, each update takes ``g(w) - g(remembered w) + gradient over all data``, where ``g`` is the
    gradient of the batch: the same on average, with less variance. Other arguments are those of ``Module``. Source:
    Johnson and Zhang, "Accelerating stochastic gradient descent using predictive variance reduction", 2013.

    Raises TypeError when ``update_freq`` is no int, ValueError when it is not positive.
    """

    _fit_loop = _SVRGLoop

    def __init__(
        self,
        symbol: Any,
        data_names: Any = ("data",),
        label_names: Any = ("softmax_label",),
        logger: Any = logging,
        context: Any = cpu(),  # noqa: B008 - the default of the published signature
        work_load_list: Any = None,
        fixed_param_names: Any = None,
        state_names: Any = None,
        group2ctxs: Any = None,
        compression_params: dict[str, Any] | None = None,
        update_freq: int | None = None,
    ) -> None:
        inputs, devices = (data_names, label_names), (logger, context, work_load_list)
        arguments = *inputs, *devices, fixed_param_names, state_names, group2ctxs, compression_params
        super().__init__(symbol, *arguments)
        if not isinstance(update_freq, int):
            raise TypeError(f"update_freq is the number of epochs between looks at all data, got {update_freq!r}")
        if update_freq <= 0:
            raise ValueError(f"update_freq must be positive, got {update_freq}")
        self.update_freq = update_freq
        self._mod_aux = Module(symbol, *arguments)
        self._param_dict: list[dict[str, Any]] | None = None
        self._ctx_len = len(self._context)

    # -- both modules together -----------------------------------------------------------------------------------

    def _reset_bind(self) -> None:
        super()._reset_bind()
        self._mod_aux._reset_bind()

    def bind(
        self,
        data_shapes: Any,
        label_shapes: Any = None,
        for_training: bool = True,
        inputs_need_grad: bool = False,
        force_rebind: bool = False,
        shared_module: Module | None = None,
        grad_req: Any = "write",
    ) -> None:
        """Bind as :meth:`Module.bind` does; for training, also the module with the remembered weights."""
        bound = self.binded and not force_rebind
        shapes = data_shapes, label_shapes, for_training, inputs_need_grad
        super().bind(*shapes, force_rebind, shared_module, grad_req)
        if for_training and not bound:
            self._mod_aux.bind(*shapes, force_rebind, grad_req=grad_req)

    def reshape(self, data_shapes: Any, label_shapes: Any = None) -> None:
        """Bind both modules to other input shapes."""
        super().reshape(data_shapes, label_shapes)
        if self._mod_aux.binded:
            self._mod_aux.reshape(data_shapes, label_shapes)

    def forward(self, data_batch: Any, is_train: bool | None = None) -> None:
        """Compute the outputs for a batch, and in training those with the remembered weights."""
        super().forward(data_batch, is_train)
        training = self.for_training if is_train is None else is_train
        if training and (is_train or self._mod_aux.params_initialized):
            self._mod_aux.forward(data_batch, is_train)

    def backward(self, out_grads: Any = None) -> None:
        """Compute the gradients for the last batch, with both weights."""
        super().backward(out_grads)
        if self._mod_aux.binded:
            self._mod_aux.backward(out_grads)

    def prepare(self, data_batch: Any, sparse_row_id_fn: Any = None) -> None:
        """Get both modules ready for a batch; see :meth:`Module.prepare`."""
        super().prepare(data_batch, sparse_row_id_fn)
        if self._mod_aux.binded:
            self._mod_aux.prepare(data_batch)

    # -- the optimizer -------------------------------------------------------------------------------------------

    def init_optimizer(
        self,
        kvstore: Any = "local",
        optimizer: Any = "sgd",
        optimizer_params: Any = (("learning_rate", 0.01),),
        force_init: bool = False,
    ) -> None:
        """Create the optimizer, and places for the gradients over all data: here, and in the store if there is one."""
        if self.optimizer_initialized and not force_init:
            self.logger.warning("optimizer already initialized, ignoring...")
            return
        super().init_optimizer(kvstore, optimizer, optimizer_params, force_init)
        self._param_dict = [
            {name: nd.zeros_like(array) for name, array in zip(self._exec_group.param_names, arrays, strict=True)}
            for arrays in zip(*self._exec_group.param_arrays, strict=True)
        ]
        if self._kvstore:
            for name, array in self._param_dict[0].items():
                self._kvstore.init(name + FULL, array)

    def _make_optimizer(self, optimizer: Any, params: Any, on_store: bool, rescale_grad: float) -> Any:
        default = super()._make_optimizer(optimizer, params, on_store, rescale_grad)
        if quirks.svrg and isinstance(optimizer, str):
            default.sym_info = ()
            default.set_lr_mult({})
            default.set_wd_mult({})
        keys = dict(default.idx2name)
        keys.update(enumerate([name + FULL for name in self._exec_group.param_names], len(keys)))
        settings = _SVRGOptimizer._check_params(**{"rescale_grad": rescale_grad, **dict(params)})
        return opt.create(_SVRGOptimizer.__name__, default_optimizer=default, param_idx2name=keys, **settings)

    # -- SVRG ----------------------------------------------------------------------------------------------------

    def update(self) -> None:
        """Correct the gradients of the last batch and update with them."""
        self._update_svrg_gradients()
        super().update()

    def update_full_grads(self, train_data: Any) -> None:
        """Remember the weights and compute the gradient over all data with them.

        It is the mean over the batches, the last one counted by its samples. The iterator is reset before.
        """
        assert self._param_dict is not None, "call init_optimizer before"
        self._mod_aux.set_params(*self.get_params())
        for sums in () if quirks.svrg else self._param_dict:
            for total in sums.values():
                total[:] = 0
        train_data.reset()
        batches: float = 0
        padding = 0
        for batch in train_data:
            self._mod_aux.forward(batch, is_train=True)
            self._mod_aux.backward()
            for name, grads in self._gradients(self._mod_aux):
                for sums, grad in zip(self._param_dict, grads, strict=True):
                    sums[name] += grad
            batches, padding = batches + 1, batch.pad or 0
        batches -= padding / train_data.batch_size
        for name in self._param_dict[0]:
            values = [sums[name] for sums in self._param_dict]
            for value in values:
                value /= batches
            if self._kvstore:
                self._accumulate_kvstore(name, values)

    @staticmethod
    def _gradients(module: Module) -> list[tuple[str, Any]]:
        group = module._exec_group
        pairs = zip(group.param_names, group.grad_arrays, strict=True)
        return [(name, grads) for name, grads in pairs if grads[0] is not None]

    def _accumulate_kvstore(self, key: Any, value: Any) -> None:
        """Add up the devices' gradients over all data in the store, and give each device its share of the sum."""
        self._kvstore.push(key + FULL, value)
        shares = [value[0].as_in_context(context).copy() for context in self._context]
        self._kvstore.pull(key + FULL, shares)
        self._allocate_gradients(key, shares)

    def _allocate_gradients(self, key: Any, value: Any) -> None:
        """Keep for each device, of all workers, its share of a gradient over all data."""
        devices = self._ctx_len * (self._kvstore.num_workers if self._kvstore else 1)
        for sums, total in zip(self._param_dict or (), value, strict=False):
            sums[key] = total / devices

    @staticmethod
    def _svrg_grads_update_rule(
        g_curr_batch_curr_weight: Any, g_curr_batch_special_weight: Any, g_special_weight_all_batch: Any
    ) -> Any:
        """Return the corrected gradient of a batch."""
        return g_curr_batch_curr_weight - g_curr_batch_special_weight + g_special_weight_all_batch

    def _update_svrg_gradients(self) -> None:
        """Correct the gradients of all parameters on all devices."""
        special = dict(self._gradients(self._mod_aux))
        for name, grads in self._gradients(self):
            for sums, grad, other in zip(self._param_dict or (), grads, special[name], strict=True):
                grad[:] = self._svrg_grads_update_rule(grad, other, sums[name])

"""The training loop of :class:`~mxnet.model.FeedForward`, on one or several devices."""

import logging
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields
from typing import Any

from ..callback import BatchEndParam, multiple_callbacks
from ..executor_manager import DataParallelExecutorManager
from ..module.updates import _initialize_kvstore, _update_params, _update_params_on_kvstore
from ..optimizer import get_updater


@dataclass
class Training:
    """One call of ``fit``: everything that it works with. Callbacks see these variables as ``locals``."""

    symbol: Any
    ctx: Sequence[Any]
    arg_names: Sequence[str]
    param_names: Sequence[str]
    aux_names: Sequence[str]
    arg_params: dict[str, Any]
    aux_params: dict[str, Any]
    begin_epoch: int
    end_epoch: int
    epoch_size: int | None
    optimizer: Any
    kvstore: Any
    update_on_kvstore: bool
    train_data: Any
    eval_data: Any = None
    eval_metric: Any = None
    epoch_end_callback: Any = None
    batch_end_callback: Any = None
    logger: Any = None
    work_load_list: Sequence[float] | None = None
    monitor: Any = None
    eval_end_callback: Any = None
    eval_batch_end_callback: Any = None
    sym_gen: Callable[[Any], Any] | None = None

    def run(self) -> None:
        """Train from the first epoch to the last."""
        self.logger = self.logger or logging
        self._prepare()
        for epoch in range(self.begin_epoch, self.end_epoch):
            self._train(epoch)
            if self.epoch_end_callback or epoch + 1 == self.end_epoch:
                self.executor_manager.copy_to(self.arg_params, self.aux_params)
            multiple_callbacks(self.epoch_end_callback, epoch, self.symbol, self.arg_params, self.aux_params)
            if self.eval_data:
                self._evaluate(epoch)

    def _prepare(self) -> None:
        self.executor_manager = DataParallelExecutorManager(
            self.symbol,
            self.ctx,
            self.train_data,
            self.arg_names,
            self.param_names,
            self.aux_names,
            self.work_load_list,
            self.logger,
            self.sym_gen,
        )
        if self.monitor:
            self.executor_manager.install_monitor(self.monitor)
        self.executor_manager.set_params(self.arg_params, self.aux_params)
        self.updater: Any = None if self.update_on_kvstore else get_updater(self.optimizer)
        if self.kvstore:
            arrays = self.executor_manager.param_arrays
            if self.update_on_kvstore:
                self.kvstore.set_optimizer(self.optimizer)
            _initialize_kvstore(self.kvstore, arrays, self.arg_params, self.param_names, self.update_on_kvstore)
        self.train_data.reset()

    def _batches(self, epoch: int) -> Iterator[Any]:
        """Give the batches of an epoch: those of the data, or ``epoch_size``, beginning again as often as needed."""
        count = 0
        while True:
            for batch in self.train_data:
                yield batch
                count += 1
                if count == self.epoch_size:
                    return
            self.logger.info("Epoch[%d] Resetting Data Iterator", epoch)
            self.train_data.reset()
            if self.epoch_size is None:
                return

    def _train(self, epoch: int) -> None:
        begin = time.time()
        self.eval_metric.reset()
        for nbatch, batch in enumerate(self._batches(epoch), start=1):
            self._step(batch)
            multiple_callbacks(self.batch_end_callback, self._param(epoch, nbatch, data_batch=batch, tic=begin))
        self.logger.info("Epoch[%d] Time cost=%.3f", epoch, time.time() - begin)

    def _step(self, batch: Any) -> None:
        manager = self.executor_manager
        manager.load_data_batch(batch)
        if self.monitor:
            self.monitor.tic()
        manager.forward(is_train=True)
        manager.backward()
        if self.update_on_kvstore:
            _update_params_on_kvstore(manager.param_arrays, manager.grad_arrays, self.kvstore, self.param_names)
        else:
            devices = len(self.ctx)
            _update_params(
                manager.param_arrays, manager.grad_arrays, self.updater, devices, self.kvstore, self.param_names
            )
        if self.monitor:
            self.monitor.toc_print()
        manager.update_metric(self.eval_metric, batch.label)

    def _evaluate(self, epoch: int) -> None:
        self.eval_metric.reset()
        self.eval_data.reset()
        count = 0
        for index, batch in enumerate(self.eval_data):
            self.executor_manager.load_data_batch(batch)
            self.executor_manager.forward(is_train=False)
            self.executor_manager.update_metric(self.eval_metric, batch.label)
            multiple_callbacks(self.eval_batch_end_callback, self._param(epoch, index, i=index, eval_batch=batch))
            count = index + 1
        # Rows left over are not to come first next time: the second reset drops them, as in 1.9.1.
        self.eval_data.reset()
        multiple_callbacks(self.eval_end_callback, self._param(epoch, count, total_num_batch=count))

    def _param(self, epoch: int, nbatch: int, **more: Any) -> BatchEndParam:
        arguments = {item.name: getattr(self, item.name) for item in fields(self)}
        scope = {**arguments, "executor_manager": self.executor_manager, "updater": self.updater, **more}
        return BatchEndParam(epoch, nbatch, self.eval_metric, {**scope, "epoch": epoch, "nbatch": nbatch})


def _train_multi_device(*args: Any, **kwargs: Any) -> None:
    """Train a network on the devices ``ctx``; the arguments are the fields of :class:`Training`.

    ``arg_params`` and ``aux_params`` hold the values to begin with, and those that were trained afterwards.
    """
    Training(*args, **kwargs).run()

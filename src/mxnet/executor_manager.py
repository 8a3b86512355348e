"""Running one network on several devices: splitting batches, one executor a device, gathering the results.

This is the engine of :class:`mxnet.model.FeedForward`; modules have their own
(:class:`mxnet.module.executor_group.DataParallelExecutorGroup`).
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from math import prod
from typing import Any

from .io.base import descriptions
from .module.executor_group import ExecutorGroup
from .module.slicing import load_general
from .module.slicing import split_input_slice as _split_input_slice

__all__ = ["DataParallelExecutorGroup", "DataParallelExecutorManager"]


def _check_arguments(symbol: Any) -> None:
    """Raise ValueError when two different variables of a symbol have one name."""
    for role, names in (("argument", symbol.list_arguments()), ("auxiliary", symbol.list_auxiliary_states())):
        twice = sorted({name for name in names if names.count(name) > 1})
        if twice:
            raise ValueError(
                f'Find duplicated {role} name "{twice[0]}", please make the weight name non-duplicated '
                f"(using name arguments), {role}s are {names}"
            )


def _load_general(data: Sequence[Any], targets: Sequence[Any]) -> None:
    """Copy arrays to their targets: an array, or the parts of it on each device as ``(slice, array)``.

    Raises AssertionError for another batch size than that of the parts.
    """
    for source, target in zip(data, targets, strict=True):
        if isinstance(target, list):
            bound = target[-1][0].stop
            assert source.shape[0] == bound, f"Batch size miss match. Expected {bound}, got {source.shape[0]}"
    load_general(data, targets, [0] * len(data))


def _load_data(batch: Any, targets: Sequence[Any]) -> None:
    """Copy a batch's data to its targets."""
    _load_general(batch.data, targets)


def _load_label(batch: Any, targets: Sequence[Any]) -> None:
    """Copy a batch's labels to their targets."""
    _load_general(batch.label, targets)


def _bind_exec(
    sym: Any,
    ctx: Any,
    input_shapes: Mapping[str, Sequence[int]],
    param_names: Sequence[str],
    need_grad: bool | set[str] = False,
    base_exec: Any = None,
    shared_data_arrays: dict[str, Any] | None = None,
    input_types: Mapping[str, Any] | None = None,
    logger: Any = logging,
) -> Any:
    """Return an executor for inputs of the given shapes and types.

    ``need_grad``: True for gradients of all parameters, or the set of those that get one; AssertionError for anything
    else. The other arguments, their gradients and the states are those of ``base_exec`` where it has them. Inputs lie
    in the arrays of ``shared_data_arrays``, which gets those that are new or larger than before.
    """
    assert isinstance(need_grad, bool | set), f"need_grad: expected a boolean or a set, got {need_grad!r}"
    requested = {name for name in param_names if need_grad is True or (need_grad and name in need_grad)}
    names = sym.list_arguments()
    pool: dict[str, Any] = {} if shared_data_arrays is None else shared_data_arrays
    for name, shape in input_shapes.items():
        if name in pool and pool[name].size < prod(shape):
            text = "%s: the shape %s needs more memory than that of %s; bind the largest inputs first"
            logger.warning(text, name, tuple(shape), pool[name].shape)
    grad_req = {name: "write" if name in requested else "null" for name in names}
    others = [name for name in names if name not in input_shapes]
    shared = {"shared_arg_names": others, "shared_exec": base_exec, "shared_buffer": pool}
    return sym.simple_bind(ctx, grad_req=grad_req, type_dict=input_types, **shared, **input_shapes)


class DataParallelExecutorGroup(ExecutorGroup):
    """One executor a device for one shape of data.

    ``train_data`` describes the inputs (``provide_data``, ``provide_label``, ``batch_size``); ``slices`` are the
    devices' parts of a batch; ``param_names`` are the arguments that get gradients. The parameters of
    ``shared_group`` are used where it is given.
    """

    def __init__(
        self,
        sym: Any,
        arg_names: Sequence[str],
        param_names: Sequence[str],
        ctx: Sequence[Any],
        slices: Sequence[slice],
        train_data: Any,
        shared_group: DataParallelExecutorGroup | None = None,
    ) -> None:
        _check_arguments(sym)
        loads = [part.stop - part.start for part in slices]
        params = [name for name in arg_names if name in set(param_names)]
        inputs, labels = descriptions(train_data.provide_data), descriptions(train_data.provide_label)
        known = [label for label in labels if label.name in set(arg_names)]
        ExecutorGroup.__init__(self, sym, ctx, loads, inputs, known, params, True, False, shared_group)
        self.ctx, self.train_execs = list(ctx), self.execs

    def load_data_batch(self, data_batch: Any) -> None:
        """Copy a batch to the devices."""
        _load_data(data_batch, self.data_arrays)
        _load_label(data_batch, self.label_arrays)

    def forward(self, is_train: bool = False) -> None:  # type: ignore[override]  # of the batch that was copied
        """Run the network on each device."""
        for exe in self.execs:
            exe.forward(is_train=is_train)

    def update_metric(self, metric: Any, labels: Any, pre_sliced: bool = False) -> None:
        """Update a metric with each device's outputs and labels (``pre_sliced``: given by device already)."""
        for index, (exe, part) in enumerate(zip(self.execs, self.slices or (), strict=True)):
            metric.update(labels[index] if pre_sliced else [label[part] for label in labels], exe.outputs)


class DataParallelExecutorManager:
    """Trains one network on several devices, or, with ``sym_gen``, one network for each bucket of the data.

    ``train_data`` is an iterator; ``work_load_list`` gives the devices' shares (equal ones). ``sym_gen(key)`` makes
    the symbol for a batch's ``bucket_key``. Raises ValueError for more devices than samples, AssertionError for a
    list of loads of another length.
    """

    def __init__(
        self,
        symbol: Any,
        ctx: Sequence[Any],
        train_data: Any,
        arg_names: Sequence[str],
        param_names: Sequence[str],
        aux_names: Sequence[str],
        work_load_list: Sequence[float] | None = None,
        logger: Any = None,
        sym_gen: Callable[[Any], Any] | None = None,
    ) -> None:
        (logger or logging).info("Start training with %s", list(ctx))
        loads = [1] * len(ctx) if work_load_list is None else work_load_list
        assert isinstance(loads, list), f"work_load_list: expected a list, got {loads!r}"
        assert len(loads) == len(ctx), f"work_load_list: expected {len(ctx)} loads, got {len(loads)}"
        self.slices = _split_input_slice(train_data.batch_size, loads)
        self.symbol, self.sym_gen, self.ctx = symbol, sym_gen, list(ctx)
        self.arg_names, self.param_names, self.aux_names = list(arg_names), list(param_names), list(aux_names)
        self.execgrp = self._group(symbol, train_data)
        self.curr_execgrp = self.execgrp
        self.execgrp_bucket = {train_data.default_bucket_key: self.execgrp} if sym_gen is not None else {}

    def _group(self, symbol: Any, data: Any, shared: DataParallelExecutorGroup | None = None) -> Any:
        names = symbol.list_arguments()
        return DataParallelExecutorGroup(symbol, names, self.param_names, self.ctx, self.slices, data, shared)

    @property
    def param_arrays(self) -> list[list[Any]]:
        """Each parameter's arrays on the devices."""
        return self.execgrp.param_arrays

    @property
    def grad_arrays(self) -> list[list[Any]]:
        """The gradients, as :attr:`param_arrays`."""
        return self.execgrp.grad_arrays

    @property
    def aux_arrays(self) -> list[list[Any]]:
        """Each auxiliary state's arrays on the devices."""
        return self.execgrp.aux_arrays

    def install_monitor(self, monitor: Any) -> None:
        """Let a monitor watch all devices. Raises NotImplementedError for networks of buckets."""
        if self.sym_gen is not None:
            raise NotImplementedError("a monitor cannot watch networks that are made for buckets")
        self.execgrp.install_monitor(monitor)

    def set_params(self, arg_params: Mapping[str, Any], aux_params: Mapping[str, Any]) -> None:
        """Copy parameters and auxiliary states to the devices."""
        self.execgrp.set_params(arg_params, aux_params)

    def copy_to(self, arg_params: dict[str, Any], aux_params: dict[str, Any]) -> None:
        """Copy the mean of the devices' parameters and auxiliary states into the given arrays."""
        self.execgrp.get_params(arg_params, aux_params)

    def load_data_batch(self, data_batch: Any) -> None:
        """Copy a batch to the devices, making the network of its bucket if it is new."""
        if self.sym_gen is not None:
            key = data_batch.bucket_key
            if key not in self.execgrp_bucket:
                self.execgrp_bucket[key] = self._group(self.sym_gen(key), data_batch, self.execgrp)
            self.curr_execgrp = self.execgrp_bucket[key]
        self.curr_execgrp.load_data_batch(data_batch)

    def forward(self, is_train: bool = False) -> None:
        """Run the network on each device."""
        self.curr_execgrp.forward(is_train=is_train)

    def backward(self) -> None:
        """Compute the gradients on each device."""
        self.curr_execgrp.backward()

    def update_metric(self, metric: Any, labels: Any, pre_sliced: bool = False) -> None:
        """Update a metric with each device's outputs and labels."""
        self.curr_execgrp.update_metric(metric, labels, pre_sliced)

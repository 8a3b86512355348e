"""One symbol bound on several devices, each of which works on its part of every batch."""

from __future__ import annotations

import copy
import logging
from collections.abc import Sequence
from typing import Any

from ..core.errors import MXNetError, expect
from ..core.shared_methods import Shared
from ..graph.compile import Compilation
from ..head_grads import resolve_head_grads
from ..io import DataDesc
from ..io.base import descriptions
from .descriptions import gradient_requests, group_contexts
from .descriptions import group_contexts as _prepare_group2ctxs  # noqa: F401  (imported from here by programs)
from .slicing import load_data as _load_data  # noqa: F401
from .slicing import load_general as _load_general  # noqa: F401
from .slicing import load_label as _load_label  # noqa: F401
from .slicing import merge_devices, merge_outputs, slice_rows, sliced_shape, split_input_slice
from .slicing import merge_outputs as _merge_multi_context  # noqa: F401


class ExecutorGroup(metaclass=Shared):
    """What groups of executors share, which have no common base in MXNet."""

    def __init__(
        self,
        symbol: Any,
        contexts: Sequence[Any],
        workload: Sequence[float],
        data_shapes: Sequence[Any],
        label_shapes: Sequence[Any] | None,
        param_names: Sequence[str],
        for_training: bool,
        inputs_need_grad: bool,
        shared_group: ExecutorGroup | None = None,
        logger: Any = logging,
        fixed_param_names: Sequence[str] | None = None,
        grad_req: Any = "write",
        state_names: Sequence[str] | None = None,
        group2ctxs: Any = None,
        *,
        compile: Any = None,
    ) -> None:
        self._compilation = Compilation.of(compile)
        self.symbol, self.contexts, self.workload, self.logger = symbol, contexts, workload, logger
        self.arg_names = symbol.list_arguments()
        self.aux_names = symbol.list_auxiliary_states()
        self.param_names = param_names
        self.fixed_param_names = [] if fixed_param_names is None else fixed_param_names
        self.state_names = [] if state_names is None else state_names
        self.for_training, self.inputs_need_grad = for_training, inputs_need_grad
        self.group2ctxs = group_contexts(group2ctxs, len(contexts))
        trained = [name for name in param_names if name not in self.fixed_param_names]
        inputs = [desc[0] for desc in data_shapes]
        self.grad_req = gradient_requests(grad_req, self.arg_names, trained, inputs, for_training, inputs_need_grad)
        self.output_names = symbol.list_outputs()
        self.num_outputs = len(self.output_names)
        self.output_layouts = [DataDesc.get_batch_axis(symbol[i].attr("__layout__")) for i in range(self.num_outputs)]
        self.shared_data_arrays: list[dict[str, Any]] = (
            [{} for _ in contexts] if shared_group is None else shared_group.shared_data_arrays
        )
        self.execs: list[Any] = []
        #: whether another group has this one's arrays, too
        self._is_shared = shared_group is not None
        if shared_group is not None:
            shared_group._is_shared = True
        self.slices: list[slice] | None = None
        self.batch_size: Any = None  # an int once it is bound, unless no input has a batch axis
        self._total_exec_bytes = 0
        self.bind_exec(data_shapes, label_shapes, shared_group)

    # -- binding -------------------------------------------------------------------------------------------------

    def decide_slices(self, data_shapes: Sequence[Any]) -> list[int]:
        """Return the batch axis of each input and divide the batch; all inputs must have the same batch size."""
        axes = [DataDesc.get_batch_axis(desc.layout) for desc in data_shapes]
        for desc, axis in zip(data_shapes, axes, strict=True):
            if axis < 0:
                continue
            batch_size = desc.shape[axis]
            if self.batch_size is not None:
                assert batch_size == self.batch_size, (
                    f"all data must have the same batch size: batch_size = {self.batch_size}, "
                    f"but {desc.name} has shape {desc.shape}"
                )
            else:
                self.batch_size = batch_size
                self.slices = split_input_slice(batch_size, self.workload)
        return axes

    def bind_exec(
        self,
        data_shapes: Sequence[Any],
        label_shapes: Sequence[Any] | None,
        shared_group: ExecutorGroup | None = None,
        reshape: bool = False,
    ) -> None:
        """Bind the symbol on every device, or with ``reshape`` bind the present executors to new shapes."""
        data_shapes = descriptions(data_shapes)
        label_shapes = None if label_shapes is None else descriptions(label_shapes)
        before = self.batch_size, self.slices
        self.batch_size = None
        try:
            data_layouts = self.decide_slices(data_shapes)
            label_layouts = [] if label_shapes is None else self.decide_slices(label_shapes)
            inputs = list(zip([*data_shapes, *(label_shapes or [])], [*data_layouts, *label_layouts], strict=True))
            make = self._reshape_ith_exec if reshape else self._bind_ith_exec
            self.execs = [make(i, inputs, shared_group) for i in range(len(self.contexts))]
        except Exception:
            self.batch_size, self.slices = before
            raise
        self.data_shapes, self.label_shapes = data_shapes, label_shapes
        self.data_layouts, self.label_layouts = data_layouts, label_layouts
        self.data_names = [desc.name for desc in data_shapes]
        self.label_names = [desc.name for desc in label_shapes or []]
        self._input_shapes = {desc.name: tuple(desc.shape) for desc, _ in inputs}
        self._collect_arrays()

    def _bind_ith_exec(self, i: int, inputs: Sequence[tuple[DataDesc, int]], shared_group: ExecutorGroup | None) -> Any:
        shared = {} if shared_group is None else {"shared_exec": shared_group.execs[i]}
        return self.symbol._bind_shapes(
            ctx=self.contexts[i],
            grad_req=self.grad_req,
            type_dict={desc.name: desc.dtype for desc, _ in inputs},
            shared_arg_names=self.param_names,
            shared_buffer=self.shared_data_arrays[i],
            group2ctx=self.group2ctxs[i],
            shapes=self._shapes_on(i, inputs),
            compile=self._compilation,
            **shared,
        )

    def _reshape_ith_exec(self, i: int, inputs: Sequence[tuple[DataDesc, int]], _: Any) -> Any:
        before = self.execs[i]
        after = before.reshape(partial_shaping=True, allow_up_sizing=True, **self._shapes_on(i, inputs))
        for name in self.param_names:
            expected, got = before.arg_dict[name].shape, after.arg_dict[name].shape
            if expected != got:
                shown = ", ".join(f"{desc.name}: {tuple(desc.shape)}" for desc, _ in inputs)
                raise MXNetError(
                    f"with inputs {{{shown}}} the parameter {name} would have shape {got}, but it has {expected}; "
                    "a module's inputs may change only where no parameter's shape depends on them"
                )
        return after

    def _shapes_on(self, i: int, inputs: Sequence[tuple[DataDesc, int]]) -> dict[str, tuple[int, ...]]:
        rows = None if self.slices is None else self.slices[i]
        return {desc.name: sliced_shape(desc.shape, axis, rows) for desc, axis in inputs}

    def reshape(self, data_shapes: Sequence[Any], label_shapes: Sequence[Any] | None) -> None:
        """Bind to other input shapes, keeping parameters, gradients, states and auxiliary states."""
        if data_shapes == self.data_shapes and label_shapes == self.label_shapes:
            return
        self.bind_exec(data_shapes, label_shapes, reshape=True)

    def replica(self) -> Any:
        """Return a group on the same parameters, with inputs and outputs of its own: for another thread."""
        self._is_shared = True
        result = copy.copy(self)
        result.execs = [item.replica({*self.data_names, *self.label_names, *self.state_names}) for item in self.execs]
        result.shared_data_arrays = [{} for _ in self.contexts]
        result._collect_arrays()
        return result

    def _collect_arrays(self) -> None:
        self.data_arrays = [self._input_arrays(name) for name in self.data_names]
        self.label_arrays = [self._input_arrays(name) for name in self.label_names]
        self.param_arrays = self._across("arg_dict", [n for n in self.param_names if n in self.arg_names])
        self.aux_arrays = self._across("aux_dict", self.aux_names)
        self.state_arrays = self._across("arg_dict", self.state_names)
        self.grad_arrays: Any = self._across("grad_dict", self.param_names) if self.for_training else None
        self.input_grad_arrays = self._across("grad_dict", self.data_names) if self.inputs_need_grad else None

    def _across(self, table: str, names: Sequence[str]) -> list[list[Any]]:
        tables = [getattr(executor, table) for executor in self.execs]
        return [[arrays.get(name) for arrays in tables] for name in names]

    def _input_arrays(self, name: str) -> list[tuple[slice | None, Any]]:
        slices: Sequence[slice | None] = [None] * len(self.execs) if self.slices is None else self.slices
        try:
            return [(rows, executor.arg_dict[name]) for rows, executor in zip(slices, self.execs, strict=True)]
        except KeyError:
            raise KeyError(
                f"{name}: the symbol has no such argument: {', '.join(self.arg_names)} (data_names and label_names of "
                "the module, data_name and label_name of the iterator name them)"
            ) from None

    # -- parameters and states -----------------------------------------------------------------------------------

    def set_params(self, arg_params: Any, aux_params: Any, allow_extra: bool = False) -> None:
        """Copy parameters to every device; ValueError for unknown names unless ``allow_extra``."""
        for executor in self.execs:
            executor.copy_params_from(arg_params or {}, aux_params or {}, allow_extra_params=allow_extra)

    def adopt(self, arg_params: dict[str, Any]) -> set[str]:
        """Let the only executor, while it shares arrays with no other, work on the memory of given arguments.

        Returns the names of those that fit it.
        """
        if len(self.execs) > 1 or self._is_shared:
            return set()
        return self.execs[0].adopt(arg_params)

    def get_params(self, arg_params: dict[str, Any], aux_params: dict[str, Any]) -> None:
        """Write the mean over the devices of every parameter and auxiliary state into the given dicts' arrays."""
        for names, arrays, out in [
            (self.param_names, self.param_arrays, arg_params),
            (self.aux_names, self.aux_arrays, aux_params),
        ]:
            for name, replicas in zip(names, arrays, strict=True):
                merge_devices(replicas, out[name])

    def get_states(self, merge_multi_context: bool = True) -> list[list[Any]]:
        """Return the states, per name a list over the devices."""
        assert not merge_multi_context, "merge_multi_context=True is not supported for get_states yet."
        return self.state_arrays

    def set_states(self, states: Any = None, value: Any = None) -> None:
        """Set the states: from ``states`` as :meth:`get_states` gives them, or all to the number ``value``."""
        if states is not None:
            assert value is None, "Only one of states & value can be specified."
            for targets, sources in zip(self.state_arrays, states, strict=True):
                for target, source in zip(targets, sources, strict=True):
                    source.copyto(target)
            return
        assert value is not None, "At least one of states & value must be specified."
        for targets in self.state_arrays:
            for target in targets:
                target[:] = value

    # -- computing -----------------------------------------------------------------------------------------------

    def forward(self, data_batch: Any, is_train: bool | None = None) -> None:
        """Compute the outputs for a batch, or for a list of batches, one per device.

        Labels are fed when the batch has any; else those of the batch before stay.
        """
        if is_train is None:
            is_train = self.for_training
        parts = data_batch if isinstance(data_batch, list) else [data_batch] * len(self.execs)
        for i, (executor, part) in enumerate(zip(self.execs, parts, strict=True)):
            rows = None if part is not data_batch or self.slices is None else self.slices[i]
            executor.forward(is_train, **self._inputs_on(i, part, rows))

    def _inputs_on(self, i: int, batch: Any, rows: slice | None) -> dict[str, Any]:
        inputs = dict(zip(self.data_names, batch.data, strict=False))
        axes = self.data_layouts
        labels = getattr(batch, "label", None)
        if labels and self.label_names:
            inputs.update(zip(self.label_names, labels, strict=False))
            axes = axes + self.label_layouts
        bound = self.execs[i].arg_dict
        for name, array in inputs.items():
            if getattr(array, "stype", "default") != "default" and name in bound and bound[name].stype == "default":
                inputs[name] = array.tostype("default")
        if len(self.execs) == 1:
            return inputs
        context = self.contexts[i]
        if rows is not None:
            inputs = {name: slice_rows(inputs[name], axis, rows) for name, axis in zip(inputs, axes, strict=True)}
        return {name: array.as_in_context(context) for name, array in inputs.items()}

    def get_output_shapes(self) -> list[tuple[str, tuple[int, ...]]]:
        """Return ``(name, shape)`` of each output for the whole batch."""
        shapes = [output.shape for output in self.execs[0].outputs]
        return [
            (name, shape if axis < 0 else (*shape[:axis], self.batch_size, *shape[axis + 1 :]))
            for name, shape, axis in zip(self.output_names, shapes, self.output_layouts, strict=True)
        ]

    def get_outputs(self, merge_multi_context: bool = True, begin: int = 0, end: int | None = None) -> list[Any]:
        """Return the outputs ``begin`` to ``end``: merged over the devices, or per output a list over them."""
        outputs = [list(column) for column in zip(*(executor.outputs for executor in self.execs), strict=True)]
        chosen = slice(begin, self.num_outputs if end is None else end)
        return merge_outputs(outputs[chosen], self.output_layouts[chosen]) if merge_multi_context else outputs[chosen]

    def get_input_grads(self, merge_multi_context: bool = True) -> list[Any]:
        """Return the gradients of the data, in the order of the data shapes bound."""
        assert self.input_grad_arrays is not None, "bind with inputs_need_grad=True first"
        if merge_multi_context:
            return merge_outputs(self.input_grad_arrays, self.data_layouts)
        return self.input_grad_arrays

    def backward(self, out_grads: Any = None) -> None:
        """Compute gradients. ``out_grads`` for the whole batch, in any form of :func:`resolve_head_grads`."""
        assert self.for_training, "re-bind with for_training=True to run backward"
        if len(self.execs) == 1:
            self.execs[0].backward(out_grads)
            return
        heads = resolve_head_grads(out_grads, self.output_names, self.execs[0].head_grads_needed)
        for i, executor in enumerate(self.execs):
            executor.backward(
                [self._head_on(i, grad, axis) for grad, axis in zip(heads, self.output_layouts, strict=True)]
            )

    def _head_on(self, i: int, grad: Any, axis: int) -> Any:
        if grad is None or self.slices is None:
            return grad
        return slice_rows(grad, axis, self.slices[i]).as_in_context(self.contexts[i])

    def update_metric(self, eval_metric: Any, labels: Any, pre_sliced: bool) -> None:
        """Feed each device's outputs with its labels; ``pre_sliced`` says that ``labels`` has a list per device."""
        for i, executor in enumerate(self.execs):
            part = labels[i] if pre_sliced else self._labels_on(i, labels)
            outputs = dict(zip(self.output_names, executor.outputs, strict=True))
            eval_metric.update_dict(dict(zip(self.label_names, part, strict=False)), outputs)

    def _labels_on(self, i: int, labels: list[Any]) -> list[Any]:
        if len(self.execs) == 1 or self.slices is None:
            return labels
        pairs = zip(labels, self.label_layouts, strict=False)
        return [slice_rows(label, axis, self.slices[i]) for label, axis in pairs]

    def install_monitor(self, mon: Any) -> None:
        """Have ``mon`` watch every executor."""
        for executor in self.execs:
            expect(hasattr(mon, "install"), "mon", "a monitor", mon, AttributeError)
            mon.install(executor)


class DataParallelExecutorGroup(ExecutorGroup):
    """The executors of a symbol on ``contexts``, fed with slices of a batch.

    Batches are cut along the batch axis of each input's layout ('N' in ``DataDesc.layout``), in proportion to
    ``workload``; inputs and outputs whose layout has no batch axis are whole on every device.

    Attributes that programs read: ``execs`` (one executor per device), ``slices`` (the rows of each device),
    ``batch_size``, ``data_layouts``, ``label_layouts``, ``output_layouts`` (batch axes, -1 for none),
    ``param_arrays``, ``grad_arrays``, ``aux_arrays``, ``state_arrays``, ``input_grad_arrays`` (per name a list over
    devices), ``data_arrays`` and ``label_arrays`` (per name a list of ``(slice, array)``).
    """

"""Module: a symbol with its parameters, bound on one or several devices, and an optimizer."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any

from ..core.context import Context, cpu
from ..core.memory import give_back_unused
from ..initializer import InitDesc, Uniform  # noqa: F401  (these and others are imported from here by programs)
from ..io import DataDesc
from ..model import load_checkpoint
from ..ndarray import zeros  # noqa: F401
from ..runtime.compiled import Compilation
from .base_module import BaseModule  # noqa: F401
from .descriptions import check_input_names, describe_batch, parse_data_desc
from .executor_group import DataParallelExecutorGroup
from .training import TrainableModule

__all__ = ["Module", "load_checkpoint"]

#: after so many changes of shape, memory between arrays of old sizes goes back to the system
_RESHAPES_TO_TRIM = 8


class Module(TrainableModule):
    """Train, score and predict with one symbol.

    Parameters
    ----------
    symbol
        The network; loss layers (SoftmaxOutput, MakeLoss...) start the backward pass.
    data_names, label_names
        Which arguments are fed from ``batch.data`` and ``batch.label``; None for no labels.
    context, work_load_list
        One device or a list; each batch is divided in proportion to ``work_load_list``.
    fixed_param_names
        Parameters that get no gradient and are not updated.
    state_names
        Arguments that carry state between batches; see :meth:`set_states`.
    group2ctxs
        Model parallelism: for each ``ctx_group`` of the symbol the device (or one per element of ``context``).
    compression_params
        Handed to the kvstore as gradient compression, e.g. ``{'type': '2bit', 'threshold': 0.5}``.
    compile
        Compile the graph with ``torch.compile``: True (by inductor), a backend's name, or a dict of options, perhaps
        with a ``backend``. None: as the environment variable ``MXNET_BACKEND`` says.
    """

    def __init__(
        self,
        symbol: Any,
        data_names: Sequence[str] | None = ("data",),
        label_names: Sequence[str] | None = ("softmax_label",),
        logger: Any = logging,
        context: Context | list[Context] = cpu(),  # noqa: B008 - the default of the published signature
        work_load_list: Sequence[float] | None = None,
        fixed_param_names: Sequence[str] | None = None,
        state_names: Sequence[str] | None = None,
        group2ctxs: Any = None,
        compression_params: dict[str, Any] | None = None,
        *,
        compile: Any = None,
    ) -> None:
        super().__init__(logger=logger)
        self._compile = Compilation.of(compile)
        self._context = [context] if isinstance(context, Context) else context
        self._work_load_list = [1] * len(self._context) if work_load_list is None else work_load_list
        assert len(self._work_load_list) == len(self._context), (
            f"work_load_list has {len(self._work_load_list)} entries for {len(self._context)} contexts"
        )
        self._group2ctxs = group2ctxs
        self._compression_params = compression_params
        self._symbol = symbol
        self._data_names = list(data_names or [])
        self._label_names = list(label_names or [])
        self._state_names = list(state_names or [])
        self._fixed_param_names = list(fixed_param_names or [])
        self._check_names()
        inputs = {*self._data_names, *self._label_names, *self._state_names}
        self._param_names = [name for name in symbol.list_arguments() if name not in inputs]
        self._aux_names = symbol.list_auxiliary_states()
        self._output_names = symbol.list_outputs()
        self._data_shapes: Any = None
        self._label_shapes: Any = None
        self._label_descs: Any = None
        self._reshapes = 0
        self._grad_req: Any = None

    def _check_names(self) -> None:
        for argument, throw in (
            ("data_names", True), ("label_names", False), ("state_names", True), ("fixed_param_names", True),
        ):  # fmt: skip
            check_input_names(self._symbol, getattr(self, f"_{argument}"), argument, throw)

    # -- what it is ----------------------------------------------------------------------------------------------

    @property
    def data_names(self) -> list[str]:
        """Names of the inputs that are data."""
        return self._data_names

    @property
    def label_names(self) -> list[str]:
        """Names of the inputs that are labels."""
        return self._label_names

    @property
    def output_names(self) -> list[str]:
        """Names of the symbol's outputs."""
        return self._output_names

    @property
    def data_shapes(self) -> list[DataDesc]:
        """The data as it is bound now."""
        self._require("binded")
        return self._data_shapes

    @property
    def label_shapes(self) -> list[DataDesc] | None:
        """The labels as they are bound now, or None."""
        self._require("binded")
        return self._label_shapes

    @property
    def output_shapes(self) -> list[tuple[str, tuple[int, ...]]]:
        """``(name, shape)`` of each output for the whole batch."""
        self._require("binded")
        return self._exec_group.get_output_shapes()

    @property
    def batch_size(self) -> int:
        """Rows of the batch that is bound now; 1 when no input has a batch axis."""
        self._require("binded")
        return self._exec_group.batch_size or 1

    # -- binding -------------------------------------------------------------------------------------------------

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
        """Allocate executors for inputs of these shapes.

        ``data_shapes`` and ``label_shapes`` are lists of ``DataDesc`` or ``(name, shape)``. ``grad_req`` is one
        request for all parameters, a list over the arguments, or a dict. ``force_rebind`` binds anew and keeps
        parameters and the optimizer's state as they are; MXNet loses the updates there. With ``shared_module``
        parameters, gradients and optimizer are that module's.
        """
        if force_rebind:
            self._reset_bind()
        if self.binded:
            self.logger.warning("Already bound, ignoring bind()")
            return
        assert for_training or not inputs_need_grad, "gradients of inputs need a module bound for training"
        shared_group = None if shared_module is None else _group_of(shared_module)
        data, labels = parse_data_desc(self._data_names, self._label_names, data_shapes, label_shapes)
        self._exec_group = DataParallelExecutorGroup(
            self._symbol, self._context, self._work_load_list, data, labels, self._param_names, for_training,
            inputs_need_grad, shared_group, logger=self.logger, fixed_param_names=self._fixed_param_names,
            grad_req=grad_req, state_names=self._state_names, group2ctxs=self._group2ctxs, compile=self._compile,
        )  # fmt: skip
        self._data_shapes, self._label_shapes, self._label_descs = data, labels, labels
        self._grad_req = grad_req
        self.for_training, self.inputs_need_grad, self.binded = for_training, inputs_need_grad, True
        self._connect_params(shared_module)
        if shared_module is not None:
            self._accumulator = shared_module._accumulator
            if shared_module.optimizer_initialized:
                self.borrow_optimizer(shared_module)

    def _reset_bind(self) -> None:
        """Forget the executors, after taking over what only they hold."""
        if self.binded and self.params_initialized and self._params_dirty:
            self._sync_params_from_devices()
        self.binded = False
        self._exec_group = None
        self._data_shapes = self._label_shapes = self._label_descs = None

    def reshape(self, data_shapes: Any, label_shapes: Any = None) -> None:
        """Bind to other input shapes, keeping all parameters. :meth:`forward` does this by itself."""
        self._require("binded")
        data, labels = parse_data_desc(self._data_names, self._label_names, data_shapes, label_shapes)
        self._label_descs = labels
        self._reshape(data, labels)

    def _reshape(self, data: list[DataDesc], labels: list[DataDesc] | None) -> None:
        self._exec_group.reshape(data, labels)
        self._data_shapes, self._label_shapes = data, labels
        self._reshapes += 1
        if self._reshapes % _RESHAPES_TO_TRIM == 0:
            give_back_unused()

    # -- computing -----------------------------------------------------------------------------------------------

    def forward(self, data_batch: Any, is_train: bool | None = None) -> None:
        """Compute the outputs for a batch of any shape that the network takes.

        ``data_batch`` has ``data`` and perhaps ``label``, lists of arrays in the order of the shapes bound; a list
        of batches gives one to each device. ``is_train`` defaults to how the module was bound.
        """
        self._require("binded", "params_initialized")
        data, labels = describe_batch(data_batch, self._data_shapes, self._label_descs)
        if data != self._data_shapes or (labels is not None and labels != self._label_shapes):
            self._reshape(data, labels)
        self._exec_group.forward(data_batch, is_train)

    def backward(self, out_grads: Any = None) -> None:
        """Compute the gradients of the last :meth:`forward`.

        ``out_grads`` has the gradients of the outputs that are not losses: a list (in the order of the outputs, with
        or without places for the losses), or a dict by output name; None in it means zero.
        """
        self._require("binded", "params_initialized")
        self._exec_group.backward(out_grads=out_grads)

    def get_outputs(self, merge_multi_context: bool = True) -> list[Any]:
        """Return the outputs of the last :meth:`forward`, joined over the devices or per output a list over them."""
        self._require("binded", "params_initialized")
        return self._exec_group.get_outputs(merge_multi_context=merge_multi_context)

    def get_input_grads(self, merge_multi_context: bool = True) -> list[Any]:
        """Return the gradients of the data, in the order of the shapes bound with ``inputs_need_grad``."""
        self._require("binded", "params_initialized", "inputs_need_grad")
        return self._exec_group.get_input_grads(merge_multi_context=merge_multi_context)

    def get_states(self, merge_multi_context: bool = True) -> list[Any]:
        """Return the arrays of ``state_names``, each a list over the devices; joining them is not supported."""
        self._require("binded", "params_initialized")
        return self._exec_group.get_states(merge_multi_context=merge_multi_context)

    def set_states(self, states: Any = None, value: Any = None) -> None:
        """Set the states from lists over the devices (such as outputs that are not merged), or all to a number."""
        self._require("binded", "params_initialized")
        self._exec_group.set_states(states, value)

    def update_metric(self, eval_metric: Any, labels: Any, pre_sliced: bool = False) -> None:
        """Feed ``labels`` and the last outputs to ``eval_metric``."""
        self._exec_group.update_metric(eval_metric, labels, pre_sliced)

    def install_monitor(self, mon: Any) -> None:
        """Have ``mon`` watch every executor."""
        self._require("binded")
        self._exec_group.install_monitor(mon)


def _group_of(shared_module: Any) -> DataParallelExecutorGroup:
    assert isinstance(shared_module, Module), f"shared_module has to be a Module, got {shared_module!r}"
    shared_module._require("binded", "params_initialized")
    return shared_module._exec_group

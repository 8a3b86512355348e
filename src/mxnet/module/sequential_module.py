"""SequentialModule: modules in a chain, each fed with the outputs of the one before."""

from __future__ import annotations

import logging
from typing import Any

from ..io import DataBatch, DataDesc
from .base_module import BaseModule
from .descriptions import as_desc


class SequentialModule(BaseModule):
    """A chain of modules. Say with :meth:`add` which of them also take the labels.

    Parameters
    ----------
    logger
        What has ``info`` and ``warning``: the module ``logging`` or a logger of it.

    Examples
    --------
    >>> net = sym.FullyConnected(sym.Variable("data"), num_hidden=2, name="fc")
    >>> net = sym.SoftmaxOutput(net, name="softmax")
    >>> data = mx.io.NDArrayIter(np.eye(4, 3), np.array([0, 1, 0, 1]), batch_size=2)
    >>> first = mx.mod.Module(sym.Activation(sym.Variable("data"), act_type="relu"), label_names=None)
    >>> chain = mx.mod.SequentialModule().add(first).add(mx.mod.Module(net), take_labels=True, auto_wiring=True)
    >>> chain.fit(data, num_epoch=1)
    >>> chain.output_shapes
    [('softmax_output', (2, 2))]
    """

    META_TAKE_LABELS = "take_labels"
    META_AUTO_WIRING = "auto_wiring"

    def __init__(self, logger: Any = logging) -> None:
        super().__init__(logger=logger)
        self._modules: list[BaseModule] = []
        self._metas: list[dict[str, Any]] = []
        self._label_shapes: Any = None
        self._data_shapes: Any = None
        self._meta_keys = {self.META_TAKE_LABELS, self.META_AUTO_WIRING}

    def add(self, module: Any, **kwargs: Any) -> SequentialModule:
        """Append ``module`` and return the chain, which has to be bound (again) after that.

        ``take_labels=True`` gives the module the labels; ``auto_wiring=True`` renames its inputs' shapes from the
        outputs before it to its own ``data_names``.
        """
        for key in kwargs:
            assert key in self._meta_keys, f'Unknown meta "{key}", a typo?'
        self._modules.append(module)
        self._metas.append(kwargs)
        self.binded = self.params_initialized = self.optimizer_initialized = False
        return self

    # -- what it is ----------------------------------------------------------------------------------------------

    @property
    def data_names(self) -> list[str]:
        """Names of the first module's data."""
        return self._modules[0].data_names if self._modules else []

    @property
    def output_names(self) -> list[str]:
        """Names of the last module's outputs."""
        return self._modules[-1].output_names if self._modules else []

    @property
    def data_shapes(self) -> list[Any]:
        """The first module's data as bound."""
        self._require("binded")
        return self._modules[0].data_shapes

    @property
    def label_shapes(self) -> Any:
        """The labels as bound; None when no module takes them."""
        self._require("binded")
        return self._label_shapes

    @property
    def output_shapes(self) -> list[tuple[str, tuple[int, ...]]]:
        """``(name, shape)`` of the last module's outputs."""
        self._require("binded")
        return self._modules[-1].output_shapes

    # -- binding, parameters, optimizer --------------------------------------------------------------------------

    def _reset_bind(self) -> None:
        super()._reset_bind()
        for module in self._modules:
            module._reset_bind()

    def _bind_to(self, data_shapes: Any, label_shapes: Any, shared_module: Any, grad_req: Any) -> None:
        """Bind every module to the shapes that reach it."""
        assert self.for_training or not self.inputs_need_grad, "gradients of inputs need a module bound for training"
        assert shared_module is None, "Shared module is not supported"
        assert self._modules, "Attempting to bind an empty SequentialModule"
        shapes = data_shapes
        for i, (module, meta) in enumerate(zip(self._modules, self._metas, strict=True)):
            if meta.get(self.META_AUTO_WIRING):
                shapes = _renamed(shapes, module.data_names)
            module.bind(
                data_shapes=shapes,
                label_shapes=label_shapes if meta.get(self.META_TAKE_LABELS) else None,
                for_training=self.for_training,
                inputs_need_grad=self.for_training and (self.inputs_need_grad or i > 0),
                grad_req=grad_req,
            )
            shapes = module.output_shapes
        takes_labels = any(meta.get(self.META_TAKE_LABELS) for meta in self._metas)
        self._data_shapes, self._label_shapes = data_shapes, label_shapes if takes_labels else None

    def get_params(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return ``(arg_params, aux_params)`` of all modules together."""
        self._require("binded", "params_initialized")
        arg_params: dict[str, Any] = {}
        aux_params: dict[str, Any] = {}
        for module in self._modules:
            arg, aux = module.get_params()
            arg_params.update(arg)
            aux_params.update(aux)
        return arg_params, aux_params

    def _fill_params(self, initializer: Any, arg_params: Any, aux_params: Any, *flags: bool) -> None:
        """Initialise every module; AssertionError when two of them have a parameter of the same name."""
        for module in self._modules:
            module.init_params(initializer, arg_params, aux_params, *flags)
        self._check_unique()

    def _check_unique(self) -> None:
        owners: dict[str, int] = {}
        for i, module in enumerate(self._modules):
            for params in module.get_params():
                for name in params:
                    assert name not in owners, (
                        f'Duplicated parameter names: name "{name}" in layer {i} ({type(module)}) is already used in '
                        f"layer {owners[name]} ({type(self._modules[owners[name]])})."
                    )
                    owners[name] = i

    def _set_optimizer(self, kvstore: Any, optimizer: Any, optimizer_params: Any, force_init: bool) -> None:
        """Give every module an optimizer of its own."""
        for module in self._modules:
            module.init_optimizer(kvstore, optimizer, optimizer_params, force_init)

    # -- computing -----------------------------------------------------------------------------------------------

    def forward(self, data_batch: Any, is_train: bool | None = None) -> None:
        """Compute the modules one after the other."""
        self._require("binded", "params_initialized")
        batch = data_batch
        for i, module in enumerate(self._modules):
            if i > 0:
                outputs = self._modules[i - 1].get_outputs()
                shapes = [(name, output.shape) for name, output in zip(module.data_names, outputs, strict=False)]
                batch = DataBatch(
                    data=outputs,
                    label=data_batch.label,
                    pad=getattr(data_batch, "pad", None),
                    index=getattr(data_batch, "index", None),
                    provide_data=shapes,
                    provide_label=getattr(data_batch, "provide_label", None),
                )
            module.forward(batch, is_train=is_train)

    def backward(self, out_grads: Any = None) -> None:
        """Compute the modules' gradients from the last to the first; ``out_grads`` are those of the last's outputs."""
        self._require("binded", "params_initialized")
        for i, module in reversed(list(enumerate(self._modules))):
            module.backward(out_grads=out_grads)
            if i > 0:
                out_grads = module.get_input_grads()

    def update(self) -> None:
        """Update the parameters of every module."""
        self._require("binded", "params_initialized", "optimizer_initialized")
        for module in self._modules:
            module.update()

    def get_outputs(self, merge_multi_context: bool = True) -> list[Any]:
        """Return the last module's outputs."""
        self._require("binded", "params_initialized")
        return self._modules[-1].get_outputs(merge_multi_context=merge_multi_context)

    def get_input_grads(self, merge_multi_context: bool = True) -> list[Any]:
        """Return the gradients of the first module's data."""
        self._require("binded", "params_initialized", "inputs_need_grad")
        return self._modules[0].get_input_grads(merge_multi_context=merge_multi_context)

    def update_metric(self, eval_metric: Any, labels: Any, pre_sliced: bool = False) -> None:
        """Have every module that takes labels feed ``eval_metric``."""
        self._require("binded", "params_initialized")
        for module, meta in zip(self._modules, self._metas, strict=True):
            if meta.get(self.META_TAKE_LABELS):
                module.update_metric(eval_metric, labels, pre_sliced)

    def install_monitor(self, mon: Any) -> None:
        """Have ``mon`` watch every module."""
        self._require("binded")
        for module in self._modules:
            module.install_monitor(mon)


def _renamed(shapes: Any, names: list[str]) -> list[Any]:
    descs = [as_desc(entry) for entry in shapes]
    assert len(descs) == len(names), f"{len(descs)} outputs cannot feed the inputs {', '.join(names)}"
    return [DataDesc(name, desc.shape, desc.dtype, desc.layout) for name, desc in zip(names, descs, strict=True)]

"""Module: a symbol with its parameters, bound on one or several devices, and an optimizer."""

from __future__ import annotations

import logging
import threading
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from .. import ndarray as nd
from ..checkpoint import load_checkpoint, write_files
from ..core.context import Context, cpu, not_a_context
from ..core.errors import MXNetError, MXNetShapeError, expect, expected, explains_arguments
from ..core.memory import give_back_unused
from ..graph.compile import Compilation
from ..initializer import InitDesc, Uniform  # noqa: F401  (programs import Uniform from here)
from ..io import DataDesc
from ..ndarray import zeros  # noqa: F401  (programs import it from here)
from ..ndarray.creation import as_ndarray, set_to_zero
from ..symbol.labels import labels as labels_of
from .base_module import BaseModule, warn_ignored
from .descriptions import check_input_names, describe_batch, parse_data_desc
from .descriptions import check_input_names as _check_input_names  # noqa: F401  (imported from here by programs)
from .descriptions import parse_data_desc as _parse_data_desc  # noqa: F401
from .executor_group import DataParallelExecutorGroup
from .param_store import ParamStore
from .replicas import of_thread
from .updates import (
    GradientAccumulator,
    _create_kvstore,
    _initialize_kvstore,
    _update_params,
    _update_params_on_kvstore,
)

__all__ = ["Module", "load_checkpoint"]

#: the number of reshapes after which freed memory is returned to the system
_RESHAPES_TO_TRIM = 8
#: the attributes that modules with shared parameters share
_OPTIMIZER_PARTS = ("_optimizer", "_kvstore", "_update_on_kvstore", "_updater")


def _of_store(attribute: str) -> Any:
    """Return the property of a module that is an attribute of its store."""

    def assign(module: Any, value: Any) -> None:
        setattr(module._store, attribute, value)

    return property(lambda module: getattr(module._store, attribute), assign)


class Module(BaseModule):
    """Train, score and predict with one symbol.

    Parameters
    ----------
    symbol : Symbol
        The network; loss layers (SoftmaxOutput, MakeLoss...) start the backward pass.
    data_names, label_names : list of str, or None
        Which arguments are fed from ``batch.data`` and ``batch.label``; None for no labels.
    logger
        What has ``info`` and ``warning``: the module ``logging`` or a logger of it.
    context, work_load_list
        One device or a list; each batch is divided in proportion to ``work_load_list`` (None: equally).
    fixed_param_names : list of str, or None
        Parameters that get no gradient and are not updated.
    state_names : list of str, or None
        Arguments that carry state between batches; see :meth:`set_states`.
    group2ctxs
        Model parallelism: for each ``ctx_group`` of the symbol the device (or one per element of ``context``).
    compression_params
        Handed to the kvstore as gradient compression, e.g. ``{'type': '2bit', 'threshold': 0.5}``.
    compile
        Compile the graph with ``torch.compile``: True (by inductor), a backend's name, or a dict of options, perhaps
        with a ``backend``. None: as the environment variable ``MXNET_BACKEND`` says.

    Examples
    --------
    >>> net = sym.FullyConnected(sym.Variable("data"), num_hidden=2, name="fc")
    >>> net = sym.SoftmaxOutput(net, name="softmax")
    >>> data = mx.io.NDArrayIter(np.eye(4, 3), np.array([0, 1, 0, 1]), batch_size=2)
    >>> module = mx.mod.Module(net)
    >>> module.fit(data, num_epoch=5, optimizer_params={"learning_rate": 0.5})
    >>> module.predict(data).shape
    (4, 2)
    """

    _warns_of_params = True

    @explains_arguments
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
        try:
            symbol.list_arguments  # noqa: B018 - blocks say what they have for it
        except AttributeError as error:
            raise AttributeError(f"{expected('symbol', 'a Symbol', symbol)}: {error}") from None
        super().__init__(logger=logger)
        self._compile = Compilation.of(compile)
        self._context = [context] if isinstance(context, Context) else context
        if callable(context):
            raise TypeError(f"context: {not_a_context(context)}")
        expect(isinstance(self._context, (list, tuple)), "context", "a context, or a list of contexts", context)
        self._work_load_list = [1] * len(self._context) if work_load_list is None else work_load_list
        assert len(self._work_load_list) == len(self._context), (
            f"work_load_list has {len(self._work_load_list)} entries for {len(self._context)} contexts"
        )
        self._group2ctxs = group2ctxs
        self._compression_params = compression_params
        self._symbol = symbol
        self._store = ParamStore()
        self._exec_group: DataParallelExecutorGroup = None  # type: ignore[assignment]  # until it is bound
        #: the thread that bound the module; other threads predict on replicas
        self._bound_by: int | None = None
        self._optimizer: Any = None
        self._kvstore: Any = None
        self._update_on_kvstore: Any = None
        self._updater: Any = None
        self._preload_opt_states: str | None = None
        self._accumulator = GradientAccumulator()
        self._data_names = _list_of_names("data_names", data_names)
        self._label_names = _list_of_names("label_names", label_names)
        self._state_names = _list_of_names("state_names", state_names)
        self._fixed_param_names = _list_of_names("fixed_param_names", fixed_param_names)
        self._check_names()
        inputs = {*self._data_names, *self._label_names, *self._state_names}
        self._param_names = [name for name in symbol.list_arguments() if name not in inputs]
        #: labels of losses that ``label_names`` leaves out: no parameters, and prediction does not need them
        self._unnamed_labels = [name for name in labels_of(symbol.handle) if name in self._param_names]
        self._aux_names: list[str] = symbol.list_auxiliary_states()
        self._output_names: list[str] = symbol.list_outputs()
        self._data_shapes: Any = None
        self._label_shapes: list[DataDesc] | None = None
        #: the labels given to bind or reshape: batches without labels set ``_label_shapes`` to None
        self._label_descs: Any = None
        self._reshapes = 0
        self._grad_req: Any = None

    def _check_names(self) -> None:
        for argument, throw in (
            ("data_names", True), ("label_names", False), ("state_names", True), ("fixed_param_names", True),
        ):  # fmt: skip
            check_input_names(self._symbol, getattr(self, f"_{argument}"), argument, throw)

    # -- properties ----------------------------------------------------------------------------------------------

    @property
    def data_names(self) -> list[str]:
        return self._data_names

    @property
    def label_names(self) -> list[str]:
        """Names of the inputs that are labels."""
        return self._label_names

    @property
    def output_names(self) -> list[str]:
        return self._output_names

    @property
    def data_shapes(self) -> list[DataDesc]:
        """The currently bound data."""
        self._require("binded")
        return self._data_shapes

    @property
    def label_shapes(self) -> list[DataDesc] | None:
        """The currently bound labels, or None."""
        self._require("binded")
        return self._label_shapes

    @property
    def output_shapes(self) -> list[tuple[str, tuple[int, ...]]]:
        self._require("binded")
        return self._exec_group.get_output_shapes()

    @property
    def batch_size(self) -> int:
        """The currently bound batch size; 1 if no input has a batch axis."""
        self._require("binded")
        return self._exec_group.batch_size or 1

    # -- binding -------------------------------------------------------------------------------------------------

    def _bind_to(self, data_shapes: Any, label_shapes: Any, shared_module: Any, grad_req: Any) -> None:
        assert self.for_training or not self.inputs_need_grad, "gradients of inputs need a module bound for training"
        shared_group = None if shared_module is None else _group_of(shared_module)
        data, labels = parse_data_desc(self._data_names, self._label_names, data_shapes, label_shapes)
        if not self.for_training:
            self._param_names = [name for name in self._param_names if name not in self._unnamed_labels]
        self._exec_group = DataParallelExecutorGroup(
            self._symbol, self._context, self._work_load_list, data, labels, self._param_names, self.for_training,
            self.inputs_need_grad, shared_group, logger=self.logger, fixed_param_names=self._fixed_param_names,
            grad_req=grad_req, state_names=self._state_names, group2ctxs=self._group2ctxs, compile=self._compile,
        )  # fmt: skip
        self._data_shapes, self._label_shapes, self._label_descs = data, labels, labels
        self._bound_by = threading.get_ident()
        self._grad_req = grad_req
        self._connect_params(shared_module)
        if shared_module is not None:
            self._accumulator = shared_module._accumulator
            if shared_module.optimizer_initialized:
                self.borrow_optimizer(shared_module)

    def _reset_bind(self) -> None:
        """Drop the executors, after copying the parameters that only they hold."""
        if self.binded and self.params_initialized and self._params_dirty:
            self._sync_params_from_devices()
        self.binded = False
        self._exec_group = None  # type: ignore[assignment]
        self._data_shapes = self._label_shapes = self._label_descs = None

    def reshape(self, data_shapes: Any, label_shapes: Any = None) -> None:
        """Bind to other input shapes, keeping all parameters. :meth:`forward` does this automatically.

        Parameters
        ----------
        data_shapes : list of DataDesc or (name, shape)
            The inputs with their shapes, the batch axis first: ``data.provide_data`` of an iterator.
        label_shapes : list of DataDesc or (name, shape), or None
            The labels: ``data.provide_label``; None where there are none, as in prediction.

        Examples
        --------
        >>> net = sym.FullyConnected(sym.Variable("data"), num_hidden=2, name="fc")
        >>> module = mx.mod.Module(sym.SoftmaxOutput(net, name="softmax"))
        >>> module.bind(data_shapes=[("data", (2, 3))], label_shapes=[("softmax_label", (2,))])
        >>> module.init_params(mx.init.One())
        >>> module.reshape([("data", (5, 3))], [("softmax_label", (5,))])
        >>> module.output_shapes
        [('softmax_output', (5, 2))]
        """
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

    # -- parameters --------------------------------------------------------------------------------------------------

    _arg_params, _aux_params, _params_dirty = map(_of_store, ("arg", "aux", "dirty"))

    def _sync_params_from_devices(self) -> None:
        self._store.pull()
        if self._kvstore and self._update_on_kvstore:  # devices have only some rows of row-sparse parameters
            for name, array in (self._arg_params or {}).items():
                if array.stype == "row_sparse":
                    rows = nd.arange(0, array.shape[0], dtype="int64")
                    self._kvstore.row_sparse_pull(name, array, row_ids=rows)

    def _connect_params(self, shared_module: Module | None) -> None:
        """Connect the host's parameters to newly bound executors, and copy the values if there are any."""
        group = self._exec_group
        if shared_module is not None:
            self._store = shared_module._store
            self.params_initialized = True
        elif self.params_initialized:
            self._store.push(group)
        else:
            self._arg_params = _host_arrays(group.param_names, group.param_arrays)
            self._aux_params = _host_arrays(group.aux_names, group.aux_arrays)
        self._store.attach(group)

    def get_params(self) -> tuple[dict[str, Any], dict[str, Any]]:
        self._require("params_initialized")
        if self._params_dirty:
            self._sync_params_from_devices()
        self._store.part()
        return self._arg_params, self._aux_params

    def _fill_params(self, initializer: Any, arg_params: Any, aux_params: Any, *flags: bool) -> None:
        allow_missing, _, allow_extra = flags
        attrs = self._symbol.attr_dict()
        self._store.part()  # another thread may be predicting with what is lent
        for value, arrays in ((arg_params, self._arg_params), (aux_params, self._aux_params)):
            for name in sorted(arrays):
                try:
                    _init_one(InitDesc(name, attrs.get(name)), arrays[name], value, initializer, allow_missing)
                except (ValueError, MXNetError) as error:
                    if name in self._unnamed_labels:
                        raise self._label_error(type(error)) from error
                    raise
        self._store.exclusive = not self.params_initialized
        self._params_dirty = False
        self._store.push(self._exec_group, allow_extra)

    def _label_error(self, cls: type[Exception]) -> Exception:
        """Return the error for labels that training would not get."""
        arguments, unnamed = self._symbol.list_arguments(), self._unnamed_labels
        names = [*(name for name in self._label_names if name in arguments), *unnamed]
        return cls(
            f"{', '.join(unnamed)}: the label of a loss is no parameter: name it in "
            f"Module(..., label_names={names!r}), or bind with for_training=False to predict without labels"
        )

    def set_params(
        self,
        arg_params: Any,
        aux_params: Any,
        allow_missing: bool = False,
        force_init: bool = True,
        allow_extra: bool = False,
    ) -> None:
        aux_params = dict(aux_params or {})
        if not allow_missing:
            super().set_params(arg_params, aux_params, allow_missing, force_init, allow_extra)
        elif self.params_initialized and not force_init:
            warn_ignored("set_params")
        else:
            assert self.binded, "call bind before initializing the parameters"
            self._exec_group.set_params(arg_params, aux_params, allow_extra=allow_extra)
            self._params_dirty = True
            self.params_initialized = True

    @classmethod
    def load(cls, prefix: str, epoch: int, load_optimizer_states: bool = False, **kwargs: Any) -> Any:
        """Make a module from ``<prefix>-symbol.json`` and ``<prefix>-<epoch>.params``.

        Parameters
        ----------
        prefix
            What the files' names begin with, with a path perhaps.
        epoch
            The number in the name of the file of parameters.
        load_optimizer_states
            Whether ``<prefix>-<epoch>.states`` is read when the optimizer is initialized.
        **kwargs
            As for the constructor: ``context=mx.gpu(0)``.

        Returns
        -------
        A :class:`Module` that has to be bound still.

        Examples
        --------
        >>> net = sym.FullyConnected(sym.Variable("data"), num_hidden=2, name="fc")
        >>> module = mx.mod.Module(sym.SoftmaxOutput(net, name="softmax"))
        >>> module.bind(data_shapes=[("data", (2, 3))], label_shapes=[("softmax_label", (2,))])
        >>> module.init_params(mx.init.One())
        >>> module.save_checkpoint("net", 1)
        >>> other = mx.mod.Module.load("net", 1, label_names=None)
        >>> other.bind([("data", (1, 3))], for_training=False)
        >>> other.predict(np.ones((1, 3))).shape
        (1, 2)
        """
        symbol, arg_params, aux_params = load_checkpoint(prefix, epoch)
        module = cls(symbol=symbol, **kwargs)
        module._arg_params, module._aux_params = arg_params, aux_params
        module._store.exclusive = module.params_initialized = True
        if load_optimizer_states:
            module._preload_opt_states = f"{prefix}-{int(epoch):04d}.states"
        return module

    def save_checkpoint(
        self, prefix: str, epoch: int, save_optimizer_states: bool = False, remove_amp_cast: bool = True
    ) -> None:
        """Write ``<prefix>-symbol.json`` and ``<prefix>-<epoch>.params`` with the latest parameters.

        A crash while writing leaves the old files intact.

        Parameters
        ----------
        prefix
            What the files' names begin with, with a path perhaps.
        epoch
            The number in the names: 3 makes ``<prefix>-0003.params``.
        remove_amp_cast
            Whether the casts that ``contrib.amp`` put in are left out of the symbol.
        save_optimizer_states
            Whether ``<prefix>-<epoch>.states`` is written too, to go on with training.

        Examples
        --------
        >>> net = sym.FullyConnected(sym.Variable("data"), num_hidden=2, name="fc")
        >>> module = mx.mod.Module(sym.SoftmaxOutput(net, name="softmax"))
        >>> module.bind(data_shapes=[("data", (2, 3))], label_shapes=[("softmax_label", (2,))])
        >>> module.init_params(mx.init.One())
        >>> module.save_checkpoint("net", 1)
        >>> symbol, arg_params, aux_params = mx.model.load_checkpoint("net", 1)
        >>> sorted(arg_params)
        ['fc_bias', 'fc_weight']
        """
        written = {"checkpoint": f"{prefix}-{int(epoch):04d}.params"}
        files: dict[str, Callable[[str], Any]] = {written["checkpoint"]: self.save_params}
        if save_optimizer_states:
            written["optimizer state"] = f"{prefix}-{int(epoch):04d}.states"
            files = {written["optimizer state"]: self.save_optimizer_states, **files}
        write_files(prefix, self._symbol, remove_amp_cast, files)
        for what, path in written.items():
            logging.info('Saved %s to "%s"', what, path)

    # -- computing -----------------------------------------------------------------------------------------------

    def forward(self, data_batch: Any, is_train: bool | None = None) -> None:
        self._require("binded", "params_initialized")
        of_this_thread = of_thread(self)
        if of_this_thread is not self:
            of_this_thread.forward(data_batch, is_train)
            return
        data, labels = describe_batch(data_batch, self._data_shapes, self._label_descs)
        if data != self._data_shapes or (labels is not None and labels != self._label_shapes):
            self._reshape(data, labels)
        self._exec_group.forward(data_batch, is_train)

    def backward(self, out_grads: Any = None) -> None:
        self._require("binded", "params_initialized")
        self._exec_group.backward(out_grads=out_grads)

    def get_outputs(self, merge_multi_context: bool = True) -> list[Any]:
        self._require("binded", "params_initialized")
        return of_thread(self)._exec_group.get_outputs(merge_multi_context=merge_multi_context)

    def get_input_grads(self, merge_multi_context: bool = True) -> list[Any]:
        self._require("binded", "params_initialized", "inputs_need_grad")
        return self._exec_group.get_input_grads(merge_multi_context=merge_multi_context)

    def get_states(self, merge_multi_context: bool = True) -> list[Any]:
        self._require("binded", "params_initialized")
        return self._exec_group.get_states(merge_multi_context=merge_multi_context)

    def set_states(self, states: Any = None, value: Any = None) -> None:
        self._require("binded", "params_initialized")
        self._exec_group.set_states(states, value)

    def update_metric(self, eval_metric: Any, labels: Any, pre_sliced: bool = False) -> None:
        self._exec_group.update_metric(eval_metric, labels, pre_sliced)

    def install_monitor(self, mon: Any) -> None:
        self._require("binded")
        self._exec_group.install_monitor(mon)

    # -- training ----------------------------------------------------------------------------------------------------

    def _set_optimizer(self, kvstore: Any, optimizer: Any, optimizer_params: Any, force_init: bool) -> None:
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
            from ..optimizer import get_updater

            self._updater = get_updater(self._optimizer)
        self.optimizer_initialized = True
        if self._preload_opt_states is not None:
            self.load_optimizer_states(self._preload_opt_states)
            self._preload_opt_states = None

    def _make_optimizer(self, optimizer: Any, params: Any, on_store: bool, rescale_grad: float) -> Any:
        from .. import optimizer as opt

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

    def borrow_optimizer(self, shared_module: Module) -> None:
        """Use another module's optimizer and its states.

        Parameters
        ----------
        shared_module
            The module, which has an optimizer.

        Examples
        --------
        >>> net = sym.FullyConnected(sym.Variable("data"), num_hidden=2, name="fc")
        >>> module = mx.mod.Module(sym.SoftmaxOutput(net, name="softmax"))
        >>> module.bind(data_shapes=[("data", (2, 3))], label_shapes=[("softmax_label", (2,))])
        >>> module.init_params(mx.init.One())
        >>> module.init_optimizer()
        >>> other = mx.mod.Module(module.symbol)
        >>> other.bind([("data", (4, 3))], [("softmax_label", (4,))], shared_module=module)
        >>> other.borrow_optimizer(module)
        >>> other.optimizer_initialized
        True
        """
        _require_of(shared_module, "optimizer_initialized")
        for part in _OPTIMIZER_PARTS:
            setattr(self, part, getattr(shared_module, part))
        self.optimizer_initialized = True

    def update(self) -> None:
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
        if self._kvstore is not None:
            self._watch_gradients(group)

    def _watch_gradients(self, group: DataParallelExecutorGroup) -> None:
        """Let a distributed kvstore send the gradients of the next backward pass as they are computed."""
        from ..kvstore import DistKVStore

        if isinstance(self._kvstore, DistKVStore):
            trained = [position for position, grads in enumerate(group.grad_arrays) if grads[0] is not None]
            names = [group.param_names[position] for position in trained]
            slots = [executor.gradient_slots for executor in group.execs]
            grads = [group.grad_arrays[position] for position in trained]
            self._kvstore.watch(names, grads, [[slot[name] for slot in slots] for name in names])

    def acc_backward(self, out_grads: Any = None) -> None:
        """Run backward and add the gradients to those accumulated since the last update.

        Parameters
        ----------
        out_grads : NDArray, list, dict or None
            The gradients with respect to the outputs that are not losses: a list in the order of the outputs, with or
            without entries for losses, or a dict by output name. None: all outputs are losses, or gradients are zero.

        See Also
        --------
        acc_update : updates with the sum.

        Examples
        --------
        >>> net = sym.FullyConnected(sym.Variable("data"), num_hidden=2, name="fc")
        >>> module = mx.mod.Module(sym.SoftmaxOutput(net, name="softmax"))
        >>> module.bind(data_shapes=[("data", (2, 3))], label_shapes=[("softmax_label", (2,))])
        >>> module.init_params(mx.init.One())
        >>> batch = mx.io.DataBatch([nd.array([[1, 0, 0], [0, 2, 0]])], [nd.array([0, 0])])
        >>> module.init_optimizer(optimizer_params={"learning_rate": 0.5, "rescale_grad": 1})
        >>> for _ in range(2):
        ...     module.forward(batch)
        ...     module.acc_backward()
        >>> module.acc_update(normsize=4)
        >>> print(module.get_params()[0]["fc_bias"].asnumpy())
        [ 0.25 -0.25]
        """
        self.backward(out_grads)
        self._accumulator.add(self._exec_group)

    def acc_update(self, normsize: float = 1) -> None:
        """Update with the accumulated gradients, and reset them.

        Parameters
        ----------
        normsize
            What the gradients are divided by, such as the number of samples.

        Raises
        ------
        MXNetError
            If nothing has been accumulated.

        Examples
        --------
        >>> net = sym.FullyConnected(sym.Variable("data"), num_hidden=2, name="fc")
        >>> module = mx.mod.Module(sym.SoftmaxOutput(net, name="softmax"))
        >>> module.bind(data_shapes=[("data", (2, 3))], label_shapes=[("softmax_label", (2,))])
        >>> module.init_params(mx.init.One())
        >>> batch = mx.io.DataBatch([nd.array([[1, 0, 0], [0, 2, 0]])], [nd.array([0, 0])])
        >>> module.init_optimizer(optimizer_params={"learning_rate": 0.5, "rescale_grad": 1})
        >>> for _ in range(2):
        ...     module.forward(batch)
        ...     module.acc_backward()
        >>> module.acc_update(normsize=4)
        >>> print(module.get_params()[0]["fc_bias"].asnumpy())
        [ 0.25 -0.25]
        """
        self._accumulator.deliver(self._exec_group, normsize)
        self.update()
        self._accumulator.clear(self._exec_group)

    def zero_grad(self) -> None:
        """Set all gradients of parameters, and the accumulated ones, to zero.

        Examples
        --------
        >>> net = sym.FullyConnected(sym.Variable("data"), num_hidden=2, name="fc")
        >>> module = mx.mod.Module(sym.SoftmaxOutput(net, name="softmax"))
        >>> module.bind(data_shapes=[("data", (2, 3))], label_shapes=[("softmax_label", (2,))])
        >>> module.init_params(mx.init.One())
        >>> module.zero_grad()
        """
        self._require("binded", "for_training")
        for grads in self._exec_group.grad_arrays:
            for grad in grads:
                if grad is not None:
                    set_to_zero(grad)
        self._accumulator.clear(self._exec_group)

    def prepare(self, data_batch: Any, sparse_row_id_fn: Callable[[Any], Any] | None = None) -> None:
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
        """Write the optimizer's states to ``fname``.

        Parameters
        ----------
        fname
            The path of the file.

        Examples
        --------
        >>> net = sym.FullyConnected(sym.Variable("data"), num_hidden=2, name="fc")
        >>> module = mx.mod.Module(sym.SoftmaxOutput(net, name="softmax"))
        >>> module.bind(data_shapes=[("data", (2, 3))], label_shapes=[("softmax_label", (2,))])
        >>> module.init_params(mx.init.One())
        >>> module.init_optimizer()
        >>> module.save_optimizer_states("net.states")
        """
        self._require("optimizer_initialized")
        if self._update_on_kvstore:
            self._kvstore.save_optimizer_states(fname)
        else:
            from ..optimizer import save_states

            save_states(self._updater, fname)

    def load_optimizer_states(self, fname: str) -> None:
        """Read what :meth:`save_optimizer_states` wrote.

        Parameters
        ----------
        fname
            The path of the file.

        Examples
        --------
        >>> net = sym.FullyConnected(sym.Variable("data"), num_hidden=2, name="fc")
        >>> module = mx.mod.Module(sym.SoftmaxOutput(net, name="softmax"))
        >>> module.bind(data_shapes=[("data", (2, 3))], label_shapes=[("softmax_label", (2,))])
        >>> module.init_params(mx.init.One())
        >>> module.init_optimizer()
        >>> module.save_optimizer_states("net.states")
        >>> module.load_optimizer_states("net.states")
        """
        self._require("optimizer_initialized")
        if self._update_on_kvstore:
            self._kvstore.load_optimizer_states(fname)
        else:
            from ..optimizer import load_states

            arrays = [array for on_devices in self._exec_group.param_arrays for array in on_devices]
            load_states(self._updater, fname, dict(enumerate(arrays)))


def _group_of(shared_module: Any) -> DataParallelExecutorGroup:
    assert isinstance(shared_module, Module), f"shared_module has to be a Module, got {shared_module!r}"
    _require_of(shared_module, "binded", "params_initialized")
    return shared_module._exec_group


def _list_of_names(argument: str, names: Iterable[str] | None) -> list[str]:
    expect(names is None or isinstance(names, Iterable), argument, "a list of names", names)
    return list(names or [])


def _require_of(shared_module: Module, *flags: str) -> None:
    """Raise AssertionError, which says that it is about the other module, unless it has come as far."""
    try:
        shared_module._require(*flags)
    except AssertionError as error:
        raise AssertionError(f"shared_module, {shared_module!r}, is not ready: {error}") from None


def _init_one(desc: InitDesc, array: Any, value: Any, initializer: Any, allow_missing: bool) -> None:
    if value is not None:
        expect(isinstance(value, Mapping), "arg_params and aux_params", "dicts of arrays by name", value)
        if desc in value:
            _assign(desc, value[desc], array)
            return
        if not allow_missing:
            raise MXNetError(
                f"{desc} is not presented: the parameters given have no {desc}; allow_missing=True initializes it"
            )
        if initializer is None:
            return
    if initializer is None:
        raise TypeError(f"{desc} has neither a value nor an initializer")
    if isinstance(initializer, str):
        raise TypeError(f"initializer: {initializer!r} is a text: pass mx.init.create({initializer!r})")
    expect(callable(initializer), "initializer", "an initializer such as mx.init.Xavier()", initializer)
    initializer(desc, array)


def _assign(name: str, source: Any, target: Any) -> None:
    if source is target:
        return
    if source.shape != target.shape:
        raise MXNetShapeError(f"the value given for {name} has shape {source.shape}, but {target.shape} is bound")
    as_ndarray(source, target.dtype).copyto(target)


def _host_arrays(names: Sequence[str], replicas: Sequence[Sequence[Any]]) -> dict[str, Any]:
    arrays = {}
    for name, (first, *_) in zip(names, replicas, strict=True):
        arrays[name] = nd.zeros(first.shape, dtype=first.dtype, stype=first.stype)
    return arrays

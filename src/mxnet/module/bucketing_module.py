"""BucketingModule: one set of parameters under a family of symbols, such as an RNN unrolled to several lengths."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Sequence
from operator import attrgetter
from typing import Any

from .. import ndarray as nd
from .. import symbol as sym
from ..checkpoint import load_params
from ..core.context import Context, cpu
from ..core.errors import expect, explains_arguments
from ..core.files.saving import written_together
from ..core.forking import ReentrantLock
from ..core.scopes import NameManager
from .base_module import BaseModule, warn_ignored
from .descriptions import check_input_names
from .descriptions import check_input_names as _check_input_names  # noqa: F401  (imported from here by programs)
from .module import Module
from .replicas import thread_local_of

_making = ReentrantLock()


def _of_current(attribute: str, doc: str) -> Any:
    return property(attrgetter(f"_bound_module.{attribute}"), doc=doc)


class BucketingModule(BaseModule):
    """Modules made by ``sym_gen`` for each bucket key as batches ask for it, sharing parameters and optimizer.

    Parameters
    ----------
    sym_gen
        ``sym_gen(bucket_key)`` returns ``(symbol, data_names, label_names)``.
    default_bucket_key
        The key of the bucket that is bound first and has all parameters: the largest.
    logger
        What has ``info`` and ``warning``: the module ``logging`` or a logger of it.
    context, work_load_list, fixed_param_names, state_names, group2ctxs, compression_params, compile
        As for :class:`Module`.

    Notes
    -----
    A batch says with ``bucket_key``, ``provide_data`` and ``provide_label`` which module it is for. :meth:`bind` binds
    the default bucket, the others follow when a batch asks for them. Parameters, optimizer and monitor are those of all
    buckets; outputs, gradients, shapes and states are the current bucket's. Bound for prediction, it serves many
    threads: each has a current bucket of its own.

    Examples
    --------
    >>> def sym_gen(length):
    ...     net = sym.FullyConnected(sym.sum(sym.Variable("data"), axis=1), num_hidden=2, name="fc")
    ...     return sym.SoftmaxOutput(net, name="softmax"), ["data"], ["softmax_label"]
    >>> module = mx.mod.BucketingModule(sym_gen, default_bucket_key=8)
    >>> module.bind([("data", (2, 8, 3))], [("softmax_label", (2,))])
    >>> module.init_params()
    >>> batch = mx.io.DataBatch([nd.ones((2, 4, 3))], [nd.array([0, 1])], bucket_key=4,
    ...     provide_data=[("data", (2, 4, 3))], provide_label=[("softmax_label", (2,))])
    >>> module.forward(batch, is_train=False)
    >>> module.get_outputs()[0].shape
    (2, 2)
    """

    @explains_arguments
    def __init__(
        self,
        sym_gen: Callable[[Any], tuple[Any, Any, Any]],
        default_bucket_key: Any = None,
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
        assert default_bucket_key is not None, "default_bucket_key is needed: the bucket that has all parameters"
        expect(callable(sym_gen), "sym_gen", "a function of a bucket's key", sym_gen)
        self._sym_gen = sym_gen
        self._default_bucket_key = default_bucket_key
        self._context = context
        self._work_load_list = work_load_list
        self._fixed_param_names = list(fixed_param_names or [])
        self._state_names = list(state_names or [])
        self._group2ctxs = group2ctxs
        self._compression_params = compression_params
        self._compile = compile
        self._buckets: dict[Any, Module] = {}
        #: the current module and its key, but for threads that predict
        self._current: tuple[Any, Any] = (None, None)
        self._bound_by: int | None = None
        self._monitor: Any = None
        self._grad_req: Any = None
        symbol, data_names, label_names = self._call_sym_gen(default_bucket_key)
        for argument, names, throw in (
            ("data_names", data_names, True), ("label_names", label_names, False),
            ("state_names", self._state_names, True), ("fixed_param_names", self._fixed_param_names, True),
        ):  # fmt: skip
            check_input_names(symbol, list(names or []), argument, throw)

    # -- buckets -------------------------------------------------------------------------------------------------

    def _predicts_apart(self) -> bool:
        """Return whether this thread has a current bucket of its own."""
        return self.binded and not self.for_training and self._bound_by != threading.get_ident()

    def _get_current(self) -> tuple[Any, Any]:
        if self._predicts_apart():
            # that of a thread belongs to the buckets as they were bound then
            current: tuple[Any, tuple[Any, Any]] = getattr(thread_local_of(self), "current", (None, (None, None)))
            if current[0] is self._buckets:
                return current[1]
        return self._current

    def _set_current(self, module: Any, bucket_key: Any) -> None:
        if self._predicts_apart():
            thread_local_of(self).current = self._buckets, (module, bucket_key)
        else:
            self._current = module, bucket_key

    @property
    def _curr_module(self) -> Module:
        return self._get_current()[0]

    @_curr_module.setter
    def _curr_module(self, module: Any) -> None:
        self._set_current(module, self._curr_bucket_key)

    @property
    def _bound_module(self) -> Module:
        """The current bucket's module, which itself checks what else a call needs."""
        self._require("binded")
        return self._curr_module

    @property
    def _curr_bucket_key(self) -> Any:
        return self._get_current()[1]

    @_curr_bucket_key.setter
    def _curr_bucket_key(self, bucket_key: Any) -> None:
        self._set_current(self._curr_module, bucket_key)

    def _call_sym_gen(self, *args: Any, **kwargs: Any) -> tuple[Any, Any, Any]:
        with NameManager():  # automatic names start from zero, so that they are the same in every bucket
            generated = self._sym_gen(*args, **kwargs)
        if not isinstance(generated, (tuple, list)) or len(generated) != 3:
            raise ValueError(f"sym_gen must return (symbol, data_names, label_names), got {type(generated).__name__}")
        return tuple(generated)

    def _new_module(self, bucket_key: Any) -> Module:
        return self._module_for(*self._call_sym_gen(bucket_key))

    def _module_for(self, symbol: Any, data_names: Any, label_names: Any) -> Module:
        devices = self.logger, self._context, self._work_load_list
        names = self._fixed_param_names, self._state_names
        others = self._group2ctxs, self._compression_params
        return Module(symbol, data_names, label_names, *devices, *names, *others, compile=self._compile)

    @property
    def _default_module(self) -> Module:
        return self._buckets[self._default_bucket_key]

    def _reset_bind(self) -> None:
        """Unbind every bucket, keeping parameters and optimizer in the default one."""
        self.binded = False
        for module in self._buckets.values():
            module._reset_bind()
        self._buckets = {key: module for key, module in self._buckets.items() if key == self._default_bucket_key}
        self._current = None, None

    def _bind_to(self, data_shapes: Any, label_shapes: Any, shared_module: Any, grad_req: Any) -> None:
        assert shared_module is None, "shared_module for BucketingModule is not supported"
        self._grad_req = grad_req
        key = self._default_bucket_key
        module = self._buckets.get(key) or self._new_module(key)
        module.bind(data_shapes, label_shapes, self.for_training, self.inputs_need_grad, grad_req=grad_req)
        self._buckets[key] = module
        self._current, self._bound_by = (module, key), threading.get_ident()

    def switch_bucket(self, bucket_key: Any, data_shapes: Any, label_shapes: Any = None) -> None:
        """Make the bucket ``bucket_key`` current, binding it to these shapes when it is new.

        Parameters
        ----------
        bucket_key
            The key, which ``sym_gen`` is called with when it is new.
        data_shapes : list of DataDesc or (name, shape)
            The inputs with their shapes, the batch axis first: ``data.provide_data`` of an iterator.
        label_shapes : list of DataDesc or (name, shape), or None
            The labels: ``data.provide_label``; None where there are none, as in prediction.

        Examples
        --------
        >>> def sym_gen(length):
        ...     net = sym.FullyConnected(sym.sum(sym.Variable("data"), axis=1), num_hidden=2, name="fc")
        ...     return sym.SoftmaxOutput(net, name="softmax"), ["data"], ["softmax_label"]
        >>> module = mx.mod.BucketingModule(sym_gen, default_bucket_key=8)
        >>> module.bind([("data", (2, 8, 3))], [("softmax_label", (2,))])
        >>> module.init_params(mx.init.One())
        >>> module.switch_bucket(4, [("data", (2, 4, 3))], [("softmax_label", (2,))])
        >>> module.data_shapes
        [DataDesc[data,(2, 4, 3),<class 'numpy.float32'>,NCHW]]
        """
        assert self.binded, "call bind before switching bucket"
        with _making:  # several threads may ask for a new bucket
            module = self._buckets.get(bucket_key) or self._new_module(bucket_key)
            if not module.binded:
                module.bind(
                    data_shapes,
                    label_shapes,
                    self.for_training,
                    self.inputs_need_grad,
                    shared_module=self._default_module,
                    grad_req=self._grad_req,
                )
                module._bound_by = self._bound_by  # buckets share the memory of inputs: all are one thread's
                if self._monitor is not None:
                    module.install_monitor(self._monitor)
                self._buckets[bucket_key] = module
        self._set_current(module, bucket_key)

    def prepare(self, data_batch: Any, sparse_row_id_fn: Callable[[Any], Any] | None = None) -> None:
        """Bind the bucket of the next batch, and leave the current one current.

        Parameters
        ----------
        data_batch : DataBatch
            The batch that comes next; without a key it goes to the current bucket.
        sparse_row_id_fn : function or None
            ``sparse_row_id_fn(batch)`` returns ``{parameter: row ids}``, the rows of row-sparse parameters that the
            batch needs from the kvstore.

        Examples
        --------
        >>> def sym_gen(length):
        ...     net = sym.FullyConnected(sym.sum(sym.Variable("data"), axis=1), num_hidden=2, name="fc")
        ...     return sym.SoftmaxOutput(net, name="softmax"), ["data"], ["softmax_label"]
        >>> module = mx.mod.BucketingModule(sym_gen, default_bucket_key=8)
        >>> module.bind([("data", (2, 8, 3))], [("softmax_label", (2,))])
        >>> module.init_params(mx.init.One())
        >>> batch = mx.io.DataBatch([nd.ones((2, 4, 3))], [nd.array([0, 0])], bucket_key=4,
        ...     provide_data=[("data", (2, 4, 3))], provide_label=[("softmax_label", (2,))])
        >>> module.init_optimizer()
        >>> module.prepare(batch)
        """
        self._require("binded", "params_initialized")
        current = self._get_current()
        self._switch_to(data_batch)
        self._curr_module.prepare(data_batch, sparse_row_id_fn=sparse_row_id_fn)
        self._set_current(*current)

    # -- what it is ----------------------------------------------------------------------------------------------

    @property
    def data_names(self) -> list[str]:
        return self._curr_module.data_names if self.binded else self._call_sym_gen(self._default_bucket_key)[1]

    @property
    def output_names(self) -> list[str]:
        if self.binded:
            return self._curr_module.output_names
        return self._call_sym_gen(self._default_bucket_key)[0].list_outputs()

    data_shapes = _of_current("data_shapes", "The data as the current bucket is bound.")
    label_shapes = _of_current("label_shapes", "The labels as the current bucket is bound.")
    output_shapes = _of_current("output_shapes", "``(name, shape)`` of the current bucket's outputs.")
    batch_size = _of_current("batch_size", "Rows of the batch that the current bucket is bound to.")
    symbol = _of_current("symbol", "The current bucket's symbol.")

    # -- parameters and optimizer --------------------------------------------------------------------------------

    @property
    def _params_dirty(self) -> bool:
        return any(module._params_dirty for module in self._buckets.values())

    def get_params(self) -> tuple[dict[str, Any], dict[str, Any]]:
        self._require("params_initialized")
        return self._default_module.get_params()

    def _fill_params(self, initializer: Any, arg_params: Any, aux_params: Any, *flags: bool) -> None:
        self._default_module.init_params(initializer, arg_params, aux_params, *flags)

    def set_params(
        self,
        arg_params: Any,
        aux_params: Any,
        allow_missing: bool = False,
        force_init: bool = True,
        allow_extra: bool = False,
    ) -> None:
        if self.params_initialized and not force_init:
            warn_ignored("set_params")
            return
        assert self.binded, "call bind before initializing the parameters"
        self._default_module.set_params(arg_params, aux_params, allow_missing, force_init, allow_extra)
        self.params_initialized = True

    def _set_optimizer(self, kvstore: Any, optimizer: Any, optimizer_params: Any, force_init: bool) -> None:
        self._default_module.init_optimizer(kvstore, optimizer, optimizer_params, force_init)
        for module in self._buckets.values():
            if module is not self._default_module:
                module.borrow_optimizer(self._default_module)

    # -- computing -----------------------------------------------------------------------------------------------

    def forward(self, data_batch: Any, is_train: bool | None = None) -> None:
        """Switch to the batch's bucket and compute its outputs.

        Parameters
        ----------
        data_batch : DataBatch
            Has ``data`` and ``label``, and ``bucket_key``, ``provide_data`` and ``provide_label``, which say the bucket
            and its shapes. Without a key it goes to the current bucket.
        is_train : bool or None
            Whether operators act as in training (Dropout, BatchNorm); None: the mode of :meth:`bind`.

        Returns
        -------
        None: see :meth:`get_outputs`.

        Examples
        --------
        >>> def sym_gen(length):
        ...     net = sym.FullyConnected(sym.sum(sym.Variable("data"), axis=1), num_hidden=2, name="fc")
        ...     return sym.SoftmaxOutput(net, name="softmax"), ["data"], ["softmax_label"]
        >>> module = mx.mod.BucketingModule(sym_gen, default_bucket_key=8)
        >>> module.bind([("data", (2, 8, 3))], [("softmax_label", (2,))])
        >>> module.init_params(mx.init.One())
        >>> batch = mx.io.DataBatch([nd.ones((2, 4, 3))], [nd.array([0, 0])], bucket_key=4,
        ...     provide_data=[("data", (2, 4, 3))], provide_label=[("softmax_label", (2,))])
        >>> module.forward(batch, is_train=False)
        >>> module.get_outputs()[0].shape
        (2, 2)
        """
        self._require("binded", "params_initialized")
        self._switch_to(data_batch)
        self._curr_module.forward(data_batch, is_train=is_train)

    def _switch_to(self, data_batch: Any) -> None:
        key = getattr(data_batch, "bucket_key", None)
        if key is not None:
            self.switch_bucket(key, data_batch.provide_data, data_batch.provide_label)

    def backward(self, out_grads: Any = None) -> None:
        self._bound_module.backward(out_grads=out_grads)

    def update(self) -> None:
        self._bound_module.update()

    def acc_backward(self, out_grads: Any = None) -> None:
        """Run backward in the current bucket and add the gradients to those accumulated in any bucket.

        Parameters
        ----------
        out_grads : NDArray, list, dict or None
            The gradients with respect to the outputs that are not losses: a list in the order of the outputs, with or
            without entries for losses, or a dict by output name. None: all outputs are losses, or gradients are zero.

        Examples
        --------
        >>> def sym_gen(length):
        ...     net = sym.FullyConnected(sym.sum(sym.Variable("data"), axis=1), num_hidden=2, name="fc")
        ...     return sym.SoftmaxOutput(net, name="softmax"), ["data"], ["softmax_label"]
        >>> module = mx.mod.BucketingModule(sym_gen, default_bucket_key=8)
        >>> module.bind([("data", (2, 8, 3))], [("softmax_label", (2,))])
        >>> module.init_params(mx.init.One())
        >>> batch = mx.io.DataBatch([nd.ones((2, 4, 3))], [nd.array([0, 0])], bucket_key=4,
        ...     provide_data=[("data", (2, 4, 3))], provide_label=[("softmax_label", (2,))])
        >>> module.init_optimizer(optimizer_params={"learning_rate": 0.5, "rescale_grad": 1})
        >>> for _ in range(2):
        ...     module.forward(batch)
        ...     module.acc_backward()
        >>> module.acc_update(normsize=4)
        >>> print(module.get_params()[0]["fc_bias"].asnumpy())
        [ 0.25 -0.25]
        """
        self._require("binded", "params_initialized")
        self._curr_module.acc_backward(out_grads)

    def acc_update(self, normsize: float = 1) -> None:
        """Update once with the accumulated gradients of all buckets.

        Parameters
        ----------
        normsize
            What the gradients are divided by, such as the number of samples.

        Examples
        --------
        >>> def sym_gen(length):
        ...     net = sym.FullyConnected(sym.sum(sym.Variable("data"), axis=1), num_hidden=2, name="fc")
        ...     return sym.SoftmaxOutput(net, name="softmax"), ["data"], ["softmax_label"]
        >>> module = mx.mod.BucketingModule(sym_gen, default_bucket_key=8)
        >>> module.bind([("data", (2, 8, 3))], [("softmax_label", (2,))])
        >>> module.init_params(mx.init.One())
        >>> batch = mx.io.DataBatch([nd.ones((2, 4, 3))], [nd.array([0, 0])], bucket_key=4,
        ...     provide_data=[("data", (2, 4, 3))], provide_label=[("softmax_label", (2,))])
        >>> module.init_optimizer(optimizer_params={"learning_rate": 0.5, "rescale_grad": 1})
        >>> for _ in range(2):
        ...     module.forward(batch)
        ...     module.acc_backward()
        >>> module.acc_update(normsize=4)
        >>> print(module.get_params()[0]["fc_bias"].asnumpy())
        [ 0.25 -0.25]
        """
        self._require("binded", "params_initialized", "optimizer_initialized")
        self._default_module.acc_update(normsize)

    def zero_grad(self) -> None:
        """Set all gradients of parameters to zero and forget what was accumulated.

        Examples
        --------
        >>> def sym_gen(length):
        ...     net = sym.FullyConnected(sym.sum(sym.Variable("data"), axis=1), num_hidden=2, name="fc")
        ...     return sym.SoftmaxOutput(net, name="softmax"), ["data"], ["softmax_label"]
        >>> module = mx.mod.BucketingModule(sym_gen, default_bucket_key=8)
        >>> module.bind([("data", (2, 8, 3))], [("softmax_label", (2,))])
        >>> module.init_params(mx.init.One())
        >>> module.zero_grad()
        """
        self._require("binded")
        self._default_module.zero_grad()  # all buckets share its gradient arrays

    def get_outputs(self, merge_multi_context: bool = True) -> list[Any]:
        return self._bound_module.get_outputs(merge_multi_context=merge_multi_context)

    def get_input_grads(self, merge_multi_context: bool = True) -> list[Any]:
        return self._bound_module.get_input_grads(merge_multi_context=merge_multi_context)

    def get_states(self, merge_multi_context: bool = True) -> list[Any]:
        return self._bound_module.get_states(merge_multi_context=merge_multi_context)

    def set_states(self, states: Any = None, value: Any = None) -> None:
        self._bound_module.set_states(states, value)

    def update_metric(self, eval_metric: Any, labels: Any, pre_sliced: bool = False) -> None:
        self._require("binded", "params_initialized")
        self._curr_module.update_metric(eval_metric, labels, pre_sliced)

    def install_monitor(self, mon: Any) -> None:
        self._require("binded")
        self._monitor = mon
        for module in self._buckets.values():
            module.install_monitor(mon)

    # -- checkpoints ---------------------------------------------------------------------------------------------

    def save_checkpoint(self, prefix: str, epoch: int, remove_amp_cast: bool = False) -> None:
        """Write the latest parameters to ``prefix-<epoch>.params``, one symbol per bucket, and the list of keys.

        The symbols are ``prefix-<key>-symbol.json``, the keys ``prefix.buckets``; only integer keys can be saved.

        Parameters
        ----------
        prefix
            What the files' names begin with, with a path perhaps.
        epoch
            The number in the names: 3 makes ``<prefix>-0003.params``.
        remove_amp_cast
            Whether the casts that ``contrib.amp`` put in are left out of the symbol.

        Examples
        --------
        >>> def sym_gen(length):
        ...     net = sym.FullyConnected(sym.sum(sym.Variable("data"), axis=1), num_hidden=2, name="fc")
        ...     return sym.SoftmaxOutput(net, name="softmax"), ["data"], ["softmax_label"]
        >>> module = mx.mod.BucketingModule(sym_gen, default_bucket_key=8)
        >>> module.bind([("data", (2, 8, 3))], [("softmax_label", (2,))])
        >>> module.init_params(mx.init.One())
        >>> module.save_checkpoint("net", 1)
        >>> other = mx.mod.BucketingModule.load("net", 1, sym_gen, default_bucket_key=8)
        """
        assert self._buckets, "Empty BucketingModule cannot be saved"
        keys = nd.array(list(self._buckets), dtype="int32")
        with written_together():
            for key in self._buckets:
                self._call_sym_gen(key)[0].save(f"{prefix}-{key}-symbol.json", remove_amp_cast=remove_amp_cast)
            nd.save(f"{prefix}.buckets", [keys])
            self.save_params(f"{prefix}-{int(epoch):04d}.params")

    @classmethod
    def load(
        cls, prefix: str, epoch: int, sym_gen: Any = None, default_bucket_key: Any = None, **kwargs: Any
    ) -> BucketingModule:
        """Make a module from what :meth:`save_checkpoint` wrote.

        Parameters
        ----------
        prefix
            What the files' names begin with, with a path perhaps.
        epoch
            The number in the name of the file of parameters.
        sym_gen, default_bucket_key
            As for the constructor.
        **kwargs
            As for the constructor.

        Returns
        -------
        A :class:`BucketingModule` that has to be bound still.

        Examples
        --------
        >>> def sym_gen(length):
        ...     net = sym.FullyConnected(sym.sum(sym.Variable("data"), axis=1), num_hidden=2, name="fc")
        ...     return sym.SoftmaxOutput(net, name="softmax"), ["data"], ["softmax_label"]
        >>> module = mx.mod.BucketingModule(sym_gen, default_bucket_key=8)
        >>> module.bind([("data", (2, 8, 3))], [("softmax_label", (2,))])
        >>> module.init_params(mx.init.One())
        >>> module.save_checkpoint("net", 1)
        >>> other = mx.mod.BucketingModule.load("net", 1, sym_gen, default_bucket_key=8)
        """
        assert sym_gen is not None, "sym_gen is required for loading BucketingModule"
        assert default_bucket_key is not None, "default_bucket_key is required for loading BucketingModule"
        keys = [int(key) for key in nd.load(f"{prefix}.buckets")[0].asnumpy()]
        symbols = {key: sym.load(f"{prefix}-{key}-symbol.json") for key in keys}
        arg_params, aux_params = load_params(prefix, epoch)
        return cls.load_dict(symbols, sym_gen, default_bucket_key, arg_params, aux_params, **kwargs)

    @classmethod
    def load_dict(
        cls,
        sym_dict: Any = None,
        sym_gen: Any = None,
        default_bucket_key: Any = None,
        arg_params: Any = None,
        aux_params: Any = None,
        **kwargs: Any,
    ) -> BucketingModule:
        """Make a module from symbols and parameters.

        Parameters
        ----------
        sym_dict
            The symbols by bucket key.
        sym_gen, default_bucket_key
            As for the constructor.
        arg_params, aux_params : dict of NDArrays
            The parameters and auxiliary states by name.
        **kwargs
            As for the constructor.

        Returns
        -------
        A :class:`BucketingModule` that has to be bound still.
        """
        assert sym_dict is not None, "sym_dict needs to be provided for BucketingModule.load_dict"
        assert arg_params is not None, "arg_params need to be provided for BucketingModule.load_dict"
        assert aux_params is not None, "aux_params need to be provided for BucketingModule.load_dict"
        self = cls(sym_gen, default_bucket_key, **kwargs)
        for key, symbol in sym_dict.items():
            _, data_names, label_names = self._call_sym_gen(key)
            module = self._module_for(symbol, data_names, label_names)
            module._arg_params, module._aux_params = arg_params, aux_params
            module.params_initialized = True
            self._buckets[key] = module
        self.params_initialized = True
        return self

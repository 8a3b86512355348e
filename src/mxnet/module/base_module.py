"""The base class of modules: fit, score, predict, and the methods that subclasses define."""

import logging
import warnings
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Literal, overload

import numpy as np

from .. import metric as metric_module
from .. import ndarray as nd
from ..callback import BatchEndParam, multiple_callbacks
from ..core.context import cpu
from ..core.errors import MXNetError, expect, expect_number, explains_arguments, named_arrays
from ..core.text import described, shapes
from ..initializer import Uniform
from ..io import DataBatch, DataDesc, DataIter  # noqa: F401  (DataDesc is imported from here by programs)
from .descriptions import as_list as _as_list
from .descriptions import check_input_names as _check_input_names
from .descriptions import check_names_match as _check_names_match
from .descriptions import parse_data_desc as _parse_data_desc
from .fit_loop import FitLoop, labels_of

__all__ = ["BaseModule", "_as_list", "_check_input_names", "_check_names_match", "_parse_data_desc"]


_NEEDED = {
    "binded": "call bind first",
    "params_initialized": "call init_params or set_params first",
    "optimizer_initialized": "call init_optimizer first",
    "inputs_need_grad": "bind with inputs_need_grad=True first",
    "for_training": "bind with for_training=True first",
}


class BaseModule:
    """A computation that can be bound to shapes, initialized, run forward and backward, and updated.

    Subclasses provide the properties and the methods below that raise NotImplementedError; ``fit``, ``score`` and
    ``predict`` are made of them. The flags ``binded``, ``params_initialized`` and ``optimizer_initialized`` tell how
    far a module has come.

    Parameters
    ----------
    logger
        What has ``info`` and ``warning``: the module ``logging`` or a logger of it.

    Examples
    --------
    >>> mx.mod.BaseModule().binded
    False
    """

    _fit_loop: Any = FitLoop
    #: whether ``init_params`` says that it leaves parameters as they are
    _warns_of_params = False

    def __init__(self, logger: Any = logging) -> None:
        self.logger = logger
        self.binded = self.params_initialized = self.optimizer_initialized = False
        self.for_training = self.inputs_need_grad = False
        self._symbol: Any = None
        self._total_exec_bytes = 0

    def __repr__(self) -> str:
        if not self.binded:
            return described(self, [", ".join(str(name) for name in getattr(self, "_data_names", ())), "not bound"])
        done = ["bound for training" if self.for_training else "bound for prediction"]
        done += ["parameters"] * self.params_initialized + ["optimizer"] * self.optimizer_initialized
        return described(self, [shapes([*self.data_shapes, *(self.label_shapes or ())]), ", ".join(done)])

    def _require(self, *flags: str) -> None:
        """Raise AssertionError, as MXNet does, unless the module has come as far as these flags say."""
        for flag in flags:
            if not getattr(self, flag):
                raise AssertionError(f"{type(self).__name__}: {_NEEDED[flag]}")

    # -- one step ------------------------------------------------------------------------------------------------

    def forward_backward(self, data_batch: Any) -> None:
        """Run one training step's forward and backward pass on ``data_batch``.

        Parameters
        ----------
        data_batch : DataBatch
            Has ``data`` and perhaps ``label``, lists of arrays in the order of the bound shapes. A list of batches
            gives one to each device.

        See Also
        --------
        update : changes the parameters afterwards.

        Examples
        --------
        >>> net = sym.FullyConnected(sym.Variable("data"), num_hidden=2, name="fc")
        >>> module = mx.mod.Module(sym.SoftmaxOutput(net, name="softmax"))
        >>> module.bind(data_shapes=[("data", (2, 3))], label_shapes=[("softmax_label", (2,))])
        >>> module.init_params(mx.init.One())
        >>> batch = mx.io.DataBatch([nd.array([[1, 0, 0], [0, 2, 0]])], [nd.array([0, 0])])
        >>> module.init_optimizer(optimizer_params={"learning_rate": 0.5})
        >>> module.forward_backward(batch)
        >>> module.update()
        >>> print(module.get_params()[0]["fc_weight"].asnumpy())
        [[1.125 1.25  1.   ]
         [0.875 0.75  1.   ]]
        """
        self.forward(data_batch, is_train=True)
        self.backward()

    # -- whole passes over data ----------------------------------------------------------------------------------

    def score(
        self,
        eval_data: Any,
        eval_metric: Any,
        num_batch: int | None = None,
        batch_end_callback: Any = None,
        score_end_callback: Any = None,
        reset: bool = True,
        epoch: int = 0,
        sparse_row_id_fn: Callable[[Any], Any] | None = None,
    ) -> list[tuple[str, float]]:
        """Run the module over a data set and return the metric. Samples that only fill up a batch count, as in MXNet.

        Parameters
        ----------
        eval_data : DataIter
            The batches, with labels.
        eval_metric : str, EvalMetric, function or list
            What is measured: ``'acc'``, ``'mse'``, ``['acc', 'ce']``, a metric ...
        batch_end_callback, score_end_callback : function or list
            Called with a ``BatchEndParam`` after each batch, and at the end, when its ``nbatch`` is the number of
            batches.
        epoch
            The number of the epoch that callbacks are told.
        num_batch : int or None
            How many batches at most; None: all.
        reset
            Whether the iterator starts anew first.
        sparse_row_id_fn : function or None
            ``sparse_row_id_fn(batch)`` returns ``{parameter: row ids}``, the rows of row-sparse parameters that the
            batch needs from the kvstore.

        Returns
        -------
        A list ``[(name, value), ...]``.

        Examples
        --------
        >>> net = sym.FullyConnected(sym.Variable("data"), num_hidden=2, name="fc")
        >>> module = mx.mod.Module(sym.SoftmaxOutput(net, name="softmax"))
        >>> module.bind(data_shapes=[("data", (2, 3))], label_shapes=[("softmax_label", (2,))])
        >>> module.init_params(mx.init.One())
        >>> data = mx.io.NDArrayIter(np.eye(4, 3), np.array([0, 1, 0, 1]), batch_size=2)
        >>> module.score(data, ['acc', 'ce'])
        [('accuracy', 0.5), ('cross-entropy', 0.6931471824645996)]
        """
        self._require("binded", "params_initialized")
        if reset:
            eval_data.reset()
        eval_metric = metric_module.create(eval_metric)
        eval_metric.reset()
        actual_num_batch = 0
        scope = dict(locals())
        for nbatch, eval_batch in self._run_on(eval_data, num_batch, sparse_row_id_fn):
            self.update_metric(eval_metric, *labels_of(eval_batch))
            scope.update(nbatch=nbatch, eval_batch=eval_batch)
            multiple_callbacks(batch_end_callback, BatchEndParam(epoch, nbatch, eval_metric, scope))
            actual_num_batch += 1
        if score_end_callback is not None:
            scope.update(actual_num_batch=actual_num_batch)
            multiple_callbacks(score_end_callback, BatchEndParam(epoch, actual_num_batch, eval_metric, scope))
        return eval_metric.get_name_value()

    def _run_on(self, data: Any, num_batch: int | None, sparse_row_id_fn: Any) -> Iterator[tuple[int, Any]]:
        """Compute the outputs for one batch after another, at most ``num_batch``; yield its number and the batch."""
        for nbatch, batch in enumerate(data):
            if nbatch == num_batch:
                break
            self.prepare(batch, sparse_row_id_fn=sparse_row_id_fn)
            self.forward(batch, is_train=False)
            yield nbatch, batch

    def iter_predict(
        self,
        eval_data: Any,
        num_batch: int | None = None,
        reset: bool = True,
        sparse_row_id_fn: Callable[[Any], Any] | None = None,
    ) -> Iterator[tuple[list[Any], int, Any]]:
        """Yield ``(outputs, batch number, batch)`` for every batch, without the padded rows.

        Parameters
        ----------
        eval_data : DataIter
            The batches.
        num_batch : int or None
            How many batches at most; None: all.
        reset
            Whether the iterator starts anew first.
        sparse_row_id_fn : function or None
            ``sparse_row_id_fn(batch)`` returns ``{parameter: row ids}``, the rows of row-sparse parameters that the
            batch needs from the kvstore.

        Returns
        -------
        An iterator.

        Yields
        ------
        ``(outputs, batch number, batch)``.

        Examples
        --------
        >>> net = sym.FullyConnected(sym.Variable("data"), num_hidden=2, name="fc")
        >>> module = mx.mod.Module(sym.SoftmaxOutput(net, name="softmax"))
        >>> module.bind(data_shapes=[("data", (2, 3))], label_shapes=[("softmax_label", (2,))])
        >>> module.init_params(mx.init.One())
        >>> data = mx.io.NDArrayIter(np.eye(4, 3), np.array([0, 1, 0, 1]), batch_size=2)
        >>> for outputs, i, batch in module.iter_predict(data):
        ...     print(i, outputs[0].shape)
        0 (2, 2)
        1 (2, 2)
        """
        self._require("binded", "params_initialized")
        if reset:
            eval_data.reset()
        for nbatch, eval_batch in self._run_on(eval_data, num_batch, sparse_row_id_fn):
            pad = eval_batch.pad or 0
            yield [out[0 : out.shape[0] - pad] for out in self.get_outputs()], nbatch, eval_batch

    @overload
    def predict(
        self, eval_data: Any, num_batch: int | None = None, *, reset: bool = True, always_output_list: Literal[True]
    ) -> list[nd.NDArray]: ...
    @overload
    def predict(
        self, eval_data: Any, num_batch: int | None = None, *, merge_batches: Literal[False], reset: bool = True
    ) -> list[list[nd.NDArray]]: ...
    @overload
    def predict(
        self,
        eval_data: Any,
        num_batch: int | None = None,
        merge_batches: bool = True,
        reset: bool = True,
        always_output_list: bool = False,
        sparse_row_id_fn: Callable[[Any], Any] | None = None,
    ) -> nd.NDArray: ...
    def predict(
        self,
        eval_data: Any,
        num_batch: int | None = None,
        merge_batches: bool = True,
        reset: bool = True,
        always_output_list: bool = False,
        sparse_row_id_fn: Callable[[Any], Any] | None = None,
    ) -> Any:
        """Return the outputs over a data set. Rows that only fill up the last batch are dropped.

        Parameters
        ----------
        eval_data : DataIter, NDArray or NumPy array
            The batches, or one batch as an array.
        merge_batches
            Whether each output is concatenated over the batches; False: one list of outputs for each batch.
        always_output_list
            Whether a single merged output comes as a list, too.
        num_batch : int or None
            How many batches at most; None: all.
        reset
            Whether the iterator starts anew first.
        sparse_row_id_fn : function or None
            ``sparse_row_id_fn(batch)`` returns ``{parameter: row ids}``, the rows of row-sparse parameters that the
            batch needs from the kvstore.

        Returns
        -------
        An NDArray, or a list of them: see ``merge_batches``.

        Examples
        --------
        >>> net = sym.FullyConnected(sym.Variable("data"), num_hidden=2, name="fc")
        >>> module = mx.mod.Module(sym.SoftmaxOutput(net, name="softmax"))
        >>> module.bind(data_shapes=[("data", (2, 3))], label_shapes=[("softmax_label", (2,))])
        >>> module.init_params(mx.init.One())
        >>> data = mx.io.NDArrayIter(np.eye(4, 3), np.array([0, 1, 0, 1]), batch_size=2)
        >>> module.predict(data).shape
        (4, 2)
        """
        self._require("binded", "params_initialized")
        if isinstance(eval_data, (nd.NDArray, np.ndarray)):
            data = nd.array(eval_data) if isinstance(eval_data, np.ndarray) else eval_data
            self.forward(DataBatch([data]))
            return self.get_outputs()[0]
        if not isinstance(eval_data, DataIter):
            raise ValueError("eval_data must be of type NDArray or DataIter")
        passes = self.iter_predict(eval_data, num_batch, reset, sparse_row_id_fn)
        batches = [[out.copy() for out in outputs] for outputs, _, _ in passes]
        if not batches or not merge_batches:
            return batches
        if len({len(outputs) for outputs in batches}) != 1:
            raise AssertionError(
                "Cannot merge batches, as num of outputs is not the same in mini-batches. Maybe bucketing is used?"
            )
        merged = [nd.concat(*parts, dim=0) for parts in zip(*batches, strict=True)]
        return merged if always_output_list or len(merged) > 1 else merged[0]

    @explains_arguments
    def fit(
        self,
        train_data: Any,
        eval_data: Any = None,
        eval_metric: Any = "acc",
        epoch_end_callback: Any = None,
        batch_end_callback: Any = None,
        kvstore: Any = "local",
        optimizer: Any = "sgd",
        optimizer_params: Any = (("learning_rate", 0.01),),
        eval_end_callback: Any = None,
        eval_batch_end_callback: Any = None,
        initializer: Any = Uniform(0.01),  # noqa: B008 - the default of the published signature
        arg_params: Any = None,
        aux_params: Any = None,
        allow_missing: bool = False,
        force_rebind: bool = False,
        force_init: bool = False,
        begin_epoch: int = 0,
        num_epoch: int | None = None,
        validation_metric: Any = None,
        monitor: Any = None,
        sparse_row_id_fn: Callable[[Any], Any] | None = None,
        update_batch_size: int | None = None,
    ) -> None:
        """Bind, initialize and train for the epochs ``begin_epoch`` to ``num_epoch``.

        Parameters
        ----------
        train_data : DataIter
            The batches to train on.
        eval_data : DataIter or None
            Batches on which the metric is computed after each epoch.
        eval_metric : str, EvalMetric, function or list
            What is measured: ``'acc'``, ``'mse'``, a metric, ``function(label, prediction)``, or several.
        epoch_end_callback : function or list
            Called with ``(epoch, symbol, arg_params, aux_params)``: ``mx.callback.do_checkpoint('net')``.
        batch_end_callback, eval_end_callback, eval_batch_end_callback : function or list
            Called with a ``BatchEndParam(epoch, nbatch, eval_metric, locals)`` after each training batch
            (``mx.callback.Speedometer(32)``), after each evaluation, and after each batch of it.
        kvstore : str, KVStore or None
            What sums the gradients of several devices: ``'local'`` on the processor, ``'device'`` on a device,
            ``'dist_sync'`` ... over processes (see :func:`mxnet.kvstore.create`). None, or one device: none is needed.
        optimizer : str or Optimizer
            A name of ``mx.optimizer``, or an optimizer. Given by name, its ``rescale_grad`` is one over the batch size
            unless ``optimizer_params`` has it.
        optimizer_params : dict or tuple of pairs
            The arguments of an optimizer given by name: ``{'learning_rate': 0.1, 'momentum': 0.9}``.
        initializer : Initializer or None
            What gives the parameters their values where ``arg_params`` does not.
        arg_params : dict of NDArrays, or None
            Values of parameters by name, as ``mx.model.load_checkpoint`` returns them.
        aux_params : dict of NDArrays, or None
            Values of auxiliary states by name.
        allow_missing
            Whether ``arg_params`` may leave parameters out, which then get the initializer's values.
        force_rebind
            Whether a module that is bound is bound again, to the shapes of ``train_data``.
        force_init
            Whether parameters that have values already get new ones.
        begin_epoch
            The number of the first epoch: that of the checkpoint from which training goes on.
        num_epoch : int
            The number at which training ends; it must be given.
        validation_metric
            The metric for ``eval_data``; None: ``eval_metric``.
        monitor : Monitor or None
            Shows the outputs of operators while training.
        sparse_row_id_fn : function or None
            ``sparse_row_id_fn(batch)`` returns ``{parameter: row ids}``, the rows of row-sparse parameters that the
            batch needs from the kvstore.
        update_batch_size
            Update once this many samples have gone through backward, and at the end of an epoch with what is left; the
            gradients are averaged over those samples. Not in MXNet, where every batch updates.

        Returns
        -------
        None: the module has the trained parameters; the log (``logging``) says metrics and times of each epoch.

        Raises
        ------
        AssertionError
            Without ``num_epoch``.

        Examples
        --------
        >>> net = sym.FullyConnected(sym.Variable("data"), num_hidden=2, name="fc")
        >>> module = mx.mod.Module(sym.SoftmaxOutput(net, name="softmax"))
        >>> data = mx.io.NDArrayIter(np.eye(4, 3), np.array([0, 1, 0, 1]), batch_size=2)
        >>> module.fit(data, num_epoch=5, optimizer="adam", optimizer_params={"learning_rate": 0.1})
        >>> module.score(data, "acc")
        [('accuracy', 1.0)]
        """
        if num_epoch is None:
            raise AssertionError("please specify number of epochs")
        expect_number("num_epoch", "a number of epochs", num_epoch)
        expect(isinstance(optimizer_params, Iterable), "optimizer_params", "a dict of arguments", optimizer_params)
        self.bind(
            data_shapes=_provided(train_data),
            label_shapes=train_data.provide_label,
            for_training=True,
            force_rebind=force_rebind,
        )
        if monitor is not None:
            self.install_monitor(monitor)
        self.init_params(
            initializer=initializer,
            arg_params=arg_params,
            aux_params=aux_params,
            allow_missing=allow_missing,
            force_init=force_init,
        )
        self.init_optimizer(kvstore=kvstore, optimizer=optimizer, optimizer_params=optimizer_params)
        if validation_metric is None:
            validation_metric = eval_metric
        eval_metric = metric_module.create(eval_metric)
        self._fit_loop(self, dict(locals())).run()

    # -- parameters ----------------------------------------------------------------------------------------------

    def set_params(
        self,
        arg_params: Any,
        aux_params: Any,
        allow_missing: bool = False,
        force_init: bool = True,
        allow_extra: bool = False,
    ) -> None:
        """Assign parameters and auxiliary states from dicts.

        Without ``allow_missing``, unknown names are ignored, as in MXNet.

        Parameters
        ----------
        arg_params : dict of NDArrays
            Values of parameters by name.
        aux_params : dict of NDArrays, or None
            Values of auxiliary states by name; None or an empty list: there are none.
        allow_missing
            Whether parameters may be left out, which keep their values.
        force_init
            Whether parameters that have values already get new ones.
        allow_extra
            Whether names that the network does not have are permitted.

        Raises
        ------
        RuntimeError
            For a missing parameter, unless ``allow_missing``.
        ValueError
            With ``allow_missing``, for a name that the network does not have, unless ``allow_extra``.

        Examples
        --------
        >>> net = sym.FullyConnected(sym.Variable("data"), num_hidden=2, name="fc")
        >>> module = mx.mod.Module(sym.SoftmaxOutput(net, name="softmax"))
        >>> module.bind(data_shapes=[("data", (2, 3))], label_shapes=[("softmax_label", (2,))])
        >>> module.init_params(mx.init.One())
        >>> module.set_params({"fc_bias": nd.array([5, 6])}, None, allow_missing=True)
        >>> print(module.get_params()[0]["fc_bias"].asnumpy())
        [5. 6.]
        """
        self.init_params(
            initializer=None,
            arg_params=arg_params,
            aux_params=aux_params,
            allow_missing=allow_missing,
            force_init=force_init,
            allow_extra=allow_extra,
        )

    def save_params(self, fname: str) -> None:
        """Write the parameters to ``fname``, keyed ``arg:<name>`` and ``aux:<name>``.

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
        >>> module.save_params("net.params")
        >>> sorted(nd.load("net.params"))
        ['arg:fc_bias', 'arg:fc_weight']
        """
        kinds = zip(("arg:", "aux:"), self.get_params(), strict=True)
        nd.save(fname, {kind + name: a.as_in_context(cpu()) for kind, arrays in kinds for name, a in arrays.items()})

    def load_params(self, fname: str) -> None:
        """Read what :meth:`save_params` wrote and assign it.

        Parameters
        ----------
        fname
            The path of the file.

        Raises
        ------
        ValueError
            When it holds arrays that are neither arguments nor auxiliary states.

        Examples
        --------
        >>> net = sym.FullyConnected(sym.Variable("data"), num_hidden=2, name="fc")
        >>> module = mx.mod.Module(sym.SoftmaxOutput(net, name="softmax"))
        >>> module.bind(data_shapes=[("data", (2, 3))], label_shapes=[("softmax_label", (2,))])
        >>> module.init_params(mx.init.One())
        >>> module.save_params("net.params")
        >>> module.load_params("net.params")
        """
        groups: dict[str, dict[str, Any]] = {"arg": {}, "aux": {}}
        for key, value in named_arrays(nd.load(fname), fname).items():
            group, _, name = key.partition(":")
            if group not in groups:
                raise ValueError(f"Invalid param file {fname}: {key[:100]!r} begins with neither 'arg:' nor 'aux:'")
            groups[group][name] = value
        try:
            self.set_params(groups["arg"], groups["aux"])
        except MXNetError as error:
            raise type(error)(f"{fname}: {error}") from error

    # -- states, batches to come ---------------------------------------------------------------------------------

    def get_states(self, merge_multi_context: bool = True) -> list[Any]:
        """Return the arrays of ``state_names``, each a list over the devices; merging is not supported.

        Parameters
        ----------
        merge_multi_context
            Must be False: merging is not supported.

        Returns
        -------
        A list of lists of NDArrays.
        """
        self._require("binded", "params_initialized")
        assert not merge_multi_context, "merge_multi_context=True is not supported for get_states"
        return []

    def set_states(self, states: Any = None, value: Any = None) -> None:
        """Set the states from lists over the devices (such as unmerged outputs), or all to a number.

        Parameters
        ----------
        states : list of lists of NDArrays, or None
            For each state a list over the devices, such as outputs that are not merged.
        value : number or None
            What all elements of all states are set to; give this or ``states``.

        Examples
        --------
        >>> net = sym.FullyConnected(sym.Variable("data"), num_hidden=2) + sym.Variable("state", shape=(1, 2))
        >>> module = mx.mod.Module(net, label_names=None, state_names=["state"])
        >>> module.bind([("data", (1, 3))], for_training=False)
        >>> module.init_params()
        >>> module.set_states(value=7)
        >>> print(module.get_states(merge_multi_context=False)[0][0].asnumpy())
        [[7. 7.]]
        """
        self._require("binded", "params_initialized")
        assert not states, "this module has no states to set"
        assert not value, "this module has no states to set"

    def prepare(self, data_batch: Any, sparse_row_id_fn: Callable[[Any], Any] | None = None) -> None:
        """Fetch what a batch needs from the kvstore.

        It has no effect (and with ``sparse_row_id_fn`` causes a UserWarning) unless the kvstore updates the parameters.

        Parameters
        ----------
        data_batch : DataBatch
            The batch that comes next.
        sparse_row_id_fn : function or None
            ``sparse_row_id_fn(batch)`` returns ``{parameter: row ids}``, the rows of row-sparse parameters that the
            batch needs from the kvstore.

        Examples
        --------
        >>> net = sym.FullyConnected(sym.Variable("data"), num_hidden=2, name="fc")
        >>> module = mx.mod.Module(sym.SoftmaxOutput(net, name="softmax"))
        >>> module.bind(data_shapes=[("data", (2, 3))], label_shapes=[("softmax_label", (2,))])
        >>> module.init_params(mx.init.One())
        >>> batch = mx.io.DataBatch([nd.array([[1, 0, 0], [0, 2, 0]])], [nd.array([0, 0])])
        >>> module.init_optimizer()
        >>> module.prepare(batch)
        """
        if sparse_row_id_fn is not None:
            self.logger.warning("sparse_row_id_fn is not invoked for BaseModule.")

    @property
    def symbol(self) -> Any:
        """The symbol this module computes, or None."""
        return self._symbol

    # -- the protocol --------------------------------------------------------------------------------------------

    @property
    def data_names(self) -> list[str]:
        """Names of the inputs that are data."""
        raise NotImplementedError

    @property
    def output_names(self) -> list[str]:
        """Names of the outputs."""
        raise NotImplementedError

    @property
    def data_shapes(self) -> list[Any]:
        """What the data was bound as."""
        raise NotImplementedError

    @property
    def label_shapes(self) -> list[Any] | None:
        """What the labels were bound as, or None."""
        raise NotImplementedError

    @property
    def output_shapes(self) -> list[tuple[str, tuple[int, ...]]]:
        """``(name, shape)`` of each output."""
        raise NotImplementedError

    def get_params(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return ``(arg_params, aux_params)``: dicts of arrays on the host with the latest values.

        Returns
        -------
        Two dicts of NDArrays by name.

        Examples
        --------
        >>> net = sym.FullyConnected(sym.Variable("data"), num_hidden=2, name="fc")
        >>> module = mx.mod.Module(sym.SoftmaxOutput(net, name="softmax"))
        >>> module.bind(data_shapes=[("data", (2, 3))], label_shapes=[("softmax_label", (2,))])
        >>> module.init_params(mx.init.One())
        >>> sorted(module.get_params()[0])
        ['fc_bias', 'fc_weight']
        """
        raise NotImplementedError

    def init_params(
        self,
        initializer: Any = Uniform(0.01),  # noqa: B008
        arg_params: Any = None,
        aux_params: Any = None,
        allow_missing: bool = False,
        force_init: bool = False,
        allow_extra: bool = False,
    ) -> None:
        """Give every parameter and auxiliary state its first value.

        Parameters
        ----------
        initializer : Initializer or None
            What gives the parameters their values where ``arg_params`` does not.
        arg_params : dict of NDArrays, or None
            Values of parameters by name, as ``mx.model.load_checkpoint`` returns them.
        aux_params : dict of NDArrays, or None
            Values of auxiliary states by name.
        allow_missing
            Whether ``arg_params`` may leave parameters out, which then get the initializer's values.
        force_init
            Whether parameters that have values already get new ones; False: it only warns.
        allow_extra
            Without effect: unknown names are ignored.

        Raises
        ------
        RuntimeError
            For a parameter missing from a given dict, unless ``allow_missing``.

        Examples
        --------
        >>> net = sym.FullyConnected(sym.Variable("data"), num_hidden=2, name="fc")
        >>> module = mx.mod.Module(sym.SoftmaxOutput(net, name="softmax"))
        >>> module.bind([("data", (2, 3))], [("softmax_label", (2,))])
        >>> module.init_params(mx.init.Constant(0.5))
        >>> print(module.get_params()[0]["fc_weight"].asnumpy())
        [[0.5 0.5 0.5]
         [0.5 0.5 0.5]]
        """
        if self.params_initialized and not force_init:
            if self._warns_of_params:
                warn_ignored("init_params")
            return
        assert self.binded, "call bind before initializing the parameters"
        self._fill_params(initializer, arg_params, aux_params, allow_missing, force_init, allow_extra)
        self.params_initialized = True

    def _fill_params(self, initializer: Any, arg_params: Any, aux_params: Any, *flags: bool) -> None:
        """Do what :meth:`init_params` does, with its ``allow_missing``, ``force_init`` and ``allow_extra``."""
        raise NotImplementedError

    def forward(self, data_batch: Any, is_train: bool | None = None) -> None:
        """Compute the outputs for a batch of any shape that the network accepts.

        In a module bound for prediction, each thread has its own inputs and outputs.

        Parameters
        ----------
        data_batch : DataBatch
            Has ``data`` and perhaps ``label``, lists of arrays in the order of the bound shapes. A list of batches
            gives one to each device.
        is_train : bool or None
            Whether operators act as in training (Dropout, BatchNorm); None: the mode of :meth:`bind`.

        Returns
        -------
        None: see :meth:`get_outputs`.

        Examples
        --------
        >>> net = sym.FullyConnected(sym.Variable("data"), num_hidden=2, name="fc")
        >>> module = mx.mod.Module(sym.SoftmaxOutput(net, name="softmax"))
        >>> module.bind(data_shapes=[("data", (2, 3))], label_shapes=[("softmax_label", (2,))])
        >>> module.init_params(mx.init.One())
        >>> batch = mx.io.DataBatch([nd.array([[1, 0, 0], [0, 2, 0]])], [nd.array([0, 0])])
        >>> module.forward(batch, is_train=False)
        >>> print(module.get_outputs()[0].asnumpy())
        [[0.5 0.5]
         [0.5 0.5]]
        """
        raise NotImplementedError

    def backward(self, out_grads: Any = None) -> None:
        """Compute the gradients of the last :meth:`forward`.

        Parameters
        ----------
        out_grads : NDArray, list, dict or None
            The gradients with respect to the outputs that are not losses: a list in the order of the outputs, with or
            without entries for losses, or a dict by output name. None: all outputs are losses, or gradients are zero.

        Returns
        -------
        None: :meth:`update` uses the gradients.

        Examples
        --------
        >>> net = sym.FullyConnected(sym.Variable("data"), num_hidden=1, no_bias=True, name="fc")
        >>> module = mx.mod.Module(net, label_names=None)
        >>> module.bind([("data", (1, 2))], inputs_need_grad=True)
        >>> module.init_params(mx.init.Constant(3))
        >>> module.forward(mx.io.DataBatch([nd.array([[1, 2]])]))
        >>> module.backward([nd.ones((1, 1))])
        >>> print(module.get_input_grads()[0].asnumpy())
        [[3. 3.]]
        """
        raise NotImplementedError

    def get_outputs(self, merge_multi_context: bool = True) -> list[Any]:
        """Return the outputs of the last :meth:`forward`, concatenated over devices or each a list over them.

        Parameters
        ----------
        merge_multi_context
            Whether the parts of several devices are concatenated; False: each is a list over the devices.

        Returns
        -------
        A list with one NDArray for each output.

        Examples
        --------
        >>> net = sym.FullyConnected(sym.Variable("data"), num_hidden=2, name="fc")
        >>> module = mx.mod.Module(sym.SoftmaxOutput(net, name="softmax"))
        >>> module.bind(data_shapes=[("data", (2, 3))], label_shapes=[("softmax_label", (2,))])
        >>> module.init_params(mx.init.One())
        >>> batch = mx.io.DataBatch([nd.array([[1, 0, 0], [0, 2, 0]])], [nd.array([0, 0])])
        >>> module.forward(batch, is_train=False)
        >>> [output.shape for output in module.get_outputs()]
        [(2, 2)]
        """
        raise NotImplementedError

    def get_input_grads(self, merge_multi_context: bool = True) -> list[Any]:
        """Return the gradients of the data, in the order of the shapes bound with ``inputs_need_grad``.

        Parameters
        ----------
        merge_multi_context
            Whether the parts of several devices are concatenated; False: each is a list over the devices.

        Returns
        -------
        A list with one NDArray for each input.

        Examples
        --------
        >>> net = sym.FullyConnected(sym.Variable("data"), num_hidden=2, name="fc")
        >>> module = mx.mod.Module(sym.SoftmaxOutput(net, name="softmax"))
        >>> batch = mx.io.DataBatch([nd.array([[1, 0, 0], [0, 2, 0]])], [nd.array([0, 0])])
        >>> module.bind([("data", (2, 3))], [("softmax_label", (2,))], inputs_need_grad=True)
        >>> module.init_params(mx.init.One())
        >>> module.forward_backward(batch)
        >>> module.get_input_grads()[0].shape
        (2, 3)
        """
        raise NotImplementedError

    def update(self) -> None:
        """Update the parameters with the current gradients.

        See Also
        --------
        init_optimizer : says how.

        Examples
        --------
        >>> net = sym.FullyConnected(sym.Variable("data"), num_hidden=2, name="fc")
        >>> module = mx.mod.Module(sym.SoftmaxOutput(net, name="softmax"))
        >>> module.bind(data_shapes=[("data", (2, 3))], label_shapes=[("softmax_label", (2,))])
        >>> module.init_params(mx.init.One())
        >>> batch = mx.io.DataBatch([nd.array([[1, 0, 0], [0, 2, 0]])], [nd.array([0, 0])])
        >>> module.init_optimizer(optimizer_params={"learning_rate": 0.5})
        >>> module.forward(batch)
        >>> module.backward()
        >>> module.update()
        >>> print(module.get_params()[0]["fc_bias"].asnumpy())
        [ 0.25 -0.25]
        """
        raise NotImplementedError

    def update_metric(self, eval_metric: Any, labels: Any, pre_sliced: bool = False) -> None:
        """Feed ``labels`` and the last outputs to ``eval_metric``.

        Parameters
        ----------
        eval_metric : EvalMetric
            What is updated.
        labels : list of NDArrays
            The labels of the batch: ``batch.label``.
        pre_sliced
            Whether ``labels`` is a list over the devices, each with a list of labels.

        Returns
        -------
        None: see ``eval_metric.get()``.

        Examples
        --------
        >>> net = sym.FullyConnected(sym.Variable("data"), num_hidden=2, name="fc")
        >>> module = mx.mod.Module(sym.SoftmaxOutput(net, name="softmax"))
        >>> module.bind(data_shapes=[("data", (2, 3))], label_shapes=[("softmax_label", (2,))])
        >>> module.init_params(mx.init.One())
        >>> batch = mx.io.DataBatch([nd.array([[1, 0, 0], [0, 2, 0]])], [nd.array([0, 0])])
        >>> metric = mx.metric.Accuracy()
        >>> module.forward(batch, is_train=False)
        >>> module.update_metric(metric, batch.label)
        >>> metric.get()
        ('accuracy', 1.0)
        """
        raise NotImplementedError

    def bind(
        self,
        data_shapes: Any,
        label_shapes: Any = None,
        for_training: bool = True,
        inputs_need_grad: bool = False,
        force_rebind: bool = False,
        shared_module: Any = None,
        grad_req: Any = "write",
    ) -> None:
        """Allocate executors for inputs of these shapes: what comes first, before parameters and optimizer.

        Parameters
        ----------
        data_shapes : list of DataDesc or (name, shape)
            The inputs with their shapes, the batch axis first: ``data.provide_data`` of an iterator.
        label_shapes : list of DataDesc or (name, shape), or None
            The labels: ``data.provide_label``; None where there are none, as in prediction.
        for_training
            Whether gradients are computed; False: prediction only, which takes less memory.
        inputs_need_grad
            Whether gradients of the data are computed too, for :meth:`get_input_grads`.
        force_rebind
            Whether a module that is bound is bound again; False: it only warns. Parameters and optimizer states stay;
            MXNet loses updates there.
        shared_module
            A module whose parameters, gradients and optimizer this one shares, or None.
        grad_req
            How gradients are written: ``'write'`` replaces them at each backward, ``'add'`` adds, ``'null'`` computes
            none. One for all parameters, a list over the arguments, or a dict by name.

        Examples
        --------
        >>> net = sym.FullyConnected(sym.Variable("data"), num_hidden=2, name="fc")
        >>> module = mx.mod.Module(sym.SoftmaxOutput(net, name="softmax"))
        >>> module.bind(data_shapes=[("data", (32, 3))], label_shapes=[("softmax_label", (32,))])
        >>> module.output_shapes
        [('softmax_output', (32, 2))]
        """
        if force_rebind:
            self._reset_bind()
        if self.binded:
            self.logger.warning("Already bound, ignoring bind()")
            return
        self.for_training, self.inputs_need_grad = for_training, inputs_need_grad
        self._bind_to(data_shapes, label_shapes, shared_module, grad_req)
        self.binded = True

    def _reset_bind(self) -> None:
        self.binded = False

    def _bind_to(self, data_shapes: Any, label_shapes: Any, shared_module: Any, grad_req: Any) -> None:
        """Bind a module that is not bound, ``for_training`` or not as it knows by now."""
        raise NotImplementedError

    def init_optimizer(
        self,
        kvstore: Any = "local",
        optimizer: Any = "sgd",
        optimizer_params: Any = (("learning_rate", 0.01),),
        force_init: bool = False,
    ) -> None:
        """Create the optimizer and, for several devices, the kvstore that sums their gradients.

        Parameters
        ----------
        kvstore : str, KVStore or None
            What sums the gradients of several devices: ``'local'`` on the processor, ``'device'`` on a device,
            ``'dist_sync'`` ... over processes (see :func:`mxnet.kvstore.create`). None, or one device: none is needed.
        optimizer : str or Optimizer
            A name of ``mx.optimizer``, or an optimizer. Given by name, its ``rescale_grad`` is one over the batch size
            unless ``optimizer_params`` has it.
        optimizer_params : dict or tuple of pairs
            The arguments of an optimizer given by name: ``{'learning_rate': 0.1, 'momentum': 0.9}``.
        force_init
            Whether a module that has an optimizer gets a new one; False: it only warns.

        Examples
        --------
        >>> net = sym.FullyConnected(sym.Variable("data"), num_hidden=2, name="fc")
        >>> module = mx.mod.Module(sym.SoftmaxOutput(net, name="softmax"))
        >>> module.bind(data_shapes=[("data", (2, 3))], label_shapes=[("softmax_label", (2,))])
        >>> module.init_params(mx.init.One())
        >>> module.init_optimizer(optimizer='sgd', optimizer_params={'learning_rate': 0.1, 'momentum': 0.9})
        """
        self._require("binded", "params_initialized")
        if self.optimizer_initialized and not force_init:
            self.logger.warning("optimizer already initialized, ignoring...")
            return
        self._set_optimizer(kvstore, optimizer, optimizer_params, force_init)
        self.optimizer_initialized = True

    def _set_optimizer(self, kvstore: Any, optimizer: Any, optimizer_params: Any, force_init: bool) -> None:
        raise NotImplementedError

    def install_monitor(self, mon: Any) -> None:
        r"""Install a monitor on every executor.

        Parameters
        ----------
        mon : Monitor
            What watches the outputs of operators.

        Examples
        --------
        >>> net = sym.FullyConnected(sym.Variable("data"), num_hidden=2, name="fc")
        >>> module = mx.mod.Module(sym.SoftmaxOutput(net, name="softmax"))
        >>> module.bind(data_shapes=[("data", (2, 3))], label_shapes=[("softmax_label", (2,))])
        >>> module.init_params(mx.init.One())
        >>> batch = mx.io.DataBatch([nd.array([[1, 0, 0], [0, 2, 0]])], [nd.array([0, 0])])
        >>> monitor = mx.mon.Monitor(1, stat_func=lambda array: array.max(), pattern="fc_output")
        >>> module.install_monitor(monitor)
        >>> monitor.tic()
        >>> module.forward(batch)
        >>> monitor.toc()
        [(1, 'fc_output', '2.0\t')]
        """
        raise NotImplementedError


def warn_ignored(call: str) -> None:
    """Warn of a call that leaves the parameters as they are."""
    warnings.warn(f"Parameters already initialized and force_init=False. {call} call ignored.", stacklevel=3)


def _provided(data: Any) -> Any:
    """Return the descriptions of an iterator's data; AttributeError for what is no iterator."""
    if not hasattr(data, "provide_data"):
        raise AttributeError(
            f"'{type(data).__name__}' object has no attribute 'provide_data': fit takes an iterator such as "
            "mx.io.NDArrayIter(data, label, batch_size)"
        )
    return data.provide_data

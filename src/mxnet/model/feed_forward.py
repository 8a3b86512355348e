"""FeedForward: the first trainer of MXNet, in the manner of scikit-learn."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from itertools import islice
from typing import Any

import numpy as np

from .. import metric as metric_module
from .. import ndarray as nd
from .. import optimizer as opt
from .. import symbol as sym
from ..callback import BatchEndParam, LogValidationMetricsCallback, multiple_callbacks
from ..checkpoint import load_checkpoint, save_checkpoint
from ..core.context import Context, cpu
from ..executor_manager import _check_arguments
from ..initializer import InitDesc, Uniform
from ..io import DataIter, NDArrayIter
from ..io.base import descriptions
from ..module.updates import _create_kvstore
from ..ndarray import NDArray
from ..ndarray.creation import as_ndarray
from .training import Training

_ARRAYS = (np.ndarray, NDArray)


def as_iter(X: Any, y: Any, is_train: bool, batch_size: int) -> Any:
    """Return an iterator over ``X`` and ``y``, or ``X`` if it is one.

    Training shuffles and lets rows roll over to the next epoch; prediction keeps the order and needs no ``y``. Raises
    ValueError for labels that are missing or do not fit, TypeError for other kinds of data.
    """
    if not isinstance(X, _ARRAYS):
        if not isinstance(X, DataIter):
            raise TypeError("X must be DataIter, NDArray or numpy.ndarray")
        return X
    if y is None:
        if is_train:
            raise ValueError("y must be specified when X is numpy.ndarray")
        y = np.zeros(X.shape[0])
    if not isinstance(y, _ARRAYS):
        raise TypeError("y must be ndarray when X is numpy.ndarray")
    if X.shape[0] != y.shape[0]:
        raise ValueError(f"The numbers of data points and labels not equal: {X.shape[0]} and {y.shape[0]}")
    if len(y.shape) == 2 and y.shape[1] == 1:
        y = y.reshape((-1,))
    if len(y.shape) != 1:
        raise ValueError(f"Label must be 1D or 2D (with 2nd dimension being 1), got shape {y.shape}")
    size = min(X.shape[0], batch_size)
    return NDArrayIter(X, y, size, shuffle=is_train, last_batch_handle="roll_over" if is_train else "pad")


def as_eval_iter(eval_data: Any, as_iter: Callable[[Any, Any, bool], Any]) -> Any:
    """Return an iterator over data to evaluate: None, an iterator, or a pair of arrays or lists."""
    if eval_data is None or isinstance(eval_data, DataIter):
        return eval_data
    if not (isinstance(eval_data, (tuple, list)) and len(eval_data) == 2):
        raise TypeError("Eval data must be DataIter, or NDArray/numpy.ndarray/list pair (i.e. tuple/list of length 2)")
    X, y = (np.array(array) if isinstance(array, list) else array for array in eval_data)
    if X is None:
        raise ValueError("Eval data is NONE")
    return X if y is None and isinstance(X, DataIter) else as_iter(X, y, True)


class FeedForward:
    """A network with its parameters that can fit, predict, score, save and load.

    Parameters
    ----------
    symbol : Symbol or function
        The network, or a function from a bucket's key to the network.
    ctx : Context, list or None
        A device or several; None: the processor.
    num_epoch
        The number of the epoch at which training ends.
    epoch_size
        How many batches make an epoch; None: all there are.
    optimizer : str or Optimizer
        A name, with its arguments in ``kwargs``, or an optimizer.
    initializer
        What makes the parameters that are not given.
    numpy_batch_size
        The size of batches made from arrays.
    arg_params
        Parameters by name to start from; None: none.
    aux_params
        Auxiliary states by name to start from.
    allow_extra_params
        Whether parameters that the network does not have are left out.
    begin_epoch
        The number of the first epoch.
    **kwargs
        Arguments of the optimizer: ``learning_rate=0.1``.

    See Also
    --------
    mx.mod.Module : does more.

    Examples
    --------
    >>> net = sym.SoftmaxOutput(sym.FullyConnected(sym.Variable("data"), num_hidden=2), name="softmax")
    >>> model = mx.model.FeedForward(net, num_epoch=2, learning_rate=0.1, numpy_batch_size=2)
    >>> x, y = np.eye(4, 3), np.array([0, 1, 0, 1])
    >>> model.fit(x, y)
    >>> model.predict(x).shape
    (4, 2)
    """

    def __init__(
        self,
        symbol: Any,
        ctx: Context | Sequence[Context] | None = None,
        num_epoch: int | None = None,
        epoch_size: int | None = None,
        optimizer: Any = "sgd",
        initializer: Any = Uniform(0.01),  # noqa: B008  (an initializer of numbers: it is not changed)
        numpy_batch_size: int = 128,
        arg_params: dict[str, Any] | None = None,
        aux_params: dict[str, Any] | None = None,
        allow_extra_params: bool = False,
        begin_epoch: int = 0,
        **kwargs: Any,
    ) -> None:
        generates = callable(symbol) and not isinstance(symbol, sym.Symbol)
        assert generates or isinstance(symbol, sym.Symbol), f"symbol: expected a Symbol, got {type(symbol).__name__}"
        self.symbol: Any = None if generates else symbol
        self.sym_gen: Callable[[Any], Any] | None = symbol if generates else None
        self.arg_params, self.aux_params = arg_params, aux_params
        self.allow_extra_params, self.argument_checked = allow_extra_params, False
        if self.sym_gen is None:
            self._check_arguments()
        self.ctx = [cpu()] if ctx is None else [ctx] if isinstance(ctx, Context) else list(ctx)
        self.num_epoch = num_epoch
        self.epoch_size = epoch_size
        self.kwargs = dict(kwargs)
        self.optimizer = optimizer
        self.initializer = initializer
        self.numpy_batch_size = numpy_batch_size
        self._pred_exec: Any = None
        self.begin_epoch = begin_epoch

    def _check_arguments(self) -> None:
        """Check the network's names once, and drop parameters that it does not have where that is allowed."""
        if self.argument_checked:
            return
        assert self.symbol is not None, "there is no network yet"
        self.argument_checked = True
        _check_arguments(self.symbol)
        if self.allow_extra_params:
            self.arg_params = _selected(self.arg_params, self.symbol.list_arguments())
            self.aux_params = _selected(self.aux_params, self.symbol.list_auxiliary_states())

    @staticmethod
    def _is_data_arg(name: str) -> bool:
        """Return whether an argument's name is that of an input."""
        return name.endswith(("data", "label"))

    def _init_params(self, inputs: Sequence[Any], overwrite: bool = False) -> tuple[list[str], list[str], list[str]]:
        """Make the parameters for inputs as described, from those there are (unless ``overwrite``) or initialized.

        Returns the names of arguments, of parameters among them, and of auxiliary states.
        """
        inputs = descriptions(inputs)
        shapes = {item.name: item.shape for item in inputs}
        arg_shapes, _, aux_shapes = self.symbol.infer_shape(**shapes)
        assert arg_shapes is not None, f"the shapes of the network cannot be inferred from {shapes}"
        names, aux_names = self.symbol.list_arguments(), self.symbol.list_auxiliary_states()
        types = {item.name: item.dtype for item in inputs}
        arg_types, _, aux_types = self.symbol.infer_type(**types)
        params = [name for name in names if name not in shapes]
        arg_params, aux_params = (None, None) if overwrite else (self.arg_params, self.aux_params)
        self.arg_params = {
            name: self._new_parameter(arg_params, name, shape, dtype)
            for name, shape, dtype in zip(names, arg_shapes, arg_types, strict=True)
            if name not in shapes
        }
        self.aux_params = {
            name: self._new_parameter(aux_params, name, shape, dtype)
            for name, shape, dtype in zip(aux_names, aux_shapes, aux_types, strict=True)
        }
        return list(names), params, list(aux_names)

    def _params(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return the parameters and the auxiliary states; AttributeError before there are any."""
        if self.arg_params is None or self.aux_params is None:
            raise AttributeError("there are no parameters: call fit, or load a model")
        return self.arg_params, self.aux_params

    def _new_parameter(self, params: dict[str, Any] | None, name: str, shape: tuple[int, ...], dtype: Any) -> Any:
        array = nd.zeros(shape, cpu(), dtype=dtype)
        if params is not None and name in params:
            assert params[name].shape == shape, f"{name}: expected shape {shape}, got {params[name].shape}"
            as_ndarray(params[name], array.dtype).copyto(array)
        else:
            self.initializer(InitDesc(name, self.symbol.attr_dict().get(name)), array)
        return array

    def __getstate__(self) -> dict[str, Any]:
        return {**vars(self), "_pred_exec": None}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)

    def _init_predictor(self, input_shapes: Sequence[Any], type_dict: dict[str, Any] | None = None) -> None:
        """Bind the network for prediction, unless it is bound for these shapes; load the parameters."""
        shapes = {shape[0]: tuple(shape[1]) for shape in input_shapes}
        if self.arg_params is None:
            raise AttributeError("there are no parameters: call fit, or load a model")
        bound = self._pred_exec
        if bound is not None and all(bound.arg_dict[name].shape == shape for name, shape in shapes.items()):
            return
        self._pred_exec = self.symbol.simple_bind(self.ctx[0], grad_req="null", type_dict=type_dict or {}, **shapes)
        self._pred_exec.copy_params_from(self.arg_params, self.aux_params or {})

    def _init_iter(self, X: Any, y: Any, is_train: bool) -> Any:
        """Return an iterator over the data (see :func:`as_iter`); subclasses call and replace it."""
        return as_iter(X, y, is_train, self.numpy_batch_size)

    def _init_eval_iter(self, eval_data: Any) -> Any:
        """Return an iterator over data to evaluate (see :func:`as_eval_iter`); subclasses call and replace it."""
        return as_eval_iter(eval_data, self._init_iter)

    def _run(self, data: Any, num_batch: int | None) -> Any:
        """Give each batch of an iterator after predicting it."""
        described = descriptions(data.provide_data)
        self._init_predictor(data.provide_data, {item.name: item.dtype for item in described})
        inputs = [self._pred_exec.arg_dict[item.name] for item in described]
        for batch in islice(data, num_batch):
            for source, target in zip(batch.data, inputs, strict=True):
                source.copyto(target)
            self._pred_exec.forward(is_train=False)
            yield batch

    def predict(self, X: Any, num_batch: int | None = None, return_data: bool = False, reset: bool = True) -> Any:
        """Return the outputs for an iterator or an array. Samples that only fill up a batch are left out.

        Parameters
        ----------
        X : DataIter or array
            The data.
        num_batch
            How many batches are used at most; None or 0: all.
        return_data
            Whether data and labels are returned, too.
        reset
            Whether the iterator starts anew first.

        Returns
        -------
        A NumPy array, or a list of them for several outputs; with ``return_data`` ``(outputs, data, labels)``.

        Raises
        ------
        AttributeError
            When there are no parameters.
        ValueError
            When the network lacks some of them.

        Examples
        --------
        >>> net = sym.SoftmaxOutput(sym.FullyConnected(sym.Variable("data"), num_hidden=2), name="softmax")
        >>> model = mx.model.FeedForward(net, num_epoch=2, learning_rate=0.1, numpy_batch_size=2)
        >>> x, y = np.eye(4, 3), np.array([0, 1, 0, 1])
        >>> model.fit(x, y)
        >>> model.predict(x).shape
        (4, 2)
        """
        X = self._init_iter(X, None, is_train=False)
        if reset:
            X.reset()
        columns: list[list[list[np.ndarray]]] = [[], [], []]
        for batch in self._run(X, num_batch or None):
            size = X.batch_size - (batch.pad or 0)
            for column, arrays in zip(columns, (self._pred_exec.outputs, batch.data, batch.label), strict=True):
                column.append([array[0:size].asnumpy() for array in arrays])
        outputs, data, labels = ([np.concatenate(item) for item in zip(*column, strict=True)] for column in columns)
        result = outputs[0] if len(outputs) == 1 else outputs
        if not return_data:
            return result
        return result, data[0] if len(data) == 1 else data, labels[0] if len(labels) == 1 else labels

    def score(
        self,
        X: Any,
        eval_metric: Any = "acc",
        num_batch: int | None = None,
        batch_end_callback: Any = None,
        reset: bool = True,
    ) -> Any:
        """Return the metric's value over an iterator (samples that fill up a batch count too).

        Parameters
        ----------
        X : DataIter
            The data with labels.
        eval_metric
            A name (``'acc'``), a metric, or a function of labels and predictions.
        num_batch
            How many batches are used at most; None: all.
        batch_end_callback
            Called with a ``BatchEndParam`` after each batch; a function or a list.
        reset
            Whether the iterator starts anew first.

        Returns
        -------
        A number.

        Examples
        --------
        >>> net = sym.SoftmaxOutput(sym.FullyConnected(sym.Variable("data"), num_hidden=2), name="softmax")
        >>> model = mx.model.FeedForward(net, num_epoch=2, learning_rate=0.1, numpy_batch_size=2)
        >>> x, y = np.eye(4, 3), np.array([0, 1, 0, 1])
        >>> model.fit(x, y)
        >>> 0 <= model.score(mx.io.NDArrayIter(x, y, batch_size=2)) <= 1
        True
        """
        X = self._init_iter(X, None, is_train=False)
        metric = metric_module.create(eval_metric)
        if reset:
            X.reset()
        for index, batch in enumerate(self._run(X, num_batch)):
            metric.update(batch.label, self._pred_exec.outputs)
            scope = {"self": self, "X": X, "eval_metric": metric, "num_batch": num_batch, "batch": batch, "i": index}
            scope |= {"batch_end_callback": batch_end_callback, "reset": reset}
            multiple_callbacks(batch_end_callback, BatchEndParam(0, index, metric, scope))
        return metric.get()[1]

    def fit(
        self,
        X: Any,
        y: Any = None,
        eval_data: Any = None,
        eval_metric: Any = "acc",
        epoch_end_callback: Any = None,
        batch_end_callback: Any = None,
        kvstore: Any = "local",
        logger: Any = None,
        work_load_list: Sequence[float] | None = None,
        monitor: Any = None,
        eval_end_callback: Any = LogValidationMetricsCallback(),  # noqa: B008  (it keeps nothing)
        eval_batch_end_callback: Any = None,
    ) -> None:
        """Train on an iterator or on arrays.

        Batches count from 1. The rows of arrays are shuffled, and those that fill no batch roll over to the next epoch.

        Parameters
        ----------
        X : DataIter or array
            The training data.
        y : array or None
            The labels, where ``X`` is an array.
        eval_data : DataIter, pair of arrays, or None
            What the metric is computed on after each epoch.
        eval_metric
            A name (``'acc'``), a metric, or a function of labels and predictions.
        epoch_end_callback
            Called with ``(epoch, symbol, arg_params, aux_params)``; a function or a list.
        batch_end_callback, eval_end_callback, eval_batch_end_callback
            Called with a ``BatchEndParam`` after each batch, each evaluation and each batch of it; functions or lists.
        kvstore
            What joins several devices: ``'local'``, ``'device'``, a KVStore.
        logger
            Where the log goes; None: ``logging``.
        work_load_list
            The share of each device in a batch; None: equal ones.
        monitor : Monitor or None
            Shows the outputs of operators.

        Raises
        ------
        TypeError, ValueError
            For data of other kinds and lengths.

        Examples
        --------
        >>> net = sym.SoftmaxOutput(sym.FullyConnected(sym.Variable("data"), num_hidden=2), name="softmax")
        >>> model = mx.model.FeedForward(net, num_epoch=2, learning_rate=0.1, numpy_batch_size=2)
        >>> x, y = np.eye(4, 3), np.array([0, 1, 0, 1])
        >>> model.fit(x, y)
        """
        data = self._init_iter(X, y, is_train=True)
        eval_data = self._init_eval_iter(eval_data)
        if self.sym_gen is not None:
            self.symbol = self.sym_gen(data.default_bucket_key)
            self._check_arguments()
        self.kwargs["sym"] = self.symbol
        names, params, aux_names = self._init_params([*data.provide_data, *data.provide_label])
        arg_params, aux_params = self._params()
        store, on_store = _create_kvstore(kvstore, len(self.ctx), arg_params)
        Training(
            symbol=self.symbol,
            ctx=self.ctx,
            arg_names=names,
            param_names=params,
            aux_names=aux_names,
            arg_params=arg_params,
            aux_params=aux_params,
            begin_epoch=self.begin_epoch,
            end_epoch=self._last_epoch(),
            epoch_size=self.epoch_size,
            optimizer=self._optimizer(params, data.batch_size, store, on_store),
            kvstore=store,
            update_on_kvstore=on_store,
            train_data=data,
            eval_data=eval_data,
            eval_metric=metric_module.create(eval_metric),
            epoch_end_callback=epoch_end_callback,
            batch_end_callback=batch_end_callback,
            logger=logger or logging,
            work_load_list=work_load_list,
            monitor=monitor,
            eval_end_callback=eval_end_callback,
            eval_batch_end_callback=eval_batch_end_callback,
            sym_gen=self.sym_gen,
        ).run()
        self._pred_exec = None

    def _last_epoch(self) -> int:
        if self.num_epoch is None:
            raise TypeError("num_epoch: expected the number of epochs, got None")
        return self.num_epoch

    def _optimizer(self, params: Sequence[str], batch_size: int, store: Any, on_store: bool) -> Any:
        """Return the optimizer, with the names of the parameters (several devices: a copy on each)."""
        copies = 1 if on_store else len(self.ctx)
        idx2name = {i * copies + k: name for i, name in enumerate(params) for k in range(copies)}
        self.kwargs["param_idx2name"] = idx2name
        if not isinstance(self.optimizer, str):
            if not self.optimizer.idx2name:
                self.optimizer.idx2name = dict(idx2name)
            return self.optimizer
        workers = store.num_workers if store and "dist" in store.type else 1
        return opt.create(self.optimizer, **{"rescale_grad": 1.0 / (batch_size * workers), **self.kwargs})

    def save(self, prefix: str, epoch: int | None = None, remove_amp_cast: bool = True) -> None:
        """Write a checkpoint (see :func:`mxnet.model.save_checkpoint`).

        Parameters
        ----------
        prefix
            What the files' names begin with.
        epoch
            The number in the name; None: the number of epochs.
        remove_amp_cast
            Whether the casts that ``contrib.amp`` put in are left out.

        Raises
        ------
        AssertionError
            When no number is known.

        Examples
        --------
        >>> net = sym.SoftmaxOutput(sym.FullyConnected(sym.Variable("data"), num_hidden=2), name="softmax")
        >>> model = mx.model.FeedForward(net, num_epoch=2, learning_rate=0.1, numpy_batch_size=2)
        >>> x, y = np.eye(4, 3), np.array([0, 1, 0, 1])
        >>> model.fit(x, y)
        >>> model.save('net')
        """
        epoch = self.num_epoch if epoch is None else epoch
        assert epoch is not None, "epoch: expected a number, as num_epoch is not set"
        save_checkpoint(prefix, epoch, self.symbol, *self._params(), remove_amp_cast)

    @staticmethod
    def load(prefix: str, epoch: int, ctx: Any = None, **kwargs: Any) -> FeedForward:
        """Return the model in a checkpoint, ready to predict or to train on from that epoch.

        Parameters
        ----------
        prefix
            What the files' names begin with.
        epoch
            The number in the name.
        ctx
            A device or several; None: the processor.
        **kwargs
            As for the constructor.

        Returns
        -------
        A :class:`FeedForward`.

        Examples
        --------
        >>> net = sym.SoftmaxOutput(sym.FullyConnected(sym.Variable("data"), num_hidden=2), name="softmax")
        >>> model = mx.model.FeedForward(net, num_epoch=2, learning_rate=0.1, numpy_batch_size=2)
        >>> x, y = np.eye(4, 3), np.array([0, 1, 0, 1])
        >>> model.fit(x, y)
        >>> model.save("net")
        >>> mx.model.FeedForward.load("net", 2).predict(x).shape
        (4, 2)
        """
        symbol, arg_params, aux_params = load_checkpoint(prefix, epoch)
        return FeedForward(symbol, ctx=ctx, arg_params=arg_params, aux_params=aux_params, begin_epoch=epoch, **kwargs)

    @staticmethod
    def create(
        symbol: Any,
        X: Any,
        y: Any = None,
        ctx: Any = None,
        num_epoch: int | None = None,
        epoch_size: int | None = None,
        optimizer: Any = "sgd",
        initializer: Any = Uniform(0.01),  # noqa: B008  (an initializer of numbers: it is not changed)
        eval_data: Any = None,
        eval_metric: Any = "acc",
        epoch_end_callback: Any = None,
        batch_end_callback: Any = None,
        kvstore: Any = "local",
        logger: Any = None,
        work_load_list: Sequence[float] | None = None,
        eval_end_callback: Any = LogValidationMetricsCallback(),  # noqa: B008  (it keeps nothing)
        eval_batch_end_callback: Any = None,
        **kwargs: Any,
    ) -> FeedForward:
        """Make a model and train it.

        Parameters
        ----------
        symbol : Symbol or function
            The network, or a function from a bucket's key to the network.
        ctx : Context, list or None
            A device or several; None: the processor.
        num_epoch
            The number of the epoch at which training ends.
        epoch_size
            How many batches make an epoch; None: all there are.
        optimizer : str or Optimizer
            A name, with its arguments in ``kwargs``, or an optimizer.
        initializer
            What makes the parameters that are not given.
        X : DataIter or array
            The training data.
        y : array or None
            The labels, where ``X`` is an array.
        eval_data : DataIter, pair of arrays, or None
            What the metric is computed on after each epoch.
        eval_metric
            A name (``'acc'``), a metric, or a function of labels and predictions.
        epoch_end_callback
            Called with ``(epoch, symbol, arg_params, aux_params)``; a function or a list.
        batch_end_callback, eval_end_callback, eval_batch_end_callback
            Called with a ``BatchEndParam`` after each batch, each evaluation and each batch of it; functions or lists.
        kvstore
            What joins several devices: ``'local'``, ``'device'``, a KVStore.
        logger
            Where the log goes; None: ``logging``.
        work_load_list
            The share of each device in a batch; None: equal ones.
        **kwargs
            Further arguments of the constructor, and of the optimizer.

        Returns
        -------
        A :class:`FeedForward`.

        Examples
        --------
        >>> net = sym.SoftmaxOutput(sym.FullyConnected(sym.Variable("data"), num_hidden=2), name="softmax")
        >>> x, y = np.eye(4, 3), np.array([0, 1, 0, 1])
        >>> model = mx.model.FeedForward.create(net, x, y, num_epoch=1, learning_rate=0.1, numpy_batch_size=2)
        """
        model = FeedForward(symbol, ctx, num_epoch, epoch_size, optimizer, initializer, **kwargs)
        callbacks = {"eval_end_callback": eval_end_callback, "eval_batch_end_callback": eval_batch_end_callback}
        where = (epoch_end_callback, batch_end_callback, kvstore, logger, work_load_list)
        model.fit(X, y, eval_data, eval_metric, *where, **callbacks)
        return model


def _selected(params: dict[str, Any] | None, names: Sequence[str]) -> dict[str, Any] | None:
    return params and {name: array for name, array in params.items() if name in set(names)}


FeedForward.__module__ = "mxnet.model"

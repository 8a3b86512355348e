"""The loop of training as an object, with handlers for everything that varies."""

import copy
import logging
import sys
import warnings
from collections.abc import Sequence
from typing import Any

from ....context import Context, cpu, gpu, num_gpus
from ... import loss as gluon_loss
from ...data import DataLoader
from ...trainer import Trainer
from . import event_handler as events
from .batch_processor import BatchProcessor
from .handlers import _check_event_handlers
from .utils import _check_handler_metric_ref, _check_metrics, _suggest_metric_for_loss, metrics_of_api

__all__ = ["Estimator"]

_EVENTS = (events.TrainBegin, events.EpochBegin, events.BatchBegin, events.BatchEnd, events.EpochEnd, events.TrainEnd)


class Estimator:
    """Trains and evaluates a network.

    ``net`` is trained with ``loss``. ``train_metrics`` are one metric or a list, by default the loss and, for
    ``SoftmaxCrossEntropyLoss``, accuracy; ``val_metrics`` the same kinds unless given. Their names get ``training``
    and ``validation`` in front. ``initializer`` is for a network that is not initialized yet; ``trainer`` defaults to
    SGD with the rate 0.001, with a warning. ``context``, or ``device``, is one or a list, by default the first GPU or
    the CPU.
    ``val_net`` and ``val_loss`` replace network and loss in evaluations; ``batch_processor`` says what is done with a
    batch. Progress is logged by ``logger``, to the standard output.

    Raises ValueError for arguments of another kind, AssertionError for contexts that are not there.
    """

    logger: Any = None

    def __init__(
        self,
        net: Any,
        loss: Any,
        train_metrics: Any = None,
        val_metrics: Any = None,
        initializer: Any = None,
        trainer: Any = None,
        context: Any = None,
        val_net: Any = None,
        val_loss: Any = None,
        batch_processor: Any = None,
        device: Any = None,
    ) -> None:
        self.net, self.loss = net, self._check_loss(loss)
        self._train_metrics, self._val_metrics = _check_metrics(train_metrics), _check_metrics(val_metrics)
        self._add_default_training_metrics()
        self._add_validation_metrics()
        self.val_loss = self.loss if val_loss is None else self._check_loss(val_loss)
        self.val_net = self.net if val_net is None else val_net
        self.logger = _logger()
        self.context = self._check_context(context or device)
        self._initialize(initializer)
        self.trainer = self._check_trainer(trainer)
        self.batch_processor = self._check_batch_processor(batch_processor)
        self.max_epoch: int | None = None
        self.max_batch: int | None = None
        self.batch_axis = 0

    # -- arguments ------------------------------------------------------------------------------------------

    def _check_loss(self, loss: Any) -> Any:
        if not isinstance(loss, gluon_loss.Loss):
            raise ValueError(f"a loss is a gluon.loss.Loss, got {loss!r}")
        return loss

    def _check_context(self, context: Any) -> list[Context]:
        if not context:
            return [gpu(0)] if num_gpus() > 0 else [cpu()]
        contexts = [context] if isinstance(context, Context) else context
        if not isinstance(contexts, (list, tuple)) or not all(isinstance(context, Context) for context in contexts):
            raise ValueError(f"a context is an mx.Context or a list of them, such as mx.cpu(), got {context!r}")
        for item in contexts:
            assert item.device_type != "gpu" or item.device_id < num_gpus(), f"{item} is not there"
        return list(contexts)

    def _check_batch_processor(self, batch_processor: Any) -> Any:
        if batch_processor is None:
            return BatchProcessor()
        for name in ("fit_batch", "evaluate_batch"):
            if not callable(getattr(batch_processor, name, None)):
                raise ValueError(f"a batch processor has the methods fit_batch and evaluate_batch, not so {name}")
        return batch_processor

    def _check_trainer(self, trainer: Any) -> Trainer:
        if trainer is None:
            warnings.warn("No trainer specified, default SGD optimizer with learning rate 0.001 is used.", stacklevel=3)
            return Trainer(self.net.collect_params(), "sgd", {"learning_rate": 0.001})
        if not isinstance(trainer, Trainer):
            raise ValueError(f"a trainer is a gluon.Trainer, got {trainer!r}")
        return trainer

    def _initialize(self, initializer: Any) -> None:
        if not self._is_initialized():
            kwargs = {} if initializer is None else {"init": initializer}
            self.net.initialize(ctx=self.context, **kwargs)
        elif initializer is not None:
            warnings.warn(
                "Network already fully initialized, the initializer is not used; "
                "net.initialize(init, force_reinit=True) initializes again",
                stacklevel=3,
            )

    def _is_initialized(self) -> bool:
        for param in self.net.collect_params().values():
            try:
                param.list_ctx()
            except RuntimeError:
                return False
        return True

    def _add_default_training_metrics(self) -> None:
        if not self._train_metrics:
            suggested = _suggest_metric_for_loss(self.loss)
            loss = metrics_of_api().Loss(self.loss.name.rstrip("1234567890"))
            self._train_metrics = [loss] if suggested is None else [suggested, loss]
        for metric in self._train_metrics:
            metric.name = f"training {_plain(metric.name)}"

    def _add_validation_metrics(self) -> None:
        if not self._val_metrics:
            self._val_metrics = copy.deepcopy(self._train_metrics)
        for metric in self._val_metrics:
            metric.name = f"validation {_plain(metric.name)}"

    @property
    def train_metrics(self) -> list[Any]:
        """The metrics of training, for handlers to watch."""
        return self._train_metrics

    @property
    def val_metrics(self) -> list[Any]:
        """The metrics of evaluations, for handlers to watch."""
        return self._val_metrics

    def _get_data_and_label(self, batch: Any, ctx: Any, batch_axis: int = 0) -> tuple[Any, Any]:
        """Return a batch cut into parts for the contexts."""
        return BatchProcessor()._get_data_and_label(batch, ctx, batch_axis)

    @property
    def device(self) -> list[Context]:
        """MXNet 2's name of ``context``: the devices that are trained on."""
        return self.context

    # -- loops ----------------------------------------------------------------------------------------------

    def evaluate(self, val_data: Any, batch_axis: int = 0, event_handlers: Any = None) -> None:
        """Evaluate the network on a DataLoader; the results are in ``val_metrics``, and logged.

        ``event_handlers`` are called for the epoch and its batches. By default, metrics are updated and logged.
        Raises ValueError for data of another kind.
        """
        _check_loader(val_data)
        self.batch_axis = batch_axis
        for metric in self.val_metrics:
            metric.reset()
        handlers = self._prepare_default_validation_handlers(event_handlers)
        _, epoch_begin, batch_begin, batch_end, epoch_end, _ = self._categorize_handlers(handlers)
        self._tell("epoch_begin", epoch_begin)
        for batch in val_data:
            self._tell("batch_begin", batch_begin, batch=batch)
            _, label, pred, loss = self.batch_processor.evaluate_batch(self, batch, batch_axis)
            self._tell("batch_end", batch_end, batch=batch, pred=pred, label=label, loss=loss)
        self._tell("epoch_end", epoch_end)

    def fit(
        self,
        train_data: Any,
        val_data: Any = None,
        epochs: int | None = None,
        event_handlers: Any = None,
        batches: int | None = None,
        batch_axis: int = 0,
    ) -> None:
        """Train on a DataLoader for a number of epochs or of batches, evaluating on ``val_data`` after each epoch.

        ``event_handlers`` are called for each event; updating parameters and metrics, validating, stopping and logging
        are handlers too, and added where ``event_handlers`` does not have one of their kind. Raises ValueError for
        data of another kind, for both or none of ``epochs`` and ``batches``, and for handlers with metrics that
        nothing updates.
        """
        _check_loader(train_data)
        if bool(epochs) == bool(batches):
            raise ValueError(f"fit takes either epochs or batches, got epochs={epochs}, batches={batches}")
        self.max_epoch, self.max_batch, self.batch_axis = epochs, batches, batch_axis
        handlers = self._prepare_default_handlers(val_data, event_handlers)
        train_begin, *during, train_end = self._categorize_handlers(handlers)
        self._tell("train_begin", train_begin)
        while not self._fit_epoch(train_data, batch_axis, *during):
            pass
        self._tell("train_end", train_end)

    def _fit_epoch(self, train_data: Any, batch_axis: int, *handlers: Sequence[Any]) -> bool:
        """Train for an epoch, or until a handler ends it; return whether training is over."""
        epoch_begin, batch_begin, batch_end, epoch_end = handlers
        self._tell("epoch_begin", epoch_begin)
        for batch in train_data:
            self._tell("batch_begin", batch_begin, batch=batch)
            _, label, pred, loss = self.batch_processor.fit_batch(self, batch, batch_axis)
            if self._tell("batch_end", batch_end, batch=batch, pred=pred, label=label, loss=loss):
                break
        self.batch_axis = batch_axis  # an evaluation may have had another
        return self._tell("epoch_end", epoch_end)

    def _tell(self, event: str, handlers: Sequence[Any], **kwargs: Any) -> bool:
        """Call all handlers of an event; return whether one of them ends the training or the epoch."""
        answers = [getattr(handler, event)(self, **kwargs) for handler in handlers]
        return any(answers)

    # -- handlers -------------------------------------------------------------------------------------------

    def _prepare_default_handlers(self, val_data: Any, event_handlers: Any) -> list[Any]:
        handlers = _check_event_handlers(event_handlers)
        from_user = bool(handlers)
        handlers.append(events.StoppingHandler(self.max_epoch, self.max_batch))
        defaults: list[Any] = [events.GradientUpdateHandler(), events.MetricHandler(self.train_metrics)]
        if val_data is not None:
            defaults.append(events.ValidationHandler(val_data, self.evaluate))
        defaults.append(events.LoggingHandler(metrics=self.train_metrics))
        return self._completed(handlers, defaults, from_user)

    def _prepare_default_validation_handlers(self, event_handlers: Any) -> list[Any]:
        handlers = _check_event_handlers(event_handlers)
        defaults = [events.MetricHandler(self.val_metrics), events.LoggingHandler(metrics=self.val_metrics)]
        return self._completed(handlers, defaults, bool(handlers))

    def _completed(self, handlers: list[Any], defaults: list[Any], from_user: bool) -> list[Any]:
        """Return handlers with the default ones of which there is none of the kind, in order."""
        added = [default for default in defaults if not any(isinstance(other, type(default)) for other in handlers)]
        if from_user and added:
            known = self.train_metrics + self.val_metrics
            for handler in handlers:
                _check_handler_metric_ref(handler, known)
        return sorted(handlers + added, key=lambda item: getattr(item, "priority", 0))

    def _categorize_handlers(self, event_handlers: Sequence[Any]) -> tuple[list[Any], ...]:
        """Return the handlers of each event, in the order of a training: some are in several lists."""
        return tuple([handler for handler in event_handlers if isinstance(handler, event)] for event in _EVENTS)


def _logger() -> logging.Logger:
    logger = logging.Logger("Estimator", logging.INFO)
    logger.addHandler(logging.StreamHandler(sys.stdout))
    return logger


def _plain(name: str) -> str:
    """Return a metric's name without what an estimator before has put in front."""
    return name.removeprefix("training ").removeprefix("validation ")


def _check_loader(data: Any) -> None:
    if not isinstance(data, DataLoader):
        raise ValueError(f"an Estimator takes a gluon.data.DataLoader, got {type(data).__name__}")

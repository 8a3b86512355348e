"""The events of training, and what an estimator does at them: stop, evaluate, update, watch a metric, log."""

import math
import time
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np

from ....metric import EvalMetric
from ....metric import Loss as metric_loss
from .utils import _check_metrics

__all__ = [
    "BatchBegin", "BatchEnd", "EarlyStoppingHandler", "EpochBegin", "EpochEnd", "GradientUpdateHandler",
    "LoggingHandler", "MetricHandler", "StoppingHandler", "TrainBegin", "TrainEnd", "ValidationHandler",
]  # fmt: skip


class EventHandler:
    """A handler of training events: a subclass of the classes below, of which it defines the methods.

    Handlers are called in the order of their ``priority``, the smallest first; without one it is 0.
    """


class TrainBegin(EventHandler):
    """Told once, before training."""

    def train_begin(self, estimator: Any, *args: Any, **kwargs: Any) -> Any:
        """Do something before the first epoch."""


class TrainEnd(EventHandler):
    """Told once, after training."""

    def train_end(self, estimator: Any, *args: Any, **kwargs: Any) -> Any:
        """Do something after the last epoch."""


class EpochBegin(EventHandler):
    """Told before each epoch, and before an evaluation."""

    def epoch_begin(self, estimator: Any, *args: Any, **kwargs: Any) -> Any:
        """Do something before an epoch."""


class EpochEnd(EventHandler):
    """Told after each epoch, and after an evaluation."""

    def epoch_end(self, estimator: Any, *args: Any, **kwargs: Any) -> Any:
        """Do something after an epoch; return True to end the training."""


class BatchBegin(EventHandler):
    """Told before each batch."""

    def batch_begin(self, estimator: Any, *args: Any, **kwargs: Any) -> Any:
        """Do something before a batch, which is the keyword argument ``batch``."""


class BatchEnd(EventHandler):
    """Told after each batch."""

    def batch_end(self, estimator: Any, *args: Any, **kwargs: Any) -> Any:
        """Do something after a batch; return True to end the epoch.

        Keyword arguments are ``batch`` and, as lists with an array for each context, ``pred``, ``label`` and ``loss``.
        """


def _check_event_handlers(handlers: Any) -> list[EventHandler]:
    """Return handlers as a new list; ValueError for anything else."""
    listed: list[EventHandler] = [handlers] if isinstance(handlers, EventHandler) else list(handlers or [])
    if not all(isinstance(item, EventHandler) for item in listed):
        raise ValueError(f"event handlers are an EventHandler or a list of them, got {handlers}")
    return listed


class StoppingHandler(TrainBegin, BatchEnd, EpochEnd):
    """Ends training after ``max_epoch`` epochs or ``max_batch`` batches, those of the estimator if it has any."""

    def __init__(self, max_epoch: int | None = None, max_batch: int | None = None) -> None:
        self._restart(max_epoch, max_batch)

    def _restart(self, max_epoch: int | None, max_batch: int | None) -> None:
        self.current_batch = self.current_epoch = 0
        self.max_epoch, self.max_batch, self.stop_training = max_epoch, max_batch, False

    def train_begin(self, estimator: Any, *args: Any, **kwargs: Any) -> None:
        """Start counting, up to the estimator's numbers of epochs and batches."""
        self._restart(estimator.max_epoch, estimator.max_batch)

    def batch_end(self, estimator: Any, *args: Any, **kwargs: Any) -> bool:
        """Count a batch; return whether it was the last."""
        return self._done(batches=1)

    def epoch_end(self, estimator: Any, *args: Any, **kwargs: Any) -> bool:
        """Count an epoch; return whether it was the last."""
        return self._done(epochs=1)

    def _done(self, batches: int = 0, epochs: int = 0) -> bool:
        self.current_batch, self.current_epoch = self.current_batch + batches, self.current_epoch + epochs
        now = self.current_batch == self.max_batch or self.current_epoch == self.max_epoch
        self.stop_training = self.stop_training or now
        return self.stop_training


class MetricHandler(EpochBegin, BatchEnd):
    """Updates metrics after each batch, and starts them anew with each epoch."""

    def __init__(self, metrics: Any, priority: float = -1000) -> None:
        self.metrics = _check_metrics(metrics)
        self.priority = priority  # before whatever reads the metrics

    def epoch_begin(self, estimator: Any, *args: Any, **kwargs: Any) -> None:
        """Reset the metrics."""
        for metric in self.metrics:
            metric.reset()

    def batch_end(self, estimator: Any, *args: Any, **kwargs: Any) -> None:
        """Update losses with ``loss``, and other metrics with ``label`` and ``pred``."""
        of_loss, of_predictions = (0, kwargs["loss"]), (kwargs["label"], kwargs["pred"])
        for metric in self.metrics:
            metric.update(*(of_loss if isinstance(metric, metric_loss) else of_predictions))


class ValidationHandler(TrainBegin, BatchEnd, EpochEnd):
    """Evaluates every ``epoch_period`` epochs and every ``batch_period`` batches (None: not).

    ``eval_fn(val_data=..., batch_axis=..., event_handlers=...)`` is called, usually ``estimator.evaluate``.
    """

    def __init__(
        self,
        val_data: Any,
        eval_fn: Callable[..., Any],
        epoch_period: int | None = 1,
        batch_period: int | None = None,
        priority: float = -1000,
        event_handlers: Any = None,
    ) -> None:
        self.val_data, self.eval_fn, self.event_handlers = val_data, eval_fn, event_handlers
        self.epoch_period, self.batch_period = epoch_period, batch_period
        self.current_epoch = self.current_batch = 0
        self.priority = priority  # before whatever reads the validation's metrics

    def train_begin(self, estimator: Any, *args: Any, **kwargs: Any) -> None:
        """Start counting."""
        self.current_epoch = self.current_batch = 0

    def batch_end(self, estimator: Any, *args: Any, **kwargs: Any) -> None:
        """Count a batch, and evaluate if it is time."""
        self.current_batch += 1
        if self.batch_period and self.current_batch % self.batch_period == 0:
            self._evaluate(estimator)

    def epoch_end(self, estimator: Any, *args: Any, **kwargs: Any) -> None:
        """Count an epoch, and evaluate if it is time."""
        self.current_epoch += 1
        if self.epoch_period and self.current_epoch % self.epoch_period == 0:
            self._evaluate(estimator)

    def _evaluate(self, estimator: Any) -> None:
        self.eval_fn(val_data=self.val_data, batch_axis=estimator.batch_axis, event_handlers=self.event_handlers)


class GradientUpdateHandler(BatchEnd):
    """Updates the parameters after each batch. Another one in its place can do so after several.

    The gradients are scaled by the number of elements of the losses.
    """

    def __init__(self, priority: float = -2000) -> None:
        self.priority = priority  # before anything else

    def batch_end(self, estimator: Any, *args: Any, **kwargs: Any) -> None:
        """Take a step of the trainer."""
        estimator.trainer.step(sum(len(loss) for loss in kwargs["loss"]))


class Monitor:
    """Which of two values of a metric is better, and the best one so far.

    ``mode`` is ``'min'``, ``'max'``, or ``'auto'``: the larger is better for accuracies and F1, the smaller otherwise.
    A new value has to be better by ``min_delta``.
    """

    def __init__(self, handler: EventHandler, metric: Any, mode: str, min_delta: float = 0) -> None:
        who = type(handler).__name__
        if not isinstance(metric, EvalMetric):
            raise ValueError(f"{who}: monitor is one of estimator.train_metrics or estimator.val_metrics")
        if mode not in ("auto", "min", "max"):
            warnings.warn(f"{who}: mode {mode!r} is none of auto, min and max; taken as auto", RuntimeWarning, 4)
            mode = "auto"
        name = metric.get()[0].lower()
        larger = mode == "max" or (mode == "auto" and ("acc" in name or "f1" in name))
        self.metric, self.operator = metric, np.greater if larger else np.less
        self.min_delta = min_delta if larger else -min_delta
        self.restart()

    def restart(self, baseline: float | None = None) -> None:
        """Forget the best value; what follows has to be better than ``baseline``, if there is one."""
        worst = -math.inf if self.operator is np.greater else math.inf
        self.best = worst if baseline is None else baseline

    def improved(self) -> bool:
        """Return whether the metric is better than ever before, and remember its value if it is."""
        name, value = self.metric.get()
        if math.isnan(value):
            warnings.warn(
                f"{name} is not updated: monitor one of estimator.train_metrics and estimator.val_metrics",
                RuntimeWarning,
                stacklevel=3,
            )
            return False
        if not self.operator(value - self.min_delta, self.best):
            return False
        self.best = value
        return True


class EarlyStoppingHandler(TrainBegin, EpochEnd, TrainEnd):
    """Ends training when ``patience`` epochs in a row have not made a metric better by ``min_delta``.

    ``monitor`` is one of the estimator's metrics; ``mode`` says in which direction it is better: ``'min'``, ``'max'``,
    or ``'auto'``, larger for accuracies and F1 and smaller otherwise. ``baseline`` is a value to start from.
    """

    def __init__(
        self,
        monitor: EvalMetric,
        min_delta: float = 0,
        patience: int = 0,
        mode: str = "auto",
        baseline: float | None = None,
    ) -> None:
        self._monitor = Monitor(self, monitor, mode, min_delta)
        self.monitor, self.monitor_op, self.min_delta = monitor, self._monitor.operator, self._monitor.min_delta
        self.baseline, self.patience = baseline, patience
        self.wait = self.stopped_epoch = self.current_epoch = 0
        self.stop_training = False

    @property
    def best(self) -> float:
        """The best value so far."""
        return self._monitor.best

    def train_begin(self, estimator: Any, *args: Any, **kwargs: Any) -> None:
        """Start counting."""
        self.wait = self.stopped_epoch = self.current_epoch = 0
        self.stop_training = False
        self._monitor.restart(self.baseline)

    def epoch_end(self, estimator: Any, *args: Any, **kwargs: Any) -> bool:
        """Look at the metric; return whether to stop."""
        if self._monitor.improved():
            self.wait = 0
        elif not math.isnan(self.monitor.get()[1]):
            self.wait += 1
            if self.wait >= self.patience:
                self.stopped_epoch, self.stop_training = self.current_epoch, True
        self.current_epoch += 1
        return self.stop_training

    def train_end(self, estimator: Any, *args: Any, **kwargs: Any) -> None:
        """Log that training was stopped."""
        if self.stop_training:
            name = self.monitor.get()[0]
            estimator.logger.info(f"[Epoch {self.stopped_epoch}] Stopped early: {name} does not improve")


# -- the lines that an estimator logs about its progress --------------------------------------------------------------


class LoggingHandler(TrainBegin, TrainEnd, EpochBegin, EpochEnd, BatchBegin, BatchEnd):
    """Logs metrics and times at the end of each epoch, or also every ``log_interval`` batches.

    Raises ValueError for a ``log_interval`` that is neither an integer nor ``'epoch'``.
    """

    def __init__(self, log_interval: int | str = "epoch", metrics: Any = None, priority: float = float("inf")) -> None:
        if not isinstance(log_interval, int) and log_interval != "epoch":
            raise ValueError(f"log_interval is a number of batches or 'epoch', got {log_interval!r}")
        self.metrics, self.log_interval = _check_metrics(metrics), log_interval
        self.priority = priority  # after everything that changes what is logged
        self.batch_index = self.current_epoch = self.processed_samples = 0
        self.log_interval_time = self._train_start = self._epoch_start = self._batch_start = 0.0
        self._training = False

    def train_begin(self, estimator: Any, *args: Any, **kwargs: Any) -> None:
        """Log the optimizer, its learning rate, and how long training will be."""
        self._train_start, self._training = time.time(), True
        trainer = estimator.trainer
        optimizer = type(trainer.optimizer).__name__
        rate = trainer.learning_rate
        estimator.logger.info(f"Training begin: using optimizer {optimizer} with current learning rate {rate:.4f} ")
        if estimator.max_epoch:
            estimator.logger.info(f"Train for {estimator.max_epoch} epochs.")
        else:
            estimator.logger.info(f"Train for {estimator.max_batch} batches.")
        self.current_epoch = self.batch_index = self.processed_samples = 0
        self.log_interval_time = 0.0

    def train_end(self, estimator: Any, *args: Any, **kwargs: Any) -> None:
        """Log how long training took, and the metrics."""
        self._training = False
        seconds = time.time() - self._train_start
        done = f"Train finished using total {int(seconds)}s with {self.current_epoch} epochs. "
        estimator.logger.info((done + self._values()).rstrip())

    def epoch_begin(self, estimator: Any, *args: Any, **kwargs: Any) -> None:
        """Log that an epoch begins, or an evaluation."""
        self._epoch_start, self.processed_samples, self.log_interval_time = time.time(), 0, 0.0
        if self._training:
            rate = estimator.trainer.learning_rate
            estimator.logger.info(f"[Epoch {self.current_epoch}] Begin, current learning rate: {rate:.4f}")
        else:
            estimator.logger.info("Validation Begin")

    def epoch_end(self, estimator: Any, *args: Any, **kwargs: Any) -> None:
        """Log how long the epoch took, and the metrics."""
        parts = [f"[Epoch {self.current_epoch}] Finished in {time.time() - self._epoch_start:.3f}s", self._values()]
        estimator.logger.info(", ".join(part for part in parts if part))
        self.current_epoch += 1
        self.batch_index = 0

    def batch_begin(self, estimator: Any, *args: Any, **kwargs: Any) -> None:
        """Remember the time."""
        self._batch_start = time.time()

    def batch_end(self, estimator: Any, *args: Any, **kwargs: Any) -> None:
        """Log the samples so far, the time since the line before, and the metrics, if it is time."""
        if not isinstance(self.log_interval, int):
            return
        self.log_interval_time += time.time() - self._batch_start
        self.processed_samples += kwargs["batch"][0].shape[estimator.batch_axis]
        if self.batch_index % self.log_interval == 0:
            where = f"[Epoch {self.current_epoch}][Batch {self.batch_index}][Samples {self.processed_samples}]"
            line = f"{where} time/interval: {self.log_interval_time:.3f}s {self._values()}"
            estimator.logger.info(line.rstrip())
            self.log_interval_time = 0.0
        self.batch_index += 1

    def _values(self) -> str:
        return ", ".join("{}: {:.4f}".format(*metric.get()) for metric in self.metrics)

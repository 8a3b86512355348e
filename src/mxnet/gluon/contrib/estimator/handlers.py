"""Handlers that drive training: metrics, validation, updates, and when to stop."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np

from ....metric import EvalMetric
from ....metric import Loss as metric_loss
from .events import BatchEnd, EpochBegin, EpochEnd, EventHandler, TrainBegin, TrainEnd
from .utils import _check_metrics


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
        estimator.trainer.step(sum(len(kwarg) for kwarg in kwargs["loss"]))


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

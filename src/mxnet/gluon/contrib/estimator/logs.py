"""The lines that an estimator logs about its progress."""

from __future__ import annotations

import time
from typing import Any

from .events import BatchBegin, BatchEnd, EpochBegin, EpochEnd, TrainBegin, TrainEnd
from .utils import _check_metrics


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

"""The events of training for which an :class:`Estimator` calls its handlers."""

from __future__ import annotations

from typing import Any


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

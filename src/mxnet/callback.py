"""Callbacks of training: checkpoints, speed, progress and metrics in the log.

Batch callbacks get a ``BatchEndParam(epoch, nbatch, eval_metric, locals)``; epoch callbacks get ``(epoch, symbol,
arg_params, aux_params)``.
"""

import logging
import math
import time
from collections.abc import Callable
from typing import Any, NamedTuple

from .checkpoint import save_checkpoint
from .core.errors import expect, expect_number
from .core.lazy_imports import imported_later

__all__ = [
    "LogValidationMetricsCallback", "ProgressBar", "Speedometer", "do_checkpoint", "log_train_metric",
    "module_checkpoint",
]  # fmt: skip


class BatchEndParam(NamedTuple):
    """The argument of batch callbacks: the epoch, the batch, the metric, and the trainer's variables by name.

    Examples
    --------
    >>> mx.model.BatchEndParam(epoch=0, nbatch=3, eval_metric=None, locals={}).nbatch
    3
    """

    epoch: int
    nbatch: int
    eval_metric: Any
    locals: Any


def multiple_callbacks(callbacks: Any, *args: Any, **kwargs: Any) -> None:
    """Call one callback, each of several, or none."""
    if callbacks is None:
        return
    for item in callbacks if isinstance(callbacks, (list, tuple)) else [callbacks]:
        item(*args, **kwargs)


def every(period: int, save: Callable[..., Any]) -> Callable[..., None]:
    """Return an epoch callback that calls ``save(epochs done, symbol, arguments, states)`` after every so many."""
    expect_number("period", "a number of epochs", period)
    period = int(max(1, period))

    def callback(iter_no: int, sym: Any = None, arg: Any = None, aux: Any = None) -> None:
        if (iter_no + 1) % period == 0:
            save(iter_no + 1, sym, arg, aux)

    return callback


def module_checkpoint(
    mod: Any, prefix: str, period: int = 1, save_optimizer_states: bool = False
) -> Callable[..., None]:
    """Return an epoch callback that saves a module.

    Parameters
    ----------
    mod
        The module.
    prefix
        What the files' names begin with.
    period
        Every how many epochs.
    save_optimizer_states
        Whether the optimizer's states are saved, too.

    Returns
    -------
    A function for ``epoch_end_callback``.

    Examples
    --------
    >>> module = mx.mod.Module(sym.MakeLoss(sym.Variable("data")), label_names=None)
    >>> callback = mx.callback.module_checkpoint(module, "net", save_optimizer_states=True)
    """
    expect(hasattr(mod, "save_checkpoint"), "mod", "a module", mod, AttributeError)
    return every(period, lambda epoch, *_: mod.save_checkpoint(prefix, epoch, save_optimizer_states))


def do_checkpoint(prefix: str, period: int = 1) -> Callable[..., None]:
    """Return an epoch callback that saves symbol and parameters.

    The file of the first epoch has the number 1.

    Parameters
    ----------
    prefix
        What the files' names begin with: ``<prefix>-symbol.json``, ``<prefix>-0001.params``.
    period
        Every how many epochs.

    Returns
    -------
    A function for ``epoch_end_callback``.

    Examples
    --------
    >>> net = sym.SoftmaxOutput(sym.FullyConnected(sym.Variable("data"), num_hidden=2), name="softmax")
    >>> data = mx.io.NDArrayIter(np.eye(4, 3), np.array([0, 1, 0, 1]), batch_size=2)
    >>> mx.mod.Module(net).fit(data, num_epoch=2, epoch_end_callback=mx.callback.do_checkpoint("net"))
    >>> import glob
    >>> sorted(glob.glob("net-*"))
    ['net-0001.params', 'net-0002.params', 'net-symbol.json']
    """
    return every(period, lambda epoch, *network: save_checkpoint(prefix, epoch, *network))


def log_train_metric(period: int, auto_reset: bool = False) -> Callable[[Any], None]:
    """Return a batch callback that logs the metric.

    Parameters
    ----------
    period
        Every how many batches.
    auto_reset
        Whether the metric is cleared each time.

    Returns
    -------
    A function for ``batch_end_callback``.

    Examples
    --------
    >>> callback = mx.callback.log_train_metric(100)
    """

    expect_number("period", "a number of batches", period)

    def callback(param: Any) -> None:
        expect(period, "period", "a number of batches", period, ZeroDivisionError)
        if param.nbatch % period == 0 and param.eval_metric is not None:
            for name, value in param.eval_metric.get_name_value():
                logging.info("Iter[%d] Batch[%d] Train-%s=%f", param.epoch, param.nbatch, name, value)
            if auto_reset:
                param.eval_metric.reset_local()

    return callback


class Speedometer:
    """A batch callback that logs samples per second and the metric.

    Parameters
    ----------
    batch_size
        The number of samples in a batch.
    frequent
        Every how many batches a line is logged.
    auto_reset
        Whether the metric is of these batches alone: its local sum is cleared each time.

    Examples
    --------
    >>> net = sym.SoftmaxOutput(sym.FullyConnected(sym.Variable("data"), num_hidden=2), name="softmax")
    >>> data = mx.io.NDArrayIter(np.eye(4, 3), np.array([0, 1, 0, 1]), batch_size=2)
    >>> mx.mod.Module(net).fit(data, num_epoch=1, batch_end_callback=mx.callback.Speedometer(2, 50))
    """

    def __init__(self, batch_size: int, frequent: int = 50, auto_reset: bool = True) -> None:
        self.batch_size = batch_size
        self.frequent = frequent
        self.auto_reset = auto_reset
        self.init = False
        self.tic = 0.0
        self.last_count = 0

    def __call__(self, param: Any) -> None:
        """Log, where it is time to."""
        nbatch = param.nbatch
        if self.last_count > nbatch:
            self.init = False
        self.last_count = nbatch
        if not self.init:
            self.init, self.tic = True, time.time()
        elif nbatch % self.frequent == 0:
            seconds = time.time() - self.tic
            self._log(param, self.frequent * self.batch_size / seconds if seconds > 0 else float("inf"))
            self.tic = time.time()

    def _log(self, param: Any, speed: float) -> None:
        if param.eval_metric is None:
            logging.info("Iter[%d] Batch [%d]\tSpeed: %.2f samples/sec", param.epoch, param.nbatch, speed)
            return
        pairs = param.eval_metric.get_name_value()
        first = param.nbatch - self.frequent if self.auto_reset else 0
        if self.auto_reset:
            param.eval_metric.reset_local()
        text = "Epoch[%d] Batch [%d-%d]\tSpeed: %.2f samples/sec" + "\t%s=%f" * len(pairs)
        logging.info(text, param.epoch, first, param.nbatch, speed, *(item for pair in pairs for item in pair))


class ProgressBar:
    """A batch callback that logs a bar.

    Parameters
    ----------
    total
        The number of batches in an epoch.
    length
        The length of the bar in characters.

    Examples
    --------
    >>> bar = mx.callback.ProgressBar(total=100)
    """

    def __init__(self, total: int, length: int = 80) -> None:
        self.bar_len = length
        self.total = total

    def __call__(self, param: Any) -> None:
        """Log the bar."""
        expect(self.total, "total", "the number of batches in an epoch", self.total, ZeroDivisionError)
        share = param.nbatch / float(self.total)
        done = round(self.bar_len * share)
        logging.info("[%s] %s%%\r", "=" * done + "-" * (self.bar_len - done), math.ceil(100.0 * share))


class LogValidationMetricsCallback:
    """A callback at the end of evaluation that logs the metric.

    Examples
    --------
    >>> callback = mx.callback.LogValidationMetricsCallback()
    """

    def __call__(self, param: Any) -> None:
        """Log the metric, if there is one."""
        if not param.eval_metric:
            return
        for name, value in param.eval_metric.get_name_value():
            logging.info("Epoch[%d] Validation-%s=%f", param.epoch, name, value)


__getattr__, __dir__ = imported_later(__name__, {})

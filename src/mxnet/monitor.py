"""The monitor: statistics of arrays inside a network while it runs."""

import logging
import math
import re
from collections.abc import Callable
from typing import Any

from . import ndarray as nd
from .base import py_str
from .core.errors import expect, expect_number
from .core.lazy_imports import public_dir
from .ndarray import NDArray  # noqa: F401  (imported from here by programs)

__all__ = ["Monitor"]


def _spread(array: Any) -> Any:
    return array.norm() / math.sqrt(array.size)


class Monitor:
    r"""Collects a statistic of outputs, parameters and states, to find where values grow or vanish.

    Around each batch call :meth:`tic` and :meth:`toc`.

    Parameters
    ----------
    interval
        Every how many batches.
    stat_func : function or None
        From an array to the statistic; None: the norm over the root of the size.
    pattern
        A regular expression that names have to match from their beginning.
    sort
        Whether the results are ordered by name.
    monitor_all
        Whether the inputs of operators are collected, too.

    Examples
    --------
    >>> net = sym.FullyConnected(sym.Variable("data"), num_hidden=2, no_bias=True, name="fc")
    >>> executor = net.simple_bind(mx.cpu(), data=(1, 3))
    >>> monitor = mx.mon.Monitor(1, stat_func=lambda array: array.sum(), pattern="fc_output")
    >>> monitor.install(executor)
    >>> monitor.tic()
    >>> outputs = executor.forward()
    >>> monitor.toc()
    [(1, 'fc_output', '0.0\t')]
    """

    def __init__(
        self,
        interval: int,
        stat_func: Callable[[Any], Any] | None = None,
        pattern: str = ".*",
        sort: bool = False,
        monitor_all: bool = False,
    ) -> None:
        expect_number("interval", "a number of batches", interval)
        self.stat_func = stat_func or _spread
        self.interval = interval
        self.activated = False
        self.queue: list[tuple[int, str, Any]] = []
        self.step = 0
        self.exes: list[Any] = []
        self.re_prog = re.compile(pattern)
        self.sort = sort
        self.monitor_all = monitor_all

    def stat_helper(self, name: Any, array: Any) -> None:
        """Collect one array, if the monitor is active and the name fits. An executor calls this."""
        name = py_str(name)
        if self.activated and self.re_prog.match(name):
            self.queue.append((self.step, name, self.stat_func(array)))

    def install(self, exe: Any) -> None:
        """Watch an executor."""
        expect(hasattr(exe, "set_monitor_callback"), "exe", "an executor", exe, AttributeError)
        exe.set_monitor_callback(self.stat_helper, self.monitor_all)
        self.exes.append(exe)

    def tic(self) -> None:
        """Begin to collect, if it is this batch's turn. Call it before the forward pass."""
        if self.step % self.interval == 0:
            self._wait()
            self.queue = []
            self.activated = True
        self.step += 1

    def _wait(self) -> None:
        for exe in self.exes:
            for array in exe.arg_arrays:
                array.wait_to_read()

    def toc(self) -> list[tuple[int, str, str]]:
        """Stop collecting and return ``(step, name, values as text)`` of everything; empty when it was not active."""
        if not self.activated:
            return []
        self._wait()
        for exe in self.exes:
            for name, array in (*exe.arg_dict.items(), *exe.aux_dict.items()):
                self.stat_helper(name, array)
        self.activated = False
        if self.sort:
            self.queue.sort(key=lambda entry: entry[1])
        result = [(step, name, _as_text(value)) for step, name, value in self.queue]
        self.queue = []
        return result

    def toc_print(self) -> None:
        """Stop collecting and log the results."""
        for step, name, text in self.toc():
            logging.info("Batch: %7d %-30s %s", step, name, text)


def _as_text(value: Any) -> str:
    values = [value] if isinstance(value, nd.NDArray) else value
    assert isinstance(values, list), f"stat_func: expected an NDArray or a list of such, got {type(value).__name__}"
    return "".join(str(value.asscalar() if value.shape in ((), (1,)) else value.asnumpy()) + "\t" for value in values)


__dir__ = public_dir(__name__)

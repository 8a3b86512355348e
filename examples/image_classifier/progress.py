"""A line for each epoch of an `Estimator`: a bar while it runs, then the metrics of training and validation."""

from __future__ import annotations

import sys
import time

from mxnet.gluon.contrib.estimator import BatchEnd, EpochBegin, EpochEnd


class Progress(EpochBegin, BatchEnd, EpochEnd):
    """Event handler; `history` holds one dict of figures for each finished epoch.

    batches: in an epoch. It comes after validation, whose handler's priority is -1000.
    """

    def __init__(self, batches, width=24, out=None):
        self.batches, self.width = batches, width
        self.out = sys.stdout if out is None else out
        self.history = []
        self.done = 0
        self.priority = 0

    def epoch_begin(self, estimator, *args, **kwargs):
        self.done, self.began = 0, time.perf_counter()

    def batch_end(self, estimator, *args, **kwargs):
        self.done += 1
        if self.out.isatty():  # in a file, only the finished line of each epoch
            filled = min(self.width, self.width * self.done // self.batches)
            bar = "#" * filled + "." * (self.width - filled)
            self.out.write("\repoch %2d [%s]" % (len(self.history) + 1, bar))
            self.out.flush()

    def epoch_end(self, estimator, *args, **kwargs):
        figures = {}
        for metric in [*estimator.train_metrics, *estimator.val_metrics]:
            name, value = metric.get()
            figures[name] = value
        figures["seconds"] = time.perf_counter() - self.began
        self.history.append(figures)
        text = "  ".join("%s %.4f" % (name, value) for name, value in figures.items() if name != "seconds")
        start = "\r" if self.out.isatty() else ""
        self.out.write("%sepoch %2d  %s  %.1f s\n" % (start, len(self.history), text, figures["seconds"]))
        self.out.flush()

"""A progress bar for `Module.fit`: one line per epoch with loss, accuracy and samples per second."""

from __future__ import annotations

import sys
import time


class Progress:
    """Batch-end callback that redraws its line after each batch and keeps every epoch's figures.

    batches: batches in an epoch; batch_size: samples in each. `history` holds one dict per finished epoch: the metrics
    by name, and 'samples/s', measured from the end of the epoch's first batch to the end of its last.
    """

    def __init__(self, batches, batch_size, width=24, out=None):
        self.batches, self.batch_size, self.width = batches, batch_size, width
        self.out = sys.stdout if out is None else out
        self.live = self.out.isatty()  # in a file, only the finished line of each epoch
        self.history = []
        self.first = None

    def __call__(self, param):
        done, now = param.nbatch + 1, time.perf_counter()
        if done == 1:
            self.first = now
        figures = dict(param.eval_metric.get_name_value())
        figures["samples/s"] = (done - 1) * self.batch_size / max(now - self.first, 1e-9)
        finished = done == self.batches
        if finished:
            self.history.append(figures)
        if self.live or finished:
            self.out.write(self.line(param.epoch, done, figures) + ("\n" if finished else "\r"))
            self.out.flush()

    def line(self, epoch, done, figures):
        filled = self.width * done // self.batches
        bar = "#" * filled + "." * (self.width - filled)
        text = "  ".join("%s %.4f" % item for item in figures.items() if item[0] != "samples/s")
        text += "  %.0f samples/s" % figures["samples/s"]
        return "epoch %2d [%s] %d/%d  %s " % (epoch + 1, bar, done, self.batches, text)

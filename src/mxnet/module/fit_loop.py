"""The training loop behind ``BaseModule.fit``."""

import logging
import time
from collections.abc import Iterator
from typing import Any

from ..callback import BatchEndParam, multiple_callbacks
from ..core.progress import Progress
from .descriptions import as_list


def labels_of(data_batch: Any) -> tuple[Any, bool]:
    """Return the labels of a batch for ``update_metric`` and whether they are sliced by device already."""
    if isinstance(data_batch, list):
        return [part.label for part in data_batch], True
    return data_batch.label, False


class FitLoop:
    """Epochs of training on a module that is bound and initialized.

    ``arguments`` are the local variables of ``fit``. They become, with those of the loop (``epoch``, ``nbatch``,
    ``data_batch``...), the ``locals`` that callbacks receive, so their names are part of the public surface. Where the
    program neither shows the log of training nor has batch callbacks of its own, which may print, a terminal or
    notebook shows a progress bar for each epoch.
    """

    def __init__(self, module: Any, arguments: dict[str, Any]) -> None:
        self.module = module
        self.scope = arguments
        self.train_data = arguments["train_data"]
        self.eval_metric = arguments["eval_metric"]
        self.monitor = arguments["monitor"]
        self.batches_per_epoch = 0  # not known before the end of the first one
        samples = arguments["update_batch_size"]
        self.step: Any = PlainStep(module) if samples is None else AccumulatingStep(module, samples)

    def run(self) -> None:
        """Train for the given epochs, logging and validating after each."""
        for epoch in range(self.scope["begin_epoch"], self.scope["num_epoch"]):
            self.scope.update(epoch=epoch, tic=time.time())
            results = self._train_epoch(epoch)
            self._log(epoch, "Train", results)
            self.module.logger.info("Epoch[%d] Time cost=%.3f", epoch, time.time() - self.scope["tic"])
            self._synchronise(epoch)
            if self.scope["eval_data"] is not None:
                self._log(epoch, "Validation", self._validate(epoch))
            self.train_data.reset()

    def _train_epoch(self, epoch: int) -> list[tuple[str, float]]:
        self.eval_metric.reset()
        results: list[tuple[str, float]] = []
        rows = self.scope["data_iter"] = iter(self.train_data)
        with self._progress(epoch) as progress:
            for nbatch, (data_batch, last) in enumerate(self._batches(next(rows), rows)):
                if last:
                    self.step.flush()
                    results = self.eval_metric.get_global_name_value()
                    self.scope["eval_name_vals"] = results
                self.scope.update(nbatch=nbatch, data_batch=data_batch, end_of_batch=last)
                param = BatchEndParam(epoch, nbatch, self.eval_metric, self.scope)
                multiple_callbacks(self.scope["batch_end_callback"], param)
                progress.advance()
        self.batches_per_epoch = progress.done
        return results

    def _progress(self, epoch: int) -> Progress:
        def metric() -> str:
            return "".join(f", {name}={value:.4g}" for name, value in self.eval_metric.get_global_name_value())

        callbacks = as_list(self.scope["batch_end_callback"] or [])
        logger = logging.getLogger() if self.module.logger is logging else self.module.logger
        silent = not logger.isEnabledFor(logging.INFO) and all(
            getattr(callback, "__module__", "") == "mxnet.callback" for callback in callbacks
        )
        return Progress(self.batches_per_epoch, f"Epoch[{epoch}]", "batches", metric, drawn=silent)

    def _batches(self, upcoming: Any, rows: Iterator[Any]) -> Iterator[tuple[Any, bool]]:
        """Train batch by batch, yielding each with whether it is the last.

        A batch is done with before the next is taken (iterators may reuse its memory), and the next is announced to
        the module before the callbacks of this one run.
        """
        while upcoming is not None:
            data_batch = upcoming
            self._train_batch(data_batch)
            upcoming = next(rows, None)
            if upcoming is not None:
                self.module.prepare(upcoming, sparse_row_id_fn=self.scope["sparse_row_id_fn"])
            self.scope["next_data_batch"] = upcoming
            if self.monitor is not None:
                self.monitor.toc_print()
            yield data_batch, upcoming is None

    def _train_batch(self, data_batch: Any) -> None:
        if self.monitor is not None:
            self.monitor.tic()
        self.step(data_batch)
        labels, pre_sliced = labels_of(data_batch)
        if pre_sliced:
            self.module.update_metric(self.eval_metric, labels, pre_sliced=True)
        else:
            self.module.update_metric(self.eval_metric, labels)

    def _synchronise(self, epoch: int) -> None:
        """Make all devices hold the same parameters and show them to the callbacks."""
        arg_params, aux_params = self.module.get_params()
        self.module.set_params(arg_params, aux_params)
        self.scope.update(arg_params=arg_params, aux_params=aux_params)
        multiple_callbacks(self.scope["epoch_end_callback"], epoch, self.module.symbol, arg_params, aux_params)

    def _validate(self, epoch: int) -> list[tuple[str, float]]:
        return self.module.score(
            self.scope["eval_data"],
            self.scope["validation_metric"],
            score_end_callback=self.scope["eval_end_callback"],
            batch_end_callback=self.scope["eval_batch_end_callback"],
            epoch=epoch,
        )

    def _log(self, epoch: int, what: str, results: list[tuple[str, float]]) -> None:
        for name, value in results:
            self.module.logger.info("Epoch[%d] %s-%s=%f", epoch, what, name, value)


class PlainStep:
    """One update per batch."""

    def __init__(self, module: Any) -> None:
        self.module = module

    def __call__(self, data_batch: Any) -> None:
        """Train on one batch."""
        self.module.forward_backward(data_batch)
        self.module.update()

    def flush(self) -> None:
        """Finish the epoch: nothing is pending."""


class AccumulatingStep:
    """One update per ``samples`` samples, with the gradients summed in between.

    The optimizer's ``rescale_grad`` divides by the batch size bound; dividing the sum by how many such batches were
    accumulated makes it the mean over all samples, whatever the sizes of the batches were.
    """

    def __init__(self, module: Any, samples: int) -> None:
        if samples < 1:
            raise ValueError(f"update_batch_size counts samples and is at least 1, got {samples}")
        if not hasattr(module, "acc_backward"):
            raise TypeError(f"{type(module).__name__} cannot accumulate gradients: fit it without update_batch_size")
        self.module = module
        self.samples = samples
        self.unit = module.batch_size
        self.pending = 0

    def __call__(self, data_batch: Any) -> None:
        """Add one batch's gradients and update when enough samples have gone through."""
        self.module.forward(data_batch, is_train=True)
        self.module.acc_backward()
        self.pending += self.module.batch_size
        if self.pending >= self.samples:
            self.flush()

    def flush(self) -> None:
        """Update with what is accumulated."""
        if self.pending:
            self.module.acc_update(self.pending / self.unit)
            self.pending = 0

"""Saving a network and its trainer during training, and resuming."""

import os
import re
from pathlib import Path
from typing import Any

from .... import ndarray as nd
from ....core.errors import MXNetError
from ....core.files.saving import finish_saves, open_saved, written_together
from ....core.interruptions import unless_interrupted
from ....metric import EvalMetric
from ....optimizer.states import read_states
from .handlers import BatchEnd, EpochEnd, Monitor, TrainBegin

#: what a checkpoint is made of; the first is the one that it is found by
_SUFFIXES = (".params", ".states")


class CheckpointHandler(TrainBegin, BatchEnd, EpochEnd):
    """Saves parameters and the trainer's states every ``epoch_period`` epochs and ``batch_period`` batches (None: not).

    Files are ``model_dir/model_prefix-epoch0batch4.params`` and ``.states``; numbers of epochs and, for those saved by
    ``batch_period``, of batches count from 0. At most ``max_checkpoints`` are kept. A hybridized network's graph
    becomes ``model_prefix-symbol.json``. With ``save_best``, ``model_prefix-best`` is saved whenever ``monitor``, one
    of the estimator's metrics, is better than before; ``mode`` is as in :class:`EarlyStoppingHandler`.

    The files of a checkpoint appear together, also when the process is killed meanwhile.

    With ``resume_from_checkpoint`` training starts from the latest whole checkpoint in ``model_dir``, if there is one,
    and its epochs and batches count towards those that ``fit`` is asked for. ``verbose`` above 0 logs what is saved.

    Raises ValueError for ``save_best`` without ``monitor``, and when nothing is left to train; AssertionError where a
    file of every checkpoint is missing or damaged.
    """

    def __init__(
        self,
        model_dir: str | os.PathLike[str],
        model_prefix: str = "model",
        monitor: EvalMetric | None = None,
        verbose: int = 0,
        save_best: bool = False,
        mode: str = "auto",
        epoch_period: int | None = 1,
        batch_period: int | None = None,
        max_checkpoints: int = 5,
        resume_from_checkpoint: bool = False,
    ) -> None:
        self.model_dir, self.model_prefix = os.fspath(model_dir), model_prefix
        self.epoch_period, self.batch_period, self.max_checkpoints = epoch_period, batch_period, max_checkpoints
        self.monitor, self.save_best, self.verbose = monitor, save_best, verbose
        self.resume_from_checkpoint = resume_from_checkpoint
        self.current_batch = self.current_epoch = 0
        self.saved_checkpoints: list[str] = []
        self._best = Monitor(self, monitor, mode) if save_best else None
        self._start(-1, 0)
        os.makedirs(self.model_dir, exist_ok=True)

    def _start(self, epoch: int, batch: int, index: int = 0) -> None:
        """Remember what was trained before: the last epoch, the batches, and the number of the next one."""
        self.trained_epoch, self.trained_batch, self._next_batch = epoch, batch, index

    # -- events ---------------------------------------------------------------------------------------------

    def train_begin(self, estimator: Any, *args: Any, **kwargs: Any) -> None:
        """Start counting, from a checkpoint if asked to."""
        self.current_epoch = self.current_batch = 0
        self._start(-1, 0)
        if self._best is not None:
            self._best.restart()
        if self.resume_from_checkpoint:
            self._resume(estimator)
        self._symbol_saved = False

    def batch_end(self, estimator: Any, *args: Any, **kwargs: Any) -> None:
        """Count a batch, and save if it is time."""
        self.current_batch += 1
        if self.batch_period and self.current_batch % self.batch_period == 0:
            self._save_checkpoint(estimator, self._next_batch + self.current_batch - 1)

    def epoch_end(self, estimator: Any, *args: Any, **kwargs: Any) -> None:
        """Count an epoch, and save if it is time."""
        if self.epoch_period and (self.current_epoch + 1) % self.epoch_period == 0:
            self._save_checkpoint(estimator, self.trained_batch + self.current_batch)
        self.current_epoch += 1

    # -- saving ---------------------------------------------------------------------------------------------

    def _save_checkpoint(self, estimator: Any, batch: int) -> None:
        name = f"{self.model_prefix}-epoch{self.trained_epoch + 1 + self.current_epoch}batch{batch}"
        self._log(estimator, f"{self.current_batch} batches trained, saving {self._path(name)}")
        self._save_params_and_trainer(estimator, name)
        if name in self.saved_checkpoints:  # saved at the same moment for another reason
            self.saved_checkpoints.remove(name)
        self.saved_checkpoints.append(name)
        while len(self.saved_checkpoints) > self.max_checkpoints:
            self._delete(self.saved_checkpoints.pop(0))
        if self._best is not None:
            self._save_if_best(estimator, self._best)

    def _save_if_best(self, estimator: Any, best: Monitor) -> None:
        before, (name, value) = best.best, best.metric.get()
        if best.improved():
            best_name = f"{self.model_prefix}-best"
            self._log(estimator, f"{name} improved from {before:.5f} to {value:.5f}, saving {self._path(best_name)}")
            self._save_params_and_trainer(estimator, best_name)
        else:
            self._log(estimator, f"{name} did not improve from {before:.5f}")

    def _save_symbol(self, estimator: Any) -> None:
        """Save the network's graph, once."""
        if self._symbol_saved:
            return
        path, graph = self._path(f"{self.model_prefix}-symbol.json"), getattr(estimator.net, "_cached_graph", None)
        if graph:
            graph[1].save(path)
        else:
            estimator.logger.info(f"{path} is not saved: only hybridized networks have a graph")

    def _save_params_and_trainer(self, estimator: Any, name: str) -> None:
        with written_together():
            self._save_symbol(estimator)
            estimator.trainer.save_states(self._path(name) + ".states")
            estimator.net.save_parameters(self._path(name) + ".params")
        self._symbol_saved = True

    def _delete(self, name: str) -> None:
        for suffix in _SUFFIXES:
            Path(self._path(name) + suffix).unlink(missing_ok=True)

    def _path(self, name: str) -> str:
        return os.path.join(self.model_dir, name)

    def _log(self, estimator: Any, text: str) -> None:
        if self.verbose > 0:
            estimator.logger.info(f"[Epoch {self.current_epoch}] CheckpointHandler: {text}")

    # -- resuming -------------------------------------------------------------------------------------------

    def _resume(self, estimator: Any) -> None:
        result = self._checkpoints()
        remaining = f"{estimator.max_epoch} epochs" if estimator.max_epoch else f"{estimator.max_batch} batches"
        if not result:
            self._log_resumed(estimator, f"no checkpoint found, training from scratch for {remaining}")
            return
        self.saved_checkpoints = [name for _, _, name in result]
        epoch, batch, name = self._last_whole(estimator, result)
        self._start(epoch, batch, batch + 1)
        if estimator.max_epoch:
            remaining = f"{self._rest(estimator, 'max_epoch', epoch)} epochs"
        else:
            remaining = f"{self._rest(estimator, 'max_batch', batch)} batches"
        estimator.net.load_parameters(self._path(name) + ".params", ctx=estimator.context)
        estimator.trainer.load_states(self._path(name) + ".states")
        self._log_resumed(estimator, f"resumed from {self._path(name)}, {remaining} to go")

    def _last_whole(self, estimator: Any, checkpoints: list[tuple[int, int, str]]) -> tuple[int, int, str]:
        """Return the latest of the checkpoints whose files are all there and can be read."""
        for item in reversed(checkpoints):
            path = self._path(item[2])
            try:
                nd.load(path + ".params")
                with open_saved(path + ".states") as stream:
                    read_states(stream.read(), estimator.trainer.optimizer)
                return item
            except unless_interrupted(MXNetError, OSError) as error:
                wrong = f"the checkpoint {path} cannot be loaded: {error}"
                self._log_resumed(estimator, wrong)
        raise AssertionError(wrong)

    def _rest(self, estimator: Any, what: str, last: int) -> int:
        """Take what was trained, up to number ``last``, off the estimator's epochs or batches."""
        rest = int(getattr(estimator, what)) - last - 1
        if rest <= 0:
            raise ValueError(
                f"the latest checkpoint in {self.model_dir} has reached {what}={getattr(estimator, what)}: "
                "nothing is left to train; resume_from_checkpoint=False starts from scratch"
            )
        setattr(estimator, what, rest)
        return rest

    def _checkpoints(self) -> list[tuple[int, int, str]]:
        """Return epoch, batch and name of all checkpoints that are there, the latest last."""
        finish_saves(self.model_dir)
        pattern = re.compile(rf"({re.escape(self.model_prefix)}-epoch(\d+)batch(\d+))\.params")
        matches = (pattern.fullmatch(name) for name in os.listdir(self.model_dir))
        return sorted((int(m[2]), int(m[3]), m[1]) for m in matches if m)

    def _log_resumed(self, estimator: Any, text: str) -> None:
        estimator.logger.info(f"CheckpointHandler: {text}")

"""Metrics for TensorBoard."""

import importlib
from typing import Any

__all__ = ["LogMetricsCallback"]

#: packages that write TensorBoard's files, with the same ``SummaryWriter(folder).add_scalar(name, value, step)``
_WRITERS = ("mxboard", "torch.utils.tensorboard", "tensorboardX")


def _writer(folder: str) -> Any:
    for package in _WRITERS:
        try:
            return importlib.import_module(package).SummaryWriter(folder)
        except ImportError:
            continue
    raise ImportError("LogMetricsCallback needs a package that writes TensorBoard's files: pip install tensorboard")


class LogMetricsCallback:
    """A callback that writes the metric to ``logging_dir``, for TensorBoard, with the epoch as the step.

    Use one for training (``epoch_end`` metrics come from ``batch_end_callback``) and one for evaluation
    (``eval_end_callback``); ``prefix`` is put before the metric's names, with a ``-``. The files are written by
    mxboard, by PyTorch with the package tensorboard, or by tensorboardX, whichever is there.

    Raises ImportError when none is.
    """

    def __init__(self, logging_dir: str, prefix: str | None = None) -> None:
        self.prefix = prefix
        self.summary_writer = _writer(logging_dir)

    def __call__(self, param: Any) -> None:
        """Write the metric, if there is one."""
        if param.eval_metric is None:
            return
        for name, value in param.eval_metric.get_name_value():
            name = name if self.prefix is None else f"{self.prefix}-{name}"
            self.summary_writer.add_scalar(name, value, global_step=param.epoch)

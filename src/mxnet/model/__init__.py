"""Models: checkpoints, the FeedForward trainer, and what trainers share."""

from typing import TYPE_CHECKING

from ..callback import (
    BatchEndParam,
    LogValidationMetricsCallback,  # noqa: F401  (this and others are imported from here by programs)
)
from ..callback import multiple_callbacks as _multiple_callbacks  # noqa: F401
from ..checkpoint import load_checkpoint, load_params, save_checkpoint
from ..core.context import Context, cpu  # noqa: F401
from ..core.lazy_imports import imported_later
from ..initializer import Uniform  # noqa: F401
from ..io import DataDesc  # noqa: F401
from ..module.updates import (  # noqa: F401  (imported from here by programs)
    _create_kvstore,
    _create_sparse_kvstore,
    _initialize_kvstore,
    _update_params,
    _update_params_on_kvstore,
)
from ..module.updates import _update_params_on_kvstore as _update_params_on_kvstore_nccl  # noqa: F401

if TYPE_CHECKING:
    from ..executor_manager import DataParallelExecutorManager  # noqa: F401
    from ..optimizer import get_updater  # noqa: F401
    from .feed_forward import FeedForward
    from .training import _train_multi_device  # noqa: F401

__all__ = ["BatchEndParam", "FeedForward", "load_checkpoint", "load_params", "save_checkpoint"]

BatchEndParam.__module__ = __name__

__getattr__, __dir__ = imported_later(
    __name__,
    {
        "DataParallelExecutorManager": "..executor_manager:DataParallelExecutorManager",
        **{name: f"..executor_manager:{name}" for name in ("_check_arguments", "_load_data", "_load_label")},
        "FeedForward": ".feed_forward:FeedForward",
        "_train_multi_device": ".training:_train_multi_device",
        "get_updater": "..optimizer:get_updater",
    },
)

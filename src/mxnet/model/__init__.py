"""Models: checkpoints, the FeedForward trainer, and what trainers share."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from ..callback import LogValidationMetricsCallback  # noqa: F401  (this and others are imported from here by programs)
from ..checkpoint import load_checkpoint, load_params, save_checkpoint
from ..core.context import Context, cpu  # noqa: F401
from ..initializer import Uniform  # noqa: F401
from ..io import DataDesc  # noqa: F401
from .batch_end import BatchEndParam
from .batch_end import multiple_callbacks as _multiple_callbacks  # noqa: F401
from .updates import (  # noqa: F401  (imported from here by programs)
    _create_kvstore,
    _create_sparse_kvstore,
    _initialize_kvstore,
    _update_params,
    _update_params_on_kvstore,
)

if TYPE_CHECKING:
    from ..executor_manager import DataParallelExecutorManager  # noqa: F401
    from ..optimizer import get_updater  # noqa: F401
    from .feed_forward import FeedForward

__all__ = ["BatchEndParam", "FeedForward", "load_checkpoint", "load_params", "save_checkpoint"]

BatchEndParam.__module__ = __name__

#: the modules of names that are imported when they are first asked for: a server does not train
_MODULE_OF = {
    "DataParallelExecutorManager": "mxnet.executor_manager",
    "FeedForward": "mxnet.model.feed_forward",
    "get_updater": "mxnet.optimizer",
}


def __getattr__(name: str) -> Any:
    if name not in _MODULE_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = globals()[name] = getattr(importlib.import_module(_MODULE_OF[name]), name)
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *_MODULE_OF})

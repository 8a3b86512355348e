"""Models: checkpoints, the FeedForward trainer, and what trainers share."""

from __future__ import annotations

from ..checkpoint import load_checkpoint, load_params, save_checkpoint
from .feed_forward import FeedForward
from .training import BatchEndParam
from .training import multiple_callbacks as _multiple_callbacks  # noqa: F401
from .updates import (  # noqa: F401  (imported from here by programs)
    _create_kvstore,
    _create_sparse_kvstore,
    _initialize_kvstore,
    _update_params,
    _update_params_on_kvstore,
)

__all__ = ["BatchEndParam", "FeedForward", "load_checkpoint", "load_params", "save_checkpoint"]

BatchEndParam.__module__ = FeedForward.__module__ = __name__

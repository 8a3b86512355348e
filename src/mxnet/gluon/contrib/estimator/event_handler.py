"""The module in which MXNet keeps all event handlers."""

from .checkpoints import CheckpointHandler
from .handlers import (
    BatchBegin,
    BatchEnd,
    EarlyStoppingHandler,
    EpochBegin,
    EpochEnd,
    EventHandler,
    GradientUpdateHandler,
    LoggingHandler,
    MetricHandler,
    StoppingHandler,
    TrainBegin,
    TrainEnd,
    ValidationHandler,
    _check_event_handlers,
)

__all__ = [
    "BatchBegin", "BatchEnd", "CheckpointHandler", "EarlyStoppingHandler", "EpochBegin", "EpochEnd",
    "GradientUpdateHandler", "LoggingHandler", "MetricHandler", "StoppingHandler", "TrainBegin", "TrainEnd",
    "ValidationHandler",
]  # fmt: skip

_HELPERS = (EventHandler, _check_event_handlers)

for _name in [*__all__, "EventHandler"]:
    globals()[_name].__module__ = __name__
del _name

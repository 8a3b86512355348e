"""The module in which MXNet keeps all event handlers."""

from . import handlers
from .checkpoints import CheckpointHandler
from .handlers import *
from .handlers import EventHandler, _check_event_handlers

__all__ = ["CheckpointHandler"]
__all__ += handlers.__all__

_HELPERS = (EventHandler, _check_event_handlers)

for _name in [*__all__, "EventHandler"]:
    globals()[_name].__module__ = __name__
del _name

"""The training loop as an object: :class:`Estimator`, and handlers of its events."""

from . import batch_processor, estimator, event_handler, utils
from .batch_processor import BatchProcessor
from .estimator import Estimator
from .event_handler import *

__all__ = ["BatchProcessor", "Estimator", "batch_processor", "estimator", "event_handler", "utils"]
__all__ += event_handler.__all__

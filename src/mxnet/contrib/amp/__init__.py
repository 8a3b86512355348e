"""``mx.contrib.amp``: automatic mixed precision, half precision where it is safe and float32 elsewhere."""

from . import amp, lists, loss_scaler  # noqa: F401
from .amp import *

__all__ = ["amp", "loss_scaler"]
__all__ += amp.__all__

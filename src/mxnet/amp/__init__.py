"""``mx.amp``: MXNet 2's place of :mod:`mxnet.contrib.amp`."""

import sys

from ..contrib.amp import *
from ..contrib.amp import __all__, amp, lists, loss_scaler

for _module in (amp, lists, loss_scaler):
    sys.modules[_module.__name__.replace("contrib.amp", "amp", 1)] = _module

__all__ = list(__all__)

"""``gluon.contrib.nn``: branches side by side, synchronized batch normalization, pixel shuffling."""

from . import basic_layers
from .basic_layers import *

__all__ = ["basic_layers"]
__all__ += basic_layers.__all__

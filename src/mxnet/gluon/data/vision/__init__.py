"""``mxnet.gluon.data.vision``: datasets of images, and changes to them."""

from ....core.lazy_imports import imported_later
from . import datasets, transforms
from .datasets import *

__all__ = ["datasets", "transforms"]
__all__ += datasets.__all__

__getattr__, __dir__ = imported_later(__name__, {})

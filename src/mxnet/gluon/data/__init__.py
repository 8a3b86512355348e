"""``mxnet.gluon.data``: datasets, samplers, and the loader that makes batches of them."""

from ...core.lazy_imports import imported_later
from . import batchify, dataloader, dataset, sampler, vision
from .dataloader import DataLoader
from .dataset import *
from .sampler import *

__all__ = ["DataLoader", "batchify", "dataloader", "dataset", "sampler", "vision"]
__all__ += dataset.__all__
__all__ += sampler.__all__

__getattr__, __dir__ = imported_later(__name__, {})

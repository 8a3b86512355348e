"""``mxnet.gluon.contrib.data``: texts of language models, a sampler for them, and images with boxes."""

from typing import TYPE_CHECKING

from ....core.lazy_imports import imported_later, modules
from . import sampler, text
from .sampler import IntervalSampler

if TYPE_CHECKING:
    from . import vision  # noqa: F401

__all__ = ["IntervalSampler", "sampler", "text"]

__getattr__, __dir__ = imported_later(__name__, modules("vision"))

"""``mxnet.gluon.contrib.data``: texts of language models, and a sampler for them."""

from __future__ import annotations

from . import sampler, text
from .sampler import IntervalSampler

__all__ = ["IntervalSampler", "sampler", "text"]

"""Samplers for special kinds of data."""

from ...data.sampler import IntervalSampler

__all__ = ["IntervalSampler"]

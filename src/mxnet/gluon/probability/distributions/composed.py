"""Distributions made of others: with batch axes as events, or transformed."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from .constraint import Constraint, dependent_property
from .distribution import Distribution


def sum_last_axes(value: Any, count: int) -> Any:
    """Return the sum over the last ``count`` axes."""
    return value.sum(tuple(range(-count, 0))) if count else value


class Independent(Distribution):
    """A distribution whose last ``reinterpreted_batch_ndims`` axes of parameters belong to one event.

    The logarithm of the density and the entropy are summed over these axes.
    """

    def __init__(
        self, base_distribution: Distribution, reinterpreted_batch_ndims: int, validate_args: bool | None = None
    ) -> None:
        self.base_dist, self.reinterpreted_batch_ndims = base_distribution, reinterpreted_batch_ndims
        super().__init__((base_distribution.event_dim or 0) + reinterpreted_batch_ndims, validate_args)

    @property
    def has_enumerate_support(self) -> bool:  # type: ignore[override]
        """False where several elements make an event."""
        return self.reinterpreted_batch_ndims == 0 and self.base_dist.has_enumerate_support

    @dependent_property
    def support(self) -> Constraint:
        """The constraint of the base distribution's samples."""
        return self.base_dist.support

    @property
    def mean(self) -> Any:
        """The mean."""
        return self.base_dist.mean

    @property
    def variance(self) -> Any:
        """The variance."""
        return self.base_dist.variance

    def broadcast_to(self, batch_shape: Any) -> Independent:
        """Return the distribution with parameters broadcast to a shape, that of the reinterpreted axes not counted."""
        mean_shape = self.base_dist.mean.shape
        first, last = (len(mean_shape) - (item.event_dim or 0) for item in (self, self.base_dist))
        shape = (*batch_shape, *mean_shape[first:last])
        return Independent(self.base_dist.broadcast_to(shape), self.reinterpreted_batch_ndims)

    def sample(self, size: Any = None) -> Any:
        """Return samples of shape ``size``, that of the base distribution."""
        return self.base_dist.sample(size)

    def sample_n(self, size: Any) -> Any:
        """Return ``size`` independent samples for each element of the parameters."""
        return self.base_dist.sample_n(size)

    def log_prob(self, value: Any) -> Any:
        """Return the logarithm of the density, summed over the axes of an event."""
        return sum_last_axes(self.base_dist.log_prob(value), self.reinterpreted_batch_ndims)

    def entropy(self) -> Any:
        """Return the entropy, summed over the axes of an event."""
        return sum_last_axes(self.base_dist.entropy(), self.reinterpreted_batch_ndims)

    def enumerate_support(self) -> Any:
        """Return all values of the base distribution; NotImplementedError where several elements make an event."""
        if self.reinterpreted_batch_ndims:
            raise NotImplementedError("the values of an event of several elements are not enumerated")
        return self.base_dist.enumerate_support()


class TransformedDistribution(Distribution):
    """The distribution of ``transforms``, one after the other, of a sample of ``base_dist``."""

    def __init__(self, base_dist: Distribution, transforms: Any, validate_args: bool | None = None) -> None:
        self._base_dist = base_dist
        self._transforms: Sequence[Any] = list(transforms) if isinstance(transforms, (list, tuple)) else [transforms]
        event_dim = max([base_dist.event_dim or 0, *(transform.event_dim for transform in self._transforms)])
        super().__init__(event_dim, validate_args)

    @property
    def has_grad(self) -> bool:  # type: ignore[override]
        """Whether gradients reach the parameters through a sample."""
        return self._base_dist.has_grad

    def _transformed(self, value: Any) -> Any:
        for transform in self._transforms:
            value = transform(value)
        return value

    def sample(self, size: Any = None) -> Any:
        """Return transformed samples of shape ``size``."""
        return self._transformed(self._base_dist.sample(size))

    def sample_n(self, size: Any) -> Any:
        """Return ``size`` independent samples for each element of the parameters."""
        return self._transformed(self._base_dist.sample_n(size))

    def log_prob(self, value: Any) -> Any:
        """Return the logarithm of the density: that of the base's value, less how much the transforms stretch it."""
        event_dim = self.event_dim or 0
        stretched: Any = 0.0
        for transform in reversed(self._transforms):
            before = transform.inv(value)
            change = transform.log_det_jacobian(before, value)
            stretched = stretched + sum_last_axes(change, event_dim - transform.event_dim)
            value = before
        return sum_last_axes(self._base_dist.log_prob(value), event_dim - (self._base_dist.event_dim or 0)) - stretched

    def _sign(self) -> Any:
        return math.prod(transform.sign for transform in self._transforms)

    def cdf(self, value: Any) -> Any:
        """Return the probability of a sample up to a value."""
        sign = self._sign()
        for transform in reversed(self._transforms):
            value = transform.inv(value)
        return sign * (self._base_dist.cdf(value) - 0.5) + 0.5

    def icdf(self, value: Any) -> Any:
        """Return the value up to which a sample is with this probability."""
        return self._transformed(self._base_dist.icdf(self._sign() * (value - 0.5) + 0.5))

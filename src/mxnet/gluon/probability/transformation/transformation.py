"""Transformations: a function of arrays, its inverse, and the logarithm of how much it stretches."""

from __future__ import annotations

import math
import weakref
from collections.abc import Sequence
from typing import Any

from .... import numpy as np
from .... import numpy_extension as npx
from ...block import HybridBlock
from ..distributions.composed import sum_last_axes
from ..distributions.utils import cached_property

__all__ = [
    "AbsTransform", "AffineTransform", "ComposeTransform", "ExpTransform", "PowerTransform", "SigmoidTransform",
    "SoftmaxTransform", "TransformBlock", "Transformation",
]  # fmt: skip


class Transformation:
    """A function with an inverse. A subclass gives ``_forward_compute`` and ``_inverse_compute``.

    ``event_dim``: how many of the last axes one value takes.
    """

    #: whether each value comes from one value
    bijective = False
    event_dim = 0

    def __init__(self) -> None:
        self._inv: Any = None
        super().__init__()

    @property
    def sign(self) -> Any:
        """1 for a function that grows, -1 for one that falls."""
        raise NotImplementedError

    @property
    def inv(self) -> Transformation:
        """The inverse transformation."""
        inverse: Transformation | None = self._inv() if self._inv is not None else None
        if inverse is None:
            inverse = _InverseTransformation(self)
            self._inv = weakref.ref(inverse)
        return inverse

    def __call__(self, x: Any) -> Any:
        """Return the transformed value."""
        return self._forward_compute(x)

    def _inv_call(self, y: Any) -> Any:
        return self._inverse_compute(y)

    def _forward_compute(self, x: Any) -> Any:
        raise NotImplementedError

    def _inverse_compute(self, y: Any) -> Any:
        raise NotImplementedError

    def log_det_jacobian(self, x: Any, y: Any) -> Any:
        """Return ``log |dy / dx|`` of a value ``x`` and its transformed value ``y``."""
        raise NotImplementedError


class _InverseTransformation(Transformation):
    """The inverse of another transformation."""

    def __init__(self, forward: Transformation) -> None:
        super().__init__()
        self._forward = forward
        self.bijective, self.event_dim = forward.bijective, forward.event_dim

    @property
    def inv(self) -> Transformation:
        return self._forward

    @property
    def sign(self) -> Any:
        return self._forward.sign

    def __call__(self, x: Any) -> Any:
        return self._forward._inv_call(x)

    def log_det_jacobian(self, x: Any, y: Any) -> Any:
        return -self._forward.log_det_jacobian(y, x)


class TransformBlock(Transformation, HybridBlock):
    """A transformation with parameters to learn, such as a step of a normalizing flow."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        HybridBlock.__init__(self, *args, **kwargs)
        self._inv = None

    def __call__(self, x: Any) -> Any:
        """Return the transformed value, by the block: hooks run, and a hybridized one as a graph."""
        return HybridBlock.__call__(self, x)

    def forward(self, x: Any) -> Any:
        """Return the transformed value."""
        return self._forward_compute(x)


class ComposeTransform(Transformation):
    """Transformations one after the other."""

    def __init__(self, parts: Sequence[Transformation]) -> None:
        super().__init__()
        self._parts = list(parts)

    @cached_property
    def sign(self) -> Any:
        """The product of the parts' signs."""
        return math.prod(part.sign for part in self._parts)

    @cached_property
    def event_dim(self) -> int:
        """The largest of the parts."""
        return max([0, *(part.event_dim for part in self._parts)])

    @property
    def inv(self) -> Transformation:
        """The inverses in reverse order."""
        return ComposeTransform([part.inv for part in reversed(self._parts)])

    def _forward_compute(self, x: Any) -> Any:
        for part in self._parts:
            x = part(x)
        return x

    def log_det_jacobian(self, x: Any, y: Any) -> Any:
        """Return the sum of the parts' logarithms."""
        result: Any = np.zeros_like(x)
        result = sum_last_axes(result, self.event_dim)
        for part in self._parts:
            following = part(x)
            result = result + sum_last_axes(part.log_det_jacobian(x, following), self.event_dim - part.event_dim)
            x = following
        return result


class ExpTransform(Transformation):
    """``y = exp(x)``."""

    bijective = True
    sign = 1

    def _forward_compute(self, x: Any) -> Any:
        return np.exp(x)

    def _inverse_compute(self, y: Any) -> Any:
        return np.log(y)

    def log_det_jacobian(self, x: Any, y: Any) -> Any:
        """Return ``x``."""
        return x


class AffineTransform(Transformation):
    """``y = loc + scale * x``."""

    bijective = True

    def __init__(self, loc: Any, scale: Any, event_dim: int = 0) -> None:
        super().__init__()
        self._loc, self._scale, self.event_dim = loc, scale, event_dim

    def _forward_compute(self, x: Any) -> Any:
        return self._loc + self._scale * x

    def _inverse_compute(self, y: Any) -> Any:
        return (y - self._loc) / self._scale

    def log_det_jacobian(self, x: Any, y: Any) -> Any:
        """Return ``log |scale|``, summed over the axes of an event."""
        return sum_last_axes(np.zeros_like(x) + np.log(np.abs(np.ones_like(x) * self._scale)), self.event_dim)

    @property
    def sign(self) -> Any:
        """The sign of ``scale``."""
        return np.sign(self._scale)


class PowerTransform(Transformation):
    """``y = x ** exponent``, for positive ``x``."""

    bijective = True
    sign = 1

    def __init__(self, exponent: Any) -> None:
        super().__init__()
        self._exponent = exponent

    def _forward_compute(self, x: Any) -> Any:
        return np.power(x, self._exponent)

    def _inverse_compute(self, y: Any) -> Any:
        return np.power(y, 1 / self._exponent)

    def log_det_jacobian(self, x: Any, y: Any) -> Any:
        """Return ``log |exponent * y / x|``."""
        return np.log(np.abs(self._exponent * y / x))


class SigmoidTransform(Transformation):
    """``y = 1 / (1 + exp(-x))``."""

    bijective = True
    sign = 1

    def _forward_compute(self, x: Any) -> Any:
        return npx.sigmoid(x)

    def _inverse_compute(self, y: Any) -> Any:
        return np.log(y) - np.log1p(-y)

    def log_det_jacobian(self, x: Any, y: Any) -> Any:
        """Return ``log(y * (1 - y))``."""
        return -npx.activation(-x, "softrelu") - npx.activation(x, "softrelu")


class SoftmaxTransform(Transformation):
    """The softmax along the last axis; its inverse is the logarithm."""

    event_dim = 1

    def _forward_compute(self, x: Any) -> Any:
        return npx.softmax(x, axis=-1)

    def _inverse_compute(self, y: Any) -> Any:
        return np.log(y)


class AbsTransform(Transformation):
    """``y = |x|``."""

    def _forward_compute(self, x: Any) -> Any:
        return np.abs(x)

    def _inverse_compute(self, y: Any) -> Any:
        return y

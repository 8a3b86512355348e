"""Initializers that draw from the device's generator: uniform, normal, orthogonal, and scaled by the layer's size."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from .. import ndarray as nd
from ..core.errors import MXNetValueError, shortened
from .base import Initializer, checked_number, register


def _uniform(scale: float, out: Any) -> None:
    checked_number("scale", scale)
    nd.random.uniform(-scale, scale, out=out)


def _normal(sigma: float, out: Any) -> None:
    nd.random.normal(0, checked_number("sigma", sigma), out=out)


@register
class Uniform(Initializer):
    """Draw weights uniformly from [-scale, scale]."""

    def __init__(self, scale: float = 0.07) -> None:
        super().__init__(scale=scale)
        self.scale = scale

    def _init_weight(self, name: str, arr: Any) -> None:
        _uniform(self.scale, arr)


@register
class Normal(Initializer):
    """Draw weights from a normal distribution with mean 0 and standard deviation ``sigma``."""

    def __init__(self, sigma: float = 0.01) -> None:
        super().__init__(sigma=sigma)
        self.sigma = sigma

    def _init_weight(self, name: str, arr: Any) -> None:
        _normal(self.sigma, arr)


@register
class Orthogonal(Initializer):
    """Make the rows (or columns, whichever are fewer) of a weight orthogonal, of length ``scale``.

    A weight of more than two axes counts as a matrix of its first axis by all others. ``rand_type`` is the
    distribution, ``'uniform'`` or ``'normal'``, of the matrix whose singular vectors are taken (Saxe et al. 2014).
    """

    def __init__(self, scale: float = 1.414, rand_type: str = "uniform") -> None:
        super().__init__(scale=scale, rand_type=rand_type)
        self.scale = scale
        self.rand_type = rand_type

    def _init_weight(self, name: str, arr: Any) -> None:
        rows, columns = arr.shape[0], int(np.prod(arr.shape[1:]))
        if self.rand_type == "uniform":
            drawn = nd.random.uniform(-1.0, 1.0, shape=(rows, columns))
        elif self.rand_type == "normal":
            drawn = nd.random.normal(0.0, 1.0, shape=(rows, columns))
        else:
            raise ValueError(f"rand_type: expected 'uniform' or 'normal', got {shortened(repr(self.rand_type))}")
        left, _, right = np.linalg.svd(drawn.asnumpy(), full_matrices=False)
        basis = left if left.shape == (rows, columns) else right
        arr[:] = (checked_number("scale", self.scale) * basis).reshape(arr.shape)


@register
class Xavier(Initializer):
    """Scale random weights by the number of inputs and outputs, so that signals keep their size (Glorot, Bengio 2010).

    ``rnd_type`` is ``'uniform'`` (in [-c, c]) or ``'gaussian'`` (deviation c), with
    ``c = sqrt(magnitude / n)`` and n the inputs (``factor_type='in'``), outputs (``'out'``) or their mean (``'avg'``).

    Raises ValueError for a weight of fewer than two axes, for unknown types and for a negative magnitude.
    """

    def __init__(self, rnd_type: str = "uniform", factor_type: str = "avg", magnitude: float = 3) -> None:
        super().__init__(rnd_type=rnd_type, factor_type=factor_type, magnitude=magnitude)
        self.rnd_type = rnd_type
        self.factor_type = factor_type
        self.magnitude = float(checked_number("magnitude", magnitude))

    def _init_weight(self, name: str, arr: Any) -> None:
        shape = arr.shape
        if len(shape) < 2:
            raise ValueError(
                f"Xavier initializer cannot be applied to vector {name} of shape {shape}. It requires at least 2D."
            )
        window = float(np.prod(shape[2:]))
        fan_in, fan_out = shape[1] * window, shape[0] * window
        counts = {"avg": (fan_in + fan_out) / 2.0, "in": fan_in, "out": fan_out}
        if self.factor_type not in list(counts):
            raise ValueError(
                f"Incorrect factor type {shortened(repr(self.factor_type))}: expected one of {list(counts)}"
            )
        draws = {"uniform": _uniform, "gaussian": _normal}
        if self.rnd_type not in list(draws):  # what a file says need not be a text
            raise ValueError(f"Unknown random type {shortened(repr(self.rnd_type))}: expected 'uniform' or 'gaussian'")
        if not self.magnitude >= 0:
            raise MXNetValueError(f"magnitude: expected at least 0, got {self.magnitude}")
        if not arr.size:
            return
        draws[self.rnd_type](math.sqrt(self.magnitude / counts[self.factor_type]), arr)


@register
class MSRAPrelu(Xavier):
    """Draw normal weights scaled for PReLU layers with the given ``slope`` (He et al. 2015)."""

    def __init__(self, factor_type: str = "avg", slope: float = 0.25) -> None:
        factor = float(checked_number("slope", slope))
        super().__init__("gaussian", factor_type, 2.0 / (1 + factor * factor))
        self._kwargs = {"factor_type": factor_type, "slope": slope}

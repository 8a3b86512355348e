"""Initializers that draw from the device's generator: uniform, normal, orthogonal, and scaled by the layer's size."""

import math
from typing import Any

import numpy as np

from .. import ndarray as nd
from ..core.errors import MXNetValueError, explains_arguments, shortened
from .base import Initializer, checked_number, register

__all__ = ["MSRAPrelu", "Normal", "Orthogonal", "Uniform", "Xavier"]


def _uniform(scale: float, out: Any) -> None:
    checked_number("scale", scale)
    nd.random.uniform(-scale, scale, out=out)


def _normal(sigma: float, out: Any) -> None:
    nd.random.normal(0, checked_number("sigma", sigma), out=out)


@register
class Uniform(Initializer):
    """Draw weights uniformly from [-scale, scale].

    Parameters
    ----------
    scale
        The bound of the interval.

    Notes
    -----
    ``net.initialize()`` draws so, with a scale of 0.07, unless an initializer is given.

    Examples
    --------
    >>> weight = nd.zeros((50, 50))
    >>> mx.init.Uniform(0.1)(mx.init.InitDesc("fc_weight"), weight)
    >>> print(weight.min().asscalar() >= -0.1, weight.max().asscalar() <= 0.1)
    True True
    """

    def __init__(self, scale: float = 0.07) -> None:
        super().__init__(scale=scale)
        self.scale = scale

    def _init_weight(self, name: str, arr: Any) -> None:
        _uniform(self.scale, arr)


@register
class Normal(Initializer):
    """Draw weights from a normal distribution with mean 0.

    Parameters
    ----------
    sigma
        The standard deviation.

    Examples
    --------
    >>> weight = nd.zeros((50, 50))
    >>> mx.init.Normal(0.5)(mx.init.InitDesc("fc_weight"), weight)
    >>> print(weight.asnumpy().std().round(1))
    0.5
    """

    def __init__(self, sigma: float = 0.01) -> None:
        super().__init__(sigma=sigma)
        self.sigma = sigma

    def _init_weight(self, name: str, arr: Any) -> None:
        _normal(self.sigma, arr)


@register
class Orthogonal(Initializer):
    """Make the rows of a weight, or its columns where they are fewer, orthogonal to each other.

    A weight of more than two axes counts as a matrix of its first axis by all others. The rows (or columns) are
    singular vectors of a random matrix, times ``scale``.

    Parameters
    ----------
    scale
        The length of each row (or column).
    rand_type
        What the random matrix is drawn from: 'uniform', in [-1, 1], or 'normal'.

    Raises
    ------
    ValueError
        When it is called, for another ``rand_type``.

    Notes
    -----
    Saxe, McClelland and Ganguli, "Exact solutions to the nonlinear dynamics of learning in deep linear neural
    networks", arXiv 1312.6120.

    Examples
    --------
    >>> weight = nd.zeros((2, 3))
    >>> mx.init.Orthogonal(scale=2)(mx.init.InitDesc("fc_weight"), weight)
    >>> print(abs(nd.dot(weight, weight.T)).asnumpy().round(3))
    [[4. 0.]
     [0. 4.]]
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
    """Draw weights at a scale such that signals keep their size from layer to layer.

    With ``c = sqrt(magnitude / n)``, where ``n`` is the number of a neuron's inputs or outputs or their mean, weights
    are drawn uniformly from [-c, c], or normally with the standard deviation c. A weight (out, in, height, width) has
    ``in * height * width`` inputs and ``out * height * width`` outputs.

    Parameters
    ----------
    rnd_type
        'uniform': weights are from [-c, c]; 'gaussian': normal, with standard deviation c.
    factor_type
        What ``n`` is: 'in', the inputs; 'out', the outputs; 'avg', the mean of both.
    magnitude
        The square of c times n, from 0: 3 with 'uniform' and 'avg' is Glorot's initialization; 2 with 'gaussian' and
        'in' is He's, for ReLU.

    Raises
    ------
    ValueError
        When it is called, for a weight of fewer than two axes, for unknown types, and for a negative magnitude.

    Notes
    -----
    Glorot and Bengio, "Understanding the difficulty of training deep feedforward neural networks", 2010.

    Examples
    --------
    >>> net = nn.Dense(100, in_units=200)
    >>> net.initialize(mx.init.Xavier(rnd_type="gaussian", factor_type="in", magnitude=2))
    >>> print(net.weight.data().asnumpy().std().round(2))
    0.1
    """

    @explains_arguments
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
        if 0 in arr.shape:
            return
        draws[self.rnd_type](math.sqrt(self.magnitude / counts[self.factor_type]), arr)


@register
class MSRAPrelu(Xavier):
    """Draw normal weights at the scale for layers that a PReLU or leaky ReLU follows.

    It is ``Xavier("gaussian", factor_type, 2 / (1 + slope**2))``.

    Parameters
    ----------
    factor_type
        What divides the variance: 'in', the number of a neuron's inputs; 'out', of its outputs; 'avg', the mean of
        both.
    slope
        The slope of the activation for negative values; 0 for ReLU.

    Notes
    -----
    He et al., "Delving deep into rectifiers: surpassing human-level performance on ImageNet classification", arXiv
    1502.01852.

    Examples
    --------
    >>> net = nn.Dense(100, in_units=200)
    >>> net.initialize(mx.init.MSRAPrelu(factor_type="in", slope=0))
    >>> print(net.weight.data().asnumpy().std().round(2))
    0.1
    """

    def __init__(self, factor_type: str = "avg", slope: float = 0.25) -> None:
        factor = float(checked_number("slope", slope))
        super().__init__("gaussian", factor_type, 2.0 / (1 + factor * factor))
        self._kwargs = {"factor_type": factor_type, "slope": slope}

"""The base class of distributions, and the one of those whose functions ``torch.distributions`` computes."""

import json
import numbers
from functools import cache
from typing import Any, ClassVar, Self

import numpy
from torch import distributions as td

from .... import autograd
from .... import numpy as np
from ....ndarray.numpy import _internal
from ....ops.np_distributions import FAMILIES
from .constraint import Constraint, is_dependent
from .utils import sample_n_shape_converter


class Distribution:
    """A probability distribution.

    ``event_dim``: how many of the last axes of a sample belong to one event (0 for numbers, 1 for vectors).
    ``validate_args``: whether parameters and samples are checked (ValueError); None: as
    :meth:`set_default_validate_args` says, which is not unless it was called.
    """

    #: whether gradients reach the parameters through a sample
    has_grad = False
    #: whether :meth:`enumerate_support` works
    has_enumerate_support = False
    #: by parameter: its constraint
    arg_constraints: ClassVar[dict[str, Constraint]] = {}
    _validate_args = False

    @staticmethod
    def set_default_validate_args(value: bool) -> None:
        """Check parameters and samples of distributions made from now on, or do not."""
        if value not in (True, False):
            raise ValueError(f"expected True or False, got {value!r}")
        Distribution._validate_args = value

    def __init__(self, event_dim: int | None = None, validate_args: bool | None = None) -> None:
        self.event_dim = event_dim
        if validate_args is not None:
            self._validate_args = validate_args
        if self._validate_args:
            for name, region in self.arg_constraints.items():
                if name in vars(self) and not is_dependent(region):
                    setattr(self, name, region.check(vars(self)[name]))

    @property
    def support(self) -> Constraint:
        """The constraint that samples satisfy."""
        raise NotImplementedError

    def log_prob(self, value: Any) -> Any:
        """Return the logarithm of the density, or of the probability, of values."""
        raise NotImplementedError

    def pdf(self, value: Any) -> Any:
        """Return the density, or the probability, of values."""
        return np.exp(self.log_prob(value))

    def cdf(self, value: Any) -> Any:
        """Return the probability of a sample up to a value."""
        raise NotImplementedError

    def icdf(self, value: Any) -> Any:
        """Return the value up to which a sample is with this probability."""
        raise NotImplementedError

    def sample(self, size: Any = None) -> Any:
        """Return samples of shape ``size``, to which the parameters broadcast (default: their own shape).

        The axes of an event come in addition.
        """
        raise NotImplementedError

    def sample_n(self, size: Any) -> Any:
        """Return ``size`` (a number or a shape) independent samples for each element of the parameters."""
        raise NotImplementedError

    def broadcast_to(self, batch_shape: Any) -> Any:
        """Return the distribution with parameters broadcast to a shape (without the axes of an event)."""
        raise NotImplementedError

    def enumerate_support(self) -> Any:
        """Return all possible values along a new first axis."""
        raise NotImplementedError

    @property
    def mean(self) -> Any:
        """The mean."""
        raise NotImplementedError

    @property
    def variance(self) -> Any:
        """The variance."""
        raise NotImplementedError

    @property
    def stddev(self) -> Any:
        """The standard deviation."""
        return np.sqrt(self.variance)

    def entropy(self) -> Any:
        """Return the entropy, in nats."""
        raise NotImplementedError

    def perplexity(self) -> Any:
        """Return ``exp`` of the entropy."""
        return np.exp(self.entropy())

    def __repr__(self) -> str:
        shapes = [f"{name}: {_described(value)}" for name, value in vars(self).items() if name in self.arg_constraints]
        return f"{type(self).__name__}({', '.join(shapes)})"

    def _validate_samples(self, value: Any) -> Any:
        """Return the value; ValueError if it cannot be a sample."""
        return self.support.check(value)

    def _checked(self, value: Any) -> Any:
        return self._validate_samples(value) if self._validate_args else value


def _described(value: Any) -> str:
    return f"size {value.shape}" if hasattr(value, "shape") else repr(value)


class ExponentialFamily(Distribution):
    """A distribution of density ``h(x) * exp(sum(theta * T(x)) - A(theta))``.

    A subclass gives its natural parameters ``theta``, ``_log_normalizer(*theta)``, which is ``A``, and the mean of
    ``log h(x)``; the entropy follows from them.
    """

    @property
    def _natural_params(self) -> tuple[Any, ...]:
        raise NotImplementedError

    def _log_normalizer(self, *natural_params: Any) -> Any:
        raise NotImplementedError

    @property
    def _mean_carrier_measure(self) -> Any:
        raise NotImplementedError

    def entropy(self) -> Any:
        """Return the entropy: ``A(theta) - theta * A'(theta)``, less the mean of ``log h``."""
        parameters = [np.array(theta).copy() for theta in self._natural_params]
        for theta in parameters:
            theta.attach_grad()
        with autograd.record():
            normalizer = self._log_normalizer(*parameters)
        gradients = autograd.grad(normalizer, parameters)
        inner = sum((theta * gradient for theta, gradient in zip(parameters, gradients, strict=True)), np.zeros(()))
        return normalizer - inner - self._mean_carrier_measure


class TorchDistribution(Distribution):
    """A distribution of a family of :mod:`mxnet.ops.np_distributions`, which is named as the class is."""

    #: the parameters that the family takes; of alternatives, the one that was passed; None: those with constraints
    parameters: tuple[str, ...] | None = None
    #: axes of an event in a sample, and in each parameter that has some
    events = 0
    parameter_events: ClassVar[dict[str, int]] = {}

    def __init__(self, validate_args: bool | None = None, **parameters: Any) -> None:
        for name, value in parameters.items():
            if value is not None:
                setattr(self, name, value)
        super().__init__(event_dim=self.events, validate_args=validate_args)

    @property
    def _family(self) -> str:
        return next(cls.__name__ for cls in type(self).__mro__ if cls.__name__ in FAMILIES)

    def _parameter_values(self) -> dict[str, Any]:
        """Return the parameters: numbers and arrays, of which one is an array."""
        values = {name: vars(self)[name] for name in self.parameters or self.arg_constraints if name in vars(self)}
        if not any(isinstance(value, np.ndarray) for value in values.values()):
            first = next(iter(values))
            values[first] = np.array(values[first])
        return values

    def _described(self, prefix: str = "") -> tuple[list[Any], dict[str, str]]:
        """Return the parameters that are arrays, and the attributes that tell the family, their names and the rest."""
        values = self._parameter_values()
        arrays = {name: value for name, value in values.items() if isinstance(value, np.ndarray)}
        rest = {name: _plain(value) for name, value in values.items() if name not in arrays}
        named = {"names": ",".join(arrays), "numbers": json.dumps(rest)}
        family = {prefix.removesuffix("_") or "family": self._family}
        return list(arrays.values()), family | {prefix + key: value for key, value in named.items()}

    def _compute(self, method: str, *values: Any) -> Any:
        if not _has(self._family, method):
            raise NotImplementedError(f"{type(self).__name__} has no {method}")
        arrays, attributes = self._described()
        values = tuple(value if isinstance(value, np.ndarray) else np.array(value) for value in values)
        return _internal.distribution(*of_one_type([*arrays, *values]), method=method, **attributes)

    def log_prob(self, value: Any) -> Any:
        """Return the logarithm of the density, or of the probability, of values."""
        return self._compute("log_prob", self._checked(value))

    def cdf(self, value: Any) -> Any:
        """Return the probability of a sample up to a value."""
        return self._compute("cdf", self._checked(value))

    def icdf(self, value: Any) -> Any:
        """Return the value up to which a sample is with this probability."""
        return self._compute("icdf", value)

    def entropy(self) -> Any:
        """Return the entropy, in nats."""
        return self._compute("entropy")

    @property
    def mean(self) -> Any:
        """The mean."""
        return self._compute("mean")

    @property
    def variance(self) -> Any:
        """The variance."""
        return self._compute("variance")

    def sample(self, size: Any = None) -> Any:
        """Return samples of shape ``size``, to which the parameters broadcast (default: their own shape)."""
        return self._drawn(size, batched=False)

    def sample_n(self, size: Any = None) -> Any:
        """Return ``size`` (a number or a shape) independent samples for each element of the parameters."""
        return self._drawn(size, batched=True)

    def _drawn(self, size: Any, batched: bool) -> Any:
        arrays, attributes = self._described()
        arrays = of_one_type(arrays)
        shape = None if size is None else sample_n_shape_converter(size)
        return _internal.distribution_sample(*arrays, size=shape, batched=batched, **attributes)

    def broadcast_to(self, batch_shape: Any) -> Self:
        """Return the distribution with parameters broadcast to a shape (without the axes of an event)."""
        new = object.__new__(type(self))
        vars(new).update(vars(self))
        for name, value in self._parameter_values().items():
            if name not in _OF_ALL:
                array = value if isinstance(value, np.ndarray) else np.array(value)
                event = array.shape[array.ndim - self.parameter_events.get(name, 0) :]
                setattr(new, name, np.broadcast_to(array, (*batch_shape, *event)))
        return new


#: parameters of the whole distribution, not of its elements
_OF_ALL = ("total_count", "T")


def of_one_type(arrays: list[Any]) -> list[Any]:
    """Return arrays as floats of one type, the widest of theirs; float32 of integers alone."""
    types = {array.dtype for array in arrays}
    if len(types) == 1 and _is_float(*types):
        return arrays
    dtype = numpy.result_type(*filter(_is_float, types)) if any(map(_is_float, types)) else numpy.float32
    return [array.astype(dtype) for array in arrays]


def _is_float(dtype: Any) -> bool:
    return numpy.dtype(dtype).kind not in "biu"


def _plain(value: Any) -> Any:
    return int(value) if isinstance(value, numbers.Integral) else float(value)


#: functions that PyTorch's classes inherit without being able to compute them, or answer with NaN
_NOT_COMPUTED = {
    "Categorical": ("mean", "variance"),
    "Poisson": ("entropy",),
    "RelaxedBernoulli": ("cdf", "icdf", "entropy", "mean", "variance"),
    "RelaxedOneHotCategorical": ("cdf", "icdf", "entropy", "mean", "variance"),
}


@cache
def _has(family: str, method: str) -> bool:
    """Return whether PyTorch's class of a family's name computes a function."""
    cls = getattr(td, family)
    return method not in _NOT_COMPUTED.get(family, ()) and getattr(cls, method) is not getattr(td.Distribution, method)

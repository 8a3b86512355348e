"""The Kullback-Leibler divergence of one distribution from another."""

from collections.abc import Callable
from typing import Any

import torch
from torch import distributions as td

from ....ndarray.numpy import _internal
from ....ops.np_distributions import FAMILIES
from .composed import Independent, sum_last_axes
from .distribution import Distribution, TorchDistribution, of_one_type

_REGISTERED: dict[tuple[type, type], Callable[[Any, Any], Any]] = {}


def register_kl(typeP: type, typeQ: type) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Decorate the function that computes the divergence of a ``typeP`` from a ``typeQ``."""
    if not (issubclass(typeP, Distribution) and issubclass(typeQ, Distribution)):
        raise TypeError("register_kl: expected two classes of distributions")

    def decorate(function: Callable[..., Any]) -> Callable[..., Any]:
        _REGISTERED[typeP, typeQ] = function
        return function

    return decorate


def _registered(p: type, q: type) -> Callable[[Any, Any], Any] | None:
    """Return the function that is registered for the nearest base classes."""
    for base_p in p.__mro__:
        for base_q in q.__mro__:
            if (base_p, base_q) in _REGISTERED:
                return _REGISTERED[base_p, base_q]
    return None


def kl_divergence(p: Distribution, q: Distribution) -> Any:
    """Return the divergence ``E_p[log p(x) - log q(x)]``, for each element of the parameters.

    NotImplementedError for pairs of distributions without a formula; :func:`empirical_kl` estimates it.
    """
    function = _registered(type(p), type(q))
    if function is not None:
        return function(p, q)
    if isinstance(p, TorchDistribution) and isinstance(q, TorchDistribution) and _has_formula(p, q):
        arrays, attributes = p._described()
        others, other_attributes = q._described("other_")
        return _internal.distribution_kl(*of_one_type([*arrays, *others]), **attributes, **other_attributes)
    raise NotImplementedError(f"KL divergence between {type(p).__name__} and {type(q).__name__} is not implemented.")


def empirical_kl(p: Distribution, q: Distribution, n_samples: int = 1) -> Any:
    """Return an estimate of the divergence: the mean of ``log p(x) - log q(x)`` over samples of ``p``."""
    samples = p.sample_n(n_samples)
    return (p.log_prob(samples) - q.log_prob(samples)).mean(axis=0)


_HAS_FORMULA: dict[tuple[str, str], bool] = {}


def _has_formula(p: TorchDistribution, q: TorchDistribution) -> bool:
    """Return whether PyTorch has a formula for two families."""
    pair = p._family, q._family
    if pair not in _HAS_FORMULA:
        try:
            td.kl_divergence(_example(p), _example(q))
            _HAS_FORMULA[pair] = True
        except NotImplementedError:
            _HAS_FORMULA[pair] = False
    return _HAS_FORMULA[pair]


def _example(distribution: TorchDistribution) -> td.Distribution:
    """Return a distribution of the same family with parameters that any of them admits."""
    axes = {name: distribution.parameter_events.get(name, 0) for name in distribution._parameter_values()}
    values = {name: torch.eye(2) if count == 2 else torch.full((2,) * count, 0.5) for name, count in axes.items()}
    return FAMILIES[distribution._family](**values | {name: 1 for name in axes if name in ("n", "total_count")})


@register_kl(Independent, Independent)
def _of_independent(p: Any, q: Any) -> Any:
    if p.reinterpreted_batch_ndims != q.reinterpreted_batch_ndims:
        raise NotImplementedError("KL divergence of distributions with events of different numbers of axes")
    return sum_last_axes(kl_divergence(p.base_dist, q.base_dist), p.reinterpreted_batch_ndims)

"""Probability distributions: their functions by ``torch.distributions``, their draws from MXNet's own generators.

An operator takes the parameters that are arrays as inputs, in the order of ``names``, and after them the values;
``numbers`` are the other parameters, as JSON. Parameters are PyTorch's, but for the families whose row says otherwise.
"""

import json
import math
from collections.abc import Callable, Sequence
from typing import Any, Literal

import torch
from torch import distributions as td

from ..core import torch_compat
from ..core.constants import constant
from ..core.errors import MXNetError, MXNetShapeError, shortened
from ..core.params import Shape
from ..core.rng import generator
from ..registry import op

Family = Callable[..., td.Distribution]
Method = Literal["cdf", "entropy", "icdf", "log_prob", "mean", "variance"]


def _class(name: str, **renamed: str) -> Family:
    """Return how ``torch.distributions.name`` is made; ``renamed``: PyTorch's parameter by that of MXNet."""
    cls = getattr(td, name)

    def make(**parameters: Any) -> td.Distribution:
        return cls(**{renamed.get(key, key): value for key, value in parameters.items()}, validate_args=False)

    return make


def _inverse(value: Any) -> Any:
    return 1 / value


#: how a distribution is made of MXNet's parameters
FAMILIES: dict[str, Family] = {
    "Bernoulli": _class("Bernoulli", prob="probs", logit="logits"),
    "Beta": _class("Beta", alpha="concentration1", beta="concentration0"),
    "Binomial": _class("Binomial", n="total_count", prob="probs", logit="logits"),
    "Categorical": _class("Categorical", prob="probs", logit="logits"),
    "Cauchy": _class("Cauchy"),
    "Chi2": _class("Chi2"),
    "Dirichlet": _class("Dirichlet", alpha="concentration"),
    "Exponential": lambda scale: td.Exponential(_inverse(scale), validate_args=False),
    "FisherSnedecor": _class("FisherSnedecor"),
    "Gamma": lambda shape, scale: td.Gamma(shape, _inverse(scale), validate_args=False),
    "Geometric": _class("Geometric", prob="probs", logit="logits"),
    "Gumbel": _class("Gumbel"),
    "HalfCauchy": _class("HalfCauchy"),
    "HalfNormal": _class("HalfNormal"),
    "Laplace": _class("Laplace"),
    "Multinomial": _class("Multinomial", prob="probs", logit="logits"),
    "MultivariateNormal": _class(
        "MultivariateNormal", cov="covariance_matrix", precision="precision_matrix", scale_tril="scale_tril"
    ),
    "NegativeBinomial": _class("NegativeBinomial", n="total_count", prob="probs", logit="logits"),
    "Normal": _class("Normal"),
    "OneHotCategorical": _class("OneHotCategorical", prob="probs", logit="logits"),
    "Pareto": _class("Pareto"),
    "Poisson": _class("Poisson"),
    "RelaxedBernoulli": _class("RelaxedBernoulli", T="temperature", prob="probs", logit="logits"),
    "RelaxedOneHotCategorical": _class("RelaxedOneHotCategorical", T="temperature", prob="probs", logit="logits"),
    "StudentT": _class("StudentT"),
    "Uniform": _class("Uniform"),
    "Weibull": _class("Weibull"),
}


class _Noise:
    """Random numbers of a type on a device, from MXNet's generator."""

    def __init__(self, like: torch.Tensor) -> None:
        self.kwargs: dict[str, Any] = {"dtype": like.dtype, "device": like.device}
        self.generator = generator(like.device)

    def normal(self, shape: Sequence[int]) -> torch.Tensor:
        return torch.randn(shape, generator=self.generator, **self.kwargs)

    def uniform(self, shape: Sequence[int]) -> torch.Tensor:
        """Return numbers in ``(0, 1)``, whose logarithm is finite."""
        drawn = torch.rand(shape, generator=self.generator, **self.kwargs)
        return drawn.clamp(min=torch.finfo(drawn.dtype).tiny)

    def exponential(self, shape: Sequence[int]) -> torch.Tensor:
        return torch.empty(shape, **self.kwargs).exponential_(generator=self.generator)

    def gumbel(self, shape: Sequence[int]) -> torch.Tensor:
        return -self.exponential(shape).log()

    def gamma(self, alpha: torch.Tensor, shape: Sequence[int]) -> torch.Tensor:
        """Return draws of scale 1, with gradients for ``alpha``."""
        drawn = torch_compat.standard_gamma(alpha.expand(shape).contiguous(), generator=self.generator)
        return drawn.clamp(min=torch.finfo(drawn.dtype).tiny)

    def poisson(self, rate: torch.Tensor) -> torch.Tensor:
        return torch.poisson(rate.detach().contiguous(), generator=self.generator)

    def category(self, probs: torch.Tensor, shape: Sequence[int]) -> torch.Tensor:
        rows = probs.detach().expand(*shape, probs.shape[-1]).reshape(-1, probs.shape[-1])
        return torch.multinomial(rows, 1, replacement=True, generator=self.generator).reshape(tuple(shape))


def _dirichlet(alpha: torch.Tensor, n: _Noise, shape: Sequence[int]) -> torch.Tensor:
    drawn = n.gamma(alpha, (*shape, alpha.shape[-1]))
    return drawn / drawn.sum(-1, keepdim=True)


def _chi2(df: torch.Tensor, n: _Noise, shape: Sequence[int]) -> torch.Tensor:
    return 2 * n.gamma(df / 2, shape)


def _one_hot(probs: torch.Tensor, n: _Noise, shape: Sequence[int]) -> torch.Tensor:
    return torch.nn.functional.one_hot(n.category(probs, shape), probs.shape[-1]).to(probs.dtype)


def _multinomial(d: Any, n: _Noise, shape: Sequence[int]) -> torch.Tensor:
    return sum((_one_hot(d.probs, n, shape) for _ in range(d.total_count)), torch.zeros((), **n.kwargs))


def _binomial(d: Any, n: _Noise, shape: Sequence[int]) -> torch.Tensor:
    count = torch.as_tensor(d.total_count, **n.kwargs).expand(shape).contiguous()
    return torch.binomial(count, d.probs.detach().expand(shape).contiguous(), generator=n.generator)


def _negative_binomial(d: Any, n: _Noise, shape: Sequence[int]) -> torch.Tensor:
    return n.poisson(n.gamma(torch.as_tensor(d.total_count, **n.kwargs), shape) * d.logits.exp())


def _relaxed_one_hot(d: Any, n: _Noise, shape: Sequence[int]) -> torch.Tensor:
    return torch.softmax((d.logits + n.gumbel((*shape, d.logits.shape[-1]))) / d.temperature, -1)


def _relaxed_bernoulli(d: Any, n: _Noise, shape: Sequence[int]) -> torch.Tensor:
    u = n.uniform(shape)
    return torch.sigmoid((d.logits + u.log() - torch.log1p(-u)) / d.temperature)


def _laplace(d: Any, n: _Noise, shape: Sequence[int]) -> torch.Tensor:
    return d.loc + d.scale * (n.exponential(shape) - n.exponential(shape))


def _f_ratio(d: Any, n: _Noise, shape: Sequence[int]) -> torch.Tensor:
    return (_chi2(d.df1, n, shape) / d.df1) / (_chi2(d.df2, n, shape) / d.df2)


def _multivariate(d: Any, n: _Noise, shape: Sequence[int]) -> torch.Tensor:
    return d.loc + (d.scale_tril @ n.normal((*shape, *d.event_shape)).unsqueeze(-1)).squeeze(-1)


def _cauchy(n: _Noise, shape: Sequence[int]) -> torch.Tensor:
    return torch.tan(math.pi * (n.uniform(shape) - 0.5))


Draw = Callable[[Any, _Noise, Sequence[int]], torch.Tensor]
#: how ``shape`` independent draws are made of noise; gradients reach the parameters where the families have them
DRAWS: dict[str, Draw] = {
    "Bernoulli": lambda d, n, shape: (n.uniform(shape) < d.probs).to(d.probs.dtype),
    "Beta": lambda d, n, shape: _dirichlet(d._dirichlet.concentration, n, shape)[..., 0],
    "Binomial": _binomial,
    "Categorical": lambda d, n, shape: n.category(d.probs, shape),
    "Cauchy": lambda d, n, shape: d.loc + d.scale * _cauchy(n, shape),
    "Chi2": lambda d, n, shape: _chi2(d.df, n, shape),
    "Dirichlet": lambda d, n, shape: _dirichlet(d.concentration, n, shape),
    "Exponential": lambda d, n, shape: n.exponential(shape) / d.rate,
    "FisherSnedecor": _f_ratio,
    "Gamma": lambda d, n, shape: n.gamma(d.concentration, shape) / d.rate,
    "Geometric": lambda d, n, shape: (n.uniform(shape).log() / torch.log1p(-d.probs)).floor().detach(),
    "Gumbel": lambda d, n, shape: d.loc + d.scale * n.gumbel(shape),
    "HalfCauchy": lambda d, n, shape: d.scale * _cauchy(n, shape).abs(),
    "HalfNormal": lambda d, n, shape: d.scale * n.normal(shape).abs(),
    "Laplace": _laplace,
    "Multinomial": _multinomial,
    "MultivariateNormal": _multivariate,
    "NegativeBinomial": _negative_binomial,
    "Normal": lambda d, n, shape: d.loc + d.scale * n.normal(shape),
    "OneHotCategorical": lambda d, n, shape: _one_hot(d.probs, n, shape),
    "Pareto": lambda d, n, shape: d.scale * (n.exponential(shape) / d.alpha).exp(),
    "Poisson": lambda d, n, shape: n.poisson(d.rate.expand(shape)),
    "RelaxedBernoulli": _relaxed_bernoulli,
    "RelaxedOneHotCategorical": _relaxed_one_hot,
    "StudentT": lambda d, n, shape: d.loc + d.scale * n.normal(shape) * torch.rsqrt(_chi2(d.df, n, shape) / d.df),
    "Uniform": lambda d, n, shape: d.low + (d.high - d.low) * n.uniform(shape),
    "Weibull": lambda d, n, shape: d.scale * n.exponential(shape) ** d.concentration_reciprocal,
}


def _build(family: str, names: str, numbers: str, arrays: Sequence[torch.Tensor]) -> Any:
    """Return a distribution of ``torch.distributions``; MXNetError for a family or parameters that there are not."""
    if family not in FAMILIES:
        raise MXNetError(f"family: expected one of {', '.join(FAMILIES)}, got {shortened(repr(family))}")
    like = arrays[0]
    try:
        constants = {
            name: value if isinstance(value, int) else constant(value, like.dtype, like.device)
            for name, value in json.loads(numbers).items()
        }
        return FAMILIES[family](**constants, **dict(zip(names.split(","), arrays, strict=True)))
    except (TypeError, ValueError, AttributeError, RecursionError):
        raise MXNetError(
            f"{family}: expected its parameters, got {shortened(names)} as inputs and the numbers {shortened(numbers)}"
        ) from None


def _count(names: str) -> int:
    return len(names.split(","))


@op("_npi_distribution", extension=True, count="num_args")
def _npi_distribution(*data, family: str, method: Method, names: str, numbers: str = "{}"):
    """Return a function of a distribution, such as ``log_prob`` of the values after the parameters, or ``entropy``."""
    count = _count(names)
    distribution = _build(family, names, numbers, data[:count])
    values = 1 if method in ("cdf", "icdf", "log_prob") else 0
    if len(data) != count + values:
        raise MXNetError(f"num_args: {method} takes {count + values} arrays, {values} after {names}; got {len(data)}")
    result = getattr(distribution, method)
    result = result(*data[count:]) if callable(result) else result.clone()  # a mean may be a parameter itself
    return result.to(data[0].dtype) if result.is_floating_point() else result


@op("_npi_distribution_sample", extension=True, stochastic=True, count="num_args")
def _npi_distribution_sample(
    *data, family: str, names: str, numbers: str = "{}", size: Shape | None = None, batched: bool = False
):
    """Return draws of a distribution.

    ``size``: their shape, to which the parameters broadcast, or, if ``batched``, the shape that goes before theirs.
    """
    distribution = _build(family, names, numbers, data)
    batch = tuple(distribution.batch_shape)
    shape = batch if size is None else (*size, *batch) if batched else tuple(size)
    if len(batch) > len(shape) or any(b not in (1, n) for b, n in zip(batch[::-1], shape[::-1], strict=False)):
        raise MXNetShapeError(f"parameters of shape {batch} do not broadcast to size {shape}")
    if data[0].is_meta:
        dtype = torch.int64 if family == "Categorical" else data[0].dtype
        return torch.empty((*shape, *distribution.event_shape), dtype=dtype, device="meta")
    return DRAWS[family](distribution, _Noise(data[0]), shape)


@op("_npi_distribution_kl", extension=True, count="num_args")
def _npi_distribution_kl(
    *data, family: str, names: str, numbers: str = "{}", other: str, other_names: str, other_numbers: str = "{}"
):
    """Return the Kullback-Leibler divergence of a distribution from another one, whose parameters come second."""
    count = _count(names)
    first = _build(family, names, numbers, data[:count])
    return td.kl_divergence(first, _build(other, other_names, other_numbers, data[count:])).to(data[0].dtype)

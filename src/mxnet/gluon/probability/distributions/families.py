"""The distributions: their parameters and constraints; the functions are in :mod:`mxnet.ops.np_distributions`."""

from typing import Any, ClassVar

from .... import numpy as np
from . import constraint
from .distribution import ExponentialFamily, TorchDistribution
from .utils import cached_property, logit2prob, prob2logit

__all__ = [
    "Bernoulli", "Beta", "Binomial", "Categorical", "Cauchy", "Chi2", "Dirichlet", "Exponential", "FisherSnedecor",
    "Gamma", "Geometric", "Gumbel", "HalfCauchy", "HalfNormal", "Laplace", "Multinomial", "MultivariateNormal",
    "NegativeBinomial", "Normal", "OneHotCategorical", "Pareto", "Poisson", "RelaxedBernoulli",
    "RelaxedOneHotCategorical", "StudentT", "Uniform", "Weibull",
]  # fmt: skip

Constraints = dict[str, constraint.Constraint]


class _Located(TorchDistribution):
    """A distribution of a location ``loc`` and a scale ``scale``, on all numbers."""

    has_grad = True
    support = constraint.Real()
    arg_constraints: ClassVar[Constraints] = {"loc": constraint.Real(), "scale": constraint.Positive()}

    def __init__(self, loc: Any = 0.0, scale: Any = 1.0, validate_args: bool | None = None) -> None:
        super().__init__(loc=loc, scale=scale, validate_args=validate_args)


class Normal(_Located, ExponentialFamily):
    """The normal distribution of mean ``loc`` and standard deviation ``scale``."""


class Laplace(_Located):
    """The Laplace distribution of mean ``loc`` and scale ``scale``."""


class Cauchy(_Located):
    """The Cauchy distribution of mode ``loc`` and scale ``scale``; it has no mean."""

    arg_constraints: ClassVar[Constraints] = {"loc": constraint.Real(), "scale": constraint.Real()}


class Gumbel(_Located):
    """The Gumbel distribution of mode ``loc`` and scale ``scale``."""

    def __init__(self, loc: Any, scale: Any = 1, validate_args: bool | None = None) -> None:
        super().__init__(loc, scale, validate_args)


class StudentT(TorchDistribution):
    """Student's t distribution of ``df`` degrees of freedom, moved by ``loc`` and stretched by ``scale``."""

    support = constraint.Real()
    arg_constraints: ClassVar[Constraints] = {
        "df": constraint.Positive(),
        "loc": constraint.Real(),
        "scale": constraint.Real(),
    }

    def __init__(self, df: Any, loc: Any = 0.0, scale: Any = 1.0, validate_args: bool | None = None) -> None:
        super().__init__(df=df, loc=loc, scale=scale, validate_args=validate_args)


class _Scaled(TorchDistribution):
    """A distribution of a scale ``scale``, on positive numbers."""

    has_grad = True
    support = constraint.Positive()
    arg_constraints: ClassVar[Constraints] = {"scale": constraint.Positive()}

    def __init__(self, scale: Any = 1.0, validate_args: bool | None = None) -> None:
        super().__init__(scale=scale, validate_args=validate_args)


class HalfNormal(_Scaled):
    """The absolute value of a normal variable of mean 0 and standard deviation ``scale``."""


class HalfCauchy(_Scaled):
    """The absolute value of a Cauchy variable of mode 0 and scale ``scale``."""


class Uniform(TorchDistribution):
    """The uniform distribution on ``[low, high)``."""

    has_grad = True
    arg_constraints: ClassVar[Constraints] = {"low": constraint.Real(), "high": constraint.Real()}

    def __init__(self, low: Any = 0.0, high: Any = 1.0, validate_args: bool | None = None) -> None:
        super().__init__(low=low, high=high, validate_args=validate_args)

    @constraint.dependent_property
    def support(self) -> constraint.Interval:
        """The interval from ``low`` to ``high``."""
        return constraint.Interval(self.low, self.high)  # type: ignore[attr-defined]


class Exponential(_Scaled, ExponentialFamily):
    """The exponential distribution of mean ``scale``."""

    @property
    def rate(self) -> Any:
        """``1 / scale``."""
        return 1 / self.scale  # type: ignore[attr-defined]


class Gamma(TorchDistribution, ExponentialFamily):
    """The gamma distribution of shape ``shape`` and scale ``scale``: its mean is their product."""

    has_grad = True
    support = constraint.Real()
    arg_constraints: ClassVar[Constraints] = {"shape": constraint.Positive(), "scale": constraint.Positive()}

    def __init__(self, shape: Any, scale: Any = 1.0, validate_args: bool | None = None) -> None:
        super().__init__(shape=shape, scale=scale, validate_args=validate_args)


class Chi2(Gamma):
    """The chi-squared distribution of ``df`` degrees of freedom."""

    arg_constraints: ClassVar[Constraints] = {"df": constraint.Positive()}

    def __init__(self, df: Any, validate_args: bool | None = None) -> None:
        TorchDistribution.__init__(self, df=df, validate_args=validate_args)


class Beta(TorchDistribution, ExponentialFamily):
    """The beta distribution of concentrations ``alpha`` (towards 1) and ``beta`` (towards 0)."""

    has_grad = True
    support = constraint.UnitInterval()
    arg_constraints: ClassVar[Constraints] = {"alpha": constraint.Positive(), "beta": constraint.Positive()}

    def __init__(self, alpha: Any, beta: Any, validate_args: bool | None = None) -> None:
        super().__init__(alpha=alpha, beta=beta, validate_args=validate_args)


class Dirichlet(TorchDistribution, ExponentialFamily):
    """The Dirichlet distribution of concentrations ``alpha`` along the last axis."""

    has_grad = True
    support = constraint.Simplex()
    events = 1
    parameter_events: ClassVar[dict[str, int]] = {"alpha": 1}
    arg_constraints: ClassVar[Constraints] = {"alpha": constraint.Positive()}

    def __init__(self, alpha: Any, validate_args: bool | None = None) -> None:
        super().__init__(alpha=alpha, validate_args=validate_args)


class FisherSnedecor(TorchDistribution):
    """The F distribution of ``df1`` and ``df2`` degrees of freedom."""

    support = constraint.Positive()
    arg_constraints: ClassVar[Constraints] = {"df1": constraint.Positive(), "df2": constraint.Positive()}

    def __init__(self, df1: Any, df2: Any, validate_args: bool | None = None) -> None:
        super().__init__(df1=df1, df2=df2, validate_args=validate_args)


class Pareto(TorchDistribution):
    """The Pareto distribution of shape ``alpha`` on values from ``scale`` on."""

    has_grad = True
    parameters = ("alpha", "scale")
    arg_constraints: ClassVar[Constraints] = {"scale": constraint.Positive(), "alpha": constraint.Positive()}

    def __init__(self, alpha: Any, scale: Any = 1.0, validate_args: bool | None = None) -> None:
        super().__init__(alpha=alpha, scale=scale, validate_args=validate_args)

    @constraint.dependent_property
    def support(self) -> constraint.GreaterThan:
        """Above ``scale``."""
        return constraint.GreaterThan(self.scale)  # type: ignore[attr-defined]


class Weibull(TorchDistribution):
    """The Weibull distribution of shape ``concentration`` and scale ``scale``."""

    has_grad = True
    support = constraint.Positive()
    parameters = ("concentration", "scale")
    arg_constraints: ClassVar[Constraints] = {"scale": constraint.Positive(), "concentration": constraint.Positive()}

    def __init__(self, concentration: Any, scale: Any = 1.0, validate_args: bool | None = None) -> None:
        super().__init__(concentration=concentration, scale=scale, validate_args=validate_args)


class Poisson(TorchDistribution, ExponentialFamily):
    """The Poisson distribution of mean ``rate``."""

    support = constraint.NonNegativeInteger()
    arg_constraints: ClassVar[Constraints] = {"rate": constraint.Positive()}

    def __init__(self, rate: Any = 1.0, validate_args: bool | None = None) -> None:
        super().__init__(rate=rate, validate_args=validate_args)


class MultivariateNormal(TorchDistribution):
    """The normal distribution of vectors, of mean ``loc``.

    One of ``cov`` (the covariance), ``precision`` (its inverse) and ``scale_tril`` (its Cholesky factor) is given; the
    others follow from it.
    """

    loc: Any
    has_grad = True
    support = constraint.Real()
    events = 1
    parameter_events: ClassVar[dict[str, int]] = {"loc": 1, "cov": 2, "precision": 2, "scale_tril": 2}
    arg_constraints: ClassVar[Constraints] = {
        "loc": constraint.Real(),
        "cov": constraint.PositiveDefinite(),
        "precision": constraint.PositiveDefinite(),
        "scale_tril": constraint.LowerCholesky(),
    }

    def __init__(
        self,
        loc: Any,
        cov: Any = None,
        precision: Any = None,
        scale_tril: Any = None,
        validate_args: bool | None = None,
    ) -> None:
        if sum(item is not None for item in (cov, precision, scale_tril)) != 1:
            raise ValueError("Exactly one of `cov` or `precision` or `scale_tril` may be specified")
        super().__init__(loc=loc, cov=cov, precision=precision, scale_tril=scale_tril, validate_args=validate_args)

    def _parameter_values(self) -> dict[str, Any]:
        values = super()._parameter_values()
        return dict(list(values.items())[:2])  # what was computed from the one that was given is left out

    def entropy(self) -> Any:
        """Return the entropy, in nats, of the covariance's shape: ``loc`` does not matter."""
        if not isinstance(self.loc, np.ndarray) or self.loc.ndim < 2:
            return super().entropy()
        centered = object.__new__(type(self))
        vars(centered).update(vars(self), loc=np.zeros(self.loc.shape[-1:], dtype=self.loc.dtype))
        return centered.entropy()

    @cached_property
    def scale_tril(self) -> Any:
        """The Cholesky factor of the covariance."""
        return np.linalg.cholesky(self.cov)

    @cached_property
    def cov(self) -> Any:
        """The covariance."""
        if "precision" in vars(self):
            return np.linalg.inv(self.precision)
        return np.matmul(self.scale_tril, np.swapaxes(self.scale_tril, -1, -2))

    @cached_property
    def precision(self) -> Any:
        """The inverse of the covariance."""
        return np.linalg.inv(self.cov)


class _OfProb(TorchDistribution):
    """A distribution of probabilities ``prob`` or their logits ``logit``; one is given, the other follows."""

    #: whether they are of two outcomes, or of categories along the last axis
    binary = True
    arg_constraints: ClassVar[Constraints] = {"prob": constraint.Interval(0, 1), "logit": constraint.Real()}

    def __init__(self, prob: Any, logit: Any, validate_args: bool | None, **parameters: Any) -> None:
        if (prob is None) == (logit is None):
            raise ValueError(f"Either `prob` or `logit` must be specified, but not both. Received {prob=}, {logit=}")
        #: which of them was given
        self._source = "logit" if prob is None else "prob"
        super().__init__(prob=prob, logit=logit, validate_args=validate_args, **parameters)

    def _parameter_values(self) -> dict[str, Any]:
        left_out = "prob" if self._source == "logit" else "logit"
        computed = vars(self).pop(left_out, None)  # by the other one, if it was asked for
        try:
            return super()._parameter_values()
        finally:
            if computed is not None:
                setattr(self, left_out, computed)

    @cached_property
    def prob(self) -> Any:
        """The probabilities."""
        return logit2prob(self.logit, self.binary)

    @cached_property
    def logit(self) -> Any:
        """The logits of the probabilities: ``log(prob / (1 - prob))``, for categories ``log(prob)``."""
        return prob2logit(self.prob, self.binary)


class Bernoulli(_OfProb, ExponentialFamily):
    """1 with probability ``prob``, otherwise 0."""

    support = constraint.Boolean()

    def __init__(self, prob: Any = None, logit: Any = None, validate_args: bool | None = None) -> None:
        super().__init__(prob, logit, validate_args)


class Geometric(_OfProb):
    """The number of failures before the first success, which has probability ``prob``."""

    support = constraint.NonNegativeInteger()

    def __init__(self, prob: Any = None, logit: Any = None, validate_args: bool | None = None) -> None:
        super().__init__(prob, logit, validate_args)


class Binomial(_OfProb):
    """The number of successes, of probability ``prob``, in ``n`` trials."""

    support = constraint.NonNegativeInteger()
    parameters = ("n", "prob", "logit")

    def __init__(self, n: Any = 1, prob: Any = None, logit: Any = None, validate_args: bool | None = None) -> None:
        super().__init__(prob, logit, validate_args, n=n)


class NegativeBinomial(_OfProb):
    """The number of successes, of probability ``prob``, before ``n`` failures.

    As in MXNet 2.0, :meth:`log_prob` takes ``prob`` for the probability of what ends the trials (as SciPy does), while
    mean, variance and samples take it for that of what is counted.
    """

    support = constraint.NonNegativeInteger()
    arg_constraints: ClassVar[Constraints] = {
        "n": constraint.GreaterThanEq(0),
        "prob": constraint.Interval(0, 1),
        "logit": constraint.Real(),
    }

    def __init__(self, n: Any, prob: Any = None, logit: Any = None, validate_args: bool | None = None) -> None:
        super().__init__(prob, logit, validate_args, n=n)

    def log_prob(self, value: Any) -> Any:
        """Return the logarithm of the probability of values."""
        opposite = NegativeBinomial(self.n, logit=-self.logit)  # type: ignore[attr-defined]
        return opposite._compute("log_prob", self._checked(value))


class _OfCategories(_OfProb):
    """A distribution of the probabilities of ``num_events`` categories, along the last axis."""

    binary = False
    parameter_events: ClassVar[dict[str, int]] = {"prob": 1, "logit": 1}
    arg_constraints: ClassVar[Constraints] = {"prob": constraint.Simplex(), "logit": constraint.Real()}

    def __init__(
        self, num_events: int, prob: Any, logit: Any, validate_args: bool | None = None, **parameters: Any
    ) -> None:
        if num_events != int(num_events) or num_events <= 0:
            raise ValueError(f"`num_events` should be greater than zero. Received num_events={num_events}")
        self.num_events = int(num_events)
        super().__init__(prob, logit, validate_args, **parameters)


class Categorical(_OfCategories):
    """One of ``num_events`` categories, of probabilities ``prob`` along the last axis; samples are their numbers."""

    has_enumerate_support = True

    def __init__(self, num_events: int, prob: Any = None, logit: Any = None, validate_args: bool | None = None) -> None:
        super().__init__(num_events, prob, logit, validate_args)

    @constraint.dependent_property
    def support(self) -> constraint.Constraint:
        """The numbers of the categories."""
        return constraint.IntegerInterval(0, self.num_events - 1)

    @property
    def _batch_shape(self) -> tuple[int, ...]:
        return tuple(vars(self)[self._source].shape[:-1])

    def enumerate_support(self) -> Any:
        """Return the numbers of all categories along a new first axis."""
        numbers = np.arange(self.num_events).astype("float32").reshape(-1, *(1,) * len(self._batch_shape))
        return np.broadcast_to(numbers, (self.num_events, *self._batch_shape))


class OneHotCategorical(Categorical):
    """A category as a vector with a single 1, along the last axis."""

    events = 1
    support = constraint.Simplex()

    def enumerate_support(self) -> Any:
        """Return the vectors of all categories along a new first axis."""
        shape = (self.num_events, *(1,) * len(self._batch_shape), self.num_events)
        return np.broadcast_to(np.eye(self.num_events).reshape(shape), (shape[0], *self._batch_shape, shape[-1]))


class Multinomial(Categorical):
    """How often each of ``num_events`` categories comes in ``total_count`` trials."""

    has_enumerate_support = False
    events = 1
    parameters = ("prob", "logit", "total_count")

    def __init__(
        self,
        num_events: int,
        prob: Any = None,
        logit: Any = None,
        total_count: int = 1,
        validate_args: bool | None = None,
    ) -> None:
        if not isinstance(total_count, int):
            raise ValueError(f"total_count: expected an integer, got {total_count!r}")
        self.total_count = total_count
        super().__init__(num_events, prob, logit, validate_args)

    @constraint.dependent_property
    def support(self) -> constraint.Constraint:
        """Counts of at most ``total_count``."""
        return constraint.IntegerInterval(0, self.total_count)

    def enumerate_support(self) -> Any:
        """Raise NotImplementedError: there are too many."""
        raise NotImplementedError


class RelaxedBernoulli(_OfProb):
    """A differentiable relaxation of :class:`Bernoulli`: between 0 and 1, near to them at a low temperature ``T``."""

    has_grad = True
    support = constraint.OpenInterval(0, 1)
    parameters = ("T", "prob", "logit")

    def __init__(self, T: Any, prob: Any = None, logit: Any = None, validate_args: bool | None = None) -> None:
        super().__init__(prob, logit, validate_args, T=T)


class RelaxedOneHotCategorical(_OfCategories):
    """A differentiable relaxation of :class:`OneHotCategorical`, also called Concrete or Gumbel-softmax."""

    has_grad = True
    support = constraint.Simplex()
    events = 1
    parameters = ("T", "prob", "logit")

    def __init__(
        self, T: Any, num_events: int, prob: Any = None, logit: Any = None, validate_args: bool | None = None
    ) -> None:
        super().__init__(num_events, prob, logit, validate_args, T=T)

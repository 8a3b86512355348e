"""Transformations of any real numbers to the values that a constraint admits."""

import numbers
from collections.abc import Callable
from typing import Any

from ..distributions import constraint
from ..distributions.constraint import Constraint, _Integer
from .transformation import AffineTransform, ComposeTransform, ExpTransform, SigmoidTransform, SoftmaxTransform

#: what makes the transformation for a constraint
Factory = Callable[[Any], Any]


class domain_map:
    """A table of transformations by constraint; called with a constraint, it returns one."""

    def __init__(self) -> None:
        self._storage: dict[type, Factory] = {}

    def register(self, constraint: Any, factory: Factory | None = None) -> Any:
        """Register how the transformation for a class of constraints is made; without ``factory`` as a decorator."""
        if factory is None:
            return lambda factory: self.register(constraint, factory)
        cls = type(constraint) if isinstance(constraint, Constraint) else constraint
        if not (isinstance(cls, type) and issubclass(cls, Constraint)):
            raise TypeError(f"Expected constraint to be either a Constraint subclass or instance, but got {constraint}")
        self._storage[cls] = factory
        return factory

    def __call__(self, constraint: Constraint) -> Any:
        """Return the transformation to the values of a constraint; NotImplementedError where none is known."""
        for cls in type(constraint).__mro__:
            if cls in self._storage and not isinstance(constraint, _Integer):
                return self._storage[cls](constraint)
        raise NotImplementedError(f"Cannot transform {type(constraint).__name__} constraints")


#: bijections
biject_to = domain_map()
#: transformations that may lead to one value from several
transform_to = domain_map()


def _above(region: Any) -> ComposeTransform:
    return ComposeTransform([ExpTransform(), AffineTransform(region.lower_bound, 1)])


def _below(region: Any) -> ComposeTransform:
    return ComposeTransform([ExpTransform(), AffineTransform(region.upper_bound, -1)])


def _between(region: Any) -> Any:
    bounds = (region.lower_bound, region.upper_bound)
    if all(isinstance(bound, numbers.Number) for bound in bounds) and bounds == (0, 1):
        return SigmoidTransform()
    width = region.upper_bound - region.lower_bound
    return ComposeTransform([SigmoidTransform(), AffineTransform(region.lower_bound, width)])


_FACTORIES: dict[type[Constraint], Factory] = {
    constraint.Real: lambda region: ComposeTransform([]),
    constraint.Positive: lambda region: ExpTransform(),
    constraint.GreaterThan: _above,
    constraint.GreaterThanEq: _above,
    constraint.LessThan: _below,
    constraint.LessThanEq: _below,
    constraint.Interval: _between,
    constraint.OpenInterval: _between,
    constraint.HalfOpenInterval: _between,
}
for _constraint, _factory in _FACTORIES.items():
    biject_to.register(_constraint, _factory)
    transform_to.register(_constraint, _factory)
transform_to.register(constraint.Simplex, lambda region: SoftmaxTransform())

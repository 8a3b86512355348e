"""Constraints: which values a parameter or a sample may have."""

import numbers
from collections.abc import Callable, Sequence
from typing import Any

from .... import numpy as np
from .... import numpy_extension as npx
from ....eager.trace import ValueAskedError


def constraint_check() -> Callable[[Any, str], Any]:
    """Return ``check(condition, message)``, which is 1 if all of a condition holds; ValueError otherwise."""

    def check(condition: Any, message: str) -> Any:
        if isinstance(condition, (bool, numbers.Number)):
            if not condition:
                raise ValueError(message)
            return 1.0
        return npx.constraint_check(condition, message)

    return check


def _shown(value: Any) -> str:
    """Return a value as text; of an array that is traced, which has no values yet, its shape."""
    try:
        return str(value)
    except ValueAskedError:
        return f"an array of shape {value.shape}"


class Constraint:
    """A region of values; :meth:`check` returns a value that is in it, and raises ValueError for any other."""

    #: what a value should be, as a message says it
    description = ""

    def _holds(self, value: Any) -> Any:
        raise NotImplementedError

    def check(self, value: Any) -> Any:
        """Return the value, if all its elements are in the region; ValueError otherwise."""
        message = f"Constraint violated: {_shown(value)} should be {self._described()}."
        return value * constraint_check()(self._holds(value), message)

    def _described(self) -> str:
        return self.description.format(**{name: _shown(bound) for name, bound in vars(self).items()})


class Real(Constraint):
    """Any number but NaN."""

    description = "real"

    def _holds(self, value: Any) -> Any:
        return value == value


class Boolean(Constraint):
    """0 or 1."""

    description = "either 0 or 1"

    def _holds(self, value: Any) -> Any:
        return (value == 0) | (value == 1)


class _Bounded(Constraint):
    """A region with one or two bounds."""

    lower_bound: Any
    upper_bound: Any


class _Between(_Bounded):
    def __init__(self, lower_bound: Any, upper_bound: Any) -> None:
        self.lower_bound, self.upper_bound = lower_bound, upper_bound


class _Above(_Bounded):
    def __init__(self, lower_bound: Any) -> None:
        self.lower_bound = lower_bound


class _Below(_Bounded):
    def __init__(self, upper_bound: Any) -> None:
        self.upper_bound = upper_bound


class Interval(_Between):
    """``[lower_bound, upper_bound]``."""

    description = ">= {lower_bound} and <= {upper_bound}"

    def _holds(self, value: Any) -> Any:
        return (value >= self.lower_bound) & (value <= self.upper_bound)


class OpenInterval(_Between):
    """``(lower_bound, upper_bound)``."""

    description = "> {lower_bound} and < {upper_bound}"

    def _holds(self, value: Any) -> Any:
        return (value > self.lower_bound) & (value < self.upper_bound)


class HalfOpenInterval(_Between):
    """``[lower_bound, upper_bound)``."""

    description = ">= {lower_bound} and < {upper_bound}"

    def _holds(self, value: Any) -> Any:
        return (value >= self.lower_bound) & (value < self.upper_bound)


class GreaterThan(_Above):
    """Above ``lower_bound``."""

    description = "greater than {lower_bound}"

    def _holds(self, value: Any) -> Any:
        return value > self.lower_bound


class GreaterThanEq(_Above):
    """At least ``lower_bound``."""

    description = "greater than or equal to {lower_bound}"

    def _holds(self, value: Any) -> Any:
        return value >= self.lower_bound


class LessThan(_Below):
    """Below ``upper_bound``."""

    description = "less than {upper_bound}"

    def _holds(self, value: Any) -> Any:
        return value < self.upper_bound


class LessThanEq(_Below):
    """At most ``upper_bound``."""

    description = "less than or equal to {upper_bound}"

    def _holds(self, value: Any) -> Any:
        return value <= self.upper_bound


class _Integer(Constraint):
    """Integers in the region of the class that comes after this one."""

    def _holds(self, value: Any) -> Any:
        return (value % 1 == 0) & super()._holds(value)

    def _described(self) -> str:
        return f"integers {super()._described()}"


class IntegerInterval(_Integer, Interval):
    """Integers of ``[lower_bound, upper_bound]``."""


class IntegerOpenInterval(_Integer, OpenInterval):
    """Integers of ``(lower_bound, upper_bound)``."""


class IntegerHalfOpenInterval(_Integer, HalfOpenInterval):
    """Integers of ``[lower_bound, upper_bound)``."""


class IntegerGreaterThan(_Integer, GreaterThan):
    """Integers above ``lower_bound``."""


class IntegerGreaterThanEq(_Integer, GreaterThanEq):
    """Integers of at least ``lower_bound``."""


class IntegerLessThan(_Integer, LessThan):
    """Integers below ``upper_bound``."""


class IntegerLessThanEq(_Integer, LessThanEq):
    """Integers of at most ``upper_bound``."""


class UnitInterval(Interval):
    """``[0, 1]``."""

    def __init__(self) -> None:
        super().__init__(0, 1)


class _FromZero(_Bounded):
    def __init__(self) -> None:
        self.lower_bound = 0


class Positive(_FromZero, GreaterThan):
    """Above 0."""


class NonNegative(_FromZero, GreaterThanEq):
    """0 or above."""


class PositiveInteger(_FromZero, IntegerGreaterThan):
    """1, 2, ..."""


class NonNegativeInteger(_FromZero, IntegerGreaterThanEq):
    """0, 1, 2, ..."""


class Simplex(Constraint):
    """Probabilities along the last axis: not negative, with a sum of 1."""

    description = ">= 0 and its rightmost dimension should sum up to 1"

    def _holds(self, value: Any) -> Any:
        return np.all(value >= 0, axis=-1) & (np.abs(value.sum(-1) - 1) < 1e-6)


class LowerTriangular(Constraint):
    """Lower triangular matrices."""

    description = "lower-triangular matrices"

    def _holds(self, value: Any) -> Any:
        return np.tril(value) == value


class LowerCholesky(Constraint):
    """Lower triangular matrices with a positive diagonal."""

    description = "lower-triangular matrices with positive diagonal entries"

    def _holds(self, value: Any) -> Any:
        is_lower = np.all(np.tril(value) == value, axis=-1)
        return is_lower & (np.diagonal(value, axis1=-2, axis2=-1) > 0)


class PositiveDefinite(Constraint):
    """Symmetric matrices with positive eigenvalues."""

    description = "positive definite matrices"

    def _holds(self, value: Any) -> Any:
        is_symmetric = np.all(np.abs(value - np.swapaxes(value, -1, -2)) < 1e-5, axis=-1)
        return is_symmetric & (np.linalg.eigvalsh(value) > 0)


class _Parts(Constraint):
    """Constraints for the parts of a value along an axis."""

    def __init__(self, constraint_seq: Sequence[Constraint], axis: int = 0) -> None:
        if not all(isinstance(item, Constraint) for item in constraint_seq):
            raise AssertionError("constraint_seq: expected a sequence of constraints")
        self._constraints, self._axis = list(constraint_seq), axis


class Cat(_Parts):
    """Constraints for parts of ``lengths`` (1 each by default) that lie one behind the other along an axis."""

    def __init__(
        self, constraint_seq: Sequence[Constraint], axis: int = 0, lengths: Sequence[int] | None = None
    ) -> None:
        super().__init__(constraint_seq, axis)
        self._lengths = list(lengths) if lengths is not None else [1] * len(self._constraints)
        if len(self._lengths) != len(self._constraints):
            raise AssertionError(f"lengths: expected {len(self._constraints)} of them, got {len(self._lengths)}")

    def check(self, value: Any) -> Any:
        """Return the value if each of its parts is in its region."""
        ends = [sum(self._lengths[: i + 1]) for i in range(len(self._lengths) - 1)]
        parts = np.split(value, ends, axis=self._axis)
        checked = [item.check(part) for item, part in zip(self._constraints, parts, strict=True)]
        return np.concatenate(checked, self._axis)


class Stack(_Parts):
    """Constraints for the items of a value along an axis."""

    def check(self, value: Any) -> Any:
        """Return the value if each of its items is in its region."""
        size = value.shape[self._axis]
        if size != len(self._constraints):
            raise AssertionError(
                f"axis {self._axis} has {size} items, and there are {len(self._constraints)} constraints"
            )
        parts = np.split(value, size, axis=self._axis)
        checked = [
            item.check(np.squeeze(part, self._axis)) for item, part in zip(self._constraints, parts, strict=True)
        ]
        return np.stack(checked, self._axis)


class _Dependent(Constraint):
    """A region that depends on other parameters: it cannot be checked by itself."""

    def check(self, value: Any) -> Any:
        """Raise ValueError: ask the distribution that has the parameters."""
        raise ValueError("Cannot validate dependent constraint")


def is_dependent(constraint: Any) -> bool:
    """Return whether a constraint depends on parameters."""
    return isinstance(constraint, _Dependent)


class dependent_property(property, _Dependent):
    """A property that returns the constraint which follows from an object's parameters."""

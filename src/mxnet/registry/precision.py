"""Mixed precision: casting the inputs of operators that are called or composed.

``mx.contrib.amp.init`` sets :attr:`Precision.current`; graphs that are there already are converted by
``mx.contrib.amp.convert_symbol`` instead.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Sequence
from typing import Any, ClassVar, TypeVar

from .op import Op, Params
from .traits import Cast

T = TypeVar("T")


class Precision:
    """The half-precision type ``dtype``, and which operators are cast to what.

    Operators are treated as their trait ``amp`` says; ``low``, ``full`` and ``conditional`` (operator, attribute,
    values), where given, take the place of all that the traits say of these three.
    """

    #: what holds now, None: mixed precision is off
    current: ClassVar[Precision | None] = None

    def __init__(
        self,
        dtype: str,
        low: Iterable[str] | None = None,
        full: Iterable[str] | None = None,
        conditional: Iterable[tuple[str, str, Sequence[Any]]] | None = None,
    ) -> None:
        self.dtype = dtype
        self._low = None if low is None else frozenset(low)
        self._full = None if full is None else frozenset(full)
        #: values as text, as attributes are compared
        self._conditional = (
            None if conditional is None else [(name, key, set(map(str, values))) for name, key, values in conditional]
        )

    def cast(self, op: Op, attributes: Any) -> Cast | None:
        """Return what is done with the inputs of an operator with these attributes (as text, or typed).

        That holds for all but those that it mutates: see :meth:`apply`.
        """
        if "out" in op.injected or op.is_cast:  # an update writes into its weight
            return None
        if self._needs_full(op, attributes):
            return "full"
        names = (op.name, *op.aliases)
        dtype = op.amp_cast(self.dtype)
        if self._low is not None:
            dtype = "low" if not self._low.isdisjoint(names) else None if dtype == "low" else dtype
        if self._full is not None and dtype != "low":
            dtype = "full" if not self._full.isdisjoint(names) else None if dtype == "full" else dtype
        return dtype

    @staticmethod
    def apply(op: Op, params: Params, inputs: Sequence[T], cast: Callable[[list[T]], Iterable[T]]) -> list[T]:
        """Return the inputs of an operator after ``cast``, which does not receive those that the operator mutates."""
        states = op.state_numbers(params)
        result = iter(cast([item for i, item in enumerate(inputs) if i not in states]))
        return [item if i in states else next(result) for i, item in enumerate(inputs)]

    def _needs_full(self, op: Op, attributes: Any) -> bool:
        if self._conditional is None:
            rules: list[tuple[str, Container[str]]] = [op.amp_exception] if isinstance(op.amp_exception, tuple) else []
        else:
            rules = [(key, values) for name, key, values in self._conditional if name in (op.name, *op.aliases)]
        kwargs = attributes if isinstance(attributes, dict) else {}
        return any(str(kwargs.get(key, op.defaults.get(key))) in values for key, values in rules)

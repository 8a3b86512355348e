"""The named shape and type rules that many operators share.

A shape rule deduces in both directions; what a rule leaves unknown about outputs, running the operator on
``meta`` tensors answers (see :mod:`.infer`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .slots import Slots


def same_type(p: Any, t: Slots) -> None:
    """All inputs and outputs have one data type."""
    _all_equal(t)


def free_types(p: Any, t: Slots) -> None:
    """Nothing follows from the inputs' types; outputs are float32 unless told."""
    for i, each in enumerate(t.out):
        if each is None:
            t.out[i] = "float32"


def dtype_attribute(p: Any, t: Slots) -> None:
    """Outputs have the type of attribute ``dtype``; inputs are free."""
    for i in range(len(t.out)):
        t.out[i] = p.dtype


def elementwise(p: Any, s: Slots) -> None:
    """All inputs and outputs have one shape, each deducible from any other."""
    _all_equal(s)


def _all_equal(facts: Slots) -> None:
    merged = None
    for _ in range(2):  # the second round carries what the last knew back to the first
        for group in (facts.inputs, facts.out):
            for i in range(len(group)):
                group[i] = merged
                merged = group[i]

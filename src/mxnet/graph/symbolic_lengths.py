"""Shapes that follow from lengths which ``torch.export`` leaves open, by inference that knows integers alone."""

from collections.abc import Callable, Sequence
from typing import Any

import torch

#: a length in the place of an open one: many numbers divide it
_EXAMPLE = 24

Shapes = list[tuple[Any, ...]]


def is_open(shapes: Sequence[Sequence[Any]]) -> bool:
    """Return whether some length is no integer, but stands for any."""
    return any(isinstance(length, torch.SymInt) for shape in shapes for length in shape)


def inferred(infer: Callable[[Shapes], Shapes], shapes: Sequence[Sequence[Any]]) -> Shapes:
    """Return what ``infer`` says of shapes with open lengths.

    It is asked for two values of each open length. Lengths of its result are sums of multiples of the open ones.
    """
    symbols = {str(length): length for shape in shapes for length in shape if isinstance(length, torch.SymInt)}

    def example(longer: str = "") -> Shapes:
        lengths = {name: _EXAMPLE * (2 if name == longer else 1) for name in symbols}
        return infer([tuple(lengths.get(str(n), n) for n in shape) for shape in shapes])

    base = example()
    slopes = {name: example(name) for name in symbols}

    def length(i: int, j: int) -> Any:
        result: Any = base[i][j]
        for name, symbol in symbols.items():
            times = (slopes[name][i][j] - base[i][j]) // _EXAMPLE
            if times:
                result = result + times * (symbol - _EXAMPLE)
        return result

    return [tuple(length(i, j) for j in range(len(shape))) for i, shape in enumerate(base)]

"""What reading one ONNX file may take: nodes, elements of constants, and time.

A file of a few hundred bytes can ask for loops without end and constants without bounds.
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence

from ....core.errors import MXNetError

#: the most nodes that a graph may come to, and the most that its unrolled loops may
_MOST_NODES, _MOST_UNROLLED = 100_000, 20_000
#: how many seconds loops may be unrolled, and how many constants may be computed
_LONGEST = 15.0
#: the most elements of one constant that is computed, and of all, to which come some for each element in the file
_LARGEST, _MOST_ELEMENTS, _FOR_EACH = 1 << 25, 1 << 26, 16


class TooLong(MXNetError):
    """A loop cannot be written out within the budget."""


class Budget:
    """Counts what is left for one file; what goes beyond raises :class:`MXNetError`."""

    def __init__(self) -> None:
        self._nodes = self._unrolled = 0
        self._left = _MOST_ELEMENTS
        self._seconds = _LONGEST

    def add_node(self) -> None:
        """Count a node of the file, or of the network that is made of it."""
        self._nodes += 1
        if self._nodes > _MOST_NODES:
            raise MXNetError(f"the graph comes to more than {_MOST_NODES} nodes, its loops unrolled")

    def check_turns(self, nodes: int, turns: int) -> None:
        """Raise :class:`TooLong` if a loop of so many turns of so many nodes cannot be written out."""
        if self._unrolled + turns * (nodes + 1) > _MOST_UNROLLED:
            raise TooLong(f"loops come to more than {_MOST_UNROLLED} nodes, written out")

    def add_turn(self, began: float, nodes: int) -> None:
        """Count a turn of a loop, of so many nodes, that is written out since ``began``: :class:`TooLong`."""
        self.check_turns(nodes, 1)
        self._unrolled += nodes + 1
        if time.monotonic() - began > _LONGEST:
            raise TooLong(f"writing out a loop takes more than {_LONGEST:.0f} seconds")

    def has_time(self) -> bool:
        """Tell whether there is time to compute constants."""
        return self._seconds > 0

    def add_time(self, seconds: float) -> None:
        """Count time that computing constants has taken."""
        self._seconds -= seconds

    def grant(self, elements: int) -> None:
        """Allow for what follows from constants of the file, of so many elements."""
        self._left += _FOR_EACH * elements

    def add_elements(self, elements: int) -> None:
        """Count the elements of a constant."""
        self._left -= elements
        if self._left < 0:
            raise MXNetError("the constants that follow from others come to too many elements")

    def sized(self, shape: Sequence[int]) -> tuple[int, ...]:
        """Return a shape of which an array is to be made, unless it is too large."""
        if math.prod(shape) > min(_LARGEST, self._left):
            raise MXNetError(f"it needs a constant of shape {tuple(map(int, shape))}, which is too large")
        return tuple(shape)

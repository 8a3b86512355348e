"""What reading one ONNX file may take: nodes, elements of constants, and time.

A file of a few hundred bytes can ask for loops without end and constants without bounds.
"""

import math
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from ....core.errors import MXNetError

#: the most nodes that a graph may come to, and the most that its unrolled loops may
_MOST_NODES, _MOST_UNROLLED = 100_000, 10_000
#: how many seconds of the processor loops may be unrolled in all, and how many constants may be computed
_LONGEST = 20.0
#: the most elements of one constant that is computed, and of all, to which come some for each element in the file
_LARGEST, _MOST_ELEMENTS, _FOR_EACH = 1 << 25, 1 << 26, 16


class TooLong(MXNetError):
    """A loop cannot be written out within the budget."""


class Budget:
    """Counts what is left for one file; what goes beyond raises :class:`MXNetError`."""

    def __init__(self) -> None:
        self._nodes = self._unrolled = 0
        self._left = _MOST_ELEMENTS
        self._seconds = self._seconds_of_loops = _LONGEST
        self._depth = 0
        self._began = 0.0
        #: the results of loops that are kept: they need no second try where a graph around them is translated again
        self.loops_to_keep: set[tuple[str, ...]] = set()

    def check_nodes(self, count: int) -> None:
        """Raise :class:`MXNetError` where so many more nodes are too many."""
        if self._nodes + count > _MOST_NODES:
            raise MXNetError(f"the graph comes to more than {_MOST_NODES} nodes, its loops unrolled")

    def add_node(self) -> None:
        """Count a node of the file, or of the imported network."""
        self.check_nodes(1)
        self._nodes += 1

    def check_turns(self, nodes: int, turns: int) -> None:
        """Raise :class:`TooLong` if a loop of so many turns of so many nodes cannot be written out."""
        if self._unrolled + turns * (nodes + 1) > _MOST_UNROLLED:
            raise TooLong(f"loops come to more than {_MOST_UNROLLED} nodes, written out")

    def add_turn(self, nodes: int) -> None:
        """Count a turn of a loop, of so many nodes, that is written out: :class:`TooLong`."""
        self.check_turns(nodes, 1)
        self._unrolled += nodes + 1
        if time.thread_time() - self._began > self._seconds_of_loops:
            raise TooLong(f"writing out loops takes more than {_LONGEST:.0f} seconds")

    @contextmanager
    def unrolling(self) -> Iterator[None]:
        """Count the time of the block for loops; loops may be in loops."""
        if not self._depth:
            self._began = time.thread_time()
        self._depth += 1
        try:
            yield
        finally:
            self._depth -= 1
            if not self._depth:
                self._seconds_of_loops -= time.thread_time() - self._began

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

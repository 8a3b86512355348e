"""How the parameters of recurrent layers lie in one vector, which is what their operator takes.

Layer by layer, direction by direction come the matrices (input to hidden, hidden to hidden, and with a projection
hidden to output), then in the same order the two biases of each. The rows of a matrix are gate after gate. This is
cuDNN's layout.
"""

from collections.abc import Iterable, Iterator
from math import prod
from typing import Any, NamedTuple

Piece = tuple[str, tuple[int, ...]]

#: The gates of a cell, as they end names, in the order in which they lie in memory (LSTM: input, forget, cell, output;
#: GRU: reset, update, new).
GATES = {"rnn_relu": ("",), "rnn_tanh": ("",), "lstm": ("_i", "_f", "_c", "_o"), "gru": ("_r", "_z", "_o")}


class Layout(NamedTuple):
    """The layers whose parameters a vector holds; a projection of 0 or None is none."""

    mode: str
    hidden: int
    layers: int
    directions: int = 1
    projection: int | None = None

    @property
    def rows(self) -> int:
        """The rows of the matrices, and the length of the biases."""
        return len(GATES[self.mode]) * self.hidden

    def cells(self) -> list[str]:
        """Return what the names of each cell's pieces begin with: ``l0``, ``r0``, ``l1``..."""
        return [f"{side}{layer}" for layer in range(self.layers) for side in "lr"[: self.directions]]

    def pieces(self, inputs: int) -> Iterator[Piece]:
        """Yield the names and shapes in order, for inputs of a width."""
        rows, out = self.rows, self.projection or self.hidden
        for end in ("weight", "bias"):
            for i, cell in enumerate(self.cells()):
                width = inputs if i < self.directions else out * self.directions
                yield f"{cell}_i2h_{end}", (rows, width) if end == "weight" else (rows,)
                yield f"{cell}_h2h_{end}", (rows, out) if end == "weight" else (rows,)
                if self.projection and end == "weight":
                    yield f"{cell}_h2r_weight", (out, self.hidden)

    def gates(self, inputs: int) -> Iterator[Piece]:
        """Yield the names and shapes of the gates in order; there is no projection."""
        for name, shape in self.pieces(inputs):
            start, _, end = name.rpartition("_")
            for gate in GATES[self.mode]:
                yield f"{start}{gate}_{end}", (self.hidden, *shape[1:])

    def size(self, inputs: int) -> int:
        """Return the length of the vector, at once for any number of layers."""
        out = self.projection or self.hidden
        columns = inputs + (self.layers - 1) * out * self.directions + self.layers * (out + 2)
        return self.directions * (self.rows * columns + self.layers * (self.projection or 0) * self.hidden)

    def inputs(self, size: int) -> int:
        """Return the width of the inputs for which the vector has a length; 0 where there is none."""
        width, rest = divmod(size - self.size(0), self.rows * self.directions)
        return 0 if rest else max(0, width)


def cut(vector: Any, pieces: Iterable[Piece]) -> dict[str, Any]:
    """Return the pieces of a vector by name, as views."""
    start, result = 0, {}
    for name, shape in pieces:
        end = start + prod(shape)
        result[name] = vector[start:end].reshape(shape)
        start = end
    return result

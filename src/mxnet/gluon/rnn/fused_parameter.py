"""The one parameter that a recurrent layer has in MXNet 2: all weights, then all biases, in a vector.

On GPUs, the many that it has in MXNet 1 lie in memory as that one.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import prod
from typing import Any
from weakref import ref

import numpy as np

from ... import initializer
from ... import ndarray as nd
from ...kernels.side_by_side import lay_side_by_side
from ..functions import as_classic

Piece = tuple[str, tuple[int, ...]]


class Pieces:
    """What the vector of a recurrent layer consists of: matrices and biases by name, each with its shape.

    ``gates`` is how many there are, ``directions`` their letters, ``projection`` the width of the outputs, 0 for
    ``hidden``.
    """

    def __init__(self, gates: int, hidden: int, layers: int, directions: Sequence[str], projection: int) -> None:
        self.gates, self.hidden, self.layers = gates, hidden, layers
        self.directions, self.projection = tuple(directions), projection

    def of(self, inputs: int) -> Iterator[Piece]:
        """Yield names and shapes in order, for inputs of a width."""
        out = self.projection or self.hidden
        rows = self.gates * self.hidden
        for end in ("weight", "bias"):
            for layer in range(self.layers):
                for side in self.directions:
                    width = out * len(self.directions) if layer else inputs
                    yield f"{side}{layer}_i2h_{end}", (rows, width) if end == "weight" else (rows,)
                    yield f"{side}{layer}_h2h_{end}", (rows, out) if end == "weight" else (rows,)
                    if self.projection and end == "weight":
                        yield f"{side}{layer}_h2r_weight", (out, self.hidden)

    def size(self, inputs: int) -> int:
        """Return the length of the vector."""
        return sum(prod(shape) for _, shape in self.of(inputs))

    def inputs(self, size: int) -> int:
        """Return the width of the inputs for which the vector has a length; ValueError where there is none."""
        width, rest = divmod(size - self.size(0), self.gates * self.hidden * len(self.directions))
        if width < 1 or rest:
            raise ValueError(f"a vector of {size} numbers fits no width of inputs")
        return width

    def split(self, vector: Any) -> dict[str, Any]:
        """Return the matrices and biases in a vector, NumPy's arrays."""
        start, result = 0, {}
        for name, shape in self.of(self.inputs(vector.size)):
            result[name] = vector[start : start + prod(shape)].reshape(shape)
            start += prod(shape)
        return result


class PiecesInitializer(initializer.Initializer):
    """Initializes the vector piece by piece: ``inits`` by the end of a name, None for the network's own."""

    def __init__(self, pieces: Pieces, inits: Mapping[str, Any]) -> None:
        super().__init__()
        self._pieces, self._inits = pieces, dict(inits)

    def _init_weight(self, desc: Any, arr: Any) -> None:
        start = 0
        for name, shape in self._pieces.of(self._pieces.inputs(arr.size)):
            part = nd.zeros(shape, ctx=arr.context, dtype=arr.dtype)
            own = self._inits[name.partition("_")[2]]
            fill = initializer.create(getattr(desc, "global_init", None) or initializer.Uniform())
            fill(initializer.InitDesc(name, None if own is None else {"__init__": own}), part)
            as_classic(arr)[start : start + part.size] = part.reshape((-1,))
            start += part.size


class SideBySide:
    """Parameters whose arrays lie side by side on GPUs, as soon as all have values, so that no step joins them."""

    def __init__(self, parameters: Iterable[Any]) -> None:
        self._parameters = [ref(parameter) for parameter in parameters]

    def arrange(self) -> None:
        """Lay the arrays side by side if all parameters have them, in the same contexts."""
        parameters = [reference() for reference in self._parameters]
        if any(parameter is None or parameter._data is None for parameter in parameters):
            return
        contexts = parameters[0]._ctx_list  # type: ignore[union-attr]
        if all(parameter._ctx_list == contexts for parameter in parameters):  # type: ignore[union-attr]
            for arrays in zip(*(parameter._data for parameter in parameters), strict=True):  # type: ignore[union-attr]
                if arrays[0]._t.is_cuda:
                    lay_side_by_side([array._t for array in arrays])


def joined(arrays: Mapping[str, Any], pieces: Pieces, names: Mapping[str, str]) -> Any:
    """Return the vector of arrays; ``names`` are those of the pieces in ``arrays``."""
    width = arrays[names[f"{pieces.directions[0]}0_i2h_weight"]].shape[1]
    flat = [arrays[names[name]].asnumpy().ravel() for name, _ in pieces.of(width)]
    return nd.array(np.concatenate(flat), dtype=flat[0].dtype)

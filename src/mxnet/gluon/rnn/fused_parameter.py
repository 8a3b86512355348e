"""The one parameter that a recurrent layer has in MXNet 2: all weights, then all biases, in a vector.

On GPUs, the many that it has in MXNet 1 lie in memory as that one.
"""

from collections.abc import Iterable, Mapping
from typing import Any
from weakref import ref

import numpy as np

from ... import initializer
from ... import ndarray as nd
from ...core.recurrent import Layout, cut
from ...kernels.side_by_side import lay_side_by_side
from ..functions import as_classic


def split(vector: Any, layout: Layout) -> dict[str, Any]:
    """Return the matrices and biases in a vector by name, as views; ValueError for a length of no layers' vector."""
    width = layout.inputs(vector.size)
    if not width:
        raise ValueError(f"a vector of {vector.size} numbers fits no width of inputs")
    return cut(vector, layout.pieces(width))


class PiecesInitializer(initializer.Initializer):
    """Initializes the vector piece by piece: ``inits`` by the end of a name, None for the network's own."""

    def __init__(self, layout: Layout, inits: Mapping[str, Any]) -> None:
        super().__init__()
        self._layout, self._inits = layout, dict(inits)

    def _init_weight(self, desc: Any, arr: Any) -> None:
        for name, piece in split(as_classic(arr), self._layout).items():
            part = nd.zeros(piece.shape, ctx=arr.context, dtype=arr.dtype)
            init_of_part = self._inits[name.partition("_")[2]]
            fill = initializer.create(getattr(desc, "global_init", None) or initializer.Uniform())
            fill(initializer.InitDesc(name, None if init_of_part is None else {"__init__": init_of_part}), part)
            piece[:] = part


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


def joined(arrays: Mapping[str, Any], layout: Layout, names: Mapping[str, str]) -> Any:
    """Return the vector of arrays; ``names`` are those of the pieces in ``arrays``."""
    flat = [arrays[names[name]].asnumpy().ravel() for name, _ in layout.pieces(0)]
    return nd.array(np.concatenate(flat), dtype=flat[0].dtype)

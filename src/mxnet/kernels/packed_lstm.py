"""Layers of LSTM at inference, with weights packed in oneDNN's memory format.

Otherwise oneDNN reorders them at every call, which takes five sixths of the time of a single step, and half of that of
35 steps of one sequence. The packed weights are a second copy, made again after a weight was written to
(``core/write_tracking.py``).
"""

from collections.abc import Callable, Sequence
from typing import Any

import torch

from ..core import torch_compat
from ..core.write_tracking import Kept

Layer = Callable[..., tuple[torch.Tensor, torch.Tensor, torch.Tensor]]


class PackedLSTM:
    """Layers of LSTM over ``(data, state, state_cell, *weights)``, of which ``parameters(*weights)`` makes the vector.

    What oneDNN does not take, ``plain(data, vector, state, state_cell)`` computes. ``cells(vector)`` gives
    ``(matrix, matrix, bias, bias)`` of each layer and direction, nothing for a vector of another size. No input may
    require a gradient. Several threads may call it.
    """

    def __init__(
        self,
        plain: Callable[..., Any],
        parameters: Callable[..., torch.Tensor],
        cells: Callable[[torch.Tensor], Sequence[Sequence[torch.Tensor]]],
        size: int,
        layers: int,
        directions: int,
    ) -> None:
        self.plain, self.parameters, self.cells = plain, parameters, cells
        self.size, self.layers, self.directions = size, layers, directions
        #: the cache of the packed weights
        self.packed = Kept(self._pack)

    def __call__(
        self, data: torch.Tensor, state: torch.Tensor, state_cell: torch.Tensor, *weights: torch.Tensor
    ) -> Any:
        width, packed = self.packed(*weights)
        if not self._fits(data, width, state, state_cell):
            return self.plain(data, self.parameters(*weights), state, state_cell)
        data, states, cells, finals = data.contiguous(), state.contiguous(), state_cell.contiguous(), []
        for first in range(0, len(packed), self.directions):
            outs = []
            for i in range(first, first + self.directions):
                out, *last = packed[i](data, states[i : i + 1], cells[i : i + 1])
                outs.append(out)
                finals.append(last)
            data = outs[0] if self.directions == 1 else torch.cat(outs, -1)
        return (data, *(torch.cat(item) for item in zip(*finals, strict=True)))

    def _fits(self, data: torch.Tensor, width: int, state: torch.Tensor, state_cell: torch.Tensor) -> bool:
        """Return whether these are floats for a CPU, in the shapes that go with weights for data of a width."""
        if data.dim() != 3 or data.shape[2] != width or not data.numel():
            return False
        expected = (self.layers * self.directions, data.shape[1], self.size)
        return (state.shape == expected and state_cell.shape == expected) and all(
            t.dtype is torch.float32 and t.is_cpu for t in (data, state, state_cell)
        )

    def _pack(self, *weights: torch.Tensor) -> tuple[int, Sequence[Layer]]:
        """Return the width of the data, and the layers with packed weights; 0 and nothing if oneDNN takes them not."""
        with torch.no_grad():
            vector = self.parameters(*weights)
            cells = self.cells(vector) if vector.dtype is torch.float32 and vector.is_cpu else ()
            packed = [torch_compat.packed_lstm(*cell, i % self.directions == 1) for i, cell in enumerate(cells)]
        return (cells[0][0].shape[1] if cells else 0), packed

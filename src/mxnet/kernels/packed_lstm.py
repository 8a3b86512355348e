"""Layers of LSTM at inference, with weights packed in oneDNN's memory format.

Otherwise oneDNN reorders them at every call, which takes five sixths of the time of a single step, and half of that of
35 steps of one sequence. The packed weights are a second copy, made again after a weight was written to
(``core/write_tracking.py``).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import torch

from ..core import torch_compat
from ..core.write_tracking import Seen, write_under_way

Layer = Callable[..., tuple[torch.Tensor, torch.Tensor, torch.Tensor]]


class PackedLSTM:
    """Layers of LSTM over ``(data, state, state_cell, *weights)``, of which ``parameters(*weights)`` makes the vector.

    What oneDNN does not take, ``plain(data, vector, state, state_cell)`` computes. ``cells(vector, C)`` gives
    ``(matrix, matrix, bias, bias)`` of each layer and direction, nothing for a vector of another size. Several threads
    may call it.
    """

    def __init__(
        self,
        plain: Callable[..., Any],
        parameters: Callable[..., torch.Tensor],
        cells: Callable[[torch.Tensor, int], Sequence[Sequence[torch.Tensor]]],
        size: int,
        layers: int,
        directions: int,
    ) -> None:
        self.plain, self.parameters, self.cells = plain, parameters, cells
        self.size, self.layers, self.directions = size, layers, directions
        #: the last weights, the width of data for them, and their packed copies; one tuple, so that threads see all or
        #: nothing of a change
        self._ready: tuple[Seen | None, int, Sequence[Layer]] = (None, 0, ())

    def __call__(
        self, data: torch.Tensor, state: torch.Tensor, state_cell: torch.Tensor, *weights: torch.Tensor
    ) -> Any:
        packed = self._layers(data, weights) if self._fits(data, state, state_cell) else ()
        if not packed:
            return self.plain(data, self.parameters(*weights), state, state_cell)
        data, states, cells, finals = data.contiguous(), state.contiguous(), state_cell.contiguous(), []
        for first in range(0, len(packed), self.directions):
            outs = []
            for i in range(first, first + self.directions):
                out, *last = packed[i](data, states[i : i + 1], cells[i : i + 1])
                outs.append(out)
                finals.append(last)
            data = outs[0] if self.directions == 1 else torch.cat(outs, -1)
        return (data, *(torch.cat(each) for each in zip(*finals, strict=True)))

    def _fits(self, data: torch.Tensor, state: torch.Tensor, state_cell: torch.Tensor) -> bool:
        """Return whether these are floats for a CPU in the right shapes, without a gradient."""
        if data.dim() != 3 or not data.numel():
            return False
        wanted = (self.layers * self.directions, data.shape[1], self.size)
        return (state.shape == wanted and state_cell.shape == wanted) and not any(
            t.dtype is not torch.float32 or not t.is_cpu or (t.requires_grad and torch.is_grad_enabled())
            for t in (data, state, state_cell)
        )

    def _layers(self, data: torch.Tensor, weights: Sequence[torch.Tensor]) -> Sequence[Layer]:
        """Return the layers with packed weights; nothing if the weights are not of the data's width, or no floats."""
        seen, width, layers = self._ready
        if seen is None or width != data.shape[2] or not seen.same(weights):
            seen, width = Seen(weights), data.shape[2]
            layers = self._pack(weights, width)
            if seen.is_known(weights) and not write_under_way():
                self._ready = (seen, width, layers)
        return layers

    def _pack(self, weights: Sequence[torch.Tensor], width: int) -> Sequence[Layer]:
        if torch.is_grad_enabled() and any(t.requires_grad for t in weights):
            return ()
        with torch.no_grad():
            vector = self.parameters(*weights)
            if vector.dtype is not torch.float32 or not vector.is_cpu:
                return ()
            cells = self.cells(vector, width)
            return [torch_compat.packed_lstm(*cell, i % self.directions == 1) for i, cell in enumerate(cells)]

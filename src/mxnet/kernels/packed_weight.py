"""A convolution's weight packed in the memory formats of oneDNN's kernels.

The format depends on the shape of the data: batches of one and of four may need different ones. A kernel reorders a
weight of another format at every call, which can take longer than the convolution.
"""

from __future__ import annotations

from collections.abc import Callable

import torch

from ..core import torch_compat

#: the number of data shapes that weights are packed for; for others oneDNN reorders them at every call
SHAPES = 64


class PackedWeight:
    """A weight packed by ``pack(weight, shape)`` for each shape of data; equal formats share memory.

    It is packed for the first shape at once, and for another when that comes a second time: packing takes about as long
    as it saves a call. Several threads may call :meth:`for_shape`.
    """

    def __init__(
        self,
        weight: torch.Tensor,
        shape: torch.Size,
        pack: Callable[[torch.Tensor, list[int]], torch.Tensor],
    ) -> None:
        self._pack = pack
        self.dtype = weight.dtype
        self._first = pack(weight, list(shape))
        #: by order of memory, from the second packing on
        self._of_order: dict[bytes, torch.Tensor] = {}
        #: by shape, as plain tuples: Python's garbage collector does not track these
        self._of_shape = {tuple(shape): self._first}
        #: shapes that have been seen
        self._seen = {tuple(shape)}

    def for_shape(self, shape: torch.Size) -> torch.Tensor:
        """Return the weight for data of a shape."""
        result = self._of_shape.get(shape)
        return self._for_another(shape) if result is None else result

    def _for_another(self, shape: torch.Size) -> torch.Tensor:
        if shape not in self._seen:
            if len(self._seen) < SHAPES:
                self._seen.add(tuple(shape))
            return self._first
        with torch.no_grad():
            weight = self._first.to_dense().contiguous(memory_format=torch.channels_last)
            packed = self._pack(weight, list(shape))
        self._of_order = self._of_order or {torch_compat.onednn_order(self._first): self._first}
        packed = self._of_order.setdefault(torch_compat.onednn_order(packed), packed)
        self._of_shape[tuple(shape)] = packed
        return packed

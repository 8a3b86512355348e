"""The array: a thin holder of one torch tensor, its context, and where its gradient goes."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch

from ..core.context import Context, context_of
from ..core.dtypes import NUMPY_OF_TORCH
from ..runtime.tape import GradSlot


class NDArray:
    """An n-dimensional array on a device."""

    __slots__ = ("__weakref__", "_ctx", "_slot", "_t")

    _t: torch.Tensor
    _ctx: Context
    _slot: GradSlot | None

    @classmethod
    def _wrap(cls, tensor: torch.Tensor, ctx: Context) -> NDArray:
        made = cls.__new__(cls)
        made._t = tensor
        made._ctx = ctx
        made._slot = None
        return made

    @classmethod
    def from_torch(cls, tensor: torch.Tensor, ctx: Context | None = None) -> NDArray:
        """Return an array that shares ``tensor``'s memory."""
        return cls._wrap(tensor, ctx or context_of(tensor.device))

    @property
    def shape(self) -> tuple[int, ...]:
        """The lengths of the axes."""
        return tuple(self._t.shape)

    @property
    def dtype(self) -> Any:
        """The data type as NumPy's scalar type."""
        return NUMPY_OF_TORCH[self._t.dtype]

    @property
    def context(self) -> Context:
        """Where the array lives."""
        return self._ctx

    ctx = context

    def asnumpy(self) -> np.ndarray:
        """Return a NumPy copy of the values."""
        return self._t.detach().cpu().numpy().copy()

    def __repr__(self) -> str:
        return f"\n{self.asnumpy()}\n<NDArray {'x'.join(map(str, self.shape))} @{self._ctx}>"

    def __getitem__(self, key: Any) -> NDArray:
        return NDArray._wrap(self._t[key], self._ctx)

    def __setitem__(self, key: Any, value: Any) -> None:
        here = self._t.data
        if isinstance(value, NDArray):
            value = value._t.detach()
        here[key] = torch.as_tensor(value).to(here.dtype)

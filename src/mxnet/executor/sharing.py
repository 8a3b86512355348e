"""The arrays that ``simple_bind`` makes: new ones, and those that share memory with another executor's."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from math import prod
from typing import Any

import torch

from ..core.context import Context
from ..core.dtypes import NAME_OF_TORCH, TORCH_OF
from ..core.errors import MXNetError
from ..ndarray import NDArray
from .program import Program

Fact = tuple[Any, Any]


def allocate(shape: Sequence[int], dtype: str, ctx: Context) -> NDArray:
    """Return an array of zeros."""
    return NDArray._wrap(torch.zeros(tuple(shape), dtype=TORCH_OF[dtype], device=ctx.torch_device), ctx)


def beginning(array: NDArray, shape: Sequence[int]) -> NDArray:
    """Return an array of another shape on the first elements of a contiguous array's memory."""
    tensor = array._t.detach().reshape(-1)[: prod(shape)].view(tuple(shape))
    return NDArray._wrap(tensor, array.context)


class Sharing:
    """From where ``simple_bind`` takes memory.

    ``buffer``, a dict of arrays by name, is what executors of different shapes share for everything that is no
    parameter: an array that fits is reused, one that does not is replaced. ``names`` are the parameters; they, their
    gradients and the auxiliary states are those of ``executor``. As in 1.9.1 nothing is shared without ``buffer``.
    """

    def __init__(self, names: Sequence[str] | None, executor: Any, buffer: dict[str, NDArray] | None) -> None:
        if buffer is not None and not isinstance(buffer, dict):
            raise ValueError("shared_buffer in simple_bind must be dict or None")
        self.buffer = buffer
        self.names = frozenset(names or ()) if buffer is not None else frozenset()
        self.executor = executor if buffer is not None else None

    def arguments(
        self, program: Program, facts: Sequence[Fact], reqs: Sequence[str]
    ) -> tuple[list[NDArray], list[NDArray | None]]:
        """Return the arrays of all arguments and of their gradients."""
        arguments, gradients = [], []
        for name, (shape, dtype), req in zip(program.arguments, facts, reqs, strict=True):
            make = self._parameter if name in self.names else self._other
            arguments.append(make("arg_dict", name, name, shape, dtype, program.context_of(name)))
            gradients.append(
                None
                if req == "null"
                else make("grad_dict", name, f"grad of {name}", shape, dtype, program.context_of(name))
            )
        return arguments, gradients

    def states(self, program: Program, facts: Sequence[Fact]) -> list[NDArray]:
        """Return the arrays of all auxiliary states."""
        return [
            self._parameter("aux_dict", name, name, shape, dtype, program.context_of(name))
            for name, (shape, dtype) in zip(program.states, facts, strict=True)
        ]

    def _parameter(self, table: str, name: str, _: str, shape: Any, dtype: str, ctx: Context) -> NDArray:
        shared = None if self.executor is None else getattr(self.executor, table).get(name)
        if shared is None:
            return allocate(shape, dtype, ctx)
        found = shared.shape, NAME_OF_TORCH[shared._t.dtype]
        if found != (tuple(shape), dtype):
            raise MXNetError(
                f"{name} cannot share the memory of shared_exec: it is {found[0]} {found[1]} there, {tuple(shape)} "
                f"{dtype} here"
            )
        return NDArray._wrap(shared._t.detach(), shared.context)

    def _other(self, _: str, __: str, key: str, shape: Any, dtype: str, ctx: Context) -> NDArray:
        if self.buffer is None:
            return allocate(shape, dtype, ctx)
        shared = self.buffer.get(key)
        if shared is not None and NAME_OF_TORCH[shared._t.dtype] != dtype:
            raise MXNetError(f"{key} in shared_buffer is {NAME_OF_TORCH[shared._t.dtype]}; {dtype} is needed")
        if shared is None or shared._t.numel() < prod(shape) or not shared._t.is_contiguous():
            if shared is not None:
                _say_larger(key, shape, shared.shape)
            shared = self.buffer[key] = allocate(shape, dtype, ctx)
        return beginning(shared, shape)


def _say_larger(key: str, shape: Any, before: Any) -> None:
    logging.getLogger(__name__).info(
        "%s of shape %s is larger than the shared one, %s: allocated anew. Bind the largest shapes first to share.",
        key, tuple(shape), before,
    )  # fmt: skip

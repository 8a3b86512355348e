"""The arrays that ``simple_bind`` makes: new ones, and those that share memory with another executor's."""

import logging
from collections.abc import Sequence
from math import prod
from typing import Any

from ..core.context import Context
from ..core.dtypes import NAME_OF_TORCH, TORCH_OF
from ..core.errors import MXNetError, reason
from ..core.interruptions import explained
from ..core.memory import zeros
from ..eager.storage import CLASSES
from ..kernels.sparse import empty
from ..ndarray import NDArray
from .program import SymbolProgram

Fact = tuple[Any, Any]


def allocate(shape: Sequence[int], dtype: str, ctx: Context, storage: str = "default") -> NDArray:
    """Return an array of zeros; memory that cannot be had is an :class:`MXNetError`."""
    if storage != "default":
        return CLASSES[storage]._of(empty(storage, tuple(shape), TORCH_OF[dtype], ctx.device_for(TORCH_OF[dtype])), ctx)
    with explained(lambda error: MXNetError(f"an array of shape {tuple(shape)}: {reason(error)}"), RuntimeError):
        return NDArray._wrap(zeros(shape, TORCH_OF[dtype], ctx.device_for(TORCH_OF[dtype])), ctx)


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
        self, program: SymbolProgram, facts: Sequence[Fact], reqs: Sequence[str], storages: Any
    ) -> tuple[list[NDArray], list[NDArray | None]]:
        """Return the arrays of all arguments and of their gradients."""
        arguments: list[NDArray] = []
        gradients: list[NDArray | None] = []
        pairs = zip(storages.arguments, storages.gradients, strict=True)
        for name, fact, req, (stype, grad_stype) in zip(program.arguments, facts, reqs, pairs, strict=True):
            ctx = program.contexts_by_name[name]
            if name in self.names:
                arguments.append(self._parameter("arg_dict", name, fact, ctx, stype))
                gradients.append(None if req == "null" else self._parameter("grad_dict", name, fact, ctx, grad_stype))
            else:
                arguments.append(self._input(name, fact, ctx, stype))
                gradients.append(None if req == "null" else self._input(f"grad of {name}", fact, ctx, grad_stype))
        return arguments, gradients

    def states(self, program: SymbolProgram, facts: Sequence[Fact]) -> list[NDArray]:
        """Return the arrays of all auxiliary states."""
        return [
            self._parameter("aux_dict", name, fact, program.contexts_by_name[name])
            for name, fact in zip(program.states, facts, strict=True)
        ]

    def _parameter(self, table: str, name: str, fact: Fact, ctx: Context, storage: str = "default") -> NDArray:
        """Return the shared executor's array from one of its tables; a new one without executor, or for a gradient."""
        shared = None if self.executor is None else getattr(self.executor, table).get(name)
        if shared is None:
            if self.executor is None or table == "grad_dict":
                return allocate(*fact, ctx, storage)
            raise MXNetError(
                f"{name} cannot be shared: the symbol of shared_exec does not have it. The first symbol that is bound, "
                "as that of a BucketingModule's default bucket, needs the parameters and states of all others"
            )
        if shared._sparse is not None:
            return shared
        result = shared.shape, NAME_OF_TORCH[shared._t.dtype]
        if result != fact:
            raise MXNetError(
                f"{name} cannot share the memory of shared_exec: it is {result[0]} {result[1]} there, "
                f"{fact[0]} {fact[1]} here"
            )
        return NDArray._wrap(shared._t.detach(), shared.context)

    def _input(self, key: str, fact: Fact, ctx: Context, storage: str = "default") -> NDArray:
        """Return the beginning of the array in the shared buffer, replacing it where it is too small."""
        if self.buffer is None or storage != "default":
            return allocate(*fact, ctx, storage)
        shape, dtype = fact
        shared = self.buffer.get(key)
        if shared is not None and NAME_OF_TORCH[shared._t.dtype] != dtype:
            raise MXNetError(f"{key} in shared_buffer is {NAME_OF_TORCH[shared._t.dtype]}; {dtype} is needed")
        if shared is None or shared._t.numel() < prod(shape) or not shared._t.is_contiguous():
            if shared is not None:
                _say_larger(key, shape, shared.shape)
            shared = self.buffer[key] = allocate(shape, dtype, ctx)
        return beginning(shared, shape)


def _say_larger(key: str, shape: Any, before: Any) -> None:
    text = "%s of shape %s is larger than the shared one, %s: allocated anew. Bind the largest shapes first to share."
    logging.getLogger(__name__).info(text, key, tuple(shape), before)

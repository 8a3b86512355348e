"""Lowered graphs with arrays in sparse storage: their programs, and what these take for such arrays."""

from __future__ import annotations

from typing import Any

from ..graph.compile import from_environment
from ..kernels import sparse
from ..kernels.choice import PLAIN
from ..symbol.sparse_forms import in_forms
from .binding import Bound
from .program import SymbolProgram


class FormPrograms:
    """The programs of a bound graph whose operators are in their sparse forms.

    There is none where an operator has no form that a lowered graph can call, and with ``MXNET_PLAIN_KERNELS``: the
    graph then runs operator by operator.
    """

    def __init__(self, bound: Bound) -> None:
        self._bound = bound
        #: by whether they are differentiated
        self._programs: dict[bool, SymbolProgram | None] = {}
        #: the numbers of the arguments in sparse storage
        self._sparse = [i for i, array in enumerate(bound.arguments) if array._sparse is not None]

    def program(self, differentiate: bool) -> SymbolProgram | None:
        """Return the program, or None; ``differentiate``: the gradients of the arguments are wanted."""
        try:
            return self._programs[differentiate]
        except KeyError:
            result = self._programs[differentiate] = self._made(differentiate)
            return result

    def _made(self, differentiate: bool) -> SymbolProgram | None:
        bound, program = self._bound, self._bound.program
        if PLAIN or program.contexts or program.compile or from_environment():
            return None
        named = zip(program.arguments, (differentiate and bound.gradients) or (), bound.reqs, strict=False)
        gradients = {name: grad.stype for name, grad, req in named if grad is not None and req != "null"}
        stored = {name: array.stype for name, array in zip(program.arguments, bound.arguments, strict=True)}
        active = program.active_nodes(gradients)
        heads = in_forms(tuple(program.heads), program.order, stored, gradients, active)
        return None if heads is None else SymbolProgram(heads, program.ctx, None)

    def give_up(self, differentiate: bool) -> None:
        """Have the graph run operator by operator from now on."""
        self._programs[differentiate] = None

    def enter(self, inputs: list[Any], by_pytorch: bool) -> None:
        """Put the values of arguments in sparse storage into a program's inputs, in the place of their stand-ins."""
        for i in self._sparse:
            value, stand_in = sparse.checked(self._bound.arguments[i]._sparse), inputs[i]
            if by_pytorch and stand_in.requires_grad:
                value = value.replace(value.data)
                value.source = stand_in
            inputs[i] = value

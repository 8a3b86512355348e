"""A symbol as a module of PyTorch."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import torch

from ..core.context import context_of
from ..core.errors import MXNetError
from ..core.write_tracking import share
from ..ndarray import CachedOp, NDArray


class SymbolModule(torch.nn.Module):
    """The graph of ``symbol`` as a ``torch.nn.Module``.

    ``params`` are arrays by name (``arg:`` and ``aux:`` before a name are passed over): they become the module's
    parameters, or buffers where they are auxiliary states, on the same memory, under MXNet's names. The other variables
    are its inputs, in the order of ``inputs`` (which may name more), else of ``symbol.list_inputs()``. A call
    takes and returns tensors: one for a symbol with one output, else a tuple. ``train()`` and ``eval()``
    say which way operators such as Dropout run.

    Raises :class:`MXNetError` for a name that a module cannot have.
    """

    def __init__(self, symbol: Any, params: Mapping[str, NDArray], inputs: Sequence[str] | None = None) -> None:
        super().__init__()
        self._graph = CachedOp(symbol)
        arrays = {name.removeprefix("arg:").removeprefix("aux:"): array for name, array in params.items()}
        states = set(symbol.list_auxiliary_states())
        wanted = symbol.list_inputs()
        #: the names of the inputs
        self.inputs = [name for name in wanted if name not in arrays] if inputs is None else list(inputs)
        #: by variable of the graph: the position among the inputs, or where the parameter is
        self._places: list[int | tuple[torch.nn.Module, str]] = []
        for name in wanted:
            if name in self.inputs:
                self._places.append(self.inputs.index(name))
            else:
                self._places.append(self._hold(name, arrays[name]._t.detach(), name in states))

    def _hold(self, name: str, tensor: torch.Tensor, is_state: bool) -> tuple[torch.nn.Module, str]:
        """Keep a tensor under a name; what stands before a dot is a module inside of this one."""
        share(tensor)  # programs of PyTorch write to `parameter.data`
        *path, last = name.split(".")
        owner: torch.nn.Module = self
        try:
            for each in path:
                if each not in owner._modules:
                    owner.add_module(each, torch.nn.Module())
                owner = owner.get_submodule(each)
            if is_state or not tensor.is_floating_point():
                owner.register_buffer(last, tensor)
            else:
                owner.register_parameter(last, torch.nn.Parameter(tensor))
        except (KeyError, AttributeError) as error:
            raise MXNetError(f"a torch.nn.Module cannot have a parameter named {name!r}: rename it") from error
        return owner, last

    def forward(self, *inputs: torch.Tensor) -> Any:
        """Run the graph."""
        if len(inputs) != len(self.inputs):
            raise MXNetError(f"expected {len(self.inputs)} inputs ({', '.join(self.inputs)}), got {len(inputs)}")
        tensors = [inputs[place] if isinstance(place, int) else getattr(*place) for place in self._places]
        device = tensors[0].device if tensors else torch.device("cpu")
        results = self._graph.run_on_tensors(tensors, self.training, context_of(device))
        return results[0] if len(results) == 1 else tuple(results)

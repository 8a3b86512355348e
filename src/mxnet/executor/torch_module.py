"""A symbol as a ``torch.nn.Module``."""

from __future__ import annotations

import inspect
import re
import warnings
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import lru_cache
from keyword import iskeyword
from typing import Any

import torch

from ..core import torch_compat
from ..core.context import context_of
from ..core.errors import MXNetError
from ..core.interruptions import explained
from ..core.tracing import traced
from ..core.write_tracking import share
from ..ndarray import CachedOp, NDArray


class SymbolModule(torch.nn.Module):
    """The graph of ``symbol`` as a ``torch.nn.Module``.

    ``params`` are arrays by name, with or without ``arg:`` and ``aux:``. They become the module's parameters, or
    buffers for auxiliary states, on the same memory and under MXNet's names. The other variables are its inputs, in the
    order of ``inputs`` (which may name more), else of ``symbol.list_inputs()``. ``labels`` are variables that losses
    take but prediction does not need: their shapes, without the batch, by name. A call takes tensors and returns one,
    or a tuple for several outputs. ``train()`` and ``eval()`` set the mode of operators such as Dropout.

    ``torch.export``, ``torch.compile`` and ``torch.jit.trace`` accept it; their results need only PyTorch. In these,
    BatchNorm's statistics change in the forward pass, as in PyTorch's layers (else in the backward pass, as in MXNet),
    random numbers come from PyTorch's generators, and the gradients of loss layers are PyTorch's, not MXNet's.

    A name that a module cannot have, such as ``forward`` or ``..a``, gets ``_`` at its end, or in its empty parts.
    """

    def __init__(
        self,
        symbol: Any,
        params: Mapping[str, NDArray],
        inputs: Sequence[str] | None = None,
        labels: Mapping[str, tuple[int, ...]] | None = None,
    ) -> None:
        super().__init__()
        self._graph = CachedOp(symbol)
        arrays = {name.removeprefix("arg:").removeprefix("aux:"): array for name, array in params.items()}
        states = set(symbol.list_auxiliary_states())
        names = symbol.list_inputs()
        #: the names of the inputs
        self.inputs = [name for name in names if name not in arrays] if inputs is None else list(inputs)
        #: by mode, the graph for PyTorch's tracers
        self._traceable: dict[bool, Callable[..., Sequence[torch.Tensor]]] = {}
        #: by variable of the graph: the position among the inputs, the shape of a label, or where the parameter is
        self._places: list[Any] = []
        for name in names:
            if name in self.inputs:
                self._places.append(self.inputs.index(name))
            elif labels and name in labels:
                self._places.append(torch.Size(labels[name]))
            else:
                self._places.append(self._hold(name, arrays[name]._t.detach(), name in states))
        self._prepare(self.training)
        self.__class__ = _with_inputs(type(self), tuple(self.inputs))  # type: ignore[arg-type]

    def _hold(self, name: str, tensor: torch.Tensor, is_state: bool) -> tuple[torch.nn.Module, str]:
        """Register a tensor under a name; parts before dots are submodules."""
        share(tensor)  # programs of PyTorch write to `parameter.data`
        *path, last = name.split(".")
        owner: torch.nn.Module = self
        for item in path:
            word = _free_name(owner, item, owner._modules)
            if word not in owner._modules:
                owner.add_module(word, torch.nn.Module())
            owner = owner.get_submodule(word)
        last = _free_name(owner, last)
        if is_state or not tensor.is_floating_point():
            owner.register_buffer(last, tensor)
        else:
            owner.register_parameter(last, torch.nn.Parameter(tensor))
        return owner, last

    # -- two forms: for running, and for PyTorch's tracers -------------------------------------------------------------

    def train(self, mode: bool = True) -> SymbolModule:
        """Set training or prediction mode."""
        self._prepare(mode)
        return super().train(mode)

    def _prepare(self, mode: bool) -> None:
        """Make the form for tracers, which must not trace its making."""
        if mode not in self._traceable:
            torch_compat.choose_mathematics()
            self._traceable[mode] = self._graph.traceable(mode)

    def forward(self, *inputs: torch.Tensor, **named: torch.Tensor) -> Any:
        """Run the graph on tensors, given in order or by name."""
        kwargs = {**dict(zip(self.inputs, inputs, strict=False)), **named}
        if len(inputs) + len(named) != len(self.inputs) or len(kwargs) != len(self.inputs):
            raise MXNetError(
                f"expected {len(self.inputs)} inputs ({', '.join(self.inputs)}), got {len(inputs)} in order"
                + (f" and {', '.join(named)}" if named else "")
            )
        try:
            values = [kwargs[name] for name in self.inputs]
        except KeyError as error:
            raise MXNetError(f"the input {error} is missing; there are {', '.join(self.inputs)}") from None
        tensors = [_tensor_at(position, values) for position in self._places]
        results = self._traced(tensors) if traced() else self._run(tensors)
        return results[0] if len(results) == 1 else tuple(results)

    def _run(self, tensors: list[torch.Tensor]) -> Sequence[torch.Tensor]:
        device = tensors[0].device if tensors else torch.device("cpu")
        return self._graph.run_on_tensors(tensors, self.training, context_of(device))

    def _traced(self, tensors: list[torch.Tensor]) -> Sequence[torch.Tensor]:
        run = self._traceable[self.training]
        if torch.compiler.is_dynamo_compiling():
            return run(*tensors)
        with warnings.catch_warnings():  # about every shape that an operator checks
            warnings.simplefilter("ignore", torch.jit.TracerWarning)  # type: ignore[attr-defined]
            with explained(lambda error: self._graph.refusal(self.training, error), Exception):
                return run(*tensors)

    # -- copies and pickles -------------------------------------------------------------------------------------------

    def __reduce_ex__(self, protocol: Any) -> tuple[Any, ...]:
        return _remade, (type(self).__mro__[1], tuple(self.inputs)), self.__getstate__()

    def __getstate__(self) -> dict[str, Any]:
        return dict(vars(self), _traceable={})

    def __setstate__(self, state: dict[str, Any]) -> None:
        super().__setstate__(state)  # type: ignore[no-untyped-call]
        self._prepare(self.training)


def _free_name(owner: torch.nn.Module, name: str, used: Collection[str] = ()) -> str:
    """Return a name as a module takes it for a part of its own: not empty, and no attribute of another kind."""
    name = name or "_"
    while name not in used and (hasattr(owner, name) or name == "self"):  # which programs of torch.export call it
        name += "_"
    return name


def _tensor_at(position: Any, inputs: Sequence[torch.Tensor]) -> Any:
    """Return the value of a variable: an input, a parameter, or zeros for a label."""
    if isinstance(position, int):
        return inputs[position]
    if isinstance(position, torch.Size):
        return inputs[0].new_zeros((inputs[0].shape[0], *position))
    return getattr(*position)


@lru_cache(maxsize=256)
def _with_inputs(cls: type[SymbolModule], names: tuple[str, ...]) -> type[SymbolModule]:
    """Return a subclass whose ``forward`` has the names of the inputs, which PyTorch's tracers read."""

    def forward(self: SymbolModule, *inputs: torch.Tensor, **named: torch.Tensor) -> Any:
        return cls.forward(self, *inputs, **named)

    words = [re.sub(r"\W", "_", name, flags=re.ASCII) for name in names]
    if len(set(words)) == len(words) and all(word.isidentifier() and not iskeyword(word) for word in words):
        one = inspect.Parameter.POSITIONAL_OR_KEYWORD
        parameters = [inspect.Parameter(word, one) for word in ("self", *words)]
        forward.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    forward.__doc__ = cls.forward.__doc__
    return type(cls.__name__, (cls,), {"forward": forward, "__module__": cls.__module__})


def _remade(cls: type[SymbolModule], names: tuple[str, ...]) -> SymbolModule:
    """Return an empty module of the class, for unpickling."""
    result = _with_inputs(cls, names)  # type: ignore[arg-type]
    return result.__new__(result)

"""Modules of PyTorch inside Gluon, and Gluon's networks as modules of PyTorch."""

import importlib
import os
from collections.abc import Callable, Sequence
from typing import Any

import torch
from torch.func import functional_call

from .. import autograd, symbol
from .. import ndarray as nd
from ..core.context import Context, context_of
from ..core.errors import MXNetError
from ..core.interruptions import explained
from ..core.write_tracking import share
from ..eager import tape
from ..eager.grad_node import grad_nodes
from ..executor import SymbolModule
from ..ndarray import NDArray
from .arguments import regroup_without_nones
from .base_block import Block
from .parameter import Parameter, _contexts


class TorchBlock(Block):
    """A ``torch.nn.Module`` as a block.

    Its parameters are Gluon's parameters (those that want no gradient, and the buffers, have ``grad_req='null'``), on
    the same memory, and have their values already: ``initialize`` changes them only with ``force_reinit``. A call takes
    and returns arrays, in nested lists and dicts too; it is recorded, and runs as in training inside
    ``autograd.record()``. In files the parameters have the names of the module's ``state_dict``.

    Parameters
    ----------
    module
        The module.
    params
        Without effect: the parameters are the module's.

    Examples
    --------
    >>> import torch
    >>> net = gluon.TorchBlock(torch.nn.Linear(4, 2))
    >>> trainer = gluon.Trainer(net.collect_params(), 'sgd')
    >>> net(nd.ones((3, 4))).shape
    (3, 2)
    """

    def __init__(self, module: torch.nn.Module, prefix: str | None = None, params: Any = None) -> None:
        super().__init__(prefix=prefix, params=params)
        self._module = module
        tensors = dict(module.named_parameters()) | dict(module.named_buffers())
        for name, tensor in tensors.items():
            param = TorchParameter(self.prefix + name.replace(".", "_"), tensor)
            self._reg_params[name] = self._params._params[param.name] = param

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._module!r})"

    def forward(self, *args: Any) -> Any:
        """Run the module on arrays."""
        inputs: list[NDArray] = []

        def take(array: NDArray) -> torch.Tensor:
            inputs.append(array)
            return array._t

        values = _map(args, NDArray, take)
        ctx = inputs[0]._ctx if inputs else None
        params = {name: param.data(ctx) for name, param in self._reg_params.items()}
        inputs += params.values()
        slots = tape.link_inputs(inputs) if tape.state.recording else None
        if self._module.training != tape.state.training:
            self._module.train(tape.state.training)
        with torch.set_grad_enabled(slots is not None):
            tensors = {name: array._t for name, array in params.items()}
            result = functional_call(self._module, tensors, values)
        return self._wrapped(result, inputs, slots)

    @staticmethod
    def _wrapped(outputs: Any, inputs: Sequence[NDArray], slots: Any) -> Any:
        """Return tensors as arrays, linked to the inputs; they must not share memory with those."""
        memories = {array._t.untyped_storage().data_ptr() for array in inputs}
        new: list[NDArray] = []

        def wrap(tensor: torch.Tensor) -> NDArray:
            shared = tensor.untyped_storage().data_ptr() in memories
            contexts = (array._ctx for array in inputs if array._t.device == tensor.device)
            ctx = next(contexts, None) or context_of(tensor.device)
            array: NDArray = NDArray._wrap(tensor.clone() if shared else tensor, ctx)
            new.append(array)
            return array

        mapped = _map(outputs, torch.Tensor, wrap)
        if slots is not None:
            for array, node in zip(new, grad_nodes("_CustomFunction", None, slots, len(new)), strict=True):
                array._slot = node
        return mapped


class TorchParameter(Parameter):
    """A parameter of a module: it has its values from the beginning, on the module's memory while it stays in place."""

    def __init__(self, name: str, tensor: torch.Tensor) -> None:
        values: NDArray = NDArray.from_torch(tensor.detach())
        trainable = tensor.requires_grad and tensor.is_floating_point()
        super().__init__(name, "write" if trainable else "null", shape=tensor.shape, dtype=values.dtype, init=None)
        with autograd.pause():
            # the module's own memory: another thread may be running the module, so none is put in its place
            self._init_impl(values, [context_of(tensor.device)], exclusive=tensor.is_contiguous())
        if self._data and not tensor.is_contiguous():
            share(self._data[0]._t)
            tensor.data = self._data[0]._t.data

    def initialize(
        self, init: Any = None, ctx: Any = None, default_init: Any = None, force_reinit: bool = False
    ) -> None:
        """Move to the contexts, keeping the values; with ``force_reinit`` make new ones of what is trained."""
        if force_reinit and self.grad_req != "null" and self.shape:
            super().initialize(init, ctx, default_init, force_reinit=True)
        elif ctx is not None and _contexts(ctx) != self.list_ctx():
            self.reset_ctx(ctx)


def _map(values: Any, cls: type, fn: Callable[[Any], Any]) -> Any:
    """Return nested lists, tuples and dicts with ``fn`` of each value of class ``cls``."""
    if isinstance(values, cls):
        return fn(values)
    if isinstance(values, dict):
        return {key: _map(value, cls, fn) for key, value in values.items()}
    if isinstance(values, (list, tuple)):
        mapped = [_map(value, cls, fn) for value in values]
        return type(values)(*mapped) if hasattr(values, "_fields") else type(values)(mapped)
    return values


class _NetworkModule(SymbolModule):
    """A hybrid block's graph as a module of PyTorch, whose outputs are nested as the block's."""

    def __init__(self, graph: Any, params: dict[str, Any], inputs: Sequence[str], out_format: Any) -> None:
        super().__init__(graph, params, inputs)
        self._format = out_format

    def forward(self, *inputs: torch.Tensor, **named: torch.Tensor) -> Any:
        """Run the graph on tensors, given in order or by name."""
        result = super().forward(*inputs, **named)
        if self._format == 0:
            return result
        return regroup_without_nones(iter([result] if isinstance(result, torch.Tensor) else result), self._format)


def to_torch(block: Any, args: Sequence[Any], ctx: Context | None = None) -> torch.nn.Module:
    """Return a hybrid block's graph as a module of PyTorch (see :meth:`HybridBlock.to_torch`)."""
    if args:
        (block._trace if block._defines_forward else block._build_cache)(*args)
    variables, graph = block._known_graph() or block._get_graph(symbol.var("data"))
    params = {param.name: param for param in block.collect_params().values()}
    inputs = [variable.name for variable in variables]
    arrays = {name: params[name].data(ctx) for name in graph.list_inputs() if name not in inputs}
    return _NetworkModule(graph, arrays, inputs, block._out_format)


# -- compiled networks, each in one file, which needs neither its Python class nor a compiler -------------------------


class CompiledBlock(Block):
    """Runs what ``net.optimize_for(x, backend="aot", path=path)`` wrote: prediction, for inputs shaped as ``x`` was.

    It needs neither the network's Python class nor a compiler.

    Parameters
    ----------
    path
        The file that ``optimize_for`` wrote.

    Raises
    ------
    MXNetError
        Where there is no such file or a damaged one, and for inputs of another number, shape or type.

    Notes
    -----
    Code in the file runs in this process: load only files that you trust.

    Examples
    --------
    >>> gluon.CompiledBlock('no such file')
    Traceback (most recent call last):
        ...
    mxnet.core.errors.MXNetError: no such file: there is no such file
    """

    def __init__(self, path: str | os.PathLike[str], prefix: str | None = None, params: Any = None) -> None:
        super().__init__(prefix=prefix, params=params)
        self._engine = importlib.import_module("mxnet.contrib.backends.torch_constants").load(os.fspath(path))

    def _refused(self, error: Exception) -> MXNetError:
        return MXNetError(f"{self.name}: {str(error).splitlines()[0]}")

    def forward(self, *args: Any) -> Any:
        """Return the network's output, or a list of them."""
        with torch.no_grad(), explained(self._refused, RuntimeError):
            results = self._engine([arg._t.detach() for arg in args])
        result = [nd.NDArray._wrap(result, args[0].context) for result in results]
        return result[0] if len(result) == 1 else result

"""A symbol as a function of arrays: the graph is lowered once and called many times."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch

from ..core.context import current_context
from ..core.errors import MXNetError
from ..runtime import tape
from ..runtime.graph_errors import explain_forward
from ..runtime.graph_module import lower
from ..runtime.invoke import write_recorded
from .ndarray import NDArray

#: what 1.9.1 lets one say about its memory; without effect here
_FLAGS = frozenset(
    (
        *("static_alloc", "static_shape", "inline_limit", "forward_bulk_size", "backward_bulk_size"),
        *("data_indices", "param_indices"),
    )
)


class CachedOp:
    """The graph of ``sym``, called with one array per variable, in the order of ``sym.list_inputs()``.

    ``flags`` are pairs of names and values that say how 1.9.1 plans memory; their names are checked, they are without
    effect. A call returns one array, or a list for a symbol of several outputs; while recording it is one operation.
    """

    is_np_sym = False

    def __init__(self, sym: Any, flags: Sequence[tuple[str, Any]] = ()) -> None:
        self._heads = sym.handle
        for name, _ in flags:
            if name not in _FLAGS:
                raise MXNetError(f"flag {name!r} is none of {', '.join(sorted(_FLAGS))}")
        self._inputs: list[str] = sym.list_inputs()
        self._internals = sym.get_internals()
        self._nodes = list({id(entry.node): entry.node for entry in self._internals.handle}.values())
        self._modules: dict[tuple[bool, torch.device], Any] = {}

    @property
    def handle(self) -> CachedOp:
        """The callable itself; there is nothing below it."""
        return self

    def __call__(self, *args: NDArray, out: Any = None, **kwargs: Any) -> Any:
        """Run the graph on arrays; ``out``, an array or a list of them, receives the results."""
        if kwargs:
            raise TypeError(f"a CachedOp takes its inputs by position, not {', '.join(kwargs)}")
        if len(args) != len(self._inputs):
            raise MXNetError(f"CachedOp expects {len(self._inputs)} inputs ({self._inputs}), but got {len(args)}")
        slots = tape.link_inputs(args) if tape.state.recording else None
        tensors = [a._t.detach() if slots is None else a._t for a in args]
        ctx = args[0]._ctx if args else current_context()
        results = self._run(tensors, ctx.torch_device)
        arrays = [NDArray._wrap(_apart(t, tensors), ctx) for t in results]
        if slots is not None:
            for i, each in enumerate(arrays):
                each._slot = ["_CachedOp", None, slots, i]
        if out is not None:
            return _write(arrays, out)
        return arrays[0] if len(arrays) == 1 else arrays

    def _run(self, tensors: list[torch.Tensor], device: torch.device) -> Sequence[torch.Tensor]:
        key = tape.state.training, device
        module = self._modules.get(key)
        if module is None:
            module = lower(self._nodes, self._heads, self._inputs, key[0], lambda _: device)
            self._modules[key] = module
        inputs: list[Any] = tensors
        if module.meta["open"]:
            inputs = [*tensors, *self._open_shapes(module, tensors)]
        try:
            return module.forward(*inputs)
        except Exception as error:
            raise explain_forward(module, error) from error

    def _open_shapes(self, module: Any, tensors: list[torch.Tensor]) -> list[tuple[int, ...]]:
        """Return the shapes that the graph around them gives to nodes whose attributes leave them open."""
        known = {name: tuple(t.shape) for name, t in zip(self._inputs, tensors, strict=True)}
        shapes = self._internals.infer_shape(**known)[1]
        found = {id(entry.node): shape for entry, shape in zip(self._internals.handle, shapes, strict=True)}
        return [found[id(node)] for node in module.meta["open"]]


def _apart(result: torch.Tensor, inputs: list[torch.Tensor]) -> torch.Tensor:
    """Copy a result that shares memory with an input: arrays are written to, and must not change each other."""
    where = result.untyped_storage().data_ptr()
    shared = any(t.untyped_storage().data_ptr() == where for t in inputs)
    return result.clone(memory_format=torch.contiguous_format) if shared else result


def _write(arrays: list[NDArray], out: Any) -> Any:
    targets = list(out) if isinstance(out, (list, tuple)) else [out]
    if len(targets) != len(arrays):
        raise MXNetError(f"CachedOp has {len(arrays)} outputs, out has {len(targets)} arrays")
    for target, array in zip(targets, arrays, strict=True):
        tape.refuse_write(target)
        if target.shape != array.shape:
            raise MXNetError(f"CachedOp: out has shape {target.shape}, the result has {array.shape}")
        if array._slot:
            write_recorded(target, array._t, array._slot)
        else:
            target._t.data.copy_(array._t)
    return out

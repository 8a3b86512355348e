"""Engines that PyTorch compiles, with the parameters as constants of the code: ``freeze``, ``aot``, ``tensorrt``."""

from __future__ import annotations

import os
import tempfile
import warnings
from collections.abc import Sequence
from typing import Any

import torch

from ...core import torch_compat
from ...core.errors import MXNetError
from ...gluon.backends import Engine, Source
from ...graph.compile import quiet, require_compiler


class _Constants(torch.nn.Module):
    """A graph as a function of its inputs alone; the parameters are the module's, on the arrays' memory."""

    def __init__(self, source: Source) -> None:
        super().__init__()
        self._function = source.op.traceable(False)
        self._names = source.op.symbol.list_inputs()
        self._held = {name: f"p{i}" for i, name in enumerate(source.params)}
        self._data = list(source.examples)
        for name, attribute in self._held.items():
            self.register_buffer(attribute, source.params[name]._t.detach())

    def forward(self, *inputs: torch.Tensor) -> list[torch.Tensor]:
        """Return the graph's outputs."""
        given = dict(zip(self._data, inputs, strict=True))
        return list(
            self._function(*[getattr(self, self._held[n]) if n in self._held else given[n] for n in self._names])
        )


def _examples(source: Source) -> tuple[torch.Tensor, ...]:
    return tuple(each._t.detach() for each in source.examples.values())


def freeze(source: Source) -> Engine:
    """Compile by inductor, which folds and lays out the parameters; ``options`` are ``torch.compile``'s and its own.

    With ``dynamic=True`` one engine serves all shapes, else there is one for each.
    """
    require_compiler()
    own = {key: value for key, value in source.options.items() if key in ("dynamic", "fullgraph")}
    rest = {key: value for key, value in source.options.items() if key not in own}
    module = _Constants(source).eval()
    with quiet():
        function = torch.compile(module, options={"freezing": True, **rest}, **own)
    known: set[Any] = set()

    def engine(inputs: Sequence[torch.Tensor]) -> Sequence[torch.Tensor]:
        kind = tuple((each.shape, each.dtype) for each in inputs)
        if kind in known:
            return function(*inputs)
        with quiet():
            results = function(*inputs)
        known.add(kind)
        return results

    engine.any_shape = own.get("dynamic") is True  # type: ignore[attr-defined]
    with torch.no_grad():
        engine(_examples(source))  # compiled now: afterwards the memory of the arrays may be written to
    return engine


def aot(source: Source) -> Engine:
    """Compile into one file, ``path``, which :class:`mxnet.gluon.CompiledBlock` runs in another process at once."""
    require_compiler()
    options = dict(source.options)
    path = options.pop("path", None)
    with quiet(), tempfile.TemporaryDirectory() as folder:
        file = os.fspath(path) if path is not None else os.path.join(folder, "graph.pt2")
        if not file.endswith(".pt2"):
            raise MXNetError(f"backend 'aot': path must end with .pt2, got {file!r}")
        warnings.simplefilter("ignore", FutureWarning)  # what PyTorch says to itself; `quiet` takes the filter back
        with torch.no_grad():
            exported = torch.export.export(_Constants(source).eval(), _examples(source))
            torch_compat.write_compiled(exported, file, options)
        return load(file)


def load(path: str) -> Engine:
    """Return the graph in a file of :func:`aot`."""
    if not os.path.isfile(path):
        raise MXNetError(f"{path}: there is no such file")
    run: Any = torch_compat.read_compiled(path)

    def engine(inputs: Sequence[torch.Tensor]) -> Sequence[torch.Tensor]:
        return list(run(*inputs))

    return engine


def tensorrt(source: Source) -> Engine:
    """Compile by TensorRT, through ``torch_tensorrt``; ``options`` are its own."""
    __import__("torch_tensorrt")  # enters the backend
    function = torch.compile(_Constants(source).eval(), backend="torch_tensorrt", options=source.options or None)
    return lambda inputs: function(*inputs)

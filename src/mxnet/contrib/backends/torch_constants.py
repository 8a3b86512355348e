"""Engines that PyTorch compiles with the parameters as constants: ``freeze``, ``aot``, ``tensorrt``."""

import importlib
import itertools
import json
import os
import shutil
import tempfile
import warnings
import zipfile
from collections.abc import Sequence
from types import FunctionType, MethodType
from typing import Any

import torch

from ...core import torch_compat
from ...core.errors import MXNetError
from ...core.files.archives import DAMAGE
from ...core.files.paths import is_file
from ...core.files.saving import check_path, staged
from ...core.interruptions import explained
from ...gluon.backends import Engine, Source
from ...graph.compile import quiet, require_compiler

_numbers = itertools.count()
#: the key of the inputs' description in a compiled file
_INPUTS = "remx_inputs"


class _Constants(torch.nn.Module):
    """A graph as a module: a function of its inputs, with the parameters as buffers in the arrays' memory."""

    def __init__(self, source: Source) -> None:
        super().__init__()
        self._function = source.op.traceable(False)
        self._names = source.op.symbol.list_inputs()
        self._buffer_names = {name: f"p{i}" for i, name in enumerate(source.params)}
        self._data = list(source.examples)
        for name, attribute in self._buffer_names.items():
            self.register_buffer(attribute, source.params[name]._t.detach())
        # compilers cache by code object: each graph needs its own
        code = type(self).forward.__code__.replace(co_name=f"forward{next(_numbers)}")
        self.forward = MethodType(FunctionType(code, globals()), self)  # type: ignore[method-assign]

    def forward(self, *inputs: torch.Tensor) -> list[torch.Tensor]:
        """Return the graph's outputs."""
        by_name = dict(zip(self._data, inputs, strict=True))
        by_name |= {name: getattr(self, attribute) for name, attribute in self._buffer_names.items()}
        return list(self._function(*[by_name[name] for name in self._names]))


def _examples(source: Source) -> tuple[torch.Tensor, ...]:
    return tuple(item._t.detach() for item in source.examples.values())


def _unaliased(results: Sequence[torch.Tensor]) -> list[torch.Tensor]:
    """Return results that share no memory with an input, a constant or one another."""
    unshared = torch_compat.are_alone(results)
    return [result if is_unshared else result.clone() for result, is_unshared in zip(results, unshared, strict=True)]


def freeze(source: Source) -> Engine:
    """Compile by inductor with ``freezing``, which folds constants and lays out weights.

    Options are those of ``torch.compile`` and of inductor. With ``dynamic=True`` one engine serves all shapes, else
    each has its own.
    """
    require_compiler()
    compile_options = {key: value for key, value in source.options.items() if key in ("dynamic", "fullgraph")}
    rest = {key: value for key, value in source.options.items() if key not in compile_options}
    module = _Constants(source).eval()
    with quiet():
        function = torch.compile(module, options={"freezing": True, **rest}, **compile_options)
    known: set[Any] = set()

    def engine(inputs: Sequence[torch.Tensor]) -> Sequence[torch.Tensor]:
        dtype = tuple((item.shape, item.dtype) for item in inputs)
        if dtype in known:
            return _unaliased(function(*inputs))
        with quiet():
            results = function(*inputs)
        known.add(dtype)
        return _unaliased(results)

    engine.any_shape = compile_options.get("dynamic") is True  # type: ignore[attr-defined]
    with torch.no_grad():
        engine(_examples(source))  # compile now: the arrays may be written to later
    return engine


def aot(source: Source) -> Engine:
    """Compile ahead of time into a file, ``path``, which :class:`mxnet.gluon.CompiledBlock` loads in any process.

    The file is written when the first engine is built, for inputs of that engine's shapes and types.
    """
    options = dict(source.options)
    path = options.pop("path", None)
    if path is not None and not os.fspath(path).endswith(".pt2"):
        raise MXNetError(f"backend 'aot': path must end with .pt2, got {os.fspath(path)!r}")
    if path is not None:
        check_path(path)  # before the long compilation
    require_compiler()
    examples = _examples(source)
    with quiet(), tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "graph.pt2")
        warnings.simplefilter("ignore", FutureWarning)  # PyTorch's own; `quiet` restores the filters
        with torch.no_grad():
            exported = torch.export.export(_Constants(source).eval(), examples)
            torch_compat.write_compiled(exported, file, options, {_INPUTS: json.dumps(_described(examples))})
        if path is not None and not source.again:
            with staged(path) as target:
                shutil.copyfile(file, target)
        return load(file)


def _described(inputs: Sequence[torch.Tensor]) -> list[str]:
    """Describe inputs, to be compared: compiled code does not check the shapes and types that it is given."""
    return [f"{str(item.dtype).removeprefix('torch.')} {tuple(item.shape)} on {item.device.type}" for item in inputs]


def load(path: str) -> Engine:
    """Return the graph in a file of :func:`aot`.

    Raises :class:`MXNetError` for a file that is missing, damaged or not written by :func:`aot`.
    """
    if not is_file(path):
        raise MXNetError(f"{path}: there is no such file")
    with explained(lambda error: MXNetError(f"{path}: no compiled network: {str(error).splitlines()[0]}"), *DAMAGE):
        with zipfile.ZipFile(path) as archive:
            damaged = archive.testzip()
        if damaged is not None:
            raise zipfile.BadZipFile(f"{damaged} is damaged")
        run, about = torch_compat.read_compiled(path)
    if _INPUTS not in about:
        raise MXNetError(f"{path}: not written by optimize_for(backend='aot')")
    expected = json.loads(about[_INPUTS])

    def engine(inputs: Sequence[torch.Tensor]) -> Sequence[torch.Tensor]:
        value = _described(inputs)
        if value != expected:
            raise MXNetError(f"compiled for the inputs {', '.join(expected)}; got {', '.join(value) or 'none'}")
        return _unaliased(run(*inputs))

    return engine


def tensorrt(source: Source) -> Engine:
    """Compile by TensorRT, through ``torch_tensorrt``; ``options`` are its own."""
    importlib.import_module("torch_tensorrt")  # registers the backend
    function = torch.compile(_Constants(source).eval(), backend="torch_tensorrt", options=source.options or None)
    return lambda inputs: function(*inputs)

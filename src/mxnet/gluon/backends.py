"""The backends of ``hybridize`` and ``optimize_for``, which compile a graph.

There are two kinds. A compiler turns the lowered graph into a faster function of all its inputs, and serves training
too: MXNet's own names, and those of ``torch.compile``. An engine runs prediction alone, with the parameters as
constants (:class:`Frozen`); the graph itself runs what is recorded.
"""

import importlib
import importlib.util
import logging
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

import torch

from .. import ndarray as nd
from ..core.errors import MXNetError, nearest
from ..core.forking import ReentrantLock
from ..core.interruptions import error_of, explained
from ..core.memory import give_back_unused
from ..core.progress import Waiting
from ..core.write_tracking import Seen
from ..eager import tape
from ..graph.compile import ALIASES, AUTO, Compilation, is_automatic, is_backend

_log = logging.getLogger(__name__)
#: MXNet's names of graph backends that rewrite a graph for speed: PyTorch does their work while running
_GRAPH_BACKENDS = ("MKLDNN", "MKLDNN_QUANTIZE", "ONEDNN", "ONEDNN_QUANTIZE", "onednn")

#: ``engine(inputs)``: the outputs of a graph in prediction, for its inputs without the parameters
Engine = Callable[[Sequence[torch.Tensor]], Sequence[torch.Tensor]]


class Source(NamedTuple):
    """The input of an engine's build: a graph, its parameters by name, and examples of its other inputs, in order.

    ``again`` says that there was an engine before, for other inputs or for the parameters as they were.
    """

    op: nd.CachedOp
    params: Mapping[str, Any]
    examples: Mapping[str, Any]
    options: dict[str, Any]
    again: bool = False


class EngineBackend(NamedTuple):
    """A backend that is an engine: where its ``build(source)`` is, and which packages it needs."""

    place: str
    packages: tuple[str, ...] = ()


_TORCH, _ONNX = "mxnet.contrib.backends.torch_constants", "mxnet.contrib.backends.onnx_files"
_LOW = "mxnet.contrib.backends.low_precision"
#: by name
ENGINES = {
    "freeze": EngineBackend(f"{_TORCH}:freeze"),
    "aot": EngineBackend(f"{_TORCH}:aot"),
    "half": EngineBackend(f"{_LOW}:half"),
    "int8": EngineBackend(f"{_LOW}:int8"),
    "onnxruntime": EngineBackend(f"{_ONNX}:onnxruntime", ("onnx", "onnxruntime")),
    "openvino": EngineBackend(f"{_ONNX}:openvino", ("onnx", "openvino")),
    "tensorrt": EngineBackend(f"{_TORCH}:tensorrt", ("torch_tensorrt",)),
}
#: how many engines, for inputs of different shapes and types, are kept at a time
KEPT = 8


def compiler(backend: str, options: dict[str, Any]) -> Compilation | None:
    """Return what compiles a lowered graph by a backend of ``torch.compile``, None for MXNet's own and unknown ones.

    MXNet's graph backends rewrite graphs for speed; PyTorch does their work while running. Raises :class:`MXNetError`
    for ``default``, as 1.9.1 does.
    """
    if backend == "default":
        raise MXNetError("graph backend 'default' needs a list of operator names, which cannot be given")
    if is_backend(backend):
        return Compilation(backend, options)
    if backend not in _GRAPH_BACKENDS:
        _say_unknown(backend)
    return None


@cache
def _say_unknown(backend: str) -> None:
    """Log once that a backend is not known, and which are; 1.9.1 logs it, and goes on."""
    known = sorted({*_GRAPH_BACKENDS, *ENGINES, *ALIASES, *torch.compiler.list_backends()})
    _log.warning(
        "there is no backend %r%s: the graph runs as it is. Backends are %s",
        backend, nearest(backend, known), ", ".join(known),
    )  # fmt: skip


def optimized(symbol: Any, flags: Any, backend: str | None, options: dict[str, Any], data: Sequence[str]) -> Any:
    """Return a graph as a callable of arrays, made faster by a backend; ``data`` names the inputs, in their order.

    ``auto``, which ``MXNET_BACKEND`` may also say, tries the backends (:mod:`.tuning`).

    Raises :class:`MXNetError` where a package that the backend needs is missing, naming it.
    """
    assert backend is None or isinstance(backend, str), f"the name of a backend is a str, not {backend!r}"
    if backend == AUTO or (backend is None and is_automatic()):
        from .tuning import Automatic  # which tries the other backends

        return Automatic(symbol, flags, options if backend else {}, data)
    if backend is None:
        return nd.CachedOp(symbol, flags)
    backend, options = ALIASES.get(backend, backend), dict(options)
    if backend == "inductor" and options.pop("freeze", False):
        backend = "freeze"
    if backend == "onednn" and options.get("dtype", "float32") != "float32":
        backend = "half"
    result = ENGINES.get(backend)
    if result is None:
        return nd.CachedOp(symbol, flags, compiler(backend, options))
    missing = [package for package in result.packages if importlib.util.find_spec(package) is None]
    if missing:
        hint = f"needs the package {missing[0]}: pip install {' '.join(missing)}"
        raise MXNetError(f"the backend {backend!r} {hint}")
    stale = options.pop("stale", "rebuild")
    if stale not in ("rebuild", "raise"):
        raise MXNetError(f"backend {backend!r}: stale must be 'rebuild' or 'raise', got {stale!r}")
    return Frozen(nd.CachedOp(symbol, flags), data, backend, options, stale)


class Frozen:
    """A graph whose parameters are constants of an engine; called as :class:`CachedOp` is.

    An engine is built at the first call with inputs of some shapes and types (or once, if it has a true attribute
    ``any_shape``). When a parameter has been written to, it is built anew, or with ``stale='raise'`` an
    :class:`MXNetError` says so. What is recorded, training, and what an operator hook sees runs as the graph does.
    Several threads may call it at a time.
    """

    def __init__(self, op: nd.CachedOp, data: Sequence[str], backend: str, options: dict[str, Any], stale: str) -> None:
        self._op, self._backend, self._options, self._stale = op, backend, options, stale
        module, _, name = ENGINES[backend].place.partition(":")
        self._build: Callable[[Source], Engine] = getattr(importlib.import_module(module), name)
        names = op.symbol.list_inputs()
        self._count = len(names)
        self._data = {name: i for i, name in enumerate(names) if name in data}
        self._params = {name: i for i, name in enumerate(names) if name not in self._data}
        #: by context, and shapes and types unless the engine takes all
        self._engines: dict[Any, tuple[Seen, Engine]] = {}
        #: by context: what the parameters were when the first engine was built
        self._built: dict[Any, Seen] = {}
        self._building = ReentrantLock()

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(self._op, name)

    def __call__(self, *args: Any, out: Any = None) -> Any:
        """Run the engine on arrays, one for each input and parameter; ``out`` receives the results."""
        if tape.state.recording or tape.state.training or self._op._hook or len(args) != self._count:
            return self._op(*args, out=out)
        tensors = [args[i]._t for i in self._params.values()]
        inputs = [args[i]._t.detach() for i in self._data.values()]
        engine = self._engine(args, inputs, tensors)
        with explained(lambda error: self._explained(args, error), Exception), torch.no_grad():
            results = engine(inputs)
        result = [self._op._wrap(t, args[0]._ctx) for t in results]
        if out is not None:
            for target, item in zip(out if isinstance(out, (list, tuple)) else [out], result, strict=True):
                target[:] = item
            return out
        return result[0] if len(result) == 1 else result

    def _engine(self, args: Sequence[Any], inputs: Sequence[torch.Tensor], tensors: list[Any]) -> Engine:
        device = args[0]._ctx
        key = device if device in self._engines else (device, *((t.shape, t.dtype) for t in inputs))
        result = self._engines.get(key)
        if result is not None and result[0].same(tensors):
            return result[1]
        with self._building:
            result = self._engines.get(key)
            if result is not None and result[0].same(tensors):
                return result[1]
            built = self._built.get(device)
            if self._stale == "raise" and built is not None and not built.same(tensors):
                raise MXNetError("a parameter was written to since the graph was frozen (stale='raise')")
            seen = Seen(tensors)
            params = {name: args[i] for name, i in self._params.items()}
            examples = {name: args[i] for name, i in self._data.items()}
            waiting = Waiting(f"the backend {self._backend} builds the network")
            with explained(lambda error: self._explained(args, error), Exception), waiting:
                engine = self._build(Source(self._op, params, examples, self._options, bool(self._built)))
            self._built.setdefault(device, seen)
            give_back_unused()  # what it took to build is much, and not needed again
            while len(self._engines) >= KEPT:
                self._engines.pop(next(iter(self._engines)))
            self._engines[device if getattr(engine, "any_shape", False) else key] = seen, engine
            return engine

    def _explained(self, args: Sequence[Any], error: Exception) -> MXNetError:
        """Return the error that the graph itself has with these inputs; else the backend failed."""
        plain = error_of(lambda: self._op(*args), MXNetError)
        if plain is not None or isinstance(error, MXNetError):
            return plain or error  # type: ignore[return-value]
        reason = f"{type(error).__name__}: {' '.join(str(error).split())}"
        return MXNetError(f"the graph runs, but the backend {self._backend!r} fails: {reason[:500]}")

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self._op, list(self._data), self._backend, self._options, self._stale)

"""Graphs compiled by ``torch.compile``.

A lowered graph is compiled when it first runs, by the backend that ``hybridize``, ``Module`` or the environment
variable ``MXNET_BACKEND`` names. Inductor, PyTorch's own backend, caches its code on disk
(``TORCHINDUCTOR_CACHE_DIR``), so that the next process compiles the same graph several times as fast.
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import torch
from torch import fx

from ..core import torch_compat
from ..core.errors import MXNetError, nearest
from ..core.forking import ReentrantLock
from ..core.interruptions import error_of, explained
from ..core.progress import Waiting
from ..core.restoring import restoring
from .codegen import LoweredModule
from .errors import explain_forward
from .passes import Lowered, apply, enabled
from .passes.for_compilers import Effects

#: the environment variable that compiles every graph
VARIABLE = "MXNET_BACKEND"
#: what it says, and ``optimize_for``, to have a block choose by trials (:mod:`mxnet.gluon.tuning`)
AUTO = "auto"
_REMEMBERED = 1000
#: warning filters are global: two threads that change and restore them at once would leave them changed
_ONE_BY_ONE = ReentrantLock()
#: the modules of PyTorch that compile
_INTERNAL = r"torch\.(_dynamo|_inductor|_functorch|_subclasses|_higher_order_ops|fx|jit|utils)\b"
#: what programs call the backend that ``torch.compile`` takes unless told otherwise
ALIASES = dict.fromkeys(("torch.compile", "torch_compile", "torchinductor"), "inductor")
#: the options of ``torch.compile`` itself; the others are the backend's
_OWN = ("mode", "dynamic", "fullgraph")
#: modes in which a run on a GPU overwrites the results of the previous run
_REUSING = ("reduce-overhead", "max-autotune")


class Compilation:
    """How to compile: the backend of ``torch.compile`` and its options.

    ``mode``, ``dynamic`` and ``fullgraph`` among ``options`` are those of ``torch.compile``, the others the backend's.
    Raises :class:`MXNetError` for a backend that PyTorch does not know.
    """

    __slots__ = ("backend", "options")

    def __init__(self, backend: str, options: Mapping[str, Any] | None = None) -> None:
        self.backend = ALIASES.get(backend, backend)
        self.options = dict(options or {})
        if not is_backend(backend):
            known = torch.compiler.list_backends()
            raise MXNetError(
                f"{backend!r} is no backend of torch.compile{nearest(backend, known)}: there are {', '.join(known)}"
            )

    @staticmethod
    def of(value: Any) -> Compilation | None:
        """Read a program's argument: True (inductor), False or None, a backend's name, or a dict of options.

        A dict may also name the ``backend``.
        """
        if value is None or isinstance(value, Compilation):
            return value
        if isinstance(value, bool):
            return Compilation("inductor") if value else None
        if isinstance(value, str):
            return Compilation(value)
        if isinstance(value, Mapping):
            return Compilation(value.get("backend", "inductor"), {k: v for k, v in value.items() if k != "backend"})
        raise TypeError(f"compile must be a bool, the name of a backend or a dict of options, not {value!r}")

    def __call__(self, module: fx.GraphModule) -> Callable[..., Any]:
        """Return the compiled form of a lowered graph of a :class:`Program`: a function like ``module.forward``."""
        if self.backend == "inductor":
            require_compiler()
        lowered: Lowered = module.meta["module"].lowered.copy()
        apply([item for item in enabled("compile") if item.for_compiler], lowered)
        pure = LoweredModule(lowered.graph).for_compilers()
        settings: dict[str, Any] = {k: v for k, v in self.options.items() if k in _OWN}
        rest = {k: v for k, v in self.options.items() if k not in _OWN}
        torch_compat.choose_mathematics()

        def refuse(error: Exception) -> MXNetError:
            text = str(error).partition(", known options are")[0]
            return MXNetError(f"the backend {self.backend!r} refuses its options: {text}")

        with quiet(), explained(refuse, RuntimeError, TypeError):  # imports the compiler
            function = torch.compile(pure, backend=self.backend, options=rest or None, **settings)
        overwrites = settings.get("mode") in _REUSING or bool(rest.get("triton.cudagraphs"))
        return _Compiled(module.meta["module"], lowered.effects, function, overwrites, self.backend)


class _Compiled:
    """A lowered graph and its compiled form; ``overwrites``: a run may overwrite the results of the one before."""

    def __init__(
        self,
        module: LoweredModule,
        effects: Effects | None,
        function: Callable[..., Any],
        overwrites: bool,
        backend: str,
    ) -> None:
        self.module, self.effects, self.function, self.overwrites = module, effects, function, overwrites
        self.backend = backend
        #: what code was compiled for: the grad mode, and the shapes and types of the inputs
        self._known: set[Any] = set()

    def __call__(self, *inputs: Any) -> Sequence[torch.Tensor]:
        if self.effects is not None:
            self.effects.before(inputs)
        dtype = (torch.is_grad_enabled(), *[(t.shape, t.dtype) if isinstance(t, torch.Tensor) else t for t in inputs])
        with explained(lambda error: self._explained(inputs, error), Exception):
            if dtype in self._known:
                results = self.function(*inputs)
            else:
                with quiet(), Waiting(f"{self.backend} compiles the network"):
                    results = self.function(*inputs)
                if len(self._known) == _REMEMBERED:
                    self._known.clear()
                self._known.add(dtype)
        if self.overwrites:
            results = [result.clone() for result in results]
        return results if self.effects is None else self.effects.after(inputs, results)

    def _explained(self, inputs: Sequence[Any], error: Exception) -> MXNetError:
        """Return the plain graph's error with these inputs, or that of the compiler if the plain graph runs."""
        with torch.no_grad():
            plain = error_of(lambda: self.module.forward(*inputs), Exception)
        if plain is not None:
            return explain_forward(self.module, plain)
        return MXNetError(f"a graph runs, but compiling it failed; run it without. {type(error).__name__}: {error}")


@restoring
def quiet() -> Iterator[None]:
    """Suppress the warnings that PyTorch's compilers cause in PyTorch; restore the filters afterwards."""
    with _ONE_BY_ONE, warnings.catch_warnings():
        for category in (UserWarning, DeprecationWarning):
            warnings.filterwarnings("ignore", category=category, module=_INTERNAL)
        yield


def is_backend(name: str) -> bool:
    """Return whether ``torch.compile`` has a backend of this name."""
    return ALIASES.get(name, name) in torch.compiler.list_backends(exclude_tags=())


def from_environment() -> Compilation | None:
    """Return the backend that ``MXNET_BACKEND`` names now, None if it is not set."""
    name = os.environ.get(VARIABLE)
    if not name or name == AUTO:
        return None
    try:
        return Compilation(name)
    except MXNetError as error:
        raise MXNetError(f"environment variable {VARIABLE}: {error}") from None


def is_automatic() -> bool:
    """Return whether ``MXNET_BACKEND`` lets each block choose its backend by trials."""
    return os.environ.get(VARIABLE) == AUTO


def require_compiler() -> None:
    """Raise :class:`MXNetError` if there is no C++ compiler, which inductor needs on CPUs."""
    with quiet():
        result, tried = torch_compat.find_cpp_compiler()
    if not result:
        raise MXNetError(
            f"the backend 'inductor' needs a C++ compiler, and there is none (tried: {', '.join(tried)}). Install g++ "
            "or clang++, name one in the environment variable CXX, or run without a backend "
            f"({VARIABLE}, hybridize, compile=)"
        )

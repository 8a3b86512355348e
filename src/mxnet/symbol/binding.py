"""From a symbol to results: binding it to arrays, and what MXNet's graph backends would do to it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from ..core.codes import STORAGE
from ..core.context import Context, checked_context, current_context
from ..core.device_argument import takes_device
from ..core.dtypes import canonical
from ..core.errors import MXNetError
from ..core.interruptions import unless_interrupted
from ..core.lazy_imports import FromAbove
from ..graph.program import Program
from . import fusion, graph
from .infer import Inferring
from .node import topological
from .rewrite import copy

if TYPE_CHECKING:
    from ..executor import Executor

S = TypeVar("S", bound="Binding")
#: :mod:`mxnet.executor`, which runs symbols
executors = FromAbove()
#: backends that run a block, with its parameters as constants
_ENGINES = frozenset(("auto", "aot", "int8", "onnxruntime", "openvino", "tensorrt"))
#: MXNet's names of graph backends that rewrite a graph for speed: PyTorch does their work while running
_BACKENDS = ("MKLDNN", "MKLDNN_QUANTIZE", "ONEDNN", "ONEDNN_QUANTIZE")


class Binding(Inferring):
    """A symbol that can be given arrays and run."""

    __slots__ = ()

    def bind(
        self,
        ctx: Context,
        args: Sequence[Any] | Mapping[str, Any],
        args_grad: Sequence[Any] | Mapping[str, Any] | None = None,
        grad_req: str | Sequence[str] | Mapping[str, str] = "write",
        aux_states: Sequence[Any] | Mapping[str, Any] | None = None,
        group2ctx: Mapping[str, Context] | None = None,
        shared_exec: Executor | None = None,
    ) -> Executor:
        """Return an executor of this graph on the given arrays.

        ``args``, ``args_grad`` and ``aux_states`` are arrays by name, or in the order of ``list_arguments`` and
        ``list_auxiliary_states``. Without ``args_grad`` no gradient is kept. ``grad_req`` says how gradients are
        written: ``'write'``, ``'add'`` or ``'null'``, for all or one by one. ``group2ctx`` places the nodes of a
        ``ctx_group``. ``shared_exec`` is accepted: memory is shared anyway.
        """
        executor: Executor = executors.load().Executor._bind(
            self, ctx, args, args_grad, grad_req, aux_states, group2ctx, shared_exec
        )
        return executor

    def simple_bind(
        self,
        /,
        ctx: Context,
        grad_req: str | Sequence[str] | Mapping[str, str] = "write",
        type_dict: Mapping[str, Any] | None = None,
        stype_dict: Mapping[str, str] | None = None,
        group2ctx: Mapping[str, Context] | None = None,
        shared_arg_names: Sequence[str] | None = None,
        shared_exec: Executor | None = None,
        shared_buffer: dict[str, Any] | None = None,
        **kwargs: tuple[int, ...],
    ) -> Executor:
        """Return an executor of this graph on new arrays, whose shapes follow from those of the inputs in ``kwargs``.

        ``type_dict`` gives data types by argument, ``stype_dict`` storage types. Arrays named
        in ``shared_arg_names`` are taken from ``shared_exec``, and others from ``shared_buffer`` where they fit.
        Otherwise as :meth:`bind`.

        Raises :class:`MXNetError`, listing the arguments, where shapes or types do not fit or remain unknown.
        """
        return self._bind_shapes(
            ctx, grad_req, type_dict, stype_dict, group2ctx, shared_arg_names, shared_exec, shared_buffer, kwargs
        )

    #: MXNet 2's names
    _bind = takes_device(bind)
    _simple_bind = takes_device(simple_bind)

    def _bind_shapes(
        self,
        ctx: Context,
        grad_req: str | Sequence[str] | Mapping[str, str] = "write",
        type_dict: Mapping[str, Any] | None = None,
        stype_dict: Mapping[str, str] | None = None,
        group2ctx: Mapping[str, Context] | None = None,
        shared_arg_names: Sequence[str] | None = None,
        shared_exec: Executor | None = None,
        shared_buffer: dict[str, Any] | None = None,
        shapes: Mapping[str, tuple[int, ...]] | None = None,
        compile: Any = None,
    ) -> Executor:
        """Do the same; ``compile`` turns lowered graphs into faster functions."""
        checked_context(ctx)
        shapes = shapes or {}
        for name, stype in (stype_dict or {}).items():
            if stype not in STORAGE:
                raise MXNetError(f"simple_bind: storage type {stype!r} of {name} is none of {', '.join(STORAGE)}")
        try:
            executor: Executor = executors.load().Executor._simple_bind(
                self,
                ctx,
                grad_req,
                type_dict,
                group2ctx,
                shared_arg_names,
                shared_exec,
                shared_buffer,
                shapes,
                compile,
                stype_dict,
            )
            return executor
        except unless_interrupted(MXNetError) as error:
            kwargs = "".join(f"{key}: {value}\n" for key, value in shapes.items())
            raise MXNetError(f"simple_bind error. Arguments:\n{kwargs}{error}") from error

    def eval(self, /, ctx: Context | None = None, **kwargs: Any) -> list[Any]:
        """Return the outputs for the given arguments, as a list of arrays: bind and forward in one."""
        executor = self.bind(current_context() if ctx is None else ctx, kwargs)
        outputs: list[Any] = executor.forward()
        return outputs

    def to_torch(self, params: Mapping[str, Any]) -> Any:
        """Return the graph as a ``torch.nn.Module`` with these arrays, by name, as parameters (on the same memory).

        ``params`` may be what ``mx.nd.load`` read of a checkpoint. The other variables are the module's inputs, in the
        order of ``list_inputs()``; its ``state_dict`` has MXNet's names.
        """
        return executors.load().SymbolModule(self, params)

    def explain(self, mode: str = "infer") -> str:
        """Return how the graph is computed: as it was written, what each pass changes in it, and as it runs.

        ``mode``: ``"train"``, ``"infer"``, ``"compile"``, ``"trace"`` (by ``to_torch``) or ``"observe"``
        (under a monitor). Passes that the
        environment variable ``MXNET_DISABLE_PASSES`` names are left out. Raises :class:`MXNetError` for another mode.
        """
        nodes = topological(self._heads)
        return Program(nodes, self._heads, list(graph.variables(nodes))).explain(mode)

    def get_backend_symbol(self: S, backend: str) -> S:
        """Return the graph as MXNet's graph backend would leave it to us: a copy, for PyTorch fuses while running.

        Raises :class:`MXNetError` for a backend that MXNet's CPU build does not have.
        """
        if not isinstance(backend, str):
            raise AttributeError(f"the name of a backend is a str, got {type(backend).__name__}")
        if backend not in _BACKENDS:
            raise MXNetError(f"graph backend {backend} is not known; known are {', '.join(_BACKENDS)}")
        heads = fusion.fuse(self._heads, is_quantized=backend.endswith("_QUANTIZE"))
        return type(self)(copy(fusion.fold_requantize(heads)))

    def optimize_for(
        self: S,
        backend: str,
        args: Mapping[str, Any] | None = None,
        aux: Mapping[str, Any] | None = None,
        ctx: Context | None = None,
        shape_dict: Mapping[str, tuple[int, ...]] | None = None,
        type_dict: Mapping[str, Any] | None = None,
        stype_dict: Mapping[str, str] | None = None,
        skip_infer: bool = False,
        **kwargs: Any,
    ) -> S:
        """Return a copy of the graph: nothing is to prepare for MXNet's backends, for PyTorch fuses while running.

        The engines of :meth:`mxnet.gluon.HybridBlock.optimize_for` are refused (:class:`MXNetError`): they run blocks.

        The other arguments tell a backend of MXNet's about the inputs. They are checked, and shapes and types of
        ``args`` and ``aux`` must fit the graph (:class:`MXNetError`) unless ``skip_infer``; ``kwargs``, the backend's
        options, are without effect.
        """
        assert isinstance(backend, str), "the name of a backend is a str"
        for value in (args, aux, shape_dict, type_dict, stype_dict):
            assert value is None or isinstance(value, dict), "facts about arguments are given in a dict, by name"
        if backend in _ENGINES:
            raise MXNetError(
                f"backend {backend!r} runs blocks: use SymbolBlock(symbol, inputs).optimize_for(x, backend={backend!r})"
            )
        if backend == "default":
            raise MXNetError("graph backend 'default' needs a list of operator names, which cannot be given")
        assert ctx is None or isinstance(ctx, Context), f"ctx must be a Context, got {ctx!r}"
        arrays = {**(args or {}), **(aux or {})}
        for name, item in arrays.items():
            if not hasattr(item, "stype"):
                raise TypeError(f"{name}: expected an array, got {type(item).__name__}")
        for name, stype in (stype_dict or {}).items():
            if stype not in STORAGE:
                raise ValueError(f"{name}: {stype!r} is no storage type")
        types = {name: canonical(item) for name, item in (type_dict or {}).items()}
        if arrays and not skip_infer and backend in _BACKENDS:
            self._check_inputs(arrays, shape_dict or {}, types)
        return type(self)(copy(self._heads))

    def _check_inputs(self, arrays: Mapping[str, Any], shapes: Mapping[str, Any], types: Mapping[str, Any]) -> None:
        """Raise :class:`MXNetError` where arrays, shapes and dtypes of variables contradict each other."""
        names = set(graph.variables(topological(self._heads)))
        shapes = {**shapes, **{name: item.shape for name, item in arrays.items()}}
        types = {**types, **{name: item.dtype for name, item in arrays.items()}}
        self.infer_shape_partial(**{name: item for name, item in shapes.items() if name in names})
        self.infer_type_partial(**{name: item for name, item in types.items() if name in names})

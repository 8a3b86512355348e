"""Blocks that run eagerly or as graphs."""

import functools
import warnings
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from .. import autograd, symbol
from .. import ndarray as nd
from ..core.context import Context, current, current_context
from ..core.errors import MXNetError, explains_arguments
from ..core.interruptions import explained, suppressed, unless_interrupted
from ..core.semantics import semantics
from ..eager.tape import state
from ..eager.trace import ValueAskedError
from ..ndarray import NDArray
from ..symbol import Symbol
from . import saving
from .arguments import (
    ARRAYS,
    _flatten,
    _regroup,
    any_symbol,
    check_arguments,
    first_context,
    is_numpy,
    leaves_of,
    regroup_without_nones,
    running_context,
    trimmed,
    without_arrays,
)
from .backends import Frozen, optimized
from .base_block import Block
from .functions import as_numpy, numpy_functions
from .parameter import DeferredInitializationError, Parameter, initializing, locked
from .tracing import Captured, TracedGraph, description_of, example_of, key_of
from .tuning import Automatic
from .utils import shape_is_known

#: how a block runs, by the attributes' names
_RUNNING = (
    "_active", "_flags", "_backend", "_backend_opts", "_cached_graph", "_cached_call", "_in_format", "_out_format",
    "_graphs", "_traces",
)  # fmt: skip


class HybridBlock(Block):
    """A block whose computation is written once for arrays and symbols, so that it can run as a graph.

    Subclasses define ``hybrid_forward(self, F, x, ..., **params)``: ``F`` is ``mx.nd`` or ``mx.sym``, and the block's
    own parameters come as keyword arguments. After :meth:`hybridize` the next call traces the block, with all blocks
    below, into one graph, which runs from then on.

    >>> class Scale(gluon.HybridBlock):
    ...     def __init__(self, **kwargs):
    ...         super().__init__(**kwargs)
    ...         with self.name_scope():
    ...             self.factor = self.params.get('factor', shape=(1,), init='ones')
    ...     def hybrid_forward(self, F, x, factor):
    ...         return F.broadcast_mul(x, factor)
    """

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        method = vars(cls).get("hybrid_forward")
        if method is not None and cls.__module__.startswith(f"{__package__}."):  # a layer of ours, with classic names
            cls.hybrid_forward = _with_layer_functions(method)  # type: ignore[method-assign]
        definer = next(base for base in cls.__mro__ if "hybrid_forward" in vars(base) or "forward" in vars(base))
        cls._defines_forward = "hybrid_forward" not in vars(definer)

    @explains_arguments
    def __init__(self, prefix: str | None = None, params: Any = None) -> None:
        super().__init__(prefix=prefix, params=params)
        #: the inputs' symbols and the outputs, once traced
        self._cached_graph: Any = ()
        #: the graph's operation, and by input of it (True, position of the argument) or (False, the parameter): one
        #: attribute, for another thread may forget them at any time
        self._cached_call: tuple[Any, list[tuple[bool, Any]]] | None = None
        self._in_format: Any = None
        self._out_format: Any = None
        self._active = False
        self._flags: list[tuple[str, Any]] = []
        self._backend: str | None = None
        self._backend_opts: dict[str, Any] = {}
        #: the graphs of ``forward``, with their operations, by the structure of the arguments
        self._graphs: dict[Any, tuple[TracedGraph, Any]] = {}
        #: whether graphs of a structure depend on the shapes, and on the training mode
        self._depends: dict[Any, tuple[bool, bool]] = {}
        #: whether calls run the graph of ``forward``; None before the first call
        self._traces: bool | None = None
        #: of a block that runs eagerly: what stands for its arguments when a graph is asked for later
        self._example: tuple[Any, ...] | None = None
        #: by name, the arrays from elsewhere that the last of them takes
        self._captured: dict[str, Any] = {}
        self._callback: Callable[..., Any] | None = None
        self._monitor_all = False

    def __setattr__(self, name: str, value: Any) -> None:
        super().__setattr__(name, value)
        if isinstance(value, HybridBlock):
            self._clear_cached_op()

    def register_child(self, block: Any, name: str | None = None) -> None:
        """Make a hybrid block a child; ValueError for what is none.

        Parameters
        ----------
        block : HybridBlock
            The child.
        name : str or None
            Its place in the structure, which files name; None: its number.

        Raises
        ------
        ValueError
            For what is no hybrid block.

        Examples
        --------
        >>> net = nn.HybridSequential()
        >>> net.register_child(nn.Dense(2))
        >>> len(net)
        1
        """
        if not isinstance(block, HybridBlock):
            raise ValueError(
                f"Children of HybridBlock must also be HybridBlock, but {block} has type {type(block)}. "
                f"{_what_to_add(block)}"
            )
        super().register_child(block, name)
        self._clear_cached_op()

    # -- running as a graph ---------------------------------------------------------------------------------

    def hybridize(
        self,
        active: bool = True,
        backend: str | None = None,
        clear: bool = True,
        static_alloc: bool = False,
        static_shape: bool = False,
        inline_limit: int = 2,
        forward_bulk_size: int | None = None,
        backward_bulk_size: int | None = None,
        **kwargs: Any,
    ) -> None:
        """Let the block run as a graph from the next call on, or, with ``active=False``, eagerly again.

        The next call traces ``hybrid_forward`` with symbols; what depends on values of arrays, prints or counts within
        it happens then alone.

        Parameters
        ----------
        active : bool
            True: as a graph; False: eagerly.
        backend : str or None
            Who runs the graph: ``'inductor'`` compiles it with ``torch.compile``; None: the library, or what the
            environment variable ``MXNET_BACKEND`` names.
        clear : bool
            Whether a graph that is there is forgotten; False: it is kept.
        static_alloc : bool
            Whether memory is kept for the next call (:func:`mxnet.util.keep_freed`).
        static_shape : bool
            With ``static_alloc``: whether training on GPUs uses CUDA graphs, for up to four shapes of the inputs, each
            in memory of its own. Prediction does in any case.
        inline_limit, forward_bulk_size, backward_bulk_size : int
            How MXNet plans its graphs; checked and without effect.
        **kwargs
            Options of the backend; of ``torch.compile``: ``mode``, ``dynamic``, ``fullgraph``.

        Examples
        --------
        >>> net = nn.HybridSequential()
        >>> net.add(nn.Dense(3, in_units=2), nn.Dense(1, in_units=3))
        >>> net.initialize()
        >>> net.hybridize()
        >>> net(nd.ones((4, 2))).shape
        (4, 1)
        """
        self._backend, self._backend_opts = backend, kwargs
        self._active = active
        flags = {
            "static_alloc": static_alloc,
            "static_shape": static_shape,
            "inline_limit": inline_limit,
            "forward_bulk_size": forward_bulk_size,
            "backward_bulk_size": backward_bulk_size,
        }
        self._flags = [(name, value) for name, value in flags.items() if value is not None]
        if clear:
            self._clear_cached_op()
        if active and (self._forward_hooks or self._forward_pre_hooks):
            warnings.warn(
                f'"{self}" is being hybridized while still having forward hook/pre-hook. If "{self}" is a child of '
                "HybridBlock, the hooks will not take effect.",
                stacklevel=2,
            )
        super().hybridize(active, backend=backend, clear=clear, **flags, **kwargs)

    @property
    def _cached_op(self) -> Any:
        """The graph's operation, None before the first call; programs set it to None to have the block traced again."""
        call = self._cached_call
        return None if call is None else call[0]

    @_cached_op.setter
    def _cached_op(self, op: Any) -> None:
        self._cached_call = None if op is None else (op, self._cached_op_args)

    @property
    def _cached_op_args(self) -> list[tuple[bool, Any]]:
        call = self._cached_call
        return [] if call is None else call[1]

    @locked
    def _clear_cached_op(self) -> None:
        """Forget the graph: the next call traces again."""
        self._cached_graph = ()
        self._cached_call = None
        self._graphs, self._depends, self._traces, self._example = {}, {}, None, None

    def cast(self, dtype: Any) -> None:
        self._clear_cached_op()
        super().cast(dtype)

    def _get_graph(self, *args: Any) -> Any:
        """Return the symbols of the inputs and the outputs, traced for arguments of this structure."""
        with initializing:
            graph = self._cached_graph
            if not graph:
                leaves, self._in_format = _flatten(args, "input")
                names = ["data"] if len(leaves) == 1 else [f"data{i}" for i in range(len(leaves))]
                inputs = [_variable(name, a) for name, a in zip(names, leaves, strict=True)]
                params = {name: param.var() for name, param in self._reg_params.items()}
                with self.name_scope():
                    out = self.hybrid_forward(symbol, *_regroup(inputs, self._in_format), **params)
                outputs, self._out_format = _flatten(out, "output")
                self._cached_graph = graph = (
                    [item for item in inputs if item is not None],
                    _group([output for output in outputs if output is not None]),
                )
        return graph

    def _build_cache(self, *args: Any) -> tuple[Any, list[tuple[bool, Any]]]:
        """Trace the block and make its graph callable; parameters whose shape was unknown get their values."""
        with initializing:
            call = self._cached_call
            if call is not None:
                return call
            inputs, out = self._get_graph(*args)
            leaves = _flatten(args, "input")[0]
            present = [i for i, leaf in enumerate(leaves) if leaf is not None]
            positions = {item.name: i for item, i in zip(inputs, present, strict=True)}
            params = {param._name: param for param in self._parameters().values()}
            expected = out.list_inputs()
            self._check_names(expected, positions, params)
            try:
                for name in expected:
                    if name in params:
                        params[name].data(params[name].list_ctx()[0])
            except DeferredInitializationError:
                in_order = {name: params[name] for name in expected if name in params} | params
                self._initialize_params(in_order.values(), *args)
            sources = [(True, positions[name]) if name in positions else (False, params[name]) for name in expected]
            self._cached_call = call = self._make_op(inputs, out), sources
        return call

    def _make_op(self, inputs: Any, out: Any) -> Any:
        data = [item.name for item in inputs]
        parameters = tuple(i for i, name in enumerate(out.list_inputs()) if name not in data)
        op = optimized(out, [*self._flags, ("param_indices", parameters)], self._backend, self._backend_opts, data)
        if self._callback is not None:
            op._register_op_hook(self._callback, self._monitor_all)
        return op

    @staticmethod
    def _check_names(names: list[str], positions: dict[str, int], params: dict[str, Any]) -> None:
        for name in names:
            assert name in positions or name in params, f"Unknown input to HybridBlock: {name}"
        unused = [name for name in positions if name not in names]
        if unused:
            count = len(positions) - len(unused)
            warnings.warn(
                f"The {', '.join(unused)} input to HybridBlock is not used by any computation ({count} are). "
                "Is this intended?",
                stacklevel=5,
            )
        idle = [name for name in params if name not in names]
        if idle:
            warnings.warn(
                f"Parameter {', '.join(idle)} is not used by any computation. Is this intended?", stacklevel=5
            )

    def _call_cached_op(self, *args: Any) -> Any:
        """Run the graph on nested arrays."""
        if self._cached_call is None and self._is_traced():
            return self._call_traced(*args)
        for arg in args:
            if type(arg) not in ARRAYS:
                leaves, structure = _flatten(args, "input")
                break
        else:
            leaves, structure = args, [0] * len(args)  # type: ignore[assignment]
        if self._cached_graph and structure != self._in_format and trimmed(structure) != trimmed(self._in_format):
            raise ValueError(
                "The argument structure of HybridBlock does not match the cached version. "
                f"Stored format = {self._in_format}, input format = {structure}"
            )
        try:
            op, sources = self._cached_call or self._build_cache(*args)
        except unless_interrupted(Exception, runs_user_code=True) as error:
            if not _any_defines_forward(self):
                raise
            try:  # a block inside may take no symbols
                self._trace(*args)
            except ValueAskedError:
                raise error from None
            self._traces = True
            return self._call_traced(*args)
        ctx = first_context(leaves)
        out = op(*_graph_inputs(sources, leaves, ctx))
        if self._out_format == 0:
            return out
        return regroup_without_nones(iter([out] if isinstance(out, NDArray) else out), self._out_format)

    def optimize_for(
        self,
        x: Any,
        *args: Any,
        backend: str | None = None,
        clear: bool = False,
        static_alloc: bool = False,
        static_shape: bool = False,
        inline_limit: int = 2,
        forward_bulk_size: int | None = None,
        backward_bulk_size: int | None = None,
        **kwargs: Any,
    ) -> None:
        """Make the block's graph for a backend (see :meth:`hybridize`) now, from inputs such as ``x`` and ``args``.

        ``backend`` is ``onednn`` (the default of prediction on processors), one of ``torch.compile`` such as
        ``inductor``, or an engine, which runs prediction alone and has the parameters as constants: ``inductor`` with
        ``freeze=True``, ``onednn`` with ``dtype='bfloat16'``, ``aot`` (``path``: a file for :class:`CompiledBlock`),
        ``int8`` (ranges from ``x``), ``onnxruntime``, ``openvino``, ``tensorrt``. ``auto`` is the fastest of those
        that are installed (:mod:`mxnet.gluon.tuning`). ``stale`` says what happens when a
        parameter has been written to: ``'rebuild'`` or ``'raise'``. ``kwargs`` are the backend's options. ``clear``
        forgets the graph that is there.

        Raises ValueError without a backend, :class:`MXNetError` naming a package that the backend needs, or why it
        cannot run the graph: the block then runs as it did before.

        Parameters
        ----------
        x : array
            A first input.
        *args
            Further inputs.
        backend : str
            Who runs the graph; see above. Required.
        clear : bool
            Whether the graph that is there is forgotten first.
        static_alloc, static_shape : bool
            As of :meth:`hybridize`.
        inline_limit, forward_bulk_size, backward_bulk_size : int
            Without effect.
        **kwargs
            Options of the backend.

        Examples
        --------
        >>> net = nn.Dense(2, in_units=3)
        >>> net.initialize()
        >>> x = nd.ones((1, 3))
        >>> net.optimize_for(x, backend='onednn')
        >>> net(x).shape
        (1, 2)
        """
        if not backend:
            raise ValueError('Must specify "backend" to optimize_for')
        before: list[tuple[Any, dict[str, Any]]] = []
        self.apply(lambda item: before.append((item, {name: vars(item)[name] for name in _RUNNING})))
        flags = (static_alloc, static_shape, inline_limit, forward_bulk_size, backward_bulk_size)
        try:
            self.hybridize(True, backend, clear, *flags, **kwargs)
            self._cached_call = None
            self._graphs = {}
            self._traces = self._is_traced() or _any_defines_forward(self)
            op = self._trace(x, *args)[1] if self._traces else self._build_cache(x, *args)[0]
            if isinstance(op, (Frozen, Automatic)):
                with autograd.pause():
                    self._call_cached_op(x, *args)
        except Exception:
            for block, state in before:
                vars(block).update(state)
            raise

    # -- graphs of forward ----------------------------------------------------------------------------------

    def _is_traced(self) -> bool:
        """Return whether calls run the graph of ``forward``: in MXNet 2, after ``optimize_for``, and where a block
        inside takes no symbols.

        1.9.1 runs a block that defines ``forward`` eagerly: its programs count, keep and branch in it.
        """
        return semantics.api == 2 if self._traces is None else self._traces

    def _known_graph(self) -> Any:
        """Return the symbols of the inputs and the outputs, or () before the first call after :meth:`hybridize`.

        A block that runs eagerly is traced now, for arguments like those of its first call.
        """
        if self._example is not None:
            self._trace(*example_of(self._example))
        return self._cached_graph

    def _graph_to_export(self) -> Any:
        """Return the symbols of the inputs and the outputs; RuntimeError before the first call."""
        graph = self._known_graph()
        if not graph:
            raise RuntimeError(
                "Please first call block.hybridize() and then run forward with this block at least once before calling "
                "export."
            )
        return graph

    def _forward_or_graph(self, *args: Any) -> Any:
        """Run ``forward``, or its graph if the block is hybridized."""
        if self._active and state.trace is None and not any_symbol(args):
            if self._is_traced():
                return self._call_traced(*args)
            if self._example is None and not self._cached_graph:
                self._example = description_of(args)
        ctx = first_context(leaves_of(args))
        if ctx is not None:
            return self._forward_in_context(ctx, *args)
        if semantics.api == 2 and state.trace is None and not any_symbol(args):
            raise without_arrays(args)
        return self.forward(*args)

    def _forward_in_context(self, ctx: Context, *args: Any) -> Any:
        """Run ``forward`` eagerly in a context; parameters that wait get their shapes before."""
        infer_shape = type(self).infer_shape
        if infer_shape is not HybridBlock.infer_shape:
            deferred = [param for param in self._reg_params.values() if param._deferred_init]
            if deferred:
                infer_shape(self, *args)
                for param in deferred:
                    param._finish_deferred_init()
        if semantics.api == 1 or ctx == current_context():
            return self.forward(*args)
        with ctx:
            return self.forward(*args)

    def _call_traced(self, *args: Any) -> Any:
        """Run the graph of ``forward``, made for arguments of this structure.

        Where it has no graph, because it asks for values, the block runs eagerly, as in 1.9.1; MXNet 2's interface has
        the error.
        """
        if semantics.api == 2:
            check_arguments(args)
        try:
            graph, op = self._graphs.get(self._graph_key(args)) or self._trace(*args)
        except unless_interrupted(Exception, runs_user_code=True) as error:
            if semantics.api == 2 or not isinstance(error, (MXNetError, TypeError)):
                raise
            self._traces = False
            return self._forward_in_context(first_context(leaves_of(args)) or current_context(), *args)
        leaves = list(leaves_of(args))
        ctx = first_context(leaves)
        out = op(*[leaves[source] if type(source) is int else source.data(ctx) for source in graph.sources.values()])
        if graph.out_format == 0:
            return out
        return regroup_without_nones(iter([out] if isinstance(out, NDArray) else out), graph.out_format)

    def _graph_key(self, args: Any) -> Any:
        """Return what the graph for arguments is kept by: with shapes and the training mode where they matter."""
        key = key_of(args)
        by_shape, by_mode = self._depends.get(key, (False, False))
        shapes = tuple(leaf._t.shape for leaf in leaves_of(args) if isinstance(leaf, NDArray)) if by_shape else ()
        return key, shapes, state.training if by_mode else None

    @locked
    def _trace(self, *args: Any) -> tuple[TracedGraph, Any]:
        """Run ``forward`` once for its graph; return that and its operation, the same as of an equal graph before."""
        graph = TracedGraph(self, args)
        key = key_of(args)
        by_shape, by_mode = self._depends.get(key, (False, False))
        self._depends[key] = by_shape or graph.by_shape, by_mode or graph.by_mode
        equal = next((result for result in self._graphs.values() if result[0] == graph), None)
        graph, op = equal or (graph, self._make_op(graph.inputs, graph.outputs))
        self._graphs[self._graph_key(args)] = graph, op
        self._cached_graph = graph.inputs, graph.outputs
        self._captured = {name: item for name, item in graph.sources.items() if isinstance(item, Captured)}
        self._out_format = graph.out_format
        return graph, op

    # -- inference ------------------------------------------------------------------------------------------

    @locked
    def _initialize_params(self, params: Iterable[Any], *args: Any) -> None:
        """Give values to parameters that wait for these arguments, unless another thread has done so meanwhile."""
        deferred = [param for param in params if param._deferred_init]
        if deferred:
            self._deferred_infer_shape(*args)
        for param in deferred:
            param._finish_deferred_init()

    def _deferred_infer_shape(self, *args: Any) -> None:
        def explain(error: Exception) -> ValueError | None:
            if semantics.api == 2 and isinstance(error, TypeError) and "can only accept" in str(error):
                return None
            return ValueError(f"Deferred initialization failed because shape cannot be inferred. {error}")

        with explained(explain, Exception, runs_user_code=True):
            self.infer_shape(*args)

    @locked
    def _infer_attrs(self, infer_fn: str, attr: str, *args: Any) -> None:
        """Set an attribute of all parameters to what the graph says for these arguments."""
        own_waits = any(param._deferred_init for param in self._reg_params.values())
        if semantics.api == 2 and (self._defines_forward or (_any_defines_forward(self) and not own_waits)):
            if any(param._deferred_init for param in self.collect_params().values()):  # find theirs when it runs
                with autograd.pause():
                    self._forward_in_context(first_context(leaves_of(args)) or current_context(), *args)
            return
        inputs, out = self._get_graph(*args)
        leaves = [leaf for leaf in _flatten(args, "input")[0] if leaf is not None]
        used = set(out.list_inputs())
        known = {i.name: getattr(leaf, attr) for i, leaf in zip(inputs, leaves, strict=True) if i.name in used}
        names = [*out.list_arguments(), *out.list_auxiliary_states()]
        params = [param for param in self._parameters().values() if param._name in names]
        result: dict[str, Any] = {}
        with suppressed(MXNetError):  # values may decide lengths that no parameter has
            arguments, _, states = getattr(out, f"{infer_fn}_partial")(**known)
            result = dict(zip(names, [*arguments, *states], strict=True))
        if not all(_is_decided(result.get(param._name)) for param in params):
            arguments, _, states = getattr(out, infer_fn)(**known)
            if arguments is None:
                raise ValueError(f"{self.name}: {infer_fn} finds no {attr} for {known}")
            result = dict(zip(names, [*arguments, *states], strict=True))
        for param in params:
            setattr(param, attr, result[param._name])

    def infer_shape(self, *args: Any) -> None:
        """Find the shapes of all parameters from those of the inputs.

        Parameters
        ----------
        *args
            Inputs, as of a call.

        Returns
        -------
        None; ``param.shape`` is known.

        Examples
        --------
        >>> net = nn.Dense(2)
        >>> net.infer_shape(nd.ones((4, 3)))
        >>> net.weight.shape
        (2, 3)
        """
        self._infer_attrs("infer_shape", "shape", *args)

    def infer_type(self, *args: Any) -> None:
        """Find the data types of all parameters from those of the inputs.

        Parameters
        ----------
        *args
            Inputs, as of a call.

        Returns
        -------
        None; ``param.dtype`` is known.

        Examples
        --------
        >>> net = nn.Dense(2, in_units=3)
        >>> net.infer_type(nd.ones((4, 3)))
        >>> np.dtype(net.weight.dtype)
        dtype('float32')
        """
        self._infer_attrs("infer_type", "dtype", *args)

    # -- running --------------------------------------------------------------------------------------------

    def forward(self, x: Any, *args: Any) -> Any:
        """Run on arrays or on symbols, given as they are or in nested lists; calling the block calls it.

        Parameters
        ----------
        x
            The first input.
        *args
            Further inputs; None where one is left out.

        Returns
        -------
        What :meth:`hybrid_forward` returns.

        Raises
        ------
        ValueError
            For arrays mixed with symbols, or of several contexts in a graph.

        Examples
        --------
        >>> class Scale(gluon.HybridBlock):
        ...     def hybrid_forward(self, F, x):
        ...         return F.relu(x) * 2
        >>> print(Scale()(nd.array([-1, 1])).asnumpy())
        [0. 2.]
        """
        ctx = running_context(x, args, self._active)
        if ctx is None:
            params = {name: param.var() for name, param in self._reg_params.items()}
            with self.name_scope():
                return self.hybrid_forward(symbol, x, *args, **params)
        if self._active and state.trace is None:
            return self._call_cached_op(x, *args)
        try:
            params = {name: param.data(ctx) for name, param in self._reg_params.items()}
        except DeferredInitializationError:
            self._initialize_params(self.params.values(), x, *args)
            params = {name: param.data(ctx) for name, param in self._reg_params.items()}
        if ctx is current.value or ctx == current.value:
            return self.hybrid_forward(nd, x, *args, **params)
        with ctx:
            return self.hybrid_forward(nd, x, *args, **params)

    def hybrid_forward(self, F: Any, x: Any, *args: Any, **kwargs: Any) -> Any:
        """Compute the output with the functions of ``F``; subclasses define this.

        Parameters
        ----------
        F
            ``mx.nd`` where ``x`` is an array, ``mx.sym`` where it is a symbol (when the graph is made).
        x
            The first input.
        *args
            Further inputs.
        **kwargs
            The block's own parameters, by the names of their attributes.

        Returns
        -------
        An array or symbol, or lists of them.

        Examples
        --------
        >>> class Scale(gluon.HybridBlock):
        ...     def hybrid_forward(self, F, x):
        ...         return F.relu(x) * 2
        >>> print(Scale()(nd.array([-1, 1])).asnumpy())
        [0. 2.]
        """
        raise NotImplementedError(f"{type(self).__name__} must define hybrid_forward")

    def register_op_hook(self, callback: Callable[[str, str, Any], Any], monitor_all: bool = False) -> None:
        """Call ``callback(name, operator, array)`` for each result of each operator, once the block runs as a graph.

        With ``monitor_all`` inputs are shown too.

        Parameters
        ----------
        callback : callable
            ``callback(node, operator, array)``: the name of the result, the operator's name, the array.
        monitor_all : bool
            Whether inputs are shown too.

        Examples
        --------
        >>> net = nn.HybridSequential()
        >>> net.add(nn.Dense(3, in_units=2), nn.Dense(1, in_units=3))
        >>> net.initialize()
        >>> net.hybridize()
        >>> y = net(nd.ones((1, 2)))
        >>> seen = []
        >>> net.register_op_hook(lambda node, operator, array: seen.append(array.shape))
        >>> y = net(nd.ones((1, 2)))
        >>> seen
        [(1, 3), (1, 1)]
        """
        self._callback, self._monitor_all = callback, monitor_all
        if self._cached_op is not None:
            self._cached_op._register_op_hook(callback, monitor_all)
        super().register_op_hook(callback, monitor_all)

    # -- files ----------------------------------------------------------------------------------------------

    export = saving.export

    def to_torch(self, *args: Any, ctx: Context | None = None) -> Any:
        """Return the graph as a ``torch.nn.Module`` on the memory of the parameters.

        The module's ``state_dict`` has the parameters' names; training the one trains the other.

        Parameters
        ----------
        *args
            Inputs such as a call takes; they may be left out for one input, and once the block ran as a graph. The
            module takes the arrays among them as tensors.
        ctx : Context or None
            The device whose parameters are taken; None: the one of the inputs, or the first.

        Returns
        -------
        A module, which gives tensors, nested as the block's output is.

        Examples
        --------
        >>> import torch
        >>> net = nn.Dense(2, in_units=3)
        >>> net.initialize(mx.init.One())
        >>> module = net.to_torch(nd.ones((1, 3)))
        >>> print(module(torch.ones(1, 3)).tolist())
        [[3.0, 3.0]]
        """
        from .torch_block import to_torch

        return to_torch(self, args, ctx)


def _with_layer_functions(hybrid_forward: Callable[..., Any]) -> Callable[..., Any]:
    """Let a layer's ``hybrid_forward`` call functions by classic names under either semantics."""

    @functools.wraps(hybrid_forward)
    def forward(self: Any, F: Any, *args: Any, **kwargs: Any) -> Any:
        if semantics.np_array or (args and type(args[0]) is not NDArray and is_numpy(args[0])):
            F = numpy_functions(F)
        return hybrid_forward(self, F, *args, **kwargs)

    return forward


def _what_to_add(child: Any) -> str:
    """Return what to write where a child was no hybrid block."""
    if isinstance(child, type):
        return f"Write {child.__name__}(...), which makes one."
    if isinstance(child, (list, tuple)):
        return "add takes blocks one by one: add(*blocks)."
    if isinstance(child, Block):
        return "If you are using Sequential, please try HybridSequential instead; of Lambda, HybridLambda."
    return "Functions and names are wrapped: nn.HybridLambda(function), nn.Activation(name)."


def _any_defines_forward(block: Any) -> bool:
    """Return whether a block, or one inside of it, is hybrid and defines ``forward`` itself."""
    return block._defines_forward or any(map(_any_defines_forward, block._children.values()))


def _graph_inputs(sources: Sequence[tuple[bool, Any]], leaves: Sequence[Any], ctx: Context | None) -> list[Any]:
    """Return the inputs of a graph: leaves, by their number, and the arrays of parameters and others with ``data``."""
    result = []
    for is_data, x in sources:
        if is_data:
            result.append(leaves[x])
        elif type(x) is Parameter and x._stype == "default" and (arrays := x._data) and arrays[0]._ctx is ctx:
            result.append(arrays[0])  # without a call for each
        else:
            result.append(x.data(ctx))
    return result


def _variable(name: str, leaf: Any) -> Any:
    """Return the variable of an input; None for one that is left out."""
    if leaf is None:
        return None
    return as_numpy(symbol.var(name)) if is_numpy(leaf) else symbol.var(name)


def _group(outputs: list[Any]) -> Any:
    """Return outputs as one symbol; TypeError where some are of the NumPy interface and some are not."""
    interfaces = {is_numpy(output) for output in outputs}
    if len(interfaces) > 1:
        raise TypeError("the outputs of a HybridBlock must be all classic or all of the NumPy interface, but are both")
    return symbol.Group(outputs, type(outputs[0]) if interfaces == {True} else Symbol)


def _is_decided(attr: Any) -> bool:
    """Return whether a shape, or a data type, is known."""
    return shape_is_known(attr) if isinstance(attr, tuple) else attr is not None

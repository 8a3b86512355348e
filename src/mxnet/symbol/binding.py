"""From a symbol to results: binding it to arrays, and what MXNet's graph backends would do to it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from ..core.collector import paused
from ..core.context import Context, checked_context, current_context, takes_device
from ..core.dtypes import STORAGE, canonical
from ..core.errors import MXNetError, SimpleBindError
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

        Parameters
        ----------
        ctx
            Where to compute: ``mx.cpu()``, ``mx.gpu(0)``.
        args : dict or list of NDArrays
            The arrays of all arguments (data, labels and parameters), by name or in the order of ``list_arguments()``.
            They are used themselves, not copied: writing into one later changes what is computed.
        args_grad : dict or list of NDArrays, or None
            Arrays that :meth:`Executor.backward` writes gradients into, by name or in the same order; arguments left
            out of the dict get none. None: no gradient is kept.
        grad_req : str, list or dict
            How gradients are written: ``'write'`` replaces what is there, ``'add'`` adds to it, ``'null'`` computes
            none. One text for all arguments, a list in the order of ``list_arguments()``, or a dict by name.
        aux_states : dict or list of NDArrays, or None
            The arrays of the auxiliary states, such as moving averages of BatchNorm, by name or in the order of
            ``list_auxiliary_states()``.
        group2ctx : dict of Contexts, or None
            Model parallelism: for each ``ctx_group`` (an attribute of nodes, see ``mx.AttrScope``) the context on which
            its nodes are computed.
        shared_exec : Executor or None
            Accepted without effect: memory is shared anyway.

        Returns
        -------
        An :class:`Executor`.

        See Also
        --------
        simple_bind : makes the arrays too, from the shapes of the inputs.

        Examples
        --------
        >>> x, w = sym.Variable("x"), sym.Variable("w")
        >>> grads = {"w": nd.zeros(2)}
        >>> executor = (x * w).bind(mx.cpu(), {"x": nd.array([3, 4]), "w": nd.array([1, 2])}, args_grad=grads)
        >>> print(executor.forward(is_train=True)[0].asnumpy())
        [3. 8.]
        >>> executor.backward(nd.ones(2))
        >>> print(grads["w"].asnumpy())
        [3. 4.]
        """
        return executors.load().Executor._bind(self, ctx, args, args_grad, grad_req, aux_states, group2ctx, shared_exec)

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
        """Return an executor of this graph on new arrays, whose shapes follow from those of the inputs.

        Parameters
        ----------
        ctx
            Where to compute and where the arrays are made: ``mx.cpu()``, ``mx.gpu(0)``.
        grad_req : str, list or dict
            How gradients are written: ``'write'`` replaces what is there, ``'add'`` adds to it, ``'null'`` computes
            none. One text for all arguments, a list in the order of ``list_arguments()``, or a dict by name. No array
            of gradients is made for ``'null'``.
        type_dict : dict or None
            Data types by argument name; float32 where nothing else follows.
        stype_dict : dict or None
            Storage types by argument name: ``'default'`` (dense), ``'row_sparse'`` or ``'csr'``.
        group2ctx : dict of Contexts, or None
            Model parallelism: for each ``ctx_group`` (an attribute of nodes, see ``mx.AttrScope``) the context on which
            its nodes are computed.
        shared_arg_names : list of str, or None
            Arguments whose arrays are taken from ``shared_exec`` rather than made.
        shared_exec : Executor or None
            The executor that they are taken from.
        shared_buffer : dict of NDArrays, or None
            Arrays by name that are used for other arguments where they fit; new ones are added to it.
        **kwargs : tuple of ints
            The shapes of inputs by name: ``data=(32, 784)``.

        Returns
        -------
        An :class:`Executor`; its ``arg_dict``, ``grad_dict`` and ``aux_dict`` hold the arrays, zeros at first.

        Raises
        ------
        MXNetError
            Where shapes or types do not fit or remain unknown; lists the arguments.

        See Also
        --------
        bind : takes arrays that exist.

        Examples
        --------
        >>> x = sym.Variable("data")
        >>> net = sym.FullyConnected(x, num_hidden=2, name="fc")
        >>> executor = net.simple_bind(mx.cpu(), data=(1, 3))
        >>> {name: array.shape for name, array in executor.arg_dict.items()}
        {'data': (1, 3), 'fc_weight': (2, 3), 'fc_bias': (2,)}
        >>> executor.arg_dict["fc_weight"][:] = 1
        >>> print(executor.forward(data=nd.array([[1, 2, 3]]))[0].asnumpy())
        [[6. 6.]]
        """
        sharing = {"shared_arg_names": shared_arg_names, "shared_exec": shared_exec, "shared_buffer": shared_buffer}
        options = {"grad_req": grad_req, "type_dict": type_dict, "group2ctx": group2ctx, **sharing}
        return self._bind_shapes(ctx, kwargs, stype_dict, **options)

    #: MXNet 2's names
    _bind = takes_device(bind)
    _simple_bind = takes_device(simple_bind)

    def _bind_shapes(
        self,
        ctx: Context,
        shapes: Mapping[str, tuple[int, ...]],
        stype_dict: Mapping[str, str] | None = None,
        **options: Any,
    ) -> Executor:
        """Do the same; ``compile``, also among the options, turns lowered graphs into faster functions."""
        checked_context(ctx)
        try:
            for name, stype in (stype_dict or {}).items():
                if stype not in STORAGE:
                    raise MXNetError(f"storage type {stype!r} of {name} is none of {', '.join(STORAGE)}")
            bind = executors.load().Executor._simple_bind
            return bind(self, ctx, shapes=shapes, stype_dict=stype_dict, **options)
        except MXNetError as error:
            kwargs = "".join(f"{key}: {value}\n" for key, value in shapes.items())
            raise SimpleBindError(f"simple_bind error. Arguments:\n{kwargs}{error}") from error

    def eval(self, /, ctx: Context | None = None, **kwargs: Any) -> list[Any]:
        """Return the outputs for the given arguments, as a list of arrays: bind and forward in one.

        Parameters
        ----------
        ctx : Context or None
            Where to compute; None: the current context.
        **kwargs : NDArray
            The arrays of all arguments by name.

        Returns
        -------
        A list of NDArrays, one an output.

        Examples
        --------
        >>> a, b = sym.Variable("a"), sym.Variable("b")
        >>> print((a + b).eval(a=nd.array([1, 2]), b=nd.array([3, 4]))[0].asnumpy())
        [4. 6.]
        """
        executor = self.bind(current_context() if ctx is None else ctx, kwargs)
        return executor.forward()

    def to_torch(self, params: Mapping[str, Any]) -> Any:
        """Return the graph as a ``torch.nn.Module``.

        Parameters
        ----------
        params
            Arrays by name that become the module's parameters, on the same memory. May be what ``mx.nd.load`` read of a
            checkpoint.

        Returns
        -------
        A ``torch.nn.Module``. The variables that ``params`` leaves out are its inputs, in the order of
        ``list_inputs()``; its ``state_dict`` has MXNet's names.

        Examples
        --------
        >>> x = sym.Variable("data")
        >>> net = sym.FullyConnected(x, num_hidden=2, name="fc")
        >>> module = net.to_torch({"fc_weight": nd.ones((2, 3)), "fc_bias": nd.zeros(2)})
        >>> import torch
        >>> module(torch.ones(1, 3)).tolist()
        [[3.0, 3.0]]
        """
        return executors.load().SymbolModule(self, params)

    def explain(self, mode: str = "infer") -> str:
        """Return how the graph is computed: as it was written, what each pass changes in it, and as it runs.

        Passes that the environment variable ``MXNET_DISABLE_PASSES`` names are left out.

        Parameters
        ----------
        mode
            ``"train"``, ``"infer"``, ``"compile"``, ``"trace"`` (by ``to_torch``) or ``"observe"`` (under a monitor).

        Returns
        -------
        A text of many lines.

        Raises
        ------
        MXNetError
            For another mode.

        Examples
        --------
        >>> x = sym.Variable("data")
        >>> net = sym.FullyConnected(x, num_hidden=2, name="fc")
        >>> print(net.explain().splitlines()[0])
        infer: 1 calls
        """
        nodes = topological(self._heads)
        return Program(nodes, self._heads, list(graph.variables(nodes))).explain(mode)

    def get_backend_symbol(self: S, backend: str) -> S:
        """Return the graph as MXNet's graph backend would leave it to us: a copy, for PyTorch fuses while running.

        Parameters
        ----------
        backend
            The name of a backend of MXNet's, such as ``'MKLDNN'``.

        Returns
        -------
        A Symbol.

        Raises
        ------
        MXNetError
            For a backend that MXNet's CPU build does not have.

        Examples
        --------
        >>> x = sym.Variable("data")
        >>> net = sym.FullyConnected(x, num_hidden=2, name="fc")
        >>> net.get_backend_symbol('MKLDNN').list_outputs()
        ['sg_mkldnn_fully_connected_0_output']
        """
        if not isinstance(backend, str):
            raise AttributeError(f"the name of a backend is a str, got {type(backend).__name__}")
        if backend not in _BACKENDS:
            raise MXNetError(f"graph backend {backend} is not known; known are {', '.join(_BACKENDS)}")
        with paused(len(topological(self._heads))):
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
        """Return the graph as a backend of MXNet's sees it, its layers fused: see :meth:`get_backend_symbol`.

        What the arguments say of the inputs is checked against the graph. Another name gives a copy of the graph.

        Parameters
        ----------
        backend
            The name of a backend of MXNet's, such as ``'MKLDNN'``.
        args : dict of NDArrays, or None
            Arguments, whose shapes and types must fit the graph.
        aux : dict of NDArrays, or None
            Auxiliary states, likewise.
        ctx : Context or None
            Where the graph is to run.
        shape_dict : dict or None
            Shapes of inputs by name.
        type_dict : dict or None
            Data types of inputs by name.
        stype_dict : dict or None
            Storage types of inputs by name.
        skip_infer
            Whether the check of shapes and types is left out.
        **kwargs
            The backend's options, without effect.

        Returns
        -------
        A Symbol.

        Raises
        ------
        MXNetError
            Where shapes or types do not fit, and for the engines of :meth:`mxnet.gluon.HybridBlock.optimize_for`: they
            run blocks.

        Examples
        --------
        >>> x = sym.Variable("data")
        >>> net = sym.FullyConnected(x, num_hidden=2, name="fc")
        >>> net.optimize_for('MKLDNN').list_outputs()
        ['sg_mkldnn_fully_connected_0_output']
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
        return self.get_backend_symbol(backend) if backend in _BACKENDS else type(self)(copy(self._heads))

    def _check_inputs(self, arrays: Mapping[str, Any], shapes: Mapping[str, Any], types: Mapping[str, Any]) -> None:
        """Raise :class:`MXNetError` where arrays, shapes and dtypes of variables contradict each other."""
        names = set(graph.variables(topological(self._heads)))
        shapes = {**shapes, **{name: item.shape for name, item in arrays.items()}}
        types = {**types, **{name: item.dtype for name, item in arrays.items()}}
        self.infer_shape_partial(**{name: item for name, item in shapes.items() if name in names})
        self.infer_type_partial(**{name: item for name, item in types.items() if name in names})

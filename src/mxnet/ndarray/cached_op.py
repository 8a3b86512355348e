"""A symbol as a function of arrays: the graph is lowered once and called many times."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import torch

from ..core import simulated_gpus, torch_compat
from ..core.context import CPU, current_context
from ..core.errors import MXNetError
from ..core.memory import keep_freed
from ..core.write_tracking import unaliased, writable
from ..eager import tape
from ..eager.dense import write_recorded
from ..eager.dispatch import apply
from ..eager.grad_node import GradNode, grad_nodes, has_integer_slot, starting_nodes
from ..graph import cuda_graphs
from ..graph.call_graph import starts_unseen
from ..graph.compile import from_environment
from ..graph.cuda_graphs import Recordings, TrainingRecordings
from ..graph.errors import describe, explain_forward
from ..graph.interpreter import input_names
from ..graph.program import Program
from ..kernels.node_hooks import graph_of_nodes
from .ndarray import NDArray
from .numpy.multiarray import ndarray

#: what 1.9.1 lets one say about its memory
_FLAGS = frozenset(
    (
        *("static_alloc", "static_shape", "inline_limit", "forward_bulk_size", "backward_bulk_size"),
        *("data_indices", "param_indices"),
    )
)


class CachedOp:
    """The graph of a symbol as a function: called with one array for each of its variables.

    The order is that of ``sym.list_inputs()``. A call returns one array, or a list for a symbol of several outputs;
    while recording it is one operation. Several threads may call it at a time.

    Parameters
    ----------
    sym
        The symbol.
    flags
        Pairs of names and values that say how 1.9.1 plans memory. ``static_alloc`` keeps memory from call to call
        (:func:`mxnet.util.keep_freed`). ``param_indices`` says which inputs stay where they are: prediction on GPUs
        uses CUDA graphs then (:mod:`mxnet.graph.cuda_graphs`), and with ``static_shape`` training does. The others are
        checked and without effect.
    compile
        What turns a lowered graph (a ``torch.fx.GraphModule``) into a faster function of the same tensors, as
        ``torch.compile`` does; None: what the environment variable ``MXNET_BACKEND`` names, or nothing.

    Examples
    --------
    >>> x, y = mx.sym.Variable('x'), mx.sym.Variable('y')
    >>> function = mx.nd.CachedOp(x * y + 1)
    >>> print(function(mx.nd.array([1, 2]), mx.nd.array([10, 20])).asnumpy())
    [11. 41.]
    """

    def __init__(
        self, sym: Any, flags: Sequence[tuple[str, Any]] = (), compile: Callable[[Any], Any] | None = None
    ) -> None:
        #: the graph
        self.symbol = sym
        #: whether it is of the NumPy interface: so are then its results
        self.is_np_sym: bool = sym.is_numpy
        self._wrap = (ndarray if self.is_np_sym else NDArray)._wrap
        self._flags = list(flags)
        self._heads = sym.handle
        for name, _ in flags:
            if name not in _FLAGS:
                raise MXNetError(f"flag {name!r} is none of {', '.join(sorted(_FLAGS))}")
        kwargs = dict(flags)
        if kwargs.get("static_shape") and not kwargs.get("static_alloc"):
            raise MXNetError("static_alloc must be True when static_shape is True")
        if kwargs.get("static_alloc"):
            keep_freed()
        self._inputs: list[str] = sym.list_inputs()
        self._count = len(self._inputs)
        self._internals = sym.get_internals()
        self._nodes = list({id(entry.node): entry.node for entry in self._internals.handle}.values())
        operators = sum(node.op is not None for node in self._nodes)
        #: whether a recorded call is shown as the operators themselves (see ``mxnet.autograd.get_symbol``)
        self.inlined = not kwargs.get("static_alloc") and operators <= int(kwargs.get("inline_limit", 2))
        self._compile = compile
        shapes = partial(_open_shapes, self._internals, self._inputs)  # no method: that would be a cycle
        self._program = Program(self._nodes, self._heads, self._inputs, compile=compile, shapes=shapes)
        static = bool(kwargs.get("static_shape"))
        self._program.keep_operators(static)
        worth = "param_indices" in kwargs and (static or operators >= cuda_graphs.OPERATORS)
        replays = worth and compile is None and from_environment() is None and cuda_graphs.enabled(True)
        #: what is replayed on GPUs: predictions and, where memory is kept, training steps
        self._recordings = self._make_recordings(set(kwargs["param_indices"]), static) if replays else []
        #: the outputs that may share memory with an input or with another output
        self._aliases = _aliases(self._heads)
        nodes = [head.node for head in self._heads if head.node.op is not None]
        #: whether gradients pass through integers, where PyTorch finds no way: behind an output, or to a loss
        self._unseen = any(node.bound.casts_to_integers for node in nodes) or starts_unseen(self._nodes, self._heads)
        self._starts = any(node.bound.starts for node in self._nodes if node.op is not None)
        #: whether there may be nodes with hooks, and no code of users, whose nodes would be taken for the graph's
        self._has_hooks = not any(node.op.bound for node in self._nodes if node.op is not None)
        #: whether an operator gives an array in sparse storage, as ``cast_storage`` does
        self._makes_sparse = any(node.bound.makes_sparse for node in self._nodes if node.op is not None)
        self._hook: tuple[Callable[[str, str, NDArray], Any], bool] | None = None
        #: whether it is one operator that runs graphs of its own, and so runs in no other way
        self._single = operators == 1 and any(node.subgraphs for node in self._nodes)
        self._parts: dict[int, CachedOp] = {}

    def _make_recordings(self, parameters: set[int], static: bool) -> list[Recordings]:
        data = [i for i in range(self._count) if i not in parameters]
        predict, train = partial(_predicted, self._program), partial(_trained, self._program)
        recordings = [Recordings(self._nodes, predict, data, self._inputs, 2 if static else 3)]
        if static:
            recordings.append(TrainingRecordings(self._nodes, train, data, self._inputs))
        return recordings

    @property
    def handle(self) -> CachedOp:
        """The callable itself; there is nothing below it."""
        return self

    @simulated_gpus.computing(lambda self, *args, **_: simulated_gpus.common_context("_CachedOp", args))
    def __call__(self, *args: NDArray, out: Any = None, **kwargs: Any) -> Any:
        """Run the graph on arrays; ``out``, an array or a list of them, receives the results.

        ``default_device`` (or ``default_ctx``), of MXNet 2, is where a graph without inputs runs; it may get one None.
        """
        if kwargs:
            if kwargs.keys() - {"default_device", "default_ctx"}:
                raise TypeError(f"a CachedOp takes its inputs by position, not {', '.join(kwargs)}")
            if not self._count:
                with kwargs.get("default_device") or kwargs.get("default_ctx") or current_context():
                    return self(*(arg for arg in args if arg is not None), out=out)
        if len(args) != self._count:
            raise MXNetError(f"CachedOp expects {self._count} inputs ({self._inputs}), but got {len(args)}")
        tensors = [a._t for a in args if a._sparse is None]
        if self._makes_sparse or len(tensors) < len(args):
            return self._on_arrays(args, out)
        state = tape.state
        slots = tape.link_inputs(args) if state.recording else None
        if slots is not None and not self._single and (self._unseen or has_integer_slot(slots)):
            return self._on_arrays(args, out)
        ctx = args[0]._ctx if args else current_context()
        if slots is not None:
            tensors = [a._t for a in args]  # linking detaches constants
        if slots is not None or not torch.is_grad_enabled():
            results = self.run_on_tensors(tensors, state.training, ctx)
        else:
            try:
                torch_compat.set_grad_enabled(False)
                results = self.run_on_tensors(tensors, state.training, ctx)
            finally:
                torch_compat.set_grad_enabled(True)
        arrays = [self._wrap(t, ctx) for t in results]
        if slots is not None:
            nodes: Sequence[GradNode]
            if self._starts:
                nodes = starting_nodes("_CachedOp", self, slots, results)
            else:
                nodes = grad_nodes("_CachedOp", self, slots, len(arrays))
            for item, node in zip(arrays, nodes, strict=True):
                item._slot = node
        return self._given_out(arrays, out)

    @staticmethod
    def _given_out(arrays: list[NDArray], out: Any) -> Any:
        if out is not None:
            return _write(arrays, out)
        return arrays[0] if len(arrays) == 1 else arrays

    def _on_arrays(self, args: Sequence[NDArray], out: Any) -> Any:
        """Do the same operator by operator: for sparse storage, and variables and results of integers."""
        named, cls = dict(zip(self._inputs, args, strict=True)), ndarray if self.is_np_sym else NDArray
        see = None if self._hook is None else self._see
        arrays = on_arrays(self._nodes, self._heads, named.__getitem__, see, cls=cls, part=self._part)
        return self._given_out([array.copy() if any(array is a for a in args) else array for array in arrays], out)

    def _part(self, node: Any) -> CachedOp:
        """Return a node that runs graphs of its own, a loop or a condition, as a function of its inputs."""
        part = self._parts.get(id(node))
        if part is None:
            variables = [type(node)(None, f"input{i}") for i in range(len(node.sources))]
            alone = node.replace(inputs=[type(entry)(v, 0) for v, entry in zip(variables, node.inputs, strict=True)])
            heads = [type(self._heads[0])(alone, i) for i in range(len(node.list_outputs()))]
            part = self._parts[id(node)] = CachedOp(type(self.symbol)(heads))
        return part

    def run_on_tensors(self, tensors: list[torch.Tensor], training: bool, ctx: Any) -> Sequence[torch.Tensor]:
        """Run the graph on one tensor per variable, as in training or as in prediction; the results are new tensors."""
        device, recordings = CPU if ctx.device_typeid != 2 else ctx.torch_device, None
        if (
            training < len(self._recordings)
            and device.type == cuda_graphs.Recorder.device_type
            and self._hook is None
            and training == torch.is_grad_enabled()
        ):
            recordings = self._recordings[training]
            replayed = recordings(tensors, device)
            if replayed is not None:
                return replayed
        if self._hook is None and self._has_hooks and training and torch.is_grad_enabled():
            with graph_of_nodes() as watch:
                results = self._program(tensors, training, device)
                self._has_hooks = watch(results)
        elif self._hook is None:
            results = self._program(tensors, training, device)
        else:
            results = self._program.observe(tensors, training, device, partial(self._see, ctx=ctx))
        if self._aliases:
            results = _dealias(results, tensors, self._aliases)
        if recordings is not None:
            recordings.watch(results)
        return results

    def traceable(self, training: bool) -> Callable[..., Sequence[torch.Tensor]]:
        """Return the graph as a function of one tensor per variable that PyTorch's tracers can follow."""
        form = self._program.traced(training)
        if not form.open:
            return form.run

        def run(*tensors: torch.Tensor) -> Sequence[torch.Tensor]:
            known = [tuple(tensor.shape) for tensor in tensors]
            if is_open(known):
                shapes = inferred(lambda known: _open_shapes(self._internals, self._inputs, form.open, known), known)
            else:
                shapes = self._program.open_shapes(form.open, tensors)
            return form.run(*tensors, *shapes)

        return run

    def refusal(self, training: bool, error: Exception) -> MXNetError:
        """Return the error that names the operator which a tracer, or a transform, could not follow."""
        result = explain_forward(self._program.traced(training).module, error)
        what = "transform" if torch_compat.transforms_active() else "write down"
        return type(result)(f"PyTorch cannot {what} this network: {result}")

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.symbol, self._flags, self._compile)

    def _register_op_hook(self, callback: Callable[[str, str, NDArray], Any], monitor_all: bool = False) -> None:
        """Call ``callback(name, operator, array)`` for each output of each operator of a run (``fc1_output``).

        With ``monitor_all`` the operator's inputs come before (``fc1_data``).
        """
        self._hook = callback, bool(monitor_all)

    def _see(self, node: Any, inputs: Sequence[Any], outputs: Sequence[Any], ctx: Any = None) -> None:
        """Show what an operator was given and gave, arrays or, in a context, tensors."""
        assert self._hook is not None
        callback, monitor_all = self._hook
        named = [(f"{node.name}_{name}", value) for name, value in zip(input_names(node), inputs, strict=False)]
        for name, value in (*(named if monitor_all else ()), *zip(node.list_outputs(), outputs, strict=False)):
            if isinstance(value, (torch.Tensor, NDArray)):
                shown = value.detach()
                callback(name, node.op.name, self._wrap(shown, ctx) if isinstance(shown, torch.Tensor) else shown)


def _predicted(
    program: Program, tensors: Sequence[torch.Tensor], device: torch.device, prepared: bool
) -> Sequence[torch.Tensor]:
    """Run a graph for prediction, as recordings do; a method would be a cycle."""
    form = program.form(False, device) if prepared else program.static(device)
    shapes = program.open_shapes(form.open, tensors) if form.open else ()
    return form.run(*tensors, *shapes)


def _trained(
    program: Program, tensors: Sequence[torch.Tensor], device: torch.device, _: bool
) -> Sequence[torch.Tensor]:
    return program(tensors, True, device)


def _open_shapes(internals: Any, inputs: Sequence[str], nodes: Sequence[Any], known: Sequence[Any]) -> list[Any]:
    """Return the shapes that the graph around them gives to nodes whose attributes leave them open."""
    shapes = internals.infer_shape(**dict(zip(inputs, known, strict=True)))[1]
    result = {id(entry.node): shape for entry, shape in zip(internals.handle, shapes, strict=True)}
    return [result[id(node)] for node in nodes]


def on_arrays(
    nodes: Sequence[Any],
    heads: Sequence[Any],
    variable: Callable[[str], NDArray],
    see: Callable[[Any, Sequence[NDArray], Sequence[NDArray]], None] | None = None,
    watch: Callable[[Any, int, NDArray], NDArray] | None = None,
    cls: type[NDArray] = NDArray,
    part: Callable[[Any], Callable[..., Any]] | None = None,
) -> list[NDArray]:
    """Compute a graph operator by operator on arrays, as imperative calls do: for arrays in sparse storage.

    A lowered graph is a function of dense tensors; what an operator does in sparse storage depends on its inputs'
    storages, which imperative calls look at. ``variable`` gives the array of a name; ``see(node, inputs, outputs)`` is
    called after each operator, and ``watch(node, i, array)`` gives what the operator takes for its input ``i``.
    ``part`` gives the function of a node that has graphs inside.
    """
    values: dict[int, Sequence[NDArray]] = {}
    for node in nodes:
        if node.op is None:
            values[id(node)] = [variable(node.name)]
            continue
        inputs = [values[id(source)][index] for source, index in node.inputs]
        if watch is not None:
            inputs = [watch(node, i, array) for i, array in enumerate(inputs)]
        try:
            alone = part is not None and node.subgraphs
            result = part(node)(*inputs) if alone else apply(node.bound, inputs, None, cls)  # type: ignore[misc]
        except MXNetError as error:
            raise describe(node, [array._t for array in inputs], error) from error
        values[id(node)] = result if isinstance(result, list) else [result]
        if see is not None:
            see(node, inputs, values[id(node)])
    return [values[id(head.node)][head.index] for head in heads]


def _aliases(heads: Sequence[Any]) -> tuple[int, ...]:
    """Return which outputs of a graph may be, or look into, an input or another output."""
    return tuple(
        i for i, head in enumerate(heads) if heads.count(head) > 1 or head.node.op is None or head.node.op.view
    )


def _dealias(
    results: Sequence[torch.Tensor], inputs: Sequence[torch.Tensor], aliases: Sequence[int]
) -> list[torch.Tensor]:
    """Copy the results that share memory: arrays are written to, and must not change each other."""
    result = list(results)
    if aliases and torch_compat.transforms_active():  # of torch.func: its tensors do not tell their memory
        return [t.clone() if i in aliases else t for i, t in enumerate(result)]
    others = [t for i, t in enumerate(result) if i not in aliases]
    memories = {t.untyped_storage().data_ptr() for t in (*inputs, *others)}
    for i in aliases:
        where = result[i].untyped_storage().data_ptr()
        if where in memories:
            result[i] = result[i].clone(memory_format=torch.contiguous_format)
        memories.add(where)
    return result


def _write(arrays: list[NDArray], out: Any) -> Any:
    targets = list(out) if isinstance(out, (list, tuple)) else [out]
    if len(targets) != len(arrays):
        raise MXNetError(f"CachedOp has {len(arrays)} outputs, out has {len(targets)} arrays")
    for target, array in zip(targets, arrays, strict=True):
        tape.refuse_write(target)
        if target.shape != array.shape:
            raise MXNetError(f"CachedOp: out has shape {target.shape}, the result has {array.shape}")
        if array._sparse is not None or target._sparse is not None:
            array.copyto(target)
        elif array._slot:
            write_recorded(target, array._t, array._slot)
        else:
            writable(target._t).copy_(unaliased(array._t, target._t))
    return out


# -- shapes that follow from lengths which ``torch.export`` leaves open, by inference that knows integers alone --------


#: a length in the place of an open one: many numbers divide it
_EXAMPLE = 24

Shapes = list[tuple[Any, ...]]


def is_open(shapes: Sequence[Sequence[Any]]) -> bool:
    """Return whether some length is no integer, but stands for any."""
    return any(isinstance(length, torch.SymInt) for shape in shapes for length in shape)


def inferred(infer: Callable[[Shapes], Shapes], shapes: Sequence[Sequence[Any]]) -> Shapes:
    """Return what ``infer`` says of shapes with open lengths.

    It is asked for two values of each open length. Lengths of its result are sums of multiples of the open ones.
    """
    symbols = {str(length): length for shape in shapes for length in shape if isinstance(length, torch.SymInt)}

    def example(longer: str = "") -> Shapes:
        lengths = {name: _EXAMPLE * (2 if name == longer else 1) for name in symbols}
        return infer([tuple(lengths.get(str(n), n) for n in shape) for shape in shapes])

    base = example()
    slopes = {name: example(name) for name in symbols}

    def length(i: int, j: int) -> Any:
        result: Any = base[i][j]
        for name, symbol in symbols.items():
            times = (slopes[name][i][j] - base[i][j]) // _EXAMPLE
            if times:
                result = result + times * (symbol - _EXAMPLE)
        return result

    return [tuple(length(i, j) for j in range(len(shape))) for i, shape in enumerate(base)]

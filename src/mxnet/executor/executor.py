"""The executor: a symbol bound to arrays. It computes outputs forward and gradients backward."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

import torch

from ..core import backward_mode, torch_compat
from ..core.compat import quirks
from ..core.context import Context
from ..core.dtypes import TORCH_OF
from ..core.errors import MXNetError, reason
from ..core.interruptions import unless_interrupted
from ..core.observers import eager_observers, graph_observers
from ..core.rng import generator
from ..core.simulated_gpus import computing
from ..core.text import described
from ..eager.grad_node import GradSlot
from ..eager.tape import dense_tensor
from ..graph import cuda_graphs
from ..graph.cuda_graphs import Recordings, TrainingRecordings
from ..graph.errors import explain_backward
from ..graph.program import Form
from ..head_grads import resolve_head_grads
from ..ndarray import NDArray
from ..ndarray import ones as nd_ones
from ..symbol import Symbol
from ..symbol.node import Node
from . import arrays, binding
from .binding import Bound, Facts, bind, simple_bind
from .gradients import Gradients, Leaf
from .monitor import Monitor
from .sharing import Sharing, allocate
from .sparse import ArrayRun, FormPrograms, alias


class Run(NamedTuple):
    """A run of a form: its results (outputs, and what losses and the backward pass need) and its inputs."""

    results: list[torch.Tensor]
    inputs: list[Any]
    is_train: bool
    form: Form


class Executor:
    """A symbol bound to arrays; made by ``Symbol.bind`` and ``Symbol.simple_bind``.

    ``arg_arrays``, ``grad_arrays`` and ``aux_arrays`` list the arrays by position, the ``*_dict`` properties by name.
    ``outputs`` lists the outputs: always the same arrays, which every :meth:`forward` gives new values.
    """

    def __init__(self, handle: Bound, symbol: Symbol, ctx: Context, grad_req: Any, group2ctx: Any) -> None:
        self.handle = handle
        self.arg_arrays = handle.arguments
        # None where there is no gradient; Any, since users know which gradients they requested
        self.grad_arrays: list[NDArray | Any] | Any = handle.gradients
        self.aux_arrays = handle.states
        self._symbol = symbol
        self._ctx = self._device = ctx
        self._trained = True  # whether the last forward was in training
        self._grad_req = grad_req
        self._group2ctx = group2ctx
        self._program = handle.program
        self._sparse = handle.facts.storages.sparse
        names = handle.program.arguments
        buffers = [None] * len(names) if handle.gradients is None else handle.gradients
        self._gradients = Gradients(handle.arguments, buffers, handle.reqs)
        handle.program.check_differentiable(self._differentiated())
        self._arg_dict = dict(zip(names, self.arg_arrays, strict=True))
        self._grad_dict = dict(zip(names, buffers, strict=True))
        self._aux_dict = dict(zip(handle.program.states, self.aux_arrays, strict=True))
        self._outputs: list[NDArray] | None = None
        self._tape: Run | None = None
        self._random_states: list[tuple[torch.Generator, torch.Tensor]] = []
        self._needed: tuple[bool, ...] | None = None
        self._ones: dict[Any, torch.Tensor] = {}
        self._monitor: Monitor | None = None
        #: what is replayed on GPUs: predictions and training steps
        self._recordings: list[Recordings] = []
        if not (group2ctx or self._sparse or handle.program.compile) and cuda_graphs.enabled(False):
            nodes, facts = handle.program.nodes, handle.facts
            data = [i for i, leaf in enumerate(self._gradients.leaves) if leaf is None]
            self._recordings = [
                Recordings(nodes, partial(_predicted, handle.program, facts), ()),
                TrainingRecordings(
                    nodes, partial(_trained, handle.program, facts), data, [*names, *handle.program.states]
                ),
            ]
        #: with arrays in sparse storage: what runs in the program's place
        self._in_forms = FormPrograms(handle)
        #: the last run operator by operator: with such arrays, and where PyTorch sees less than the tape
        self._array_run: ArrayRun | None = None
        #: the executor that this one was reshaped from: their outputs share memory, as in 1.9.1
        self._origin: Callable[[], Executor | None] | None = None
        if not self._sparse:
            self._create_operators(handle.facts)

    @computing(lambda self, *_, **__: self._ctx)
    def _create_operators(self, facts: Facts) -> None:
        """Create the operators that programs define, for the inferred shapes and types."""

        def inputs_of(node: Node) -> list[torch.Tensor] | None:
            shapes = [facts.shapes[entry] for entry in node.inputs]
            if any(shape is None or None in shape for shape in shapes):
                return None
            dtypes = [TORCH_OF[facts.types[entry] or "float32"] for entry in node.inputs]
            return [torch.empty(s, dtype=d, device="meta") for s, d in zip(shapes, dtypes, strict=True)]

        self._program.create_operators(inputs_of)

    @staticmethod
    def _bind(
        symbol: Symbol,
        ctx: Context,
        args: Any,
        args_grad: Any = None,
        grad_req: Any = "write",
        aux_states: Any = None,
        group2ctx: Mapping[str, Context] | None = None,
        shared_exec: Executor | None = None,
    ) -> Executor:
        """Bind arrays (see :func:`.binding.bind`). ``shared_exec`` has no effect: PyTorch's allocator reuses memory."""
        if shared_exec is not None and not isinstance(shared_exec, Executor):
            raise AttributeError(f"shared_exec must be an Executor, got {type(shared_exec).__name__}")
        bound = bind(symbol, ctx, args, args_grad, grad_req, aux_states, group2ctx)
        return Executor(bound, symbol, ctx, grad_req, group2ctx)

    @staticmethod
    def _simple_bind(
        symbol: Symbol,
        ctx: Context,
        grad_req: Any = "write",
        type_dict: Mapping[str, Any] | None = None,
        group2ctx: Mapping[str, Context] | None = None,
        shared_arg_names: Sequence[str] | None = None,
        shared_exec: Executor | None = None,
        shared_buffer: dict[str, NDArray] | None = None,
        shapes: Mapping[str, Any] | None = None,
        compile: Callable[..., Any] | None = None,
        stype_dict: Mapping[str, str] | None = None,
    ) -> Executor:
        """Allocate arrays for the given shapes and bind them (see :func:`.binding.simple_bind`).

        ``compile``: see :class:`~mxnet.graph.program.Program`.
        """
        sharing = Sharing(shared_arg_names, shared_exec, shared_buffer)
        bound = simple_bind(symbol, ctx, grad_req, type_dict, group2ctx, sharing, shapes or {}, compile, stype_dict)
        return Executor(bound, symbol, ctx, grad_req, group2ctx)

    def __reduce__(self) -> Any:
        raise ValueError("an Executor cannot be pickled or copied: save its symbol and its arrays, and bind them again")

    # -- arrays -------------------------------------------------------------------------------------------------

    def __repr__(self) -> str:
        counts = f"{len(self.arg_arrays)} arguments, {len(self.aux_arrays)} auxiliary states"
        return described(self, [f"{counts} on {self._ctx}", f"outputs {', '.join(self._symbol.list_outputs())}"])

    @property
    def arg_dict(self) -> dict[str, NDArray]:
        """The arguments by name."""
        return self._arg_dict

    @property
    def grad_dict(self) -> dict[str, NDArray | Any]:
        """The gradients by argument name, None where there is none."""
        return self._grad_dict

    @property
    def gradient_slots(self) -> dict[str, GradSlot | None]:
        """The slots that receive the gradients of the arguments, by name; None where there is none."""
        return {name: None if leaf is None else leaf.slot for name, leaf in self._leaves()}

    def _leaves(self) -> Iterable[tuple[str, Leaf | None]]:
        """Return the names of the arguments with what receives their gradients, None where there is none."""
        return zip(self._program.arguments, self._gradients.leaves, strict=True)

    @property
    def aux_dict(self) -> dict[str, NDArray]:
        """The auxiliary states by name."""
        return self._aux_dict

    @property
    def output_dict(self) -> dict[str, NDArray]:
        """The outputs by name (``fc1_output``). Raises ValueError if two have the same name."""
        names = self._program.output_names
        if len(set(names)) < len(names):
            raise ValueError(f"outputs of one name cannot be told apart by it: {', '.join(names)}")
        return dict(zip(names, self.outputs, strict=True))

    @property
    def outputs(self) -> list[NDArray]:
        """The outputs. Before the first :meth:`forward` they are zeros; axes whose size depends on values are 0."""
        if self._outputs is None:
            result = self.handle.facts
            facts = zip(result.outputs, self._output_contexts(), result.storages.outputs, strict=True)
            self._outputs = [
                allocate((0,) if shape is None else [n or 0 for n in shape], dtype or "float32", ctx, storage)
                for (shape, dtype), ctx, storage in facts
            ]
        return self._outputs

    def _output_contexts(self) -> list[Context]:
        return [self._program.context(head.node) for head in self._program.heads]

    # -- forward ------------------------------------------------------------------------------------------------

    @computing(lambda self, *_, **__: self._ctx)
    def forward(self, /, is_train: bool = False, **kwargs: Any) -> list[NDArray]:
        """Compute the outputs and return them.

        Parameters
        ----------
        is_train
            Whether operators act as in training (Dropout, BatchNorm), and :meth:`backward` is to follow.
        **kwargs : NDArray or NumPy array
            New values of arguments by name, copied into the bound arrays: ``data=batch``.

        Returns
        -------
        The outputs, a list of NDArrays; they are in ``outputs`` too. The next call writes into the
        same arrays: copy what is to stay.

        Raises
        ------
        TypeError
            There is no argument of a given name.
        ValueError
            A value is no array, or its shape is not that of the bound one.
        MXNetError
            An operator failed; names the node and its inputs.

        Examples
        --------
        >>> net = sym.FullyConnected(sym.Variable("data"), num_hidden=2, no_bias=True, name="fc")
        >>> executor = net.simple_bind(mx.cpu(), data=(1, 3))
        >>> executor.arg_dict["fc_weight"][:] = 1
        >>> print(executor.forward(data=nd.array([[1, 2, 3]]))[0].asnumpy())
        [[6. 6.]]
        """
        if kwargs:
            arrays.feed(self._arg_dict, kwargs)
        train = self._trained = is_train if type(is_train) is bool else bool(int(is_train))
        self._tape = self._array_run = None  # free the earlier run before this one needs memory
        if self._sparse:
            return self._forward_sparse(train)
        differentiable = self._gradients.any
        if train and differentiable and self._program.starts_unseen:
            return self._forward_by_arrays(True)
        if differentiable:
            self._random_states = self._snapshot() if self._program.stochastic else []
        return self._forward_lowered(train)

    def _forward_lowered(self, train: bool) -> list[NDArray]:
        differentiate = train and self._gradients.any
        tape = self._run(train, differentiate)
        if differentiate:
            self._tape = tape
        return self._publish(tape.inputs, tape.results)

    def _forward_sparse(self, train: bool) -> list[NDArray]:
        """Run the graph lowered, or operator by operator: if it cannot be lowered, is watched, or to explain errors."""
        differentiate = train and self._gradients.any
        observed = self._monitor is not None or graph_observers or eager_observers
        if observed or self._in_forms.program(differentiate) is None:
            return self._forward_by_arrays(train)
        self._random_states = self._snapshot() if self._program.stochastic and self._gradients.any else []
        try:
            return self._forward_lowered(train)
        except unless_interrupted(Exception):
            result = self._forward_by_arrays(train)
            self._in_forms.give_up(differentiate)
            return result

    def _forward_by_arrays(self, train: bool) -> list[NDArray]:
        self._random_states = self._snapshot() if self._program.stochastic and self._gradients.any else []
        run = self._run_arrays(train, train and self._gradients.any)
        if train:
            self._array_run = run
        if self._outputs is None or any(a.stype != b.stype for a, b in zip(self._outputs, run.results, strict=True)):
            self._outputs = [alias(result) for result in run.results]
        else:
            for array, result in zip(self._outputs, run.results, strict=True):
                array._t = result._t.detach()
                if result._sparse is not None:
                    array._sparse = result._sparse
        return self._outputs

    def _run_arrays(self, train: bool, differentiate: bool) -> ArrayRun:
        gradients = {}
        if differentiate:
            gradients = {name: (leaf.slot.buffer, leaf.slot.req) for name, leaf in self._leaves() if leaf is not None}
        watching = () if self._monitor is None else self._monitor.of_arrays()
        return ArrayRun(self._program, self._arg_dict | self._aux_dict, gradients, train, *watching)

    def _backward_by_arrays(self, out_grads: Any, is_train: bool) -> None:
        run = self._array_run or self._run_arrays(is_train, True)
        self._array_run = None
        heads: list[Any] = []
        needed = [need and bool(r._slot) for need, r in zip(self.head_grads_needed, run.results, strict=True)]
        value = resolve_head_grads(out_grads, self._program.output_names, needed)
        for i, (result, need, grad) in enumerate(zip(run.results, needed, value, strict=True)):
            if need and grad is not None:
                heads.append(self._head_grad(i, result.shape, grad).astype(result.dtype, copy=False))
            else:
                heads.append(None if need or not result._slot else nd_ones(result.shape, result.context, result.dtype))
        before = torch.is_grad_enabled()
        try:
            torch_compat.set_grad_enabled(True)
            run.backward(heads)
        finally:
            torch_compat.set_grad_enabled(before)

    def _run(self, is_train: bool, differentiate: bool) -> Run:
        """Run the graph."""
        form = self._form(is_train)
        by_pytorch = differentiate and form.derivative is None
        tensors = self._gradients.inputs() if by_pytorch else [array._t for array in self.arg_arrays]
        inputs: list[Any] = tensors
        inputs += [array._t for array in self.aux_arrays]
        if self._sparse:
            self._in_forms.enter(inputs, by_pytorch)
        if self._recordings and is_train == differentiate and self._monitor is None:
            replayed = self._replayed(inputs, is_train)
            if replayed is not None:
                return replayed
        if form.open:
            inputs += self.handle.facts.open_shapes(form.open)
        before = torch.is_grad_enabled()
        try:
            torch_compat.set_grad_enabled(by_pytorch)
            if self._monitor is not None:
                results = self._monitor.run(inputs, is_train)
            else:  # what fails with sparse values runs again, operator by operator
                results = (form.run if self._sparse else form)(*inputs)
            return Run(list(results), inputs, is_train, form)
        finally:
            torch_compat.set_grad_enabled(before)

    def _replayed(self, inputs: list[Any], is_train: bool) -> Run | None:
        """Run the graph by a replay; None where it is to be run as without recordings."""
        form = self._program.form(is_train)  # starts no losses, and is differentiated by PyTorch
        if is_train:
            inputs = [*self._gradients.inputs(), *inputs[len(self.arg_arrays) :]]
        before = torch.is_grad_enabled()
        try:
            torch_compat.set_grad_enabled(is_train)
            results = self._recordings[is_train](inputs, self._ctx.torch_device)
        finally:
            torch_compat.set_grad_enabled(before)
        return None if results is None else Run(list(results), inputs, is_train, form)

    def _form(self, is_train: bool) -> Form:
        """Return the form to run now: monitors and profilers get one in which operators can be observed."""
        if self._monitor is not None:
            return self._program.observed(is_train)
        if self._sparse:
            program = self._in_forms.program(is_train and self._gradients.any)
            assert program is not None
            return program.form(is_train, None, self._gradients.needs_grad if is_train else None)
        if not is_train:
            return self._program.form(False)
        form = self._program.form(True, None, self._gradients.needs_grad)
        watched = graph_observers and not form.compiled and (form.losses or form.derivative)
        return self._program.form(True) if watched else form

    def _snapshot(self) -> list[tuple[torch.Generator, torch.Tensor]]:
        generators = [generator(device) for device in self._program.devices]
        return [(generator, generator.get_state()) for generator in generators if generator is not None]

    def _publish(self, inputs: Sequence[Any], results: Sequence[torch.Tensor]) -> list[NDArray]:
        """Give the outputs their new values, in memory that no other array uses."""
        present = results[: len(self._program.heads)]
        values = [item.detach() if item.requires_grad else item for item in present]
        if self._program.may_alias:
            bound = {item.untyped_storage().data_ptr() for item in inputs if isinstance(item, torch.Tensor)}
            for i in self._program.may_alias:
                if values[i].untyped_storage().data_ptr() in bound:
                    values[i] = self._copied(values[i], self._program.output_names[i])
        if self._outputs is None:
            self._outputs = list(map(NDArray._wrap, values, self._output_contexts()))
        else:
            for array, value in zip(self._outputs, values, strict=True):
                array._t = value
        origin = None if self._origin is None else self._origin()
        if origin is not None:
            origin._overwrite_outputs(values)
        return self._outputs

    @staticmethod
    def _copied(value: torch.Tensor, name: str) -> torch.Tensor:
        try:
            return value.clone(memory_format=torch.contiguous_format)
        except unless_interrupted(RuntimeError) as error:  # the output of a broadcast may be larger than memory
            raise MXNetError(f"output {name!r}: {reason(error)}") from error

    def _overwrite_outputs(self, values: Sequence[torch.Tensor]) -> None:
        """Write the outputs of an executor reshaped from this one to the beginning of this one's outputs."""
        for array, value in zip(self.outputs, values, strict=True):
            rest = array._t.reshape(-1)[value.numel() :]
            if value.numel() <= array._t.numel():
                array._t = torch.cat([value.reshape(-1).to(array._t.dtype), rest]).view(array._t.shape)

    # -- backward -----------------------------------------------------------------------------------------------

    @property
    def head_grads_needed(self) -> tuple[bool, ...]:
        """For each output, whether :meth:`backward` needs its head gradient.

        Losses need none, nor do outputs from which no gradient reaches an argument.
        """
        if self._needed is None:
            active = self._program.active_nodes(self._differentiated())
            self._needed = tuple(id(head.node) in active for head in self._program.heads)
        return self._needed

    def _differentiated(self) -> set[str]:
        """Return the names of the arguments that get gradients."""
        return {name for name, leaf in self._leaves() if leaf is not None}

    @computing(lambda self, *_, **__: self._ctx)
    def backward(self, out_grads: Any = None, is_train: bool = True) -> None:
        """Compute the gradients of the last :meth:`forward` and write them into ``grad_arrays``.

        What the last forward computed is differentiated: after one in prediction mode, Dropout hands gradients on, and
        normalizations are by the moving statistics, which stay.

        Parameters
        ----------
        out_grads : NDArray, list, dict or None
            The gradients with respect to the outputs that are not losses: one array, a list, or a dict by output name
            (see :func:`~mxnet.head_grads.resolve_head_grads`). None: all outputs are losses (SoftmaxOutput, MakeLoss),
            which start the gradient themselves.
        is_train
            Whether operators are differentiated as in training; False: BatchNorm as in prediction.

        Returns
        -------
        None: the gradients are in ``grad_dict`` and ``grad_arrays``.

        Raises
        ------
        TypeError
            For a head gradient that is not an NDArray.
        MXNetError
            For one that is missing or of the wrong shape, or if an operator's gradient fails.

        Examples
        --------
        >>> net = sym.FullyConnected(sym.Variable("data"), num_hidden=2, no_bias=True, name="fc")
        >>> executor = net.simple_bind(mx.cpu(), data=(1, 3))
        >>> executor.arg_dict["fc_weight"][:] = 1
        >>> executor.forward(is_train=True, data=nd.array([[1, 2, 3]]))[0].shape
        (1, 2)
        >>> executor.backward(nd.array([[1, 10]]))
        >>> print(executor.grad_dict["fc_weight"].asnumpy())
        [[ 1.  2.  3.]
         [10. 20. 30.]]
        """
        if not self._gradients.any:
            return
        is_train = bool(is_train) and (self._trained or quirks.batch_norm_gradient)
        if (self._sparse or self._program.starts_unseen) and self._tape is None:
            self._backward_by_arrays(out_grads, is_train)
            return
        tape = self._tape if self._tape is not None else self._repeated_forward(is_train)
        self._tape = tape
        heads = self._head_grads(out_grads, tape)
        self._tape = None
        before, mode = torch.is_grad_enabled(), backward_mode.current.training
        try:
            backward_mode.current.training = is_train
            torch_compat.set_grad_enabled(False)
            if tape.form.derivative is not None:
                self._gradients.write_from(tape.form.derivative, tape.results, heads)
                return
            pairs = [(output, head) for output, head in zip(tape.results, heads, strict=False) if head is not None]
            if self._program.starts:
                results = tape.results[: len(self._program.heads)]
                blocked = [t for t, head in zip(results, heads, strict=True) if head is None and t.requires_grad]
                pairs += [(output, torch.zeros_like(output)) for output in blocked]
            for loss in tape.form.losses:
                pairs += loss.start(tape.results)
            self._gradients.write([output for output, _ in pairs], [head for _, head in pairs])
        except MXNetError:
            raise
        except unless_interrupted(Exception) as error:
            raise self._explained(tape, heads, error) from error
        finally:
            backward_mode.current.training = mode
            torch_compat.set_grad_enabled(before)

    def _explained(self, tape: Run, heads: Sequence[Any], error: Exception) -> Exception:
        """Return an error of a backward pass that names the node."""
        if self._sparse:
            return MXNetError(f"backward pass failed: {reason(error)}")
        module = self._program.observed(tape.is_train).module
        inputs = [*self._gradients.inputs(), *tape.inputs[len(self.arg_arrays) :]]
        started = {id(loss.node) for loss in tape.form.losses}
        with torch.enable_grad():
            outputs = module.forward(*inputs)
        places = zip(self._program.heads, heads, outputs, strict=True)
        again = [self._ones_like(output) if id(head.node) in started else grad for head, grad, output in places]
        return explain_backward(module, inputs, again, error)

    def _repeated_forward(self, is_train: bool) -> Run:
        """Repeat the last forward, with the same random numbers, for another backward."""
        now = [(item, item.get_state()) for item, _ in self._random_states]
        for item, state in self._random_states:
            item.set_state(state)
        try:
            return self._run(is_train and self._trained, differentiate=True)
        finally:
            for item, state in now:
                item.set_state(state)

    def _head_grads(self, out_grads: Any, tape: Run) -> list[torch.Tensor | None]:
        """Return the head gradient of each output, None for none."""
        derivative = tape.form.derivative
        if out_grads is None and derivative is not None and not derivative.heads:
            return []
        results = tape.results[: len(self._program.heads)]
        if derivative is None:
            differentiated = [output.requires_grad for output in results]
        else:
            heads = frozenset(derivative.heads)
            differentiated = [i in heads for i in range(len(results))]
        if out_grads is None and True not in differentiated:
            return [None] * len(differentiated)
        needed = [need and has for need, has in zip(self.head_grads_needed, differentiated, strict=True)]
        value = resolve_head_grads(out_grads, self._program.output_names, needed)
        result: list[torch.Tensor | None] = []
        for i, (has, need, grad) in enumerate(zip(differentiated, needed, value, strict=True)):
            if need and grad is not None:
                array = self._head_grad(i, results[i].shape, grad)
                result.append(dense_tensor(array).detach().to(results[i].device, results[i].dtype))
            elif need:
                result.append(None if derivative is None else torch.zeros_like(results[i]))
            else:
                result.append(self._ones_like(results[i]) if has else None)
        return result

    def _ones_like(self, output: torch.Tensor) -> torch.Tensor:
        """Return a head gradient of ones, expanded from one element."""
        key = output.shape, output.dtype, output.device
        result = self._ones.get(key)
        if result is None:
            result = self._ones[key] = torch.ones((), dtype=output.dtype, device=output.device).expand(output.shape)
        return result

    def _head_grad(self, i: int, shape: Sequence[int], grad: Any) -> NDArray:
        """Return a given head gradient; raise if it is not an array of the output's shape."""
        name = self._program.output_names[i]
        if not isinstance(grad, NDArray):
            raise TypeError(f"inputs must be NDArray: the head gradient of {name!r} is {type(grad).__name__}")
        if grad.shape != shape:
            raise MXNetError(f"the head gradient of {name!r}: expected shape {tuple(shape)}, got {grad.shape}")
        return grad

    # -- values, other executors ---------------------------------------------------------------------------------

    reshape = arrays.reshape
    replica = arrays.replica
    copy_params_from = arrays.copy_params_from
    adopt = arrays.adopt

    # -- inspection ---------------------------------------------------------------------------------------------

    def set_monitor_callback(self, callback: Callable[[str, NDArray], Any] | None, monitor_all: bool = False) -> None:
        """Call a function for every operator's outputs in each forward from now on.

        The graph then runs node by node, which is slower.

        Parameters
        ----------
        callback : function or None
            Called as ``callback(name, array)``; None ends monitoring.
        monitor_all
            Whether it is called for the operators' inputs too.

        Returns
        -------
        None.

        Examples
        --------
        >>> net = sym.FullyConnected(sym.Variable("data"), num_hidden=2, no_bias=True, name="fc")
        >>> executor = net.simple_bind(mx.cpu(), data=(1, 3))
        >>> executor.arg_dict["fc_weight"][:] = 1
        >>> executor.set_monitor_callback(lambda name, array: print(name, array.shape))
        >>> outputs = executor.forward()
        fc_output (1, 2)
        """
        self._monitor = None if callback is None else Monitor(callback, monitor_all, self._program)

    def get_optimized_symbol(self) -> Symbol:
        """Return the symbol that is computed, with common subexpressions merged.

        Returns
        -------
        A Symbol.

        Examples
        --------
        >>> net = sym.FullyConnected(sym.Variable("data"), num_hidden=2, no_bias=True, name="fc")
        >>> executor = net.simple_bind(mx.cpu(), data=(1, 3))
        >>> executor.arg_dict["fc_weight"][:] = 1
        >>> executor.get_optimized_symbol().list_outputs()
        ['fc_output']
        """
        return type(self._symbol)(self._program.optimized_heads)

    def debug_str(self) -> str:
        """Return a readable text of the graph, ending with the memory that its results take (an estimate).

        Returns
        -------
        A text of many lines.

        Examples
        --------
        >>> net = sym.FullyConnected(sym.Variable("data"), num_hidden=2, no_bias=True, name="fc")
        >>> executor = net.simple_bind(mx.cpu(), data=(1, 3))
        >>> executor.arg_dict["fc_weight"][:] = 1
        >>> print(executor.debug_str().splitlines()[0])
        Symbol Outputs:
        """
        return binding.report(self.handle, self._differentiated())


def _predicted(
    program: Any, facts: Any, tensors: Sequence[torch.Tensor], _: torch.device, prepared: bool
) -> Sequence[torch.Tensor]:
    """Run a graph for prediction, as recordings do; a method would be a cycle."""
    form = program.form(False) if prepared else program.static()
    with torch.no_grad():
        return form.run(*tensors, *facts.open_shapes(form.open))


def _trained(
    program: Any, facts: Any, tensors: Sequence[torch.Tensor], _: torch.device, __: bool
) -> Sequence[torch.Tensor]:
    form = program.form(True)
    return form(*tensors, *facts.open_shapes(form.open))

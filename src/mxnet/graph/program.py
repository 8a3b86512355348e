"""The program of a graph: lowers it, applies passes, compiles, observes and runs it.

Executors, hybridized blocks, ``CachedOp``, the bodies of loops and ``Symbol.grad`` all run their graphs by it.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from functools import cache, cached_property, partial
from typing import Any, NamedTuple

import torch
from torch import fx

from ..core.collector import paused, pop_with
from ..core.errors import MXNetError
from ..core.forking import ReentrantLock
from ..core.interruptions import unless_interrupted
from ..core.memory import raise_limits
from ..core.observers import graph_observers
from ..core.placement import may_widen
from ..core.semantics import semantics
from .autodiff import Derivative
from .call_graph import as_fx, mapped
from .codegen import LoweredModule
from .compile import from_environment
from .errors import describe, explain_forward
from .interpreter import Observer, See, Watch
from .lower import lower, own_function
from .passes import MODES, Lowered, Pass, apply, enabled
from .passes.backward import Loss
from .passes.base import CACHE
from .pieces import Pieces, Reverse, cut

_log = logging.getLogger(__name__)
#: how many inferred open shapes a program caches
_CACHED = 64


class Form(NamedTuple):
    """The graph as it runs in one mode.

    The first ``number`` results of ``run`` are the outputs; the others are what ``losses`` and ``derivative`` need.
    """

    run: Callable[..., Any]
    #: returns :attr:`module`
    find_module: Callable[[], Any]
    number: int
    #: the nodes whose output shape is an input after the variables
    open: Sequence[Any]
    #: the losses whose gradients the caller starts from
    losses: Sequence[Loss] = ()
    #: the backward pass that the caller runs; None: PyTorch differentiates
    derivative: Derivative | Reverse | None = None
    #: whether ``run`` was compiled: single operators cannot be observed
    compiled: bool = False

    @property
    def module(self) -> Any:
        """The graph whose code locates errors: a ``GraphModule``, or a :class:`.Run` of pieces."""
        return self.find_module()

    def __call__(self, *inputs: Any) -> Any:
        """Return the results; raise :class:`MXNetError` naming the node that fails."""
        try:
            return self.run(*inputs)
        except unless_interrupted(Exception) as error:
            if may_widen(inputs, error):
                return _interpreted(self.module, inputs)
            explained = explain_forward(self.module, error)
            try:
                if explained is error:
                    raise
                raise explained from error
            finally:
                del explained  # its traceback has this frame: a cycle, which would hold the arrays


class Program:
    """A graph, ready to run on tensors. Several threads may run it at a time.

    ``nodes`` are all nodes that ``heads`` depend on, in topological order; ``inputs`` names the variables in the order
    of the tensors. ``place`` gives the device of a node (None: that of the call). ``compile`` turns a lowered graph
    into a faster function (None: as ``MXNET_BACKEND`` says when the graph is lowered). ``shapes(nodes, given)`` infers
    the output shapes of open nodes from the shapes of the inputs.
    """

    def __init__(
        self,
        nodes: Sequence[Any],
        heads: Sequence[Any],
        inputs: Sequence[str],
        *,
        place: Callable[[Any], torch.device] | None = None,
        compile: Callable[[fx.GraphModule], Callable[..., Any]] | None = None,
        shapes: Callable[[Sequence[Any], Sequence[Any]], list[Any]] | None = None,
    ) -> None:
        self.nodes, self.heads, self.inputs = nodes, heads, inputs
        self._place, self.compile, self._shapes = place, compile, shapes
        self._forms: dict[Any, Form] = {}
        self._known_shapes: dict[Any, list[Any]] = {}
        self._bound: dict[int, Callable[..., Any]] = {}
        #: what inference has prepared of weights: see :attr:`Lowered.caching`
        self._caching: list[Any] = []
        self._lowering = ReentrantLock()

    def create_operators(self, inputs_of: Callable[[Any], list[torch.Tensor] | None]) -> None:
        """Create the operators that programs define, for the shapes and types of their inputs (None: not yet).

        The first run uses them. MXNet creates them when it binds, too, so that what their creation raises comes then.
        """
        for node, function in self._creating():
            inputs = inputs_of(node)
            if inputs is None:
                continue
            try:
                function.create(inputs, self._place(node) if self._place else torch.device("cpu"))
            except MXNetError as error:
                raise describe(node, inputs, error) from None

    def keep_operators(self, across_calls: bool) -> None:
        """Say whether calls keep the operators that programs define, as MXNet does in blocks of static memory.

        A block's recorded calls, and its others, do not use each other's; in executors they do.
        """
        for _, function in self._creating():
            function.keeps_operators, function.keeps_recorded_apart = across_calls, True

    def _creating(self) -> Iterator[tuple[Any, Any]]:
        """Yield the nodes of operators that programs define, with the functions that create and keep these."""
        for node in self.nodes:
            if node.op is not None and node.op.bound:
                function = own_function(self._bound, node).__wrapped__  # type: ignore[attr-defined]
                if hasattr(function, "keeps_operators"):
                    yield node, function

    # -- forms ------------------------------------------------------------------------------------------------------

    def form(
        self, is_train: bool, device: torch.device | None = None, needs_grad: frozenset[int] | None = None
    ) -> Form:
        """Return the graph as it runs in training or inference on a device.

        ``needs_grad``: inputs whose gradients the caller wants, if it starts losses and runs the backward pass itself.
        """
        key = is_train, device, needs_grad
        return self._forms.get(key) or self._form_of(key, self._inferred if not is_train else self._trained)

    def observed(self, is_train: bool, device: torch.device | None = None) -> Form:
        """Return the form in which operators can be observed."""
        key = "observe", is_train, device
        return self._forms.get(key) or self._form_of(key, self._observed)

    def static(self, device: torch.device | None = None) -> Form:
        """Return the form for inference that prepares nothing from its inputs: recordings read them at each replay."""
        key = "static", False, device
        return self._forms.get(key) or self._form_of(key, lambda *_: self._plain(self._lower("infer", False, device)))

    def traced(self, is_train: bool) -> Form:
        """Return the form for PyTorch's tracers: without our kernels, and with states written at the end."""
        key = "trace", is_train, None
        return self._forms.get(key) or self._form_of(key, self._traced)

    def _form_of(self, key: Any, make: Callable[..., Form]) -> Form:
        with self._lowering:
            if key not in self._forms:
                with paused(len(self.nodes)):
                    self._forms[key] = make(*key)
            return self._forms[key]

    def _observed(self, mode: str, is_train: bool, device: torch.device | None) -> Form:
        return self._plain(self._lower(mode, is_train, device))

    def _traced(self, mode: str, is_train: bool, device: None) -> Form:
        lowered = self.lowered(is_train, device)
        apply(enabled(mode), lowered)
        module = LoweredModule(lowered.graph)
        forward = module.for_compilers()  # generates the code now: tracers must not see that
        run = forward if lowered.effects is None else _Effective(forward, lowered.effects)
        return Form(run, lambda: module, lowered.number, lowered.open)

    def _trained(self, is_train: bool, device: torch.device | None, needs_grad: frozenset[int] | None) -> Form:
        compile = self.compile or from_environment()
        if compile is None and self._pieces is not None:
            return self._in_pieces(self._pieces, is_train, device, needs_grad)
        mode = "train" if compile is None else "compile"
        form = self._plain(self._lower(mode, is_train, device, needs_grad))
        if compile is None:
            for function in self._caching:  # weights that are trained will have to be prepared anew
                vars(function).pop(CACHE, None)
            return form._replace(run=_observable(form.module, self._caching))
        return form._replace(run=self._compiled(compile, form.module), compiled=True)

    def _inferred(self, is_train: bool, device: torch.device | None, needs_grad: frozenset[int] | None) -> Form:
        compile = self.compile or from_environment()
        if compile is not None:
            form = self._plain(self._lower("compile", is_train, device))
            return form._replace(run=self._compiled(compile, form.module), compiled=True)
        raise_limits()
        if self._pieces is not None:
            return self._in_pieces(self._pieces, is_train, device, needs_grad)
        lowered = self.lowered(is_train, device)
        applied = [item for item, changes in apply(enabled("infer"), lowered) if changes and item.without_gradient]
        for function in lowered.caching:  # packed weights would stay until Python's collector finds the graph's cycles
            pop_with(self, vars(function), CACHE)
        self._caching += lowered.caching
        changed = self._plain(lowered)
        if not applied:
            return changed
        plain = cache(partial(self._twin()._observed, "infer", is_train, device))  # rarely needed
        return changed._replace(run=_guarded(plain, changed, applied), find_module=lambda: plain().module)

    @cached_property
    def _pieces(self) -> Pieces | None:
        """The graph in pieces, if it is large and repeats."""
        graph = cut(self.nodes, self.heads, self.inputs)
        if graph is None or self._place is None:
            return graph and Pieces(graph, Program)
        devices = {self._place(node) for node in self.nodes}
        return Pieces(graph, partial(Program, place=lambda _: min(devices, key=str))) if len(devices) == 1 else None

    def _in_pieces(
        self, pieces: Pieces, is_train: bool, device: torch.device | None, needs_grad: frozenset[int] | None
    ) -> Form:
        run, twin = pieces.run(is_train, device, needs_grad), self._twin()

        def forward(*inputs: Any) -> Any:
            if graph_observers and run.derivative is None and not run.losses:
                return _interpreted(twin.observed(is_train, device).module, inputs)
            return run(*inputs)

        return Form(forward, lambda: run, len(self.heads), run.open, run.losses, run.derivative)

    def _twin(self) -> Program:
        """Return a program of the same graph that forms may hold: a cycle would keep this one and its weights."""
        twin = Program(self.nodes, self.heads, self.inputs, place=self._place)
        twin._bound = self._bound
        return twin

    def _lower(
        self, mode: str, is_train: bool, device: torch.device | None, needs_grad: frozenset[int] | None = None
    ) -> Lowered:
        """Return the graph after the passes that are valid with and without gradients, compiled or not."""
        lowered = self.lowered(is_train, device, needs_grad)
        apply([item for item in enabled(mode) if not (item.without_gradient or item.for_compiler)], lowered)
        return lowered

    def lowered(
        self, is_train: bool, device: torch.device | None = None, needs_grad: frozenset[int] | None = None
    ) -> Lowered:
        """Return the graph before any pass."""
        target_device = self._place or (lambda _: device or torch.device("cpu"))
        return lower(self.nodes, self.heads, self.inputs, is_train, target_device, self._bound, needs_grad)

    @staticmethod
    def _compiled(compile: Callable[[fx.GraphModule], Callable[..., Any]], module: LoweredModule) -> Callable[..., Any]:
        """Return the compiled form of a graph."""
        in_fx = as_fx(module.graph)
        in_fx.meta["module"] = module
        return compile(in_fx)

    def _plain(self, lowered: Lowered) -> Form:
        module = LoweredModule(lowered.graph)
        module.lowered = lowered
        run, count = _observable(module), lowered.number
        return Form(run, lambda: module, count, lowered.open, lowered.losses, lowered.derivative)

    # -- runs -------------------------------------------------------------------------------------------------------

    def __call__(
        self, tensors: Sequence[torch.Tensor], is_train: bool, device: torch.device | None = None
    ) -> Sequence[torch.Tensor]:
        """Run the graph on one tensor per input and return its outputs, which PyTorch can differentiate.

        Raises :class:`MXNetError` naming the node that fails.
        """
        form = self._forms.get((is_train, device, None)) or self.form(is_train, device)
        if form.open:
            tensors = [*tensors, *self.open_shapes(form.open, tensors)]
        return form(*tensors)

    def gradients(
        self,
        tensors: Sequence[torch.Tensor],
        head_grads: Sequence[torch.Tensor],
        needs_grad: Sequence[int],
        is_train: bool,
        device: torch.device,
    ) -> list[torch.Tensor | None]:
        """Return the gradients with respect to the inputs ``needs_grad``, given by number; None for no gradient.

        ``head_grads``: one for each output; those of losses are ignored. No higher derivatives are recorded.
        """
        form = self.form(is_train, device, frozenset(needs_grad) if is_train else None)
        inputs: list[Any] = [t.detach() for t in tensors]
        variables = [inputs[i] for i in needs_grad]
        by_pytorch = form.derivative is None
        for item in variables if by_pytorch else ():
            item.requires_grad_(item.is_floating_point())
        if form.open:
            inputs += self.open_shapes(form.open, tensors)
        with torch.set_grad_enabled(by_pytorch):
            results = list(form(*inputs))
        with torch.no_grad():
            if form.derivative is not None:
                received = _Received(len(tensors))
                form.derivative(results, head_grads, received)
                return [received.grads.get(i) for i in needs_grad]
            pairs = [(o, g) for o, g in zip(results, head_grads, strict=False) if o.requires_grad]
            for loss in form.losses:
                pairs += loss.start(results)
        leaves = [variable for variable in variables if variable.requires_grad]
        if not pairs or not leaves:
            return [None] * len(needs_grad)
        outputs, grads = zip(*pairs, strict=True)
        result = iter(torch.autograd.grad(outputs, leaves, grads, allow_unused=True))
        return [next(result) if variable.requires_grad else None for variable in variables]

    def observe(
        self, tensors: Sequence[Any], is_train: bool, device: torch.device | None, see: See, watch: Watch | None = None
    ) -> Sequence[torch.Tensor]:
        """Run the graph operator by operator, showing each to ``see`` (and ``watch``: see :class:`Observer`)."""
        form = self.observed(is_train, device)
        if form.open and len(tensors) == len(self.inputs):
            tensors = [*tensors, *self.open_shapes(form.open, tensors)]
        return _interpreted(form.module, tensors, see, watch)

    def open_shapes(self, nodes: Sequence[Any], tensors: Sequence[torch.Tensor]) -> list[Any]:
        """Return the output shapes of open nodes, inferred from the graph around them."""
        assert self._shapes is not None
        shapes = [tuple(t.shape) for t in tensors]
        key = semantics.np_shape, tuple(shapes)
        result = self._known_shapes.get(key)
        if result is None:
            if len(self._known_shapes) >= _CACHED:
                self._known_shapes = {}
            result = self._known_shapes[key] = self._shapes(nodes, shapes)
        return result

    # -- printing -----------------------------------------------------------------------------------------------------

    def explain(self, mode: str, device: torch.device | None = None) -> str:
        """Return a text that shows what the passes of a mode do to the graph.

        ``mode`` is ``train``, ``infer``, ``compile``, ``trace`` or ``observe``. The text has the graph before the
        passes, the number of changes of each pass, and the graph after them, one call a line. In ``train``, all
        floating-point inputs get gradients.
        """
        if mode not in MODES:
            raise MXNetError(f"mode {mode!r} is none of {', '.join(MODES)}")
        is_train = mode != "infer"
        needs_grad = frozenset(range(len(self.inputs))) if mode == "train" else None
        lowered = self.lowered(is_train, device, needs_grad)
        lines = [f"{mode}: {_number_of_calls(lowered)} calls", *_calls(lowered)]
        changes = dict(apply(enabled(mode), lowered))
        for item in MODES[mode]:
            count = changes.get(item)
            lines.append(f"{item.name}: {'switched off' if count is None else f'{count} changes'}")
        return "\n".join([*lines, f"{_number_of_calls(lowered)} calls", *_calls(lowered), ""])


class _Effective:
    """A functionalized graph whose effects are applied after every run."""

    def __init__(self, run: Callable[..., Any], effects: Any) -> None:
        self.run, self.effects = run, effects

    def __call__(self, *inputs: Any) -> Sequence[torch.Tensor]:
        return self.effects.at_once(inputs, self.run(*inputs))


class _Received:
    """Collects the gradients of arguments, by number."""

    def __init__(self, count: int) -> None:
        self.grads: dict[int, torch.Tensor] = {}
        self.targets: Sequence[torch.Tensor | None] = [None] * count

    def take(self, i: int, grad: torch.Tensor) -> None:
        """Take the whole gradient of an argument."""
        self.grads[i] = grad


def _interpreted(
    module: LoweredModule, tensors: Sequence[Any], see: See | None = None, watch: Watch | None = None
) -> Sequence[torch.Tensor]:
    """Run a graph operator by operator (see :class:`Observer`)."""
    observer = Observer(module.graph, see, watch)
    try:
        return observer.run(*tensors)
    except unless_interrupted(Exception) as error:
        if observer.failed is None:
            raise  # an observer's own error
        raise describe(*observer.failed, error) from error


def _observable(module: LoweredModule, caching: Sequence[Any] = ()) -> Callable[..., Any]:
    """Return a function that runs a graph, operator by operator if there are observers.

    In training it first frees what functions are ``caching`` of weights that have been written to since.
    """

    def run(*inputs: Any) -> Any:
        for function in caching:
            seen = (vars(function).get(CACHE) or (None,))[0]
            if seen is not None and seen.is_outdated():
                vars(function).pop(CACHE, None)
        return _interpreted(module, inputs) if graph_observers else module.forward(*inputs)

    return run


def _guarded(plain_form: Callable[[], Form], changed_form: Form, passes: Sequence[Pass]) -> Callable[..., Any]:
    """Return a function that runs the changed graph where its passes are valid, and the plain graph elsewhere."""
    observed, module = changed_form.run, changed_form.module
    guards = [item.guard(module.graph) for item in passes if item.guard is not None]

    def forward(*inputs: Any) -> Any:
        valid = not (torch.is_grad_enabled() and _has_gradient(inputs))
        for guard in guards:
            valid = valid and guard(*inputs)
        if not valid:
            return plain_form()(*inputs)
        try:
            return observed(*inputs) if graph_observers else module.forward(*inputs)
        except unless_interrupted(Exception) as error:
            results = plain_form().run(*inputs)  # raises what is wrong with the inputs
            _log.warning("a graph changed for inference failed, and ran as it was written: %s", error)
            return results

    forward.changed = module  # type: ignore[attr-defined]
    return forward


def _has_gradient(inputs: Sequence[Any]) -> bool:
    return any(isinstance(item, torch.Tensor) and item.requires_grad for item in inputs)


def _number_of_calls(lowered: Lowered) -> int:
    return sum(node.op.startswith("call") for node in lowered.graph.nodes)


def _calls(lowered: Lowered) -> list[str]:
    """Return a graph, one call a line."""
    names, lines = lowered.graph.names(), []
    for node, name in names.items():
        if node.op.startswith("call"):
            target = node.target if isinstance(node.target, str) else getattr(node.target, "__name__", "call")
            args, kwargs = (mapped(item, lambda value: _Named(names[value])) for item in (node.args, node.kwargs))
            kwargs = [str(a) for a in args] + [f"{k}={v!r}" for k, v in kwargs.items()]
            lines.append(f"  {name} = {target}({', '.join(kwargs)})")
    return lines


class _Named(str):
    """The name of a value, as it is printed."""

    __slots__ = ()
    __repr__ = str.__str__

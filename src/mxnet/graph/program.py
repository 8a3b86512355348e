"""The program of a graph: lowered, rewritten by passes, compiled, observed and run, for all who have a graph.

Executors, hybridized blocks and ``CachedOp``, the bodies of loops, and ``Symbol.grad`` run their graphs by it.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import torch
from torch import fx

from ..core.errors import MXNetError
from ..core.semantics import semantics
from .autodiff import Derivative
from .codegen import ON_LOWERED, LoweredModule, announce
from .compile import from_environment
from .errors import describe, explain_backward, explain_forward
from .interpreter import Observer, See, Watch
from .lower import lower
from .passes import MODES, Lowered, Pass, apply, enabled
from .passes.losses import Loss

_log = logging.getLogger(__name__)
#: how many answers about open shapes a program keeps
_KEPT = 64
#: from so many nodes on, the backward pass of a graph that PyTorch calls is written down: calling it costs time, too
_WORTH_WHILE = 16


class Form(NamedTuple):
    """The graph as it runs in one mode.

    ``run``'s results are the first ``number`` ones, the outputs, and what losses and ``derivative`` need.
    """

    run: Callable[..., Any]
    #: the graph whose code says where an error comes from
    module: fx.GraphModule
    number: int
    #: the nodes whose output's shape comes in after the variables
    open: Sequence[Any]
    #: the losses that the caller starts
    losses: Sequence[Loss] = ()
    #: the backward pass that the caller runs; None: PyTorch's
    derivative: Derivative | None = None


class Program:
    """A graph, ready to run on tensors. Several threads may run it at a time.

    ``nodes`` are all nodes that ``heads`` depend on, inputs first; ``inputs`` names the variables in the order in which
    they are given. ``place`` gives the device of a node, None: that of the call. ``compile`` turns a lowered graph into
    a faster function; None: what ``MXNET_BACKEND`` says when a graph is lowered. ``shapes(nodes, given)`` returns the
    shapes that the graph gives to nodes whose attributes leave them open, from those of the inputs.
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
        self._lowering = threading.RLock()
        #: whether PyTorch is to call a backward pass that is written down
        self._writable = len(nodes) >= _WORTH_WHILE and all(node.op is None or _is_written(node) for node in nodes)

    # -- forms ------------------------------------------------------------------------------------------------------

    def form(self, is_train: bool, device: torch.device | None = None, wanted: frozenset[int] | None = None) -> Form:
        """Return the graph as it runs in training or inference on a device.

        ``wanted``: the inputs whose gradients a caller takes who starts losses and runs the backward pass himself.
        """
        key = is_train, device, wanted
        return self._forms.get(key) or self._made(key, self._inferred if not is_train else self._trained)

    def observed(self, is_train: bool, device: torch.device | None = None) -> Form:
        """Return the graph for those who watch its values."""
        key = "observe", is_train, device
        return self._forms.get(key) or self._made(key, self._observed)

    def _made(self, key: Any, make: Callable[..., Form]) -> Form:
        with self._lowering:
            if key not in self._forms:
                self._forms[key] = make(*key)
            return self._forms[key]

    def _observed(self, mode: str, is_train: bool, device: torch.device | None) -> Form:
        return self._plain(self._lower(mode, is_train, device))

    def _trained(self, is_train: bool, device: torch.device | None, wanted: frozenset[int] | None) -> Form:
        compile = self.compile or from_environment()
        mode = "train" if compile is None else "compile"
        form = self._plain(self._lower(mode, is_train, device, wanted))
        return form if compile is None else form._replace(run=compile(form.module))

    def _inferred(self, is_train: bool, device: torch.device | None, wanted: frozenset[int] | None) -> Form:
        compile = self.compile or from_environment()
        if compile is not None:
            form = self._plain(self._lower("compile", is_train, device))
            return form._replace(run=compile(form.module))
        lowered = self._lower("infer", is_train, device)
        form = self._plain(lowered)
        risky = [each for each in enabled("infer") if each.without_gradient]
        return form._replace(run=_guarded(form.module, lowered.copy(), risky) if risky else form.run)

    def _lower(
        self, mode: str, is_train: bool, device: torch.device | None, wanted: frozenset[int] | None = None
    ) -> Lowered:
        """Return the graph after the passes that hold whatever is asked of it."""
        lowered = self.lowered(is_train, device, wanted)
        apply([each for each in enabled(mode) if not (each.without_gradient or each.for_compiler)], lowered)
        return lowered

    def lowered(
        self, is_train: bool, device: torch.device | None = None, wanted: frozenset[int] | None = None
    ) -> Lowered:
        """Return the graph as it was written."""
        place = self._place or (lambda _: device or torch.device("cpu"))
        return lower(self.nodes, self.heads, self.inputs, is_train, place, self._bound, wanted)

    def _plain(self, lowered: Lowered) -> Form:
        module = LoweredModule({}, lowered.graph)
        module.meta["lowered"] = lowered
        announce(module)
        run: Any = module.forward
        return Form(run, module, lowered.number, lowered.open, lowered.losses, lowered.derivative)

    # -- runs -------------------------------------------------------------------------------------------------------

    def __call__(
        self, tensors: Sequence[torch.Tensor], is_train: bool, device: torch.device | None = None
    ) -> Sequence[torch.Tensor]:
        """Run the graph on one tensor per input and return its outputs, which PyTorch differentiates where it is asked.

        Raises :class:`MXNetError` naming the node that fails.
        """
        if is_train and self._writable and torch.is_grad_enabled():
            form = self._differentiating(tensors, device)
            if form is not None:
                try:
                    return _Differentiated.apply(self, form, device, *tensors)  # type: ignore[no-any-return, no-untyped-call]
                except Exception as error:
                    raise explain_forward(form.module, error) from error
        form = self._forms.get((is_train, device, None)) or self.form(is_train, device)
        if form.open:
            tensors = [*tensors, *self.open_shapes(form.open, tensors)]
        try:
            return form.run(*tensors)  # type: ignore[no-any-return]
        except Exception as error:
            raise explain_forward(form.module, error) from error

    def _differentiating(self, tensors: Sequence[torch.Tensor], device: torch.device | None) -> Form | None:
        """Return the form with a backward pass for these tensors, None where PyTorch differentiates."""
        wanted = frozenset([i for i, each in enumerate(tensors) if each.requires_grad])
        if not wanted or self.compile or ON_LOWERED:
            return None
        form = self.form(True, device, wanted)
        return None if form.derivative is None or form.open else form

    def observe(
        self,
        tensors: Sequence[Any],
        is_train: bool,
        device: torch.device | None,
        see: See,
        watch: Watch | None = None,
    ) -> Sequence[torch.Tensor]:
        """Do the same operator by operator, showing each to ``see`` (and ``watch``: see :class:`Observer`)."""
        form = self.observed(is_train, device)
        if form.open and len(tensors) == len(self.inputs):
            tensors = [*tensors, *self.open_shapes(form.open, tensors)]
        observer = Observer(form.module, see, watch)
        try:
            results: Sequence[torch.Tensor] = observer.run(*tensors)
        except Exception as error:
            if observer.failed is None:
                raise  # that of who watches
            raise describe(*observer.failed, error) from error
        return results

    def open_shapes(self, nodes: Sequence[Any], tensors: Sequence[torch.Tensor]) -> list[Any]:
        """Return the shapes that the graph around them gives to nodes whose attributes leave them open."""
        assert self._shapes is not None
        given = [tuple(t.shape) for t in tensors]
        key = semantics.np_shape, tuple(given)
        found = self._known_shapes.get(key)
        if found is None:
            if len(self._known_shapes) >= _KEPT:
                self._known_shapes = {}
            found = self._known_shapes[key] = self._shapes(nodes, given)
        return found

    # -- for people ---------------------------------------------------------------------------------------------------

    def explain(self, mode: str, device: torch.device | None = None) -> str:
        """Return what the passes of a mode (``train``, ``infer``, ``compile``, ``observe``) make of the graph.

        The text has the graph as it was written, the number of changes of each pass, and the graph as it runs: one call
        a line. In ``train``, all floating-point inputs get gradients.
        """
        if mode not in MODES:
            raise MXNetError(f"mode {mode!r} is none of {', '.join(MODES)}")
        is_train = mode != "infer"
        wanted = frozenset(range(len(self.inputs))) if mode == "train" else None
        lowered = self.lowered(is_train, device, wanted)
        lines = [f"{mode}: {_number_of_calls(lowered)} calls", *_calls(lowered)]
        changes = dict(apply(enabled(mode), lowered))
        for each in MODES[mode]:
            count = changes.get(each)
            lines.append(f"{each.name}: {'switched off' if count is None else f'{count} changes'}")
        return "\n".join([*lines, f"{_number_of_calls(lowered)} calls", *_calls(lowered), ""])


class _Received:
    """Takes the gradients of arguments, by number."""

    def __init__(self) -> None:
        self.grads: dict[int, torch.Tensor] = {}

    def take(self, i: int, grad: torch.Tensor) -> None:
        """Take the whole gradient of an argument."""
        self.grads[i] = grad


class _Differentiated(torch.autograd.Function):
    """A run of a program whose backward pass is written down, as one operation for PyTorch."""

    @staticmethod
    def forward(ctx: Any, program: Program, form: Form, device: torch.device | None, *tensors: Any) -> Any:
        results = form.run(*tensors)
        rest = results[form.number :]
        ctx.program, ctx.form, ctx.device, ctx.count = program, form, device, len(tensors)
        ctx.others = [None if isinstance(each, torch.Tensor) else each for each in rest]
        ctx.save_for_backward(*tensors, *[each if isinstance(each, torch.Tensor) else None for each in rest])
        return tuple(results[: form.number])

    @staticmethod
    def backward(ctx: Any, *head_grads: Any) -> Any:
        saved, form = ctx.saved_tensors, ctx.form
        tensors = saved[: ctx.count]
        if torch.is_grad_enabled():
            found = _differentiated_again(ctx, tensors, head_grads)
        else:
            rest = [b if a is None else a for a, b in zip(saved[ctx.count :], ctx.others, strict=True)]
            received = _Received()
            try:
                form.derivative([None] * form.number + rest, head_grads, received)
            except Exception as error:
                raise _explained(ctx, tensors, head_grads, error) from error
            found = received.grads
        return (None, None, None, *[found.get(i) for i in range(ctx.count)])


def _differentiated_again(ctx: Any, tensors: Sequence[torch.Tensor], head_grads: Sequence[Any]) -> dict[int, Any]:
    """Return the gradients such that PyTorch can differentiate them: by a run that it sees."""
    form = ctx.program.form(True, ctx.device)
    aliases = [t.view_as(t) if t.requires_grad else t for t in tensors]
    wanted = [i for i, each in enumerate(aliases) if each.requires_grad]
    pairs = [(o, g) for o, g in zip(form.run(*aliases), head_grads, strict=True) if o.requires_grad]
    outputs, grads = zip(*pairs, strict=True)
    found = torch.autograd.grad(outputs, [aliases[i] for i in wanted], grads, create_graph=True, allow_unused=True)
    return dict(zip(wanted, found, strict=True))


def _explained(ctx: Any, tensors: Sequence[torch.Tensor], head_grads: Sequence[Any], error: Exception) -> Exception:
    """Return the error of a backward pass that names the node."""
    module = ctx.program.observed(True, ctx.device).module
    inputs = [t.detach().requires_grad_(t.requires_grad) for t in tensors]
    return explain_backward(module, inputs, head_grads, error)


def _is_written(node: Any) -> bool:
    """Return whether a node's gradient can be written down, and a second run gives the same."""
    op, p = node.op, node.params
    if not op.differentiable or op.mutates or op.bind is not None or op.is_stochastic(p, True):
        return False
    return op.vjp_of(p) is not None or op.is_loss(p) or op.blocks_gradient(p)


def _guarded(module: fx.GraphModule, lowered: Lowered, passes: Sequence[Pass]) -> Callable[..., Any]:
    """Return what runs a graph changed by passes where these may, and as it was before else."""
    plain: Any = module.forward
    applied = [each for each, changes in apply(passes, lowered) if changes]
    if not applied:
        return plain  # type: ignore[no-any-return]
    changed = LoweredModule({}, lowered.graph)
    announce(changed)
    guards = [each.guard(lowered.graph) for each in applied if each.guard is not None]

    def forward(*inputs: Any) -> Any:
        if torch.is_grad_enabled() and _has_gradient(inputs):
            return plain(*inputs)
        for holds in guards:
            if not holds(*inputs):
                return plain(*inputs)
        try:
            return changed.forward(*inputs)
        except Exception as error:
            results = plain(*inputs)  # the graph as it was written says what is wrong with the inputs
            _log.warning("a graph changed for inference failed, and ran as it was written: %s", error)
            return results

    forward.changed = changed  # type: ignore[attr-defined]
    return forward


def _has_gradient(inputs: Sequence[Any]) -> bool:
    return any(isinstance(each, torch.Tensor) and each.requires_grad for each in inputs)


def _number_of_calls(lowered: Lowered) -> int:
    return sum(each.op.startswith("call") for each in lowered.graph.nodes)


def _calls(lowered: Lowered) -> list[str]:
    """Return a graph, one call a line."""
    lines = []
    for each in lowered.graph.nodes:
        if each.op.startswith("call"):
            target = each.target if isinstance(each.target, str) else getattr(each.target, "__name__", "call")
            given = [str(a) for a in each.args] + [f"{k}={v!r}" for k, v in each.kwargs.items()]
            lines.append(f"  {each.name} = {target}({', '.join(given)})")
    return lines

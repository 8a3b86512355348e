"""Find the node that caused an error in a lowered graph, and explain the error."""

import traceback
from collections.abc import Mapping, Sequence
from types import FrameType
from typing import Any

import torch

from ..core.dtypes import NAME_OF_TORCH
from ..core.errors import MXNetError, class_of, reason, shortened
from ..core.interruptions import error_of
from ..registry.refusals import expected_shape, why
from .call_graph import INPUT, Value
from .codegen import LoweredModule, variables
from .interpreter import Observer
from .pieces import Run

#: how many inputs of a node an error lists
LISTED = 6


def explain_forward(module: LoweredModule | Run, error: Exception) -> MXNetError:
    """Return an :class:`MXNetError` that names the node, operator and inputs of an error in ``forward``."""
    step = module.failed_step(error) if isinstance(module, Run) else None
    failed = _failed_call(step.form.module if step is not None else module, error)
    if failed is None or failed[0].node is None:
        return error if isinstance(error, MXNetError) else MXNetError(f"running the graph failed: {reason(error)}")
    steps = getattr(failed[0].target, "steps", None)  # of a call of several operators
    call, frame, values = (steps and _failed_call(steps, error)) or failed
    tensors = [values.get(argument) if isinstance(argument, Value) else None for argument in call.args]
    node = call.node if step is None else step.piece.nodes[call.node.position]
    no_memory = isinstance(error, (torch.OutOfMemoryError, MemoryError)) or "allocate memory" in str(error)
    explained = describe(node, tensors, error if no_memory else _of_operator(node, tensors, error))
    if no_memory:
        # free the run's values: who catches the error needs their memory
        traceback.clear_frames(error.__traceback__)
        values = {}
        frame.f_locals  # noqa: B018 - Python keeps its copy of the old values until it is read again
    return explained


def _of_operator(node: Any, tensors: Sequence[Any], error: Exception) -> Exception:
    """Return what the operator itself says where a function specialized for it failed, which checks less."""
    op = node.op
    if isinstance(error, MXNetError) or op is None or op.injected or op.specialized.of(node.params) is None:
        return error
    kwargs = {name: node.params[name] for name in op.attrs}
    return error_of(lambda: op.call(*tensors, **kwargs), Exception) or error


def _failed_call(module: Any, error: Exception) -> tuple[Value, FrameType, Mapping[Value, Any]] | None:
    """Return the call of a graph that raised, the frame of its run, and the values of its arguments there."""
    names = vars(module)["forward"].__globals__ if "forward" in vars(module) else None
    for frame, line in traceback.walk_tb(error.__traceback__):
        if frame.f_globals is names:
            call = [value for value in module.graph.nodes if value.op != INPUT][line - 2]  # one a line, after `def`
            names_of = variables(module.graph)
            return call, frame, {value: frame.f_locals.get(names_of[value]) for value in call.all_input_nodes}
    return None


def describe(node: Any, tensors: Sequence[Any], error: Exception) -> MXNetError:
    """Return the error of a node: the reason, and for each input what was given and what was expected."""
    name = shortened(repr(node.name))
    if node.op is None:
        lines = [f"node {name}, operator variable: {reason(error)}"]
    else:
        lines = [f"node {name}, operator {node.op.name}: {why(node.op, node.params, tensors, error)}"]
        lines += _input_lines(node, tensors)
        attributes = ", ".join(f"{k}={v}" for k, v in node.attrs.items() if not k.startswith("__"))
        lines.append(f"  attributes: {shortened(attributes) or 'defaults'}")
    if isinstance(error, MXNetError):
        cls = type(error) if type(error).__init__ is MXNetError.__init__ else MXNetError
    else:
        cls = class_of(error, node.op is not None and node.op.extension)
    return cls("\n".join(lines))


def _input_lines(node: Any, tensors: Sequence[Any]) -> list[str]:
    names = node.op.list_inputs(node.params)
    shapes = [tuple(t.shape) if isinstance(t, torch.Tensor) else None for t in tensors]
    lines = []
    for i, (name, (source, index), tensor) in enumerate(zip(names, node.inputs, tensors, strict=False)):
        if i == LISTED:
            lines.append(f"  and {len(names) - LISTED} more inputs")
            break
        from_name = shortened(repr(source.name))
        origin = f"variable {from_name}" if source.op is None else f"output {index} of {from_name}"
        expected = expected_shape(node.op, node.params, shapes, i)
        lines.append(f"  {name}: {_described(tensor)}{f', expected {expected}' if expected else ''}, from {origin}")
    return lines


def _described(tensor: Any) -> str:
    if not isinstance(tensor, torch.Tensor):
        return "nothing"
    return f"{tuple(tensor.shape)} {NAME_OF_TORCH.get(tensor.dtype, tensor.dtype)}"


def explain_backward(
    module: LoweredModule, inputs: Sequence[torch.Tensor], head_grads: Sequence[Any], error: Exception
) -> MXNetError:
    """Return an :class:`MXNetError` that names the node whose gradient failed, found by running it again.

    ``head_grads``: for each output its gradient, or None.
    """
    reached: list[Any] = []

    def see(node: Any, _: list[Any], outputs: list[Any]) -> None:
        for output in outputs:
            if isinstance(output, torch.Tensor) and output.grad_fn is not None:
                output.grad_fn.register_prehook(lambda _: reached.append(node))

    @torch.enable_grad()
    def run() -> None:
        outputs = Observer(module.graph, see).run(*inputs)
        pairs = [(o, g) for o, g in zip(outputs, head_grads, strict=True) if g is not None and o.requires_grad]
        leaves = [t for t in inputs if t.requires_grad]
        torch.autograd.grad([o for o, _ in pairs], leaves, [g for _, g in pairs], allow_unused=True)

    again = error_of(run, Exception)
    if again is not None and reached:
        return MXNetError(
            f"node {reached[-1].name!r}, operator {reached[-1].op.name}: backward failed: {reason(again)}"
        )
    return error if isinstance(error, MXNetError) else MXNetError(f"backward pass failed: {reason(error)}")

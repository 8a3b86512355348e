"""Specialization: an operator with one set of attributes becomes a function of arrays, written for it.

All that the operator and its attributes (:class:`.BoundOp`) decide is decided when the function is made; what depends
on the arrays is written out in its text. A specialization takes as many arrays as the operator has
inputs (None where one is left out) and returns what :func:`mxnet.eager.dense.run` would. It has three functions of
tensors to choose from:

``fast``      of floating-point tensors, unrecorded: what the operator offers as :attr:`.Traits.fast_path`
``plain``     of any tensors, unrecorded: the operator without the gradient of its own
``recorded``  the operator

The last two are one where the operator offers :attr:`.Traits.specialized`.
"""

from collections.abc import Callable, Sequence
from functools import cache, lru_cache, partial
from typing import Any

import torch

from ..core import simulated_gpus, torch_compat
from ..core.dtypes import FLOATS
from ..core.errors import MXNetError, reason
from ..core.interruptions import unless_interrupted
from ..core.observers import eager_observers, observed
from ..core.placement import widened
from ..kernels.one_thread import SMALL_LOOP
from ..ops._fast_paths import copied
from ..registry.bound import BoundOp
from ..registry.op import Op
from ..registry.precision import Precision
from .errors import refuse, refuse_mixed_types
from .grad_node import GradNode, grad_node, has_integer_slot, starting_nodes
from .tape import adopt, state

Specialization = Callable[..., Any]


def specialization(
    bound: BoundOp, general: Specialization, of_others: Callable[[Any, Any], Any] | None = None
) -> Specialization:
    """Return the function of an operator with its attributes; ``general`` takes what it does not.

    With ``of_others`` it is a method ``(self, other)`` of arrays, which takes an ``other`` of another class.
    """
    op = bound.op
    expected = op.input_names if bound.checked_inputs is None else bound.checked_inputs
    if (
        op.needs_placement
        or op.subgraphs
        or op.strict_types
        or (op.variadic is not None and (op.injected or op.checks_inputs))
    ):
        return general
    if op.variadic is None and (not expected or op.input_names[: len(expected)] != expected):
        return general
    fast = op.fast_path.of(bound.params)
    specialized = op.specialized.of(bound.params)
    run = _maker(op, len(expected), fast is not None, bound.casts_to_integers, bound.starts, of_others is not None)(
        of_others=of_others,
        name=op.name,
        given=bound.given,
        visible=bound.visible,
        general=general,
        again=partial(_retried, bound, (fast, specialized)),
        mixed=partial(refuse_mixed_types, op),
        fast=fast,
        recorded=_by_training(op.recorded, bound, None if op.gradient else specialized),
        plain=_by_training(partial(_with, op.plain or op.call), bound, specialized),
    )
    return simulated_gpus.computing(lambda *arrays: simulated_gpus.common_context(op.name, arrays))(run)


def _by_training(make: Callable[[dict[str, Any]], Any], bound: BoundOp, specialized: Any) -> Any:
    """Return ``specialized`` or ``make(attributes)``: a pair, for prediction and for training, if attributes differ."""
    first, second = bound.by_training
    function = specialized or make(first)
    return function if first is second else (function, specialized or make(second))


def _with(fn: Callable[..., Any], kwargs: dict[str, Any]) -> Callable[..., Any]:
    return partial(fn, **kwargs) if kwargs else fn


def _text(op: Op, count: int, fast: bool, integers: bool, starts: bool, is_method: bool) -> str:
    """Return the text of the maker of one kind of specializations: of ``count`` arrays, further ones left out.

    ``integers``, ``starts``: see :class:`.BoundOp`.
    """
    names = ["self", "other"] if is_method else [f"a{i}" for i in range(count)]
    trains = "is_train" in op.injected
    choice = "[state.training]" if trains else ""
    records = fast and op.fast_path.options["records"] and op.plain is None and not trains
    one_type = op.fast_path.options["one_type"]
    of_floats = " and ".join(["dtype in FLOATS", *(f"t{i}.dtype is dtype" for i in range(1, count) if one_type)])
    floats = of_floats + (" and not state.training" if trains else "")
    by_plain = f"fast if {floats} else plain{choice}" if fast else f"plain{choice}"
    by_record = f"fast if {of_floats} else recorded" if records else f"recorded{choice}"
    blocks = getattr(op.gradient, "blocks", False)  # PyTorch need not record what is zero: the tape does
    calls = (by_plain if blocks else by_record), by_plain
    if op.variadic is None:
        parameters, first, lines = _fixed(op, names, *calls, integers)
        tensors = ", ".join(f"t{i}" for i in range(count))
        others = [f"t{i}.dtype is not dtype" for i in range(1, count)]
        mixed = [f"if {' or '.join(others)}:", f"    mixed(({tensors}))"] if others else []
        requires_grad = [f"if {' or '.join(f't{i}.requires_grad' for i in range(count))}:"]
        detached = "; ".join(f"t{i} = t{i}.detach()" for i in range(count))
    else:
        parameters, first = "*arrays", "arrays[0]"
        needs_general = "True" if integers else "(types_differ or dtype not in FLOATS) and has_integer_slot(slots)"
        lines = _LISTED.format(recorded=calls[0], plain=calls[1], needs_general=needs_general).splitlines()
        tensors, detached = "*tensors", "tensors = [t.detach() for t in tensors]"
        mixed, requires_grad = ["if types_differ:", "    mixed(tensors)"], ["if requires_grad:"]
    if op.view or (is_method and blocks):
        before, after = [*requires_grad, f"    {detached}"], []
    elif is_method:  # small arrays: PyTorch's graph of one call takes less time than not to make it
        before, after = [], ["if slot is None and result.requires_grad:", "    result = result.detach()"]
    else:
        before = [*requires_grad, "    quiet = is_grad_enabled()", "    if quiet:", "        set_grad_enabled(False)"]
        after = ["finally:", "    if quiet:", "        set_grad_enabled(True)"]
    if before and not blocks:
        before = ["if slot is None:", *(f"    {line}" for line in before)]
    copy_aliases = f"result = copy_aliases(result, ({tensors},))"
    copies = [copy_aliases]
    if op.one_output and op.variadic is None:  # the same without a call
        is_input = " or ".join(f"result is t{i}" for i in range(count))
        copies = [f"if may_be_view(result) or {is_input} or result.is_inference():"]
        copies.append("    result = copied(result)")
    lines = [
        *(["cls = type(self)", "if type(other) is not cls:", "    return of_others(self, other)"] if is_method else []),
        *lines,
        *(mixed if op.same_types else []),
        *(["quiet = False"] if "finally:" in after else []),
        "try:",
        *(f"    {line}" for line in before),
        f"    result = call({tensors}) if not observers else observed(name, given, call, ({tensors},))",
        *([f"    {line}" for line in copies] if op.view else []),
        "except unless_interrupted(Exception) as error:",
        f"    result = again(error, call, ({tensors},))",
        *([f"    {copy_aliases}"] if op.view else []),
        *after,
        *_ending(op, first, "cls" if is_method else f"type({first})", starts),
    ]
    return _MAKER.format(parameters=parameters, body="\n".join(f"        {line}" for line in lines))


_MAKER = """
def make(name, given, visible, general, again, mixed, fast, recorded, plain, of_others):
    def run({parameters}):
{body}
    return run
"""


def _fixed(op: Op, arrays: list[str], recorded: str, plain: str, integers: bool) -> tuple[str, str, list[str]]:
    """Return a specialization's parameters, its first array, and the lines that find the tensors and record them.

    ``recorded``, ``plain``: the function that is called, if the call is recorded or not.
    """
    count = len(arrays)
    tensors = [f"t{i}" for i in range(count)]
    absent = [f"b{i}" for i in range(len(op.input_names) - count)]
    wrong = [f"{a} is None" for a, name in zip(arrays, op.input_names, strict=False) if name in op.optional]
    wrong += [f"{b} is not None" for b in absent]
    take = [f"{t} = {a}._t" for t, a in zip(tensors, arrays, strict=True)]
    mixed = [f"t{i}.dtype is not dtype" for i in range(1, count)] if not op.same_types else []
    needs_general = (
        "True" if integers else f"({' or '.join(['dtype not in FLOATS', *mixed])}) and has_integer_slot(slots)"
    )
    lines = [
        *([f"if {' or '.join(wrong)}:", f"    return general({', '.join([*arrays, *absent])})"] if wrong else []),
        f"if ({' or '.join(f'{a}._slot' for a in arrays)}) and state.recording:",
        f"    slots = ({''.join(f'{a}._slot or adopt({a}), ' for a in arrays)})",
        *(f"    {line}" for line in (*take, "dtype = t0.dtype")),
        f"    if {needs_general}:",
        f"        return general({', '.join(arrays)})",
        f"    call = {recorded}",
        "    slot = grad_node(name, given, slots)",
        "else:",
        "    slot = None",
        *(f"    {line}" for line in (*take, "dtype = t0.dtype", f"call = {plain}")),
    ]
    return ", ".join([*arrays, *(f"{b}=None" for b in absent)]), arrays[0], lines


#: the same lines for a specialization of any number of arrays
_LISTED = """
slot = None
tensors = []
linked = requires_grad = types_differ = False
dtype = arrays[0]._t.dtype
for a in arrays:
    t = a._t
    tensors.append(t)
    if a._slot:
        linked = True
    if t.requires_grad:
        requires_grad = True
    if t.dtype is not dtype:
        types_differ = True
if linked and state.recording:
    slots = tuple([a._slot or adopt(a) for a in arrays])
    tensors = [a._t for a in arrays]
    if {needs_general}:
        return general(*arrays)
    call = {recorded}
    slot = grad_node(name, given, slots)
else:
    call = {plain}
""".strip()


def _ending(op: Op, first: str, cls: str, starts: bool) -> list[str]:
    """Return the lines that make arrays of the result."""
    lines = []
    if starts:
        arguments = f"name, given, slots, result, visible, {cls}, {first}._ctx"
        lines += ["if slot is not None:", f"    return starting_arrays({arguments})"]
    if not op.one_output:
        lines += ["if type(result) is tuple:", "    if visible != 1:"]
        lines += [f"        return several(result, visible, {first}, slot)", "    result = result[0]"]
    return [
        *lines, f"array = new({cls})", "array._t = result", f"array._ctx = {first}._ctx", "array._slot = slot",
        "if slot is not None:", "    slot.small = result.numel() in SMALL_LOOP", "return array",
    ]  # fmt: skip


@lru_cache(maxsize=4096)
def _maker(op: Op, count: int, *kind: bool) -> Callable[..., Specialization]:
    return _compiled(_text(op, count, *kind))


@cache
def _compiled(text: str) -> Callable[..., Specialization]:
    """Return what a text defines; operators of one kind share it."""
    scope: dict[str, Any] = {
        "__name__": __name__, "FLOATS": FLOATS, "grad_node": grad_node, "adopt": adopt,
        "is_grad_enabled": torch.is_grad_enabled, "set_grad_enabled": torch_compat.chosen("set_grad_enabled"),
        "new": object.__new__, "observed": observed, "observers": eager_observers, "copy_aliases": copy_aliases,
        "may_be_view": torch_compat.chosen("may_be_view"), "copied": copied,
        "has_integer_slot": has_integer_slot, "several": _several, "state": state, "SMALL_LOOP": SMALL_LOOP,
        "unless_interrupted": unless_interrupted, "starting_arrays": starting_arrays,
    }  # fmt: skip
    exec(compile(text, "<specialized>", "exec"), scope)
    return scope["make"]


# -- what specializations call ----------------------------------------------------------------------------------------


def _retried(
    bound: BoundOp, replacements: Sequence[Any], error: Exception, function: Any, tensors: tuple[Any, ...]
) -> Any:
    """Say what is wrong with a call that failed; the operator itself says it best, or finds nothing wrong."""
    op = bound.op
    try:
        kwargs = bound.by_training[state.training]
        if function in replacements and not isinstance(error, MXNetError):
            try:
                if Precision.current is not None:  # which casts the tensors in the observers' place
                    return observed(op.name, bound.given, op.call, tensors, kwargs)
                return op.call(*tensors, **kwargs)
            except unless_interrupted(Exception) as op_error:
                error = op_error
        result = widened(op.call, tensors, kwargs, error)
        return refuse(op, tensors, kwargs, error) if result is None else result
    finally:
        del error  # as in refuse


def _several(results: tuple[Any, ...], visible: int | None, like: Any, slot: GradNode | None) -> Any:
    """Return the visible ones of several results as arrays, the one if it is only one."""
    result = [like._wrap(result, like._ctx) for result in results[:visible]]
    if slot is not None:
        for item, node in zip(result, slot.outputs(len(result)), strict=True):
            item._slot = node
            node.small = item._t.numel() in SMALL_LOOP
    return result[0] if len(result) == 1 else result


def starting_arrays(
    name: str, attributes: Any, slots: tuple[Any, ...], results: Any, visible: int | None, cls: Any, ctx: Any
) -> Any:
    """Return the visible results of a recorded call where a backward pass may start, as arrays."""
    results = results[:visible] if type(results) is tuple else (results,)
    arrays = [cls._wrap(result, ctx) for result in results]
    for array, node in zip(arrays, starting_nodes(name, attributes, slots, results), strict=True):
        array._slot = node
    return arrays[0] if len(arrays) == 1 else arrays


def copy_aliases(result: Any, tensors: Sequence[Any]) -> Any:
    """Copy the results that are inputs or views: arrays are written to, and must not change each other.

    Of a tensor of ``torch.inference_mode`` PyTorch does not know whether it is a view.
    """
    if type(result) is tuple:
        return tuple([copy_aliases(item, tensors) for item in result])
    try:
        if torch_compat.may_be_view(result) or result.is_inference():
            return copied(result)
        for t in tensors:
            if result is t:
                return copied(result)
    except unless_interrupted(RuntimeError, MemoryError) as error:  # a view of any size takes no memory, a copy does
        raise MXNetError(f"a result of shape {tuple(result.shape)}: {reason(error)}") from error
    return result

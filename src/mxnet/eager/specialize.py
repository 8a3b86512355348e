"""Specialization: an operator with one set of attributes becomes a function of arrays, written for it.

Programs call an operator with the same few sets of attributes over and over: each set is read and checked at its first
call, and its :class:`Plan` is kept. All that the operator and its attributes decide is decided when the function is
made; what depends on the arrays is written out in its text. A specialization takes as many arrays as the operator has
inputs (None where one is left out) and returns what :func:`mxnet.eager.dense.run` would. It has three functions of
tensors to choose from:

``fast``    of floating-point tensors, unrecorded: what the operator offers with :meth:`Op.fast_path`
``plain``     of any tensors, unrecorded: the operator without the gradient of its own
``recorded``  the operator
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import cache, lru_cache, partial
from itertools import repeat
from typing import Any

import torch

from ..core import simulated_gpus, torch_compat
from ..core.dtypes import FLOATS
from ..core.errors import MXNetError, reason
from ..core.interruptions import unless_interrupted
from ..core.observers import eager_observers, observed
from ..core.params import NULL, hidden, is_count
from ..ops._fast_paths import copied
from ..registry.op import Attr, Op, Params
from ..registry.precision import Precision
from ..registry.widening import widened
from .errors import refuse, refuse_mixed_types
from .grad_node import GradNode, grad_node
from .integer_grad import casts_to_integers, has_integer_slot
from .tape import adopt, state

#: types of values that can be kept as a key: equal ones of one type mean the same, and never change
_PLAIN = frozenset((int, float, bool, str, type, type(None), type(NULL)))
_KEPT_SETS = 256

Planner = Callable[..., "Plan"]
Specialization = Callable[..., Any]


class Plan:
    """One set of attributes of an operator, typed, and what follows from it.

    ``given``: the attributes as the user gave them; ``kwargs``: those for the operator's function, and ``by_training``
    the same with what training and inference add; ``inputs``: the names of the inputs that must come, None where
    any may; ``visible``: how many outputs the user sees, None: all; ``fast``: see :meth:`Op.fast_path`;
    ``makes_sparse``: whether dense arrays give a result in sparse storage; ``integers``: whether floats become
    integers, to which gradients pass.
    """

    __slots__ = ("by_training", "fast", "given", "inputs", "integers", "kwargs", "makes_sparse", "visible")

    def __init__(self, op: Op, given: dict[str, Any]) -> None:
        self.given = given
        self.kwargs = kwargs = _read(op, given) if given else {}
        for key in op.required:
            if key not in kwargs:
                raise op.missing_attribute(key)
        more: dict[str, Any] = {"out_shape": None} if "out_shape" in op.injected else {}
        self.integers = casts_to_integers(op, kwargs)
        if "is_train" in op.injected:
            self.by_training = ({**kwargs, **more, "is_train": False}, {**kwargs, **more, "is_train": True})
        else:
            both = {**kwargs, **more} if more else kwargs
            self.by_training = (both, both)
        self.inputs = op.list_inputs(Params(op.defaults | kwargs)) if op.checks_inputs else None
        self.visible = op.num_visible(Params(op.defaults | kwargs)) if op.visible else None
        self.makes_sparse = op.makes_sparse and op.sparse_of_dense(Params(op.defaults | kwargs))
        self.fast = op.fast_path.of(Params(op.defaults | kwargs)) if op.fast_path else None


def planner(op: Op) -> Planner:
    """Return the function from the values of ``op``'s attributes, in order (NULL: not given), to their plan.

    It raises :class:`TypeError` for values that cannot be kept, such as lists; :func:`plan_of` takes any.
    """
    result: Any = op.__dict__.get("_planner")
    if result is None:
        names = tuple(op.attrs)

        @lru_cache(maxsize=_KEPT_SETS, typed=True)
        def kept(*values: Any) -> Plan:
            for value in values:
                cls = type(value)
                if cls not in _PLAIN and (cls is not tuple or not all(map(_is_plain_item, value))):
                    raise TypeError(f"a value of type {cls.__name__} is not kept")
            return Plan(op, {k: v for k, v in zip(names, values, strict=True) if v is not NULL})

        result = op.__dict__["_planner"] = refusing_negative_zero(op, kept)
    return result  # type: ignore[no-any-return]


def _is_plain_item(item: Any) -> bool:
    """Return whether an item of a tuple can be kept: 0.0 cannot, as -0.0 would be found for it."""
    return type(item) is int or (type(item) is float and item != 0)


def refusing_negative_zero(op: Op, cached: Callable[..., Any]) -> Callable[..., Any]:
    """Wrap a cached function of attribute values so that -0.0, which hashes like 0.0, raises TypeError.

    Else the cache would return the result for 0.0. Operators without float attributes do not pay for it.
    """
    if not any(_may_be_float(item) for item in op.attrs.values()):
        return cached

    def checked(*values: Any) -> Any:
        try:
            if 0.0 in values:  # mostly not, which is found out fast
                for value in values:
                    if type(value) is float and not value and math.copysign(1, value) < 0:
                        raise TypeError("-0.0 is not kept: it would be found for 0.0")
        except ValueError:  # an array among them is neither equal nor unequal: it is not kept anyway
            pass
        return cached(*values)

    return checked


def _may_be_float(attr: Attr) -> bool:
    try:
        return isinstance(attr.parse(-0.0), float)
    except (TypeError, ValueError):
        return False


def plan_of(op: Op, given: dict[str, Any]) -> Plan:
    """Return the plan of attributes as a user gave them, by name; those equal to :data:`NULL` were not given."""
    more = given.keys() - op.attrs.keys()
    if not more or (more == {op.count} and is_count(given.get(op.count or ""))):  # the arrays are counted anyway
        try:
            return planner(op)(*map(given.get, op.attrs, repeat(NULL)))
        except unless_interrupted(TypeError):
            pass
    return Plan(op, {k: v for k, v in given.items() if v is not NULL and not hidden(k)})


def _read(op: Op, attributes: dict[str, Any]) -> dict[str, Any]:
    parsers = op.parsers
    if not parsers:
        return {}  # an operator without any attributes takes all, as MXNet's do
    try:
        kwargs = {key: parsers[key](value) for key, value in attributes.items()}
    except (KeyError, ValueError):
        raise _attribute_error(op, attributes) from None
    if op.count is not None:
        kwargs.pop(op.count, None)
    return kwargs


def _attribute_error(op: Op, kwargs: dict[str, Any]) -> MXNetError:
    for key, value in kwargs.items():
        if key not in op.parsers:
            return op.unknown_attribute(key)
        try:
            op.parsers[key](value)
        except ValueError as error:
            return op.bad_attribute(key, value, error)
    raise AssertionError("all attributes can be read")


def specialization(
    op: Op, plan: Plan, general: Specialization, of_others: Callable[[Any, Any], Any] | None = None
) -> Specialization:
    """Return the function of an operator with the attributes of a plan; ``general`` takes what it does not.

    With ``of_others`` it is a method ``(self, other)`` of arrays, which takes an ``other`` of another class.
    """
    expected = op.input_names if plan.inputs is None else tuple(plan.inputs)
    if (
        op.needs_placement
        or op.subgraphs
        or op.strict_types
        or (op.variadic is not None and (op.injected or op.checks_inputs))
    ):
        return general
    if op.variadic is None and (not expected or op.input_names[: len(expected)] != expected):
        return general
    run = _maker(op, len(expected), plan.fast is not None, plan.integers, of_others is not None)(
        of_others=of_others,
        name=op.name,
        given=plan.given,
        visible=plan.visible,
        general=general,
        again=partial(_again, op, plan),
        mixed=partial(refuse_mixed_types, op),
        fast=plan.fast,
        recorded=_by_training(op.recorded, plan),
        plain=_by_training(partial(_bound, op.plain or op.call), plan),
    )
    return simulated_gpus.computing(lambda *arrays: simulated_gpus.common_context(op.name, arrays))(run)  # type: ignore[no-any-return]


def _by_training(bind: Callable[[dict[str, Any]], Any], plan: Plan) -> Any:
    """Return ``bind(attributes)``: a pair of functions, for prediction and for training, if they differ."""
    first, second = plan.by_training
    return bind(first) if first is second else (bind(first), bind(second))


def _bound(fn: Callable[..., Any], kwargs: dict[str, Any]) -> Callable[..., Any]:
    return partial(fn, **kwargs) if kwargs else fn


def _text(op: Op, count: int, fast: bool, integers: bool, is_method: bool) -> str:
    """Return the text of the maker of one kind of specializations: of ``count`` arrays, further ones left out.

    ``integers``: see :class:`Plan`.
    """
    names = ["self", "other"] if is_method else [f"a{i}" for i in range(count)]
    trains = "is_train" in op.injected
    choice = "[state.training]" if trains else ""
    records = fast and op.fast_path.options["records"] and op.plain is None and not trains and not op.view
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
    lines = [
        *(["cls = type(self)", "if type(other) is not cls:", "    return of_others(self, other)"] if is_method else []),
        *lines,
        *(mixed if op.same_types else []),
        *(["quiet = False"] if "finally:" in after else []),
        "try:",
        *(f"    {line}" for line in before),
        f"    result = call({tensors}) if not observers else observed(name, given, call, ({tensors},))",
        "except unless_interrupted(Exception) as error:",
        f"    result = again(error, {'call is fast' if fast else False}, ({tensors},))",
        *(["    call = None"] if fast and op.view else []),
        *after,
        *_ending(op, first, tensors, fast, "cls" if is_method else f"type({first})"),
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
    kinds = [f"t{i}.dtype is not dtype" for i in range(1, count)] if not op.same_types else []
    needs_general = (
        "True" if integers else f"({' or '.join(['dtype not in FLOATS', *kinds])}) and has_integer_slot(slots)"
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


def _ending(op: Op, first: str, tensors: str, fast: bool, cls: str) -> list[str]:
    """Return the lines that make arrays of the result."""
    lines = []
    if op.view:
        lines += ["if call is not fast:" if fast else "if True:", f"    result = copy_aliases(result, ({tensors},))"]
    if not op.one_output:
        lines += ["if type(result) is tuple:", f"    return several(result, visible, {first}, slot)"]
    return [
        *lines, f"array = new({cls})", "array._t = result", f"array._ctx = {first}._ctx", "array._slot = slot",
        "return array",
    ]  # fmt: skip


@lru_cache(maxsize=4096)
def _maker(op: Op, count: int, fast: bool, integers: bool, is_method: bool) -> Callable[..., Specialization]:
    return _compiled(_text(op, count, fast, integers, is_method))


@cache
def _compiled(text: str) -> Callable[..., Specialization]:
    """Return what a text defines; operators of one kind share it."""
    scope: dict[str, Any] = {
        "__name__": __name__, "FLOATS": FLOATS, "grad_node": grad_node, "adopt": adopt,
        "is_grad_enabled": torch.is_grad_enabled, "set_grad_enabled": torch_compat.chosen("set_grad_enabled"),
        "new": object.__new__, "observed": observed, "observers": eager_observers, "copy_aliases": copy_aliases,
        "has_integer_slot": has_integer_slot, "several": _several, "state": state,
        "unless_interrupted": unless_interrupted,
    }  # fmt: skip
    exec(compile(text, "<specialized>", "exec"), scope)
    return scope["make"]  # type: ignore[no-any-return]


# -- what specializations call ----------------------------------------------------------------------------------------


def _again(op: Op, plan: Plan, error: Exception, was_fast: bool, tensors: tuple[Any, ...]) -> Any:
    """Say what is wrong with a call that failed; the operator itself says it best, or finds nothing wrong."""
    try:
        kwargs = plan.by_training[state.training]
        if was_fast and not isinstance(error, MXNetError):
            try:
                if Precision.current is not None:  # which casts the tensors in the observers' place
                    return observed(op.name, plan.given, op.call, tensors, kwargs)
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
    return result[0] if len(result) == 1 else result


def copy_aliases(result: Any, tensors: Sequence[Any]) -> Any:
    """Copy the results that are inputs or views: arrays are written to, and must not change each other."""
    if type(result) is tuple:
        return tuple([copy_aliases(item, tensors) for item in result])
    try:
        if torch_compat.may_be_view(result):
            return copied(result)
        for t in tensors:
            if result is t:
                return copied(result)
    except unless_interrupted(RuntimeError, MemoryError) as error:  # a view of any size takes no memory, a copy does
        raise MXNetError(f"a result of shape {tuple(result.shape)}: {reason(error)}") from error
    return result

"""What makes operators of update rules.

A rule moves one weight: ``step(weight, grad, *states, p)`` changes weight and states in place, where ``p`` has its
attributes. :func:`update` makes it the operator of one weight. :func:`mixed` and :func:`many` make the further forms of
that operator, for a weight in half precision with a float32 copy and for lists of weights: such a form is a docstring.
Half-precision weights and states are computed in float32 and rounded once: an epsilon of 1e-8 is 0 in float16.
"""

import functools
import inspect
from inspect import Parameter
from math import prod
from types import SimpleNamespace
from typing import Any, NamedTuple

import torch

from ..core.dtypes import HALVES
from ..core.errors import MXNetError, MXNetShapeError
from ..core.shapes import known
from ..core.write_tracking import writable
from ..registry import op
from ..registry.rules import elementwise, numbered, strict
from ._families import one_shape

#: attributes of lists that have a number for each weight, and what a rule calls that
_EACH = {"lrs": "lr", "learning_rates": "lr", "wds": "wd", "etas": "eta", "step_count": "t"}
#: those that the ``preloaded`` forms have as their last inputs
_RATES = ("lrs", "wds")


class Rule(NamedTuple):
    """An update rule, and what its operators take.

    ``attributes``: type and default by name; ``scale``: inputs after the states that hold for all weights of a list.
    """

    step: Any
    states: tuple[str, ...]
    attributes: dict[str, tuple[Any, Any]]
    scale: tuple[str, ...] = ()


def attributes(**specs):
    """Return attributes: a number is a default, a type is that of one that must be given, a pair says both."""
    return {key: spec if isinstance(spec, tuple) else _type_and_default(spec) for key, spec in specs.items()}


def _type_and_default(spec):
    return (type(spec), spec) if isinstance(spec, (int, float)) else (spec, Parameter.empty)


# -- moving a weight -----------------------------------------------------------------------------------------


def wide(tensor: torch.Tensor) -> torch.Tensor:
    """Return a tensor of half precision in float32, any other as it is."""
    return tensor.detach().float() if tensor.dtype in HALVES else tensor


def output_of(weight, out=None):
    """Return the tensor to update in place: ``out`` where it is the weight, else a copy, for it may be the gradient."""
    return weight.detach().clone() if out is None or out.data_ptr() != weight.data_ptr() else out


def stepped(step, weight, grad, states, *rest):
    """Return ``step(weight, grad, *states, *rest)``; half precision is computed in float32, and rounded once."""
    if weight.dtype not in HALVES:
        grad = grad.detach() if grad.dtype is weight.dtype else grad.to(weight.dtype)
        return step(weight, grad, *map(writable, states), *rest)
    changed = [weight, *map(writable, states)]
    copies = [*map(wide, changed)]
    result = step(copies[0], grad.to(copies[0].dtype), *copies[1:], *rest)
    for tensor, moved in zip(changed, copies, strict=True):
        if moved is not tensor:
            tensor.copy_(moved)
    return result


def moved(rule, tensors, p, out, weight32=None):
    """Do a step on ``weight32``, or on what becomes the new weight, and on the states; return the new weight.

    ``p`` gets the ``weight`` as it was given, and whether it is changed ``in_place``.
    """
    weight, end = tensors[0], 2 + len(rule.states)
    if rule.scale:  # whose shape is another: that of the others was not compared
        one_shape(rule.step.__name__, *tensors[:end], weight if weight32 is None else weight32)
    target = output_of(weight, out) if weight32 is None else writable(weight32)
    p.weight, p.in_place = weight, target is out or weight32 is not None
    stepped(rule.step, target, tensors[1], tensors[2:end], *tensors[end:], p)
    if weight32 is None:
        return target
    return target.to(weight.dtype, copy=True) if out is None else out.copy_(target)


def _rows(data, count, width, extra):
    """Return the inputs weight by weight, without the ``extra`` ones at the end; all of a weight have its shape."""
    if len(data) != count * width + extra:
        raise MXNetError(f"expected {count * width + extra} inputs for {count} weights, got {len(data)}")
    rows = [data[i * width : (i + 1) * width] for i in range(count)]
    for row in rows:
        one_shape("a weight and what comes with it", *row)
    return rows


def _numbers(tensor):
    return [0.0] * tensor.numel() if tensor.is_meta else tensor.cpu().flatten().tolist()


def _moved_lists(rule, p, rows, scale, lists, out, with_copies):
    """Do a step for each weight. A copy of the weight's own type stays as it is, as in 1.9.1."""
    targets = (None,) * len(rows) if out is None else out if isinstance(out, tuple) else (out,)
    results = []
    for row, target, *numbers in zip(rows, targets, *lists.values(), strict=True):
        params = SimpleNamespace(**vars(p) | dict(zip(lists, numbers, strict=True)))
        copy = row[-1] if with_copies and row[-1].dtype is not row[0].dtype else None
        arrays = row[:-1] if with_copies else row
        results.append(moved(rule, (*arrays, *scale), params, target, copy))
    return tuple(results)


# -- operators -----------------------------------------------------------------------------------------------


def operator(inputs, specs, **facts):
    """Return a decorator that makes ``call(tensors, p, out)`` the operator of its name, with its docstring.

    ``*data`` as an input stands for any number of them.
    """
    defaults = {key: default for key, (_, default) in specs.items()}
    places = [
        Parameter(name.lstrip("*"), Parameter.VAR_POSITIONAL if "*" in name else Parameter.POSITIONAL_ONLY)
        for name in inputs
    ]
    keywords = [
        Parameter(key, Parameter.KEYWORD_ONLY, annotation=spec, default=default)
        for key, (spec, default) in (*specs.items(), ("out", (Parameter.empty, None)))
    ]

    def decorate(call):
        @functools.wraps(call)
        def fn(*tensors, out=None, **kwargs):
            return call(tensors, SimpleNamespace(**defaults | kwargs), out)

        fn.__signature__ = inspect.Signature([*places, *keywords])
        update = op(call.__name__, **{"differentiable": False, **facts})(fn)
        update.backward(_refusing(call.__name__))
        return update

    return decorate


def _refusing(name):
    """Return the gradient of an update: an error, as in 1.9.1, for states move in place."""

    def refuse(p, inputs, outputs, head_grads):
        raise MXNetError(
            f"{name} is non-differentiable: write the update with array operators, such as weight - lr * grad, "
            "or call it outside of autograd.record()"
        )

    return refuse


def update(specs, scale=(), **facts):
    """Return a decorator that makes ``step(weight, grad, *states, *scale, p)`` a rule, and an operator of its name."""

    def decorate(step):
        inputs = [*inspect.signature(step).parameters][:-1]
        rule = Rule(step, tuple(inputs[2 : len(inputs) - len(scale)]), specs, scale)
        call = functools.wraps(step)(functools.partial(moved, rule))
        operator(inputs, specs, **{"shapes": elementwise, **facts})(call)
        return rule

    return decorate


def mixed(rule, **facts):
    """Return a decorator that makes a docstring the operator that moves the float32 copy of a weight by a rule."""
    inputs = ("weight", "grad", *rule.states, "weight32", *rule.scale)
    place = inputs.index("weight32")

    def decorate(form):
        @operator(inputs, rule.attributes, **{"shapes": elementwise, "types": mixed_types, **facts})
        @functools.wraps(form)
        def call(tensors, p, out):
            return moved(rule, (*tensors[:place], *tensors[place + 1 :]), p, out, tensors[place])

        return call

    return decorate


@strict
def mixed_types(p, t):
    """Weight, gradient and result have one type; the states are float32."""
    for _ in range(2):
        t.weight = t.out[0]
        t.grad = t.weight
        t.out[0] = t.grad
    t.inputs.fill("float32", 2)


def many(rule, specs, with_copies=False, preloaded=False, **facts):
    """Return a decorator that makes a docstring the operator which moves many weights in one call.

    Its inputs are those of the single update, weight after weight: ``weight0, grad0, state0, weight1, ...``, with
    ``with_copies`` the float32 copy last. In a ``preloaded`` form the learning rates and the weight decays follow, as
    two arrays. ``specs`` are the attributes, the number of weights last.
    """
    count_name = [*specs][-1]
    names = ("weight", "grad", *rule.states, *("weight32",) * with_copies)
    extra = _RATES if preloaded else rule.scale
    if preloaded:
        specs = {key: spec for key, spec in specs.items() if key not in _RATES}
        facts = {"amp": None, "host_sync": "host", **facts}

    def decorate(form):
        @operator(("*data",), specs, **facts)
        @functools.wraps(form)
        def call(data, p, out):
            rows = _rows(data, vars(p)[count_name], len(names), len(extra))
            lists = {name: vars(p)[key] for key, name in _EACH.items() if key in specs}
            if preloaded:
                lists = {"lr": _numbers(data[-2]), "wd": _numbers(data[-1])}
            return _moved_lists(rule, p, rows, data[len(data) - len(rule.scale) :], lists, out, with_copies)

        _describe_lists(call, names, extra, count_name, with_copies)
        return call

    return decorate


def _describe_lists(operator, names, extra, count, with_copies):
    """Say what an operator on lists takes and returns: inputs ``names`` for each result, and ``extra`` ones.

    ``with_copies``: all but weight, gradient and result are float32.
    """
    width = len(names)
    operator.inputs(lambda p: (*(f"{name}_{i}" for i in range(p[count]) for name in names), *extra))
    operator.outputs(lambda p: numbered(p[count]))

    @operator.shapes
    def _(p, s):
        for i in range(p[count]):
            for _ in range(2):  # the second round carries what the last knew back to the first
                for j in range(i * width, i * width + width):
                    s.inputs[j] = s.out[i]
                    s.out[i] = s.inputs[j]
        if extra == _RATES:
            for rates in s.inputs[-2:]:
                if known(rates) and prod(rates) != p[count]:
                    raise MXNetShapeError(f"learning rates and weight decays: expected {p[count]} numbers, got {rates}")

    @operator.types
    @strict
    def _(p, t):
        for i in range(p[count]):
            first = i * width
            t.inputs[first] = t.out[i]
            t.inputs[first + 1] = t.out[i] = t.inputs[first]
            for j in range(first + 2, first + width):
                t.inputs[j] = "float32" if with_copies else t.inputs[first]

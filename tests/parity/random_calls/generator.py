"""Draws cases: an operator, then a recipe's or a mutated sample's inputs and attributes, then a way of calling."""

from __future__ import annotations

import importlib
import pkgutil
import re
from typing import Any

import numpy as np
from mxnet.core.params import describe
from mxnet.registry import OPS, Op

from tests.ops.sample import OpSample, families

from . import recipes
from .case import Case
from .draw import Draw
from .expected_differences import EAGER_ONLY, GRAPH_ONLY, NOT_DRAWN, NUMPY
from .recipes import RECIPES, Recipe

SAMPLES: dict[str, list[OpSample]] = {}
for _, _table in families():
    for _sample in _table:
        SAMPLES.setdefault(OPS[_sample.op].name, []).append(_sample)
for _found in pkgutil.iter_modules(recipes.__path__):
    importlib.import_module(f"{recipes.__name__}.{_found.name}")

#: those that have a recipe or a sample
OPERATORS = sorted(
    name
    for name in {op.name for op in OPS.values()} & {*SAMPLES, *RECIPES} - set(NOT_DRAWN)
    if not OPS[name].extension and (not name.startswith(NUMPY) or name in RECIPES)
)
_TYPES = ("float32", "float64", "float16", "int32", "int64", "uint8", "int8")


def draw_case(seed: int, index: int, operators: list[str] | None = None, misfits: bool = False) -> Case:
    """Return the case with this number; with ``misfits``, one of inference from shapes and types that may not fit."""
    d = Draw(seed, index)
    name = d.pick(operators or OPERATORS)
    recipe = RECIPES.get(name)
    if recipe is not None and (name not in SAMPLES or d.chance(0.8)):
        case = _from_recipe(d, name, recipe)
    else:
        case = _from_sample(d, name)
    _draw_way(d, case)
    if misfits:
        _misfit(d, case)
    return case


def _from_recipe(d: Draw, name: str, recipe: Recipe) -> Case:
    d.zeros = recipe.zeros and d.chance(0.06)
    d.dtype = d.pick(recipe.types)
    inputs, attrs = recipe.make(d, name) if recipe.named else recipe.make(d)
    empty = any(0 in a.shape or a.ndim == 0 for a in inputs)
    return Case(name, inputs, attrs, mode="", grad_req="", np_shape=empty or d.zeros)


def _from_sample(d: Draw, name: str) -> Case:
    """Return a sample with other values, and some of: another type, other lengths of axes, another attribute."""
    sample = d.pick(SAMPLES[name])
    dtype = d.pick(sample.dtypes)
    if d.chance(0.15):
        dtype = d.pick(_TYPES)
    with np.errstate(invalid="ignore"):  # NaN as an integer
        inputs = [np.asarray(arg.make(d.random)).astype(arg.dtype or dtype) for arg in sample.inputs]
    attrs = dict(sample.attrs)
    op = OPS[name]
    if d.chance(0.35):
        _change_attribute(d, op, attrs)
    if d.chance(0.35):
        _change_length(d, inputs, attrs)
    if name == "_contrib_SyncBatchNorm":
        attrs["key"] = f"k{d.integer(0, 2**30)}"  # 1.9.1 keeps memory for each key, of the first shape's size
    changes = bool(sample.states) and not op.aux
    return Case(
        name,
        inputs,
        attrs,
        mode="eager" if changes else "",
        into=sample.into,
        grad_req="null" if changes or sample.grad == "none" else "",
    )


def _change_attribute(d: Draw, op: Op, attrs: dict[str, Any]) -> None:
    choices = []
    for key, attr in op.attrs.items():
        kind = describe(attr.annotation)
        if kind.startswith("boolean"):
            choices += [(key, True), (key, False)]
        elif kind.startswith("{"):
            choices += [(key, each) for each in re.findall(r"'([^']*)'", kind)]
        elif isinstance(attrs.get(key), float):
            choices += [(key, attrs[key] * d.pick((0.5, 0.75, 1.5)))]
    if choices:
        key, value = d.pick(choices)
        attrs[key] = value


def _change_length(d: Draw, inputs: list[np.ndarray], attrs: dict[str, Any]) -> None:
    lengths = sorted({n for a in inputs for n in a.shape})
    if not lengths:
        return
    old, new = d.pick(lengths), d.integer(1, 7)
    for i, a in enumerate(inputs):
        if old in a.shape:
            inputs[i] = np.resize(a, tuple(new if n == old else n for n in a.shape))
    if d.chance(0.7):
        for key, value in attrs.items():
            if not key.startswith("num_") and type(value) is int and value == old:
                attrs[key] = new


def _draw_way(d: Draw, case: Case) -> None:
    op = OPS[case.op]
    case.seed = d.integer(0, 2**31 - 2)
    case.random = bool(op.stochastic) and not (case.op == "RNN" and not case.attrs.get("p"))
    mode, grad_req = d.pick(("eager", "eager", "graph", "infer")), d.pick(("write", "write", "add", "null"))
    case.mode = case.mode or mode
    if case.op in EAGER_ONLY:
        case.mode = "eager"
    if case.op in GRAPH_ONLY:
        case.mode, case.hidden = "graph" if case.mode == "eager" else case.mode, len(op.aux)
    case.is_train = d.chance(0.85)
    case.grad_req = case.grad_req or (grad_req if op.differentiable else "null")
    if d.chance(0.15):
        case.attrs = {k: v if v is None else str(v) for k, v in case.attrs.items()}
    if case.mode == "infer":
        silent = d.chance(0.5)
        case.told_shapes = [None if silent and d.chance(0.3) else a.shape for a in case.inputs]
        case.told_types = [None if silent and d.chance(0.3) else a.dtype.name for a in case.inputs]


def _misfit(d: Draw, case: Case) -> None:
    """Make the case one of inference, from inputs of which one has another shape, and maybe another type."""
    if case.op in EAGER_ONLY:
        return
    case.mode, case.hidden = "infer", len(OPS[case.op].aux) if case.op in GRAPH_ONLY else 0
    shapes = [a.shape for a in case.inputs]
    if shapes:
        i = d.integer(0, len(shapes) - 1)
        shapes[i] = _another_shape(d, shapes[i])
    case.told_shapes = [None if d.chance(0.1) else s for s in shapes]
    case.told_types = [a.dtype.name for a in case.inputs]
    if case.told_types and d.chance(0.3):
        case.told_types[d.integer(0, len(shapes) - 1)] = d.pick(_TYPES)


def _another_shape(d: Draw, shape: tuple[int, ...]) -> tuple[int, ...]:
    """Return a shape with an axis more, less, of another length or in another place."""
    axes = list(shape)
    at = d.integer(0, len(axes) - 1) if axes else 0
    kind = d.pick(("length", "length", "more", "less", "moved")) if axes else "more"
    if kind == "length":
        axes[at] = d.integer(1, 7)
    elif kind == "more":
        axes.insert(at, d.integer(1, 4))
    elif kind == "less" and len(axes) > 1:
        axes.pop(at)
    else:
        axes.append(axes.pop(at))
    return tuple(axes)

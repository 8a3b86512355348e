"""How operators are written in PyTorch's own words: the trait ``source``, read when it is asked for.

A rule ``(c)`` asks the writer (:class:`mxnet.tools.torch_source.Writer`) about its call: ``c.p`` are the attributes,
``c[i]`` is the text of input ``i``, ``c.shape(i)`` its shape, and ``c.layer("nn.Linear(3, 2)", weight=1)`` the text of
a layer that holds the parameter which is input 1 (None where it is no parameter of this call alone). It returns an
expression, for prediction; several outputs are an expression of a tuple (``c.unpack``: of a nested one), and arrays
that it makes itself get ``c.placed``, their device. ``raise c.refusal(why)`` for what has no counterpart.
"""

import importlib
import pkgutil
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

import torch

from ...core.text import literal
from ...registry.op import OPS

Rule = Callable[[Any], str]


#: maps the names of the operators that make the inputs (None for a variable) to the numbers of those whose text counts
Reads = Callable[[Sequence[str | None]], Sequence[int]]


def source(*names: str, reads: Reads | None = None) -> Callable[[Rule], Rule]:
    """Decorate the rule of these operators; ``reads`` returns the indices of the inputs that it uses (all)."""

    def declare(rule: Rule) -> Rule:
        for name in names:
            OPS[name].source(rule, reads=reads)
        return rule

    return declare


def first_alone(operators: Sequence[str | None]) -> tuple[int, ...]:
    """Return the number of the first input: what losses and the like read in prediction."""
    return (0,)


def options(**given: tuple[Any, Any]) -> str:
    """Return keyword arguments ``name=value`` for those that differ from their defaults: ``name=(value, default)``."""
    return "".join(
        f", {name}={value if isinstance(value, torch.dtype) else literal(value)}"
        for name, (value, default) in given.items()
        if value != default
    )


def short(value: tuple[int, ...]) -> Any:
    """Return one number for equal ones."""
    return value[0] if len(set(value)) == 1 else tuple(value)


def source_rows(rules: Mapping[str, Rule]) -> None:
    """Declare rules that are one expression, by the names of their operators."""
    for names, rule in rules.items():
        source(*names.split())(rule)


@cache
def load() -> None:
    """Read all rules."""
    for module in pkgutil.iter_modules(__path__):
        importlib.import_module(f"{__name__}.{module.name}")

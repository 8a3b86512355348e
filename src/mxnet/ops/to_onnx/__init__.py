"""How operators are written with those of ONNX: the trait ``onnx``, one family a file, read when it is asked for.

A rule ``(g, p, *inputs)`` writes nodes with ``g`` (:class:`mxnet.onnx.mx2onnx.writer.Writer`): ``g.Conv(x, w)`` makes a
node and gives the value of its result. Values know their data type and, as far as the graph's inference found
it, their shape, where None is a length that is only known when the network runs.
"""

import importlib
import pkgutil
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from ...registry.op import OPS

Rule = Callable[..., Any]


def writes(*names: str, reads: int | None = None) -> Callable[[Rule], Rule]:
    """Decorate the ONNX rule of these operators (see :meth:`mxnet.registry.traits.Traits.onnx`)."""

    def declare(rule: Rule) -> Rule:
        for name in names:
            OPS[name].onnx(rule, reads=reads)
        return rule

    return declare


def write_rows(rules: Mapping[str, Rule]) -> None:
    """Declare rules that are one expression, by the names of their operators."""
    for names, rule in rules.items():
        writes(*names.split())(rule)


@cache
def load() -> None:
    """Read all rules."""
    for module in pkgutil.iter_modules(__path__):
        importlib.import_module(f"{__name__}.{module.name}")

"""Giving the nodes of a graph other names, to use one network twice in a graph."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from ..core.errors import MXNetError
from .graph import Heads
from .node import topological
from .rewrite import copy

Names = Mapping[str, str] | Callable[[str], str] | None


def rename(heads: Heads, names: Names, prefix: str, shared: Iterable[str] | Callable[[str], bool]) -> Heads:
    """Return a copy of a graph whose nodes have other names.

    ``names`` is a function, or a mapping of old to new names; ``prefix`` goes before the names that the mapping
    leaves out. Variables in ``shared`` (names, or a function that says which) keep theirs.

    Raises :class:`MXNetError` for a name that the graph does not have, and where two variables become one.
    """
    result = copy(heads)
    nodes = topological(result)
    variables = {node.name for node in nodes if node.op is None}
    _check_known("shared", () if callable(shared) else shared, variables)
    _check_known("names", names if isinstance(names, Mapping) else (), {node.name for node in nodes})
    keep = variables & ({n for n in variables if shared(n)} if callable(shared) else set(shared))
    renamed: dict[str, str] = {}
    for node in nodes:
        if node.op is None:
            renamed[node.name] = node.name if node.name in keep else _new(node.name, names, prefix)
    _check_distinct(renamed)
    for node in nodes:
        node.name = renamed[node.name] if node.op is None else _new(node.name, names, prefix)
    return result


def _new(old: str, names: Names, prefix: str) -> str:
    if callable(names):
        return names(old)
    return prefix + old if names is None or old not in names else names[old]


def _check_known(what: str, values: Iterable[str], known: set[str]) -> None:
    for name in values:
        if name not in known:
            raise MXNetError(f"{what} names {name!r}, which the graph does not have")


def _check_distinct(mapping: Mapping[str, str]) -> None:
    taken: dict[str, str] = {}
    for old, new in mapping.items():
        if taken.setdefault(new, old) != old:
            raise MXNetError(f"{taken[new]!r} and {old!r} would both be named {new!r}")

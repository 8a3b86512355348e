"""Rebuilding a graph node by node: the one loop of all passes over symbols.

A rule decides what becomes of one node. Example, which leaves out every ``identity``::

    def rule(node, new):
        if node.op is identity:
            return [new(node.inputs[0])]
        return node.replace(inputs=map(new, node.inputs))

    heads = rewrite(heads, rule)
"""

from collections.abc import Callable, Iterable, Mapping, Sequence

from ..core.errors import MXNetError
from .graph import Heads
from .node import Entry, Node, topological

#: What stands for a node in the new graph: another node with the same outputs, an entry for each of its outputs, or
#: nothing, if no node of the new graph uses it.
Replacement = Node | Sequence[Entry] | None


class Rewriter:
    """A graph that is being rebuilt. Called with an entry of the old graph, it returns the entry of the new one."""

    def __init__(self, rule: Callable[[Node], Replacement]) -> None:
        self._rule = rule
        self._replacements: dict[Node, Replacement] = {}

    def __call__(self, entry: Entry) -> Entry:
        """Return what stands for an output of a node that :meth:`run` has reached."""
        replacement = self._replacements[entry.node]
        if isinstance(replacement, Node):
            return Entry(replacement, entry.index)
        assert replacement is not None, f"{entry.node} was left out but is used"
        return replacement[entry.index]

    def run(self, heads: Iterable[Entry]) -> Heads:
        """Apply the rule to every node that ``heads`` depend on, inputs first; return the new heads."""
        heads = tuple(heads)
        for node in topological(heads):
            self._replacements[node] = self._rule(node)
        return tuple(map(self, heads))


def rewrite(heads: Iterable[Entry], rule: Callable[[Node, Rewriter], Replacement]) -> Heads:
    """Return ``heads`` over a graph in which ``rule(node, new)`` stands for each node.

    ``new(entry)`` gives the entry of the new graph for an output of any node that comes before.
    """
    new = Rewriter(lambda node: rule(node, new))
    return new.run(heads)


def copy(heads: Iterable[Entry], replace: dict[str, Entry] | None = None) -> Heads:
    """Return ``heads`` over new nodes; entries of ``replace`` (not copied) stand for the variables of those names."""
    if not replace:
        copies: dict[Node, Node] = {}
        for node in topological(heads):
            copies[node] = node.with_sources(tuple([copies[source] for source in node.sources]))
        return tuple([Entry(copies[node], index) for node, index in heads])

    def rule(node: Node, new: Rewriter) -> Replacement:
        if node.op is None and node.name in replace:
            return [replace[node.name]]
        return node.replace(inputs=map(new, node.inputs))

    return rewrite(heads, rule)


# -- giving the nodes of a graph other names, to use one network twice in a graph --------------------------------------

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
    old_names: dict[str, str] = {}
    for old, new in mapping.items():
        if old_names.setdefault(new, old) != old:
            raise MXNetError(f"{old_names[new]!r} and {old!r} would both be named {new!r}")

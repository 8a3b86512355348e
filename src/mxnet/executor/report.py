"""A readable text of what an executor does, and an estimate of the memory that it takes."""

from collections.abc import Collection
from math import prod

from ..core.dtypes import TORCH_OF
from ..symbol.node import Entry, Node
from ..symbol.write import listing
from .binding import Bound, Facts
from .program import SymbolProgram


def text(bound: Bound, arguments: Collection[str]) -> str:
    """Return the graph, operator by operator, and the memory of its results; ``arguments`` get gradients.

    Programs read the memory from the third line from the end, before that of temporary memory, which PyTorch manages.
    """
    megabytes = estimate(bound.program, bound.facts, arguments) >> 20
    memory = f"Total {megabytes} MB allocated\nTotal 0 TempSpace resource requested\n"
    return listing(tuple(bound.program.heads)) + memory


def estimate(program: SymbolProgram, facts: Facts, arguments: Collection[str]) -> int:
    """Return about how many bytes results take: all that gradients need, and the most of the rest at one time."""
    needed = {id(node) for node in program.on_gradient_paths(arguments)}
    nodes = [node for node in program.nodes if node.op is not None]
    sizes = {id(node): _bytes(node, facts) for node in nodes}
    last = {id(source): i for i, node in enumerate(nodes) for source, _ in node.inputs}
    last.update((id(head.node), len(nodes)) for head in program.heads)
    ends: dict[int, int] = {}
    now = most = 0
    for i, node in enumerate(nodes):
        if id(node) not in needed:
            now += sizes[id(node)]
            end = last.get(id(node), i)
            ends[end] = ends.get(end, 0) + sizes[id(node)]
        most = max(most, now)
        now -= ends.pop(i, 0)
    return most + sum(sizes[item] for item in needed)


def _bytes(node: Node, facts: Facts) -> int:
    """Return the size of a node's results; those of unknown shape, and views, count nothing."""
    if node.op is not None and node.op.view:
        return 0
    total = 0
    for i in range(node.num_outputs):
        shape, dtype = facts.shapes[Entry(node, i)], facts.types[Entry(node, i)]
        if shape is not None and None not in shape:
            total += prod(shape) * TORCH_OF[dtype or "float32"].itemsize
    return total

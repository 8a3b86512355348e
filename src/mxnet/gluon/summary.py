"""The table of layers that ``Block.summary`` prints."""

from typing import Any

import numpy as np

from ..core.semantics import semantics
from ..core.text import printable
from ..ndarray import NDArray
from ..symbol import Symbol
from .arguments import leaves_of

_LINE = "{:>20}  {:>42} {:>15}"
_WIDTH = 80


class _Counts:
    """Numbers of parameters while the layers run."""

    def __init__(self) -> None:
        self.rows: list[tuple[str, str, int]] = []
        self.total = self.trainable = self.shared = 0
        self.seen: set[int] = set()

    def take(self, block: Any, output: Any) -> None:
        """Count the parameters of a layer that just ran: the hook.

        1.9.1 also lists the layers that run with symbols, while shapes are inferred.
        """
        if semantics.api == 2 and any(isinstance(leaf, Symbol) for leaf in leaves_of([output])):
            return
        num_elements = 0
        for param in block.params.values():
            size = int(np.prod(param.shape))
            num_elements += size
            self.total += size
            self.trainable += 0 if param.grad_req == "null" else size
            if id(param) in self.seen:
                self.shared += size
            self.seen.add(id(param))
        self.rows.append((f"{type(block).__name__}-{len(self.rows) + 1}", _shapes(output), num_elements))


def _shapes(values: Any) -> str:
    """Return the shapes of nested arrays as text; brackets around one alone are left out."""

    def of(value: Any) -> Any:
        if isinstance(value, (list, tuple)):
            return [of(item) for item in value]
        return value.shape if isinstance(value, NDArray) else value

    result = of(values)
    if isinstance(result, (list, tuple)) and result and all(isinstance(item, (list, tuple)) for item in result):
        return ", ".join(map(str, result))
    return str(result)


def print_summary(block: Any, inputs: tuple[Any, ...]) -> None:
    """Run ``block`` and print a line for every layer that ran (a block below, with hooks of its own)."""
    counts = _Counts()
    handles: list[Any] = []

    def watch(item: Any) -> None:
        assert not getattr(item, "_active", False), f'"{item.name}" must not be hybridized to print summary.'
        from .nn import HybridSequential, Sequential

        if not isinstance(item, (Sequential, HybridSequential)):
            handles.append(item.register_forward_hook(lambda layer, _, output: counts.take(layer, output)))

    try:
        block.apply(watch)
        block(*inputs)
    finally:
        for handle in handles:
            handle.detach()
    rows = [("Input", _shapes(inputs[0] if len(inputs) == 1 else inputs), 0), *counts.rows]
    unique = sum(int(np.prod(param.shape)) for param in block.collect_params().values())
    lines = [
        "-" * _WIDTH,
        _LINE.format("Layer (type)", "Output Shape", "Param #"),
        "=" * _WIDTH,
        *(_LINE.format(*row) for row in rows),
        "=" * _WIDTH,
        "Parameters in forward computation graph, duplicate included",
        f"   Total params: {counts.total}",
        f"   Trainable params: {counts.trainable}",
        f"   Non-trainable params: {counts.total - counts.trainable}",
        f"Shared params in forward computation graph: {counts.shared}",
        f"Unique parameters in model: {unique}",
        "-" * _WIDTH,
    ]
    print(printable("\n".join(lines), keep="\n"))

"""Which nodes of a graph draw random numbers when they run."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

#: by operator: whether a node with these attributes draws, in training or not; others marked random always do
_DRAWS: dict[str, Callable[[Any, bool], bool]] = {
    "Dropout": lambda p, is_train: p.p > 0 and (is_train or p.mode == "always"),
    "LeakyReLU": lambda p, is_train: is_train and p.act_type == "rrelu",
    "RNN": lambda p, is_train: is_train and p.p > 0 and p.num_layers > 1,
}


def draws(node: Any, is_train: bool) -> bool:
    """Return whether running a node of a graph moves a random generator on."""
    if not node.op.random:
        return False
    rule = _DRAWS.get(node.op.name)
    return rule is None or rule(node.params, is_train)

"""Differences that are meant, each with its reason."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, NamedTuple


class Known(NamedTuple):
    """An explanation: of which lines, and why."""

    applies: Callable[[str, dict[str, Any], dict[str, Any]], Any]
    reason: str


def _theirs(pattern: str) -> Callable[[str, dict[str, Any], dict[str, Any]], Any]:
    """Return a test for 1.9.1 alone refusing with such a message."""
    return lambda line, ours, theirs: (
        line.startswith("theirs alone raises") and re.search(pattern, theirs.get("message", ""))
    )


KNOWN: list[Known] = [
    Known(
        _theirs("storage_type_num_unknown_nodes"),
        "1.9.1 cannot differentiate a block that gives its input back, hybridized alone",
    ),
]


def explain(line: str, ours: dict[str, Any], theirs: dict[str, Any]) -> str | None:
    """Return the reason for a difference; None when there is none."""
    return next((known.reason for known in KNOWN if known.applies(line, ours, theirs)), None)

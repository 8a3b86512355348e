"""How the lists are written: names in a text, separated by spaces."""

from __future__ import annotations


def split(text: str) -> list[str]:
    """Return the names in a text."""
    return text.split()

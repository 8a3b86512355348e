"""Colours and weights of texts, where a terminal shows them."""

from __future__ import annotations

import os
import sys
from typing import Any, TextIO

_STYLES = {"bold": "1", "dim": "2", "red": "31", "green": "32", "yellow": "33", "blue": "34", "bright red": "91"}


def styled(text: str, style: str, stream: TextIO | Any = None) -> str:
    """Return a text in a style where ``stream`` (the standard error) is a terminal and ``NO_COLOR`` is not set."""
    stream = sys.stderr if stream is None else stream
    if os.environ.get("NO_COLOR") or not getattr(stream, "isatty", bool)():
        return text
    return f"\x1b[{_STYLES[style]}m{text}\x1b[0m"

"""Numbers in environment variables."""

from __future__ import annotations

import os

from .errors import MXNetError


def integer(name: str, default: int, least: int = 0) -> int:
    """Return the whole number that an environment variable holds, ``default`` where it is not set or empty.

    Raises :class:`MXNetError`, with the variable's name and value, for anything but a whole number from ``least`` on.
    """
    text = os.environ.get(name, "").strip()
    if not text:
        return default
    if not (text.isdecimal() and text.isascii() and len(text) < 19 and int(text) >= least):
        raise MXNetError(f"environment variable {name}: expected a whole number from {least} on, got {text[:40]!r}")
    return int(text)

"""Text from files and users, written where a terminal or a parser would act on some of its characters."""

import math
import os
import sys
from typing import Any, TextIO


def printable(text: str, keep: str = "") -> str:
    r"""Return a text as one line that a terminal shows and does not act on.

    Control characters, marks of writing direction and halves of characters are written as Python escapes them; those in
    ``keep`` stay.

    >>> printable("\x1b[31mred")
    '\\x1b[31mred'
    """
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() or c in keep else ascii(c)[1:-1] for c in text)


def in_docstring(text: str) -> str:
    r"""Escape a text so that it can stand between the quotes of a docstring.

    >>> in_docstring('say "a"')
    'say \\"a\\"'
    """
    return printable(text.replace("\\", "\\\\").replace('"', '\\"'))


def literal(value: Any) -> str:
    r"""Return Python source whose value is equal to ``value``: text, numbers, None, or tuples and lists of them.

    Infinite numbers and NaN are written as ``float("inf")``. Raises :class:`TypeError` for anything else.

    >>> literal((1.5, float("-inf"), 'a"b'))
    '(1.5, float("-inf"), "a\\"b")'
    """
    if isinstance(value, str):
        return '"' + ascii(value)[1:-1].replace('"', '\\"') + '"'
    if isinstance(value, (tuple, list)):
        inner = ", ".join(map(literal, value))
        if isinstance(value, list):
            return f"[{inner}]"
        return f"({inner},)" if len(value) == 1 else f"({inner})"
    if isinstance(value, float) and not math.isfinite(value):
        return f'float("{float(value)}")'
    if value is None or isinstance(value, (bool, int, float)):
        return repr(value)
    raise TypeError(f"cannot be written as source: {type(value).__name__}")


_STYLES = {"bold": "1", "dim": "2", "red": "31", "green": "32", "yellow": "33", "blue": "34", "bright red": "91"}


def styled(text: str, style: str, stream: TextIO | Any = None) -> str:
    """Return a text in a style where ``stream`` (the standard error) is a terminal and ``NO_COLOR`` is not set."""
    stream = sys.stderr if stream is None else stream
    if os.environ.get("NO_COLOR") or not getattr(stream, "isatty", bool)():
        return text
    return f"\x1b[{_STYLES[style]}m{text}\x1b[0m"

"""Texts: the ``repr`` of objects, and what a terminal or a parser would act on, escaped."""

import html
import math
import os
import sys
from collections.abc import Iterable
from typing import Any, TextIO

import numpy as np


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


# -- the repr of objects for which 1.9.1 shows only an address ---------------------------------------------------------


def described(instance: object, facts: Iterable[str]) -> str:
    """Return ``<Module: facts, separated by semicolons>``; facts that are empty are left out."""
    text = "; ".join(fact for fact in facts if fact)
    return f"<{type(instance).__name__}: {text}>" if text else f"<{type(instance).__name__}>"


def no_array(value: object, function: str | None = None) -> str:
    """Return ``a NumPy array of shape (2, 5): wrap it in mx.nd.array`` for a value in an array's place.

    ``function``: the name of the operator that got it.
    """
    if isinstance(value, np.ndarray):
        return f"a NumPy array of shape {value.shape}: wrap it in mx.nd.array"
    cls = type(value)
    if isinstance(value, (list, tuple)):
        of_arrays = bool(value) and all(hasattr(item, "asnumpy") for item in value)
        advice = "pass the arrays one by one, with a * before the list" if of_arrays else "wrap it in mx.nd.array"
        return f"a {cls.__name__} of {len(value)} items: {advice}"
    if isinstance(value, (bool, int, float, np.generic)):
        return f"{cls.__name__} {value!r}: wrap it in mx.nd.array"
    if cls.__name__ in ("Symbol", "_Symbol"):
        name = f"mx.sym.{function}" if function else "the function of mx.sym"
        return f"a Symbol: in hybrid_forward use F{f'.{function}' if function else ''}, in graphs {name}"
    if cls.__module__.partition(".")[0] == "torch" and cls.__name__ in ("Tensor", "Parameter"):
        return "a torch.Tensor: mx.nd.from_dlpack makes an array of it"
    return f"{cls.__module__}.{cls.__name__}"


def settings(instance: object, leave: Iterable[str] = (), **first: Any) -> str:
    """Return ``SGD(learning_rate=0.1, momentum=0.9)``: what is given, and the object's public numbers, texts and flags.

    Attributes in ``leave``, and those that are None, are left out. Never fails: objects may be half made.
    """
    plain = {
        name: value
        for name, value in vars(instance).items()
        if not name.startswith("_") and name not in leave and isinstance(value, (bool, int, float, str))
    }
    shown = {name: value for name, value in {**first, **plain}.items() if value is not None}
    return f"{type(instance).__name__}({', '.join(f'{name}={value!r}' for name, value in shown.items())})"


def shapes(descriptions: Any) -> str:
    """Return ``data (32, 3), softmax_label (32,)`` for descriptions of arrays; empty where there are none."""
    return ", ".join(f"{item[0]} {tuple(item[1])}" for item in descriptions or ())


def folded(summary: str, inner: str) -> str:
    """Return HTML that shows ``summary`` (a text), and ``inner`` (HTML) when a reader opens it."""
    return f"<details><summary><code>{html.escape(summary)}</code></summary>{inner}</details>"


def html_table(heads: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """Return a table of texts as HTML."""
    top = "".join(f"<th>{html.escape(head)}</th>" for head in heads)
    lines = ["".join(f"<td>{html.escape(cell)}</td>" for cell in row) for row in rows]
    return f"<table><tr>{top}</tr>{''.join(f'<tr>{line}</tr>' for line in lines)}</table>"

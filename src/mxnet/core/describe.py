"""The ``repr`` of objects for which 1.9.1 shows only an address."""

import html
from collections.abc import Iterable
from typing import Any

import numpy as np


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

"""The manual of functions that NumPy computes for ``mx.np``.

The functions of these modules do nothing: they have the arguments and the texts of those of their names. What NumPy's
own function takes besides is added when the text is put together.
"""

import inspect
from collections.abc import Callable
from functools import wraps
from textwrap import fill
from typing import Any

from ...registry.manual import OF_NUMPY, Parameter, compose, of_signature, split
from . import arrays, creation, numbers

_Function = Callable[..., Any]
#: by name
_TEXTS: dict[str, _Function] = {
    name: value
    for module in (arrays, numbers, creation)
    for name, value in vars(module).items()
    if inspect.isfunction(value)
}


def of_numpy(name: str, function: _Function, implementation: _Function | None) -> str:
    """Return the docstring of a function that is NumPy's ``function``, or ``implementation`` for what that takes."""
    text = implementation or _TEXTS.get(name)
    if text is None or not text.__doc__:  # none under python -OO
        return f"Return NumPy's ``{name}``, computed on the host (see :mod:`mxnet.numpy.fallback`)."
    numpy_parameters = _parameters(function)
    names = {p.name for p in numpy_parameters}
    parameters = [
        p for p in of_signature(text) if p.name != "**others" and (implementation or not names or p.name in names)
    ]
    known = {p.name for p in parameters}
    takes_more = implementation is None or "others" in inspect.signature(implementation).parameters
    more = [p for p in numpy_parameters or [Parameter("**others")] if p.name not in known] if takes_more else []
    doc = inspect.cleandoc(text.__doc__)
    if implementation is None:
        doc = _with(
            doc, "NumPy computes it, on the host: while gradients are recorded, ValueError for floating-point results."
        )
    elif more:
        *first, last = (f"``{p.name}``" for p in more)
        names_of_more = f"{', '.join(first)} or {last}" if first else last
        doc = _with(doc, f"If {names_of_more} is given, NumPy computes it, on the host, without a gradient.")
    return compose(doc, [*parameters, *more], OF_NUMPY)


def _parameters(function: _Function) -> list[Parameter]:
    try:
        return [*of_signature(function)]
    except ValueError:  # NumPy's own, in C, have no signature before 2.4
        return []


def _with(doc: str, sentence: str) -> str:
    """Return a docstring with a paragraph more before its sections."""
    text, _ = split(doc)
    return doc.replace(text, f"{text}\n\n{fill(sentence, 120)}", 1)


def explained(name: str) -> Callable[[_Function], _Function]:
    """Return a decorator that gives a function its name, its signature and its docstring."""
    text = _TEXTS[name]

    def decorate(function: _Function) -> _Function:
        result = wraps(text)(function)
        result.__module__ = "mxnet.numpy"
        if text.__doc__:  # none under python -OO
            result.__doc__ = compose(inspect.cleandoc(text.__doc__), of_signature(text), OF_NUMPY)
        return result

    return decorate

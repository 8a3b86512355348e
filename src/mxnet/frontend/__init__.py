"""Frontends: what functions that are written once, for arrays and for symbols, are written against.

A function of the NumPy interface takes the frontend ``F`` as its first argument, as ``hybrid_forward`` does::

    def mean(F, a, axis=None, dtype=None, out=None, keepdims=False):
        return F("_npi_mean", a, axis=axis, dtype=dtype, keepdims=keepdims, out=out)

:func:`bind` makes of it the function of arrays (``mx.np.mean``) and the one of symbols (``mx.sym.np.mean``), whose
signature has no ``F``.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from types import FunctionType
from typing import Any


class Frontend:
    """How operators are called and arrays are recognized; there is one for arrays and one for symbols."""

    #: the class of arrays, or of symbols
    array: type
    #: whether it makes graphs of symbols: shapes, types and values are not known
    symbolic = False

    def __call__(self, op: str, *inputs: Any, out: Any = None, **attributes: Any) -> Any:
        """Apply the operator of this name; attributes that are :data:`~mxnet.core.params.NULL` are not given."""
        raise NotImplementedError

    def is_array(self, value: Any) -> bool:
        """Return whether a value is an array (or symbol) of this frontend."""
        return isinstance(value, self.array)

    def cast(self, array: Any, dtype: Any, copy: bool) -> Any:
        """Return an array (or symbol) in another data type; with ``copy=False`` itself where it has that type."""
        raise NotImplementedError

    def expect(self, argument: str, value: Any) -> None:
        """Raise AssertionError, as 1.9.1 does, for an argument that is no array (or symbol) of any interface."""
        if not hasattr(value, "as_np_ndarray"):
            raise AssertionError(f"Argument {argument} must have {self.array.__name__} type, but got {value}")


def bind(function: Callable[..., Any], frontend: Frontend, module: str) -> FunctionType:
    """Return ``function`` with its first argument, the frontend, filled in; ``module`` is where users find it."""
    _, *parameters = inspect.signature(function).parameters.values()
    scope: dict[str, Any] = {"_function": function, "_F": frontend, "__name__": module}
    head, call = [], []
    for p in parameters:
        star = {p.VAR_POSITIONAL: "*", p.VAR_KEYWORD: "**"}.get(p.kind, "")
        text = f"{star}{p.name}"
        call.append(f"{p.name}={p.name}" if p.kind is p.KEYWORD_ONLY else text)
        if p.default is not p.empty:
            scope[f"_default_{p.name}"] = p.default
            text += f"=_default_{p.name}"
        if p.kind is p.KEYWORD_ONLY and not any(each.startswith("*") for each in head):
            head.append("*")
        head.append(text)
    name = function.__name__
    source = f"def {name}({', '.join(head)}):\n    return _function(_F, {', '.join(call)})\n"
    exec(compile(source, f"<{module}.{name}>", "exec"), scope)
    made: FunctionType = scope[name]
    made.__doc__, made.__module__ = function.__doc__, module
    return made


def export(functions: Iterable[Callable[..., Any]], frontend: Frontend, scope: dict[str, Any]) -> list[str]:
    """Put the functions, bound to a frontend, into a module's namespace; return their names."""
    names = []
    for function in functions:
        scope[function.__name__] = bind(function, frontend, scope["__name__"])
        names.append(function.__name__)
    return names

"""The exceptions that clients catch.

MXNet 1.9.1 raises :class:`MXNetError` for whatever goes wrong in its engine; programs of ten years have
``except mx.base.MXNetError`` around it. Errors that have a natural Python class are both.
"""

from __future__ import annotations


class MXNetError(RuntimeError):
    """An operator, a file, a graph or a device could not do what was asked of it."""


class MXNetShapeError(MXNetError, ValueError):
    """Shapes do not fit together."""


class MXNetTypeError(MXNetError, TypeError):
    """Data types do not fit together."""


class MXNetIndexError(MXNetError, IndexError):
    """A position lies outside of an array."""


class MXNetKeyError(MXNetError, KeyError):
    """Something that is found by its name is not there."""

    __str__ = MXNetError.__str__  # KeyError shows its argument as Python writes it


class NotImplementedForSymbol(MXNetError):
    """A method that needs values was called on a :class:`~mxnet.symbol.Symbol`."""

    def __init__(self, function: object, alias: str | None, *args: object) -> None:
        super().__init__()
        self.function = getattr(function, "__name__", str(function))
        self.alias = alias
        self.args = tuple(str(type(a)) for a in args)

    def __str__(self) -> str:
        name = self.function + (f' (namely operator "{self.alias}")' if self.alias else "")
        given = f" with arguments ({', '.join(self.args)})" if self.args else ""
        return f"Function {name}{given} needs values: it works on NDArray and is not supported for Symbol."

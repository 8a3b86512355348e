"""``mx.sym._internal``: operators made at first use, and the class of symbols, which MXNet 2's programs find here."""

from ._call import operators as _operators
from .base import SymbolBase  # noqa: F401

__getattr__, __dir__ = _operators(globals(), "_internal")

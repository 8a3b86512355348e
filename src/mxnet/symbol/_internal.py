"""``mx.sym._internal``: operators made at first use, and the class of symbols, which MXNet 2's programs find here."""

from .graph import SymbolBase  # noqa: F401
from .symbol import operators as _operators

__getattr__, __dir__ = _operators(globals(), "_internal")

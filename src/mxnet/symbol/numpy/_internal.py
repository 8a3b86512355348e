"""``mx.sym.numpy._internal``: operators of the NumPy interface, made at first use."""

from .symbol import operators as _operators

__getattr__, __dir__ = _operators(globals(), "numpy._internal")

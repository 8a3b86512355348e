"""``mx.sym.numpy._op``: operators of the NumPy interface, made at first use."""

from .symbol import operators as _operators

__getattr__, __dir__ = _operators(globals(), "numpy._op")

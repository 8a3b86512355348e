"""``mx.sym.npx.image``: operators of images of the NumPy interface on symbols, made at first use."""

from ..numpy.symbol import operators as _operators

__getattr__, __dir__ = _operators(globals(), "numpy_extension.image")

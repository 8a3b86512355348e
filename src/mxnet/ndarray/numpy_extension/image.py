"""``mx.nd.npx.image``: operators of images on arrays of the NumPy interface, made at first use."""

from ..numpy._call import operators as _operators

__getattr__, __dir__ = _operators(globals(), "numpy_extension.image")

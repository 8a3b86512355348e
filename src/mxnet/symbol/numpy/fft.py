"""``mx.sym.np.fft``: discrete Fourier transforms of symbols of the NumPy interface."""

from ...frontend import export as _export
from ...frontend.numpy.fft import FUNCTIONS as _functions
from .symbol import F as _F

__all__ = _export(_functions, _F, globals())

"""``mx.np.fft``: discrete Fourier transforms, on every device and with gradients.

Arrays of complex numbers, complex64 of float32 and of integers, complex128 of float64, exist as arguments and
results of these functions, of arithmetic among them, and of ``real``, ``imag``, ``abs``, ``angle`` and ``conj``.
"""

import numpy as np

from ..frontend import export as _export
from ..frontend.numpy.fft import FUNCTIONS as _functions
from ..ndarray.numpy._call import F as _F
from ..ndarray.numpy.multiarray import ndarray
from .creation import array

__all__ = [*_export(_functions, _F, globals()), "fftfreq", "rfftfreq"]


def fftfreq(n: int, d: float = 1.0) -> ndarray:
    """Return the frequencies of the ``n`` results of :func:`fft`, in cycles per unit of ``d``.

    Parameters
    ----------
    n
        The number of samples that are transformed.
    d
        The distance of two samples.

    Returns
    -------
    A vector of float32.

    Examples
    --------
    >>> print(mx.np.fft.fftfreq(4))
    [ 0.    0.25 -0.5  -0.25]
    """
    return array(np.fft.fftfreq(n, d), dtype=np.float32)


def rfftfreq(n: int, d: float = 1.0) -> ndarray:
    """Return the frequencies of the ``n // 2 + 1`` results of :func:`rfft`, in cycles per unit of ``d``.

    Parameters
    ----------
    n
        The number of samples that are transformed.
    d
        The distance of two samples.

    Returns
    -------
    A vector of float32.

    Examples
    --------
    >>> print(mx.np.fft.rfftfreq(4))
    [0.   0.25 0.5 ]
    """
    return array(np.fft.rfftfreq(n, d), dtype=np.float32)

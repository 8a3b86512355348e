"""``mxnet.numpy.io``: where 1.9.1 has :func:`genfromtxt`."""

from ..core.context import current_context  # noqa: F401  (as in 1.9.1)
from .creation import array, genfromtxt  # noqa: F401

__all__ = ["genfromtxt"]

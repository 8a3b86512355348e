"""``mxnet.numpy.arrayprint``: where 1.9.1 has the options of printing."""

from ..util import set_module  # noqa: F401  (as in 1.9.1)
from .functions import set_printoptions

__all__ = ["set_printoptions"]

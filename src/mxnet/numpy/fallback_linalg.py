"""Functions of linear algebra that ``mx.np.linalg`` has by NumPy itself (see :mod:`mxnet.numpy.fallback`)."""

from __future__ import annotations

import numpy as np

from .fallback import fallback

#: the names of 1.9.1
NAMES = ("cond", "lstsq", "matrix_power", "matrix_rank", "multi_dot", "qr")
__all__ = list(NAMES)


for _name in __all__:
    globals()[_name] = fallback(_name, getattr(np.linalg, _name))

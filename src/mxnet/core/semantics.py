"""The thread's array semantics: whether zero-size shapes, NumPy arrays and NumPy's default types are in force.

MXNet's classic semantics read a 0 in a shape as "unknown"; under NumPy-shape semantics it is a size.
``mxnet.util`` is the public face of these flags.
"""

from __future__ import annotations

import threading


class _Semantics(threading.local):
    np_shape: bool = False
    np_array: bool = False
    np_default_dtype: bool = False


#: This thread's flags.
semantics = _Semantics()

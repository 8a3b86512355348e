"""The thread's array semantics: whether zero-size shapes and NumPy arrays are in force.

MXNet's classic semantics read a 0 in a shape as "unknown"; under NumPy-shape semantics it is a size.
Programs set these flags by ``mxnet.util``.
"""

from __future__ import annotations

import threading


class _Semantics(threading.local):
    np_shape: bool = False
    np_array: bool = False
    #: of all threads: 2 for the interface of MXNet 2 (:func:`mxnet.util.use_v2`)
    api: int = 1
    #: of all threads: what floats are unless a type is given, float64 after :func:`mxnet.util.set_np_default_dtype`
    float_dtype: str = "float32"


#: This thread's flags.
semantics = _Semantics()

"""``mxnet.numpy_op_signature``: in MXNet, what gives the functions of ``mx.np`` NumPy's signatures.

Here they have them where they are written (:mod:`mxnet.frontend.numpy`); what is left is to find a function by its
operator's name.
"""

import importlib
from typing import Any

from .registry.binding import NUMPY_PREFIXES

#: prefixes of operators -> where users find them
_PUBLIC = {"_np_": "mxnet.numpy", "_npx_": "mxnet.numpy_extension"}


def _get_builtin_op(op_name: str) -> Any:
    """Return the function on arrays of a NumPy operator, ``_np_sum`` for one; None where there is no such operator.

    It is the one of ``mx.np`` or ``mx.npx``, with NumPy's signature, where these have it.
    """
    for prefix, namespace in NUMPY_PREFIXES.items():
        if op_name.startswith(prefix):
            short = op_name[len(prefix) :]
            for namespace_ in (_PUBLIC.get(prefix), f"mxnet.ndarray.{namespace}"):
                result = getattr(importlib.import_module(namespace_), short, None) if namespace_ else None
                if result is not None:
                    return result
    return None

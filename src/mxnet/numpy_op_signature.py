"""``mxnet.numpy_op_signature``: in MXNet, what gives the functions of ``mx.np`` NumPy's signatures.

Here they have them where they are written (:mod:`mxnet.frontend.numpy`); what is left is to find a function by its
operator's name.
"""

from __future__ import annotations

import importlib
from typing import Any

from .registry.binding import NUMPY_PREFIXES


def _get_builtin_op(op_name: str) -> Any:
    """Return the function on arrays of a NumPy operator, ``_np_sum`` for one; None where there is no such operator."""
    for prefix, namespace in NUMPY_PREFIXES.items():
        if op_name.startswith(prefix):
            found = importlib.import_module(f"mxnet.ndarray.{namespace}")
            return getattr(found, op_name[len(prefix) :], None)
    return None

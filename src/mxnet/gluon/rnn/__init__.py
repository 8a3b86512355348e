"""Recurrent networks for Gluon: cells that are unrolled step by step, and layers that run a sequence at once."""

from ...core.lazy_imports import imported_later, public_dir
from . import rnn_cell, rnn_layer
from .rnn_cell import *
from .rnn_layer import *

__all__ = ["rnn_cell", "rnn_layer"]
__all__ += rnn_cell.__all__
__all__.remove("dynamic_unroll")  # which 1.9.1 has in gluon.contrib.rnn alone
__all__ += rnn_layer.__all__

#: cells that MXNet 2 has here, and 1.9.1 in ``gluon.contrib.rnn``
_MOVED = (
    *(f"Conv{n}D{cell}Cell" for n in (1, 2, 3) for cell in ("RNN", "LSTM", "GRU")),
    *("LSTMPCell", "VariationalDropoutCell", "conv_rnn_cell"),
)
__getattr__, _ = imported_later(__name__, {name: f"..contrib.rnn:{name}" for name in _MOVED})
__all__ += _MOVED

__dir__ = public_dir(__name__)

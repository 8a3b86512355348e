"""Recurrent networks for Gluon: cells that are unrolled step by step, and layers that run a sequence at once."""

from __future__ import annotations

from ...core.lazy_imports import imported_later, public_dir
from . import rnn_cell, rnn_layer
from .rnn_cell import (
    BidirectionalCell,
    DropoutCell,
    GRUCell,
    HybridRecurrentCell,
    HybridSequentialRNNCell,
    LSTMCell,
    ModifierCell,
    RecurrentCell,
    ResidualCell,
    RNNCell,
    SequentialRNNCell,
    ZoneoutCell,
)
from .rnn_layer import GRU, LSTM, RNN

__all__ = [
    "GRU",
    "LSTM",
    "RNN",
    "BidirectionalCell",
    "DropoutCell",
    "GRUCell",
    "HybridRecurrentCell",
    "HybridSequentialRNNCell",
    "LSTMCell",
    "ModifierCell",
    "RNNCell",
    "RecurrentCell",
    "ResidualCell",
    "SequentialRNNCell",
    "ZoneoutCell",
    "rnn_cell",
    "rnn_layer",
]

#: cells that MXNet 2 has here, and 1.9.1 in ``gluon.contrib.rnn``
_MOVED = (
    *(f"Conv{n}D{cell}Cell" for n in (1, 2, 3) for cell in ("RNN", "LSTM", "GRU")),
    *("LSTMPCell", "VariationalDropoutCell"),
)
__getattr__, _ = imported_later(
    __name__,
    {**{name: f"..contrib.rnn:{name}" for name in _MOVED}, "conv_rnn_cell": "..contrib.rnn.conv_rnn_cell"},
)
__all__ += [*_MOVED, "conv_rnn_cell"]

__dir__ = public_dir(__name__)

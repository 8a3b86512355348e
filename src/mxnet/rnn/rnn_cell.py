"""The module in which MXNet keeps all cells: ``mx.rnn.rnn_cell.LSTMCell``."""

from .base_cell import BaseRNNCell, RNNParams
from .base_cell import normalize_sequence as _normalize_sequence  # noqa: F401  (imported from here by programs)
from .cells import DropoutCell, GRUCell, LSTMCell, RNNCell
from .containers import (
    BidirectionalCell,
    SequentialRNNCell,
    _cells_begin_state,  # noqa: F401  (this and others are imported from here by programs)
    _cells_pack_weights,  # noqa: F401
    _cells_state_info,  # noqa: F401
    _cells_state_shape,  # noqa: F401
    _cells_unpack_weights,  # noqa: F401
)
from .conv import BaseConvRNNCell, ConvGRUCell, ConvLSTMCell, ConvRNNCell
from .fused import FusedRNNCell
from .modifiers import ModifierCell, ResidualCell, ZoneoutCell

__all__ = [
    "BaseConvRNNCell",
    "BaseRNNCell",
    "BidirectionalCell",
    "ConvGRUCell",
    "ConvLSTMCell",
    "ConvRNNCell",
    "DropoutCell",
    "FusedRNNCell",
    "GRUCell",
    "LSTMCell",
    "ModifierCell",
    "RNNCell",
    "RNNParams",
    "ResidualCell",
    "SequentialRNNCell",
    "ZoneoutCell",
]

for _name in __all__:
    globals()[_name].__module__ = __name__
del _name

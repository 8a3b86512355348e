"""The module in which MXNet keeps all cells: ``mx.rnn.rnn_cell.LSTMCell``."""

from .base_cell import BaseRNNCell
from .cells import GRUCell, LSTMCell, RNNCell
from .containers import BidirectionalCell, SequentialRNNCell
from .conv import BaseConvRNNCell, ConvGRUCell, ConvLSTMCell, ConvRNNCell
from .dropout import DropoutCell
from .fused import FusedRNNCell
from .modifiers import ModifierCell, ResidualCell, ZoneoutCell
from .params import RNNParams

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

"""The module in which MXNet keeps Gluon's cells: ``mx.gluon.rnn.rnn_cell.LSTMCell``."""

from ...base import _as_list, numeric_types, string_types  # noqa: F401  (this and others are imported by programs)
from ..block import Block, HybridBlock  # noqa: F401
from ..nn import LeakyReLU  # noqa: F401
from ..parameter import tensor_types  # noqa: F401
from ..utils import _indent  # noqa: F401
from .cells import GRUCell, LSTMCell, RNNCell
from .containers import (
    BidirectionalCell,
    DropoutCell,
    HybridSequentialRNNCell,
    ModifierCell,
    ResidualCell,
    SequentialRNNCell,
    ZoneoutCell,
)
from .recurrent_cell import HybridRecurrentCell, RecurrentCell
from .sequence import cells_begin_state as _cells_begin_state
from .sequence import cells_state_info as _cells_state_info
from .sequence import dynamic_unroll
from .sequence import format_sequence as _format_sequence
from .sequence import get_begin_state as _get_begin_state
from .sequence import mask_sequence_variable_length as _mask_sequence_variable_length
from .sequence import reverse_sequences as _reverse_sequences

__all__ = [
    "BidirectionalCell", "DropoutCell", "GRUCell", "HybridRecurrentCell", "HybridSequentialRNNCell", "LSTMCell",
    "ModifierCell", "RNNCell", "RecurrentCell", "ResidualCell", "SequentialRNNCell", "ZoneoutCell", "dynamic_unroll",
]  # fmt: skip

# programs that write cells of their own use these helpers by MXNet's names
_HELPERS = (
    _cells_begin_state, _cells_state_info, _format_sequence, _get_begin_state, _mask_sequence_variable_length,
    _reverse_sequences,
)  # fmt: skip

for _name in __all__:
    if _name != "dynamic_unroll":
        globals()[_name].__module__ = __name__
del _name

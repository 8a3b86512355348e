"""The module in which MXNet keeps all cells: ``mx.rnn.rnn_cell.LSTMCell``."""

from . import base_cell, cells, containers, conv, fused, modifiers
from .base_cell import *
from .base_cell import normalize_sequence as _normalize_sequence  # noqa: F401  (imported from here by programs)
from .cells import *
from .containers import *
from .containers import (
    _cells_begin_state,  # noqa: F401  (this and others are imported from here by programs)
    _cells_pack_weights,  # noqa: F401
    _cells_state_info,  # noqa: F401
    _cells_state_shape,  # noqa: F401
    _cells_unpack_weights,  # noqa: F401
)
from .conv import *
from .fused import *
from .modifiers import *

__all__: list[str] = []
__all__ += [*base_cell.__all__, *cells.__all__, *containers.__all__, *conv.__all__, *fused.__all__, *modifiers.__all__]

for _name in __all__:
    globals()[_name].__module__ = __name__
del _name

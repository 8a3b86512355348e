"""``gluon.nn``: the layers that networks are built of."""

from ...core.lazy_imports import imported_later, public_dir
from ..block import Block, HybridBlock, SymbolBlock
from . import activations, basic_layers, conv_layers
from .activations import *
from .basic_layers import *
from .conv_layers import *
from .pool_layers import *  # mypy follows one star, not that of `conv_layers`

__all__ = ["Block", "HybridBlock", "SymbolBlock", "activations", "basic_layers", "conv_layers"]
__all__ += activations.__all__
__all__ += basic_layers.__all__
__all__ += conv_layers.__all__

#: layers that MXNet 2 has here, and 1.9.1 in ``gluon.contrib``
_MOVED = {
    **dict.fromkeys(("Identity", "PixelShuffle1D", "PixelShuffle2D", "PixelShuffle3D", "SyncBatchNorm"), "contrib.nn"),
    **dict.fromkeys(("Concatenate", "HybridConcatenate"), "contrib.nn.basic_layers"),
    **dict.fromkeys(("DeformableConvolution", "ModulatedDeformableConvolution"), "contrib.cnn"),
}
__getattr__, _ = imported_later(__name__, {name: f"..{module}:{name}" for name, module in _MOVED.items()})
__all__ += list(_MOVED)

__dir__ = public_dir(__name__)

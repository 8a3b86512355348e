"""``gluon.nn``: the layers that networks are built of."""

from __future__ import annotations

from ...core.lazy_imports import imported_later, public_dir
from ..block import Block, HybridBlock, SymbolBlock
from . import activations, basic_layers, conv_layers
from .activations import (
    ELU,
    GELU,
    SELU,
    Activation,
    LeakyReLU,
    PReLU,
    SiLU,
    Swish,
)
from .basic_layers import (
    BatchNorm,
    BatchNormReLU,
    Dense,
    Dropout,
    Embedding,
    Flatten,
    GroupNorm,
    HybridLambda,
    HybridSequential,
    InstanceNorm,
    Lambda,
    LayerNorm,
    Sequential,
)
from .conv_layers import (
    AvgPool1D,
    AvgPool2D,
    AvgPool3D,
    Conv1D,
    Conv1DTranspose,
    Conv2D,
    Conv2DTranspose,
    Conv3D,
    Conv3DTranspose,
    GlobalAvgPool1D,
    GlobalAvgPool2D,
    GlobalAvgPool3D,
    GlobalMaxPool1D,
    GlobalMaxPool2D,
    GlobalMaxPool3D,
    MaxPool1D,
    MaxPool2D,
    MaxPool3D,
    ReflectionPad2D,
)

__all__ = [
    "ELU", "GELU", "SELU", "Activation", "AvgPool1D", "AvgPool2D", "AvgPool3D", "BatchNorm", "BatchNormReLU", "Block",
    "Conv1D", "Conv1DTranspose", "Conv2D", "Conv2DTranspose", "Conv3D", "Conv3DTranspose", "Dense", "Dropout",
    "Embedding", "Flatten", "GlobalAvgPool1D", "GlobalAvgPool2D", "GlobalAvgPool3D", "GlobalMaxPool1D",
    "GlobalMaxPool2D", "GlobalMaxPool3D", "GroupNorm", "HybridBlock", "HybridLambda", "HybridSequential",
    "InstanceNorm", "Lambda", "LayerNorm", "LeakyReLU", "MaxPool1D", "MaxPool2D", "MaxPool3D", "PReLU",
    "ReflectionPad2D", "Sequential", "SiLU", "Swish", "SymbolBlock", "activations", "basic_layers", "conv_layers",
]  # fmt: skip

#: layers that MXNet 2 has here, and 1.9.1 in ``gluon.contrib``
_MOVED = {
    **dict.fromkeys(("Identity", "PixelShuffle1D", "PixelShuffle2D", "PixelShuffle3D", "SyncBatchNorm"), "contrib.nn"),
    **dict.fromkeys(("Concatenate", "HybridConcatenate"), "contrib.nn.basic_layers"),
    **dict.fromkeys(("DeformableConvolution", "ModulatedDeformableConvolution"), "contrib.cnn"),
}
__getattr__, _ = imported_later(__name__, {name: f"..{module}:{name}" for name, module in _MOVED.items()})
__all__ += list(_MOVED)

__dir__ = public_dir(__name__)

"""``mxnet.gluon.data.vision.transforms``: changes to images, as blocks.

They take NDArrays ``(height, width, channels)``, and after :class:`ToTensor` ``(channels, height, width)``. Those that
are HybridBlocks run as graphs, too, and most of them on batches.
"""

from __future__ import annotations

from .....core.lazy_imports import imported_later
from ....block import Block, HybridBlock  # noqa: F401  (programs take these from here)
from ....nn import HybridSequential, Sequential  # noqa: F401
from .colors import (
    Cast,
    Normalize,
    RandomBrightness,
    RandomColorJitter,
    RandomContrast,
    RandomGray,
    RandomHue,
    RandomLighting,
    RandomSaturation,
    ToTensor,
)
from .composing import Compose, HybridCompose, HybridRandomApply, RandomApply
from .geometry import (
    CenterCrop,
    CropResize,
    RandomCrop,
    RandomFlipLeftRight,
    RandomFlipTopBottom,
    RandomResizedCrop,
    RandomRotation,
    Resize,
    Rotate,
)

__all__ = [
    "Cast",
    "CenterCrop",
    "Compose",
    "CropResize",
    "HybridCompose",
    "HybridRandomApply",
    "Normalize",
    "RandomApply",
    "RandomBrightness",
    "RandomColorJitter",
    "RandomContrast",
    "RandomCrop",
    "RandomFlipLeftRight",
    "RandomFlipTopBottom",
    "RandomGray",
    "RandomHue",
    "RandomLighting",
    "RandomResizedCrop",
    "RandomRotation",
    "RandomSaturation",
    "Resize",
    "Rotate",
    "ToTensor",
]

__getattr__, _ = imported_later(__name__, {})

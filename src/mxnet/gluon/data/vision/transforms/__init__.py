"""``mxnet.gluon.data.vision.transforms``: changes to images, as blocks.

They take NDArrays ``(height, width, channels)``, and after :class:`ToTensor` ``(channels, height, width)``. Those that
are HybridBlocks run as graphs, too, and most of them on batches.
"""

from ..... import image  # noqa: F401  (programs take this and the blocks from here)
from .....core.lazy_imports import imported_later
from ....block import Block, HybridBlock  # noqa: F401
from ....nn import HybridSequential, Sequential  # noqa: F401
from . import blocks, colors, geometry
from .blocks import *
from .colors import *
from .geometry import *

__all__ = [*colors.__all__, *blocks.__all__, *geometry.__all__]

__getattr__, _ = imported_later(__name__, {})

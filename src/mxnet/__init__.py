"""remx: the Python API of Apache MXNet 1.x on PyTorch.

>>> import mxnet as mx
>>> mx.nd.ones((2, 3)) * 2
"""

from __future__ import annotations

from . import attribute, name, ndarray, symbol
from . import ndarray as nd
from . import symbol as sym
from .attribute import AttrScope
from .core.context import Context, cpu, cpu_pinned, current_context, gpu, num_gpus
from .core.errors import MXNetError

__version__ = "1.9.1"

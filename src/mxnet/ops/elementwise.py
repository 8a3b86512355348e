"""Element-wise operators of one input."""

from __future__ import annotations

import torch

from ..registry import op
from ..registry.rules import elementwise


@op("relu", shapes=elementwise)
def relu(data):
    """Return ``max(data, 0)``."""
    return torch.relu(data)

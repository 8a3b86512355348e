"""The same work written by hand in PyTorch, as a PyTorch user would write it."""

from __future__ import annotations

import torch
from cases.calls.torch import *  # noqa: F403
from cases.detection.torch import *  # noqa: F403
from cases.gluon.torch import *  # noqa: F403
from cases.inference.torch import *  # noqa: F403
from cases.loading.torch import *  # noqa: F403
from cases.module.torch import *  # noqa: F403
from cases.programs.torch import *  # noqa: F403
from cases.sparse.torch import *  # noqa: F403
from cases.text.torch import *  # noqa: F403


def finish():
    """Wait until all work is done."""
    if torch.cuda.is_initialized():
        torch.cuda.synchronize()

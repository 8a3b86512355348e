"""The same work written by hand in PyTorch, as a PyTorch user would write it."""

from __future__ import annotations

import torch
from detection_torch_cases import *  # noqa: F403
from gluon_torch_cases import *  # noqa: F403
from half_torch_cases import *  # noqa: F403
from inference_torch_cases import *  # noqa: F403
from module_torch_cases import *  # noqa: F403
from overhead_torch_cases import *  # noqa: F403
from text_torch_cases import *  # noqa: F403


def place(device):
    """Return the device, to be entered, on which cases are prepared; device: ``cpu`` or ``gpu``."""
    return torch.device({"gpu": "cuda"}.get(device, device))


def finish():
    """Wait until all work is done."""
    if torch.cuda.is_initialized():
        torch.cuda.synchronize()

"""What fast paths (:meth:`mxnet.registry.Op.fast_path`) share. Their numbers are the operators', to the bit."""

from __future__ import annotations

import torch


class NotThisWay(Exception):
    """These tensors need the operator itself."""


def copied(x: torch.Tensor) -> torch.Tensor:
    """Return a copy in C order."""
    return x.clone() if x.is_contiguous() else x.contiguous()


def with_axis(made: torch.Tensor) -> torch.Tensor:
    """Return a new tensor with at least one axis: there are no arrays without."""
    if made.dim():
        return made
    return made.view(1) if made.requires_grad else made.resize_(1)

"""A further optimizer: AdaGrad by rows; and where AdamW was."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from .. import ndarray as nd
from .adamW import AdamW
from .base import HALVES, Optimizer, in_float32, register, v2_arguments

__all__ = ["AdamW", "GroupAdaGrad"]


@register
@v2_arguments({"epsilon": "eps"}, learning_rate=0.01, epsilon=1e-6)
class GroupAdaGrad(Optimizer):
    """AdaGrad with one rate for each row of a matrix: ``h += mean(g^2) of the row; w -= lr * g / sqrt(h + eps)``.

    Weight decay is not supported: AssertionError. Other arguments are those of :class:`Optimizer`.
    """

    def __init__(self, eps: float = 1e-5, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.float_stable_eps = eps

    def create_state(self, index: Any, weight: Any) -> Any:
        """Return zeros, (rows, 1); AssertionError for a weight that is no matrix."""
        assert len(weight.shape) == 2, f"a matrix is expected, got a weight of shape {weight.shape}"
        dtype = np.float32 if weight.dtype in HALVES and weight.stype == "default" else weight.dtype
        return nd.zeros((weight.shape[0], 1), weight.context, dtype=dtype, stype=weight.stype)

    def update(self, index: Any, weight: Any, grad: Any, state: Any) -> None:
        """Update one weight."""
        self._count_one(index)
        assert self._get_wd(index) == 0, "Weight decay is not supported for GroupAdaGrad"
        in_float32(partial(self._step, lr=self._get_lr(index)), weight, grad, state)

    def _step(self, weight: Any, grad: Any, state: Any, lr: float) -> None:
        arguments: dict[str, Any] = {"lr": lr, "epsilon": self.float_stable_eps}
        if grad.stype == "row_sparse":
            arguments |= self._gradient_arguments()
        else:
            grad = self._rescaled(grad)
        nd.contrib.group_adagrad_update(weight, grad, state, out=weight, **arguments)

"""LAMB: Adam with a rate for each layer."""

from __future__ import annotations

from functools import partial
from types import SimpleNamespace
from typing import Any

from .. import ndarray as nd
from ..core.dtypes import HALF_TYPES
from ..ops.optimizer_lamb import step_lamb
from .base import in_float32, published, zeros_of_moments
from .batch import Batch
from .elementwise import Lists
from .sgd import aggregation_size


@published()
class LAMB(Lists):
    """LAMB: Adam's step, scaled for each weight to the weight's norm, for large batches.

    For the update number ``t``, from 1::

        m = beta1 * m + (1 - beta1) * g
        v = beta2 * v + (1 - beta2) * g**2
        d = (m / (1 - beta1**t)) / (sqrt(v / (1 - beta2**t)) + epsilon) + wd * w
        w = w - lr * |w| / |d| * d

    ``|w| / |d|`` is 1 where one of the norms is 0.

    Parameters
    ----------
    lower_bound
        What the norm of the weight counts as at least; None: no bound.
    upper_bound
        What the norm of the weight counts as at most; None: no bound.
    bias_correction
        Whether ``m`` and ``v`` are divided by ``1 - beta**t``; else they are used as they are.
    **kwargs
        Arguments of :class:`Optimizer`: ``lr_scheduler`` (gives the rate by the number of updates), ``wd`` (weight
        decay), ``rescale_grad`` (what gradients are multiplied by), ``clip_gradient`` (the bound of their elements),
        ``multi_precision`` (a float32 copy of float16 weights)...

    Notes
    -----
    You et al., "Large batch optimization for deep learning: training BERT in 76 minutes", arXiv 1904.00962.

    Examples
    --------
    >>> weight, grad = nd.array([1, 2]), nd.array([0.5, -0.1])
    >>> optimizer = mx.optimizer.LAMB(learning_rate=0.01)
    >>> state = optimizer.create_state(0, weight)
    >>> optimizer.update(0, weight, grad, state)
    >>> print(weight.asnumpy())
    [0.98418856 2.0158114 ]
    """

    def __init__(
        self,
        learning_rate: float = 0.001,
        beta1: float = 0.9,
        beta2: float = 0.999,
        epsilon: float = 1e-6,
        lower_bound: float | None = None,
        upper_bound: float | None = None,
        bias_correction: bool = True,
        **kwargs: Any,
    ) -> None:
        super().__init__(learning_rate=learning_rate, **kwargs)
        self.beta1, self.beta2, self.epsilon = beta1, beta2, epsilon
        self.lower_bound, self.upper_bound = lower_bound, upper_bound
        self.bias_correction = bias_correction
        self.aggregate_num = max(1, min(45, aggregation_size(45)))

    def create_state(self, index: Any, weight: Any) -> Any:
        """Return the mean and the variance, zeros like the weight."""
        return zeros_of_moments(weight, weight.stype), zeros_of_moments(weight, weight.stype)

    def _update_lists(self, indices: Any, weights: Any, grads: Any, states: Any) -> None:
        self._update_count(indices)
        if weights[0].dtype not in HALF_TYPES:
            self._step(indices, weights, grads, states)
            return
        for index, *arrays in zip(indices, weights, grads, states, strict=True):
            in_float32(lambda *own, index=index: self._step([index], *([item] for item in own)), *arrays)

    def _step(self, indices: Any, weights: Any, grads: Any, states: Any) -> None:
        first, *inputs = (array for w, g, s in zip(weights, grads, states, strict=True) for array in (w, g, *s))
        self._apply(
            nd._internal._multi_lamb_update,
            first,
            *inputs,
            out=list(weights),
            num_tensors=len(weights),
            step_count=tuple(self._index_update_count[index] for index in indices),
            learning_rates=self._get_lrs(indices),
            wds=self._get_wds(indices),
        )

    def _step_batch(self, batch: Batch, count: int) -> None:
        """Move many weights: joined, but for the norms, which are each weight's own."""
        attributes = {"lr": batch.lr, "wd": batch.wd, "t": count, "clip_gradient": self._clip_of_operators() or -1.0}
        attributes |= {"lower_bound": self.lower_bound or -1.0, "upper_bound": self.upper_bound or -1.0}
        columns = batch.weights, batch.grads, *batch.columns()
        for group in batch.groups():
            weight, grad, mean, var = [group.take(size, column) for size, column in enumerate(columns)]
            p = SimpleNamespace(**{**vars(self), **attributes, "weight": weight})
            step_lamb(weight, grad, mean, var, p, group.norms, partial(group.spread, length=len(weight)))
            for size in (0, 2, 3):
                group.give(size, columns[size])

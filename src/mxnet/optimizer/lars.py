"""LARS: SGD with a rate for each layer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from .. import ndarray as nd
from ..core.compat import quirks
from .base import published
from .sgd import Momentum, aggregation_size

#: These keep the rate of all: biases, and what belongs to normalization.
_UNSCALED = ("gamma", "beta", "bias")


@published({"epsilon": "eps"}, learning_rate=0.1, momentum=0.0, eta=0.001, epsilon=1e-8, lazy_update=False)
class LARS(Momentum):
    """LARS: SGD with momentum whose rate is scaled for each weight by its norm, for large batches.

    Each weight has the rate::

        lr * eta * |w| / (|rescale_grad * gradient| + wd * |w| + eps)

    It is ``lr`` where one of the norms is 0, or where the weight's name ends in ``gamma``, ``beta`` or ``bias``. The
    step is that of :class:`SGD`. Only names that end in ``_weight`` decay.

    Parameters
    ----------
    eta
        The trust coefficient, which scales the rate of all weights.
    eps
        What is added to the divisor.
    momentum_correction
        Whether the momentum of a step is multiplied by how much the rate of all changed since the step before (Goyal et
        al., arXiv 1706.02677).
    **kwargs
        Arguments of :class:`Optimizer`: ``learning_rate`` (0.01), ``lr_scheduler`` (gives the rate by the number of
        updates), ``wd`` (weight decay), ``rescale_grad`` (what gradients are multiplied by), ``clip_gradient`` (the
        bound of their elements), ``multi_precision`` (a float32 copy of float16 weights)...

    Notes
    -----
    You, Gitman and Ginsburg, "Large batch training of convolutional networks", arXiv 1708.03888.

    Examples
    --------
    >>> weight, grad = nd.array([1, 2]), nd.array([0.5, -0.1])
    >>> optimizer = mx.optimizer.LARS(learning_rate=10, momentum=0.9)
    >>> state = optimizer.create_state(0, weight)
    >>> optimizer.update(0, weight, grad, state)
    >>> print(weight.asnumpy())
    [0.97807354 2.0043852 ]
    """

    _DECAYED = ("_weight",)
    _elementwise = False
    _step_batch = None  # type: ignore[assignment]  # each weight has a rate of its own

    def __init__(
        self,
        momentum: float = 0.0,
        lazy_update: bool = True,
        eta: float = 0.001,
        eps: float = 0,
        momentum_correction: bool = True,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self.momentum = momentum
        self.lazy_update, self.momentum_correction = lazy_update, momentum_correction
        self.eta, self.eps = eta, eps
        self.aggregate_num = aggregation_size(4)
        self.skip = 0
        self.last_lr: float | None = None
        self.cur_lr: float | None = None
        #: by weight: the number of its last update, the rate of all then, and that at the update before
        self._rate_before: dict[Any, tuple[int, Any, Any]] = {}

    def _get_lrs(self, indices: Sequence[Any]) -> list[float]:
        """Return the learning rate of each weight before it is scaled, and remember the rate of all."""
        self.last_lr = self.learning_rate if self.cur_lr is None else self.cur_lr
        self.cur_lr = self.learning_rate
        return super()._get_lrs(indices)

    def _layer_rates(
        self, indices: Sequence[Any], weights: Any, grads: Any, rates: list[float], decays: list[float]
    ) -> list[float]:
        """Return the scaled learning rates."""
        scaled = [i for i, index in enumerate(indices) if not self._name(index).endswith(_UNSCALED)]
        if not scaled:
            return rates
        arrays = [array[i] for array in (weights, grads) for i in scaled]
        norms = nd.multi_sum_sq(*arrays, num_arrays=len(arrays)).sqrt().asnumpy().astype(np.float64)
        rates = list(rates)
        for i, of_weight, of_grad in zip(scaled, norms, norms[len(scaled) :], strict=False):
            if of_weight > 0 and of_grad > 0:
                of_grad = of_grad * self.rescale_grad
                rates[i] *= self.eta * of_weight / (of_grad + decays[i] * of_weight + self.eps)
        return rates

    def _name(self, index: Any) -> str:
        return self.idx2name.get(index, str(index))

    def _momentum_of(self, index: Any) -> float:
        """Return the momentum for this step: scaled where the rate of all changed since the weight's last step."""
        rate: Any = self.cur_lr
        count = self._index_update_count[index]
        last, rate_then, before = self._rate_before.get(index, (None, self.last_lr, None))
        if count != last:  # else another device has done this update
            before = rate_then
            self._rate_before[index] = count, rate, before
        if quirks.lars_momentum:  # 1.9.1 forgets the rate before at the first weights that it corrects
            before = self.last_lr
        return self.momentum * rate / before if self.momentum_correction and before else self.momentum

    def _update_lists(self, indices: Any, weights: Any, grads: Any, states: Any) -> None:
        self._update_count(indices)
        rates, decays = self._get_lrs(indices), self._get_wds(indices)
        rates = self._layer_rates(indices, weights, grads, rates, decays)
        for index, w, g, s, lr, wd in zip(indices, weights, grads, states, rates, decays, strict=True):
            if self.momentum == 0.0:
                self._apply(nd.sgd_update, w, g, lr=lr, wd=wd)
            else:
                self._apply(nd.sgd_mom_update, w, g, s, lr=lr, wd=wd, momentum=self._momentum_of(index))

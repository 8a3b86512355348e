"""Nadam."""

from __future__ import annotations

from functools import partial
from typing import Any

from .. import ndarray as nd
from ..core.compat import quirks
from .base import Optimizer, in_float32, move_moments, published, zeros_of_moments

#: of more updates at once, as in files that name any count, the further ones have the momentum of the last
_MOST_FACTORS = 100_000


@published()
class Nadam(Optimizer):
    """Nadam: Adam with Nesterov's momentum.

    For the update number ``t``, from 1, with ``g`` decayed (``wd * w`` in it, clipped last)::

        u(t) = beta1 * (1 - 0.5 * 0.96**(t * schedule_decay))
        U(t) = u(1) * u(2) * ... * u(t)
        m = beta1 * m + (1 - beta1) * g
        v = beta2 * v + (1 - beta2) * g**2
        ahead = (1 - u(t)) * g / (1 - U(t)) + u(t + 1) * m / (1 - U(t + 1))
        w = w - lr * ahead / (sqrt(v / (1 - beta2**t)) + epsilon)

    Parameters
    ----------
    schedule_decay
        How fast the momentum u(t) grows from about ``beta1 / 2`` to ``beta1``.
    **kwargs
        Arguments of :class:`Optimizer`: ``lr_scheduler`` (gives the rate by the number of updates), ``wd`` (weight
        decay), ``rescale_grad`` (what gradients are multiplied by), ``clip_gradient`` (the bound of their elements),
        ``multi_precision`` (a float32 copy of float16 weights)...

    Notes
    -----
    Dozat, "Incorporating Nesterov momentum into Adam", 2016. ``m_schedule`` is the product U up to the last update.

    Examples
    --------
    >>> weight, grad = nd.array([1, 2]), nd.array([0.5, -0.1])
    >>> optimizer = mx.optimizer.Nadam(learning_rate=0.1)
    >>> state = optimizer.create_state(0, weight)
    >>> optimizer.update(0, weight, grad, state)
    >>> print(weight.asnumpy())
    [0.8943548 2.1056452]
    """

    def __init__(
        self,
        learning_rate: float = 0.001,
        beta1: float = 0.9,
        beta2: float = 0.999,
        epsilon: float = 1e-8,
        schedule_decay: float = 0.004,
        **kwargs: Any,
    ) -> None:
        super().__init__(learning_rate=learning_rate, **kwargs)
        self.beta1, self.beta2, self.epsilon, self.schedule_decay = beta1, beta2, epsilon, schedule_decay
        self.m_schedule = 1.0
        #: by weight: the number of its last update, and the product of the schedule up to it
        self._products: dict[Any, tuple[int, float]] = {}

    def __getstate__(self) -> dict[str, Any]:
        """Return the attributes to save: the products follow from the counts of updates."""
        return {**super().__getstate__(), "_products": {}}

    def create_state(self, index: Any, weight: Any) -> Any:
        """Return the mean and the variance, zeros like the weight."""
        return zeros_of_moments(weight), zeros_of_moments(weight)

    def _momentum_at(self, count: int) -> float:
        momentum: float = self.beta1 * (1.0 - 0.5 * 0.96 ** (count * self.schedule_decay))
        return momentum

    def _product(self, index: Any, count: int) -> float:
        """Return the product of the momentum schedule up to an update of a weight."""
        last, product = self._products.get(index, (self.begin_num_update, 1.0))
        if last > count:
            last, product = self.begin_num_update, 1.0
        for size in range(int(last) + 1, min(int(count), int(last) + _MOST_FACTORS) + 1):
            product *= self._momentum_at(size)
        product *= self._momentum_at(count) ** max(count - last - _MOST_FACTORS, 0)
        self._products[index] = count, product
        return product

    def update(self, index: Any, weight: Any, grad: Any, state: Any) -> None:
        """Update one weight."""
        self._count_one(index)
        in_float32(partial(self._step, index), weight, grad, state)

    def _step(self, index: Any, weight: Any, grad: Any, state: Any) -> None:
        count = self._index_update_count[index]
        grad = self._decayed(grad, weight, self._get_wd(index))
        now, coming = self._momentum_at(count), self._momentum_at(count + 1)
        self.m_schedule = self.m_schedule * now if quirks.nadam_schedule else self._product(index, count)
        mean, variance = state
        move_moments(mean, variance, grad, self.beta1, self.beta2)
        own = grad / (1.0 - self.m_schedule)
        ahead = mean / (1.0 - self.m_schedule * coming)
        spread = nd.sqrt(variance / (1.0 - self.beta2**count)) + self.epsilon
        weight[:] -= self._get_lr(index) * ((1.0 - now) * own + coming * ahead) / spread

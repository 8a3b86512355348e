"""Adam, and what follows from it: means of the gradient and of its size."""

from functools import partial
from typing import Any

import torch

from .. import ndarray as nd
from ..core import torch_compat
from ..core.compat import quirks
from ..core.semantics import semantics
from ..kernels.momentum import corrects_nothing, fused_adam
from ..ndarray.adabelief import adabelief_update
from .base import Optimizer, corrected, in_float32, move_moments, published, zeros_of_moments
from .elementwise import Elementwise, step_pieces
from .multi_tensor import Batch

__all__ = ["AdaBelief", "Adam", "AdamW", "Adamax", "Nadam"]


def _may_be_fused(batch: Batch, adam: Any) -> bool:
    """Return whether PyTorch's fused kernels compute the steps of a batch as MXNet does."""
    return batch.weights[0].dtype in (torch.float32, torch.float64) and corrects_nothing(adam.beta1, adam.beta2)


@published(learning_rate=0.001, beta1=0.9, beta2=0.999, epsilon=1e-8, lazy_update=False)
class Adam(Elementwise):
    """Adam: each element's step is scaled by means of its gradient and of the gradient's square.

    For the update number ``t``, from 1::

        g = clip(rescale_grad * gradient + wd * w)
        m = beta1 * m + (1 - beta1) * g
        v = beta2 * v + (1 - beta2) * g**2
        w = w - lr * sqrt(1 - beta2**t) / (1 - beta1**t) * m / (sqrt(v) + epsilon)

    The factor of ``lr`` corrects for the means ``m`` and ``v``, which begin as zeros.

    Parameters
    ----------
    epsilon
        What is added to ``sqrt(v)``, so that nothing is divided by zero.

    See Also
    --------
    AdamW : decays weights apart from the gradient.

    Notes
    -----
    Kingma and Ba, "Adam: a method for stochastic optimization", arXiv 1412.6980. The decay is part of what is clipped;
    in MXNet 2's interface it is added afterwards.

    Examples
    --------
    >>> net = nn.Dense(1, in_units=2, use_bias=False)
    >>> net.initialize(mx.init.One())
    >>> trainer = gluon.Trainer(net.collect_params(), "adam", {"learning_rate": 0.001})
    >>> with autograd.record():
    ...     loss = net(nd.array([[1, 2]])).sum()
    >>> loss.backward()
    >>> trainer.step(batch_size=1)
    >>> print(net.weight.data().asnumpy())
    [[0.999 0.999]]
    """

    def __init__(
        self,
        learning_rate: float = 0.001,
        beta1: float = 0.9,
        beta2: float = 0.999,
        epsilon: float = 1e-8,
        lazy_update: bool = True,
        **kwargs: Any,
    ) -> None:
        super().__init__(learning_rate=learning_rate, **kwargs)
        self.beta1, self.beta2, self.epsilon, self.lazy_update = beta1, beta2, epsilon, lazy_update

    def create_state(self, index: Any, weight: Any) -> Any:
        """Return the mean and the variance, zeros like the weight."""
        stype = weight.stype if self.lazy_update else "default"
        return zeros_of_moments(weight, stype), zeros_of_moments(weight, stype)

    def _moves_rows(self, storage: str, wd: float) -> bool:
        return self.lazy_update

    def _step(self, weight: Any, grad: Any, state: Any, lr: float, wd: float, count: int) -> None:
        rate = corrected(lr, self.beta1, self.beta2, count)
        self._apply(nd.adam_update, weight, grad, *state, lr=rate, wd=wd)

    def _step_batch(self, batch: Batch, count: int) -> None:
        """Move many weights by PyTorch's fused kernel."""
        if not _may_be_fused(batch, self):
            step_pieces(self, batch, count)
            return
        lr = corrected(batch.lr, self.beta1, self.beta2, count)
        if self._clip_of_operators() is None or semantics.api == 2:
            step_fused(torch_compat.fused_adam, batch, self, lr, batch.wd)
        else:  # the decay is part of what is clipped
            step_fused(torch_compat.fused_adam, batch, self, lr, 0.0, batch.wd)


def step_fused(kernel: Any, batch: Batch, adam: Any, lr: float, wd: float, wd_in_grad: float = 0.0) -> None:
    """Move a batch by a kernel of PyTorch's for Adam or AdamW, with a rate that is corrected already."""
    rates = {"lr": lr, "beta1": adam.beta1, "beta2": adam.beta2, "eps": adam.epsilon, "weight_decay": wd}

    def run(weights: Any, grads: Any, *columns: Any) -> None:
        fused_adam(kernel, weights, grads, *columns, **rates)

    batch.run_fused(run, adam.rescale_grad, wd_in_grad, adam._clip_of_operators())


@published()
class AdamW(Elementwise):
    """Adam whose weight decay is apart from the gradient, so that the means do not scale it.

    For the update number ``t``, from 1::

        m = beta1 * m + (1 - beta1) * g
        v = beta2 * v + (1 - beta2) * g**2
        w = w - lr_t * (m / (sqrt(v) + epsilon) + wd * w)

    with ``lr_t = lr * sqrt(1 - beta2**t) / (1 - beta1**t)``.

    Parameters
    ----------
    correct_bias
        Whether the rate is corrected as Adam's, ``lr_t = lr * sqrt(1 - beta2**t) / (1 - beta1**t)``; else it is ``lr``.
    use_fused_step
        An argument of MXNet 2; without effect.

    Notes
    -----
    Loshchilov and Hutter, "Decoupled weight decay regularization", arXiv 1711.05101.

    Examples
    --------
    >>> weight, grad = nd.array([1, 2]), nd.array([0.5, -0.1])
    >>> optimizer = mx.optimizer.AdamW(learning_rate=0.1, wd=0.01)
    >>> state = optimizer.create_state(0, weight)
    >>> optimizer.update(0, weight, grad, state)
    >>> print(weight.asnumpy())
    [0.8996901 2.099336 ]
    """

    def __init__(
        self,
        learning_rate: float = 0.001,
        beta1: float = 0.9,
        beta2: float = 0.999,
        epsilon: float = 1e-6,
        correct_bias: bool = True,
        use_fused_step: bool = True,
        **kwargs: Any,
    ) -> None:
        super().__init__(learning_rate=learning_rate, use_fused_step=use_fused_step, **kwargs)
        self.beta1, self.beta2, self.epsilon, self.correct_bias = beta1, beta2, epsilon, correct_bias

    def create_state(self, index: Any, weight: Any) -> Any:
        """Return the mean and the variance, zeros like the weight."""
        return zeros_of_moments(weight), zeros_of_moments(weight)

    def _rate(self, lr: float, count: int) -> float:
        return corrected(lr, self.beta1, self.beta2, count) if self.correct_bias else lr

    def _step(self, weight: Any, grad: Any, state: Any, lr: float, wd: float, count: int) -> None:
        mean, variance = state
        move_moments(mean, variance, self._rescaled(grad), self.beta1, self.beta2)
        direction = mean / (nd.sqrt(variance) + self.epsilon) + wd * weight
        weight[:] -= self._rate(lr, count) * direction

    def _step_batch(self, batch: Batch, count: int) -> None:
        """Move many weights by PyTorch's fused kernel."""
        if not _may_be_fused(batch, self):
            step_pieces(self, batch, count)
            return
        step_fused(torch_compat.fused_adamw, batch, self, self._rate(batch.lr, count), batch.wd)


@published()
class AdaBelief(AdamW):
    """Adam that divides by how far gradients are from their mean, in place of how large they are.

    For the update number ``t``, from 1::

        g = clip(rescale_grad * gradient + wd * w)
        m = beta1 * m + (1 - beta1) * g
        s = beta2 * s + (1 - beta2) * (g - m)**2 + epsilon
        w = w - lr_t * m / (sqrt(s) + epsilon)

    with ``lr_t = lr * sqrt(1 - beta2**t) / (1 - beta1**t)``.

    Parameters
    ----------
    correct_bias
        Whether the rate is corrected as Adam's, ``lr_t = lr * sqrt(1 - beta2**t) / (1 - beta1**t)``; else it is ``lr``.
    use_fused_step
        An argument of MXNet 2; without effect.

    Notes
    -----
    Zhuang et al., "AdaBelief optimizer: adapting stepsizes by the belief in observed gradients", arXiv 2010.07468. It
    is of MXNet 2; 1.9.1 has only the operator.

    Examples
    --------
    >>> weight, grad = nd.array([1, 2]), nd.array([0.5, -0.1])
    >>> optimizer = mx.optimizer.AdaBelief(learning_rate=0.1)
    >>> state = optimizer.create_state(0, weight)
    >>> optimizer.update(0, weight, grad, state)
    >>> print(weight.asnumpy())
    [0.88917   2.1047938]
    """

    def _step(self, weight: Any, grad: Any, state: Any, lr: float, wd: float, count: int) -> None:
        bound = -1.0 if self.clip_gradient is None else self.clip_gradient
        rates: dict[str, Any] = {"lr": self._rate(lr, count), "eta": 1.0, "wd": wd, "clip_gradient": bound}
        betas: dict[str, Any] = {"beta1": self.beta1, "beta2": self.beta2, "epsilon": self.epsilon}
        mean, variance = state
        adabelief_update(weight, grad, mean, variance, self.rescale_grad, **rates, **betas)

    def _step_batch(self, batch: Batch, count: int) -> None:
        """Move many weights, joined where they are small."""
        step_pieces(self, batch, count)


@published(learning_rate=0.002, beta1=0.9, beta2=0.999, epsilon=1e-8)
class Adamax(Elementwise):
    """AdaMax: Adam that divides by the largest recent gradient, in place of a root of squares.

    For the update number ``t``, from 1, with ``g`` decayed (``wd * w`` in it, clipped last)::

        m = beta1 * m + (1 - beta1) * g
        u = max(beta2 * u, abs(g))
        w = w - lr / (1 - beta1**t) * m / u

    Parameters
    ----------
    beta2
        The decay of the largest gradient, from 0 to below 1.
    **kwargs
        Arguments of :class:`Optimizer`; and MXNet 2's ``epsilon`` (0), which is added to ``u``.

    Notes
    -----
    Kingma and Ba, arXiv 1412.6980, section 7. A weight whose gradients were all zero stays as it is; 1.9.1 makes it
    NaN.

    Examples
    --------
    >>> weight, grad = nd.array([1, 2]), nd.array([0.5, -0.1])
    >>> optimizer = mx.optimizer.Adamax(learning_rate=0.1)
    >>> state = optimizer.create_state(0, weight)
    >>> optimizer.update(0, weight, grad, state)
    >>> print(weight.asnumpy())
    [0.9 2.1]
    """

    epsilon = 0.0  #: of optimizers that were pickled without it

    def __init__(self, learning_rate: float = 0.002, beta1: float = 0.9, beta2: float = 0.999, **kwargs: Any) -> None:
        epsilon = kwargs.pop("epsilon", 0.0)  # 1.9.1's signature has none
        super().__init__(learning_rate=learning_rate, **kwargs)
        self.epsilon, self.beta1, self.beta2 = epsilon, beta1, beta2

    def create_state(self, index: Any, weight: Any) -> Any:
        """Return the mean and the largest gradient, zeros like the weight."""
        return zeros_of_moments(weight), zeros_of_moments(weight)

    def _step(self, weight: Any, grad: Any, state: Any, lr: float, wd: float, count: int) -> None:
        lr = lr / (1.0 - self.beta1**count)
        grad = self._decayed(grad, weight, wd)
        mean, largest = state
        mean[:] = self.beta1 * mean + (1.0 - self.beta1) * grad
        largest[:] = nd.maximum(self.beta2 * largest, nd.abs(grad))
        weight[:] -= lr * mean / (largest + (self.epsilon or largest == 0))


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
        return self.beta1 * (1.0 - 0.5 * 0.96 ** (count * self.schedule_decay))

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
        corrected_grad = grad / (1.0 - self.m_schedule)
        ahead = mean / (1.0 - self.m_schedule * coming)
        spread = nd.sqrt(variance / (1.0 - self.beta2**count)) + self.epsilon
        weight[:] -= self._get_lr(index) * ((1.0 - now) * corrected_grad + coming * ahead) / spread

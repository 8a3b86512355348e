"""Optimizers for large batches, with a rate for each layer: LAMB, LANS, LARS, LBSGD."""

import logging
import math
from collections.abc import Sequence
from functools import partial
from types import SimpleNamespace
from typing import Any

import numpy as np

from .. import ndarray as nd
from ..core.compat import quirks
from ..core.dtypes import HALF_TYPES
from ..ops.optimizer_lamb import step_lamb
from .base import Optimizer, in_float32, move_moments, published, zeros_like, zeros_of_moments
from .elementwise import Lists, Single
from .multi_tensor import Batch
from .sgd import Momentum, aggregation_size

__all__ = ["LAMB", "LANS", "LARS", "LBSGD"]


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
            in_float32(lambda *tensors, index=index: self._step([index], *([item] for item in tensors)), *arrays)

    def _step(self, indices: Any, weights: Any, grads: Any, states: Any) -> None:
        first, *inputs = (array for w, g, s in zip(weights, grads, states, strict=True) for array in (w, g, *s))
        counts = tuple(self._index_update_count[index] for index in indices)
        rates = {"learning_rates": self._get_lrs(indices), "wds": self._get_wds(indices), "step_count": counts}
        update = nd._internal._multi_lamb_update
        self._apply(update, first, *inputs, out=list(weights), num_tensors=len(weights), **rates)

    def _step_batch(self, batch: Batch, count: int) -> None:
        """Move many weights: joined, but for the norms, which are each weight's own."""
        attributes = {"lr": batch.lr, "wd": batch.wd, "t": count, "clip_gradient": self._clip_of_operators() or -1.0}
        attributes |= {"lower_bound": self.lower_bound or -1.0, "upper_bound": self.upper_bound or -1.0}
        columns = batch.weights, batch.grads, *batch.columns
        for group in batch.groups:
            weight, grad, mean, var = [group.take(size, column) for size, column in enumerate(columns)]
            p = SimpleNamespace(**{**vars(self), **attributes, "weight": weight})
            step_lamb(weight, grad, mean, var, p, group.norms, partial(group.spread, length=len(weight)))
            for size in (0, 2, 3):
                group.give(size, columns[size])


@published()
class LANS(Single):
    """LANS: LAMB with gradients of norm 1 and with Nesterov's momentum, for large batches.

    For the update number ``t``, from 1::

        g = rescale_grad * gradient, divided by its norm, then clipped
        m = beta1 * m + (1 - beta1) * g
        v = beta2 * v + (1 - beta2) * g**2
        r = sqrt(v / (1 - beta2**t)) + epsilon
        a = m / (1 - beta1**t) / r + wd * w
        b = g / r + wd * w
        w = w - lr * (beta1 * |w| / |a| * a + (1 - beta1) * |w| / |b| * b)

    A quotient of norms is 1 where one of them is 0.

    Parameters
    ----------
    lower_bound
        What the norm of the weight counts as at least; None: no bound.
    upper_bound
        What the norm of the weight counts as at most; None: no bound.
    aggregate_num, use_fused_step
        Arguments of MXNet 2; without effect.

    Notes
    -----
    Zheng et al., "Accelerated large batch optimization of BERT pretraining in 54 minutes", arXiv 2006.13484.

    Examples
    --------
    >>> weight, grad = nd.array([1, 2]), nd.array([0.5, -0.1])
    >>> optimizer = mx.optimizer.LANS(learning_rate=0.01)
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
        aggregate_num: int = 4,
        use_fused_step: bool = True,
        **kwargs: Any,
    ) -> None:
        super().__init__(
            learning_rate=learning_rate, aggregate_num=aggregate_num, use_fused_step=use_fused_step, **kwargs
        )
        self.beta1, self.beta2, self.epsilon = beta1, beta2, epsilon
        self.lower_bound, self.upper_bound = lower_bound, upper_bound

    def create_state(self, index: Any, weight: Any) -> Any:
        """Return the mean and the variance, zeros like the weight."""
        return zeros_of_moments(weight), zeros_of_moments(weight)

    def _step(self, weight: Any, grad: Any, state: Any, lr: float, wd: float, count: int) -> None:
        mean, variance = state
        grad = grad * self.rescale_grad
        norm = _norm(grad)
        if norm > 0:
            grad = grad / norm
        grad = self._clipped(grad)
        move_moments(mean, variance, grad, self.beta1, self.beta2)
        spread = nd.sqrt(variance / (1.0 - self.beta2**count)) + self.epsilon
        size = _norm(weight)
        if self.lower_bound:
            size = max(size, self.lower_bound)
        if self.upper_bound:
            size = min(size, self.upper_bound)
        step = 0.0
        for share, moment in ((self.beta1, mean / (1.0 - self.beta1**count)), (1.0 - self.beta1, grad)):
            direction = moment / spread + wd * weight
            length = _norm(direction)
            step = step + share * (size / length if size and length else 1.0) * direction
        weight[:] -= lr * step


def _norm(array: Any) -> float:
    return float(nd.norm(array).asscalar())


#: These keep the rate of all: biases, and what belongs to normalization.
_UNSCALED = ("gamma", "beta", "bias")


@published(
    {"epsilon": "eps"},
    learning_rate=0.1,
    momentum=0.0,
    eta=0.001,
    epsilon=1e-8,
    lazy_update=False,
    momentum_correction=False,
)
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


_LEAST, _MOST = 0.01, 100.0
#: How the factor of the rate grows during the warm-up, from 0 to 1; strategies that are not here wait for its end.
_GROWTH = {"linear": lambda part: part, "power2": lambda part: part * part, "sqrt": math.sqrt}


@published()
class LBSGD(Optimizer):
    """Large-batch SGD: gather the gradients of several batches for a step, and raise the rate during a warm-up.

    Every ``batch_scale`` updates of a weight, the mean of their gradients makes a step of :class:`SGD`; in between the
    weight stays. The rate is multiplied by ``1 + (batch_scale - 1) * f(p)``, where ``p`` is the share of the warm-up
    that has passed, and by ``batch_scale`` afterwards.

    Parameters
    ----------
    multi_precision
        Whether float16 weights have a copy in float32, on which the updates are computed.
    warmup_strategy
        'linear': f(p) = p; 'power2': p**2; 'sqrt': sqrt(p). 'lars': no warm-up, the factor is ``sqrt(|w|**2 / (|g|**2 +
        wd * |w|**2))`` of each weight, from 0.01 to 100.
    warmup_epochs
        How many epochs the warm-up takes.
    batch_scale
        How many gradients make a step.
    updates_per_epoch
        How many updates an epoch has.
    begin_epoch
        The epoch at which the training stands when it begins.
    num_epochs
        Without effect, as in 1.9.1.

    Notes
    -----
    Goyal et al., "Accurate, large minibatch SGD: training ImageNet in 1 hour", arXiv 1706.02677.

    Examples
    --------
    >>> weight, grad = nd.array([1, 2]), nd.array([0.5, -0.1])
    >>> optimizer = mx.optimizer.LBSGD(learning_rate=0.1, batch_scale=2, warmup_epochs=0)
    >>> state = optimizer.create_state(0, weight)
    >>> for _ in range(2):
    ...     optimizer.update(0, weight, grad, state)
    >>> print(weight.asnumpy())
    [0.9  2.02]
    """

    def __init__(
        self,
        momentum: float = 0.0,
        multi_precision: bool = False,
        warmup_strategy: str = "linear",
        warmup_epochs: int = 5,
        batch_scale: int = 1,
        updates_per_epoch: int = 32,
        begin_epoch: int = 0,
        num_epochs: int = 60,
        **kwargs: Any,
    ) -> None:
        super().__init__(multi_precision=multi_precision, **kwargs)
        logging.info("Running Large-Batch SGD Algorithm")
        logging.info(
            "(Batch_scale=%f, warmup_epochs=%d, warmup_strategy=%s, updates_per_epoch=%d)",
            batch_scale,
            warmup_epochs,
            warmup_strategy,
            updates_per_epoch,
        )
        self.momentum, self.batch_scale = momentum, batch_scale
        self.warmup_strategy, self.warmup_epochs = warmup_strategy, warmup_epochs
        self.updates_per_epoch, self.num_epochs = updates_per_epoch, num_epochs
        self.init_updates = begin_epoch * updates_per_epoch
        self.lbmult: float = 1
        #: by weight, and device if it is not the first: the sum of the gradients, and the number of all
        self.cumgrads: dict[Any, dict[str, Any]] = {}
        self.adaptive, self.admult = False, 1

    def create_state(self, index: Any, weight: Any) -> Any:
        """Return the momentum (None without); for float16 with ``multi_precision`` also a float32 copy."""
        if self.multi_precision and weight.dtype == np.float16:
            copy = weight.astype(np.float32)
            return (zeros_like(copy) if self.momentum != 0.0 else None), copy
        return zeros_like(weight, weight.stype) if self.momentum != 0.0 else None

    def _get_lbmult(self, nup: int) -> float:
        """Return the factor of the rate at an update."""
        steps, largest = self.warmup_epochs * self.updates_per_epoch, float(self.batch_scale)
        if nup >= steps:
            return largest
        grow = _GROWTH.get(self.warmup_strategy)
        return 1.0 if largest <= 1 or grow is None else 1.0 + (largest - 1.0) * grow(nup / steps)

    def _get_lars(self, weight: Any, g: Any, wd: float) -> float:
        """Return the factor of the rate of one layer."""
        of_weight, of_grad = self._l2norm(weight), self._l2norm(g)
        return min(max(math.sqrt(of_weight / (of_grad + wd * of_weight + 1e-18)), _LEAST), _MOST)

    def _l2norm(self, v: Any) -> float:
        """Return the sum of squares."""
        v = v.astype(np.float32) if v.dtype in HALF_TYPES else v
        return float((v * v).sum().asscalar())

    def _gathered(self, index: Any, grad: Any) -> Any:
        """Add a gradient to those gathered; return their mean when there are enough for a step."""
        device = 0 if quirks.lbsgd else grad.context.device_id
        key = (index, device) if device else index
        if key not in self.cumgrads:
            self.cumgrads[key] = self._gathered_before(index, grad.context)
        gathered = self.cumgrads[key]
        gathered["num_cums"] += 1
        grad = grad.astype(np.float32) if grad.dtype in HALF_TYPES else grad
        gathered["cum_grad"] = gathered["cum_grad"] + grad
        if gathered["num_cums"] % self.batch_scale:
            return None
        mean, gathered["cum_grad"] = gathered["cum_grad"] / self.batch_scale, 0
        return mean

    def _gathered_before(self, index: Any, ctx: Any) -> dict[str, Any]:
        """Return what another device had gathered for a weight, if it has been updated there up to now."""
        before = self.init_updates + self._index_update_count[index] - 1 - self.begin_num_update
        for key, gathered in self.cumgrads.items():
            key_index = key[0] if isinstance(key, tuple) else key
            if key_index == index and gathered["num_cums"] == before > self.init_updates:
                total = gathered["cum_grad"]
                return {**gathered, "cum_grad": total.as_in_context(ctx) if isinstance(total, nd.NDArray) else total}
        return {"cum_grad": 0, "num_cums": before}

    def update(self, index: Any, weight: Any, grad: Any, state: Any) -> None:
        """Gather a gradient; update the weight when there are enough."""
        if not quirks.lbsgd:
            self._count_one(index)
        lr, wd = self._get_lr(index), self._get_wd(index)
        if quirks.lbsgd:
            self._count_one(index)
        grad = self._gathered(index, grad)
        if grad is None:
            return
        if self.warmup_strategy == "lars":
            lr *= self._get_lars(weight, grad, wd)
        else:
            lr *= self._get_lbmult(self.num_update + self.init_updates)
        if isinstance(state, (list, tuple)):
            self._step(weight, grad.astype(weight.dtype, copy=False), state, lr, wd)
        else:
            in_float32(partial(self._step, lr=lr, wd=wd), weight, grad, state)

    def _step(self, weight: Any, grad: Any, state: Any, lr: float, wd: float) -> None:
        """Do a step of SGD; a tuple as state has the float32 copy last, without momentum behind None."""
        momentum, *copy = state if isinstance(state, (list, tuple)) else (state,)
        plain, moving = (nd.mp_sgd_update, nd.mp_sgd_mom_update) if copy else (nd.sgd_update, nd.sgd_mom_update)
        if momentum is None:
            self._apply(plain, weight, grad, *copy, lr=lr, wd=wd)
        else:
            self._apply(moving, weight, grad, momentum, *copy, lr=lr, wd=wd)

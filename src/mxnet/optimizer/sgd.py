"""Optimizers that step along the gradient: SGD, with momentum, with noise, by the sign."""

import math
from functools import partial
from typing import Any

import torch

from .. import ndarray as nd
from ..core import environment, torch_compat
from ..core.errors import MXNetValueError
from ..core.semantics import semantics
from ..kernels.momentum import FUSED, SGD_FACTOR
from .base import Optimizer, in_float32, published, zeros_like
from .elementwise import Elementwise, Lists, step_pieces
from .multi_tensor import Batch

__all__ = ["DCASGD", "NAG", "SGD", "SGLD", "Signum", "Test", "ccSGD"]


def aggregation_size(default: int) -> int:
    """Return how many weights at a time an updater hands to ``update``: ``MXNET_OPTIMIZER_AGGREGATION_SIZE``."""
    return environment.integer("MXNET_OPTIMIZER_AGGREGATION_SIZE", default)


class Momentum(Lists, Elementwise, shared=True):
    """Methods of optimizers with one momentum array per weight, and a float32 copy of float16 weights."""

    momentum: float
    _copy_last = True

    def create_state(self, index: Any, weight: Any) -> Any:
        """Return the momentum, zeros like the weight, in its storage where updates are lazy; None without momentum."""
        storage = weight.stype if getattr(self, "lazy_update", False) else "default"
        return zeros_like(weight, storage) if self.momentum != 0.0 else None

    def _update_lists(self, indices: Any, weights: Any, grads: Any, states: Any) -> None:
        self._update_count(indices)
        rates, decays = self._get_lrs(indices), self._get_wds(indices)
        for index, weight, grad, state, lr, wd in zip(indices, weights, grads, states, rates, decays, strict=True):
            step = partial(self._step, lr=lr, wd=wd, count=self._index_update_count[index])
            in_float32(step, weight, grad, state)

    def _sgd(self, weight: Any, grad: Any, state: Any, lr: float, wd: float) -> None:
        """Do a step of SGD, with momentum if there is one."""
        if self.momentum == 0.0:
            self._apply(nd.sgd_update, weight, grad, lr=lr, wd=wd)
        else:
            self._apply(nd.sgd_mom_update, weight, grad, state, lr=lr, wd=wd)


@published(learning_rate=0.1, momentum=0.0, lazy_update=False)
class SGD(Momentum):
    """Stochastic gradient descent, with momentum if wanted: steps against the gradient.

    Without momentum and with it::

        w = w - lr * (g + wd * w)

        m = momentum * m - lr * (g + wd * w)
        w = w + m

    ``g`` is the gradient times ``rescale_grad``, then clipped to ``clip_gradient``.

    See Also
    --------
    NAG : with Nesterov's momentum.

    Notes
    -----
    The environment variable ``MXNET_OPTIMIZER_AGGREGATION_SIZE`` (4) sets how many weights at a time a subclass that
    redefines :meth:`update_multi_precision` gets.

    Examples
    --------
    >>> net = nn.Dense(1, in_units=2, use_bias=False)
    >>> net.initialize(mx.init.One())
    >>> trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.1, "momentum": 0.9})
    >>> with autograd.record():
    ...     loss = net(nd.array([[1, 2]])).sum()
    >>> loss.backward()
    >>> trainer.step(batch_size=1)
    >>> print(net.weight.data().asnumpy())
    [[0.9 0.8]]
    >>> sgd, weight = mx.optimizer.SGD(learning_rate=0.1), nd.array([1, 2])
    >>> sgd.update(0, weight, nd.array([0.5, -0.5]), sgd.create_state(0, weight))
    >>> print(weight.asnumpy())
    [0.95 2.05]
    """

    def __init__(self, momentum: float = 0.0, lazy_update: bool = True, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.momentum, self.lazy_update = momentum, lazy_update
        self.aggregate_num = aggregation_size(4)

    def _moves_rows(self, storage: str, wd: float) -> bool:
        return self.lazy_update

    def _added_by(self, lr: float, wd: float) -> float | None:
        adds = not self.momentum and not wd and self._clip_of_operators() is None
        return -lr * self.rescale_grad if adds else None

    def _step(self, weight: Any, grad: Any, state: Any, lr: float, wd: float, count: int) -> None:
        self._sgd(weight, grad, state, lr, wd)

    def _step_batch(self, batch: Batch, count: int) -> None:
        """Move many weights by PyTorch's fused kernel, with its momentum scaled as MXNet's: ``w -= -1 * m``."""
        if batch.weights[0].dtype is not torch.float32:
            step_pieces(self, batch, count)
            return
        factor, clip = batch.lr * self.rescale_grad, self._clip_of_operators()
        scaled = clip is not None or abs(factor) < SGD_FACTOR
        if scaled:
            factor = batch.lr
        if abs(factor) < SGD_FACTOR:
            step_pieces(self, batch, count)
            return
        wd = batch.lr * batch.wd / factor
        moves = {"lr": -1.0, "dampening": 1.0 + factor} if self.momentum else {"lr": factor, "momentum_buffer_list": []}
        run = partial(torch_compat.fused_sgd, weight_decay=wd, momentum=self.momentum, **{**FUSED, **moves})
        batch.run_fused(run, self.rescale_grad if scaled else 1.0, clip=clip)


@published()
class ccSGD(SGD):
    """The old name of :class:`SGD`: the same steps.

    Examples
    --------
    >>> weight, grad = nd.array([1, 2]), nd.array([0.5, -0.1])
    >>> optimizer = mx.optimizer.ccSGD(learning_rate=0.1)
    >>> state = optimizer.create_state(0, weight)
    >>> optimizer.update(0, weight, grad, state)
    >>> print(weight.asnumpy())
    [0.95 2.01]
    """


@published(learning_rate=0.1, momentum=0.9)
class NAG(Momentum):
    """Stochastic gradient descent with Nesterov's momentum, which looks one step ahead.

    For each update::

        g = g + wd * w
        m = momentum * m + g
        w = w - lr * (g + momentum * m)

    Without momentum it is :class:`SGD`.

    Notes
    -----
    In MXNet 2's interface the rate belongs to the momentum, which matters when it changes: ``m = momentum * m - lr *
    g`` and ``w = w + momentum * m - lr * g``.

    Nesterov, "A method for solving the convex programming problem with convergence rate O(1/k^2)", 1983; Sutskever et
    al., "On the importance of initialization and momentum in deep learning", 2013.

    Examples
    --------
    >>> weight, grad = nd.array([1, 2]), nd.array([0.5, -0.1])
    >>> optimizer = mx.optimizer.NAG(learning_rate=0.1, momentum=0.9)
    >>> state = optimizer.create_state(0, weight)
    >>> optimizer.update(0, weight, grad, state)
    >>> print(weight.asnumpy())
    [0.905 2.019]
    """

    def __init__(self, momentum: float = 0.0, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.momentum = momentum

    def _step(self, weight: Any, grad: Any, state: Any, lr: float, wd: float, count: int) -> None:
        if semantics.api == 2 and state is not None:
            grad = self._rescaled(grad) + wd * weight
            state[:] = self.momentum * state - lr * grad
            weight[:] += self.momentum * state - lr * grad
            return
        if self.momentum == 0.0:
            self._sgd(weight, grad, state, lr, wd)
        else:
            self._apply(nd.nag_mom_update, weight, grad, state, lr=lr, wd=wd)


@published(learning_rate=0.1, momentum=0.0, lamda=0.04)
class DCASGD(Elementwise):
    """Delay-compensated asynchronous SGD: corrects gradients that were computed with an older weight.

    For each update, where ``w'`` is the weight before the last update::

        d = -lr * (g + wd * w + lamda * g**2 * (w - w'))
        w = w + d

    With momentum, ``d`` is added to ``momentum`` times the last step.

    Parameters
    ----------
    lamda
        How strong the compensation is; 0: none.

    Notes
    -----
    Zheng et al., "Asynchronous stochastic gradient descent with delay compensation", arXiv 1609.08326. In 1.9.1 a
    momentum only raises an error.

    Examples
    --------
    >>> weight, grad = nd.array([1, 2]), nd.array([0.5, -0.1])
    >>> optimizer = mx.optimizer.DCASGD(learning_rate=0.1)
    >>> state = optimizer.create_state(0, weight)
    >>> for _ in range(2):
    ...     optimizer.update(0, weight, grad, state)
    >>> print(weight.asnumpy())
    [0.90005   2.0199995]
    """

    def __init__(self, momentum: float = 0.0, lamda: float = 0.04, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.momentum = momentum
        self.weight_previous: dict[Any, Any] = {}
        self.lamda = lamda

    def create_state(self, index: Any, weight: Any) -> Any:
        """Return the momentum (None without) and the weight before."""
        return zeros_like(weight) if self.momentum != 0.0 else None, weight.copy()

    def _step(self, weight: Any, grad: Any, state: Any, lr: float, wd: float, count: int) -> None:
        grad = self._rescaled(grad)
        if semantics.api == 2:
            grad, wd = grad + wd * weight, 0.0
        velocity, before = state
        step = grad + wd * weight + self.lamda * grad * grad * (weight - before)
        step = -lr * step
        if velocity is not None:
            velocity[:] = self.momentum * velocity + step
            step = velocity
        before[:] = weight
        weight[:] += step


@published(learning_rate=0.1)
class SGLD(Elementwise):
    """Stochastic gradient Langevin dynamics: half a step of SGD and noise, to draw weights from their posterior.

    For each update::

        w = w - lr / 2 * (g + wd * w) + noise

    where the noise is normal, with mean 0 and variance ``lr``.

    Raises
    ------
    ValueError
        For a negative rate.

    Notes
    -----
    Welling and Teh, "Bayesian learning via stochastic gradient Langevin dynamics", 2011.

    Examples
    --------
    >>> optimizer, weight = mx.optimizer.SGLD(learning_rate=1e-8), nd.array([1, 2])
    >>> optimizer.update(0, weight, nd.zeros(2), None)
    >>> print(weight.asnumpy().round(2))
    [1. 2.]
    """

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)

    def _step(self, weight: Any, grad: Any, state: Any, lr: float, wd: float, count: int) -> None:
        if lr < 0:
            raise MXNetValueError(f"SGLD: expected a learning rate of at least 0, got {lr}")
        noise = nd.random.normal(0, math.sqrt(lr), shape=weight.shape, dtype=weight.dtype, ctx=weight.context)
        weight[:] = weight - lr / 2 * (self._rescaled(grad) + wd * weight) + noise


@published()
class Signum(Elementwise):
    """Signum: steps of one length, by the sign of the momentum; without momentum signSGD.

    With momentum, and without (there neither ``rescale_grad`` nor clipping matters)::

        m = momentum * m - (1 - momentum) * (g + wd * w)
        w = (1 - lr * wd_lh) * w + lr * sign(m)

        w = (1 - lr * wd) * w - lr * sign(g)

    Parameters
    ----------
    momentum
        What part of the momentum stays in each update, from 0 (the gradient alone counts) to below 1.
    wd_lh
        The weight decay apart from the gradient (Loshchilov and Hutter, arXiv 1711.05101).

    Notes
    -----
    Bernstein et al., "signSGD: compressed optimisation for non-convex problems", arXiv 1802.04434.

    Examples
    --------
    >>> weight, grad = nd.array([1, 2]), nd.array([0.5, -0.1])
    >>> optimizer = mx.optimizer.Signum(learning_rate=0.1)
    >>> state = optimizer.create_state(0, weight)
    >>> optimizer.update(0, weight, grad, state)
    >>> print(weight.asnumpy())
    [0.9 2.1]
    """

    def __init__(self, learning_rate: float = 0.01, momentum: float = 0.9, wd_lh: float = 0.0, **kwargs: Any) -> None:
        super().__init__(learning_rate=learning_rate, **kwargs)
        self.momentum, self.wd_lh = momentum, wd_lh

    def create_state(self, index: Any, weight: Any) -> Any:
        """Return the momentum, zeros like the weight; None without momentum."""
        return zeros_like(weight, weight.stype) if self.momentum != 0.0 else None

    def _step(self, weight: Any, grad: Any, state: Any, lr: float, wd: float, count: int) -> None:
        if state is None:
            self._apply(nd.signsgd_update, weight, grad, lr=lr, wd=wd)
        else:
            self._apply(nd.signum_update, weight, grad, state, lr=lr, wd=wd)


@published()
class Test(Optimizer):
    """An optimizer for tests, which adds the gradient: ``w = w + rescale_grad * g``; its state becomes a copy of the
    weight. In MXNet 2 it takes the step of :class:`SGD`.

    Examples
    --------
    >>> weight, grad = nd.array([1, 2]), nd.array([0.5, -0.1])
    >>> optimizer = mx.optimizer.Test()
    >>> state = optimizer.create_state(0, weight)
    >>> optimizer.update(0, weight, grad, state)
    >>> print(weight.asnumpy())
    [1.5 1.9]
    """

    __test__ = False  # not a class of tests

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)

    def create_state(self, index: Any, weight: Any) -> Any:
        """Return zeros like the weight."""
        return nd.zeros(weight.shape, weight.context)

    def update(self, index: Any, weight: Any, grad: Any, state: Any) -> None:
        """Update one weight."""
        if semantics.api == 2:
            self._update_count(index)
            weight[:] -= self._get_lr(index) * (grad * self.rescale_grad + self._get_wd(index) * weight)
        else:
            weight[:] += grad * self.rescale_grad
        state[:] = weight if weight.stype == "default" else weight.tostype("default")

"""Stochastic gradient descent, optionally with momentum."""

from __future__ import annotations

from functools import partial
from typing import Any

import torch

from .. import ndarray as nd
from ..core import environment
from ..kernels.momentum import SGD_FACTOR, fused_sgd
from .base import in_float32, published, zeros_like
from .batch import Batch
from .elementwise import Elementwise, Lists, step_pieces


def aggregation_size(default: int) -> int:
    """Return how many weights at a time an updater hands to ``update``: ``MXNET_OPTIMIZER_AGGREGATION_SIZE``."""
    return environment.integer("MXNET_OPTIMIZER_AGGREGATION_SIZE", default)


class Momentum(Lists, Elementwise, shared=True):
    """Methods of optimizers with one momentum array per weight, and a float32 copy of float16 weights."""

    momentum: float
    _copy_last = True

    def create_state(self, index: Any, weight: Any) -> Any:
        """Return the momentum, zeros like the weight; None without momentum."""
        return zeros_like(weight, self._state_storage(weight)) if self.momentum != 0.0 else None

    def _state_storage(self, weight: Any) -> str:
        """Return the storage of the momentum: the weight's, where updates are lazy."""
        return weight.stype if getattr(self, "lazy_update", False) else "default"

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

    Parameters
    ----------
    **kwargs
        Arguments of :class:`Optimizer`: ``learning_rate`` (0.01), ``lr_scheduler`` (gives the rate by the number of
        updates), ``wd`` (weight decay), ``rescale_grad`` (what gradients are multiplied by), ``clip_gradient`` (the
        bound of their elements), ``multi_precision`` (a float32 copy of float16 weights)...

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
        run = partial(fused_sgd, factor=factor, wd=wd, momentum=self.momentum)
        with batch.threads():
            if scaled:
                batch.run_scaled(run, self.rescale_grad, clip=clip)
            else:
                run(batch.weights, batch.grads, batch.columns())


@published()
class ccSGD(SGD):
    """The old name of :class:`SGD`: the same steps.

    Parameters
    ----------
    **kwargs
        Arguments of :class:`Optimizer`: ``learning_rate`` (0.01), ``lr_scheduler`` (gives the rate by the number of
        updates), ``wd`` (weight decay), ``rescale_grad`` (what gradients are multiplied by), ``clip_gradient`` (the
        bound of their elements), ``multi_precision`` (a float32 copy of float16 weights)...

    Examples
    --------
    >>> weight, grad = nd.array([1, 2]), nd.array([0.5, -0.1])
    >>> optimizer = mx.optimizer.ccSGD(learning_rate=0.1)
    >>> state = optimizer.create_state(0, weight)
    >>> optimizer.update(0, weight, grad, state)
    >>> print(weight.asnumpy())
    [0.95 2.01]
    """

"""Optimizers that divide by a measure of the gradients up to now: AdaGrad, AdaDelta, RMSProp, FTRL, FTML."""

from typing import Any

from .. import ndarray as nd
from ..core.semantics import semantics
from .base import published, zeros_of_moments
from .elementwise import Elementwise

__all__ = ["FTML", "AdaDelta", "AdaGrad", "Ftrl", "RMSProp"]


@published({"epsilon": "eps"}, learning_rate=0.01, epsilon=1e-6)
class AdaGrad(Elementwise):
    """AdaGrad: each element's rate falls with the sum of the squares of its gradients.

    For each update::

        h = h + g**2
        w = w - lr * (g / sqrt(h + eps) + wd * w)

    Raises
    ------
    MXNetError
        For a weight decay with a row-sparse gradient, of which only the rows that are there move.

    Notes
    -----
    Duchi, Hazan and Singer, "Adaptive subgradient methods for online learning and stochastic optimization", JMLR 2011.

    Examples
    --------
    >>> weight, grad = nd.array([1, 2]), nd.array([0.5, -0.1])
    >>> optimizer = mx.optimizer.AdaGrad(learning_rate=0.1)
    >>> state = optimizer.create_state(0, weight)
    >>> optimizer.update(0, weight, grad, state)
    >>> print(weight.asnumpy())
    [0.90000004 2.0999994 ]
    """

    def __init__(self, eps: float = 1e-7, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.float_stable_eps = eps

    def create_state(self, index: Any, weight: Any) -> Any:
        """Return the sum of squares, zeros like the weight."""
        return zeros_of_moments(weight, weight.stype)

    def _moves_rows(self, storage: str, wd: float) -> bool:
        return wd == 0 and (self.clip_gradient is None or self.clip_gradient > 0)

    def _step(self, weight: Any, grad: Any, state: Any, lr: float, wd: float, count: int) -> None:
        if semantics.api == 2:
            self._step_of_v2(weight, grad, state, lr, wd)
            return
        if grad.stype == "row_sparse":
            self._apply(nd.sparse.adagrad_update, weight, grad, state, lr=lr, wd=wd, epsilon=self.float_stable_eps)
            return
        grad = self._rescaled(grad)
        state[:] += grad * grad
        step = grad / nd.sqrt(state + self.float_stable_eps) + wd * weight
        weight[:] -= lr * step

    def _step_of_v2(self, weight: Any, grad: Any, state: Any, lr: float, wd: float) -> None:
        """Step with the weight decay in the gradient, ``h += g^2; w -= lr * g / (sqrt(h) + eps)``; zero rows stay."""
        dense_weight, dense_state = weight.tostype("default"), state.tostype("default")
        change = self._rescaled(grad.tostype("default")) + wd * dense_weight
        if grad.stype == "row_sparse":
            moves = nd.zeros((weight.shape[0],) + (1,) * (weight.ndim - 1), ctx=weight.context, dtype=weight.dtype)
            moves[grad.indices] = 1
            change = change * moves
        dense_state = dense_state + change * change
        weight[:] = dense_weight - lr * change / (nd.sqrt(dense_state) + self.float_stable_eps)
        state[:] = dense_state


@published(learning_rate=1.0, rho=0.9, epsilon=1e-6)
class AdaDelta(Elementwise):
    """AdaDelta: steps in proportion to the steps before, without a learning rate.

    For each update::

        n = rho * n + (1 - rho) * g**2
        d = sqrt(s + epsilon) / sqrt(n + epsilon) * g
        s = rho * s + (1 - rho) * d**2
        w = w - d - wd * w

    Parameters
    ----------
    rho
        The decay of both means, from 0 to below 1.
    epsilon
        A small number that lets the first steps begin; larger: they are larger.
    **kwargs
        Arguments of :class:`Optimizer`: ``wd`` (weight decay), ``rescale_grad`` (what gradients are multiplied by),
        ``clip_gradient`` (the bound of their elements), ``multi_precision`` (a float32 copy of float16 weights)...

    Notes
    -----
    Zeiler, "ADADELTA: an adaptive learning rate method", arXiv 1212.5701. ``learning_rate`` is without effect; in MXNet
    2's interface the step is multiplied by it.

    Examples
    --------
    >>> weight, grad = nd.array([1, 2]), nd.array([0.5, -0.1])
    >>> optimizer = mx.optimizer.AdaDelta()
    >>> state = optimizer.create_state(0, weight)
    >>> optimizer.update(0, weight, grad, state)
    >>> print(weight.asnumpy())
    [0.990002  2.0099504]
    """

    def __init__(self, rho: float = 0.90, epsilon: float = 1e-5, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.rho, self.epsilon = rho, epsilon

    def create_state(self, index: Any, weight: Any) -> Any:
        """Return the mean squares of gradients and of steps, zeros like the weight."""
        return zeros_of_moments(weight), zeros_of_moments(weight)

    def _step(self, weight: Any, grad: Any, state: Any, lr: float, wd: float, count: int) -> None:
        grad = self._rescaled(grad)
        if semantics.api == 2:
            grad = grad + wd * weight
        squares, steps = state
        squares[:] = self.rho * squares + (1 - self.rho) * grad * grad
        step = nd.sqrt(steps + self.epsilon) / nd.sqrt(squares + self.epsilon) * grad
        steps[:] = self.rho * steps + (1 - self.rho) * step * step
        weight[:] -= lr * step if semantics.api == 2 else step + wd * weight


@published(
    {"rho": "gamma1", "momentum": "gamma2"},
    learning_rate=0.001,
    rho=0.9,
    momentum=0.9,
    epsilon=1e-8,
    centered=False,
    clip_weights=None,
)
class RMSProp(Elementwise):
    """RMSProp: the gradient divided by the root of a mean of its squares.

    With ``g`` decayed (``wd * w`` in it)::

        n = gamma1 * n + (1 - gamma1) * g**2
        w = w - lr * g / sqrt(n + epsilon)

    or with ``centered``::

        n = gamma1 * n + (1 - gamma1) * g**2
        a = gamma1 * a + (1 - gamma1) * g
        d = gamma2 * d - lr * g / sqrt(n - a**2 + epsilon)
        w = w + d

    Parameters
    ----------
    gamma1
        The decay of the means, from 0 to below 1.
    gamma2
        The momentum of the centred variant; without effect in the other.
    centered
        Whether the square of the mean is subtracted, so that it is the gradient's variance that counts, and the step
        has a momentum.
    clip_weights
        The bound c to which weights are clipped after the step, [-c, c]; None: they are not.

    Notes
    -----
    Tieleman and Hinton, lecture 6.5 of "Neural networks for machine learning", 2012; centred: Graves, "Generating
    sequences with recurrent neural networks", arXiv 1308.0850.

    Examples
    --------
    >>> weight, grad = nd.array([1, 2]), nd.array([0.5, -0.1])
    >>> optimizer = mx.optimizer.RMSProp(learning_rate=0.01)
    >>> state = optimizer.create_state(0, weight)
    >>> optimizer.update(0, weight, grad, state)
    >>> print(weight.asnumpy())
    [0.96837723 2.0316226 ]
    """

    def __init__(
        self,
        learning_rate: float = 0.001,
        gamma1: float = 0.9,
        gamma2: float = 0.9,
        epsilon: float = 1e-8,
        centered: bool = False,
        clip_weights: float | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(learning_rate=learning_rate, **kwargs)
        self.gamma1, self.gamma2, self.epsilon = gamma1, gamma2, epsilon
        self.centered, self.clip_weights = centered, clip_weights

    def create_state(self, index: Any, weight: Any) -> Any:
        """Return the mean square, and if centred the mean and the last step, zeros like the weight."""
        return tuple(zeros_of_moments(weight, weight.stype) for _ in range(3 if self.centered else 1))

    def _step(self, weight: Any, grad: Any, state: Any, lr: float, wd: float, count: int) -> None:
        if semantics.api == 2:
            self._step_of_v2(weight, grad, state, lr, wd)
            return
        rule = nd.rmspropalex_update if self.centered else nd.rmsprop_update
        self._apply(rule, weight, grad, *state, lr=lr, wd=wd)

    def _step_of_v2(self, weight: Any, grad: Any, state: Any, lr: float, wd: float) -> None:
        """Step with the weight decay in the gradient, and, unless centred, ``epsilon`` outside of the root."""
        grad = self._rescaled(grad) + wd * weight
        squares = state[0]
        squares[:] = self.gamma1 * squares + (1 - self.gamma1) * grad * grad
        if self.centered:
            _, mean, step = state
            mean[:] = self.gamma1 * mean + (1 - self.gamma1) * grad
            step[:] = self.gamma2 * step - lr * grad / nd.sqrt(squares - mean * mean + self.epsilon)
        else:
            step = -lr * grad / (nd.sqrt(squares) + self.epsilon)
        result = weight + step
        bound = self.clip_weights
        weight[:] = nd.clip(result, -bound, bound) if bound else result


@published(learning_rate=0.1, lamda1=0.01, beta=1.0)
class Ftrl(Elementwise):
    """FTRL-proximal (follow the regularized leader): weights with a small ``z`` are exactly zero.

    For each update::

        z = z + g - (sqrt(n + g**2) - sqrt(n)) * w / lr
        n = n + g**2
        w = (sign(z) * lamda1 - z) / ((beta + sqrt(n)) / lr + wd)   where abs(z) > lamda1, else 0

    Parameters
    ----------
    lamda1
        The L1 penalty: the larger, the more weights are zero.
    learning_rate
        The learning rate; a schedule keeps its own base rate, as in 1.9.1.
    beta
        What is added to ``sqrt(n)``: the larger, the smaller the first steps.

    Notes
    -----
    McMahan et al., "Ad click prediction: a view from the trenches", 2013.

    Examples
    --------
    >>> weight, grad = nd.array([1, 2]), nd.array([0.5, -0.1])
    >>> optimizer = mx.optimizer.Ftrl(learning_rate=0.1, lamda1=0.2)
    >>> state = optimizer.create_state(0, weight)
    >>> optimizer.update(0, weight, grad, state)
    >>> print(weight.asnumpy())
    [0.2866667  0.17272726]
    """

    def __init__(self, lamda1: float = 0.01, learning_rate: float = 0.1, beta: float = 1, **kwargs: Any) -> None:
        if semantics.api == 2:  # there it is the schedule's too
            super().__init__(learning_rate=learning_rate, **kwargs)
        else:
            super().__init__(**kwargs)
            self.lr = float(learning_rate) if isinstance(learning_rate, str) else learning_rate
        self.lamda1, self.beta = lamda1, beta

    def create_state(self, index: Any, weight: Any) -> Any:
        """Return the paper's z and n, zeros like the weight."""
        return zeros_of_moments(weight, weight.stype), zeros_of_moments(weight, weight.stype)

    def _moves_rows(self, storage: str, wd: float) -> bool:
        return storage == "row_sparse"

    def _step(self, weight: Any, grad: Any, state: Any, lr: float, wd: float, count: int) -> None:
        self._apply(nd.ftrl_update, weight, grad, *state, lr=lr, wd=wd)


@published(learning_rate=0.0025, beta1=0.6, beta2=0.999, epsilon=1e-8)
class FTML(Elementwise):
    """FTML (follow the moving leader): the minimum of a moving sum of the losses' approximations.

    For the update number ``t``, from 1, with ``g`` decayed (``wd * w`` in it)::

        v = beta2 * v + (1 - beta2) * g**2
        d' = (1 - beta1**t) / lr * (sqrt(v / (1 - beta2**t)) + epsilon)
        z = beta1 * z + (1 - beta1) * g - (d' - beta1 * d) * w
        d = d'
        w = -z / d

    Parameters
    ----------
    beta1
        The decay of the sum, from 0 to below 1.

    Notes
    -----
    Zheng and Kwok, "Follow the moving leader in deep learning", 2017.

    Examples
    --------
    >>> weight, grad = nd.array([1, 2]), nd.array([0.5, -0.1])
    >>> optimizer = mx.optimizer.FTML(learning_rate=0.1)
    >>> state = optimizer.create_state(0, weight)
    >>> optimizer.update(0, weight, grad, state)
    >>> print(weight.asnumpy())
    [0.9       2.1000001]
    """

    def __init__(self, beta1: float = 0.6, beta2: float = 0.999, epsilon: float = 1e-8, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.beta1, self.beta2, self.epsilon = beta1, beta2, epsilon

    def create_state(self, index: Any, weight: Any) -> Any:
        """Return the paper's d, v and z, zeros like the weight."""
        return zeros_of_moments(weight), zeros_of_moments(weight), zeros_of_moments(weight)

    def _step(self, weight: Any, grad: Any, state: Any, lr: float, wd: float, count: int) -> None:
        clip = self._clip_of_operators()
        self._apply(
            nd.ftml_update, weight, grad, *state, lr=lr, wd=wd, t=count, clip_grad=-1.0 if clip is None else clip
        )

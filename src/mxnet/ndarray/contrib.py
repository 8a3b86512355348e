"""``mx.nd.contrib``: operators made at first use, loops and conditions, and more that is not one operator."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from ..core.context import Context
from ..core.nested import iteration_limit
from . import control_flow
from ._adamw import multi_update, scale_of, update
from ._call import operators as _operators
from .adabelief import (  # noqa: F401  (parts of the interface)
    adabelief_update,
    mp_adabelief_update,
    multi_adabelief_update,
    multi_mp_adabelief_update,
)
from .ndarray import NDArray
from .random import uniform

if TYPE_CHECKING:
    from .._stubs.nd_contrib import *
else:  # checkers know the names from the stubs
    __getattr__, __dir__ = _operators(globals(), "contrib")


def isnan(data: Any) -> Any:
    """Return 1 where ``data`` is not a number, else 0, in its data type."""
    return data != data


def isinf(data: Any) -> Any:
    """Return 1 where ``data`` is infinite, else 0, in its data type."""
    return data.abs() == float("inf")


def isfinite(data: Any) -> Any:
    """Return 1 where ``data`` is a finite number, else 0, in its data type."""
    return data.abs() < float("inf")


# -- loops and conditions -------------------------------------------------------------------------------------------


def foreach(body: Callable[..., Any], data: Any, init_states: Any) -> tuple[Any, Any]:
    """Run ``body`` once for each slice of ``data`` along its first axis, handing states on from turn to turn.

    ``body(slice, states)`` returns ``(outputs, states)``. ``data``, the states and the outputs are arrays or nested
    lists of them; the first array of ``data`` says how many turns there are. Returns the outputs of all turns,
    stacked, and the last states.

    Raises :class:`AssertionError` for what is no array, :class:`TypeError` for arrays of the NumPy interface.
    """
    control_flow.refuse_numpy("foreach", data)
    return control_flow.foreach(body, data, init_states)


def while_loop(
    cond: Callable[..., Any], func: Callable[..., Any], loop_vars: Any, max_iterations: int | None = None
) -> tuple[Any, Any]:
    """Run ``func`` on the variables of a loop as long as ``cond`` of them is true, at most ``max_iterations`` times.

    ``cond(*loop_vars)`` returns an array of one element or a truth value, ``func(*loop_vars)`` returns
    ``(outputs, new loop_vars)``. Returns the outputs of all turns, stacked and filled up with zeros to the length
    ``max_iterations`` (an empty list where there was no turn), and the last variables.

    Raises :class:`ValueError` where there are no variables or no ``max_iterations``, where ``cond`` returns more than
    one element, and where the number of outputs or variables changes.
    """
    return control_flow.while_loop(cond, func, loop_vars, iteration_limit(max_iterations))


def cond(pred: Any, then_func: Callable[[], Any], else_func: Callable[[], Any]) -> Any:
    """Return ``then_func()`` where ``pred``, an array of one element or a truth value, is true, else ``else_func()``.

    Raises :class:`ValueError` for an array of more elements.
    """
    return control_flow.choose(lambda: pred, then_func, else_func, "cond")


# -- drawing classes ------------------------------------------------------------------------------------------------


def rand_zipfian(
    true_classes: NDArray, num_sampled: int, range_max: int, ctx: Context | None = None
) -> tuple[NDArray, NDArray, NDArray]:
    """Draw ``num_sampled`` classes of ``[0, range_max)``, the class ``c`` with a probability that falls as a Zipfian's.

    ``P(c) = (log(c + 2) - log(c + 1)) / log(range_max + 1)``. Returns the drawn classes (int64), and how often
    ``true_classes`` and the drawn ones are expected (float64).
    """
    scale = math.log(range_max + 1)
    drawn = (uniform(0, scale, shape=(num_sampled,), dtype="float64", ctx=ctx).exp() - 1).astype("int64") % range_max

    def expected(classes: NDArray) -> Any:
        count = classes.as_in_context(drawn.context).astype("float64")
        return ((count + 2.0) / (count + 1.0)).log() / scale * num_sampled

    return drawn, expected(true_classes), expected(drawn)


# -- optimizers -----------------------------------------------------------------------------------------------------
# The factor of the gradients is an array, or a number that becomes one; where it is zero or not finite, as after an
# overflow in half precision, nothing is changed.


def adamw_update(
    weight: NDArray,
    grad: NDArray,
    mean: NDArray,
    var: NDArray,
    rescale_grad: Any,
    lr: float,
    eta: float,
    beta1: float = 0.9,
    beta2: float = 0.999,
    epsilon: float = 1e-08,
    wd: float = 0,
    clip_gradient: float = -1,
    out: NDArray | None = None,
    name: str | None = None,
    **kwargs: Any,
) -> Any:
    """Do one step of AdamW, Adam with a weight decay of its own on a weight.

    Move ``mean`` and ``var`` towards the rescaled, clipped gradient and its square; the new weight is ``weight - eta *
    (lr * mean / (sqrt(var) + epsilon) + wd * weight)``. Source: Loshchilov and Hutter, "Decoupled weight decay
    regularization", 2019.

    Parameters
    ----------
    weight : array
        The weight; it is changed where ``out`` is the weight.
    grad : array
        The gradient of the weight.
    mean : array
        The mean of gradients, a state that is changed.
    var : array
        The mean of squared gradients, a state that is changed.
    rescale_grad : number or array
        What gradients are multiplied by, a number or an array of one; where it is 0 or not finite, as after an overflow
        in half precision, nothing changes.
    lr
        The learning rate.
    eta
        What the step is multiplied by, weight decay included: the factor of a schedule.
    beta1
        The decay of ``mean``, from 0 to below 1.
    beta2
        The decay of ``var``, from 0 to below 1.
    epsilon
        A small number that keeps a divisor from being zero.
    wd
        The weight decay, beside the gradient and not in it.
    clip_gradient
        The absolute value to which gradients are limited; -1: none.
    out
        Where the new weight is written; None: a new array.
    name
        Without effect.

    Returns
    -------
    The new weight.

    Examples
    --------
    >>> weight, grad, mean, var = mx.nd.array([1]), mx.nd.array([10]), mx.nd.zeros(1), mx.nd.zeros(1)
    >>> print(mx.nd.contrib.adamw_update(weight, grad, mean, var, 1, lr=0.1, eta=1, wd=0.1).asnumpy().round(4))
    [0.5838]
    """
    rates = {"lr": lr, "eta": eta, "beta1": beta1, "beta2": beta2, "epsilon": epsilon, "wd": wd}
    attributes = {**rates, "clip_gradient": clip_gradient, **kwargs}
    return update("_adamw_update", (weight, grad, mean, var), rescale_grad, out, attributes)


def mp_adamw_update(
    weight: NDArray,
    grad: NDArray,
    mean: NDArray,
    var: NDArray,
    weight32: NDArray,
    rescale_grad: Any,
    lr: float,
    eta: float,
    beta1: float = 0.9,
    beta2: float = 0.999,
    epsilon: float = 1e-08,
    wd: float = 0,
    clip_gradient: float = -1,
    out: NDArray | None = None,
    name: str | None = None,
    **kwargs: Any,
) -> Any:
    """Do one step of AdamW on the float32 copy of a weight in half precision.

    Parameters
    ----------
    weight : array
        The weight in half precision, of which ``weight32`` is the copy that counts; it is changed where ``out`` is the
        weight.
    grad : array
        The gradient of the weight.
    mean : array
        The mean of gradients, a state that is changed.
    var : array
        The mean of squared gradients, a state that is changed.
    weight32 : array
        The weight in float32, which is changed.
    rescale_grad : number or array
        What gradients are multiplied by, a number or an array of one; where it is 0 or not finite, as after an overflow
        in half precision, nothing changes.
    lr
        The learning rate.
    eta
        What the step is multiplied by, weight decay included: the factor of a schedule.
    beta1
        The decay of ``mean``, from 0 to below 1.
    beta2
        The decay of ``var``, from 0 to below 1.
    epsilon
        A small number that keeps a divisor from being zero.
    wd
        The weight decay, beside the gradient and not in it.
    clip_gradient
        The absolute value to which gradients are limited; -1: none.
    out
        Where the new weight is written; None: a new array.
    name
        Without effect.

    Returns
    -------
    The new weight.

    See Also
    --------
    adamw_update : the formula.

    Examples
    --------
    >>> weight32, mean, var = mx.nd.array([1]), mx.nd.zeros(1), mx.nd.zeros(1)
    >>> weight, grad = weight32.astype('float16'), mx.nd.array([10], dtype='float16')
    >>> _ = mx.nd.contrib.mp_adamw_update(weight, grad, mean, var, weight32, 1, lr=0.1, eta=1, out=weight)
    >>> print(weight32.asnumpy().round(4), weight.asnumpy().dtype)
    [0.6838] float16
    """
    rates = {"lr": lr, "eta": eta, "beta1": beta1, "beta2": beta2, "epsilon": epsilon, "wd": wd}
    attributes = {**rates, "clip_gradient": clip_gradient, **kwargs}
    return update("_mp_adamw_update", (weight, grad, mean, var, weight32), rescale_grad, out, attributes)


def multi_adamw_update(
    weights: Sequence[NDArray],
    grads: Sequence[NDArray],
    mean: Sequence[NDArray],
    var: Sequence[NDArray],
    rescale_grad: Any,
    lrs: Sequence[float],
    wds: Sequence[float],
    etas: Sequence[float],
    out: Any = None,
    name: str | None = None,
    size: int = 0,
    **kwargs: Any,
) -> Any:
    """Do one step of AdamW for several weights.

    Parameters
    ----------
    weights : list of arrays
        The weights.
    grads : list of arrays
        Their gradients.
    mean : list of arrays
        The means of gradients, states that are changed.
    var : list of arrays
        The second states, of squares, which are changed.
    rescale_grad : number or array
        What gradients are multiplied by, a number or an array of one; where it is 0 or not finite, as after an overflow
        in half precision, nothing changes.
    lrs
        The learning rates, one for each weight.
    wds
        The weight decays, one for each weight.
    etas
        What the steps are multiplied by, one for each weight.
    out : list of arrays
        Where the new weights are written; None: new arrays.
    name
        Without effect.
    size
        How many of the weights are moved; 0: all.
    **kwargs
        The other numbers of ``adamw_update``, such as ``beta1``, the same for all.

    Returns
    -------
    The new weights, one array each.

    See Also
    --------
    adamw_update : of one weight.

    Examples
    --------
    >>> weights, grads = [mx.nd.array([1]), mx.nd.array([2])], [mx.nd.array([10]), mx.nd.array([10])]
    >>> mean, var = [mx.nd.zeros(1), mx.nd.zeros(1)], [mx.nd.zeros(1), mx.nd.zeros(1)]
    >>> _ = mx.nd.contrib.multi_adamw_update(
    ...     weights, grads, mean, var, 1, lrs=(0.1, 0.2), wds=(0, 0), etas=(1, 1), out=weights)
    >>> print([weight.asnumpy().round(4) for weight in weights])
    [array([0.6838], dtype=float32), array([1.3675], dtype=float32)]
    """
    attributes = {"lrs": lrs, "wds": wds, "etas": etas, "num_weights": size or len(weights), **kwargs}
    last = [scale_of(rescale_grad, weights[0])]
    return multi_update("_multi_adamw_update", (weights, grads, mean, var), last, out, **attributes)


def multi_mp_adamw_update(
    weights: Sequence[NDArray],
    grads: Sequence[NDArray],
    mean: Sequence[NDArray],
    var: Sequence[NDArray],
    weights32: Sequence[NDArray],
    rescale_grad: Any,
    lrs: Sequence[float],
    wds: Sequence[float],
    etas: Sequence[float],
    out: Any = None,
    name: str | None = None,
    size: int = 0,
    **kwargs: Any,
) -> Any:
    """Do one step of AdamW for several weights in half precision, on their float32 copies.

    Parameters
    ----------
    weights : list of arrays
        The weights in half precision.
    grads : list of arrays
        Their gradients.
    mean : list of arrays
        The means of gradients, states that are changed.
    var : list of arrays
        The second states, of squares, which are changed.
    weights32 : list of arrays
        The weights in float32, which are changed.
    rescale_grad : number or array
        What gradients are multiplied by, a number or an array of one; where it is 0 or not finite, as after an overflow
        in half precision, nothing changes.
    lrs
        The learning rates, one for each weight.
    wds
        The weight decays, one for each weight.
    etas
        What the steps are multiplied by, one for each weight.
    out : list of arrays
        Where the new weights are written; None: new arrays.
    name
        Without effect.
    size
        How many of the weights are moved; 0: all.
    **kwargs
        The other numbers of ``adamw_update``, such as ``beta1``, the same for all.

    Returns
    -------
    The new weights, one array each.

    See Also
    --------
    mp_adamw_update : of one weight.

    Examples
    --------
    >>> weights32, mean, var = [mx.nd.array([1])], [mx.nd.zeros(1)], [mx.nd.zeros(1)]
    >>> weights, grads = [mx.nd.ones(1, dtype='float16')], [mx.nd.array([10], dtype='float16')]
    >>> _ = mx.nd.contrib.multi_mp_adamw_update(
    ...     weights, grads, mean, var, weights32, 1, lrs=(0.1,), wds=(0,), etas=(1,), out=weights)
    >>> print(weights32[0].asnumpy().round(4))
    [0.6838]
    """
    attributes = {"lrs": lrs, "wds": wds, "etas": etas, "num_weights": size or len(weights), **kwargs}
    last = [scale_of(rescale_grad, weights[0])]
    return multi_update("_multi_mp_adamw_update", (weights, grads, mean, var, weights32), last, out, **attributes)


def multi_lamb_update(
    weights: Sequence[NDArray],
    grads: Sequence[NDArray],
    mean: Sequence[NDArray],
    var: Sequence[NDArray],
    step_count: Sequence[int],
    lrs: Sequence[float],
    wds: Sequence[float],
    out: Any = None,
    num_tensors: int = 0,
    **kwargs: Any,
) -> Any:
    """Do one step of LAMB for several weights.

    Source: You et al., "Large batch optimization for deep learning: training BERT in 76 minutes", 2020.

    Parameters
    ----------
    weights : list of arrays
        The weights.
    grads : list of arrays
        Their gradients.
    mean : list of arrays
        The means of gradients, states that are changed.
    var : list of arrays
        The second states, of squares, which are changed.
    step_count : list of ints
        The numbers of the steps, counted from 1, one for each weight.
    lrs
        The learning rates, one for each weight.
    wds
        The weight decays, one for each weight.
    out : list of arrays
        Where the new weights are written; None: new arrays.
    num_tensors
        How many of the weights are moved; 0: all.
    **kwargs
        The other numbers of ``lamb_update_phase1`` and ``lamb_update_phase2``, such as ``beta1``, the same for all.

    Returns
    -------
    The new weights, one array each.

    See Also
    --------
    lamb_update_phase1 : the formula.

    Examples
    --------
    >>> weights, grads = [mx.nd.array([3, 4]), mx.nd.array([2])], [mx.nd.array([1, -1]), mx.nd.array([1])]
    >>> mean, var = [mx.nd.zeros(2), mx.nd.zeros(1)], [mx.nd.zeros(2), mx.nd.zeros(1)]
    >>> _ = mx.nd.contrib.multi_lamb_update(
    ...     weights, grads, mean, var, step_count=(1, 1), lrs=(0.1, 0.1), wds=(0, 0), out=weights)
    >>> print([weight.asnumpy().round(3) for weight in weights])
    [array([2.646, 4.354], dtype=float32), array([1.8], dtype=float32)]
    """
    attributes = {"step_count": step_count, "num_tensors": num_tensors or len(weights), **kwargs}
    return multi_update(
        "_multi_lamb_update", (weights, grads, mean, var), (), out, learning_rates=lrs, wds=wds, **attributes
    )


def multi_mp_lamb_update(
    weights: Sequence[NDArray],
    grads: Sequence[NDArray],
    mean: Sequence[NDArray],
    var: Sequence[NDArray],
    weights32: Sequence[NDArray],
    step_count: Sequence[int],
    lrs: Sequence[float],
    wds: Sequence[float],
    out: Any = None,
    num_tensors: int = 0,
    **kwargs: Any,
) -> Any:
    """Do one step of LAMB for several weights in half precision, on their float32 copies.

    Parameters
    ----------
    weights : list of arrays
        The weights in half precision.
    grads : list of arrays
        Their gradients.
    mean : list of arrays
        The means of gradients, states that are changed.
    var : list of arrays
        The second states, of squares, which are changed.
    weights32 : list of arrays
        The weights in float32, which are changed.
    step_count : list of ints
        The numbers of the steps, counted from 1, one for each weight.
    lrs
        The learning rates, one for each weight.
    wds
        The weight decays, one for each weight.
    out : list of arrays
        Where the new weights are written; None: new arrays.
    num_tensors
        How many of the weights are moved; 0: all.
    **kwargs
        The other numbers of ``lamb_update_phase1`` and ``lamb_update_phase2``, such as ``beta1``, the same for all.

    Returns
    -------
    The new weights, one array each.

    See Also
    --------
    lamb_update_phase1 : the formula.

    Examples
    --------
    >>> weights32, mean, var = [mx.nd.array([3, 4])], [mx.nd.zeros(2)], [mx.nd.zeros(2)]
    >>> weights, grads = [mx.nd.array([3, 4], dtype='float16')], [mx.nd.array([1, -1], dtype='float16')]
    >>> _ = mx.nd.contrib.multi_mp_lamb_update(
    ...     weights, grads, mean, var, weights32, step_count=(1,), lrs=(0.1,), wds=(0,), out=weights)
    >>> print(weights32[0].asnumpy().round(3))
    [2.646 4.354]
    """
    attributes = {"step_count": step_count, "num_tensors": num_tensors or len(weights), **kwargs}
    lists = (weights, grads, mean, var, weights32)
    return multi_update("_multi_mp_lamb_update", lists, (), out, learning_rates=lrs, wds=wds, **attributes)

"""``mx.nd.contrib``: operators made at first use, loops and conditions, and more that is not one operator."""

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from ..core.context import Context
from ..eager.dispatch import invoke as _invoke
from ..frontend import nested
from ..registry.manual import handing_on as _handing_on
from ..registry.op import get as _get
from . import control_flow
from ._call import operators as _operators
from .adabelief import TEXTS as _TEXTS
from .adabelief import (  # noqa: F401 - of the interface
    adabelief_update,
    mp_adabelief_update,
    multi_adabelief_update,
    multi_mp_adabelief_update,
)
from .creation import full as _full
from .ndarray import NDArray
from .random import uniform

if TYPE_CHECKING:
    from .._stubs.nd_contrib import *
else:  # checkers know the names from the stubs
    __getattr__, __dir__ = _operators(globals(), "contrib")


def isnan(data: Any) -> Any:
    """Return 1 where an element is not a number, else 0.

    Parameters
    ----------
    data
        The input array.

    Returns
    -------
    An array of the shape and dtype of ``data``.

    Examples
    --------
    >>> print(mx.nd.contrib.isnan(mx.nd.array([1, float('inf'), float('nan')])).asnumpy())
    [0. 0. 1.]
    """
    return data != data


def isinf(data: Any) -> Any:
    """Return 1 where an element is infinite, else 0.

    Parameters
    ----------
    data
        The input array.

    Returns
    -------
    An array of the shape and dtype of ``data``.

    Examples
    --------
    >>> print(mx.nd.contrib.isinf(mx.nd.array([1, float('inf'), float('nan')])).asnumpy())
    [0. 1. 0.]
    """
    return data.abs() == float("inf")


def isfinite(data: Any) -> Any:
    """Return 1 where an element is a finite number, else 0.

    Parameters
    ----------
    data
        The input array.

    Returns
    -------
    An array of the shape and dtype of ``data``.

    Examples
    --------
    >>> print(mx.nd.contrib.isfinite(mx.nd.array([1, float('inf'), float('nan')])).asnumpy())
    [1. 0. 0.]
    """
    return data.abs() < float("inf")


# -- loops and conditions -------------------------------------------------------------------------------------------


def foreach(body: Callable[..., Any], data: Any, init_states: Any) -> tuple[Any, Any]:
    """Run a function once for each slice of arrays along their first axis, handing states on from turn to turn.

    In a hybridized block it becomes a loop of the graph; here it is one in Python.

    Parameters
    ----------
    body
        ``body(slice, states)`` returns ``(outputs, new states)``.
    data
        What is gone through: an array, or nested lists of arrays, of which the first says how many turns there are.
    init_states
        The states of the first turn: an array or nested lists.

    Returns
    -------
    The outputs of all turns, stacked along a new first axis, and the last states, in the forms that ``body`` gives.

    Raises
    ------
    AssertionError
        For what is no array.
    TypeError
        For arrays of the NumPy interface: see ``mx.npx.foreach``.

    Examples
    --------
    >>> x, start = mx.nd.array([1, 2, 3]), mx.nd.zeros(1)
    >>> sums, last = mx.nd.contrib.foreach(lambda item, total: (item + total, item + total), x, start)
    >>> print(sums.asnumpy().ravel(), last.asnumpy())
    [1. 3. 6.] [6.]
    """
    control_flow.refuse_numpy("foreach", data)
    return control_flow.foreach(body, data, init_states)


def while_loop(
    cond: Callable[..., Any], func: Callable[..., Any], loop_vars: Any, max_iterations: int | None = None
) -> tuple[Any, Any]:
    """Run a function on the variables of a loop as long as a condition on them holds.

    Parameters
    ----------
    cond
        ``cond(*loop_vars)`` returns an array of one element or a truth value: whether there is another turn.
    func
        ``func(*loop_vars)`` returns ``(outputs, new loop_vars)``.
    loop_vars
        The variables at first: an array, or a list of arrays and of anything else that Python computes with, such as a
        counter.
    max_iterations
        The most turns; it must be given.

    Returns
    -------
    The outputs of all turns, stacked along a new first axis and filled up with zeros to the length ``max_iterations``
    (an empty list where there was no turn), and the last variables.

    Raises
    ------
    ValueError
        Where there are no variables or no ``max_iterations``, where ``cond`` returns more than one element, and where
        the number of outputs or variables changes.
    TypeError
        Where ``loop_vars`` is neither an array nor a list.

    Examples
    --------
    >>> outputs, last = mx.nd.contrib.while_loop(
    ...     lambda i: i < 3, lambda i: ([i * 10], [i + 1]), [mx.nd.zeros(1)], max_iterations=5
    ... )
    >>> print(outputs[0].asnumpy().ravel(), last[0].asnumpy())
    [ 0. 10. 20.  0.  0.] [3.]
    """
    return control_flow.while_loop(cond, func, loop_vars, nested.iteration_limit(max_iterations))


def cond(pred: Any, then_func: Callable[[], Any], else_func: Callable[[], Any]) -> Any:
    """Return the result of one of two functions; only that one is called.

    Parameters
    ----------
    pred
        An array of one element or a truth value: whether the first is called.
    then_func
        Called, without arguments, where ``pred`` is true.
    else_func
        Called, without arguments, where it is not.

    Returns
    -------
    What the function returns.

    Raises
    ------
    ValueError
        For an array of more elements.

    Examples
    --------
    >>> x = mx.nd.array([-3])
    >>> print(mx.nd.contrib.cond(x > 0, lambda: x * 10, lambda: -x).asnumpy())
    [3.]
    """
    return control_flow.choose(lambda: pred, then_func, else_func, "cond")


# -- drawing classes ------------------------------------------------------------------------------------------------


def rand_zipfian(
    true_classes: NDArray, num_sampled: int, range_max: int, ctx: Context | None = None
) -> tuple[NDArray, NDArray, NDArray]:
    """Draw classes with probabilities that fall with their number, as those of words sorted by frequency (Zipf's law).

    ``P(c) = (log(c + 2) - log(c + 1)) / log(range_max + 1)``.

    Parameters
    ----------
    true_classes
        Classes whose expected counts are wanted too, the labels of a batch, say.
    num_sampled
        How many classes are drawn.
    range_max
        The number of classes: they are ``[0, range_max)``.
    ctx
        The device; None: the current one.

    Returns
    -------
    The drawn classes (int64), and how often ``true_classes`` and the drawn ones are expected among them (float64).

    Examples
    --------
    >>> drawn, of_true, of_drawn = mx.nd.contrib.rand_zipfian(mx.nd.array([3]), 4, 100)
    >>> print(drawn.shape, of_true.asnumpy(), of_drawn.shape)
    (4,) [0.19340214] (4,)
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


def _scale_of(rescale_grad: Any, like: NDArray) -> NDArray:
    """Return the factor of gradients as an array of one element."""
    return rescale_grad if isinstance(rescale_grad, NDArray) else _full((1,), rescale_grad, ctx=like.context)


def _adamw(
    op: str,
    arrays: Sequence[NDArray],
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
    rates = {"lr": lr, "eta": eta, "beta1": beta1, "beta2": beta2, "epsilon": epsilon, "wd": wd}
    attributes = {**rates, "clip_gradient": clip_gradient, **kwargs}
    return _invoke(_get(op), [*arrays, _scale_of(rescale_grad, arrays[0])], attributes, out, NDArray)


def _multi_adamw(
    op: str,
    arrays: Sequence[Sequence[NDArray]],
    rescale_grad: Any,
    lrs: Sequence[float],
    wds: Sequence[float],
    etas: Sequence[float],
    out: Any = None,
    name: str | None = None,
    size: int = 0,
    **kwargs: Any,
) -> Any:
    attributes = {"lrs": lrs, "wds": wds, "etas": etas, "num_weights": size or len(arrays[0]), **kwargs}
    listed = [item for of_one in zip(*arrays, strict=True) for item in of_one]
    return _invoke(_get(op), [*listed, _scale_of(rescale_grad, arrays[0][0])], attributes, out, NDArray)


def _multi_lamb(
    op: str,
    arrays: Sequence[Sequence[NDArray]],
    step_count: Sequence[int],
    lrs: Sequence[float],
    wds: Sequence[float],
    out: Any = None,
    num_tensors: int = 0,
    **kwargs: Any,
) -> Any:
    attributes = {"step_count": step_count, "num_tensors": num_tensors or len(arrays[0]), **kwargs}
    attributes |= {"learning_rates": lrs, "wds": wds}
    listed = [item for of_one in zip(*arrays, strict=True) for item in of_one]
    return _invoke(_get(op), listed, attributes, out, NDArray)


@_handing_on(_adamw, "arrays", _TEXTS)
def adamw_update(weight, grad, mean, var, *args: Any, **kwargs: Any) -> Any:
    """Do one step of AdamW, Adam with a weight decay of its own on a weight.

    Move ``mean`` and ``var`` towards the rescaled, clipped gradient and its square; the new weight is ``weight - eta *
    (lr * mean / (sqrt(var) + epsilon) + wd * weight)``. Source: Loshchilov and Hutter, "Decoupled weight decay
    regularization", 2019.

    Parameters
    ----------
    weight : array
        The weight; it is changed where ``out`` is the weight.
    grad : array
    mean : array
        The mean of gradients, a state that is changed.
    var : array
        The mean of squared gradients, a state that is changed.
    rescale_grad : number or array
    eta
        What the step is multiplied by, weight decay included: the factor of a schedule.
    wd
        The weight decay, beside the gradient and not in it.
    out
        Where the new weight is written; None: a new array.

    Returns
    -------
    The new weight.

    Examples
    --------
    >>> weight, grad, mean, var = mx.nd.array([1]), mx.nd.array([10]), mx.nd.zeros(1), mx.nd.zeros(1)
    >>> print(mx.nd.contrib.adamw_update(weight, grad, mean, var, 1, lr=0.1, eta=1, wd=0.1).asnumpy().round(4))
    [0.5838]
    """
    return _adamw("_adamw_update", (weight, grad, mean, var), *args, **kwargs)


@_handing_on(_adamw, "arrays", _TEXTS)
def mp_adamw_update(weight, grad, mean, var, weight32, *args: Any, **kwargs: Any) -> Any:
    """Do one step of AdamW on the float32 copy of a weight in half precision.

    Parameters
    ----------
    weight : array
        The weight in half precision, of which ``weight32`` is the copy that counts; it is changed where ``out`` is the
        weight.
    grad : array
    mean : array
        The mean of gradients, a state that is changed.
    var : array
        The mean of squared gradients, a state that is changed.
    weight32 : array
        The weight in float32, which is changed.
    rescale_grad : number or array
    eta
        What the step is multiplied by, weight decay included: the factor of a schedule.
    wd
        The weight decay, beside the gradient and not in it.
    out
        Where the new weight is written; None: a new array.

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
    return _adamw("_mp_adamw_update", (weight, grad, mean, var, weight32), *args, **kwargs)


@_handing_on(_multi_adamw, "arrays", _TEXTS)
def multi_adamw_update(weights, grads, mean, var, *args: Any, **kwargs: Any) -> Any:
    """Do one step of AdamW for several weights.

    Parameters
    ----------
    weights : list of arrays
    grads : list of arrays
    mean : list of arrays
    var : list of arrays
    rescale_grad : number or array
    out : list of arrays
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
    return _multi_adamw("_multi_adamw_update", (weights, grads, mean, var), *args, **kwargs)


@_handing_on(_multi_adamw, "arrays", _TEXTS)
def multi_mp_adamw_update(weights, grads, mean, var, weights32, *args: Any, **kwargs: Any) -> Any:
    """Do one step of AdamW for several weights in half precision, on their float32 copies.

    Parameters
    ----------
    weights : list of arrays
        The weights in half precision.
    grads : list of arrays
    mean : list of arrays
    var : list of arrays
    weights32 : list of arrays
    rescale_grad : number or array
    out : list of arrays
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
    return _multi_adamw("_multi_mp_adamw_update", (weights, grads, mean, var, weights32), *args, **kwargs)


@_handing_on(_multi_lamb, "arrays", _TEXTS)
def multi_lamb_update(weights, grads, mean, var, *args: Any, **kwargs: Any) -> Any:
    """Do one step of LAMB for several weights.

    Source: You et al., "Large batch optimization for deep learning: training BERT in 76 minutes", 2020.

    Parameters
    ----------
    weights : list of arrays
    grads : list of arrays
    mean : list of arrays
    var : list of arrays
    step_count : list of ints
        The numbers of the steps, counted from 1, one for each weight.
    out : list of arrays
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
    return _multi_lamb("_multi_lamb_update", (weights, grads, mean, var), *args, **kwargs)


@_handing_on(_multi_lamb, "arrays", _TEXTS)
def multi_mp_lamb_update(weights, grads, mean, var, weights32, *args: Any, **kwargs: Any) -> Any:
    """Do one step of LAMB for several weights in half precision, on their float32 copies.

    Parameters
    ----------
    weights : list of arrays
        The weights in half precision.
    grads : list of arrays
    mean : list of arrays
    var : list of arrays
    weights32 : list of arrays
    step_count : list of ints
        The numbers of the steps, counted from 1, one for each weight.
    out : list of arrays
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
    return _multi_lamb("_multi_mp_lamb_update", (weights, grads, mean, var, weights32), *args, **kwargs)

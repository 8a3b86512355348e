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
    """Do one step of AdamW with learning rate ``eta * lr``; ``mean`` and ``var`` change. ``name`` is without effect.

    Source: Loshchilov and Hutter, "Decoupled weight decay regularization", 2019.
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
    """Do one step of AdamW in single precision on ``weight32``, of which ``weight`` is the copy in half precision.

    ``name`` is without effect.
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
    """Do one step of AdamW for several weights (``size`` of them; 0: all). ``name`` is without effect."""
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
    """Do one step of AdamW in single precision for several weights (see :func:`multi_adamw_update`)."""
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
    """Do one step of LAMB for several weights (``num_tensors`` of them; 0: all), each at its own ``step_count``.

    Source: You et al., "Large batch optimization for deep learning: training BERT in 76 minutes", 2020.
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
    """Do one step of LAMB in single precision for several weights (see :func:`multi_lamb_update`)."""
    attributes = {"step_count": step_count, "num_tensors": num_tensors or len(weights), **kwargs}
    lists = (weights, grads, mean, var, weights32)
    return multi_update("_multi_mp_lamb_update", lists, (), out, learning_rates=lrs, wds=wds, **attributes)

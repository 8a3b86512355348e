"""``mx.sym.contrib``: operators made at first use, loops and conditions, and more that is not one operator."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ..core.nested import iteration_limit
from . import control_flow
from ._call import operators as _operators
from .create import call as create
from .functions import full
from .random import uniform
from .symbol import Symbol

if TYPE_CHECKING:
    from .._stubs.sym_contrib import *
else:  # checkers know the names from the stubs
    __getattr__, __dir__ = _operators(globals(), "contrib")


def foreach(body: Callable[..., Any], data: Any, init_states: Any, name: str = "foreach") -> tuple[Any, Any]:
    """Run ``body`` once for each slice of ``data`` along its first axis, handing states on from turn to turn.

    ``body(slice, states)`` returns ``(outputs, states)``; it is called here once, with variables, and becomes a graph
    inside one node. ``data``, the states and the outputs are symbols or nested lists of them. Returns the outputs
    of all turns, stacked, and the last states, in the same forms.

    Raises :class:`AssertionError` for what is no symbol, for states that come out in another form, and for data or
    states that the body does not use.
    """
    return control_flow.foreach(body, data, init_states, name)


def while_loop(
    cond: Callable[..., Any],
    func: Callable[..., Any],
    loop_vars: Any,
    max_iterations: int | None = None,
    name: str = "while_loop",
) -> tuple[Any, Any]:
    """Run ``func`` on the variables of a loop as long as ``cond`` of them is true, at most ``max_iterations`` times.

    ``cond(*loop_vars)`` returns a symbol of one number, ``func(*loop_vars)`` returns ``(outputs, new loop_vars)``.
    Returns the outputs of all turns, stacked and filled up with zeros to the length ``max_iterations``, and the
    last variables.

    Raises :class:`ValueError` where there are no variables or no ``max_iterations``, where ``func`` returns another
    number of variables or does not use one, and where ``cond`` returns no symbol.
    """
    return control_flow.while_loop(cond, func, loop_vars, iteration_limit(max_iterations), name)


def cond(pred: Symbol, then_func: Callable[[], Any], else_func: Callable[[], Any], name: str = "cond") -> Any:
    """Compute what ``then_func()`` returns where ``pred``, one number, is true, and what ``else_func()`` does else.

    Both return a symbol or nested lists of them, equally many; shapes may differ. Only the chosen branch runs.

    Raises :class:`AssertionError` for what is no symbol, :class:`ValueError` for different numbers of outputs.
    """
    return control_flow.cond(pred, then_func, else_func, name)


def rand_zipfian(true_classes: Symbol, num_sampled: int, range_max: int) -> tuple[Symbol, Symbol, Symbol]:
    """Draw ``num_sampled`` classes of ``[0, range_max)``, the class ``c`` with a probability that falls as a Zipfian's.

    ``P(c) = (log(c + 2) - log(c + 1)) / log(range_max + 1)``. Returns the drawn classes (int64), and how often
    ``true_classes`` and the drawn ones are expected (float64).
    """
    scale = math.log(range_max + 1)
    drawn: Any = uniform(0, scale, shape=(num_sampled,), dtype="float64")
    drawn = (drawn.exp() - 1).astype("int64") % range_max

    def expected(classes: Any) -> Any:
        count = classes.astype("float64")
        return ((count + 2.0) / (count + 1.0)).log() / scale * num_sampled

    return drawn, expected(true_classes), expected(drawn)


def adamw_update(
    weight: Symbol,
    grad: Symbol,
    mean: Symbol,
    var: Symbol,
    rescale_grad: Any,
    lr: float,
    eta: float,
    beta1: float = 0.9,
    beta2: float = 0.999,
    epsilon: float = 1e-08,
    wd: float = 0,
    clip_gradient: float = -1,
    out: Any = None,
    name: str | None = None,
    **kwargs: Any,
) -> Symbol:
    """Do one step of AdamW with learning rate ``eta * lr`` (see :func:`mxnet.ndarray.contrib.adamw_update`).

    ``rescale_grad`` is a symbol or a number. Symbols have no ``out``: any other than None is refused.
    """
    rates = {"lr": lr, "eta": eta, "beta1": beta1, "beta2": beta2, "epsilon": epsilon, "wd": wd}
    arrays = (weight, grad, mean, var)
    return _update("_adamw_update", arrays, rescale_grad, out, name, clip_gradient=clip_gradient, **rates, **kwargs)


def mp_adamw_update(
    weight: Symbol,
    grad: Symbol,
    mean: Symbol,
    var: Symbol,
    weight32: Symbol,
    rescale_grad: Any,
    lr: float,
    eta: float,
    beta1: float = 0.9,
    beta2: float = 0.999,
    epsilon: float = 1e-08,
    wd: float = 0,
    clip_gradient: float = -1,
    out: Any = None,
    name: str | None = None,
    **kwargs: Any,
) -> Symbol:
    """Do one step of AdamW in single precision (see :func:`mxnet.ndarray.contrib.mp_adamw_update`)."""
    rates = {"lr": lr, "eta": eta, "beta1": beta1, "beta2": beta2, "epsilon": epsilon, "wd": wd}
    arrays = (weight, grad, mean, var, weight32)
    return _update("_mp_adamw_update", arrays, rescale_grad, out, name, clip_gradient=clip_gradient, **rates, **kwargs)


def _update(
    op: str, arrays: tuple[Symbol, ...], rescale_grad: Any, out: Any, name: str | None, **kwargs: Any
) -> Symbol:
    if out is not None:
        raise TypeError(f"{op.strip('_')}: a symbol has no place for results to go, so out must be None")
    scale = rescale_grad if isinstance(rescale_grad, Symbol) else full((1,), rescale_grad)
    return create(Symbol, op, *arrays, scale, name=name, **kwargs)

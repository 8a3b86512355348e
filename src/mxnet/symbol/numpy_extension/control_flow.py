"""Loops and conditions on symbols of the NumPy interface: those of ``mx.sym.contrib``, the functions in them too."""

from collections.abc import Callable
from typing import Any

from .. import contrib
from ..numpy.symbol import _Symbol
from ..symbol import Symbol


def _classic(value: Any) -> Any:
    if isinstance(value, (list, tuple)):
        return [_classic(item) for item in value]
    return value.as_nd_ndarray() if isinstance(value, _Symbol) else value


def _numpy(value: Any) -> Any:
    if isinstance(value, (list, tuple)):
        return [_numpy(item) for item in value]
    return value.as_np_ndarray() if isinstance(value, Symbol) else value


def _inside(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function of symbols of the NumPy interface as one of classic symbols."""
    return lambda *args: _classic(function(*_numpy(args)))


def foreach(body: Callable[..., Any], data: Any, init_states: Any, name: str = "foreach") -> tuple[Any, Any]:
    """Return the symbols of a loop over ``data`` (see :func:`mxnet.npx.foreach`)."""
    outputs, states = contrib.foreach(_inside(body), _classic(data), _classic(init_states), name)
    return _numpy(outputs), _numpy(states)


def while_loop(
    cond: Callable[..., Any],
    func: Callable[..., Any],
    loop_vars: Any,
    max_iterations: int | None = None,
    name: str = "while_loop",
) -> tuple[Any, Any]:
    """Return the symbols of a loop on variables (see :func:`mxnet.npx.while_loop`)."""
    outputs, last = contrib.while_loop(_inside(cond), _inside(func), _classic(loop_vars), max_iterations, name)
    return _numpy(outputs), _numpy(last)


def cond(pred: Any, then_func: Callable[[], Any], else_func: Callable[[], Any], name: str = "cond") -> Any:
    """Return the symbol of a choice (see :func:`mxnet.npx.cond`)."""
    return _numpy(contrib.cond(_classic(pred), _inside(then_func), _inside(else_func), name))

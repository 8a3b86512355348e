"""``mx.sym.contrib``: operators made at first use, loops and conditions, and more that is not one operator."""

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ..frontend import nested
from . import control_flow
from .create import call as create
from .functions import full
from .random import uniform
from .symbol import Symbol
from .symbol import operators as _operators

if TYPE_CHECKING:
    from .._stubs.sym_contrib import *
else:  # checkers know the names from the stubs
    __getattr__, __dir__ = _operators(globals(), "contrib")


def foreach(body: Callable[..., Any], data: Any, init_states: Any, name: str = "foreach") -> tuple[Any, Any]:
    """Run a function once for each slice of arrays along their first axis, handing states on from turn to turn.

    The function is called here once, with variables, and becomes a graph inside one node.

    Parameters
    ----------
    body
        ``body(slice, states)`` returns ``(outputs, new states)``.
    data
        What is gone through: a symbol, or nested lists of symbols of one first length.
    init_states
        The states of the first turn: a symbol or nested lists.
    name
        What the names of the node and its variables begin with.

    Returns
    -------
    The outputs of all turns, stacked along a new first axis, and the last states, in the forms that ``body`` gives.

    Raises
    ------
    AssertionError
        For what is no symbol, for states that come out in another form, and for data or states that the body does not
        use.

    Examples
    --------
    >>> x, start = mx.sym.Variable('x'), mx.sym.Variable('start')
    >>> sums, last = mx.sym.contrib.foreach(lambda item, total: (item + total, item + total), x, start)
    >>> print(sums.eval(x=mx.nd.array([1, 2, 3]), start=mx.nd.array([0]))[0].asnumpy())
    [[1.]
     [3.]
     [6.]]
    """
    return control_flow.foreach(body, data, init_states, name)


def while_loop(
    cond: Callable[..., Any],
    func: Callable[..., Any],
    loop_vars: Any,
    max_iterations: int | None = None,
    name: str = "while_loop",
) -> tuple[Any, Any]:
    """Run a function on the variables of a loop as long as a condition on them holds.

    Parameters
    ----------
    cond
        ``cond(*loop_vars)`` returns a symbol of one number: whether there is another turn.
    func
        ``func(*loop_vars)`` returns ``(outputs, new loop_vars)``.
    loop_vars
        The variables at first: a symbol or a list of symbols.
    max_iterations
        The most turns; it must be given.
    name
        What the names of the node and its variables begin with.

    Returns
    -------
    The outputs of all turns, stacked along a new first axis and filled up with zeros to the length ``max_iterations``,
    and the last variables.

    Raises
    ------
    ValueError
        Where there are no variables or no ``max_iterations``, where ``func`` returns another number of variables or
        does not use one, and where ``cond`` returns no symbol.

    Examples
    --------
    >>> i = mx.sym.Variable('i')
    >>> outputs, last = mx.sym.contrib.while_loop(lambda i: i < 3, lambda i: ([i * 10], [i + 1]), [i], max_iterations=5)
    >>> print(outputs[0].eval(i=mx.nd.array([0]))[0].asnumpy().ravel())
    [ 0. 10. 20.  0.  0.]
    """
    return control_flow.while_loop(cond, func, loop_vars, nested.iteration_limit(max_iterations), name)


def cond(pred: Symbol, then_func: Callable[[], Any], else_func: Callable[[], Any], name: str = "cond") -> Any:
    """Compute one of two branches, by a value that is known when the graph runs. Only the chosen one is computed.

    Parameters
    ----------
    pred
        A symbol of one number: whether the first branch is chosen.
    then_func
        Returns the symbol, or nested lists of symbols, where ``pred`` is not 0.
    else_func
        Returns the same number of symbols, where it is 0; shapes may differ.
    name
        What the names of the node and its variables begin with.

    Returns
    -------
    What the functions return, in the same form.

    Raises
    ------
    AssertionError
        For what is no symbol.
    ValueError
        For different numbers of outputs.

    Examples
    --------
    >>> x = mx.sym.Variable('x')
    >>> y = mx.sym.contrib.cond(x > 0, lambda: x * 10, lambda: -x)
    >>> print(y.eval(x=mx.nd.array([-3]))[0].asnumpy(), y.eval(x=mx.nd.array([2]))[0].asnumpy())
    [3.] [20.]
    """
    return control_flow.cond(pred, then_func, else_func, name)


def rand_zipfian(true_classes: Symbol, num_sampled: int, range_max: int) -> tuple[Symbol, Symbol, Symbol]:
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

    Returns
    -------
    The drawn classes (int64), and how often ``true_classes`` and the drawn ones are expected among them (float64).

    Examples
    --------
    >>> drawn, of_true, of_drawn = mx.sym.contrib.rand_zipfian(mx.sym.Variable('label'), 4, 100)
    >>> of_true.list_arguments()
    ['label']
    >>> print(of_true.eval(label=mx.nd.array([3]))[0].asnumpy())
    [0.19340214]
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
    """Do one step of AdamW with the learning rate ``eta * lr``.

    Parameters
    ----------
    weight
        The parameter.
    grad
        Its gradient.
    mean
        The decaying mean of gradients, a state.
    var
        The decaying mean of squared gradients, a state.
    rescale_grad
        What the gradient is multiplied by first: a symbol of one number, or a number. Where it is 0 or not finite,
        nothing is changed.
    lr
        The learning rate.
    eta
        What ``lr`` is multiplied by, the factor of a schedule.
    beta1
        The decay of ``mean``, from 0 to below 1.
    beta2
        The decay of ``var``, from 0 to below 1.
    epsilon
        A small number that keeps a divisor from being zero.
    wd
        The weight decay, which is not part of the gradient.
    clip_gradient
        The absolute value to which gradients are limited; -1: none.
    out
        None: symbols have no place for results to go.
    name
        The name of the symbol; None: one is made.
    **kwargs
        ``attr``.

    Returns
    -------
    A Symbol of the new weight.

    See Also
    --------
    mxnet.nd.contrib.adamw_update : the same on arrays, with the formula.

    Examples
    --------
    >>> names = 'weight', 'grad', 'mean', 'var'
    >>> new = mx.sym.contrib.adamw_update(*map(mx.sym.Variable, names), rescale_grad=1, lr=0.1, eta=1)
    >>> values = {name: mx.nd.array([value]) for name, value in zip(names, (1, 0.5, 0, 0))}
    >>> print(new.eval(**values)[0].asnumpy())
    [0.68377244]
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
    """Do one step of AdamW in single precision, for a weight in half precision.

    Parameters
    ----------
    weight
        The parameter.
    grad
        Its gradient.
    mean
        The decaying mean of gradients, a state.
    var
        The decaying mean of squared gradients, a state.
    weight32
        The weight in float32, on which the step is computed.
    rescale_grad
        What the gradient is multiplied by first: a symbol of one number, or a number. Where it is 0 or not finite,
        nothing is changed.
    lr
        The learning rate.
    eta
        What ``lr`` is multiplied by, the factor of a schedule.
    beta1
        The decay of ``mean``, from 0 to below 1.
    beta2
        The decay of ``var``, from 0 to below 1.
    epsilon
        A small number that keeps a divisor from being zero.
    wd
        The weight decay, which is not part of the gradient.
    clip_gradient
        The absolute value to which gradients are limited; -1: none.
    out
        None: symbols have no place for results to go.
    name
        The name of the symbol; None: one is made.
    **kwargs
        ``attr``.

    Returns
    -------
    A Symbol of the new weight, in its type.

    See Also
    --------
    mxnet.nd.contrib.mp_adamw_update : the same on arrays.

    Examples
    --------
    >>> names = 'weight', 'grad', 'mean', 'var', 'weight32'
    >>> new = mx.sym.contrib.mp_adamw_update(*map(mx.sym.Variable, names), rescale_grad=1, lr=0.1, eta=1)
    >>> new.list_arguments()
    ['weight', 'grad', 'mean', 'var', 'weight32']
    """
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

"""AdamW and LAMB on arrays and lists of arrays: the operators, called as optimizers call them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..eager.dispatch import invoke
from ..registry.op import get
from .creation import full
from .ndarray import NDArray


def scale_of(rescale_grad: Any, like: NDArray) -> NDArray:
    """Return the factor of gradients as an array of one element.

    Parameters
    ----------
    rescale_grad : number or array
        The factor.
    like : array
        An array, on whose device the result is.

    Returns
    -------
    ``rescale_grad`` itself where it is an array.

    Examples
    --------
    >>> print(mx.nd.contrib.scale_of(0.5, mx.nd.ones(3)).asnumpy())
    [0.5]
    """
    return rescale_grad if isinstance(rescale_grad, NDArray) else full((1,), rescale_grad, ctx=like.context)


def update(op: str, arrays: Sequence[NDArray], rescale_grad: Any, out: Any, attributes: dict[str, Any]) -> Any:
    """Do one step for one weight; ``arrays`` are the weight, its gradient and its states.

    Parameters
    ----------
    op
        The operator's name.
    arrays
        The weight, its gradient and its states.
    rescale_grad : number or array
        What gradients are multiplied by, a number or an array of one; where it is 0 or not finite, as after an overflow
        in half precision, nothing changes.
    out
        Where the new weight is written; None: a new array.
    attributes
        The operator's attributes.

    Returns
    -------
    The new weight.

    Examples
    --------
    >>> arrays = mx.nd.array([1]), mx.nd.array([10]), mx.nd.zeros(1), mx.nd.zeros(1)
    >>> print(mx.nd.contrib.update('_adamw_update', arrays, 1.0, None, {'lr': 0.1, 'eta': 1.0}).asnumpy().round(4))
    [0.6838]
    """
    return invoke(get(op), [*arrays, scale_of(rescale_grad, arrays[0])], attributes, out, NDArray)


def multi_update(op: str, lists: Sequence[Sequence[NDArray]], last: Sequence[NDArray], out: Any, **given: Any) -> Any:
    """Do one step for several weights; ``lists`` are the weights, their gradients, and the lists of their states.

    Parameters
    ----------
    op
        The operator's name.
    lists
        The weights, their gradients, and the lists of their states.
    last
        Arrays that follow all of these.
    out
        Where the new weights are written, a list; None: new arrays.
    **given
        The operator's attributes.

    Returns
    -------
    The new weights.

    Examples
    --------
    >>> weights, grads = [mx.nd.array([1])], [mx.nd.array([10])]
    >>> lists, scale = (weights, grads, [mx.nd.zeros(1)], [mx.nd.zeros(1)]), mx.nd.ones(1)
    >>> rates = {'lrs': (0.1,), 'wds': (0.0,), 'etas': (1.0,), 'num_weights': 1}
    >>> _ = mx.nd.contrib.multi_update('_multi_adamw_update', lists, [scale], weights, **rates)
    >>> print(weights[0].asnumpy().round(4))
    [0.6838]
    """
    arrays = [item for of_one in zip(*lists, strict=True) for item in of_one]
    return invoke(get(op), [*arrays, *last], given, out, NDArray)

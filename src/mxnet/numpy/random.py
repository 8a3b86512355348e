"""``mx.np.random``: random numbers, drawn from the generators that ``mx.random.seed`` seeds."""

from typing import TYPE_CHECKING, Any

from .. import random as _random
from ..core.context import Context, takes_device
from ..frontend import export as _export
from ..frontend.numpy.random import FUNCTIONS, randn
from ..ndarray.numpy import random as _arrays
from ..ndarray.numpy._call import F as _F

if TYPE_CHECKING:
    from .._stubs.np_random import *

__all__ = ["multinomial", "seed", *_export([*FUNCTIONS, randn], _F, globals())]


def multinomial(n: int, pvals: Any, size: Any = None, **kwargs: Any) -> Any:
    """Draw how often each outcome comes in ``n`` trials.

    Parameters
    ----------
    n : int
        The number of trials.
    pvals : list or array
        The probabilities of the outcomes; the last one is what the others leave of 1.
    size : None, int or tuple of ints
        The shape of the experiments, each of ``n`` trials; None: one.
    **kwargs
        None are taken.

    Returns
    -------
    An array of int64 of shape ``(*size, outcomes)``, whose last axis sums to ``n``.

    Examples
    --------
    >>> counts = mx.np.random.multinomial(20, [0.5, 0.25, 0.25], size=4)
    >>> counts.shape
    (4, 3)
    >>> print(counts.sum(axis=-1))
    [20 20 20 20]
    """
    return _arrays.multinomial(n, pvals, size, **kwargs)


@takes_device
def seed(seed: int, ctx: str | Context = "all") -> None:
    """Seed the generators of all devices, or of the one of ``ctx``: MXNet 2's name of :func:`mxnet.random.seed`.

    Parameters
    ----------
    seed
        Where the sequence of random numbers begins; the same one gives the same numbers again.
    ctx
        The device whose generator is seeded; 'all': all of them.
    device
        The same as ``ctx``, by the name that MXNet 2 gives it.

    Examples
    --------
    >>> mx.np.random.seed(7)
    >>> a = mx.np.random.normal(size=3)
    >>> mx.np.random.seed(7)
    >>> mx.np.array_equal(a, mx.np.random.normal(size=3))
    True
    """
    _random.seed(seed, ctx)

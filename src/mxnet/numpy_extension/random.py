"""``mx.npx.random``: the seed, and random numbers beyond NumPy's."""

from typing import Any

from ..core.context import takes_device
from ..frontend import export as _export
from ..frontend.numpy.random import EXTENSION_FUNCTIONS as _functions
from ..ndarray.numpy._call import F as _F
from ..numpy.random import seed


def categorical(
    data: Any, shape: Any = (), get_prob: bool = False, dtype: str = "int32", out: Any = None, name: Any = None
) -> Any:
    """Return class numbers drawn with the probabilities in the last axis of ``data``, ``shape`` of them for each row.

    With ``get_prob`` also the logarithms of the probabilities of what was drawn, through which gradients flow.
    """
    return _F("_sample_multinomial", data, shape=shape, get_prob=get_prob, dtype=dtype, out=out)


@takes_device
def multinomial(
    n: Any, p: Any, shape: Any = (), ctx: Any = None, dtype: Any = None, out: Any = None, name: Any = None
) -> Any:
    """Return how often each class comes in ``n`` trials, as floats of shape ``(*n.shape, *shape, classes)``.

    The last axis of ``p`` has the probabilities of the classes; its other axes are those of ``n``. ``ctx`` is without
    effect: the result is where ``p`` is.
    """
    return _F("_multinomial_counts", n, p, shape=shape, dtype=dtype, out=out)


__all__ = ["categorical", "multinomial", "seed", *_export(_functions, _F, globals())]

"""``mxnet.random``: the seed of the random generators, and the functions of ``mx.nd.random``."""

import numpy as np

from .core import rng
from .core.context import Context, takes_device
from .core.errors import MXNetError
from .core.lazy_imports import public_dir
from .core.simulated_gpus import computing
from .ndarray import random as _of_arrays
from .ndarray.random import *

__all__ = ["seed"]
__all__ += _of_arrays.__all__


@takes_device
def seed(seed_state: int, ctx: str | Context = "all") -> None:
    """Seed the generators, so that a program draws the same numbers each time.

    Neither NumPy's nor PyTorch's generators are touched.

    Parameters
    ----------
    seed_state
        The seed.
    ctx
        The device whose generator is seeded, or ``'all'``. ``cpu(0)``, ``cpu(1)``, ... share one generator.
    device
        The same, by the name that MXNet 2 gives it.

    Examples
    --------
    >>> mx.random.seed(42)
    >>> a = nd.random.uniform(shape=3)
    >>> mx.random.seed(42)
    >>> bool((a == nd.random.uniform(shape=3)).asnumpy().all())
    True
    """
    if not isinstance(seed_state, (int, np.integer)):
        raise ValueError(f"a seed is an integer, got {seed_state!r}")
    if ctx == "all":
        rng.seed(int(seed_state))
        return
    where = Context(ctx)
    try:
        _seed_one(int(seed_state), where)
    except MXNetError:
        if where.device_type != "gpu":
            raise
        # 1.9.1 takes the seed of a GPU that is not there in silence: programs seed all contexts they may use


@computing(lambda _, ctx: ctx)
def _seed_one(value: int, ctx: Context) -> None:
    rng.seed(value, ctx.torch_device)


__dir__ = public_dir(__name__)

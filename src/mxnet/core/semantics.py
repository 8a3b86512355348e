"""The thread's array semantics: whether zero-size shapes and NumPy arrays are in force.

MXNet's classic semantics read a 0 in a shape as "unknown"; under NumPy-shape semantics it is a size.
Programs set these flags by ``mxnet.util``.
"""

import threading
from collections.abc import Callable
from functools import partial


class _Semantics(threading.local):
    np_shape: bool = False
    np_array: bool = False
    #: of all threads: 2 for the interface of MXNet 2 (:func:`mxnet.util.use_v2`)
    api: int = 1
    #: of all threads: what floats are unless a type is given, float64 after :func:`mxnet.util.set_np_default_dtype`
    float_dtype: str = "float32"
    #: of all threads: what a mean is unless a type is given, None: the floats' own and float32 of integers
    mean_dtype: str | None = None


#: This thread's flags.
semantics = _Semantics()
#: what forgets cached results that depend on ``semantics.api``
_forget: list[Callable[[], None]] = []


def forget_with_api(forget: Callable[[], None]) -> None:
    """Have a cache, whose results depend on ``semantics.api``, cleared by :func:`set_api`."""
    _forget.append(forget)


def set_api(api: int) -> None:
    """Choose the interface of MXNet 1 or 2 for all threads."""
    type(semantics).api = api
    _set_mean_dtype()
    for forget in _forget:
        forget()


def set_float_dtype(dtype: str) -> None:
    """Set what floats are by default in all threads, ``"float32"`` or ``"float64"``."""
    type(semantics).float_dtype = dtype
    _set_mean_dtype()


def restoring_float_dtype() -> list[Callable[[], None]]:
    """Return functions that set the types again that are the default ones now, first by C alone."""
    cls = type(semantics)
    types = [partial(setattr, cls, name, getattr(cls, name)) for name in ("float_dtype", "mean_dtype")]
    return [*types, _set_mean_dtype]


def _set_mean_dtype() -> None:
    cls = type(semantics)
    cls.mean_dtype = mean_dtype_beside(cls.float_dtype)


def mean_dtype_beside(float_dtype: str) -> str | None:
    """Return what a mean is unless a type is given, where floats are of a type."""
    return float_dtype if type(semantics).api == 2 or float_dtype == "float64" else None

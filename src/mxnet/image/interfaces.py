"""Functions of images for classic arrays and arrays of ``mx.np`` alike."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, TypeVar

from .. import ndarray as nd
from ..core.semantics import semantics

_ndarray = nd.np.ndarray
_F = TypeVar("_F", bound=Callable[..., Any])


def _classic(value: Any) -> Any:
    return value.as_nd_ndarray() if isinstance(value, _ndarray) else value


def _numpy(value: Any) -> Any:
    if isinstance(value, tuple):
        return tuple(map(_numpy, value))
    return value.as_np_ndarray() if isinstance(value, nd.NDArray) else value


def either(function: _F) -> _F:
    """Let a function of classic arrays take arrays of ``mx.np``, and give such ones then."""

    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        if not any(isinstance(item, _ndarray) for item in (*args, *kwargs.values())):
            return function(*args, **kwargs)
        attributes = {name: _classic(value) for name, value in kwargs.items()}
        return _numpy(function(*map(_classic, args), **attributes))

    return call  # type: ignore[return-value]


def in_semantics(array: nd.NDArray) -> Any:
    """Return a new array in the class of this thread's semantics."""
    return array.as_np_ndarray() if semantics.np_array else array

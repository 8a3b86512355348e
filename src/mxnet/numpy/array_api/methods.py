"""The standard's array methods beyond those of 1.9.1; :mod:`mxnet.numpy` adds them to the class."""

import importlib
from collections.abc import Callable
from typing import Any

import numpy as np

from ...core.context import Context
from ...core.errors import MXNetTypeError
from ...core.semantics import semantics
from ...eager.arithmetic import array_like
from ...frontend.numpy import ufuncs
from ...frontend.numpy.methods import OPERATORS
from ...ndarray.numpy._call import F
from ...ndarray.numpy.multiarray import ndarray
from ...ops.elementwise_table import BINARY
from . import elementwise, linalg

#: Python's operators that 1.9.1's arrays lack -> functions
_OPERATORS = {row.special: row.array_api or row.name for row in BINARY if row.special and row.extension}
#: of the standard; MXNet 2 knows the draft of October 2021
_VERSIONS = ("2021.10", "2021.12", "2022.12", "2023.12")


def _namespace(self: ndarray, /, api_version: str | None = None) -> Any:
    """Return :mod:`mxnet.np.array_api`; ValueError for a version of the standard that is not there."""
    if api_version is not None and api_version not in _VERSIONS:
        raise ValueError(f"the array API standard {api_version!r} is not there, only {', '.join(_VERSIONS)}")
    return importlib.import_module(__package__)


def _device(self: ndarray) -> Context:
    """The context that the array is in."""
    return self.ctx


def _to_device(self: ndarray, device: Context, /, *, stream: Any = None) -> Any:
    """Return the array on a device, itself where it is there.

    Parameters
    ----------
    device
        The device, a :class:`Context`.
    stream
        Only None.

    Returns
    -------
    This array, or a copy.

    Raises
    ------
    ValueError
        For another ``stream``, or no device.

    Examples
    --------
    >>> a = mx.np.array([1, 2])
    >>> a.to_device(mx.cpu()) is a
    True
    """
    if not isinstance(device, Context) or stream is not None:
        raise ValueError(f"to_device: expected a context and no stream, got {device!r} and {stream!r}")
    return self.as_in_context(device)


def _positive(self: ndarray) -> Any:
    return elementwise.positive(self)  # type: ignore[attr-defined]


def _complex(self: ndarray) -> complex:
    return complex(self.item())


def _method(name: str, function: Callable[..., Any], reflected: bool = False) -> Callable[[Any, Any], Any]:
    pair = ufuncs.PAIRS.get(function.__name__)

    def method(self: Any, other: Any) -> Any:
        if semantics.api == 2 and pair is not None and ufuncs.is_number(other):
            return ufuncs.combine(F, pair, name, *((other, self) if reflected else (self, other)))
        if semantics.api == 2 and isinstance(other, np.ndarray):
            other = array_like(self, other)
        if not isinstance(other, (ndarray, int, float)):
            return NotImplemented
        return function(other, self) if reflected else function(self, other)

    method.__name__, method.__doc__ = name, f"Return ``{function.__name__}`` of the array and the other operand."
    return method


def _in_place(name: str, function: Callable[..., Any]) -> Callable[[Any, Any], Any]:
    def method(self: Any, other: Any) -> Any:
        plain = getattr(self, name.replace("__i", "__"))(other) if semantics.api == 2 else function(self, other)
        if plain is NotImplemented:
            return plain
        if semantics.api == 2 and plain.dtype != self.dtype:
            raise MXNetTypeError(f"{name}: the array is of type {self.dtype}, the result of type {plain.dtype}")
        self[...] = plain
        return self

    method.__name__, method.__doc__ = name, f"Write ``{function.__name__}`` of both into the array."
    return method


def attach() -> None:
    """Give the class of arrays its methods."""
    result: dict[str, Any] = {
        "__array_namespace__": _namespace,
        "__complex__": _complex,
        "__pos__": _positive,
        "device": property(_device),
        "mT": property(linalg.matrix_transpose),
        "to_device": _to_device,
    }
    for name, function in _OPERATORS.items():
        kernel = getattr(elementwise, function)
        result[f"__{name}__"] = _method(f"__{name}__", kernel)
        result[f"__r{name}__"] = _method(f"__r{name}__", kernel, reflected=True)
        result[f"__i{name}__"] = _in_place(f"__i{name}__", kernel)
    for name, function in OPERATORS.items():
        result[f"__r{name}__"] = _method(f"__r{name}__", getattr(elementwise, function), reflected=True)
    for name, value in result.items():
        setattr(ndarray, name, value)

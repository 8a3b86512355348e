"""Dtypes, and the namespace's inspection functions."""

import builtins
from functools import reduce
from typing import Any, NamedTuple

import numpy as np
import torch

from ...core.context import Context, cpu, current_context, gpu, num_gpus
from ...core.dtypes import TORCH_OF, canonical
from ...frontend import bind, of_operator
from ...ndarray.numpy._call import F
from ...ndarray.numpy.multiarray import ndarray

__all__ = [
    "__array_namespace_info__", "astype", "bool", "can_cast", "finfo", "float32", "float64", "iinfo", "int8", "int32",
    "int64", "isdtype", "result_type", "uint8",
]  # fmt: skip

bool = np.dtype("bool")
int8, int32, int64, uint8 = (np.dtype(name) for name in ("int8", "int32", "int64", "uint8"))
float32, float64 = np.dtype("float32"), np.dtype("float64")

_KINDS: dict[str, tuple[np.dtype, ...]] = {
    "bool": (bool,),
    "signed integer": (int8, int32, int64),
    "unsigned integer": (uint8,),
    "integral": (int8, int32, int64, uint8),
    "real floating": (float32, float64, np.dtype("float16")),
    "complex floating": (),
    "numeric": (int8, int32, int64, uint8, float32, float64, np.dtype("float16")),
}


class finfo_object(NamedTuple):
    """The limits of a floating-point dtype."""

    bits: int
    eps: float
    max: float
    min: float
    smallest_normal: float
    dtype: np.dtype


class iinfo_object(NamedTuple):
    """The limits of an integer dtype."""

    bits: int
    max: int
    min: int
    dtype: np.dtype


def tensor_type(dtype: Any) -> torch.dtype:
    """Return PyTorch's type of a data type."""
    return TORCH_OF[canonical(dtype)]


def _type_of(value: Any) -> np.dtype:
    return value.dtype if isinstance(value, ndarray) else np.dtype(value)


def finfo(type: Any, /) -> finfo_object:
    """Return the limits of a floating-point type, given itself or by an array of it."""
    dtype = _type_of(type)
    result = np.finfo(dtype)
    eps, high, low, normal = map(float, (result.eps, result.max, result.min, result.smallest_normal))
    return finfo_object(result.bits, eps, high, low, normal, dtype)


def iinfo(type: Any, /) -> iinfo_object:
    """Return the limits of an integer type, given itself or by an array of it."""
    dtype = _type_of(type)
    result = np.iinfo(dtype)
    return iinfo_object(result.bits, int(result.max), int(result.min), dtype)


def isdtype(dtype: Any, kind: Any) -> builtins.bool:
    """Return whether a data type is of a kind.

    Parameters
    ----------
    dtype : dtype
        The data type that is asked about.
    kind : dtype, str, or tuple of these
        A data type; or 'bool', 'signed integer', 'unsigned integer', 'integral', 'real floating', 'complex floating' or
        'numeric'; of a tuple one has to fit.

    Returns
    -------
    A bool.

    Raises
    ------
    ValueError
        For an unknown kind.

    Examples
    --------
    >>> mx.np.isdtype(mx.np.ones(2).dtype, 'real floating')
    True
    >>> mx.np.isdtype('int8', ('bool', 'unsigned integer'))
    False
    """
    if isinstance(kind, tuple):
        return any(isdtype(dtype, item) for item in kind)
    if not isinstance(kind, str):
        return builtins.bool(np.dtype(dtype) == np.dtype(kind))
    if kind not in _KINDS:
        raise ValueError(f"unknown kind {kind!r}: expected one of {', '.join(_KINDS)}")
    return np.dtype(dtype) in _KINDS[kind]


def promoted(*types: torch.dtype) -> torch.dtype:
    """Return the type that types are promoted to; TypeError where MXNet has none, as for int8 and uint8."""
    result = reduce(torch.promote_types, types)
    if result is torch.int16:
        raise TypeError(f"{' and '.join(map(str, types))} are promoted to int16, which MXNet has not")
    return result


def result_type(*arrays_and_dtypes: Any) -> np.dtype:
    """Return the type that arrays, types and numbers are promoted to; numbers take the kind of the rest."""
    if not arrays_and_dtypes:
        raise ValueError("result_type: nothing is given")
    numbers = [x for x in arrays_and_dtypes if isinstance(x, (builtins.bool, int, float))]
    types = [tensor_type(_type_of(x)) for x in arrays_and_dtypes if not isinstance(x, (builtins.bool, int, float))]
    if not types:
        raise TypeError("result_type: no array or type is given")
    result = promoted(*types)
    if any(isinstance(x, float) for x in numbers) and not result.is_floating_point:
        raise TypeError(f"a float has no type beside {result}")
    return np.dtype(str(result).removeprefix("torch."))


def standard(signature: str, op: str, **constants: Any) -> Any:
    """Return a function of the namespace that is an operator: see :func:`mxnet.frontend.of_operator`."""
    return bind(of_operator(signature, op, **constants), F, __name__.rpartition(".")[0])


def same_type(*arrays: ndarray) -> list[Any]:
    """Return arrays in the type that theirs are promoted to; TypeError where there is none."""
    dtype = result_type(*arrays)
    return [F.cast(array, dtype, False) for array in arrays]


def can_cast(from_: Any, to: Any, /) -> builtins.bool:
    """Return whether promotion leads from a type, or an array's, to a type."""
    try:
        return builtins.bool(result_type(_type_of(from_), to) == np.dtype(to))
    except TypeError:
        return False


def astype(x: ndarray, dtype: Any, /, *, copy: builtins.bool = True, device: Any = None) -> ndarray:
    """Return ``x`` in a type, itself where it has that type and ``copy`` is False; ``device`` moves it there."""
    if device is not None and device != x.ctx:
        x = x.as_in_context(device)
    return x if x.dtype == np.dtype(dtype) and not copy else F.cast(x, dtype, True)


class _Info:
    """The standard's ``__array_namespace_info__``."""

    def capabilities(self) -> dict[str, Any]:
        """Return whether shapes may depend on values, and how many axes an array may have."""
        return {"boolean indexing": True, "data-dependent shapes": True, "max dimensions": 32}

    def default_device(self) -> Context:
        """Return the current context."""
        return current_context()

    def devices(self) -> list[Context]:
        """Return the contexts of this machine."""
        return [cpu(), *(gpu(i) for i in range(num_gpus()))]

    def default_dtypes(self, *, device: Any = None) -> dict[str, np.dtype]:
        """Return the types that numbers take; there are no complex ones."""
        return {"real floating": float32, "integral": int64, "indexing": int64}

    def dtypes(self, *, device: Any = None, kind: Any = None) -> dict[str, np.dtype]:
        """Return the types by name, those of a kind or of a tuple of kinds."""
        known = (bool, int8, int32, int64, uint8, float32, float64)
        return {str(item): item for item in known if kind is None or isdtype(item, kind)}


def __array_namespace_info__() -> _Info:
    """Return what the namespace says of its types, devices and abilities."""
    return _Info()

"""The data types, each under its four names: MXNet's string, NumPy's, PyTorch's and the code in files.

A data type travels through the library as MXNet's string (``'float32'``); the tables below translate.
The codes are those of MXNet's array file format and of ``type_flag`` in its symbols.
"""

import math
from functools import cache
from typing import Any

import numpy as np
import torch

from .errors import MXNetDtypeError, MXNetError, nearest, shortened
from .semantics import semantics
from .tracing import traced

_CODES = {
    "float32": 0, "float64": 1, "float16": 2, "uint8": 3, "int32": 4, "int8": 5, "int64": 6, "bool": 7, "bfloat16": 12,
}  # fmt: skip
#: the types that MXNet 2 has besides, which 1.9.1 refuses
_LATER = {"int16": 8, "uint16": 9, "uint32": 10, "uint64": 11}

#: what is a number among the operands of arrays
NUMBER_TYPES = (float, int, np.generic)
#: 1.9.1's types
NAMES: tuple[str, ...] = tuple(_CODES)
CODE_OF: dict[str, int] = _CODES | _LATER
NAME_OF_CODE: dict[int, str] = {code: name for name, code in CODE_OF.items()}
TORCH_OF: dict[str, torch.dtype] = {name: getattr(torch, name) for name in CODE_OF}
NAME_OF_TORCH: dict[torch.dtype, str] = {t: name for name, t in TORCH_OF.items()}
_NUMPY_OF: dict[str, type] = {name: np.dtype(name).type for name in CODE_OF if name != "bfloat16"}
#: What Fourier transforms give: values of these types are computed with, but have no code in files.
COMPLEX: dict[str, torch.dtype] = {"complex64": torch.complex64, "complex128": torch.complex128}
#: What MXNet takes for bfloat16, which NumPy does not know: its bits.
_BITS = np.dtype([("bfloat16", np.uint16)])


class _Bfloat16(str):
    """The name of bfloat16; it also compares equal to the NumPy dtype that MXNet uses for it."""

    __slots__ = ()
    __hash__ = str.__hash__

    def __eq__(self, other: object) -> bool:
        return (isinstance(other, np.dtype) and other == _BITS) or str.__eq__(self, other) is True

    def __ne__(self, other: object) -> bool:
        return not self == other


#: The NumPy scalar type by PyTorch type: what ``NDArray.dtype`` returns. bfloat16, unknown to NumPy, is a string;
#: complex numbers are those that Fourier transforms make.
NUMPY_OF_TORCH: dict[torch.dtype, type | str] = {
    **{t: _NUMPY_OF.get(name) or _Bfloat16(name) for name, t in TORCH_OF.items()},
    **{t: getattr(np, name) for name, t in COMPLEX.items()},
}
#: the types of half precision, for tensors, by name, and as ``NDArray.dtype`` gives them
HALVES = (torch.float16, torch.bfloat16)
HALF_NAMES = ("float16", "bfloat16")
HALF_TYPES = tuple(NUMPY_OF_TORCH[dtype] for dtype in HALVES)
FLOATS: frozenset[torch.dtype] = frozenset((torch.float32, torch.float64, *HALVES))

_LARGEST: dict[torch.dtype, float] = {dtype: torch.finfo(dtype).max for dtype in FLOATS}

_FAST: dict[object, str] = {form: name for name in NAMES for form in (name, TORCH_OF[name])}
_FAST |= {_NUMPY_OF[name]: name for name in NAMES if name in _NUMPY_OF}
_FAST |= {_BITS: "bfloat16", str(_BITS): "bfloat16"}
_FAST |= {int: "int64", float: "float64", bool: "bool", "int": "int64", "float": "float64"}


def canonical(dtype: object) -> str:
    """Return MXNet's name of a data type given in any form.

    Accepts MXNet's names, NumPy types, dtypes and their strings, PyTorch dtypes, Python's ``int``/``float``/``bool``
    (int64, float64, bool, as NumPy reads them), and what has such a ``dtype``, but for NumPy's arrays.

    Raises :class:`TypeError` when it is no data type of MXNet's: :class:`MXNetDtypeError` when it is one of NumPy's.
    """
    try:
        return _FAST[dtype]
    except (KeyError, TypeError):
        pass
    inner = getattr(dtype, "dtype", None)
    if inner is not None and not isinstance(dtype, (np.ndarray, np.dtype, type)):
        return canonical(inner)
    try:
        later = NAME_OF_TORCH.get(dtype) if isinstance(dtype, torch.dtype) else None
        name = np.dtype(later or dtype).name  # type: ignore[call-overload]
    except (TypeError, ValueError, SyntaxError) as error:  # NumPy evaluates some texts
        hint = nearest(dtype, NAMES) if isinstance(dtype, str) else ""
        raise TypeError(f"data type {shortened(repr(dtype))} not understood{hint}") from error
    if not is_known(name):
        raise MXNetDtypeError(f"data type {dtype!r} is not one of MXNet's: {', '.join(NAMES)}")
    return str(name)


def is_known(name: str) -> bool:
    """Return whether arrays can have the type of this name: MXNet 2's types with its interface alone."""
    return name in NAMES or (name in CODE_OF and semantics.api == 2)


def known_codes() -> list[int]:
    """Return the codes of the types that there are, in order: those of MXNet 2 with its interface alone."""
    return _codes(semantics.api)


@cache
def _codes(api: int) -> list[int]:
    return sorted(code for name, code in CODE_OF.items() if is_known(name))


def is_dtype(value: object) -> bool:
    """Return whether MXNet or NumPy has such a data type."""
    try:
        np.dtype(value)  # type: ignore[call-overload]
    except (TypeError, ValueError, SyntaxError):
        return isinstance(value, str) and value in NAMES
    return True


def torch_dtype(dtype: object) -> torch.dtype:
    """Return PyTorch's type of a data type given in any form (see :func:`canonical`)."""
    return TORCH_OF[canonical(dtype)]


def tensor_of(source: Any, dtype: torch.dtype) -> torch.Tensor:
    """Return a new CPU tensor of type ``dtype`` with the values of what NumPy can read.

    That is any array, whatever its strides, byte order and type, or sequence of numbers. Raises what NumPy raises
    (TypeError, ValueError, OverflowError) where there are no numbers.
    """
    target = _NUMPY_OF[NAME_OF_TORCH[torch.float32 if dtype is torch.bfloat16 else dtype]]
    with np.errstate(over="ignore", invalid="ignore"):
        values: np.ndarray = np.asarray(source).astype(target, order="C")
    tensor = torch.from_numpy(values)
    return tensor if tensor.dtype is dtype else tensor.to(dtype)


def fit_to_dtype(value: float, dtype: torch.dtype) -> float:
    """Return a number that a floating-point type has room for: a larger one becomes its largest, or infinite.

    PyTorch refuses such numbers, also float32's largest one in decimal, 3.4028235e+38.
    """
    largest = _LARGEST.get(dtype)
    if largest is None or -largest <= value <= largest:
        return value
    return torch.tensor(value, dtype=torch.float64).to(dtype).item()


def rounded(value: float, dtype: torch.dtype) -> float:
    """Return a number as an array of a floating-point type has it, where PyTorch computes with more than 16 bits."""
    if dtype in HALVES and value and not traced():
        return torch.tensor(value, dtype=torch.float64).to(dtype).item()
    return fit_to_dtype(value, dtype)


def _range_of(dtype: torch.dtype) -> tuple[int, int, int]:
    info = torch.iinfo(dtype)
    is_long = info.bits == 64 or dtype is torch.uint32
    return info.min, info.max, torch.iinfo(torch.int64 if is_long else torch.int32).min


#: the least and the greatest number of integer types, and the least of the type that processors convert to first
_RANGES = {t: _range_of(t) for t in NAME_OF_TORCH if not t.is_floating_point and t is not torch.bool}


def number(value: Any, dtype: torch.dtype) -> float | int:
    """Return a number as an array of ``dtype`` holds it: whole ones without fraction, others maybe infinite.

    Whole ones are what a processor of Intel's makes of a float64: what an int32 (of int64 arrays, an int64) has no room
    for, NaN too, becomes its least number, of which smaller types take the low bits.
    """
    if dtype in FLOATS:
        return fit_to_dtype(float(value), dtype)
    if dtype is torch.bool:
        return bool(value)
    if dtype.is_complex:
        return value
    low, high, least = _RANGES[dtype]
    if low <= value <= high:
        return int(value)
    if dtype is torch.int64 and value == 1 << 63:  # the largest int64 as a float64
        return high
    integer = int(value) if math.isfinite(value) and least <= value < -least else least
    return (integer - low) % (high - low + 1) + low


def from_code(code: int) -> str:
    """Return the name of the type with MXNet's number ``code``."""
    if not is_known(NAME_OF_CODE.get(code, "")):
        raise MXNetError(f"unknown data type code {code}: expected one of {known_codes()}")
    return NAME_OF_CODE[code]


#: by 1.9.1's name of a storage type, its number
STORAGE: dict[str, int] = {"undefined": -1, "default": 0, "row_sparse": 1, "csr": 2}

_NUMPY: dict[Any, int] = {None: -1, **{_NUMPY_OF.get(name, _BITS): code for name, code in _CODES.items()}}

#: codes of data types, storage types and gradient requests, by the private names that programs import:
#: ``from mxnet.ndarray.ndarray import _DTYPE_MX_TO_NP``; ``mxnet.symbol.symbol`` has some of them too
PRIVATE: dict[str, Any] = {
    "_DTYPE_NP_TO_MX": _NUMPY,
    "_DTYPE_MX_TO_NP": {code: dtype for dtype, code in _NUMPY.items()},
    "_GRAD_REQ_MAP": {"null": 0, "write": 1, "add": 3},
    "_STORAGE_TYPE_STR_TO_ID": STORAGE,
    "_STORAGE_TYPE_ID_TO_STR": {code: name for name, code in STORAGE.items()},
    **{f"_STORAGE_TYPE_{name.upper()}": code for name, code in STORAGE.items()},
}

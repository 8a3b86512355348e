"""Comparing arrays, with messages that show where they differ."""

import json
import numbers
import os
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from .. import ndarray as nd

__all__ = [
    "almost_equal", "assert_allclose", "assert_almost_equal", "assert_almost_equal_ignore_nan",
    "assert_almost_equal_with_err", "checkShapes", "compare_ndarray_tuple", "default_atols", "default_dtype",
    "default_numeric_eps", "default_rtols", "effective_dtype", "get_atol", "get_etol", "get_rtol", "get_tolerance",
    "get_tols", "locationError", "same", "same_array", "same_symbol_structure",
]  # fmt: skip


def _numpy(array: Any) -> Any:
    return array.asnumpy() if isinstance(array, nd.NDArray) else array


def same(a: Any, b: Any) -> bool:
    """Tell whether two arrays have the same shape and exactly the same values."""
    return np.array_equal(_numpy(a), _numpy(b))


def almost_equal(
    a: Any, b: Any, rtol: Any = None, atol: Any = None, equal_nan: bool = False, use_broadcast: bool = True
) -> bool:
    """Tell whether two arrays are equal within tolerances, by default those of float64, whatever their dtypes are."""
    if not use_broadcast:
        checkShapes(a, b)
    rtol, atol = get_rtol(rtol), get_atol(atol)
    return bool(np.allclose(_numpy(a), _numpy(b), rtol=rtol, atol=atol, equal_nan=equal_nan))


def assert_allclose(a: Any, b: Any, rtol: float = 1e-7, atol: float = 0, equal_nan: bool = True) -> None:
    """As :func:`assert_almost_equal`, with the tolerances of ``numpy.testing.assert_allclose``."""
    assert_almost_equal(a, b, rtol, atol, equal_nan=equal_nan)


def checkShapes(a: Any, b: Any) -> None:
    """Raise AssertionError unless ``a`` and ``b`` have the same shape."""
    if a.shape != b.shape:
        raise AssertionError(_describe(a, b, f"a.shape = {a.shape} and b.shape = {b.shape} are not equal"))


def assert_almost_equal(
    a: Any,
    b: Any,
    rtol: Any = None,
    atol: Any = None,
    names: Sequence[str] = ("a", "b"),
    equal_nan: bool = False,
    use_broadcast: bool = True,
    mismatches: tuple[int, int] = (10, 10),
) -> None:
    """Raise AssertionError unless two arrays are equal within tolerances, by default those of their dtypes.

    ``rtol`` and ``atol`` may be dicts by dtype. On failure ``mismatches[0]`` of the largest errors are printed, as
    multiples of the tolerance; after ``mismatches[1]`` of them are found the message says "at least".
    """
    if not use_broadcast:
        checkShapes(a, b)
    rtol, atol = get_tols(a, b, rtol, atol)
    a, b = np.asarray(_numpy(a)), np.asarray(_numpy(b))
    if np.allclose(a, b, rtol=rtol, atol=atol, equal_nan=equal_nan):
        return
    a, b = np.broadcast_arrays(a, b)
    errors, order = _violations(a, b, rtol, atol, equal_nan)
    shown = min(len(order), mismatches[1] + 1)
    _print_errors(a, b, errors, order[: min(shown, mismatches[0])], names, rtol, atol)
    part = ""
    if a.ndim:
        exact = "" if len(order) <= mismatches[1] else "at least "
        part = f" (mismatch {exact}{100.0 * shown / a.size:f}%)"
    where = locationError(a, b, order[0], names, maxError=True) if a.ndim else ""
    raise AssertionError(
        _describe(a, b, f"Error {errors[order[0]]:f} exceeds tolerance rtol={rtol:e}, atol={atol:e}{part}.\n{where}")
    )


def assert_almost_equal_ignore_nan(
    a: Any, b: Any, rtol: Any = None, atol: Any = None, names: Sequence[str] = ("a", "b")
) -> None:
    """As :func:`assert_almost_equal`, leaving out the places where either array is not a number."""
    a, b = np.array(_numpy(a)), np.array(_numpy(b))
    skipped = np.isnan(a) | np.isnan(b)
    a[skipped] = b[skipped] = 0
    assert_almost_equal(a, b, rtol, atol, names)


def assert_almost_equal_with_err(
    a: Any,
    b: Any,
    rtol: Any = None,
    atol: Any = None,
    etol: float | None = None,
    names: Sequence[str] = ("a", "b"),
    equal_nan: bool = False,
    mismatches: tuple[int, int] = (10, 10),
) -> None:
    """As :func:`assert_almost_equal`, forgiving a part ``etol`` of the elements (0.1 for a tenth of them)."""
    etol = get_etol(etol)
    if etol:
        relative, absolute = get_tols(a, b, rtol, atol)
        close = np.isclose(_numpy(a), _numpy(b), rtol=relative, atol=absolute, equal_nan=equal_nan)
        if 1 - close.mean() <= etol:
            return
    assert_almost_equal(a, b, rtol, atol, names, equal_nan, mismatches=mismatches)


def locationError(a: Any, b: Any, index: Any, names: Sequence[str], maxError: bool = False) -> str:
    """Return a line that tells what ``a`` and ``b`` are at ``index``."""
    what = "maximum error" if maxError else "error"
    return f"Location of {what}: {index}, {names[0]}={a[index]:.8f}, {names[1]}={b[index]:.8f}"


def _violations(a: Any, b: Any, rtol: float, atol: float, equal_nan: bool) -> tuple[np.ndarray, list[Any]]:
    """Return errors as multiples of the tolerance, and the places that exceed it, the worst first."""
    with np.errstate(all="ignore"):
        difference = np.abs(np.subtract(a, b, dtype=np.float64))
        errors = np.asarray(difference / (atol + rtol * np.abs(b.astype(np.float64)) + 1e-20))
    bad = ~np.isclose(a, b, rtol=rtol, atol=atol, equal_nan=equal_nan)
    rank = np.where(np.isnan(errors), np.inf, errors)
    positions = np.flatnonzero(bad)
    positions = positions[np.argsort(-rank.ravel()[positions], kind="stable")]
    return errors, [tuple(int(i) for i in np.unravel_index(position, a.shape)) for position in positions]


def _print_errors(a: Any, b: Any, errors: Any, positions: Any, names: Sequence[str], rtol: float, atol: float) -> None:
    if not a.ndim:
        return
    print(f"\n*** Maximum errors for vector of size {a.size}:  rtol={rtol}, atol={atol}\n")
    for index, position in enumerate(positions, 1):
        print(f"{index:3d}: Error {errors[position]:f}  {locationError(a, b, position, names)}")


def _describe(a: Any, b: Any, message: str) -> str:
    with np.printoptions(threshold=20, suppress=True):
        return f"\nItems are not equal:\n{message}\n ACTUAL: {_numpy(a)!r}\n DESIRED: {_numpy(b)!r}"


def compare_ndarray_tuple(t1: Any, t2: Any, rtol: Any = None, atol: Any = None) -> None:
    """Compare two arrays, or two tuples of arrays, tuples and None, element by element."""
    if t1 is None or t2 is None:
        return
    if isinstance(t1, tuple):
        for first, second in zip(t1, t2, strict=True):
            compare_ndarray_tuple(first, second, rtol, atol)
    else:
        assert_almost_equal(t1, t2, rtol, atol)


def same_array(array1: Any, array2: Any) -> bool:
    """Tell whether two NDArrays share their memory, by changing one for a moment."""
    array1[:] += 1
    shared = same(array1, array2)
    array1[:] -= 1
    return shared and same(array1, array2)


def same_symbol_structure(sym1: Any, sym2: Any) -> bool:
    """Tell whether two symbols are the same graph of the same operators, whatever the names, and as far as both go.

    Casts that mixed precision puts between operators do not count.
    """
    return all(one == other for one, other in zip(_structure(sym1), _structure(sym2), strict=False))


def _structure(symbol: Any) -> list[tuple[str, list[Any]]]:
    graph = json.loads(symbol.tojson(), strict=False)
    return [(node["op"], [edge[:2] for edge in node["inputs"]]) for node in graph["nodes"]]


# -- tolerances: MXNet's defaults --------------------------------------------------------------------------------------

_DTYPES = ("float16", "float32", "float64")
_EXACT = ("bool", "int8", "uint8", "int32", "uint32", "int64", "uint64")


def _table(*values: float) -> dict[np.dtype, float]:
    floats = {np.dtype(name): value for name, value in zip(_DTYPES, values, strict=True)}
    return floats | {np.dtype(name): 0 for name in _EXACT}


def default_rtols() -> dict[np.dtype, float]:
    """Return the relative tolerance of each dtype."""
    return _table(1e-2, 1e-4, 1e-5)


def default_atols() -> dict[np.dtype, float]:
    """Return the absolute tolerance of each dtype."""
    return _table(1e-1, 1e-3, 1e-20)


def default_numeric_eps() -> dict[np.dtype, float]:
    """Return the step of numeric differentiation for each floating dtype."""
    return {np.dtype(name): 2.0**-power for name, power in zip(_DTYPES, (6, 9, 14), strict=True)}


def default_dtype() -> type:
    """Return the dtype of arrays that are made without one."""
    return np.float32


def get_rtol(rtol: Any = None, dtype: Any = np.dtype(np.float64)) -> Any:  # noqa: B008
    """Return ``rtol``, or the default of ``dtype`` when it is None."""
    return default_rtols()[np.dtype(dtype)] if rtol is None else rtol


def get_atol(atol: Any = None, dtype: Any = np.dtype(np.float64)) -> Any:  # noqa: B008
    """Return ``atol``, or the default of ``dtype`` when it is None."""
    return default_atols()[np.dtype(dtype)] if atol is None else atol


def get_etol(etol: float | None = None) -> float:
    """Return ``etol``, the part of all elements that may differ; none by default."""
    return 0 if etol is None else etol


def effective_dtype(dat: Any) -> np.dtype:
    """Return the dtype whose precision the values of ``dat`` have.

    That is its own, but float16 for float32 results of a GPU that multiplies in TF32 or less.
    """
    dtype = np.dtype(dat.dtype)
    context = getattr(dat, "context", None) or getattr(dat, "ctx", None)
    if context is not None and context.device_type == "gpu" and dtype == np.float32 and _tensor_cores_in_use():
        return np.dtype(np.float16)
    return dtype


def _tensor_cores_in_use() -> bool:
    import torch

    allowed = torch.backends.cuda.matmul.allow_tf32 or torch.backends.cudnn.allow_tf32
    if not allowed or os.environ.get("NVIDIA_TF32_OVERRIDE") == "0" or not torch.cuda.is_available():
        return False
    return torch.cuda.get_device_capability() >= (8, 0)


def get_tolerance(dat: Any, tol: float | Mapping[np.dtype, float] | None, default_tol: Mapping[np.dtype, float]) -> Any:
    """Return the tolerance for the array ``dat``: the number ``tol``, its entry for the dtype, or the default's."""
    if isinstance(tol, numbers.Number):
        return tol
    dtype = effective_dtype(dat)
    tolerances = {np.dtype(key): value for key, value in (tol or {}).items()}
    return tolerances[dtype] if dtype in tolerances else default_tol[dtype]


def get_tols(x: Any, y: Any, rtol: Any, atol: Any) -> tuple[float, float]:
    """Return ``(rtol, atol)`` for comparing ``x`` with ``y``: the larger of what each of the two allows.

    Plain numbers count as float64.
    """
    arrays = [np.float64(value) if isinstance(value, numbers.Number) else value for value in (x, y)]
    arrays = [array if hasattr(array, "dtype") else np.float64(array) for array in arrays]
    relative = max(get_tolerance(array, rtol, default_rtols()) for array in arrays)
    absolute = max(get_tolerance(array, atol, default_atols()) for array in arrays)
    return relative, absolute

"""``mx.np.array_api`` follows the Python array API standard 2023.12: its functions are NumPy's of the same names."""

from __future__ import annotations

import copy
import json
import re
import subprocess
from pathlib import Path
from typing import Any

import mxnet as mx
import numpy as np
import pytest

from tests import old_numpy, warm

xp = mx.np.array_api
MATRIX = np.array([[2.0, -1.5, 0.25], [0.5, 3.0, -2.0], [1.0, 0.0, 4.0]])
SPECIAL = np.array([0.0, -0.0, 1.5, -2.5, np.inf, -np.inf, np.nan])
UNIT = np.linspace(-0.9, 0.9, 7)
WHOLE = np.array([[3, -1, 2], [2, 2, -7]], "int32")
SMALL = np.array([1, 5, 3], "int8")
TRUTHS = np.array([True, False, True])


pytestmark = pytest.mark.usefixtures("numpy_interface")


def _ours(value: Any) -> Any:
    if isinstance(value, np.ndarray):
        return xp.asarray(value)
    if isinstance(value, (list, tuple)):
        return type(value)(_ours(each) for each in value)
    return value


def _agree(found: Any, wanted: Any) -> None:
    if isinstance(wanted, (list, tuple)):
        assert len(found) == len(wanted)
        for one, other in zip(found, wanted, strict=True):
            _agree(one, other)
        return
    assert isinstance(found, mx.np.ndarray)
    np.testing.assert_allclose(found.asnumpy(), wanted, rtol=1e-6, atol=1e-12)
    assert found.dtype == np.asarray(wanted).dtype
    assert found.shape == np.shape(wanted)


CASES: list[tuple[str, tuple[Any, ...], dict[str, Any]]] = [
    *((name, (x,), {}) for name in ("abs", "negative", "sign", "square", "positive") for x in (SPECIAL, WHOLE)),
    *((name, (x,), {}) for name in ("ceil", "floor", "round", "trunc") for x in (SPECIAL, WHOLE)),
    *((name, (x,), {}) for name in ("isfinite", "isinf", "isnan", "logical_not") for x in (SPECIAL, WHOLE, TRUTHS)),
    *((name, (UNIT,), {}) for name in ("acos", "asin", "atan", "atanh", "asinh", "cos", "cosh", "sin", "sinh", "tan")),
    *((name, (UNIT,), {}) for name in ("tanh", "exp", "expm1", "log1p", "signbit", "conj", "real")),
    *((name, (UNIT + 2,), {}) for name in ("acosh", "log", "log2", "log10", "sqrt")),
    *((name, (MATRIX, MATRIX[0]), {}) for name in ("add", "subtract", "multiply", "divide", "maximum", "minimum")),
    *((name, (MATRIX, MATRIX[:1] + 0.3), {}) for name in ("atan2", "copysign", "hypot", "logaddexp", "remainder")),
    *((name, (MATRIX, MATRIX.T), {}) for name in ("equal", "not_equal", "less", "less_equal", "greater")),
    *((name, (WHOLE, SMALL), {}) for name in ("add", "multiply", "floor_divide", "remainder", "bitwise_and")),
    *((name, (WHOLE, SMALL), {}) for name in ("bitwise_or", "bitwise_xor", "less", "maximum", "bitwise_left_shift")),
    *((name, (TRUTHS, ~TRUTHS), {}) for name in ("logical_and", "logical_or", "logical_xor", "bitwise_or")),
    ("bitwise_right_shift", (WHOLE, SMALL), {}), ("bitwise_invert", (WHOLE,), {}), ("pow", (MATRIX, SMALL), {}),
    ("floor_divide", (MATRIX, np.array(0.7)), {}), ("add", (np.full((), 2.0), SMALL), {}),
    ("clip", (MATRIX, -1.0, 2.0), {}), ("clip", (WHOLE, None, 2), {}), ("clip", (MATRIX, MATRIX[0], None), {}),
    *((name, (MATRIX,), kw) for name in ("sum", "prod", "max", "min", "mean", "all", "any")
      for kw in ({}, {"axis": 1}, {"axis": (0, 1), "keepdims": True})),
    *((name, (MATRIX,), kw) for name in ("std", "var") for kw in ({}, {"axis": 0, "correction": 1})),
    ("sum", (WHOLE,), {}), ("sum", (SMALL,), {"dtype": np.dtype("float32")}), ("prod", (WHOLE,), {"axis": 1}),
    ("cumulative_sum", (MATRIX,), {"axis": 1, "include_initial": True}), ("cumulative_sum", (SMALL,), {}),
    *((name, (MATRIX,), kw) for name in ("argmax", "argmin") for kw in ({}, {"axis": 1}, {"keepdims": True})),
    *((name, (MATRIX,), kw) for name in ("sort", "argsort") for kw in ({}, {"axis": 0})),
    ("nonzero", (WHOLE,), {}), ("searchsorted", (np.sort(UNIT), UNIT), {}),
    ("take", (MATRIX, np.array([2, 0])), {"axis": 1}),
    ("where", (TRUTHS, MATRIX[0], SMALL), {}),
    ("unique_all", (WHOLE,), {}), ("unique_counts", (WHOLE,), {}), ("unique_inverse", (WHOLE,), {}),
    ("unique_values", (SPECIAL,), {}),
    ("broadcast_arrays", (MATRIX, MATRIX[:1]), {}), ("broadcast_to", (SMALL, (2, 3)), {}),
    ("concat", ([MATRIX, WHOLE],), {}), ("concat", ([SMALL, SMALL],), {"axis": None}),
    ("stack", ([SMALL, SMALL],), {"axis": 1}),
    ("unstack", (MATRIX,), {"axis": 1}), ("expand_dims", (SMALL, 0), {}), ("squeeze", (MATRIX[:, :1], 1), {}),
    ("flip", (MATRIX,), {}), ("flip", (MATRIX,), {"axis": 0}), ("moveaxis", (np.ones((2, 3, 4)), 0, -1), {}),
    ("permute_dims", (WHOLE, (1, 0)), {}), ("repeat", (SMALL, np.array([2, 0, 1])), {}),
    ("repeat", (MATRIX, 2), {"axis": 1}),
    ("reshape", (WHOLE, (3, -1)), {}), ("roll", (MATRIX, 1), {}), ("roll", (MATRIX, (1, 2)), {"axis": (0, 1)}),
    ("tile", (SMALL, (2, 2)), {}), ("tril", (MATRIX,), {"k": -1}), ("triu", (MATRIX,), {}),
    ("meshgrid", (SMALL, SMALL), {"indexing": "ij"}), ("matmul", (MATRIX, WHOLE.T), {}),
    ("matrix_transpose", (WHOLE,), {}),
    ("tensordot", (MATRIX, MATRIX), {"axes": 1}), ("vecdot", (MATRIX, MATRIX), {"axis": 0}),
]  # fmt: skip
LINALG: list[tuple[str, tuple[Any, ...], dict[str, Any]]] = [
    ("cholesky", (MATRIX @ MATRIX.T,), {}), ("cross", (MATRIX, MATRIX[0]), {}), ("det", (MATRIX,), {}),
    ("diagonal", (MATRIX,), {"offset": 1}), ("eigvalsh", (MATRIX + MATRIX.T,), {}), ("inv", (MATRIX,), {}),
    ("matrix_norm", (MATRIX,), {}), ("matrix_norm", (MATRIX,), {"ord": 1}), ("matrix_power", (MATRIX, 3), {}),
    ("matrix_rank", (np.ones((3, 3)),), {}), ("outer", (SMALL, SMALL), {}), ("pinv", (MATRIX[:2],), {}),
    ("slogdet", (MATRIX,), {}), ("solve", (MATRIX, MATRIX[0]), {}), ("solve", (MATRIX, MATRIX), {}),
    ("svdvals", (MATRIX,), {}),
    ("trace", (WHOLE,), {}), ("vector_norm", (MATRIX,), {}), ("vector_norm", (MATRIX,), {"axis": 1, "ord": 1}),
]  # fmt: skip


@pytest.mark.parametrize(("name", "args", "kwargs"), CASES, ids=[f"{c[0]}-{i}" for i, c in enumerate(CASES)])
def test_functions(name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
    with np.errstate(all="ignore"):
        wanted = old_numpy.function(name)(*copy.deepcopy(args), **kwargs)
    if name in ("ceil", "floor", "trunc") and args[0] is WHOLE and wanted.dtype == "float64":
        pytest.skip(f"NumPy {np.__version__} rounds integers to floats")
    _agree(getattr(xp, name)(*_ours(args), **kwargs), wanted)


@pytest.mark.parametrize(("name", "args", "kwargs"), LINALG, ids=[f"{c[0]}-{i}" for i, c in enumerate(LINALG)])
def test_linalg_agrees_with_numpy(name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
    _agree(getattr(xp.linalg, name)(*_ours(args), **kwargs), getattr(np.linalg, name)(*args, **kwargs))


@pytest.mark.parametrize("name", ["qr", "svd", "eigh"])
def test_factors_multiply_to_the_matrix(name: str) -> None:
    x = MATRIX + MATRIX.T
    made = getattr(xp.linalg, name)(xp.asarray(x))
    parts = [each.asnumpy() for each in made]
    whole = {"qr": lambda q, r: q @ r, "svd": lambda u, s, v: (u * s) @ v, "eigh": lambda w, v: (v * w) @ v.T}[name](
        *parts
    )
    np.testing.assert_allclose(whole, x, atol=1e-12)


@pytest.mark.parametrize(
    ("made", "wanted"),
    [
        (lambda: xp.arange(3), np.arange(3)),
        (lambda: xp.arange(5, 0, -2), np.arange(5, 0, -2)),
        (lambda: xp.arange(0, 1, 0.3), np.arange(0, 1, 0.3, dtype="float32")),
        (lambda: xp.linspace(0, 1, 4, endpoint=False), np.linspace(0, 1, 4, endpoint=False, dtype="float32")),
        (lambda: xp.eye(2, 3, k=1), np.eye(2, 3, 1, "float32")),
        (lambda: xp.full((2,), 7), np.full(2, 7)),
        (lambda: xp.full(2, True), np.full(2, True)),
        (lambda: xp.ones((2, 0), dtype=xp.int8), np.ones((2, 0), "int8")),
        (lambda: xp.zeros_like(xp.asarray(WHOLE)), np.zeros_like(WHOLE)),
        (lambda: xp.asarray([[1, 2], [3, 4]]), np.array([[1, 2], [3, 4]])),
        (lambda: xp.asarray(1.5), np.array(1.5, "float32")),
        (lambda: xp.from_dlpack(xp.asarray(WHOLE)), WHOLE),
        (lambda: xp.astype(xp.asarray(MATRIX), xp.int32), MATRIX.astype("int32")),
    ],
)
def test_creation(made: Any, wanted: np.ndarray) -> None:
    _agree(made(), wanted)


@pytest.mark.parametrize(
    ("expression", "wanted"),
    [
        (lambda x: x // 2, WHOLE // 2), (lambda x: 7 // x, 7 // WHOLE), (lambda x: x << 1, WHOLE << 1),
        (lambda x: x >> 1, WHOLE >> 1), (lambda x: 1 & x, 1 & WHOLE), (lambda x: 6 | x, 6 | WHOLE),
        (lambda x: 5 ^ x, 5 ^ WHOLE), (lambda x: +x, +WHOLE), (lambda x: x.mT, WHOLE.T),
        (lambda x: x.to_device(mx.cpu(0)), WHOLE),
    ],
)  # fmt: skip
def test_operators_and_attributes_of_arrays(expression: Any, wanted: np.ndarray) -> None:
    _agree(expression(xp.asarray(WHOLE)), wanted)


def test_operators_in_place() -> None:
    x = xp.asarray(WHOLE, copy=True)
    same = x
    x //= 2
    x <<= 1
    assert x is same
    np.testing.assert_array_equal(x.asnumpy(), (WHOLE // 2) << 1)


def test_arrays_name_their_namespace() -> None:
    x = mx.np.ones((2,))
    assert x.__array_namespace__() is xp
    assert x.__array_namespace__(api_version="2023.12") is xp
    assert x.device == mx.cpu()
    with pytest.raises(ValueError, match=r"2099\.12"):
        x.__array_namespace__(api_version="2099.12")


def test_every_listed_name_is_there() -> None:
    assert [name for name in xp.__all__ if not hasattr(xp, name)] == []


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda x: xp.add(xp.astype(x, xp.int8), xp.astype(x, xp.uint8)), TypeError),  # int16 is not there
        (lambda x: xp.squeeze(x, 0), ValueError),
        (lambda x: xp.reshape(x, (6,), copy=False), ValueError),
        (lambda x: xp.nonzero(xp.asarray(1)), ValueError),
        (lambda x: xp.take(x, xp.asarray([0])), ValueError),
        (lambda x: xp.clip(x, 0.5, 1.5), TypeError),
        (lambda x: xp.imag(x), TypeError),
        (lambda x: xp.exp(2.0), TypeError),
        (lambda x: x.to_device("cpu"), ValueError),
        (lambda x: xp.asarray([1], copy=False), ValueError),
        (lambda x: xp.isdtype(xp.int8, "whole"), ValueError),
        (lambda x: xp.sum(x, axis=5), IndexError),
    ],
)
def test_what_the_standard_forbids_is_refused(call: Any, error: type[Exception]) -> None:
    with pytest.raises(error):
        call(xp.asarray(WHOLE))


def test_inspection_of_dtypes() -> None:
    assert xp.result_type(xp.int8, xp.int32, 3) == xp.int32
    assert xp.isdtype(xp.float32, ("bool", "real floating"))
    assert not xp.isdtype(xp.float32, "integral")
    assert xp.can_cast(xp.int8, xp.int64)
    assert not xp.can_cast(xp.float64, xp.float32)
    assert xp.finfo(xp.float32).eps == np.finfo("float32").eps
    assert xp.iinfo(xp.asarray(SMALL)).max == 127
    info = xp.__array_namespace_info__()
    assert set(info.dtypes(kind="integral")) == {"int8", "int32", "int64", "uint8"}
    assert info.default_dtypes()["real floating"] == xp.float32
    assert info.default_device() in info.devices()


def test_results_share_no_memory() -> None:
    x = xp.asarray(MATRIX, copy=True)
    y = xp.permute_dims(x, (1, 0))
    y[...] = 0
    np.testing.assert_array_equal(x.asnumpy(), MATRIX)


def test_gradients() -> None:
    x = mx.np.array(MATRIX)
    x.attach_grad()
    with mx.autograd.record():
        y = xp.sum(xp.square(xp.permute_dims(x, (1, 0)))) + xp.linalg.vector_norm(x) * 2
    y.backward()
    np.testing.assert_allclose(x.grad.asnumpy(), 2 * MATRIX + 2 * MATRIX / np.linalg.norm(MATRIX), rtol=1e-6)


#: the libraries read the switch when they are imported: another process has it on
_PAGE = (Path(__file__).parents[2] / "docs" / "array_api.md").read_text()
_PROGRAM = (
    "\n".join(re.findall(r"```python\n(.*?)```", _PAGE, re.DOTALL))
    + """
import json
from scipy.integrate import trapezoid

assert scaled.shape == (100, 4)
x = mx.np.array([[2.0, -1.5, 0.25], [0.5, 3.0, -2.0], [1.0, 0.0, 4.0]])
with sklearn.config_context(array_api_dispatch=True):
    scaled = MinMaxScaler().fit_transform(x)
area = trapezoid(x, axis=0)
results = {"sklearn": scaled, "scipy": area}
print(json.dumps({name: [type(made).__module__, made.tolist()] for name, made in results.items()}))
"""
)


@pytest.fixture(scope="module")
def results_of_libraries() -> Any:
    pytest.importorskip("sklearn", reason="scikit-learn, with SciPy, is in the extra dev")
    done = subprocess.run([*warm.python(), "-c", _PROGRAM], capture_output=True, text=True, timeout=120, check=True)
    return json.loads(done.stdout)


def test_scikit_learn_takes_our_arrays(results_of_libraries: Any) -> None:
    module, found = results_of_libraries["sklearn"]
    assert module == "mxnet.numpy"
    np.testing.assert_allclose(found, (MATRIX - MATRIX.min(0)) / np.ptp(MATRIX, 0), rtol=1e-6)


def test_scipy_takes_our_arrays(results_of_libraries: Any) -> None:
    module, found = results_of_libraries["scipy"]
    assert module == "mxnet.numpy"
    np.testing.assert_allclose(found, (MATRIX[:-1] + MATRIX[1:]).sum(0) / 2)


@pytest.mark.parametrize("name", ["sum", "prod", "cumulative_sum"])
@pytest.mark.parametrize("kind", ["int8", "uint8", "int32", "int64", "float64"])
def test_a_sum_is_of_the_type_that_is_asked_for(name: str, kind: str) -> None:
    x = mx.np.array([1, 2, 3], dtype="uint8")
    result = getattr(mx.np.array_api, name)(x, dtype=np.dtype(kind))
    assert result.dtype == kind
    assert result.asnumpy().tolist() == old_numpy.function(name)([1, 2, 3]).tolist()

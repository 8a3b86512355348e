"""The integers that MXNet 2 has beside 1.9.1's: int16, uint16, uint32 and uint64."""

from __future__ import annotations

import mxnet as mx
import numpy as np
import pytest

NAMES = ("int16", "uint16", "uint32", "uint64")
ARRAY = [7, 2, 300]

CALLS = {
    "greater": (lambda np, a: a > 2),
    "equal": (lambda np, a: a == 300),
    "compared": (lambda np, a: a <= a[::-1]),
    "slice": (lambda np, a: a[1:]),
    "mask": (lambda np, a: a[a > 2]),
    "positions": (lambda np, a: a[np.array([0, 2], dtype="int32")]),
    "add": (lambda np, a: a + a),
    "subtract": (lambda np, a: a - a),
    "multiply": (lambda np, a: a * 2),
    "remainder": (lambda np, a: a % 2),
    "floor": (lambda np, a: a // a),
    "maximum": (lambda np, a: np.maximum(a, a)),
    "max": (lambda np, a: a.max()),
    "argmax": (lambda np, a: np.argmax(a)),
    "sort": (lambda np, a: np.sort(a)),
    "concatenate": (lambda np, a: np.concatenate([a, a])),
    "reshape": (lambda np, a: a.reshape(3, 1)),
    "flip": (lambda np, a: a[::-1]),
}


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
@pytest.mark.parametrize("dtype", NAMES)
def test_arrays_compute_as_numpys(v2, dtype, call):
    result = call(mx.np, mx.np.array(ARRAY, dtype=dtype))
    expected = call(np, np.array(ARRAY, dtype=dtype))
    assert result.dtype == expected.dtype
    np.testing.assert_array_equal(result.asnumpy(), expected)


CREATION = {
    "array": lambda dtype: mx.np.array([1, 2], dtype=dtype),
    "torch": lambda dtype: mx.np.array([1, 2], dtype=getattr(__import__("torch"), dtype)),
    "arange": lambda dtype: mx.np.arange(1, 3, dtype=dtype),
    "cast": lambda dtype: mx.np.array([1.5, 2.5]).astype(dtype),
    "classic": lambda dtype: mx.nd.array([1, 2], dtype=dtype),
    "from_numpy": lambda dtype: mx.nd.from_numpy(np.array([1, 2], dtype=dtype)),
}


@pytest.mark.parametrize("create", CREATION.values(), ids=CREATION)
@pytest.mark.parametrize("dtype", NAMES)
def test_creation(v2, dtype, create):
    result = create(dtype)
    assert result.dtype == np.dtype(dtype)
    assert result.asnumpy().tolist() == [1, 2]
    assert result.asnumpy().dtype == np.dtype(dtype)


@pytest.mark.parametrize("name", ["array", "torch", "cast", "classic", "from_numpy"])
@pytest.mark.parametrize("dtype", NAMES)
def test_1_9_1_refuses_them(dtype, name):
    with pytest.raises((TypeError, ValueError, KeyError, mx.MXNetError)):
        CREATION[name](dtype)


@pytest.mark.parametrize(("dtype", "code"), list(zip(NAMES, (8, 9, 10, 11), strict=True)))
def test_files_have_the_codes_of_2_0(v2, tmp_path, dtype, code):
    name = str(tmp_path / "a")
    mx.nd.save(name, {"a": mx.nd.array(ARRAY, dtype=dtype)})
    assert (tmp_path / "a").read_bytes()[52] == code
    loaded = mx.nd.load(name)["a"]
    assert (loaded.dtype, loaded.asnumpy().tolist()) == (np.dtype(dtype), ARRAY)
    mx.util.use_v2(False)
    with pytest.raises(mx.MXNetError, match="unknown data type code"):
        mx.nd.load(name)


@pytest.mark.parametrize("dtype", NAMES)
def test_assignment(v2, dtype):
    a = mx.np.array(ARRAY, dtype=dtype)
    a[0] = 5
    a[1:] = mx.np.array([1, 3], dtype=dtype)
    a += 1
    assert a.tolist() == [6, 2, 4]


@pytest.mark.parametrize(("first", "second", "expected"), [
    ("int16", "int32", "int32"), ("uint16", "int32", "int32"), ("uint32", "int32", "int64"),
    ("uint64", "float32", "float32"),
])  # fmt: skip
def test_sums_of_two_types(v2, first, second, expected):
    result = mx.np.array([1], dtype=first) + mx.np.array([2], dtype=second)
    assert (result.dtype, result.tolist()) == (np.dtype(expected), [3])


UNSIGNED = [
    ("bool", "uint16"), ("uint8", "uint32"), ("uint16", "uint8"), ("uint16", "uint32"), ("uint64", "uint32"),
]  # fmt: skip


@pytest.mark.parametrize(("first", "second"), UNSIGNED)
@pytest.mark.parametrize("name", ["add", "subtract", "power", "floor_divide", "mod", "fmod", "lcm", "dot", "matmul"])
def test_unsigned_integers_of_two_types(v2, name, first, second):
    a, b = np.array([7, 6, 1], dtype=first), np.array([2, 6, 1], dtype=second)
    result = getattr(mx.np, name)(mx.np.array(a, dtype=first), mx.np.array(b, dtype=second))
    expected = getattr(np, name)(a, b)
    assert result.dtype == expected.dtype
    np.testing.assert_array_equal(result.asnumpy(), expected)


def test_numbers_that_no_type_of_pytorchs_holds_are_refused(v2):
    a = mx.np.array(np.array([2**64 - 1], dtype="uint64"), dtype="uint64")
    assert a.item() == 2**64 - 1
    with pytest.raises(mx.MXNetError, match="uint64 are not supported"):
        a + a


def test_the_list_of_them():
    assert {np.dtype(name) for name in NAMES} < set(mx.np.integer_dtypes)
    assert mx.np.uint16 is np.uint16


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
@pytest.mark.parametrize("dtype", NAMES)
def test_graphs_compute_as_numpys(v2, dtype, call):
    class Block(mx.gluon.HybridBlock):
        def forward(self, x):
            return call(mx.np, x)

    block = Block()
    block.hybridize()
    result = block(mx.np.array(ARRAY, dtype=dtype))
    expected = call(np, np.array(ARRAY, dtype=dtype))
    assert result.dtype == expected.dtype
    np.testing.assert_array_equal(result.asnumpy(), expected)

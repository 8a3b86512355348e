"""``x[key]`` and ``x[key] = value`` of ``mx.np`` arrays are NumPy's."""

from __future__ import annotations

from typing import Any

import mxnet as mx
import numpy as np
import pytest

DATA = np.arange(24, dtype="float32").reshape(2, 3, 4)
MASK = DATA > 5
KEYS: list[Any] = [
    0, -1, np.int64(1), np.array(1), None, ..., (), True, False, slice(None, None, -1), slice(3, 1), slice(1, None),
    (0, 0, 0), (-1, -1), (None, 0), (..., 1), (1, ..., None), (slice(2, 0, -1), 0), (slice(0, 5, 2), 1), (True, 0),
    [0, 1], [True, False], [1, 1, 0], ([],), np.array([1, 0]), np.array([True, False]), MASK,
    (np.array([[0, 1], [1, 0]]),), (0, slice(None), [1, 2]), (0, [0, 2], 0), (0, np.array([True, False, True])),
    ([0, 1], slice(None), [1, 2]), (slice(None), [0, 1], [1, 2]), (None, [0, 1], None), ([0], [1], None, [2]),
    ([0, 1], None, 0), (slice(1, None), None, [0, 2]), (slice(None, None, -2), [0, 2], slice(None, None, -1)),
    (slice(None), slice(None), np.array([True, False, True, True])), (..., [0, 2]), ([1], ..., 0), (0, ..., [1, 2]),
]  # fmt: skip


pytestmark = pytest.mark.usefixtures("numpy_interface")


def _label(key: Any) -> str:
    return str(key).replace("\n", "")[:60]


@pytest.mark.parametrize("key", KEYS, ids=_label)
def test_reading_a_key_agrees_with_numpy(key: Any) -> None:
    np.testing.assert_array_equal(mx.np.array(DATA)[key].asnumpy(), DATA[key], strict=True)


@pytest.mark.parametrize("key", KEYS, ids=_label)
def test_set_an_array(key: Any) -> None:
    wanted, found = DATA.copy(), mx.np.array(DATA)
    part = np.asarray(DATA[key])
    value = np.arange(part.size, dtype="float32").reshape(part.shape) - 100
    wanted[key] = value
    found[key] = mx.np.array(value)
    np.testing.assert_array_equal(found.asnumpy(), wanted)


@pytest.mark.parametrize("key", KEYS, ids=_label)
def test_set_a_number(key: Any) -> None:
    wanted, found = DATA.copy(), mx.np.array(DATA)
    wanted[key] = found[key] = -7
    np.testing.assert_array_equal(found.asnumpy(), wanted)


@pytest.mark.parametrize("key", KEYS, ids=_label)
def test_gradient(key: Any) -> None:
    x = mx.np.array(DATA)
    x.attach_grad()
    with mx.autograd.record():
        y = x[key]
    y.backward()
    wanted = np.zeros_like(DATA)
    np.add.at(wanted, key, 1)
    np.testing.assert_array_equal(x.grad.asnumpy(), wanted)


def test_arrays_of_mx_are_keys() -> None:
    x = mx.np.array(DATA)
    np.testing.assert_array_equal(x[mx.np.array([1, 0], dtype="int32")].asnumpy(), DATA[[1, 0]])
    np.testing.assert_array_equal(x[x > 5].asnumpy(), DATA[MASK])


@pytest.mark.parametrize("key", [2, (0, 0, 0, 0), [5], np.array([0, -3]), np.array([True, False, True])], ids=_label)
def test_outside(key: Any) -> None:
    x = mx.np.array(DATA)
    with pytest.raises(IndexError):
        x[key]
    with pytest.raises(IndexError):
        x[key] = 1
    np.testing.assert_array_equal(x.asnumpy(), DATA)


@pytest.mark.parametrize("key", [1.5, "a"])
def test_no_index(key: Any) -> None:
    with pytest.raises(ValueError, match="no index"):
        mx.np.array(DATA)[key]


def test_a_value_that_does_not_fit() -> None:
    with pytest.raises(mx.MXNetError, match=r"\(5,\).*\(3, 4\)"):
        mx.np.array(DATA)[0] = np.arange(5)


def test_a_part_in_one_piece_of_memory_writes_through() -> None:
    x = mx.np.array(DATA)
    x[1][:] = 0
    assert x[1].asnumpy().max() == 0
    x[:, 0][:] = -1
    assert x.asnumpy().min() == 0


#: keys that select all elements in their order, and the shape of what they select
WHOLE: list[tuple[Any, tuple[int, ...]]] = [
    ((), (2, 3)), (..., (2, 3)), (slice(0, 2), (2, 3)), ((slice(None, None, 1), slice(-3, 9)), (2, 3)),
    ((slice(None), None), (2, 1, 3)), ((..., None), (2, 3, 1)), (None, (1, 2, 3)),
]  # fmt: skip


@pytest.mark.parametrize(("key", "shape"), WHOLE, ids=_label)
@pytest.mark.parametrize("dtype", ["float32", "int32"])
def test_overwriting_a_whole_array_is_recorded(key: Any, shape: tuple[int, ...], dtype: str) -> None:
    x, y = mx.np.zeros((2, 3), dtype), mx.np.ones(shape, dtype="float64")
    y.attach_grad()
    with mx.autograd.record():
        x[key] = y
    x.backward()
    np.testing.assert_array_equal(x.asnumpy(), np.ones((2, 3), dtype), strict=True)
    np.testing.assert_array_equal(y.grad.asnumpy(), np.ones(shape), strict=True)


def test_an_axis_of_length_1_is_overwritten_by_its_number() -> None:
    x, y = mx.np.zeros((1, 3)), mx.np.ones((3,))
    y.attach_grad()
    with mx.autograd.record():
        x[0] = y
        z = x * 2
    z.backward()
    np.testing.assert_array_equal(y.grad.asnumpy(), np.full(3, 2, "float32"))


@pytest.mark.parametrize("key", [0, slice(0, 1), slice(None, None, -1), ([0, 1],)], ids=_label)
def test_overwriting_a_part_is_not_recorded(key: Any) -> None:
    x = mx.np.zeros((2, 3))
    y = mx.np.ones(x[key].shape)
    y.attach_grad()
    with mx.autograd.record(), pytest.raises(mx.MXNetError, match="Inplace operations"):
        x[key] = y


@pytest.mark.parametrize(
    "key",
    [
        "[[0, 2], [1, 1]]",
        "[[0, -1], 1]",
        "[1, [0, 1]]",
        "[[0, 0, 2]]",
        "[[0, 1], [0, 1], [0, 1]]",
        "[[0, 7], 1]",
        "[5, [0]]",
    ],
)
def test_writing_through_index_arrays(key: str) -> None:
    parts = eval(key, {})
    for value in (2.5, np.array([3.0, 4.0])):
        wanted = np.arange(12.0).reshape(3, 2, 2)
        made = mx.np.array(wanted, dtype="float64")
        keys = [
            tuple(each if isinstance(each, int) else make(each, dtype="int64") for each in parts)
            for make in (np.array, mx.np.array)
        ]
        try:
            wanted[keys[0]] = value
        except (IndexError, ValueError) as error:
            with pytest.raises(IndexError if isinstance(error, IndexError) else mx.MXNetError):
                made[keys[1]] = value if isinstance(value, float) else mx.np.array(value, dtype="float64")
        else:
            made[keys[1]] = value if isinstance(value, float) else mx.np.array(value, dtype="float64")
        np.testing.assert_array_equal(made.asnumpy(), wanted)  # nothing is written where something is wrong


@pytest.mark.parametrize(("value", "expected"), [(5, [5, 5, 5]), ([7, 8, 9], [8, 9, 7])])
def test_an_array_may_be_its_own_key(value: Any, expected: list[int]) -> None:
    x = mx.np.array([2, 0, 1], dtype="int64")
    x[x] = value
    assert x.asnumpy().tolist() == expected


@pytest.mark.parametrize(
    "key",
    [[1, 9], np.array([0, -9]), ([0, 1], [0, 4]), (..., [0, 4]), (slice(None), [1, -4]), (0, slice(None), [1, 9])],
    ids=_label,
)
def test_nothing_is_written_where_an_index_is_out_of_range(key: Any) -> None:
    x = mx.np.array(DATA)
    with pytest.raises(IndexError, match="out of bounds for axis"):
        x[key] = -1
    np.testing.assert_array_equal(x.asnumpy(), DATA)


@pytest.mark.parametrize("zero", [0.0, -0.0, 0])
def test_the_sign_of_an_assigned_zero(zero: float) -> None:
    x = mx.np.array(DATA)
    x[[0]] = zero
    assert np.signbit(x.asnumpy()[0, 0, 0]) == np.signbit(zero)


@pytest.mark.parametrize("module", [mx.nd, mx.np], ids=["nd", "np"])
def test_a_comparison_with_negative_zero_leaves_zero_positive(module: Any) -> None:
    x = module.array([1.5], dtype="float64")
    x == -0.0  # noqa: B015
    y = module.array([1.5], dtype="float64")
    y[:] = 0
    assert not np.signbit((x * 0).asnumpy()).any()
    assert not np.signbit(y.asnumpy()).any()

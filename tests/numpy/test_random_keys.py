"""Random keys of ``mx.np`` arrays, read and written, recorded and traced, against NumPy."""

from __future__ import annotations

from typing import Any

import mxnet as mx
import numpy as np
import pytest

from tests.ndarray.random_keys import Keys, numpys, ours

pytestmark = pytest.mark.usefixtures("numpy_interface")


def readable(shape: tuple[int, ...], key: Any) -> bool:
    """Return whether NumPy reads the key: index arrays of several lengths do not broadcast."""
    try:
        np.zeros(shape)[numpys(key)]
    except IndexError:
        return False
    return True


ALL = slice(None)
PLACES: list[tuple[tuple[int, ...], Any]] = [
    ((3, 4, 2, 3), (slice(None, None, 2), [3, 3], ..., [0, -2], slice(0, 1))),
    ((3, 4, 2, 3), (ALL, [3, 3], [0, 1], ..., [0, -2])),
    ((3, 4), ([1, 2], ..., [0, 3])),
    ((3, 4), (..., [1, 2], [0, 3])),
    ((3, 4, 2), (1, ..., ALL, [0, 1])),
    ((3, 4, 2), (ALL, 1, ..., [0, 1])),
    ((3, 4, 2), (ALL, np.array([True, False, True, True]), ..., [0, 1, 0])),
    ((3, 4), (None, np.array([False, False, True]), ..., np.array([True, False, False, False]))),
    ((3, 4, 5), (2, [0, 2], None)),
    ((3, 4, 5), ([0, 2], None, 2)),
    ((3, 3), (1, ..., ALL, True)),
    ((3, 3), (1, ALL, np.False_)),
    ((3, 3), (ALL, True, 1)),
    ((3, 3), (True, [0, 1], ALL, None)),
    ((3, 4), ([0], slice(None, None, 2**70))),
    ((3, 4), slice(None, None, -(2**70))),
]
MANY = [pair for pair in Keys(51).some(330) if readable(*pair)]
LABELS = [f"{shape} {str(key)[:70]}".replace("\n", "") for shape, key in PLACES + MANY]
keys = pytest.mark.parametrize(("shape", "key"), PLACES + MANY, ids=LABELS)


def data(shape: tuple[int, ...]) -> np.ndarray:
    return np.arange(1, np.prod(shape) + 1, dtype="float32").reshape(shape)


@keys
def test_reading(shape: tuple[int, ...], key: Any) -> None:
    result = mx.np.array(data(shape))[ours(key, mx.np.array)]
    np.testing.assert_array_equal(result.asnumpy(), np.asarray(data(shape)[numpys(key)]), strict=True)


@keys
def test_writing(shape: tuple[int, ...], key: Any) -> None:
    part = np.asarray(data(shape)[numpys(key)])
    block = -np.arange(part.size, dtype="float32").reshape(part.shape)
    for value in (7, block, block[..., :1] if part.ndim else block, block[:1] if part.ndim else block):
        expected, x = data(shape), mx.np.array(data(shape))
        expected[numpys(key)] = value
        x[ours(key, mx.np.array)] = value if isinstance(value, int) else mx.np.array(value)
        np.testing.assert_array_equal(x.asnumpy(), expected)


@keys
def test_the_gradient(shape: tuple[int, ...], key: Any) -> None:
    part = np.asarray(data(shape)[numpys(key)])
    weight = np.arange(part.size, dtype="float32").reshape(part.shape)
    x = mx.np.array(data(shape))
    x.attach_grad()
    with mx.autograd.record():
        loss = ((x * 2)[ours(key, mx.np.array)] * mx.np.array(weight)).sum()
    loss.backward()
    expected = np.zeros(shape, "float32")
    np.add.at(expected, numpys(key), 2 * weight)
    np.testing.assert_allclose(x.grad.asnumpy(), expected, rtol=1e-6)


@pytest.mark.parametrize(("shape", "key"), (PLACES + MANY)[:80], ids=LABELS[:80])
def test_a_traced_block(shape: tuple[int, ...], key: Any) -> None:
    class Part(mx.gluon.HybridBlock):
        def forward(self, x: Any) -> Any:
            return x[ours(key, mx.np.array)]

    block = Part()
    block.initialize()
    block.hybridize()
    for factor in (1, 2):
        result = block(mx.np.array(factor * data(shape)))
        np.testing.assert_array_equal(result.asnumpy(), np.asarray(factor * data(shape)[numpys(key)]), strict=True)


@pytest.mark.parametrize("key", [2**70, -(2**70), (0, 2**70), [2**70], [2**63], (ALL, 2**63), ([0, 1], 2**64)], ids=str)
@pytest.mark.parametrize("make", [mx.nd.array, mx.np.array], ids=["nd", "np"])
def test_integers_that_no_axis_has(make: Any, key: Any) -> None:
    x = make(data((3, 4)))
    with pytest.raises(IndexError):
        x[key]
    with pytest.raises(IndexError):
        x[key] = 1
    np.testing.assert_array_equal(x.asnumpy(), data((3, 4)))

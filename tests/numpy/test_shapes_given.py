"""What creation takes for a shape, a range or a parameter, and what it refuses, with which class, as in 1.9.1."""

from __future__ import annotations

import mxnet as mx
import numpy as np
import pytest

TAKEN = [
    (lambda: mx.np.zeros((True, 2)), (1, 2)),
    (lambda: mx.np.zeros(True), (1,)),
    (lambda: mx.np.zeros((np.int64(2),)), (2,)),
    (lambda: mx.np.empty((True,)), (1,)),
    (lambda: mx.np.empty(()), ()),
    (lambda: mx.np.empty((0, 2)), (0, 2)),
    (lambda: mx.np.arange(None), (0,)),
    (lambda: mx.np.tile(mx.np.ones((2, 1)), "2"), (2, 2)),
    (lambda: mx.np.broadcast_to(mx.np.ones((2, 1)), "(2,2)"), (2, 2)),
    (lambda: mx.nd.linspace("0", "1", "3"), (3,)),
    (lambda: mx.nd.random.randn(2, loc=mx.nd.zeros(2), scale=mx.nd.ones(2)), (2, 2)),
]


@pytest.mark.parametrize(("make", "shape"), TAKEN)
def test_takes(make, shape):
    assert make().shape == shape


REFUSED = [
    (lambda: mx.np.zeros((1.5,)), ValueError),
    (lambda: mx.np.zeros(("2", "3")), ValueError),
    (lambda: mx.np.zeros((np.True_, 2)), ValueError),
    (lambda: mx.np.zeros(np.array([2, 3])), TypeError),
    (lambda: mx.np.zeros({2, 3}), TypeError),
    (lambda: mx.np.zeros(range(1, 3)), TypeError),
    (lambda: mx.np.zeros(b"2"), TypeError),
    (lambda: mx.np.zeros("(2,3)"), mx.MXNetError),
    (lambda: mx.np.zeros(mx.np.array([2, 3])), mx.MXNetError),
    (lambda: mx.np.zeros(((1, 2), 3)), mx.MXNetError),
    (lambda: mx.np.empty(1.5), TypeError),
    (lambda: mx.np.empty("(2,)"), TypeError),
    (lambda: mx.np.empty(None), TypeError),
    (lambda: mx.np.tile(mx.np.ones((2, 1)), 2.0), mx.MXNetError),
    (lambda: mx.nd.linspace("x", 1, 3), mx.MXNetError),
    (lambda: mx.nd.linspace(0, 1, 2.5), mx.MXNetError),
    (lambda: mx.nd.linspace(0, 1, -1), mx.MXNetError),
    (lambda: mx.nd.linspace(0, 1, 3, endpoint=2), mx.MXNetError),
    (lambda: mx.nd.random.exponential("x"), TypeError),
    (lambda: mx.sym.random.exponential(None), TypeError),
    (lambda: mx.nd.random.randn(2, loc="x"), AssertionError),
    (lambda: mx.nd.random.randn(2, loc=np.float32(2)), AssertionError),
    (
        lambda: mx.nd.Convolution(mx.nd.ones((1, 1, 3, 3)), mx.nd.ones((1, 1, 2, 2)), kernel="()", num_filter=1),
        mx.MXNetError,
    ),
]


@pytest.mark.parametrize(("make", "error"), REFUSED)
def test_refuses(make, error):
    with pytest.raises(error):
        make()


_SQUARE = mx.np.array([[1.0, 2.0], [3.0, 4.0]])
_TWO, _ONE = np.int64(2), np.int32(1)


@pytest.mark.parametrize(
    ("found", "wanted"),
    [
        (lambda: mx.np.split(_SQUARE, _TWO)[1], [[3, 4]]),
        (lambda: mx.np.hsplit(_SQUARE, _TWO)[1], [[2], [4]]),
        (lambda: mx.np.array_split(_SQUARE, _ONE)[0], [[1, 2], [3, 4]]),
        (lambda: mx.np.tile(_SQUARE, _TWO), [[1, 2, 1, 2], [3, 4, 3, 4]]),
        (lambda: mx.np.tensordot(_SQUARE, _SQUARE, (_ONE, _ONE)), [[5, 11], [11, 25]]),
        (lambda: mx.np.unravel_index(mx.np.array([1], dtype="int64"), _TWO)[0], [1]),
        (lambda: mx.np.random.multivariate_normal(mx.np.zeros(2), mx.np.eye(2), size=_TWO) * 0, [[0, 0], [0, 0]]),
        (lambda: mx.np.ldexp(_SQUARE, 2000), [[np.inf, np.inf], [np.inf, np.inf]]),
    ],
)
def test_whole_numbers_may_be_numpy_s(found, wanted):
    with mx.util.np_shape(True), mx.util.np_array(True):
        np.testing.assert_array_equal(found().asnumpy(), wanted)

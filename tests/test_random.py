"""Seeds, and the arguments of ``mx.nd.random``; the operators' distributions are tested with the operators."""

import mxnet as mx
import numpy as np
import pytest
import torch
from mxnet import nd
from mxnet.base import MXNetError

ONE, TWO = nd.array([1.0, 2.0]), nd.array([3.0, 4.0])


@pytest.mark.parametrize(
    ("draw", "shape", "dtype"),
    [
        (lambda: nd.random.uniform(), (1,), "float32"),
        (lambda: nd.random.uniform(0, 1, (2, 3)), (2, 3), "float32"),
        (lambda: nd.random.uniform(0, 1, 2, "float64"), (2,), "float64"),
        (lambda: nd.random.uniform(ONE, TWO), (2,), "float32"),
        (lambda: nd.random.uniform(ONE, TWO, shape=(3,)), (2, 3), "float32"),
        (lambda: nd.random.normal(loc=5, scale=0.1, shape=3), (3,), "float32"),
        (lambda: nd.random.normal(ONE, TWO), (2,), "float32"),
        (lambda: nd.random.randn(2, 3), (2, 3), "float32"),
        (lambda: nd.random.randn(2, loc=5, scale=0.1, dtype="float64"), (2,), "float64"),
        (lambda: nd.random.poisson(4, shape=3), (3,), "float32"),
        (lambda: nd.random.exponential(2, shape=3), (3,), "float32"),
        (lambda: nd.random.exponential(ONE), (2,), "float32"),
        (lambda: nd.random.gamma(2, 3, shape=3), (3,), "float32"),
        (lambda: nd.random.gamma(ONE, TWO, shape=4), (2, 4), "float32"),
        (lambda: nd.random.negative_binomial(3, 0.5, shape=3), (3,), "float32"),
        (lambda: nd.random.generalized_negative_binomial(2, 0.5, shape=3), (3,), "float32"),
        (lambda: nd.random.randint(0, 10), (1,), "int32"),
        (lambda: nd.random.randint(0, 10, shape=(3,), dtype="int64"), (3,), "int64"),
        (lambda: nd.random.uniform_like(nd.ones((2, 3))), (2, 3), "float32"),
        (lambda: nd.random.normal_like(nd.ones((2, 3)), loc=1), (2, 3), "float32"),
        (lambda: nd.random_uniform(0, 1, shape=2), (2,), "float32"),
        (lambda: nd.normal(shape=2), (2,), "float32"),
        (lambda: nd.sample_uniform(ONE, TWO), (2,), "float32"),
        (lambda: mx.random.uniform(shape=2), (2,), "float32"),
        (lambda: mx.rnd.randn(2), (2,), "float32"),
    ],
)
def test_shape_and_type(draw, shape, dtype):
    got = draw()
    assert got.shape == shape
    assert got.dtype == np.dtype(dtype)


@pytest.mark.parametrize(
    ("draw", "error"),
    [
        (lambda: nd.random.uniform(ONE, 1), AssertionError),
        (lambda: nd.random.uniform(0, ONE), AssertionError),
        (lambda: nd.random.uniform("a"), ValueError),
        (lambda: nd.random.uniform(shape=2, dtype="int32"), MXNetError),
        (lambda: nd.random.uniform(shape=2, unknown=1), MXNetError),
        (lambda: nd.random.normal(scale=-1, shape=2).asnumpy(), MXNetError),
        (lambda: nd.random.randn(), MXNetError),
        (lambda: nd.random.randint(5, 2, shape=3).asnumpy(), MXNetError),
        (lambda: nd.random.randint(0, 10, shape=3, dtype="float32"), MXNetError),
        (lambda: nd.random.randint(0.5, 10, shape=3), MXNetError),
        (lambda: mx.random.seed("a"), ValueError),
        (lambda: mx.random.seed(1.5), ValueError),
        (lambda: mx.random.seed(1, ctx="nonsense"), KeyError),
    ],
)
def test_refusals(draw, error):
    with pytest.raises(error):
        draw()


def test_multinomial():
    rows = nd.array([[0, 1, 0], [1, 0, 0]])
    assert nd.random.multinomial(rows).asnumpy().tolist() == [1, 0]
    assert nd.random.multinomial(rows, shape=2).asnumpy().tolist() == [[1, 1], [0, 0]]
    drawn, likelihood = nd.random.multinomial(rows[0], get_prob=True, dtype="float32")
    assert (drawn.asscalar(), likelihood.asscalar(), drawn.dtype) == (1, 0, np.float32)


@pytest.mark.parametrize("draw", [nd.random.multinomial, nd.sample_multinomial, mx.npx.random.categorical])
@pytest.mark.parametrize(
    "row", [[-1.0, -2.0, -0.5], [-1.0, 2.0, 3.0], [0.0, 0.0], [np.nan, 0.5], [0.5, np.nan], [np.inf, 0.5]]
)
def test_what_is_no_probabilities_is_refused(draw, row):
    make = mx.np.array if draw is mx.npx.random.categorical else nd.array
    with pytest.raises(MXNetError, match="must have probabilities, finite, not negative and not all of them 0, got"):
        draw(make([[0.5] * len(row), row]))


@pytest.mark.parametrize("row", [[0.1, 0.1, 0.1], [3.0, 3.0, 3.0]])
def test_probabilities_need_not_sum_to_one(row):
    counts = np.bincount(nd.random.multinomial(nd.array(row), shape=3000).asnumpy(), minlength=3)
    assert len(counts) == 3
    assert (abs(counts - 1000) < 150).all()


def test_shuffle():
    x = nd.arange(20).reshape((10, 2))
    y = nd.random.shuffle(x)
    assert sorted(y.asnumpy().tolist()) == x.asnumpy().tolist()


def test_context_and_out():
    assert nd.random.uniform(shape=2, ctx=mx.cpu(1)).ctx == mx.cpu(1)
    out = nd.zeros((2, 3))
    assert nd.random.uniform(1, 2, out=out) is out
    assert (out.asnumpy() >= 1).all()


def test_one_seed_one_sequence():
    def sequence():
        return np.concatenate(
            [
                nd.random.uniform(shape=4).asnumpy(),
                nd.random.normal(shape=4).asnumpy(),
                nd.shuffle(nd.arange(4)).asnumpy(),
            ]
        )

    mx.random.seed(42)
    first = sequence()
    assert not np.array_equal(first, sequence())
    mx.random.seed(42)
    np.testing.assert_array_equal(first, sequence())
    mx.random.seed(43)
    assert not np.array_equal(first, sequence())


@pytest.mark.parametrize("seed", [0, -1, 2**40, np.int64(7)])
def test_any_whole_number_is_a_seed(seed):
    mx.random.seed(seed)
    first = nd.random.uniform(shape=3).asnumpy()
    mx.random.seed(seed, ctx=mx.cpu(0))
    np.testing.assert_array_equal(first, nd.random.uniform(shape=3).asnumpy())


def test_seeds_of_gpus_that_are_not_there_are_taken():
    assert mx.random.seed(1, ctx=mx.gpu(7)) is None


def test_other_generators_are_left_alone():
    np.random.seed(0)
    torch.manual_seed(0)
    expected = np.random.rand(), torch.rand(1).item()
    np.random.seed(0)
    torch.manual_seed(0)
    mx.random.seed(5)
    nd.random.uniform(shape=3)
    assert (np.random.rand(), torch.rand(1).item()) == expected


@pytest.mark.parametrize("draw", [mx.nd.random.shuffle, mx.nd.random.multinomial])
@pytest.mark.parametrize("data", [3, "x", None, np.ones((2, 2))])
def test_what_is_no_array_is_refused(draw, data):
    with pytest.raises(MXNetError if data is None else AssertionError):
        draw(data)

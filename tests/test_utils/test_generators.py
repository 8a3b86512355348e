"""Testing random generators, and random data."""

from __future__ import annotations

import itertools

import mxnet as mx
import numpy as np
import pytest
from mxnet import test_utils as tu

FIFTHS = [(i / 5, (i + 1) / 5) for i in range(5)]


def uniform(count):
    return np.random.uniform(0, 1, count)


def test_buckets_of_equal_probability():
    buckets, probs = tu.gen_buckets_probs_with_ppf(lambda q: 2 * q, 4)
    assert buckets == [(0, 0.5), (0.5, 1), (1, 1.5), (1.5, 2)]
    assert probs == [0.25] * 4


@pytest.mark.parametrize("convert", [np.asarray, mx.nd.array])
def test_chi_square_of_intervals(convert):
    p, observed, expected = tu.chi_square_check(
        lambda n: convert([0.1, 0.6] * (n // 2)), [(0, 0.5), (0.5, 1)], [0.5] * 2, 60
    )
    assert p == 1
    assert observed.tolist() == expected.tolist() == [30, 30]


def test_chi_square_of_values_is_pearsons():
    p, observed, expected = tu.chi_square_check(
        lambda n: np.repeat([0, 1, 2], [15, 20, 25]), [0, 1, 2], [1 / 3] * 3, 60
    )
    assert observed.tolist() == [15, 20, 25]
    assert expected.tolist() == [20, 20, 20]
    assert p == pytest.approx(np.exp(-1.25))  # two degrees of freedom: the tail of 2.5 is exp(-2.5 / 2)


@pytest.mark.parametrize(("buckets", "probs"), [([0, 1, 2], [0.5, 0.5]), (3, [1])])
def test_chi_square_arguments(buckets, probs):
    with pytest.raises(AssertionError):
        tu.chi_square_check(uniform, buckets, probs, nsamples=10)


def test_good_and_bad_generators():
    np.random.seed(0)
    assert len(tu.verify_generator(uniform, FIFTHS, [0.2] * 5, nsamples=1000, nrepeat=3)) == 3
    with pytest.raises(AssertionError, match="Generator test fails"):
        tu.verify_generator(lambda n: uniform(n) ** 2, FIFTHS, [0.2] * 5, nsamples=1000, nrepeat=3)


@pytest.mark.parametrize(("mean", "expected"), [(0.029, True), (0.031, False), (-0.031, False)])
def test_mean_within_three_standard_errors(mean, expected):
    assert bool(tu.mean_check(lambda n: np.full(n, mean), 0, 1, nsamples=10000)) == expected


@pytest.mark.parametrize(("variance", "expected"), [(1.042, True), (1.043, False), (0.95, False)])
def test_variance_within_three_standard_errors(variance, expected):
    samples = np.sqrt(variance) * np.tile([-1, 1], 5000)
    assert bool(tu.var_check(lambda n: samples, 1, nsamples=10000)) == expected


@pytest.mark.parametrize(
    ("make", "rank", "limit"),
    [(lambda z: tu.rand_shape_2d(3, 4, z), 2, 4), (lambda z: tu.rand_shape_3d(3, 4, 5, z), 3, 5),
     (lambda z: tu.rand_shape_nd(4, 3, z), 4, 3)],
)  # fmt: skip
def test_random_shapes(make, rank, limit):
    for zero in (False, True):
        shapes = [make(zero) for _ in range(200)]
        sizes = {size for shape in shapes for size in shape}
        assert {len(shape) for shape in shapes} == {rank}
        assert (min(sizes), max(sizes)) == (0 if zero else 1, limit)


def test_random_arrays():
    one, several = tu.random_arrays((2, 3)), tu.random_arrays((2, 3), (4,), ())
    assert (one.shape, one.dtype) == ((2, 3), np.float32)
    assert [array.shape for array in several] == [(2, 3), (4,), ()]
    low = tu.random_uniform_arrays((50,), (3,), low=2, high=3, dtype="float64")
    assert [array.shape for array in low] == [(50,), (3,)]
    assert low[0].dtype == np.float64
    assert 2 <= low[0].min() <= low[0].max() <= 3
    np.random.seed(0)
    drawn = tu.rand_ndarray((2, 2), ctx=mx.cpu(1), dtype="float64")
    np.random.seed(0)
    np.testing.assert_allclose(drawn.asnumpy(), np.random.randn(2, 2))
    assert (drawn.context, drawn.dtype) == (mx.cpu(1), np.float64)


def test_samples_and_coordinates():
    assert sorted(tu.random_sample([0, 1, 2, 3], 4)) == [0, 1, 2, 3]
    np.random.seed(3)
    assert tu.random_sample([1, 2, 3, 4], 2) == [4, 2]  # by NumPy's numbers, as in 1.9.1
    points = {tu.rand_coord_2d(1, 3, 5, 6) for _ in range(100)}
    assert points == {(1, 5), (2, 5)}


def test_vectors_and_matrices():
    assert tu.create_vector(3).asnumpy().tolist() == [0, 1, 2]
    assert tu.create_vector(3).dtype == np.int64
    assert tu.create_2d_tensor(2, 3).asnumpy().tolist() == [[0] * 3, [1] * 3]
    assert tu.get_identity_mat(2).asnumpy().tolist() == np.eye(2).tolist()
    assert tu.get_identity_mat_batch(2).shape == (2, 2, 2)
    basis = tu.new_orthonormal_matrix_2d(4)
    np.testing.assert_allclose(basis @ basis.T, np.eye(4), atol=1e-12)


@pytest.mark.parametrize("make", [tu.new_matrix_with_real_eigvals_nd, tu.new_sym_matrix_with_real_eigvals_nd])
def test_matrices_with_real_eigenvalues(make):
    matrices = make((5, 2, 4, 4))
    assert matrices.shape == (5, 2, 4, 4)
    for matrix in matrices.reshape(-1, 4, 4):
        values = np.linalg.eigvals(matrix)
        assert np.abs(np.imag(values)).max() < 1e-9
        assert np.diff(np.sort(np.real(values))).min() > 1e-3


def test_functions_of_elements():
    array = np.arange(4).reshape(2, 2)
    assert tu.assign_each(array, lambda x: 2 * x).tolist() == [[0, 2], [4, 6]]
    assert tu.assign_each(array, None).tolist() == array.tolist()
    assert tu.assign_each(np.array(3.0), lambda x: 2 * x) == 6
    assert tu.assign_each2(array, array, lambda x, y: x * y).tolist() == [[0, 1], [4, 9]]


@pytest.mark.parametrize("axis", [None, 0, -1, (0, 2), (2, 1)])
@pytest.mark.parametrize("keepdims", [True, False])
def test_reductions(axis, keepdims):
    array = np.arange(24).reshape(2, 3, 4)
    reduced = tu.np_reduce(array, axis, keepdims, np.sum)
    expected = array.sum(axis=axis, keepdims=keepdims)
    assert np.shape(reduced) == expected.shape
    np.testing.assert_array_equal(reduced, expected)


@pytest.mark.parametrize(
    ("shape", "expected"), [((3, 1), (3, 1)), ((1, 4), (1, 4)), ((4,), (4,)), ((2, 3, 4), (2, 3, 4))]
)
def test_summing_like_broadcasting_backwards(shape, expected):
    summed = tu.collapse_sum_like(np.ones((2, 3, 4)), shape)
    assert summed.shape == expected
    assert summed.sum() == 24
    with pytest.raises(AssertionError):
        tu.collapse_sum_like(np.ones((2, 3)), (4,))


@pytest.mark.parametrize(
    ("shape", "density", "indptr", "indices", "first"),
    [
        ((4, 10), 0.2, [0, 3, 4, 6, 8], [1, 5, 7, 6, 2, 5, 2, 3], [0.1863, 0.1059, 0.1352]),
        ((3, 5), 0.5, [0, 2, 5, 8], [2, 3, 0, 1, 4, 0, 2, 4], [0.8122, 0.3928, 0.4777]),
        ((2, 3), 0.0, [0, 0, 0], [], []),
    ],
)
def test_random_csr_arrays_are_those_of_mxnet(shape, density, indptr, indices, first):
    np.random.seed(0)
    array = tu.rand_ndarray(shape, "csr", density=density)
    assert (array.indptr.asnumpy().tolist(), array.indices.asnumpy().tolist()) == (indptr, indices)
    np.testing.assert_allclose(array.data.asnumpy()[:3], first, atol=1e-4)


@pytest.mark.parametrize("density", [-0.1, 1.1])
def test_the_share_of_a_random_csr_array(density):
    with pytest.raises(ValueError, match="density has to be between 0 and 1"):
        tu.rand_ndarray((2, 2), "csr", density=density)


def test_a_large_random_csr_array_takes_little_memory():
    np.random.seed(1)
    array = tu.rand_ndarray((1000, 1_000_000), "csr", density=1e-5)
    indices, indptr = array.indices.asnumpy(), array.indptr.asnumpy()
    assert (len(indices), indptr[0], indptr[-1]) == (10_000, 0, 10_000)
    for start, end in itertools.pairwise(indptr):
        assert (np.diff(indices[start:end]) > 0).all()
    assert 400_000 < indices.mean() < 600_000

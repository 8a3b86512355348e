"""Arguments that functions of ``mx.np`` have in MXNet 2. Values are NumPy's."""

from __future__ import annotations

import gc
import operator
import subprocess
from contextlib import suppress

import mxnet as mx
import numpy as np
import pytest
from mxnet import autograd

from tests import warm

X = np.array([[3.0, 1.0, 2.0], [-1.0, 5.0, 0.5]], "float32")
SYMMETRIC = np.array([[2.0, 1.0], [1.0, 3.0]], "float32")

CALLS = [
    ("argmax keeps", lambda x: mx.np.argmax(x, axis=1, keepdims=True), np.argmax(X, 1)[:, None]),
    ("argmin keeps all", lambda x: x.argmin(keepdims=True), [[3]]),
    ("sort from the greatest", lambda x: mx.np.sort(x, descending=True), -np.sort(-X)),
    ("sort by position", lambda x: mx.np.sort(x, 0, True), -np.sort(-X, 0)),
    ("argsort from the greatest", lambda x: x.argsort(descending=True), np.argsort(-X)),
    ("argsort of all", lambda x: mx.np.argsort(x, None, True), np.argsort(-X, None)),
    ("repeat by counts", lambda x: mx.np.repeat(x, [2, 0, 1], axis=1), np.repeat(X, [2, 0, 1], 1)),
    ("repeat the flat array", lambda x: x.repeat([1, 2, 0, 1, 1, 3]), np.repeat(X, [1, 2, 0, 1, 1, 3])),
    ("norm without an order", lambda x: mx.np.linalg.vector_norm(x, ord=None, axis=0), np.linalg.norm(X, axis=0)),
    ("method diagonal", lambda x: x.diagonal(1), np.diagonal(X, 1)),
    ("cross product of a plane", lambda x: mx.np.cross(x[0, :2], x[1, :2]), 3.0 * 5.0 + 1.0),
    ("cross product with a plane", lambda x: mx.np.cross(x[0], x[1, :2]), np.cross(X[0], [-1.0, 5.0, 0.0])),
    ("norm by position", lambda x: mx.np.linalg.matrix_norm(x, 1, (0, 1), True), np.linalg.norm(X, 1, keepdims=True)),
    ("norm over other axes", lambda x: mx.np.linalg.matrix_norm(x, axis=(1, 0), ord=1), np.linalg.norm(X.T, 1)),
]


@pytest.mark.parametrize(("what", "function", "expected"), CALLS, ids=[call[0] for call in CALLS])
def test_values(v2, what, function, expected):
    np.testing.assert_allclose(function(mx.np.array(X)).asnumpy(), expected, rtol=1e-6)


@pytest.mark.parametrize("upper", [False, True])
def test_triangles_of_factors(v2, upper):
    result = mx.np.linalg.cholesky(mx.np.array(SYMMETRIC), upper=upper).asnumpy()
    lower = np.linalg.cholesky(SYMMETRIC)
    np.testing.assert_allclose(result, lower.T if upper else lower, rtol=1e-6)


@pytest.mark.parametrize("upper", [False, True])
def test_triangles_that_are_read(v2, upper):
    matrix = mx.np.array(np.triu(SYMMETRIC) if upper else np.tril(SYMMETRIC))
    expected = np.linalg.eigvalsh(SYMMETRIC)
    np.testing.assert_allclose(mx.np.linalg.eigvalsh(matrix, upper=upper).asnumpy(), expected, rtol=1e-6)
    np.testing.assert_allclose(mx.np.linalg.eigh(matrix, upper=upper)[0].asnumpy(), expected, rtol=1e-6)


def test_a_wrong_number_of_counts(v2):
    with pytest.raises(ValueError, match="repeat: 2 counts for 3 items along axis 1"):
        mx.np.repeat(mx.np.array(X), [1, 2], axis=1)


def test_arrays_of_numpy_take_results(v2):
    total = X.copy()
    total += mx.np.array(X)
    np.testing.assert_array_equal(total, 2 * X)
    assert type(total) is np.ndarray


def test_the_gradient_of_floor_divide_is_zero(v2):
    x = mx.np.array(X)
    x.attach_grad()
    with autograd.record():
        y = mx.np.floor_divide(x, 2) + x
    y.backward()
    np.testing.assert_array_equal(x.grad.asnumpy(), np.ones_like(X))


def test_lists_of_types(v2):
    assert [str(item) for item in mx.np.floating_dtypes] == ["float16", "float32", "float64"]
    assert set(mx.np.numeric_dtypes) == {*mx.np.integer_dtypes, *mx.np.floating_dtypes}
    assert all(mx.np.ones(1, dtype=item).dtype == item for item in (*mx.np.numeric_dtypes, *mx.np.boolean_dtypes))


def test_a_failed_call_leaves_no_cycle(v2):
    def count():
        return sum(type(item) is mx.np.ndarray for item in gc.get_objects())

    def fail():
        x = mx.np.ones((3, 4))
        with suppress(mx.MXNetError):
            mx.np.dot(x, x)

    fail()
    gc.collect()
    gc.disable()
    try:
        before = count()
        fail()
        assert count() == before
    finally:
        gc.enable()


def test_numpy_sees_shared_memory(v2):
    values = X.copy()
    array = mx.npx.from_numpy(values)
    assert np.may_share_memory(values, array)
    assert np.shares_memory(values[:1], array)
    assert not np.shares_memory(values, array.copy())


def test_an_array_of_booleans_is_no_index(v2):
    with pytest.raises(TypeError, match="integers"):
        operator.index(mx.np.ones((), dtype=bool))


def test_numpys_functions_work_before_mx_np_is_named():
    program = "import mxnet as mx, numpy; x = mx.npx.from_numpy(numpy.ones(2)); print(type(numpy.add(x, x)).__name__)"
    done = subprocess.run([*warm.python(), "-c", program], capture_output=True, text=True, timeout=120, check=True)
    assert done.stdout.strip() == "ndarray"


def test_savez_takes_classic_arrays(v2, tmp_path):
    mx.npx.savez(str(tmp_path / "x.npz"), mx.nd.array(X), named=mx.np.array(X))
    loaded = mx.npx.load(str(tmp_path / "x.npz"))
    assert sorted(loaded) == ["arr_0", "named"]
    np.testing.assert_array_equal(loaded["arr_0"].asnumpy(), X)


@pytest.mark.parametrize("axis", [1, (0,), (0, 1, 2), [0, 1]])
def test_axes_of_no_matrix(v2, axis):
    with pytest.raises(ValueError, match="matrix_norm: expected two axes"):
        mx.np.linalg.matrix_norm(mx.np.array(X), "fro", axis)


@pytest.mark.parametrize("name", ["bitwise_left_shift", "bitwise_right_shift"])
@pytest.mark.parametrize("option", [{"where": False}, {"subok": False}, {"dtype": "int8"}])
def test_shifts_take_no_options(name, option):
    x = mx.np.array([1, 2], dtype="int32")
    with pytest.raises(TypeError, match="unexpected keyword"):
        getattr(mx.np, name)(x, x, **option)


def test_numbers_where_arrays_are_expected(v2):
    with pytest.raises(mx.MXNetError, match=r"expected an array of mx\.np, got int"):
        mx.np.tril(10)


@pytest.mark.parametrize("rcond", [150.0, 1.0, 0.0, -5])
def test_bounds_beyond_one(v2, rcond):
    """LAPACK then takes the precision of the type."""
    result = mx.np.linalg.lstsq(mx.np.array(X.T), mx.np.array([1.0, 2.0, 3.0]), rcond=rcond)
    for item, expected in zip(result, np.linalg.lstsq(X.T, np.array([1.0, 2.0, 3.0]), rcond=-1), strict=True):
        np.testing.assert_allclose(item.asnumpy(), expected, rtol=1e-4)


@pytest.mark.parametrize("hybrid", [False, True])
@pytest.mark.parametrize(("values", "rank"), [([1.0, 0.0], 1), ([0.0, 0.0], 0), (5.0, 1)])
def test_ranks_of_vectors(v2, values, rank, hybrid):
    class Rank(mx.gluon.HybridBlock):
        def forward(self, x):
            return mx.np.linalg.matrix_rank(x)

    block = Rank()
    block.hybridize(hybrid)
    result = block(mx.np.array(values))
    assert (result.dtype, result.shape, result.item()) == (np.int64, (), rank)


@pytest.mark.parametrize("hybrid", [False, True])
def test_classic_results_beside_others(v2, hybrid):
    class Mixed(mx.gluon.HybridBlock):
        def forward(self, x):
            return x.as_nd_ndarray() + x.as_nd_ndarray(), x * x

    block = Mixed()
    block.hybridize(hybrid)
    with pytest.raises(TypeError, match="NumPy semantics"):
        block(mx.np.ones((2, 3)))


def test_integers_have_no_gradient_of_fmod(v2):
    a, b = mx.np.array([5, 7], dtype="int32"), mx.np.array([3, 2], dtype="int32")
    a.attach_grad()
    b.attach_grad()
    with autograd.record():
        result = mx.np.fmod(a, b)
    result.backward()
    assert a.grad.asnumpy().tolist() == b.grad.asnumpy().tolist() == [0, 0]


def test_gradient_of_fmod():
    a, b = mx.np.array([-5.0, 7.0]), mx.np.array([3.0, 2.0])
    a.attach_grad()
    b.attach_grad()
    with autograd.record():
        result = mx.np.fmod(a, b)
    result.backward()
    assert (a.grad.asnumpy().tolist(), b.grad.asnumpy().tolist()) == ([1, 1], [1, -3])


@pytest.mark.parametrize("hybrid", [False, True])
def test_interpolation_with_a_period(v2, hybrid):
    class Periodic(mx.gluon.HybridBlock):
        def forward(self, x, xp, fp):
            return mx.np.interp(x, xp, fp, period=2.5)

    x, xp, fp = np.array([-1, 0.5, 7]), np.array([0.0, 4, 1]), np.array([1.0, 3, 2])
    block, arrays = Periodic(), [mx.np.array(item, dtype="float64") for item in (x, xp, fp)]
    block.hybridize(hybrid)
    arrays[2].attach_grad()
    with autograd.record():
        result = block(*arrays)
    result.backward()
    np.testing.assert_allclose(result.asnumpy(), np.interp(x, xp, fp, period=2.5))
    assert arrays[2].grad.asnumpy().sum() == pytest.approx(3)


def test_interpolation_refuses_a_period_of_0(api):
    one = mx.np.array([1.0])
    with pytest.raises(ValueError, match="period must be a non-zero value"):
        mx.np.interp(one, one, one, period=0)


@pytest.mark.parametrize("shape", [(), (4,), (2, 3), (2, 0)])
def test_indices_of_positions_have_the_axes_of_the_positions(v2, shape):
    places = np.arange(np.prod(shape, dtype=int)).reshape(shape)
    found = mx.nd.unravel_index(mx.np.array(places).as_nd_ndarray(), shape=(2, 5)).asnumpy()
    np.testing.assert_array_equal(found, np.stack(np.unravel_index(places, (2, 5))))
    assert found.shape == (2, *shape)


def test_the_method_sort_of_v2_gives_a_copy(v2):
    x = mx.np.array([[3.0, 1, 2]])
    assert x.sort().tolist() == [[1, 2, 3]]
    assert x.tolist() == [[3, 1, 2]]

"""Arrays in sparse storage: how they are made, read, written, cast, copied, saved, and what arithmetic gives."""

from __future__ import annotations

import logging
import pickle
from pathlib import Path

import mxnet as mx
import numpy as np
import pytest
import scipy.sparse
from mxnet import nd
from mxnet.base import MXNetError, NotSupportedForSparseNDArray
from mxnet.eager import storage

GOLDEN = Path(__file__).parents[1] / "data" / "golden"
DENSE = np.array([[0, 1, 0], [2, 0, 3], [0, 0, 0], [0.5, 0, 0]], dtype=np.float32)
SPARSE = ("row_sparse", "csr")


def sparse(stype, values=DENSE):
    return nd.array(values).tostype(stype)


def parts(array):
    """Return data and auxiliary arrays as lists."""
    return [array.data.asnumpy().tolist(), *(array._aux_data(i).asnumpy().tolist() for i in range(array._num_aux))]


# -- making ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("make", "shape", "dtype", "expected"),
    [
        (lambda: nd.sparse.csr_matrix((2, 3)), (2, 3), "float32", [[], [0, 0, 0], []]),
        (lambda: nd.sparse.csr_matrix(([1, 2], [1, 0], [0, 1, 2])), (2, 2), "float32", [[1, 2], [0, 1, 2], [1, 0]]),
        (
            lambda: nd.sparse.csr_matrix(([5, 1, 2], ([1, 0, 1], [0, 2, 0])), shape=(2, 3)),
            (2, 3),
            "int64",
            [[1, 7], [0, 1, 2], [2, 0]],
        ),
        (lambda: nd.sparse.csr_matrix(([0.5], ([0], [0]))), (1, 1), "float64", [[0.5], [0, 1], [0]]),
        (lambda: nd.sparse.csr_matrix(np.eye(2)), (2, 2), "float64", [[1, 1], [0, 1, 2], [0, 1]]),
        (lambda: nd.sparse.csr_matrix([[0, 2]], dtype="int32"), (1, 2), "int32", [[2], [0, 1], [1]]),
        (
            lambda: nd.sparse.csr_matrix(scipy.sparse.eye(2, format="csr")),
            (2, 2),
            "float64",
            [[1, 1], [0, 1, 2], [0, 1]],
        ),
        (lambda: nd.array(scipy.sparse.eye(1, format="csr")), (1, 1), "float64", [[1], [0, 1], [0]]),
        (lambda: nd.sparse.array(sparse("csr")[1:2], dtype="float16"), (1, 3), "float16", [[2, 3], [0, 2], [0, 2]]),
        (lambda: nd.sparse.row_sparse_array((3, 2)), (3, 2), "float32", [[], []]),
        (lambda: nd.sparse.row_sparse_array(([[1, 2]], [3])), (4, 2), "float32", [[[1, 2]], [3]]),
        (lambda: nd.sparse.row_sparse_array([0, 4]), (2,), "float32", [[4], [1]]),
        (lambda: nd.sparse.zeros("row_sparse", (2, 2), dtype="int32"), (2, 2), "int32", [[], []]),
        (lambda: nd.zeros((2, 2), stype="csr"), (2, 2), "float32", [[], [0, 0, 0], []]),
        (lambda: nd.empty((2, 2), stype="csr"), (2, 2), "float32", [[], [0, 0, 0], []]),
    ],
)
def test_csr_and_row_sparse_arrays_from_their_parts(make, shape, dtype, expected):
    array = make()
    assert (array.shape, np.dtype(array.dtype).name) == (shape, dtype)
    assert parts(array) == expected
    array.check_format()


@pytest.mark.parametrize(
    ("make", "error"),
    [
        (lambda: nd.sparse.csr_matrix(nd.ones((2, 2)), shape=(3, 2)), ValueError),
        (lambda: nd.sparse.csr_matrix((2, 2), shape=(3, 2)), ValueError),
        (lambda: nd.sparse.row_sparse_array((2, 2), shape=(3, 2)), ValueError),
        (lambda: nd.sparse.csr_matrix([1, 2]), ValueError),
        (lambda: nd.sparse.csr_matrix(sparse("row_sparse")), ValueError),
        (lambda: nd.sparse.csr_matrix("x"), TypeError),
        (lambda: nd.sparse.csr_matrix(scipy.sparse.eye(2, format="csc")), TypeError),
        (lambda: nd.sparse.csr_matrix(([1, 2], [0], [0, 1]), shape=(1, 2)), MXNetError),
        (lambda: nd.sparse.csr_matrix(([], [], [0, 0])), ValueError),
        (lambda: nd.sparse.csr_matrix(([1], ([5], [0])), shape=(2, 2)), ValueError),
        (lambda: nd.sparse.csr_matrix((0, 3)), MXNetError),
        (lambda: nd.sparse.row_sparse_array(sparse("csr")), ValueError),
        (lambda: nd.sparse.row_sparse_array(([[1, 2]], [0]), shape=(2, 3)), MXNetError),
        (lambda: nd.sparse.array(np.ones((2, 2))), ValueError),
        (lambda: nd.sparse.array(nd.ones((2, 2))), AssertionError),
        (lambda: nd.sparse.zeros("other", (2, 2)), ValueError),
        (lambda: nd.sparse.zeros("csr", (2, -1)), OverflowError),
        (lambda: nd.sparse.zeros("row_sparse", (-1,)), OverflowError),
        (lambda: nd.ones(2).tostype("csr"), ValueError),
        (lambda: nd.ones((2, 2)).tostype("other"), MXNetError),
        (lambda: sparse("csr").tostype("row_sparse"), ValueError),
        (lambda: nd.ones((2, 2), dtype="bool").tostype("csr"), MXNetError),
        (lambda: nd.sparse.zeros("row_sparse", (2, 2), dtype="bool"), MXNetError),
        (lambda: nd.sparse.csr_matrix(([1], [0], [0, 1]), shape=(1, 1), dtype="bool"), MXNetError),
        (lambda: sparse("csr").astype("bool"), MXNetError),
    ],
)
def test_what_cannot_be_made(make, error):
    with pytest.raises(error):
        make()


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: nd.sparse.csr_matrix(([7, 8, 9], [0, 2, 1], [0, 5, 2, 3]), shape=(3, 4)),
        lambda: nd.sparse.csr_matrix(([7, 8, 9], [0, 2, 1], [0, -2, 2, 3]), shape=(3, 4)),
        lambda: nd.sparse.csr_matrix(([7, 8, 9], [0, 2, 1], [0, 2, 2, 4]), shape=(3, 4)),
        lambda: nd.sparse.csr_matrix(([7, 8, 9], [0, 2, 1], [0, 2, 3]), shape=(3, 4)),
        lambda: nd.sparse.csr_matrix(([7, 8, 9], [0, 9, 1], [0, 2, 2, 3]), shape=(3, 4)),
        lambda: nd.sparse.csr_matrix(([7, 8, 9], [0, -1, 1], [0, 2, 2, 3]), shape=(3, 4)),
        lambda: nd.sparse.csr_matrix(([7, 8, 9], [1, 1, 1], [0, 2, 2, 3]), shape=(3, 4)),
        lambda: nd.sparse.row_sparse_array(([[1, 2], [3, 4]], [1, 4]), shape=(3, 2)),
        lambda: nd.sparse.row_sparse_array(([[1, 2], [3, 4]], [1, -2]), shape=(3, 2)),
        lambda: nd.sparse.row_sparse_array(([[1, 2], [3, 4]], [1, 1]), shape=(3, 2)),
    ],
)
def test_wrong_indices_are_found(wrong):
    array = wrong()
    for use in (
        array.check_format,
        array.asnumpy,
        lambda: array * 2,
        lambda: array.tostype("default"),
        lambda: array + array,
    ):
        with pytest.raises(MXNetError, match=r"indices|index|indptr"):
            use()


LAST = 2**63 - 1


@pytest.mark.parametrize(
    "attack",
    [
        lambda: nd.sparse.csr_matrix(([1], [0], [0, 1]), shape=(2**62, 2**62)),
        lambda: nd.sparse.csr_matrix(([1], [0], [0, 1]), shape=(-1, 3)),
        lambda: nd.sparse.csr_matrix(([1], np.array([LAST]), [0, 1])),
        lambda: nd.sparse.csr_matrix(([1], [-5], [0, 1])),
        lambda: nd.sparse.csr_matrix(([1], np.array([LAST]), [0, 1]), shape=(1, 3)) * 2,
        lambda: nd.sparse.csr_matrix(([1], np.array([-LAST - 1]), [0, 1]), shape=(1, 3)) * 2,
        lambda: nd.sparse.csr_matrix(([1], [0], np.array([0, LAST])), shape=(1, 3)) * 2,
        lambda: nd.sparse.csr_matrix(([1], [0], np.array([0, LAST, -LAST, 1])), shape=(3, 3)) * 2,
        lambda: nd.sparse.csr_matrix(([1], [np.inf], [0, 1]), shape=(1, 3)) * 2,
        lambda: nd.sparse.csr_matrix(([1], (np.array([LAST]), np.array([0])))),
        lambda: nd.sparse.csr_matrix(([1], (np.array([2**50]), np.array([2])))),
        lambda: nd.sparse.csr_matrix(([1, 2], (np.array([2, 0]), np.array([2**62, 0]))), shape=(4, 2**62 + 1)),
        lambda: nd.sparse.csr_matrix((2**62, 3)),
        lambda: nd.sparse.zeros("csr", (2**50, 2)),
        lambda: nd.sparse.zeros("row_sparse", (2**62, 2**62)),
        lambda: nd.sparse.zeros("row_sparse", (2**50, 4)).asnumpy(),
        lambda: nd.sparse.zeros("row_sparse", (2**50, 4)).tostype("default"),
        lambda: nd.exp(nd.sparse.zeros("row_sparse", (2**50, 4))),
        lambda: nd.sparse.row_sparse_array(([[1.0]], np.array([LAST]))),
        lambda: nd.sparse.row_sparse_array(([[1.0]], [-1])),
        lambda: nd.sparse.row_sparse_array(([[1.0]], [0]), shape=(-3, 1)),
        lambda: nd.sparse.row_sparse_array(([[1.0]], np.array([LAST])), shape=(3, 1)) * 2,
        lambda: nd.sparse.row_sparse_array(([[1.0]], [np.nan]), shape=(3, 1)) * 2,
        lambda: nd.sparse.retain(sparse("row_sparse"), nd.array([LAST], dtype="int64")),
        lambda: nd.sparse.retain(sparse("row_sparse"), nd.array([-1], dtype="int64")),
        lambda: nd.sgd_update(nd.ones((2, 2)), nd.sparse.row_sparse_array(([[1, 1]], [7]), shape=(2, 2)), lr=1),
        lambda: sparse("csr")[LAST],
    ],
)
@pytest.mark.filterwarnings("ignore:invalid value encountered in cast")
def test_hostile_arguments_are_one_clear_error(attack):
    with pytest.raises((MXNetError, ValueError, IndexError)) as caught:
        attack()
    assert type(caught.value) is not RuntimeError


def test_indices_at_the_limits_of_a_shape():
    wide = nd.sparse.csr_matrix(([1, 2], np.array([2**60, 1]), [0, 1, 2]), shape=(2, 2**60 + 1))
    wide.check_format()
    assert (wide * 2).data.asnumpy().tolist() == [2, 4]
    tall = nd.sparse.row_sparse_array(([[3.0]], np.array([2**61 - 1])))
    assert tall.shape == (2**61, 1)
    assert nd.square(tall).data.asnumpy().tolist() == [[9]]


def test_indices_in_another_order_are_put_in_order():
    rows = nd.sparse.row_sparse_array(([[1, 2], [3, 4]], [2, 0]), shape=(3, 2))
    csr = nd.sparse.csr_matrix(([7, 8, 9], [2, 0, 1], [0, 2, 3]), shape=(2, 3))
    for array, expected in ((rows, [[3, 4], [0, 0], [1, 2]]), (csr, [[8, 0, 7], [0, 9, 0]])):
        with pytest.raises(MXNetError, match="must ascend"):
            array.check_format()
        assert array.asnumpy().tolist() == expected
        (array + array).check_format()


# -- reading and writing --------------------------------------------------------------------------------------


def test_what_an_array_says_of_itself():
    csr, rows = sparse("csr"), sparse("row_sparse")
    assert repr(csr) == "\n<CSRNDArray 4x3 @cpu(0)>"
    assert repr(rows) == "\n<RowSparseNDArray 4x3 @cpu(0)>"
    assert (csr.stype, csr.ndim, len(csr), csr._aux_types) == ("csr", 2, 4, [np.int64] * 2)
    assert (rows.stype, rows.indices.dtype, rows.context) == ("row_sparse", np.int64, mx.cpu())
    with pytest.raises(NotImplementedError):
        csr.size  # noqa: B018
    with pytest.raises(MXNetError, match="auxiliary"):
        rows._aux_data(1)
    csr.wait_to_read()


def test_parts_are_copies():
    csr = sparse("csr")
    csr.data[:] = 0
    csr.indices[:] = 0
    np.testing.assert_array_equal(csr.asnumpy(), DENSE)


@pytest.mark.parametrize("key", [1, -1, slice(1, 3), slice(None, 2), slice(-2, None), slice(-10, 10)])
def test_rows_of_csr(key):
    result = sparse("csr")[key]
    assert result.stype == "csr"
    np.testing.assert_array_equal(result.asnumpy(), np.atleast_2d(DENSE[key]))


@pytest.mark.parametrize("key", [(1, 2), slice(0, 4, 2), slice(0, 4, 1), [0, 1], 1.5, np.int64(1)])
def test_other_keys_of_csr(key):
    with pytest.raises(ValueError):
        sparse("csr")[key]


def test_rows_beyond_the_end():
    assert sparse("csr")[3:1].shape == (0, 3)
    with pytest.raises(IndexError):
        sparse("csr")[4]


def test_keys_of_row_sparse():
    rows = sparse("row_sparse")
    assert rows[:] is rows
    for key in (0, slice(0, 2)):
        with pytest.raises(Exception, match="__getitem__"):
            rows[key]


@pytest.mark.parametrize("stype", SPARSE)
@pytest.mark.parametrize("source", ["default", "same", "numpy"])
@pytest.mark.filterwarnings("ignore:Assigning non-NDArray")
def test_writing(stype, source):
    array = nd.zeros((4, 3), stype=stype)
    array[:] = DENSE if source == "numpy" else nd.array(DENSE).tostype(stype if source == "same" else source)
    assert array.stype == stype
    np.testing.assert_array_equal(array.asnumpy(), DENSE)
    array.check_format()


def test_writing_a_number():
    rows = sparse("row_sparse")
    rows[:] = 2
    assert (rows.asnumpy() == 2).all()
    with pytest.raises(ValueError, match="numeric"):
        sparse("csr")[:] = 2


@pytest.mark.parametrize(
    ("stype", "key", "value", "error"),
    [
        ("csr", 1, 3, Exception),
        ("row_sparse", 0, 1, TypeError),
        ("row_sparse", slice(0, 2), 1, ValueError),
        ("csr", slice(None), nd.ones((3, 3)), MXNetError),
        ("csr", slice(None), [[1]], TypeError),
        ("row_sparse", slice(None), nd.zeros((4, 3), stype="csr"), TypeError),
        ("row_sparse", slice(None), nd.zeros((4, 3), dtype="int32"), MXNetError),
        ("csr", [0, 1], nd.zeros((4, 3)), AssertionError),
        ("row_sparse", ..., nd.zeros((4, 3)), AssertionError),
        ("csr", np.int64(0), 1, AssertionError),
        ("csr", (0, 1), 1, Exception),
    ],
)
def test_what_cannot_be_written(stype, key, value, error):
    with pytest.raises(error):
        sparse(stype)[key] = value


@pytest.mark.parametrize("stype", SPARSE)
@pytest.mark.parametrize("dtype", ["float32", "int32"])
@pytest.mark.parametrize("key", [slice(None), 1, slice(0, 2), ..., (slice(None), 1), [0, 1], None])
def test_a_dense_array_takes_no_sparse_one(stype, dtype, key):
    dense = nd.array(DENSE)
    for value in (nd.ones((4, 3)), nd.ones((1, 3)), nd.ones((2, 3))):
        with pytest.raises(TypeError, match="cannot be assigned"):
            dense[key] = value.astype(dtype).tostype(stype)
    np.testing.assert_array_equal(dense.asnumpy(), DENSE)


@pytest.mark.parametrize("stype", SPARSE)
@pytest.mark.parametrize("dtype", ["float64", "int32"])
def test_copies_between_storages_are_of_one_type(stype, dtype):
    for source, target in (
        (sparse(stype), nd.zeros((4, 3), dtype=dtype)),
        (nd.array(DENSE), nd.zeros((4, 3), dtype=dtype, stype=stype)),
    ):
        with pytest.raises(MXNetError, match="type"):
            source.copyto(target)
        assert not target.asnumpy().any()
    target = nd.zeros((4, 3), dtype=dtype, stype=stype)
    np.testing.assert_array_equal(sparse(stype).copyto(target).asnumpy(), DENSE.astype(dtype))


@pytest.mark.parametrize("stype", ["default", *SPARSE])
def test_what_is_no_array(stype):
    array = sparse(stype)
    with pytest.raises(AssertionError, match="NDArray type"):
        array.take(1)
    for out in (1, "x", [1]):
        with pytest.raises(TypeError, match="out"):
            nd.abs(array, out=out)


@pytest.mark.parametrize("stype", SPARSE)
def test_an_axis_put_in(stype):
    assert sparse(stype).expand_dims(1).shape == (4, 1, 3)
    with pytest.raises(NotSupportedForSparseNDArray):
        sparse(stype).expand_dims(1, inplace=True)


def test_rows_are_taken_by_one_axis_of_positions():
    assert nd.take(sparse("csr"), nd.array([0, 9])).shape == (2, 3)
    with pytest.raises(MXNetError, match="one axis"):
        nd.take(sparse("csr"), nd.zeros((2, 2)))


@pytest.mark.parametrize("stype", SPARSE)
def test_copies_keep_storage_and_values(stype):
    array = sparse(stype)
    for copy in (array.copy(), array.copyto(mx.cpu(1)), array.astype("float64"), nd.array(array), array.detach()):
        assert copy.stype == stype
        np.testing.assert_array_equal(copy.asnumpy(), DENSE)
    assert array.copyto(mx.cpu(1)).context == mx.cpu(1)
    assert array.astype("float32", copy=False) is array
    dense = nd.zeros((4, 3))
    assert array.copyto(dense) is dense
    np.testing.assert_array_equal(dense.asnumpy(), DENSE)
    with pytest.warns(RuntimeWarning):
        assert array.copyto(array) is False
    with pytest.raises(TypeError):
        array.copyto(nd.zeros((4, 3), stype="csr" if stype == "row_sparse" else "row_sparse"))


def test_scipy_and_back():
    matrix = sparse("csr").asscipy()
    assert isinstance(matrix, scipy.sparse.csr_matrix)
    np.testing.assert_array_equal(matrix.toarray(), DENSE)


def test_a_scipy_matrix_is_put_in_order():
    matrix = scipy.sparse.csr_matrix(([1, 2, 3, 4], [2, 0, 1, 1], [0, 2, 4]), shape=(2, 3))
    assert parts(nd.sparse.array(matrix)) == [[2, 1, 7], [0, 2, 3], [0, 2, 1]]


def test_retaining_rows():
    result = sparse("row_sparse").retain(nd.array([1, 2]))
    assert parts(result) == [[[2, 0, 3], [0, 0, 0]], [1, 2]]
    with pytest.raises(MXNetError):
        sparse("row_sparse").retain(nd.array([9]))
    with pytest.raises(MXNetError):
        nd.sparse.retain(nd.ones((2, 2)), nd.array([0]))


# -- files ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("release", ["1.2.1", "1.5.1", "1.9.1"])
def test_files_of_earlier_releases(release, tmp_path):
    source = GOLDEN / release / "arrays-sparse.nd"
    arrays = nd.load(str(source))
    assert arrays["csr"].asnumpy().tolist() == [[0, 1, 0, 2], [0, 0, 0, 0], [3, 0, 4, 0]]
    assert parts(arrays["rsp"]) == [[[1, 2], [3, 4]], [1, 3]]
    nd.save(str(tmp_path / "copy"), arrays)
    if release != "1.5.1":  # which wrote a shape of no rows before data of two
        assert (tmp_path / "copy").read_bytes() == source.read_bytes()


@pytest.mark.parametrize("stype", SPARSE)
@pytest.mark.parametrize("values", [DENSE, np.zeros((3, 2))], ids=["some", "none"])
def test_pickles(stype, values):
    array = pickle.loads(pickle.dumps(sparse(stype, values)))
    assert array.stype == stype
    np.testing.assert_array_equal(array.asnumpy(), values)


@pytest.mark.parametrize("stype", SPARSE)
def test_damaged_bytes(stype):
    data = bytes(sparse(stype).__getstate__()["handle"])
    frame = (0x112).to_bytes(8, "little") + bytes(8) + (1).to_bytes(8, "little")
    for place in range(4, len(data)):
        for byte in (0xFF, 0x7F, data[place] ^ 1):
            damaged = data[:place] + bytes([byte]) + data[place + 1 :]
            try:
                (array,) = nd.load_frombuffer(frame + damaged + bytes(8))
                array.asnumpy()
            except (MXNetError, MemoryError):
                pass
    for end in range(len(data)):
        with pytest.raises(MXNetError):
            nd.load_frombuffer(frame + data[:end])


# -- arithmetic: the storages are those of 1.9.1 --------------------------------------------------------------

A, B = DENSE, np.array([[0, 0, 0], [2, 1, -3], [1, 1, 0], [0, 4, 0]], dtype=np.float32)


@pytest.mark.parametrize(
    ("formula", "rows", "csr"),
    [
        ("a + a", "row_sparse", "csr"),
        ("a - b", "row_sparse", "csr"),
        ("a * b", "row_sparse", "csr"),
        ("a + d", "default", "default"),
        ("d - a", "default", "default"),
        ("a * d", "row_sparse", "csr"),
        ("d * a", "default", "default"),
        ("a * 2", "row_sparse", "csr"),
        ("2 * a", "row_sparse", "csr"),
        ("a / 2", "row_sparse", "csr"),
        ("a + 0", "row_sparse", "csr"),
        ("a + 1", "default", "default"),
        ("1 - a", "default", "default"),
        ("2 ** a", "default", "default"),
        ("a ** 2", "default", "default"),
        ("a % 2", "default", "default"),
        ("-a", "row_sparse", "csr"),
        ("abs(a)", "row_sparse", "csr"),
        ("a == b", "default", "default"),
        ("a > 0", "row_sparse", "csr"),
        ("a >= 0", "default", "default"),
        ("a != 0", "row_sparse", "csr"),
        ("0 > a", "row_sparse", "csr"),
    ],
)
def test_arithmetic(formula, rows, csr):
    expected = eval(formula, {}, {"a": A, "b": B, "d": B})
    for stype, result in (("row_sparse", rows), ("csr", csr)):
        results = eval(formula, {}, {"a": sparse(stype, A), "b": sparse(stype, B), "d": nd.array(B)})
        assert results.stype == result
        np.testing.assert_allclose(results.asnumpy(), expected, rtol=1e-6)


@pytest.mark.parametrize("formula", ["a += b", "a -= 1", "a *= 2", "a /= 2", "a *= d"])
@pytest.mark.parametrize("stype", SPARSE)
def test_arithmetic_in_place(formula, stype):
    expected = {"a": A.copy(), "b": B, "d": B}
    exec(formula, {}, expected)
    result = {"a": sparse(stype, A), "b": sparse(stype, B), "d": nd.array(B)}
    before = result["a"]
    exec(formula, {}, result)
    assert result["a"] is before
    assert before.stype == stype
    np.testing.assert_allclose(before.asnumpy(), expected["a"])


def test_a_dense_array_takes_a_sparse_one():
    dense = nd.array(B)
    dense += sparse("row_sparse")
    np.testing.assert_array_equal(dense.asnumpy(), A + B)


def test_out_in_another_storage():
    out = nd.zeros((4, 3), stype="csr")
    assert nd.elemwise_add(nd.array(A), nd.array(B), out=out) is out
    np.testing.assert_array_equal(out.asnumpy(), A + B)
    out.check_format()


def test_dense_arrays_in_place_of_sparse_ones_are_logged_once(monkeypatch, caplog):
    monkeypatch.setattr(storage, "_logged", set())
    with caplog.at_level(logging.WARNING, "mxnet"):
        for _ in range(2):
            nd.exp(sparse("csr"))
        nd.square(sparse("csr"))
    (record,) = caplog.records
    assert "Storage type fallback detected" in record.message
    assert "operator = exp" in record.message
    assert "input storage types = [csr, ]" in record.message
    caplog.clear()
    monkeypatch.setenv("MXNET_STORAGE_FALLBACK_LOG_VERBOSE", "0")
    nd.exp(sparse("row_sparse"))
    assert not caplog.records


@pytest.mark.parametrize("shape", [(0, 3), (3, 0), (0, 2, 3)])
def test_arrays_without_elements_become_row_sparse(shape):
    result = nd.array(np.zeros(shape)).tostype("row_sparse")
    assert result.shape == shape
    assert result.tostype("default").shape == shape


def test_messages_have_the_shapes_of_arrays_in_sparse_storage():
    part = nd.sparse.row_sparse_array((np.ones((1, 2)), [1]), shape=(3, 2))
    with pytest.raises(mx.MXNetError, match=r"weight \(3, 2\) float64, grad \(3, 2\) float64"):
        nd.sparse.sgd_update(part, part, lr=0.1)

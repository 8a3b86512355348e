"""Where NaN stands: the greatest of all where arrays are sorted, as to NumPy; for the rest, values of MXNet 1.9.1."""

import mxnet as mx
import numpy as np
import pytest
import torch
from mxnet import nd
from mxnet.kernels.choice import KERNELS

N, INF = np.nan, np.inf
ROWS = {
    "middle": [3, N, 1, 2],
    "first": [N, 3, 1, 2],
    "last": [3, 1, 2, N],
    "several": [3, N, 1, N, 2, 0],
    "all": [N, N, N],
    "infinite": [INF, N, -INF, 1],
    "NaN and infinity": [N, INF, INF],
    "many": [5, N, 2, 8, 1, N, 9, 0, 3, N, 7, 4, 6, 2, 5, 1, 8, N, 0, 3] * 4,
    "none": [3, 1, 2],
}
rows = pytest.mark.parametrize("row", ROWS.values(), ids=ROWS)
DTYPES = ["float16", "float32", "float64"]


def order(row, ascending):
    """Return the positions that sort a row, ties in order of position."""
    keys = [(2, 0) if np.isnan(x) else (1, x) for x in row]
    if not ascending:
        keys = [(-a, -b) for a, b in keys]
    return sorted(range(len(row)), key=keys.__getitem__)


@rows
@pytest.mark.parametrize("ascending", [True, False])
@pytest.mark.parametrize("dtype", DTYPES)
def test_sorting(row, ascending, dtype):
    x = nd.array(np.array(row), dtype=dtype)
    expected = order(row, ascending)
    np.testing.assert_array_equal(nd.argsort(x, is_ascend=ascending, dtype="int32").asnumpy(), expected)
    np.testing.assert_array_equal(nd.sort(x, is_ascend=ascending).asnumpy(), np.array(row, dtype)[expected])


@rows
@pytest.mark.parametrize("ascending", [True, False])
@pytest.mark.parametrize("count", [1, 2, 3, 0])
@pytest.mark.parametrize("form", ["fast", "plain"])
@pytest.mark.parametrize("dtype", DTYPES)
def test_both_forms_of_topk(row, ascending, count, form, dtype):
    data = torch.tensor([row, row[::-1]], dtype=getattr(torch, dtype))
    values, index = getattr(KERNELS["select"], form)(data, 1, count or len(row), ascending)
    for got, at, source in zip(values, index, (row, row[::-1]), strict=True):
        expected = order(source, ascending)[: count or len(row)]
        np.testing.assert_array_equal(at.numpy(), expected)
        np.testing.assert_array_equal(got.numpy(), np.array(source, dtype)[expected])


@rows
def test_topk_of_one_begins_topk_of_two(row):
    x = nd.array(np.array(row))
    for ascending in (True, False):
        for kind in ("indices", "value"):
            one, two = (nd.topk(x, k=k, is_ascend=ascending, ret_typ=kind).asnumpy() for k in (1, 2))
            np.testing.assert_array_equal(one, two[:1])


@rows
@pytest.mark.parametrize("name", ["max", "min", "argmax", "argmin"])
def test_extremes_pass_nan_on(row, name):  # as 1.9.1 and NumPy do
    expected = getattr(np, name)(np.array(row))
    x = np.array(row)
    assert np.array_equal(getattr(nd, name)(nd.array(x), axis=0).asscalar(), expected, equal_nan=True)
    assert np.array_equal(getattr(mx.np, name)(mx.np.array(x)).item(), expected, equal_nan=True)


@rows
@pytest.mark.parametrize("name", ["sort", "argsort", "median", "unique", "nanmax", "nanmin", "nansum", "ptp"])
@pytest.mark.filterwarnings("ignore:.*NaN:RuntimeWarning", "ignore:invalid value:RuntimeWarning")
def test_functions_of_numpy(row, name):
    kind = {"kind": "stable"} if name == "argsort" else {}
    expected = getattr(np, name)(np.array(row, "float32"), **kind)
    np.testing.assert_allclose(getattr(mx.np, name)(mx.np.array(row)).asnumpy(), expected, rtol=1e-6)


@rows
@pytest.mark.parametrize("name", ["percentile", "quantile"])
def test_percentiles(row, name):
    at = 50 if name == "percentile" else 0.5
    with np.errstate(invalid="ignore"):
        expected = getattr(np, name)(np.array(row), at)
    np.testing.assert_allclose(getattr(mx.np, name)(mx.np.array(row), at).asnumpy(), expected, rtol=1e-6)


@pytest.mark.parametrize(
    ("scores", "expected"),
    [
        ([0.9, N, 0.8, 0.3], [0.9, 0.8, 0.3, -1]),
        ([N, 0.3, 0.8, 0.9], [0.9, 0.8, 0.3, -1]),
        ([N, N], [-1, -1]),
    ],
)
def test_boxes_of_score_nan_are_left_out(scores, expected):
    boxes = [[0, score, i, i, i + 1, i + 1] for i, score in enumerate(scores)]
    result = nd.contrib.box_nms(nd.array(boxes), coord_start=2, score_index=1)
    np.testing.assert_array_equal(result[:, 1].asnumpy(), np.array(expected, "float32"))


def test_pairs_of_score_nan_are_left_out():
    rows, columns = nd.contrib.bipartite_matching(nd.array([[0.5, N], [0.1, 0.6]]), threshold=0.1)
    np.testing.assert_array_equal(rows.asnumpy(), [0, 1])
    np.testing.assert_array_equal(columns.asnumpy(), [0, 1])

"""Operators have their names of ``sparse`` on dense arrays; what needs sparse storage is not there."""

from __future__ import annotations

import math

import mxnet as mx
import mxnet.numpy
import numpy as np
import pytest


def test_operators_of_the_name_work_on_dense_arrays():
    x = mx.nd.array([[1, -4], [0, 9]])
    assert mx.nd.sparse.abs(x).asnumpy().tolist() == [[1, 4], [0, 9]]
    assert mx.nd.sparse.sum(x, axis=1).asnumpy().tolist() == [-3, 9]
    assert mx.sym.sparse.square(mx.sym.var("x")).eval(x=x)[0].asnumpy().tolist() == [[1, 16], [0, 81]]


@pytest.mark.parametrize("name", ["row_sparse_array", "csr_matrix", "RowSparseNDArray"])
def test_storage_is_not_there(name):
    assert not hasattr(mx.nd.sparse, name)


def test_constants_and_types():
    assert mxnet.numpy.pi == math.pi
    assert mxnet.numpy.float32 is np.float32
    assert mxnet.numpy.newaxis is None

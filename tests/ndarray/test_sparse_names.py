"""Operators have their names of ``sparse`` on dense arrays too."""

from __future__ import annotations

import math

import mxnet as mx
import mxnet.numpy
import numpy as np


def test_operators_of_the_name_work_on_dense_arrays():
    x = mx.nd.array([[1, -4], [0, 9]])
    assert mx.nd.sparse.abs(x).asnumpy().tolist() == [[1, 4], [0, 9]]
    assert mx.nd.sparse.sum(x, axis=1).asnumpy().tolist() == [-3, 9]
    assert mx.sym.sparse.square(mx.sym.var("x")).eval(x=x)[0].asnumpy().tolist() == [[1, 16], [0, 81]]


def test_constants_and_types():
    assert mxnet.numpy.pi == math.pi
    assert mxnet.numpy.float32 is np.float32
    assert mxnet.numpy.newaxis is None

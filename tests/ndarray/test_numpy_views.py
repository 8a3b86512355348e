"""NumPy arrays of any strides, byte order and type, wherever values are given."""

from __future__ import annotations

import mxnet as mx
import numpy as np
import pytest
from mxnet import nd

VALUES = np.arange(6, dtype="float32").reshape(2, 3)
_LOCKED = VALUES.copy()
_LOCKED.flags.writeable = False
VIEWS = {
    "rows reversed": VALUES[::-1],
    "columns reversed": VALUES[:, ::-1],
    "transposed": np.arange(6, dtype="float32").reshape(3, 2).T,
    "every second": np.arange(12, dtype="float32").reshape(2, 6)[:, ::2],
    "broadcast": np.broadcast_to(VALUES[0], (2, 3)),
    "other byte order": VALUES.astype(">f4"),
    "unsigned": VALUES.astype("uint16")[::-1],
    "reversed float64": VALUES.astype("float64")[::-1],
    "read-only": _LOCKED,
    "half": VALUES.astype("float16")[::-1],
    "bool": VALUES.astype(bool)[:, ::-1],
}


def whole(view):
    x = nd.zeros((2, 3))
    x[:] = view
    return x


def rows(view):
    x = nd.zeros((2, 3))
    x[0], x[1:2] = view[0], view[1:]
    return x


def picked(view):
    x = nd.zeros((2, 3))
    x[[0, 1]] = view
    return x


def copied(view):
    x = nd.zeros((2, 3))
    x._sync_copyfrom(view)
    return x


def set_data(view):
    parameter = mx.gluon.Parameter("w", shape=(2, 3))
    parameter.initialize()
    parameter.set_data(view)
    return parameter.data()


def constant(view):
    parameter = mx.gluon.Parameter("w", shape=(2, 3))
    parameter.initialize(mx.init.Constant(view))
    return parameter.data()


def fed(view):
    executor = (mx.sym.var("x") * 1).simple_bind(mx.cpu(), x=(2, 3))
    return executor.forward(x=view)[0]


def iterated(view):
    return next(mx.io.NDArrayIter({"x": view}, batch_size=2)).data[0]


WAYS = [
    nd.array,
    lambda view: nd.full((2, 3), view),
    lambda view: nd.from_numpy(view, zero_copy=False) if view.dtype.name in ("float32", "float64") else nd.array(view),
    lambda view: mx.gluon.Constant("c", view).value,
    whole,
    rows,
    picked,
    copied,
    set_data,
    constant,
    fed,
    iterated,
]


@pytest.mark.parametrize("view", VIEWS.values(), ids=VIEWS)
@pytest.mark.parametrize("give", WAYS)
def test_a_view_is_taken(give, view):
    result = give(view)
    np.testing.assert_array_equal(result.asnumpy(), view.astype("float32"))


@pytest.mark.parametrize("dtype", ["int64", "uint64", "float32", ">i4"])
def test_a_view_is_an_index(dtype):
    x = nd.array(VALUES)
    order = np.arange(2).astype(dtype)[::-1]
    np.testing.assert_array_equal(x[order].asnumpy(), VALUES[::-1])


def test_a_view_of_the_arrays_own_memory_is_read_before_it_is_written():
    x = nd.arange(6)
    own = np.asarray(x, copy=False)
    x[1:] = own[:-1]
    assert x.asnumpy().tolist() == [0, 0, 1, 2, 3, 4]


class _Reversed(mx.operator.CustomOp):
    def forward(self, is_train, req, in_data, out_data, aux):
        self.assign(out_data[0], req[0], in_data[0].asnumpy()[::-1])

    def backward(self, req, out_grad, in_data, out_data, in_grad, aux):
        self.assign(in_grad[0], req[0], out_grad[0].asnumpy()[::-1])


@mx.operator.register("rows_reversed_by_numpy")
class _ReversedProp(mx.operator.CustomOpProp):
    def create_operator(self, ctx, shapes, dtypes):
        return _Reversed()


def test_a_custom_operator_may_assign_views():
    x = nd.array(VALUES)
    x.attach_grad()
    with mx.autograd.record():
        y = nd.Custom(x, op_type="rows_reversed_by_numpy")
    y.backward(nd.array(VALUES))
    np.testing.assert_array_equal(y.asnumpy(), VALUES[::-1])
    np.testing.assert_array_equal(x.grad.asnumpy(), VALUES[::-1])

"""Arrays made of arrays: values, type, memory and gradient. Which share memory is recorded from MXNet 1.9.1."""

import copy

import mxnet as mx
import numpy as np
import pytest
from mxnet import autograd, nd

VALUES = np.array([[1.5, -2, 3], [4, 5, 6]], "float32")
CPU, OTHER = mx.cpu(0), mx.cpu(1)
#: (what makes the array, its type, whether it shares memory with its source)
BOTH = {
    "nd.array": (lambda x: nd.array(x), "float32", False),
    "nd.array of another type": (lambda x: nd.array(x, dtype="float64"), "float64", False),
    "nd.array of integers": (lambda x: nd.array(x, dtype="int32"), "int32", False),
    "nd.array elsewhere": (lambda x: nd.array(x, ctx=OTHER), "float32", False),
    "nd.array of another type elsewhere": (lambda x: nd.array(x, ctx=OTHER, dtype="float16"), "float16", False),
    "np.array": (lambda x: mx.np.array(x), "float32", False),
    "np.array of another type": (lambda x: mx.np.array(x, dtype="float64"), "float64", False),
    "np.array of integers": (lambda x: mx.np.array(x, dtype="int32"), "int32", False),
    "np.array elsewhere": (lambda x: mx.np.array(x, ctx=OTHER), "float32", False),
    "np.asarray of another type": (lambda x: mx.np.asarray(x, dtype="float64"), "float64", False),
    "np.asarray elsewhere": (lambda x: mx.np.asarray(x, ctx=OTHER), "float32", False),
    "copy": (lambda x: x.copy(), "float32", False),
    "astype": (lambda x: x.astype("float64"), "float64", False),
    "astype of the same type": (lambda x: x.astype("float32"), "float32", False),
    "astype without copy": (lambda x: x.astype("float32", copy=False), "float32", True),
    "astype of integers": (lambda x: x.astype("int32"), "int32", False),
    "as_in_context": (lambda x: x.as_in_context(OTHER), "float32", False),
    "as_in_context of the same": (lambda x: x.as_in_context(CPU), "float32", True),
    "copyto a context": (lambda x: x.copyto(CPU), "float32", False),
    "copyto an array": (lambda x: x.copyto(type(x)._wrap(nd.zeros((2, 3))._t, CPU)), "float32", False),
    "copyto an array of another type": (
        lambda x: x.copyto(type(x)._wrap(nd.zeros((2, 3), dtype="float64")._t, CPU)), "float64", False,
    ),
    "as_np_ndarray": (lambda x: x.as_np_ndarray(), "float32", True),
    "as_nd_ndarray": (lambda x: x.as_nd_ndarray(), "float32", True),
    "slice of all": (lambda x: x[:], "float32", True),
    "ellipsis": (lambda x: x[...], "float32", True),
}  # fmt: skip
NUMPY = {
    "reshape": (lambda x: x.reshape((2, 3)), "float32", False),
    "np.asarray": (lambda x: mx.np.asarray(x), "float32", True),
    "np.ascontiguousarray": (lambda x: mx.np.ascontiguousarray(x), "float32", True),
    "np.copy": (lambda x: mx.np.copy(x), "float32", False),
    "np.full": (lambda x: mx.np.full((2, 3), x), "float32", False),
    "np.atleast_2d": (lambda x: mx.np.atleast_2d(x), "float32", False),
    "np.concatenate": (lambda x: mx.np.concatenate([x[:1], x[1:]]), "float32", False),
    "np.stack": (lambda x: mx.np.stack([x[0], x[1]]), "float32", False),
    "np.vstack": (lambda x: mx.np.vstack((x[0], x[1])), "float32", False),
}
CLASSIC = {
    "reshape": (lambda x: x.reshape((2, 3)), "float32", True),
    "nd.full": (lambda x: nd.full((2, 3), x), "float32", False),
    "nd.stack": (lambda x: nd.stack(x[0], x[1]), "float32", False),
    "nd.concat": (lambda x: nd.concat(x[0:1], x[1:2], dim=0), "float32", False),
    "nd.concatenate": (lambda x: nd.concatenate([x[0:1], x[1:2]]), "float32", False),
    "tostype": (lambda x: x.tostype("default"), "float32", False),
}
CASES = [
    pytest.param(module, *row, id=f"{name} of {module.__name__}")
    for module, table in ((nd, BOTH | CLASSIC), (mx.np, BOTH | NUMPY))
    for name, row in table.items()
]


@pytest.mark.parametrize(("module", "make", "dtype", "shares"), CASES)
def test_values_type_and_memory(module, make, dtype, shares):
    x = module.array(VALUES)
    y = make(x)
    assert np.dtype(y.dtype) == dtype
    np.testing.assert_array_equal(y.asnumpy(), VALUES.astype(dtype))
    y[:] = 77
    assert (x.asnumpy() == 77).all() == shares


@pytest.mark.parametrize(("module", "make", "dtype", "shares"), CASES)
@pytest.mark.parametrize("variable", [True, False], ids=["variable", "result"])
def test_the_gradient_passes(module, make, dtype, shares, variable):
    x = module.array(VALUES)
    x.attach_grad()
    with autograd.record():
        y = make(x if variable else x * 2)
        loss = (y * y).sum()
    loss.backward()
    held = (VALUES if variable else VALUES * 2).astype(dtype).astype("float32")
    np.testing.assert_allclose(x.grad.asnumpy(), 2 * held * (1 if variable else 2), rtol=1e-6)


@pytest.mark.parametrize("make", [nd.array, mx.np.array], ids=["nd", "np"])
def test_a_copy_has_second_derivatives(make):
    x = make(VALUES)
    x.attach_grad()
    with autograd.record():
        y = make(x, dtype="float64") ** 3
        (first,) = autograd.grad(y, [x], create_graph=True)
    first.backward()
    np.testing.assert_allclose(x.grad.asnumpy(), 6 * VALUES, rtol=1e-6)


@pytest.mark.parametrize("make", [copy.copy, copy.deepcopy, lambda x: x.detach(), lambda x: nd.array(x.asnumpy())])
def test_copies_of_values_alone_have_no_gradient(make):
    x = nd.array(VALUES)
    x.attach_grad()
    with autograd.record():
        y = (make(x) * 2).sum()
    with pytest.raises(mx.MXNetError, match="not in a computational graph"):
        y.backward()


def test_a_copy_made_in_a_traced_block_is_of_its_input():
    class Copies(mx.gluon.HybridBlock):
        def forward(self, x):
            return mx.np.array(x, dtype="float64") * 2

    block = Copies()
    block.initialize()
    block.hybridize()
    for value in (1, 3):
        result = block(mx.np.full((2,), value))
        np.testing.assert_array_equal(result.asnumpy(), [2 * value] * 2)
        assert result.dtype == np.float64


SPARSE = np.array([[1, 0, 2], [0, 0, 0], [3, 4, 5]], "float32")
OF_SPARSE = {
    "nd.array": lambda x: nd.array(x),
    "nd.sparse.array": lambda x: nd.sparse.array(x),
    "of another type": lambda x: nd.sparse.array(x, dtype="float64"),
    "by storage": lambda x: {"csr": nd.sparse.csr_matrix, "row_sparse": nd.sparse.row_sparse_array}[x.stype](x),
    "copy": lambda x: x.copy(),
    "astype": lambda x: x.astype("float64"),
    "copyto": lambda x: x.copyto(OTHER),
    "tostype": lambda x: x.tostype("default"),
}


def squares(x):
    return (x * x).sum() if x.stype == "default" else nd.sum(nd.sparse.square(x))


@pytest.mark.parametrize("make", OF_SPARSE.values(), ids=OF_SPARSE)
@pytest.mark.parametrize("stype", ["csr", "row_sparse"])
def test_the_gradient_passes_to_sparse_storage(stype, make):
    x = nd.array(SPARSE).tostype(stype)
    x.attach_grad()
    with autograd.record():
        loss = squares(make(x))
    loss.backward()
    np.testing.assert_array_equal(x.grad.asnumpy(), 2 * SPARSE)


STORAGES = ["default", "row_sparse", "csr"]


@pytest.mark.parametrize(
    ("source", "target"), [(a, b) for a in STORAGES for b in STORAGES if a == b or "default" in (a, b)]
)
def test_the_gradient_passes_through_copyto_between_storages(source, target):
    x = nd.array(SPARSE).tostype(source)
    x.attach_grad()
    y = nd.zeros((3, 3), stype=target)
    with autograd.record():
        x.copyto(y)
        loss = squares(y)
    loss.backward()
    np.testing.assert_array_equal(x.grad.asnumpy(), 2 * SPARSE)
    np.testing.assert_array_equal(y.asnumpy(), SPARSE)


@pytest.mark.parametrize("make", [nd.sparse.csr_matrix, nd.sparse.row_sparse_array])
def test_the_gradient_passes_from_sparse_storage_to_a_dense_source(make):
    x = nd.array(SPARSE)
    x.attach_grad()
    with autograd.record():
        loss = squares(make(x))
    loss.backward()
    np.testing.assert_array_equal(x.grad.asnumpy(), 2 * SPARSE)


def test_the_numpy_interface_has_no_sparse_storage():  # the copy was an array of zeros
    with pytest.raises(ValueError, match="stype csr"):
        mx.np.array(nd.array(SPARSE).tostype("csr"))

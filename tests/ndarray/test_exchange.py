"""Arrays meet NumPy, PyTorch and DLPack."""

import ctypes
import multiprocessing
import os
from multiprocessing.reduction import DupFd

import mxnet as mx
import numpy as np
import pytest
import torch
from mxnet import nd
from mxnet.base import _LIB, MXNetError


def test_numpy_reads_arrays():
    x = nd.array([[1, 2], [3, 4]])
    assert np.asarray(x).dtype == np.float32
    np.testing.assert_array_equal(np.array(x, dtype="int64"), [[1, 2], [3, 4]])
    np.testing.assert_array_equal(np.stack([x, x])[1], x.asnumpy())
    np.testing.assert_array_equal(np.exp(x), np.exp(x.asnumpy()))
    np.testing.assert_array_equal(np.round(x), x.asnumpy())
    np.testing.assert_array_equal(np.round(x / 3, 1), np.round(x.asnumpy() / 3, 1))
    assert np.sum(x).asnumpy() == 10


def test_asnumpy_is_a_copy_of_its_own():
    x = nd.zeros(2)
    values = x.asnumpy()
    values[0] = 1
    assert values.flags.owndata
    assert values.flags.writeable
    assert x.asnumpy().tolist() == [0, 0]


def test_numpy_shares_memory_when_it_insists():
    x = nd.zeros(2)
    np.asarray(x, copy=False)[0] = 5
    assert x.asnumpy().tolist() == [5, 0]
    with pytest.raises(ValueError, match="without a copy"):
        np.asarray(x, dtype="int32", copy=False)


def test_numpy_scalars_leave_the_work_to_arrays():
    for got in (np.float64(2) * nd.ones(2), np.int64(1) + nd.ones(2)):
        assert isinstance(got, nd.NDArray)
        assert got.dtype == np.float32


@pytest.mark.parametrize("dtype", ["float32", "float64", "int32", "uint8", "bool"])
def test_from_numpy(dtype):
    values = np.ones((2, 3), dtype)
    shared, copied = nd.from_numpy(values), nd.from_numpy(np.ones((2, 3), dtype), zero_copy=False)
    assert shared.dtype == copied.dtype == np.dtype(dtype)
    assert not values.flags.writeable
    shared[0] = 0
    assert not values[0].any()


def test_from_numpy_refusals():
    with pytest.raises(ValueError, match="c-contiguous"):
        nd.from_numpy(np.ones((2, 3), "float32").T)
    with pytest.raises(ValueError, match="uint16 is not supported"):
        nd.from_numpy(np.ones(2, "uint16"))


@pytest.mark.parametrize("dtype", ["float32", "float64", "int32", "int64", "uint8", "int8"])
@pytest.mark.parametrize("give", [nd.to_dlpack_for_read, nd.to_dlpack_for_write, lambda x: x])
def test_dlpack_both_ways_with_torch(dtype, give):
    x = nd.array([[1, 2], [3, 4]], dtype=dtype)
    tensor = torch.from_dlpack(give(x))
    tensor[0, 0] = 9
    assert x.asnumpy()[0, 0] == 9
    back = nd.from_dlpack(torch.utils.dlpack.to_dlpack(tensor) if give is not nd.to_dlpack_for_read else tensor)
    back[1, 1] = 7
    assert x.asnumpy()[1, 1] == 7
    assert back.dtype == np.dtype(dtype)


def test_dlpack_from_numpy():
    values = np.arange(4.0)
    assert nd.from_dlpack(values).dtype == np.float64
    np.testing.assert_array_equal(np.from_dlpack(nd.array([1, 2])), [1, 2])


def test_a_capsule_by_its_address():
    x = nd.ones((2, 3))
    capsule = ctypes.py_object(nd.to_dlpack_for_write(x))
    address = ctypes.pythonapi.PyCapsule_GetPointer(capsule, b"dltensor")
    handle = mx.base.NDArrayHandle()
    assert _LIB.MXNDArrayFromDLPack(ctypes.c_void_p(address), ctypes.byref(handle)) == 0
    ctypes.pythonapi.PyCapsule_SetName(capsule, b"used_dltensor")
    ctypes.pythonapi.PyCapsule_SetDestructor(capsule, None)
    y = nd.NDArray(handle)
    y[:] = 4
    assert (x.asnumpy() == 4).all()
    with pytest.raises(mx.MXNetError):
        nd.NDArray(handle)


def test_from_torch_shares_memory_and_history():
    tensor = torch.ones(2, requires_grad=True)
    x = nd.NDArray.from_torch(tensor * 2)
    x.backward()
    assert tensor.grad.tolist() == [2, 2]
    plain = torch.zeros(2)
    nd.NDArray.from_torch(plain)[:] = 1
    assert plain.tolist() == [1, 1]


def test_one_element_becomes_a_python_number():
    assert float(nd.array([1.5])) == 1.5
    assert int(nd.array([[3.7]])) == 3
    assert [10, 20, 30][nd.array([2], dtype="int32")] == 30
    for convert in (float, int):
        with pytest.raises(TypeError):
            convert(nd.ones(2))
    with pytest.raises(TypeError):
        [1][nd.array([0.0])]


def test_sync_copyfrom():
    x = nd.zeros((2, 2))
    x._sync_copyfrom([[1, 2], [3, 4]])
    assert x.asnumpy().tolist() == [[1, 2], [3, 4]]
    with pytest.raises(ValueError, match="expected values of shape"):
        x._sync_copyfrom([1])
    with pytest.raises(TypeError):
        x._sync_copyfrom("a")


def test_importing_the_library_leaves_pytorch_as_it_is():
    assert torch.is_grad_enabled()
    assert torch.get_default_dtype() is torch.float32


def test_what_is_no_capsule_is_refused():
    with pytest.raises(AssertionError):
        nd.from_dlpack(3)


def _pointer(array):
    address = ctypes.c_void_p()
    assert _LIB.MXNDArrayGetData(array.handle, ctypes.byref(address)) == 0
    return ctypes.cast(address, ctypes.POINTER(ctypes.c_float))


def test_values_by_their_address():
    x = nd.array([[1, 2, 3], [4, 5, 6]])
    assert _LIB.MXNDArrayWaitToWrite(x.handle) == _LIB.MXNDArrayWaitToRead(x.handle) == 0
    _pointer(x)[1] = 9
    assert x.asnumpy().tolist() == [[1, 9, 3], [4, 5, 6]]
    row, turned = x[1], x.T
    assert _pointer(row)[:3] == [4, 5, 6]
    assert _pointer(turned)[:6] == [1, 4, 9, 5, 3, 6]


def test_a_weight_that_was_written_by_its_address_counts():
    net = mx.gluon.nn.Dense(1, use_bias=False, in_units=2)
    net.initialize(mx.init.One())
    net.hybridize()
    x = nd.array([[1, 2]])
    assert net(x).asscalar() == 3
    _pointer(net.weight.data())[0] = 5
    assert net(x).asscalar() == 7


def test_an_address_of_no_single_place():
    with pytest.raises(mx.MXNetError, match="row_sparse"):
        _pointer(nd.zeros((2, 3)).tostype("row_sparse"))
    with pytest.raises(mx.MXNetError, match="no such array"):
        _LIB.MXNDArrayGetData(mx.base.NDArrayHandle(7), ctypes.byref(ctypes.c_void_p()))


@pytest.mark.parametrize("dtype", ["float32", "float16", "int8", "int64"])
def test_values_between_an_array_and_memory(dtype):
    array, values = nd.arange(6, dtype=dtype).reshape((2, 3)), np.zeros((2, 3), dtype)
    address = values.ctypes.data_as(ctypes.c_void_p)
    assert _LIB.MXNDArraySyncCopyToCPU(array.T.handle, address, ctypes.c_size_t(6)) == 0
    assert values.tolist() == [[0, 3, 1], [4, 2, 5]]
    assert _LIB.MXNDArraySyncCopyFromCPU(array[1].handle, address, ctypes.c_size_t(3)) == 0
    assert array.asnumpy().tolist() == [[0, 1, 2], [0, 3, 1]]


@pytest.mark.parametrize("name", ["MXNDArraySyncCopyToCPU", "MXNDArraySyncCopyFromCPU"])
def test_memory_of_another_size_than_the_array(name):
    values = np.zeros(5, "f")
    with pytest.raises(mx.MXNetError, match=r"6 .*5"):
        getattr(_LIB, name)(nd.zeros((2, 3)).handle, values.ctypes.data_as(ctypes.c_void_p), ctypes.c_size_t(5))


@pytest.mark.parametrize("module", [mx.nd, mx.np], ids=["nd", "np"])
def test_values_leave_an_array_by_the_names_of_other_libraries(module):
    array = module.array([[1, 2], [3, 4]])
    assert array.tolist() == [[1.0, 2.0], [3.0, 4.0]]
    assert (array.item(2), array.item(1, 1), array[0, 1].item()) == (3.0, 4.0, 2.0)
    np.testing.assert_array_equal(array.numpy(), array.asnumpy())
    with pytest.raises(ValueError, match="size 1"):
        array.item()


@pytest.mark.parametrize(
    "array",
    [
        mx.nd.array([1, 2], dtype="int8"), mx.np.array([1, 2], dtype="int8"),
        mx.nd.array([[1, 2]], dtype="int8").tostype("csr"), mx.nd.array([[1, 2]], dtype="int8").tostype("row_sparse"),
    ],
    ids=["nd", "np", "csr", "row_sparse"],
)  # fmt: skip
@pytest.mark.filterwarnings("ignore:in the future the `.dtype` attribute:DeprecationWarning")  # of NumPy before 2.4
def test_numpy_takes_the_dtype_of_an_array(array):
    assert np.dtype(array) == np.int8


def test_shared_memory_of_an_array():
    x = nd.array([[1, 2], [3, 4]], ctx=mx.Context("cpu_shared", 0))
    pid, descriptor, shape, dtype = x._to_shared_mem()
    assert (pid, shape, dtype) == (os.getpid(), (2, 2), np.float32)
    assert x._to_shared_mem()[1] == descriptor
    y = nd.NDArray(nd.ndarray._new_from_shared_mem(pid, descriptor, shape, dtype))
    assert y.context == mx.Context("cpu_shared", 0)
    y[0] = 9
    assert x.asnumpy().tolist() == [[9, 9], [3, 4]]
    part = x[1:]
    row = nd.NDArray(nd.ndarray._new_from_shared_mem(*part._to_shared_mem()))
    assert row.asnumpy().tolist() == [[3, 4]]
    del x
    assert y.asnumpy().tolist() == [[9, 9], [3, 4]]
    del y
    with pytest.raises(MXNetError, match=f"descriptor {descriptor} of shared memory: .*Bad file descriptor"):
        nd.ndarray._new_from_shared_mem(pid, descriptor, shape, dtype)


@pytest.mark.parametrize("dtype", ["float64", "float16", "uint8", "int64", "bool"])
@pytest.mark.parametrize("shape", [(2, 3), (0, 3), ()])
def test_shared_memory_of_every_dtype(dtype, shape):
    with mx.util.np_shape():
        x = mx.np.ones(shape, dtype)
        y = mx.np.ndarray(nd.ndarray._new_from_shared_mem(*x._to_shared_mem()))
        assert (y.shape, y.dtype) == (shape, dtype)
        np.testing.assert_array_equal(y.asnumpy(), np.ones(shape, dtype))


def test_shared_memory_that_is_too_small():
    x = nd.ones((2, 2))
    pid, descriptor, _, dtype = x._to_shared_mem()
    with pytest.raises(MXNetError, match="40000 bytes are expected, and there are 16"):
        nd.ndarray._new_from_shared_mem(pid, descriptor, (100, 100), dtype)


def test_arrays_that_go_to_no_shared_memory():
    recorded = nd.ones((2,))
    recorded.attach_grad()
    for array in (nd.ones((2, 2)).tostype("csr"), recorded):
        with pytest.raises(MXNetError, match="only dense arrays on CPUs without gradients go to shared memory"):
            array._to_shared_mem()


def _send_shared(connection):
    array = nd.array([1, 2, 3], ctx=mx.Context("cpu_shared", 0))
    pid, descriptor, shape, dtype = array._to_shared_mem()
    connection.send((pid, DupFd(descriptor), shape, dtype))
    connection.recv()
    connection.send(array.asnumpy())


def test_shared_memory_of_another_process():
    context = multiprocessing.get_context("fork")
    ours, theirs = context.Pipe()
    process = context.Process(target=_send_shared, args=(theirs,))
    process.start()
    pid, sent, shape, dtype = ours.recv()
    array = nd.NDArray(nd.ndarray._new_from_shared_mem(pid, sent.detach(), shape, dtype))
    assert array.asnumpy().tolist() == [1, 2, 3]
    array[1] = 7
    ours.send("written")
    assert ours.recv().tolist() == [1, 7, 3]
    process.join()

"""Files of NumPy's with MXNet 2's interface."""

from __future__ import annotations

import io
import zipfile

import mxnet as mx
import numpy as np
import pytest


@pytest.mark.parametrize("save", [np.savez, np.savez_compressed])
def test_archives(v2, tmp_path, save):
    path = tmp_path / "a.npz"
    save(path, x=np.arange(3), y=np.array(2.5, "float16"))
    for loaded in (mx.nd.load(path), mx.npx.load(path)):
        assert list(loaded) == ["x", "y"]
        assert loaded["x"].dtype == np.int64
        assert loaded["x"].asnumpy().tolist() == [0, 1, 2]
        assert loaded["y"].dtype == np.float16
        assert loaded["y"].shape == ()
    assert not isinstance(mx.nd.load(path)["x"], mx.np.ndarray)


def test_one_array(v2, tmp_path):
    path = tmp_path / "a.npy"
    np.save(path, np.arange(3, dtype="float32"))
    (loaded,) = mx.nd.load(path)
    assert loaded.asnumpy().tolist() == mx.npx.load(path).asnumpy().tolist() == [0, 1, 2]


def _sparse():
    csr = mx.nd.sparse.csr_matrix((np.array([1.0, 2.0]), [0, 1], [0, 1, 2]), shape=(2, 3))
    rows = mx.nd.sparse.row_sparse_array((np.array([[1.0, 2.0]]), [1]), shape=(3, 2))
    return csr, rows


def test_sparse_arrays(v2, tmp_path):
    path = tmp_path / "a.npz"
    csr, rows = _sparse()
    mx.npx.savez(path, csr, rows=rows, dense=mx.np.ones(2))
    for load in (mx.nd.load, mx.npx.load):
        loaded = load(path)
        assert [item.stype for item in loaded.values()] == ["csr", "row_sparse", "default"]
        for name, item in (("arr_0", csr), ("rows", rows)):
            assert loaded[name].dtype == item.dtype
            assert loaded[name].asnumpy().tolist() == item.asnumpy().tolist()
    assert np.load(path)["rows/indices"].tolist() == [1]


def test_the_storage_as_mxnet_writes_it(v2, tmp_path):
    """Its header, of which the first bytes are overwritten, is no dtype of NumPy's."""
    path = tmp_path / "a.npz"
    header = (b"{'descr': '|s10{'descr': '<i8', 'fortran_order': False, 'shape': (), }").ljust(117) + b"\n"
    parts = {"data": np.ones((1, 2), "float32"), "indices": np.array([1]), "shape": np.array([3, 2])}
    with zipfile.ZipFile(path, "w") as archive:
        for name, values in parts.items():
            stream = io.BytesIO()
            np.save(stream, values)
            archive.writestr(f"a/{name}.npy", stream.getvalue())
        archive.writestr("a/format.npy", b"\x93NUMPY\x01\x00v\x00" + header + b"row_sparse")
    assert mx.nd.load(path)["a"].asnumpy().tolist() == [[0, 0], [1, 1], [0, 0]]


def test_without_the_switch(np_arrays, tmp_path):
    path = tmp_path / "a.npz"
    with pytest.raises(TypeError, match="dense"):
        mx.npx.savez(path, _sparse()[0])
    np.savez(path, x=np.ones(2))
    assert not isinstance(mx.nd.load(path)["x"], mx.np.ndarray)


def test_damaged(v2, tmp_path):
    path = tmp_path / "a.npz"
    np.savez(path, x=np.ones(2))
    path.write_bytes(path.read_bytes()[:40])
    with pytest.raises(mx.MXNetError, match=r"a\.npz"):
        mx.nd.load(path)


def test_a_classic_array_is_written_as_any_other(v2, tmp_path):
    mx.npx.save(str(tmp_path / "x"), mx.nd.array([1, 2]))
    assert mx.npx.load(str(tmp_path / "x")).tolist() == [1, 2]


def _of_scipy(storage: str) -> dict[str, np.ndarray]:
    """The entries that ``scipy.sparse.save_npz`` writes for the matrix of 1 and 2 on the diagonal."""
    indices = {"indices": np.array([0, 1], "int32"), "indptr": np.array([0, 1, 2], "int32")}
    return indices | {"format": np.array(storage.encode()), "shape": np.array([2, 3]), "data": np.array([1.0, 2.0])}


@pytest.mark.parametrize("save", [np.savez, np.savez_compressed])
def test_sparse_matrices_of_scipy(v2, tmp_path, save):
    path = tmp_path / "a.npz"
    save(path, **_of_scipy("csr"))
    for load in (mx.nd.load, mx.npx.load):
        loaded = load(path)
        assert list(loaded) == [""]
        assert (loaded[""].stype, loaded[""].dtype) == ("csr", np.float64)
        assert loaded[""].asnumpy().tolist() == [[1, 0, 0], [0, 2, 0]]


def test_other_storage_of_scipy_is_refused(v2, tmp_path):
    path = tmp_path / "a.npz"
    np.savez(path, **_of_scipy("csc"))
    with pytest.raises(mx.MXNetError, match=r"format\.npy: expected a storage type, csr or row_sparse, got b'csc'"):
        mx.nd.load(path)


def test_arrays_that_are_named_as_parts(v2, tmp_path):
    path = tmp_path / "a.npz"
    np.savez(path, data=np.ones(2), shape=np.ones(2), format=np.ones(2))
    assert list(mx.nd.load(path)) == ["data", "shape", "format"]


def test_iterators_over_files_give_numpys_arrays(v2, tmp_path):
    """Recorded from 2.0.0b1; ``NDArrayIter`` gives classic arrays there."""
    path = tmp_path / "x.csv"
    path.write_text("1,2\n3,4\n")

    def types():
        batch = next(mx.io.CSVIter(data_csv=path, data_shape=(2,), batch_size=2))
        return [isinstance(array, mx.np.ndarray) for array in (*batch.data, *batch.label)]

    assert types() == [True, True]
    with mx.util.np_array(False):
        assert types() == [False, False]


@pytest.mark.parametrize("name", ["weight.npy", "0.weight.npy"])
def test_parameters_of_mxnet_2_load_without_the_switch(tmp_path, name):
    path = tmp_path / "net.params"
    with zipfile.ZipFile(path, "w") as archive:
        buffer = io.BytesIO()
        np.save(buffer, np.array([[1, 2]], "float32"))
        archive.writestr(name, buffer.getvalue())
    net = mx.gluon.nn.Dense(1, in_units=2, use_bias=False)
    if name[0] == "0":
        outer = mx.gluon.nn.Sequential()
        outer.add(net)
        outer.load_parameters(str(path))
    else:
        net.load_parameters(str(path))
    assert net.weight.data().asnumpy().tolist() == [[1, 2]]


def test_a_single_array_without_a_name_is_loaded_alone(v2, np_arrays, tmp_path):
    path = str(tmp_path / "a")
    mx.nd.save(path, mx.np.arange(3))
    assert mx.npx.load(path).tolist() == [0, 1, 2]
    assert [item.tolist() for item in mx.nd.load(path)] == [[0, 1, 2]]
    mx.nd.save(path, [mx.np.arange(3), mx.np.ones(1)])
    assert [item.tolist() for item in mx.npx.load(path)] == [[0, 1, 2], [1]]


def test_export_without_a_path_returns_graph_and_arrays(v2, np_arrays):
    net = mx.gluon.nn.HybridSequential()
    net.add(mx.gluon.nn.Dense(2), mx.gluon.nn.BatchNorm())
    net.initialize()
    net.hybridize()
    net(mx.np.ones((2, 3)))
    graph, arrays = net.export(None)
    shapes = {"0.weight": (2, 3), "0.bias": (2,), "1.gamma": (2,), "1.beta": (2,)}
    states = {"1.running_mean": (2,), "1.running_var": (2,)}
    expected = {f"arg:{name}": shape for name, shape in shapes.items()}
    expected |= {f"aux:{name}": shape for name, shape in states.items()}
    assert {name: array.shape for name, array in arrays.items()} == expected
    assert all(isinstance(array, mx.np.ndarray) for array in arrays.values())
    assert graph.list_auxiliary_states() == list(states)

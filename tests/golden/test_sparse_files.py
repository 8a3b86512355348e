"""Files that MXNet 1.9.1 wrote of arrays in sparse storage give their values, and are written to the same bytes."""

from __future__ import annotations

import mxnet as mx
import numpy as np
import pytest

from .sparse_files import FILES, arrays, path, stored_zeros


@pytest.mark.parametrize("name", FILES)
def test_sparse_arrays_of_1_9_1s_files_are_read(name):
    loaded, told = mx.nd.load(str(path(name))), FILES[name]
    if isinstance(told, dict):
        assert list(loaded) == list(told)
        loaded, told = list(loaded.values()), list(told.values())
    assert len(loaded) == len(told)
    for array, (stype, dtype, values) in zip(loaded, told, strict=True):
        assert (array.stype, np.dtype(array.dtype).name, array.shape) == (stype, dtype, values.shape)
        np.testing.assert_array_equal(array.asnumpy(), values)
        if stype != "default":
            array.check_format()
            stored = np.count_nonzero(values) if stype == "csr" else values.reshape(len(values), -1).any(1).sum()
            assert array.indices.shape == array.data.shape[:1]
            assert array.indices.asnumpy().size == stored


def test_stored_zeros_stay_stored():
    loaded = mx.nd.load(str(path("stored-zeros")))
    assert loaded["csr"].data.asnumpy().tolist() == [0, 7, 0]
    assert loaded["csr"].indptr.asnumpy().tolist() == [0, 1, 1, 3]
    assert loaded["rows"].indices.asnumpy().tolist() == [0, 2]
    assert loaded["rows"].asnumpy().tolist() == [[0, 0], [0, 0], [1, 2], [0, 0]]


@pytest.mark.parametrize("name", [*FILES, "stored-zeros"])
@pytest.mark.parametrize("source", ["made", "loaded"])
def test_sparse_arrays_are_written_as_1_9_1_writes_them(name, source, tmp_path):
    found = arrays(name) if source == "made" else mx.nd.load(str(path(name)))
    mx.nd.save(str(tmp_path / "again"), found)
    assert (tmp_path / "again").read_bytes() == path(name).read_bytes()


@pytest.mark.parametrize("key", ["csr", "rows"])
def test_what_numpy_shapes_have_no_form_for(key, tmp_path):
    array = stored_zeros()[key]
    with mx.util.np_shape(True), pytest.raises(mx.MXNetError, match="NumPy shapes"):
        mx.nd.save(str(tmp_path / "x"), array)
    assert not (tmp_path / "x").exists()
    content = bytearray(array.__getstate__()["handle"])
    content[0] = 0xCA  # the magic number of arrays under NumPy shapes
    with mx.util.np_shape(True), pytest.raises(mx.MXNetError, match="NumPy shapes"):
        array.__setstate__({"handle": content})

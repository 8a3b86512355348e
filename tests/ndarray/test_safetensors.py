"""Arrays in files of the format safetensors."""

from __future__ import annotations

import json
import struct

import mxnet as mx
import numpy as np
import pytest
import torch
from safetensors.numpy import load_file, save_file

TYPES = ("float64", "float32", "float16", "bfloat16", "int64", "int32", "int8", "uint8", "bool")


@pytest.fixture
def file(tmp_path):
    return str(tmp_path / "net.safetensors")


def random_arrays():
    values = np.random.RandomState(0).uniform(0, 9, (2, 3))
    arrays = {f"arg:{dtype}_weight": mx.nd.array(values, dtype=dtype) for dtype in TYPES}
    return arrays | {"nought": mx.nd.zeros((0,)), "ünï 名": mx.nd.ones((1, 1, 1))}


def assert_equal(got, want):
    assert list(got) == list(want)
    for name, array in want.items():
        assert got[name].dtype == array.dtype
        assert got[name].shape == array.shape
        assert torch.equal(got[name]._t, array._t)


@pytest.mark.parametrize("options", [{}, {"format": "safetensors"}], ids=["by name", "by format"])
def test_what_is_saved_is_loaded_with_names_types_and_order(tmp_path, options):
    file = str(tmp_path / ("net.params" if options else "net.safetensors"))
    with mx.util.np_shape(True):
        arrays = random_arrays()
        mx.nd.save(file, arrays, **options)
        assert_equal(mx.nd.load(file), arrays)
        with open(file, "rb") as stream:
            assert_equal(mx.nd.load_frombuffer(stream.read()), arrays)


def test_lists_stay_lists_and_the_other_format_can_be_asked_for(file, tmp_path):
    mx.nd.save(file, [mx.nd.ones((2,)), mx.nd.zeros((1,))])
    first, second = mx.nd.load(file)
    assert (first.shape, second.shape) == ((2,), (1,))
    mx.nd.save(str(tmp_path / "a.params"), [mx.nd.ones((2,))])
    mx.nd.save(file, [mx.nd.ones((2,))], format="mxnet")
    assert (tmp_path / "a.params").read_bytes() == (tmp_path / "net.safetensors").read_bytes()
    with pytest.raises(ValueError, match="format: expected"):
        mx.nd.save(file, [], format="onnx")


def test_the_package_safetensors_reads_and_writes_the_same(file, tmp_path):
    arrays = {"b": np.arange(6, dtype="float32").reshape(2, 3), "a": np.array([True, False]), "c": np.array([7])}
    mx.nd.save(file, {name: mx.nd.array(value, dtype=value.dtype) for name, value in arrays.items()})
    theirs = str(tmp_path / "theirs.safetensors")
    save_file(arrays, theirs)
    for got in (load_file(file), {name: value.asnumpy() for name, value in mx.nd.load(theirs).items()}):
        assert set(got) == set(arrays)
        for name, value in arrays.items():
            np.testing.assert_array_equal(got[name], value)
            assert got[name].dtype == value.dtype


def test_checkpoints_and_parameters_of_blocks(tmp_path, file):
    net = mx.gluon.nn.HybridSequential()
    net.add(mx.gluon.nn.Dense(3, in_units=2), mx.gluon.nn.BatchNorm(in_channels=3))
    net.initialize(mx.init.Xavier())
    net.save_parameters(file)
    twin = mx.gluon.nn.HybridSequential()
    twin.add(mx.gluon.nn.Dense(3, in_units=2), mx.gluon.nn.BatchNorm(in_channels=3))
    twin.load_parameters(file)
    x = mx.nd.ones((1, 2))
    np.testing.assert_array_equal(twin(x).asnumpy(), net(x).asnumpy())
    symbol = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=3, name="fc")
    arg, aux = {"fc_weight": mx.nd.ones((3, 2)), "fc_bias": mx.nd.zeros((3,))}, {"state": mx.nd.ones((1,))}
    prefix = str(tmp_path / "model")
    mx.model.save_checkpoint(prefix, 3, symbol, arg, aux, format="safetensors")
    assert sorted(load_file(f"{prefix}-0003.safetensors")) == ["arg:fc_bias", "arg:fc_weight", "aux:state"]
    loaded, args, states = mx.model.load_checkpoint(prefix, 3)
    assert loaded.tojson() == symbol.tojson()
    assert_equal(args, arg)
    assert_equal(states, aux)


def test_sparse_arrays_are_refused_and_leave_the_old_file(file):
    mx.nd.save(file, {"old": mx.nd.ones((1,))})
    rows = mx.nd.sparse.row_sparse_array(([[1.0, 2.0]], [1]), shape=(3, 2))
    with pytest.raises(mx.MXNetError, match=r"net.safetensors: 'table' is in sparse storage.*tostype\('default'\)"):
        mx.nd.save(file, {"first": mx.nd.ones((1,)), "table": rows})
    assert list(mx.nd.load(file)) == ["old"]


def content(header, values=b""):
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    return struct.pack("<Q", len(text)) + text + values


def entry(dtype="F32", shape=(1,), offsets=(0, 4)):
    return {"dtype": dtype, "shape": list(shape), "data_offsets": list(offsets)}


FOUR = b"\0" * 4


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (struct.pack("<Q", 1 << 60) + b"{}", "header of 1152921504606846976 bytes"),
        (struct.pack("<Q", 99) + b"{}", "99 bytes expected"),
        (content(b"{not json"), "not JSON"),
        (content(b'{"a": 1, "a": 2}'), "stands twice"),
        (content({"a": {"dtype": "F32"}}), "expected dtype, shape and data_offsets"),
        (content({"a": entry("F8_E4M3")}, FOUR), "data type F8_E4M3"),
        (content({"a": entry(shape=(-1,))}, FOUR), "shape"),
        (content({"a": entry(shape=(1 << 62, 4), offsets=(0, 4))}, FOUR), "does not take 4 bytes"),
        (content({"a": entry(shape=(1 << 62, 4, 0), offsets=(0, 0))}), "shape"),
        (content({"a": entry(shape=(0, 1 << 40, 1 << 40), offsets=(0, 0))}), "shape"),
        (content({"a": entry(shape=(1 << 40,), offsets=(0, 1 << 42))}, FOUR), "do not exist"),
        (content({"a": entry(), "b": entry()}, FOUR), "overlap"),
        (content({"a": entry(offsets=(4, 8))}, FOUR * 2), "leave a gap"),
        (content({"a": entry()}, FOUR * 2), "4 bytes that belong to no array"),
        (content({"a": entry()}, b"\0"), "do not exist"),
        (content({"__metadata__": {"mxnet": "list"}, "a": entry()}, FOUR), "a list of arrays whose names"),
    ],
)
def test_damaged_files_are_refused_with_one_message(tmp_path, data, message):
    file = tmp_path / "bad.safetensors"
    file.write_bytes(data)
    with pytest.raises(mx.MXNetError, match=message) as caught:
        mx.nd.load(str(file))
    assert str(caught.value).startswith(f"{file}: at byte ")


def test_an_array_without_elements_may_have_long_axes(tmp_path):
    file = tmp_path / "a.safetensors"
    file.write_bytes(content({"a": entry(shape=(1 << 40, 0, 3), offsets=(0, 0))}))
    assert mx.nd.load(str(file))["a"].asnumpy().shape == (1 << 40, 0, 3)

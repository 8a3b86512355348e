"""mxnet.base: what programs built on MXNet import from it."""

from __future__ import annotations

import array
import ctypes
import os
import pickle

import mxnet as mx
import numpy as np
import pytest
from mxnet import base

_EMPTY = "empty.params"
VALUES = {"int": 1, "float": 1.5, "int32": np.int32(1), "float32": np.float32(1)}


@pytest.mark.parametrize(("kinds", "members"), [("integer_types", {"int", "int32"}), ("numeric_types", set(VALUES))])
def test_kinds_of_numbers(kinds, members):
    assert {name for name, value in VALUES.items() if isinstance(value, getattr(base, kinds))} == members


@pytest.mark.parametrize(("given", "listed"), [(3, [3]), ((1, 2), (1, 2)), ([1], [1]), ("ab", ["ab"]), (None, [None])])
def test_as_list(given, listed):
    assert base._as_list(given) == listed


def test_texts_and_bytes():
    assert base.py_str("é".encode()) == "é"
    assert base.c_str("é").value == "é".encode()
    assert list(base.c_str_array(["a", "b"])) == [b"a", b"b"]


def test_arrays_of_c():
    assert list(base.c_array(base.mx_uint, [1, 2])) == [1, 2]
    assert list(base.c_array_buf(ctypes.c_int, array.array("i", [3, 4]))) == [3, 4]
    buffer = ctypes.create_string_buffer(b"abc")
    assert base.ctypes2buffer(ctypes.cast(buffer, ctypes.POINTER(ctypes.c_char)), 2) == bytearray(b"ab")
    numbers = (ctypes.c_float * 4)(1, 2, 3, 4)
    shared = base.ctypes2numpy_shared(ctypes.cast(numbers, base.mx_float_p), (2, 2))
    numbers[3] = 9
    assert shared.tolist() == [[1, 2], [3, 9]]


@pytest.mark.parametrize(
    ("call", "error"),
    [(lambda: base.ctypes2buffer(3, 1), TypeError), (lambda: base.ctypes2numpy_shared(3, (1,)), RuntimeError)],
)
def test_pointers_are_checked(call, error):
    with pytest.raises(error):
        call()


def test_check_call_accepts_success():
    assert base.check_call(0) is None


def test_a_property_of_a_class():
    class Thing:
        @base.classproperty
        def name(cls):
            return cls.__name__

    assert Thing.name == "Thing"
    assert Thing().name == "Thing"


def test_a_metaclass_for_python_2_and_3():
    class Meta(type):
        def __new__(mcs, name, bases, members):
            return super().__new__(mcs, name, bases, {**members, "made": True})

    class Made(base.with_metaclass(Meta, dict)):
        own = 1

    assert type(Made) is Meta
    assert (Made.made, Made.own, Made.__mro__[1]) == (True, 1, dict)


def test_parameters_are_documented():
    text = base.build_param_doc(["a", "b", "a"], ["int", "str", "int"], ["first", "", "again"])
    assert text == "Parameters\n----------\na : int\n    first\nb : str\n"


def test_the_folder_of_downloads(monkeypatch):
    monkeypatch.delenv("MXNET_HOME", raising=False)
    assert base.data_dir() == base.data_dir_default()
    if os.name == "posix":
        assert base.data_dir() == os.path.expanduser("~/.mxnet")
    monkeypatch.setenv("MXNET_HOME", "/elsewhere")
    assert base.data_dir() == "/elsewhere"


def test_classes_of_errors_can_be_registered():
    @base.register_error
    class OfAProgram(base.MXNetError):
        pass

    assert base.error_types["OfAProgram"] is OfAProgram
    assert base.register_error("another", ValueError) is ValueError
    assert base.c2pyerror("OfAProgram: text")[1] == "OfAProgram"
    assert base.c2pyerror("no kind")[1] is None


def test_an_internal_error_asks_to_report_it():
    error = mx.error.InternalError("abc")
    assert isinstance(error, base.MXNetError)
    assert str(error).startswith("abc\n")
    assert "report" in str(error)


def test_a_function_that_sparse_arrays_do_not_have():
    def add():
        pass

    error = base.NotSupportedForSparseNDArray(add, "plus", 3)
    assert "Function add" in str(error)
    assert '"plus"' in str(error)


def test_names_of_operators():
    size, names = ctypes.c_uint(), ctypes.POINTER(ctypes.c_char_p)()
    assert base._LIB.MXListAllOpNames(ctypes.byref(size), ctypes.byref(names)) == 0
    found = [base.py_str(names[i]) for i in range(size.value)]
    assert {"Convolution", "_plus_scalar", "elemwise_add", "_npi_add"} <= set(found)
    assert len(set(found)) == len(found)


@pytest.mark.parametrize(
    ("name", "call"),
    [
        ("MXNetError", lambda: mx.nd.ones(6).reshape((4, 2))),
        ("MXNetError", lambda: mx.nd.ones((2, 2)) + mx.nd.ones((3, 3))),
        ("MXNetError", lambda: mx.nd.take(mx.nd.ones(2), mx.nd.array([5]), mode="raise")),
        ("MXNetError", lambda: mx.np.add(mx.np.ones(2), 1, out=mx.np.ones(2, dtype="int32"))),
        ("MXNetError", lambda: mx.np.expand_dims(mx.np.ones(2), 7)),
        ("MXNetError", lambda: mx.np.linalg.inv(mx.np.zeros((2, 2)))),
        ("AssertionError", lambda: mx.gluon.nn.Dense(2, prefix="d_").collect_params().load(_EMPTY)),
    ],
)
def test_errors_print_the_name_of_their_class_in_mxnet(name, call, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    mx.nd.save(_EMPTY, {})
    with pytest.raises(Exception) as caught:
        call()
    assert type(caught.value).__name__ == name
    assert type(pickle.loads(pickle.dumps(caught.value))) is type(caught.value)

"""Variables and what is said of them."""

from __future__ import annotations

import mxnet as mx
import numpy as np
import pytest


def test_everything_that_may_be_said():
    result = mx.sym.Variable(
        "x",
        attr={"mood": "calm"},
        shape=(1, 2),
        lr_mult=2,
        wd_mult=0.5,
        dtype=np.float64,
        init=mx.init.One(),
        stype="row_sparse",
        __mine__=3,
    )
    assert result.list_attr() == {
        "mood": "calm",
        "__shape__": "(1, 2)",
        "__lr_mult__": "2",
        "lr_mult": "2",
        "__wd_mult__": "0.5",
        "wd_mult": "0.5",
        "__dtype__": "1",
        "__init__": '["one", {}]',
        "__storage_type__": "1",
        "__mine__": "3",
    }


@pytest.mark.parametrize(("dtype", "code"), [("float32", "0"), ("float16", "2"), (np.int64, "6"), (bool, "7")])
def test_data_types_are_numbers(dtype, code):
    assert mx.sym.var("x", dtype=dtype).attr("__dtype__") == code


def test_a_scope_gives_what_is_not_given():
    with mx.AttrScope(lr_mult="3"):
        assert mx.sym.var("x").attr("lr_mult") == "3"
        assert mx.sym.var("x", lr_mult=7).attr("lr_mult") == "7"


@pytest.mark.parametrize(
    ("args", "kwargs", "error"),
    [
        ((3,), {}, TypeError),
        ((None,), {}, TypeError),
        (("x",), {"foo": 3}, ValueError),
        (("x",), {"attr": {"k": 3}}, ValueError),
        (("x",), {"dtype": "foo"}, TypeError),
        (("x",), {"init": 3}, AttributeError),
        (("x",), {"stype": "foo"}, KeyError),
    ],
)
def test_what_is_refused(args, kwargs, error):
    with pytest.raises(error):
        mx.sym.Variable(*args, **kwargs)


def test_both_names_are_one_function():
    assert mx.sym.Variable is mx.sym.var is mx.symbol.symbol.var


WRITTEN = [
    ({"shape": (0, np.int64(24))}, {"__shape__": "(0, 24)"}),
    ({"shape": [np.int64(3), 2]}, {"__shape__": "[3, 2]"}),
    ({"lr_mult": np.float32(0.5), "wd_mult": np.float64(0.1)}, {"__lr_mult__": "0.5", "__wd_mult__": "0.1"}),
    ({"__k__": ((np.int64(3), 1), 2)}, {"__k__": "((3, 1), 2)"}),
]


@pytest.mark.parametrize(("given", "kept"), WRITTEN)
def test_numbers_of_numpy_are_written_plainly(given, kept):
    result = mx.sym.var("x", **given)
    assert result.attr_dict()["x"].items() >= kept.items()


def test_the_shape_of_a_parameter_is_plain():
    parameter = mx.gluon.Parameter("w", shape=(np.int64(2), np.int32(3)))
    assert parameter.var().attr("__shape__") == "(2, 3)"
    assert "np." not in repr(parameter)
    assert mx.gluon.Parameter("w", shape=np.int64(2)).shape == (2,)


def test_layers_print_plain_numbers():
    size = (np.int64(3), np.int64(2))
    for layer in (mx.gluon.nn.Conv2D(2, size, strides=size, in_channels=1), mx.gluon.nn.MaxPool2D(size)):
        assert "(3, 2)" in repr(layer)

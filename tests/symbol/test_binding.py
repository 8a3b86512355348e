"""From symbols to numbers: what the Symbol itself adds to the executor."""

from __future__ import annotations

import mxnet as mx
import pytest

A, B = mx.sym.Variable("a"), mx.sym.Variable("b")


def test_eval():
    assert (A + B).eval(a=mx.nd.ones(2), b=mx.nd.ones(2))[0].asnumpy().tolist() == [2, 2]
    assert len(mx.sym.SliceChannel(A, num_outputs=2).eval(mx.cpu(), a=mx.nd.ones((1, 2)))) == 2


@pytest.mark.parametrize(("arrays", "error"), [({}, ValueError), ({"a": 1, "b": 2}, TypeError)])
def test_eval_of_what_is_missing_or_no_array(arrays, error):
    with pytest.raises(error):
        (A + B).eval(**arrays)


def test_bind():
    executor = (A * B).bind(mx.cpu(), {"a": mx.nd.ones(2), "b": mx.nd.ones(2) * 3})
    assert executor.forward()[0].asnumpy().tolist() == [3, 3]


@pytest.mark.parametrize(
    ("given", "told"),
    [({}, "a: None|unknown"), ({"a": (2,), "b": (3,)}, "_mul0")],
)
def test_simple_bind_lists_the_arguments_when_it_fails(given, told):
    with pytest.raises(RuntimeError, match=f"(?s)simple_bind error. Arguments:\n.*({told})") as caught:
        (A * B).simple_bind(mx.cpu(), **given)
    assert all(f"{key}: {value}" in str(caught.value) for key, value in given.items())


def test_simple_bind_allocates_in_the_storages_given():
    bound = (A * B).simple_bind(mx.cpu(), a=(2, 3), stype_dict={"a": "csr", "b": "default"})
    assert [each.stype for each in bound.arg_arrays] == ["csr", "default"]
    with pytest.raises(RuntimeError, match="storage"):
        (A * B).simple_bind(mx.cpu(), a=(2,), stype_dict={"a": "other"})


def test_graph_backends_leave_the_graph_as_it_is():
    net = mx.sym.exp(A + B)
    assert net.get_backend_symbol("MKLDNN").tojson() == net.tojson()
    assert net.optimize_for("anything", args={"a": mx.nd.ones(2), "b": mx.nd.ones(2)}).tojson() == net.tojson()


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda net: net.get_backend_symbol("nothing"), mx.MXNetError),
        (lambda net: net.get_backend_symbol(3), AttributeError),
        (lambda net: net.optimize_for(3), AssertionError),
        (lambda net: net.optimize_for("default"), mx.MXNetError),
        (lambda net: net.optimize_for("onnxruntime"), mx.MXNetError),
        (lambda net: net.optimize_for("MKLDNN", args=[mx.nd.ones(2)]), AssertionError),
    ],
)
def test_graph_backends_refuse(call, error):
    with pytest.raises(error):
        call(mx.sym.exp(A))

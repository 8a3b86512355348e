"""From symbols to numbers: what the Symbol itself adds to the executor."""

from __future__ import annotations

import mxnet as mx
import numpy as np
import pytest

A, B = mx.sym.Variable("a"), mx.sym.Variable("b")


def test_eval_binds_and_runs():
    assert (A + B).eval(a=mx.nd.ones(2), b=mx.nd.ones(2))[0].asnumpy().tolist() == [2, 2]
    assert len(mx.sym.SliceChannel(A, num_outputs=2).eval(mx.cpu(), a=mx.nd.ones((1, 2)))) == 2


@pytest.mark.parametrize(("arrays", "error"), [({}, ValueError), ({"a": 1, "b": 2}, TypeError)])
def test_eval_of_what_is_missing_or_no_array(arrays, error):
    with pytest.raises(error):
        (A + B).eval(**arrays)


def test_bind_and_forward():
    executor = (A * B).bind(mx.cpu(), {"a": mx.nd.ones(2), "b": mx.nd.ones(2) * 3})
    assert executor.forward()[0].asnumpy().tolist() == [3, 3]


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({}, "a: None|unknown"),
        ({"a": (2,), "b": (3,)}, "_mul0"),
        ({"stype_dict": {"a": "other"}}, "storage type .other. of a"),
    ],
)
def test_simple_bind_lists_the_arguments_when_it_fails(given, told):
    with pytest.raises(RuntimeError, match=f"(?s)simple_bind error. Arguments:\n.*({told})") as caught:
        (A * B).simple_bind(mx.cpu(), **given)
    assert all(f"{key}: {value}" in str(caught.value) for key, value in given.items() if key != "stype_dict")
    assert caught.type.__name__ == "RuntimeError"


def test_simple_bind_allocates_in_the_storages_given():
    bound = (A * B).simple_bind(mx.cpu(), a=(2, 3), stype_dict={"a": "csr", "b": "default"})
    assert [array.stype for array in bound.arg_arrays] == ["csr", "default"]
    with pytest.raises(RuntimeError, match="storage"):
        (A * B).simple_bind(mx.cpu(), a=(2,), stype_dict={"a": "other"})


def test_graph_backends_leave_the_graph_as_it_is():
    net = mx.sym.exp(A + B)
    assert net.get_backend_symbol("MKLDNN").tojson() == net.tojson()
    assert net.optimize_for("anything", args={"a": mx.nd.ones(2), "b": mx.nd.ones(2)}).tojson() == net.tojson()


@pytest.mark.parametrize("backend", ["MKLDNN", "MKLDNN_QUANTIZE"])
def test_graph_backends_fuse_layers(backend):
    """Names as recorded from 1.9.1; what is computed stays the same."""
    net = mx.sym.FullyConnected(mx.sym.Convolution(A, kernel=(1, 1), num_filter=2, name="c"), num_hidden=2, name="f")
    net = mx.sym.Activation(net, act_type="relu", name="r")
    fused = net.optimize_for(backend)
    assert fused.list_outputs() == ["sg_mkldnn_fully_connected_eltwise_0_output"]
    assert fused.list_arguments() == net.list_arguments()
    shapes = dict(zip(net.list_arguments(), net.infer_shape(a=(1, 3, 2, 2))[0], strict=True))
    args = {name: mx.nd.random.uniform(-1, 1, shape) for name, shape in shapes.items()}
    for other in (fused, mx.sym.load_json(fused.tojson())):
        result, expected = (item.bind(mx.cpu(), args).forward()[0].asnumpy() for item in (other, net))
        np.testing.assert_allclose(result, expected, rtol=1e-5)


def test_graph_backends_check_the_arrays_they_are_given():
    """Recorded from 1.9.1, which looks at arrays only, for its own backends."""
    net = mx.sym.FullyConnected(A, num_hidden=3, name="f")
    args = {"a": mx.nd.ones((2, 4)), "f_weight": mx.nd.ones((3, 4)), "f_bias": mx.nd.ones(3)}
    wrong = {**args, "f_weight": mx.nd.ones((3, 5))}
    for given in (wrong, {**args, "f_weight": args["f_weight"].astype("float16")}):
        with pytest.raises(mx.MXNetError, match="Error in operator f"):
            net.optimize_for("MKLDNN", given)
    for options in (
        {"backend": "MKLDNN", "args": {**args, "more": mx.nd.ones(1)}},
        {"backend": "MKLDNN", "args": args, "shape_dict": {"f_weight": (2, 2)}, "type_dict": {"a": "float64"}},
        {"backend": "MKLDNN", "args": wrong, "skip_infer": True},
        {"backend": "another", "args": wrong},
        {"backend": "MKLDNN", "shape_dict": {"a": (2, 4), "f_weight": (3, 5), "unknown": (1,)}},
    ):
        fused = net.get_backend_symbol("MKLDNN") if options["backend"] == "MKLDNN" else net
        assert net.optimize_for(**options).tojson() == fused.tojson()


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda net: net.get_backend_symbol("nothing"), mx.MXNetError),
        (lambda net: net.get_backend_symbol(3), AttributeError),
        (lambda net: net.optimize_for(3), AssertionError),
        (lambda net: net.optimize_for("default"), mx.MXNetError),
        (lambda net: net.optimize_for("onnxruntime"), mx.MXNetError),
        (lambda net: net.optimize_for("MKLDNN", args=[mx.nd.ones(2)]), AssertionError),
        (lambda net: net.optimize_for("MKLDNN", args={"a": np.ones(2)}), TypeError),
        (lambda net: net.optimize_for("MKLDNN", ctx="cpu"), AssertionError),
        (lambda net: net.optimize_for("MKLDNN", type_dict={"a": "nonsense"}), TypeError),
        (lambda net: net.optimize_for("MKLDNN", stype_dict={"a": "nonsense"}), ValueError),
    ],
)
def test_graph_backends_refuse(call, error):
    with pytest.raises(error):
        call(mx.sym.exp(A))

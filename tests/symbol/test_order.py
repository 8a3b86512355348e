"""What a symbol keeps of its graph's order follows later changes of names, attributes and outputs."""

import gc

import mxnet as mx
import numpy as np
import pytest
from mxnet.core import collector
from mxnet.symbol import inference
from mxnet.symbol.graph import Order


def two_layers():
    data = mx.sym.Variable("data")
    hidden = mx.sym.FullyConnected(data, num_hidden=3, name="first")
    return data, mx.sym.FullyConnected(hidden, num_hidden=2, name="second")


def test_a_variable_renamed_after_inference_is_found_by_its_new_name():
    data, net = two_layers()
    assert net.infer_shape(data=(4, 5))[1] == [(4, 2)]
    data._set_attr(name="image")
    assert net.list_arguments()[0] == "image"
    assert net.infer_shape(image=(4, 6))[0][:2] == [(4, 6), (3, 6)]


def test_variables_that_come_to_share_a_name_share_their_shape():
    a, b = mx.sym.Variable("a"), mx.sym.Variable("b")
    net = a + b
    assert net.infer_shape(a=(2,), b=(2,))[0] == [(2,), (2,)]
    b._set_attr(name="a")
    assert net.list_inputs() == ["a"]
    assert net.infer_shape(a=(3,))[0] == [(3,)]


def test_an_attribute_set_after_inference_counts():
    _, net = two_layers()
    assert net.infer_shape(data=(4, 5))[1] == [(4, 2)]
    net._set_attr(num_hidden="7")
    assert net.infer_shape(data=(4, 5))[1] == [(4, 7)]


def test_composition_in_place_changes_the_order():
    _, net = two_layers()
    assert net.list_arguments()[0] == "data"
    net._compose(data=mx.sym.Variable("other"))
    assert net.list_arguments()[0] == "other"
    assert net.infer_type(other=np.float32)[1] == [np.float32]


def test_inference_over_a_kept_order_says_the_same_as_over_a_new_one():
    _, net = two_layers()
    order = Order(net._heads)
    for known in ({"data": (4, 5)}, {"data": (4, 9)}, {"first_weight": (3, 5)}):
        kept = inference.shapes(net._heads, known, order=order)
        new = inference.shapes(net._heads, known)
        assert [kept.variable(name) for name in net.list_arguments()] == [
            new.variable(name) for name in net.list_arguments()
        ]
        assert kept[net._heads[0]] == new[net._heads[0]]


@pytest.mark.parametrize("enabled", [True, False])
def test_the_collector_is_as_before_after_a_pause(enabled):
    before = gc.isenabled()
    (gc.enable if enabled else gc.disable)()
    try:
        with collector.paused(collector.LARGE):
            assert not gc.isenabled()
        assert gc.isenabled() is enabled
    finally:
        (gc.enable if before else gc.disable)()


def test_a_text_that_cannot_be_read_leaves_the_collector_on():
    with pytest.raises(mx.MXNetError, match="not JSON"):
        mx.sym.load_json("{")
    assert gc.isenabled()

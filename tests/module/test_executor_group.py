"""DataParallelExecutorGroup by itself: what groups share."""

from __future__ import annotations

import mxnet as mx
import pytest
from mxnet.module.executor_group import DataParallelExecutorGroup
from mxnet.test_utils import same_array

from tests.module.nets import FEATURES

ROWS = 8


def deep(layers):
    """A classifier whose layers all have the same weights."""
    weight, bias = mx.sym.Variable("w"), mx.sym.Variable("b")
    net = mx.sym.Variable("data")
    for i in range(layers):
        net = mx.sym.FullyConnected(net, weight, bias, num_hidden=FEATURES, name=f"fc{i}")
    return mx.sym.SoftmaxOutput(net, name="softmax")


def group(symbol, contexts, shared_group=None, rows=ROWS, **kwargs):
    return DataParallelExecutorGroup(
        symbol, contexts, [1] * len(contexts), [("data", (rows, FEATURES))], [("softmax_label", (rows,))], ["w", "b"],
        for_training=True, inputs_need_grad=False, shared_group=shared_group, **kwargs,
    )  # fmt: skip


@pytest.mark.parametrize("contexts", [[mx.cpu()], [mx.cpu(0), mx.cpu(1)]], ids=len)
def test_a_group_shares_inputs_parameters_and_gradients(contexts):
    first = group(deep(2), contexts)
    second = group(deep(4), contexts, first)
    for i in range(len(contexts)):
        assert set(first.shared_data_arrays[i]) == set(second.shared_data_arrays[i]) == {"data", "softmax_label"}
        for name, array in first.shared_data_arrays[i].items():
            assert same_array(array, second.shared_data_arrays[i][name])
            assert same_array(array, second.execs[i].arg_dict[name])
        for name in ("w", "b"):
            assert same_array(first.execs[i].arg_dict[name], second.execs[i].arg_dict[name])
            assert same_array(first.execs[i].grad_dict[name], second.execs[i].grad_dict[name])
    assert first.grad_req == second.grad_req


def test_a_group_of_smaller_batches_uses_a_part_of_the_memory():
    first = group(deep(2), [mx.cpu()])
    second = group(deep(2), [mx.cpu()], first, rows=3)
    first.execs[0].arg_dict["data"][:] = 7
    assert second.execs[0].arg_dict["data"].shape == (3, FEATURES)
    assert (second.execs[0].arg_dict["data"].asnumpy() == 7).all()


def test_parameters_in_and_out():
    one = group(deep(2), [mx.cpu(0), mx.cpu(1)])
    one.set_params({"w": mx.nd.ones((FEATURES, FEATURES)) * 2, "b": mx.nd.ones((FEATURES,))}, {})
    out = {"w": mx.nd.zeros((FEATURES, FEATURES)), "b": mx.nd.zeros((FEATURES,))}
    one.get_params(out, {})
    assert (out["w"].asnumpy() == 2).all()
    assert one.get_output_shapes() == [("softmax_output", (ROWS, FEATURES))]
    with pytest.raises(ValueError, match="other"):
        one.set_params({"other": mx.nd.ones((1,))}, {})
    one.set_params({"other": mx.nd.ones((1,))}, {}, allow_extra=True)


def test_a_range_of_outputs():
    net = deep(2)
    one = group(mx.sym.Group([net, net.get_internals()["fc0_output"], net.get_internals()["fc1_output"]]), [mx.cpu()])
    one.forward(mx.io.DataBatch([mx.nd.ones((ROWS, FEATURES))], [mx.nd.zeros((ROWS,))]), is_train=False)
    assert len(one.get_outputs()) == 3
    assert len(one.get_outputs(begin=1)) == 2
    assert len(one.get_outputs(begin=0, end=1)) == 1
    assert one.num_outputs == 3


def test_reshaping_to_the_same_shapes_changes_nothing():
    one = group(deep(2), [mx.cpu()])
    executors = one.execs
    one.reshape(one.data_shapes, one.label_shapes)
    assert one.execs is executors
    one.reshape([mx.io.DataDesc("data", (3, FEATURES))], [mx.io.DataDesc("softmax_label", (3,))])
    assert one.batch_size == 3

"""What monitor callbacks see of the backward pass (names and their order are those of MXNet 1.9.1)."""

from __future__ import annotations

import mxnet as mx
import pytest

DATA = mx.sym.Variable("data")


def fc(data, name):
    return mx.sym.FullyConnected(data, num_hidden=2, name=name)


def numbered(name, count):
    return [f"{name}_backward_output{i}" for i in range(count)]


def names_of_backward(net, grad_req="write", heads=None):
    executor = net.simple_bind(mx.cpu(), data=(2, 2), grad_req=grad_req)
    names = []
    executor.set_monitor_callback(lambda name, array: names.append(name.decode()))
    executor.forward(is_train=True)
    del names[:]
    executor.backward(heads)
    return names


LOSS = mx.sym.MakeLoss(fc(mx.sym.Activation(fc(DATA, "a"), act_type="tanh", name="t"), "b"), name="l")
CHAIN = ["l_backward_data", *numbered("b", 3), "t_backward_output", *numbered("a", 3)]


@pytest.mark.parametrize(
    ("net", "grad_req", "expected"),
    [
        (LOSS, "write", CHAIN),
        (LOSS, {"a_weight": "write"}, CHAIN),
        (LOSS, {"b_weight": "write"}, CHAIN[:4]),
        (LOSS, "null", []),
        (
            mx.sym.MakeLoss(fc(DATA, "a") + DATA, name="l"),
            {"a_weight": "write"},
            ["l_backward_data", *numbered("a", 3)],
        ),
        (mx.sym.SoftmaxOutput(fc(DATA, "a"), name="s"), "write", [*numbered("s", 2), *numbered("a", 3)]),
        (
            mx.sym.MakeLoss(mx.sym.BatchNorm(DATA, name="bn"), name="l"),
            "write",
            ["l_backward_data", *numbered("bn", 3)],
        ),
    ],
)
def test_names_of_the_monitored_gradients(net, grad_req, expected):
    assert names_of_backward(net, grad_req) == expected


def test_a_monitor_of_a_module_counts_both_passes():
    monitor = mx.mon.Monitor(1, pattern=".*", sort=True)
    module = mx.mod.Module(mx.sym.SoftmaxOutput(fc(DATA, "a"), name="softmax"))
    module.bind([("data", (2, 2))], [("softmax_label", (2,))])
    module.install_monitor(monitor)
    module.init_params()
    monitor.tic()
    module.forward_backward(mx.io.DataBatch([mx.nd.ones((2, 2))], [mx.nd.zeros((2,))]))
    assert [name for _, name, _ in monitor.toc()] == [
        *numbered("a", 3), "a_bias", "a_output", "a_weight", "data",
        *numbered("softmax", 2), "softmax_label", "softmax_output",
    ]  # fmt: skip

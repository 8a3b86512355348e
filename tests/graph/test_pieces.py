"""Large graphs in pieces: the values, gradients and errors of one program."""

from __future__ import annotations

import mxnet as mx
import numpy as np
import pytest
from mxnet.graph import pieces, program
from mxnet.graph.lower import lower
from mxnet.graph.pieces import Run, cut
from mxnet.symbol.node import topological

STEPS = 16


def inputs():
    return [mx.sym.Variable(f"t{i}") for i in range(STEPS)]


def lstm(layers=1):
    stack = mx.rnn.SequentialRNNCell()
    for i in range(layers):
        stack.add(mx.rnn.LSTMCell(4, prefix=f"l{i}_"))
    return stack.unroll(STEPS, inputs(), merge_outputs=False)


def summed():
    return mx.sym.MakeLoss(mx.sym.sum(mx.sym.concat(*lstm()[0])))


def classified():
    """Return a loss for each step, and the last state."""
    (outputs, states), label = lstm(layers=2), mx.sym.var("label")
    return mx.sym.Group([*(mx.sym.SoftmaxOutput(item, label) for item in outputs), states[0]])


def losses_within():
    """Return steps that compute with the results of losses."""
    weight, value = mx.sym.var("weight"), mx.sym.var("t0")
    for _ in range(STEPS):
        value = mx.sym.MakeLoss(mx.sym.tanh(mx.sym.broadcast_mul(value * 2, weight))) + value
        for _ in range(6):
            value = mx.sym.sin(value)
    return value


def blocked():
    """Return steps from whose states no gradient comes back."""
    weight, value, outputs = mx.sym.var("weight"), mx.sym.var("t0"), []
    for _ in range(STEPS):
        value = mx.sym.tanh(mx.sym.broadcast_mul(mx.sym.BlockGrad(value), weight))
        for _ in range(6):
            value = mx.sym.sin(value)
        outputs.append(value)
    return mx.sym.Group(outputs)


def normalized():
    """Return steps with states that training writes to, and an argument that is an output."""
    value = x = mx.sym.var("t0")
    gamma, beta, mean, var = map(mx.sym.var, ("gamma", "beta", "mean", "var"))
    for _ in range(STEPS):
        value = mx.sym.BatchNorm(value, gamma, beta, mean, var, fix_gamma=False)
        for _ in range(7):
            value = mx.sym.tanh(value)
    return mx.sym.Group([value, x])


NETS = [summed, classified, losses_within, blocked, normalized]


@pytest.fixture(autouse=True)
def short_pieces(monkeypatch):
    monkeypatch.setattr(pieces, "_LONGEST", 60)
    monkeypatch.setattr(pieces, "LARGE", 10)


def executor(net, monkeypatch, large=10):
    monkeypatch.setattr(pieces, "LARGE", large)
    shapes = {name: (2, 4) for name in net.list_arguments() if name[0] == "t" or "state" in name or name == "weight"}
    result = net.simple_bind(mx.cpu(), **shapes)
    rng = np.random.RandomState(0)
    for array in [*result.arg_arrays, *result.aux_arrays]:
        array[:] = rng.uniform(0.1, 1, array.shape)
    return result


def is_cut(result, is_train):
    return isinstance(result._form(is_train).module, Run)


@pytest.mark.parametrize("disabled", ["", "backward"])
@pytest.mark.parametrize("is_train", [False, True])
@pytest.mark.parametrize("net", NETS)
def test_pieces_compute_what_one_program_computes(monkeypatch, net, is_train, disabled):
    monkeypatch.setenv("MXNET_DISABLE_PASSES", disabled)
    net = net()
    answers = []
    for large in (10**9, 10):
        item = executor(net, monkeypatch, large)
        for _ in range(2):
            item.forward(is_train=is_train)
            if is_train:
                item.backward([mx.nd.full(out.shape, 0.5) for out in item.outputs])
        assert is_cut(item, is_train) == (large == 10)
        answers.append([*item.outputs, *item.aux_arrays, *item.grad_arrays])
    for one, other in zip(*answers, strict=True):
        np.testing.assert_allclose(other.asnumpy(), one.asnumpy(), rtol=1e-6, atol=1e-7)


def test_an_unrolled_network_has_a_backward_pass_of_its_own(monkeypatch):
    assert executor(summed(), monkeypatch)._form(True).derivative is not None


def test_gradients_are_added_to_what_is_there():
    net = summed()
    shapes = {name: (2, 4) for name in net.list_arguments() if name[0] == "t" or "state" in name}
    ours = net.simple_bind(mx.cpu(), grad_req={"t3": "add", "l0_i2h_weight": "write"}, **shapes)
    ours.arg_dict["l0_i2h_weight"][:] = 0.3
    for _ in range(2):
        ours.forward(is_train=True)
        ours.backward()
    twice = ours.grad_dict["t3"].asnumpy()
    ours.grad_dict["t3"][:] = 0
    ours.forward(is_train=True)
    ours.backward()
    np.testing.assert_allclose(twice, 2 * ours.grad_dict["t3"].asnumpy(), rtol=1e-6)
    assert ours.grad_dict["t4"] is None


def test_blocks_are_differentiated_in_pieces(monkeypatch):
    grads = []
    for large in (10**9, 10):
        monkeypatch.setattr(pieces, "LARGE", large)
        net = mx.gluon.SymbolBlock(mx.sym.concat(*lstm()[0]), inputs())
        net.initialize(mx.init.Constant(0.2))
        data = [mx.nd.full((2, 4), i / STEPS) for i in range(STEPS)]
        data[3].attach_grad()
        with mx.autograd.record():
            loss = net(*data).sum()
        loss.backward()
        grads.append(data[3].grad.asnumpy())
    np.testing.assert_allclose(grads[1], grads[0], rtol=1e-5)


def test_random_numbers_differ_by_step(monkeypatch):
    x = value = mx.sym.var("t0")
    steps = []
    for _ in range(STEPS):
        value = mx.sym.Dropout(x, p=0.5)
        for _ in range(7):
            value = mx.sym.identity(value)
        steps.append(value)
    ours = executor(mx.sym.Group(steps), monkeypatch)
    ours.forward(is_train=True)
    assert is_cut(ours, True)
    assert len({out.asnumpy().tobytes() for out in ours.outputs}) > 1


def test_steps_that_repeat_are_one_program(monkeypatch):
    lowered = []
    monkeypatch.setattr(program, "lower", lambda *args: lowered.append(args) or lower(*args))
    ours = executor(summed(), monkeypatch)
    ours.forward()
    assert is_cut(ours, False)
    assert len(lowered) <= 4


def test_layers_with_weights_of_their_own_stay_in_one_program(monkeypatch):
    value = mx.sym.var("t0")
    for i in range(STEPS):
        value = mx.sym.FullyConnected(value, num_hidden=4, name=f"fc{i}")
        for _ in range(8):
            value = mx.sym.tanh(value)
    assert not is_cut(executor(value, monkeypatch), False)


def test_a_value_is_let_go_after_its_last_use():
    heads = summed()._heads
    nodes = topological(heads)
    names = [node.name for node in nodes if node.op is None]
    graph = cut(nodes, heads, names)
    assert len(graph.pieces) >= STEPS
    alive = set(range(len(names)))
    for piece in graph.pieces:
        assert alive.issuperset(piece.inputs)
        alive.update(piece.results)
        assert alive.issuperset(piece.ended)
        alive.difference_update(piece.ended)
    assert alive == {*range(len(names)), *graph.heads}


@pytest.mark.parametrize("step", [5, 9])
def test_an_error_names_the_node_and_its_inputs(monkeypatch, step):
    ours = executor(summed(), monkeypatch)
    ours.arg_dict[f"t{step}"]._t = mx.nd.ones((2, 5))._t
    with pytest.raises(mx.MXNetError, match=rf"(?s)node 'l0_t{step}_i2h', operator FullyConnected.*variable 't{step}'"):
        ours.forward()


def test_monitors_see_all_operators(monkeypatch):
    seen = []
    ours = executor(summed(), monkeypatch)
    ours.set_monitor_callback(lambda name, array: seen.append(name))
    ours.forward(is_train=False)
    assert sum("i2h" in name for name in seen) == STEPS

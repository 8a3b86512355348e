"""Loops and conditions as symbols; what MXNet 1.9.1 has too is held against it in tests/parity/programs."""

import copy
import json
import pickle

import mxnet as mx
import numpy as np
import pytest
from mxnet import autograd, nd
from mxnet.base import MXNetError

V = mx.sym.Variable


def both(make, states, **arrays):
    """Return ``(outputs, gradients)`` of the same loop as a graph and on arrays; ``make(F, **inputs)`` returns a list.

    The head gradients are the outputs' own values.
    """
    answers = []
    inputs = {name: nd.array(values) for name, values in arrays.items()}
    for item in inputs.values():
        item.attach_grad()
    with autograd.record():
        outputs = make(nd, **inputs)
    autograd.backward(outputs, [o.detach() for o in outputs])
    answers.append(([o.asnumpy() for o in outputs], {k: x.grad.asnumpy() for k, x in inputs.items()}))
    graph = mx.sym.Group(make(mx.sym, **{name: V(name) for name in inputs}))
    grads = {name: nd.zeros(x.shape) for name, x in inputs.items()}
    executor = graph.bind(mx.cpu(), {name: x.detach() for name, x in inputs.items()}, grads)
    outputs = executor.forward(is_train=True)
    executor.backward([o.copy() for o in outputs])
    answers.append(([o.asnumpy() for o in outputs], {k: g.asnumpy() for k, g in grads.items()}))
    return answers


def captured(F, d, s, w):
    square = w * w
    outputs, states = F.contrib.foreach(lambda x, t: ([x * square + t[0], square], [t[0] * w + x]), d, [s])
    return [*outputs, *states]


def nested(F, d, s, w):
    def inner(x, t):
        return x * t[0] + w, [t[0] + x * w]

    def outer(x, t):
        outputs, states = F.contrib.foreach(inner, x, t)
        return outputs * 2, states

    outputs, states = F.contrib.foreach(outer, d, [s])
    return [outputs, *states]


def turning(F, i, t, w):
    outputs, last = F.contrib.while_loop(
        lambda i, t: i < 4, lambda i, t: ([t * w, t + i], [i + w, t * t]), [i, t], max_iterations=6
    )
    return [*outputs, *last]


def choosing(F, a, b):
    product = a * b
    return list(F.contrib.cond(product < 3, lambda: [product + a, b * 1], lambda: [a - product, product * product]))


def loop_of_everything(F, d, s):
    def outer(x, t):
        def step(i, a):
            chosen = F.contrib.cond(i < 2, lambda: a * x, lambda: a + t[0])
            return chosen, [i + 1, chosen]

        outputs, last = F.contrib.while_loop(lambda i, a: i < 4, step, [F.zeros((1,)), x * 1], max_iterations=4)
        return outputs, [last[1]]

    outputs, states = F.contrib.foreach(outer, d, [s])
    return [outputs, *states]


@pytest.mark.parametrize(
    ("make", "shapes"),
    [
        (captured, {"d": (3, 2), "s": (2,), "w": (2,)}),
        (nested, {"d": (2, 3, 4), "s": (4,), "w": (4,)}),
        (turning, {"i": (1,), "t": (1,), "w": (1,)}),
        (choosing, {"a": (1,), "b": (1,)}),
        (loop_of_everything, {"d": (3, 2), "s": (2,)}),
    ],
)
@pytest.mark.parametrize("seed", [0, 1])
def test_graphs_compute_what_arrays_do(make, shapes, seed):
    random = np.random.RandomState(seed)
    arrays = {name: random.uniform(0.5, 2.5, shape).astype("float32") for name, shape in shapes.items()}
    eager, graph = both(make, None, **arrays)
    for ours, theirs in zip(graph[0], eager[0], strict=True):
        np.testing.assert_allclose(ours, theirs, rtol=1e-5)
    for name in shapes:
        np.testing.assert_allclose(graph[1][name], eager[1][name], rtol=1e-4, err_msg=name)


def cumulative():
    outputs, states = mx.sym.contrib.foreach(lambda x, s: (x + s, x + s), V("d"), V("s"))
    return mx.sym.Group([outputs, states])


def test_gradient_is_that_of_a_cumulative_sum():
    net, grads = cumulative(), {"d": nd.zeros((3, 1)), "s": nd.zeros(1)}
    executor = net.bind(mx.cpu(), {"d": nd.array([[1], [2], [3]]), "s": nd.array([10])}, grads)
    outputs = executor.forward(is_train=True)
    assert [o.asnumpy().ravel().tolist() for o in outputs] == [[11, 13, 16], [16]]
    executor.backward([nd.ones((3, 1)), nd.zeros(1)])
    assert (grads["d"].asnumpy().ravel().tolist(), grads["s"].asscalar()) == ([3, 2, 1], 3)


def test_another_length():
    executor = cumulative().simple_bind(mx.cpu(), d=(3, 2), s=(2,))
    longer = executor.reshape(d=(5, 2), allow_up_sizing=True)
    assert [o.shape for o in longer.forward()] == [(5, 2), (2,)]


def test_cached_op():
    op = nd.CachedOp(cumulative())
    d, s = nd.array([[1.0], [2.0]]), nd.array([0.0])
    d.attach_grad()
    with autograd.record():
        outputs, _ = op(d, s)
        total = outputs.sum()
    total.backward()
    assert d.grad.asnumpy().ravel().tolist() == [2, 1]
    assert [o.shape for o in op(nd.ones((4, 2)), nd.ones(2))] == [(4, 2), (2,)]


def test_a_loop_runs_in_a_module():
    module = mx.mod.Module(cumulative(), data_names=["d", "s"], label_names=None)
    module.bind([("d", (2, 2)), ("s", (2,))], for_training=False)
    module.init_params()
    module.forward(mx.io.DataBatch([nd.ones((2, 2)), nd.zeros(2)]))
    assert module.get_outputs()[0].asnumpy()[:, 0].tolist() == [1, 2]


@pytest.mark.parametrize("hybrid", [False, True])
def test_in_a_gluon_block(hybrid):
    class Net(mx.gluon.HybridBlock):
        def __init__(self):
            super().__init__()
            with self.name_scope():
                self.dense = mx.gluon.nn.Dense(2, in_units=2, use_bias=False)

        def hybrid_forward(self, F, x, s):
            outputs, states = F.contrib.foreach(lambda x, s: (self.dense(x) + s[0], [s[0] + x]), x, [s])
            return F.contrib.cond(F.sum(s) > 0, lambda: outputs * 2, lambda: outputs * 3), states[0]

    net = Net()
    net.initialize(mx.init.One())
    if hybrid:
        net.hybridize()
    x = nd.arange(6).reshape((3, 1, 2))
    for state, factor in [(0.0, 3), (1.0, 2)]:
        with autograd.record():
            outputs, last = net(x, nd.full((1, 2), state))
        outputs.backward()
        turns = [x.asnumpy()[i].sum() + state + x.asnumpy()[:i].sum(0) for i in range(3)]
        np.testing.assert_allclose(outputs.asnumpy(), np.stack(turns) * factor)
        np.testing.assert_allclose(last.asnumpy(), x.asnumpy().sum(0) + state)
        np.testing.assert_allclose(net.dense.weight.grad().asnumpy(), [x.asnumpy().sum((0, 1)) * factor] * 2)


def test_dropout_and_moving_statistics_inside():
    def body(x, s):
        normal = mx.sym.BatchNorm(x, name="bn", fix_gamma=False, momentum=0)
        return mx.sym.Dropout(normal, p=0.5), s

    outputs, _ = mx.sym.contrib.foreach(body, V("d"), V("s"))
    executor = outputs.simple_bind(mx.cpu(), d=(4, 50, 2), s=(1,))
    executor.arg_dict["d"][:] = nd.random.normal(5, 1, (4, 50, 2))
    executor.arg_dict["bn_gamma"][:] = 1
    values = executor.forward(is_train=True)[0].asnumpy()
    executor.backward(nd.ones((4, 50, 2)))
    assert 100 < (values == 0).sum() < 300
    assert len({tuple(turn.ravel() == 0) for turn in values}) == 4
    # statistics move in the backward pass, which goes from the last turn to the first
    first = executor.arg_dict["d"].asnumpy()[0].mean(0)
    np.testing.assert_allclose(executor.arg_dict["bn_moving_mean"].asnumpy(), first, rtol=1e-5)


# -- loops without a turn ----------------------------------------------------------------------------------------------


def test_no_turn_of_while():
    outputs, last = mx.sym.contrib.while_loop(
        lambda i, t: i < 0, lambda i, t: (t * mx.sym.ones((2, 3)), [i + 1, t]), [V("i"), V("t")], max_iterations=4
    )
    net = mx.sym.Group([outputs, *last])
    result = net.bind(mx.cpu(), {"i": nd.array([1]), "t": nd.ones((2, 3))}).forward()
    assert result[0].shape == (4, 2, 3)
    assert not result[0].asnumpy().any()
    assert result[1].asscalar() == 1


def test_no_turn_of_foreach():
    with mx.util.np_shape(True):
        result = cumulative().bind(mx.cpu(), {"d": nd.zeros((0, 2)), "s": nd.ones(2)}).forward()
        assert result[0].shape == (0, 2)
        assert result[1].asnumpy().tolist() == [1, 1]


def test_missing_turns_are_zeros():
    outputs, _ = mx.sym.contrib.while_loop(lambda i: i < 2, lambda i: (i + 5, i + 1), V("i"), max_iterations=4)
    result = outputs.bind(mx.cpu(), {"i": nd.array([0])}).forward()[0]
    assert result.asnumpy().ravel().tolist() == [5, 6, 0, 0]


def test_branches_of_different_shapes():
    b = V("b")
    net = mx.sym.contrib.cond(V("a") < 1, lambda: b * 2, lambda: mx.sym.concat(b, b, dim=0))
    shapes = [net.bind(mx.cpu(), {"a": nd.array([a]), "b": nd.ones(2)}).forward()[0].shape for a in (0, 4)]
    assert shapes == [(2,), (4,)]


def test_each_branch_may_make_a_variable_of_one_name():
    net = mx.sym.contrib.cond(V("a") > 0, lambda: V("x") * 2, lambda: V("x") - V("y"))
    arrays = {"x": nd.array([3.0]), "y": nd.array([1.0])}
    for again in (net, mx.sym.load_json(net.tojson())):
        assert again.list_inputs() == ["a", "x", "y"]
        executors = [again.bind(mx.cpu(), {"a": nd.array([a]), **arrays}) for a in (1, -1)]
        assert [executor.forward()[0].asscalar() for executor in executors] == [6, 2]


def test_only_the_chosen_branch_runs():
    ran = []

    class Op(mx.operator.CustomOp):
        def forward(self, is_train, req, in_data, out_data, aux):
            ran.append(in_data[0].asscalar())

    class Prop(mx.operator.CustomOpProp):
        def create_operator(self, ctx, in_shapes, in_dtypes):
            return Op()

    mx.operator.register("test_branch")(Prop)
    a = V("a")
    branches = [lambda n=n: mx.sym.Custom(a * n, op_type="test_branch") for n in (10, 20)]
    net = mx.sym.contrib.cond(a < 2, *branches)
    executor = net.bind(mx.cpu(), {"a": nd.array([1])})
    executor.forward()
    executor.forward(a=nd.array([3]))
    assert ran == [10, 60]


# -- text, copies and errors -------------------------------------------------------------------------------------------


def test_copies_of_a_loop_are_equal_and_compose():
    net = cumulative()
    for twin in (copy.deepcopy(net), pickle.loads(pickle.dumps(net)), mx.sym.load_json(net.tojson())):
        assert twin.tojson() == net.tojson()
    placed = net(d=V("x") * 2)
    result = placed.bind(mx.cpu(), {"x": nd.ones((2, 1)), "s": nd.zeros(1)}).forward()
    assert result[0].asnumpy().ravel().tolist() == [2, 4]


def test_equal_text_is_not_equal_computation():
    x, s = V("x"), V("s")
    sums = [mx.sym.contrib.foreach(lambda d, t, k=k: (d * k + t, t), x, s)[0] for k in (2, 3)]
    result = (sums[0] + sums[1]).bind(mx.cpu(), {"x": nd.ones((2, 1)), "s": nd.zeros(1)}).forward()[0]
    assert result.asnumpy().ravel().tolist() == [5, 5]


def test_symbols_of_several_outputs_are_lists():
    outputs, _ = mx.sym.contrib.foreach(lambda x, s: (mx.sym.split(x, num_outputs=2), s), V("d"), V("s"))
    assert len(outputs) == 2
    result = mx.sym.Group(outputs).bind(mx.cpu(), {"d": nd.arange(4).reshape((1, 2, 2)), "s": nd.zeros(1)}).forward()
    assert [m.shape for m in result] == [(1, 2, 1), (1, 2, 1)]


def test_the_node_inside_is_named():
    outputs, _ = mx.sym.contrib.foreach(lambda x, s: (mx.sym.reshape(x, shape=(5, 5), name="bad"), s), V("d"), V("s"))
    with pytest.raises(MXNetError, match="bad"):
        outputs.simple_bind(mx.cpu(), d=(3, 2), s=(1,))


def test_a_condition_is_one_number():
    b = V("b")
    net = mx.sym.contrib.cond(V("a"), lambda: b * 2, lambda: b * 3)
    with pytest.raises(MXNetError, match="one number"):
        net.bind(mx.cpu(), {"a": nd.ones(2), "b": nd.ones(1)}).forward()


def test_lengths_must_agree():
    outputs, _ = mx.sym.contrib.foreach(lambda x, s: (x[0] + x[1], s), [V("d"), V("e")], V("s"))
    with pytest.raises(MXNetError):
        outputs.bind(mx.cpu(), {"d": nd.ones((2, 1)), "e": nd.ones((3, 1)), "s": nd.ones(1)}).forward()


@pytest.mark.parametrize(
    "spoil",
    [
        lambda node: node["attrs"].update(in_data_locs="[7]"),
        lambda node: node["attrs"].update(remain_locs="[0]"),
        lambda node: node["attrs"].update(num_out_data="2"),
        lambda node: node["attrs"].update(in_state_locs="[-1]"),
        lambda node: node.update(subgraphs=[]),
        lambda node: node.update(subgraphs=node["subgraphs"] * 2),
        lambda node: node.update(subgraphs=[{"nodes": [], "heads": []}]),
        lambda node: node.update(subgraphs=[[]]),
        lambda node: node["subgraphs"][0]["heads"].append([99, 0, 0]),
    ],
)
def test_a_spoilt_text(spoil):
    decoded = json.loads(cumulative().tojson())
    spoil(decoded["nodes"][2])
    with pytest.raises(MXNetError):
        mx.sym.load_json(json.dumps(decoded)).simple_bind(mx.cpu(), d=(2, 1), s=(1,))


def nest(depth):
    """Return the text of a loop in a loop in a loop."""
    decoded = json.loads(cumulative().tojson())
    body = json.dumps(decoded["nodes"][2].pop("subgraphs")[0])
    decoded["nodes"][2]["subgraphs"] = ["inside"]
    shell = json.dumps(decoded)
    for _ in range(depth):
        body = shell.replace('"inside"', body)
    return body


def test_loops_in_many_loops():
    net = mx.sym.load_json(nest(6))
    result = net.bind(mx.cpu(), {"d": nd.ones((2,) * 6 + (1,)), "s": nd.zeros(1)}).forward()
    assert result[1].asscalar() == 64


@pytest.mark.parametrize("depth", [2000, 4000])
def test_loops_in_too_many_loops(depth):
    with pytest.raises(MXNetError, match="nested too deeply"):
        mx.sym.load_json(nest(depth))


def test_a_node_without_its_graphs():
    locs = {"in_data_locs": [0], "in_state_locs": [], "remain_locs": []}
    net = mx.sym._internal._foreach(V("x"), num_args=2, num_outputs=1, num_out_data=1, **locs)
    with pytest.raises(MXNetError, match="missing"):
        net.simple_bind(mx.cpu(), x=(2, 2))


def test_drawn_classes():
    sampled, of_true, of_sampled = mx.sym.contrib.rand_zipfian(V("t"), 500, 20)
    result = mx.sym.Group([sampled, of_true, of_sampled]).bind(mx.cpu(), {"t": nd.array([0, 19])}).forward()
    assert [m.dtype for m in result] == [np.int64, np.float64, np.float64]
    expected = 500 * np.log([2, 21 / 20]) / np.log(21)
    np.testing.assert_allclose(result[1].asnumpy(), expected)
    assert abs((result[0].asnumpy() == 0).sum() - expected[0]) < 5 * expected[0] ** 0.5
    assert set(result[0].asnumpy()) <= set(range(20))


def test_adamw_update_agrees_with_the_imperative_one():
    values = {name: nd.array([0.1, 0.2]) for name in ("w", "g", "m", "v")}
    symbols = [V(name) for name in values]
    net = mx.sym.contrib.adamw_update(*symbols, 1.0, lr=0.1, eta=0.5)
    result = net.bind(mx.cpu(), {name: x.copy() for name, x in values.items()}).forward()[0]
    arrays = [x.copy() for x in values.values()]
    np.testing.assert_allclose(result.asnumpy(), nd.contrib.adamw_update(*arrays, 1.0, 0.1, 0.5).asnumpy())
    with pytest.raises(TypeError):
        mx.sym.contrib.adamw_update(*symbols, 1.0, lr=0.1, eta=0.5, out=nd.ones(2))

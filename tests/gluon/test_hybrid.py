"""Hybrid blocks: the same numbers eagerly and as graphs, for any shapes, structures and contexts."""

from __future__ import annotations

import gc
import warnings
import weakref

import mxnet as mx
import numpy as np
import pytest
from mxnet.gluon import HybridBlock, nn


class Mixed(HybridBlock):
    """Children, own parameters, a constant, nested inputs and outputs."""

    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.layer = nn.Dense(3, flatten=False, in_units=4)
            self.factor = self.params.get("factor", shape=(1, 3), init=mx.init.Constant(2))
            self.offset = self.params.get_constant("offset", np.array([[1.0, 2.0, 3.0]]))

    def hybrid_forward(self, F, x, pair, skip=None, factor=None, offset=None):
        first, (second,) = pair
        out = F.broadcast_mul(self.layer(x), factor) + first
        out = F.broadcast_add(out, offset)
        return out if skip is None else out + skip, [second * 2, (second + 1, x)]


def arguments(rows=2, ctx=None):
    x = mx.nd.array(np.linspace(-1, 1, rows * 4).reshape(rows, 4), ctx=ctx)
    return x, [mx.nd.ones((rows, 3), ctx=ctx), (mx.nd.full((2,), 5, ctx=ctx),)]


def twins(make=Mixed, ctx=None):
    """Return two blocks with the same parameters: an eager one and one that runs as a graph."""
    eager, hybrid = make(prefix="net_"), make(prefix="net_")
    for net in (eager, hybrid):
        mx.random.seed(3)
        net.initialize(mx.init.Xavier(), ctx=ctx)
    hybrid.hybridize()
    return eager, hybrid


def flat(values):
    return [v for each in values for v in flat(each)] if isinstance(values, (list, tuple)) else [values]


def assert_same(first, second):
    for a, b in zip(flat(first), flat(second), strict=True):
        np.testing.assert_allclose(a.asnumpy(), b.asnumpy(), rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("skip", [False, True])
def test_nested_inputs_and_outputs(skip):
    eager, hybrid = twins()
    extra = [mx.nd.ones((2, 3))] if skip else []
    expected, got = eager(*arguments(), *extra), hybrid(*arguments(), *extra)
    assert isinstance(got, list)
    assert [type(each) for each in got[1]] == [mx.nd.NDArray, list]
    assert_same(expected, got)


def test_any_batch_size_without_being_hybridized_again():
    eager, hybrid = twins()
    for rows in (2, 5, 1):
        assert_same(eager(*arguments(rows)), hybrid(*arguments(rows)))


def test_gradients_are_the_same():
    grads = []
    for net in twins():
        x, pair = arguments()
        x.attach_grad()
        with mx.autograd.record():
            out, (_, (_, passed)) = net(x, pair)
            loss = (out * out).sum() + passed.sum()
        loss.backward()
        grads.append([x.grad, net.factor.grad(), net.layer.weight.grad(), net.layer.bias.grad()])
    assert_same(*grads)


def test_one_graph_for_several_contexts():
    contexts = [mx.cpu(0), mx.cpu(1)]
    eager, hybrid = twins(ctx=contexts)
    for ctx in contexts:
        got = hybrid(*arguments(ctx=ctx))
        assert got[0].context == ctx
        assert_same(eager(*arguments(ctx=ctx)), got)


def test_contexts_need_not_have_the_current_one():
    contexts = [mx.cpu(1), mx.cpu(2)]
    net = mx.gluon.nn.Dense(3, in_units=4)
    net.initialize(ctx=contexts)
    net.hybridize()
    assert [net(mx.nd.ones((2, 4), ctx=ctx)).context for ctx in contexts] == contexts


def test_contexts_must_not_be_mixed_in_a_graph():
    _, hybrid = twins(ctx=[mx.cpu(0), mx.cpu(1)])
    with pytest.raises(ValueError, match="contexts"):
        hybrid(arguments()[0], arguments(ctx=mx.cpu(1))[1])


def test_training_and_prediction_are_two_graphs_of_one_block():
    class Noisy(HybridBlock):
        def hybrid_forward(self, F, x):
            return F.Dropout(x, p=0.5)

    net, x = Noisy(), mx.nd.ones((100,))
    net.hybridize()
    assert (net(x).asnumpy() == 1).all()
    with mx.autograd.record():
        assert set(np.unique(net(x).asnumpy())) == {0, 2}
    assert (net(x).asnumpy() == 1).all()


def test_another_structure_is_an_error():
    _, hybrid = twins()
    hybrid(*arguments())
    with pytest.raises(ValueError, match="argument structure"):
        hybrid(*arguments(), mx.nd.ones((2, 3)))


def test_nones_at_the_end_may_be_left_out():
    class Maybe(HybridBlock):
        def hybrid_forward(self, F, x, y=None):
            return x + 1 if y is None else x + y

    net, x = Maybe(), mx.nd.ones((2,))
    net.hybridize()
    assert_same([net(x), net(x, None)], [x + 1, x + 1])
    with pytest.raises(ValueError, match="argument structure"):
        net(x, x)


@pytest.mark.parametrize("args", [(None,), (1,), ([],)])
def test_there_must_be_an_array(args):
    with pytest.raises(ValueError, match="one NDArray or one Symbol"):
        nn.Dense(1)(*args)


def test_arrays_and_symbols_must_not_be_mixed():
    class Add(HybridBlock):
        def hybrid_forward(self, F, x, y):
            return x + y

    with pytest.raises(ValueError, match="mixed"):
        Add()(mx.nd.ones((1,)), mx.sym.var("y"))


def test_symbols_give_symbols():
    net = Mixed(prefix="net_")
    out, rest = net(mx.sym.var("x"), [mx.sym.var("a"), (mx.sym.var("b"),)])
    assert out.list_arguments() == [
        *("x", "net_dense0_weight", "net_dense0_bias", "net_factor", "a", "net_offset"),
    ]
    assert out.get_internals().list_outputs()[3] == "net_dense0_fwd_output"
    assert isinstance(rest[1][1], mx.sym.Symbol)


def test_children_must_be_hybrid():
    net = nn.HybridSequential()
    with pytest.raises(ValueError, match="must also be HybridBlock"):
        net.add(nn.Sequential())


def test_shapes_are_found_by_the_first_pass():
    net = nn.HybridSequential()
    net.add(nn.Conv2D(4, 3), nn.BatchNorm(), nn.Dense(2))
    net.infer_shape(mx.nd.ones((1, 3, 8, 8)))
    assert net[0].weight.shape == (4, 3, 3, 3)
    assert net[1].gamma.shape == (4,)
    assert net[2].weight.shape == (2, 144)


def test_a_shape_that_cannot_be_found_is_an_error():
    class Unknown(HybridBlock):
        def __init__(self, **kwargs):
            super().__init__(**kwargs)
            with self.name_scope():
                self.weight = self.params.get("weight", shape=(0, 0), allow_deferred_init=True)

        def hybrid_forward(self, F, x, weight):
            return F.dot(x, weight)

    for hybridize in (False, True):
        net = Unknown()
        net.initialize()
        net.hybridize(hybridize)
        with pytest.raises((ValueError, AssertionError, RuntimeError)):
            net(mx.nd.ones((2, 3)))


def test_cast_and_new_children_make_a_new_graph():
    net = nn.HybridSequential()
    net.add(nn.Dense(4, in_units=3))
    net.initialize(mx.init.One())
    net.hybridize()
    assert net(mx.nd.ones((1, 3))).shape == (1, 4)
    net.add(nn.Dense(2, in_units=4))
    net[1].initialize(mx.init.One())
    assert net(mx.nd.ones((1, 3))).shape == (1, 2)
    net.cast("float64")
    assert net(mx.nd.ones((1, 3), dtype="float64")).dtype == np.float64


def test_unused_inputs_and_parameters_are_warned_of():
    class Idle(HybridBlock):
        def __init__(self, **kwargs):
            super().__init__(**kwargs)
            with self.name_scope():
                self.weight = self.params.get("weight", shape=(1,))

        def hybrid_forward(self, F, x, y, weight):
            return x * 2

    net = Idle()
    net.initialize()
    net.hybridize()
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        net(mx.nd.ones((1,)), mx.nd.ones((1,)))
    texts = " ".join(str(each.message) for each in caught)
    assert "input to HybridBlock is not used" in texts
    assert "is not used by any computation" in texts


def test_results_do_not_share_memory_with_each_other():
    class Views(HybridBlock):
        def hybrid_forward(self, F, x):
            y = x + 1
            return y, F.reshape(y, shape=(-1,)), F.relu(y)

    net = Views()
    net.hybridize()
    first, second, third = net(mx.nd.ones((2, 2)))
    first[:] = 7
    assert (second.asnumpy() == 2).all()
    assert (third.asnumpy() == 2).all()


def test_hybridizing_with_hooks_warns():
    net = nn.Dense(1)
    net.register_forward_hook(lambda *_: None)
    with pytest.warns(UserWarning, match="forward hook"):
        net.hybridize()


def test_operator_hooks_see_every_result():
    def text(name):
        return name if isinstance(name, str) else name.decode()

    def seen(monitor_all):
        net, found = nn.HybridSequential(prefix="net_"), []
        with net.name_scope():
            net.add(nn.Dense(2, in_units=3), nn.Activation("relu"))
        net.initialize()
        net.hybridize()
        net.register_op_hook(lambda name, op, _: found.append((text(name), text(op))), monitor_all)
        net(mx.nd.ones((1, 3)))
        return found

    outputs = [("net_dense0_fwd_output", "FullyConnected"), ("net_relu0_fwd_output", "Activation")]
    assert seen(False) == outputs
    assert seen(True) == [
        ("net_dense0_fwd_data", "FullyConnected"),
        ("net_dense0_fwd_weight", "FullyConnected"),
        ("net_dense0_fwd_bias", "FullyConnected"),
        outputs[0],
        ("net_relu0_fwd_input0", "Activation"),
        outputs[1],
    ]


def test_flags_are_checked_where_they_contradict():
    net = nn.Dense(1, in_units=1)
    net.initialize()
    net.hybridize(static_shape=True)
    with pytest.raises(mx.MXNetError, match="static_alloc"):
        net(mx.nd.ones((1, 1)))
    net.hybridize(static_alloc=True, static_shape=True)
    net(mx.nd.ones((1, 1)))


def test_optimize_for_needs_a_backend(tmp_path):
    net = nn.Dense(1, in_units=1)
    net.initialize()
    with pytest.raises(ValueError, match="backend"):
        net.optimize_for(mx.nd.ones((1, 1)))
    net.optimize_for(mx.nd.ones((1, 1)), backend="MKLDNN")
    assert net._active
    net.export(str(tmp_path / "net"))  # which needs the graph
    assert net(mx.nd.ones((2, 1))).shape == (2, 1)


def test_new_arrays_are_made_where_the_inputs_are():
    class Zeros(HybridBlock):
        def hybrid_forward(self, F, x):
            return x + F.zeros((1,))

    assert Zeros()(mx.nd.ones((1,), ctx=mx.cpu(1))).context == mx.cpu(1)


@pytest.mark.parametrize("name", ["normal", "uniform", "exponential", "gamma", "poisson"])
def test_random_numbers_take_the_shape_of_a_neighbour(name):
    class Noisy(HybridBlock):
        def hybrid_forward(self, F, x):
            return x + getattr(F.random, name)() if F is mx.sym else x

    net = Noisy()
    net.hybridize()
    for shape in [(2, 30), (4, 30)]:
        first, second = net(mx.nd.zeros(shape)).asnumpy(), net(mx.nd.zeros(shape)).asnumpy()
        assert first.shape == shape
        assert len(np.unique(first)) > 1
        assert (first != second).any()


def test_a_hybrid_block_without_computation_cannot_run():
    with pytest.raises(NotImplementedError):
        HybridBlock()(mx.nd.ones((1,)))


@pytest.mark.parametrize(("hybridized", "error"), [(False, RuntimeError), (True, mx.base.MXNetError)])
def test_data_in_a_context_without_parameters(hybridized, error):
    net = nn.Dense(2, in_units=3)
    net.initialize(ctx=mx.cpu(1))
    net.hybridize(hybridized)
    with pytest.raises(error):
        net(mx.nd.ones((1, 3)))


def test_outputs_in_a_structure_are_freed_with_their_last_use():
    class Pair(HybridBlock):
        def hybrid_forward(self, F, x):
            return x + 1, [x + 2]

    net = Pair()
    net.hybridize()
    net(mx.nd.ones((2,)))
    gc.collect()
    gc.disable()
    try:
        first, [second] = net(mx.nd.ones((2,)))
        seen = [weakref.ref(each._t) for each in (first, second)]
        del first, second
        assert [each() for each in seen] == [None, None]
    finally:
        gc.enable()


@pytest.mark.filterwarnings("ignore:The data")
@pytest.mark.parametrize("hybridized", [False, True])
def test_an_input_that_is_not_used(hybridized):
    class First(HybridBlock):
        def __init__(self):
            super().__init__()
            self.dense = nn.Dense(3)

        def hybrid_forward(self, F, x, y):
            return self.dense(x)

    net = First()
    net.initialize()
    net.hybridize(hybridized)
    net.infer_shape(mx.nd.ones((2, 4)), mx.nd.ones((7,)))
    assert net.dense.weight.shape == (3, 4)
    assert net(mx.nd.ones((2, 4)), mx.nd.ones((7,))).shape == (2, 3)


def test_a_graph_of_initialized_parameters_on_other_contexts_than_the_current_one():
    contexts = [mx.cpu(1), mx.cpu(2)]
    net = nn.HybridSequential()
    net.add(nn.Dense(3, in_units=2))
    net.initialize(ctx=contexts)
    net.hybridize()
    assert [net(mx.nd.ones((1, 2), ctx=ctx)).ctx for ctx in contexts] == contexts


class Selected(HybridBlock):
    """A layer over the rows that a mask selects: only the mask's values say how many."""

    def __init__(self):
        super().__init__()
        with self.name_scope():
            self.dense = nn.Dense(4, flatten=False)

    def hybrid_forward(self, F, x, mask):
        return self.dense(F.contrib.boolean_mask(x, mask))


@pytest.mark.parametrize("hybridized", [False, True])
def test_deferred_parameters_beside_lengths_that_values_decide(hybridized):
    net = Selected()
    net.initialize(mx.init.One())
    if hybridized:
        net.hybridize()
    x, mask = mx.nd.ones((3, 2)), mx.nd.array([1, 0, 1])
    with mx.autograd.record():
        out = net(x, mask)
    out.backward()
    assert net.dense.weight.shape == (4, 2)
    np.testing.assert_array_equal(out.asnumpy(), np.full((2, 4), 2))
    np.testing.assert_array_equal(net.dense.weight.grad().asnumpy(), np.full((4, 2), 2))


def test_infer_shape_of_parameters_that_values_decide_is_refused():
    class Whole(Selected):
        def __init__(self):
            super().__init__()
            with self.name_scope():
                self.whole = nn.Dense(4)

        def hybrid_forward(self, F, x, mask):
            return self.whole(F.reshape(F.contrib.boolean_mask(x, mask), (1, -1)))

    net = Whole()
    net.initialize()
    with (
        pytest.warns(UserWarning, match="dense1_weight"),
        pytest.raises(ValueError, match="infer_shape finds no shape"),
    ):
        net.infer_shape(mx.nd.ones((3, 2)), mx.nd.array([1, 0, 1]))

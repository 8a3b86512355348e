"""Loops and conditions on arrays, and what else ``nd.contrib`` adds to its operators."""

import mxnet as mx
import numpy as np
import pytest
from mxnet import autograd, nd
from mxnet.base import MXNetError

# -- foreach --------------------------------------------------------------------------------------------------------


def test_foreach_and_its_gradients():
    d, s = nd.array([[1.0], [2.0], [3.0]]), nd.array([10.0])
    d.attach_grad()
    s.attach_grad()
    with autograd.record():
        outputs, states = nd.contrib.foreach(lambda x, t: (x + t[0], [x + t[0]]), d, [s])
        total = outputs.sum()
    total.backward()
    assert outputs.asnumpy().ravel().tolist() == [11, 13, 16]
    assert states[0].asscalar() == 16
    assert d.grad.asnumpy().ravel().tolist() == [3, 2, 1]
    assert s.grad.asscalar() == 3


def test_slices_of_a_vector_have_one_element():
    shapes = []
    nd.contrib.foreach(lambda x, s: (shapes.append(x.shape) or x, s), nd.array([1, 2]), [])
    assert shapes == [(1,), (1,)]


def test_no_outputs():
    outputs, state = nd.contrib.foreach(lambda x, s: ([], s + x), nd.ones((3, 2)), nd.zeros(2))
    assert outputs == []
    assert state.asnumpy().tolist() == [3, 3]


# -- while_loop -----------------------------------------------------------------------------------------------------


def test_while_loop():
    outputs, (i, s) = nd.contrib.while_loop(
        lambda i, s: i <= 3, lambda i, s: ([i + s, [s]], [i + 1, s + i]), (nd.array([0]), nd.array([1])), 5
    )
    assert outputs[0].shape == (5, 1)
    assert outputs[0].asnumpy().ravel().tolist()[:4] == [1, 2, 4, 7]
    assert outputs[1][0].asnumpy().ravel().tolist()[:4] == [1, 1, 2, 4]
    assert (i.asscalar(), s.asscalar()) == (4, 7)


def test_types_stay():
    outputs, _ = nd.contrib.while_loop(lambda i: i < 2, lambda i: (i, i + 1), nd.array([0], dtype="int32"), 3)
    assert outputs.dtype == np.int32


def test_outputs_of_changing_shape():
    turns = iter([nd.ones(1), nd.ones(3)])
    with pytest.raises(MXNetError):
        nd.contrib.while_loop(lambda i: i < 2, lambda i: (next(turns), i + 1), nd.array([0]), 3)


def test_a_changing_number_of_outputs():
    turns = iter([nd.ones(1), [nd.ones(1)] * 2])
    with pytest.raises(ValueError, match="should be the same in each step"):
        nd.contrib.while_loop(lambda i: i < 2, lambda i: (next(turns), i + 1), nd.array([0]), 3)


# -- cond -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pred", "chosen"), [(nd.array([1]), 1), (nd.array([[0]]), 2), (True, 1), (0, 2), ([nd.array([0])], 1)]
)
def test_cond_calls_the_chosen_branch(pred, chosen):
    assert nd.contrib.cond(pred, lambda: 1, lambda: 2) == chosen


# -- drawing classes, and optimizers ----------------------------------------------------------------------------------


def test_drawn_classes():
    sampled, of_true, of_sampled = nd.contrib.rand_zipfian(nd.array([[0, 19]]), 500, 20)
    assert [m.dtype for m in (sampled, of_true, of_sampled)] == [np.int64, np.float64, np.float64]
    expected = 500 * np.log([2, 21 / 20]) / np.log(21)
    np.testing.assert_allclose(of_true.asnumpy(), expected[None])
    assert abs((sampled.asnumpy() == 0).sum() - expected[0]) < 5 * expected[0] ** 0.5
    classes = sampled.asnumpy()
    assert set(classes) <= set(range(20))
    np.testing.assert_allclose(of_sampled.asnumpy(), 500 * np.log((classes + 2) / (classes + 1)) / np.log(21))


def arrays(count, dtype="float32", start=0):
    return [nd.array((np.arange(2) + 1 + start + i) * 0.1, dtype=dtype) for i in range(count)]


#: answers of 1.9.1
ADAMW = ([0.07706316, 0.17241153], [0.29, 0.39], [0.39964, 0.49959])


@pytest.mark.parametrize("scale", [1.0, nd.array([1.0])])
def test_adamw_update_writes_1_9_1s_values(scale):
    weight, grad, mean, var = arrays(4)
    assert nd.contrib.adamw_update(weight, grad, mean, var, scale, 0.1, 0.5, out=weight) is weight
    for array, expected in zip((weight, mean, var), ADAMW, strict=True):
        np.testing.assert_allclose(array.asnumpy(), expected, rtol=1e-6)


def test_adamw_in_half_precision():
    whole, grad, mean, var = arrays(4)
    half = whole.astype("float16")
    nd.contrib.mp_adamw_update(half, grad.astype("float16"), mean, var, whole, 1.0, 0.1, 0.5, out=half)
    np.testing.assert_allclose(whole.asnumpy(), ADAMW[0], rtol=1e-4)
    assert (half.asnumpy() == whole.asnumpy().astype("float16")).all()


def test_a_step_that_overflowed():
    weight, grad, mean, var = arrays(4)
    before = weight.asnumpy().tolist()
    nd.contrib.adamw_update(weight, grad, mean, var, nd.array([np.inf]), 0.1, 0.5, out=weight)
    assert weight.asnumpy().tolist() == before


def lists(count):
    return [[arrays(1, start=i + j)[0] for j in range(2)] for i in range(count)]


RATES = {"lrs": [0.1, 0.2], "wds": [0.0, 0.1]}


def test_several_weights():
    weights, *rest = lists(4)
    nd.contrib.multi_adamw_update(weights, *rest, 1.0, etas=[1, 0.5], out=weights, **RATES)
    expected = [[0.05412632, 0.14482304], [0.13482305, 0.22171807]]
    np.testing.assert_allclose([w.asnumpy() for w in weights], expected, rtol=1e-5)


def test_several_weights_in_half_precision():
    weights, grads, mean, var, masters = lists(5)
    weights, grads = ([item.astype("float16") for item in some] for some in (weights, grads))
    nd.contrib.multi_mp_adamw_update(weights, grads, mean, var, masters, 1.0, etas=[1, 0.5], out=weights, **RATES)
    expected = [[0.4541271, 0.5448224], [0.51482236, 0.6017193]]
    np.testing.assert_allclose([w.asnumpy() for w in masters], expected, rtol=1e-5)


def test_multi_lamb_update_writes_1_9_1s_values():
    weights, *rest = lists(4)
    nd.contrib.multi_lamb_update(weights, *rest, step_count=[1, 2], out=weights, **RATES)
    expected = [[0.08570475, 0.18280564], [0.15369968, 0.24471638]]
    np.testing.assert_allclose([w.asnumpy() for w in weights], expected, rtol=1e-5)
    more = {"rescale_grad": 2.0, "lower_bound": 0.1, "upper_bound": 0.3, "bias_correction": False}
    nd.contrib.multi_lamb_update(weights, *rest, step_count=[1, 2], out=weights, num_tensors=2, **RATES, **more)
    expected = [[0.0729124, 0.16718553], [0.11611399, 0.20081075]]
    np.testing.assert_allclose([w.asnumpy() for w in weights], expected, rtol=1e-5)


def test_lamb_in_half_precision():
    weights, grads, mean, var, masters = lists(5)
    weights, grads = ([item.astype("float16") for item in some] for some in (weights, grads))
    nd.contrib.multi_mp_lamb_update(weights, grads, mean, var, masters, step_count=[1, 2], out=weights, **RATES)
    expected = [[0.48570892, 0.58281016], [0.55275434, 0.64552027]]
    np.testing.assert_allclose([w.asnumpy() for w in masters], expected, rtol=1e-5)


def test_rates_that_do_not_fit():
    weights, *rest = lists(4)
    with pytest.raises(MXNetError):
        nd.contrib.multi_adamw_update(weights, *rest, 1.0, [0.1] * 3, [0.0] * 2, [1] * 2, out=weights)


def test_head_gradients_with_more_rows():
    x = nd.ones((2, 2))
    x.attach_grad()
    with autograd.record():
        y = x * 2
    with pytest.warns(UserWarning, match="first 2"):
        y.backward(nd.arange(6).reshape((3, 2)))
    assert x.grad.asnumpy().tolist() == [[0, 2], [4, 6]]
    with autograd.record():
        y = x * 2
    with pytest.raises(mx.MXNetError):
        y.backward(nd.ones((1, 2)))


def test_a_graph_survives_that_its_gradient_is_used_up():
    x, w = nd.array([2.0]), nd.array([3.0])
    for item in (x, w):
        item.attach_grad()
    with autograd.record():
        y = x * w
        (by_x,) = autograd.grad(y, x, create_graph=True)
        assert autograd.grad(by_x, w)[0].asscalar() == 1
        assert autograd.grad(y, w)[0].asscalar() == 2


@pytest.mark.parametrize(("data", "states"), [(None, True), (True, None), ([True, None], True), (True, [True, None])])
@pytest.mark.parametrize("of", ["arrays", "symbols"])
def test_none_is_no_part_of_foreach(of, data, states):
    foreach, element = (nd.contrib.foreach, nd.ones((2, 3))) if of == "arrays" else (
        mx.sym.contrib.foreach, mx.sym.Variable("x"))  # fmt: skip

    def filled(value):
        return [filled(item) for item in value] if isinstance(value, list) else element if value else None

    with pytest.raises(AssertionError, match="but got None"):
        foreach(lambda item, state: (item, state), filled(data), filled(states))


def test_foreach_gives_no_none():
    with pytest.raises(AssertionError, match=r"foreach output .* but got None"):
        nd.contrib.foreach(lambda item, state: (None, state), nd.ones((2, 3)), nd.ones(1))


@pytest.mark.parametrize("loop", [nd.contrib.while_loop, mx.npx.while_loop])
def test_steps_of_while_may_give_no_outputs(loop):
    array = nd.zeros(1) if loop is nd.contrib.while_loop else mx.np.zeros(1)
    outputs, last = loop(lambda i: i < 3, lambda i: (None, [i + 1]), [array], 5)
    assert outputs == []
    assert last[0].asnumpy() == 3
    with pytest.raises(ValueError, match="loop_vars"):
        loop(lambda i: i < 3, lambda i: (i, None), [array], 5)


@pytest.mark.parametrize("loop", [nd.contrib.while_loop, mx.sym.contrib.while_loop, mx.npx.while_loop])
@pytest.mark.parametrize(
    ("limit", "message"),
    [
        ({}, "max_iterations should be specified"),
        ({"max_iterations": None}, "max_iterations should be specified"),
        ({"max_iterations": "many"}, "Cannot convert max_iteration to python int"),
    ],
)
def test_the_most_turns_of_while(loop, limit, message):
    with pytest.raises(ValueError, match=message):
        loop(lambda i: i < 2, lambda i: ([], [i + 1]), [nd.array([0])], **limit)


@pytest.mark.parametrize("loop_vars", [None, 5, "a", {1: 2}])
def test_variables_of_while_that_are_no_list(loop_vars):
    with pytest.raises(TypeError):
        nd.contrib.while_loop(lambda x: x < 3, lambda x: (x, [x + 1]), loop_vars, 3)


def test_while_counts_in_a_number():
    outputs, last = nd.contrib.while_loop(lambda i, x: i < 2, lambda i, x: (x, (i + 1, x * 2)), [0, nd.ones(1)], 3)
    assert outputs.asnumpy().ravel().tolist() == [1, 2, 0]
    assert last[0] == 2
    assert last[1].asnumpy() == 4


def test_a_variable_of_while_may_be_a_list_that_grows():
    def step(items, x):
        return x, ([*items, x], x + 1)

    _, (items, _) = nd.contrib.while_loop(lambda items, x: len(items) < 3, step, [[], nd.zeros(1)], 5)
    assert [item.asscalar() for item in items] == [0, 1, 2]

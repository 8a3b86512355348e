"""Recording and differentiating: what MXNet 1.9.1 does, and what it fails at."""

import gc
import weakref

import mxnet as mx
import numpy as np
import pytest
import torch
from mxnet import autograd, nd
from mxnet.base import MXNetError

from tests.threads import in_a_thread


def variable(values=(1.0, 2.0, 3.0), grad_req="write"):
    x = nd.array(values)
    x.attach_grad(grad_req)
    return x


def recorded(function, *arrays):
    with autograd.record():
        return function(*arrays)


# -- modes --------------------------------------------------------------------------------------------------------


def state():
    return autograd.is_recording(), autograd.is_training()


def test_nested_scopes_set_and_restore_the_modes():
    assert state() == (False, False)
    with autograd.record():
        assert state() == (True, True)
        with autograd.pause():
            assert state() == (False, False)
            with autograd.train_mode():
                assert state() == (False, True)
        with autograd.predict_mode():
            assert state() == (True, False)
        with autograd.pause(train_mode=True):
            assert state() == (False, True)
        assert state() == (True, True)
    with autograd.record(train_mode=False):
        assert state() == (True, False)
    assert state() == (False, False)


def test_a_scope_may_be_entered_twice_and_left_by_an_error():
    scope = autograd.record()
    with pytest.raises(ZeroDivisionError), scope, scope:
        raise ZeroDivisionError
    assert state() == (False, False)


def test_switches_return_what_was():
    assert autograd.set_recording(True) is False
    assert autograd.set_training(True) is False
    assert state() == (True, True)
    assert autograd.set_recording(False) is True
    assert autograd.set_training(False) is True


def test_threads_record_on_their_own():
    with autograd.record():
        assert in_a_thread(state) == (False, False)


def test_recording_inside_of_torchs_no_grad():
    x = variable()
    with torch.no_grad():
        y = recorded(lambda: x * x)
        assert not torch.is_grad_enabled()
    y.backward()
    assert x.grad.asnumpy().tolist() == [2, 4, 6]


# -- gradients ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("function", "gradient"),
    [
        (lambda x: x * 2, [2, 2, 2]),
        (lambda x: 2 - x, [-1, -1, -1]),
        (lambda x: x * x + x / 2, [2.5, 4.5, 6.5]),
        (lambda x: 6 / x, [-6, -1.5, -6 / 9]),
        (lambda x: x**2, [2, 4, 6]),
        (lambda x: 2**x, np.log(2) * 2 ** np.array([1, 2, 3])),
        (lambda x: x % 2, [1, 1, 1]),
        (lambda x: -x, [-1, -1, -1]),
        (lambda x: (x > 1) * x, [0, 1, 1]),
        (lambda x: x > 1, [0, 0, 0]),
        (lambda x: nd.argmax(x, axis=0), [0, 0, 0]),
        (lambda x: nd.BlockGrad(x * 2), [0, 0, 0]),
        (lambda x: x.detach() * x, [1, 2, 3]),
        (lambda x: x.copy(), [1, 1, 1]),
        (lambda x: x.astype("float64") * 3, [3, 3, 3]),
        (lambda x: x.as_in_context(mx.cpu(1)) * 2, [2, 2, 2]),
        (lambda x: x.reshape((3, 1)) * 2, [2, 2, 2]),
        (lambda x: x.expand_dims(0, inplace=True).T, [1, 1, 1]),
        (lambda x: x.broadcast_to((2, 3)), [2, 2, 2]),
        (lambda x: x[1], [0, 1, 0]),
        (lambda x: x[0] * x[1:], [5, 1, 1]),
        (lambda x: x[::-2], [1, 0, 1]),
        (lambda x: x[[0, 0, 2]], [2, 0, 1]),
        (lambda x: x[nd.array([1, 1])], [0, 2, 0]),
        (lambda x: x[None, 1:, None], [0, 1, 1]),
        (lambda x: nd.relu(x - 2), [0, 0, 1]),
        (lambda x: nd.broadcast_mul(x, nd.ones((2, 3))), [2, 2, 2]),
        (lambda x: x.sum(), [1, 1, 1]),
        (lambda x: nd.concat(x, x * 2, dim=0), [3, 3, 3]),
        (lambda x: nd.split(x, num_outputs=3, axis=0)[1], [0, 1, 0]),
    ],
)
def test_gradient(function, gradient):
    x = variable()
    x.grad[:] = 77
    recorded(function, x).backward()
    np.testing.assert_allclose(x.grad.asnumpy(), gradient, rtol=1e-6)


def test_the_gradient_is_one_array_for_life():
    x = variable()
    grad = x.grad
    assert not grad.asnumpy().any()
    recorded(lambda: x * 2).backward()
    assert grad.asnumpy().tolist() == [2, 2, 2]
    grad[:] = 7
    assert x.grad.asnumpy().tolist() == [7, 7, 7]


@pytest.mark.parametrize(("grad_req", "expected"), [("write", 2), ("add", 6)])
def test_requests(grad_req, expected):
    x = variable(grad_req=grad_req)
    for _ in range(3):
        recorded(lambda: x * 2).backward()
    assert x.grad.asnumpy().tolist() == [expected] * 3


def test_request_null():
    x, w = variable(grad_req="null"), variable()
    recorded(lambda: x * w).backward()
    assert w.grad.asnumpy().tolist() == [1, 2, 3]
    with pytest.raises(MXNetError):
        recorded(lambda: x * 2).backward()


def test_request_unknown():
    with pytest.raises(KeyError):
        nd.ones(1).attach_grad("nonsense")


def test_attaching_again_zeroes_the_gradient():
    x = variable()
    recorded(lambda: x * 2).backward()
    x.attach_grad("add")
    assert x.grad.asnumpy().tolist() == [0, 0, 0]


def test_attaching_to_a_result_cuts_it_off():
    x = variable()
    with autograd.record():
        y = x * 2
        y.attach_grad()
        z = y * y
    z.backward()
    assert x.grad.asnumpy().tolist() == [0, 0, 0]
    assert y.grad.asnumpy().tolist() == [4, 8, 12]


def test_variables_that_were_not_used_keep_their_gradient():
    x, w = variable(), variable()
    w.grad[:] = 7
    recorded(lambda: x * 2).backward()
    assert w.grad.asnumpy().tolist() == [7, 7, 7]


def test_variables_that_nothing_flows_back_to_get_zero():
    x, w = variable(), variable()
    w.grad[:] = 7
    recorded(lambda: x * 2 + nd.BlockGrad(w)).backward()
    assert w.grad.asnumpy().tolist() == [0, 0, 0]


def test_fresh_gradients_are_marked():
    x = variable()
    assert not x._fresh_grad
    recorded(lambda: x * 2).backward()
    assert x._fresh_grad
    x._fresh_grad = False
    assert not x._fresh_grad


def test_mark_variables():
    x, y, gx, gy = nd.ones(2), nd.ones(2), nd.zeros(2), nd.zeros(2)
    autograd.mark_variables([x, y], [gx, gy], ["write", "add"])
    for _ in range(2):
        recorded(lambda: x * 2 + y * 3).backward()
    assert gx.asnumpy().tolist() == [2, 2]
    assert gy.asnumpy().tolist() == [6, 6]
    autograd.mark_variables(x, gx)
    recorded(lambda: x * 5).backward()
    assert gx.asnumpy().tolist() == [5, 5]


@pytest.mark.parametrize("dtype", ["int32", "int64", "int8"])
@pytest.mark.parametrize(
    ("function", "gradient"),
    [
        (lambda x: x * 2, [2, 2, 2]),
        (lambda x: x * x + 1, [2, 4, 6]),
        (lambda x: nd.elemwise_mul(x, nd.ones(3, dtype=x.dtype)), [1, 1, 1]),
        (lambda x: x[1:] - x[0], [-2, 1, 1]),
        (lambda x: x[[2, 2]], [0, 0, 2]),
        (lambda x: x.reshape((3, 1)).T, [1, 1, 1]),
        (lambda x: x.astype("int64") * 3, [3, 3, 3]),
        (lambda x: nd.concat(x, x, dim=0), [2, 2, 2]),
        (lambda x: nd.split(x, num_outputs=3, axis=0)[1], [0, 1, 0]),
        (lambda x: nd.abs(-x), [1, 1, 1]),
    ],
)
def test_gradient_of_whole_numbers(function, gradient, dtype):
    x = nd.array([1, 2, 3], dtype=dtype)
    x.attach_grad()
    recorded(function, x).backward()
    assert x.grad.dtype == x.dtype
    assert x.grad.asnumpy().tolist() == gradient


@pytest.mark.parametrize(
    ("function", "gradient"),
    [
        (lambda x: (x.astype("float32") * 1.5) * 2, [3, 3]),
        (lambda x: (x.astype("float32") * 1.5).astype("float64").sum() + (x * x).astype("float64").sum(), [3, 5]),
        (lambda x: nd.one_hot(x, 4), [0, 0]),
        (lambda x: x > 1, [0, 0]),
        (lambda x: nd.concat(x, x, dim=0).astype("float32"), [2, 2]),
        (lambda x: mx.np.mean(x.as_np_ndarray()) * 5, [2, 2]),
        (lambda x: x.as_np_ndarray() / mx.np.array([0.5, 0.25]), [2, 4]),
        (lambda x: mx.np.array([0.5, 0.25]) / x.as_np_ndarray() * -8, [4, 0]),
    ],
)
def test_gradients_of_whole_numbers_behind_floats(function, gradient):
    x = nd.array([1, 2], dtype="int32")
    x.attach_grad()
    recorded(lambda: function(x)).backward()
    assert x.grad.asnumpy().tolist() == gradient


def test_gradients_of_floats_and_whole_numbers_together():
    x, w = nd.array([1, 2], dtype="int32").as_np_ndarray(), variable((1.5, 2.5)).as_np_ndarray()
    x.attach_grad("add")
    w.attach_grad()
    for _ in range(2):
        recorded(lambda: x * w).backward()
    assert x.grad.tolist() == [2, 4]
    assert w.grad.tolist() == [1, 2]


def test_floats_written_into_whole_numbers_pass_the_gradient_on():
    x, y = variable(), nd.zeros(3, dtype="int32")
    with autograd.record():
        y[:] = x * 2
        z = y * y
    z.backward()
    assert z.asnumpy().tolist() == [4, 16, 36]
    assert x.grad.asnumpy().tolist() == [8, 16, 24]


def test_grad_of_whole_numbers():
    x = nd.array([1, 2], dtype="int32")
    x.attach_grad()
    (found,) = autograd.grad(recorded(lambda: x * x * 3), [x])
    assert found.dtype == np.int32
    assert found.asnumpy().tolist() == [6, 12]


@pytest.mark.parametrize("grad_req", ["write", "add"])
def test_whole_numbers_in_a_hybridized_block(grad_req):
    net = mx.gluon.nn.HybridLambda(
        lambda F, x: F.concat(x * x, F.slice_axis(x, axis=0, begin=1, end=None), dim=0).astype("float32") * 0.5
    )
    net.hybridize()
    x = nd.array([4, 6], dtype="int32")
    x.attach_grad(grad_req)
    recorded(lambda: net(x) * 2).backward()
    assert x.grad.asnumpy().tolist() == [8, 13]


# -- heads --------------------------------------------------------------------------------------------------------


def test_head_gradients():
    x = variable()
    recorded(lambda: x * 2).backward(nd.array([1, 10, 100]))
    assert x.grad.asnumpy().tolist() == [2, 20, 200]


def test_head_gradients_of_another_type():
    x = variable()
    recorded(lambda: x * 2).backward(nd.array([1, 10, 100], dtype="float64"))
    assert x.grad.asnumpy().tolist() == [2, 20, 200]


def test_several_heads():
    x = variable()
    with autograd.record():
        y, z = x * 2, x * 3
    autograd.backward([y, z], [nd.array([1, 10, 100]), None])
    assert x.grad.asnumpy().tolist() == [5, 23, 203]
    with autograd.record():
        y = x * 2
        z = y * 3
    autograd.backward((y, z))
    assert x.grad.asnumpy().tolist() == [8, 8, 8]
    with pytest.raises(AssertionError):
        autograd.backward([y, z], [nd.ones(3)])


def test_a_variable_is_a_head_too():
    x = variable()
    x.backward()
    x.backward()
    assert x.grad.asnumpy().tolist() == [1, 1, 1]


def test_the_graph_is_gone_after_a_pass_unless_retained():
    x = variable()
    y = recorded(lambda: x * 2)
    y.backward(retain_graph=True)
    y.backward()
    with pytest.raises(MXNetError, match="not in a computational graph"):
        y.backward()


def test_a_shared_part_is_gone_for_other_heads_too():
    x = variable()
    with autograd.record():
        shared = x * x
        a, b = shared * 2, shared * 3
    a.backward()
    with pytest.raises(MXNetError):
        b.backward()


@pytest.mark.parametrize(
    "make",
    [
        lambda x: x * 2,
        lambda x: recorded(lambda y: y * y, nd.ones(3)),
        lambda x: nd.ones(3),
        lambda x: recorded(lambda part: part * 2, x[0:2]),
    ],
)
def test_what_was_not_recorded_is_no_head(make):
    with pytest.raises(MXNetError, match="not in a computational graph"):
        make(variable()).backward()


@pytest.mark.parametrize(
    "part", [lambda x: x + 1, lambda x: x[0:2], lambda x: x.reshape((-1,)), lambda x: -x, lambda x: x.copy()]
)
def test_what_has_a_used_up_part_is_gone_too(part):
    x, constant = variable([1.0, 2.0]), mx.nd.array([3.0, 4.0])
    with autograd.record():
        y = part(x)
        z = x * y
        other = x * constant
        last = x + constant
    y.backward()
    with pytest.raises(MXNetError, match="retain_graph"):
        z.backward()
    other.backward()
    last.backward()  # a constant belongs to no graph
    np.testing.assert_array_equal(x.grad.asnumpy(), [1, 1])


def test_paused_operations_are_constants():
    x = variable()
    with autograd.record():
        with autograd.pause():
            z = x * 3
        y = z * x
    y.backward()
    assert x.grad.asnumpy().tolist() == [3, 6, 9]


def test_a_state_carried_over_is_a_constant_of_the_next_step():
    w, h = variable([2.0], "add"), nd.array([1.0])
    for _ in range(3):
        with autograd.record():
            h = h * w * 1.0
            loss = h * h
        loss.backward()
    assert h.asscalar() == 8
    assert w.grad.asscalar() == 4 + 16 + 64


def test_backward_inside_of_recording():
    x = variable()
    with autograd.record():
        (x * 3).backward()
        assert state() == (True, True)
        y = x * 5
    y.backward()
    assert x.grad.asnumpy().tolist() == [5, 5, 5]


def test_outside_of_recording_nothing_is_kept():
    x = variable()
    y = x * 2
    product = nd.FullyConnected(nd.ones((1, 3)), x.reshape((1, 3)), no_bias=True, num_hidden=1)
    turned = x.reshape((1, 3)).T
    for made in (y, x[0], x.reshape((3, 1)), x.copy(), nd.relu(x), turned, x.astype("float64"), product):
        with pytest.raises(MXNetError):
            made.backward()


# -- writing ------------------------------------------------------------------------------------------------------


def change(kind, x):
    if kind == "add":
        x += 1
    elif kind == "all":
        x[:] = 5
    elif kind == "part":
        x[0] = 5
    elif kind == "list":
        x[[0]] = 5
    elif kind == "copyto":
        nd.ones(3).copyto(x)
    elif kind == "out":
        nd.relu(nd.ones(3), out=x)


KINDS = ["add", "all", "part", "list", "copyto", "out"]


@pytest.mark.parametrize("kind", KINDS)
def test_writing_into_the_graph_while_recording_is_refused(kind):
    x = variable()
    with autograd.record():
        y, constant = x * 2, nd.ones(3)
        x * constant
        for each in (x, y, constant):
            with pytest.raises(MXNetError, match=r"computational graph|not supported when recording"):
                change(kind, each)


@pytest.mark.parametrize("key", [slice(None), ..., (slice(None), slice(None)), slice(0, 2), (..., slice(0, 2))])
@pytest.mark.parametrize("interface", ["nd", "np"])
def test_all_of_an_array_takes_values_of_numpys_while_recording(interface, key):
    """As in 1.9.1 what was computed before keeps its value, and is differentiated at the new ones."""
    new, make = np.array([[5.0, 6], [7, 8]]), nd.array if interface == "nd" else mx.np.array
    x = make([[1.0, 2], [3, 4]])
    x.attach_grad()
    with autograd.record():
        y = x * x
        x[key] = new
        z = (x * y).sum()
    z.backward()
    np.testing.assert_allclose(z.asnumpy().sum(), 220)
    np.testing.assert_allclose(x.grad.asnumpy(), [[51, 76], [107, 144]])
    with autograd.record():
        y = x * 2
        y[key] = new
        z = (x * y).sum()
    z.backward()
    np.testing.assert_allclose(x.grad.asnumpy(), new + 2 * new)


@pytest.mark.parametrize("interface", ["nd", "np"])
def test_an_array_assigned_to_itself_while_recording_stays(interface):
    x = (nd if interface == "nd" else mx.np).array([1.0, 2])
    x.attach_grad()
    with autograd.record():
        y = x * 2
        x[:], y[...] = x, y
        z = (x * y).sum()
    z.backward()
    np.testing.assert_allclose(x.grad.asnumpy(), [4, 8])


@pytest.mark.parametrize("key", [0, slice(1, 2), slice(None, None, -1), [0, 1], (slice(None), 0)])
def test_a_part_of_an_array_takes_none_while_recording(key):
    x = nd.ones((2, 2))
    x.attach_grad()
    with autograd.record(), pytest.raises(MXNetError, match="not supported when recording"):
        x[key] = np.ones(x[key].shape)


@pytest.mark.parametrize("kind", KINDS)
def test_writing_elsewhere_or_later_is_not(kind):
    x = variable()
    with autograd.record():
        z = nd.zeros(3)
        change(kind, z)
        y = x * 2
    change(kind, x)
    change(kind, y)
    y.backward()
    assert x.grad.asnumpy().tolist() == [2, 2, 2]
    with autograd.record():
        change(kind, y)


def test_a_whole_array_takes_the_history_of_what_is_written_into_it():
    x = variable()
    for write in (lambda z, y: z.__setitem__(slice(None), y), lambda z, y: y.copyto(z)):
        z = nd.zeros(3)
        view = z[0:1]
        recorded(lambda: write(z, x * x))  # noqa: B023
        z.backward()
        assert x.grad.asnumpy().tolist() == [2, 4, 6]
        assert view.asscalar() == 1


def test_a_part_cannot():
    x = variable()
    with autograd.record():
        z = nd.zeros(3)
        with pytest.raises(MXNetError, match="not supported when recording"):
            z[0:1] = x[0:1] * 2
        z = nd.zeros(3)
        with pytest.raises(MXNetError, match="not supported when recording"):
            z += x


def test_out_takes_the_history_too():
    x, out = variable(), nd.zeros(3)
    recorded(lambda: nd.elemwise_mul(x, x, out=out))
    out.backward()
    assert x.grad.asnumpy().tolist() == [2, 4, 6]


def test_a_variable_changed_before_the_pass_counts_with_its_new_value():
    x = variable()
    y = recorded(lambda: x * x)
    x += 1
    y.backward()
    assert x.grad.asnumpy().tolist() == [4, 6, 8]


# -- grad ---------------------------------------------------------------------------------------------------------


def test_grad_returns_and_does_not_deliver():
    x = variable()
    (g,) = autograd.grad(recorded(lambda: x * x), x)
    assert g.asnumpy().tolist() == [2, 4, 6]
    assert x.grad.asnumpy().tolist() == [0, 0, 0]
    (g,) = autograd.grad([recorded(lambda: x * x)], [x], head_grads=[nd.array([1, 2, 3])])
    assert g.asnumpy().tolist() == [2, 8, 18]


@pytest.mark.parametrize("create_graph", [False, True])
@pytest.mark.parametrize("function", [lambda x, y: x + y, lambda x, y: (x + y).sum(), lambda x, y: x.reshape(3) + y])
def test_grad_returns_arrays_of_their_own(function, create_graph):
    x, y, head = (nd.array([1, 2, 3]) for _ in range(3))
    for item in (x, y):
        item.attach_grad()
    with autograd.record():
        z = function(x, y)
    heads = head if z.shape == head.shape else nd.array([1])
    first, second = autograd.grad([z], [x, y], head_grads=[heads], create_graph=create_graph)
    expected = second.asnumpy()
    first[:] = 7
    np.testing.assert_array_equal(first.asnumpy(), [7, 7, 7])
    np.testing.assert_array_equal(second.asnumpy(), expected)
    np.testing.assert_array_equal(head.asnumpy(), [1, 2, 3])


def test_grad_keeps_the_graph_when_asked():
    x = variable()
    y = recorded(lambda: x * x)
    autograd.grad(y, x, retain_graph=True)
    autograd.grad(y, x)
    with pytest.raises(MXNetError):
        autograd.grad(y, x)


def test_higher_orders():
    x = variable()
    with autograd.record():
        y = nd.sin(x) * 2
        (first,) = autograd.grad(y, x, create_graph=True, retain_graph=True)
        (second,) = autograd.grad(first, x, create_graph=True, retain_graph=True)
    np.testing.assert_allclose(first.asnumpy(), 2 * np.cos([1, 2, 3]), rtol=1e-5)
    np.testing.assert_allclose(second.asnumpy(), -2 * np.sin([1, 2, 3]), rtol=1e-5)
    second.backward()
    np.testing.assert_allclose(x.grad.asnumpy(), -2 * np.cos([1, 2, 3]), rtol=1e-5)


def test_a_second_derivative_of_zero():
    x = variable([-1.0, 2.0])
    with autograd.record():
        (first,) = autograd.grad(nd.abs(x), x, create_graph=True)
        (second,) = autograd.grad(first, x, create_graph=True)
    assert first.asnumpy().tolist() == [-1, 1]
    assert second.asnumpy().tolist() == [0, 0]


def test_a_gradient_penalty():  # 1.9.1 has no second derivative of a broadcast product
    x, w = variable(), variable([0.5, 1, 2])
    with autograd.record():
        (g,) = autograd.grad((x * x * w).sum(), x, create_graph=True)
        penalty = (g * g).sum()
    penalty.backward()
    np.testing.assert_allclose(x.grad.asnumpy(), 8 * np.array([1, 2, 3]) * np.array([0.25, 1, 4]))
    np.testing.assert_allclose(w.grad.asnumpy(), 8 * np.array([1, 4, 9]) * np.array([0.5, 1, 2]))


HEADS = {
    "a product": (lambda x: x * x, lambda x: 2 * x),
    "a function": (nd.exp, np.exp),
    "a number's": (lambda x: x * 3, lambda x: 3 + 0 * x),
    "numpy's": (lambda x: mx.np.sin(x.as_np_ndarray()).as_nd_ndarray(), np.cos),
}


@pytest.mark.parametrize(("function", "slope"), HEADS.values(), ids=HEADS)
def test_recorded_gradients_depend_on_head_gradients(function, slope):  # in 1.9.1 they are constants
    x, head = variable(), variable([0.5, -1, 2])
    with autograd.record():
        (g,) = autograd.grad(function(x), x, head_grads=head, create_graph=True)
        loss = (g * g).sum()
    loss.backward()
    np.testing.assert_allclose(head.grad.asnumpy(), 2 * head.asnumpy() * slope(np.array([1.0, 2, 3])) ** 2, rtol=1e-5)


def test_head_gradients_of_what_is_differentiated():
    x, added = variable(), variable(grad_req="add")
    for _ in range(2):
        with autograd.record():
            heads = [nd.sin(x), None, added]
            (g,) = autograd.grad([nd.exp(x), x * x, x * 2], x, head_grads=heads, create_graph=True)
        g.backward()
    values = np.array([1.0, 2, 3])
    expected = np.exp(values) * (np.sin(values) + np.cos(values)) + 2
    np.testing.assert_allclose(x.grad.asnumpy(), expected, rtol=1e-5)
    assert added.grad.asnumpy().tolist() == [4, 4, 4]


def test_a_product_with_the_jacobian_by_two_backward_passes():
    x, u = variable(), variable([0.0, 0, 0])
    with autograd.record():
        (g,) = autograd.grad(nd.sin(x), x, head_grads=u, create_graph=True)
        (product,) = autograd.grad(g, u, head_grads=nd.array([1, 0, 2]))
    np.testing.assert_allclose(product.asnumpy(), np.cos([1, 2, 3]) * [1, 0, 2], rtol=1e-5)


class Square(autograd.Function):
    def forward(self, x):
        self.save_for_backward(x)
        return x * x

    def backward(self, dy):
        (x,) = self.saved_tensors
        return 2 * x * dy


@pytest.mark.parametrize("again", [lambda g, x: g.backward(), lambda g, x: autograd.grad(g, x)])
@pytest.mark.parametrize("more", [lambda x: 0 * x, nd.exp])
def test_a_function_has_no_second_derivative(more, again):
    x = variable()
    with autograd.record():
        (g,) = autograd.grad(Square()(x) + more(x), x, create_graph=True)
    with pytest.raises(MXNetError, match=r"Square\.backward computes a gradient of the user's own"):
        again(g, x)


def test_an_operator_without_a_second_derivative_says_so():
    x = nd.ones((3, 1, 2))
    x.attach_grad()
    with autograd.record():
        (g,) = autograd.grad(nd.CTCLoss(x, nd.zeros((1, 1))), x, create_graph=True)
        loss = (g * g).sum()
    with pytest.raises(MXNetError, match="an operator has no derivative of this order, as CTCLoss has no second one"):
        loss.backward()


def test_a_second_derivative_beside_a_function():
    x, w = variable(), variable([3.0, 1, 2])
    with autograd.record():
        (g,) = autograd.grad(Square()(x) * w * w, w, create_graph=True)  # 2 * w * x ** 2
        loss = (g * g).sum()
    loss.backward()
    assert w.grad.asnumpy().tolist() == [24, 128, 1296]
    assert x.grad.asnumpy().tolist() == [144, 128, 1728]


def test_what_grad_refuses():
    x, w = variable(), variable()
    with autograd.record():
        y = x * x
        z = y * 2
    for wrong, match in [(nd.ones(3), "does not require gradient"), (y, "does not require"), (w, "unreachable")]:
        with pytest.raises(MXNetError, match=match):
            autograd.grad(z, [wrong], retain_graph=True)
    with pytest.raises(AssertionError):
        autograd.grad(z, [])


@pytest.mark.parametrize("shape", [(3, 2), (6,), (2, 3, 1)])
def test_head_gradients_of_another_shape_are_taken_in_their_order(shape):
    x = nd.ones((2, 3))
    x.attach_grad()
    with autograd.record():
        y = x * 2
    with pytest.warns(UserWarning, match="is taken as the head's"):
        y.backward(nd.arange(6).reshape(shape))
    np.testing.assert_array_equal(x.grad.asnumpy(), [[0, 2, 4], [6, 8, 10]])


def test_head_gradients_must_fit():
    with pytest.raises(MXNetError, match="expected shape"):
        recorded(lambda x: x * 2, variable()).backward(nd.ones(2))


# -- functions of the user ----------------------------------------------------------------------------------------


class Sigmoid(autograd.Function):
    def forward(self, x):
        assert not autograd.is_recording()
        y = 1 / (1 + nd.exp(-x))
        self.save_for_backward(y)
        return y

    def backward(self, dy):
        assert not autograd.is_recording()
        (y,) = self.saved_tensors
        return dy * y * (1 - y)


class SumAndProduct(autograd.Function):
    def forward(self, a, b):
        self.save_for_backward(a, b)
        return a + b, a * b

    def backward(self, d_sum, d_product):
        a, b = self.saved_tensors
        return d_sum + d_product * b * 100, d_sum + d_product * a


def test_function():
    x = variable()
    y = recorded(lambda: Sigmoid()(x) * 2)
    y.backward()
    s = 1 / (1 + np.exp(-np.array([1, 2, 3])))
    np.testing.assert_allclose(y.asnumpy(), 2 * s, rtol=1e-6)
    np.testing.assert_allclose(x.grad.asnumpy(), 2 * s * (1 - s), rtol=1e-5)


def test_function_of_several_arrays():
    a, b = variable(), variable([4.0, 5.0, 6.0])
    with autograd.record():
        total, product = SumAndProduct()(a, b)
        y = total * 2 + product
    y.backward()
    assert a.grad.asnumpy().tolist() == [402, 502, 602]
    assert b.grad.asnumpy().tolist() == [3, 4, 5]


def test_a_function_may_give_back_its_input():
    class Identity(autograd.Function):
        def forward(self, x):
            return x

        def backward(self, dy):
            return dy * 3

    x = variable()
    recorded(lambda: Identity()(x * 1)).backward()
    assert x.grad.asnumpy().tolist() == [3, 3, 3]


def test_a_function_outside_of_recording():
    y = Sigmoid()(nd.zeros(2))
    assert y.asnumpy().tolist() == [0.5, 0.5]
    with pytest.raises(MXNetError):
        y.backward()


def test_a_function_is_called_once():
    f = Sigmoid()
    f(nd.ones(1))
    with pytest.raises(AssertionError):
        f(nd.ones(1))


def _divided(dy):
    raise ZeroDivisionError("mine")


@pytest.mark.parametrize(
    ("gradient", "said"),
    [
        (_divided, "Wrong.backward: ZeroDivisionError: mine"),
        (lambda dy: (dy, dy), "for each of 1 inputs, got 2"),
        (lambda dy: None, "Wrong.backward"),
        (lambda dy: [None], "got NoneType"),
        (lambda dy: (3,), "got int"),
    ],
)
def test_an_error_in_a_users_gradient_is_an_mxnet_error(gradient, said):
    class Wrong(autograd.Function):
        def forward(self, x):
            return x * 1

        def backward(self, dy):
            return gradient(dy)

    with pytest.raises(mx.base.MXNetError, match=said):
        recorded(lambda x: Wrong()(x), variable()).backward()


# -- memory -------------------------------------------------------------------------------------------------------


def test_no_graph_survives_a_step():
    w, h = variable(), nd.ones(3)
    remembered = []
    for _ in range(4):
        with autograd.record():
            hidden = h * w
            h = nd.tanh(hidden)
            loss = (h * h).sum()
        loss.backward()
        remembered.append(weakref.ref(hidden._t))
        del hidden
    del loss
    gc.collect()
    h = h * 1
    assert [r() for r in remembered] == [None] * 4


def test_nothing_survives_the_arrays():
    x = variable()
    y = recorded(lambda: nd.relu(x * 2))
    inner = weakref.ref(y._t)
    del y
    gc.collect()
    assert inner() is None


def test_graphs_of_any_depth():
    x = variable([1.0])
    with autograd.record():
        y = x
        for _ in range(20000):
            y = y + 0.0
    y.backward()
    assert x.grad.asscalar() == 1


# -- get_symbol ---------------------------------------------------------------------------------------------------


def evaluate(symbol, **arrays):
    return symbol.eval(ctx=mx.cpu(), **arrays)[0].asnumpy()


def test_get_symbol():
    x = variable()
    with autograd.record():
        y = nd.relu(x * x + 2 * x - 1).sum()
    symbol = autograd.get_symbol(y)
    (name,) = symbol.list_arguments()
    assert evaluate(symbol, **{name: x}) == y.asscalar()
    assert autograd.get_symbol(x).list_arguments() == [name]


def test_get_symbol_of_constants_attributes_and_several_outputs():
    x, c = variable([[1.0, 2.0]]), nd.array([[3.0, 4.0]])
    with autograd.record():
        left, right = nd.split(x * c, num_outputs=2, axis=1)
        y = nd.FullyConnected(right, nd.ones((3, 1)), nd.ones(3), num_hidden=3) + left
    symbol = autograd.get_symbol(y)
    assert len(symbol.list_arguments()) == 4
    assert '"num_hidden": "3"' in symbol.tojson()
    shapes = symbol.infer_shape(**dict.fromkeys(symbol.list_arguments()[:2], (1, 2)))[1]
    assert shapes == [(1, 3)]


_BLOCKED = {
    "BlockGrad": lambda F, x: F.BlockGrad(x),
    "zeros_like": lambda F, x: F.zeros_like(x),
    "floor": lambda F, x: F.floor(x),
    "compare": lambda F, x: x > 1,
    "broadcast_lesser": lambda F, x: F.broadcast_lesser(x, x),
    "logical_not": lambda F, x: F.logical_not(x),
    "one_hot": lambda F, x: F.sum(F.one_hot(x, 3), axis=1),
    "argsort": lambda F, x: F.argsort(x),
    "topk": lambda F, x: F.topk(x, k=3),
    "below an operator with a rule of its own": lambda F, x: F.BlockGrad(F.cbrt(x)),
}


@pytest.mark.parametrize("hybrid", [None, False, True], ids=["nd", "block", "hybrid"])
@pytest.mark.parametrize("blocked", _BLOCKED.values(), ids=_BLOCKED)
def test_what_has_no_gradient_asks_for_no_derivative(blocked, hybrid):
    """At 0 the derivative of a root is infinite: zero times it would be NaN."""

    class Block(mx.gluon.HybridBlock):
        def hybrid_forward(self, F, x):
            return blocked(F, F.sqrt(x)) + 3 * x

    x = nd.array([0.0, 1.0, 4.0])
    x.attach_grad()
    block = Block()
    block.hybridize(bool(hybrid))
    with autograd.record():
        y = block(x) if hybrid is not None else blocked(nd, nd.sqrt(x)) + 3 * x
    y.backward()
    np.testing.assert_array_equal(x.grad.asnumpy(), [3, 3, 3])


@pytest.mark.parametrize("recorded", [False, True], ids=["constant", "variable"])
@pytest.mark.parametrize("kind", [mx.nd, mx.np], ids=["nd", "np"])
@pytest.mark.parametrize("key", [lambda i: i, lambda i: (i, slice(None)), lambda i: (i, i)], ids=["i", "i,:", "i,i"])
def test_an_index_array_is_an_input_of_the_index(kind, key, recorded):
    table, index = kind.ones((4, 4)), kind.array([0, 3])
    index.attach_grad()
    index.grad[:] = 5
    if recorded:
        table.attach_grad()
    with autograd.record():
        part = table[key(index)]
    part.backward()
    np.testing.assert_array_equal(index.grad.asnumpy(), [0, 0])
    if recorded:
        assert table.grad.asnumpy().sum() == part.size


def test_get_symbol_of_an_index():
    x = variable([[1.0, 2.0], [3.0, 4.0]])
    y = recorded(lambda: x[1, None, ::-1] * 2)
    symbol = autograd.get_symbol(y)
    (name,) = symbol.list_arguments()
    np.testing.assert_array_equal(evaluate(symbol, **{name: x}), y.asnumpy())


def test_get_symbol_refusals():
    with pytest.raises(MXNetError, match="not part of a computation graph"):
        autograd.get_symbol(nd.ones(1))
    with pytest.raises(MXNetError):
        autograd.get_symbol(recorded(lambda x: Sigmoid()(x), variable()))


@pytest.mark.parametrize(
    ("head", "gradient"),
    [(3, [np.nan, 0, 0, 3, 3, 0]), (np.nan, [np.nan] * 6), (np.inf, [np.nan, np.nan, np.nan, np.inf, np.inf, np.nan])],
)
def test_relu_has_no_gradient_at_nan(head, gradient):
    numbers = [np.nan, -1, 0, 1e-40, np.inf, -np.inf]
    for array, relu in ((mx.nd, mx.nd.relu), (mx.np, mx.npx.relu)):
        x = array.array(numbers)
        x.attach_grad()
        with mx.autograd.record():
            y = relu(x)
        y.backward(array.array([head] * 6))
        np.testing.assert_array_equal(x.grad.asnumpy(), gradient)
    x = mx.nd.array(numbers)
    executor = mx.sym.relu(mx.sym.var("x")).bind(mx.cpu(), {"x": x}, {"x": mx.nd.zeros(6)})
    executor.forward(is_train=True)
    executor.backward(mx.nd.full((6,), head))
    np.testing.assert_array_equal(executor.grad_dict["x"].asnumpy(), gradient)


def _split(x):
    return mx.nd.split(x, 2, axis=0)


class _Twice(mx.autograd.Function):
    def forward(self, x):
        return x[:1] * 2, x[1:] * 2

    def backward(self, first, second):
        return mx.nd.concat(first, second, dim=0) * 2


class _Halves(mx.gluon.HybridBlock):
    def hybrid_forward(self, F, x):
        return F.slice_axis(x, 0, 0, 1), F.slice_axis(x, 0, 1, 2)


def _hybridized(x):
    net = _Halves()
    net.hybridize()
    return net(x)


@pytest.mark.parametrize("call", [_split, lambda x: _Twice()(x), _hybridized], ids=["operator", "function", "graph"])
def test_a_backward_pass_over_one_output_makes_constants_of_the_others(call):
    w = mx.nd.array([3.0, 4.0])
    w.attach_grad()
    with mx.autograd.record():
        first, second = call(w * w)
    first.backward()
    with mx.autograd.record():
        again = (second * w).sum()
    again.backward()
    assert w.grad.asnumpy().tolist() == [second.asscalar()] * 2


def test_a_state_that_a_recurrent_layer_gave_goes_on_as_a_constant():
    layer = mx.gluon.rnn.RNN(2, input_size=2)
    layer.initialize(mx.init.One())
    state = layer.begin_state(batch_size=1)
    for _ in range(3):
        with mx.autograd.record():
            output, state = layer(mx.nd.ones((1, 1, 2)) * 0.1, state)
        output.backward()
    # recorded of MXNet 1.9.1: the state before the last step, 0.6 each
    assert np.allclose(layer.l0_h2h_weight.grad().asnumpy(), 0.6)


def test_no_error_of_a_backward_pass_is_its_own_cause() -> None:
    x = mx.nd.ones((4, 4, 3))
    x.attach_grad()
    with autograd.record():
        y = mx.nd.image.resize(x, size=2)
    with pytest.raises(mx.MXNetError) as caught:
        y.backward()
    assert caught.value.__cause__ is not caught.value

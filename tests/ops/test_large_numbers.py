"""Attributes at the ends of what floating-point types hold: float32's largest number in decimal, and beyond."""

from __future__ import annotations

import mxnet as mx
import numpy as np
import pytest
from mxnet import MXNetError, nd

#: float32's largest number as it is written; as a Python float it is a little larger
MOST = 3.4028235e38
X = [[-2.0, 0.5], [1.0, 3.0]]

#: what a call gives for X, with MOST taken in the type of X
CALLS = {
    "clip below": (lambda x, s: nd.clip(x, a_min=0, a_max=s), lambda x, s: np.clip(x, 0, s)),
    "clip above": (lambda x, s: x.clip(-s, 1), lambda x, s: np.clip(x, -s, 1)),
    "maximum": (lambda x, s: nd.maximum(x, s), np.maximum),
    "maximum with the least": (lambda x, s: nd.maximum(x, -s), lambda x, s: np.maximum(x, -s)),
    "minimum": (lambda x, s: nd.minimum(x, s), np.minimum),
    "minimum with the least": (lambda x, s: nd.minimum(x, -s), lambda x, s: np.minimum(x, -s)),
    "add": (lambda x, s: x + s, lambda x, s: x + s),
    "power": (lambda x, s: nd.abs(x) ** s, lambda x, s: np.abs(x) ** s),
    "compare": (lambda x, s: x < s, lambda x, s: x < s),
    "full": (lambda x, s: nd.full((2, 2), s, dtype=x.dtype), np.full_like),
    "write": (lambda x, s: _written(x, slice(None), s), np.full_like),
    "write a part": (lambda x, s: _written(x, slice(0, 2), s), np.full_like),
    "mask": (
        lambda x, s: nd.SequenceMask(x, nd.zeros(2, dtype=x.dtype), use_sequence_length=True, value=s),
        np.full_like,
    ),
    "leaky": (lambda x, s: nd.LeakyReLU(x, slope=s), lambda x, s: np.where(x > 0, x, x * s)),
    "elu": (
        lambda x, s: nd.LeakyReLU(x, act_type="elu", slope=s),
        lambda x, s: np.where(x > 0, x, s * np.expm1(x)),
    ),
    "pad": (
        lambda x, s: nd.pad(x.reshape((1, 1, 2, 2)), mode="constant", pad_width=(0,) * 7 + (1,), constant_value=s),
        lambda x, s: np.pad(x.reshape(1, 1, 2, 2), ((0, 0),) * 3 + ((0, 1),), constant_values=s),
    ),
    "one": (
        lambda x, s: nd.one_hot(nd.array([1]), depth=2, on_value=s, dtype=x.dtype),
        lambda x, s: np.array([[0, s]], x.dtype),
    ),
    "not one": (
        lambda x, s: nd.one_hot(nd.array([1]), depth=2, off_value=s, dtype=x.dtype),
        lambda x, s: np.array([[s, 1]], x.dtype),
    ),
    "clipped gradient": (
        lambda x, s: nd.sgd_update(x, x, lr=0.5, clip_gradient=s),
        lambda x, s: x - x * x.dtype.type(0.5),
    ),
}
#: the calls whose attribute has 32 bits
NARROW = ("clip below", "clip above", "mask", "leaky", "elu", "clipped gradient")


def _written(x, key, number):
    x[key] = number
    return x


@pytest.mark.filterwarnings("ignore:overflow encountered", "ignore:invalid value")
@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
@pytest.mark.parametrize(
    ("call", "number"), [*((call, MOST) for call in CALLS), *((call, 1e39) for call in CALLS if call not in NARROW)]
)
def test_a_number_that_the_type_has_no_room_for(call, dtype, number):
    run, expect = CALLS[call]
    held = np.dtype(dtype).type(number)
    expected = expect(np.array(X, dtype), held)
    np.testing.assert_allclose(run(nd.array(X, dtype=dtype), number).asnumpy(), expected, rtol=1e-2)


@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize("call", NARROW)
def test_a_number_that_an_attribute_of_32_bits_has_no_room_for(call, dtype):
    with pytest.raises(MXNetError, match="out of its range"):
        CALLS[call][0](nd.array(X, dtype=dtype), 1e39)


@pytest.mark.parametrize("text", ["3.4028235e+38", "3.4028234663852886e+38"])
def test_a_clip_of_a_file_is_bound_and_run(text):
    x = mx.sym.var("x")
    executor = mx.sym.clip(x, a_min="0", a_max=text).simple_bind(mx.cpu(), x=(2, 2))
    executor.forward(is_train=True, x=nd.array(X))
    executor.backward(nd.ones((2, 2)))
    assert executor.outputs[0].asnumpy().tolist() == [[0, 0.5], [1, 3]]
    assert executor.grad_dict["x"].asnumpy().tolist() == [[0, 1], [1, 1]]


@pytest.mark.parametrize("bounds", [(1e-7, MOST), (-MOST, 1.0), (-MOST, MOST), (0.0, np.inf), (-np.inf, MOST)])
@pytest.mark.parametrize("layer", ["none", "convolution", "fully connected", "normalization"])
def test_a_clip_at_float32s_limits_predicts(layer, bounds, caplog):
    x = mx.sym.var("x")
    before = {
        "none": x,
        "convolution": mx.sym.Convolution(x, kernel=(3, 3), num_filter=4, name="c"),
        "fully connected": mx.sym.FullyConnected(x, num_hidden=4, name="f"),
        "normalization": mx.sym.BatchNorm(mx.sym.Convolution(x, kernel=(3, 3), num_filter=4, name="c"), name="b"),
    }[layer]
    executor = mx.sym.Group([mx.sym.clip(before, *bounds), before]).simple_bind(mx.cpu(), x=(2, 3, 5, 5))
    random = np.random.RandomState(0)
    for array in executor.arg_arrays:
        array[:] = random.randn(*array.shape)
    for array in executor.aux_arrays:
        array[:] = random.rand(*array.shape) + 0.5
    for _ in range(20):
        clipped, plain = (item.asnumpy() for item in executor.forward(is_train=False))
    np.testing.assert_allclose(clipped, np.clip(plain, *np.float32(bounds)), rtol=1e-6)
    alone = mx.sym.clip(before, *bounds).bind(mx.cpu(), executor.arg_dict, aux_states=executor.aux_dict)
    np.testing.assert_allclose(alone.forward(is_train=False)[0].asnumpy(), clipped, rtol=1e-4, atol=1e-6)
    assert "failed" not in caplog.text  # a fused form that fails is replaced by the plain one


def test_minus_zero_differs_from_a_default_of_zero_in_graphs():
    x = mx.sym.var("x")
    padded = mx.sym.Pad(x, mode="constant", pad_width=(0,) * 7 + (1,), constant_value=-0.0)
    result = padded.bind(mx.cpu(), {"x": nd.ones((1, 1, 1, 1))}).forward()[0].asnumpy()
    assert np.signbit(result).ravel().tolist() == [False, True]


@pytest.mark.parametrize("train", [False, True])
@pytest.mark.parametrize("number", [2**31 - 1, 2**31, -(2**31) - 1, 2**53, -(2**53)])
def test_integers_of_64_bits(number, train):
    """1.9.1 takes the numbers beside arrays as float64, which holds these."""
    values = np.array([0, 1, -1], "int64")
    x, s = nd.array(values, dtype="int64"), mx.sym.var("x")
    for call in (lambda a: a + number, lambda a: number - a, lambda a: a * number):
        with mx.autograd.record(train):
            assert call(x).asnumpy().tolist() == call(values).tolist()
        executor = call(s).bind(mx.cpu(), {"x": x})
        assert executor.forward(is_train=train)[0].asnumpy().tolist() == call(values).tolist()


def test_numbers_are_drawn_up_to_the_largest():
    assert np.isfinite(nd.random.uniform(0, MOST, shape=(9,)).asnumpy()).all()


@pytest.mark.parametrize("dtype", ["float16", "float32"])
def test_a_softmax_at_a_low_temperature_is_one_at_the_greatest(dtype):
    x = nd.array([[100.0, 90.0, 100.0], [-9.0, -8.0, -7.0]], dtype=dtype)
    x.attach_grad()
    with mx.autograd.record():
        y = nd.softmax(x, temperature=1e-30)
    y.backward()
    assert y.asnumpy().tolist() == [[0.5, 0, 0.5], [0, 0, 1]]
    assert not x.grad.asnumpy().any()
    assert nd.softmin(x, temperature=1e-30).asnumpy().tolist() == [[0, 1, 0], [1, 0, 0]]
    assert nd.softmax(x, temperature=-1e-30).asnumpy().tolist() == [[0, 1, 0], [1, 0, 0]]
    assert nd.log_softmax(x, temperature=1e-3).asnumpy()[:, 1].tolist() == pytest.approx([-1e4 - np.log(2), -1e3], 1e-3)
    lengths = nd.array([2, 0], dtype="int32")
    assert nd.softmax(x, lengths, use_length=True, temperature=1e-30).asnumpy().tolist() == [[1, 0, 0], [0, 0, 0]]


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        (lambda x: nd.maximum(x, 300), [44, 100]),
        (lambda x: nd.minimum(x, 300), [2, 44]),
        (lambda x: x**257, [2, 100]),
        (lambda x: 300 % x, [0, 44]),
        (lambda x: 300 / x, [22, 0]),
        (lambda x: x + 300, [46, -112]),
        (lambda x: x > 300, [0, 1]),
    ],
)
def test_numbers_beyond_8_bits_are_wrapped_first(call, expected):
    """Recorded from 1.9.1."""
    assert call(nd.array([2, 100], dtype="int8")).asnumpy().tolist() == expected


@pytest.mark.parametrize(
    ("call", "value", "gradient"),
    [
        (lambda x: nd.hard_sigmoid(x), [np.nan, 0.5, 1], [0, 0.2, 0]),
        (lambda x: nd.smooth_l1(x, scalar=0), [np.nan, 0, 0], [np.nan, 0, 0]),
    ],
)
def test_gradients_at_nan_and_of_a_flat_parabola(call, value, gradient):
    """Recorded from 1.9.1."""
    x = nd.array([np.nan, 0, 5])
    x.attach_grad()
    with mx.autograd.record():
        out = call(x)
    out.backward()
    np.testing.assert_allclose(out.asnumpy(), value, rtol=1e-6)
    np.testing.assert_allclose(x.grad.asnumpy(), gradient, rtol=1e-6)


@pytest.mark.filterwarnings("ignore:overflow encountered")
@pytest.mark.parametrize("normalization", ["null", "batch"])
@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
def test_a_scale_of_gradients_that_the_type_has_no_room_for(dtype, normalization):
    x = nd.ones((1, 2), dtype=dtype)
    x.attach_grad()
    with mx.autograd.record():
        loss = nd.MakeLoss(x, grad_scale=MOST, normalization=normalization)
    loss.backward()
    np.testing.assert_allclose(x.grad.asnumpy(), np.full((1, 2), MOST, dtype), rtol=1e-6)


@pytest.mark.parametrize("value", [-1, 300, -2.7])
@pytest.mark.parametrize("dtype", ["uint8", "int8", "int32"])
@pytest.mark.parametrize("name", ["full", "write", "write a part", "mask", "one", "not one", "assign", "set"])
def test_integers_that_a_type_has_no_room_for(name: str, dtype: str, value: float) -> None:
    """Numbers lose their fraction and wrap around, as in C and in 1.9.1."""
    calls = CALLS | {
        "assign": (
            lambda x, s: nd._internal._slice_assign_scalar(x, scalar=s, begin=(0,), end=(2,)),
            np.full_like,
        ),
        "set": (lambda x, s: nd._internal._set_value(src=s, out=x), np.full_like),
    }
    call, wanted = calls[name]
    held = np.array(int(value)).astype(dtype)
    x = np.abs(X).astype(dtype)
    np.testing.assert_array_equal(call(nd.array(x, dtype=dtype), value).asnumpy(), wanted(x, held))


#: calls beside a float16 array of .5, 0, .001 and 2; what 1.9.1 makes of 65519 (65504 as float16) and 65536 (infinite)
OF_16_BITS = {
    "multiply": (lambda x, s: x * s, [32752, 0, 65.5, np.inf], [np.inf, np.nan, np.inf, np.inf]),
    "divide": (lambda x, s: x / s, [7.63e-06, 0, 0, 3.05e-05], [0, 0, 0, 0]),
    "leaky": (
        lambda x, s: mx.sym.LeakyReLU(-x, slope=s) if isinstance(x, mx.sym.Symbol) else nd.LeakyReLU(-x, slope=s),
        [-32752, 0, -65.5, -np.inf],
        [-np.inf, np.nan, -np.inf, -np.inf],
    ),
}


@pytest.mark.parametrize("train", [False, True])
@pytest.mark.parametrize("number", [65519, 65536.0])
@pytest.mark.parametrize("call", OF_16_BITS)
def test_numbers_of_16_bits_are_rounded_first(call, number, train):
    """Recorded from 1.9.1: called, and by an executor."""
    run, finite, infinite = OF_16_BITS[call]
    x, s = nd.array([0.5, 0, 1e-3, 2], dtype="float16"), mx.sym.var("x")
    with mx.autograd.record(train):
        called = run(x, number).asnumpy()
    bound = run(s, number).bind(mx.cpu(), {"x": x}).forward(is_train=train)[0].asnumpy()
    for result in (called, bound):
        np.testing.assert_allclose(result, finite if number < 65520 else infinite, rtol=1e-3)


@pytest.mark.parametrize("number", [2**64, 2**70, -(2**64)])
def test_powers_of_integers_beyond_64_bits(number):
    x = nd.array([2.0, 0.5, 1.0])
    bound = (mx.sym.var("x") ** number).bind(mx.cpu(), {"x": x}).forward()[0].asnumpy()
    expected = [np.inf, 0, 1] if number > 0 else [0, np.inf, 1]
    assert (x**number).asnumpy().tolist() == bound.tolist() == expected


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
@pytest.mark.parametrize("temperature", [1e-39, 1e-45])
def test_a_temperature_whose_inverse_float32_has_no_room_for(dtype, temperature):
    x = nd.array([[100.0, 90.0, -90.0]], dtype=dtype)
    assert nd.softmax(x, temperature=temperature).asnumpy().tolist() == [[1, 0, 0]]
    assert nd.softmin(x, temperature=temperature).asnumpy().tolist() == [[0, 0, 1]]


@pytest.mark.parametrize("train", [False, True])
@pytest.mark.parametrize(("number", "held"), [(2**53 + 1, 2**53), (2**60 + 1, 2**60), (2**63 - 1, 2**63 - 1)])
def test_integers_of_more_than_53_bits_are_rounded_beside_arrays(number, held, train):
    """1.9.1 rounds, too, also what is written; 2**63 - 1 becomes its least number."""
    values = np.array([0, -1], "int64")
    x, s = nd.array(values, dtype="int64"), mx.sym.var("x")
    for call in (lambda a, n: a + n, lambda a, n: n + a, lambda a, n: a * n, lambda a, n: a < n):
        with mx.autograd.record(train):
            assert call(x, number).asnumpy().tolist() == call(values, held).tolist()
        executor = call(s, number).bind(mx.cpu(), {"x": x})
        assert executor.forward(is_train=train)[0].asnumpy().tolist() == call(values, held).tolist()
    x[1] = number
    assert [*x.asnumpy(), *nd.full((1,), number, dtype="int64").asnumpy()] == [0, number, number]


@pytest.mark.parametrize("bounds", [(0, np.nan), (np.nan, 1), (np.nan, np.nan)])
def test_a_clip_at_nan_is_nan(bounds):
    x, s = nd.array([-1.0, 0.5, 2]), mx.sym.var("x")
    bound = mx.sym.clip(s, *bounds).bind(mx.cpu(), {"x": x})
    for result in (nd.clip(x, *bounds), bound.forward(is_train=True)[0], bound.forward()[0]):
        assert np.isnan(result.asnumpy()).all()


@pytest.mark.parametrize("np_shape", [False, True])
def test_the_density_of_one_point_has_an_axis(np_shape):
    """Recorded from 1.9.1, also under NumPy's shapes."""
    sample, alpha = nd.array([0.2, 0.3, 0.5]), nd.array([1, 2, 3])
    with mx.util.np_shape(np_shape):
        symbol = mx.sym.random_pdf_dirichlet(mx.sym.var("s"), mx.sym.var("a"))
        bound = symbol.bind(mx.cpu(), {"s": sample, "a": alpha}).forward()[0]
        for result in (nd.random_pdf_dirichlet(sample, alpha), bound):
            assert result.shape == (1,)
            np.testing.assert_allclose(result.asnumpy(), [4.5], rtol=1e-5)
        assert symbol.infer_shape(s=(3,), a=(3,))[1] == [(1,)]

"""What attributes of unusual values mean; the answers are MXNet 1.9.1's."""

import mxnet as mx
import numpy as np
import pytest
from mxnet.base import MXNetError

X = mx.nd.ones((2, 3))


@pytest.mark.parametrize(
    "call",
    [
        lambda: mx.nd.softmax(X, dtype=None),
        lambda: X.log_softmax(dtype=None),
        lambda: mx.nd.one_hot(X, depth=2, dtype=None),
        lambda: mx.nd.random.uniform(dtype=None),
        lambda: mx.nd.random.normal(X, X, dtype=None),
        lambda: mx.nd.arange(3, dtype=None),
        lambda: mx.nd.linspace(0, 1, 3, dtype=None),
    ],
)
def test_no_data_type_is_float64(call):
    assert call().dtype == np.float64


def test_no_data_type_is_float64_in_symbols():
    x = mx.sym.var("x")
    for result in (mx.sym.softmax(x, dtype=None), mx.sym.cast(x, dtype=None), x.softmax(dtype=None)):
        assert result.infer_type(x="float32")[1] == [np.float64]
    assert mx.sym.random.uniform(shape=(2,), dtype=None).infer_type()[1] == [np.float64]


def test_no_data_type_is_the_default_of_other_functions():
    assert X.astype(None).dtype == mx.nd.eye(2, dtype=None).dtype == mx.nd.zeros(2, dtype=None).dtype == np.float32
    x = X.as_np_ndarray()
    assert mx.npx.softmax(x, dtype=None).dtype == mx.npx.one_hot(x, depth=2, dtype=None).dtype == np.float32


def test_the_text_none_is_no_data_type():
    for make, x in ((mx.nd.softmax, X), (mx.sym.softmax, mx.sym.var("x")), (mx.npx.softmax, X.as_np_ndarray())):
        with pytest.raises(TypeError, match="data type 'None' not understood"):
            make(x, dtype="None")


def test_broadcast_like_with_axes_of_one_side_takes_the_whole_shape():
    data, like = mx.nd.ones((1, 3)), mx.nd.ones((2, 3))
    assert mx.nd.broadcast_like(data, like, lhs_axes=(1,)).shape == (2, 3)
    assert mx.nd.broadcast_like(data, like, rhs_axes=(0,)).shape == (2, 3)


@pytest.mark.parametrize("offset", [3, -3, -4])
def test_extractdiag_refuses_diagonals_outside(offset):
    with pytest.raises(MXNetError, match="no diagonal"):
        mx.nd.linalg.extractdiag(mx.nd.ones((3, 3)), offset=offset)


@pytest.mark.parametrize("shape", [0, (2, 0), (-1,)])
def test_samples_of_elements_have_lengths(shape):
    with pytest.raises(MXNetError, match="lengths of 1 or more"):
        mx.nd.random.normal(mx.nd.ones(2), mx.nd.ones(2), shape=shape)


@pytest.mark.parametrize(
    ("name", "attributes"),
    [
        ("uniform", {"low": 2, "high": 1}),
        ("normal", {"scale": -1}),
        ("gamma", {"alpha": -1}),
        ("exponential", {"lam": -1}),
        ("poisson", {"lam": -1}),
        ("negative_binomial", {"k": 1, "p": 1.5}),
        ("generalized_negative_binomial", {"mu": -1}),
    ],
)
def test_distributions_that_do_not_exist_are_refused(name, attributes):
    with pytest.raises(MXNetError, match="Check failed"):
        getattr(mx.nd.random, f"{name}_like")(X, **attributes)


def test_multi_lars_looks_at_norms_before_they_are_scaled():
    rates = mx.nd.multi_lars(
        *(mx.nd.array(item) for item in ([0.1, 0.2, 0.3], [1.0, 0.0, 4.0], [2.0, 3.0, 1.0], [0.1, 0.1, 0.0])),
        eta=0.5,
        eps=0.01,
        rescale_grad=0,
    )
    np.testing.assert_allclose(rates.asnumpy(), [0.45454547, 0.2, 30.000002], rtol=1e-6)


@pytest.mark.parametrize(("dtype", "moved"), [("float32", "weight"), ("float16", "copy")])
def test_updates_of_several_weights_use_the_wide_copy_of_narrower_weights_alone(dtype, moved):
    weight, grad = mx.nd.array([1.0, 2.0], dtype=dtype), mx.nd.array([1.0, -1.0], dtype=dtype)
    wide = mx.nd.array([5.0, 6.0])
    mx.nd.multi_mp_sgd_update(weight, grad, wide, lrs=(0.5,), wds=(0,), out=weight, num_weights=1)
    expected = ([0.5, 2.5], [5.0, 6.0]) if moved == "weight" else ([4.5, 6.5], [4.5, 6.5])
    np.testing.assert_array_equal((weight.asnumpy(), wide.asnumpy()), expected)


@pytest.mark.parametrize(
    "call",
    [
        lambda: mx.nd.FullyConnected(X, X, num_hidden=2**33, no_bias=True),
        lambda: mx.sym.FullyConnected(mx.sym.var("x"), num_hidden=2**33),
        lambda: mx.nd.Embedding(X, X, input_dim=2**33, output_dim=3),
        lambda: mx.nd.one_hot(X, depth=2**33),
        lambda: mx.nd.slice(X, begin=(0,), end=(2**33,)),
        lambda: mx.nd.slice_axis(X, axis=0, begin=0, end=2**33),
        lambda: mx.sym.slice(mx.sym.var("x"), begin=(0,), end=(2**33,)),
    ],
)
def test_numbers_of_more_than_32_bits_are_refused(call):
    with pytest.raises(MXNetError, match="Invalid Parameter format"):
        call()


def test_long_numbers_have_64_bits():
    assert mx.nd.random.randint(2**33, 2**33 + 1, dtype="int64").asscalar() == 2**33


@pytest.mark.parametrize(
    ("mode", "width", "expected", "gradient"),
    [
        ("constant", (0, 0, 2, -1), [[0, 0, 0, 1], [0, 0, 3, 4], [0, 0, 6, 7]], [[1, 1, 0]] * 3),
        ("edge", (0, 0, 2, -1), [[0, 0, 0, 1], [3, 3, 3, 4], [6, 6, 6, 7]], [[3, 1, 0]] * 3),
        ("reflect", (0, 0, 2, -1), [[2, 1, 0, 1], [5, 4, 3, 4], [8, 7, 6, 7]], [[1, 2, 1]] * 3),
        ("edge", (-2, 1, 0, -1), [[6, 7], [6, 7]], [[0, 0, 0], [0, 0, 0], [2, 2, 0]]),
        ("reflect", (-1, 1, 1, -2), [[4, 3], [7, 6], [4, 3]], [[0, 0, 0], [2, 2, 0], [1, 1, 0]]),
    ],
)
def test_negative_widths_of_pad_cut_off(mode, width, expected, gradient):
    x = mx.nd.arange(9).reshape((1, 1, 3, 3))
    x.attach_grad()
    attributes = {"mode": mode, "pad_width": (0, 0, 0, 0, *width)}
    with mx.autograd.record():
        out = mx.nd.Pad(x, **attributes)
    out.backward()
    np.testing.assert_array_equal(out.asnumpy()[0, 0], expected)
    np.testing.assert_array_equal(x.grad.asnumpy()[0, 0], gradient)
    assert mx.sym.Pad(mx.sym.var("x"), **attributes).infer_shape(x=x.shape)[1] == [out.shape]


@pytest.mark.parametrize("mode", ["constant", "edge", "reflect"])
def test_pad_leaves_something_of_each_axis(mode):
    with pytest.raises(MXNetError, match="leaves nothing"):
        mx.nd.Pad(mx.nd.ones((1, 1, 3, 3)), mode=mode, pad_width=(0, 0, 0, 0, -4, 0, 0, 0))


def test_none_for_the_axes_of_slice_like_and_for_reps_of_tile_leaves_the_data():
    x, y = mx.sym.var("x"), mx.sym.var("y")
    for result, symbol in [
        (mx.nd.tile(X, reps=None), mx.sym.tile(x, reps=None)),
        (mx.nd.slice_like(X, X[:1], axes=None), mx.sym.slice_like(x, y, axes=None)),
    ]:
        assert (result.asnumpy() == X.asnumpy()).all()
        given = {name: shape for name, shape in {"x": (2, 3), "y": (1, 3)}.items() if name in symbol.list_arguments()}
        assert symbol.infer_shape(**given)[1] == [(2, 3)]


@pytest.mark.parametrize(
    ("dtype", "call", "expected"),
    [
        ("uint8", lambda x: x**-1, [1, 0, 0, 0, 0]),
        ("uint8", lambda x: x**-2, [1, 0, 0, 0, 0]),
        ("uint8", lambda x: x**10, [1, 0, 169, 0, 0]),
        ("uint8", lambda x: x**25, [1, 0, 0, 0, 0]),
        ("uint8", lambda x: 25**x, [25, 113, 9, 1, 0]),
        ("int8", lambda x: x**25, [1, 0, 0, 0, 0]),
        ("int8", lambda x: x**-1, [1, 0, 0, 0, 0]),
    ],
)
def test_powers_of_8_bits(dtype, call, expected):
    """Powers beyond 32 bits are 0, among them negative exponents of uint8, which are 255, 254 and so on."""
    assert call(mx.nd.array([1, 2, 3, 0, 7], dtype=dtype)).asnumpy().tolist() == expected

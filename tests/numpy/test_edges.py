"""Arrays without axes or elements, positions out of range, and types of integers: what 1.9.1 gives and refuses."""

from __future__ import annotations

import inspect
from typing import Any

import mxnet as mx
import numpy as onp
import pytest
from mxnet import autograd, np, npx
from mxnet.base import MXNetError

SCOPE = {"np": np, "onp": onp, "npx": npx}


pytestmark = pytest.mark.usefixtures("numpy_interface")


@pytest.mark.parametrize(
    ("ours", "wanted"),
    [
        ("np.squeeze(np.ones(()), 0)", 1.0),
        ("np.ldexp(np.array([2.0, -1.0]), 2000)", onp.array([onp.inf, -onp.inf])),
        ("np.ldexp(np.array([2.0, -1.0]), 3)", onp.array([16.0, -8.0])),
        ("np.squeeze(np.ones(()), (-1,))", 1.0),
        ("np.sum(np.ones(()), axis=0)", 1.0),
        ("np.max(np.ones(()), axis=-1)", 1.0),
        ("np.argmax(np.ones(()), axis=0)", 0),
        ("np.argmin(np.ones((5, 0, 3)), axis=0)", onp.zeros((0, 3))),
        ("np.tile(np.ones((2, 3)), (0,))", onp.zeros((2, 0))),
        ("np.tile(np.ones((2, 3)), (0, 2))", onp.zeros((0, 6))),
        ("np.flip(np.arange(6).reshape(2, 3), None)", [[5, 4, 3], [2, 1, 0]]),
        ("np.stack(np.split(np.ones((0, 2)), [1, 5]))", onp.zeros((3, 0, 2))),
        ("np.delete(np.arange(4), np.array([1, 1, 9, -1], dtype='int64'))", [0, 2, 3]),
        ("np.delete(np.ones((0, 2)), np.array([0], dtype='int64'), axis=0)", onp.zeros((0, 2))),
        ("np.arange(3).clip(None, 1)", [0, 1, 1]),
        ("np.arange(3).clip(1)", [1, 1, 2]),
        ("np._internal.boolean_mask_assign_scalar(np.ones(()), np.array(True, dtype='bool'), value=5)", 5.0),
        ("np.stack(np.unravel_index(np.array([5], dtype='int64'), 7))", [[5]]),
        ("np.linalg.tensorsolve(np.ones((1, 1, 1)), 2 * np.ones((1, 1, 1)))", [[[2.0]]]),
        ("np.linalg.tensorsolve(np.ones((1, 1)), np.ones((1, 1, 1, 1, 1)))", 1.0),
        ("np.linalg.cholesky(np.array([[4.0, 0], [0, 9]], dtype='float16'))", [[2, 0], [0, 3]]),
        ("np.min(np.ones((2, 0)), axis=0, keepdims=True)", onp.zeros((1, 0))),
        ("np.percentile(np.ones((2, 0)), 50, axis=0)", onp.zeros(0)),
        ("np.pad(np.arange(1, 3), (1, 2))", [0, 1, 2, 0, 0]),
        ("np.histogram(np.array([0, 0, 1, 5], dtype='uint8'), bins=5, range=(-2, 3))[0]", [0, 0, 2, 1, 0]),
    ],
)
def test_edge_cases_agree_with_numpy(ours: str, wanted: Any) -> None:
    made = eval(ours, SCOPE)
    assert made.shape == onp.shape(wanted)
    onp.testing.assert_allclose(made.asnumpy(), wanted)


@pytest.mark.parametrize(
    ("ours", "wanted"),
    [
        ("np.sum(np.array([1.5, 2.5]), dtype='int32')", 4),
        ("np.prod(np.array([1.5, 2.5, 0.5]), dtype='int32')", 1),
        ("np.mean(np.array([100, 120, 110], dtype='int8'), dtype='int8')", 24),
        ("np.mean(np.array([100.0, 120, 110]), dtype='int8')", 24),
        ("np.mean(np.array([100, 120, 111], dtype='int8'), dtype='int32')", 110),
        ("np.cumsum(np.array([1.5, 2.5]), dtype='int32')", [1, 3]),
        ("np.sum(np.array([2049.0, -2048.0]), dtype='float16')", 1.0),
        ("np.mean(np.array([2049, -2047], dtype='int32'), dtype='float16')", 1.0),
    ],
)
def test_sums_in_other_types(ours: str, wanted: Any) -> None:
    assert eval(ours, SCOPE).tolist() == wanted


@pytest.mark.parametrize(
    ("ours", "error"),
    [
        ("np.squeeze(np.ones(()), 1)", MXNetError),
        ("np.argmax(np.ones((5, 0, 3)), axis=1)", MXNetError),
        ("np.argmax(np.ones((5, 0, 3)))", MXNetError),
        ("np.tile(np.ones((2, 3)), (-1, 2))", MXNetError),
        ("np.split(np.ones((3, 2)), [1, 5])", MXNetError),
        ("np.transpose(np.ones((2, 2)), (0, 0))", ValueError),
        ("np.ones(2).clip(None, None)", ValueError),
        ("np.isnan(np.ones(2), out=np.ones(2))", TypeError),
        ("np.add(np.ones(2), 1, out=np.ones(2, dtype='int32'))", MXNetError),
        ("np.max(np.ones((2, 0)), axis=1)", MXNetError),
        ("np.reshape(np.ones((2, 0)), (0, -1))", MXNetError),
        ("np.subtract(np.ones(2, dtype='bool'), np.ones(2, dtype='bool'))", MXNetError),
        ("np.mod(np.ones(2, dtype='bool'), np.ones(2, dtype='bool'))", MXNetError),
        ("npx.softmax(np.ones(2, dtype='int32'), temperature=2.0)", MXNetError),
        ("np.split(np.ones(2), [1], axis=3)", IndexError),
        ("np.ones(2) @ 2", AssertionError),
        ("2 @ np.ones(2)", AssertionError),
        ("np.add([1, 2], 1)", AssertionError),
        ("np.add([1, 2], np.ones(2))", TypeError),
        ("np.round(np.ones(2), where=True)", MXNetError),
        ("np.msort(np.array(3.0))", ValueError),
    ],
)
def test_edge_cases_that_are_errors(ours: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        eval(ours, SCOPE)


def test_running_sums_of_float16_are_rounded_at_every_step() -> None:
    values = onp.array([0.1747, 1.1, -0.9, 0.3], dtype="float16")
    x = np.array(values)
    x.attach_grad()
    with autograd.record():
        y = np.cumsum(x)
    y.backward()
    assert y.tolist() == onp.cumsum(values).tolist()
    assert x.grad.tolist() == [4, 3, 2, 1]


@pytest.mark.parametrize(
    ("expression", "gradient"),
    [
        ("x.astype('int32') * 3", [3.0, 3.0]),
        ("x.astype('uint8').astype('float32') * 1.5", [1.0, 1.0]),
        ("np.sum(x, dtype='int32') * 3", [3.0, 3.0]),
        ("np.mean(x, dtype='int32') * 4", [2.0, 2.0]),
        ("np.mean(np.tile(x, 3), dtype='float16')", [0.5, 0.5]),
        ("np.cumsum(x, dtype='int64')", [2.0, 1.0]),
        ("np.argsort(x) * 3", [0.0, 0.0]),
        ("(x > 1) * 3", [0.0, 0.0]),
    ],
)
def test_gradients_of_what_becomes_whole_numbers(expression: str, gradient: list[float]) -> None:
    x = np.array([1.5, 2.5])
    x.attach_grad()
    with autograd.record():
        y = eval(expression, SCOPE | {"x": x})
    y.backward()
    assert x.grad.tolist() == gradient


def test_a_hybridized_result_of_whole_numbers_has_a_gradient() -> None:
    net = mx.gluon.nn.HybridLambda(lambda F, x: F.np.mean(x * 4, dtype="int32"))
    net.hybridize()
    x = np.array([1.5, 2.5])
    x.attach_grad()
    with autograd.record():
        y = net(x)
    y.backward()
    assert y.dtype == onp.int32
    assert x.grad.tolist() == [2.0, 2.0]


@pytest.mark.parametrize("function", ["mod", "remainder"])
def test_remainders_of_whole_numbers_have_no_gradient(function: str) -> None:
    x, y = np.array([5, 7], dtype="int32"), np.array([2, 3], dtype="int32")
    for each in (x, y):
        each.attach_grad()
    with autograd.record():
        z = getattr(np, function)(x, y) + getattr(np, function)(x, 3) + getattr(np, function)(20, y)
    z.backward()
    assert x.grad.tolist() == y.grad.tolist() == [0, 0]


@pytest.mark.parametrize("array", [mx.nd.ones, np.ones])
def test_a_variable_that_wants_no_gradient_lives_until_the_backward_pass(array: Any) -> None:
    x, w = array(2), array(2)
    x.attach_grad("null")
    w.attach_grad()
    with autograd.record():
        z = x * w
    assert x.grad is not None
    z.backward(retain_graph=True)
    assert x.grad is not None
    z.backward()
    assert x.grad is None
    x.attach_grad()
    assert x.grad.asnumpy().tolist() == [0, 0]


@pytest.mark.parametrize(
    "statement",
    ["x[:] = y", "y[:] = x", "x[0:1] = y[0:1]", "y[0:1] = x[0:1]", "x[np.array([0], dtype='int64')] = y[:1]", "x + y",
     "y + x", "x += y", "y == x"],
)  # fmt: skip
def test_arrays_of_the_two_interfaces_do_not_mix(statement: str) -> None:
    with pytest.raises(TypeError):
        exec(statement, SCOPE | {"x": np.ones(2), "y": mx.nd.ones(2)})


def test_symbols_of_functions_whose_results_are_tuples() -> None:
    a = mx.sym.var("a").as_np_ndarray()
    assert mx.sym.np.diag_indices_from(a).infer_shape(a=(3, 3))[1] == [(2, 3)]
    assert mx.sym.np.unravel_index(a, (3, 4)).infer_shape(a=(5,))[1] == [(2, 5)]
    with pytest.raises(ValueError, match="either max or min"):
        a.clip(None, None)


def test_the_module_of_operators_signatures() -> None:
    from mxnet import _numpy_op_doc
    from mxnet.numpy_op_signature import _get_builtin_op

    assert list(inspect.signature(_numpy_op_doc._np_sum).parameters) == [  # type: ignore[attr-defined]
        "a", "axis", "dtype", "keepdims", "initial", "out",
    ]  # fmt: skip
    assert _get_builtin_op("_np_sum").__signature__ == inspect.signature(np.sum)
    assert _get_builtin_op("_np_nothing") is None


def test_functions_that_write_into_their_argument() -> None:
    x, order = np.array([1.0, np.nan, np.inf]), np.arange(200)
    for _ in range(2):
        assert np.nan_to_num(x, copy=False, nan=2, posinf=5) is x
        np.random.shuffle(order)
    assert x.tolist() == [1, 2, 5]
    assert order.tolist() != list(range(200))
    assert sorted(order.tolist()) == list(range(200))


def test_seed_by_keyword() -> None:
    npx.random.seed(seed=3)
    first = np.random.uniform(size=3)
    npx.random.seed(3, ctx="cpu")
    assert first.tolist() == np.random.uniform(size=3).tolist()


@pytest.mark.parametrize("dtype", ["float16", "float32", "float64"])
@pytest.mark.parametrize("hybridized", [False, True])
def test_multivariate_normal_keeps_the_type_and_has_gradients(dtype: str, hybridized: bool) -> None:
    mean, cov = np.zeros((3, 2), dtype=dtype), np.array([[4.0, 0], [0, 9]], dtype=dtype)
    for each in (mean, cov):
        each.attach_grad()
    net = mx.gluon.nn.HybridLambda(lambda F, m, c: F.np.random.multivariate_normal(m, c, size=(4,)))
    if hybridized:
        net.hybridize()
    with autograd.record():
        y = net(mean, cov)
    y.backward()
    assert (y.shape, y.dtype) == ((4, 3, 2), onp.dtype(dtype))
    assert mean.grad.tolist() == [[4.0, 4.0]] * 3
    noise = y.asnumpy().sum((0, 1)) / [2, 3]
    onp.testing.assert_allclose(onp.diag(cov.grad.asnumpy()), noise / [4, 6], rtol=0.02, atol=0.02)


#: dividends, divisors, and whether 1.9.1's remainder, 0 for all of them, is -0.0
ZERO_REMAINDERS = [
    (2.0, 2.0, False), (2.0, -2.0, False), (-2.0, 2.0, False), (-2.0, -2.0, True),
    (0.0, 2.0, False), (0.0, -2.0, False), (-0.0, 2.0, True), (-0.0, -2.0, False),
    (-0.0, onp.inf, True), (-0.0, -onp.inf, False), (2.0, -0.0, False), (-0.0, -0.0, False), (-1e30, -1e30, True),
]  # fmt: skip


@pytest.mark.parametrize("array", [mx.nd.array, np.array])
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_the_sign_of_remainders_that_are_zero(array: Any, dtype: str) -> None:
    pairs = onp.array([(a, b) for a, b, _ in ZERO_REMAINDERS])
    x, y = (array(each, dtype=dtype) for each in pairs.T)
    by_number = [(x[i : i + 1] % float(b), float(a) % y[i : i + 1]) for i, (a, b) in enumerate(pairs)]
    for made in (
        x % y,
        *(array([float(each.asnumpy()[0]) for each in found]) for found in zip(*by_number, strict=True)),
    ):
        assert not made.asnumpy().any()
        assert onp.signbit(made.asnumpy()).tolist() == [negative for *_, negative in ZERO_REMAINDERS]


def test_the_sign_of_what_is_rounded_to_zero() -> None:
    made = np.rint(np.array([0.2, -0.2, 0.5, -0.5, 0.0, -0.0])).asnumpy()
    assert made.tolist() == [0, 0, 0, -1, 0, 0]
    assert onp.signbit(made).tolist() == [False, True, False, True, False, True]


@pytest.mark.parametrize("statement", ["x += y", "x -= y", "x *= y", "x /= y", "x %= y", "x /= 2"])
def test_arithmetic_in_place_keeps_the_type_or_raises(statement: str) -> None:
    scope = {"x": np.ones(2, dtype="int32"), "y": np.ones(2)}
    with pytest.raises(MXNetError):
        exec(statement, scope)


@pytest.mark.parametrize(("dtype", "other"), [("float32", "float64"), ("float16", "float32"), ("int32", "int64")])
def test_arithmetic_in_place_takes_wider_types_of_the_same_kind(dtype: str, other: str) -> None:
    x, y = np.array([1, 2], dtype=dtype), np.array([3, 4], dtype=other)
    before = x
    x += y
    assert x is before
    assert x.dtype == dtype
    assert x.asnumpy().tolist() == [4, 6]


@pytest.mark.parametrize("dtype", ["int8", "int32"])
def test_averages_of_whole_numbers_keep_the_type(dtype: str) -> None:
    x = np.array([[1, 2], [3, 4]], dtype=dtype)
    for weights in (x, x[0]):
        found = np.average(x, axis=1, weights=weights, returned=True)
        assert [each.dtype for each in found] == [onp.dtype(dtype)] * 2


def test_unique_gives_a_tuple() -> None:
    assert isinstance(np.unique(np.array([2.0, 1, 2]), return_counts=True), tuple)


def test_minus_zero_is_not_kept_for_zero() -> None:
    x = np.ones(3)
    for value, negative in ((-0.0, True), (0.0, False), (-0.0, True)):
        assert onp.signbit(np.full_like(x, value).asnumpy()).tolist() == [negative] * 3
        assert onp.signbit(np.full(3, value).asnumpy()).tolist() == [negative] * 3
    mx.nd.full((2,), -0.0, dtype="float64")
    assert not onp.signbit(mx.nd.full((2,), 0.0, dtype="float64").asnumpy()).any()


@pytest.mark.parametrize("other", [-7, -1, 0, 1, 23, -(2**63) + 1, -(2**63)])
def test_least_common_multiple_of_the_smallest_number(other: int) -> None:
    smallest = -(2**63)
    wanted = onp.lcm(onp.int64(smallest), onp.int64(other))
    x = np.array([smallest], dtype="int64")
    assert np.lcm(x, np.array([other], dtype="int64")).item() == wanted
    assert np.lcm(np.array([other], dtype="int64"), x).item() == wanted


@pytest.mark.parametrize("number", [onp.float64(2.5), onp.float16(1), onp.int8(3), onp.bool_(True)])
def test_arrays_of_numbers_of_numpy_have_their_type(number: Any) -> None:
    assert np.array(number).dtype == number.dtype


def test_functions_of_a_number_give_a_number_of_numpy() -> None:
    assert (np.real(2.5), np.imag(2), np.exp2(3)) == (2.5, 0, 8.0)


@pytest.mark.parametrize("kind", ["int8", "uint8", "int32", "int64"])
def test_floor_division_of_whole_numbers_by_zero_is_zero(kind: str) -> None:
    x = np.array([7, 8, 0], dtype=kind)
    y = np.array([0, 3, 0], dtype=kind)
    x //= y
    assert x.asnumpy().tolist() == [0, 2, 0]
    assert ((7 // y).asnumpy().tolist(), (y // 0).asnumpy().tolist()) == ([0, 2, 0], [0, 0, 0])


@pytest.mark.parametrize("kind", ["float32", "int32"])
def test_the_mean_as_a_truth(kind: str) -> None:
    x = np.array([[1, 0], [0, 0]], dtype=kind)
    made = [np.mean(x, axis=axis, dtype="bool") for axis in (None, 0, 1)]
    assert [each.dtype for each in made] == [onp.bool_] * 3
    assert [each.asnumpy().tolist() for each in made] == [True, [True, False], [True, False]]


@pytest.mark.parametrize(("shape", "axis"), [((2, 0), 0), ((2, 0), -2), ((2, 0), 1), ((0, 2), 0), ((0, 2), 1)])
def test_unique_slices_without_elements(shape: tuple[int, ...], axis: int) -> None:
    flags = dict.fromkeys(("return_index", "return_inverse", "return_counts"), True)
    wanted = onp.unique(onp.zeros(shape), axis=axis, **flags)
    for made, value in zip(np.unique(np.zeros(shape), axis=axis, **flags), wanted, strict=True):
        assert made.shape == value.shape
        onp.testing.assert_array_equal(made.asnumpy(), value)

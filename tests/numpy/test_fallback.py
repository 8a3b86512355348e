"""Functions of ``mx.np`` that are NumPy's: values, and gradients where PyTorch has them."""

from __future__ import annotations

from typing import Any

import mxnet as mx
import numpy as np
import pytest
import torch
from mxnet.numpy.fallback import OURS

X = np.array([[1.0, 5.0, 2.0], [4.0, 3.0, 7.0]])
S = np.array([[2.0, 1.0], [1.0, 3.0]])
EXPRESSIONS = [
    "n.allclose(x, x)", "n.argwhere(x > 2)", "n.argpartition(x, 1)", "n.array_equal(x, x)", "n.corrcoef(x)",
    "n.compress(x[0] > 1, x, axis=1)", "n.count_nonzero(x)", "n.cov(x)", "n.divmod(x, 2)", "n.extract(x > 2, x)",
    "n.flatnonzero(x - 1)", "n.frexp(x)", "n.heaviside(x - 2, 1)", "n.interp(x[0], x[1] - x[1], x[1])", "n.isin(x, s)",
    "n.isclose(x, x + 1)", "n.lexsort((x[0], x[1]))", "n.modf(x)", "n.nanmax(x, axis=0)", "n.ndim(x)", "n.ptp(x)",
    "n.polyfit(x[0], x[1], 1)", "n.rollaxis(x, 1)", "n.searchsorted(x[0], 2)", "n.select([x > 2], [x])",
    "n.setdiff1d(x, s)", "n.size(x)", "n.tril_indices_from(s)", "n.unwrap(x)", "n.vander(x[0])", "n.isin([1, 9], x)",
    "n.linalg.cond(s)", "n.linalg.matrix_rank(s)", "n.linalg.qr(s)", "n.linalg.multi_dot([s, x])",
    "n.result_type(x, s)", "n.promote_types('int8', 'uint8')",
]  # fmt: skip
#: one for each function that has a gradient
DIFFERENTIABLE = [
    "n.nanmax(x, axis=1)", "n.nanmin(x)", "n.nanprod(x, axis=0)", "n.nancumsum(x)", "n.nancumprod(x, axis=1)",
    "n.ptp(x, axis=1)", "n.take_along_axis(x, i, 1)", "n.positive(x)", "n.real(x)", "n.float_power(x, 2)",
    "n.extract(x > 2.5, x)", "n.rollaxis(x, 1)", "n.vander(x[0])", "n.linalg.cond(x[:, :2])", "n.linalg.qr(x[:, :2])",
    "n.linalg.lstsq(x[:, :2], x[:, 2], None)", "n.linalg.matrix_power(x[:, :2], 3)",
    "n.linalg.multi_dot([x[:, :2], x])", "n.nansum(x, axis=0)", "n.nanvar(x, axis=1, ddof=1)", "n.nanstd(x)",
    "n.nanmedian(x, axis=1)", "n.cov(x)", "n.corrcoef(x)", "n.compress(x[0] > 1.5, x, axis=1)", "n.modf(x * 1.3)[0]",
    "n.select([x > 2.5], [x])", "n.interp(x[1] + 0.3, x[0] ** 0 * x[0, 0] + n.arange(3) * 3, x[1])",
    "n.frexp(x * 1.1)[0]",
]  # fmt: skip


pytestmark = pytest.mark.usefixtures("numpy_interface")


def _listed(value: Any) -> list[Any]:
    return list(value) if isinstance(value, (list, tuple)) else [value]


def _array(value: np.ndarray) -> Any:
    return mx.np.array(value, dtype=value.dtype)


def test_the_polynomial_of_an_array_without_axes() -> None:
    result = mx.np.poly(mx.np.array(3.0))
    assert isinstance(result, mx.np.ndarray)
    np.testing.assert_array_equal(result.asnumpy(), [1, -3])


@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_values_and_dtypes_are_numpys(expression: str) -> None:
    found = _listed(eval(expression, {"n": mx.np, "x": _array(X), "s": _array(S)}))
    wanted = _listed(eval(expression, {"n": np, "x": X, "s": S}))
    for got, want in zip(found, wanted, strict=True):
        if isinstance(want, np.ndarray):
            assert isinstance(got, mx.np.ndarray)
            assert got.dtype == want.dtype
            got = got.asnumpy()
        assert got == want if np.ndim(want) == 0 else np.array_equal(got, want)


@pytest.mark.parametrize("expression", [*DIFFERENTIABLE, "n.msort(x)", "n.trapz(x)", "n.trapz(x, dx=0.5, axis=0)"])
def test_gradient(expression: str) -> None:
    indices = np.array([[2], [0]])
    other = {"msort": lambda x: np.sort(x, 0), "trapz": getattr(np, "trapezoid", None)}

    def value(x: np.ndarray) -> float:
        n = type("n", (), {**vars(np), **{k: staticmethod(v) for k, v in other.items() if v}})
        made = _listed(eval(expression, {"n": n, "x": x, "i": indices}))
        if "lstsq" in expression:
            made = made[:1]
        return sum(float((np.cos(np.arange(m.size)).reshape(np.shape(m)) * m).sum()) for m in made)

    x = _array(X)
    x.attach_grad()
    with mx.autograd.record():
        made = _listed(eval(expression, {"n": mx.np, "x": x, "i": _array(indices)}))
    made = made[:1] if "lstsq" in expression else made
    heads = [_array(np.cos(np.arange(m.size)).reshape(m.shape)) for m in made]
    mx.autograd.backward(made, heads)
    wanted = np.zeros_like(X)
    for at in np.ndindex(*X.shape):
        step = np.zeros_like(X)
        step[at] = 1e-6
        wanted[at] = (value(X + step) - value(X - step)) / 2e-6
    np.testing.assert_allclose(x.grad.asnumpy(), wanted, rtol=1e-4, atol=1e-6)


def test_no_gradient_is_lost_silently() -> None:
    x = _array(X)
    x.attach_grad()
    with mx.autograd.record():
        assert mx.np.isin(x, x).asnumpy().all()
        with pytest.raises(ValueError, match="unwrap is computed by NumPy"):
            mx.np.unwrap(x)


#: arrays with NaN, infinities and zeros, of integers and truths, without elements, without axes
ODD: dict[str, Any] = {
    "nan": np.array([[np.nan, 1.0, -2.0], [np.nan, np.nan, np.inf]], "float32"),
    "int": np.array([[3, -1, 3], [0, 2, -1]], "int32"),
    "bool": np.array([[True, False, True], [False, False, True]]),
    "none": np.zeros((2, 0), "float32"),
    "one": np.array(2.5),
}
OF_ODD = [
    *(f"n.{name}(x)" for name in ("nansum", "nanprod", "nancumsum", "nancumprod", "count_nonzero", "argwhere")),
    *(f"n.{name}(x, axis=-1)" for name in ("nansum", "nancumsum", "count_nonzero")),
    *(f"n.{name}(x, y)" for name in ("isin", "isclose", "array_equal", "array_equiv", "float_power", "allclose")),
    *(f"n.{name}(x.reshape(-1), y)" for name in ("union1d", "setdiff1d", "setxor1d", "intersect1d")),
    *("n.isclose(x, x, equal_nan=True)", "n.searchsorted(n.arange(3), x)", "n.digitize(x, n.arange(3), right=True)"),
    *(
        "n.real(x)",
        "n.signbit(x)",
        "n.extract(x, x)",
        "n.flatnonzero(x)",
        "n.nansum(x, keepdims=True)",
        "n.isin(x, [2, 3], invert=True)",
    ),
]


@pytest.mark.parametrize("expression", OF_ODD)
def test_odd_arrays(expression: str) -> None:
    for values in ODD.values():
        other = np.array([1, 2.5, 3, np.inf, 0])
        ours = {"n": mx.np, "x": _array(values), "y": _array(other)}
        ours["n"] = type("n", (), {**vars(mx.np), "arange": lambda k: _array(np.arange(k))})
        try:
            wanted = eval(expression, {"n": np, "x": values, "y": other})
        except (ValueError, TypeError, IndexError) as error:
            with pytest.raises(type(error)):
                eval(expression, ours)
            continue
        found = eval(expression, ours)
        assert (
            np.asarray(found.asnumpy() if isinstance(found, mx.np.ndarray) else found).dtype == np.asarray(wanted).dtype
        )
        np.testing.assert_allclose(found.asnumpy() if isinstance(found, mx.np.ndarray) else found, wanted)


@pytest.mark.parametrize("name", [e for e in EXPRESSIONS if e[2 : e.index("(")].split(".")[-1] in OURS])
def test_stays_on_the_device(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    arrays = {"n": mx.np, "x": _array(X), "s": _array(S)}
    with mx.autograd.record(), monkeypatch.context() as patch:  # recorded, what has no axes stays an array
        patch.setattr(mx.np.ndarray, "asnumpy", None)
        eval(name, arrays)


def test_out_receives_the_result() -> None:
    out = _array(np.zeros(3))
    assert mx.np.nanmax(_array(X), axis=0, out=out) is out
    np.testing.assert_array_equal(out.asnumpy(), X.max(0))


@pytest.mark.parametrize(
    ("call", "error"),
    [("vander(n.ones((2, 2)))", ValueError), ("npv(0.1, [1])", RuntimeError), ("roots([1, 0, 1])", ValueError)],
)
def test_errors_are_numpys(call: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        eval(f"n.{call}", {"n": mx.np})


@pytest.mark.parametrize(
    "call",
    [
        "n.nansum(x)", "n.nanmax(x)", "n.nanmean(x)", "n.ptp(x)", "n.linalg.matrix_rank(s)", "n.searchsorted(x[0], 2)",
        "n.nanargmax(x)", "n.nanpercentile(x, 30)", "n.alltrue(x)",
    ],
)  # fmt: skip
def test_a_result_without_axes_is_an_array(call: str) -> None:
    found = eval(call, {"n": mx.np, "x": _array(X), "s": _array(S)})
    assert type(found) is mx.np.ndarray
    assert found.shape == ()


@pytest.mark.parametrize(
    ("call", "dtypes"),
    [
        ("nanmedian(i)", ["float64"]), ("nanmedian(x)", ["float32"]), ("nanpercentile(x, 30, axis=0)", ["float64"]),
        ("nanquantile(i, 0.3)", ["float64"]), ("union1d(x, i)", ["float64"]), ("isclose(i, 0.5)", ["bool"]),
        ("histogram2d(x[0], x[1])", ["float64"] * 3), ("histogramdd(x)[1][0]", ["float64"]),
        ("linalg.lstsq(x, x[:, 0])", ["float32", "float32", "int32", "float32"]), ("trapz(i)", ["float64"]),
        ("vander(x[0])", ["float64"]), ("setdiff1d(x, i)", ["float32"]), ("select([x > 2], [x])", ["float32"]),
        ("select([x > 2], [i])", ["int32"]), ("interp(x[0], x[0], x[1])", ["float64"]),
    ],
)  # fmt: skip
def test_dtypes_are_those_of_1_9_1(call: str, dtypes: list[str]) -> None:
    """As recorded from MXNet 1.9.1 with NumPy 1.23."""
    found = eval(f"n.{call}", {"n": mx.np, "x": _array(X.astype("float32")), "i": _array(X.astype("int32"))})
    assert [each.dtype.name for each in _listed(found)] == dtypes


@pytest.mark.parametrize(
    "call",
    [
        "np.nanmax(x, axis=2)", "np.median(x, axis=-3)", "np.sum(x, axis=2)", "np.argmax(x, axis=2)",
        "nd.sum(c, axis=2)",
        "np.take_along_axis(x, x.astype('int64'), 2)", "np.rollaxis(x, 2)", "np.cumprod(x, 2)",
        "np.split(x, 1, axis=2)",
        "np.array_api.sum(x, axis=2)", "np.array_api.concat([x, x], axis=2)", "np.vecdot(x, x, axis=2)",
        "np.fft.fft(x, axis=2)", "np.gradient(x, axis=2)", "np.linalg.vector_norm(x, axis=2)", "np.unstack(x, 2)",
        "np.flip(x, 2)", "nd.reverse(c, axis=2)", "np.array_api.take(x, x, axis=2)", "np.trapz(x, axis=2)",
    ],
)  # fmt: skip
def test_a_bad_axis_is_one_class_of_error(call: str) -> None:
    """MXNetError is what 1.9.1's operators raise, AxisError, a ValueError and an IndexError, is NumPy's."""
    with pytest.raises(mx.MXNetError) as error:
        eval(f"mx.{call}", {"mx": mx, "x": _array(X), "c": mx.nd.array(X)})
    assert isinstance(error.value, np.exceptions.AxisError)


def test_errors_of_ours_are_not_left_to_numpy(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*tensors: Any, **kwargs: Any) -> Any:
        raise ZeroDivisionError("a fault")

    monkeypatch.setattr(torch, "isin", fails)
    with pytest.raises(mx.MXNetError, match=r"_npi_isin failed: .*(fault|is 0)"):
        mx.np.isin(_array(X), [2])

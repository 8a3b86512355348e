"""Functions of NumPy that 1.9.1's ``mx.np`` lacks: NumPy's values, their types, and numeric gradients."""

from __future__ import annotations

from typing import Any

import mxnet as mx
import numpy as onp
import pytest
from mxnet import autograd, np

from tests import old_numpy

pytestmark = pytest.mark.usefixtures("numpy_interface")


_X = onp.array([[1.5, -2.0, 3.25, 0.5], [0.25, 4.0, -1.0, 2.0], [-3.0, 1.25, 2.5, -0.75]], dtype="float32")
_Y = onp.array([2.0, -1.5, 0.5, 1.25], dtype="float32")
_V = onp.array([1.0, 3.0, 2.0], dtype="float32")
_I = onp.array([[7, -7, 5, 0], [2, 9, -4, 6]], dtype="int32")
_J = onp.array([3, 2, -2, 0], dtype="int32")
ARRAYS = {"x": _X, "y": _Y, "v": _V, "i": _I, "j": _J}

#: n is numpy or mx.np
FLOATS = [
    "n.exp2(x)", "n.sinc(x)", "n.acos(x / 9)", "n.atan2(x, y)", "n.pow(n.abs(x), y)", "n.fmod(x, y * 0.93)",
    "n.fmod(x, 1.7)", "n.fmax(x, y)", "n.fmin(x, 0.6)", "n.logaddexp(x, y)", "n.logaddexp2(x, y)", "n.cumprod(x)",
    "n.cumprod(x, 1)", "n.cumulative_sum(y)", "n.cumulative_sum(x, axis=0, include_initial=True)",
    "n.cumulative_prod(x, axis=1)", "n.median(x)", "n.median(x, axis=0)", "n.median(x, axis=(0, 1), keepdims=True)",
    "n.nanmean(x, axis=1)", "n.gradient(y)", "n.gradient(x, 0.5, axis=1)", "n.gradient(x, edge_order=2)[0]",
    "n.gradient(y, n.cumsum(n.abs(y)))", "n.triu(x)", "n.triu(x, -1)", "n.unstack(x)[1]", "n.unstack(x, axis=1)[2]",
    "n.permute_dims(x, (1, 0))", "n.matrix_transpose(x)", "n.block([[x, x], [y, y]])", "n.concat([x, x])",
    "n.kron(x, y)", "n.vecdot(x, y)", "n.vecdot(x, x, axis=0)", "n.matvec(x, y)", "n.vecmat(v, x)",
    "n.cross(v, x[:, 0])", "n.cross(x, x[::-1], axis=0)", "n.convolve(y, v)", "n.convolve(v, y, 'same')",
    "n.convolve(y, v, 'valid')", "n.trapezoid(x, axis=0)", "n.linalg.vector_norm(x, axis=1)",
    "n.linalg.matrix_norm(x)", "n.linalg.svdvals(x)", "n.linalg.outer(v, y)", "n.linalg.cross(v, x[:, 0])",
    "n.linalg.trace(x)", "n.linalg.diagonal(x)", "n.astype(x, 'float64')",
    "n.einsum('ij,j,kj->ik', x, y, x, optimize='optimal')", "n.real(n.fft.fft(y))", "n.imag(n.fft.fft2(x))",
    "n.abs(n.fft.rfft(x, axis=0))", "n.fft.irfft(n.fft.rfft(y) * 2)", "n.real(n.fft.ifft(y, 6, norm='ortho'))",
    "n.real(n.conj(n.fft.rfftn(x)))", "n.fft.hfft(y)", "n.angle(n.fft.fft(y))", "n.fft.fftshift(x)",
    "n.fft.fftshift(x, ())",
    "n.fft.ifftshift(x, 0)", "n.cov(x)", "n.corrcoef(x)", "n.nansum(x, axis=1)", "n.nanvar(x, axis=0, ddof=1)",
    "n.nanstd(x)", "n.interp(y, n.cumsum(n.abs(v)), v)",
    *(f"n.pad(x, ((2, 1), (0, 3)), '{mode}')" for mode in ("empty", "linear_ramp", "mean", "median", "wrap")),
    "n.pad(x, ((2, 1), (0, 3)), 'maximum', stat_length=2)",
    "n.pad(x, ((2, 1), (0, 3)), 'mean', stat_length=((1, 2), (3, 1)))",
    "n.pad(x, ((2, 1), (0, 3)), 'linear_ramp', end_values=5)",
    "n.pad(x, ((2, 1), (0, 3)), 'reflect', reflect_type='odd')",
    "n.pad(x, ((2, 1), (0, 3)), 'symmetric', reflect_type='odd')",
]  # fmt: skip
#: those that have no gradient, or one of zero
OTHERS = [
    "n.floor_divide(x, y)", "n.floor_divide(x, -2)", "n.floor_divide(i, 2)", "n.gcd(i, j)", "n.nextafter(x, y)",
    "n.logical_and(x > 0, y > 0)", "n.logical_or(i, j)", "n.logical_xor(i, 1)", "n.left_shift(n.abs(i), 2)",
    "n.bitwise_right_shift(i, 1)", "n.bitwise_invert(i)", "n.isreal(x)", "n.iscomplex(x)", "n.imag(x)",
    "n.conjugate(x)", "n.convolve(j, j)", "n.tri(3, 4, 1)", "n.tril_indices(3)[0]", "n.diag_indices(3)[1]",
    "n.bartlett(5)", "n.geomspace(1, 100, 5)", "n.fft.fftfreq(5, 0.5)", "n.fft.rfftfreq(6)", "n.unique_counts(i)[1]",
    "n.sort(n.unique_values(j))", "n.pad(i, ((2, 1), (0, 3)), 'mean')",
]  # fmt: skip


def _pair(expression: str) -> tuple[Any, Any, list[Any]]:
    old_numpy.has_functions(expression)
    ours = {name: np.array(values, dtype=values.dtype) for name, values in ARRAYS.items()}
    used = [ours[name] for name in ("x", "y", "v") if name in expression]
    for each in used:
        each.attach_grad()
    with autograd.record():
        made = eval(expression, {"n": np} | ours)
    return made, eval(expression, {"n": onp} | ARRAYS), used


@pytest.mark.parametrize("expression", FLOATS + OTHERS)
def test_functions_of_numpy_2_agree_with_numpy(expression: str) -> None:
    made, wanted, _ = _pair(expression)
    if "empty" in expression:
        made, wanted = made[2:5, :4], wanted[2:5, :4]
    assert isinstance(made, np.ndarray)
    assert made.shape == onp.shape(wanted)
    assert made.dtype.kind == onp.asarray(wanted).dtype.kind
    onp.testing.assert_allclose(made.asnumpy(), wanted, rtol=2e-5, atol=2e-6)


def _numeric(expression: str, name: str, head: Any) -> Any:
    """Return the gradient of ``(result * head).sum()`` by differences in float64."""
    wide = {key: values.astype("float64") if values.dtype.kind == "f" else values for key, values in ARRAYS.items()}
    found = onp.zeros_like(wide[name])
    for place in onp.ndindex(found.shape):
        ends = []
        for step in (1e-6, -1e-6):
            moved = wide[name].copy()
            moved[place] += step
            ends.append((eval(expression, {"n": onp} | wide | {name: moved}) * head).sum())
        found[place] = (ends[0] - ends[1]) / 2e-6
    return found


@pytest.mark.parametrize("expression", [each for each in FLOATS if "empty" not in each and "floor" not in each])
def test_gradients(expression: str) -> None:
    made, wanted, used = _pair(expression)
    head = onp.random.RandomState(3).uniform(0.5, 1.5, onp.shape(wanted))
    made.backward(np.array(head, dtype=made.dtype))
    for name, each in zip([n for n in ("x", "y", "v") if n in expression], used, strict=True):
        onp.testing.assert_allclose(each.grad.asnumpy(), _numeric(expression, name, head), rtol=2e-3, atol=2e-3)


@pytest.mark.parametrize(
    "statement",
    [
        "n.copyto(a, 3)", "n.copyto(a, b)", "n.place(a, a > 2, n.array([7, 8], dtype='float32'))",
        "n.fill_diagonal(a, 5)",
        "n.putmask(a, a > 2, n.array([7, 8], dtype='float32'))", "n.put_along_axis(a, k, 9, axis=1)",
        "n.copyto(a, b, where=a > 1)",
    ],
)  # fmt: skip
def test_writing(statement: str) -> None:
    ends = []
    for module in (np, onp):
        scope = {
            "n": module,
            "a": module.array(_X, dtype="float32"),
            "b": module.array(_Y, dtype="float32"),
            "k": module.array([[1], [0], [3]], dtype="int64"),
        }
        exec(statement, scope)
        ends.append(scope["a"])
    onp.testing.assert_array_equal(ends[0].asnumpy(), ends[1])


@pytest.mark.parametrize(
    ("statement", "error"),
    [
        ("n.cross(y, y)", ValueError), ("n.convolve(x, y)", ValueError), ("n.convolve(y, v, 'most')", ValueError),
        ("n.cumulative_sum(x)", ValueError), ("n.gradient(x, 1, 2, 3)", TypeError), ("n.fmod(x, 'a')", TypeError),
        ("n.pad(x, ((1, 1), (1, 1)), 'wrap', end_values=1)", ValueError),
        ("n.exp2([1.0])", TypeError), ("n.median([1.0, 2.0])", TypeError), ("n.logaddexp(2, [1.0])", TypeError),
        ("n.cross([1, 2, 3], [1, 2, 3])", TypeError), ("n.cumprod('a')", TypeError), ("n.block([2.0])", TypeError),
        ("n.trapz(v, axis=None)", TypeError), ("n.fmax(x, v)", ValueError), ("n.logaddexp(x, v)", ValueError),
        ("n.gcd(x, y)", TypeError), ("n.left_shift(x, y)", TypeError), ("n.median(x, axis=9)", ValueError),
        ("n.vecmat(x, x)", ValueError), ("n.matrix_transpose(v)", ValueError), ("n.cross(x, v)", ValueError),
        ("n.median(x, axis=(0, 0))", ValueError), ("n.nanmean(x, axis=-3)", ValueError),
        ("n.nanmean(x, (0, 9))", ValueError),
        ("n.fft.fft(x[:0])", ValueError), ("n.fft.rfft(x[:, :0])", ValueError), ("n.gradient(x, x)", ValueError),
    ],
)  # fmt: skip
def test_functions_of_numpy_2_refuse_invalid_arguments(statement: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        eval(statement, {"n": np} | {name: np.array(values, dtype=values.dtype) for name, values in ARRAYS.items()})


def test_errors_are_those_of_mxnet_too_and_show_the_arrays() -> None:
    with pytest.raises(mx.MXNetError, match=r"fmax: .*\(3, 4\) float32, \(2,\) float32"):
        np.fmax(np.ones((3, 4)), np.ones(2))


def test_asarray_gives_the_array_itself_where_it_can() -> None:
    x = np.array([1, 2], dtype="int32")
    assert np.asarray(x) is x
    assert np.asarray(x, dtype="float32").dtype == onp.float32
    assert np.asarray([1, 2]).dtype == onp.float32


def test_text_types_and_paths() -> None:
    assert np.broadcast_shapes((2, 1), (3,)) == (2, 3)
    assert np.can_cast("int8", "int32")
    assert np.isdtype(np.ones(2).dtype, "real floating")
    x = np.array([1.5, 2.0])
    assert np.array_str(x) == "[1.5 2. ]"
    path, text = np.einsum_path("ij,jk,k->i", np.ones((2, 3)), np.ones((3, 4)), np.ones(4))
    assert path == ["einsum_path", (1, 2), (0, 1)]
    assert "ij,jk,k->i" in text


def test_complex_arrays() -> None:
    y = np.fft.fft(np.array([1.0, 2, 4], dtype="float64"))
    wanted = onp.fft.fft(onp.array([1.0, 2, 4]))
    assert y.dtype == onp.complex128
    onp.testing.assert_allclose((y * y + y - y / y)[1:].asnumpy(), (wanted * wanted + wanted - 1)[1:])
    assert "j" in repr(y)

"""Methods, operators and conversions of ``mx.np.ndarray``, and NumPy's functions on it."""

from __future__ import annotations

import copy
import json
import math
import pickle
from pathlib import Path
from typing import Any

import mxnet as mx
import numpy as np
import pytest
from mxnet.frontend.numpy.methods import REFUSED

X = np.arange(6, dtype="float32").reshape(2, 3)
SAME_AS_NUMPY = [
    "x.sum()", "x.sum(axis=0)", "x.prod(1)", "x.mean(keepdims=True)", "x.std(ddof=1)", "x.var(axis=1)", "x.max(0)",
    "x.min()", "(x > 6).all()", "(x > 3).any(axis=0)", "x.argmax()", "x.argmin(1)", "x.argsort(0)", "x.cumsum()",
    "x.cumsum(axis=1)", "x.clip(1, 3)", "x.clip(min=2)", "(x / 3).round(1)", "x.dot(x.T)", "x @ x.T", "x.T",
    "x.flatten()", "x.reshape(3, 2)", "x.reshape((3, -1))", "x.transpose()", "x.transpose(1, 0)", "x.swapaxes(0, 1)",
    "x.repeat(2)", "x.repeat(2, axis=1)", "x[:1].squeeze()", "x[:1].squeeze(0)", "x.astype('int8')", "x.copy()",
    "x.item(4)", "x.item(1, 2)", "x.tolist()", "float(x[0, 1])", "int(x[1, 1])", "bool(x[0, 0])", "len(x)", "abs(-x)",
    "x.astype('int8') & 3", "x.astype('int8') | x.astype('int8')", "x.astype('int8') ^ 1", "~x.astype('int8')",
    "x.nonzero()", "f'{x[0, 1]:.2f}'", "f'{x}'", "str(x)", "complex(x[0, 1])",
]  # fmt: skip
ERRORS = [
    ("x.astype('int8', order='F')", ValueError), ("x.astype('int8', casting='safe')", ValueError),
    ("x.astype('int8', subok=False)", ValueError), ("x.copy(order='F')", NotImplementedError),
    ("x.flatten(order='F')", NotImplementedError), ("x.reshape()", TypeError), ("x.reshape(3, 2, foo=1)", TypeError),
    ("x.reshape(4)", mx.MXNetError), ("x.take([0])", AssertionError), ("x.sort()", TypeError), ("x & x", mx.MXNetError),
    ("x << 1", TypeError),
    ("divmod(x, 2)", TypeError), ("float(x)", TypeError), ("bool(x)", ValueError),
    ("len(x[0, 0])", TypeError), ("f'{x:.2f}'", TypeError), ("x.clip()", ValueError), ("x.copyto(3)", TypeError),
    ("x.copyto(x.as_nd_ndarray())", TypeError), ("x.attach_grad(stype='default')", TypeError),
    ("x.item(10)", IndexError),
    ("x.asscalar()", AttributeError), ("x.tostype('default')", AttributeError), ("x + [1]", TypeError),
]  # fmt: skip
#: what ``numpy``'s functions give for our arrays: ours where we have the function
PROTOCOL = [
    "onp.mean(x)", "onp.sum(x, axis=0)", "onp.concatenate([x, x])", "onp.sqrt(x)", "onp.add(x, 1)", "onp.exp2(x)",
    "onp.dot(x, x.T)", "onp.where(x, x, x)", "onp.zeros_like(x)", "onp.isclose(x, x)", "onp.floor_divide(x, 2)",
]  # fmt: skip


pytestmark = pytest.mark.usefixtures("numpy_interface")


def _as_numpy(value: Any) -> Any:
    return value.asnumpy() if isinstance(value, mx.np.ndarray) else value


@pytest.mark.parametrize("expression", SAME_AS_NUMPY)
def test_as_in_numpy(expression: str) -> None:
    found, wanted = eval(expression, {"x": mx.np.array(X)}), eval(expression, {"x": X})
    if not isinstance(wanted, tuple):
        found, wanted = (found,), (wanted,)
    for got, want in zip(found, wanted, strict=True):
        assert isinstance(got, mx.np.ndarray) == isinstance(want, (np.ndarray, np.generic))
        if isinstance(want, str):
            assert got == want
        else:
            np.testing.assert_allclose(_as_numpy(got), want, rtol=1e-6)


@pytest.mark.parametrize(("expression", "error"), ERRORS)
def test_methods_refuse_invalid_arguments(expression: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        eval(expression, {"x": mx.np.array(X), "onp": np})


@pytest.mark.parametrize("name", REFUSED)
def test_classic_methods_are_refused(name: str) -> None:
    with pytest.raises(AttributeError, match=f"has no attribute {name}"):
        getattr(mx.np.array(X), name)()


@pytest.mark.parametrize("name", REFUSED)
def test_symbols_refuse_classic_methods(name: str) -> None:
    with pytest.raises(AttributeError, match="has no attribute"):
        getattr(mx.sym.var("x").as_np_ndarray(), name)()


@pytest.mark.parametrize("operator", ["&=", "|=", "^="])
def test_bits_in_place(operator: str) -> None:
    x = kept = mx.np.array([5, 3], dtype="int32")
    scope = {"x": x}
    exec(f"x {operator} 6", scope)
    wanted = {"x": np.array([5, 3], "int32")}
    exec(f"x {operator} 6", wanted)
    assert scope["x"] is kept
    np.testing.assert_array_equal(kept.asnumpy(), wanted["x"])


@pytest.mark.parametrize("function", [math.floor, math.ceil, math.trunc, round])
def test_rounding_functions(function: Any) -> None:
    found = function(mx.np.array(3.7))
    assert isinstance(found, mx.np.ndarray)
    assert found.item() == function(3.7)


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, lambda x: pickle.loads(pickle.dumps(x))])
def test_copies_and_pickles_are_arrays_of_mx_np(copied: Any) -> None:
    found = copied(mx.np.array(X))
    assert type(found) is mx.np.ndarray
    np.testing.assert_array_equal(found.asnumpy(), X)


def test_take_counts_around() -> None:
    x = mx.np.array(X)
    np.testing.assert_array_equal(x.take(mx.np.array([7]), mode="wrap").asnumpy(), [1])
    np.testing.assert_array_equal(x.take(mx.np.array([0, 1]), axis=1).asnumpy(), X[:, :2])


def test_slice_assign_scalar_writes_in_place() -> None:
    x = mx.np.array(X)
    x.slice_assign_scalar(9.0, (0, 0), (1, 2), (None, None))
    np.testing.assert_array_equal(x.asnumpy(), [[9, 9, 2], [3, 4, 5]])


@pytest.mark.parametrize("expression", PROTOCOL)
def test_functions_of_numpy(expression: str) -> None:
    found = eval(expression, {"x": mx.np.array(X), "onp": np})
    assert isinstance(found, mx.np.ndarray)
    np.testing.assert_allclose(found.asnumpy(), eval(expression, {"x": X, "onp": np}), rtol=1e-6)


def test_functions_of_numpy_have_gradients() -> None:
    x = mx.np.array(X)
    x.attach_grad()
    with mx.autograd.record():
        y = np.sum(np.square(x))
    y.backward()
    np.testing.assert_array_equal(x.grad.asnumpy(), 2 * X)


@pytest.mark.parametrize(
    "expression",
    ["n.nanmax(x)", "n.ptp(x)", "n.cov(x)", "n.isclose(x, x)", "n.allclose(x, x)", "n.searchsorted(x[0], 2)"],
)
def test_fallback(expression: str) -> None:
    found = _as_numpy(eval(expression, {"n": mx.np, "x": mx.np.array(X)}))
    np.testing.assert_allclose(found, eval(expression, {"n": np, "x": X}))


def test_fallback_is_refused_while_recording() -> None:
    x = mx.np.array(X)
    with mx.autograd.record(), pytest.raises(ValueError, match="autograd"):
        mx.np.unwrap(x)


@pytest.mark.parametrize("saved", [[X, X[0]], {"a": X}, []])
def test_save_and_load(saved: Any, tmp_path: Path) -> None:
    arrays = {k: mx.np.array(v) for k, v in saved.items()} if isinstance(saved, dict) else [*map(mx.np.array, saved)]
    mx.npx.save(str(tmp_path / "f"), arrays)
    found = mx.npx.load(str(tmp_path / "f"))
    assert type(found) is type(saved)
    pairs = (
        zip(found.values(), saved.values(), strict=True) if isinstance(saved, dict) else zip(found, saved, strict=True)
    )
    for got, want in pairs:
        assert type(got) is mx.np.ndarray
        np.testing.assert_array_equal(got.asnumpy(), want)


@pytest.mark.parametrize(
    ("data", "error"),
    [((mx.nd.ones(2),), ValueError), ([mx.nd.ones(2)], TypeError), ({1: 2}, TypeError), (3, ValueError)],
)
def test_save_refuses(data: Any, error: type[Exception], tmp_path: Path) -> None:
    with pytest.raises(error):
        mx.npx.save(str(tmp_path / "f"), data)


def test_save_and_load_need_the_switches(tmp_path: Path) -> None:
    with mx.util.np_array(False):
        with pytest.raises(ValueError, match="legacy mode"):
            mx.npx.save(str(tmp_path / "f"), [mx.np.array(X)])
        with pytest.raises(ValueError, match="legacy mode"):
            mx.npx.load(str(tmp_path / "f"))


@pytest.mark.parametrize(
    ("arguments", "error"),
    [({}, ValueError), ({"prob": 0.5, "logit": 0.5}, ValueError), ({"prob": 1.5}, ValueError),
     ({"prob": 0.5, "dtype": "int64"}, mx.MXNetError)],
)  # fmt: skip
def test_bernoulli_refuses(arguments: Any, error: type[Exception]) -> None:
    with pytest.raises(error):
        mx.npx.random.bernoulli(**arguments)


def test_npx_random() -> None:
    assert mx.npx.random.bernoulli(mx.np.array([0.0, 1.0]), size=(3, 2)).tolist() == [[0, 1]] * 3
    assert mx.npx.random.uniform_n(mx.np.ones((2,)), mx.np.ones((3, 1)), batch_shape=4).shape == (4, 3, 2)
    assert mx.npx.random.normal_n(batch_shape=(2,), dtype="float64").dtype == "float64"


def test_constraint_check_says_the_message() -> None:
    with pytest.raises(ValueError, match="too small"):
        mx.npx.constraint_check(mx.np.array(X) > 3, "too small")


@pytest.mark.parametrize(
    ("dtype", "wanted"),
    [("float32", "array([1., 2.])"), ("float64", "array([1., 2.], dtype=float64)"),
     ("int8", "array([1, 2], dtype=int8)"),
     ("int64", "array([1, 2], dtype=int64)"), ("bool", "array([ True,  True])")],
)  # fmt: skip
def test_repr_names_all_types_but_float32(dtype: str, wanted: str) -> None:
    assert repr(mx.np.array([1, 2], dtype=dtype)) == wanted


def test_dtype_is_that_of_numpy() -> None:
    assert isinstance(mx.np.array(X).dtype, np.dtype)


def test_functions_of_arrays_only_say_so_in_graphs() -> None:
    with pytest.raises(AttributeError, match="for arrays only"):
        mx.sym.np.unwrap  # noqa: B018
    net = mx.gluon.nn.HybridLambda(lambda F, x: F.np.unwrap(x))
    net.hybridize()
    with pytest.raises(AttributeError, match="for arrays only"):
        net(mx.np.array(X))


@pytest.mark.parametrize(
    ("call", "error"),
    [("a.flatten(order='F')", NotImplementedError), ("a.reshape(2, 3, order='F')", NotImplementedError),
     ("a.argsort(order='x')", NotImplementedError), ("a.reshape(newshape=(2, 3))", TypeError)],
)  # fmt: skip
def test_errors_of_methods_of_symbols(call: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        eval(call, {"a": mx.sym.var("a").as_np_ndarray()})


@pytest.mark.parametrize(
    ("call", "nodes"),
    [
        ("a.take(b)", [("_npx_reshape", {"newshape": "-1"}), ("take", {"axis": "0", "mode": "raise"})]),
        ("a.T", [("_np_transpose", {"axes": "None"})]),
        ("a.std(axis=0, ddof=1)", [("_npi_std", {"axis": "0", "ddof": "1", "keepdims": "False"})]),
        ("a.clip(None, 1)", [("clip", {"a_max": "1", "a_min": "-inf"})]),
        ("a.cumsum(1)", [("_np_cumsum", {"axis": "1"})]),
    ],
)
def test_graphs_of_methods(call: str, nodes: list[Any]) -> None:
    """As 1.9.1 writes them."""
    scope = {name: mx.sym.var(name).as_np_ndarray() for name in "ab"}
    graph = json.loads(eval(call, scope).tojson())
    assert [(n["op"], n["attrs"]) for n in graph["nodes"] if n["op"] != "null"] == nodes

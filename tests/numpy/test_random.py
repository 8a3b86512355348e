"""``mx.np.random`` and ``mx.npx.random``: shapes, types, seeds, gradients, distributions, and what they refuse."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import mxnet as mx
import numpy as onp
import pytest
from mxnet import np, npx
from mxnet.base import MXNetError

#: functions of a module of random numbers, a location and a scale
LOCATED = ["uniform", "normal", "logistic", "gumbel", "lognormal", "gamma", "beta"]
SCALED = ["exponential", "rayleigh", "pareto", "weibull", "power", "chisquare"]


pytestmark = pytest.mark.usefixtures("numpy_interface")


@pytest.mark.parametrize("name", LOCATED + SCALED)
def test_draws_have_the_shape_of_size_or_of_the_parameters(name: str) -> None:
    draw, one = getattr(np.random, name), (1.0, 2.0)[: 1 + (name in LOCATED)]
    assert draw(*one).shape == ()
    assert draw(*one, size=3).shape == (3,)
    assert draw(*one, size=(2, 0)).shape == (2, 0)
    arrays = (np.array([1.0, 2.0, 3.0]), np.array([[2.0], [3.0]]))[: len(one)]
    wide = onp.broadcast_shapes(*[a.shape for a in arrays])
    assert draw(*arrays).shape == wide
    assert draw(*arrays, size=(4, *wide)).shape == (4, *wide)
    with pytest.raises(MXNetError, match="broadcast"):
        draw(*arrays, size=(2, 2))


@pytest.mark.parametrize("name", LOCATED + SCALED)
def test_symbols_draw_as_arrays_do(name: str) -> None:
    """In a graph the same seed gives the same numbers, of numbers and of arrays."""
    given = (np.array([1.0, 2.0, 3.0]), 2.0)[: 1 + (name in LOCATED)]
    mx.random.seed(3)
    wanted = getattr(np.random, name)(*given).asnumpy()
    composed = getattr(mx.sym.np.random, name)(mx.sym.var("x").as_np_ndarray(), *given[1:])
    executor = composed.bind(mx.cpu(), {"x": given[0]})
    mx.random.seed(3)
    onp.testing.assert_allclose(executor.forward()[0].asnumpy(), wanted, rtol=1e-6)


@pytest.mark.parametrize("name", LOCATED + SCALED)
def test_gradients(name: str) -> None:
    """With the same noise a draw is a differentiable function of its parameters."""
    values = (1.5, 2.5)[: 1 + (name in LOCATED)]

    def draw(*parameters: Any) -> Any:
        mx.random.seed(7)
        return getattr(np.random, name)(*parameters, **({"dtype": "float64"} if name in _TYPED else {}))

    if name in ("gamma", "beta", "chisquare"):  # noise is not kept when the shape changes: only the scale can be moved
        scale = np.array([2.0])
        scale.attach_grad()
        with mx.autograd.record():
            drawn = draw(1.5, scale) if name == "gamma" else getattr(np.random, name)(scale, *values[1:])
        drawn.backward()
        assert (scale.grad.asnumpy() != 0).all()
        if name == "gamma":
            onp.testing.assert_allclose(scale.grad.asnumpy(), drawn.asnumpy() / 2, rtol=1e-5)
        return
    arrays = [np.array([value], dtype="float64") for value in values]
    for each in arrays:
        each.attach_grad()
    with mx.autograd.record():
        drawn = draw(*arrays)
    drawn.backward()
    step = 1e-2
    for i, each in enumerate(arrays):
        ends = [draw(*[v + sign * step * (i == j) for j, v in enumerate(values)]).item() for sign in (1, -1)]
        assert each.grad.item() == pytest.approx((ends[0] - ends[1]) / (2 * step), rel=2e-2, abs=1e-3)


_TYPED = ("uniform", "normal", "lognormal", "gamma")


def test_a_seed_repeats_the_draws() -> None:
    for seed in (mx.random.seed, npx.random.seed):
        seed(11)
        first = np.random.normal(size=5).tolist()
        second = np.random.normal(size=5).tolist()
        seed(11)
        assert np.random.normal(size=5).tolist() == first != second


def test_types_and_places() -> None:
    assert np.random.uniform(dtype="float64").dtype == onp.float64
    assert np.random.beta(1, 1, dtype="float16").dtype == onp.float16
    assert np.random.randint(5).dtype == onp.int64
    assert np.random.randint(5, dtype="int32").dtype == onp.int32
    assert np.random.normal(ctx=mx.cpu(1)).ctx == mx.cpu(1)
    out = np.array([0.0, 0.0])
    assert np.random.exponential(size=2, out=out) is out
    assert (out.asnumpy() > 0).all()


def test_independent_of_each_other() -> None:
    """Parameters that broadcast give a draw each."""
    drawn = np.random.beta(2.0, np.array(onp.full((500,), 3.0))).asnumpy()
    assert len(onp.unique(drawn)) > 490
    onp.testing.assert_allclose(drawn.mean(), 0.4, atol=0.04)


@pytest.mark.parametrize(
    ("draw", "mean", "var"),
    [
        (lambda n: np.random.lognormal(0.0, 0.5, n), onp.exp(0.125), (onp.exp(0.25) - 1) * onp.exp(0.25)),
        (lambda n: np.random.beta(2, 3, n), 0.4, 0.04),
        (lambda n: np.random.chisquare(3, n), 3, 6),
        (lambda n: np.random.randint(2, 5, n), 3, 2 / 3),
        (lambda n: np.random.rand(n), 0.5, 1 / 12),
        (lambda n: np.random.randn(n), 0, 1),
        (lambda n: npx.random.bernoulli(0.3, size=n), 0.3, 0.21),
        (lambda n: npx.random.uniform_n(1, 3, n), 2, 1 / 3),
        (lambda n: npx.random.normal_n(np.array(1.0), 2, n), 1, 4),
    ],
)
def test_moments(draw: Callable[[int], Any], mean: float, var: float) -> None:
    drawn = draw(20000).asnumpy().astype("float64")
    onp.testing.assert_allclose(drawn.mean(), mean, atol=0.03, rtol=0.03)
    onp.testing.assert_allclose(drawn.var(), var, rtol=0.1)


def test_multivariate_normal() -> None:
    mean, cov = np.array([1.0, -1.0]), np.array([[2.0, 0.5], [0.5, 1.0]])
    drawn = np.random.multivariate_normal(mean, cov, 20000).asnumpy()
    onp.testing.assert_allclose(drawn.mean(0), mean.asnumpy(), atol=0.05)
    onp.testing.assert_allclose(onp.cov(drawn.T), cov.asnumpy(), atol=0.1)
    several = np.array(onp.zeros((5, 2)))
    assert np.random.multivariate_normal(several, cov, (3, 4)).shape == (3, 4, 5, 2)
    assert np.random.multivariate_normal(mean, np.array(onp.stack([cov.asnumpy()] * 3))).shape == (3, 2)
    with pytest.raises(MXNetError):
        np.random.multivariate_normal(mean, np.array([[1.0, 2.0], [2.0, 1.0]]))
    with pytest.raises(ValueError, match="check_valid"):
        np.random.multivariate_normal(mean, cov, check_valid="perhaps")
    for arguments in (([0.0, 0.0], cov), (mean, [[1.0, 0.0], [0.0, 1.0]])):
        with pytest.raises(AssertionError, match="must have ndarray type"):
            np.random.multivariate_normal(*arguments)


def test_multinomial_of_many_trials() -> None:
    """More trials than can be drawn one by one are counted by binomial numbers."""
    found = np.random.multinomial(2**31 - 1, [0.2, 0, 0.3, 0.5], size=(50,)).asnumpy()
    assert (found.sum(1) == 2**31 - 1).all()
    onp.testing.assert_allclose(found.mean(0) / 2**31, [0.2, 0, 0.3, 0.5], atol=1e-5)


def test_choice_of_rows() -> None:
    rows = np.array([[0.0, 1.0], [2.0, 3.0], [4.0, 5.0]])
    rows.attach_grad()
    with mx.autograd.record():
        drawn = np.random.choice(rows, 4, p=np.array([0.0, 1.0, 0.0]))
    assert drawn.tolist() == [[2.0, 3.0]] * 4
    drawn.backward()
    assert rows.grad.tolist() == [[0.0, 0.0], [4.0, 4.0], [0.0, 0.0]]


def test_shuffle() -> None:
    x = np.array(onp.arange(20.0))
    assert np.random.shuffle(x) is None
    assert x.tolist() != list(range(20))
    assert sorted(x.tolist()) == list(range(20))


@pytest.mark.parametrize(
    ("kind", "call"),
    [
        *((ValueError, lambda name=name: getattr(np.random, name)(-1.0)) for name in SCALED),
        *((ValueError, lambda name=name: getattr(np.random, name)(np.array([-1.0]))) for name in SCALED),
        *(
            (ValueError, lambda name=name: getattr(np.random, name)(1.0, -1.0))
            for name in ("normal", "logistic", "gumbel", "gamma", "lognormal")
        ),
        (ValueError, lambda: np.random.choice(0, 3)),
        (ValueError, lambda: np.random.choice(3, 4, replace=False)),
        (MXNetError, lambda: np.random.choice(3, 4, p=np.array([0.5, 0.5]))),
        (MXNetError, lambda: np.random.choice([1, 2], 4)),
        (ValueError, lambda: np.random.multinomial(3, onp.array([0.5, 0.5]))),
        (MXNetError, lambda: np.random.multinomial(3, [0.9, 0.8, 0.1])),
        (ValueError, lambda: np.random.multinomial(3, [float("nan"), 1])),
        (ValueError, lambda: np.random.multinomial(3, np.array([0.5, float("nan")]))),
        (MXNetError, lambda: np.random.randint(5, 2)),
        (MXNetError, lambda: np.random.uniform(dtype="int32")),
        (MXNetError, lambda: np.random.uniform("a")),
        (MXNetError, lambda: np.random.normal(size=2.5)),
        (ValueError, lambda: npx.random.bernoulli()),
        (ValueError, lambda: npx.random.bernoulli(0.5, 0.5)),
        (ValueError, lambda: npx.random.bernoulli(2)),
        (ValueError, lambda: npx.random.bernoulli(np.array([-0.5]))),
        (ValueError, lambda: npx.random.normal_n(0, -1)),
        (ValueError, lambda: npx.random.seed(3.5)),
        (TypeError, lambda: np.random.rand(2, low=1)),
    ],
)
def test_refuses(kind: type, call: Callable[[], Any]) -> None:
    with pytest.raises(kind):
        call()


@pytest.mark.parametrize("scale", [-1, -0.5, float("nan")])
def test_laplace_refuses_a_scale_that_is_none(scale: float) -> None:
    with pytest.raises(ValueError, match="scale >= 0"):
        np.random.laplace(0, scale, size=2)

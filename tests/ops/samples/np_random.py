"""Samples of random numbers of the NumPy interface: their means and variances, and the range they lie in."""

from __future__ import annotations

import numpy as np

from ..sample import OpSample, const
from .random import moments

_SIZE = (100, 200)
_EULER = 0.5772156649
#: operator, names of its parameters, their values, mean, variance, range
_DISTRIBUTIONS = (
    ("uniform", ("low", "high"), (-1.0, 3.0), 1, 4 / 3, (-1, 3)),
    ("normal", ("loc", "scale"), (2.0, 3.0), 2, 9, (-np.inf, np.inf)),
    ("logistic", ("loc", "scale"), (1.0, 0.5), 1, 0.25 * np.pi**2 / 3, (-np.inf, np.inf)),
    ("gumbel", ("loc", "scale"), (1.0, 2.0), 1 + 2 * _EULER, 4 * np.pi**2 / 6, (-np.inf, np.inf)),
    ("exponential", ("scale",), (0.5,), 0.5, 0.25, (0, np.inf)),
    ("rayleigh", ("scale",), (2.0,), 2 * np.sqrt(np.pi / 2), (2 - np.pi / 2) * 4, (0, np.inf)),
    ("pareto", ("a",), (6.0,), 0.2, 6 / (25 * 4), (0, np.inf)),
    ("weibull", ("a",), (2.0,), np.sqrt(np.pi) / 2, 1 - np.pi / 4, (0, np.inf)),
    ("powerd", ("a",), (2.0,), 2 / 3, 1 / 18, (0, 1)),
    ("gamma", ("shape", "scale"), (2.0, 0.5), 1, 0.5, (0, np.inf)),
)


def _draws():
    for name, names, values, mean, var, (low, high) in _DISTRIBUTIONS:
        check = moments(mean, var, low, high)
        numbers = dict(zip(names, values, strict=True))
        yield OpSample(f"_npi_{name}", (), {**numbers, "size": _SIZE}, check=check, grad="none")
        # the last parameter, or all of them, as arrays
        last = {**numbers, names[-1]: None, "size": _SIZE}
        yield OpSample(f"_npi_{name}", (const([values[-1]]),), last, check=check, grad="none", case="array")
        arrays = tuple(const(np.full((100, 1) if i else (200,), value)) for i, value in enumerate(values))
        if len(values) > 1:
            nothing = dict.fromkeys(names)
            yield OpSample(f"_npi_{name}", arrays, nothing, check=check, grad="none", case="arrays")


def _chosen(counts):
    def check(outputs, inputs, attrs):
        assert outputs[0].shape == attrs["size"]
        result = np.bincount(outputs[0].reshape(-1), minlength=len(counts)) / outputs[0].size
        np.testing.assert_allclose(result, counts, atol=0.02)

    return check


def _permutation(outputs, inputs, attrs):
    assert sorted(outputs[0].tolist()) == list(range(6))


def _outcomes(outputs, inputs, attrs):
    assert outputs[0].shape == (*attrs["size"], 3)
    assert (outputs[0].sum(-1) == attrs["n"]).all()
    np.testing.assert_allclose(outputs[0].mean(0) / attrs["n"], (0.2, 0.3, 0.5), atol=0.02)


def _like(shape: tuple[int, ...], dtype: str, low: float, high: float):
    def check(outputs, inputs, attrs):
        (drawn,) = outputs
        assert (drawn.shape, drawn.dtype) == (shape, dtype)
        np.testing.assert_array_equal(drawn.clip(low, high), drawn)

    return check


def _near(shape: tuple[int, ...], mean: float):
    def check(outputs, inputs, attrs):
        (drawn,) = outputs
        assert drawn.shape == shape
        np.testing.assert_allclose(drawn.mean(), mean, atol=0.1)

    return check


SAMPLES = [
    *_draws(),
    OpSample("_npi_uniform", (), {"low": 0.0, "high": 1.0, "size": _SIZE, "dtype": "float16", "ctx": "cpu(0)"},
             check=moments(0.5, 1 / 12, 0, 1), grad="none"),
    OpSample("_npi_normal", (), {"loc": 0.0, "scale": 1.0, "size": _SIZE, "dtype": "float64"}, check=moments(0, 1),
             grad="none"),
    OpSample("_npi_choice", (), {"a": 4, "size": _SIZE}, check=_chosen([0.25] * 4), grad="none"),
    OpSample("_npi_choice", (const([5.0, 6.0]),), {"a": None, "size": _SIZE}, check=_chosen([0.5] * 2), grad="none"),
    OpSample("_npi_choice", (const([0.1, 0.0, 0.9]),), {"a": 3, "size": _SIZE, "weighted": True},
             check=_chosen([0.1, 0, 0.9]), grad="none"),
    OpSample("_npi_choice", (), {"a": 6, "size": (6,), "replace": False}, check=_permutation, grad="none"),
    OpSample("_npi_choice", (const([0.1, 0.2, 0.3, 0.1, 0.2, 0.1]),),
             {"a": 6, "size": (6,), "replace": False, "weighted": True}, check=_permutation, grad="none"),
    OpSample("_npi_multinomial", (), {"n": 20, "pvals": (0.2, 0.3, 0.5), "size": (500,)}, check=_outcomes, grad="none"),
    OpSample("_npi_multinomial", (const([0.2, 0.3, 0.5]),), {"n": 20, "size": (500,)}, check=_outcomes, grad="none"),
    OpSample(
        "_npi_bernoulli",
        (),
        {"prob": 0.3, "logit": None, "is_logit": False, "size": (4000,)},
        check=_near((4000,), 0.3),
        grad="none",
    ),
    OpSample(
        "_npi_bernoulli",
        (),
        {"prob": None, "logit": 100.0, "is_logit": True, "size": (2, 3), "dtype": "int32"},
        check=_like((2, 3), "int32", 1, 1),
        grad="none",
    ),
    OpSample(
        "_npi_bernoulli",
        (const([0.0, 1.0]),),
        {"prob": None, "logit": None, "is_logit": False, "size": (3, 2)},
        check=lambda outputs, inputs, attrs: np.testing.assert_array_equal(outputs[0], [[0, 1]] * 3),
        grad="none",
    ),
    OpSample(
        "_npi_uniform_n",
        (),
        {"low": 2.0, "high": 3.0, "size": (2, 3), "dtype": "float64"},
        check=_like((2, 3), "float64", 2, 3),
        grad="none",
    ),
    OpSample(
        "_npi_uniform_n",
        (const([1.0, 1.5]), const([[2.0], [2.0], [2.0]])),
        {"low": None, "high": None, "size": (4,)},
        check=_like((4, 3, 2), "float32", 1, 2),
        grad="none",
    ),
    OpSample(
        "_npi_normal_n",
        (const([3.0, 3.0]),),
        {"loc": None, "scale": 0.5, "size": (2000,)},
        check=_near((2000, 2), 3.0),
        grad="none",
    ),
]  # fmt: skip

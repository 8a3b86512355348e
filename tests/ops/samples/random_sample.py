"""Samples of random numbers from distributions given by arrays, in the shape of arrays, and of random choices."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..sample import OpSample, const, normal
from .random import moments


def _rows(*expected: tuple[float, float]) -> Callable[..., None]:
    """Return a check that each row has its mean and variance."""

    def check(outputs: list[np.ndarray], inputs: list[np.ndarray], attrs: dict[str, Any]) -> None:
        (out,) = outputs
        assert out.shape == (len(expected), *attrs["shape"])
        assert out.dtype == attrs.get("dtype", "float32")
        for row, (mean, var) in zip(out, expected, strict=True):
            moments(mean, var)([row], [], {})

    return check


def _check_multinomial(outputs: list[np.ndarray], inputs: list[np.ndarray], attrs: dict[str, Any]) -> None:
    drawn, (p,) = outputs[0], inputs
    assert drawn.shape == (*p.shape[:-1], *attrs["shape"])
    for row, probabilities in zip(drawn.reshape(-1, drawn.shape[-1]), np.atleast_2d(p), strict=True):
        np.testing.assert_allclose(
            np.bincount(row.astype(int), minlength=p.shape[-1]) / row.size, probabilities, atol=0.03
        )
    if attrs.get("get_prob"):
        np.testing.assert_allclose(outputs[1], np.log(np.take_along_axis(p, drawn.astype(int), -1)), rtol=1e-5)


def _check_counts(outputs: list[np.ndarray], inputs: list[np.ndarray], attrs: dict[str, Any]) -> None:
    (counts,), (trials, p) = outputs, inputs
    assert counts.shape == (*trials.shape, *attrs["shape"], p.shape[-1])
    for rows, total, probabilities in zip(counts, trials, p, strict=True):
        assert (rows.sum(-1) == total).all()
        np.testing.assert_allclose(rows.mean(0), total * probabilities, atol=0.3)


def _check_shuffle(outputs: list[np.ndarray], inputs: list[np.ndarray], attrs: dict[str, Any]) -> None:
    out, data = outputs[0], inputs[0]
    assert (out != data).any()
    order = np.argsort(out[:, 0])
    np.testing.assert_array_equal(out[order], data[np.argsort(data[:, 0])])


def _check_zipfian(outputs: list[np.ndarray], inputs: list[np.ndarray], attrs: dict[str, Any]) -> None:
    classes, tries = outputs
    assert classes.shape == (20, 50)
    assert all(len(set(row)) == 50 for row in classes)
    assert (classes >= 0).all()
    assert (classes < 1000).all()
    assert (tries >= 50).all()
    assert (classes < 10).sum() > 20 * 7


def _sample(name: str, rows: tuple[tuple[float, float], ...], *parameters: list[float], **attrs: Any) -> OpSample:
    inputs = tuple(const(values) for values in parameters)
    return OpSample(name, inputs, {"shape": (40, 500), **attrs}, check=_rows(*rows), grad="none")


def _like(name: str, check: Callable[..., None], **attrs: Any) -> OpSample:
    return OpSample(name, (normal(100, 200),), attrs, check=check, grad="none")


SAMPLES = [
    OpSample(
        "_multinomial_counts",
        (const([10.0, 4.0]), const([[0.5, 0.5, 0.0], [0.25, 0.0, 0.75]])),
        {"shape": (500,)},
        check=_check_counts,
        grad="none",
    ),
    _sample("_sample_uniform", ((0.5, 1 / 12), (15, 100 / 12)), [0, 10], [1, 20]),
    _sample("_sample_uniform", ((0.5, 1 / 12), (15, 100 / 12)), [0, 10], [1, 20], dtype="float64"),
    _sample("_sample_normal", ((0, 1), (5, 4)), [0, 5], [1, 2]),
    _sample("_sample_gamma", ((6, 18), (1, 1)), [2, 1], [3, 1]),
    _sample("_sample_exponential", ((0.25, 1 / 16), (2, 4)), [4, 0.5]),
    _sample("_sample_poisson", ((4, 4), (0.5, 0.5)), [4, 0.5]),
    _sample("_sample_binomial", ((5, 2.5), (2, 1.6)), [10, 10], [0.5, 0.2]),
    _sample("_sample_negative_binomial", ((4.5, 11.25), (2, 4)), [3, 2], [0.4, 0.5]),
    _sample("_sample_generalized_negative_binomial", ((2, 3.2), (3, 3)), [2, 3], [0.3, 0]),
    _like("_random_uniform_like", moments(1, 4 / 3, -1, 3), low=-1.0, high=3.0),
    _like("_random_normal_like", moments(2, 9), loc=2.0, scale=3.0),
    _like("_random_gamma_like", moments(6, 18, 0), alpha=2.0, beta=3.0),
    _like("_random_exponential_like", moments(0.25, 1 / 16, 0), lam=4.0),
    _like("_random_poisson_like", moments(4, 4, 0), lam=4.0),
    _like("_random_negative_binomial_like", moments(4.5, 11.25, 0), k=3, p=0.4),
    _like("_random_generalized_negative_binomial_like", moments(2, 3.2, 0), mu=2.0, alpha=0.3),
    *(
        OpSample("_sample_multinomial", (const(p),), {"shape": (5000,), **attrs}, check=_check_multinomial, grad="none")
        for p, attrs in (
            ([0.2, 0.8], {}),
            ([[0.2, 0.5, 0.3], [0.1, 0.1, 0.8]], {"dtype": "float32"}),
            ([[0.2, 0.5, 0.3], [0.1, 0.1, 0.8]], {"get_prob": True}),
        )
    ),
    OpSample("_shuffle", (normal(50, 2),), check=_check_shuffle, grad="none"),
    OpSample("_sample_unique_zipfian", (), {"range_max": 1000, "shape": (20, 50)}, check=_check_zipfian, grad="none"),
]

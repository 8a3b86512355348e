"""Samples of random operators of ``mx.npx.random``: what their draws must be like."""

from __future__ import annotations

import numpy as np

from ..sample import OpSample, const


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
]

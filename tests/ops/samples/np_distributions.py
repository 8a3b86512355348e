"""Samples of the operators behind ``gluon.probability``; all distributions are tried in tests/gluon/probability."""

from __future__ import annotations

import math

import numpy as np

from ..sample import OpSample, normal, uniform

_NORMAL = {"family": "Normal", "names": "loc,scale"}


def _log_density(loc, scale, value, **_):
    return -0.5 * ((value - loc) / scale) ** 2 - np.log(scale) - 0.5 * math.log(2 * math.pi)


def _divergence(loc, scale, other_loc, other_scale, **_):
    return np.log(other_scale / scale) + (scale**2 + (loc - other_loc) ** 2) / (2 * other_scale**2) - 0.5


def _has_shape(outputs, inputs, attrs):
    assert outputs[0].shape == (3, 2)
    assert np.isfinite(outputs[0]).all()


SAMPLES = [
    OpSample(
        "_npi_distribution",
        (normal(2, 3), uniform(0.5, 2, 3), normal(2, 3)),
        {**_NORMAL, "method": "log_prob"},
        _log_density,
        grad="numeric",
        dtypes=("float32", "float64"),
    ),
    OpSample(
        "_npi_distribution",
        (normal(2, 3),),
        {"family": "Normal", "names": "loc", "numbers": '{"scale": 2.0}', "method": "mean"},
        lambda loc, **_: loc,
        grad="numeric",
        case="numbers",
    ),
    OpSample(
        "_npi_distribution_kl",
        (normal(3), uniform(0.5, 2, 3), normal(3), uniform(0.5, 2, 3)),
        {**_NORMAL, "other": "Normal", "other_names": "loc,scale"},
        _divergence,
        grad="numeric",
    ),
    OpSample(
        "_npi_distribution_sample",
        (normal(2), uniform(0.5, 2, 2)),
        {**_NORMAL, "size": (3, 2)},
        grad="none",
        check=_has_shape,
    ),
]

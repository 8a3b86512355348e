"""Samples of batch normalization with a rectifier, which 1.9.1 has on some processors only, and of the shared one."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..sample import OpSample, const, normal, uniform


def _rectified(x: Any, gamma: Any, beta: Any, mean: Any, var: Any, **attrs: Any) -> Any:
    axis = attrs.get("axis", 1)
    others = tuple(i for i in range(x.ndim) if i != axis)
    shape = [x.shape[axis] if i == axis else 1 for i in range(x.ndim)]
    if not attrs.get("use_global_stats"):
        mean, var = x.mean(others), x.var(others)
    inverse = 1 / np.sqrt(var + attrs.get("eps", 1e-3))
    out = (x - mean.reshape(shape)) * (gamma * inverse).reshape(shape) + beta.reshape(shape)
    out = np.maximum(out, 0)
    return (out, mean, inverse) if attrs.get("output_mean_var") else out


def _relu(*shape: int, **attrs: Any) -> OpSample:
    n = shape[attrs.get("axis", 1)]
    gamma = const([1.0] * n) if attrs.get("fix_gamma", True) else uniform(0.5, 2, n)
    inputs = (normal(*shape), gamma, normal(n), normal(n), uniform(0.5, 2, n))
    tolerance = {"rtol": 1e-4, "atol": 1e-5}
    return OpSample("_contrib_BatchNormWithReLU", inputs, attrs, expect=_rectified, grad="none", **tolerance)


def _sync(*shape: int, **attrs: Any) -> OpSample:
    n, train = shape[1], attrs.pop("is_train", True)
    gamma = const([1.0] * n) if attrs.get("fix_gamma", True) else uniform(0.5, 2, n)
    inputs = (normal(*shape), gamma, normal(n), normal(n), uniform(0.5, 2, n))
    case = "" if train else "predicting"
    attrs = {"key": f"layer{shape}{sorted(attrs)}{case}", **attrs}
    return OpSample(
        "_contrib_SyncBatchNorm",
        inputs,
        attrs,
        grad="recorded" if train else "none",
        is_train=train,
        case=case,
        rtol=1e-4,
        atol=1e-5,
    )


SAMPLES = [
    _relu(4, 3, 5),
    _relu(4, 3, 5, fix_gamma=False),
    _relu(4, 3, 2, 5, fix_gamma=False, axis=3, eps=0.1),
    _relu(4, 3, 5, fix_gamma=False, use_global_stats=True),
    _relu(4, 3, 5, fix_gamma=False, output_mean_var=True),
    _sync(4, 3, 5),
    _sync(4, 3, 2, 5, fix_gamma=False),
    _sync(4, 3, 5, fix_gamma=False, is_train=False),
]

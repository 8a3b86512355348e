"""Samples of activation functions and softmaxes."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..sample import FLOATS, OpSample, const, ints, normal, uniform

_X = [-50.0, -3.0, -1.0, -0.25, 0.0, 0.25, 1.0, 3.0, 50.0]


def _softmax(x: np.ndarray, axis: int = -1) -> np.ndarray:
    e = np.exp(x - x.max(axis, keepdims=True))
    return e / e.sum(axis, keepdims=True)


def _check_rrelu(outputs: list[np.ndarray], inputs: list[np.ndarray], attrs: dict[str, Any]) -> None:
    out, slopes = outputs
    low, high = attrs.get("lower_bound", 0.125), attrs.get("upper_bound", 0.334)
    below = inputs[0] <= 0
    np.testing.assert_allclose(out, inputs[0] * slopes, rtol=1e-6, atol=1e-6)
    assert (slopes[~below] == 1).all()
    assert low <= slopes[below].min() < low + 0.05 < high - 0.05 < slopes[below].max() <= high


def _mean_slope(data: np.ndarray, act_type: str) -> tuple[np.ndarray, np.ndarray]:
    slope = np.full_like(data, (0.125 + 0.334) / 2)
    return np.where(data > 0, data, data * slope), slope


def _masked(data: np.ndarray, length: np.ndarray, axis: int = -1, **attrs: Any) -> np.ndarray:
    place = np.arange(data.shape[axis]).reshape([-1 if i == axis % data.ndim else 1 for i in range(data.ndim)])
    inside = place < np.expand_dims(length, axis)
    e = np.exp(data) * inside
    total = e.sum(axis, keepdims=True)
    return np.where(total > 0, e / np.where(total > 0, total, 1), 0).astype(data.dtype)


def _soft(data: np.ndarray, act_type: str) -> np.ndarray:
    return data * np.tanh(np.logaddexp(0, data)) if act_type == "mish" else -np.logaddexp(0, -data)


def _selu(data: np.ndarray, act_type: str) -> np.ndarray:
    wide = data.astype("float64")
    values = 1.0507009873554805 * np.where(wide > 0, wide, 1.6732632423543772 * np.expm1(np.minimum(wide, 0)))
    return values.astype(data.dtype)


SAMPLES = [
    *(
        OpSample("Activation", (const(_X),), {"act_type": kind}, dtypes=FLOATS)
        for kind in ("relu", "sigmoid", "softrelu", "softsign", "tanh")
    ),
    *(
        OpSample("Activation", (const(_X),), {"act_type": kind}, expect=_soft, grad="numeric", dtypes=FLOATS)
        for kind in ("log_sigmoid", "mish")
    ),
    *(
        OpSample("LeakyReLU", (const(_X),), {"act_type": kind}, dtypes=FLOATS, rtol=1e-6, atol=1e-6)
        for kind in ("leaky", "elu")
    ),
    OpSample(  # its gradient is another one in 1.9.1, and jumps at 0
        "LeakyReLU",
        (const([x for x in _X if x]),),
        {"act_type": "selu"},
        expect=_selu,
        grad="numeric",
        dtypes=FLOATS,
        rtol=1e-6,
        atol=1e-6,
    ),
    OpSample(
        "LeakyReLU", (const(_X[1:-1]),), {"act_type": "gelu"}, dtypes=("float32", "float64"), rtol=1e-6, atol=1e-6
    ),
    OpSample("LeakyReLU", (normal(2, 3),), {"act_type": "elu", "slope": 0.5}),
    OpSample("LeakyReLU", (normal(2, 3),), {"slope": 0.0}),
    OpSample(
        "LeakyReLU",
        (normal(2, 3, 4), uniform(0.1, 0.5, 3)),
        {"act_type": "prelu"},
        dtypes=("float32", "float64"),
        rtol=1e-6,
        atol=1e-6,
    ),
    OpSample("LeakyReLU", (normal(2, 3), uniform(0.1, 0.5, 3)), {"act_type": "prelu"}, case="rows"),
    OpSample("LeakyReLU", (normal(2, 3, 4), uniform(0.1, 0.5, 1)), {"act_type": "prelu"}, case="shared"),
    OpSample("LeakyReLU", (normal(2, 3, 4), uniform(0.1, 0.5, 2, 3)), {"act_type": "prelu"}, case="instances"),
    OpSample("LeakyReLU", (normal(3), uniform(0.1, 0.5, 3)), {"act_type": "prelu"}, case="one axis"),
    OpSample("LeakyReLU", (normal(2, 3, 4),), {"act_type": "rrelu"}, expect=_mean_slope, is_train=False, grad="none"),
    OpSample("LeakyReLU", (normal(20, 50),), {"act_type": "rrelu"}, check=_check_rrelu, grad="none", case="training"),
    *(
        OpSample(name, (normal(2, 3, 4),), attrs, dtypes=("float32", "float64"), rtol=1e-5)
        for name in ("softmax", "log_softmax", "softmin")
        for attrs in ({}, {"axis": 1}, {"temperature": 2.5}, {"axis": 0, "temperature": 0.5})
    ),
    *(OpSample(name, (normal(2, 3),), {"dtype": "float64"}) for name in ("softmax", "log_softmax", "softmin")),
    OpSample(
        "softmax",
        (normal(2, 3), const([3, 1], "int32")),
        {"use_length": True},
        expect=_masked,
        grad="recorded",
    ),
    OpSample(
        "softmax", (normal(2, 3, 4), ints(0, 4, 2, 4, dtype="int32")), {"use_length": True, "axis": 1}, expect=_masked
    ),
    OpSample(
        "softmax", (const([[1e4, 1e4 + 1.0], [-1e4, 0]]),), expect=lambda x: _softmax(x), grad="none", case="large"
    ),
    OpSample("SoftmaxActivation", (normal(2, 3),)),
    # the gradient of 1.9.1 is wrong here
    OpSample("SoftmaxActivation", (normal(2, 3, 4),), grad="numeric", case="deep"),
    OpSample("SoftmaxActivation", (normal(2, 3, 4),), {"mode": "channel"}),
]

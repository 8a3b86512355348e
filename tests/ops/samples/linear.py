"""Samples of the fully connected layer."""

from __future__ import annotations

from ..sample import OpSample, ints, normal

_TYPES = ("float32", "float64")

SAMPLES = [
    OpSample("FullyConnected", (normal(2, 5), normal(3, 5), normal(3)), {"num_hidden": 3}, dtypes=_TYPES),
    OpSample("FullyConnected", (normal(2, 2, 3), normal(4, 6), normal(4)), {"num_hidden": 4}, case="flat"),
    OpSample("FullyConnected", (normal(2, 5), normal(3, 5)), {"num_hidden": 3, "no_bias": True}),
    OpSample(
        "FullyConnected", (normal(2, 4, 5), normal(3, 5), normal(3)), {"num_hidden": 3, "flatten": False}, dtypes=_TYPES
    ),
    OpSample("FullyConnected", (normal(5), normal(3, 5)), {"num_hidden": 3, "no_bias": True, "flatten": False}),
    OpSample("FullyConnected", (normal(5), normal(3, 1), normal(3)), {"num_hidden": 3}, case="one axis"),
    OpSample(
        "FullyConnected",
        (ints(-5, 5, 2, 3), ints(-5, 5, 4, 3), ints(-5, 5, 4)),
        {"num_hidden": 4},
        expect=lambda data, weight, bias, num_hidden: data @ weight.T + bias,
        grad="none",
        dtypes=("int32", "float16"),
        case="whole",
    ),
]

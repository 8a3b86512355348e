"""Samples of loss layers."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..sample import OpSample, const, ints, normal, uniform

_LABELS = const([0, 2, -1, 1, 2, 7])
_MAP = const([[0, 1, 2, -1], [0, -1, 5, 2]])


def _softmax_output(data: Any, label: Any, case: str = "", **attrs: Any) -> OpSample:
    return OpSample("SoftmaxOutput", (data, label), attrs, case=case)


def _cross_entropy(data: np.ndarray, label: np.ndarray) -> np.ndarray:
    scores = data - np.log(np.exp(data).sum(1, keepdims=True))
    return np.array([-scores[np.arange(len(data)), label.astype(int)].sum()], data.dtype)


_PLAIN: tuple[dict[str, Any], ...] = (
    {},
    {"grad_scale": 2.0},
    {"normalization": "batch"},
    {"normalization": "valid"},
    {"use_ignore": True},
    {"use_ignore": True, "normalization": "valid"},
    {"use_ignore": True, "ignore_label": 2.0, "normalization": "valid"},
    {"smooth_alpha": 0.1},
    {"smooth_alpha": 0.1, "grad_scale": 2.0, "normalization": "valid", "use_ignore": True},
)
_MULTI: tuple[dict[str, Any], ...] = (
    {},
    {"use_ignore": True},
    {"normalization": "batch"},
    {"normalization": "valid", "use_ignore": True, "grad_scale": 4.0},
    {"normalization": "valid"},
    {"smooth_alpha": 0.1},
)
_SCALES: tuple[dict[str, Any], ...] = ({}, {"grad_scale": 2.5})

SAMPLES = [
    *(_softmax_output(normal(6, 3), _LABELS, **attrs) for attrs in _PLAIN),
    *(_softmax_output(normal(2, 3, 4), _MAP, multi_output=True, **attrs) for attrs in _MULTI),
    _softmax_output(normal(2, 3, 2, 2), ints(0, 3, 2, 4), multi_output=True, case="flat labels"),
    _softmax_output(normal(2, 3, 2, 2), ints(0, 3, 2, 2, 2), multi_output=True, case="label map"),
    _softmax_output(normal(2, 3, 2, 2), ints(0, 3, 2, 1, 2, 2), multi_output=True, case="label channel"),
    *(
        _softmax_output(normal(2, 3, 4), ints(0, 4, 2, 3), preserve_shape=True, **attrs)
        for attrs in (
            {},
            {"normalization": "batch"},
            {"normalization": "valid", "use_ignore": True, "ignore_label": 1.0},
        )
    ),
    _softmax_output(normal(2, 3, 4), const([[0, 1, 2], [3, 2, 1]]), case="flattened"),
    *(
        _softmax_output(normal(5, 3), uniform(0, 1, 5, 3), case="probabilities", **attrs)
        for attrs in ({}, {"grad_scale": 2.0, "normalization": "batch"}, {"smooth_alpha": 0.1}, {"multi_output": True})
    ),
    _softmax_output(normal(3, 4), const([1.7, -0.5, 3.0]), case="fractions"),
    OpSample("SoftmaxOutput", (normal(6, 3), _LABELS), dtypes=("float64",), case="double"),
    *(
        OpSample(name, inputs, attrs, case=case)
        for name in ("LinearRegressionOutput", "MAERegressionOutput", "LogisticRegressionOutput")
        for attrs in _SCALES
        for case, inputs in (
            ("", (const([[1.0, 0, -2], [0.5, 0, 1]]), const([[0.0, 1, 2], [1, 0, 0]]))),
            ("column", (normal(4, 1), normal(4))),
            ("deep", (normal(2, 2, 3), normal(2, 2, 3))),
        )
    ),
    *(
        OpSample("SVMOutput", (normal(4, 3), const([0, 2, 1, 9])), attrs)
        for attrs in (
            {},
            {"use_linear": True},
            {"margin": 0.5},
            {"regularization_coefficient": 2.0, "use_linear": True},
        )
    ),
    *(
        OpSample("MakeLoss", (normal(*shape),), {"normalization": "batch"}, case=str(shape))
        for shape in ((4,), (2, 3, 4))
    ),
    *(
        OpSample("MakeLoss", (const([[1.0, 0, -2, 3], [0.5, 0.05, 0, 1]]),), attrs)
        for attrs in (
            {},
            {"grad_scale": 2.0},
            {"normalization": "batch"},
            {"normalization": "valid"},
            {"normalization": "valid", "valid_thresh": 0.9, "grad_scale": 3.0},
            {"normalization": "valid", "valid_thresh": 100.0},
        )
    ),
    OpSample("make_loss", (normal(2, 3),)),
    OpSample("softmax_cross_entropy", (normal(4, 3), ints(0, 3, 4)), expect=_cross_entropy, grad="none"),
    OpSample(
        "IdentityAttachKLSparseReg",
        (uniform(0.1, 0.9, 4, 3), uniform(0.1, 0.9, 3)),
        {"penalty": 0.01},
        expect=lambda data, moving_avg, penalty: data,
        grad="none",
    ),
]

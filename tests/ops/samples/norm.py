"""Samples of normalization layers."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..sample import OpSample, const, normal, uniform

_TOLERANT = {"rtol": 1e-4, "atol": 1e-5}
_TYPES = ("float32", "float64")


def _bn(*shape: int, axis: int = 1, op: str = "BatchNorm", **attrs: Any) -> OpSample:
    n, train = shape[axis], attrs.pop("is_train", True)
    gamma = const([1.0] * n) if attrs.get("fix_gamma", True) else uniform(0.5, 2, n)
    statistics = (normal(n), uniform(0.5, 2, n))
    if axis != 1:
        attrs["axis"] = axis
    case = "" if train else "predicting"
    dtypes = attrs.pop("dtypes", ("float32",))
    return OpSample(
        op,
        (normal(*shape), gamma, normal(n), *statistics),
        attrs,
        is_train=train,
        grad="recorded" if train else "none",
        case=case,
        dtypes=dtypes,
        **_TOLERANT,
    )


def _batch_norm_v1(
    data: np.ndarray, gamma: np.ndarray, beta: np.ndarray, mean: np.ndarray, var: np.ndarray, **attrs: Any
) -> Any:
    mean, var = data.mean((0, 2)), data.var((0, 2))
    scale = gamma / np.sqrt(var + attrs.get("eps", 1e-3))
    out = (data - mean[:, None]) * scale[:, None] + beta[:, None]
    return (out, mean, var) if attrs.get("output_mean_var") else out


def _layer(op: str, *shape: int, size: int, dtypes: tuple[str, ...] = ("float32",), **attrs: Any) -> OpSample:
    return OpSample(op, (normal(*shape), uniform(0.5, 2, size), normal(size)), attrs, dtypes=dtypes, **_TOLERANT)


SAMPLES = [
    _bn(4, 3, 2, 2),
    _bn(4, 3, 2, 2, fix_gamma=False, dtypes=_TYPES),
    _bn(4, 3, fix_gamma=False, eps=1e-5),
    _bn(4, 3, 2, fix_gamma=False, output_mean_var=True),
    _bn(2, 3, 2, 2, 2, fix_gamma=False, momentum=0.5),
    _bn(4, 2, 2, 3, axis=-1, fix_gamma=False),
    _bn(4, 3, 2, 2, fix_gamma=False, use_global_stats=True),
    _bn(4, 3, 2, 2, fix_gamma=False, is_train=False),
    _bn(4, 3, 2, fix_gamma=False, output_mean_var=True, is_train=False),
    *(
        OpSample(
            "BatchNorm_v1",
            (normal(4, 3, 5), gamma, normal(3), normal(3), uniform(0.5, 2, 3)),
            attrs,
            expect=_batch_norm_v1,
            grad="none",
            **_TOLERANT,
        )
        for gamma, attrs in (
            (const([1.0] * 3), {}),
            (uniform(0.5, 2, 3), {"fix_gamma": False, "output_mean_var": True}),
        )
    ),
    _layer("LayerNorm", 2, 3, 4, size=4, dtypes=_TYPES),
    _layer("LayerNorm", 2, 3, 4, size=3, axis=1, eps=0.1),
    _layer("LayerNorm", 2, 3, 4, size=4, output_mean_var=True),
    _layer("LayerNorm", 5, 3, 2, size=5, axis=0, output_mean_var=True),
    _layer("InstanceNorm", 2, 3, 4, size=3),
    _layer("InstanceNorm", 2, 3, 4, 2, size=3, eps=0.1),
    _layer("GroupNorm", 2, 6, 4, size=3, num_groups=3),
    _layer("GroupNorm", 2, 6, 2, 2, size=2, num_groups=2, eps=0.1, output_mean_var=True),
    _layer("GroupNorm", 2, 6, 4, size=1),
    *(
        OpSample("L2Normalization", (normal(2, 3, 4, 2),), {"mode": m, "eps": 0.1})
        for m in ("instance", "channel", "spatial")
    ),
    OpSample("L2Normalization", (normal(2, 3),)),
    OpSample("LRN", (normal(2, 7, 3, 3),), {"nsize": 3, "alpha": 0.1}, **_TOLERANT),
    OpSample("LRN", (normal(2, 7, 3, 3),), {"nsize": 4, "alpha": 0.1}, **_TOLERANT),
    OpSample("LRN", (normal(2, 4, 3, 3),), {"nsize": 5, "alpha": 0.1, "beta": 0.5, "knorm": 1.5}, **_TOLERANT),
]

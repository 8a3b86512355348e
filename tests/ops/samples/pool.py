"""Samples of pooling and upsampling."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..sample import OpSample, distinct, normal, uniform


def _pool(*shape: int, kind: str = "max", op: str = "Pooling", case: str = "", **attrs: Any) -> OpSample:
    data = distinct(*shape) if kind == "max" else uniform(0.5, 2, *shape)
    if kind == "lp":
        attrs.setdefault("p_value", 2)
    # the averages' gradient is wrong in 1.9.1 where a window hangs over the end
    grad = "numeric" if kind == "avg" and attrs.get("pooling_convention") == "full" else "recorded"
    return OpSample(op, (data,), {"pool_type": kind, **attrs}, grad=grad, case=case, rtol=1e-4, atol=1e-5)


_KINDS = ("max", "avg", "sum", "lp")

SAMPLES = [
    *(_pool(2, 3, 6, 7, kind=kind, kernel=(2, 3)) for kind in _KINDS),
    *(_pool(2, 2, 7, 7, kind=kind, kernel=(3, 3), stride=(2, 2), pad=(1, 1)) for kind in _KINDS),
    *(
        _pool(1, 2, 6, 7, kind=kind, kernel=(2, 2), stride=(3, 2), pad=(1, 0), pooling_convention="full")
        for kind in _KINDS
    ),
    *(_pool(1, 2, 8, kind=kind, kernel=(3,), stride=(2,), pad=(1,), pooling_convention="full") for kind in _KINDS),
    *(_pool(1, 1, 7, kind=kind, kernel=(2,), stride=(3,), pad=(1,), pooling_convention="full") for kind in _KINDS),
    *(_pool(1, 1, 9, kind=kind, kernel=(3,), pad=(2,)) for kind in _KINDS),
    *(_pool(1, 2, 4, 5, 4, kind=kind, kernel=(2, 2, 2), stride=(2, 2, 1), pad=(0, 1, 0)) for kind in _KINDS),
    *(
        _pool(1, 2, 5, 4, 4, kind=kind, kernel=(2, 2, 2), stride=(2, 2, 2), pooling_convention="full")
        for kind in _KINDS
    ),
    *(_pool(2, 3, 4, 5, kind=kind, global_pool=True, case="2d") for kind in _KINDS),
    *(_pool(2, 3, 4, kind=kind, global_pool=True, kernel=(2,)) for kind in _KINDS),
    *(_pool(1, 2, 3, 3, 2, kind=kind, global_pool=True, case="3d") for kind in _KINDS),
    *(_pool(2, 2, 7, 7, kind="lp", kernel=(3, 3), p_value=p) for p in (1, 3)),
    _pool(2, 2, 3, 3, kind="lp", global_pool=True, p_value=3),
    _pool(2, 2, 7, 7, kind="avg", kernel=(3, 3), stride=(2, 2), pad=(1, 1), count_include_pad=False),
    _pool(2, 2, 7, 7, kind="avg", kernel=(3, 3), pad=(2, 2), count_include_pad=False),
    _pool(1, 2, 6, 6, kind="avg", kernel=(3, 3), stride=(2, 2), pooling_convention="full", count_include_pad=True),
    _pool(2, 5, 6, 2, kind="max", kernel=(2, 2), layout="NHWC"),
    _pool(2, 5, 6, 2, kind="avg", kernel=(2, 2), stride=(2, 2), layout="NHWC", cudnn_off=True),
    _pool(2, 5, 2, kind="sum", kernel=(2,), layout="NWC"),
    *(
        OpSample(
            "Pooling",
            (normal(2, 2, 7),),
            {"pool_type": kind, "kernel": (2,), "stride": (2,), "pooling_convention": "same"},
            expect=_same,
            grad="numeric",
        )
        for kind, _same in (
            ("max", lambda x, **a: np.concatenate((x[..., :6].reshape(2, 2, 3, 2).max(-1), x[..., 6:]), -1)),
            ("sum", lambda x, **a: np.concatenate((x[..., :6].reshape(2, 2, 3, 2).sum(-1), x[..., 6:]), -1)),
            ("avg", lambda x, **a: np.concatenate((x[..., :6].reshape(2, 2, 3, 2).mean(-1), x[..., 6:]), -1)),
        )
    ),
    *(_pool(2, 3, 6, 7, kind=kind, op="Pooling_v1", kernel=(2, 3)) for kind in _KINDS[:3]),
    *(
        _pool(
            1, 2, 5, 6, kind=kind, op="Pooling_v1", kernel=(2, 2), stride=(2, 2), pad=(1, 1), pooling_convention="full"
        )
        for kind in _KINDS[:3]
    ),
    *(
        _pool(2, 3, 30, 30, kind=kind, kernel=(3, 3), case="many", **attrs)
        for kind, attrs in (
            ("max", {}),
            ("max", {"stride": (2, 2), "pad": (1, 1)}),
            ("max", {"stride": (2, 2), "pooling_convention": "full"}),
            ("avg", {"stride": (2, 2), "pad": (1, 1), "count_include_pad": False}),
            ("sum", {}),
        )
    ),
    *(_pool(2, 3, 4, 5, kind=kind, op="Pooling_v1", global_pool=True, kernel=(1, 1)) for kind in _KINDS[:3]),
    OpSample("Pooling_v1", (normal(1, 1, 4, 4),), {"kernel": (2, 2), "stride": (2, 2)}, case="default"),
    OpSample("UpSampling", (normal(2, 3, 2, 3),), {"scale": 2, "sample_type": "nearest", "num_args": 1}),
    OpSample(
        "UpSampling", (normal(1, 2, 2, 2), normal(1, 3, 4, 4)), {"scale": 4, "sample_type": "nearest", "num_args": 2}
    ),
    OpSample(
        "UpSampling",
        (normal(1, 2, 2, 2), normal(1, 2, 1, 1)),
        {"scale": 2, "sample_type": "nearest", "num_args": 2, "multi_input_mode": "sum"},
    ),
    *(
        OpSample(
            "UpSampling",
            (normal(1, 2, 3, 3), normal(2, 1, k, k)),
            {"scale": scale, "sample_type": "bilinear", "num_filter": 2, "num_args": 2},
            rtol=1e-4,
            atol=1e-5,
        )
        for scale, k in ((2, 4), (3, 5))
    ),
]

"""Samples of products of int8 matrices: MXNet's own release for processors is built without them."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..sample import OpSample, const, ints, normal

_NONE: Any = {"grad": "none"}
_WEIGHT = ints(-127, 128, 8, 64, dtype="int8")


def _rounded(values: Any, most: Any, **_: Any) -> Any:
    return np.clip(np.rint(values * (np.float32(127) / most)), -127, 127).astype("int8")


def _product(data: Any, weight: Any, *more: Any, **attrs: Any) -> Any:
    if data.dtype == "float32":
        most = np.abs(data).max()
        more = (more[0] * (most / np.float32(127)), *more[1:])
        data = _rounded(data, most)
    data = data.reshape(len(data), -1) if attrs.get("flatten", True) else data
    sums = data.astype("int32") @ weight.astype("int32").T
    if attrs.get("out_type") == "int32":
        return sums + more[0] if more else sums
    out = sums.astype("float32") * more[0]
    return out + more[1] if len(more) > 1 else out


SAMPLES = [
    OpSample("_contrib_intgemm_maxabsolute", (normal(3, 4),), expect=lambda x: np.abs(x).max().reshape(1), **_NONE),
    OpSample("_contrib_intgemm_prepare_data", (normal(3, 4), const([1.5])), expect=_rounded, **_NONE),
    OpSample("_contrib_intgemm_prepare_weight", (normal(8, 64), const([2.0])), expect=_rounded, **_NONE),
    OpSample("_contrib_intgemm_prepare_weight", (_WEIGHT,), {"already_quantized": True}, lambda w, **_: w, **_NONE),
    OpSample(
        "_contrib_intgemm_take_weight",
        (_WEIGHT, const([7, 1, 1, 0, 2, 3, 5, 6], "int32")),
        expect=lambda w, i: w[i],
        **_NONE,
    ),
    *(
        OpSample(
            "_contrib_intgemm_fully_connected",
            (
                ints(-127, 128, 3, 2, 64 // (2 if flatten else 1), dtype="int8"),
                _WEIGHT,
                *((const([0.3]),) if out_type == "float32" else ()),
                *((ints(-99, 99, 8, dtype=out_type),) if bias else ()),
            ),
            {"num_hidden": 8, "no_bias": not bias, "flatten": flatten, "out_type": out_type},
            expect=_product,
            **_NONE,
        )
        for flatten in (True, False)
        for bias in (True, False)
        for out_type in ("float32", "int32")
    ),
    *(
        OpSample(
            "_contrib_intgemm_fully_connected",
            (normal(3, 64), _WEIGHT, const([0.3]), *((normal(8),) if bias else ())),
            {"num_hidden": 8, "no_bias": not bias},
            expect=_product,
            **_NONE,
        )
        for bias in (True, False)
    ),
]

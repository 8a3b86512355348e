"""Samples of quantizing and of its inverse."""

from __future__ import annotations

import numpy as np

from ..sample import Arg, OpSample, const, ints, normal, uniform

_LOW, _HIGH = const([-2.5], "float32"), const([1.5], "float32")
_DATA = const([[0.5, 1.5, 2.5, -0.5, -1.5, -2.5], [126.5, 127.4, -127.5, -128, 300, -300]])
_INT8 = ints(-128, 128, 3, 5, dtype="int8")
_UINT8 = ints(0, 256, 3, 5, dtype="uint8")
_CALIBRATED = {"min_calib_range": -0.75, "max_calib_range": 1.25}
_NONE = {"grad": "none"}


def _counts(bins: int) -> tuple[Arg, Arg]:
    """Return the counts of normal numbers, and the edges of the bins."""

    def count(random: np.random.RandomState) -> np.ndarray:
        return np.histogram(random.standard_normal(20000), bins=bins, range=(-4, 4))[0]

    return Arg("counts", count), const(np.linspace(-4, 4, bins + 1))


SAMPLES = [
    *(
        OpSample("_contrib_quantize", (normal(4, 6), _LOW, _HIGH), {"out_type": out_type}, **_NONE)
        for out_type in ("int8", "uint8")
    ),
    OpSample("_contrib_quantize", (_DATA, const([-127.0]), const([3.0])), {"out_type": "int8"}, case="halves", **_NONE),
    OpSample("_contrib_quantize", (normal(4, 6), const([0.0]), const([2.0])), **_NONE),
    *(
        OpSample("_contrib_quantize_v2", (normal(4, 6),), {"out_type": out_type}, **_NONE)
        for out_type in ("int8", "uint8", "auto")
    ),
    *(
        OpSample("_contrib_quantize_v2", (normal(4, 6),), {"out_type": out_type, **_CALIBRATED}, **_NONE)
        for out_type in ("int8", "uint8", "auto")
    ),
    OpSample("_contrib_quantize_v2", (_DATA,), {"min_calib_range": -127.0, "max_calib_range": 127.0}, **_NONE),
    OpSample(
        "_contrib_quantize_v2",
        (normal(4, 6),),
        {"out_type": "auto", "min_calib_range": 0.0, "max_calib_range": 1.5},
        **_NONE,
    ),
    OpSample("_contrib_quantize_v2", (const(np.zeros(3)),), case="zeros", **_NONE),
    OpSample("_contrib_quantize_v2", (const(np.zeros(3)),), {"out_type": "uint8"}, case="zeros", **_NONE),
    OpSample("_contrib_quantize_v2", (_INT8,), case="int8", **_NONE),
    OpSample("_contrib_quantize_v2", (_UINT8,), {"out_type": "uint8"}, case="uint8", **_NONE),
    OpSample("_contrib_quantize_v2", (_UINT8,), {"out_type": "auto", **_CALIBRATED}, case="uint8", **_NONE),
    OpSample("_contrib_quantize_asym", (uniform(-1, 2, 5, 2, 4),), **_NONE),
    OpSample("_contrib_quantize_asym", (uniform(-1, 2, 5, 2, 4),), _CALIBRATED, **_NONE),
    *(
        OpSample(
            "_contrib_requantize",
            (ints(-(2**28), 2**28, 4, 6, dtype="int32"), const([-50.0]), const([60.0])),
            {"out_type": out_type, **more},
            **_NONE,
        )
        for out_type in ("int8", "uint8", "auto")
        for more in ({}, {"min_calib_range": -3.0, "max_calib_range": 5.0})
    ),
    OpSample("_contrib_dequantize", (_INT8, _LOW, _HIGH), case="int8", **_NONE),
    OpSample("_contrib_dequantize", (_UINT8, _LOW, _HIGH), case="uint8", **_NONE),
    OpSample("_contrib_calibrate_entropy", _counts(513), **_NONE),
    OpSample("_contrib_calibrate_entropy", _counts(401), {"num_quantized_bins": 63}, **_NONE),
]

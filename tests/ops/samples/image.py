"""Samples of operators on images that leave nothing to chance.

1.9.1 passes the head gradients of flips and lighting on as they are: ours are held against differences.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..sample import OpSample, ints, normal, uniform

_AXES = {"left_right": 1, "top_bottom": 0}
_MEAN = {"mean": (0.4, 0.5, 0.6), "std": (0.2, 0.3, 0.5)}


def _resize(*shape: int, **attrs: Any) -> OpSample:
    """Linear and cubic interpolation may round to the other side."""
    pixels = ints(0, 256, *shape)
    case = "x".join(map(str, shape))
    return OpSample(
        "_image_resize", (pixels,), attrs, grad="none", dtypes=("uint8", "float32"), case=case, rtol=1e-5, atol=1.01
    )


SAMPLES = [
    OpSample("_image_to_tensor", (ints(0, 256, 4, 5, 3),), grad="none", dtypes=("uint8", "int32"), case="image"),
    OpSample("_image_to_tensor", (ints(0, 256, 2, 4, 5, 1),), grad="none", dtypes=("uint8",), case="images"),
    OpSample("_image_to_tensor", (uniform(0, 255, 4, 5, 3),), grad="none", dtypes=("float32", "float64")),
    OpSample("_image_normalize", (normal(3, 4, 5),), _MEAN, dtypes=("float32", "float64")),
    OpSample("_image_normalize", (normal(2, 3, 4, 5),), _MEAN, case="several"),
    OpSample("_image_normalize", (normal(1, 4, 5),), {"mean": (0.4,), "std": (2.0,)}),
    OpSample("_image_normalize", (normal(3, 4, 5),), {"mean": 0.4, "std": 2.0}, case="number"),
    OpSample(
        "_image_normalize",
        (ints(0, 9, 3, 2, 2),),
        {"mean": (5.0, 4.0, 3.0), "std": (2.0, 3.0, 4.0)},
        grad="none",
        dtypes=("uint8", "int32"),
    ),
    OpSample("_image_crop", (normal(4, 5, 3),), {"x": 1, "y": 2, "width": 3, "height": 2}),
    OpSample("_image_crop", (normal(2, 4, 5, 3),), {"x": 0, "y": 1, "width": 5, "height": 1}),
    OpSample(
        "_image_crop",
        (ints(0, 256, 4, 5, 3),),
        {"x": 0, "y": 0, "width": 2, "height": 3},
        grad="none",
        dtypes=("uint8",),
    ),
    *(_resize(6, 7, 3, size=(4, 9), interp=interp) for interp in range(5)),
    _resize(6, 7, 3, size=5),
    _resize(2, 6, 7, 3, size=(5,), keep_ratio=True),
    _resize(7, 4, 1, size=3, keep_ratio=True),
    *(OpSample(f"_image_flip_{way}", (normal(4, 6, 3),), grad="numeric") for way in _AXES),
    # where a side is odd, 1.9.1 forgets its middle
    *(
        OpSample(
            f"_image_flip_{way}",
            (ints(0, 256, 5, 7, 1),),
            expect=lambda x, axis=axis: np.flip(x, axis),
            grad="none",
            dtypes=("uint8", "float32"),
            case="odd",
        )
        for way, axis in _AXES.items()
    ),
    OpSample(
        "_image_adjust_lighting", (uniform(0, 255, 4, 5, 3),), {"alpha": (0.1, -0.2, 0.3)}, grad="numeric", rtol=1e-4
    ),
    OpSample(
        "_image_adjust_lighting",
        (ints(0, 256, 4, 5, 3),),
        {"alpha": (3.0, 1.0, 1.0)},
        grad="none",
        dtypes=("uint8",),
        rtol=0,
        atol=1,
    ),
]

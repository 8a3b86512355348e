"""Samples of the correlation of two images."""

from __future__ import annotations

from ..sample import OpSample, ints, normal

_TOLERANT = {"rtol": 1e-4, "atol": 1e-5}
_CASES = (
    {},
    {"max_displacement": 3, "pad_size": 3, "stride2": 2},
    {"kernel_size": 3, "max_displacement": 2, "pad_size": 2},
    {"kernel_size": 3, "max_displacement": 2, "pad_size": 4, "stride1": 2, "stride2": 2},
    {"max_displacement": 0, "stride1": 3},
)

SAMPLES = [
    *(OpSample("Correlation", (normal(2, 3, 7, 8), normal(2, 3, 7, 8)), attrs, **_TOLERANT) for attrs in _CASES),
    *(
        OpSample(
            "Correlation",
            (ints(0, 3, 2, 3, 7, 8), ints(0, 3, 2, 3, 7, 8)),
            {**attrs, "is_multiply": False},
            **_TOLERANT,
        )
        for attrs in _CASES
    ),
    OpSample("Correlation", (normal(1, 2, 5, 4), normal(1, 2, 5, 4)), {"pad_size": 1}, dtypes=("float64",)),
]

"""Samples of dropout."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..sample import FLOATS, OpSample, normal


def _check(outputs: list[np.ndarray], inputs: list[np.ndarray], attrs: dict[str, Any]) -> None:
    (out,), (data,), p = outputs, inputs, attrs.get("p", 0.5)
    kept = out != 0
    assert abs(kept.mean() - (1 - p)) < 0.05
    rtol = 2e-3 if data.dtype == np.float16 else 1e-6
    np.testing.assert_allclose(out[kept], (data / (1 - p))[kept], rtol=rtol)
    for axis in attrs.get("axes", ()):
        assert (kept == kept.take([0], axis)).all()


SAMPLES = [
    OpSample("Dropout", (normal(60, 50),), check=_check, grad="none", dtypes=FLOATS),
    OpSample("Dropout", (normal(60, 50),), {"p": 0.2}, check=_check, grad="none"),
    OpSample("Dropout", (normal(60, 50),), {"mode": "always"}, check=_check, grad="none", is_train=False),
    OpSample("Dropout", (normal(2, 2000, 2),), {"axes": (0, 2)}, check=_check, grad="none"),
    OpSample("Dropout", (normal(3, 4),), {"p": 0.7}, expect=lambda data, p: data, is_train=False, grad="none"),
    OpSample("Dropout", (normal(3, 4),), {"p": 0.0}, expect=lambda data, p: data, grad="numeric"),
]

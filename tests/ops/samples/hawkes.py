"""Samples of the likelihood of Hawkes processes; of its gradient, 1.9.1 tells only a part: see test_contrib.py."""

from __future__ import annotations

from typing import Any

from ..sample import OpSample, const, ints, uniform


def _sample(number: int, length: int, processes: int, valid: list[int], **facts: Any) -> OpSample:
    rates = (uniform(0.5, 1.5, number, processes), uniform(0.1, 0.5, processes), uniform(0.5, 3, processes))
    events = (uniform(0.1, 1, number, length), ints(0, processes, number, length, dtype="int32"))
    inputs = (*rates, uniform(0, 1, number, processes), *events, const(valid, "float32"), const([9.0] * number))
    return OpSample("_contrib_hawkesll", inputs, grad="none", rtol=1e-5, case=f"{number}x{length}", **facts)


SAMPLES = [_sample(4, 5, 3, [1, 5, 3, 0]), _sample(1, 1, 1, [1]), _sample(2, 7, 2, [7, 7])]

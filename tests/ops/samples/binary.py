"""Samples of operators of two arrays, of one shape and broadcast."""

from __future__ import annotations

import numpy as np

from ..sample import FLOATS, OpSample, const, ints, normal, uniform

_TYPES = (*FLOATS, "int32", "uint8")
_LEFT = [-7.0, -3.0, -2.0, 0.0, 1.0, 2.0, 3.0, 7.0, 5.0, 5.0]
_RIGHT = [2.0, 2.0, 3.0, 5.0, 1.0, -2.0, -2.0, 3.0, 4.0, 5.0]
_ARITHMETIC = ("elemwise_add", "elemwise_sub", "elemwise_mul", "elemwise_div", "_mod", "_maximum", "_minimum", "_hypot")
_COMPARISONS = (
    "_equal", "_not_equal", "_greater", "_greater_equal", "_lesser", "_lesser_equal",
    "_logical_and", "_logical_or", "_logical_xor",
)  # fmt: skip


def _wide(name: str) -> str:
    return f"broadcast_{name.removeprefix('elemwise').removeprefix('_').replace('elemwise_', '')}"


def _power_sample(name: str, *shapes: tuple[int, ...]) -> OpSample:
    return OpSample(name, tuple(uniform(0.5, 2.5, *shape) for shape in shapes), expect=np.power, dtypes=FLOATS)


SAMPLES = [
    *(OpSample(name, (const(_LEFT), const(_RIGHT)), dtypes=_TYPES) for name in _ARITHMETIC),
    *(OpSample(name, (const(_LEFT), const(_RIGHT)), grad="zero", dtypes=_TYPES) for name in _COMPARISONS),
    *(OpSample(_wide(name), (const(_LEFT), const(_RIGHT)), dtypes=_TYPES) for name in _ARITHMETIC),
    *(OpSample(_wide(name), (const(_LEFT), const(_RIGHT)), grad="zero", dtypes=_TYPES) for name in _COMPARISONS),
    *(OpSample(_wide(name), (uniform(1, 3, 2, 1, 4), uniform(1, 3, 3, 1)), case="shapes") for name in _ARITHMETIC),
    *(
        OpSample(_wide(name), (ints(0, 2, 2, 1, 4), ints(0, 2, 3, 1)), grad="zero", case="shapes")
        for name in _COMPARISONS
    ),
    _power_sample("_power", (2, 3), (2, 3)),
    _power_sample("broadcast_power", (2, 3), (2, 3)),
    OpSample("broadcast_power", (uniform(0.5, 2, 2, 1), uniform(-2, 2, 1, 3)), case="shapes"),
    OpSample("_power", (const([2, 3, 5, -2]), const([3, 0, 2, 3])), grad="none", dtypes=("int32",), case="whole"),
    *(
        OpSample(
            name,
            (const([5.0, -5.0, 0.0]), const([0.0, 0.0, 0.0])),
            expect=lambda lhs, rhs: np.zeros_like(lhs),
            grad="none",
            dtypes=("float32", "int32"),
            case="by zero",
        )
        for name in ("_mod", "broadcast_mod")
    ),
    OpSample("_scatter_elemwise_div", (normal(2, 3), uniform(0.5, 2, 2, 3)), expect=np.divide, grad="numeric"),
    OpSample("_mod", (const([3.0, -3.0, 2.0, -0.5]), const([0.0, 0.0, 0.5, 0.0])), case="gradient by zero"),
    OpSample("_grad_add", (normal(2, 3), normal(2, 3)), expect=np.add, grad="numeric"),
    OpSample("add_n", (normal(2, 3), normal(2, 3), normal(2, 3)), dtypes=(*FLOATS, "int32")),
    OpSample("add_n", (normal(2, 3),), case="one"),
]

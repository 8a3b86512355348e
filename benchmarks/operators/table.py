"""All rows: the number of a row is its case."""

from __future__ import annotations

from dataclasses import replace

from operators.attribute_rows import ATTRIBUTES
from operators.layer_rows import LAYERS
from operators.plain_rows import PLAIN
from operators.rows import SIZES, resized

#: operators that are measured in three sizes
SIZED = frozenset((
    "elemwise_add", "elemwise_mul", "elemwise_div", "broadcast_add", "broadcast_mul", "broadcast_maximum",
    "add_n", "clip", "cast", "smooth_l1", "exp", "log", "sqrt", "square", "tanh", "sigmoid", "relu", "abs",
    "erf", "sin", "gamma", "sum", "mean", "max", "norm", "argmax", "transpose", "concat", "stack", "flip",
    "Activation", "LeakyReLU", "softmax", "log_softmax", "Pooling", "BatchNorm", "LayerNorm", "L2Normalization",
    "Convolution", "FullyConnected", "sgd_mom_update", "adam_update",
))  # fmt: skip
#: operators that are measured with 16 bits, too
LOW = frozenset((
    "elemwise_add", "elemwise_mul", "broadcast_add", "exp", "tanh", "sigmoid", "relu", "Activation",
    "LeakyReLU", "softmax", "log_softmax", "sum", "mean", "norm", "FullyConnected", "dot", "batch_dot",
    "Convolution", "Pooling", "LayerNorm", "BatchNorm",
))  # fmt: skip
_USUAL = [*PLAIN, *LAYERS, *ATTRIBUTES]
_OTHER_SIZES = [
    other for row in _USUAL if row.name in SIZED and any(item in SIZES for item in row.inputs) for other in resized(row)
]
_OTHER_TYPES = [
    replace(row, dtype=dtype) for row in _USUAL if row.name in LOW for dtype in ("float16", "bfloat16")
]  # fmt: skip

ROWS = [*_USUAL, *_OTHER_SIZES, *_OTHER_TYPES]

"""Which operators run in bfloat16, by name, as MXNet 1.9.1 sorts them: what differs from float16."""

from __future__ import annotations

from . import symbol_fp16 as _half
from .names import split
from .symbol_fp16 import CONDITIONAL_FP32_FUNCS, LOSS_OUTPUT_FUNCTIONS

__all__ = [
    "BF16_FP32_FUNCS",
    "BF16_FUNCS",
    "BF16_USE_FP32_PARAMS",
    "CONDITIONAL_FP32_FUNCS",
    "FP32_FUNCS",
    "LOSS_OUTPUT_FUNCTIONS",
    "WIDEST_TYPE_CASTS",
]

#: These gain from bfloat16 and are safe in it: their inputs are cast to it.
BF16_FUNCS = split("""
    Convolution FullyConnected
""")

#: These run in whatever type their inputs have.
BF16_FP32_FUNCS = split("""
    BatchNorm BatchNormWithReLU Concat LRN Pooling _add _shuffle abs clip concat relu shuffle sqrt square tanh
""")

#: These keep some inputs in float32 beside data in bfloat16: the names of the inputs, "" for those that do not.
BF16_USE_FP32_PARAMS = {
    name: ["", "gamma", "beta", "moving_mean", "moving_var"] for name in ("BatchNorm", "BatchNormWithReLU")
}

#: In float16 these run in the type of their inputs, or need float32; here they do neither.
_NOT_IN_FLOAT32 = split("""
    BatchNorm CuDNNBatchNorm LRN Pooling _TensorRT _add _contrib_MultiBoxDetection _contrib_MultiBoxPrior
    _contrib_MultiBoxTarget _shuffle abs amp_cast amp_multicast clip relu shuffle sqrt square tanh
""")

#: In float16 these run in float16, or in the widest type.
_MORE_IN_FLOAT32 = split("""
    Deconvolution RNN broadcast_mul
""")

#: These need float32: their inputs are cast to it.
FP32_FUNCS = sorted({*_half.FP16_FP32_FUNCS, *_half.FP32_FUNCS, *_MORE_IN_FLOAT32} - {*_NOT_IN_FLOAT32})

#: In float16 these run in the widest type of their inputs; here they do not.
_NOT_WIDEST = split("""
    Concat _contrib_interleaved_matmul_encdec_qk _contrib_interleaved_matmul_encdec_valatt
    _contrib_interleaved_matmul_selfatt_qk _contrib_interleaved_matmul_selfatt_valatt broadcast_mul concat
""")

#: Only here these run in the widest type of their inputs.
_MORE_WIDEST = split("""
    _contrib_MultiBoxDetection _contrib_MultiBoxPrior _contrib_MultiBoxTarget
""")

#: These need inputs of one type: all are cast to the widest among them.
WIDEST_TYPE_CASTS = sorted({*_half.WIDEST_TYPE_CASTS, *_MORE_WIDEST} - {*_NOT_WIDEST})

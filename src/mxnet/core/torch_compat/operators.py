"""Operators of Core ATen IR, which PyTorch documents for compilers (``torch.compiler_ir``), so without fallbacks."""

from typing import Any

import torch

_aten: Any = torch.ops.aten

convolution_backward: Any = _aten.convolution_backward
avg_pool2d_backward: Any = _aten.avg_pool2d_backward
max_pool2d_backward: Any = _aten.max_pool2d_with_indices_backward
embedding_backward: Any = _aten.embedding_dense_backward
native_layer_norm_backward: Any = _aten.native_layer_norm_backward
# the same operators, called a microsecond sooner
embedding: Any = torch.embedding
native_layer_norm: Any = torch.native_layer_norm
native_group_norm: Any = torch.native_group_norm


def bag_maxima(table: torch.Tensor, index: torch.Tensor, starts: torch.Tensor) -> torch.Tensor:
    """Return which row of ``table`` is the first greatest of each bag ``index[start:next start]``, by column.

    0 for empty bags; the table has no NaN.
    """
    maxima: torch.Tensor = _aten._embedding_bag(table, index, starts, False, 2)[3]
    return maxima.clamp_(min=0)  # CUDA says -1

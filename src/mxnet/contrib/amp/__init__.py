"""``mx.contrib.amp``: automatic mixed precision, half precision where it is safe and float32 elsewhere."""

from __future__ import annotations

from . import amp, lists, loss_scaler
from .amp import (
    convert_hybrid_block,
    convert_model,
    convert_symbol,
    init,
    init_trainer,
    list_conditional_fp32_ops,
    list_fp32_ops,
    list_loss_output_functions,
    list_lp16_fp32_ops,
    list_lp16_ops,
    list_lp16_use_fp32_params,
    list_widest_type_cast,
    scale_loss,
    unscale,
)

__all__ = [
    "amp",
    "convert_hybrid_block",
    "convert_model",
    "convert_symbol",
    "init",
    "init_trainer",
    "list_conditional_fp32_ops",
    "list_fp32_ops",
    "list_loss_output_functions",
    "list_lp16_fp32_ops",
    "list_lp16_ops",
    "list_lp16_use_fp32_params",
    "list_widest_type_cast",
    "lists",
    "loss_scaler",
    "scale_loss",
    "unscale",
]

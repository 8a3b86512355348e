"""Networks on whole numbers of 8 bits: smaller, and faster where the processor multiplies them fast.

``quantize_net`` makes such a network of a Gluon block, ``quantize_model`` of a symbol and its parameters. The ranges of
values are found from examples: ``calib_mode`` ``naive`` takes the least and the greatest number seen, ``entropy`` the
range that loses least, ``none`` looks at the values at every call.
"""

from __future__ import annotations

from .calibration import (
    _get_optimal_threshold,
    _get_optimal_thresholds,
    _LayerHistogramCollector,
    _LayerOutputMinMaxCollector,
    _smooth_distribution,
    combine_histogram,
)
from .model import (
    _calibrate_quantized_sym,
    _quantize_params,
    _quantize_symbol,
    calib_graph,
    quantize_graph,
    quantize_model,
    quantize_model_mkldnn,
)
from .net import quantize_net, quantize_net_v2

#: the names of MXNet 2, without the underscore
LayerHistogramCollector = _LayerHistogramCollector
LayerOutputMinMaxCollector = _LayerOutputMinMaxCollector

__all__ = [
    "LayerHistogramCollector",
    "LayerOutputMinMaxCollector",
    "_LayerHistogramCollector",
    "_LayerOutputMinMaxCollector",
    "_calibrate_quantized_sym",
    "_get_optimal_threshold",
    "_get_optimal_thresholds",
    "_quantize_params",
    "_quantize_symbol",
    "_smooth_distribution",
    "calib_graph",
    "combine_histogram",
    "quantize_graph",
    "quantize_model",
    "quantize_model_mkldnn",
    "quantize_net",
    "quantize_net_v2",
]

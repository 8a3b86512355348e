"""Post-training quantization to int8: networks that are smaller, and faster on processors with VNNI.

``quantize_net`` quantizes a Gluon block, ``quantize_model`` a symbol and its parameters. The ranges of values are
calibrated with examples: ``calib_mode`` ``naive`` takes the minimum and maximum seen, ``entropy`` the range of least
Kullback-Leibler divergence; ``none`` computes the range of the values at every call.
"""

import ctypes
import logging
import os
import shutil
import warnings

import numpy as np

from ... import ndarray
from ...base import NDArrayHandle, SymbolHandle, c_array, c_str, c_str_array, check_call, mx_uint, py_str
from ...context import Context, cpu
from ...io import DataBatch, DataDesc, DataIter
from ...module import Module
from ...ndarray import NDArray
from ...ndarray import load as nd_load
from ...ndarray import save as nd_save
from ...symbol import Symbol
from ...symbol import load as sym_load
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

#: with all that ``import *`` gave in 1.9.1, which programs rely on
__all__ = [
    "Context",
    "DataBatch",
    "DataDesc",
    "DataIter",
    "LayerHistogramCollector",
    "LayerOutputMinMaxCollector",
    "Module",
    "NDArray",
    "NDArrayHandle",
    "Symbol",
    "SymbolHandle",
    "_LayerHistogramCollector",
    "_LayerOutputMinMaxCollector",
    "_calibrate_quantized_sym",
    "_get_optimal_threshold",
    "_get_optimal_thresholds",
    "_quantize_params",
    "_quantize_symbol",
    "_smooth_distribution",
    "c_array",
    "c_str",
    "c_str_array",
    "calib_graph",
    "check_call",
    "combine_histogram",
    "cpu",
    "ctypes",
    "logging",
    "mx_uint",
    "nd_load",
    "nd_save",
    "ndarray",
    "np",
    "os",
    "py_str",
    "quantize_graph",
    "quantize_model",
    "quantize_model_mkldnn",
    "quantize_net",
    "quantize_net_v2",
    "shutil",
    "sym_load",
    "warnings",
]

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
from . import calibration, model, net
from .calibration import *
from .model import *
from .net import *

#: with all that ``import *`` gave in 1.9.1, which programs rely on
__all__ = [
    "Context", "DataBatch", "DataDesc", "DataIter", "Module", "NDArray", "NDArrayHandle", "Symbol", "SymbolHandle",
    "c_array", "c_str", "c_str_array", "check_call", "cpu", "ctypes", "logging", "mx_uint", "nd_load", "nd_save",
    "ndarray", "np", "os", "py_str", "shutil", "sym_load", "warnings",
]  # fmt: skip
__all__ += calibration.__all__
__all__ += model.__all__
__all__ += net.__all__

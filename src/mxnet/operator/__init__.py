"""Operators that a program defines in Python, for arrays, symbols, modules and Gluon alike."""

import ctypes

from ..base import NDArrayHandle
from ..core.lazy_imports import public_dir
from ..ndarray import NDArray
from .custom import (
    CustomOp,
    CustomOpProp,
    OperatorArguments,
    get_all_registered_operators,
    get_operator_arguments,
    register,
)
from .legacy import NDArrayOp, NumpyOp, PythonOp

# with what programs whose callbacks get arrays take from here by a star
__all__ = [
    "CustomOp", "CustomOpProp", "NDArray", "NDArrayHandle", "NDArrayOp", "NumpyOp", "OperatorArguments", "PythonOp",
    "ctypes", "get_all_registered_operators", "get_operator_arguments", "register",
]  # fmt: skip

__dir__ = public_dir(__name__)

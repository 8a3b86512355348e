"""Operators that a program defines in Python, for arrays, symbols, modules and Gluon alike."""

from __future__ import annotations

from .custom import CustomOp, CustomOpProp, register
from .legacy import NDArrayOp, NumpyOp, PythonOp
from .listing import OperatorArguments, get_all_registered_operators, get_operator_arguments

__all__ = [
    "CustomOp",
    "CustomOpProp",
    "NDArrayOp",
    "NumpyOp",
    "OperatorArguments",
    "PythonOp",
    "get_all_registered_operators",
    "get_operator_arguments",
    "register",
]

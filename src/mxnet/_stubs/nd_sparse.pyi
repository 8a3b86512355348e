# Written by scripts/write_stubs.py from the registry of operators: do not edit.
from collections.abc import Sequence
from typing import Any, Literal

from ..ndarray.ndarray import NDArray
from .nd_op import ElementWiseSum as ElementWiseSum
from .nd_op import Embedding as Embedding
from .nd_op import FullyConnected as FullyConnected
from .nd_op import LinearRegressionOutput as LinearRegressionOutput
from .nd_op import LogisticRegressionOutput as LogisticRegressionOutput
from .nd_op import MAERegressionOutput as MAERegressionOutput
from .nd_op import abs as abs
from .nd_op import adam_update as adam_update
from .nd_op import add_n as add_n
from .nd_op import arccos as arccos
from .nd_op import arccosh as arccosh
from .nd_op import arcsin as arcsin
from .nd_op import arcsinh as arcsinh
from .nd_op import arctan as arctan
from .nd_op import arctanh as arctanh
from .nd_op import broadcast_add as broadcast_add
from .nd_op import broadcast_div as broadcast_div
from .nd_op import broadcast_minus as broadcast_minus
from .nd_op import broadcast_mul as broadcast_mul
from .nd_op import broadcast_plus as broadcast_plus
from .nd_op import broadcast_sub as broadcast_sub
from .nd_op import cast_storage as cast_storage
from .nd_op import cbrt as cbrt
from .nd_op import ceil as ceil
from .nd_op import clip as clip
from .nd_op import concat as concat
from .nd_op import cos as cos
from .nd_op import cosh as cosh
from .nd_op import degrees as degrees
from .nd_op import dot as dot
from .nd_op import elemwise_add as elemwise_add
from .nd_op import elemwise_div as elemwise_div
from .nd_op import elemwise_mul as elemwise_mul
from .nd_op import elemwise_sub as elemwise_sub
from .nd_op import exp as exp
from .nd_op import expm1 as expm1
from .nd_op import fix as fix
from .nd_op import floor as floor
from .nd_op import ftrl_update as ftrl_update
from .nd_op import gamma as gamma
from .nd_op import gammaln as gammaln
from .nd_op import log as log
from .nd_op import log10 as log10
from .nd_op import log1p as log1p
from .nd_op import log2 as log2
from .nd_op import make_loss as make_loss
from .nd_op import mean as mean
from .nd_op import negative as negative
from .nd_op import norm as norm
from .nd_op import radians as radians
from .nd_op import relu as relu
from .nd_op import rint as rint
from .nd_op import round as round
from .nd_op import rsqrt as rsqrt
from .nd_op import sgd_mom_update as sgd_mom_update
from .nd_op import sgd_update as sgd_update
from .nd_op import sigmoid as sigmoid
from .nd_op import sign as sign
from .nd_op import sin as sin
from .nd_op import sinh as sinh
from .nd_op import slice as slice
from .nd_op import sqrt as sqrt
from .nd_op import square as square
from .nd_op import stop_gradient as stop_gradient
from .nd_op import sum as sum
from .nd_op import tan as tan
from .nd_op import tanh as tanh
from .nd_op import trunc as trunc
from .nd_op import where as where
from .nd_op import zeros_like as zeros_like

def _contrib_round_ste(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return x rounded to the nearest integer for every element x; the gradient is passed on unchanged (straight-through estimator)."""
def _contrib_sign_ste(data: NDArray | None = ..., out: Any = ..., name: str | None = ...) -> NDArray:
    """Return the sign of x for every element x; the gradient is passed on unchanged (straight-through estimator)."""
def adagrad_update(
    weight: NDArray | None = ...,
    grad: NDArray | None = ...,
    history: NDArray | None = ...,
    lr: float = ...,
    epsilon: float = ...,
    wd: float = ...,
    rescale_grad: float = ...,
    clip_gradient: float = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Set ``history += g**2`` and return ``weight - lr * g / sqrt(history + epsilon)``, in the rows of the gradient."""
def retain(
    data: NDArray | None = ...,
    indices: NDArray | None = ...,
    out: Any = ...,
    name: str | None = ...,
) -> NDArray:
    """Return a row-sparse array that has some rows of another, and only them; those not stored are zeros."""

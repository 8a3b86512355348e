# Written by scripts/write_stubs.py from the registry of operators: do not edit.
from collections.abc import Sequence
from typing import Any, Literal

from ..symbol.symbol import Symbol
from .sym_op import ElementWiseSum as ElementWiseSum
from .sym_op import Embedding as Embedding
from .sym_op import FullyConnected as FullyConnected
from .sym_op import LinearRegressionOutput as LinearRegressionOutput
from .sym_op import LogisticRegressionOutput as LogisticRegressionOutput
from .sym_op import MAERegressionOutput as MAERegressionOutput
from .sym_op import abs as abs
from .sym_op import adam_update as adam_update
from .sym_op import add_n as add_n
from .sym_op import arccos as arccos
from .sym_op import arccosh as arccosh
from .sym_op import arcsin as arcsin
from .sym_op import arcsinh as arcsinh
from .sym_op import arctan as arctan
from .sym_op import arctanh as arctanh
from .sym_op import broadcast_add as broadcast_add
from .sym_op import broadcast_div as broadcast_div
from .sym_op import broadcast_minus as broadcast_minus
from .sym_op import broadcast_mul as broadcast_mul
from .sym_op import broadcast_plus as broadcast_plus
from .sym_op import broadcast_sub as broadcast_sub
from .sym_op import cast_storage as cast_storage
from .sym_op import cbrt as cbrt
from .sym_op import ceil as ceil
from .sym_op import clip as clip
from .sym_op import concat as concat
from .sym_op import cos as cos
from .sym_op import cosh as cosh
from .sym_op import degrees as degrees
from .sym_op import dot as dot
from .sym_op import elemwise_add as elemwise_add
from .sym_op import elemwise_div as elemwise_div
from .sym_op import elemwise_mul as elemwise_mul
from .sym_op import elemwise_sub as elemwise_sub
from .sym_op import exp as exp
from .sym_op import expm1 as expm1
from .sym_op import fix as fix
from .sym_op import floor as floor
from .sym_op import ftrl_update as ftrl_update
from .sym_op import gamma as gamma
from .sym_op import gammaln as gammaln
from .sym_op import log as log
from .sym_op import log10 as log10
from .sym_op import log1p as log1p
from .sym_op import log2 as log2
from .sym_op import make_loss as make_loss
from .sym_op import mean as mean
from .sym_op import negative as negative
from .sym_op import norm as norm
from .sym_op import radians as radians
from .sym_op import relu as relu
from .sym_op import rint as rint
from .sym_op import round as round
from .sym_op import rsqrt as rsqrt
from .sym_op import sgd_mom_update as sgd_mom_update
from .sym_op import sgd_update as sgd_update
from .sym_op import sigmoid as sigmoid
from .sym_op import sign as sign
from .sym_op import sin as sin
from .sym_op import sinh as sinh
from .sym_op import slice as slice
from .sym_op import sqrt as sqrt
from .sym_op import square as square
from .sym_op import stop_gradient as stop_gradient
from .sym_op import sum as sum
from .sym_op import tan as tan
from .sym_op import tanh as tanh
from .sym_op import trunc as trunc
from .sym_op import where as where
from .sym_op import zeros_like as zeros_like

def _contrib_round_ste(
    data: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return x rounded to the nearest integer for every element x; the gradient is passed on unchanged (straight-through estimator)."""
def _contrib_sign_ste(
    data: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return the sign of x for every element x; the gradient is passed on unchanged (straight-through estimator)."""
def adagrad_update(
    weight: Symbol | None = ...,
    grad: Symbol | None = ...,
    history: Symbol | None = ...,
    lr: float = ...,
    epsilon: float = ...,
    wd: float = ...,
    rescale_grad: float = ...,
    clip_gradient: float = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Set ``history += g**2`` and return ``weight - lr * g / sqrt(history + epsilon)``, in the rows of the gradient."""
def retain(
    data: Symbol | None = ...,
    indices: Symbol | None = ...,
    name: str | None = ...,
    attr: dict[str, str] | None = ...,
    out: Any = ...,
    **kwargs: Any,
) -> Symbol:
    """Return a row-sparse array that has some rows of another, and only them; those not stored are zeros."""

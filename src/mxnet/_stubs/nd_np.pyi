# Written by scripts/write_stubs.py from the registry of operators: do not edit.
from collections.abc import Sequence
from typing import Any, Literal

from ..ndarray.numpy.multiarray import ndarray
from .np import abs as abs
from .np import absolute as absolute
from .np import acos as acos
from .np import acosh as acosh
from .np import add as add
from .np import allclose as allclose
from .np import angle as angle
from .np import append as append
from .np import arange as arange
from .np import arccos as arccos
from .np import arccosh as arccosh
from .np import arcsin as arcsin
from .np import arcsinh as arcsinh
from .np import arctan as arctan
from .np import arctan2 as arctan2
from .np import arctanh as arctanh
from .np import argmax as argmax
from .np import argmin as argmin
from .np import argsort as argsort
from .np import argwhere as argwhere
from .np import around as around
from .np import array_equal as array_equal
from .np import array_equiv as array_equiv
from .np import array_split as array_split
from .np import asin as asin
from .np import asinh as asinh
from .np import astype as astype
from .np import atan as atan
from .np import atan2 as atan2
from .np import atanh as atanh
from .np import average as average
from .np import bincount as bincount
from .np import bitwise_and as bitwise_and
from .np import bitwise_invert as bitwise_invert
from .np import bitwise_left_shift as bitwise_left_shift
from .np import bitwise_not as bitwise_not
from .np import bitwise_or as bitwise_or
from .np import bitwise_right_shift as bitwise_right_shift
from .np import bitwise_xor as bitwise_xor
from .np import blackman as blackman
from .np import block as block
from .np import broadcast_arrays as broadcast_arrays
from .np import broadcast_to as broadcast_to
from .np import cbrt as cbrt
from .np import ceil as ceil
from .np import clip as clip
from .np import column_stack as column_stack
from .np import compress as compress
from .np import concatenate as concatenate
from .np import conj as conj
from .np import conjugate as conjugate
from .np import convolve as convolve
from .np import copysign as copysign
from .np import copyto as copyto
from .np import cos as cos
from .np import cosh as cosh
from .np import count_nonzero as count_nonzero
from .np import cross as cross
from .np import cumprod as cumprod
from .np import cumulative_prod as cumulative_prod
from .np import cumulative_sum as cumulative_sum
from .np import deg2rad as deg2rad
from .np import degrees as degrees
from .np import delete as delete
from .np import diag_indices_from as diag_indices_from
from .np import diff as diff
from .np import digitize as digitize
from .np import divide as divide
from .np import dsplit as dsplit
from .np import dstack as dstack
from .np import ediff1d as ediff1d
from .np import einsum as einsum
from .np import empty_like as empty_like
from .np import equal as equal
from .np import exp as exp
from .np import exp2 as exp2
from .np import expand_dims as expand_dims
from .np import expm1 as expm1
from .np import extract as extract
from .np import eye as eye
from .np import fabs as fabs
from .np import fill_diagonal as fill_diagonal
from .np import fix as fix
from .np import flatnonzero as flatnonzero
from .np import flip as flip
from .np import fliplr as fliplr
from .np import flipud as flipud
from .np import floor as floor
from .np import floor_divide as floor_divide
from .np import fmax as fmax
from .np import fmin as fmin
from .np import fmod as fmod
from .np import full as full
from .np import full_like as full_like
from .np import gcd as gcd
from .np import gradient as gradient
from .np import greater as greater
from .np import greater_equal as greater_equal
from .np import hamming as hamming
from .np import hanning as hanning
from .np import histogram as histogram
from .np import hsplit as hsplit
from .np import hstack as hstack
from .np import hypot as hypot
from .np import identity as identity
from .np import imag as imag
from .np import in1d as in1d
from .np import indices as indices
from .np import inner as inner
from .np import insert as insert
from .np import interp as interp
from .np import invert as invert
from .np import isclose as isclose
from .np import iscomplex as iscomplex
from .np import isfinite as isfinite
from .np import isinf as isinf
from .np import isnan as isnan
from .np import isneginf as isneginf
from .np import isposinf as isposinf
from .np import isreal as isreal
from .np import kron as kron
from .np import lcm as lcm
from .np import ldexp as ldexp
from .np import left_shift as left_shift
from .np import less as less
from .np import less_equal as less_equal
from .np import linspace as linspace
from .np import log as log
from .np import log10 as log10
from .np import log1p as log1p
from .np import log2 as log2
from .np import logaddexp as logaddexp
from .np import logaddexp2 as logaddexp2
from .np import logical_and as logical_and
from .np import logical_not as logical_not
from .np import logical_or as logical_or
from .np import logical_xor as logical_xor
from .np import logspace as logspace
from .np import matrix_transpose as matrix_transpose
from .np import matvec as matvec
from .np import maximum as maximum
from .np import may_share_memory as may_share_memory
from .np import mean as mean
from .np import median as median
from .np import meshgrid as meshgrid
from .np import minimum as minimum
from .np import mod as mod
from .np import msort as msort
from .np import multiply as multiply
from .np import nan_to_num as nan_to_num
from .np import nancumprod as nancumprod
from .np import nancumsum as nancumsum
from .np import nanmean as nanmean
from .np import nanmedian as nanmedian
from .np import negative as negative
from .np import nextafter as nextafter
from .np import nonzero as nonzero
from .np import not_equal as not_equal
from .np import ones as ones
from .np import ones_like as ones_like
from .np import outer as outer
from .np import percentile as percentile
from .np import place as place
from .np import polyval as polyval
from .np import positive as positive
from .np import pow as pow
from .np import power as power
from .np import put_along_axis as put_along_axis
from .np import putmask as putmask
from .np import quantile as quantile
from .np import rad2deg as rad2deg
from .np import radians as radians
from .np import ravel as ravel
from .np import real as real
from .np import reciprocal as reciprocal
from .np import resize as resize
from .np import right_shift as right_shift
from .np import rint as rint
from .np import rollaxis as rollaxis
from .np import rot90 as rot90
from .np import round as round
from .np import round_ as round_
from .np import row_stack as row_stack
from .np import searchsorted as searchsorted
from .np import select as select
from .np import shape as shape
from .np import shares_memory as shares_memory
from .np import sign as sign
from .np import signbit as signbit
from .np import sin as sin
from .np import sinc as sinc
from .np import sinh as sinh
from .np import sort as sort
from .np import split as split
from .np import sqrt as sqrt
from .np import square as square
from .np import stack as stack
from .np import std as std
from .np import subtract as subtract
from .np import swapaxes as swapaxes
from .np import take as take
from .np import take_along_axis as take_along_axis
from .np import tan as tan
from .np import tanh as tanh
from .np import tensordot as tensordot
from .np import tile as tile
from .np import trapz as trapz
from .np import tril as tril
from .np import triu as triu
from .np import true_divide as true_divide
from .np import trunc as trunc
from .np import union1d as union1d
from .np import unique as unique
from .np import unique_all as unique_all
from .np import unique_counts as unique_counts
from .np import unique_inverse as unique_inverse
from .np import unique_values as unique_values
from .np import unravel_index as unravel_index
from .np import unstack as unstack
from .np import vander as vander
from .np import var as var
from .np import vdot as vdot
from .np import vecdot as vecdot
from .np import vecmat as vecmat
from .np import vsplit as vsplit
from .np import vstack as vstack
from .np import where as where
from .np import zeros as zeros
from .np import zeros_like as zeros_like

def all(
    data: Any = ...,
    axis: Any = ...,
    keepdims: Any = ...,
    out: Any = ...,
    name: Any = ...,
    **kwargs: Any,
) -> ndarray:
    """Return whether no element over ``axis`` is 0."""
def amax(
    a: Any = ...,
    axis: Any = ...,
    keepdims: Any = ...,
    initial: Any = ...,
    out: Any = ...,
    name: Any = ...,
    **kwargs: Any,
) -> ndarray:
    """Return the greatest element over ``axis``. All elements that are the greatest share the gradient whole."""
def amin(
    a: Any = ...,
    axis: Any = ...,
    keepdims: Any = ...,
    initial: Any = ...,
    out: Any = ...,
    name: Any = ...,
    **kwargs: Any,
) -> ndarray:
    """Return the least element over ``axis``. All elements that are the least share the gradient whole."""
def any(
    data: Any = ...,
    axis: Any = ...,
    keepdims: Any = ...,
    out: Any = ...,
    name: Any = ...,
    **kwargs: Any,
) -> ndarray:
    """Return whether any element over ``axis`` is not 0."""
def atleast_1d(*arys: Any, out: Any = ..., name: Any = ..., **kwargs: Any) -> Any:
    """Return the arrays with at least 1 axes, new ones put where NumPy puts them."""
def atleast_2d(*arys: Any, out: Any = ..., name: Any = ..., **kwargs: Any) -> Any:
    """Return the arrays with at least 2 axes, new ones put where NumPy puts them."""
def atleast_3d(*arys: Any, out: Any = ..., name: Any = ..., **kwargs: Any) -> Any:
    """Return the arrays with at least 3 axes, new ones put where NumPy puts them."""
def copy(a: Any = ..., out: Any = ..., name: Any = ..., **kwargs: Any) -> ndarray:
    """Return a copy of ``a``."""
def corrcoef(x: Any, y: Any = ..., rowvar: Any = ..., **others: Any) -> ndarray:
    """Return the correlations of variables, their covariances over the product of the standard deviations, as float64."""
def cov(m: Any, y: Any = ..., rowvar: Any = ..., bias: Any = ..., ddof: Any = ..., **others: Any) -> ndarray:
    """Return the covariances of variables, which are rows, or columns without ``rowvar``, as float64."""
def cumsum(a: Any = ..., axis: Any = ..., dtype: Any = ..., out: Any = ..., name: Any = ..., **kwargs: Any) -> ndarray:
    """Return the running sums along ``axis``, or of the flattened array where it is None, in ``dtype`` or a's own."""
def diag(data: Any = ..., k: Any = ..., out: Any = ..., name: Any = ..., **kwargs: Any) -> ndarray:
    """Return diagonal ``k`` of a matrix, or the matrix with a vector on that diagonal."""
def diagflat(data: Any = ..., k: Any = ..., out: Any = ..., name: Any = ..., **kwargs: Any) -> ndarray:
    """Return the matrix with the flat array on diagonal ``k``."""
def diagonal(
    data: Any = ...,
    offset: Any = ...,
    axis1: Any = ...,
    axis2: Any = ...,
    out: Any = ...,
    name: Any = ...,
    **kwargs: Any,
) -> ndarray:
    """Return the diagonals of the matrices in two axes, as last axis."""
def dot(a: Any = ..., b: Any = ..., out: Any = ..., name: Any = ..., **kwargs: Any) -> ndarray:
    """Return the sum of products over the last axis of ``a`` and the last but one of ``b`` (a vector's only one)."""
def float_power(x1: Any, x2: Any, out: Any = ..., **others: Any) -> ndarray:
    """Return ``x1 ** x2`` in float64."""
def frexp(x: Any, **others: Any) -> Any:
    """Return mantissas, from 0.5 up to 1, and exponents, int32, with ``x = mantissa * 2 ** exponent``."""
def heaviside(x1: Any, x2: Any, out: Any = ..., **others: Any) -> ndarray:
    """Return 0 where ``x1`` is negative, ``x2`` where it is 0, and 1 where it is positive."""
def intersect1d(ar1: Any, ar2: Any, **others: Any) -> ndarray:
    """Return the elements that are in both arrays, sorted, each once."""
def isin(element: Any, test_elements: Any, assume_unique: Any = ..., invert: Any = ..., **others: Any) -> ndarray:
    """Return which elements are among those of ``test_elements``, or are not with ``invert``."""
def matmul(a: Any, b: Any, out: Any = ...) -> ndarray:
    """Return the matrix products over the last two axes, the axes before them broadcast: what ``a @ b`` is."""
def max(
    a: Any = ...,
    axis: Any = ...,
    keepdims: Any = ...,
    initial: Any = ...,
    out: Any = ...,
    name: Any = ...,
    **kwargs: Any,
) -> ndarray:
    """Return the greatest element over ``axis``. All elements that are the greatest share the gradient whole."""
def min(
    a: Any = ...,
    axis: Any = ...,
    keepdims: Any = ...,
    initial: Any = ...,
    out: Any = ...,
    name: Any = ...,
    **kwargs: Any,
) -> ndarray:
    """Return the least element over ``axis``. All elements that are the least share the gradient whole."""
def modf(x: Any, **others: Any) -> Any:
    """Return the fractional and the integer parts of numbers, with their signs."""
def moveaxis(
    a: Any = ...,
    source: Any = ...,
    destination: Any = ...,
    out: Any = ...,
    name: Any = ...,
    **kwargs: Any,
) -> ndarray:
    """Return ``a`` with the axes ``source`` moved to the places ``destination``, the others in their order."""
def nanmax(a: Any, axis: Any = ..., out: Any = ..., keepdims: Any = ..., **others: Any) -> ndarray:
    """Return the greatest element over ``axis`` that is not NaN; NaN where all are."""
def nanmin(a: Any, axis: Any = ..., out: Any = ..., keepdims: Any = ..., **others: Any) -> ndarray:
    """Return the least element over ``axis`` that is not NaN; NaN where all are."""
def nanprod(a: Any, axis: Any = ..., dtype: Any = ..., out: Any = ..., keepdims: Any = ..., **others: Any) -> ndarray:
    """Return the product over ``axis``, NaN being 1; of integers as int64."""
def nanstd(
    a: Any,
    axis: Any = ...,
    dtype: Any = ...,
    out: Any = ...,
    ddof: Any = ...,
    keepdims: Any = ...,
    **others: Any,
) -> ndarray:
    """Return the square root of the variance over ``axis`` of what is not NaN."""
def nansum(a: Any, axis: Any = ..., dtype: Any = ..., out: Any = ..., keepdims: Any = ..., **others: Any) -> ndarray:
    """Return the sum over ``axis``, NaN being 0; of integers as int64."""
def nanvar(
    a: Any,
    axis: Any = ...,
    dtype: Any = ...,
    out: Any = ...,
    ddof: Any = ...,
    keepdims: Any = ...,
    **others: Any,
) -> ndarray:
    """Return the variance over ``axis`` of what is not NaN: the squares' sum over their count less ``ddof``."""
def pad(x: Any, pad_width: Any, mode: Any = ..., **kwargs: Any) -> ndarray:
    """Return ``x`` with elements before and after each axis, as many as ``pad_width`` says."""
def prod(
    a: Any = ...,
    axis: Any = ...,
    dtype: Any = ...,
    keepdims: Any = ...,
    initial: Any = ...,
    out: Any = ...,
    name: Any = ...,
    **kwargs: Any,
) -> ndarray:
    """Return the product over ``axis``, in the type ``dtype``; that of booleans is int64."""
def product(
    a: Any = ...,
    axis: Any = ...,
    dtype: Any = ...,
    keepdims: Any = ...,
    initial: Any = ...,
    out: Any = ...,
    name: Any = ...,
    **kwargs: Any,
) -> ndarray:
    """Return the product over ``axis``, in the type ``dtype``; that of booleans is int64."""
def ptp(a: Any, axis: Any = ..., out: Any = ..., keepdims: Any = ..., **others: Any) -> ndarray:
    """Return the difference of the greatest and the least element over ``axis``."""
def remainder(x1: Any, x2: Any, out: Any = ...) -> ndarray:
    """Return NumPy's ``remainder``, of the divisor's sign, element by element; ``out`` receives the result."""
def repeat(
    data: Any = ...,
    repeats: Any = ...,
    axis: Any = ...,
    out: Any = ...,
    name: Any = ...,
    **kwargs: Any,
) -> ndarray:
    """Return every element ``repeats`` times in a row, along ``axis`` or of the flattened array where it is None."""
def reshape(
    a: Any = ...,
    newshape: Any = ...,
    order: Any = ...,
    out: Any = ...,
    name: Any = ...,
    **kwargs: Any,
) -> ndarray:
    """Return ``a`` in the shape ``newshape``, in which one length may be -1: what is left over."""
def roll(data: Any = ..., shift: Any = ..., axis: Any = ..., out: Any = ..., name: Any = ..., **kwargs: Any) -> ndarray:
    """Return ``data`` with its elements shifted by ``shift`` along ``axis``, the flat array where that is None."""
def setdiff1d(ar1: Any, ar2: Any, **others: Any) -> ndarray:
    """Return the elements that are in the first array alone, sorted, each once."""
def setxor1d(ar1: Any, ar2: Any, **others: Any) -> ndarray:
    """Return the elements that are in one of the arrays alone, sorted, each once."""
def sometrue(
    data: Any = ...,
    axis: Any = ...,
    keepdims: Any = ...,
    out: Any = ...,
    name: Any = ...,
    **kwargs: Any,
) -> ndarray:
    """Return whether any element over ``axis`` is not 0."""
def squeeze(a: Any = ..., axis: Any = ..., out: Any = ..., name: Any = ..., **kwargs: Any) -> ndarray:
    """Return ``a`` without axes of length 1: all of them, or those in ``axis``."""
def sum(
    a: Any = ...,
    axis: Any = ...,
    dtype: Any = ...,
    keepdims: Any = ...,
    initial: Any = ...,
    out: Any = ...,
    name: Any = ...,
    **kwargs: Any,
) -> ndarray:
    """Return the sum over ``axis``, in the type ``dtype``; booleans are summed as int64."""
def trace(
    data: Any = ...,
    offset: Any = ...,
    axis1: Any = ...,
    axis2: Any = ...,
    out: Any = ...,
    name: Any = ...,
    **kwargs: Any,
) -> ndarray:
    """Return the sums of the diagonals of the matrices in two axes, in the type of ``data``."""
def transpose(a: Any = ..., axes: Any = ..., out: Any = ..., name: Any = ..., **kwargs: Any) -> ndarray:
    """Return ``a`` with its axes in the order ``axes``, reversed where that is None."""

"""``mx.np.array_api``: the Python array API standard, version 2023.12, on arrays of ``mx.np``.

``x.__array_namespace__()`` of an array is this module. Its functions have the standard's names, arguments, types and
promotion, which ``mx.np`` has not everywhere; they work on every device, and have gradients where PyTorch has them.
There are no complex numbers, and no integers but int8, int32, int64 and uint8: nor are there in MXNet.

The standard has arrays without axes: call ``npx.set_np()``, or ``x[0]`` of a vector has one.
"""

from math import e, inf, nan, pi

from . import linalg
from .creation import (
    arange,
    asarray,
    empty,
    empty_like,
    eye,
    from_dlpack,
    full,
    full_like,
    linspace,
    meshgrid,
    ones,
    ones_like,
    tril,
    triu,
    zeros,
    zeros_like,
)
from .dtypes import (
    __array_namespace_info__,
    astype,
    bool,
    can_cast,
    finfo,
    float32,
    float64,
    iinfo,
    int8,
    int32,
    int64,
    isdtype,
    result_type,
    uint8,
)
from .elementwise import *
from .elementwise import __all__ as _elementwise
from .linalg import matmul, matrix_transpose, tensordot, vecdot
from .manipulation import (
    argmax,
    argmin,
    argsort,
    broadcast_arrays,
    broadcast_to,
    concat,
    expand_dims,
    flip,
    moveaxis,
    nonzero,
    permute_dims,
    repeat,
    reshape,
    roll,
    searchsorted,
    sort,
    squeeze,
    stack,
    take,
    tile,
    unique_all,
    unique_counts,
    unique_inverse,
    unique_values,
    unstack,
    where,
)
from .reductions import all, any, cumulative_sum, max, mean, min, prod, std, sum, var

__array_api_version__ = "2023.12"
array = asarray  #: MXNet 2's name, whose namespace is ``mx.np``
newaxis = None

__all__ = [
    "__array_api_version__", "__array_namespace_info__", "all", "any", "arange", "argmax", "argmin", "argsort",
    "asarray", "astype", "bool", "broadcast_arrays", "broadcast_to", "can_cast", "concat", "cumulative_sum", "e",
    "empty", "empty_like", "expand_dims", "eye", "finfo", "flip", "float32", "float64", "from_dlpack", "full",
    "full_like", "iinfo", "inf", "int8", "int32", "int64", "isdtype", "linalg", "linspace", "matmul",
    "matrix_transpose", "max", "mean", "meshgrid", "min", "moveaxis", "nan", "newaxis", "nonzero", "ones",
    "ones_like", "permute_dims", "pi", "prod", "repeat", "reshape", "result_type", "roll", "searchsorted", "sort",
    "squeeze", "stack", "std", "sum", "take", "tensordot", "tile", "tril", "triu", "uint8", "unique_all",
    "unique_counts", "unique_inverse", "unique_values", "unstack", "var", "vecdot", "where", "zeros", "zeros_like",
    *_elementwise,
]  # fmt: skip

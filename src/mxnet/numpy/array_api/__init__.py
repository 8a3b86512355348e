"""``mx.np.array_api``: the Python array API standard, version 2023.12, on arrays of ``mx.np``.

``x.__array_namespace__()`` of an array is this module. Its functions have the standard's names, arguments, types and
promotion, which ``mx.np`` has not everywhere; they work on every device, and have gradients where PyTorch has them.
There are no complex numbers, and no integers but int8, int32, int64 and uint8: nor are there in MXNet.

The standard has arrays without axes: call ``npx.set_np()``, or ``x[0]`` of a vector has one.
"""

from math import e, inf, nan, pi

from . import creation, dtypes, elementwise, linalg, manipulation, reductions
from .creation import *
from .creation import asarray
from .dtypes import *
from .elementwise import *
from .linalg import matmul, matrix_transpose, tensordot, vecdot
from .manipulation import *
from .reductions import *

__array_api_version__ = "2023.12"
array = asarray  #: MXNet 2's name, whose namespace is ``mx.np``
newaxis = None

__all__ = ["__array_api_version__", "e", "inf", "linalg", "nan", "newaxis", "pi"]
__all__ += ["matmul", "matrix_transpose", "tensordot", "vecdot"]
__all__ += creation.__all__
__all__ += dtypes.__all__
__all__ += elementwise.__all__
__all__ += manipulation.__all__
__all__ += reductions.__all__

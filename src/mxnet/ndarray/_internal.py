"""``mx.nd._internal``: operators made at first use, and the class of arrays, which MXNet 2's programs find here."""

from ._call import operators as _operators
from .ndarray import NDArray as NDArrayBase  # noqa: F401

__getattr__, __dir__ = _operators(globals(), "_internal")

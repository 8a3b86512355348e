"""``mx.nd._internal``: operators made at first use."""

from ._call import operators as _operators

__getattr__, __dir__ = _operators(globals(), "_internal")

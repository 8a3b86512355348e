"""``mxnet.numpy.function_base``: where 1.9.1 has :func:`meshgrid`."""

from . import broadcast_arrays, meshgrid  # noqa: F401  (as in 1.9.1)

__all__ = ["meshgrid"]

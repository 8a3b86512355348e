"""``mxnet.numpy.stride_tricks``: where 1.9.1 has :func:`broadcast_arrays`."""

from . import broadcast_arrays

__all__ = ["broadcast_arrays"]

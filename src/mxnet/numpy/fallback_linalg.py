"""The functions of ``mx.np.linalg`` that MXNet 2 has from NumPy, at its place for them."""

from .linalg import cond, matrix_power, multi_dot

__all__ = ["cond", "matrix_power", "multi_dot"]

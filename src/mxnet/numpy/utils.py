"""``mxnet.numpy.utils``: where 1.9.1 has the constants."""

from numpy import e, inf, nan, pi

NAN = NaN = nan
PINF, NINF = inf, -inf
PZERO, NZERO = 0.0, -0.0

__all__ = ["NAN", "NINF", "NZERO", "PINF", "PZERO", "NaN", "e", "inf", "nan", "pi"]

"""Distributions of MXNet 2, their constraints and divergences."""

from . import constraint, families, utils
from .composed import Independent, TransformedDistribution
from .constraint import constraint_check
from .distribution import Distribution, ExponentialFamily
from .divergence import empirical_kl, kl_divergence, register_kl
from .families import *
from .utils import *

__all__ = [
    "Distribution", "ExponentialFamily", "Independent", "TransformedDistribution", "constraint", "constraint_check",
    "empirical_kl", "kl_divergence", "register_kl",
]  # fmt: skip
__all__ += families.__all__
__all__ += utils.__all__

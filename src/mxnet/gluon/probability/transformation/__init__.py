"""Transformations of random variables, and those that lead to the values which a constraint admits."""

from . import transformation
from .domain_map import biject_to, domain_map, transform_to
from .transformation import *

__all__ = ["biject_to", "domain_map", "transform_to"]
__all__ += transformation.__all__

"""Transformations of random variables, and those that lead to the values which a constraint admits."""

from .domain_map import biject_to, domain_map, transform_to
from .transformation import (
    AbsTransform,
    AffineTransform,
    ComposeTransform,
    ExpTransform,
    PowerTransform,
    SigmoidTransform,
    SoftmaxTransform,
    Transformation,
    TransformBlock,
)

__all__ = [
    "AbsTransform",
    "AffineTransform",
    "ComposeTransform",
    "ExpTransform",
    "PowerTransform",
    "SigmoidTransform",
    "SoftmaxTransform",
    "TransformBlock",
    "Transformation",
    "biject_to",
    "domain_map",
    "transform_to",
]

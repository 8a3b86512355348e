"""What quantized layers have in common: the types of their integers, and the ranges of inputs and results."""

from functools import partial

import torch

from ..kernels.integer import amax_of
from ..registry import op
from .quantize import single

INT8_TYPES = (torch.int8, torch.uint8)
OUTPUTS = ("output", "min_output", "max_output")
#: registers an operator whose result has a range
quantized_op = partial(op, differentiable=False, outputs=OUTPUTS)


def float_ranges(t, first):
    """Set float32 for the inputs from the ``first`` on, and for the second and third output."""
    t.inputs.fill("float32", first)
    t.out.fill("float32", 1)


def range_amax(prefix, low, high):
    """Return the absolute maximum of the range of an input, ``min_prefix`` to ``max_prefix``."""
    return amax_of(single(f"min_{prefix}", low), single(f"max_{prefix}", high))

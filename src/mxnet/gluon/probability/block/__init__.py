"""Blocks that collect losses while they compute."""

from .stochastic_block import StochasticBlock, StochasticSequential

__all__ = ["StochasticBlock", "StochasticSequential"]

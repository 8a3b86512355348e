"""Visualizing networks: a table in text, and a graph drawn by Graphviz."""

from ..core.lazy_imports import public_dir
from ..symbol import Symbol
from .network import plot_network
from .summary import print_summary

__all__ = ["Symbol", "plot_network", "print_summary"]

__dir__ = public_dir(__name__)

"""Recurrent cells beyond the usual ones: convolutional, projected, with one dropout mask for a whole sequence."""

from . import conv_rnn_cell, rnn_cell
from .conv_rnn_cell import *
from .rnn_cell import LSTMPCell, VariationalDropoutCell

__all__ = ["LSTMPCell", "VariationalDropoutCell", "conv_rnn_cell", "rnn_cell"]
__all__ += conv_rnn_cell.__all__

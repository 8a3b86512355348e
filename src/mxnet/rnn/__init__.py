"""``mx.rnn``: recurrent networks as symbols, for ``mx.mod``."""

from ..core.lazy_imports import public_dir
from ..io import DataBatch, DataDesc, DataIter  # noqa: F401  (these and others are imported from here by programs)
from ..model import load_checkpoint, save_checkpoint  # noqa: F401
from . import io, rnn, rnn_cell
from .io import BucketSentenceIter, encode_sentences
from .rnn import do_rnn_checkpoint, load_rnn_checkpoint, rnn_unroll, save_rnn_checkpoint
from .rnn_cell import *

__all__ = [
    "BucketSentenceIter", "do_rnn_checkpoint", "encode_sentences", "io", "load_rnn_checkpoint", "rnn", "rnn_cell",
    "rnn_unroll", "save_rnn_checkpoint",
]  # fmt: skip
__all__ += rnn_cell.__all__

__dir__ = public_dir(__name__)

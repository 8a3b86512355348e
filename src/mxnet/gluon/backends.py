"""What makes a lowered graph faster."""

from __future__ import annotations

import logging
from typing import Any

from ..graph.compile import Compilation, is_backend

#: MXNet's names of graph backends that rewrite a graph for speed: PyTorch does their work while running
_GRAPH_BACKENDS = ("MKLDNN", "MKLDNN_QUANTIZE", "ONEDNN", "ONEDNN_QUANTIZE")


def compiler(backend: str, options: dict[str, Any]) -> Compilation | None:
    """Return what compiles a lowered graph by a backend of ``torch.compile``, None for MXNet's own and unknown ones.

    MXNet's graph backends rewrite graphs for speed; PyTorch does their work while running.
    """
    if is_backend(backend):
        return Compilation(backend, options)
    if backend not in _GRAPH_BACKENDS:
        logging.warning("graph backend %s is not known: the graph runs as it is", backend)
    return None

"""What makes a lowered graph faster."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

import torch

#: MXNet's names of graph backends that rewrite a graph for speed: PyTorch does their work while running
_GRAPH_BACKENDS = ("MKLDNN", "MKLDNN_QUANTIZE", "ONEDNN", "ONEDNN_QUANTIZE")


def compiler(backend: str, options: dict[str, Any]) -> Callable[[Any], Any] | None:
    """Return what makes a lowered graph faster: ``torch.compile`` for one of its backends, None for MXNet's own.

    MXNet's graph backends rewrite graphs for speed; PyTorch does their work while running.
    """
    if backend not in _GRAPH_BACKENDS and backend not in torch.compiler.list_backends(exclude_tags=()):
        logging.warning("graph backend %s is not known: the graph runs as it is", backend)
    if backend in torch.compiler.list_backends(exclude_tags=()):
        return lambda module: torch.compile(module, backend=backend, options=options or None)
    return None

"""Writing a hybrid block's graph and parameters for other programs."""

from __future__ import annotations

import warnings
from typing import Any

from .. import ndarray as nd
from ..core.files import written_together
from .functions import as_classic


def export(block: Any, path: str, epoch: int = 0, remove_amp_cast: bool = True) -> tuple[str, str]:
    """Write the graph and the parameters of a block that ran as a graph (see :meth:`HybridBlock.export`)."""
    known = block._known_graph()
    if not known:
        raise RuntimeError(
            "Please first call block.hybridize() and then run forward with this block at least once before calling "
            "export."
        )
    graph = known[1]
    kinds = dict.fromkeys(graph.list_arguments(), "arg") | dict.fromkeys(graph.list_auxiliary_states(), "aux")
    arrays = {}
    for name, param in {**block.collect_params(), **block._captured}.items():
        if name in kinds:
            arrays[f"{kinds[name]}:{name}"] = as_classic(param._reduce())
        else:
            warnings.warn(f'Parameter "{name}" is not found in the graph. ', stacklevel=3)
    symbol_file, params_file = f"{path}-symbol.json", f"{path}-{int(epoch):04d}.params"
    with written_together():
        graph.save(symbol_file, remove_amp_cast=remove_amp_cast)
        nd.save(params_file, arrays)
    return symbol_file, params_file

"""The passes over lowered graphs: those of one purpose in a file, listed here for each mode.

``MXNET_DISABLE_PASSES`` names passes to leave out (``all``: every one), to find a faulty one; it is read when a graph
is lowered. ``remx passes`` prints the lists, ``Symbol.explain()`` what they do to a graph.
"""

import os
from collections.abc import Iterable

from ...core import environment
from ...core.errors import MXNetError
from .attention import ATTENTION
from .backward import BACKWARD, LOSSES
from .base import Lowered, Pass
from .casts import JOIN_CASTS, KEEP_CASTS, MOVE_CASTS
from .channels_last import CHANNELS_LAST
from .eliminate import COMMON_SUBEXPRESSIONS, ELIMINATE_IDENTITY
from .for_compilers import FUNCTIONALIZE, OPAQUE
from .fuse_batchnorm import FUSE_BATCHNORM
from .fuse_convolution import FUSE_CONVOLUTION
from .fuse_quantized import FUSE_QUANTIZED
from .inplace import INPLACE
from .negate import NEGATE
from .specialize import SPECIALIZE
from .weights import PACK_LINEAR, PACK_LSTM, SEPARATE_WEIGHTS

__all__ = ["MODES", "PASSES", "VARIABLE", "Lowered", "Pass", "apply", "enabled"]

#: the environment variable that switches passes off, by name with commas between them
VARIABLE = "MXNET_DISABLE_PASSES"
#: by mode, the passes in order. ``trace`` is for PyTorch's tracers, whose programs run without this library;
#: ``observe`` is for observers, and to explain errors
MODES: dict[str, tuple[Pass, ...]] = {
    "train": (
        *(COMMON_SUBEXPRESSIONS, MOVE_CASTS, CHANNELS_LAST, LOSSES, BACKWARD, ATTENTION, NEGATE, SEPARATE_WEIGHTS),
        *(JOIN_CASTS, INPLACE, SPECIALIZE),
    ),
    "infer": (
        *(COMMON_SUBEXPRESSIONS, MOVE_CASTS, CHANNELS_LAST, ATTENTION, SEPARATE_WEIGHTS, ELIMINATE_IDENTITY),
        *(FUSE_CONVOLUTION, FUSE_BATCHNORM, FUSE_QUANTIZED, KEEP_CASTS, PACK_LINEAR, PACK_LSTM, SPECIALIZE),
    ),
    "compile": (COMMON_SUBEXPRESSIONS, CHANNELS_LAST, LOSSES, FUNCTIONALIZE, OPAQUE),
    "trace": (COMMON_SUBEXPRESSIONS, FUNCTIONALIZE, OPAQUE),
    "observe": (COMMON_SUBEXPRESSIONS, CHANNELS_LAST),
}
PASSES: dict[str, Pass] = {item.name: item for passes in MODES.values() for item in passes}


def enabled(mode: str) -> tuple[Pass, ...]:
    """Return the passes of a mode that are not switched off.

    Raises :class:`MXNetError` if ``MXNET_DISABLE_PASSES`` names an unknown pass.
    """
    text = os.environ.get(VARIABLE, "")
    without = {name.strip() for name in text.split(",") if name.strip()}
    if not without <= PASSES.keys() | {"all"}:
        unknown = ", ".join(sorted(without - PASSES.keys() - {"all"}))
        raise MXNetError(f"{VARIABLE}: unknown {unknown}; expected all or names out of {', '.join(PASSES)}")
    if not environment.flag("MXNET_ELIMINATE_COMMON_EXPR", True):
        without.add(COMMON_SUBEXPRESSIONS.name)
    return () if "all" in without else tuple(item for item in MODES[mode] if item.name not in without)


def apply(passes: Iterable[Pass], lowered: Lowered) -> list[tuple[Pass, int]]:
    """Apply passes in order; return each with the number of its changes."""
    return [(item, item.apply(lowered) if lowered.has_any(item.needs) else 0) for item in passes]

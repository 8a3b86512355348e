"""``mxnet.gluon``: networks as objects that hold their parameters, run eagerly or as graphs."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from . import block, parameter, parameter_dict, trainer, utils
from .block import Block, HybridBlock, SymbolBlock
from .compiled_block import CompiledBlock
from .constant import Constant
from .parameter import DeferredInitializationError, Parameter, tensor_types
from .parameter_dict import ParameterDict
from .torch_block import TorchBlock
from .trainer import Trainer

if TYPE_CHECKING:
    from . import contrib, data, loss, model_zoo, nn, rnn

__all__ = [
    "Block",
    "CompiledBlock",
    "Constant",
    "DeferredInitializationError",
    "HybridBlock",
    "Parameter",
    "ParameterDict",
    "SymbolBlock",
    "TorchBlock",
    "Trainer",
    "block",
    "contrib",
    "data",
    "loss",
    "model_zoo",
    "nn",
    "parameter",
    "parameter_dict",
    "rnn",
    "tensor_types",
    "trainer",
    "utils",
]

_LATER = ("contrib", "data", "loss", "model_zoo", "nn", "rnn")


def __getattr__(part: str) -> Any:
    if part not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {part!r}")
    found = globals()[part] = importlib.import_module(f"{__name__}.{part}")
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *_LATER})

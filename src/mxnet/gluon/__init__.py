"""``mxnet.gluon``: networks as objects that hold their parameters, run eagerly or as graphs."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from . import block, parameter, parameter_dict, utils
from .block import Block, HybridBlock, SymbolBlock
from .constant import Constant
from .parameter import DeferredInitializationError, Parameter, tensor_types
from .parameter_dict import ParameterDict

if TYPE_CHECKING:
    from . import contrib, data, loss, model_zoo, nn, rnn, trainer
    from .compiled_block import CompiledBlock
    from .torch_block import TorchBlock
    from .trainer import Trainer

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

#: modules, and the modules of names, that are imported when they are first asked for: a server does not train
_LATER = ("contrib", "data", "loss", "model_zoo", "nn", "rnn", "trainer")
_MODULE_OF = {"CompiledBlock": "compiled_block", "TorchBlock": "torch_block", "Trainer": "trainer"}


def __getattr__(name: str) -> Any:
    if name in _LATER:
        found = importlib.import_module(f"{__name__}.{name}")
    elif name in _MODULE_OF:
        found = getattr(importlib.import_module(f"{__name__}.{_MODULE_OF[name]}"), name)
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *_LATER, *_MODULE_OF})

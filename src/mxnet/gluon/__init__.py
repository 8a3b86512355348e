"""``mxnet.gluon``: networks as objects that hold their parameters, run eagerly or as graphs."""

from typing import TYPE_CHECKING

from ..core.lazy_imports import imported_later, modules
from . import block, parameter, parameter_dict, utils
from .block import Block, HybridBlock, SymbolBlock
from .constant import Constant
from .parameter import DeferredInitializationError, Parameter, tensor_types
from .parameter_dict import ParameterDict

if TYPE_CHECKING:
    from . import contrib, data, loss, metric, model_zoo, nn, rnn, trainer
    from .torch_block import CompiledBlock, TorchBlock
    from .trainer import Trainer

__all__ = [
    "Block", "CompiledBlock", "Constant", "DeferredInitializationError", "HybridBlock", "Parameter", "ParameterDict",
    "SymbolBlock", "TorchBlock", "Trainer", "block", "contrib", "data", "loss", "metric", "model_zoo", "nn",
    "parameter", "parameter_dict", "probability", "rnn", "tensor_types", "trainer", "utils",
]  # fmt: skip

__getattr__, __dir__ = imported_later(
    __name__,
    {
        **modules("contrib", "data", "loss", "metric", "model_zoo", "nn", "probability", "rnn", "trainer"),
        "CompiledBlock": ".torch_block:CompiledBlock",
        "TorchBlock": ".torch_block:TorchBlock",
        "Trainer": ".trainer:Trainer",
    },
)

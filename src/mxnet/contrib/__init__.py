"""``mx.contrib``: MXNet's experimental features. Its modules are imported at first use."""

from typing import TYPE_CHECKING

from ..core.lazy_imports import imported_later, modules

if TYPE_CHECKING:
    from . import amp, autograd, io, ndarray, onnx, quantization, svrg_optimization, symbol, tensorboard, text  # noqa: F401
    from . import ndarray as nd  # noqa: F401
    from . import quantization as quant  # noqa: F401
    from . import symbol as sym  # noqa: F401

__getattr__, __dir__ = imported_later(
    __name__,
    {
        **modules("amp", "autograd", "io", "ndarray", "onnx", "quantization", "svrg_optimization", "symbol"),
        **modules("tensorboard", "text"),
        "nd": ".ndarray",
        "quant": ".quantization",
        "sym": ".symbol",
    },
)

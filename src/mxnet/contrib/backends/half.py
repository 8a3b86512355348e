"""The engine in half precision: the graph converted by ``mx.contrib.amp``."""

from collections.abc import Sequence

import torch

from ... import ndarray as nd
from ...gluon.backends import Engine, Source
from ...symbol import Symbol
from .. import amp
from .int8 import types_of_results


def build(source: Source) -> Engine:
    """Convert a graph; its results keep their types.

    The option ``dtype`` is ``bfloat16`` or ``float16``, the others are those of ``convert_symbol``.
    """
    options = dict(source.options)
    value = Symbol(source.op.symbol._heads)
    symbol = amp.convert_symbol(value, options.pop("dtype"), data_names=list(source.examples), **options)
    op, names = nd.CachedOp(symbol), symbol.list_inputs()
    ctx = next(iter(source.examples.values())).context
    dtypes = types_of_results(source, ctx)
    weights = {name: item._t.detach() for name, item in source.params.items()}

    def engine(inputs: Sequence[torch.Tensor]) -> Sequence[torch.Tensor]:
        tensors = weights | dict(zip(source.examples, inputs, strict=True))
        results = op.run_on_tensors([tensors[name] for name in names], False, ctx)
        return [item.to(dtype) for item, dtype in zip(results, dtypes, strict=True)]

    engine.any_shape = True  # type: ignore[attr-defined]
    return engine

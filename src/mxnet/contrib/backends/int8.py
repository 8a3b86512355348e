"""The engine on numbers of 8 bits: the graph quantized by ``mx.contrib.quantization``, with ranges from the example."""

from __future__ import annotations

from collections.abc import Sequence

import torch

from ... import ndarray as nd
from ...core.errors import MXNetError
from ...gluon.backends import Engine, Source
from ...io import NDArrayIter
from ..quantization import quantize_model, quantize_model_mkldnn


def build(source: Source) -> Engine:
    """Quantize a graph; the inputs that it is built with are the examples.

    Options are those of ``quantize_model``, with its defaults except ``calib_mode="naive"``: one batch is too little
    for ``entropy``. Raises MXNetError where the examples are nothing but zeros, which have no range.
    """
    states = set(source.op.symbol.list_auxiliary_states())
    names = list(source.examples)
    options = {"calib_mode": "naive", **source.options}
    if options["calib_mode"] != "none" and "calib_data" not in options:
        if not any(each._t.any() for each in source.examples.values()):
            raise MXNetError(
                "optimize_for(backend='int8'): expected an example such as the network will see, to find ranges from, "
                f"got zeros for {', '.join(names)}; or give calib_data"
            )
        batch = next(iter(source.examples.values())).shape[0]
        options["calib_data"] = NDArrayIter(dict(source.examples), batch_size=batch)
    ctx = next(iter(source.examples.values())).context
    quantize = quantize_model_mkldnn if ctx.device_type == "cpu" else quantize_model
    symbol, args, auxs = quantize(
        source.op.symbol,
        {name: each for name, each in source.params.items() if name not in states},
        {name: each for name, each in source.params.items() if name in states},
        data_names=names,
        label_names=[name for name in source.op.symbol.list_arguments() if name not in source.params],
        **options,
    )
    op = nd.CachedOp(symbol)
    held = {**args, **auxs}
    wanted = symbol.list_inputs()

    def engine(inputs: Sequence[torch.Tensor]) -> Sequence[torch.Tensor]:
        given = dict(zip(names, inputs, strict=True))
        return op.run_on_tensors([given[n] if n in given else held[n]._t for n in wanted], False, ctx)

    engine.any_shape = True  # type: ignore[attr-defined]  # its ranges are those of the first example
    return engine

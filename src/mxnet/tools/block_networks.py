"""Networks of Gluon blocks: files of ``save_parameters``, which have no graph, with the block that they belong to."""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Mapping
from typing import Any

from .. import gluon
from .. import symbol as sym
from ..core.errors import nearest
from ..core.interruptions import explained
from ..gluon.model_zoo import vision
from ..gluon.saving import load_arrays
from .console import Refusal
from .networks import Network
from .weights import read_arrays


def block_network(name: str, file: str, inputs: int = 1) -> Network:
    """Return the network of a block, with the parameters of a file.

    ``name`` is a network of the model zoo, of as many classes as the file has, or ``module:function``, a function
    without arguments in a module of the user's that returns a ``HybridBlock``. ``inputs`` is how many the block takes.
    :class:`Refusal` says what does not fit.
    """
    arrays = read_arrays(file)
    block = _own_block(name) if ":" in name else _zoo_block(name, arrays)
    try:
        load_arrays(block, arrays, file, cast_dtype=True, dtype_source="saved")
    except (AssertionError, ValueError) as error:
        raise Refusal(f"{file} does not fit --network {name}: {error}") from error
    variables = [sym.var("data" if inputs == 1 else f"data{i}") for i in range(inputs)]
    with explained(
        lambda error: Refusal(f"--network {name}: no graph of {inputs} inputs: {type(error).__name__}: {error}"),
        Exception,
    ):  # whatever the user's own block raises
        _, graph = block._get_graph(*variables)
    values = {parameter.name: parameter.data() for parameter in block.collect_params().values()}
    return Network.of(graph, values, [name, file])


def zoo_name(file: str) -> str | None:
    """Return the network of the model zoo whose name a file's name begins with; None for others."""
    names = [name for name in vision._MODELS if os.path.basename(file).lower().startswith(name)]
    return max(names, key=len, default=None)


def _zoo_block(name: str, arrays: Mapping[str, Any]) -> Any:
    if name.lower() not in vision._MODELS:
        raise Refusal(
            f"--network {name}: expected module:function for a block of your own, or a network of the model zoo, "
            f"which has no such network{nearest(name.lower(), vision._MODELS)}"
        )
    *_, last = arrays.values() or [None]  # of the output layer, which has a row for each class
    return vision.get_model(name, **({"classes": last.shape[0]} if last is not None and last.shape else {}))


def _own_block(name: str) -> Any:
    """Return the block that ``module:function`` makes."""
    module, _, function = name.partition(":")
    before = list(sys.path)
    sys.path.insert(0, os.getcwd())
    try:
        with explained(lambda error: Refusal(f"--network {name}: {type(error).__name__}: {error}"), Exception):
            make: Any = importlib.import_module(module)
            for part in function.split("."):
                make = getattr(make, part)
            block = make if isinstance(make, gluon.Block) else make()
    finally:
        sys.path[:] = before
    if not isinstance(block, gluon.HybridBlock):
        raise Refusal(f"--network {name}: expected a HybridBlock, got {type(block).__name__}")
    return block

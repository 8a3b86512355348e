"""The errors for parameters without values."""

from __future__ import annotations

from typing import Any, NoReturn

from ..core.errors import MXNetError


class DeferredInitializationError(MXNetError):
    """A parameter's values were read before the first forward pass, which determines its shape."""


def explain_missing(param: Any) -> NoReturn:
    """Raise the error for a parameter without values: what is to be done."""
    if param._deferred_init:
        raise DeferredInitializationError(
            f"Parameter '{param.name}' has not been initialized yet because initialization was deferred: its shape "
            f"is {param.shape}, and the lengths of 0 are known after the first forward pass. Pass one batch of data "
            "through the network, or say in_units, in_channels, etc. when the layer is made"
        )
    raise RuntimeError(
        f"Parameter '{param.name}' has not been initialized: call initialize() on the block. "
        "Note that Block.params does not include the parameters of nested blocks; Block.collect_params() does"
    )

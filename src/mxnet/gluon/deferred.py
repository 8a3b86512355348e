"""Initialization that waits for the first forward pass: its lock, and the errors for parameters without values."""

from collections.abc import Callable
from functools import wraps
from typing import Any, NoReturn, ParamSpec, TypeVar

from ..core.errors import MXNetError
from ..core.forking import ReentrantLock

#: One thread at a time initializes parameters and traces blocks; computing takes no lock. There is one lock for both,
#: since the first call of a block does both.
initializing = ReentrantLock()
_Arguments = ParamSpec("_Arguments")
_Result = TypeVar("_Result")


def locked(function: Callable[_Arguments, _Result]) -> Callable[_Arguments, _Result]:
    """Let one thread at a time call a function that initializes parameters."""

    @wraps(function)
    def call(*args: _Arguments.args, **kwargs: _Arguments.kwargs) -> _Result:
        with initializing:
            return function(*args, **kwargs)

    return call


class DeferredInitializationError(MXNetError):
    """A parameter's values were read before the first forward pass, which determines its shape.

    Examples
    --------
    >>> layer = nn.Dense(2)
    >>> layer.initialize()
    >>> try:
    ...     layer.weight.data()
    ... except gluon.DeferredInitializationError:
    ...     print('not yet')
    not yet
    >>> layer(nd.ones((1, 3))).shape
    (1, 2)
    >>> layer.weight.data().shape
    (2, 3)
    """


def explain_missing(param: Any) -> NoReturn:
    """Raise the error for a parameter without values: what is to be done."""
    if param._deferred_init or param._data is not None:  # another thread has just made the values
        raise DeferredInitializationError(
            f"Parameter '{param.name}' has not been initialized yet because initialization was deferred: its shape "
            f"is {param.shape}, and the lengths of 0 are known after the first forward pass. Pass one batch of data "
            "through the network, or say in_units, in_channels, etc. when the layer is made"
        )
    raise RuntimeError(
        f"Parameter '{param.name}' has not been initialized: call initialize() on the block. "
        "Note that Block.params does not include the parameters of nested blocks; Block.collect_params() does. "
        "initialize() does not reach blocks that are added later, or that are in a list and not in a Sequential"
    )

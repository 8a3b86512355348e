"""The arguments of a hybrid block: whether they are arrays or symbols, and in which context."""

from collections.abc import Iterable, Sequence
from typing import Any

from .. import ndarray as nd
from ..core.context import Context
from ..core.text import no_array
from ..ndarray import NDArray
from ..symbol import Symbol
from .parameter import Parameter
from .structure import leaves_of

ARRAYS = (NDArray, nd.np.ndarray)


def any_symbol(args: Any) -> bool:
    return any(isinstance(leaf, Symbol) for leaf in leaves_of(args))


def first_context(values: Iterable[Any]) -> Context | None:
    """Return the context of the first array among values; None without one."""
    for value in values:
        if isinstance(value, NDArray):
            return value._ctx
    return None


def running_context(x: Any, args: tuple[Any, ...], one: bool) -> Context | None:
    """Return the context to run in; None for symbols. With ``one`` all arrays must be there."""
    if type(x) in ARRAYS and (not args or _all_in(x._ctx, args)):
        return x._ctx  # mostly, all are arrays in one place
    has_symbol, has_array, contexts, first = _gather_type_ctx_info([x, *args])
    if has_symbol and has_array:
        raise ValueError("In HybridBlock, we do not support mixed NDArrays and Symbols types for the input.")
    if has_symbol:
        return None
    if not has_array:
        raise ValueError(
            "In HybridBlock, there must be one NDArray or one Symbol in the input. Please check the type of the args: "
            f"got {', '.join(map(no_array, (x, *args)))}"
        )
    if one and len(contexts) > 1:
        raise ValueError(
            f"Find multiple contexts in the input, After hybridized, the HybridBlock only supports one: {contexts}"
        )
    return first


def _all_in(ctx: Context, args: tuple[Any, ...]) -> bool:
    """Return whether arguments are arrays, or lists of arrays, in one context."""
    for arg in args:
        for item in arg if type(arg) is list else (arg,):
            if type(item) not in ARRAYS or not (item._ctx is ctx or item._ctx == ctx):
                return False
    return True


def _gather_type_ctx_info(args: Any) -> tuple[bool, bool, set[Context], Context | None]:
    """Return whether there are symbols, whether there are arrays, the arrays' contexts, and the first of those."""
    leaves = list(leaves_of([args]))
    contexts = [leaf.context for leaf in leaves if isinstance(leaf, NDArray)]
    has_symbol = any(isinstance(leaf, Symbol) for leaf in leaves)
    return has_symbol, bool(contexts), set(contexts), contexts[0] if contexts else None


def check_arguments(args: Any) -> None:
    """Raise ValueError unless there are arrays of one device and, besides, at most Nones: as MXNet 2 does."""
    first = None
    for leaf in leaves_of(args):
        if isinstance(leaf, NDArray):
            if first is None:
                first = leaf._ctx
            elif leaf._ctx is not first and _device(leaf._ctx) != _device(first):
                raise ValueError(
                    "Find multiple devices in the input, After hybridized, the HybridBlock only supports one input "
                    f"device. Find all devices = {first}, {leaf._ctx}"
                )
        elif leaf is not None:
            raise ValueError(
                f"When hybridized, the input of HybridBlock must be (nested) list of NDArray, but got {no_array(leaf)}"
            )
    if first is None:
        raise without_arrays(args)


def without_arrays(args: Any) -> ValueError:
    """Return the error for arguments none of which is an array."""
    return ValueError(
        "In HybridBlock, there must be one NDArray in the input. Please check the type of the args: "
        f"got {', '.join(map(no_array, args))}"
    )


def _device(ctx: Context) -> tuple[Any, int]:
    """Return what contexts of the same memory share."""
    return ctx.torch_device, ctx.device_id


def trimmed(structure: Any) -> Any:
    """Return a structure of arguments without the Nones at its end, which need not be given."""
    length = len(structure)
    while length and structure[length - 1] == -1:
        length -= 1
    return structure[:length]


def graph_inputs(sources: Sequence[tuple[bool, Any]], leaves: Sequence[Any], ctx: Context | None) -> list[Any]:
    """Return the inputs of a graph: leaves, by their number, and the arrays of parameters and others with ``data``."""
    result = []
    for is_data, x in sources:
        if is_data:
            result.append(leaves[x])
        elif type(x) is Parameter and x._stype == "default" and (arrays := x._data) and arrays[0]._ctx is ctx:
            result.append(arrays[0])  # without a call for each
        else:
            result.append(x.data(ctx))
    return result

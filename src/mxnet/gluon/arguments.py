"""The arguments and results of a block: nested arrays or symbols, flattened and restored, and their context."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from ..core.context import Context
from ..core.text import no_array
from ..ndarray import NDArray
from ..ndarray.numpy import ndarray as np_ndarray
from ..symbol import Symbol

ARRAYS = (NDArray, np_ndarray)
#: The structure of a value: 0 for one array, n > 1 for a symbol of n outputs, -1 for None, a list for a sequence.
Format = Any


def _flatten(args: Any, inout_str: str) -> tuple[list[Any], Format]:
    """Return the leaves of nested sequences in order, None ones too, and their structure.

    ``inout_str`` (``'input'`` or ``'output'``) is for the message of the ValueError that anything else raises.
    """
    if isinstance(args, NDArray):
        return [args], 0
    if isinstance(args, Symbol):
        count = len(args.list_outputs())
        return [args], count if count > 1 else 0
    if args is None:
        return [None], -1
    if not isinstance(args, (list, tuple)):
        raise ValueError(
            f"When hybridized, the {inout_str} of HybridBlock must be (nested) list of Symbol or NDArray, "
            f"but got {no_array(args)}"
        )
    leaves: list[Any] = []
    formats = []
    for arg in args:
        if isinstance(arg, NDArray):  # mostly, without a call
            leaves.append(arg)
            formats.append(0)
            continue
        result, its_format = _flatten(arg, inout_str)
        leaves += result
        formats.append(its_format)
    return leaves, formats


def is_numpy(value: Any) -> bool:
    """Return whether something is an array or a symbol of the NumPy interface."""
    return isinstance(value, np_ndarray) or (isinstance(value, Symbol) and value.is_numpy)


def leaves_of(args: Sequence[Any]) -> Iterator[Any]:
    """Give the values in nested lists and tuples in order."""
    for arg in args:
        if isinstance(arg, (list, tuple)):
            yield from leaves_of(arg)
        else:
            yield arg


def with_leaves(args: Any, leaves: Iterator[Any]) -> Any:
    """Return nested lists and tuples with other values."""
    return [type(arg)(with_leaves(arg, leaves)) if isinstance(arg, (list, tuple)) else next(leaves) for arg in args]


def must_be_numpy(out: Any) -> None:
    """Raise TypeError if there is a classic array or symbol in (nested) sequences."""
    if isinstance(out, (list, tuple)):
        for item in out:
            must_be_numpy(item)
    elif isinstance(out, (NDArray, Symbol)) and out.as_np_ndarray() is not out:
        raise TypeError(
            "under NumPy semantics a block's results must be of type mxnet.numpy.ndarray or "
            f"mxnet.symbol.numpy._Symbol, but one is of {type(out)}"
        )


def _regroup(args: Iterable[Any], fmt: Format) -> Any:
    """Return flat values in the structure ``fmt``; sequences become lists."""
    return _take(iter(args), fmt)


def regroup_without_nones(values: Iterator[Any], fmt: Format) -> Any:
    """Do the same with values that are left out where the structure has a None."""
    if isinstance(fmt, list):
        return [next(values) if item == 0 else regroup_without_nones(values, item) for item in fmt]
    if fmt > 0:
        return [next(values) for _ in range(fmt)]
    return None if fmt == -1 else next(values)


def _take(values: Iterator[Any], fmt: Format) -> Any:
    if isinstance(fmt, list):
        return [_take(values, item) for item in fmt]
    if fmt > 0:
        return [next(values) for _ in range(fmt)]
    value = next(values)
    if fmt == -1 and value is not None:
        raise ValueError(f"expected None, got {value}")
    return value


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

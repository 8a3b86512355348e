"""Flattening nested lists of arrays or symbols, and restoring them."""

import warnings
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from ..core.text import no_array
from ..ndarray import NDArray
from ..ndarray.numpy import ndarray as np_ndarray
from ..symbol import Symbol

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


def share_parameters(block: Any, shared: Any) -> None:
    """Put parameters of another block into the place of a block's own (see :meth:`Block.share_parameters`)."""
    if shared is None:
        return
    if not hasattr(shared, "items"):
        raise ValueError(f"shared: expected a dict of parameters, got {type(shared).__name__}")
    by_path = dict(shared.items())
    if hasattr(shared, "prefix"):  # full names: they say the same after the prefix
        suffixes = {name.removeprefix(shared.prefix): param for name, param in by_path.items()}
        places = block._collect_params_with_prefix()
        by_path = {
            path: suffixes[suffix]
            for path, param in places.items()
            if (suffix := param._name.removeprefix(block.prefix)) in suffixes
        }
    for name in sorted(by_path.keys() - _replace(block, by_path, "")):
        warnings.warn(f"Parameter name {name} is not in the current model!", stacklevel=3)


def _replace(block: Any, shared: dict[str, Any], start: str) -> set[str]:
    """Replace the parameters of a block and those below; return the places that were there."""
    result = set()
    for name, replaced in list(block._reg_params.items()):
        if start + name in shared:
            param = shared[start + name]
            result.add(start + name)
            block._params._params.pop(replaced._name, None)
            block._params._params[param._name] = block._reg_params[name] = param
            object.__setattr__(block, name, param)
    for name, child in block._children.items():
        result |= _replace(child, shared, f"{start}{name}.")
    if hasattr(block, "_clear_cached_op"):
        block._clear_cached_op()
    return result

"""Files of blocks: parameters by their place in the structure, and whole models."""

from __future__ import annotations

from typing import Any

from .. import ndarray as nd
from ..core.errors import shortened
from ..eager.replacing import together
from .functions import as_classic
from .parameter import Parameter
from .parameter_dict import _SAME_PREFIX
from .utils import _brief_print_list

#: the parameters of layers, as their own file names them
_OF_ONE_LAYER = frozenset(("weight", "bias", "gamma", "beta", "running_mean", "running_var", "alpha"))


def save_parameters(block: Any, filename: str, deduplicate: bool = False) -> None:
    """Write a block's parameters, named by their place; shared ones once, under the last name, with ``deduplicate``."""
    params = block._collect_params_with_prefix()
    if deduplicate:
        last = {id(param): name for name, param in params.items()}
        params = {name: params[name] for name in last.values()}
    nd.save(filename, {name: as_classic(param._reduce()) for name, param in params.items()})


def load_parameters(
    block: Any,
    filename: str,
    ctx: Any = None,
    allow_missing: bool = False,
    ignore_extra: bool = False,
    cast_dtype: bool = False,
    dtype_source: str = "current",
) -> None:
    """Read a block's parameters from a file, whichever way its names are made (see :meth:`Block.load_parameters`)."""
    load_arrays(block, nd.load(filename), filename, ctx, allow_missing, ignore_extra, cast_dtype, dtype_source)


def load_arrays(
    block: Any,
    loaded: Any,
    filename: str,
    ctx: Any = None,
    allow_missing: bool = False,
    ignore_extra: bool = False,
    cast_dtype: bool = False,
    dtype_source: str = "current",
    own: bool = True,
) -> None:
    """Set a block's parameters to arrays by name; ``own``: no other object has them, as those just read from a file."""
    params = block._collect_params_with_prefix()
    if not loaded and not params:
        return
    loaded = dict(loaded) if isinstance(loaded, dict) else {}
    if any("." in name for name in loaded):  # exported with the names of places
        loaded = {name.removeprefix("arg:").removeprefix("aux:"): array for name, array in loaded.items()}
    loaded = _translated(block, loaded, "")
    if loaded and not any("." in name for name in loaded):
        if not allow_missing:
            _refuse_one_layer(block, params, loaded, filename)
        restore, arrays = _by_name(block, loaded)
        block._parameters()._load(
            arrays, ctx, allow_missing, ignore_extra, restore, filename, cast_dtype, dtype_source, own
        )
        return
    if not allow_missing:
        _check_complete(params, loaded, filename)
    with together() as pending:
        for name, array in loaded.items():
            if name in params:
                try:
                    params[name]._load_init(array, ctx, cast_dtype, dtype_source, own, pending)
                except AssertionError as error:
                    raise AssertionError(f"{error} (file: {filename})") from None
            elif not ignore_extra:
                raise ValueError(
                    f"Parameter '{shortened(name)}' loaded from file '{filename}' is not present in ParameterDict, "
                    f"which contains parameters {_brief_print_list(list(params))}. Set ignore_extra=True to ignore. "
                )


def _translated(block: Any, loaded: dict[str, Any], prefix: str) -> dict[str, Any]:
    """Return the arrays of a file as the blocks have their parameters, whichever interface wrote it."""
    if hasattr(block, "_translated"):
        loaded = block._translated(loaded, prefix)
    for name, child in block._children.items():
        loaded = _translated(child, loaded, f"{prefix}.{name}" if prefix else name)
    return loaded


def _check_complete(params: dict[str, Parameter], loaded: dict[str, Any], filename: str) -> None:
    """Raise AssertionError for a parameter of which no place is in the file."""
    result = {id(param) for name, param in params.items() if name in loaded}
    for name, param in params.items():
        assert id(param) in result, (
            f"Parameter '{shortened(name)}' is missing in file '{filename}', which contains parameters: "
            f"{_brief_print_list(list(loaded))}. Set allow_missing=True to ignore missing parameters."
        )


def _refuse_one_layer(block: Any, params: dict[str, Parameter], loaded: dict[str, Any], filename: str) -> None:
    """Raise AssertionError for the file of one layer where a block has its layers inside."""
    known = block._parameters()
    if not all("." in name for name in params) or any(block.prefix + name in known for name in loaded):
        return
    if not all(name in _OF_ONE_LAYER for name in loaded):
        return
    raise AssertionError(
        f"Parameter '{shortened(next(iter(params)))}' is missing in file: '{filename}', which contains parameters: "
        f"{_brief_print_list(list(loaded))}: those of a single layer, which that layer's load_parameters reads. "
        f"{_SAME_PREFIX}"
    )


def _by_name(block: Any, loaded: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """Return the prefix to restore and the arrays of a file that names parameters by their full names.

    ``ParameterDict.save`` leaves out the block's prefix. ``export`` writes it, after ``arg:`` or ``aux:``; where the
    network was another instance then, its prefix gives way to this one's.
    """
    if not all(name.startswith(("arg:", "aux:")) for name in loaded):
        return block.prefix, loaded
    arrays = {name[4:]: array for name, array in loaded.items()}
    own = list(block._parameters())
    if not own or any(name in arrays for name in own):
        return "", arrays
    expected = own[0].removeprefix(block.prefix)
    others = [name.removesuffix(expected) for name in arrays if name.endswith(expected)]
    if len(others) != 1:
        return "", arrays
    return "", {block.prefix + name.removeprefix(others[0]): array for name, array in arrays.items()}

"""Files of blocks: parameters by their place in the structure, whole models, and graphs for other programs."""

import json
import warnings
from collections.abc import Iterator
from itertools import count
from typing import Any

from .. import ndarray as nd
from ..core.errors import MXNetError, named_arrays, shortened
from ..core.files.saving import atomic_write, open_saved, written_together
from ..core.semantics import semantics
from ..eager.replacing import together
from .functions import as_classic
from .parameter import Parameter
from .parameter_dict import _SAME_PREFIX, load_into
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


def load_arrays(
    block: Any, loaded: Any, filename: str, allow_missing: bool = False, ignore_extra: bool = False, **how: Any
) -> None:
    """Set a block's parameters to arrays by name; ``how``: see :meth:`.Parameter._load_init`.

    No other object has the arrays, as those just read from a file, unless ``own=False`` says so.
    """
    how = {"ctx": None, "own": True, **how}
    params = block._collect_params_with_prefix()
    if not loaded and not params:
        return
    loaded = dict(named_arrays(loaded, filename))
    if any("." in name for name in loaded):  # exported with the names of places
        loaded = {name.removeprefix("arg:").removeprefix("aux:"): array for name, array in loaded.items()}
    loaded = _translated(block, loaded, "")
    if loaded and not any("." in name for name in loaded):
        if not allow_missing:
            _refuse_one_layer(block, params, loaded, filename)
        restore, arrays = _by_name(block, loaded)
        block._parameters()._load(arrays, allow_missing, ignore_extra, restore, filename, **how)
        return
    if not allow_missing:
        _check_complete(params, loaded, filename)
    with together() as pending:
        for name, array in loaded.items():
            if name in params:
                load_into(params[name], array, f"file: {filename}", pending=pending, **how)
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


# -- files of whole models: the blocks, which of them are hybridized, and the parameters ------------------------------


def save_model(block: Any, prefix: str) -> None:
    """Write a block's structure and parameters (see :meth:`Block.save`)."""
    key, described = _describe(block, count())
    with written_together():
        with atomic_write(f"{prefix}-model.json") as stream:
            stream.write(json.dumps({key: described}).encode())
        block.save_parameters(f"{prefix}-model.params")


def _describe(block: Any, numbers: Any) -> tuple[str, dict[str, Any]]:
    """Return a block's key (its class and a running number) and what MXNet notes of it and of those below."""
    key = f"{type(block).__name__.lower()}{next(numbers)}"
    described: dict[str, Any] = {"orig_name": block.name}
    graph = getattr(block, "_cached_graph", None)
    if graph:
        inputs, outputs = graph
        described |= {"in_format": block._in_format, "out_format": block._out_format}
        described |= {"inputs": [item.tojson() for item in inputs], "symbol": outputs.tojson(), "hybridized": True}
    elif graph is not None:
        described["hybridized"] = False
    described["children"] = {child.name: attribute for attribute, child in block._children.items()}
    described |= dict(_describe(child, numbers) for child in block._children.values())
    return key, described


def load_model(block: Any, prefix: str) -> None:
    """Read a block's structure and parameters (see :meth:`Block.load`)."""
    name = f"{prefix}-model.json"
    described = _read(name)
    names = dict(_names(block, described))
    file = f"{prefix}-model.params"
    loaded = named_arrays(nd.load(file), file)
    load_arrays(block, {names.get(name, name): array for name, array in loaded.items()}, file)
    _restore(block, described)


def _read(path: str) -> dict[str, Any]:
    """Return what a file notes of the outermost block. Raises MXNetError naming the file where it is damaged."""
    with open_saved(path) as stream:
        try:
            content = json.loads(stream.read().decode("utf-8-sig"))
            full = isinstance(content, dict) and len(content) == 1 and all(map(_is_description, content.values()))
        except (ValueError, RecursionError) as error:
            raise MXNetError(f"{path} is not the structure of a model: {error}") from error
    if not full:
        raise MXNetError(f"{path} is not the structure of a model: a block is not noted with its children")
    return next(iter(content.values()))


def _is_description(value: Any) -> bool:
    match value:
        case {"children": dict() as children}:
            named = all(isinstance(item, str) for item in children.values())
            return named and all(map(_is_description, _below(value)))
    return False


def _below(described: dict[str, Any]) -> list[dict[str, Any]]:
    return [value for key, value in described.items() if key != "children" and isinstance(value, dict)]


def _names(block: Any, described: dict[str, Any], own: str = "", saved: str = "") -> Iterator[tuple[str, str]]:
    """Give the parameters' names in the file with those here: children are found by their order."""
    for name in block._reg_params:
        yield f"{saved}{name}", f"{own}{name}"
    attributes = list(described["children"].values())
    if len(attributes) != len(block._children):  # a block that is there twice has one name
        attributes = list(block._children)
    for (name, child), attribute, inner in zip(block._children.items(), attributes, _below(described), strict=False):
        yield from _names(child, inner, f"{own}{name}.", f"{saved}{attribute}.")


def _restore(block: Any, described: dict[str, Any]) -> None:
    """Let the blocks that ran as graphs do so again: the next call traces them, for their parameters have new names."""
    if described.get("hybridized"):
        block._active = True
        block._clear_cached_op()
    for child, inner in zip(block._children.values(), _below(described), strict=False):
        _restore(child, inner)


# -- writing a hybrid block's graph and parameters for other programs -------------------------------------------------


def export(block: Any, path: str | None, epoch: int = 0, remove_amp_cast: bool = True) -> tuple[Any, Any]:
    """Write the graph and the parameters of a block that ran as a graph (see :meth:`HybridBlock.export`)."""
    _, graph = block._graph_to_export()
    kinds = dict.fromkeys(graph.list_arguments(), "arg") | dict.fromkeys(graph.list_auxiliary_states(), "aux")
    arrays = {}
    for name, param in {**block.collect_params(), **block._captured}.items():
        if name in kinds:
            arrays[f"{kinds[name]}:{name}"] = as_classic(param._reduce())
        else:
            warnings.warn(f'Parameter "{name}" is not found in the graph. ', stacklevel=3)
    if path is None and semantics.api == 2:
        return graph, {name: array.as_np_ndarray() for name, array in arrays.items()}
    symbol_file, params_file = f"{path}-symbol.json", f"{path}-{int(epoch):04d}.params"
    with written_together():
        graph.save(symbol_file, remove_amp_cast=remove_amp_cast)
        nd.save(params_file, arrays)
    return symbol_file, params_file if arrays or semantics.api == 1 else None

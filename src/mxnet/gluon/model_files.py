"""Files of whole models: the blocks, which of them are hybridized, and the parameters."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import count
from typing import Any

from .. import ndarray as nd
from ..core.errors import MXNetError
from ..core.files import atomic_write, open_saved, written_together
from .saving import load_arrays


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
    loaded = nd.load(file)
    if not isinstance(loaded, dict):
        raise MXNetError(f"{file}: expected named arrays, got a list")
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
    for (name, child), attribute, its in zip(block._children.items(), attributes, _below(described), strict=False):
        yield from _names(child, its, f"{own}{name}.", f"{saved}{attribute}.")


def _restore(block: Any, described: dict[str, Any]) -> None:
    """Let the blocks that ran as graphs do so again: the next call traces them, for their parameters have new names."""
    if described.get("hybridized"):
        block._active = True
        block._clear_cached_op()
    for child, its in zip(block._children.values(), _below(described), strict=False):
        _restore(child, its)

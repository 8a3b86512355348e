"""Checkpoints: the pair of files ``<prefix>-symbol.json`` and ``<prefix>-<epoch>.params``."""

import logging
import os
from collections.abc import Callable, Mapping
from typing import Any

from . import ndarray as nd
from . import symbol as sym
from .core.errors import MXNetError, expect, named_arrays
from .core.files.paths import exists
from .core.files.saving import written_together
from .ndarray.creation import as_ndarray

__all__ = ["CheckpointError", "load_checkpoint", "load_params", "save_checkpoint"]


class CheckpointError(MXNetError, ValueError):
    """A file of parameters is no part of a checkpoint."""


def save_checkpoint(
    prefix: str,
    epoch: int,
    symbol: Any,
    arg_params: Mapping[str, Any],
    aux_params: Mapping[str, Any],
    remove_amp_cast: bool = True,
    format: str | None = None,
) -> None:
    """Write a network and its parameters: ``prefix-symbol.json`` (unless None) and ``prefix-<epoch>.params``.

    Parameters are NDArrays or NumPy arrays. ``format='safetensors'`` writes ``prefix-<epoch>.safetensors`` instead,
    which :func:`load_checkpoint` finds as well.

    The epoch has four digits or more. Casts that mixed precision put into the network are left out unless
    ``remove_amp_cast`` is false. After a crash on the way either both are found or what was there before. Raises
    OSError where they cannot be written.
    """
    if format not in (None, "mxnet", "safetensors"):
        raise ValueError(f"format: expected 'mxnet', 'safetensors' or None, got {format!r}")
    path = f"{prefix}-{int(epoch):04d}.{'safetensors' if format == 'safetensors' else 'params'}"
    named = {"arg": arg_params, "aux": aux_params}
    for group, params in named.items():
        expect(isinstance(params, Mapping), f"{group}_params", "a dict of arrays by name", params, AttributeError)
    arrays = {f"{group}:{k}": as_ndarray(v) for group, params in named.items() for k, v in params.items()}
    write_files(prefix, symbol, remove_amp_cast, {path: lambda to: nd.save(to, arrays)})
    logging.info('Saved checkpoint to "%s"', path)


def write_files(prefix: str, symbol: Any, remove_amp_cast: bool, files: Mapping[str, Callable[[str], Any]]) -> None:
    """Write a network (unless None) and the files of one epoch, so that a crash leaves all of them or none.

    ``files`` are functions to write each by its path, the file that makes the epoch a checkpoint last.
    """
    with written_together():
        if symbol is not None:
            expect(hasattr(symbol, "save"), "symbol", "a Symbol", symbol, AttributeError)
            symbol.save(f"{prefix}-symbol.json", remove_amp_cast=remove_amp_cast)
        for path, write in files.items():
            write(path)


def load_params(prefix: str, epoch: int) -> tuple[dict[str, Any], dict[str, Any]]:
    """Read ``prefix-<epoch>.params`` (or ``.safetensors``) and return the parameters and the auxiliary states, by name.

    Raises :class:`MXNetError`, naming the file, when it is missing, damaged, or no checkpoint's.
    """
    paths = [f"{prefix}-{int(epoch):04d}.{ending}" for ending in ("params", "safetensors")]
    path = max(filter(exists, paths), key=os.path.getmtime, default=paths[0])  # the latest that was saved
    loaded = nd.load(path)
    if not loaded:
        logging.warning("Params file '%s' is empty", path)
        return {}, {}
    result: dict[str, dict[str, Any]] = {"arg": {}, "aux": {}}
    for key, value in named_arrays(loaded, path).items():
        group, separator, name = key.partition(":")
        if not separator:
            raise CheckpointError(f"{path}: expected names that begin with 'arg:' or 'aux:', got {key[:100]!r}")
        result.setdefault(group, {})[name] = value
    return result["arg"], result["aux"]


def load_checkpoint(prefix: str, epoch: int) -> tuple[sym.Symbol, dict[str, Any], dict[str, Any]]:
    """Read a checkpoint and return its symbol, parameters and auxiliary states (see :func:`load_params`)."""
    return (sym.load(f"{prefix}-symbol.json"), *load_params(prefix, epoch))

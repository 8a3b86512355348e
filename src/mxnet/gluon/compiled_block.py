"""A network in one file of compiled code, which needs neither its Python class nor a compiler."""

from __future__ import annotations

import importlib
import os
from typing import Any

import torch

from .. import ndarray as nd
from ..core.errors import MXNetError
from ..core.interruptions import explained
from ..registry.manual import documented
from .base_block import Block

__all__ = ["CompiledBlock"]


@documented()
class CompiledBlock(Block):
    """Runs what ``net.optimize_for(x, backend="aot", path=path)`` wrote: prediction, for inputs shaped as ``x`` was.

    It needs neither the network's Python class nor a compiler.

    Parameters
    ----------
    path
        The file that ``optimize_for`` wrote.

    Raises
    ------
    MXNetError
        Where there is no such file or a damaged one, and for inputs of another number, shape or type.

    Notes
    -----
    Code in the file runs in this process: load only files that you trust.

    Examples
    --------
    >>> gluon.CompiledBlock('no such file')
    Traceback (most recent call last):
        ...
    mxnet.core.errors.MXNetError: no such file: there is no such file
    """

    def __init__(self, path: str | os.PathLike[str], prefix: str | None = None, params: Any = None) -> None:
        super().__init__(prefix=prefix, params=params)
        self._engine = importlib.import_module("mxnet.contrib.backends.torch_constants").load(os.fspath(path))

    def _refused(self, error: Exception) -> MXNetError:
        return MXNetError(f"{self.name}: {str(error).splitlines()[0]}")

    def forward(self, *args: Any) -> Any:
        """Return the network's output, or a list of them."""
        with torch.no_grad(), explained(self._refused, RuntimeError):
            results = self._engine([arg._t.detach() for arg in args])
        result = [nd.NDArray._wrap(result, args[0].context) for result in results]
        return result[0] if len(result) == 1 else result

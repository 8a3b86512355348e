"""Initializers made of others: by pattern of the name, and from saved parameters."""

from __future__ import annotations

import logging
import re
from collections.abc import Mapping, Sequence
from typing import Any

from .. import ndarray as nd
from .base import write


class Load:
    """Take parameters from a file or a dict of arrays, and those it lacks from ``default_init``.

    The prefixes ``arg:`` and ``aux:`` of checkpoints are dropped. Raises AssertionError for a parameter of another
    shape, and for one that is missing when there is no ``default_init``.
    """

    def __init__(self, param: str | Mapping[str, Any], default_init: Any = None, verbose: bool = False) -> None:
        loaded = nd.load(param) if isinstance(param, str) else param
        self._source = f" {param}" if isinstance(param, str) else ""
        assert isinstance(loaded, Mapping), f"param{self._source}: expected named arrays, got {type(loaded).__name__}"
        self.param = {re.sub("^(arg|aux):", "", name): array for name, array in loaded.items()}
        self.default_init = default_init
        self.verbose = verbose

    def __call__(self, name: str, arr: Any) -> None:
        """Fill ``arr``, the parameter ``name``."""
        if name in self.param:
            source = self.param[name]
            assert arr.shape == source.shape, (
                f"Parameter {name} cannot be initialized from loading{self._source}. "
                f"Shape mismatch, target {arr.shape} vs loaded {source.shape}"
            )
            write(arr, source)
            how = "loading"
        else:
            assert self.default_init is not None, (
                f"Cannot Initialize {name}. Not found in loaded param and no default Initializer is provided."
            )
            self.default_init(name, arr)
            how = "default"
        if self.verbose:
            logging.info("Initialized %s by %s", name, how)


class Mixed:
    """Choose the initializer by the first regular expression that matches the beginning of the name.

    Raises AssertionError unless there are as many patterns as initializers; calling it raises ValueError for a name
    that none matches (end with ``'.*'``).
    """

    def __init__(self, patterns: Sequence[str], initializers: Sequence[Any]) -> None:
        assert len(patterns) == len(initializers), f"{len(patterns)} patterns for {len(initializers)} initializers"
        self.map = [(re.compile(item), init) for item, init in zip(patterns, initializers, strict=True)]

    def __call__(self, name: str, arr: Any) -> None:
        """Fill ``arr``, the parameter ``name``."""
        for pattern, init in self.map:
            if pattern.match(name):
                init(name, arr)
                return
        raise ValueError(f'Parameter name {name} did not match any pattern: add a last pattern ".*" with a default')

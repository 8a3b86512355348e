"""The profiler's configuration."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from ..core.errors import MXNetError
from ..core.params import describe, parser

_FIELDS: dict[str, Any] = {
    "profile_all": bool,
    "profile_symbolic": bool,
    "profile_imperative": bool,
    "profile_memory": bool,
    "profile_api": bool,
    "filename": str,
    "continuous_dump": bool,
    "dump_period": float,
    "aggregate_stats": bool,
    "profile_process": Literal["server", "worker"],
}


@dataclass(frozen=True)
class Config:
    """The profiler's settings; ``dump_period`` is in seconds."""

    profile_all: bool = False
    profile_symbolic: bool = True
    profile_imperative: bool = True
    profile_memory: bool = True
    profile_api: bool = True
    filename: str = "profile.json"
    continuous_dump: bool = True
    dump_period: float = 1.0
    aggregate_stats: bool = False
    profile_process: str = "worker"


def read_config(given: dict[str, Any]) -> Config:
    """Read settings from values or texts; what is not given has its default.

    Raises :class:`MXNetError` for a name that is not known, a value that cannot be read, and a period of dumping that
    is not positive.
    """
    values = {}
    for name, value in given.items():
        if name not in _FIELDS:
            known = "\n".join(f"{key} : {describe(kind)}" for key, kind in _FIELDS.items())
            raise MXNetError(f"Cannot find argument '{name}', Possible Arguments:\n----------------\n{known}")
        try:
            values[name] = parser(_FIELDS[name])(value)
        except ValueError as error:
            raise MXNetError(f"Invalid Parameter format for {name}: {error}, got {value!r}") from None
    config = Config(**values)
    if config.continuous_dump and not config.dump_period > 0:
        raise MXNetError(f"dump_period: expected a positive number of seconds, got {config.dump_period}")
    return config

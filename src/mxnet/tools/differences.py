"""The list of intended differences from MXNet 1.9.1: ``differences.toml``, whose head says what a row has.

``docs/differences.md`` is made from it (``scripts/write_differences.py``), ``remx doctor`` prints its sentences, and
tests that meet a difference name its row.
"""

import tomllib
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

#: long and short names of the same module
_SHORT = {
    "numpy": "np", "numpy_extension": "npx", "ndarray": "nd", "symbol": "sym", "kvstore": "kv", "module": "mod",
}  # fmt: skip
#: names of fewer letters are too common to say something about every use of them
_SHORTEST = 4


class Difference(NamedTuple):
    """One row: what 1.9.1 does and what remx does."""

    id: str
    subject: str
    names: tuple[str, ...]
    mxnet: str
    remx: str
    switch: str = ""
    better: bool = False
    test: str = ""
    #: what a program has that meets the case
    when: tuple[str, ...] = ()

    @property
    def sentence(self) -> str:
        """Both in one sentence, with the switch."""
        text = f"1.9.1: {self.mxnet}; here: {self.remx}" if self.mxnet else self.remx
        return f"{text} (MXNET_STRICT_COMPAT={self.switch})" if self.switch else text


@cache
def document() -> dict[str, Any]:
    """Return the file as it is: ``top``, ``subjects``, ``introductions``, ``difference``."""
    return tomllib.loads(Path(__file__).with_name("differences.toml").read_text(encoding="utf-8"))


@cache
def table() -> dict[str, Difference]:
    """Return the rows by id."""
    rows = [{key: _value(value) for key, value in row.items()} for row in document()["difference"]]
    return {row["id"]: Difference(**{"mxnet": "", **row}) for row in rows}


def _value(value: Any) -> Any:
    """Return a text in one line, and a list as a tuple."""
    return " ".join(value.split()) if isinstance(value, str) else tuple(value) if isinstance(value, list) else value


def reason(row: str) -> str:
    """Return the sentence of a row; KeyError if there is none with this id."""
    return f"{row}: {table()[row].sentence}"


def about(path: str) -> tuple[Difference, ...]:
    """Return the rows that concern a name such as ``mxnet.gluon.nn.Dense``."""
    parts = [_SHORT.get(part, part) for part in path.split(".")]
    result: dict[str, Difference] = {}
    for count in (1, 2, 3):
        for row in _by_name().get(".".join(parts[-count:]), ()):
            if count > 1 or "np" not in parts[:-1]:
                result[row.id] = row
    return tuple(result.values())


@cache
def _by_name() -> dict[str, list[Difference]]:
    index: dict[str, list[Difference]] = {}
    for row in table().values():
        for name in row.names:
            short = ".".join(_SHORT.get(part, part) for part in name.split("."))
            if "." in short or len(short) >= _SHORTEST:
                index.setdefault(short, []).append(row)
    return index

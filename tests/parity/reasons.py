"""Reasons for differences that are meant: a sentence, or ``row: id`` for a row of ``differences.toml``."""

from __future__ import annotations

_ROW = "row: "


def told(reason: str) -> str:
    """Return a reason in words; KeyError for a row that there is not."""
    if not reason.startswith(_ROW):
        return reason
    from mxnet.tools import differences  # not under MXNet, which reads the tables of reasons, too

    return differences.reason(reason.removeprefix(_ROW))

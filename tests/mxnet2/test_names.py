"""Names and arguments of MXNet 2.0: what is not there is listed, with nothing else missing."""

from __future__ import annotations

from pathlib import Path

import pytest

from .report import missing, parameters

LACKING = Path(__file__).with_name("lacking.txt")


@pytest.mark.parametrize(
    ("signature", "expected"),
    [
        ("(self, a, b=1, *args, **kwargs)", ["a", "b", "*args", "**kwargs"]),
        ("(shape=(1, 2), axis=<_NullType>)", ["shape", "axis"]),
        ("()", []),
        (None, []),
    ],
)
def test_parameters(signature, expected):
    assert parameters(signature) == expected


def test_nothing_else_is_missing():
    known = set(LACKING.read_text().splitlines())
    found = {line for line in missing() if not line.startswith("mxnet.gluon.probability")}
    print("missing:", *sorted(found - known), "there now:", *sorted(known - found), sep="\n  ")
    assert found == known

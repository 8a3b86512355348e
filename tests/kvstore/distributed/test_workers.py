"""Stores of two processes: one launch runs all of ``checks.py``."""

from __future__ import annotations

import re

import pytest

from .conftest import HERE

NAMES = re.findall(r"^@check\ndef (\w+)", (HERE / "checks.py").read_text(), re.MULTILINE)


@pytest.mark.parametrize("name", NAMES)
def test_two_workers(outcomes, name):
    found = [each.get(name, "the worker did not get there") for each in outcomes[0]]
    assert found == ["passed", "passed"], "\n".join(found)

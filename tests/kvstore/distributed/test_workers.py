"""Stores of two processes: one launch runs all of ``checks.py``."""

from __future__ import annotations

import re

import pytest

from .conftest import HERE

NAMES = re.findall(r"^@check\ndef (\w+)", (HERE / "checks.py").read_text(), re.MULTILINE)


@pytest.fixture(scope="module")
def outcomes(launched):
    status, results, outputs = launched("checks.py", 2, MXNET_KVSTORE_BIGARRAY_BOUND="100")
    assert status == 0, outputs
    return results


@pytest.mark.parametrize("name", NAMES)
def test_two_workers(outcomes, name):
    found = [each.get(name, "the worker did not get there") for each in outcomes]
    assert found == ["passed", "passed"], "\n".join(found)

"""A short run of :mod:`tests.fuzz.operators`, and that it finds what it looks for."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import mxnet as mx
import numpy as np
import pytest
import torch

from tests.fuzz import operators
from tests.fuzz.operators import Case, Cases
from tests.ops.sample import OpSample, normal

_SEED = 20261122


def test_no_operator_dies_or_leaves_its_memory() -> None:
    """Every operator, called wrongly once, raises MXNetError, TypeError or ValueError, or works."""
    cases = len(Cases(_SEED).order)
    number, findings = operators.main(seconds=3600, seed=_SEED, cases=cases)  # a case's own limit is processor time
    assert not findings, "\n".join(map(str, findings))
    assert number == cases


def test_an_operator_more_changes_no_other_s_cases(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is drawn for an operator depends on the seed, its name and its samples alone."""
    before = {each.sample.op: str(each) for each in map(Cases(3).__getitem__, range(50))}
    tables = [(family, [each for each in table if each.op != "exp"]) for family, table in operators.families()]
    monkeypatch.setattr(operators, "families", lambda: tables)
    after = {each.sample.op: str(each) for each in map(Cases(3).__getitem__, range(50))}
    both = before.keys() & after.keys()
    assert len(both) >= 49
    assert all(before[op] == after[op] for op in both)


def test_cases_repeat() -> None:
    """A case is found again by its seed and number."""
    first, second = Cases(3)[17], Cases(3)[17]
    assert str(first) == str(second)
    assert str(first) != str(Cases(4)[17])


@pytest.fixture
def case() -> Case:
    sample = OpSample("exp", (normal(2, 3),))
    return Case(sample, list(sample.arrays("float32")), {})


def _kinds(case: Case, run: Callable[[Case, bool], Any], monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    monkeypatch.setattr(operators, "MODES", {"once": run})
    return (kind for kind, _, _ in operators.judge(case))


def _neighbour(case: Case, second: bool) -> list[np.ndarray]:
    inputs, _ = operators._guard(case, second)
    return [inputs[0]._t.as_strided((1,), (1,), operators.AROUND - 1).numpy().copy()]


def _write_to_data_file(case: Case, second: bool) -> list[np.ndarray]:
    inputs, guards = operators._guard(case, second)
    inputs[0]._t.as_strided((1,), (1,), operators.AROUND - 1).fill_(5)
    for each in guards:
        each.check()
    return []


def _never_written(case: Case, second: bool) -> list[np.ndarray]:
    return [torch.empty(5000, dtype=torch.uint8).numpy().copy()]


def _raise(error: Exception) -> Callable[[Case, bool], Any]:
    def run(case: Case, second: bool) -> list[np.ndarray]:
        raise error

    return run


WRONG = {
    "read beside": (_neighbour, ["outside"]),
    "written beside": (_write_to_data_file, ["outside"]),
    "never written": (_never_written, ["outside"]),
    "KeyError": (_raise(KeyError("x")), ["raw"]),
    "our code": (_raise(mx.MXNetError("'NoneType' object is not iterable")), ["raw"]),
    "no memory": (_raise(mx.MXNetError("can't allocate memory")), ["memory"]),
    "MXNetError": (_raise(mx.MXNetError("data: expected (2,), got (3,)")), []),
    "TypeError": (_raise(TypeError("no")), []),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_is_found(name: str, case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    """Reads and writes outside of inputs, memory never written, raw errors and too much memory are told apart."""
    run, wanted = WRONG[name]
    assert list(_kinds(case, run, monkeypatch)) == wanted

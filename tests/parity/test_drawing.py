"""What the random calls of operators promise: every operator is drawn, numbers repeat, differences are seen."""

from __future__ import annotations

import numpy as np
from mxnet.registry import OPS

from tests.parity.random_calls.case import Case, pack, unpack
from tests.parity.random_calls.compare import differences
from tests.parity.random_calls.expected_differences import NOT_DRAWN, NUMPY
from tests.parity.random_calls.generator import OPERATORS, draw_case


def test_every_operator_is_drawn() -> None:
    left = {op.name for op in OPS.values()} - set(OPERATORS)
    assert {name for name in left if not (OPS[name].extension or name.startswith(NUMPY))} == set(NOT_DRAWN)


def test_draws_repeat() -> None:
    for number in range(50):
        first, again = draw_case(7, number), draw_case(7, number)
        assert str(first) == str(again)
        for a, b in zip(first.inputs, again.inputs, strict=True):
            np.testing.assert_array_equal(a, b)


def test_cases_travel() -> None:
    for number in range(50):
        case = draw_case(8, number)
        there = unpack(pack(case))
        assert str(there) == str(case)
        for a, b in zip(case.inputs, there.inputs, strict=True):
            np.testing.assert_array_equal(a, b)


def test_differences_are_seen() -> None:
    case, values = Case("relu", [np.ones(3, "float32")]), np.array([1, 2, 3], "float32")
    answer = {"outputs": [values], "stage": "done"}
    assert not differences(case, answer, {"outputs": [values * (1 + 1e-6)]})
    assert differences(case, answer, {"outputs": [values * 1.01]})
    assert differences(case, answer, {"outputs": [values.astype("float64")]})
    assert differences(case, answer, {"outputs": [values[None]]})
    raised = {"raised": ["MXNetError", "RuntimeError"], "message": "no", "stage": "forward"}
    assert differences(case, answer, raised)
    assert differences(case, raised, answer)
    assert not differences(case, raised, raised)

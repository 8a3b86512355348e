"""How answers travel and are compared."""

from __future__ import annotations

import numpy as np
import pytest

from tests.parity import answers

TREE = {
    "array": np.arange(6, dtype="int8").reshape(2, 3),
    "nested": [1, 2.5, "text", None, True, b"\x00\xff", (1, [2])],
    "empty": {},
}


def test_answers_survive_the_journey(tmp_path):
    answers.write(tmp_path / "a", {**TREE, "scalar": np.float32(0.5)})
    back = answers.read(tmp_path / "a")
    assert answers.differences(back, {**TREE, "scalar": 0.5}, 0, 0) == []
    assert back["array"].dtype == np.int8


def test_unknown_types_are_refused(tmp_path):
    with pytest.raises(TypeError, match="may not answer with object"):
        answers.write(tmp_path / "a", {"x": object()})


@pytest.mark.parametrize(
    ("ours", "theirs", "line"),
    [
        (1, 1.0, "answer: ours is 1, theirs 1.0"),
        (1.0, 1.1, "answer: ours is 1.0, theirs 1.1"),
        ({"a": 1}, {"b": 1}, "answer: only ours {'a'}, only theirs {'b'}"),
        ([1], [1, 2], "answer: ours has 1 items, theirs 2: [1] / [1, 2]"),
        ([1, 2], [1, 3], "answer[1]: ours is\n2\n  theirs\n3"),
        (np.zeros(2), np.zeros((2, 1)), "answer: ours is float64(2,), theirs float64(2, 1)"),
        (np.zeros(2), np.zeros(2, "float32"), "answer: ours is float64(2,), theirs float32(2,)"),
        (
            np.array([0.0, 1.0]),
            np.array([0.0, 2.0]),
            "answer: 1 of 2 values differ, first at (1,): ours np.float64(1.0), theirs np.float64(2.0)",
        ),
        ({"raised": []}, {"raised": ["KeyError"]}, "answer: ours raises no error, theirs KeyError"),
        ({"raised": ["OSError"]}, {"raised": ["KeyError"]}, "answer: ours raises OSError, theirs KeyError"),
    ],
)
def test_differences_are_found(ours, theirs, line):
    assert answers.differences(ours, theirs, 1e-5, 1e-6) == [line]


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        (1.0, 1.000001),
        (float("nan"), float("nan")),
        ({"raised": ["MXNetShapeError", "MXNetError", "RuntimeError"]}, {"raised": ["MXNetError", "RuntimeError"]}),
        ({"raised": []}, {"raised": []}),
    ],
)
def test_agreement_is_seen(ours, theirs):
    assert answers.differences(ours, theirs, 1e-5, 1e-6) == []

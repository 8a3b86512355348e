"""Which head gradient belongs to which output."""

from __future__ import annotations

import pytest
from mxnet import MXNetError
from mxnet.head_grads import resolve_head_grads

NAMES = ["a", "loss_a", "b", "loss_b"]
MIXED = (True, False, True, False)


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (["A", "B"], ["A", None, "B", None]),
        (["A", None, "B"], ["A", None, "B", None]),
        (["A", "anything", "B"], ["A", None, "B", None]),
        (["A", "anything", "B", "thing"], ["A", None, "B", None]),
        (["A", None, "B", None, "surplus"], ["A", None, "B", None]),
        (("A", "B"), ["A", None, "B", None]),
        ([None, "B"], [None, None, "B", None]),
        ({"a": "A", "b": "B"}, ["A", None, "B", None]),
        ({"b": "B", "a": None}, [None, None, "B", None]),
        ({"a": "A", "b": "B", "loss_a": "anything"}, ["A", None, "B", None]),
    ],
)
def test_lists_and_dicts_of_head_gradients(given, expected):
    assert resolve_head_grads(given, NAMES, MIXED) == expected


@pytest.mark.parametrize("given", [None, [], {}, ["x"], ["x", "y"]])
def test_losses_need_nothing(given):
    assert resolve_head_grads(given, ["l", "m"], (False, False)) == [None, None]


@pytest.mark.parametrize("given", ["A", ["A"]])
def test_one_array_for_the_one_head_that_needs_it(given):
    assert resolve_head_grads(given, ["loss", "a"], (False, True)) == [None, "A"]


@pytest.mark.parametrize(
    ("given", "missing"),
    [
        (None, "'a', 'b'"),
        ([], "'a', 'b'"),
        (["A"], "'b'"),
        (["A", "B", "C"], None),
        ({"a": "A"}, "'b'"),
        ({}, "'a', 'b'"),
    ],
)
def test_missing_heads_are_named(given, missing):
    if missing is None:
        assert resolve_head_grads(given, NAMES, MIXED) == ["A", None, "C", None]
        return
    with pytest.raises(MXNetError, match=f"output {missing} is missing") as caught:
        resolve_head_grads(given, NAMES, MIXED)
    assert "backward([grad, grad])" in str(caught.value)
    assert "backward({'a': grad, 'b': grad})" in str(caught.value)


@pytest.mark.parametrize(("names", "given"), [(NAMES, {"c": "C"}), (["a", "a"], {"a": "A"})])
def test_names_that_do_not_say_which(names, given):
    with pytest.raises(MXNetError, match=r"names (no output|2 outputs)"):
        resolve_head_grads(given, names, (True,) * len(names))

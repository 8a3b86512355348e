"""What the random networks promise: numbers repeat, graphs compute what eager blocks do, differences are seen."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tests.parity.networks.build import build
from tests.parity.networks.measure import read, write
from tests.parity.networks.run import WRONG_GRAPHS, WRONG_SUMS, differences, excused


def test_networks_repeat() -> None:
    for number in range(20):
        (p, net, inputs), (again, other, values) = build(7, number), build(7, number)
        assert p == again
        assert repr(net) == repr(other)
        for a, b in zip(inputs, values, strict=True):
            np.testing.assert_array_equal(a, b)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("number", range(12))
def test_a_graph_computes_what_the_eager_network_does(number, tmp_path) -> None:
    answers: dict[str, Any] = {}
    write(3, number, str(tmp_path), answers)
    same = {"eager": answers["hybrid"][0]} | {
        k: answers.get(k.replace("eager", "hybrid")) for k in answers if k in PAIRS
    }
    assert (
        differences({k: answers[k] for k in same} | {"type": answers["type"]}, {**same, "type": answers["type"]}) == []
    )
    back: dict[str, Any] = {}
    read(3, number, str(tmp_path), back)
    assert differences({"x": back["loaded"], "type": "float32"}, {"x": trained(answers), "type": "float32"}) == []


PAIRS = ("eager write", "eager add")


def trained(answers: dict[str, Any]) -> Any:
    """Return what the network predicted last."""
    return answers["trained, predicts"][0] if "trained, predicts" in answers else answers["hybrid"][0]


def answer(**changed: Any) -> dict[str, Any]:
    """Return a small answer: gradients 1 written, 2 added."""
    part = {"outputs": [np.ones(2)], "inputs": [np.ones(2)], "parameters": {"w": np.ones(3)}, "values": {}}
    twice = {**part, "inputs": [2 * np.ones(2)], "parameters": {"w": 2 * np.ones(3)}}
    whole = {"type": "float64", "eager write": part, "eager add": twice, "hybrid write": part, "hybrid add": twice}
    return {k: {**v, **changed.get(k.replace(" ", "_"), {})} if k != "type" else v for k, v in whole.items()}


@pytest.mark.parametrize(
    ("theirs", "reasons"),
    [
        ({"hybrid_write": {"inputs": [np.zeros(2)]}}, [WRONG_GRAPHS]),
        ({"eager_add": {"inputs": [np.ones(2)]}}, [WRONG_SUMS]),
        ({"eager_write": {"inputs": [np.zeros(2)]}}, None),
        ({"eager_write": {"outputs": [np.zeros(2)]}}, None),
    ],
)
def test_what_is_excused(theirs, reasons) -> None:
    ours, left, found = excused(answer(), answer(**theirs))
    assert found == (reasons or [])
    assert bool(differences(ours, left)) == (reasons is None)


def test_our_own_contradictions_are_not_excused() -> None:
    assert differences(*excused(answer(hybrid_write={"inputs": [np.zeros(2)]}), answer())[:2])
    assert differences(*excused(answer(eager_add={"inputs": [np.ones(2)]}), answer())[:2])


def test_texts_shapes_and_errors_are_compared() -> None:
    assert differences({"symbol": "a"}, {"symbol": "b"})
    assert differences({"eager": [np.ones(2)]}, {"eager": [np.ones((2, 1))]})
    raised = {"raised": ["ValueError", "Exception"], "message": "no"}
    assert differences(raised, raised) == []
    assert differences(raised, {"eager": []})
    assert differences(raised, {**raised, "raised": ["KeyError"]})

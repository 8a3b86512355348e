"""Random calls of ``mx.np``, with gradients, give 1.9.1's; ``python -m tests.parity.np_random_calls`` makes more."""

from __future__ import annotations

import warnings
from collections.abc import Iterator

import pytest
from mxnet import npx

from tests.parity.np_random_calls.__main__ import describe
from tests.parity.np_random_calls.child import respond
from tests.parity.np_random_calls.compare import differences
from tests.parity.np_random_calls.recipes import draw_case
from tests.parity.np_random_calls.recorded import read
from tests.parity.np_random_calls.referee import sides_with_us

SEED, ANSWERS = read()
PARTS = 8


@pytest.fixture(autouse=True)
def _semantics() -> Iterator[None]:
    yield
    npx.reset_np()


@pytest.mark.parametrize("part", range(PARTS))
def test_agrees_with_what_was_recorded(part: int) -> None:
    lines = []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # NumPy warns of what is not a number, and so on, as it did in 1.9.1
        for number in sorted(ANSWERS)[part::PARTS]:
            case = draw_case(SEED, number)
            found = differences(case, respond(case), ANSWERS[number])
            lines += [describe(case), *found] if found else []
    assert not lines, "\n".join([f"python -m tests.parity.np_random_calls --seed {SEED} --only NUMBER", *lines])


def test_numpy_decides_about_values_and_gradients() -> None:
    case = {"arrays": {"x0": ((2, 3), "float64", "positive", 1)}, "text": "np.sqrt(x0).sum(axis=0)", "before": ""}
    case |= {"grad": "add", "differentiate": ["x0"], "set_np": True}
    ours = respond(case)
    assert sides_with_us(case, ours, "value: ")
    assert sides_with_us(case, ours, "grad 0: ")
    assert not sides_with_us(case, {**ours, "grads": [each - 0.5 for each in ours["grads"]]}, "grad 0: ")
    assert not sides_with_us(case, {**ours, "value": {"array": ours["value"]["array"] * 2}}, "value: ")

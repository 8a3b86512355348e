"""Some random calls of operators, by MXNet 1.9.1 and by remx; ``python -m tests.parity.random_calls`` does more."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.parity.random_calls.sides import REFERENCE

needs_reference = pytest.mark.skipif(not REFERENCE.exists(), reason="no MXNet 1.9.1 in .reference: run `make parity`")
COUNT = 600
MISFITS = 200


@needs_reference
@pytest.mark.timeout(600)
def test_drawn_calls_agree() -> None:
    kinds = _drawn(COUNT)
    assert kinds["agree"] > 0.7 * COUNT


@needs_reference
@pytest.mark.timeout(600)
def test_inferences_from_inputs_that_do_not_fit_agree() -> None:
    kinds = _drawn(MISFITS, misfits=True)
    assert kinds["agree"] > 0.5 * MISFITS
    assert kinds["both raise"] > 0.2 * MISFITS


def _drawn(count: int, misfits: bool = False) -> Counter[str]:
    from tests.parity.random_calls.run import Tally, run

    tally, lines = Tally(), []
    for result in run(0, range(count), misfits=misfits):
        tally.add(result)
        if result.unexplained:
            lines.append(result.line())
    assert not lines, "\n".join([tally.summary(), *lines[:20]])
    return tally.kinds

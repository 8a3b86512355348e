"""Some random calls of operators, answered by MXNet 1.9.1 and by remx; ``python -m tests.parity.draws`` does more."""

from __future__ import annotations

import pytest

from tests.parity.draws.sides import REFERENCE

needs_reference = pytest.mark.skipif(not REFERENCE.exists(), reason="no MXNet 1.9.1 in .reference: run `make parity`")
COUNT = 600


@needs_reference
@pytest.mark.timeout(600)
def test_drawn_calls_agree() -> None:
    from tests.parity.draws.run import Tally, run

    tally, lines = Tally(), []
    for result in run(0, range(COUNT)):
        tally.add(result)
        if result.unexplained:
            lines.append(result.line())
    assert not lines, "\n".join([tally.summary(), *lines[:20]])
    assert tally.kinds["agree"] > 0.7 * COUNT

"""Some random networks of Gluon under MXNet 1.9.1 and remx; ``python -m tests.parity.networks`` does more."""

from __future__ import annotations

import pytest

from tests.parity.random_calls.sides import REFERENCE

needs_reference = pytest.mark.skipif(not REFERENCE.exists(), reason="no MXNet 1.9.1 in .reference: run `make parity`")
COUNT = 20


@needs_reference
@pytest.mark.timeout(600)
def test_random_networks_agree() -> None:
    from tests.parity.networks.run import run
    from tests.parity.numbered import tally

    results = list(run(0, range(COUNT)))
    lines = [f"#{result.number} {line}" for result in results for line in result.lines]
    assert not lines, "\n".join(["python -m tests.parity.networks --seed 0 --only NUMBER", *lines[:20]])
    assert tally(results)["agree"] > 0.7 * COUNT

"""Some random networks, quantized by MXNet 1.9.1 and remx; ``python -m tests.parity.quantized`` does more."""

from __future__ import annotations

import pytest

from tests.parity.random_calls.sides import REFERENCE

needs_reference = pytest.mark.skipif(not REFERENCE.exists(), reason="no MXNet 1.9.1 in .reference: run `make parity`")
COUNT = 16


@needs_reference
@pytest.mark.timeout(300)
def test_random_networks_are_quantized_alike() -> None:
    from tests.parity.numbered import tally
    from tests.parity.quantized.run import run

    results = list(run(0, range(500, 500 + COUNT)))
    lines = [f"#{result.number} {line}" for result in results for line in result.lines]
    assert not lines, "\n".join(["python -m tests.parity.quantized --seed 0 --only NUMBER", *lines[:20]])
    assert tally(results)["agree"] > 0.2 * COUNT

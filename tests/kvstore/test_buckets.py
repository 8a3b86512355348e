"""Which values travel together."""

from __future__ import annotations

import pytest
import torch
from mxnet.kvstore.devices import cut

#: sizes of values in bytes, how much a bucket has, when the first one is full, and the sizes by bucket
LAYOUTS = {
    "all together": ([4, 8, 4], 100, None, [[4, 8, 4]]),
    "as many as a bucket has": ([40, 40, 40, 40], 100, None, [[40, 40], [40, 40]]),
    "a large one alone": ([8, 200, 8], 100, None, [[8], [200], [8]]),
    "a first one that is full sooner": ([8, 40, 40, 40], 100, 20, [[8, 40], [40, 40]]),
    "a first one of one value": ([60, 8, 40], 100, 20, [[60], [8, 40]]),
    "a first one that is not larger than others": ([40, 40, 40], 50, 1000, [[40], [40], [40]]),
    "nothing": ([], 100, 20, []),
}


@pytest.mark.parametrize("name", LAYOUTS)
def test_values_are_cut_to_buckets(name, monkeypatch):
    sizes, most, first, expected = LAYOUTS[name]
    monkeypatch.setenv("MXNET_KVSTORE_BUCKET_BYTES", str(most))
    entries = [(number, torch.zeros(size // 4), ()) for number, size in enumerate(sizes)]
    found = [[entry[1].numel() * 4 for entry in bucket] for bucket in cut(entries, first)]
    assert found == expected
    assert [entry for bucket in cut(entries, first) for entry in bucket] == entries


def test_values_of_other_types_do_not_travel_together():
    entries = [(0, torch.zeros(3), ()), (1, torch.zeros(3, dtype=torch.float64), ())]
    assert [[entry[0] for entry in bucket] for bucket in cut(entries)] == [[0], [1]]

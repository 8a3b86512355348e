"""Work with the collector of cycles held back."""

from __future__ import annotations

import gc

import pytest
from mxnet.core.collection import without_collection


@pytest.mark.parametrize("enabled", [True, False])
def test_the_collector_is_afterwards_as_it_was(enabled):
    (gc.enable if enabled else gc.disable)()
    try:
        with without_collection(), without_collection():
            assert not gc.isenabled()
        assert gc.isenabled() is enabled
    finally:
        gc.enable()

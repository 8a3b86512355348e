"""What tests of graphs share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from mxnet.graph import cuda_graphs

from tests.graph.fake_recorder import FakeRecorder


@pytest.fixture
def recorder(monkeypatch: pytest.MonkeyPatch) -> Iterator[type[FakeRecorder]]:
    monkeypatch.setattr(cuda_graphs, "Recorder", FakeRecorder)
    FakeRecorder.recorded = FakeRecorder.replayed = 0
    FakeRecorder.error = None
    FakeRecorder.factor = 1.0
    return FakeRecorder

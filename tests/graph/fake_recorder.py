"""A recorder of CUDA graphs that does on the processor what a GPU's does."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import torch


class FakeRecorder:
    """A replay does the same work on the same tensors again, and overwrites the results."""

    device_type = "cpu"
    recorded = replayed = 0
    error: Exception | None = None
    factor = 1.0

    def __init__(self, device: torch.device) -> None:
        pass

    @staticmethod
    def usable(device: torch.device) -> bool:
        return True

    def warm(self, run: Callable[[], object]) -> None:
        run()

    def record(
        self, run: Callable[[], Sequence[Any]], draws_from: torch.Generator | None = None
    ) -> tuple[Callable[[], None], list[Any]]:
        if FakeRecorder.error is not None:
            raise FakeRecorder.error
        FakeRecorder.recorded += 1
        results = [None if result is None else result.clone() for result in run()]

        def replay() -> None:
            FakeRecorder.replayed += 1
            for result, new in zip(results, run(), strict=True):
                if result is not None:
                    result.copy_(new * FakeRecorder.factor)

        return replay, results

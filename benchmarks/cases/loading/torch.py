"""The same with PyTorch's DataLoader."""

from __future__ import annotations

import numpy as np
import torch
from torch.utils import data


def _loader():
    rows = torch.from_numpy(np.random.RandomState(0).rand(1000, 784).astype(np.float32))
    dataset = data.TensorDataset(rows, torch.arange(1000, dtype=torch.float32))
    return data.DataLoader(dataset, 128, num_workers=2, multiprocessing_context="spawn", persistent_workers=True)


def loader_spawn_start():
    def loop(n):
        for _ in range(n):
            batches = iter(_loader())
            next(batches)
            del batches

    return loop


def loader_spawn():
    loader = _loader()
    list(loader)

    def loop(n):
        for _ in range(n):
            for _batch in loader:
                pass

    return loop

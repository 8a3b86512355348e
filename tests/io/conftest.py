from __future__ import annotations

import numpy as np
import pytest


@pytest.fixture
def csv(tmp_path):
    """A function that writes a CSV file of two columns, 0 1, 2 3, ..., and returns its path."""

    def make(rows=8):
        np.savetxt(tmp_path / "data.csv", np.arange(rows * 2).reshape(rows, 2), delimiter=",", fmt="%d")
        return str(tmp_path / "data.csv")

    return make

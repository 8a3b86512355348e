"""Values in sparse storage: rows that are added to a table."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from mxnet.kernels import sparse


@pytest.mark.parametrize("count", [1, sparse._FEW // 4 - 1, sparse._FEW // 4])
def test_rows_of_equal_indices_are_added(count):
    rng = np.random.RandomState(0)
    where, rows = rng.randint(0, 5, count), rng.randint(-9, 9, (count, 4)).astype("float32")
    expected = np.ones((5, 4), "float32")
    np.add.at(expected, where, 2 * rows)
    table = torch.ones(5, 4)
    sparse.add_scaled(table, sparse.Terms(torch.from_numpy(rows), torch.from_numpy(where), table.shape), 2.0)
    np.testing.assert_array_equal(table, expected)


@pytest.mark.parametrize("where", [[3, 0, 2], [3, 0, 3]])
def test_rows_in_any_order_are_sorted_and_summed(where):
    value = sparse.Terms(torch.tensor([[1.0], [2.0], [4.0]]), torch.tensor(where), (4, 1))
    expected = np.zeros((4, 1))
    np.add.at(expected, where, [[1], [2], [4]])
    np.testing.assert_array_equal(value.indices, np.unique(where))
    np.testing.assert_array_equal(value.data, expected[np.unique(where)])

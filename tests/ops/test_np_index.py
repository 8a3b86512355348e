"""Keys that the operator of NumPy's indexing refuses, and the empty list, which selects nothing."""

from __future__ import annotations

import mxnet as mx
import numpy as np
import pytest

DATA = mx.np.array(np.arange(12.0).reshape(3, 4))


@pytest.mark.parametrize(
    "key",
    [
        *("3", "{}", "[", "[" * 100_000, "[1.5]", "[NaN]", '["x"]', "[[1]]", f"[{2**63}]", '["...", "..."]'),
        *('[{"slice": [1]}]', '[{"slice": [null, null, 0]}]', '[{"slice": 1}]', '[{"other": 1}]'),
        *('[{"array": ["a"]}]', '[{"array": [[1], [2, 3]]}]', '[{"array": 1}]', '[{"array": [1], "slice": [1, 1, 1]}]'),
    ],
)
def test_invalid_keys_are_refused(key: str) -> None:
    with pytest.raises(mx.MXNetError, match="key: expected a JSON list"):
        mx.npx.advanced_index(DATA, key=key)


@pytest.mark.parametrize("key", ["[]", '["@", "@"]'])
def test_the_key_has_a_part_for_each_array(key: str) -> None:
    with pytest.raises(mx.MXNetError, match="expected 1 parts that are arrays"):
        mx.npx.advanced_index(DATA, mx.np.array([0], dtype="int64"), key=key)


def test_an_empty_list_selects_nothing() -> None:
    assert mx.npx.advanced_index(DATA, key='[{"array": []}]').shape == (0, 4)

"""Random keys of ``mx.nd`` arrays, read, written and recorded, against MXNet 1.9.1.

``tests/data/random_keys.json`` has the shape of each part and the positions of its elements. 1.9.1 differs from NumPy
in where new axes after an index array stand.
"""

import json
from pathlib import Path

import numpy as np
import pytest
from mxnet import autograd, nd

from tests.ndarray.random_keys import Keys, ours

PARTS = json.loads((Path(__file__).parent.parent / "data" / "random_keys.json").read_text())
CASES = [(*pair, np.array(positions, int).reshape(part)) for pair, (part, positions) in
         zip(Keys(52, masks=False).some(len(PARTS)), PARTS, strict=True)]  # fmt: skip
keys = pytest.mark.parametrize(("shape", "key", "positions"), CASES, ids=[f"{s} {k}"[:80] for s, k, _ in CASES])


def data(shape):
    return np.arange(np.prod(shape), dtype="float32").reshape(shape)


@keys
def test_reading(shape, key, positions):
    result = nd.array(data(shape))[ours(key, nd.array)].asnumpy()
    np.testing.assert_array_equal(result, positions.astype("float32"), strict=True)


@keys
def test_writing(shape, key, positions):
    block = -1 - np.arange(positions.size, dtype="float32").reshape(positions.shape)
    for value in (-7, block, block[..., :1]):
        expected = data(shape).reshape(-1)
        expected[positions] = value
        x = nd.array(data(shape))
        x[ours(key, nd.array)] = value if isinstance(value, int) else nd.array(value)
        np.testing.assert_array_equal(x.asnumpy().reshape(-1), expected)


@keys
def test_the_gradient(shape, key, positions):
    weight = np.arange(positions.size, dtype="float32").reshape(positions.shape)
    x = nd.array(data(shape))
    x.attach_grad()
    with autograd.record():
        loss = ((x * 2)[ours(key, nd.array)] * nd.array(weight)).sum()
    loss.backward()
    expected = np.zeros(x.size, "float32")
    np.add.at(expected, positions, 2 * weight)
    np.testing.assert_allclose(x.grad.asnumpy().reshape(-1), expected, rtol=1e-6)

"""TensorLy's MXNet backend."""

import mxnet as mx
import numpy as np
import pytest
import tensorly as tl
from tensorly.decomposition import parafac, tucker

VALUE = np.random.RandomState(0).rand(4, 5, 6).astype("f")


@pytest.fixture(autouse=True)
def backend():
    tl.set_backend("mxnet")


def far(found):
    return np.linalg.norm(tl.to_numpy(found) - VALUE) / np.linalg.norm(VALUE)


def check_unfold():
    assert isinstance(tl.tensor(VALUE), mx.nd.NDArray)
    assert np.array_equal(tl.to_numpy(tl.unfold(tl.tensor(VALUE), 1)), np.moveaxis(VALUE, 1, 0).reshape(5, -1))


def check_partial_svd():
    matrix = tl.unfold(tl.tensor(VALUE), 1)
    u, s, v = (tl.to_numpy(part) for part in tl.partial_svd(matrix, n_eigenvecs=5))
    np.testing.assert_allclose((u * s) @ v, tl.to_numpy(matrix), atol=1e-5)


def check_tucker():
    assert far(tl.tucker_to_tensor(tucker(tl.tensor(VALUE), rank=[4, 5, 6], n_iter_max=3, random_state=1))) < 1e-4


def check_parafac():
    found = [parafac(tl.tensor(VALUE), rank=rank, n_iter_max=30, random_state=1) for rank in (1, 4)]
    worse, better = (far(tl.kruskal_to_tensor(each)) for each in found)
    assert better < worse < 0.5

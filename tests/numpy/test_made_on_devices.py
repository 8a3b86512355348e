"""Functions of ``mx.np`` that NumPy computes give arrays where they are asked for."""

import mxnet as mx
import pytest


@pytest.mark.parametrize(
    "make", [lambda **kwargs: mx.np.tri(3, **kwargs), lambda **kwargs: mx.np.triu_indices(3, **kwargs)[0]]
)
def test_the_device(make):
    assert make(device=mx.cpu(2)).ctx == mx.cpu(2)
    with mx.cpu(1):
        assert make().ctx == mx.cpu(1)

"""The variance of ``moments`` in graphs is that of the eager call; 1.9.1 reads memory that it has overwritten."""

import mxnet as mx
import numpy as np
import pytest
from mxnet import gluon, nd


class Variance(gluon.HybridBlock):
    def hybrid_forward(self, F, x):
        return F.moments(F.relu(x) * 2, axes=(1,), keepdims=True)[1]


@pytest.mark.parametrize("hybridized", [False, True])
def test_variance_behind_other_operators(hybridized):
    net, x = Variance(), np.array([[0.25, 1.5, 2.5]], "float32")
    net.hybridize(hybridized)
    for _ in range(2):
        np.testing.assert_allclose(net(nd.array(x)).asnumpy(), (2 * x).var(1, keepdims=True), rtol=1e-6)
    executor = Variance()(mx.sym.var("x")).bind(mx.cpu(), {"x": nd.array(x)})
    np.testing.assert_allclose(executor.forward()[0].asnumpy(), (2 * x).var(1, keepdims=True), rtol=1e-6)

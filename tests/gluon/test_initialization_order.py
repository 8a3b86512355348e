"""In which order parameters that wait for their shapes get their values: initializers that count depend on it."""

import mxnet as mx
import pytest
from mxnet.gluon import nn


class Noted(mx.init.Initializer):
    """Notes the names of what it initializes."""

    def __init__(self):
        super().__init__()
        self.names = []

    def _init_weight(self, name, array):
        self.names.append(str(name))
        array[:] = 0.1


class Net(nn.HybridBlock):
    """Has its layers in another order than it calls them."""

    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        with self.name_scope():
            self.last = nn.Dense(2, prefix="last_")
            self.first = nn.Dense(3, prefix="first_")

    def hybrid_forward(self, F, x):
        return self.last(self.first(x))


@pytest.mark.parametrize("hybridized", [False, True])
def test_weights_are_initialized_in_the_order_of_the_calls(hybridized):
    net, noted = Net(prefix="net_"), Noted()
    net.initialize(noted)
    net.hybridize(hybridized)
    net(mx.nd.ones((2, 4)))
    assert noted.names == ["net_first_weight", "net_last_weight"]

"""States that a module carries from batch to batch."""

from __future__ import annotations

import mxnet as mx
import numpy as np
import pytest

from tests.module.nets import batch, bound, linear


def recurrent(contexts):
    net = mx.sym.elemwise_add(linear(), mx.sym.Variable("state"))
    module = mx.mod.Module(net, label_names=None, state_names=["state"], context=contexts)
    module.bind([("data", (4, 3))])
    module.init_params(mx.init.Zero())
    return module


@pytest.mark.parametrize("contexts", [[mx.cpu()], [mx.cpu(0), mx.cpu(1)]], ids=len)
def test_states_by_value_and_from_outputs(contexts):
    module = recurrent(contexts)
    assert "state" not in module._param_names
    assert module._exec_group.grad_req["state"] == "null"
    module.set_states(value=3)
    assert [[array.shape for array in arrays] for arrays in module.get_states(merge_multi_context=False)] == [
        [(4 // len(contexts), 4)] * len(contexts)
    ]
    data_batch = mx.io.DataBatch([mx.nd.ones((4, 3))])
    module.forward(data_batch)
    np.testing.assert_array_equal(module.get_outputs()[0].asnumpy(), np.full((4, 4), 3))
    module.set_states(
        states=[[array + 1 for array in arrays] for arrays in module.get_outputs(merge_multi_context=False)]
    )
    module.forward(data_batch)
    np.testing.assert_array_equal(module.get_outputs()[0].asnumpy(), np.full((4, 4), 4))


@pytest.mark.parametrize("arguments", [{}, {"states": [], "value": 1}])
def test_states_or_a_value(arguments):
    with pytest.raises(AssertionError, match="one of states & value"):
        recurrent([mx.cpu()]).set_states(**arguments)


def test_states_are_not_merged():
    with pytest.raises(AssertionError, match="not supported"):
        recurrent([mx.cpu()]).get_states()


def test_no_states():
    module = bound()
    assert module.get_states(merge_multi_context=False) == []
    module.forward(batch())

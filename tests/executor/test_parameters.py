"""``copy_params_from`` (the same under MXNet 1.9.1)."""

from __future__ import annotations

import mxnet as mx
import pytest
from mxnet import nd


@pytest.fixture
def executor():
    return mx.sym.BatchNorm(mx.sym.var("x"), name="bn").simple_bind(mx.cpu(), x=(2, 3))


def test_values_are_copied(executor):
    bound, given = executor.arg_dict["bn_gamma"], nd.full((3,), 2, dtype="float64")
    executor.copy_params_from({"bn_gamma": given}, {"bn_moving_var": nd.full((3,), 5)})
    given[:] = 0
    assert executor.arg_dict["bn_gamma"] is bound
    assert bound.asnumpy().tolist() == [2, 2, 2]
    assert executor.aux_dict["bn_moving_var"].asnumpy().tolist() == [5, 5, 5]


@pytest.mark.parametrize("params", [({"q": nd.ones((3,))},), ({}, {"q": nd.ones((3,))})], ids=["argument", "state"])
def test_unknown_names(executor, params):
    with pytest.raises(ValueError, match="that is not in the"):
        executor.copy_params_from(*params)
    executor.copy_params_from(*params, allow_extra_params=True)


@pytest.mark.parametrize("shape", [(4,), (1,), (1, 3)])
def test_wrong_shapes(executor, shape):
    with pytest.raises(mx.MXNetError):
        executor.copy_params_from({"bn_gamma": nd.ones(shape)})

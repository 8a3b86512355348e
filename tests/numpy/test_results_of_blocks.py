"""Under NumPy semantics the results of a block are arrays or symbols of the NumPy interface, as in 1.9.1."""

from __future__ import annotations

from typing import Any

import mxnet as mx
import pytest
from mxnet import gluon


class _Gives(gluon.HybridBlock):
    """Gives what a function makes of its input."""

    def __init__(self, function: Any) -> None:
        super().__init__()
        self.function = function

    def hybrid_forward(self, F: Any, x: Any) -> Any:
        return self.function(x)


pytestmark = pytest.mark.usefixtures("numpy_interface")


MIXED = [lambda x: x.as_nd_ndarray(), lambda x: [x, x.as_nd_ndarray()], lambda x: ((x,), [x.as_nd_ndarray()])]


@pytest.mark.parametrize("function", MIXED)
@pytest.mark.parametrize("hybridize", [False, True])
def test_a_classic_result_is_refused(function: Any, hybridize: bool) -> None:
    block = _Gives(function)
    block.hybridize(hybridize)
    with pytest.raises(TypeError, match=r"mxnet\.numpy\.ndarray|all classic or all of the NumPy interface"):
        block(mx.np.ones((2,)))


def test_a_classic_symbol_is_refused() -> None:
    with pytest.raises(TypeError, match=r"mxnet\.symbol\.numpy\._Symbol"):
        _Gives(MIXED[0])(mx.sym.var("x").as_np_ndarray())


@pytest.mark.parametrize("result", [3, None, "text", {"a": 1}])
def test_what_is_no_array_passes(result: Any) -> None:
    assert _Gives(lambda x: result)(mx.np.ones((2,))) is result


def test_without_numpy_semantics_all_passes() -> None:
    with mx.util.np_array(False):
        assert type(_Gives(MIXED[0])(mx.np.ones((2,)))) is mx.nd.NDArray


@pytest.mark.parametrize(
    "layer", [lambda: mx.gluon.nn.Dense(2), lambda: mx.gluon.nn.BatchNorm(), lambda: mx.gluon.rnn.LSTM(2)]
)
def test_a_classic_array_for_a_layer_whose_shapes_are_not_known(layer: Any) -> None:
    net = layer()
    net.initialize()
    with pytest.raises(
        ValueError, match=r"Call `as_np_ndarray\(\)` upon it, or upon the array that a block was called with"
    ):
        net(mx.nd.ones((1, 2, 3)))

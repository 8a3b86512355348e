"""An executor and its arrays go without Python's collector of cycles."""

import gc
import weakref

import mxnet as mx
import pytest


def _executor(symbol, **shapes):
    executor = symbol.simple_bind(mx.cpu(), grad_req="write", **shapes)
    executor.forward(is_train=True)
    executor.backward([mx.nd.ones(out.shape) for out in executor.outputs])
    return executor


@pytest.mark.parametrize(
    "symbol",
    [
        mx.sym.var("x") * mx.sym.var("y"),
        mx.sym.BlockGrad(mx.sym.var("x")) * mx.sym.var("y"),
        mx.sym.broadcast_mul(mx.sym.BlockGrad(mx.sym.var("x") + 1), mx.sym.BlockGrad(mx.sym.var("y"))),
        mx.sym.pick(mx.sym.var("x"), mx.sym.sum(mx.sym.var("y"), axis=1)),
    ],
)
def test_nothing_is_left_for_the_collector(symbol):
    executor = _executor(symbol, x=(3, 3), y=(3, 3))
    arrays = [weakref.ref(array) for array in (*executor.arg_arrays, *executor.grad_arrays)]
    gc.collect()
    gc.disable()
    try:
        del executor
        assert [array().shape for array in arrays if array() is not None] == []
    finally:
        gc.enable()

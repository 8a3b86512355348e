"""The memo's rows on callbacks: what they receive."""

from __future__ import annotations

import mxnet as mx
import numpy as np


def fitted(**callbacks):
    net = mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=2, name="fc")
    mod = mx.mod.Module(mx.sym.SoftmaxOutput(net, name="softmax"))
    data = mx.io.NDArrayIter(np.ones((6, 3), dtype="float32"), np.arange(6) % 2, 2)
    mod.fit(data, eval_data=data, num_epoch=2, **callbacks)
    return mod


def test_batch_end_callback():  # 002.1
    received = []
    fitted(batch_end_callback=received.append)
    assert [(param.epoch, param.nbatch) for param in received] == [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2)]
    for param in received:
        epoch, nbatch, eval_metric, variables = param
        assert isinstance(eval_metric, mx.metric.EvalMetric)
        assert {"epoch", "nbatch", "data_batch"} <= set(variables)
        assert param._fields == ("epoch", "nbatch", "eval_metric", "locals")


def test_epoch_end_callback():  # 002.1
    received = []
    mod = fitted(epoch_end_callback=lambda *args: received.append(args))
    assert [args[0] for args in received] == [0, 1]
    epoch, symbol, arg_params, aux_params = received[-1]
    assert symbol is mod.symbol
    np.testing.assert_array_equal(arg_params["fc_weight"].asnumpy(), mod.get_params()[0]["fc_weight"].asnumpy())
    assert aux_params == {}


def test_score_end_callback():  # 002.1
    received = []
    fitted(eval_end_callback=received.append)
    assert [(param.epoch, param.nbatch) for param in received] == [(0, 3), (1, 3)]
    assert all(param.locals is not None and param.eval_metric.num_inst == 6 for param in received)
    mod = fitted()
    mod.score(mx.io.NDArrayIter(np.ones((6, 3)), np.zeros(6), 2), "acc", score_end_callback=received.append, epoch=9)
    assert (received[-1].epoch, received[-1].nbatch) == (9, 3)

"""Checkpoints hold weights by gate: one written with a fused cell is read with others, and the other way."""

from __future__ import annotations

import mxnet as mx
import numpy as np


def network(cell):
    outputs, _ = cell.unroll(3, mx.sym.Variable("data"), layout="TNC", merge_outputs=True)
    return outputs


def parameters(net):
    shapes = dict(zip(net.list_arguments(), net.infer_shape(data=(3, 2, 4))[0], strict=True))
    rng = np.random.RandomState(0)
    return {name: mx.nd.array(rng.randn(*shape)) for name, shape in shapes.items() if name != "data"}


def test_a_fused_cells_checkpoint_is_read_by_the_unfused(tmp_path):
    fused = mx.rnn.FusedRNNCell(3, 2, "lstm", prefix="f_")
    args = parameters(network(fused))
    prefix = str(tmp_path / "net")
    mx.rnn.save_rnn_checkpoint(fused, prefix, 7, network(fused), args, {})
    assert "arg:f_l1_h2h_o_weight" in mx.nd.load(f"{prefix}-0007.params")
    unfused = fused.unfuse()
    _, stepwise, _ = mx.rnn.load_rnn_checkpoint(unfused, prefix, 7)
    x = mx.nd.ones((3, 2, 4))
    one = network(fused).eval(data=x, **args)[0].asnumpy()
    np.testing.assert_allclose(network(unfused).eval(data=x, **stepwise)[0].asnumpy(), one, rtol=1e-4, atol=1e-6)
    _, back, _ = mx.rnn.load_rnn_checkpoint([fused], prefix, 7)
    np.testing.assert_array_equal(back["f_parameters"].asnumpy(), args["f_parameters"].asnumpy())


def test_the_callback_saves_every_period(tmp_path):
    cell = mx.rnn.GRUCell(3, prefix="g_")
    net = network(cell)
    args = parameters(net)
    save = mx.rnn.do_rnn_checkpoint(cell, str(tmp_path / "net"), period=2)
    for epoch in range(4):
        save(epoch, net, args, {})
    assert sorted(path.name for path in tmp_path.glob("*.params")) == ["net-0002.params", "net-0004.params"]
